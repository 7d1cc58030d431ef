//! The impact phase of the ancient and medieval book.

mod declaring;
mod evading;
mod fighting;
mod flanks;
mod fragmented;
mod holding_back;
mod intercepting;
mod sight;

pub use crate::battle_common::Play;
pub use crate::battle_common::impact::*;
pub use caracole_fog::ancients::Ancients;
pub use caracole_fog::battle::impact::{Decision as Impact, Event as Told, Request as Asked, Steps, Wheel};
pub use caracole_fog::battle::world::Approach;
pub use caracole_fog::battle::{Decision, GroupId, World};
pub use caracole_kernel::Awaiting;
pub use caracole_plane::{Angle, Hand};

/// Where the bases of a battle group have their fronts, in millimetres.
pub fn fronts(play: &Play<Ancients>, who: &str) -> Vec<(i32, i32)> {
    let mut all: Vec<(i32, i32)> = bases(play.world(), play.id(who)).iter().map(front).collect();
    all.sort_unstable();
    all
}

/// What the dice are awaited for.
pub fn dice_for(play: &Play<Ancients>) -> Option<caracole_fog::RollPurpose> {
    match play.battle.awaiting() {
        Awaiting::Dice(roll) => Some(roll.purpose),
        _ => None,
    }
}
