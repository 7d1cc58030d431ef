//! Field of Glory: Renaissance (fogr) and ancient & medieval (fogam).
//!
//! - [`troops`]: the words both books use for a base: type, armour, quality, training, capabilities, cohesion.
//! - [`formation`]: files and ranks of a battle group, which formations are legal, losses and refilling.
//! - [`army`]: army lists, points, composition rules, the books' own armies.
//! - [`field`]: the table: scale, terrain, camps, fortifications, places of bases.
//! - [`combat`]: the arithmetic of combat and tests that the books share.
//! - [`ask`]: questions of other programs, and the odds of whole fights.
//! - [`renaissance`] and [`ancients`]: what is each book's own.

pub mod ancients;
pub mod army;
pub mod ask;
pub mod battle;
pub mod combat;
pub mod field;
pub mod formation;
mod purpose;
pub mod renaissance;
pub mod troops;

pub use purpose::RollPurpose;
