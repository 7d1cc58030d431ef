//! What happens on contact: bases turn to face, chargers close up, cohesion drops.

use super::approach::{self, Met};
use super::words::Event;
use crate::formation::Facing;
use crate::renaissance::battle::Cx;
use crate::renaissance::battle::position::kinds;
use crate::renaissance::battle::world::{Approach, BaseId, GroupId, World};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, Base, Corner, Edge, Extent, Motion, Um, distance_to_clear, first_contact};

/// Drops a battle group one level of cohesion at once.
pub fn drop_level(cx: &mut Cx<'_>, group: GroupId, why: RuleId) {
    let g = &mut cx.world[group];
    g.cohesion = g.cohesion.dropped(1);
    g.turn.dropped = true;
    let to = g.cohesion;
    cx.tell(super::told(Event::CohesionDropped { group, to, why }));
}

/// The drop for being contacted by a flank or rear charge.
pub fn drop_for_flank_charge(cx: &mut Cx<'_>, charger: GroupId, target: GroupId) {
    enforces!("FOGR-IMPACT-044");
    let spared = kinds::is_battle(cx.world, target) && kinds::is_light(cx.world, charger);
    if spared || cx.world[target].turn.dropped_for_flank_charge || cx.world[target].is_broken() {
        return;
    }
    cx.world[target].turn.dropped_for_flank_charge = true;
    drop_level(cx, target, rule!("FOGR-IMPACT-044"));
}

/// Everything that follows from a contact with one target.
pub fn contacted(cx: &mut Cx<'_>, charger: GroupId, target: GroupId, met: Met) {
    crate::renaissance::battle::position::contact::note(cx.world, charger, target, met.approach);
    let counts = matches!(met.approach, Approach::FlankCharge | Approach::RearCharge);
    if counts {
        drop_for_flank_charge(cx, charger, target);
    }
    if cx.world[target].is_broken() {
        return;
    }
    let Some((facing, bases)) = approach::bases_that_turn(cx.world, charger, target, met) else { return };
    if bases.is_empty() {
        return;
    }
    turn(cx.world, target, facing, &bases);
    close_up(cx.world, charger, target);
    cx.tell(super::told(Event::BasesTurned { group: target, bases: bases.to_vec() }));
}

/// Turns bases where they stand. Those of one file stand one behind the other, against the next file.
fn turn(world: &mut World, target: GroupId, facing: Facing, bases: &[BaseId]) {
    enforces!("FOGR-IMPACT-045", "FOGR-IMPACT-047", "FOGR-IMPACT-050");
    if facing == Facing::Rear {
        for &b in bases {
            let turned = world[b].base.fronting(Edge::Rear);
            world[b].base = turned;
            world[b].facing = facing;
        }
        return;
    }
    let ahead = world.facing(target);
    let mut in_order: Vec<BaseId> = bases.to_vec();
    in_order.sort_by_key(|&b| world[b].at.rank);
    let Some(&foremost) = in_order.first() else { return };
    let first = world[foremost].base;
    // The inner side of the file: where the next file stands.
    let (inner, which, toward) = match facing {
        Facing::Left => (Corner::FrontRight, Corner::FrontRight, ahead - Angle::QUARTER),
        _ => (Corner::FrontLeft, Corner::FrontLeft, ahead + Angle::QUARTER),
    };
    // As many side by side as find room along the side of the file.
    let side: Um = in_order.iter().map(|&b| world[b].base.depth).sum();
    let abreast = (side.whole_parts(first.width) as usize).max(1);
    let deep = in_order.len().div_ceil(abreast);
    let mut corner = first.corner(inner);
    for column in in_order.chunks(deep) {
        let mut depth: Um = column.iter().map(|&b| world[b].base.depth).sum();
        for &b in column {
            let base = world[b].base;
            // Its front lies outwards by the depth of what stands between it and the next file.
            let at = corner.moved(toward, depth);
            world[b].base = Base::with_corner(which, at, toward, base.width, base.depth);
            world[b].facing = facing;
            depth -= base.depth;
        }
        corner = corner.moved(ahead + Angle::HALF, first.width);
    }
}

/// Chargers give room to bases that turned, or follow them to keep contact.
fn close_up(world: &mut World, charger: GroupId, target: GroupId) {
    enforces!("FOGR-IMPACT-049", "FOGR-IMPACT-050");
    let theirs = world.rects(target);
    let body = world.body(charger);
    let back = body.facing() + Angle::HALF;
    let away = distance_to_clear(&body.rects(), back, &theirs);
    let mut body = body.moved(&Motion::Slide { toward: back, distance: away });
    let ahead = body.advance(world.field.base_width());
    if let Some(hit) = first_contact(&body.rects(), &ahead, &theirs)
        && let Extent::Distance(distance) = hit.after
    {
        body = body.moved(&ahead.up_to(Extent::Distance(distance)));
    }
    world.put(charger, &body);
}
