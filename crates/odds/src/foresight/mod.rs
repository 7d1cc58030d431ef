//! What the dice may bring after a choice, exactly: the battle's own resolution tried with every reading, and where more
//! dice follow at once, those tried as well.

mod told;

use crate::{Fraction, Natural};
use caracole_kernel::{
    AnySession, Awaiting, Prospect, Sentence, Side, Step, Viewer,
    dice::{Roll, Throw, Value as Read},
    log::Act,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, btree_map::Entry};
use told::{Happening, merge, telling};

/// The most readings that are tried in all.
const MOST_TRIES: usize = 400;
/// The most throws in a row that are followed.
const MOST_THROWS: usize = 5;
/// The most questions before the first throw that are passed over.
const MOST_QUESTIONS: usize = 64;

/// The dice that a choice brings, and what may come of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Foresight {
    /// The dice.
    pub roll: Roll,
    /// What is told before they fall, with the tallies behind them.
    pub before: Vec<Sentence>,
    /// What they may bring, the likeliest first.
    pub chances: Vec<Chance>,
    /// Whether they come so only if those who are asked before do nothing more than they must.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supposing: bool,
    /// What the whole fight that begins with them may do to those who are in it, where it could be worked out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prospects: Vec<Prospect>,
}

/// Something that dice may bring. Throws that lead to the same state are one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chance {
    /// How likely, exactly: `5/36`; of dice that follow others, once those have fallen so.
    pub exactly: String,
    /// How likely, in hundredths of a percent.
    pub basis_points: u16,
    /// What the dice read, where that is one number: `7-9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<String>,
    /// What would be told, whichever of these throws it is.
    pub sentences: Vec<String>,
    /// The dice that follow at once, if any do and they could be followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Foresight>>,
    /// What comes next: dice that were not followed any farther, or a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Throws that lead to the same state.
struct Same {
    weight: Natural,
    reads: Vec<i32>,
    /// What all of them bring.
    happenings: Vec<Happening>,
    /// The battle after the first of them.
    session: Box<dyn AnySession>,
}

impl Same {
    fn merge(&mut self, other: Same) {
        self.weight += other.weight;
        self.reads.extend(other.reads);
        merge(&mut self.happenings, &other.happenings);
    }
}

/// Something hidden would be shown on the way: then nothing is told at all, because odds must not be a way to look behind
/// a screen.
struct Hidden;

impl Foresight {
    /// What a choice of `side` brings, if dice follow it at once or after questions that can be let be.
    pub fn of(session: &dyn AnySession, side: Side, decision: &Value) -> Option<Self> {
        let mut chosen = session.imagined(side);
        chosen.choose(side, decision).ok()?;
        if chosen.revealed() {
            return None;
        }
        let mut supposing = false;
        for _ in 0..MOST_QUESTIONS {
            if !chosen.passive_choice() {
                break;
            }
            supposing = true;
            if chosen.revealed() {
                return None;
            }
        }
        // Throw by throw nobody sees how a fight goes: where the whole of it is known, only its first is told.
        let prospects = chosen.prospects();
        let throws = if prospects.is_empty() { MOST_THROWS } else { 1 };
        let mut seer = Seer { viewer: Viewer::from(side), tries: MOST_TRIES, throws };
        let seen = seer.dice(&*chosen, 1).ok().flatten()?;
        Some(Foresight { supposing, prospects, ..seen })
    }

    /// What the dice that are about to fall may bring, as far as whoever looks may know; those that follow are not
    /// followed.
    pub fn of_dice(session: &dyn AnySession, viewer: Viewer) -> Option<Self> {
        let imagined = match viewer.side() {
            Some(side) => session.imagined(side),
            None => session.imagined(Side::Red).imagined(Side::Blue),
        };
        let mut seer = Seer { viewer, tries: MOST_TRIES, throws: 1 };
        seer.dice(&*imagined, 1).ok().flatten()
    }
}

struct Seer {
    viewer: Viewer,
    /// Readings that may still be tried.
    tries: usize,
    /// The most throws in a row that are followed.
    throws: usize,
}

impl Seer {
    /// What the awaited dice may bring; nothing if none are awaited or there are too many readings.
    fn dice(&mut self, session: &dyn AnySession, throws: usize) -> Result<Option<Foresight>, Hidden> {
        let Awaiting::Dice(roll) = session.awaiting(self.viewer) else { return Ok(None) };
        // Cards are never followed, whoever draws them: odds of a hand tell what is left of the deck.
        if session.roll().is_none_or(|roll| roll.draws()) {
            return Ok(None);
        }
        if roll.pools.is_empty() {
            return Err(Hidden);
        }
        let Ok(outcomes) = crate::outcomes(&roll) else { return Ok(None) };
        if throws > self.throws || outcomes.len() > self.tries {
            return Ok(None);
        }
        self.tries -= outcomes.len();
        let mut found: BTreeMap<String, Same> = BTreeMap::new();
        let mut all = Natural::default();
        for (throw, weight) in outcomes {
            all += &weight;
            let Some(same) = self.throw(session, &roll, throw, weight)? else { return Ok(None) };
            match found.entry(same.session.hash().to_string()) {
                Entry::Occupied(mut known) => known.get_mut().merge(same),
                Entry::Vacant(new) => drop(new.insert(same)),
            }
        }
        let Some(chances) = self.chances(found.into_values().collect(), &all, throws)? else {
            return Ok(None);
        };
        let before = session.report(self.viewer, 0).into_iter().map(|seen| seen.sentence).collect();
        Ok(Some(Foresight { roll, before, chances, supposing: false, prospects: Vec::new() }))
    }

    /// What one throw brings; nothing if the battle does not take it.
    fn throw(
        &self,
        session: &dyn AnySession,
        roll: &Roll,
        throw: Throw,
        weight: Natural,
    ) -> Result<Option<Same>, Hidden> {
        let mut thrown = session.fork();
        let Ok(read) = roll.read(&throw) else { return Ok(None) };
        let reads = match read.as_slice() {
            [Read::Number(number)] => vec![*number],
            _ => Vec::new(),
        };
        if thrown.act(Act::Step(Step::Dice(throw))).is_err() {
            return Ok(None);
        }
        if thrown.revealed() {
            return Err(Hidden);
        }
        // What the dice bring, without the names of the phases that follow.
        let seen = thrown.report(self.viewer, 0).into_iter().filter(|seen| !seen.opens);
        let happenings = seen.map(|seen| Happening::new(seen.event, &seen.sentence.text)).collect();
        Ok(Some(Same { weight, reads, happenings, session: thrown }))
    }

    /// The outcomes with their shares, the likeliest first.
    fn chances(
        &mut self,
        found: Vec<Same>,
        all: &Natural,
        throws: usize,
    ) -> Result<Option<Vec<Chance>>, Hidden> {
        let told: Vec<&[Happening]> = found.iter().map(|same| same.happenings.as_slice()).collect();
        let sentences = telling(&told);
        let mut groups: Vec<(Fraction, Vec<String>, Same)> = Vec::with_capacity(found.len());
        for (same, sentences) in found.into_iter().zip(sentences) {
            let Some(share) = Fraction::new(same.weight.clone(), all.clone()) else { return Ok(None) };
            groups.push((share, sentences, same));
        }
        // By what is told and never by the hashes: those are of the whole state, hidden things among it.
        groups.sort_by(|(share, told, a), (more, other, b)| {
            let likelier = more.basis_points().cmp(&share.basis_points());
            likelier.then_with(|| (&a.reads, told).cmp(&(&b.reads, other)))
        });
        // The likeliest are followed first, as long as there are tries left.
        let mut chances = Vec::with_capacity(groups.len());
        for (share, sentences, same) in groups {
            let then = self.dice(&*same.session, throws + 1)?.map(Box::new);
            let next = if then.is_some() { None } else { self.next(&*same.session) };
            chances.push(Chance {
                exactly: share.to_string(),
                basis_points: share.basis_points(),
                reads: ranges(same.reads),
                sentences,
                then,
                next,
            });
        }
        Ok(Some(chances))
    }

    /// What comes next, in words.
    fn next(&self, session: &dyn AnySession) -> Option<String> {
        match session.awaiting(self.viewer) {
            Awaiting::Dice(roll) if roll.pools.is_empty() => None,
            Awaiting::Dice(roll) => Some(roll.purpose.to_string()),
            Awaiting::Decision { .. } => session.prompt(self.viewer).map(|prompt| prompt.text.into_owned()),
            Awaiting::Nothing(_) => None,
        }
    }
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
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use caracole_kernel::{AnySystem, BySide, Erased};
    use caracole_trial::{Decision, Listed, Setup, Trial, UnitId};

    const RED: UnitId = UnitId(0);
    const BLUE: UnitId = UnitId(1);

    /// Two units of strength 4, one field apart, red to choose.
    fn face_to_face() -> Box<dyn AnySession> {
        let unit = |name: &str| Listed { name: name.to_owned(), strength: 4, veteran: false, ambush: false };
        let setup =
            Setup { armies: BySide { red: vec![unit("R")], blue: vec![unit("B")] }, turns: 40, cards: None };
        let mut session = Erased::<Trial>::new().start(serde_json::to_value(setup).unwrap()).unwrap();
        for (side, unit, by) in
            [(Side::Red, RED, 2), (Side::Blue, BLUE, -2), (Side::Red, RED, 2), (Side::Blue, BLUE, -1)]
        {
            for decision in [Decision::Move { unit, by }, Decision::Done] {
                session.choose(side, &serde_json::to_value(decision).unwrap()).unwrap();
            }
        }
        session
    }

    /// Four dice at 4+ hit k times with 1, 4, 6, 4, 1 chances in 16. Whoever is hit then throws two dice and falls below
    /// 7 after as many have been taken off: with two hits at 8 or less, 26 times in 36; with four at 10 or less, 33 times.
    #[test]
    fn dice_that_follow_dice_are_followed() {
        let session = face_to_face();
        let volley = serde_json::to_value(Decision::Volley { unit: RED, at: BLUE }).unwrap();
        let seen = Foresight::of(&*session, Side::Red, &volley).expect("dice follow");
        assert_eq!(seen.roll.purpose, "volley");
        let hits =
            |n: &str| seen.chances.iter().find(|c| c.reads.as_deref() == Some(n)).expect("so many hits");
        let shares: Vec<&str> = ["0", "1", "2", "3", "4"].map(|n| hits(n).exactly.as_str()).to_vec();
        assert_eq!(shares, ["1/16", "1/4", "3/8", "1/4", "1/16"]);
        assert!(hits("0").then.is_none(), "nobody tests");
        assert!(hits("0").next.is_some(), "but somebody is asked whether to fire back");
        for (n, worse, better) in [("1", "7/12", "5/12"), ("2", "13/18", "5/18"), ("4", "11/12", "1/12")] {
            let then = hits(n).then.as_ref().expect("a test follows");
            assert_eq!(then.roll.purpose, "morale test");
            let found: Vec<&str> = then.chances.iter().map(|c| c.exactly.as_str()).collect();
            assert_eq!(found, [worse, better], "{n} hits");
            assert!(then.chances.iter().all(|c| c.then.is_none()));
        }
    }

    #[test]
    fn numbers_in_a_row_are_told_as_one() {
        assert_eq!(ranges(vec![9, 0, 1, 2, 7]).as_deref(), Some("0-2, 7, 9"));
        assert_eq!(ranges(vec![]), None);
    }
}
