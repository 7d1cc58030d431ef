//! Complex move tests and variable moves as steps of the battle.

use super::Fogr;
use super::law::law;
use super::world::{GroupId, TestOutcome};
use super::{Answer, Cx, Flow, Input, Scenario};
use crate::RollPurpose;
use crate::combat::TestPurpose;
use caracole_kernel::Play;
use caracole_kernel::{Sentence, Tally, dice::Roll};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// A test under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// A complex move test; answers [`Answer::Test`].
    ComplexMove {
        /// The battle group that tests.
        group: GroupId,
        /// The reason for the test.
        purpose: TestPurpose,
    },
    /// The die of a variable move; answers [`Answer::VariableMove`].
    VariableMove {
        /// The battle group that moves.
        group: GroupId,
    },
    /// The complex move test of battle groups that move as one; answers [`Answer::Test`].
    MoveOfAll {
        /// The battle groups.
        groups: Vec<GroupId>,
    },
}

/// Events of tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A complex move test was taken.
    ComplexMove {
        /// The battle group that tested.
        group: GroupId,
        /// The reason for the test.
        purpose: TestPurpose,
        /// Dice and modifiers.
        score: Tally,
        /// The least score that passes.
        needed: i32,
        /// How it went.
        outcome: TestOutcome,
    },
    /// The die of a variable move was rolled.
    VariableMove {
        /// The battle group that moves.
        group: GroupId,
        /// The number rolled.
        die: i32,
        /// The change in movement units.
        change: i32,
    },
    /// Battle groups that move as one took a complex move test.
    MoveOfAll {
        /// The battle groups.
        groups: Vec<GroupId>,
        /// Dice and modifiers.
        score: Tally,
        /// The least score that passes.
        needed: i32,
        /// How it went.
        outcome: TestOutcome,
    },
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match self {
            Procedure::ComplexMove { group, purpose } => complex_move(cx, &[*group], *purpose, input),
            Procedure::VariableMove { group } => variable(cx, *group, input),
            Procedure::MoveOfAll { groups } => complex_move(cx, &groups.clone(), TestPurpose::Move, input),
        }
    }
}

fn complex_move(cx: &mut Cx<'_>, groups: &[GroupId], purpose: TestPurpose, input: Input) -> Flow {
    let test = cx.world.book.move_test(cx.world, groups, purpose);
    let Input::Dice(values) = input else {
        return Flow::Throw(Roll {
            side: groups.first().map(|&g| cx.world[g].side),
            rule: test.rule,
            purpose: RollPurpose::ComplexMoveTest,
            pools: smallvec![test.pool],
        });
    };
    let mut score = Tally::new("complex move test");
    let dice = values.first().map_or(0, caracole_kernel::dice::Value::number);
    score.add(test.rule, "two dice", dice);
    score.lines.extend(test.modifiers.lines);
    let outcome = if score.total() >= test.passes_on { TestOutcome::Passed } else { TestOutcome::Failed };
    enforces!("FOGR-MOVE-034", "FOGAM-MOVE-039");
    for &group in groups {
        let with: Vec<_> = cx.world.commanders_with(group).collect();
        for commander in with {
            cx.world[commander].bound = true;
        }
    }
    let needed = test.passes_on;
    cx.tell(super::Event::Test(match *groups {
        [group] => Event::ComplexMove { group, purpose, score, needed, outcome },
        _ => Event::MoveOfAll { groups: groups.to_vec(), score, needed, outcome },
    }));
    Flow::Done(Answer::Test(outcome))
}

fn variable(cx: &mut Cx<'_>, group: GroupId, input: Input) -> Flow {
    enforces!("FOGR-MOVE-076");
    let Input::Dice(values) = input else {
        return Flow::Throw(Roll {
            side: Some(cx.world[group].side),
            rule: law!(cx.world.book, "FOGR-MOVE-075", "FOGAM-MOVE-069"),
            purpose: RollPurpose::VariableMove,
            pools: smallvec![cx.world.book.variable_move_pool()],
        });
    };
    let die = values.first().map_or(3, caracole_kernel::dice::Value::number);
    let change = cx.world.book.variable_move(die);
    cx.tell(super::Event::Test(Event::VariableMove { group, die, change }));
    Flow::Done(Answer::VariableMove(change))
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::ComplexMove { group, purpose, score, needed, outcome } => {
            let how = verb(*outcome);
            let what = match purpose {
                TestPurpose::Move => "complex move test",
                TestPurpose::StopPursuing | TestPurpose::StopChasing => "test to stop pursuing",
                TestPurpose::StopLooting => "test to stop looting",
                TestPurpose::HaltBeforeFreshEnemy => "test to halt before fresh enemy",
                TestPurpose::HoldBack => "test to hold back from charging",
            };
            let text = format!(
                "{} {how} their {what} with {} ({needed} needed).",
                scenario.title(*group),
                score.total()
            );
            Sentence {
                tallies: vec![score.clone()],
                ..Sentence::new(text, &[law!(scenario.book(), "FOGR-MOVE-027", "FOGAM-MOVE-032")])
            }
        }
        Event::MoveOfAll { groups, score, needed, outcome } => {
            let names: Vec<&str> = groups.iter().map(|&g| scenario.title(g)).collect();
            let text = format!(
                "{} {} the complex move test of all with {} ({needed} needed).",
                names.join(", "),
                verb(*outcome),
                score.total()
            );
            let rules: Vec<_> = score.lines.first().map(|l| l.rule).into_iter().collect();
            Sentence { tallies: vec![score.clone()], ..Sentence::new(text, &rules) }
        }
        Event::VariableMove { group, die, change } => {
            let how = match change {
                0 => "they go as far as usual".to_owned(),
                1.. => format!("{change} MU further than usual"),
                _ => format!("{} MU less than usual", change.abs()),
            };
            Sentence::new(
                format!("{} roll {die} for their variable move: {how}.", scenario.title(*group)),
                &[law!(scenario.book(), "FOGR-MOVE-075", "FOGAM-MOVE-069")],
            )
        }
    }
}

const fn verb(outcome: TestOutcome) -> &'static str {
    match outcome {
        TestOutcome::Passed => "pass",
        TestOutcome::Failed => "fail",
    }
}
