//! Who supplies the dice.

use super::{
    Deck, Pool, Roll, Throw, Thrown,
    draw::{cards_in, kind_at},
};
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
    /// A scripted card is not in the deck, or not any more.
    #[error("no card of kind {kind} is left in the deck for: {purpose}")]
    NoSuchCard {
        /// What the cards were wanted for.
        purpose: String,
        /// The kind.
        kind: u8,
    },
    /// A recorded source holds no dice for this entry.
    #[error("the record holds no dice for entry {0}")]
    NotRecorded(u64),
}

/// The die that is thrown next, or the card that is drawn next.
#[derive(Debug)]
pub struct NextDie<'a> {
    /// The pool that it belongs to.
    pub pool: &'a Pool,
    /// Its place among all dice of the roll, from 0; dice thrown again follow the first throw of their pool.
    pub index: u32,
    /// The cards that are left, if one is drawn.
    left: Option<Deck>,
}

impl NextDie<'_> {
    /// How many results are equally likely: the sides of a die, the cards left in a deck.
    pub fn sides(&self) -> u16 {
        self.left.map_or(u16::from(self.pool.die.sides()), |left| cards_in(&left))
    }

    /// The face for one of these results, counted from 0. Cards are counted kind by kind.
    pub fn face(&self, number: usize) -> u8 {
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        match self.left {
            Some(left) => kind_at(&left, number),
            None => {
                self.pool.die.lowest + number.min(u16::from(self.pool.die.sides()).saturating_sub(1)) as u8
            }
        }
    }

    /// A literal face, if there is one and it can come up.
    pub fn literal(&self, face: Option<u8>, purpose: &str) -> Result<u8, NoDice> {
        let purpose = || purpose.to_owned();
        let Some(face) = face else { return Err(NoDice::RanOut { purpose: purpose(), missing: 1 }) };
        match self.left {
            Some(left) if left.get(usize::from(face)).is_some_and(|&n| n > 0) => Ok(face),
            Some(_) => Err(NoDice::NoSuchCard { purpose: purpose(), kind: face }),
            None if self.pool.die.has(face) => Ok(face),
            None => Err(NoDice::Misfit { purpose: purpose(), face, die: self.pool.die }),
        }
    }
}

/// Throws every pool of a roll with `face`, which gives the face of the die that is thrown next. A deck that runs out gives
/// no more cards: the battle refuses such a throw.
pub fn throw_with<E, P>(
    roll: &Roll<P>,
    mut face: impl FnMut(&NextDie<'_>) -> Result<u8, E>,
) -> Result<Throw, E> {
    let mut index = 0;
    let mut next = |pool: &Pool, left: Option<Deck>| {
        let thrown = face(&NextDie { pool, index, left });
        index += 1;
        thrown
    };
    let mut pools = SmallVec::new();
    for pool in &roll.pools {
        let mut thrown = Thrown::default();
        let mut left = pool.deck();
        for _ in 0..pool.dice {
            if left.is_some_and(|left| cards_in(&left) == 0) {
                break;
            }
            let face = next(pool, left)?;
            if let Some(kind) = left.as_mut().and_then(|left| left.get_mut(usize::from(face))) {
                *kind = kind.saturating_sub(1);
            }
            thrown.dice.push(face);
        }
        let again = thrown.dice.iter().filter(|&&f| pool.reroll.faces.has(f)).count();
        for _ in 0..again {
            thrown.again.push(next(pool, None)?);
        }
        pools.push(thrown);
    }
    Ok(Throw(pools))
}
