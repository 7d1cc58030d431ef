//! Skirmishers whom battle troops come upon from behind.

use crate::battle::impact::plan::{Planned, Touched};
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use caracole_ledger::enforces;
use caracole_plane::{Corner, Edge};

/// The skirmishers whom a charge of battle troops meets in rear while they evade or rout: they are destroyed, and the
/// charge goes on.
pub(super) fn ridden_down(world: &World, group: GroupId, planned: &Planned) -> Vec<GroupId> {
    enforces!("FOGAM-IMPACT-123");
    if kinds::is_light(world, group) {
        return Vec::new();
    }
    let in_rear = |t: &&Touched| {
        t.contact.their_edge() == Some(Edge::Rear)
            || matches!(t.contact.their_corner(), Some(Corner::RearLeft | Corner::RearRight))
    };
    let runs = |e: GroupId| world[e].turn.evaded || world[e].is_broken();
    let mut found: Vec<GroupId> = planned
        .touched
        .iter()
        .filter(in_rear)
        .map(|t| t.enemy)
        .filter(|&e| kinds::is_light(world, e) && runs(e))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
