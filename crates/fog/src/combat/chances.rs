//! Exact odds: every way that a round can go, walked by the round itself.

use super::{
    Arithmetic, Fight, Readings, Round, RoundState, Tolls,
    walk::{GivesUp, Walker},
};
use caracole_odds::{Distribution, Enumerator, Fall, OddsError, Pools, Resolution, Stopped, fingerprint};
use std::convert::Infallible;

/// A round under way, for the enumerator.
struct Walking<'r, B: Arithmetic> {
    round: &'r Round<'r, B>,
    state: RoundState,
}

impl<B: Arithmetic> Clone for Walking<'_, B> {
    fn clone(&self) -> Self {
        Walking { round: self.round, state: self.state.clone() }
    }
}

impl<B: Arithmetic> PartialEq for Walking<'_, B> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<B: Arithmetic> Eq for Walking<'_, B> {}

impl<B: Arithmetic> Resolution for Walking<'_, B> {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        Some(self.round.pools_for(self.round.ahead(&self.state)?))
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        self.round.feed(&mut self.state, |pool| fall.number(pool));
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.state)
    }
}

/// Works out exact odds, and remembers the odds of the dice it has met. Worth keeping for many fights.
#[derive(Debug, Default)]
pub struct Chances {
    walker: Walker,
    enumerator: Enumerator,
}

impl Chances {
    /// The exact distribution of what one combat phase does to the battle groups of a fight.
    pub fn of_round<B: Arithmetic>(
        &mut self,
        fight: &Fight,
        readings: Readings,
    ) -> Result<Distribution<Tolls>, OddsError> {
        let round: Round<'_, B> = Round::new(fight, readings);
        match self.walker.run(&round) {
            Ok(ends) => Distribution::weighted(ends).ok_or(OddsError::Endless { rolls: 0 }),
            Err(GivesUp::Odds(error)) => Err(error),
            Err(GivesUp::Overflow) => self.walked_at_length(&round),
        }
    }

    /// The same by the general enumerator, which knows no bound to its weights.
    pub fn walked_at_length<B: Arithmetic>(
        &mut self,
        round: &Round<'_, B>,
    ) -> Result<Distribution<Tolls>, OddsError> {
        let start = Walking { round, state: round.start() };
        self.enumerator.run(&start, |_| false, |end| end.state.tolls.clone()).map_err(|stopped| match stopped
        {
            Stopped::Odds(error) => error,
            Stopped::Refused(never) => match never {},
        })
    }
}
