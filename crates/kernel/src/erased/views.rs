//! What is seen, by messages.

use super::{Table, to_json};
use crate::{
    AnySession, Awaiting, Face, Piece, Rolled, Sentence, Side, System, Viewer,
    dice::{Roll, Throw},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that happened, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// The entry that brought it about; 0 for what happened before the first.
    pub entry: u64,
    /// The event itself.
    pub event: Value,
    /// The event told.
    pub sentence: Sentence,
    /// What it is about, those who act or throw dice first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Piece>,
    /// Whether it only opens a part of the battle, a turn or a phase.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
}

/// Dice that were thrown, with what they were thrown for, as one viewer sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cast {
    /// The entry of the log.
    pub entry: u64,
    /// What was asked for; without pools if the viewer may know only that dice fell.
    pub roll: Roll,
    /// How they fell.
    pub throw: Throw,
    /// What the faces show, where that is not their number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<Shown>,
}

/// What a face of one pool shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// The pool, by its place in the roll.
    pub pool: usize,
    /// The face, by its number.
    pub face: u8,
    /// What it shows.
    pub shows: Face,
}

/// What each viewer may see of a battle of whichever system.
pub trait AnyViews {
    /// What is awaited, as `viewer` may see it.
    fn awaiting(&self, viewer: Viewer) -> Awaiting<Option<Value>>;
    /// What `viewer` sees.
    fn view(&self, viewer: Viewer) -> Value;
    /// What happened after entry `after`, as `viewer` may see it.
    fn report(&self, viewer: Viewer, after: u64) -> Vec<Told>;
    /// The dice thrown after entry `after`, where they still count, as `viewer` may see them.
    fn casts(&self, viewer: Viewer, after: u64) -> Vec<Cast>;
    /// The dice that are awaited, hidden ones as well: for those who throw them.
    fn roll(&self) -> Option<Roll>;
    /// The battle as `side` may imagine it, with an empty record: what comes of a choice is foretold here, so that nothing
    /// hidden can show.
    fn imagined(&self, side: Side) -> Box<dyn AnySession>;
    /// Whether this record has shown anything that was hidden.
    fn revealed(&self) -> bool;
}

impl<S: System> AnyViews for Table<S>
where
    S::Setup: Send,
{
    fn awaiting(&self, viewer: Viewer) -> Awaiting<Option<Value>> {
        match self.session.awaiting().into_owned() {
            Awaiting::Decision { side, request } => {
                let seen = S::request_seen_by(&request, side, viewer);
                Awaiting::Decision { side, request: seen.map(|request| to_json(&request)) }
            }
            Awaiting::Dice(roll) => Awaiting::Dice(S::roll_seen_by(&roll, viewer).without_decks()),
            Awaiting::Nothing(outcome) => Awaiting::Nothing(outcome),
        }
    }

    fn view(&self, viewer: Viewer) -> Value {
        to_json(&S::view(self.session.battle(), viewer))
    }

    fn report(&self, viewer: Viewer, after: u64) -> Vec<Told> {
        let scenario = self.session.battle().scenario();
        let since = self.history.iter().filter(|(entry, _)| *entry > after || (after == 0 && *entry == 0));
        since
            .filter_map(|(entry, event)| {
                let event = S::event_seen_by(event, viewer)?;
                let (sentence, about, opens) =
                    (S::tell(scenario, &event), S::about(&event), S::opens(&event));
                Some(Told { entry: *entry, event: to_json(&event), sentence, about, opens })
            })
            .collect()
    }

    fn casts(&self, viewer: Viewer, after: u64) -> Vec<Cast> {
        let since = self.session.rolled().iter().filter(|rolled| rolled.entry > after);
        since.map(|rolled| self.cast(rolled, viewer)).collect()
    }

    fn roll(&self) -> Option<Roll> {
        match self.session.awaiting().into_owned() {
            Awaiting::Dice(roll) => Some(roll.shown()),
            _ => None,
        }
    }

    fn imagined(&self, side: Side) -> Box<dyn AnySession> {
        // Always the same numbers: what is foretold must not change from one question to the next.
        let imagined = S::imagine(self.session.battle(), side, &mut |_| 0).into_owned();
        Box::new(Table::<S>::over(self.session.fork_of(imagined)))
    }

    fn revealed(&self) -> bool {
        self.session.revealed()
    }
}

impl<S: System> Table<S> {
    /// Dice as `viewer` may see them: the faces only of a roll that is seen whole.
    fn cast(&self, rolled: &Rolled<S::Purpose>, viewer: Viewer) -> Cast {
        let roll = S::roll_seen_by(&rolled.roll, viewer);
        let entry = rolled.entry;
        if roll.pools != rolled.roll.pools {
            let throw = Throw::default();
            return Cast { entry, roll: roll.without_decks(), throw, faces: Vec::new() };
        }
        let scenario = self.session.battle().scenario();
        let mut faces = Vec::new();
        for (n, (pool, thrown)) in roll.pools.iter().zip(&rolled.throw.0).enumerate() {
            let mut fallen: Vec<u8> = thrown.dice.iter().chain(&thrown.again).copied().collect();
            fallen.sort_unstable();
            fallen.dedup();
            faces.extend(fallen.into_iter().filter_map(|face| {
                let shows = S::face(scenario, rolled.roll.purpose, pool, face)?;
                Some(Shown { pool: n, face, shows })
            }));
        }
        Cast { entry, roll: roll.without_decks(), throw: rolled.throw.clone(), faces }
    }
}
