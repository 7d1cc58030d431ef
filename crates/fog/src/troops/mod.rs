//! What a base is, in the words of both books.
//!
//! A [`BaseProfile`] has the parameters that the books give a base (four in fogr, five in fogam). The categories that
//! rules speak of (light troops, shock troops, shot ...) are computed from profiles, never stored.

mod armour;
mod book;
mod capability;
mod category;
mod cohesion;
mod profile;
mod quality;
mod troop_type;

pub use armour::Armour;
pub use book::Book;
pub use capability::{Capabilities, Capability, CombatPhase};
pub use caracole_document::UnknownWord;
pub(crate) use caracole_document::rulebook_words;
pub use category::{
    KeilStatus, is_battle_troops, is_light_troops, is_mixed, is_skirmishers, is_uniform, shock,
    shock_ancients, shock_base_ancients, shock_renaissance,
};
pub use cohesion::{Cohesion, Disorder, is_steady};
pub use profile::BaseProfile;
pub use quality::{Quality, Training};
pub use troop_type::{Arm, TroopType};
