//! The pike file of a Swedish brigade: its point base stands one base depth ahead of the shot, counts for no measuring,
//! and is drawn back level with them whenever it would be in the way or the brigade fights.

use super::{contact, defence, kinds, support};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::formation::{Facing, Status};
use crate::troops::Capability;
use caracole_ledger::enforces;
use caracole_plane::{Base, CONTACT_TOLERANCE, Pose, Relation, Um, any_overlap};
use smallvec::SmallVec;

/// The pike file, front to back, and where its bases stand with the point ahead of the shot and drawn back.
struct PikeFile {
    bases: SmallVec<[BaseId; 4]>,
    forward: SmallVec<[Base; 4]>,
    back: SmallVec<[Base; 4]>,
}

/// The pike file of a brigade that stands in its formation; none if it is anything else.
fn pike_file(world: &World, group: GroupId) -> Option<PikeFile> {
    let g = &world[group];
    if g.status != Status::SwedishBrigade || !g.is_on_table() || g.is_broken() || g.posture != Posture::Normal
    {
        return None;
    }
    let ids = world.base_ids(group);
    let is_pike = |b: &BaseId| world[*b].profile.has(Capability::Pike);
    let bases: SmallVec<[BaseId; 4]> = ids.iter().copied().filter(is_pike).collect();
    let shot: SmallVec<[BaseId; 4]> = ids.iter().copied().filter(|b| !is_pike(b)).collect();
    let second = *bases.get(1)?;
    let file = world[second].at.file;
    let upright = ids.iter().all(|&b| world[b].facing == Facing::Front);
    // In a column, or with shot fed in behind the pike, it is no such file: the shot of a brigade stand beside it, a rank
    // behind its point.
    let beside = |b: &BaseId| world[*b].at.file != file && world[*b].at.rank > 0;
    if !upright || bases.iter().any(|&b| world[b].at.file != file) || !shot.iter().all(beside) {
        return None;
    }
    let anchor = world.anchor(group);
    let local = |b: BaseId| anchor.local(world[b].base.front.at);
    let line = shot.iter().map(|&b| local(b).1).max()?;
    let (middle, _) = local(second);
    let depth = world[second].base.depth;
    let places = |first: Um| -> SmallVec<[Base; 4]> {
        let mut at = first;
        bases
            .iter()
            .map(|&b| {
                let base = world[b].base;
                let front = Pose::new(anchor.offset(middle, at).at, anchor.facing);
                at -= base.depth;
                Base::new(front, base.width, base.depth)
            })
            .collect()
    };
    let (forward, back) = (places(line + depth), places(line));
    // Files that have stepped forward, or bases put elsewhere, wait until the battle group reforms.
    let stands = |at: &[Base]| {
        let off = |(b, place): (&BaseId, &Base)| world[*b].base.front.at.distance(place.front.at);
        bases.iter().zip(at).skip(1).all(|pair| off(pair) <= CONTACT_TOLERANCE * 2)
    };
    (stands(&forward) || stands(&back)).then_some(PikeFile { bases, forward, back })
}

/// Whether there is room for a base: nobody stands there, it is on the table and on ground that can be entered.
fn is_free(world: &World, group: GroupId, base: &Base) -> bool {
    let rect = base.rect();
    let others = world.on_table().filter(|&g| g != group);
    world.may_stand(&rect) && others.into_iter().all(|g| !any_overlap(&[rect], world.obstruction(g)))
}

/// Whether a base would touch an enemy: a point base alone makes no contact.
fn meets_enemy(world: &World, group: GroupId, base: &Base) -> bool {
    let rect = base.rect();
    world.enemies_of(group).any(|e| world.rects(e).iter().any(|r| rect.relation(r) != Relation::Apart))
}

/// Whether a battle group stands behind guns that it supports.
fn supports_guns(world: &World, group: GroupId) -> bool {
    let guns = world.friends_of(group).filter(|&g| kinds::is_artillery(world, g));
    guns.into_iter().any(|guns| {
        world
            .base_ids(guns)
            .iter()
            .any(|&gun| support::rear_support_of(world, guns, gun).is_some_and(|(by, _)| by == group))
    })
}

/// Puts the point bases of all Swedish brigades where they belong now.
pub fn settle(world: &mut World) {
    let brigades: SmallVec<[GroupId; 4]> =
        world.on_table().filter(|&g| world[g].status == Status::SwedishBrigade).collect();
    for group in brigades {
        settle_one(world, group);
    }
}

fn settle_one(world: &mut World, group: GroupId) {
    enforces!("FOGR-BG-036", "FOGR-BG-037", "FOGR-BG-039");
    let Some(file) = pike_file(world, group) else { return };
    let (Some(point), Some(last)) = (file.forward.first(), file.back.last()) else { return };
    let is_ahead = world.point_base(group).is_some();
    let drawn_back = contact::in_close_combat(world, group)
        || defence::defends(world, group)
        || supports_guns(world, group)
        || meets_enemy(world, group, point)
        || !is_free(world, group, point);
    match (is_ahead, drawn_back) {
        (true, true) if is_free(world, group, last) => take_up(world, &file.bases, &file.back, 1),
        (false, true) => {}
        // With no room behind, either, it counts as drawn back where it is: nothing is measured to it, and it bars nobody.
        (true, _) => take_up(world, &file.bases, &file.forward, 0),
        (false, false) => take_up(world, &file.bases, &file.forward, -1),
    }
}

/// Puts the pike file there, so many ranks further back in the formation.
fn take_up(world: &mut World, bases: &[BaseId], places: &[Base], ranks: i8) {
    for (&b, place) in bases.iter().zip(places) {
        world[b].base = *place;
        world[b].at.rank = world[b].at.rank.saturating_add_signed(ranks);
    }
}
