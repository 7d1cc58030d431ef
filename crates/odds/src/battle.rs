//! Exact odds of a battle's own resolution.

use crate::{
    Distribution, OddsError,
    enumerate::{Fall, Pools, Resolution, Stopped, enumerate},
};
use caracole_kernel::{Awaiting, Battle, Refusal, Side, Step, System};

/// The most decisions that may follow one another without dice.
const MOST_DECISIONS: usize = 10_000;

/// Lets a battle run on from where it stands until it is over or `stop` says so, through every way that the
/// dice can fall, and gives the exact distribution of what `project` sees then.
///
/// Decisions met on the way are made by `decide`.
pub fn enumerate_battle<S: System, T: Ord>(
    battle: &Battle<S>,
    decide: impl Fn(&Battle<S>, Side, &S::Request) -> S::Decision,
    stop: impl Fn(&Battle<S>) -> bool,
    project: impl Fn(&Battle<S>) -> T,
) -> Result<Distribution<T>, Stopped<Refusal>> {
    let players = Players { decide, stop };
    let mut start = Course { battle: battle.clone(), players: &players };
    start.decide().map_err(Stopped::from)?;
    let stopped = |course: &Course<'_, S, _, _>| (players.stop)(&course.battle);
    enumerate(&start, stopped, |course| project(&course.battle)).map_err(|stopped| match stopped {
        Stopped::Odds(error) => Stopped::Odds(error),
        Stopped::Refused(halt) => halt.into(),
    })
}

/// Who decides, and when to stop.
struct Players<D, P> {
    decide: D,
    stop: P,
}

/// Why a course of a battle went no further.
enum Halt {
    Refused(Refusal),
    /// Decision followed decision without end.
    Undecided,
}

impl From<Halt> for Stopped<Refusal> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Refused(refusal) => Stopped::Refused(refusal),
            Halt::Undecided => OddsError::Undecided { decisions: MOST_DECISIONS }.into(),
        }
    }
}

/// A battle under way between decisions already provided for.
struct Course<'a, S: System, D, P> {
    battle: Battle<S>,
    players: &'a Players<D, P>,
}

impl<S: System, D, P> Clone for Course<'_, S, D, P> {
    fn clone(&self) -> Self {
        Course { battle: self.battle.clone(), players: self.players }
    }
}

impl<S: System, D, P> PartialEq for Course<'_, S, D, P> {
    fn eq(&self, other: &Self) -> bool {
        self.battle == other.battle
    }
}

impl<S: System, D, P> Eq for Course<'_, S, D, P> {}

impl<S, D, P> Course<'_, S, D, P>
where
    S: System,
    D: Fn(&Battle<S>, Side, &S::Request) -> S::Decision,
    P: Fn(&Battle<S>) -> bool,
{
    /// Makes decisions until dice are awaited or nothing more is to be done.
    fn decide(&mut self) -> Result<(), Halt> {
        for _ in 0..MOST_DECISIONS {
            let Awaiting::Decision { side, request } = self.battle.awaiting() else { return Ok(()) };
            if (self.players.stop)(&self.battle) {
                return Ok(());
            }
            let side = *side;
            let decision = (self.players.decide)(&self.battle, side, request);
            self.battle.apply(&Step::Choose { side, decision }).map_err(Halt::Refused)?;
        }
        Err(Halt::Undecided)
    }
}

impl<S, D, P> Resolution for Course<'_, S, D, P>
where
    S: System,
    D: Fn(&Battle<S>, Side, &S::Request) -> S::Decision,
    P: Fn(&Battle<S>) -> bool,
{
    type Refusal = Halt;

    fn awaits(&self) -> Option<Pools> {
        match self.battle.awaiting() {
            Awaiting::Dice(roll) => Some(roll.pools.clone()),
            Awaiting::Decision { .. } | Awaiting::Nothing(_) => None,
        }
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Halt> {
        self.battle.apply(&Step::Dice(fall.throw())).map_err(Halt::Refused)?;
        self.decide()
    }

    fn fingerprint(&self) -> u64 {
        self.battle.hash().0 as u64
    }
}
