//! Battle lines (fogam) and divisions (fogr): which battle groups may act together. Distances are for the table.

use crate::army::CommanderLevel;
use crate::troops::{BaseProfile, Book, Cohesion, Disorder, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};

/// A battle group that wants to act together with others.
#[derive(Clone, Copy, Debug)]
pub struct LineMember<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its bases.
    pub bases: &'a [BaseProfile],
    /// Its cohesion.
    pub cohesion: Cohesion,
    /// The worst disorder of any of its bases.
    pub disorder: Disorder,
    /// Its allied contingent.
    pub contingent: Option<&'a str>,
    /// Fogr: it is commanded shot.
    pub commanded_shot: bool,
}

impl LineMember<'_> {
    fn any(&self, test: impl Fn(TroopType) -> bool) -> bool {
        self.bases.iter().any(|b| test(b.troop_type))
    }

    fn all(&self, test: impl Fn(TroopType) -> bool) -> bool {
        self.bases.iter().all(|b| test(b.troop_type))
    }
}

fn states(book: Book, member: &LineMember<'_>) -> Result<(), Refusal> {
    let rule = match book {
        Book::Renaissance => rule!("FOGR-COMMAND-016"),
        Book::Ancients => rule!("FOGAM-COMMAND-015"),
    };
    let bad = member.cohesion >= Cohesion::Fragmented || member.disorder == Disorder::SeverelyDisordered;
    if bad {
        return Err(Refusal::new(
            rule,
            format!("{} is severely disordered, fragmented or broken", member.name),
            "leave it out",
        ));
    }
    Ok(())
}

fn contingents(book: Book, members: &[LineMember<'_>]) -> Result<(), Refusal> {
    let rule = match book {
        Book::Renaissance => rule!("FOGR-COMMAND-017"),
        Book::Ancients => rule!("FOGAM-COMMAND-018"),
    };
    let first = members.first().map(|m| m.contingent);
    match members.iter().find(|m| Some(m.contingent) != first) {
        None => Ok(()),
        Some(other) => Err(Refusal::new(
            rule,
            format!("{} belongs to another contingent", other.name),
            "keep to battle groups of one contingent",
        )),
    }
}

/// Fogam: whether these battle groups may form a battle line under a commander of this level.
pub fn battle_line(members: &[LineMember<'_>], commander: CommanderLevel) -> Result<(), Refusal> {
    enforces!("FOGAM-COMMAND-014");
    let most = usize::from(commander.largest_battle_line());
    if members.len() > most {
        return Err(Refusal::new(
            rule!("FOGAM-COMMAND-014"),
            format!("a {commander} leads at most {most} battle groups in a battle line"),
            "leave some out",
        )
        .fact("battle groups", members.len()));
    }
    contingents(Book::Ancients, members)?;
    for member in members {
        states(Book::Ancients, member)?;
        if member.any(|t| t == TroopType::ScythedChariots) {
            return Err(Refusal::new(
                rule!("FOGAM-COMMAND-016"),
                "scythed chariots are never in a battle line",
                "leave them out",
            ));
        }
    }
    // Every pair must go together: light foot with mounted and elephants with foot are the exceptions.
    for (i, a) in members.iter().enumerate() {
        for b in members.iter().skip(i + 1) {
            for (foot, mounted) in [(a, b), (b, a)] {
                let mixes = foot.any(TroopType::is_foot) && mounted.any(|t| t.is_mounted(Book::Ancients));
                let excepted =
                    foot.all(|t| t == TroopType::LightFoot) || mounted.all(|t| t == TroopType::Elephants);
                if mixes && !excepted {
                    return Err(Refusal::new(
                        rule!("FOGAM-COMMAND-017"),
                        format!("{} are foot and {} are mounted", foot.name, mounted.name),
                        "make separate battle lines",
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Fogr: whether these battle groups may form a division.
pub fn division(members: &[LineMember<'_>]) -> Result<(), Refusal> {
    contingents(Book::Renaissance, members)?;
    for member in members {
        states(Book::Renaissance, member)?;
        let excluded =
            |t: TroopType| matches!(t, TroopType::Warriors | TroopType::BattleWagons) || t.is_artillery();
        if member.any(excluded) {
            return Err(Refusal::new(
                rule!("FOGR-COMMAND-015"),
                format!("{}: warriors, artillery and battle wagons are never in a division", member.name),
                "leave it out",
            ));
        }
    }
    let mounted = members.iter().find(|m| m.any(|t| t.is_mounted(Book::Renaissance)));
    let foot = members
        .iter()
        .find(|m| m.any(TroopType::is_foot) && !m.commanded_shot && !m.all(|t| t == TroopType::Dragoons));
    if let (Some(mounted), Some(foot)) = (mounted, foot) {
        return Err(Refusal::new(
            rule!("FOGR-COMMAND-014"),
            format!("{} are mounted and {} are foot", mounted.name, foot.name),
            "only commanded shot and dragoons may be in a division with mounted troops",
        ));
    }
    Ok(())
}
