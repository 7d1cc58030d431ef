//! Whom a charge is on: those uncovered, those who have evaded, those before whom it halts.

use super::messages::{Charge, ChargeState};
use super::phase::{ImpactPhase, plain};
use super::plan::{Terms, charge_move};
use crate::battle::Cx;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use caracole_ledger::{RuleId, enforces};

/// Enemies whom evaders or routers uncovered are charged from now on.
pub(super) fn uncover(cx: &Cx<'_>, phase: &mut ImpactPhase) {
    enforces!("FOGR-IMPACT-009", "FOGAM-IMPACT-009");
    for charge in phase.charges.iter_mut().filter(|c| c.state == ChargeState::Declared) {
        let gone = |t: &GroupId| !cx.world[*t].is_on_table() || cx.world[*t].is_broken();
        if charge.evaded.is_empty() && !charge.targets.iter().any(gone) {
            continue;
        }
        let Ok(planned) = charge_move(cx.world, charge.group, charge.wheel, &Terms::of(cx.world, charge))
        else {
            continue;
        };
        for enemy in planned.enemies() {
            if !charge.targets.contains(&enemy) {
                charge.targets.push(enemy);
            }
        }
    }
}

/// Whether all the targets of a charge have evaded; a camp does not.
#[must_use]
pub fn all_evaded(charge: &Charge) -> bool {
    !charge.targets.is_empty() && charge.targets.iter().all(|t| charge.evaded.contains(t))
}

/// The enemies before whom charging light troops must halt.
#[must_use]
pub fn halt_before(world: &World, charge: &Charge) -> Vec<GroupId> {
    enforces!("FOGR-IMPACT-072", "FOGAM-IMPACT-069");
    if charge.evaded.is_empty() || !kinds::is_light(world, charge.group) {
        return Vec::new();
    }
    let unwanted = |e: &GroupId| {
        let mut tests: Vec<RuleId> = Vec::new();
        let all = world.base_ids(*e);
        let closed = world.book.check_target(world, charge.group, (*e, &all), plain(), &mut tests).is_err();
        let tested = charge.passed && charge.targets.contains(e);
        (closed || !tests.is_empty()) && !tested
    };
    world.enemies_of(charge.group).filter(unwanted).collect()
}
