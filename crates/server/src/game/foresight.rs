//! What the dice may bring after a choice, exactly: the battle's own resolution tried with every reading.

use caracole_kernel::{AnySession, Awaiting, Sentence, Side, Step, Viewer, dice::Roll, log::Act};
use caracole_odds::Fraction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The most readings of a roll that are tried.
const MOST_READINGS: usize = 400;

/// The dice that a choice brings, and what may come of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Foresight {
    /// The dice.
    pub roll: Roll,
    /// What is told before they fall, with the tallies behind them.
    pub before: Vec<Sentence>,
    /// What they may bring, the likeliest first.
    pub chances: Vec<Chance>,
}

/// Something that dice may bring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chance {
    /// How likely, exactly: `5/36`.
    pub exactly: String,
    /// How likely, in hundredths of a percent.
    pub basis_points: u16,
    /// What would be told.
    pub sentences: Vec<String>,
}

/// What a choice of `side` brings, if dice follow it at once. Nothing is told when something hidden would be shown on
/// the way: odds must not be a way to look behind a screen.
pub(crate) fn of(session: &dyn AnySession, side: Side, decision: &Value) -> Option<Foresight> {
    let viewer = Viewer::from(side);
    let mut chosen = session.fork();
    chosen.choose(side, decision).ok()?;
    let Awaiting::Dice(roll) = chosen.awaiting(viewer) else { return None };
    if chosen.revealed() {
        return None;
    }
    let before = chosen.report(viewer, 0).into_iter().map(|seen| seen.sentence).collect();
    let outcomes = caracole_odds::outcomes(&roll).ok().filter(|all| all.len() <= MOST_READINGS)?;
    let mut told = BTreeMap::new();
    let mut all = caracole_odds::Natural::default();
    for (throw, weight) in outcomes {
        let mut thrown = chosen.fork();
        thrown.act(Act::Step(Step::Dice(throw))).ok()?;
        if thrown.revealed() {
            return None;
        }
        let sentences: Vec<String> =
            thrown.report(viewer, 0).into_iter().map(|seen| seen.sentence.text.into_owned()).collect();
        all += &weight;
        *told.entry(sentences).or_insert_with(caracole_odds::Natural::default) += weight;
    }
    let mut chances: Vec<Chance> = told
        .into_iter()
        .filter_map(|(sentences, weight)| {
            let share = Fraction::new(weight, all.clone())?;
            let basis_points = (share.to_f64() * 10_000.0).round() as u16;
            Some(Chance { exactly: share.to_string(), basis_points, sentences })
        })
        .collect();
    chances.sort_by_key(|chance| std::cmp::Reverse(chance.basis_points));
    Some(Foresight { roll, before, chances })
}
