//! Deployment: what waits beside the table is put where the hand points, or as near as it may stand.

use crate::battle::setup::{self, CommanderPost, Deployment};
use crate::battle::world::World;
use crate::battle::{Decision, Request, Seen, phases};
use caracole_kernel::Side;
use caracole_plane::{Angle, Point, Pose, Um};
use caracole_tabletop::drag::{PARTS, Way, part_of};

pub(super) fn found(
    battle: Seen<'_>,
    side: Side,
    request: &setup::Request,
    (kind, index): (&str, u16),
    way: &Way,
) -> Option<Vec<Decision>> {
    use setup::Request as R;
    let meant = match request {
        R::Deploy { group } | R::Reveal { group, .. } | R::Arrive { group, .. } => {
            kind == "group" && group.0 == index
        }
        R::Commander { commander } => kind == "commander" && u16::from(commander.0) == index,
        _ => false,
    };
    if !meant {
        return None;
    }
    let mut offered = Vec::new();
    phases::candidates(battle, side, &Request::Setup(request.clone()), &mut offered);
    let offered = offered.into_iter().filter_map(|d| match d {
        Decision::Setup(d) => Some(d),
        _ => None,
    });
    let all = match request {
        R::Commander { .. } => posts(battle.world(), side, offered, way.to),
        _ => deployments(offered, way.to),
    };
    Some(all.into_iter().map(Decision::Setup).collect())
}

/// In the offered formation nearest to the hand: where the hand is, then nearer and nearer to that offer.
fn deployments(offered: impl Iterator<Item = setup::Decision>, to: Point) -> Vec<setup::Decision> {
    let near = offered
        .filter_map(|d| match d {
            setup::Decision::Deploy(deployment) => Some(deployment),
            _ => None,
        })
        .min_by_key(|d| d.front.at.distance(to));
    let Some(near) = near else { return Vec::new() };
    let at = |place: Point| {
        let front = Pose::new(place, near.front.facing);
        setup::Decision::Deploy(Deployment { front, ..near.clone() })
    };
    (0..=PARTS).map(|part| at(part_of(to, near.front.at, part))).collect()
}

/// With the battle group under the hand, or alone where it points; otherwise as near to it as is offered.
fn posts(
    world: &World,
    side: Side,
    offered: impl Iterator<Item = setup::Decision>,
    to: Point,
) -> Vec<setup::Decision> {
    let mut others: Vec<(Um, CommanderPost)> = offered
        .filter_map(|d| match d {
            setup::Decision::Commander(post) => Some(post),
            _ => None,
        })
        .map(|post| match post {
            CommanderPost::Alone(pose) => (pose.at.distance(to), post),
            CommanderPost::With(group) => (world.body(group).front_centre().at.distance(to), post),
        })
        .collect();
    others.sort_by_key(|(far, _)| *far);
    let alone = others.iter().find_map(|(_, post)| match post {
        CommanderPost::Alone(pose) => Some(*pose),
        CommanderPost::With(_) => None,
    });
    let under = world.of_side(side).find(|&g| world.rects(g).iter().any(|rect| rect.holds(to)));
    let ahead = match side {
        Side::Red => Angle::ZERO,
        Side::Blue => Angle::HALF,
    };
    let facing = alone.map_or(ahead, |pose| pose.facing);
    let wanted = match under {
        Some(group) => CommanderPost::With(group),
        None => CommanderPost::Alone(Pose::new(to, facing)),
    };
    let nearer = alone.into_iter().flat_map(|pose| {
        (1..PARTS).map(move |part| CommanderPost::Alone(Pose::new(part_of(to, pose.at, part), facing)))
    });
    let offered = others.into_iter().map(|(_, post)| post);
    std::iter::once(wanted).chain(nearer).chain(offered).map(setup::Decision::Commander).collect()
}
