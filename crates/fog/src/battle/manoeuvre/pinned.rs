//! What a battle group in an enemy's restricted area may do.

use super::messages::{Action, Leg};
use super::plan::Plan;
use super::reshape::refuse;
use crate::battle::law::law;
use crate::battle::position::{overlap, restricted};
use crate::battle::world::{GroupId, World};
use caracole_kernel::Refusal;
use caracole_ledger::enforces;
use caracole_plane::{Angle, CONTACT_TOLERANCE, shortest_distance};

/// Checks a move against the restricted areas that a battle group is in.
pub fn check(world: &World, group: GroupId, plan: &Plan) -> Result<(), Refusal> {
    enforces!("FOGR-MANOEUVRE-043", "FOGR-MANOEUVRE-045", "FOGR-MANOEUVRE-066");
    enforces!("FOGAM-MANOEUVRE-034", "FOGAM-MANOEUVRE-035", "FOGAM-MANOEUVRE-036", "FOGAM-MANOEUVRE-037");
    enforces!("FOGAM-MANOEUVRE-038", "FOGAM-MANOEUVRE-040", "FOGAM-MANOEUVRE-057");
    let pinning = restricted::pinned_by(world, group);
    if pinning.is_empty() {
        return Ok(());
    }
    let after = world.supposing(|after| plan.end.carry_out(after));
    if overlaps_another(world, &after, group) {
        return Ok(());
    }
    if matches!(plan.action, Action::Contract { .. }) {
        world.book.may_contract(world, plan)?;
    }
    let allowed = |enemy: GroupId| {
        (is_allowed(world, &after, group, enemy, plan) && stays_before(world, &after, group, enemy))
            || world.book.goes_straight_out(world, plan, enemy)
    };
    if pinning.iter().any(|&e| allowed(e)) {
        return Ok(());
    }
    Err(refuse(
        law!(world.book, "FOGR-MANOEUVRE-042", "FOGAM-MANOEUVRE-033"),
        "It is in the restricted area of an enemy battle group",
        "Go straight towards that enemy, wheel parallel to it, stay, move away from it, or take up an overlap; and end in front of it.",
    )
    .pieces("enemy battle group", pinning.first().map(|e| e.piece())))
}

/// Whether a battle group comes to overlap enemies whom it did not.
pub(super) fn overlaps_another(world: &World, after: &World, group: GroupId) -> bool {
    let side = world[group].side;
    after.base_ids(group).iter().any(|&b| {
        let rect = after[b].base.rect();
        let met = overlap::overlapped_from(world, side, &rect, Some(group));
        let before = world[b].base.rect();
        met.iter().any(|m| !overlap::overlapped_from(world, side, &before, Some(group)).contains(m))
    })
}

/// At least a part of it is directly before the enemy at the end.
fn stays_before(world: &World, after: &World, group: GroupId, enemy: GroupId) -> bool {
    let front = world.body(enemy).footprint().rect();
    after.rects(group).iter().any(|r| front.has_directly_ahead(r))
}

fn distance(a: &World, group: GroupId, enemy: GroupId) -> caracole_plane::Um {
    shortest_distance(a.rects(group), a.rects(enemy)).unwrap_or_default()
}

fn is_allowed(world: &World, after: &World, group: GroupId, enemy: GroupId, plan: &Plan) -> bool {
    let (was, is) = (distance(world, group, enemy), distance(after, group, enemy));
    if is > was + CONTACT_TOLERANCE {
        return true;
    }
    match &plan.action {
        Action::Advance(advance) => {
            goes_towards(world, group, enemy, advance) || wheels_parallel(world, group, enemy, advance)
        }
        Action::Expand { then, .. } => then.is_none(),
        // The book has said which files may go.
        Action::Contract { with, .. } => match with {
            None => true,
            Some(with) => goes_towards(world, group, enemy, &with.advance),
        },
        Action::TurnToFlank { with, .. } | Action::TurnAbout { with, .. } => with.is_none(),
        Action::ChangeFormation { turn, .. } => turn.is_some(),
        Action::FormSquare
        | Action::PlaceDefences
        | Action::ShiftIntoMelee { .. }
        | Action::TurnIntoMelee { .. }
        | Action::Pivot { .. }
        | Action::PivotBack { .. }
        | Action::Unlimber => true,
        Action::LeaveSquare { .. }
        | Action::MoveSquare { .. }
        | Action::ManWorks { .. }
        | Action::PickUpDefences => false,
    }
}

/// Straight ahead, the enemy standing there.
fn goes_towards(world: &World, group: GroupId, enemy: GroupId, advance: &super::messages::Advance) -> bool {
    let ahead = advance.legs.iter().all(|l| matches!(l, Leg::Ahead(_)));
    let towards = world.body(group).zones_ahead(world.field.mu(4)).iter().any(|z| {
        let zone = z.rect();
        world.rects(enemy).iter().any(|r| zone.overlaps(r))
    });
    ahead && towards && advance.shift.is_none()
}

/// A wheel towards the enemy that does not go past parallel, and straight ahead only once it is parallel or cannot wheel
/// further.
fn wheels_parallel(
    world: &World,
    group: GroupId,
    enemy: GroupId,
    advance: &super::messages::Advance,
) -> bool {
    let Some(Leg::Wheel { hand, by }) = advance.legs.first() else { return false };
    let rest = advance.legs.get(1..).unwrap_or_default();
    if rest.iter().any(|l| matches!(l, Leg::Wheel { .. })) || advance.shift.is_some() {
        return false;
    }
    let parallel = Angle(world.facing(enemy).0.wrapping_add(Angle::HALF.0));
    let (sense, needed) = world.facing(group).shortest_turn(parallel);
    let towards = hand.sense() == sense;
    // A tenth of a degree either way counts as parallel.
    let exact = needed.millidegrees().abs_diff(by.millidegrees()) <= 100;
    towards && by.millidegrees() <= needed.millidegrees() + 100 && (rest.is_empty() || exact)
}
