//! Questions to the referee that a position file may carry. Pictures leave them aside.

use super::check::group_named;
use super::lengths::{Measure, angle};
use super::{PositionGroup, Question};
use caracole_document::Field;
use caracole_document::Problems;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Who touches whom, and how it counts: all groups, or those of `group`.
    Contact,
    /// What each side rolls in the fights of a phase, at what advantage and why, and the exact odds: `phase` is impact
    /// (with the charge: `group`, `targets`, `wheel`), shooting or melee.
    Fight,
    /// Whom a group may shoot at: `group`, or everybody.
    Shoot,
    /// Whose flank is threatened and by what: `group`, or everybody.
    Flank,
    /// Whether a group counts as supported, by whom and why, and which commanders can influence it: `group`, or everybody.
    Support,
    /// Whether a charge is legal: `group`, `targets`, `wheel`.
    Charge,
    /// Whether a move is legal: `group`, and `wheel` and then `ahead`, or a `decision`.
    Move,
    /// Whether a choice is legal, in the words of the battle's own messages: `phase`, `decision`.
    Legal,
    /// What dice do: `phase`, `dice`, and for the impact phase the charge.
    Dice,
}

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AskedPhase {
    /// Charges.
    Impact,
    /// Moves.
    Manoeuvre,
    /// Shooting.
    Shooting,
    /// Melee.
    Melee,
    /// Joint action.
    #[serde(rename = "joint action")]
    JointAction,
}

/// A hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WheelHand {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// A wheel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WheelFile {
    /// Towards which hand.
    pub hand: WheelHand,
    /// Degrees.
    pub degrees: f64,
}

/// A question to the referee.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionFile {
    /// What is asked; it decides which other fields are used.
    pub ask: Ask,
    /// The group that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The groups that are charged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<AskedPhase>,
    /// The wheel at the start of a charge or move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wheel: Option<WheelFile>,
    /// How far straight ahead, in the unit of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<f64>,
    /// The choice as the battle's own messages write it; groups may be given by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "any_table")]
    pub decision: Option<toml::Value>,
    /// Dice as they fall, all of them, in the order in which they are thrown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
}

/// Checks the questions of a file: groups exist, lengths and angles are usable, and no field is given in vain.
pub(crate) fn questions(
    files: &[QuestionFile],
    groups: &[PositionGroup],
    measure: &Measure,
    problems: &mut Problems,
) -> Vec<Question> {
    files.iter().enumerate().map(|(i, file)| question(i, file, groups, measure, problems)).collect()
}

fn question(
    number: usize,
    file: &QuestionFile,
    groups: &[PositionGroup],
    measure: &Measure,
    problems: &mut Problems,
) -> Question {
    let field = Field::top().then("question").then(number);
    spare_fields(file, &field, problems);
    let mut find = |name: &String, field: Field| {
        let found = group_named(groups, name, field.clone(), problems);
        if let Some(at) = found
            && groups.get(at).is_some_and(|g| g.group.is_none())
        {
            problems.add(
                field,
                format!("\"{name}\" is not on the table"),
                "ask about a group that has its place",
            );
        }
        found
    };
    let group = file.group.as_ref().and_then(|name| find(name, field.then("group")));
    let targets = file
        .targets
        .iter()
        .enumerate()
        .filter_map(|(i, name)| find(name, field.then("targets").then(i)))
        .collect();
    if file.group.is_none() && matches!(file.ask, Ask::Charge | Ask::Move) && file.decision.is_none() {
        problems.add(field.then("group"), "nobody is named", "say which group is meant: `group = \"…\"`");
    }
    if file.dice.len() > MAX_DICE {
        problems.add(field.then("dice"), format!("there are {} dice", file.dice.len()), "give 1000 or fewer");
    }
    Question {
        ask: file.ask,
        group,
        targets,
        phase: file.phase,
        wheel: file.wheel.map(|w| (w.hand, angle(w.degrees, field.then("wheel").then("degrees"), problems))),
        ahead: file.ahead.map(|a| measure.length(a, field.then("ahead"), problems)),
        decision: file.decision.clone(),
        dice: file.dice.clone(),
    }
}

/// Most dice of a question.
const MAX_DICE: usize = 1000;

fn spare_fields(file: &QuestionFile, field: &Field, problems: &mut Problems) {
    let used: &[&str] = match file.ask {
        Ask::Contact | Ask::Shoot | Ask::Flank | Ask::Support => &["group"],
        Ask::Fight => &["phase", "group", "targets", "wheel"],
        Ask::Charge => &["group", "targets", "wheel"],
        Ask::Move => &["group", "wheel", "ahead", "decision"],
        Ask::Legal => &["phase", "decision"],
        Ask::Dice => &["phase", "group", "targets", "wheel", "dice"],
    };
    let given = [
        ("group", file.group.is_some()),
        ("targets", !file.targets.is_empty()),
        ("phase", file.phase.is_some()),
        ("wheel", file.wheel.is_some()),
        ("ahead", file.ahead.is_some()),
        ("decision", file.decision.is_some()),
        ("dice", !file.dice.is_empty()),
    ];
    for (name, _) in given.into_iter().filter(|(name, given)| *given && !used.contains(name)) {
        problems.add(
            field.then(name),
            format!("this kind of question does not use `{name}`"),
            format!("remove it; it uses {}", used.join(", ")),
        );
    }
}

fn any_table(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "object" })
}
