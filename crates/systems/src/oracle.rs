//! Questions about the rules of a system without a table, and their exact odds.

use caracole_kernel::{Side, Tally};
use serde_json::Value;

/// A system that answers such questions.
pub trait Oracle: Sync {
    /// What can be asked, as the field `kind` names it.
    fn kinds(&self) -> &'static [&'static str];
    /// Answers one question; its fields are those of the system's own schema.
    fn ask(&self, question: Value) -> Result<Value, Unanswered>;
    /// Works out a fight file.
    fn fight(&self, text: &str) -> Result<FightTold, Unanswered>;
    /// The shapes of questions and fight files, by name.
    fn schemas(&self) -> Vec<(&'static str, Value)>;
}

/// Why a question is not answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unanswered {
    /// What is wrong.
    pub error: String,
    /// Where.
    pub place: Option<String>,
    /// The line of a file.
    pub line: Option<usize>,
    /// How to mend it.
    pub remedy: Option<String>,
    /// The rule that forbids it.
    pub rule: Option<String>,
}

/// A chance.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceTold {
    /// Of what.
    pub what: String,
    /// As a part of one.
    pub share: f64,
    /// In percent, with three places.
    pub percent: String,
}

/// What somebody throws, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceTold {
    /// Who throws what against whom.
    pub head: String,
    /// The sum behind it.
    pub tally: Tally,
}

/// Chances of one unit, or of the fight as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct ChancesTold {
    /// Whose.
    pub name: String,
    /// Of which side.
    pub side: Option<Side>,
    /// The chances.
    pub chances: Vec<ChanceTold>,
}

/// A fight worked out, to be told.
#[derive(Clone, Debug, PartialEq)]
pub struct FightTold {
    /// Its title.
    pub title: Option<String>,
    /// Where it begins and how long it goes on.
    pub phases: String,
    /// The dice of the first phase.
    pub dice: Vec<DiceTold>,
    /// What becomes of everybody.
    pub parts: Vec<ChancesTold>,
    /// The same in JSON.
    pub json: Value,
}
