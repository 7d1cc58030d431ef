//! `captain`: looks ahead. The marshal's best few choices are each played on with dice by chance and marshals on both
//! sides, and the one that stands best afterwards is taken.
//!
//! The work is counted in playouts, so the same battle comes of it on any machine. All choices get the same dice, and
//! half of those that do worst are dropped after each round, so that the playouts go where the choice is close.

use crate::{Budget, Numbers, Player};
use caracole_kernel::{
    Awaiting, Battle, BySide, Side, Step, System,
    dice::{Pool, Roll, Throw, throw_with},
};
use std::convert::Infallible;

/// A player whose judgement can be searched with.
pub(crate) trait Staff<S: System>: Player<S> {
    /// The best few choices, the best first.
    fn best_few(
        &mut self,
        battle: &Battle<S>,
        side: Side,
        request: &S::Request,
        few: usize,
    ) -> Vec<S::Decision>;
    /// A playout begins: what was noted of another course of the battle is forgotten.
    fn begin(&mut self) {}
    /// What a roll is for, so far as it should show the same dice in all playouts of a sample.
    fn key(_: &Battle<S>, _: &Roll) -> u64 {
        0
    }
    /// How a battle stands for a side.
    fn standing(battle: &Battle<S>, side: Side) -> i32;
    /// Whether a request is worth looking ahead for.
    fn is_worth_a_thought(request: &S::Request) -> bool;
    /// Whether a playout from `start` has gone far enough after so many steps.
    fn is_far_enough(start: &Battle<S>, now: &Battle<S>, steps: usize) -> bool;
}

/// Choices that are looked into.
const FEW: usize = 4;
/// The longest playout, in steps.
const LONGEST: usize = 1_500;

/// A player who looks ahead.
pub(crate) struct Captain<S: System, T> {
    own: T,
    playing: BySide<T>,
    numbers: Numbers,
    events: Vec<S::Event>,
    thrown: Vec<(u64, u64)>,
}

impl<S: System, T: Staff<S>> Captain<S, T> {
    /// A captain with his own judgement and that which he lends both sides in playouts.
    pub(crate) fn new(own: T, playing: BySide<T>, seed: u64) -> Self {
        Captain { own, playing, numbers: Numbers::new(seed), events: Vec::new(), thrown: Vec::new() }
    }

    /// How a battle stands for `side` after a choice and some play.
    fn play_out(&mut self, seen: &Battle<S>, side: Side, choice: &S::Decision, seed: u64) -> i32 {
        let mut battle = seen.clone();
        let mut dice = Dice { seed, thrown: std::mem::take(&mut self.thrown) };
        dice.thrown.clear();
        for side in Side::BOTH {
            self.playing[side].begin();
        }
        let mut step = Step::Choose { side, decision: choice.clone() };
        for steps in 1..LONGEST {
            self.events.clear();
            if battle.apply_into(&step, &mut self.events).is_err() || T::is_far_enough(seen, &battle, steps) {
                break;
            }
            step = match battle.awaiting() {
                Awaiting::Nothing(_) => break,
                Awaiting::Dice(roll) => Step::Dice(dice.throw(T::key(&battle, roll), roll)),
                Awaiting::Decision { side, request } => {
                    match self.playing[*side].decide(&battle, *side, request, &Budget::default()) {
                        Some(decision) => Step::Choose { side: *side, decision },
                        None => break,
                    }
                }
            };
        }
        self.thrown = dice.thrown;
        let won = match battle.awaiting() {
            Awaiting::Nothing(outcome) => match outcome.winner {
                Some(winner) if winner == side => WON,
                Some(_) => -WON,
                None => 0,
            },
            _ => 0,
        };
        T::standing(&battle, side) + won
    }
}

/// What a battle won counts beside how it stands.
const WON: i32 = 2_000;

/// Dice for playouts: nobody verifies these. The same roll shows the same dice in all playouts of a sample, so that
/// choices are compared and not their luck.
struct Dice {
    seed: u64,
    /// How often there was a roll of each key.
    thrown: Vec<(u64, u64)>,
}

impl Dice {
    fn throw(&mut self, key: u64, roll: &Roll) -> Throw {
        let times = match self.thrown.iter_mut().find(|(known, _)| *known == key) {
            Some((_, times)) => {
                *times += 1;
                *times
            }
            None => {
                self.thrown.push((key, 0));
                0
            }
        };
        let mut numbers = Numbers::new(self.seed ^ key.rotate_left(17) ^ (times << 48));
        let face = |pool: &Pool, _: u32| -> Result<u8, Infallible> {
            Ok(pool.die.lowest + numbers.below(usize::from(pool.die.sides())) as u8)
        };
        match throw_with(roll, face) {
            Ok(throw) => throw,
            Err(never) => match never {},
        }
    }
}

impl<S: System, T: Staff<S>> Player<S> for Captain<S, T> {
    fn decide(
        &mut self,
        seen: &Battle<S>,
        side: Side,
        request: &S::Request,
        budget: &Budget,
    ) -> Option<S::Decision> {
        if budget.playouts < 2 || !T::is_worth_a_thought(request) {
            return self.own.decide(seen, side, request, budget);
        }
        let few = self.own.best_few(seen, side, request, FEW);
        if few.len() < 2 {
            return few.into_iter().next();
        }
        let seed = self.numbers.draw();
        let mut alive: Vec<usize> = (0..few.len()).collect();
        let mut sums = vec![0i64; few.len()];
        let mut tried = vec![0i64; few.len()];
        // Rounds of halving: as many playouts in each.
        let rounds = usize::BITS - (few.len() - 1).leading_zeros();
        let each_round = budget.playouts / rounds.max(1);
        let mut sample = 0u64;
        while alive.len() > 1 {
            let times = (each_round as usize / alive.len()).max(1);
            for _ in 0..times {
                sample += 1;
                for &i in &alive {
                    if budget.patience.is_over() {
                        return few.into_iter().next();
                    }
                    sums[i] += i64::from(self.play_out(seen, side, &few[i], seed.wrapping_add(sample)));
                    tried[i] += 1;
                }
            }
            // The marshal's order settles what is equal.
            let mean = |i: usize| sums[i] / tried[i].max(1);
            alive.sort_by_key(|&i| (std::cmp::Reverse(mean(i)), i));
            alive.truncate(alive.len().div_ceil(2));
        }
        alive.first().and_then(|&i| few.get(i).cloned())
    }
}
