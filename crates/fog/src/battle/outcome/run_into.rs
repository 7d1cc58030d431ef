//! Fragmented enemy into whom pursuers have run: they test when all pursuits, losses and rolls for commanders are over.

use super::Aftermath;
use super::catch::Catch;
use super::pursuit::Chase;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure};
use crate::troops::{Cohesion, TroopType};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// The end of pursuits some of which led into fragmented enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInto {
    /// What the pursuits cost the routers, until it is carried out.
    catch: Option<Catch>,
    /// Those who have still to test, with their pursuers.
    due: Vec<(GroupId, GroupId)>,
    /// The one that tests now, and its pursuers.
    testing: Option<(GroupId, GroupId)>,
}

impl RunInto {
    /// The tests that are due after these pursuits; none if nobody has to.
    #[must_use]
    pub fn after(world: &World, chases: &[Chase]) -> Option<Self> {
        if !world.book.tests_after_pursuits() {
            return None;
        }
        let pursuers = chases.iter().filter(|c| c.has_met_fragmented()).map(|c| c.group);
        let met = |group: GroupId| {
            let into = world.engagements.iter().filter(move |e| e.attacker == group && e.awaits_impact);
            into.map(move |e| (e.defender, group))
        };
        let due: Vec<(GroupId, GroupId)> = pursuers.flat_map(met).collect();
        (!due.is_empty()).then(|| RunInto { catch: Some(Catch::after(world, chases)), due, testing: None })
    }
}

/// Whether these pursuers make such fragmented enemy test by running into them.
pub(super) fn makes_test(world: &World, pursuers: GroupId, enemy: GroupId) -> bool {
    let light_foot = kinds::is_all(world, pursuers, TroopType::LightFoot);
    world[enemy].cohesion == Cohesion::Fragmented && !light_foot
}

/// Goes on with losses and commanders, then the tests, one after the other.
pub fn run(cx: &mut Cx<'_>, run_into: &mut RunInto, input: Input) -> Flow {
    enforces!("FOGAM-COMBAT-106", "FOGAM-JAP-026");
    if let Some(catch) = run_into.catch.take() {
        return Flow::Call(Procedure::Outcome(super::Procedure::Catch(catch)));
    }
    if let (Some((enemy, pursuers)), Input::Answer(Answer::Test(_))) = (run_into.testing.take(), input)
        && cx.world[enemy].is_broken()
    {
        cx.world[enemy].phase.unseen = true;
        let routs = Aftermath::of_breaks(cx.world, &[enemy], &[pursuers]);
        return Flow::Call(Procedure::Outcome(super::Procedure::Aftermath(routs)));
    }
    while !run_into.due.is_empty() {
        let (enemy, pursuers) = run_into.due.remove(0);
        if cx.world[enemy].is_on_table() && makes_test(cx.world, pursuers, enemy) {
            run_into.testing = Some((enemy, pursuers));
            return Flow::Call(Procedure::Outcome(super::Procedure::charged(enemy)));
        }
    }
    Flow::Done(Answer::Done)
}
