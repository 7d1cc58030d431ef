//! `captain` for both Field of Glory books: before each turn of its own it plays a few turns on in its head, with several
//! plans and the same dice for each, and follows the plan that came out best. Where a fight is about
//! to begin it does the same with each answer that it might give.

use super::{
    even::throw_evenly,
    marshal::{Marshal, Weights},
};
use crate::{
    Budget, Numbers, Player, Temperament,
    players::captain::{Ahead, Dice, play_on, with_purpose},
};
use caracole_fog::{
    RollPurpose,
    battle::{
        Decision, Fog, Phase, Played, Request, World, manoeuvre::candidates::nearest_enemy,
        position::attrition, world::Presence,
    },
    troops::Cohesion,
};
use caracole_kernel::{
    Awaiting, Battle, BySide, Side, Step,
    dice::{Roll, Throw},
};

/// The turns that are played on for a plan, the player's own turn first.
const TURNS: u16 = 3;
/// The turns that are played on for a single answer: this one and the next.
const TURNS_OF_AN_ANSWER: u16 = 2;
/// Playouts for a single answer against those for a turn: there are a handful of them in a battle, and each matters.
const THOROUGH: u32 = 3;
/// The longest playout, in steps.
const LONGEST: usize = 400;
/// What a battle won counts beside how it stands.
const WON: i32 = 3_000;
/// From how many movement units the enemy is worth a thought.
const NEAR: i32 = 14;

/// A player who looks ahead.
pub(super) struct Captain {
    own: Marshal,
    playing: BySide<Marshal>,
    numbers: Numbers,
    /// The turn for which a plan has been chosen.
    decided: u16,
    events: Vec<caracole_fog::battle::Event>,
    thrown: Vec<(u64, u64)>,
}

/// Something else than the usual, and how much better it did.
struct Other<T> {
    what: T,
    sum: i64,
    squares: i64,
}

impl<T> Other<T> {
    const fn new(what: T) -> Self {
        Other { what, sum: 0, squares: 0 }
    }

    fn note(&mut self, better: i32) {
        let better = i64::from(better);
        self.sum += better;
        self.squares += better * better;
    }

    /// Whether it did better than the usual by more than so many halves of a standard error.
    fn convinces(&self, times: i64, halves: i64) -> bool {
        let variance = (self.squares - self.sum * self.sum / times.max(1)).max(0);
        self.sum > 0 && 4 * self.sum * self.sum > halves * halves * variance
    }
}

/// How a playout goes for the side that imagines it.
struct Course<'a> {
    /// The answer that it begins with, if there is a choice of them.
    first: Option<&'a Decision>,
    weights: Weights,
    turns: u16,
}

impl<'a> Course<'a> {
    const fn of(answer: &'a Decision, weights: Weights) -> Self {
        Course { first: Some(answer), weights, turns: TURNS_OF_AN_ANSWER }
    }
}

impl Captain {
    pub(super) fn new(seed: u64) -> Self {
        let imagined = || Marshal::imagined(Temperament::Balanced);
        let mut own = Marshal::new(Temperament::Balanced);
        own.go_about_it(Weights::CAPTAIN);
        Captain {
            own,
            playing: BySide { red: imagined(), blue: imagined() },
            numbers: Numbers::new(seed),
            decided: 0,
            events: Vec::new(),
            thrown: Vec::new(),
        }
    }

    /// Chooses a plan for this turn: the usual one, unless another does better by more than luck.
    fn make_up_his_mind<B: Played>(&mut self, seen: &Battle<Fog<B>>, side: Side, budget: &Budget) {
        let seed = self.numbers.draw();
        let mut others: Vec<Other<Weights>> = Weights::PLANS.into_iter().skip(1).map(Other::new).collect();
        let course = |weights| Course { first: None, weights, turns: TURNS };
        let mut left = budget.playouts;
        let mut sample = 0i64;
        // The worst is dropped whenever a third of the work is done.
        let mut next = left - left / 3;
        while left > others.len() as u32 {
            sample += 1;
            let dice = seed.wrapping_add(sample as u64);
            let usual = self.play_out(seen, side, &course(Weights::CAPTAIN), dice);
            for other in &mut others {
                if budget.patience.is_over() {
                    return;
                }
                other.note(self.play_out(seen, side, &course(other.what), dice) - usual);
            }
            left = left.saturating_sub(1 + others.len() as u32);
            others.sort_by_key(|other| std::cmp::Reverse(other.sum));
            if left <= next && others.len() > 1 {
                others.pop();
                next = next.saturating_sub(budget.playouts / 3);
            }
        }
        if let Some(best) = others.first().filter(|other| other.convinces(sample, 1)) {
            self.own.go_about_it(best.what);
        }
    }

    /// The best of some answers: the marshal's, unless another does better by more than luck.
    fn answer<B: Played>(
        &mut self,
        seen: &Battle<Fog<B>>,
        side: Side,
        chosen: Decision,
        others: Vec<Decision>,
        budget: &Budget,
    ) -> Decision {
        let seed = self.numbers.draw();
        let weights = self.own.way();
        let samples = (THOROUGH.saturating_mul(budget.playouts) / (1 + others.len() as u32)).max(1);
        let mut others: Vec<Other<Decision>> = others.into_iter().map(Other::new).collect();
        for sample in 0..samples {
            let dice = seed.wrapping_add(u64::from(sample));
            let usual = self.play_out(seen, side, &Course::of(&chosen, weights), dice);
            for other in &mut others {
                if budget.patience.is_over() {
                    return chosen;
                }
                let value = self.play_out(seen, side, &Course::of(&other.what, weights), dice);
                other.note(value - usual);
            }
        }
        let best = others.into_iter().reduce(|best, other| if other.sum > best.sum { other } else { best });
        best.filter(|best| best.convinces(samples.into(), 2)).map_or(chosen, |best| best.what)
    }

    /// How the battle stands for `side` after some turns in which it goes about it in this way.
    fn play_out<B: Played>(
        &mut self,
        seen: &Battle<Fog<B>>,
        side: Side,
        course: &Course<'_>,
        seed: u64,
    ) -> i32 {
        let mut battle = seen.clone();
        let mut dice = Dice::new(seed, std::mem::take(&mut self.thrown));
        for marshal in [&mut self.playing.red, &mut self.playing.blue] {
            marshal.start_afresh();
        }
        self.playing[side].go_about_it(course.weights);
        self.playing[side.other()].go_about_it(Weights::of(Temperament::Balanced));
        let until = seen.world().turn.number + course.turns;
        let first = course.first.map(|decision| Step::Choose { side, decision: decision.clone() });
        let mut ahead = Turns { until, playing: &mut self.playing, dice: &mut dice };
        play_on(&mut battle, first, LONGEST, &mut self.events, &mut ahead);
        self.thrown = dice.thrown;
        let won = match battle.awaiting() {
            Awaiting::Nothing(outcome) => match outcome.winner {
                Some(winner) if winner == side => WON,
                Some(_) => -WON,
                None => 0,
            },
            _ => 0,
        };
        standing(battle.world(), side) - standing(battle.world(), side.other()) + won
    }
}

/// Both sides led by marshals, up to a turn.
struct Turns<'a> {
    until: u16,
    playing: &'a mut BySide<Marshal>,
    dice: &'a mut Dice,
}

impl<B: Played> Ahead<Fog<B>> for Turns<'_> {
    fn throw(&mut self, battle: &Battle<Fog<B>>, roll: &Roll<RollPurpose>) -> Throw {
        throw_evenly(&mut self.dice.numbers(key(battle, roll)), roll)
    }

    fn decide(&mut self, battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Option<Decision> {
        let chosen = self.playing[side].decide(battle, side, request, &Budget::default());
        chosen.or_else(|| first_choice(battle, side, request))
    }

    fn is_far_enough(&self, battle: &Battle<Fog<B>>, _: usize) -> bool {
        battle.world().turn.number >= self.until
    }
}

/// What a roll is for: the same fight shows the same dice in all playouts of a sample, so that answers are compared and
/// not their luck.
fn key<B: Played>(battle: &Battle<Fog<B>>, roll: &Roll<RollPurpose>) -> u64 {
    let turn = battle.world().turn;
    let dice = roll.pools.iter().fold(0, |sum, pool| 7 * sum + u64::from(pool.dice));
    with_purpose(u64::from(turn.number) << 24 | (turn.phase as u64) << 16 | (dice & 0xFF) << 8, roll)
}

fn first_choice<B: Played>(battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Option<Decision> {
    use caracole_kernel::Rules;
    let mut all = Vec::new();
    Fog::<B>::candidates(battle, side, request, &mut all);
    all.into_iter().next()
}

/// What an army has left: its bases by their cohesion, and how far it is from its break point.
fn standing(world: &World, side: Side) -> i32 {
    let bases: i32 = world
        .ids()
        .filter(|&g| world[g].owner == side && world[g].presence == Presence::OnTable)
        .map(|g| {
            let worth = match world[g].cohesion {
                Cohesion::Steady => 100,
                Cohesion::Disrupted => 75,
                Cohesion::Fragmented => 30,
                Cohesion::Broken => 0,
            };
            worth * world.size(g) as i32
        })
        .sum();
    let break_point = i32::from(world.sides[side].break_point).max(1);
    bases - 2_500 * attrition(world, side).total() / break_point
}

/// Whether anybody is near enough to the enemy for the turn to be worth a thought.
fn is_near(world: &World, side: Side) -> bool {
    let reach = world.field.mu(NEAR);
    world.of_side(side).any(|g| nearest_enemy(world, g).is_some_and(|(_, distance)| distance <= reach))
}

impl<B: Played> Player<Fog<B>> for Captain {
    fn decide(
        &mut self,
        seen: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
        budget: &Budget,
    ) -> Option<Decision> {
        let turn = seen.world().turn;
        let begins = turn.active == side && turn.number != self.decided;
        if begins && matches!(turn.phase, Phase::Impact | Phase::Manoeuvre) {
            self.decided = turn.number;
            self.own.go_about_it(Weights::CAPTAIN);
            if budget.playouts >= 2 && is_near(seen.world(), side) {
                self.make_up_his_mind(seen, side, budget);
            }
        }
        let chosen = self.own.decide(seen, side, request, budget)?;
        if budget.playouts < 2 {
            return Some(chosen);
        }
        let others = self.own.other_answers(seen, side, request, &chosen);
        Some(if others.is_empty() { chosen } else { self.answer(seen, side, chosen, others, budget) })
    }
}
