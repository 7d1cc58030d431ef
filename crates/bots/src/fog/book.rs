//! What players have to know of each book.

use caracole_fog::{ancients::Ancients, battle::Played, renaissance::Renaissance};
use caracole_kernel::BySide;

/// A book whose battles computer players fight.
pub trait Fought: Played {
    /// The armies that fight unless others are named.
    const USUAL_ARMIES: BySide<&str>;
}

impl Fought for Renaissance {
    const USUAL_ARMIES: BySide<&str> = BySide { red: "fogr/royalist-1645", blue: "fogr/new-model-1645" };
}

impl Fought for Ancients {
    const USUAL_ARMIES: BySide<&str> = BySide { red: "fogam/roman-218bc", blue: "fogam/carthaginian-218bc" };
}
