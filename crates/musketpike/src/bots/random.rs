//! A player who chooses any legal candidate.

use crate::{
    MusketPike, RollPurpose,
    messages::{Decision, Request},
};
use caracole_kernel::{
    Awaiting, Battle, Refusal, Rules, Step,
    dice::{Die, Roll, Throw, Thrown},
};
use smallvec::SmallVec;

/// Chooses any legal decision, but changes Orders seldom. The same seed plays the same way everywhere.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A player with a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// A number below `n` (SplitMix64, rejection-free by multiplication).
    pub fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((u128::from(z) * n as u128) >> 64) as usize
    }

    /// Throws the dice that a roll asks for.
    pub fn throw(&mut self, roll: &Roll<RollPurpose>) -> Throw {
        let mut face = |die: Die| die.lowest + self.below(usize::from(die.sides())) as u8;
        Throw(
            roll.pools
                .iter()
                .map(|pool| {
                    let dice: SmallVec<[u8; 16]> = (0..pool.dice).map(|_| face(pool.die)).collect();
                    let again = dice.iter().filter(|f| pool.reroll.faces.has(**f)).count();
                    Thrown { dice, again: (0..again).map(|_| face(pool.die)).collect() }
                })
                .collect(),
        )
    }

    /// The next step of a battle, by choice or by dice; `None` when it is over or nothing can be chosen.
    pub fn step(&mut self, battle: &Battle<MusketPike>) -> Option<Step<Decision>> {
        match battle.awaiting() {
            Awaiting::Nothing(_) => None,
            Awaiting::Dice(roll) => Some(Step::Dice(self.throw(roll))),
            Awaiting::Decision { side, request } => {
                // Orders that change at every turn would end most battles before they begin.
                let keeps = matches!(request, Request::ChangeOrders(_)) && self.below(8) > 0;
                let decision = if keeps {
                    Decision::Decline
                } else {
                    MusketPike::pick(battle, *side, request, &mut |n| self.below(n))?
                };
                Some(Step::Choose { side: *side, decision })
            }
        }
    }

    /// Plays a battle to its end, or for `most` steps; says how many were taken.
    pub fn play(&mut self, battle: &mut Battle<MusketPike>, most: usize) -> Result<usize, Refusal> {
        let mut events = Vec::new();
        for taken in 0..most {
            let Some(step) = self.step(battle) else { return Ok(taken) };
            events.clear();
            battle.apply_into(&step, &mut events)?;
        }
        Ok(most)
    }
}
