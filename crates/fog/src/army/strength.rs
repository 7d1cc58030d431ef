//! Break point, initiative modifier, deployment batches.

use super::{Army, BattleGroup, CommanderLevel};
use crate::troops::{Book, TroopType, is_skirmishers};
use caracole_kernel::{BySide, Tally};
use caracole_ledger::{enforces, rule};

/// Fogr: a battle group that begins with 13 bases or more counts as two.
#[must_use]
pub fn is_grand(book: Book, group: &BattleGroup) -> bool {
    enforces!("FOGR-TURN-006", "FOGR-GLOSSARY-020");
    book == Book::Renaissance && group.size() >= 13
}

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The attrition at which the army routs.
#[must_use]
pub fn break_point(army: &Army) -> Tally {
    enforces!("FOGR-TURN-005", "FOGR-SPECIAL-011", "FOGAM-GLOSSARY-004");
    enforces!("FOGAM-TURN-008", "FOGAM-SPECIAL-013");
    let mut tally = Tally::new("break point");
    match army.book {
        Book::Renaissance => {
            let grand = army.battle_groups.iter().filter(|g| is_grand(army.book, g)).count();
            let rule = rule!("FOGR-VICTORY-002");
            tally.add(rule, "battle groups", number(army.battle_groups.len() - grand));
            tally.add(rule, "grand battle groups, counting as two", number(2 * grand));
        }
        Book::Ancients => {
            let counted = army
                .battle_groups
                .iter()
                .filter(|g| !g.bases.iter().all(|b| b.troop_type == TroopType::ScythedChariots));
            let (skirmishers, battle): (Vec<_>, Vec<_>) =
                counted.partition(|g| is_skirmishers(&g.profiles()));
            let rule = rule!("FOGAM-TURN-006");
            tally.add(rule, "battle groups of battle troops", number(battle.len()));
            tally.add(
                rule,
                format!("{} battle groups of skirmishers at a half, rounded up", skirmishers.len()),
                number(skirmishers.len().div_ceil(2)),
            );
        }
    }
    tally
}

/// What the army adds to its die for initiative.
#[must_use]
pub fn initiative_modifier(army: &Army) -> Tally {
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-SETUP-006"),
        Book::Ancients => rule!("FOGAM-SETUP-005"),
    };
    let mut tally = Tally::new("initiative modifier");
    match army.c_in_c().map(|c| c.level) {
        Some(CommanderLevel::Great) => tally.add(rule, "C-in-C is a great commander", 2),
        Some(CommanderLevel::Inspired) => tally.add(rule, "C-in-C is an inspired commander", 2),
        Some(CommanderLevel::Field) => tally.add(rule, "C-in-C is a field commander", 1),
        Some(CommanderLevel::Troop) | None => {}
    }
    let scouts: usize = army
        .battle_groups
        .iter()
        .flat_map(|g| &g.bases)
        .filter(|b| scouts(army.book, b.troop_type))
        .map(|b| usize::from(b.count))
        .sum();
    match scouts {
        0..10 => {}
        10..=24 => tally.add(rule, format!("{scouts} bases of scouting troops (10 to 24)"), 1),
        _ => tally.add(rule, format!("{scouts} bases of scouting troops (more than 24)"), 2),
    }
    tally
}

/// The types that count for initiative.
fn scouts(book: Book, kind: TroopType) -> bool {
    use TroopType::*;
    match book {
        Book::Renaissance => {
            matches!(kind, Horse | DeterminedHorse | Cavaliers | Cavalry | LightHorse | Camelry | Dragoons)
        }
        Book::Ancients => matches!(kind, Cavalry | LightHorse | Camelry | LightCamelry | LightChariots),
    }
}

/// The battle groups of each of the four deployment batches, as indices from 0, in order of march.
///
/// A grand battle group takes two places; one that straddles two batches deploys in the earlier one.
#[must_use]
pub fn batches(army: &Army) -> [Vec<usize>; 4] {
    enforces!("FOGR-SETUP-063", "FOGR-SETUP-065", "FOGAM-SETUP-035");
    let order = army.deployment_order();
    let grand = |i: usize| army.battle_groups.get(i).is_some_and(|g| is_grand(army.book, g));
    let places: usize = order.iter().map(|i| if grand(*i) { 2 } else { 1 }).sum();
    let mut batches: [Vec<usize>; 4] = Default::default();
    let (mut place, mut batch, mut end) = (0, 0, places.div_ceil(4));
    for i in order {
        while place >= end && batch < 3 {
            batch += 1;
            // Larger batches first: the rest is shared out by the batches still to come.
            end += places.saturating_sub(end).div_ceil(4 - batch);
        }
        if let Some(groups) = batches.get_mut(batch) {
            groups.push(i);
        }
        place += if grand(i) { 2 } else { 1 };
    }
    batches
}

/// Beasts that an army's mounted troops may be used to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beasts {
    /// Elephants.
    Elephants,
    /// Camels of any kind.
    Camels,
}

/// Fogam: an army that starts with three battle groups of the beasts has mounted troops used to them.
#[must_use]
pub fn is_used_to(army: &Army, beasts: Beasts) -> bool {
    enforces!("FOGAM-SPECIAL-003");
    let are = |t: TroopType| match beasts {
        Beasts::Elephants => t == TroopType::Elephants,
        Beasts::Camels => t.is_camels(),
    };
    let groups = army
        .battle_groups
        .iter()
        .filter(|g| !g.bases.is_empty() && g.bases.iter().all(|b| are(b.troop_type)));
    army.book == Book::Ancients && groups.count() >= 3
}

/// How many naval units each side deploys: only the side with more, and only the difference.
#[must_use]
pub fn naval_units_deployed(bought: BySide<u8>) -> BySide<u8> {
    enforces!("FOGR-SPECIAL-009");
    BySide { red: bought.red.saturating_sub(bought.blue), blue: bought.blue.saturating_sub(bought.red) }
}
