//! Battle groups that move as one: their test and what follows from it.

use super::Order;
use super::division;
use super::messages::{Advance, Request};
use super::run::{Procedure, ask, move_division, sighted_by_division, stay, what_follows};
use crate::battle::world::{GroupId, TestOutcome};
use crate::battle::{Cx, Flow};

type Whole = crate::battle::Procedure;

/// Battle groups that move as one go on as those that wait for their test.
pub(super) fn test_all(plan: &division::DivisionPlan) -> Procedure {
    Procedure::AllTested { groups: plan.groups.clone(), advance: plan.advance.clone() }
}

/// Battle groups move as one and go on to what follows from it.
pub(super) fn carry_out_all_moves(cx: &mut Cx<'_>, plan: &division::DivisionPlan) -> Flow {
    if let Some(discovered) = sighted_by_division(cx, plan) {
        return Flow::Become(discovered);
    }
    let upon = move_division(cx, plan);
    what_follows(cx, plan.groups.clone(), upon)
}

/// They have taken their test.
pub(super) fn after_test_of_all(
    cx: &mut Cx<'_>,
    groups: &[GroupId],
    advance: &Advance,
    outcome: TestOutcome,
) -> Flow {
    for &group in groups {
        cx.world[group].phase.test = Some(outcome);
    }
    let side = groups.first().map_or(cx.world.turn.active, |&g| cx.world[g].side);
    if outcome == TestOutcome::Passed {
        return match division::plan(cx.world, side, groups, advance) {
            Ok(plan) => carry_out_all_moves(cx, &plan),
            Err(_) => stay(cx, groups),
        };
    }
    let moved = groups.iter().any(|&g| cx.world[g].phase.moves > 0);
    if moved || cx.world.book.always_test(cx.world, groups) {
        return stay(cx, groups);
    }
    Flow::Become(Whole::Manoeuvre(Procedure::SimpleInsteadOfAll { groups: groups.to_vec() }))
}

/// They failed, and make a simple move together or none.
pub(super) fn simple_instead_of_all(cx: &mut Cx<'_>, groups: &[GroupId], order: Option<Order>) -> Flow {
    let side = groups.first().map_or(cx.world.turn.active, |&g| cx.world[g].side);
    match order {
        None => ask(side, Request::SimpleInsteadOfAll { groups: groups.to_vec() }),
        Some(Order::MoveDivision(plan)) => carry_out_all_moves(cx, &plan),
        Some(_) => stay(cx, groups),
    }
}
