//! Break point, initiative modifier, deployment batches.

use super::{Army, BattleGroup, CommanderLevel};
use crate::ancients::{self, Fate, GroupFate};
use crate::combat::Grade;
use crate::renaissance;
use crate::troops::{Book, TroopType};
use caracole_kernel::{BySide, Tally};
use caracole_ledger::enforces;

/// Fogr: a battle group that begins with 13 bases or more counts as two.
#[must_use]
pub fn is_grand(book: Book, group: &BattleGroup) -> bool {
    book == Book::Renaissance && renaissance::is_grand(size(group))
}

fn size(group: &BattleGroup) -> u8 {
    u8::try_from(group.size()).unwrap_or(u8::MAX)
}

/// The attrition at which the army routs.
#[must_use]
pub fn break_point(army: &Army) -> Tally {
    enforces!("FOGR-SPECIAL-011", "FOGAM-TURN-008");
    let mut tally = Tally::new("break point");
    match army.book {
        Book::Renaissance => {
            let sizes: Vec<u8> = army.battle_groups.iter().map(size).collect();
            renaissance::break_point(&sizes, &mut tally);
        }
        Book::Ancients => {
            let holds = |g: &BattleGroup| GroupFate::of(&g.profiles(), Fate::Holds);
            let groups: Vec<GroupFate> = army.battle_groups.iter().map(holds).collect();
            ancients::break_point(&groups, &mut tally);
        }
    }
    tally
}

/// The grade of the commander-in-chief.
#[must_use]
pub fn grade_in_chief(army: &Army) -> Grade {
    match army.c_in_c().map(|c| c.level) {
        Some(CommanderLevel::Great | CommanderLevel::Inspired) => Grade::Great,
        Some(CommanderLevel::Field) => Grade::Field,
        Some(CommanderLevel::Troop) | None => Grade::Troop,
    }
}

/// What the army adds to its die for initiative.
#[must_use]
pub fn initiative_modifier(army: &Army) -> Tally {
    let in_chief = grade_in_chief(army);
    let counts: fn(TroopType) -> bool = match army.book {
        Book::Renaissance => renaissance::counts_for_initiative,
        Book::Ancients => ancients::scouts,
    };
    let bases = army.battle_groups.iter().flat_map(|g| &g.bases).filter(|b| counts(b.troop_type));
    let bases = bases.map(|b| u16::from(b.count)).sum();
    let mut tally = Tally::new("initiative modifier");
    match army.book {
        Book::Renaissance => renaissance::initiative_modifier(in_chief, bases, &mut tally),
        Book::Ancients => ancients::initiative_modifiers(in_chief, bases, &mut tally),
    }
    tally
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
