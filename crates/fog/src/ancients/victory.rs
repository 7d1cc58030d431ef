//! Attrition, army rout and degrees of victory.

use super::{Choice, readings::is};
use crate::combat::{Readings, Reckon};
use crate::troops::{BaseProfile, Cohesion, TroopType, is_skirmishers, rulebook_words};
use caracole_ledger::{enforces, rule};

rulebook_words! {
    /// What has become of a battle group.
    Fate, "fate" {
        /// On the table, steady or disrupted.
        Holds = "holds" | "on table" | "unbroken" | "steady" | "disrupted",
        /// On the table, fragmented.
        Fragmented = "fragmented",
        /// Broken, or gone from the table broken, evading or destroyed.
        Lost = "lost" | "broken" | "destroyed" | "routed off" | "evaded off",
        /// Straggled on a flank march.
        Straggled = "straggled" | "straggling",
    }
}

impl Fate {
    /// The fate of a battle group on the table.
    pub const fn on_table(cohesion: Cohesion) -> Self {
        match cohesion {
            Cohesion::Steady | Cohesion::Disrupted => Fate::Holds,
            Cohesion::Fragmented => Fate::Fragmented,
            Cohesion::Broken => Fate::Lost,
        }
    }
}

/// A battle group as attrition counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFate {
    /// It is skirmishers.
    pub skirmishers: bool,
    /// It is scythed chariots, which never count.
    pub scythed_chariots: bool,
    /// What has become of it.
    pub fate: Fate,
}

impl GroupFate {
    /// A battle group of these bases.
    pub fn of(bases: &[BaseProfile], fate: Fate) -> Self {
        GroupFate {
            skirmishers: is_skirmishers(bases),
            scythed_chariots: bases.iter().any(|b| b.troop_type == TroopType::ScythedChariots),
            fate,
        }
    }
}

/// An army as victory counts it.
#[derive(Clone, Copy, Debug)]
pub struct ArmyState<'a> {
    /// Every battle group that it began with.
    pub groups: &'a [GroupFate],
    /// Its camp has been sacked.
    pub camp_sacked: bool,
}

/// The attrition points that an army has suffered, from its present state.
pub fn attrition<R: Reckon>(army: ArmyState<'_>, sum: &mut R) {
    enforces!(
        "FOGAM-TURN-007",
        "FOGAM-TURN-008",
        "FOGAM-VICTORY-006",
        "FOGAM-SPECIAL-013",
        "FOGAM-GLOSSARY-007"
    );
    enforces!("FOGAM-MELEE-020", "FOGAM-TURN-009", "FOGAM-MOVE-106");
    for group in army.groups.iter().filter(|g| !g.scythed_chariots) {
        match (group.fate, group.skirmishers) {
            (Fate::Holds, _) => {}
            (Fate::Fragmented, _) => sum.add(rule!("FOGAM-TURN-007"), "fragmented battle group", 1),
            (Fate::Straggled, _) => sum.add(rule!("FOGAM-TURN-007"), "straggled battle group", 1),
            (Fate::Lost, true) => sum.add(rule!("FOGAM-TURN-007"), "skirmishers broken or lost", 1),
            (Fate::Lost, false) => sum.add(rule!("FOGAM-TURN-007"), "battle troops broken or lost", 2),
        }
    }
    if army.camp_sacked {
        sum.add(rule!("FOGAM-TURN-007"), "camp sacked", 2);
    }
}

/// The attrition at which an army routs: a point for battle troops, half for skirmishers, rounded up.
pub fn break_point<R: Reckon>(army: &[GroupFate], sum: &mut R) {
    enforces!("FOGAM-GLOSSARY-004");
    let count = |skirmishers: bool| {
        army.iter().filter(|g| !g.scythed_chariots && g.skirmishers == skirmishers).count() as i32
    };
    sum.add(rule!("FOGAM-TURN-006"), "battle groups of battle troops", count(false));
    sum.add(
        rule!("FOGAM-TURN-006"),
        "half for each battle group of skirmishers, rounded up",
        (count(true) + 1) / 2,
    );
}

/// Whether an army routs at the end of a phase.
pub const fn is_routed(attrition: i32, break_point: i32) -> bool {
    enforces!("FOGAM-TURN-005", "FOGAM-VICTORY-001", "FOGAM-GLOSSARY-005");
    attrition >= break_point
}

rulebook_words! {
    /// How a battle ended for one side, from the worst to the best.
    Degree, "degree of victory" {
        /// The army routed and the enemy's did not.
        DecisiveDefeat = "decisive_defeat",
        /// Major defeat.
        MajorDefeat = "major_defeat",
        /// Moderate defeat.
        ModerateDefeat = "moderate_defeat",
        /// Marginal defeat.
        MarginalDefeat = "marginal_defeat",
        /// Draw.
        Draw = "draw",
        /// Marginal victory.
        MarginalVictory = "marginal_victory",
        /// Moderate victory.
        ModerateVictory = "moderate_victory",
        /// Major victory.
        MajorVictory = "major_victory",
        /// The enemy's army routed and the own did not.
        DecisiveVictory = "decisive_victory",
    }
}

/// The degree by rank, 0 for a draw.
fn ranked(rank: i32) -> Degree {
    let place = usize::try_from(rank + 4).unwrap_or(0).min(Degree::ALL.len() - 1);
    Degree::ALL[place]
}

/// The result when armies rout at the end of a phase; none if neither does.
pub const fn result_of_rout(own: bool, enemy: bool) -> Option<Degree> {
    enforces!("FOGAM-VICTORY-002", "FOGAM-VICTORY-003");
    match (own, enemy) {
        (false, false) => None,
        (true, true) => Some(Degree::Draw),
        (false, true) => Some(Degree::DecisiveVictory),
        (true, false) => Some(Degree::DecisiveDefeat),
    }
}

/// The degree of victory at the time limit. `looted` and `was_looted` tell of the enemy's camp and one's own.
pub fn degree_on_time(
    inflicted: i32,
    suffered: i32,
    looted: bool,
    was_looted: bool,
    readings: Readings,
) -> Degree {
    enforces!("FOGAM-VICTORY-004", "FOGAM-VICTORY-005");
    let won = |inflicted: i32, suffered: i32| match inflicted - suffered {
        4.. if inflicted >= 3 * suffered => 3,
        3.. if inflicted >= 2 * suffered => 2,
        2.. => 1,
        _ => 0,
    };
    let by_points = won(inflicted, suffered) - won(suffered, inflicted);
    let by_camps = match (looted, was_looted) {
        (true, false) => 1,
        (false, true) => -1,
        _ => 0,
    };
    let most = if is(readings, Choice::CampMakesDecisive) { 4 } else { 3 };
    ranked((by_points + by_camps).clamp(-most, most))
}
