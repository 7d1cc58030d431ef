//! What a battle group in an enemy's restricted area may do.

use super::messages::{Action, Leg};
use super::plan::Plan;
use super::reshape::refuse;
use crate::battle::position::{overlap, restricted};
use crate::battle::world::{GroupId, World};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, CONTACT_TOLERANCE, shortest_distance};

/// Checks a move against the restricted areas that a battle group is in.
pub fn check(world: &World, group: GroupId, plan: &Plan) -> Result<(), Refusal> {
    enforces!("FOGR-MANOEUVRE-042", "FOGR-MANOEUVRE-043", "FOGR-MANOEUVRE-045", "FOGR-MANOEUVRE-066");
    let pinning = restricted::pinned_by(world, group);
    if pinning.is_empty() {
        return Ok(());
    }
    let after = world.supposing(|after| plan.end.carry_out(after));
    if overlaps_another(world, &after, group) {
        return Ok(());
    }
    if matches!(plan.action, Action::Contract { .. }) {
        enforces!("FOGR-MANOEUVRE-044");
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-044"),
            "A battle group in a restricted area does not contract",
            "Keep its frontage.",
        ));
    }
    let allowed = |enemy: GroupId| {
        is_allowed(world, &after, group, enemy, plan) && stays_before(world, &after, group, enemy)
    };
    if pinning.iter().any(|&e| allowed(e)) {
        return Ok(());
    }
    Err(refuse(
        rule!("FOGR-MANOEUVRE-042"),
        "It is in the restricted area of an enemy battle group",
        "Go straight towards that enemy, wheel parallel to it, stay, move away from it, or take up an overlap; and end in front of it.",
    )
    .pieces("enemy battle group", pinning.first().map(|e| e.piece())))
}

fn overlaps_another(world: &World, after: &World, group: GroupId) -> bool {
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
            let ahead = advance.legs.iter().all(|l| matches!(l, Leg::Ahead(_)));
            let towards = world.body(group).zones_ahead(world.field.mu(4)).iter().any(|z| {
                let zone = z.rect();
                world.rects(enemy).iter().any(|r| zone.overlaps(r))
            });
            (ahead && towards && advance.shift.is_none()) || wheels_parallel(world, group, enemy, advance)
        }
        Action::Expand { then, .. } => then.is_none(),
        Action::TurnToFlank { with, .. } | Action::TurnAbout { with, .. } => with.is_none(),
        Action::ChangeFormation { turn, .. } => turn.is_some(),
        Action::FormSquare
        | Action::PlaceDefences
        | Action::ShiftIntoMelee { .. }
        | Action::TurnIntoMelee { .. }
        | Action::Pivot { .. }
        | Action::Unlimber => true,
        Action::Contract { .. }
        | Action::LeaveSquare { .. }
        | Action::MoveSquare { .. }
        | Action::ManWorks { .. }
        | Action::PickUpDefences => false,
    }
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
