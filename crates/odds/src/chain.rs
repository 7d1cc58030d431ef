//! Markov chains: the same question asked of state after state.

use crate::{Distribution, Fraction, OddsError};
use std::collections::BTreeMap;

/// The most states that a chain may have.
const MOST_STATES: usize = 1 << 14;

/// A Markov chain of finitely many states, explored from its start.
#[derive(Clone, Debug)]
pub struct Chain<T> {
    states: Vec<T>,
    /// Where each state leads, as places in `states`; nothing for a state that stays for ever.
    moves: Vec<Option<Distribution<usize>>>,
}

/// How a chain ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absorption<T: Ord> {
    /// The state it ends in.
    pub end: Distribution<T>,
    /// The mean number of steps until then.
    pub mean_steps: Fraction,
}

impl<T: Ord + Clone> Chain<T> {
    /// Follows `step` from `start` to every state that can be reached; a state without a step is an end.
    pub fn explore(start: T, mut step: impl FnMut(&T) -> Option<Distribution<T>>) -> Result<Self, OddsError> {
        let mut places = BTreeMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut moves = Vec::new();
        while let Some(state) = states.get(moves.len()) {
            let next = step(state);
            if let Some(next) = &next {
                for outcome in next.outcomes() {
                    if !places.contains_key(outcome) {
                        places.insert(outcome.clone(), states.len());
                        states.push(outcome.clone());
                    }
                }
            }
            if states.len() > MOST_STATES {
                return Err(OddsError::States { limit: MOST_STATES });
            }
            moves.push(next.map(|next| next.map(|outcome| places.get(outcome).copied().unwrap_or(0))));
        }
        Ok(Chain { states, moves })
    }

    /// Every state, in the order found.
    pub fn states(&self) -> &[T] {
        &self.states
    }

    /// The state after so many steps; one that has ended stays where it is.
    pub fn after(&self, steps: usize) -> Distribution<T> {
        self.named(&self.places_after(steps))
    }

    /// The end reached within so many steps, or nothing while the chain is still under way.
    pub fn ended_within(&self, steps: usize) -> Distribution<Option<T>> {
        let ended = |&at: &usize| self.moves.get(at).is_some_and(Option::is_none);
        self.places_after(steps).map(|at| ended(at).then(|| self.states[*at].clone()))
    }

    fn named(&self, places: &Distribution<usize>) -> Distribution<T> {
        places.map(|&at| self.states[at].clone())
    }

    fn places_after(&self, steps: usize) -> Distribution<usize> {
        let mut places = Distribution::always(0);
        for _ in 0..steps {
            if places.outcomes().iter().all(|&at| self.moves[at].is_none()) {
                break;
            }
            let next = |&at: &usize| self.moves[at].clone().unwrap_or_else(|| Distribution::always(at));
            places = places.and_then(next).reduced();
        }
        places
    }

    /// Where the chain ends and how long that takes on average, however long it may go on.
    ///
    /// States are taken out one by one, each way through them becoming a way around them, until only the
    /// start and the ends are left.
    pub fn absorbed(&self) -> Result<Absorption<T>, OddsError> {
        let mut ways: Vec<BTreeMap<usize, Fraction>> = self.moves.iter().map(ways_of).collect();
        let mut steps: Vec<Fraction> = vec![Fraction::ONE; ways.len()];
        for out in (0..ways.len()).rev().filter(|&at| self.moves[at].is_some()) {
            let mut onward = std::mem::take(&mut ways[out]);
            let leaves = Fraction::ONE - onward.remove(&out).unwrap_or_default();
            let scale = Fraction::ONE.checked_div(&leaves).ok_or(OddsError::NeverAbsorbed)?;
            for way in onward.values_mut() {
                *way = &*way * &scale;
            }
            steps[out] = &steps[out] * &scale;
            for from in 0..out {
                let Some(into) = ways[from].remove(&out) else { continue };
                for (&to, way) in &onward {
                    let around = ways[from].entry(to).or_default();
                    *around = &*around + &(&into * way);
                }
                steps[from] = &steps[from] + &(&into * &steps[out]);
            }
            ways[out] = onward;
        }
        if self.moves[0].is_none() {
            return Ok(Absorption {
                end: Distribution::always(self.states[0].clone()),
                mean_steps: Fraction::ZERO,
            });
        }
        let ends = ways[0].iter().map(|(&at, chance)| (self.states[at].clone(), chance.clone()));
        let end = Distribution::of_probabilities(ends.collect()).ok_or(OddsError::NeverAbsorbed)?;
        Ok(Absorption { end, mean_steps: steps[0].clone() })
    }
}

fn ways_of(next: &Option<Distribution<usize>>) -> BTreeMap<usize, Fraction> {
    next.iter().flat_map(Distribution::probabilities).map(|(&to, chance)| (to, chance)).collect()
}
