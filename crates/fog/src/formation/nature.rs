//! What the formation rules need to know of a battle group besides where its bases stand.

use crate::troops::{BaseProfile, Book, Capabilities, Capability, is_mixed, rulebook_words};
use caracole_ledger::enforces;
use caracole_plane::Hand;

rulebook_words! {
    /// The status that an army list gives a battle group.
    Status, "status of a battle group" {
        /// None in particular.
        Ordinary = "ordinary",
        /// Early tercio.
        EarlyTercio = "early_tercio",
        /// Later tercio, or an early one that has become one permanently.
        LaterTercio = "later_tercio",
        /// Swedish brigade.
        SwedishBrigade = "swedish_brigade",
        /// Commanded shot.
        CommandedShot = "commanded_shot",
        /// Fogam: the list grants it interpenetrations.
        Interpenetrates = "interpenetrates",
    }
}

/// A battle group as the formation rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Nature<'a> {
    /// The book.
    pub book: Book,
    /// Its status.
    pub status: Status,
    /// Its bases at the start of the game.
    pub start: &'a [BaseProfile],
    /// The end of the line at which spare bases stand, unless its player places them otherwise.
    pub spare_at: Hand,
}

impl<'a> Nature<'a> {
    /// A battle group without a special status.
    #[must_use]
    pub const fn ordinary(book: Book, start: &'a [BaseProfile]) -> Self {
        Self { book, status: Status::Ordinary, start, spare_at: Hand::Left }
    }

    /// Whether it has lost bases.
    #[must_use]
    pub fn has_losses(&self, now: usize) -> bool {
        now < self.start.len()
    }

    /// Fogr: either kind of tercio.
    #[must_use]
    pub const fn is_tercio(&self) -> bool {
        matches!(self.status, Status::EarlyTercio | Status::LaterTercio)
    }

    /// Fogr: it began with 1 pike base and 5 shot bases.
    #[must_use]
    pub fn is_one_pike_and_five_shot(&self) -> bool {
        let pike = self.start.iter().filter(|b| b.capabilities.has_any(Capabilities::PIKE)).count();
        let shot = self.start.iter().filter(|b| b.is_shot()).count();
        self.book == Book::Renaissance && pike == 1 && shot == 5 && self.start.len() == 6
    }
}

/// What a base does in a fogr formation of close combat and missile troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Pike, or the close combat bases that take their place.
    Pike,
    /// Shot, or the missile bases that take their place.
    Shot,
    /// Heavy weapon or swordsmen beside pike: free to stand in a file of either.
    Beside,
}

/// The role of a base in its battle group; none if the battle group is not such a mix.
#[must_use]
pub fn role(bases: &[BaseProfile], base: BaseProfile) -> Option<Role> {
    enforces!("FOGR-BG-041");
    const BESIDE: Capabilities = Capabilities::of(&[Capability::HeavyWeapon, Capability::Swordsmen]);
    if !is_mixed(bases) {
        return None;
    }
    let shoots = |b: &BaseProfile| b.capabilities.has_any(Capabilities::MISSILES);
    let is_pike = |b: &BaseProfile| b.has(Capability::Pike);
    if bases.iter().any(is_pike) {
        return if is_pike(&base) {
            Some(Role::Pike)
        } else if shoots(&base) {
            Some(Role::Shot)
        } else {
            base.capabilities.has_any(BESIDE).then_some(Role::Beside)
        };
    }
    let fights = |b: &BaseProfile| b.capabilities.has_any(Capabilities::CLOSE_COMBAT) && !shoots(b);
    if bases.iter().any(fights) && bases.iter().any(shoots) {
        return Some(if fights(&base) { Role::Pike } else { Role::Shot });
    }
    None
}
