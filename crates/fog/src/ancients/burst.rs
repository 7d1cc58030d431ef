//! Shock troops that charge without orders burst through friends.

use crate::battle::customs::Bursting;
use crate::battle::impact::plan::{Planned, way};
use crate::battle::impact::{Charge, Wheel};
use crate::battle::manoeuvre::runs_into;
use crate::battle::world::{GroupId, World};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, BaseRect, Motion, Path, Um, any_overlap, distance_to_clear};

/// The friends through whom a way leads.
pub(super) fn friends_on(world: &World, group: GroupId, path: &Path) -> Vec<GroupId> {
    let end = path.end().rects();
    let meets = |f: &GroupId| {
        let rects = world.obstruction(*f);
        runs_into(path, rects) || any_overlap(&end, rects)
    };
    world.friends_of(group).filter(meets).collect()
}

/// What a charge does to the friends through whom it leads.
pub(super) fn bursting(
    world: &World,
    charge: &Charge,
    wheel: Option<Wheel>,
    planned: &Planned,
) -> Option<Bursting> {
    enforces!("FOGAM-MOVE-085", "FOGAM-MOVE-086", "FOGAM-IMPACT-060");
    if !charge.tests.contains(&rule!("FOGAM-IMPACT-060")) {
        return None;
    }
    let path = way(world.body(charge.group), wheel, planned.spent);
    let mut friends = friends_on(world, charge.group, &path);
    let end = planned.body.rects();
    let stepped_into = world.friends_of(charge.group).filter(|&f| any_overlap(&end, world.obstruction(f)));
    friends.extend(stepped_into.filter(|f| !friends.contains(f)).collect::<Vec<_>>());
    if friends.is_empty() {
        return None;
    }
    let set_back = set_back(world, charge.group, (&end, planned.body.facing() + Angle::HALF));
    Some(match set_back {
        Some(set_back) => Bursting::Through { friends, set_back, why: rule!("FOGAM-MOVE-085") },
        None => Bursting::NoRoom(rule!("FOGAM-MOVE-086")),
    })
}

/// How far everybody in the way is set back so that the chargers have room where they end, and those behind them for
/// those set back; none if there is no room for that.
fn set_back(world: &World, group: GroupId, (end, back): (&[BaseRect], Angle)) -> Option<Vec<(GroupId, Um)>> {
    let mut placed: Vec<BaseRect> = end.to_vec();
    let mut left: Vec<GroupId> = world.friends_of(group).collect();
    let mut moved: Vec<(GroupId, Um)> = Vec::new();
    // Each step sets back those whom somebody placed before overlaps; nobody is set back twice.
    while let Some(next) = left.iter().position(|&f| any_overlap(world.obstruction(f), &placed)) {
        let friend = left.remove(next);
        let rects = world.obstruction(friend);
        let distance = distance_to_clear(rects, back, &placed);
        let slide = Motion::Slide { toward: back, distance };
        let then: Vec<BaseRect> =
            world.base_ids(friend).iter().map(|&b| slide.base_after(&world[b].base).rect()).collect();
        let enemies = world.enemies_of(group).any(|e| any_overlap(&then, world.obstruction(e)));
        if enemies || any_overlap(&then, &placed) || !world.body_may_stand(&world.body(friend).moved(&slide))
        {
            return None;
        }
        placed.extend(then);
        moved.push((friend, distance));
    }
    Some(moved)
}
