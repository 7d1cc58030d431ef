//! Who supplies the dice.

use super::{Pool, Roll, Throw, Thrown};
use smallvec::SmallVec;

/// Somebody who throws the dice that a battle asks for.
pub trait DiceSource {
    /// Throws `roll` for entry `entry` of the log. Entries are numbered from 1 and never reused.
    fn throw(&mut self, entry: u64, roll: &Roll) -> Result<Throw, NoDice>;
}

/// Why a source has no dice to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDice {
    /// A scripted source ran out.
    #[error("no scripted dice are left for: {purpose} ({missing} more wanted)")]
    RanOut {
        /// What the dice were wanted for.
        purpose: String,
        /// How many were missing.
        missing: usize,
    },
    /// A scripted face does not fit the die.
    #[error("scripted die {face} does not fit a {die} for: {purpose}")]
    Misfit {
        /// What the dice were wanted for.
        purpose: String,
        /// The face.
        face: u8,
        /// The die.
        die: super::Die,
    },
    /// A recorded source holds no dice for this entry.
    #[error("the record holds no dice for entry {0}")]
    NotRecorded(u64),
}

/// Throws every pool of a roll with `face(pool, index)`, where re-rolls follow the first throw of their pool.
pub fn throw_with<E, P>(
    roll: &Roll<P>,
    mut face: impl FnMut(&Pool, u32) -> Result<u8, E>,
) -> Result<Throw, E> {
    let mut index = 0;
    let mut next = |pool: &Pool| {
        let thrown = face(pool, index);
        index += 1;
        thrown
    };
    let mut pools = SmallVec::new();
    for pool in &roll.pools {
        let mut thrown = Thrown::default();
        for _ in 0..pool.dice {
            thrown.dice.push(next(pool)?);
        }
        let again = thrown.dice.iter().filter(|&&f| pool.reroll.faces.has(f)).count();
        for _ in 0..again {
            thrown.again.push(next(pool)?);
        }
        pools.push(thrown);
    }
    Ok(Throw(pools))
}
