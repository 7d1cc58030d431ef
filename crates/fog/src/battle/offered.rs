//! What is offered is what would be accepted: whoever a question names has a choice, and whoever has one is named.

use super::impact::{self, Steps, declare};
use super::world::{GroupId, World};
use super::{Decision, Request, Seen, melee, outcome, phases, shooting};
use caracole_kernel::{Awaiting, Side};

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
        Request::Impact(impact::Request::Intercept { able }) => {
            all_who_intercept_are_named(battle, *side, able)
        }
        _ => nobody_else_is_accepted(battle, *side, request),
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
        Request::Shooting(
            shooting::Request::Target { targets, .. } | shooting::Request::Naval { targets, .. },
        ) => targets.clone(),
        Request::Melee(melee::Request::Overlap { enemies, .. }) => enemies.clone(),
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
        (_, Decision::Shooting(shooting::Decision::Naval { at })) => *at,
        (_, Decision::Melee(melee::Decision::Overlap { against })) => Some(*against),
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

/// Nobody who is not named for a charge finds an interception of it.
fn all_who_intercept_are_named(
    battle: Seen<'_>,
    side: Side,
    able: &[(GroupId, GroupId)],
) -> Result<(), String> {
    let world = battle.world();
    let others = world.of_side(side).flat_map(|g| world.enemies_of(g).map(move |charger| (g, charger)));
    let others = others.filter(|pair| !able.contains(pair)).collect();
    let of_others = Request::Impact(impact::Request::Intercept { able: others });
    let mut found = Vec::new();
    phases::candidates(battle, side, &of_others, &mut found);
    match found.iter().find_map(|decision| chooser(&of_others, decision)) {
        Some(group) => Err(format!("battle group {} has an interception and is not named", group.0)),
        None => Ok(()),
    }
}

/// A choice for a battle group that is not named is refused.
fn nobody_else_is_accepted(battle: Seen<'_>, side: Side, request: &Request) -> Result<(), String> {
    let named = named(request);
    let world = battle.world();
    let mut others = world.on_table().filter(|g| !named.contains(g));
    let accepted = |g: &GroupId| {
        choice_for(request, *g).is_some_and(|d| phases::check(battle, side, request, &d).is_ok())
    };
    match others.find(accepted) {
        Some(group) => Err(format!("battle group {} has a choice and is not named in {request:?}", group.0)),
        None => Ok(()),
    }
}

/// The choice for a battle group by which a question that names some is answered; none if it names nobody.
fn choice_for(request: &Request, group: GroupId) -> Option<Decision> {
    use {impact::Decision as I, outcome::Decision as O, outcome::Request as R};
    Some(match request {
        Request::Impact(impact::Request::EvadeOrStand { .. }) => Decision::Impact(I::Stand { group }),
        Request::Impact(impact::Request::MoveCharge { .. }) => {
            Decision::Impact(I::Move { group, wheel: None, steps: Steps::All })
        }
        Request::Outcome(R::TestOrder { .. }) => Decision::Outcome(O::TestNext { group }),
        Request::Outcome(R::PursueFirst { .. }) => Decision::Outcome(O::PursueFirst { group }),
        Request::Outcome(R::GiveUp { .. }) => Decision::Outcome(O::GiveUp { enemy: group }),
        Request::Shooting(shooting::Request::Target { .. }) => {
            Decision::Shooting(shooting::Decision::Target { at: group })
        }
        Request::Shooting(shooting::Request::Naval { .. }) => {
            Decision::Shooting(shooting::Decision::Naval { at: Some(group) })
        }
        Request::Melee(melee::Request::Overlap { .. }) => {
            Decision::Melee(melee::Decision::Overlap { against: group })
        }
        _ => return None,
    })
}
