//! Where a rulebook is unclear, the reading is a named option.

use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A rule that can be read in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Name of the option, such as `fogr.impact.pike_four_ranks_adds`.
    pub name: &'static str,
    /// The rule that is unclear.
    pub rule: RuleId,
    /// The reading taken unless the players agree otherwise.
    pub default: bool,
    /// What it means when it is on.
    pub on: &'static str,
    /// What it means when it is off.
    pub off: &'static str,
}

/// The readings that a game is played with: those of a book's list that differ from the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Readings {
    flipped: u64,
}

impl Readings {
    /// Every reading at its default.
    pub const DEFAULT: Readings = Readings { flipped: 0 };

    /// The same readings with the one at this place of the book's list turned round.
    #[must_use]
    pub const fn flip(self, place: usize) -> Self {
        Readings { flipped: self.flipped ^ (1 << (place & 63)) }
    }

    /// Whether the reading at this place of the book's list is on.
    pub fn is_on(self, list: &[Reading], place: usize) -> bool {
        let flipped = self.flipped & (1 << (place & 63)) != 0;
        list.get(place).is_some_and(|reading| reading.default != flipped)
    }

    /// The readings named in a file; an unknown name is given back.
    pub fn named(list: &[Reading], chosen: &BTreeMap<String, bool>) -> Result<Self, UnknownReading> {
        let mut readings = Readings::DEFAULT;
        for (name, &on) in chosen {
            let place = list.iter().position(|r| r.name == name).ok_or_else(|| UnknownReading {
                name: name.chars().take(80).collect(),
                known: list.iter().map(|r| r.name).collect(),
            })?;
            if list[place].default != on {
                readings = readings.flip(place);
            }
        }
        Ok(readings)
    }
}

/// An option that the book's list does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no option is called \"{name}\"; the options are {}", known.join(", "))]
pub struct UnknownReading {
    /// The name that was given.
    pub name: String,
    /// The names that exist.
    pub known: Vec<&'static str>,
}

/// A reading that decided part of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mattered {
    /// Name of the option.
    pub option: &'static str,
    /// How it was set.
    pub on: bool,
    /// What that means.
    pub meaning: &'static str,
    /// The rule that is unclear.
    pub rule: RuleId,
}

/// The readings that made a difference: each is turned round in its turn, and the answer compared.
pub fn mattered<A: PartialEq>(
    list: &[Reading],
    readings: Readings,
    answer: &A,
    again: impl Fn(Readings) -> Option<A>,
) -> Vec<Mattered> {
    let differs = |&(place, _): &(usize, &Reading)| again(readings.flip(place)).is_some_and(|a| a != *answer);
    let tell = |(place, reading): (usize, &Reading)| {
        let on = readings.is_on(list, place);
        Mattered {
            option: reading.name,
            on,
            meaning: if on { reading.on } else { reading.off },
            rule: reading.rule,
        }
    };
    list.iter().enumerate().filter(differs).map(tell).collect()
}
