//! Troops that may charge without orders test to hold back; those who fail charge.

use super::messages::{ChargeState, Event};
use super::phase::{ImpactPhase, Stage, Then, to};
use super::told;
use crate::battle::customs::Rash;
use crate::battle::world::{GroupId, TestOutcome};
use crate::battle::{Answer, Cx, Flow, Input, Procedure, game_tests};
use crate::combat::TestPurpose;

/// Goes on with the tests; these have tested, the last just now.
pub(super) fn run(cx: &mut Cx<'_>, phase: &mut ImpactPhase, mut tested: Vec<GroupId>, input: Input) -> Flow {
    if let (Input::Answer(Answer::Test(TestOutcome::Failed)), Some(&group)) = (input, tested.last()) {
        charge(cx, phase, group);
    }
    let free = |g: &GroupId| !tested.contains(g) && !phase.charges.iter().any(|c| c.group == *g);
    let must = |g: &GroupId| cx.world.book.rash_charge(cx.world, *g).is_some();
    let next = cx.world.of_side(cx.world.turn.active).find(|g| free(g) && must(g));
    let Some(group) = next else { return to(phase, Stage::Fragmented(Then::Intercept)) };
    tested.push(group);
    phase.stage = Stage::HoldingBack(tested);
    let purpose = TestPurpose::HoldBack;
    Flow::Call(Procedure::Test(game_tests::Procedure::ComplexMove { group, purpose }))
}

/// A battle group that could not hold back charges. A column with a kink falls in behind its first base.
fn charge(cx: &mut Cx<'_>, phase: &mut ImpactPhase, group: GroupId) {
    let Some(Rash { charge, planned }) = cx.world.book.rash_charge(cx.world, group) else { return };
    if !cx.world[group].kinks.is_empty() {
        let (formation, anchor) = (cx.world.formation(group).clone(), cx.world.anchor(group));
        cx.world.arrange(group, &formation, anchor);
        super::flight::take_commanders(cx.world, group);
    }
    debug_assert!(charge.state == ChargeState::Declared);
    cx.tell(told(Event::ChargesWithoutOrders { charge: charge.clone(), distance: planned.allowed }));
    phase.charges.push(charge);
}
