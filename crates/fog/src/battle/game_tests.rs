//! Complex move tests and variable moves as steps of the battle.

use super::Fogr;
use super::position::{command, disorder};
use super::world::{GroupId, TestOutcome};
use super::{Answer, Cx, Flow, Input, Scenario};
use crate::RollPurpose;
use crate::combat::Reckon;
use crate::renaissance::{COMPLEX_MOVE_PASS, ComplexMoveTest, Purpose, variable_move, variable_move_pool};
use crate::troops::{Quality, TroopType};
use caracole_kernel::Play;
use caracole_kernel::{Sentence, Tally, dice::Roll};
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// A test under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// A complex move test; answers [`Answer::Test`].
    ComplexMove {
        /// Who tests.
        group: GroupId,
        /// What for.
        purpose: Purpose,
    },
    /// The die of a variable move; answers [`Answer::VariableMove`].
    VariableMove {
        /// Who moves.
        group: GroupId,
    },
}

/// What tests say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A complex move test was taken.
    ComplexMove {
        /// Who tested.
        group: GroupId,
        /// What for.
        purpose: Purpose,
        /// Dice and modifiers.
        score: Tally,
        /// How it went.
        outcome: TestOutcome,
    },
    /// The die of a variable move was thrown.
    VariableMove {
        /// Who moves.
        group: GroupId,
        /// What the die showed.
        die: i32,
        /// The change in movement units.
        change: i32,
    },
}

/// The terms of a complex move test of a battle group as it stands now.
#[must_use]
pub fn complex_move_test(world: &super::World, group: GroupId, purpose: Purpose) -> ComplexMoveTest {
    let profiles = world.profiles(group);
    ComplexMoveTest {
        quality: profiles.first().map_or(Quality::Average, |b| b.quality),
        purpose,
        commander: command::for_test(world, group),
        cohesion: world[group].cohesion,
        disorder: disorder::worst(world, group),
        warriors: profiles.iter().any(|b| b.troop_type == TroopType::Warriors),
    }
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match *self {
            Procedure::ComplexMove { group, purpose } => complex_move(cx, group, purpose, input),
            Procedure::VariableMove { group } => variable(cx, group, input),
        }
    }
}

fn complex_move(cx: &mut Cx<'_>, group: GroupId, purpose: Purpose, input: Input) -> Flow {
    let test = complex_move_test(cx.world, group, purpose);
    let Input::Dice(values) = input else {
        return Flow::Throw(Roll {
            side: Some(cx.world[group].side),
            rule: rule!("FOGR-MOVE-027"),
            purpose: RollPurpose::ComplexMoveTest,
            pools: smallvec![test.pool()],
        });
    };
    let mut score = Tally::new("complex move test");
    let dice = values.first().map_or(0, caracole_kernel::dice::Value::number);
    Reckon::add(&mut score, rule!("FOGR-MOVE-027"), "two dice", dice);
    test.modifiers(cx.world.readings, &mut score);
    let outcome = if score.total() >= COMPLEX_MOVE_PASS { TestOutcome::Passed } else { TestOutcome::Failed };
    enforces!("FOGR-MOVE-034");
    let with: Vec<_> = cx.world.commanders_with(group).collect();
    for commander in with {
        cx.world[commander].bound = true;
    }
    cx.tell(super::Event::Test(Event::ComplexMove { group, purpose, score, outcome }));
    Flow::Done(Answer::Test(outcome))
}

fn variable(cx: &mut Cx<'_>, group: GroupId, input: Input) -> Flow {
    enforces!("FOGR-MOVE-076");
    let Input::Dice(values) = input else {
        return Flow::Throw(Roll {
            side: Some(cx.world[group].side),
            rule: rule!("FOGR-MOVE-075"),
            purpose: RollPurpose::VariableMove,
            pools: smallvec![variable_move_pool()],
        });
    };
    let die = values.first().map_or(3, caracole_kernel::dice::Value::number);
    let change = variable_move(die);
    cx.tell(super::Event::Test(Event::VariableMove { group, die, change }));
    Flow::Done(Answer::VariableMove(change))
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::ComplexMove { group, purpose, score, outcome } => {
            let how = match outcome {
                TestOutcome::Passed => "pass",
                TestOutcome::Failed => "fail",
            };
            let what = match purpose {
                Purpose::Move => "complex move test",
                Purpose::StopPursuing | Purpose::StopChasing => "test to stop pursuing",
                Purpose::StopLooting => "test to stop looting",
                Purpose::HaltBeforeFreshEnemy => "test to halt before fresh enemy",
            };
            let text = format!(
                "{} {how} their {what} with {} ({COMPLEX_MOVE_PASS} needed).",
                scenario.title(*group),
                score.total()
            );
            Sentence { tallies: vec![score.clone()], ..Sentence::new(text, &[rule!("FOGR-MOVE-027")]) }
        }
        Event::VariableMove { group, die, change } => {
            let how = match change {
                0 => "they go as far as usual".to_owned(),
                1.. => format!("{change} MU further than usual"),
                _ => format!("{} MU less than usual", change.abs()),
            };
            Sentence::new(
                format!("{} throw {die} for their variable move: {how}.", scenario.title(*group)),
                &[rule!("FOGR-MOVE-075")],
            )
        }
    }
}
