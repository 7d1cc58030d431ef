//! Exact odds: every way that a round can go, walked by the round itself.

use super::{Arithmetic, Fight, Readings, Round, RoundState, Toll};
use caracole_odds::{Distribution, Enumerator, Fall, OddsError, Pools, Resolution, Stopped, fingerprint};
use smallvec::SmallVec;
use std::convert::Infallible;

/// What a round has done to each battle group, in their order.
pub type Tolls = SmallVec<[Toll; 4]>;

/// A round under way, for the enumerator.
struct Walking<'r, B> {
    round: &'r Round<'r, B>,
    state: RoundState,
}

impl<B> Clone for Walking<'_, B> {
    fn clone(&self) -> Self {
        Walking { round: self.round, state: self.state.clone() }
    }
}

impl<B> PartialEq for Walking<'_, B> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<B> Eq for Walking<'_, B> {}

impl<B: Arithmetic> Resolution for Walking<'_, B> {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        self.round.pools(&self.state)
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        self.round.feed(&mut self.state, |pool| fall.number(pool));
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.state)
    }
}

/// The exact distribution of what one combat phase does to the battle groups of a fight.
pub fn round_odds<B: Arithmetic>(
    enumerator: &mut Enumerator,
    fight: &Fight,
    readings: Readings,
) -> Result<Distribution<Tolls>, OddsError> {
    let round: Round<'_, B> = Round::new(fight, readings);
    let start = Walking { round: &round, state: round.start() };
    enumerator.run(&start, |_| false, |end| end.state.tolls.clone()).map_err(|stopped| match stopped {
        Stopped::Odds(error) => error,
        Stopped::Refused(never) => match never {},
    })
}
