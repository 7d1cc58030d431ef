//! Attrition of an army by what has become of its battle groups.

use crate::battle::world::{Presence, World};
use crate::renaissance::{Fate, attrition as add_up};
use caracole_kernel::{Side, Tally};

/// The attrition points that a side has suffered.
#[must_use]
pub fn attrition(world: &World, side: Side) -> Tally {
    let fate = |g: &crate::battle::world::GroupState| match g.presence {
        Presence::RoutedOff => Fate::RoutedOff,
        Presence::EvadedOff => Fate::EvadedOff,
        Presence::Destroyed => Fate::Destroyed,
        Presence::Straggling => Fate::Straggling,
        Presence::OnTable if g.captured.is_some_and(|c| c.side != g.owner) => Fate::Captured,
        Presence::OnTable => Fate::from(g.cohesion),
        Presence::Undeployed | Presence::Ambush | Presence::FlankMarch => Fate::Unbroken,
    };
    let groups: Vec<(Fate, u8)> =
        world.groups().filter(|g| g.owner == side).map(|g| (fate(g), g.base_count)).collect();
    let sacked = world.sides[side].camp_lost || world.sides[side].camp.is_some_and(|c| c.sacked);
    let mut tally = Tally::new("attrition points");
    add_up(&groups, sacked, world.readings, &mut tally);
    tally
}
