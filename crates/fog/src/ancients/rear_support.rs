//! Rear support, base by base.

use crate::battle::position::{contact, disorder, kinds, nearness, overlap};
use crate::battle::world::{BaseId, GroupId, World};
use crate::troops::{Cohesion, Disorder, Quality};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Edge};

/// How many bases of one battle group give rear support to another.
pub(super) fn supporting_bases(world: &World, supporter: GroupId, group: GroupId) -> usize {
    enforces!("FOGAM-GLOSSARY-031");
    let s = &world[supporter];
    if supporter == group || s.side != world[group].side || !s.is_on_table() || s.cohesion != Cohesion::Steady
    {
        return 0;
    }
    let reach = world.field.mu(if kinds::is_mounted(world, supporter) { 12 } else { 8 });
    if !nearness::may_be_within(world, supporter, group, reach) || kinds::is_light(world, supporter) {
        return 0;
    }
    if contact::in_close_combat(world, supporter) || !overlap::overlapped_groups(world, supporter).is_empty()
    {
        return 0;
    }
    // What lies before this lies behind the battle group.
    let rear = world.body(group).footprint().fronting(Edge::Rear).rect();
    let needed = world.profiles(group).iter().map(|b| b.quality).min().unwrap_or(Quality::Average);
    let good = |b: &BaseId| {
        let base = &world[*b];
        base.profile.quality >= needed && disorder::of_base(world, supporter, base) == Disorder::None
    };
    let behind =
        |r: &BaseRect| rear.has_directly_ahead(r) && rear.reach_beyond(Edge::Front, r).0 >= -TOLERANCE;
    let bases: Vec<(BaseId, BaseRect)> =
        world.base_ids(supporter).into_iter().map(|b| (b, world[b].base.rect())).collect();
    let directly: Vec<BaseRect> = bases.iter().map(|(_, r)| *r).filter(|r| behind(r)).collect();
    let counts = |(id, rect): &(BaseId, BaseRect)| {
        let in_place = directly.contains(rect) || directly.iter().any(|d| d.in_edge_contact(rect));
        let faces = world.rects(group).iter().any(|r| rect.has_ahead(r));
        let near = world.rects(group).iter().any(|r| r.within(rect, reach));
        good(id) && in_place && faces && near && !is_cut_off(world, group, &rear, rect)
    };
    bases.iter().filter(|b| counts(b)).count()
}

const TOLERANCE: caracole_plane::Um = caracole_plane::CONTACT_TOLERANCE;

/// Whether enemy troops stand, even partly, between the rear of a battle group and a base behind it.
fn is_cut_off(world: &World, group: GroupId, rear: &BaseRect, base: &BaseRect) -> bool {
    let far = rear.reach_beyond(Edge::Front, base).1;
    let between = |r: &BaseRect| rear.has_directly_ahead(r) && rear.reach_beyond(Edge::Front, r).0 < far;
    world.enemies_of(group).any(|e| world.rects(e).iter().any(between))
}
