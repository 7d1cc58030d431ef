//! A player who chooses any legal candidate.

use crate::{
    MusketPike, RollPurpose,
    messages::{Decision, Request},
};
use caracole_kernel::{
    Awaiting, Battle, Numbers, Refusal, Rules, Side, Step,
    dice::{Die, Roll, Throw, Thrown},
};
use smallvec::SmallVec;

/// Any legal decision, but Orders change seldom: Wings that change them at every turn soon rally all at once, and their
/// army leaves the field before there is a battle.
pub fn choose(
    battle: &Battle<MusketPike>,
    side: Side,
    request: &Request,
    numbers: &mut Numbers,
) -> Option<Decision> {
    if matches!(request, Request::ChangeOrders(_)) && numbers.below(8) > 0 {
        return Some(Decision::Decline);
    }
    MusketPike::pick(battle, side, request, &mut |end| numbers.below(end))
}

/// Chooses any legal decision, but changes Orders seldom. The same seed plays the same way everywhere.
#[derive(Clone, Debug)]
pub struct Random {
    numbers: Numbers,
}

impl Random {
    /// A player with a seed.
    pub fn new(seed: u64) -> Self {
        Random { numbers: Numbers::new(seed) }
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.numbers.below(n)
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
                let decision = choose(battle, *side, request, &mut self.numbers)?;
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
