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
use caracole_kernel::dice::{Pool, Throw, Value};
use dashu::base::Gcd;
use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::FxHasher;
use smallvec::{SmallVec, smallvec};
use std::{
    collections::BTreeMap,
    convert::Infallible,
    hash::{Hash, Hasher},
};

/// The most states that are held at once.
const MOST_STATES: usize = 1 << 20;
/// The most rolls that may follow one another.
const MOST_ROLLS: usize = 10_000;

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
    values: &'a [&'a Value],
}

impl<'a> Fall<'a> {
    /// What is read from them, one value a pool.
    pub fn values(&self) -> &'a [&'a Value] {
        self.values
    }

    /// The number read from a pool; 0 when there is no such pool or its reading is not a number.
    pub fn number(&self, pool: usize) -> i32 {
        self.values.get(pool).map_or(0, |value| value.number())
    }

    /// Dice that are read so.
    pub fn throw(&self) -> Throw {
        let thrown = self.pools.iter().zip(self.values).map(|(pool, value)| pool::thrown_as(pool, value));
        Throw(thrown.collect())
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

/// Walks resolutions, and remembers the odds of the pools it has met. Worth keeping for many walks.
#[derive(Debug, Default)]
pub struct Enumerator {
    places: HashTable<u32>,
    pools: Vec<PoolOdds>,
}

#[derive(Debug)]
struct PoolOdds {
    fingerprint: u64,
    pool: Pool,
    odds: Distribution<Value>,
}

impl Enumerator {
    /// As [`enumerate`].
    pub fn run<R: Resolution, T: Ord>(
        &mut self,
        start: &R,
        stop: impl Fn(&R) -> bool,
        project: impl Fn(&R) -> T,
    ) -> Result<Distribution<T>, Stopped<R::Refusal>> {
        let walk = Walk::start(start.clone());
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
            Progress::Outgrown(walk) => Err(OddsError::Endless { rolls: walk.depth }.into()),
        }
    }

    /// The place of a pool's odds among those remembered.
    fn place(&mut self, pool: &Pool) -> Result<u32, OddsError> {
        let fingerprint = fingerprint(pool);
        let Enumerator { places, pools } = self;
        let same = |&at: &u32| pools[at as usize].pool == *pool;
        match places.entry(fingerprint, same, |&at| pools[at as usize].fingerprint) {
            Entry::Occupied(place) => Ok(*place.get()),
            Entry::Vacant(place) => {
                let odds = pool::pool(pool)?;
                let at = pools.len() as u32;
                place.insert(at);
                pools.push(PoolOdds { fingerprint, pool: *pool, odds });
                Ok(at)
            }
        }
    }

    /// A roll with what is remembered of its pools.
    fn awaited(&mut self, pools: Pools) -> Result<Awaited, OddsError> {
        let places: SmallVec<[u32; 4]> =
            pools.iter().map(|pool| self.place(pool)).collect::<Result<_, _>>()?;
        let mut total = Natural::ONE;
        let mut outcomes: usize = 1;
        for &at in &places {
            let odds = &self.pools[at as usize].odds;
            total *= odds.total();
            outcomes = outcomes.saturating_mul(odds.outcomes().len());
        }
        if outcomes > pool::MOST_OUTCOMES {
            return Err(OddsError::Outcomes { limit: pool::MOST_OUTCOMES });
        }
        Ok(Awaited { pools, places, total })
    }
}

/// A roll that some states wait for.
struct Awaited {
    pools: Pools,
    /// Places of the pools in the enumerator's memory.
    places: SmallVec<[u32; 4]>,
    total: Natural,
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
        match places.find(fingerprint, same) {
            Some(&at) => states[at as usize].weight.add(&weight),
            None => {
                let at = states.len() as u32;
                states.push(Held { fingerprint, state, weight });
                places.insert_unique(fingerprint, at, |&at| states[at as usize].fingerprint);
            }
        }
    }
}

/// A walk under way: all weights, of states and of ends, add up to the total.
struct Walk<R, T, W> {
    frontier: Frontier<R, W>,
    waiting: Vec<Waiting<R, W>>,
    awaited: Vec<Awaited>,
    ends: BTreeMap<T, W>,
    total: Natural,
    /// Rolls made one after another.
    depth: usize,
}

enum Progress<R, T, W> {
    Finished(Distribution<T>),
    /// The next roll's weights need a wider representation.
    Outgrown(Walk<R, T, W>),
}

/// A state that waits for dice.
struct Waiting<R, W> {
    state: R,
    weight: W,
    /// Place of the roll among those awaited.
    roll: usize,
}

impl<R: Resolution, T: Ord> Walk<R, T, u128> {
    fn start(state: R) -> Self {
        let mut frontier = Frontier::default();
        frontier.insert(state, 1);
        Walk {
            frontier,
            waiting: Vec::new(),
            awaited: Vec::new(),
            ends: BTreeMap::new(),
            total: Natural::ONE,
            depth: 0,
        }
    }
}

impl<R: Resolution, T: Ord, W: Weight> Walk<R, T, W> {
    fn run<S: Fn(&R) -> bool, P: Fn(&R) -> T>(
        mut self,
        memory: &mut Enumerator,
        watch: &Watch<S, P>,
    ) -> Result<Progress<R, T, W>, Stopped<R::Refusal>> {
        let mut columns = Vec::new();
        loop {
            self.sort_out(memory, watch)?;
            if self.waiting.is_empty() {
                let pairs = self.ends.into_iter().collect();
                return Ok(Progress::Finished(Distribution::gathered::<W>(pairs, self.total)));
            }
            let common = self.awaited.iter().fold(Natural::ONE, |common, roll| lcm(&common, &roll.total));
            if bits(&self.total) + bits(&common) > W::BITS {
                self.reduce();
                if bits(&self.total) + bits(&common) > W::BITS {
                    return Ok(Progress::Outgrown(self));
                }
            }
            self.fill(&mut columns, memory);
            self.throw(memory, &columns, &common)?;
            self.depth += 1;
            if self.depth > MOST_ROLLS {
                return Err(OddsError::Endless { rolls: MOST_ROLLS }.into());
            }
        }
    }

    /// Moves states that have come to their end among the ends, and the others among the waiting.
    fn sort_out<S: Fn(&R) -> bool, P: Fn(&R) -> T>(
        &mut self,
        memory: &mut Enumerator,
        watch: &Watch<S, P>,
    ) -> Result<(), OddsError> {
        self.frontier.places.clear();
        for Held { state, weight, .. } in self.frontier.states.drain(..) {
            let awaited = if (watch.stop)(&state) { None } else { state.awaits() };
            let Some(pools) = awaited else {
                let end = (watch.project)(&state);
                match self.ends.get_mut(&end) {
                    Some(sum) => sum.add(&weight),
                    None => _ = self.ends.insert(end, weight),
                }
                continue;
            };
            // Neighbours mostly wait for the same dice.
            if self.awaited.last().is_none_or(|last| last.pools != pools) {
                self.awaited.push(memory.awaited(pools)?);
            }
            let roll = self.awaited.len() - 1;
            self.waiting.push(Waiting { state, weight, roll });
        }
        Ok(())
    }

    /// Makes sure that the weights of every pool waited for stand in their column.
    fn fill(&self, columns: &mut Vec<Vec<W>>, memory: &Enumerator) {
        columns.resize(memory.pools.len(), Vec::new());
        for &at in self.awaited.iter().flat_map(|roll| &roll.places) {
            let at = at as usize;
            if columns[at].is_empty() {
                columns[at] = W::unpack(memory.pools[at].odds.weights()).into_owned();
            }
        }
    }

    /// Feeds every waiting state everything that its dice can say.
    fn throw(
        &mut self,
        memory: &Enumerator,
        columns: &[Vec<W>],
        common: &Natural,
    ) -> Result<(), Stopped<R::Refusal>> {
        let by = W::narrow(common);
        for weight in self.ends.values_mut() {
            *weight = weight.times(&by);
        }
        self.total *= common;
        let scale = |roll: &Awaited| W::narrow(&(common / &roll.total));
        let scales: Vec<W> = self.awaited.iter().map(scale).collect();
        for Waiting { state, weight, roll } in self.waiting.drain(..) {
            let awaited = &self.awaited[roll];
            let mut spread = Spread {
                memory,
                columns,
                state,
                awaited,
                values: smallvec![&Value::Number(0); awaited.places.len()],
                frontier: &mut self.frontier,
            };
            spread.over(0, &weight.times(&scales[roll])).map_err(Stopped::Refused)?;
            if spread.frontier.states.len() > MOST_STATES {
                return Err(OddsError::States { limit: MOST_STATES }.into());
            }
        }
        self.awaited.clear();
        Ok(())
    }

    /// Divides all weights by what they have in common.
    fn reduce(&mut self) {
        let mut common = self.total.clone();
        for weight in self.ends.values().chain(self.waiting.iter().map(|w| &w.weight)) {
            if common.is_one() {
                return;
            }
            common = common.gcd(weight.natural());
        }
        for weight in self.ends.values_mut().chain(self.waiting.iter_mut().map(|w| &mut w.weight)) {
            *weight = W::narrow(&(weight.natural() / &common));
        }
        self.total /= common;
    }

    /// The same walk with wider weights; what waited is sorted out anew.
    fn widened<V: Weight>(self) -> Walk<R, T, V> {
        let widen = |weight: W| V::narrow(&weight.natural());
        let mut frontier = Frontier::default();
        for Waiting { state, weight, .. } in self.waiting {
            frontier.insert(state, widen(weight));
        }
        Walk {
            frontier,
            waiting: Vec::new(),
            awaited: Vec::new(),
            ends: self.ends.into_iter().map(|(end, weight)| (end, widen(weight))).collect(),
            total: self.total,
            depth: self.depth,
        }
    }
}

/// One state spread over everything that its dice can say.
struct Spread<'a, R, W> {
    memory: &'a Enumerator,
    columns: &'a [Vec<W>],
    state: R,
    awaited: &'a Awaited,
    values: SmallVec<[&'a Value; 4]>,
    frontier: &'a mut Frontier<R, W>,
}

impl<R: Resolution, W: Weight> Spread<'_, R, W> {
    /// Lets this pool and those after it fall, those before having fallen already.
    fn over(&mut self, pool: usize, weight: &W) -> Result<(), R::Refusal> {
        let Some(&at) = self.awaited.places.get(pool) else { return self.feed(weight.clone()) };
        let (memory, columns) = (self.memory, self.columns);
        let values = memory.pools[at as usize].odds.outcomes();
        for (value, chance) in values.iter().zip(&columns[at as usize]) {
            self.values[pool] = value;
            let weight = weight.times(chance);
            match pool + 1 == self.values.len() {
                true => self.feed(weight)?,
                false => self.over(pool + 1, &weight)?,
            }
        }
        Ok(())
    }

    #[inline]
    fn feed(&mut self, weight: W) -> Result<(), R::Refusal> {
        let mut next = self.state.clone();
        next.feed(Fall { pools: &self.awaited.pools, values: &self.values })?;
        self.frontier.insert(next, weight);
        Ok(())
    }
}
