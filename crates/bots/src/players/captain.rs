//! `captain`: looks ahead. The marshal's best few choices, or plans for what comes next, are each played on with dice by
//! chance and marshals on both sides, and the one that stands best afterwards is taken.
//!
//! The work is counted in playouts, so the same battle comes of it on any machine. All choices get the same dice, half
//! of those that do worst are dropped after each round, and what the marshal would do stays the choice unless another
//! does better by more than luck.

use crate::{Budget, Numbers, Player};
use caracole_kernel::{
    Awaiting, Battle, BySide, Side, Step, System,
    dice::{NextDie, Purpose, Roll, Throw, throw_with},
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
    /// How many plans there are to choose from before a request is answered; the first is to do as usual.
    fn plans(&mut self, _: &Battle<S>, _: Side, _: &S::Request) -> usize {
        0
    }
    /// Takes up a plan of the request.
    fn adopt(&mut self, _: &Battle<S>, _: &S::Request, _: usize) {}
    /// Takes up the habits and the plans of another.
    fn follow(&mut self, _: &Self) {}
    /// A playout begins: what was noted of another course of the battle is forgotten.
    fn begin(&mut self) {}
    /// What a roll is for, so far as it should show the same dice in all playouts of a sample.
    fn key(_: &Battle<S>, _: &Roll<S::Purpose>) -> u64 {
        0
    }
    /// How a battle stands for a side.
    fn standing(battle: &Battle<S>, side: Side) -> i32;
    /// Whether a request is worth looking ahead for.
    fn is_worth_a_thought(battle: &Battle<S>, request: &S::Request) -> bool;
    /// Whether a playout from `start` has gone far enough after so many steps.
    fn is_far_enough(start: &Battle<S>, now: &Battle<S>, steps: usize) -> bool;
}

/// Choices that are looked into.
const FEW: usize = 4;
/// The longest playout, in steps.
const LONGEST: usize = 1_499;

/// What a playout begins with.
enum Course<'a, S: System> {
    /// A choice.
    Choice(Option<&'a S::Decision>),
    /// A plan for a request, by its number.
    Plan(&'a S::Request, usize),
}

/// A player who looks ahead.
pub(crate) struct Captain<S: System, T> {
    own: T,
    playing: BySide<T>,
    numbers: Numbers,
    events: Vec<S::Event>,
    thrown: Vec<(u64, u64)>,
}

impl<S: System, T: Staff<S>> Captain<S, T> {
    /// A captain with its own judgement, and the judgement that plays both sides in playouts.
    pub(crate) fn new(own: T, playing: BySide<T>, seed: u64) -> Self {
        Captain { own, playing, numbers: Numbers::new(seed), events: Vec::new(), thrown: Vec::new() }
    }

    /// How a battle stands for `side` after a choice and some play.
    fn play_out(&mut self, seen: &Battle<S>, side: Side, course: Course<'_, S>, seed: u64) -> i32 {
        // What is hidden is imagined anew for each sample, and alike for all choices of it.
        let mut numbers = Numbers::new(!seed);
        let mut battle = S::imagine(seen, side, &mut |end| numbers.below(end)).into_owned();
        let mut dice = Dice::new(seed, std::mem::take(&mut self.thrown));
        for side in Side::BOTH {
            self.playing[side].begin();
        }
        self.playing[side].follow(&self.own);
        let mut first = None;
        match course {
            Course::Choice(choice) => {
                first = choice.map(|choice| Step::Choose { side, decision: choice.clone() });
            }
            Course::Plan(request, plan) => self.playing[side].adopt(seen, request, plan),
        }
        let mut ahead = Staffed { start: seen, playing: &mut self.playing, dice: &mut dice };
        play_on(&mut battle, first, LONGEST, &mut self.events, &mut ahead);
        self.thrown = dice.thrown;
        match battle.awaiting() {
            // At the end nothing counts but the points and the victory.
            Awaiting::Nothing(outcome) => {
                let won = match outcome.winner {
                    Some(winner) if winner == side => WON,
                    Some(_) => -WON,
                    None => 0,
                };
                100 * (outcome.score[side] - outcome.score[side.other()]).clamp(-MOST_AHEAD, MOST_AHEAD) + won
            }
            _ => T::standing(&battle, side),
        }
    }
}

/// How a battle is played on in a player's head.
pub(crate) trait Ahead<S: System> {
    /// The dice of a roll.
    fn throw(&mut self, battle: &Battle<S>, roll: &Roll<S::Purpose>) -> Throw;
    /// What a side chooses; `None` ends the playout.
    fn decide(&mut self, battle: &Battle<S>, side: Side, request: &S::Request) -> Option<S::Decision>;
    /// Whether this is far enough, after so many steps.
    fn is_far_enough(&self, battle: &Battle<S>, steps: usize) -> bool;
}

/// Plays a battle on, from a first step if there is one, for at most so many steps.
pub(crate) fn play_on<S: System>(
    battle: &mut Battle<S>,
    mut first: Option<Step<S::Decision>>,
    longest: usize,
    events: &mut Vec<S::Event>,
    ahead: &mut impl Ahead<S>,
) {
    for steps in 1..=longest {
        let step = match (first.take(), battle.awaiting()) {
            (Some(step), _) => step,
            (None, Awaiting::Nothing(_)) => break,
            (None, Awaiting::Dice(roll)) => Step::Dice(ahead.throw(battle, roll)),
            (None, Awaiting::Decision { side, request }) => {
                let side = *side;
                match ahead.decide(battle, side, request) {
                    Some(decision) => Step::Choose { side, decision },
                    None => break,
                }
            }
        };
        events.clear();
        if battle.apply_into(&step, events).is_err() || ahead.is_far_enough(battle, steps) {
            break;
        }
    }
}

/// Both sides led by a staff's own judgement.
struct Staffed<'a, S: System, T> {
    start: &'a Battle<S>,
    playing: &'a mut BySide<T>,
    dice: &'a mut Dice,
}

impl<S: System, T: Staff<S>> Ahead<S> for Staffed<'_, S, T> {
    fn throw(&mut self, battle: &Battle<S>, roll: &Roll<S::Purpose>) -> Throw {
        throw(&mut self.dice.numbers(T::key(battle, roll)), roll)
    }

    fn decide(&mut self, battle: &Battle<S>, side: Side, request: &S::Request) -> Option<S::Decision> {
        self.playing[side].decide(battle, side, request, &Budget::default())
    }

    fn is_far_enough(&self, battle: &Battle<S>, steps: usize) -> bool {
        T::is_far_enough(self.start, battle, steps)
    }
}

/// What a battle won counts beside its points, in hundredths of one.
const WON: i32 = 2_500;
/// The most points that count.
const MOST_AHEAD: i32 = 100;

/// Dice for playouts; they need not be verifiable. The same roll shows the same dice in all playouts of a sample, so that
/// choices are compared and not their luck.
pub(crate) struct Dice {
    seed: u64,
    /// How often there was a roll of each key.
    pub(crate) thrown: Vec<(u64, u64)>,
}

impl Dice {
    /// Dice of a sample; the list is one that is at hand, to be filled anew.
    pub(crate) fn new(seed: u64, mut thrown: Vec<(u64, u64)>) -> Self {
        thrown.clear();
        Dice { seed, thrown }
    }

    /// The numbers by which the next roll of a key falls.
    pub(crate) fn numbers(&mut self, key: u64) -> Numbers {
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
        Numbers::new(self.seed ^ key.rotate_left(17) ^ (times << 48))
    }
}

/// A key with what a roll is for and who throws it.
pub(crate) fn with_purpose<P: Purpose>(key: u64, roll: &Roll<P>) -> u64 {
    let key = key | roll.side.map_or(0, |side| 1 + side as u64);
    key.wrapping_mul(0x0100_0000_01B3) ^ u64::from(roll.purpose.number())
}

/// Dice and cards by chance.
pub(crate) fn throw<P>(numbers: &mut Numbers, roll: &Roll<P>) -> Throw {
    let face = |next: &NextDie<'_>| -> Result<u8, Infallible> {
        Ok(next.face(numbers.below(usize::from(next.sides()))))
    };
    match throw_with(roll, face) {
        Ok(throw) => throw,
        Err(never) => match never {},
    }
}

/// How a thing that is compared has done so far.
#[derive(Clone, Copy, Default)]
struct Tried {
    sum: i64,
    times: i64,
    /// Sums of how much better it did than the first, and of the squares of that.
    better: i64,
    squares: i64,
}

impl Tried {
    fn mean(&self) -> i64 {
        self.sum / self.times.max(1)
    }

    /// Whether it did better than the first by more than chance alone explains: by half a standard error.
    fn convinces(&self) -> bool {
        let n = self.times.max(1);
        let variance = (self.squares - self.better * self.better / n).max(0) / n;
        // The mean above half the error of the mean, both squared.
        self.better > 0 && 4 * self.better * self.better > variance * n
    }
}

impl<S: System, T: Staff<S>> Captain<S, T> {
    /// The best of `count` things by playouts, of which the first is kept unless another convinces; `None` if time is
    /// up. Half of those that do worst are dropped after each round.
    fn compare(
        &mut self,
        count: usize,
        budget: &Budget,
        mut play: impl FnMut(&mut Self, usize, u64) -> i32,
    ) -> Option<usize> {
        let seed = self.numbers.draw();
        let mut alive: Vec<usize> = (1..count).collect();
        let mut tried = vec![Tried::default(); count];
        // Rounds of halving: as many playouts in each.
        let rounds = usize::BITS - (count - 1).leading_zeros();
        let each_round = budget.playouts / rounds.max(1);
        let mut sample = 0u64;
        loop {
            let times = (each_round as usize / (alive.len() + 1)).max(1);
            for _ in 0..times {
                sample += 1;
                let mut usual = 0;
                for i in std::iter::once(0).chain(alive.iter().copied()) {
                    if budget.patience.is_over() {
                        return None;
                    }
                    let value = i64::from(play(self, i, seed.wrapping_add(sample.wrapping_mul(0x9E37_79B9))));
                    if i == 0 {
                        usual = value;
                    }
                    let better = value - usual;
                    let so_far = &mut tried[i];
                    so_far.sum += value;
                    so_far.times += 1;
                    so_far.better += better;
                    so_far.squares += better * better;
                }
            }
            alive.sort_by_key(|&i| (std::cmp::Reverse(tried[i].mean()), i));
            if alive.len() < 2 {
                break;
            }
            alive.truncate(alive.len().div_ceil(2));
        }
        let best = alive.first().copied().unwrap_or(0);
        Some(if tried[best].convinces() { best } else { 0 })
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
        if budget.playouts < 2 {
            return self.own.decide(seen, side, request, budget);
        }
        let plans = self.own.plans(seen, side, request);
        if plans > 1 {
            let best = self.compare(plans, budget, |captain, plan, seed| {
                captain.play_out(seen, side, Course::Plan(request, plan), seed)
            });
            self.own.adopt(seen, request, best.unwrap_or(0));
            return self.own.decide(seen, side, request, budget);
        }
        if !T::is_worth_a_thought(seen, request) {
            return self.own.decide(seen, side, request, budget);
        }
        let few = self.own.best_few(seen, side, request, FEW);
        if few.len() < 2 {
            return few.into_iter().next();
        }
        let best = self.compare(few.len(), budget, |captain, choice, seed| {
            captain.play_out(seen, side, Course::Choice(few.get(choice)), seed)
        });
        few.get(best.unwrap_or(0)).cloned()
    }
}
