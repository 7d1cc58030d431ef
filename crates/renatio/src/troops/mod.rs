//! The troops of the game: six areas of classification, and the words for them.

mod classes;
mod names;
mod profile;
mod set;
mod words;

pub use classes::{
    Arm, Armour, Characteristic, CommandType, Extra, Firepower, Form, Grade, Order, Quality, Shape,
    ShotWeapon, Training, TroopType, Weapon,
};
pub use names::{Name, nearest};
pub use profile::Profile;
pub use set::Set;
pub use words::{Troops, UnknownTroops};

#[cfg(test)]
mod tests;
