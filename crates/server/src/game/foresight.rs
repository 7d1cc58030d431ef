//! What the dice may bring after a choice, exactly: the battle's own resolution tried with every reading.

use caracole_kernel::{
    AnySession, Awaiting, Sentence, Side, Step, Viewer,
    dice::{Roll, Value as Read},
    log::Act,
};
use caracole_odds::{Fraction, Natural};
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

/// Something that dice may bring. Throws that lead to the same state are one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chance {
    /// How likely, exactly: `5/36`.
    pub exactly: String,
    /// How likely, in hundredths of a percent.
    pub basis_points: u16,
    /// What the dice read, where that is one number: `7-9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<String>,
    /// What would be told, whichever of these throws it is.
    pub sentences: Vec<String>,
}

/// Throws that lead to the same state.
#[derive(Default)]
struct Same {
    weight: Natural,
    reads: Vec<i32>,
    sentences: Option<Vec<String>>,
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
    let mut found: BTreeMap<String, Same> = BTreeMap::new();
    let mut all = Natural::default();
    for (throw, weight) in outcomes {
        let mut thrown = chosen.fork();
        let read = match roll.read(&throw).ok()?.as_slice() {
            [Read::Number(number)] => Some(*number),
            _ => None,
        };
        thrown.act(Act::Step(Step::Dice(throw))).ok()?;
        if thrown.revealed() {
            return None;
        }
        let told = thrown.report(viewer, 0);
        let told: Vec<String> = told.iter().flat_map(|seen| parts(&seen.sentence.text)).collect();
        all += &weight;
        let same = found.entry(thrown.hash().to_string()).or_default();
        same.weight += weight;
        same.reads.extend(read);
        match &mut same.sentences {
            Some(common) => common.retain(|part| told.contains(part)),
            none => *none = Some(told),
        }
    }
    let mut chances: Vec<Chance> = found
        .into_values()
        .filter_map(|same| {
            let share = Fraction::new(same.weight, all.clone())?;
            let basis_points = (share.to_f64() * 10_000.0).round() as u16;
            let reads = ranges(same.reads);
            Some(Chance { exactly: share.to_string(), basis_points, reads, sentences: same.sentences? })
        })
        .collect();
    chances.sort_by_key(|chance| std::cmp::Reverse(chance.basis_points));
    Some(Foresight { roll, before, chances })
}

/// The sentences of a text.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = text.split_inclusive(". ").map(|part| part.trim().to_owned()).collect();
    parts.retain(|part| !part.is_empty());
    parts
}

/// `0-3, 7`
fn ranges(mut numbers: Vec<i32>) -> Option<String> {
    numbers.sort_unstable();
    numbers.dedup();
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if number == *last + 1 => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let text: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .collect();
    (!text.is_empty()).then(|| text.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_told_as_one() {
        assert_eq!(ranges(vec![9, 0, 1, 2, 7]).as_deref(), Some("0-2, 7, 9"));
        assert_eq!(ranges(vec![]), None);
    }

    #[test]
    fn a_text_is_taken_apart_at_its_sentences() {
        assert_eq!(
            parts("It fails. The die shows 7; so be it."),
            ["It fails.", "The die shows 7; so be it."]
        );
    }
}
