//! What is offered is what would be accepted: whoever a question names has a choice, and whoever has one is named.

use super::impact::{self, declare};
use super::world::{GroupId, World};
use super::{Decision, Request, Seen, outcome, phases, shooting};
use caracole_kernel::Awaiting;

/// Whether all that is offered is accepted, and those named are just those who can do something; says what is not so.
pub fn check(battle: Seen<'_>) -> Result<(), String> {
    let Awaiting::Decision { side, request } = battle.awaiting() else { return Ok(()) };
    let mut offered = Vec::new();
    phases::candidates(battle, *side, request, &mut offered);
    for decision in &offered {
        if let Err(refusal) = phases::check(battle, *side, request, decision) {
            return Err(format!("{decision:?} is offered for {request:?} and refused: {refusal}"));
        }
    }
    for group in named(request) {
        if !offered.iter().any(|decision| chooser(request, decision) == Some(group)) {
            return Err(format!("battle group {} is named in {request:?} and has no choice", group.0));
        }
    }
    match request {
        Request::Impact(impact::Request::DeclareCharges { able, declared }) => {
            all_who_charge_are_named(battle.world(), able, declared)
        }
        _ => Ok(()),
    }
}

/// The battle groups that a question names as having a choice.
fn named(request: &Request) -> Vec<GroupId> {
    match request {
        Request::Impact(impact::Request::DeclareCharges { able, .. }) => able.clone(),
        Request::Impact(impact::Request::Intercept { able }) => {
            able.iter().map(|(group, _)| *group).collect()
        }
        Request::Impact(
            impact::Request::EvadeOrStand { waiting } | impact::Request::MoveCharge { waiting },
        ) => waiting.clone(),
        Request::Outcome(
            outcome::Request::TestOrder { groups } | outcome::Request::PursueFirst { groups },
        ) => groups.clone(),
        Request::Outcome(outcome::Request::GiveUp { enemies, .. }) => enemies.clone(),
        Request::Shooting(shooting::Request::Target { targets, .. }) => targets.clone(),
        _ => Vec::new(),
    }
}

/// Whom of those named a choice is for.
fn chooser(request: &Request, decision: &Decision) -> Option<GroupId> {
    use impact::Decision as I;
    use outcome::Decision as O;
    match (request, decision) {
        (
            _,
            Decision::Impact(
                I::Charge { group, .. }
                | I::Intercept { group, .. }
                | I::Evade { group, .. }
                | I::Stand { group }
                | I::Move { group, .. },
            ),
        ) => Some(*group),
        (_, Decision::Outcome(O::TestNext { group } | O::PursueFirst { group })) => Some(*group),
        (_, Decision::Outcome(O::GiveUp { enemy })) => Some(*enemy),
        (_, Decision::Shooting(shooting::Decision::Target { at })) => Some(*at),
        _ => None,
    }
}

fn all_who_charge_are_named(
    world: &World,
    able: &[GroupId],
    declared: &[impact::Charge],
) -> Result<(), String> {
    let has_declared = |group: GroupId| declared.iter().any(|charge| charge.group == group);
    let mut others = world.of_side(world.turn.active).filter(|&g| !able.contains(&g) && !has_declared(g));
    match others.find(|&g| declare::has_a_charge(world, g)) {
        Some(group) => Err(format!("battle group {} has a charge and is not named", group.0)),
        None => Ok(()),
    }
}
