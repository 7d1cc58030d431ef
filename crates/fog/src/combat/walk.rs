//! A fast walk through all the ways that a round can go, for weights that fit a machine word.
//!
//! States wait stage by stage; all that wait for the same roll are spread over what it can decide, not over what the
//! dice can show, and equal states are merged. The odds of the dice themselves come from the odds crate.

use super::{Ahead, Arithmetic, Arms, Decided, Round, RoundState, TestResult, Tolls};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_odds::{OddsError, numbers};

/// Numbers that a pool can show, with their weights and the sum of these.
#[derive(Clone, Debug)]
struct Odds {
    pool: Pool,
    weights: Vec<(u16, u128)>,
    total: u128,
}

/// Remembers the odds of pools and keeps its tables from walk to walk.
#[derive(Debug, Default)]
pub(super) struct Walker {
    odds: Vec<Odds>,
    /// Fronts out of use, for the next stage met.
    idle: Vec<Front>,
}

/// Why the fast walk gives up; the general one goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GivesUp {
    /// Weights outgrow a machine word.
    Overflow,
    /// The dice cannot be computed at all.
    Odds(OddsError),
}

/// Different states at one stage, with their weights.
#[derive(Debug, Default)]
struct Front {
    states: Vec<(RoundState, u128)>,
    /// Places in `states` plus one, by hash, each with the upper half of its hash; 0 is free. Its length is a power of
    /// two.
    table: Vec<(u32, u32)>,
}

impl Front {
    fn clear(&mut self) {
        self.states.clear();
        self.table.fill((0, 0));
    }

    fn insert(&mut self, state: &RoundState, weight: u128) {
        if self.table.len() < 4 * (self.states.len() + 1) {
            self.grow();
        }
        let (mut slot, half) = self.slot(state);
        loop {
            match self.table[slot] {
                (_, 0) => {
                    self.states.push((state.clone(), weight));
                    self.table[slot] = (half, self.states.len() as u32);
                    return;
                }
                (other, place) if other == half => {
                    let (known, sum) = &mut self.states[place as usize - 1];
                    if known.is_alike(state) {
                        *sum += weight;
                        return;
                    }
                }
                _ => {}
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }

    /// Where a state belongs, and the half of its hash that tells it from others.
    fn slot(&self, state: &RoundState) -> (usize, u32) {
        let mark = state.mark();
        (mark as usize & (self.table.len() - 1), (mark >> 32) as u32)
    }

    fn grow(&mut self) {
        self.table = vec![(0, 0); (8 * (self.states.len() + 1)).next_power_of_two().max(512)];
        for i in 0..self.states.len() {
            let (mut slot, half) = self.slot(&self.states[i].0);
            while self.table[slot].1 != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = (half, i as u32 + 1);
        }
    }
}

/// States waiting at each stage they have come to, the earliest stage last.
#[derive(Default)]
struct Waiting {
    fronts: Vec<(u32, Front)>,
}

impl Waiting {
    fn insert(&mut self, state: &RoundState, weight: u128, idle: &mut Vec<Front>) {
        let stage = state.progress();
        let place = self.fronts.iter().rposition(|(at, _)| *at >= stage);
        match place {
            Some(place) if self.fronts[place].0 == stage => self.fronts[place].1.insert(state, weight),
            _ => {
                let mut front = idle.pop().unwrap_or_default();
                front.insert(state, weight);
                self.fronts.insert(place.map_or(0, |p| p + 1), (stage, front));
            }
        }
    }

    fn scale(&mut self, by: u128) {
        for (_, weight) in self.fronts.iter_mut().flat_map(|(_, front)| &mut front.states) {
            *weight *= by;
        }
    }
}

impl Walker {
    /// Every way that the round can end, with its weight.
    pub(super) fn run<B: Arithmetic>(&mut self, round: &Round<'_, B>) -> Result<Vec<(Tolls, u128)>, GivesUp> {
        let mut waiting = Waiting::default();
        let start = round.start();
        let mut scratch = start.clone();
        waiting.insert(&start, 1, &mut self.idle);
        let mut total: u128 = 1;
        while let Some((_, mut front)) = waiting.fronts.pop() {
            let Some(ahead) = front.states.first().and_then(|(state, _)| round.ahead(state)) else {
                return Ok(front.states.drain(..).map(|(state, weight)| (state.tolls, weight)).collect());
            };
            let spread = self.spread(round, ahead)?;
            total = total.checked_mul(spread.total).ok_or(GivesUp::Overflow)?;
            waiting.scale(spread.total);
            for (state, weight) in &front.states {
                spread.branch(round, state, &mut scratch, |after, chance| {
                    waiting.insert(after, weight * chance, &mut self.idle);
                });
            }
            front.clear();
            self.idle.push(front);
        }
        Ok(Vec::new())
    }

    fn odds(&mut self, pool: Pool) -> Result<usize, GivesUp> {
        if let Some(place) = self.odds.iter().position(|o| o.pool == pool) {
            return Ok(place);
        }
        let known = numbers(&pool).map_err(GivesUp::Odds)?;
        let word = |n| u128::try_from(n).map_err(|_| GivesUp::Overflow);
        let mut weights = Vec::new();
        for (&number, weight) in known.iter() {
            weights.push((u16::try_from(number).unwrap_or(0), word(weight)?));
        }
        self.odds.push(Odds { pool, weights, total: word(known.total().clone())? });
        Ok(self.odds.len() - 1)
    }

    fn spread<B: Arithmetic>(&mut self, round: &Round<'_, B>, ahead: Ahead) -> Result<Spread, GivesUp> {
        match ahead {
            Ahead::Hits { roll } => self.hits(round, roll),
            Ahead::Death { .. } => Ok(Spread { kind: Kind::Death, weights: Vec::new(), total: 6 }),
            Ahead::Test { .. } | Ahead::Commander { .. } => {
                let pool = match ahead {
                    Ahead::Test { group, .. } => round.test_pool(group),
                    _ => Pool::sum(2, Die::D6, Reroll::NONE),
                };
                let odds = self.odds(pool)?;
                let Odds { weights, total, .. } = self.odds[odds].clone();
                Ok(Spread { kind: Kind::Sum, weights, total })
            }
        }
    }

    /// The sum of the hits of all parts of a roll; hits by artillery are counted apart.
    fn hits<B: Arithmetic>(&mut self, round: &Round<'_, B>, roll: u16) -> Result<Spread, GivesUp> {
        // (hits, of which by artillery) in a table with a row for each number of hits by artillery.
        let mut rows: Vec<Vec<u128>> = vec![vec![1]];
        let mut total: u128 = 1;
        for part in round.parts_of(roll) {
            let place = self.odds(Pool::hits(part.dice(), Die::D6, part.score, part.reroll))?;
            let odds = &self.odds[place];
            total = total.checked_mul(odds.total).ok_or(GivesUp::Overflow)?;
            let guns = part.arms == Arms::Artillery && round.tells_artillery_apart(roll);
            rows = match guns {
                false => rows.iter().map(|row| convolve(row, odds)).collect(),
                true => shift_rows(&rows, odds),
            };
        }
        Ok(Spread { kind: Kind::Hits(rows), weights: Vec::new(), total })
    }
}

fn convolve(row: &[u128], odds: &Odds) -> Vec<u128> {
    let most = odds.weights.iter().map(|w| usize::from(w.0)).max().unwrap_or(0);
    let mut sum = vec![0; row.len() + most];
    for (i, a) in row.iter().enumerate() {
        for &(hits, b) in &odds.weights {
            sum[i + usize::from(hits)] += a * b;
        }
    }
    sum
}

/// Hits by artillery move to later rows and along them.
fn shift_rows(rows: &[Vec<u128>], odds: &Odds) -> Vec<Vec<u128>> {
    let most = odds.weights.iter().map(|w| usize::from(w.0)).max().unwrap_or(0);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0) + most;
    let mut moved = vec![vec![0; width]; rows.len() + most];
    for (guns, row) in rows.iter().enumerate() {
        for (all, a) in row.iter().enumerate() {
            for &(hits, b) in &odds.weights {
                moved[guns + usize::from(hits)][all + usize::from(hits)] += a * b;
            }
        }
    }
    moved
}

enum Kind {
    Hits(Vec<Vec<u128>>),
    Death,
    Sum,
}

/// What a roll can show, shared by all states that wait for it.
struct Spread {
    kind: Kind,
    weights: Vec<(u16, u128)>,
    total: u128,
}

impl Spread {
    /// Lets a state go every way that the roll can decide; `after` is room for where it comes to.
    fn branch<B: Arithmetic>(
        &self,
        round: &Round<'_, B>,
        state: &RoundState,
        after: &mut RoundState,
        mut reach: impl FnMut(&RoundState, u128),
    ) {
        let mut go = |decided: Decided, chance: u128| {
            if chance > 0 {
                after.clone_from(state);
                round.advance(after, decided);
                reach(after, chance);
            }
        };
        match (&self.kind, round.ahead(state)) {
            (Kind::Hits(rows), _) => {
                for (guns, row) in rows.iter().enumerate() {
                    for (all, &chance) in row.iter().enumerate() {
                        go(Decided::Hits { all: all as u16, by_artillery: guns as u16 }, chance);
                    }
                }
            }
            (Kind::Death, Some(Ahead::Death { survived_on, .. })) => {
                let saving = u128::from(7u8.saturating_sub(survived_on));
                go(Decided::Death { lost: false }, saving);
                go(Decided::Death { lost: true }, 6 - saving);
            }
            (Kind::Sum, Some(Ahead::Test { terms, .. })) => {
                let results = [TestResult::Rise, TestResult::NoChange, TestResult::Drop, TestResult::DropTwo];
                let mut chances = [0; 4];
                for &(sum, chance) in &self.weights {
                    chances[terms.result(i32::from(sum)) as usize] += chance;
                }
                results
                    .into_iter()
                    .zip(chances)
                    .for_each(|(result, chance)| go(Decided::Test(result), chance));
            }
            (Kind::Sum, Some(Ahead::Commander { falls_on, .. })) => {
                let falls = |w: &&(u16, u128)| w.0 >= u16::from(falls_on);
                let lost: u128 = self.weights.iter().filter(falls).map(|w| w.1).sum();
                go(Decided::Commander { lost: true }, lost);
                go(Decided::Commander { lost: false }, self.total - lost);
            }
            // A state that waits at this stage waits for this roll.
            _ => {}
        }
    }
}
