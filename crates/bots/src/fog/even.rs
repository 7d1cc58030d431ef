//! Dice for battles that are only imagined: whether blows hit is thrown as evenly as the number of dice allows, so that a
//! few battles tell ways to fight apart that a hundred with plain dice would not.

use crate::Numbers;
use caracole_kernel::dice::{NextDie, Reading, Roll, Throw, throw_with};
use std::convert::Infallible;

/// Steps into which the chances of one die are divided.
const STEPS: usize = 1 << 16;

/// Throws dice that hit about as often as they should in every pool; other dice by chance alone.
pub(super) fn throw_evenly<P>(numbers: &mut Numbers, roll: &Roll<P>) -> Throw {
    // Dice of the pool that are still to come, those of them thrown again, and where the first of them began.
    let (mut to_come, mut again, mut start) = (0usize, 0usize, 0usize);
    let face = |next: &NextDie<'_>| -> Result<u8, Infallible> {
        let pool = next.pool;
        if pool.deck().is_some() {
            return Ok(next.face(numbers.below(usize::from(next.sides()))));
        }
        let dice = usize::from(pool.dice);
        let plain = |numbers: &mut Numbers| numbers.below(usize::from(pool.die.sides()));
        let face = if to_come == 0 && again > 0 {
            again -= 1;
            pool.die.lowest + plain(numbers) as u8
        } else {
            if to_come == 0 {
                (to_come, start) = (dice, numbers.below(STEPS));
            }
            to_come -= 1;
            let face = match pool.reading {
                Reading::Hits { .. } => {
                    let at = (start + to_come * STEPS / dice.max(1)) % STEPS;
                    at * usize::from(pool.die.sides()) / STEPS
                }
                _ => plain(numbers),
            };
            let face = pool.die.lowest + face as u8;
            again += usize::from(pool.reroll.faces.has(face));
            face
        };
        Ok(face)
    };
    match throw_with(roll, face) {
        Ok(throw) => throw,
        Err(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_kernel::dice::{Die, Pool, Reroll};

    fn roll(pools: &[Pool]) -> Roll {
        Roll {
            side: None,
            rule: caracole_ledger::rule!("FOGR-COMBAT-014"),
            purpose: "melee".into(),
            pools: pools.iter().copied().collect(),
        }
    }

    #[test]
    fn six_dice_show_every_face_and_four_hit_twice_on_four_or_more() {
        let mut numbers = Numbers::new(7);
        let six = Pool::hits(6, Die::D6, 4, Reroll::NONE);
        let four = Pool::hits(4, Die::D6, 4, Reroll::NONE);
        for _ in 0..50 {
            let throw = throw_evenly(&mut numbers, &roll(&[six, four]));
            let mut faces = throw.0[0].dice.to_vec();
            faces.sort_unstable();
            assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
            assert_eq!(throw.0[1].dice.iter().filter(|f| **f >= 4).count(), 2);
        }
    }

    #[test]
    fn dice_thrown_again_are_as_many_as_the_faces_say() {
        let pool = Pool::hits(6, Die::D6, 5, Reroll::of(&[1]));
        let mut numbers = Numbers::new(3);
        for _ in 0..50 {
            let throw = throw_evenly(&mut numbers, &roll(&[pool, pool]));
            assert!(throw.0.iter().all(|thrown| thrown.again.len() == 1));
            assert!(roll(&[pool, pool]).read(&throw).is_ok());
        }
    }
}
