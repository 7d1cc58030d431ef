//! Random legal play: every candidate is legal, and what must hold of a position holds after every step.

use caracole_fog::RollPurpose;
use caracole_fog::battle::{Fog, Played, Setup};
use caracole_kernel::dice::{Roll, Throw, Thrown};
use caracole_kernel::{Awaiting, Battle, Rules, Step};

/// A small generator of numbers; the battles it makes are always the same.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    pub fn throw(&mut self, roll: &Roll<RollPurpose>) -> Throw {
        let mut throw = Throw::default();
        for pool in &roll.pools {
            let mut faces = |n: usize| {
                (0..n).map(|_| pool.die.lowest + self.below(usize::from(pool.die.sides())) as u8).collect()
            };
            let mut thrown = Thrown { dice: faces(usize::from(pool.dice)), ..Thrown::default() };
            thrown.again = faces(thrown.dice.iter().filter(|f| pool.reroll.faces.has(**f)).count());
            throw.0.push(thrown);
        }
        throw
    }
}

/// Random dice for a roll.
pub fn thrown<P, D>(roll: &Roll<P>, chance: &mut Chance) -> Step<D> {
    let mut throw = Throw::default();
    for pool in &roll.pools {
        let face = |c: &mut Chance| pool.die.lowest + c.below(usize::from(pool.die.sides())) as u8;
        let mut thrown = Thrown::default();
        for _ in 0..pool.dice {
            thrown.dice.push(face(chance));
        }
        let again = thrown.dice.iter().filter(|f| pool.reroll.faces.has(**f)).count();
        for _ in 0..again {
            thrown.again.push(face(chance));
        }
        throw.0.push(thrown);
    }
    Step::Dice(throw)
}

/// Plays a battle to its end by random choices and dice, with every invariant looked at after each step; gives its length.
pub fn play_randomly<B: Played>(setup: &Setup, seed: u64, most: usize) -> usize {
    let mut chance = Chance(seed);
    let (mut battle, _) = Battle::<Fog<B>>::start(setup).unwrap_or_else(|r| panic!("{r}"));
    for steps in 0..most {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => return steps,
            Awaiting::Dice(roll) => thrown(roll, &mut chance),
            Awaiting::Decision { side, request } => {
                let mut out = Vec::new();
                Fog::<B>::candidates(&battle, *side, request, &mut out);
                assert!(!out.is_empty(), "no candidate for {request:?}");
                let decision = out.swap_remove(chance.below(out.len()));
                Step::Choose { side: *side, decision }
            }
        };
        battle.apply(&step).unwrap_or_else(|r| panic!("seed {seed}, step {steps}: {step:?}: {r}"));
        Fog::<B>::invariants(&battle).unwrap_or_else(|e| panic!("seed {seed}, step {steps}: {step:?}: {e}"));
    }
    panic!("the battle does not end");
}
