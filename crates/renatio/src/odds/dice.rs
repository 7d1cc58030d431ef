//! What the dice of one side may show.

use crate::cards::Colour;
use crate::charts::DeathDice;
use crate::dice::{Counted, Face};
use caracole_document::Word;
use smallvec::SmallVec;

/// Dice of one throw, by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DicePool(pub [u8; 5]);

impl DicePool {
    /// These dice.
    pub fn of(colours: &[Colour]) -> DicePool {
        colours.iter().fold(DicePool::default(), |pool, colour| pool.with(*colour))
    }

    /// With one more.
    #[must_use]
    pub fn with(mut self, colour: Colour) -> DicePool {
        self.0[colour.index()] = self.0[colour.index()].saturating_add(1);
        self
    }

    /// Every dice.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .iter()
            .flat_map(move |colour| std::iter::repeat_n(*colour, usize::from(self.0[colour.index()])))
    }
}

/// What matters of a throw in combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shown {
    /// Half bases.
    pub half_bases: u8,
    /// There is a Skull.
    pub skull: bool,
    /// There is an S.
    pub special: bool,
}

impl Shown {
    /// As counted dice, for the rules of effects: they ask only whether there is any.
    pub const fn counted(self) -> Counted {
        Counted { skulls: self.skull as u16, wounds: 0, specials: self.special as u16 }
    }
}

/// Everything that the dice of one side may show, with weights that add up to a power of six.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideOdds {
    /// What may be shown, each once, with its weight.
    pub shown: SmallVec<[(Shown, u64); 16]>,
    /// The sum of the weights.
    pub total: u64,
}

/// The most dice of one throw; weights stay in machine words.
pub const MOST_DICE: usize = 16;

impl SideOdds {
    /// The odds of a pool. An S that means nothing is left out.
    pub fn of(dice: &DeathDice, pool: DicePool, specials_count: bool, skulls_count: bool) -> SideOdds {
        let mut odds = SideOdds { shown: SmallVec::from_slice(&[(Shown::default(), 1)]), total: 1 };
        for colour in pool.iter().take(MOST_DICE) {
            let faces = dice.faces(colour);
            let mut next: SmallVec<[(Shown, u64); 16]> = SmallVec::new();
            for (before, weight) in &odds.shown {
                for face in Face::ALL.iter().copied().filter(|face| faces.count(*face) > 0) {
                    let now = Shown {
                        half_bases: before.half_bases + face.half_bases(),
                        skull: before.skull || (skulls_count && face == Face::Skull),
                        special: before.special || (specials_count && face == Face::S),
                    };
                    let more = weight * u64::from(faces.count(face));
                    match next.iter_mut().find(|(shown, _)| *shown == now) {
                        Some((_, sum)) => *sum += more,
                        None => next.push((now, more)),
                    }
                }
            }
            odds = SideOdds { shown: next, total: odds.total * 6 };
        }
        odds
    }
}
