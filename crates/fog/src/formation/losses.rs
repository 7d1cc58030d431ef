//! Which bases are lost, and when a battle group has lost too many.

use super::{Formation, Nature, Placed, Status};
use crate::troops::{BaseProfile, Book, Capabilities, Capability, Quality};
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

/// Kinds of base with their numbers at the start and now.
fn strengths(start: &[BaseProfile], now: &[BaseProfile]) -> Vec<(BaseProfile, usize, usize)> {
    let mut kinds: Vec<(BaseProfile, usize, usize)> = Vec::new();
    for base in start {
        match kinds.iter_mut().find(|(kind, ..)| kind == base) {
            Some((_, n, _)) => *n += 1,
            None => kinds.push((*base, 1, 0)),
        }
    }
    for base in now {
        if let Some((_, _, n)) = kinds.iter_mut().find(|(kind, ..)| kind == base) {
            *n += 1;
        }
    }
    kinds
}

/// Whether the kinds stand in their original proportions.
fn in_proportion(kinds: &[(BaseProfile, usize, usize)]) -> bool {
    let Some((_, start, now)) = kinds.first() else { return true };
    kinds.iter().all(|(_, s, n)| n * start == now * s)
}

/// Fogr proportional loss: the kinds of base of which the next may be lost where there is a choice.
///
/// While the original proportions are upset, only kinds that have lost a smaller share of themselves than the kind that
/// has lost most may lose a base; once restored the choice is free.
#[must_use]
pub fn kinds_that_may_be_lost(start: &[BaseProfile], now: &[BaseProfile]) -> Vec<BaseProfile> {
    enforces!("FOGR-COHESION-056");
    let kinds = strengths(start, now);
    let free = in_proportion(&kinds);
    // Lost shares compared crosswise: a/b < c/d if a*d < c*b.
    let less = |(_, s, n): &(BaseProfile, usize, usize)| {
        kinds.iter().any(|(_, s2, n2)| (s - n.min(s)) * s2 < (s2 - n2.min(s2)) * s)
    };
    kinds.iter().filter(|k| k.2 > 0 && (free || less(k))).map(|(kind, ..)| *kind).collect()
}

/// Fogr: the kinds that may be lost to long range shooting by artillery alone.
#[must_use]
pub fn loss_to_artillery(start: &[BaseProfile], now: &[BaseProfile]) -> Vec<BaseProfile> {
    enforces!("FOGR-COHESION-047");
    let kinds = strengths(start, now);
    let present: Vec<_> = kinds.iter().filter(|(_, _, n)| *n > 0).collect();
    let cannot_shoot: Vec<_> =
        present.iter().filter(|(b, ..)| !b.capabilities.has_any(Capabilities::MISSILES)).collect();
    let bases: usize = cannot_shoot.iter().map(|(_, _, n)| *n).sum();
    if present.len() < 2 || bases < 2 || !in_proportion(&kinds) {
        return kinds_that_may_be_lost(start, now);
    }
    let most = cannot_shoot.iter().map(|(_, _, n)| *n).max().unwrap_or(0);
    let grade = |b: &BaseProfile| b.armour.map_or(0, |a| a.grade());
    let heaviest =
        cannot_shoot.iter().filter(|(_, _, n)| *n == most).map(|(b, ..)| grade(b)).max().unwrap_or(0);
    cannot_shoot.iter().filter(|(b, _, n)| *n == most && grade(b) == heaviest).map(|(b, ..)| *b).collect()
}

/// Fogr: the point base that a Swedish brigade loses to shooting that is mostly frontal, while more than one pike base is
/// left.
#[must_use]
pub fn point_base_is_lost<'a>(nature: &Nature<'_>, formation: &'a Formation) -> Option<&'a Placed> {
    enforces!("FOGR-COHESION-049");
    if nature.status != Status::SwedishBrigade {
        return None;
    }
    let pike = || formation.placed().filter(|p| p.base.has(Capability::Pike));
    // A column has no point position.
    let beside = |point: &&Placed| formation.placed().any(|p| p.at.file != point.at.file);
    (pike().count() > 1).then(|| pike().min_by_key(|p| p.at.rank)).flatten().filter(beside)
}

/// When a battle group that began with 2 bases autobreaks: the table and the percentages do not agree on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoBases {
    /// At 1 base whatever its quality, as the table prints it.
    ByTable,
    /// By the percentage of its quality.
    ByShare,
}

/// The share of its original bases, in per cent, that a battle group may lose without breaking.
#[must_use]
pub const fn bearable_losses(quality: Quality) -> u16 {
    enforces!("FOGR-COHESION-060", "FOGAM-COHESION-039");
    match quality {
        Quality::Elite => 60,
        Quality::Superior => 50,
        Quality::Average => 40,
        Quality::Poor => 30,
    }
}

/// Whether a battle group that began with `initial` bases breaks by itself with `remaining`.
#[must_use]
pub fn autobreaks(quality: Quality, initial: u8, remaining: u8, two: TwoBases) -> bool {
    let lost = u16::from(initial.saturating_sub(remaining));
    let by_table = two == TwoBases::ByTable && initial == 2 && remaining <= 1;
    by_table || lost * 100 > u16::from(initial) * bearable_losses(quality)
}

/// The most bases at which it has broken by itself; none if it began with none.
#[must_use]
pub fn autobreaks_at(quality: Quality, initial: u8, two: TwoBases) -> Option<u8> {
    (0..initial).rev().find(|&left| autobreaks(quality, initial, left, two))
}

/// The number of remaining bases at which a battle group of this size and quality autobreaks, with the reason.
#[must_use]
pub fn autobreak_at(book: Book, size: u8, quality: Quality) -> Tally {
    let rule = match book {
        Book::Renaissance => rule!("FOGR-COHESION-061"),
        Book::Ancients => rule!("FOGAM-COHESION-040"),
    };
    let mut tally = Tally::new("remaining bases at which the battle group autobreaks");
    let label = match size {
        2 => "a battle group of 2 breaks when it loses a base".to_owned(),
        _ => format!("{quality}: more than {}% of {size} bases lost", bearable_losses(quality)),
    };
    let most = autobreaks_at(quality, size, TwoBases::ByTable).unwrap_or(0);
    tally.add(rule, label, i32::from(most));
    tally
}
