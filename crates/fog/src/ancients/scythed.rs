//! Scythed chariots, which leave the table when they have done their work.

use crate::battle::position::contact;
use crate::battle::world::{GroupId, Posture, World};
use crate::troops::TroopType;
use caracole_ledger::enforces;

fn all(world: &World) -> impl Iterator<Item = GroupId> + '_ {
    let scythed = |g: &GroupId| world.profiles(*g).iter().any(|b| b.troop_type == TroopType::ScythedChariots);
    world.on_table().filter(scythed)
}

/// Whether an enemy touches the front of a battle group.
fn is_held_in_front(world: &World, group: GroupId, enemy: GroupId) -> bool {
    contact::touches(world, group, enemy).iter().any(|t| t.contact.is_by_own_front())
}

/// Those in front contact with unbroken enemy whom they fought this turn.
pub(super) fn spent(world: &World) -> Vec<GroupId> {
    enforces!("FOGAM-JAP-004");
    let fights = |g: GroupId| {
        world.enemies_of(g).any(|e| {
            !world[e].is_broken() && !contact::awaits_impact(world, g, e) && is_held_in_front(world, g, e)
        })
    };
    all(world).filter(|&g| fights(g)).collect()
}

/// Those who have ever charged into contact and have no enemy at their front now.
pub(super) fn run_through(world: &World) -> Vec<GroupId> {
    enforces!("FOGAM-SPECIAL-012");
    let held = |g: GroupId| world.enemies_of(g).any(|e| is_held_in_front(world, g, e));
    all(world).filter(|&g| world[g].posture == Posture::Loosed && !held(g)).collect()
}
