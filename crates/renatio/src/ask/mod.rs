//! Questions about the rules without a table: fights, volleys, KaB tests, hands and costs, with exact odds. The same
//! claims, dice and costs as in battles.
//!
//! ```
//! use caracole_renatio::ask::ask;
//! use serde_json::json;
//!
//! let question = json!({ "kind": "kab", "troops": "6 foot, close, formed, protected, superior, musket" });
//! let answer = ask(question).map_err(|e| e.error)?;
//! // Superior troops are tested on GREEN: one face in six is a Skull.
//! assert_eq!((answer["dice"].as_str(), answer["chances"][3]["probability"].as_str()), (Some("GREEN"), Some("1/6")));
//! # Ok::<(), String>(())
//! ```

mod cards;
mod fight;
mod file;
mod kab;
mod volley;

pub use fight::{FightFile, FightOdds, FileOdds, Phase, Round, UnitOdds, fight, fight_value};
pub use file::{FileSide, UnitWords};

use crate::charts::Charts;
use caracole_kernel::Refusal;
use caracole_odds::{Distribution, Fraction};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why a question is not answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AskError {
    /// What is wrong.
    pub error: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl AskError {
    /// An error with a remedy.
    pub fn new(error: impl Into<String>, remedy: impl Into<String>) -> Self {
        AskError { error: error.into(), remedy: Some(remedy.into()), ..AskError::default() }
    }

    /// At a place of the question.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Self {
        AskError { place: Some(place.into()), ..self }
    }
}

impl From<Refusal> for AskError {
    fn from(refusal: Refusal) -> Self {
        AskError {
            error: refusal.problem.into_owned(),
            place: None,
            remedy: Some(refusal.remedy.into_owned()),
            rule: Some(refusal.rule.id().to_owned()),
        }
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Question {
    /// Files that fight: claims, dice and what may become of everybody.
    Fight(FightFile),
    /// Files that shoot at a unit.
    Volley(volley::Volley),
    /// A KaB test.
    Kab(kab::Test),
    /// What a hand of cards may hold.
    Hand(cards::Hand),
    /// What an action costs.
    Cost(cards::CostOf),
}

/// The charts of the program.
fn charts() -> Result<Charts, AskError> {
    Charts::standard().map_err(|faults| AskError::new(faults.to_string(), "Mend the charts of the program."))
}

/// Answers a question.
pub fn ask(question: Value) -> Result<Value, AskError> {
    let question: Question = serde_json::from_value(question).map_err(|e| {
        AskError::new(
            e.to_string(),
            "ask for a fight, volley, kab, hand or cost, with the fields of its kind",
        )
    })?;
    match question {
        Question::Fight(file) => fight(&file).map(|odds| fight_value(&odds)),
        Question::Volley(volley) => volley.answer(),
        Question::Kab(test) => test.answer(),
        Question::Hand(hand) => hand.answer(),
        Question::Cost(cost) => cost.answer(),
    }
}

/// The shape of a question.
pub fn ask_schema() -> Schema {
    schema_for!(Question)
}

/// The shape of a fight file.
pub fn fight_schema() -> Schema {
    schema_for!(FightFile)
}

/// A chance in JSON.
pub fn chance(p: &Fraction) -> Value {
    json!({ "probability": p, "decimal": p.to_f64() })
}

/// A distribution in JSON.
fn chances<T: Ord>(odds: &Distribution<T>, name: impl Fn(&T) -> Value) -> Value {
    let of = |(result, p): (&T, Fraction)| json!({ "result": name(result), "probability": p, "decimal": p.to_f64() });
    odds.probabilities().map(of).collect()
}

#[cfg(test)]
mod tests;
