//! What comes with a system, ready to be played: scenarios and armies. For clients that know no rules.

use crate::{BySide, Refusal, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The scenarios and armies of one system. Everything may be left out.
pub trait Library: Send + Sync {
    /// The scenarios to choose from.
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        Vec::new()
    }

    /// The setup of a scenario.
    fn setup(&self, _id: &str) -> Option<Value> {
        None
    }

    /// The setup of a battle between two armies; `None` where the system has no such battles.
    fn setup_of_armies(&self, _armies: BySide<Value>) -> Option<Value> {
        None
    }

    /// The armies; `None` where the system has none to build.
    fn armies(&self) -> Option<&dyn Armies> {
        None
    }
}

/// A library with nothing in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLibrary;

impl Library for NoLibrary {}

/// Armies that can be built.
pub trait Armies: Send + Sync {
    /// Those that come with the program.
    fn list(&self) -> Vec<ArmyInfo>;
    /// One of them.
    fn army(&self, id: &str) -> Option<Value>;
    /// The words that an army may use, by the field they stand in.
    fn words(&self) -> BTreeMap<String, Vec<String>>;
    /// Whether an army is legal, and what it costs.
    fn judge(&self, army: &Value) -> Result<Judgement, Unreadable>;
    /// A sheet to print, as SVG.
    fn sheet(&self, army: &Value) -> Result<String, Unreadable>;
    /// The army at a glance, in lines.
    fn lines(&self, army: &Value) -> Result<Vec<String>, Unreadable>;
    /// The text of a file to start from: of an army that comes with the program, or of a small one with comments.
    fn text(&self, id: Option<&str>) -> Option<&'static str>;
    /// A legal army by chance, if the system makes such; `below` draws a number below another.
    fn random(&self, _below: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        None
    }
    /// Whether battles can be fought with them.
    fn can_fight(&self) -> bool;
}

/// A scenario to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// A line about it.
    pub about: String,
    /// What each side is called.
    pub sides: BySide<String>,
    /// Whether newcomers should begin with it.
    pub easy: bool,
}

/// An army to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArmyInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it costs.
    pub points: i32,
}

/// Whether an army is legal, and what it costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// What it costs altogether, where it has a price.
    pub total: Option<Tally>,
    /// What each battle group costs, in the order listed.
    pub groups: Vec<Tally>,
    /// Figures such as the break point.
    pub figures: Vec<Tally>,
    /// Every rule it breaks.
    pub problems: Vec<ArmyProblem>,
}

/// A rule that an army breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArmyProblem {
    /// Where.
    pub place: String,
    /// The number of the battle group, from 0, if it is in one.
    pub group: Option<usize>,
    /// What is wrong, by which rule, and how to mend it.
    pub refusal: Refusal,
}

/// Why an army cannot even be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What is wrong.
    pub problem: String,
    /// How to mend it.
    pub remedy: String,
}
