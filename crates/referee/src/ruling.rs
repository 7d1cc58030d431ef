//! What a referee answers.

use caracole_kernel::{Refusal, Sentence, Tally};
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The answers to a file of questions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rulings {
    /// The system's code.
    pub system: String,
    /// The title of the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The rulings in the order of the questions.
    pub rulings: Vec<Ruling>,
}

/// The answer to one question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ruling {
    /// The question in words.
    pub question: String,
    /// Yes, no, or an answer that is neither.
    pub verdict: Verdict,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The answer point by point.
    pub points: Vec<Point>,
    /// Odds and other numbers for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Value>,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is legal.
    Legal,
    /// It is against a rule.
    Refused,
    /// The points answer it.
    Answered,
}

/// One point of an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Point {
    /// As a sentence.
    pub text: String,
    /// The rules behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// The numbers behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
}

impl Point {
    pub(crate) fn new(text: impl Into<String>, rules: &[RuleId]) -> Self {
        Point { text: text.into(), rules: rules.to_vec(), tallies: Vec::new() }
    }
}

impl From<Sentence> for Point {
    fn from(sentence: Sentence) -> Self {
        Point { text: sentence.text.into_owned(), rules: sentence.rules, tallies: sentence.tallies }
    }
}

impl Ruling {
    pub(crate) fn answered(question: impl Into<String>, points: Vec<Point>) -> Self {
        let question = question.into();
        Ruling { question, verdict: Verdict::Answered, refusal: None, points, odds: None }
    }

    pub(crate) fn legal(question: impl Into<String>, points: Vec<Point>) -> Self {
        Ruling { verdict: Verdict::Legal, ..Ruling::answered(question, points) }
    }

    pub(crate) fn refused(question: impl Into<String>, refusal: Refusal) -> Self {
        let text = format!("{} {}", ended(&refusal.problem), refusal.remedy);
        let points = vec![Point::new(text, &[refusal.rule])];
        Ruling { verdict: Verdict::Refused, refusal: Some(refusal), ..Ruling::answered(question, points) }
    }
}

/// A sentence with its full stop.
fn ended(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
