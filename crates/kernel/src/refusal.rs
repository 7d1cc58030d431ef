//! Refusals teach: the rule that forbids, the facts, and what would make it legal.

use crate::words::Piece;
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// Why a step was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// What is wrong, as a sentence.
    pub problem: Cow<'static, str>,
    /// The numbers and names behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// What would make it legal.
    pub remedy: Cow<'static, str>,
}

/// One named fact of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// What it is.
    pub name: Cow<'static, str>,
    /// Its value.
    pub value: FactValue,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FactValue {
    /// A number.
    Number(i64),
    /// A distance on the table.
    Length {
        /// Micrometres.
        um: i64,
    },
    /// An angle.
    Angle {
        /// Thousandths of a degree.
        millidegrees: i64,
    },
    /// Something on the table. Only a viewer who sees it may learn what it is called.
    Piece(Piece),
    /// A name or a few words.
    Text(Cow<'static, str>),
}

impl From<i64> for FactValue {
    fn from(n: i64) -> Self {
        FactValue::Number(n)
    }
}

impl From<i32> for FactValue {
    fn from(n: i32) -> Self {
        FactValue::Number(n.into())
    }
}

impl From<u32> for FactValue {
    fn from(n: u32) -> Self {
        FactValue::Number(n.into())
    }
}

impl From<usize> for FactValue {
    fn from(n: usize) -> Self {
        FactValue::Number(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<&'static str> for FactValue {
    fn from(text: &'static str) -> Self {
        FactValue::Text(Cow::Borrowed(text))
    }
}

impl From<String> for FactValue {
    fn from(text: String) -> Self {
        FactValue::Text(Cow::Owned(text))
    }
}

impl Refusal {
    /// A refusal by a rule; say what is wrong and what would make it right.
    pub fn new(
        rule: RuleId,
        problem: impl Into<Cow<'static, str>>,
        remedy: impl Into<Cow<'static, str>>,
    ) -> Self {
        Refusal { rule, problem: problem.into(), facts: Vec::new(), remedy: remedy.into() }
    }

    /// Adds a fact.
    pub fn fact(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<FactValue>) -> Self {
        self.facts.push(Fact { name: name.into(), value: value.into() });
        self
    }

    /// Adds a distance in micrometres.
    pub fn length(self, name: &'static str, um: impl Into<i64>) -> Self {
        self.fact(name, FactValue::Length { um: um.into() })
    }

    /// Adds an angle in thousandths of a degree.
    pub fn angle(self, name: &'static str, millidegrees: impl Into<i64>) -> Self {
        self.fact(name, FactValue::Angle { millidegrees: millidegrees.into() })
    }

    /// Adds all of these things on the table.
    pub fn pieces(mut self, name: &'static str, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let facts = pieces.into_iter().map(|p| Fact { name: name.into(), value: FactValue::Piece(p) });
        self.facts.extend(facts);
        self
    }

    /// Adds something on the table.
    pub fn piece(self, name: &'static str, piece: Piece) -> Self {
        self.fact(name, FactValue::Piece(piece))
    }
}

impl fmt::Display for FactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactValue::Number(n) => n.fmt(f),
            FactValue::Length { um } => write!(f, "{um} µm"),
            FactValue::Angle { millidegrees } => write!(f, "{millidegrees}/1000°"),
            FactValue::Piece(piece) => write!(f, "{} {}", piece.kind, piece.number),
            FactValue::Text(t) => f.write_str(t),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if !self.facts.is_empty() {
            f.write_str(" [")?;
            for (i, fact) in self.facts.iter().enumerate() {
                let comma = if i == 0 { "" } else { ", " };
                write!(f, "{comma}{}: {}", fact.name, fact.value)?;
            }
            f.write_str("]")?;
        }
        write!(f, " ({}). {}", self.rule, self.remedy)
    }
}

impl std::error::Error for Refusal {}
