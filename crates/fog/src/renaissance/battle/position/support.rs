//! Who supports a battle group, and rear support of artillery.

use super::{contact, disorder, kinds, nearness};
use crate::formation::Status;
use crate::renaissance::battle::world::{BaseId, GroupId, Posture, World};
use crate::troops::{Cohesion, Disorder, Quality, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Edge};
use smallvec::SmallVec;

fn quality(world: &World, group: GroupId) -> Quality {
    world.profiles(group).first().map_or(Quality::Average, |b| b.quality)
}

/// Whether one battle group stands so that it supports another.
#[must_use]
pub fn supports(world: &World, supporter: GroupId, group: GroupId) -> bool {
    enforces!("FOGR-GLOSSARY-034");
    let s = &world[supporter];
    if supporter == group || s.side != world[group].side || !s.is_on_table() {
        return false;
    }
    let range = if kinds::is_foot(world, supporter) { 6 } else { 9 };
    if !nearness::may_be_within(world, supporter, group, world.field.mu(range)) {
        return false;
    }
    let kind = kinds::is_battle(world, supporter)
        && !kinds::is_artillery(world, supporter)
        && !world.profiles(supporter).iter().any(|b| b.troop_type == TroopType::Mob);
    let steady = s.cohesion == Cohesion::Steady && disorder::worst(world, supporter) == Disorder::None;
    if !kind || !steady || quality(world, group).level() - quality(world, supporter).level() > 1 {
        return false;
    }
    let (theirs, ours) = (world.rects(supporter), world.rects(group));
    if !caracole_plane::any_within(theirs, ours, world.field.mu(range)) {
        return false;
    }
    let rear = world.body(group).footprint().rect();
    let front = world.body(supporter).footprint().rect();
    let behind = theirs.iter().all(|r| rear.has_entirely_behind_rear(r));
    let ahead = ours.iter().any(|r| front.has_ahead(r));
    behind && ahead && !contact::in_close_combat(world, supporter)
}

/// The battle groups that support another.
#[must_use]
pub fn supporters(world: &World, group: GroupId) -> SmallVec<[GroupId; 4]> {
    world.friends_of(group).filter(|&f| supports(world, f, group)).collect()
}

/// Whether a battle group counts as supported.
#[must_use]
pub fn is_supported(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-GLOSSARY-033", "FOGR-GLOSSARY-035");
    let g = &world[group];
    if kinds::is_all(world, group, TroopType::BattleWagons) {
        return false;
    }
    if g.status == Status::EarlyTercio {
        return true;
    }
    let bases: usize = supporters(world, group).iter().map(|&s| world.size(s)).sum();
    if 2 * bases >= usize::from(g.base_count) {
        return true;
    }
    let self_supporting = g.status == Status::LaterTercio || kinds::is_a_keil(world, group);
    self_supporting && !has_enemy_behind(world, group)
}

/// Enemy within 12 MU and at least partly behind the rear edge: light troops, commanders and camps do not count.
fn has_enemy_behind(world: &World, group: GroupId) -> bool {
    let rear = world.body(group).footprint().rect();
    let ours = world.rects(group);
    let range = world.field.mu(12);
    world.enemies_of(group).filter(|&e| !kinds::is_light(world, e)).any(|e| {
        world.rects(e).iter().any(|r| {
            rear.side_of_line(Edge::Rear, r).is_partly_beyond() && ours.iter().any(|o| o.within(r, range))
        })
    })
}

/// The base of friendly foot that gives rear support to an unlimbered gun.
#[must_use]
pub fn rear_support_of(world: &World, guns: GroupId, gun: BaseId) -> Option<(GroupId, BaseId)> {
    if world[guns].posture == Posture::Limbered {
        return None;
    }
    let rect = world[gun].base.rect();
    let behind = |f: GroupId| stands_behind_gun(world, f, &rect).map(|b| (f, b));
    world.friends_of(guns).filter(|&f| !world[f].is_broken()).find_map(behind)
}

/// The base of foot battle troops, broken or not, that stands close behind a gun and lined up with it.
#[must_use]
pub fn stands_behind_gun(world: &World, group: GroupId, gun: &BaseRect) -> Option<BaseId> {
    enforces!("FOGR-COMBAT-096");
    let aligned = |b: &BaseId| {
        let edges = gun.contact(&world[*b].base.rect()).and_then(caracole_plane::Contact::edges);
        edges.is_some_and(|e| {
            e.own == Edge::Rear && e.their == Edge::Front && e.fit == caracole_plane::Fit::Aligned
        })
    };
    world.base_ids(group).into_iter().find(aligned).filter(|_| is_foot_of_battle(world, group))
}

/// Unbroken foot battle troops that can stand behind guns.
#[must_use]
pub fn is_rear_supporter(world: &World, group: GroupId) -> bool {
    !world[group].is_broken() && is_foot_of_battle(world, group)
}

fn is_foot_of_battle(world: &World, group: GroupId) -> bool {
    kinds::is_foot(world, group) && kinds::is_battle(world, group) && !kinds::is_artillery(world, group)
}
