//! The enumerating dice source: walks every way that a resolution can go, with its exact weight.
//!
//! The walk goes roll by roll. All states that wait after the same number of rolls are held together, equal
//! ones merged, and each is fed everything that can be read from its dice. So a pool of eight dice branches
//! nine ways instead of 6^8, and the number of states held stays as small as the rules allow.

use crate::{
    Distribution, Natural, OddsError,
    distribution::lcm,
    pool,
    weight::{U256, Weight, bits},
};
use caracole_kernel::dice::{Pool, Throw, Value, Values};
use dashu::base::Gcd;
use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    hash::{Hash, Hasher},
};

/// The most states that are held at once.
pub(crate) const MOST_STATES: usize = 1 << 20;
/// The most rolls that may follow one another.
pub(crate) const MOST_ROLLS: usize = 10_000;

/// Pools thrown together.
pub type Pools = SmallVec<[Pool; 2]>;

/// Something that asks for dice until it is resolved: a battle, or a procedure of one cut out of it.
///
/// States are equal when they will go the same way from here; equal states have equal fingerprints.
pub trait Resolution: Clone + Eq {
    /// Why it may refuse to go on; [`Infallible`] where it never does.
    type Refusal;

    /// The dice that it waits for; nothing when it is resolved.
    fn awaits(&self) -> Option<Pools>;

    /// Goes on with what the dice say.
    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Self::Refusal>;

    /// A hash of the whole state; see [`fingerprint`].
    fn fingerprint(&self) -> u64;
}

/// A fast hash of a state, for [`Resolution::fingerprint`].
pub fn fingerprint(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// How the dice fell.
#[derive(Clone, Copy, Debug)]
pub struct Fall<'a> {
    pools: &'a [Pool],
    values: &'a [Value],
}

impl<'a> Fall<'a> {
    /// What is read from them, one value a pool.
    pub fn values(&self) -> &'a [Value] {
        self.values
    }

    /// The number read from a pool; 0 when there is no such pool or its reading is not a number.
    pub fn number(&self, pool: usize) -> i32 {
        self.values.get(pool).map_or(0, Value::number)
    }

    /// Dice that are read so.
    pub fn throw(&self) -> Throw {
        pool::representative(self.pools, self.values)
    }
}

/// Why a walk was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped<R> {
    /// It cannot be computed.
    #[error(transparent)]
    Odds(#[from] OddsError),
    /// The resolution refused to go on.
    #[error("the resolution refused to go on")]
    Refused(R),
}

impl From<Stopped<Infallible>> for OddsError {
    fn from(stopped: Stopped<Infallible>) -> Self {
        match stopped {
            Stopped::Odds(error) => error,
        }
    }
}

/// Walks every way from `start` until it is resolved or `stop` says so, and gives the exact distribution of
/// what `project` sees at the ends.
pub fn enumerate<R: Resolution, T: Ord>(
    start: &R,
    stop: impl Fn(&R) -> bool,
    project: impl Fn(&R) -> T,
) -> Result<Distribution<T>, Stopped<R::Refusal>> {
    Enumerator::default().run(start, stop, project)
}

/// Walks resolutions, and remembers the odds of the rolls it has met. Worth keeping for many walks.
#[derive(Debug, Default)]
pub struct Enumerator {
    rolls: Vec<RollOdds>,
}

#[derive(Debug)]
struct RollOdds {
    pools: Pools,
    odds: Distribution<Values>,
}

impl Enumerator {
    /// As [`enumerate`].
    pub fn run<R: Resolution, T: Ord>(
        &mut self,
        start: &R,
        stop: impl Fn(&R) -> bool,
        project: impl Fn(&R) -> T,
    ) -> Result<Distribution<T>, Stopped<R::Refusal>> {
        let mut frontier = Frontier::default();
        frontier.insert(start.clone(), 1u128);
        let walk = Walk { frontier, ends: BTreeMap::new(), total: Natural::ONE, rolls: 0 };
        let watch = Watch { stop, project };
        let walk = match walk.run(self, &watch)? {
            Progress::Finished(odds) => return Ok(odds),
            Progress::Outgrown(walk) => walk.widened::<U256>(),
        };
        let walk = match walk.run(self, &watch)? {
            Progress::Finished(odds) => return Ok(odds),
            Progress::Outgrown(walk) => walk.widened::<Natural>(),
        };
        match walk.run(self, &watch)? {
            Progress::Finished(odds) => Ok(odds),
            Progress::Outgrown(walk) => Err(OddsError::Endless { rolls: walk.rolls }.into()),
        }
    }

    /// The place of a roll's odds among those remembered.
    fn place(&mut self, pools: Pools) -> Result<usize, OddsError> {
        if let Some(at) = self.rolls.iter().position(|known| known.pools == pools) {
            return Ok(at);
        }
        let odds = pool::pools(&pools)?;
        self.rolls.push(RollOdds { pools, odds });
        Ok(self.rolls.len() - 1)
    }
}

/// What the caller wants to know.
struct Watch<S, P> {
    stop: S,
    project: P,
}

/// Different states with their weights, in the order first met.
struct Frontier<R, W> {
    places: HashTable<u32>,
    states: Vec<Held<R, W>>,
}

struct Held<R, W> {
    fingerprint: u64,
    state: R,
    weight: W,
}

impl<R, W> Default for Frontier<R, W> {
    fn default() -> Self {
        Frontier { places: HashTable::new(), states: Vec::new() }
    }
}

impl<R: Resolution, W: Weight> Frontier<R, W> {
    /// Adds a state, or its weight to that of an equal one.
    fn insert(&mut self, state: R, weight: W) {
        let fingerprint = state.fingerprint();
        let Frontier { places, states } = self;
        let same = |&at: &u32| {
            let held = &states[at as usize];
            held.fingerprint == fingerprint && held.state == state
        };
        match places.entry(fingerprint, same, |&at| states[at as usize].fingerprint) {
            Entry::Occupied(place) => states[*place.get() as usize].weight.add(&weight),
            Entry::Vacant(place) => {
                place.insert(states.len() as u32);
                states.push(Held { fingerprint, state, weight });
            }
        }
    }
}

/// A walk under way: all weights, of states and of ends, add up to the total.
struct Walk<R, T, W> {
    frontier: Frontier<R, W>,
    ends: BTreeMap<T, W>,
    total: Natural,
    rolls: usize,
}

enum Progress<R, T, W> {
    Finished(Distribution<T>),
    /// The next roll's weights need a wider representation.
    Outgrown(Walk<R, T, W>),
}

/// A state that waits for the roll at a place of the enumerator's memory.
struct Waiting<R, W> {
    state: R,
    weight: W,
    roll: usize,
}

impl<R: Resolution, T: Ord, W: Weight> Walk<R, T, W> {
    fn run<S: Fn(&R) -> bool, P: Fn(&R) -> T>(
        mut self,
        memory: &mut Enumerator,
        watch: &Watch<S, P>,
    ) -> Result<Progress<R, T, W>, Stopped<R::Refusal>> {
        let mut waiting = Vec::new();
        loop {
            self.sort_out(memory, watch, &mut waiting)?;
            if waiting.is_empty() {
                let pairs = self.ends.into_iter().collect();
                return Ok(Progress::Finished(Distribution::gathered::<W>(pairs, self.total)));
            }
            let common = common_total(memory, &waiting);
            if bits(&self.total) + bits(&common) > W::BITS {
                self.reduce(&mut waiting);
                if bits(&self.total) + bits(&common) > W::BITS {
                    self.put_back(waiting);
                    return Ok(Progress::Outgrown(self));
                }
            }
            self.throw(memory, &mut waiting, &common)?;
            self.rolls += 1;
            if self.rolls > MOST_ROLLS {
                return Err(OddsError::Endless { rolls: MOST_ROLLS }.into());
            }
        }
    }

    /// Moves states that have come to their end among the ends, and the others among the waiting.
    fn sort_out<S: Fn(&R) -> bool, P: Fn(&R) -> T>(
        &mut self,
        memory: &mut Enumerator,
        watch: &Watch<S, P>,
        waiting: &mut Vec<Waiting<R, W>>,
    ) -> Result<(), OddsError> {
        self.frontier.places.clear();
        for Held { state, weight, .. } in self.frontier.states.drain(..) {
            let awaited = if (watch.stop)(&state) { None } else { state.awaits() };
            match awaited {
                Some(pools) => waiting.push(Waiting { state, weight, roll: memory.place(pools)? }),
                None => {
                    let end = (watch.project)(&state);
                    match self.ends.get_mut(&end) {
                        Some(sum) => sum.add(&weight),
                        None => _ = self.ends.insert(end, weight),
                    }
                }
            }
        }
        Ok(())
    }

    /// Feeds every waiting state everything that its dice can say.
    fn throw(
        &mut self,
        memory: &Enumerator,
        waiting: &mut Vec<Waiting<R, W>>,
        common: &Natural,
    ) -> Result<(), Stopped<R::Refusal>> {
        let by = W::narrow(common);
        for weight in self.ends.values_mut() {
            *weight = weight.times(&by);
        }
        self.total *= common;
        for Waiting { state, weight, roll } in waiting.drain(..) {
            let RollOdds { pools, odds } = &memory.rolls[roll];
            let scale = match odds.total() == common {
                true => weight,
                false => weight.times(&W::narrow(&(common / odds.total()))),
            };
            for (values, chance) in odds.outcomes().iter().zip(W::unpack(odds.weights()).iter()) {
                let mut next = state.clone();
                next.feed(Fall { pools, values }).map_err(Stopped::Refused)?;
                self.frontier.insert(next, scale.times(chance));
            }
            if self.frontier.states.len() > MOST_STATES {
                return Err(OddsError::States { limit: MOST_STATES }.into());
            }
        }
        Ok(())
    }

    /// Divides all weights by what they have in common.
    fn reduce(&mut self, waiting: &mut [Waiting<R, W>]) {
        let mut common = self.total.clone();
        let weights = || self.ends.values().chain(waiting.iter().map(|w| &w.weight));
        for weight in weights() {
            if common.is_one() {
                return;
            }
            common = common.gcd(weight.natural());
        }
        for weight in self.ends.values_mut().chain(waiting.iter_mut().map(|w| &mut w.weight)) {
            *weight = W::narrow(&(weight.natural() / &common));
        }
        self.total /= common;
    }

    fn put_back(&mut self, waiting: Vec<Waiting<R, W>>) {
        for Waiting { state, weight, .. } in waiting {
            self.frontier.insert(state, weight);
        }
    }

    /// The same walk with wider weights.
    fn widened<V: Weight>(self) -> Walk<R, T, V> {
        let widen = |weight: W| V::narrow(&weight.natural());
        let states = self.frontier.states.into_iter().map(|held| Held {
            fingerprint: held.fingerprint,
            state: held.state,
            weight: widen(held.weight),
        });
        Walk {
            frontier: Frontier { places: self.frontier.places, states: states.collect() },
            ends: self.ends.into_iter().map(|(end, weight)| (end, widen(weight))).collect(),
            total: self.total,
            rolls: self.rolls,
        }
    }
}

/// The least common multiple of the totals of all rolls that are waited for.
fn common_total<R, W>(memory: &Enumerator, waiting: &[Waiting<R, W>]) -> Natural {
    let mut seen: SmallVec<[usize; 16]> = SmallVec::new();
    let mut common = Natural::ONE;
    for Waiting { roll, .. } in waiting {
        if !seen.contains(roll) {
            seen.push(*roll);
            common = lcm(&common, memory.rolls[*roll].odds.total());
        }
    }
    common
}
