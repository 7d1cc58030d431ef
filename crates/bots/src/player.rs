//! What a computer player is.

use caracole_kernel::{Battle, Patience, Side, System};

/// How much a player may try before it answers, counted so that a seed gives the same battle on any machine.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// How many playouts it may use for one decision; players that do not look ahead need none.
    pub playouts: u32,
    /// Tells it that its time is up whatever it has counted. What it answers then is too late.
    pub patience: Patience,
}

/// A computer player of one system.
///
/// It is given the battle as its side may imagine it, never the battle itself: what is hidden from it cannot be read.
pub trait Player<S: System>: Send {
    /// Chooses for `side`, of which `request` is awaited. `None` leaves it to the first legal choice.
    fn decide(
        &mut self,
        seen: &Battle<S>,
        side: Side,
        request: &S::Request,
        budget: &Budget,
    ) -> Option<S::Decision>;
}
