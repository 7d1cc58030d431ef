//! Routers in the joint action phase: how they reform, and which friends let them through.

use crate::battle::arrange::rearrangements;
use crate::battle::world::{GroupId, World};
use crate::field::laid_out;
use crate::formation::{Facing, Formation};
use caracole_ledger::enforces;
use caracole_plane::{CONTACT_TOLERANCE, Group, Path, Point, Pose, Um, WheelMeasure};

/// How many files routers reform in.
const fn reformed_width(width: usize, depth: usize) -> usize {
    match width {
        1 if depth >= 5 => 2,
        4 | 5 => width - 1,
        6.. => width - 2,
        _ => width,
    }
}

/// Routers whom nobody touches, reformed and turned squarely to their own edge, their centre where it was.
pub(super) fn reformed(world: &World, group: GroupId) -> (Formation, Group) {
    enforces!("FOGAM-JAP-013");
    let upright = world.formation(group).turned(|_| Facing::Front);
    let (start, profiles) = (world.start_of(group), world.profiles(group));
    let depth = upright.files().map(|f| upright.file_depth(f)).max().unwrap_or(1);
    let width = reformed_width(upright.width(), depth);
    let formation = match width == upright.width() {
        true => upright,
        false => {
            let options = rearrangements(&world.nature(group, &start), world.formation(group), width);
            options.into_iter().next().unwrap_or_else(|| Formation::block(&profiles, width))
        }
    };
    let centre = world.body(group).footprint().centre();
    let home = world.home_of(world[group].side);
    let body = laid_out(world.field.scale, &formation, Pose::new(centre, home), Um::ZERO);
    let off = body.footprint().centre();
    let at = Point::new(centre.x + (centre.x - off.x), centre.y + (centre.y - off.y));
    let body = body.placed(Pose::new(at, home));
    (formation, body)
}

/// Whether the first part of a friendly battle group of drilled troops that a rout comes upon is its front edge or a front
/// corner.
pub(super) fn meets_drilled_front(world: &World, friend: GroupId, path: &Path) -> bool {
    if world[friend].is_broken() || !world.profiles(friend).iter().all(|b| b.is_drilled()) {
        return false;
    }
    let theirs = world.rects(friend);
    let Some(hit) = path.first_contact(theirs) else { return false };
    let end = path.cut(hit.leg, hit.met.after, WheelMeasure::Straight);
    let reach = CONTACT_TOLERANCE + CONTACT_TOLERANCE;
    end.end().rects().iter().any(|r| theirs.iter().any(|t| t.front_edge().within(r, reach)))
}
