//! Why something may not be done: small enough to be made and thrown away by the thousand, and turned into a full
//! refusal only when a player is to read it.

use super::field::Field;
use crate::{counters::UnitId, hex::Hex};
use caracole_kernel::{NotAsked, Refusal};
use caracole_ledger::{RuleId, rule};

/// A reason against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A rule forbids it; what is wrong, and what would help.
    Rule(RuleId, &'static str, &'static str),
    /// Not enough movement points.
    TooDear {
        /// Points needed.
        need: u8,
        /// Points left.
        left: u8,
    },
    /// A hex is in the way.
    At(RuleId, Hex, &'static str, &'static str),
    /// A unit is in the way.
    Unit(RuleId, UnitId, &'static str, &'static str),
}

/// The bar to a decision that answers another question.
pub const NOT_ASKED: Bar =
    Bar::Rule(rule!("TABLE-002"), "That doesn't answer the question", "Choose one of the answers offered.");

impl From<NotAsked> for Bar {
    fn from(_: NotAsked) -> Self {
        NOT_ASKED
    }
}

impl Bar {
    /// The refusal that a player reads.
    pub fn refusal(self, field: Field<'_>) -> Refusal {
        match self {
            Bar::Rule(rule, problem, remedy) => Refusal::new(rule, problem, remedy),
            Bar::TooDear { need, left } => Refusal::new(
                rule!("MPBS-7.1.1d"),
                "There are not enough movement points for that",
                "Take a cheaper way, or stop here.",
            )
            .fact("needed", u32::from(need))
            .fact("left", u32::from(left)),
            Bar::At(rule, hex, problem, remedy) => {
                Refusal::new(rule, problem, remedy).fact("hex", hex.to_string())
            }
            Bar::Unit(rule, unit, problem, remedy) => {
                Refusal::new(rule, problem, remedy).fact("unit", field.counter(unit).name.clone())
            }
        }
    }
}

/// Shorthand for results that may be barred.
pub type Allowed<T = ()> = Result<T, Bar>;
