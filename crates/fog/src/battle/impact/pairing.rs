//! Which bases fight at impact, and whom.

use super::approach;
use super::messages::{FightingPair, Met, Onset};
use crate::battle::customs::Rulebook;
use crate::battle::law::law;
use crate::battle::position::{contact, kinds};
use crate::battle::world::{Approach, BaseId, GroupId, World};
use crate::combat::pairing::pairings;
use crate::troops::TroopType;
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::enforces;
use caracole_plane::{Contact, Edge};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A contact made by a charge in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Eligible {
    /// The bases.
    pub bases: Met,
    /// Which half of each: a battle wagon met on its long edge is two bases.
    pub halves: BySide<u8>,
    /// How red comes into it.
    pub red: Onset,
    /// How blue comes into it.
    pub blue: Onset,
}

const fn ordered(side: Side, own: BaseId, their: BaseId) -> Met {
    match side {
        Side::Red => Met { red: own, blue: their },
        Side::Blue => Met { red: their, blue: own },
    }
}

/// Every contact that fights now, by the charges and interceptions that were moved.
#[must_use]
pub fn eligible(world: &World, chargers: &[GroupId]) -> Vec<Eligible> {
    enforces!(
        "FOGR-IMPACT-120",
        "FOGR-IMPACT-096",
        "FOGR-IMPACT-083",
        "FOGR-COMBAT-003",
        "FOGR-COMBAT-008",
        "FOGAM-COMBAT-013",
        "FOGAM-COMBAT-057",
        "FOGAM-IMPACT-127",
        "FOGAM-IMPACT-097",
        "FOGAM-IMPACT-081"
    );
    let mut found: Vec<Eligible> = Vec::new();
    for &group in chargers.iter().filter(|&&g| world[g].is_on_table() && !world[g].is_broken()) {
        let side = world[group].side;
        for enemy in world.enemies_of(group).filter(|&e| !world[e].is_broken()) {
            let how = contact::engagement(world, group, enemy).filter(|e| e.attacker == group);
            let approach = how.map_or(Approach::Front, |e| e.approach);
            let immune = kinds::is_tercio(world, enemy) || kinds::is_a_keil(world, enemy);
            // Guns do not fight: those who stand close behind them do.
            for touch in contact::fighting_touches(world, group, enemy) {
                if !touch.contact.is_by_own_front() {
                    continue;
                }
                let on_front = touch.contact.their_edge() == Some(caracole_plane::Edge::Front);
                let barred = approach == Approach::NoFlankCharge
                    && !immune
                    && !on_front
                    && approach::is_in_engaged_front(world, enemy, touch.their, Some(group));
                if barred {
                    continue;
                }
                let their = touch.their;
                let own_onset = match approach {
                    Approach::FlankCharge | Approach::RearCharge => Onset::ChargesFlankOrRear,
                    _ => Onset::Charges,
                };
                let mutual = chargers.contains(&enemy) && touch.contact.reversed().is_by_own_front();
                let their_onset =
                    if mutual && own_onset == Onset::Charges { Onset::Charges } else { Onset::Receives };
                let bases = ordered(side, touch.own, their);
                let (red, blue) = match side {
                    Side::Red => (own_onset, their_onset),
                    Side::Blue => (their_onset, own_onset),
                };
                for half in halves(world, touch.own, their, touch.contact) {
                    let mut halves = BySide::default();
                    halves[side.other()] = half;
                    match found.iter_mut().find(|f| f.bases == bases && f.halves == halves) {
                        Some(known) if own_onset == Onset::ChargesFlankOrRear => {
                            (known.red, known.blue) = (red, blue)
                        }
                        Some(_) => {}
                        None => found.push(Eligible { bases, halves, red, blue }),
                    }
                }
            }
        }
    }
    found
}

/// The halves of a base that another meets: both of them, or one, of the long edge of a battle wagon.
fn halves(world: &World, own: BaseId, their: BaseId, met: Contact) -> SmallVec<[u8; 2]> {
    enforces!("FOGR-COMBAT-017", "FOGR-COMBAT-023");
    let wagon = world[their].profile.troop_type == TroopType::BattleWagons;
    if !wagon || !met.their_edge().is_some_and(Edge::is_flank) {
        return SmallVec::from_slice(&[0]);
    }
    // Along the wagon: what lies before its middle, and what lies behind it.
    let (front, depth) = (world[their].base.front, world[their].base.depth);
    let along = world[own].base.rect().corners().map(|c| front.local(c).1);
    let middle = -depth.half();
    let tolerance = caracole_plane::CONTACT_TOLERANCE;
    let mut found = SmallVec::new();
    if along.iter().any(|f| *f > middle + tolerance) {
        found.push(0);
    }
    if along.iter().any(|f| *f < middle - tolerance) {
        found.push(1);
    }
    found
}

/// The separate combats: bases that hang together by contacts and by their battle groups.
#[must_use]
pub fn combats(world: &World, mut all: Vec<Eligible>) -> Vec<Vec<Eligible>> {
    enforces!("FOGR-COMBAT-013");
    let group_of = |b: BaseId| world.ids().find(|&g| world.all_base_ids(g).any(|x| x == b));
    let joined = |a: &Eligible, b: &Eligible| {
        group_of(a.bases.red) == group_of(b.bases.red) || group_of(a.bases.blue) == group_of(b.bases.blue)
    };
    let mut combats = Vec::new();
    while !all.is_empty() {
        let mut combat = vec![all.remove(0)];
        while let Some(next) = all.iter().position(|e| combat.iter().any(|c| joined(c, e))) {
            combat.push(all.remove(next));
        }
        combats.push(combat);
    }
    combats
}

/// A base, or a half of one.
type Part = (BaseId, u8);

fn numbered(combat: &[Eligible]) -> (Vec<Part>, Vec<Part>, Vec<(u8, u8)>) {
    let red = |e: &Eligible| (e.bases.red, e.halves.red);
    let blue = |e: &Eligible| (e.bases.blue, e.halves.blue);
    let mut reds: Vec<Part> = combat.iter().map(red).collect();
    let mut blues: Vec<Part> = combat.iter().map(blue).collect();
    for bases in [&mut reds, &mut blues] {
        bases.sort_unstable();
        bases.dedup();
    }
    let number = |of: &[Part], b: Part| of.iter().position(|&x| x == b).and_then(|n| u8::try_from(n).ok());
    let contacts =
        combat.iter().filter_map(|e| Some((number(&reds, red(e))?, number(&blues, blue(e))?))).collect();
    (reds, blues, contacts)
}

/// Who chooses the pairing of a combat, and the pairings there are.
#[must_use]
pub fn choices(combat: &[Eligible], active: Side) -> (Side, Vec<Vec<Met>>) {
    enforces!("FOGR-COMBAT-011", "FOGR-COMBAT-012", "FOGAM-COMBAT-016", "FOGAM-COMBAT-017");
    let (reds, blues, contacts) = numbered(combat);
    let (chooser, all) = pairings(&contacts, active);
    let met = |&(r, b): &(u8, u8)| {
        Some(Met { red: reds.get(usize::from(r))?.0, blue: blues.get(usize::from(b))?.0 })
    };
    (chooser, all.iter().map(|p| p.iter().filter_map(met).collect()).collect())
}

/// Looks at a pairing.
pub fn check(book: Rulebook, combat: &[Eligible], active: Side, pairs: &[Met]) -> Result<(), Refusal> {
    let known = |m: &Met| combat.iter().any(|e| e.bases == *m);
    if !pairs.iter().all(known) {
        return Err(Refusal::new(
            law!(book, "FOGR-COMBAT-010", "FOGAM-COMBAT-015"),
            "a base that is not in contact does not fight",
            "Pair bases in contact.",
        ));
    }
    // Where wagons fight on their long edge a pair does not say which half it means: any pairing will do that has these.
    if combat.iter().any(|e| e.halves != BySide::default()) {
        let sorted = |pairs: &[Met]| {
            let mut all: Vec<(BaseId, BaseId)> = pairs.iter().map(|m| (m.red, m.blue)).collect();
            all.sort_unstable();
            all
        };
        let wanted = sorted(pairs);
        return match choices(combat, active).1.iter().any(|p| sorted(p) == wanted) {
            true => Ok(()),
            false => Err(Refusal::new(
                law!(book, "FOGR-COMBAT-012", "FOGAM-COMBAT-017"),
                "both sides fight with the same number of bases, and every enemy base has an opponent",
                "Choose one of the pairings offered.",
            )),
        };
    }
    let (reds, blues, contacts) = numbered(combat);
    let number = |of: &[Part], b: BaseId| {
        of.iter().position(|x| x.0 == b).and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX)
    };
    let numbers: Vec<(u8, u8)> =
        pairs.iter().map(|p| (number(&reds, p.red), number(&blues, p.blue))).collect();
    book.check_pairing(&contacts, &numbers)
}

/// The pairs with how each base comes into the combat.
#[must_use]
pub fn fighting(combat: &[Eligible], pairs: &[Met]) -> Vec<FightingPair> {
    let how = |m: &Met| combat.iter().find(|e| e.bases == *m);
    pairs
        .iter()
        .filter_map(|m| how(m).map(|e| FightingPair { bases: *m, red: e.red, blue: e.blue }))
        .collect()
}
