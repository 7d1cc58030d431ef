//! Rulings in the course of a battle: any system, its own setup, the steps so far, and questions about what comes next.

use crate::given::Given;
use crate::{Point, RefereeError, Ruling, Rulings};
use caracole_kernel::{AnySession, AnySystem, Awaiting, Side, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The most steps or questions of a file.
const MOST: usize = 10_000;

/// A battle as far as it has got, and what is asked about it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Caracole course of a battle", extend("$id" = "caracole:course:1"))]
pub struct CourseFile {
    /// The system's code.
    pub system: String,
    /// Title of the answers.
    #[serde(default)]
    pub title: String,
    /// What the battle starts from: `caracole schema SYSTEM setup`.
    pub setup: Value,
    /// What has been done.
    #[serde(default, rename = "step")]
    pub steps: Vec<CourseStep>,
    /// What is asked.
    #[serde(default, rename = "question")]
    pub questions: Vec<CourseQuestion>,
}

/// A step: a choice of a side, or dice.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CourseStep {
    /// Who chooses; the side that is asked unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What: `caracole schema SYSTEM decision`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choose: Option<Value>,
    /// The dice of one roll or of several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
}

/// What is asked about the battle after the steps. The battle itself stays as it is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CourseQuestion {
    /// What is awaited, and of whom.
    Awaiting,
    /// What the side that is asked could choose.
    Choices,
    /// Whether a choice is legal, and what comes of it.
    Legal {
        /// Who chooses; the side that is asked unless said otherwise.
        #[serde(default)]
        side: Option<Side>,
        /// What.
        choose: Value,
    },
    /// What dice do.
    Dice {
        /// As they fall.
        dice: Vec<u8>,
    },
    /// What has happened so far.
    Report,
}

/// Plays the steps of a file and answers its questions.
pub fn rule_on_course(file: &CourseFile, system: &dyn AnySystem) -> Result<Rulings, RefereeError> {
    if file.steps.len() > MOST || file.questions.len() > MOST {
        return Err(RefereeError::at(
            "step",
            "there are too many",
            "give 10000 steps and questions or fewer",
        ));
    }
    let mut session = system.start(file.setup.clone())?;
    for (number, step) in file.steps.iter().enumerate() {
        take(session.as_mut(), step, &format!("step {}", number + 1))?;
    }
    let mut rulings = Vec::new();
    for (number, question) in file.questions.iter().enumerate() {
        // Each question gets a battle of its own, so that none changes what the next is asked about.
        let mut session = system.start(file.setup.clone())?;
        for step in &file.steps {
            take(session.as_mut(), step, "step")?;
        }
        rulings.push(answer(session.as_mut(), question, &format!("question {}", number + 1))?);
    }
    Ok(Rulings { system: file.system.clone(), title: file.title.clone(), rulings })
}

fn asked(session: &dyn AnySession) -> Option<Side> {
    match session.awaiting(Viewer::Spectator) {
        Awaiting::Decision { side, .. } => Some(side),
        _ => None,
    }
}

fn take(session: &mut dyn AnySession, step: &CourseStep, place: &str) -> Result<(), RefereeError> {
    match (&step.choose, step.dice.as_slice()) {
        (Some(choice), []) => {
            let side = step.side.or_else(|| asked(session)).unwrap_or(Side::Red);
            session.choose(side, choice).map_err(|refusal| RefereeError::from(refusal).within(place))
        }
        (None, [_, ..]) => throw(session, &step.dice, place),
        _ => Err(RefereeError::at(place, "a step is a choice or dice", "give either `choose` or `dice`")),
    }
}

/// Throws all the dice that are given.
fn throw(session: &mut dyn AnySession, dice: &[u8], place: &str) -> Result<(), RefereeError> {
    let mut given = Given::new(dice);
    while given.left() > 0 {
        if !matches!(session.awaiting(Viewer::Spectator), Awaiting::Dice(_)) {
            return Err(RefereeError::at(
                place,
                format!("{} dice are left over, and none is awaited", given.left()),
                "give only the dice that are thrown before the next choice",
            ));
        }
        session.throw(&mut given).map_err(|e| {
            RefereeError::at(place, e.to_string(), "give a die for every one that is thrown, re-rolls too")
        })?;
    }
    Ok(())
}

fn told_since(session: &dyn AnySession, entry: u64) -> Vec<Point> {
    // The referee sees what either side sees.
    let mut all = session.report(Viewer::Red, entry);
    for seen in session.report(Viewer::Blue, entry) {
        if !all.contains(&seen) {
            let at = all.partition_point(|known| known.entry <= seen.entry);
            all.insert(at, seen);
        }
    }
    all.into_iter().map(|seen| seen.sentence.into()).collect()
}

fn answer(
    session: &mut dyn AnySession,
    question: &CourseQuestion,
    place: &str,
) -> Result<Ruling, RefereeError> {
    let so_far = session.entries();
    Ok(match question {
        CourseQuestion::Awaiting => {
            let (text, value) = match session.awaiting(asked(session).map_or(Viewer::Spectator, Viewer::from))
            {
                Awaiting::Decision { side, request } => {
                    (format!("A choice of {side} is awaited."), json!(request))
                }
                Awaiting::Dice(roll) => {
                    (format!("Dice are awaited: {}.", roll.purpose), json!(session.roll().unwrap_or(roll)))
                }
                Awaiting::Nothing(outcome) => ("The battle is over.".to_owned(), json!(outcome)),
            };
            let points = vec![Point::new(text, &[])];
            Ruling { odds: Some(value), ..Ruling::answered("What is awaited?", points) }
        }
        CourseQuestion::Choices => {
            let choices = asked(session).map(|side| session.candidates(side)).unwrap_or_default();
            let points = choices.iter().map(|c| Point::new(c.to_string(), &[])).collect();
            Ruling { odds: Some(json!(choices)), ..Ruling::answered("What could be chosen?", points) }
        }
        CourseQuestion::Legal { side, choose } => {
            let side = side.or_else(|| asked(session)).unwrap_or(Side::Red);
            let words = format!("May {side} choose {choose}?");
            match session.choose(side, choose) {
                Ok(()) => Ruling::legal(words, told_since(session, so_far)),
                Err(refusal) => Ruling::refused(words, refusal),
            }
        }
        CourseQuestion::Dice { dice } => {
            throw(session, dice, place)?;
            Ruling::answered(format!("What do the dice {dice:?} do?"), told_since(session, so_far))
        }
        CourseQuestion::Report => Ruling::answered("What has happened?", told_since(session, 0)),
    })
}
