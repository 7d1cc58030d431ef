//! Death Dice as pools of the battle machine: ordinary dice whose faces fall in the classes of [`Face`].

use super::{Face, ShootingDice};
use crate::cards::Colour;
use crate::charts::DeathDice;
use caracole_document::Word;
use caracole_kernel::dice::{Die, Pool, Reading, Reroll, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// So many dice of a colour. Where an S means nothing it is read as a blank, so that fewer readings are left.
pub fn death_pool(dice: &DeathDice, colour: Colour, count: u16, s_counts: bool) -> Pool {
    pool(dice, colour, count, |face| match face {
        Face::S if !s_counts => Face::Blank,
        face => face,
    })
}

/// Dice of a volley. On WHITE+ an S is a wound.
pub fn shooting_pool(dice: &DeathDice, rung: ShootingDice, count: u16) -> Pool {
    pool(dice, rung.colour(), count, |face| match face {
        Face::S if rung == ShootingDice::WhitePlus => Face::Wound,
        face => face,
    })
}

fn pool(dice: &DeathDice, colour: Colour, count: u16, read_as: impl Fn(Face) -> Face) -> Pool {
    let faces = dice.faces(colour);
    let mut class_of = [0; 16];
    for number in Die::D6.faces() {
        class_of[usize::from(number)] = read_as(faces.of_d6(number)) as u8;
    }
    Pool { dice: count, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Classes(class_of) }
}

/// What dice showed.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Counted {
    /// Skulls.
    pub skulls: u16,
    /// Wounds.
    pub wounds: u16,
    /// S.
    pub specials: u16,
}

impl Counted {
    /// What they take from the target in half bases.
    pub const fn half_bases(self) -> u16 {
        2 * self.skulls + self.wounds
    }

    /// Whether they can have an effect in combat: a Skull or an S.
    pub const fn has_effect(self) -> bool {
        self.skulls > 0 || self.specials > 0
    }

    /// How many results slow a target.
    pub const fn slowing(self) -> u16 {
        self.skulls + self.wounds + self.specials
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Counted) -> Counted {
        Counted {
            skulls: self.skulls + other.skulls,
            wounds: self.wounds + other.wounds,
            specials: self.specials + other.specials,
        }
    }
}

/// What the value of such a pool says.
pub fn count(value: &Value) -> Counted {
    let of = |face: Face| match value {
        Value::Counts(counts) => counts[face.index()],
        _ => 0,
    };
    Counted { skulls: of(Face::Skull), wounds: of(Face::Wound), specials: of(Face::S) }
}
