//! The frame of a battle: turns, their five phases, army rout at the end of each, the time limit.

use super::Fogr;
use super::customs::Ending;
use super::position::{attrition, contact};
use super::world::{CommanderPlace, Phase, World};
use super::{Answer, Cx, Flow, Input, Scenario, charge, impact, joint, melee, outcome, setup, shooting};
use crate::battle::law::law;
use crate::combat::{Clock, Victory};
use caracole_kernel::Play;
use caracole_kernel::{BySide, Outcome, Sentence, Side, Tally};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The state of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// A turn begins.
    Begin,
    /// This phase is being played.
    In(Phase),
    /// The active side may reveal ambushes before this phase.
    Revealing(Phase),
}

impl Procedure {
    /// A turn from the beginning of a phase; a whole one unless a phase is given.
    #[must_use]
    pub fn joined_at(world: &mut World, phase: Option<Phase>) -> Self {
        match phase {
            None | Some(Phase::Setup) => Procedure::Begin,
            Some(phase) => {
                begin_turn(world);
                Procedure::In(before(phase))
            }
        }
    }
}

/// Events of turns and phases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A turn began.
    TurnBegan {
        /// Its number.
        number: u16,
        /// The active side.
        active: Side,
    },
    /// A phase began.
    PhaseBegan {
        /// The phase.
        phase: Phase,
    },
    /// The battle ended.
    BattleEnded {
        /// How.
        victory: Victory,
        /// Attrition suffered by each side.
        attrition: BySide<Tally>,
    },
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, _input: Input) -> Flow {
        let next = match *self {
            Procedure::Begin => {
                begin_turn(cx.world);
                let turn = cx.world.turn;
                cx.tell(super::Event::Turn(Event::TurnBegan { number: turn.number, active: turn.active }));
                enforces!("FOGR-SEQUENCE-002");
                *self = Procedure::In(Phase::Setup);
                return Flow::Call(super::Procedure::Setup(setup::Procedure::arrival_rolls()));
            }
            Procedure::Revealing(phase) => {
                *self = Procedure::In(phase);
                return of_phase(phase);
            }
            // The arrival rolls are made.
            Procedure::In(Phase::Setup) => Phase::Impact,
            Procedure::In(phase) => {
                if cx.world.on_table().any(|g| cx.world[g].phase.unseen) {
                    let tests = outcome::Tests::of_unseen(cx.world);
                    return Flow::Call(super::Procedure::Outcome(outcome::Procedure::Tests(tests)));
                }
                destroy_barred(cx);
                if let Some(over) = army_rout(cx) {
                    return over;
                }
                match after(phase) {
                    Some(Phase::JointAction) if is_last_turn(cx) => return time_is_out(cx),
                    Some(next) => next,
                    None => {
                        enforces!("FOGR-TURN-002", "FOGR-GLOSSARY-002", "FOGAM-TURN-002");
                        cx.world.turn.active = cx.world.turn.active.other();
                        *self = Procedure::Begin;
                        return Flow::Again;
                    }
                }
            }
        };
        begin_phase(cx.world, next);
        cx.tell(super::Event::Turn(Event::PhaseBegan { phase: next }));
        *self = Procedure::Revealing(next);
        if cx.world.setup.ambushes[cx.world.turn.active].is_empty() {
            return Flow::Again;
        }
        Flow::Call(super::Procedure::Setup(setup::Procedure::RevealByChoice))
    }
}

/// The procedure of a phase.
fn of_phase(phase: Phase) -> Flow {
    enforces!("FOGR-TURN-011", "FOGR-TURN-013", "FOGR-TURN-014", "FOGR-TURN-015");
    enforces!("FOGAM-TURN-011", "FOGAM-TURN-014", "FOGAM-TURN-015");
    Flow::Call(match phase {
        Phase::Impact | Phase::Setup => super::Procedure::Impact(impact::Procedure::Whole),
        // Arrivals come on first; the manoeuvre phase follows.
        Phase::Manoeuvre => super::Procedure::Setup(setup::Procedure::arrivals()),
        Phase::Shooting => super::Procedure::Shooting(shooting::Procedure::Whole),
        Phase::Melee => super::Procedure::Melee(melee::Procedure::Whole),
        Phase::JointAction => super::Procedure::Joint(joint::Procedure::Whole),
    })
}

const fn after(phase: Phase) -> Option<Phase> {
    enforces!("FOGR-TURN-010", "FOGR-SEQUENCE-001", "FOGAM-SEQUENCE-001");
    match phase {
        Phase::Setup => Some(Phase::Impact),
        Phase::Impact => Some(Phase::Manoeuvre),
        Phase::Manoeuvre => Some(Phase::Shooting),
        Phase::Shooting => Some(Phase::Melee),
        Phase::Melee => Some(Phase::JointAction),
        Phase::JointAction => None,
    }
}

const fn before(phase: Phase) -> Phase {
    match phase {
        Phase::Setup | Phase::Impact => Phase::Setup,
        Phase::Manoeuvre => Phase::Impact,
        Phase::Shooting => Phase::Manoeuvre,
        Phase::Melee => Phase::Shooting,
        Phase::JointAction => Phase::Melee,
    }
}

/// Forgets what was done in the turn before.
fn begin_turn(world: &mut World) {
    world.turn.number += 1;
    for group in world.ids() {
        world[group].turn = super::world::Deeds::default();
    }
}

/// Forgets what was done in the phase before, and notes where commanders are.
pub fn begin_phase(world: &mut World, phase: Phase) {
    charge::level::pike_to_the_rear(world);
    let before = std::mem::replace(&mut world.turn.phase, phase);
    let book = world.book;
    for group in world.ids() {
        let group = &mut world[group];
        if before == Phase::Manoeuvre {
            let deeds = &group.phase;
            group.turn.manoeuvred |= deeds.moves > 0 || deeds.reshaped || deeds.shifted;
            group.turn.may_not_shoot |= !book.shoots_after_moves(deeds.moves);
        }
        group.phase = super::world::PhaseDeeds::default();
    }
    for commander in world.commanders_in_turn() {
        enforces!("FOGR-COMBAT-115", "FOGAM-COMBAT-081", "FOGAM-MOVE-102");
        // The fight is over for a commander when the battle group neither fights nor pursues.
        if let CommanderPlace::FrontRank(group) = world[commander].place
            && !contact::in_close_combat(world, group)
            && !book.is_after_routers(world, group)
        {
            world[commander].place = CommanderPlace::With(group);
            world[commander].base = super::position::command::nearest_place_beside(world, commander, group);
        }
    }
    for commander in &mut world.commanders {
        commander.place_at_phase_start = commander.place;
        commander.base_at_phase_start = commander.base;
        commander.moves = 0;
        commander.kept_clear = false;
        commander.bound = false;
    }
}

/// Routers that could not get round the enemy are destroyed when the phase ends.
fn destroy_barred(cx: &mut Cx<'_>) {
    enforces!("FOGR-COMBAT-124");
    let barred: Vec<_> = cx.world.on_table().filter(|&g| cx.world[g].phase.barred).collect();
    for group in barred {
        outcome::destroy(cx, group);
    }
}

fn is_last_turn(cx: &Cx<'_>) -> bool {
    enforces!("FOGR-TURN-016", "FOGR-JAP-058", "FOGAM-JAP-003", "FOGAM-TURN-016");
    cx.world.turn.number >= cx.scenario.turns
}

fn army_rout(cx: &mut Cx<'_>) -> Option<Flow> {
    enforces!("FOGR-SEQUENCE-034", "FOGR-TURN-004", "FOGAM-SEQUENCE-020", "FOGAM-TURN-004");
    end(cx, Clock::Running)
}

fn time_is_out(cx: &mut Cx<'_>) -> Flow {
    end(cx, Clock::Out).unwrap_or(Flow::Done(Answer::Done))
}

fn end(cx: &mut Cx<'_>, clock: Clock) -> Option<Flow> {
    let suffered = BySide::new_with(|side| attrition(cx.world, side));
    let Ending { victory, winner, how, rule } = cx.world.book.ending(cx.world, &suffered, clock)?;
    let score = BySide::new_with(|side: Side| suffered[side.other()].total());
    cx.tell(super::Event::Turn(Event::BattleEnded { victory, attrition: suffered }));
    Some(Flow::Over(Outcome { winner, how: Cow::Borrowed(how), rule, score }))
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::TurnBegan { number, active } => Sentence::new(
            format!("Turn {number}: {} is active.", scenario.side(*active)),
            &[law!(scenario.book(), "FOGR-TURN-002", "FOGAM-TURN-002")],
        ),
        Event::PhaseBegan { phase } => {
            let name = match phase {
                Phase::Setup => "Set-up.",
                Phase::Impact => "Impact phase.",
                Phase::Manoeuvre => "Manoeuvre phase.",
                Phase::Shooting => "Shooting phase.",
                Phase::Melee => "Melee phase.",
                Phase::JointAction => "Joint action phase.",
            };
            Sentence::new(name, &[law!(scenario.book(), "FOGR-TURN-010", "FOGAM-TURN-010")])
        }
        Event::BattleEnded { victory, attrition } => {
            let text = match victory {
                Victory::Draw | Victory::Undecided => "The battle ends in a draw.".to_owned(),
                Victory::Decisive(side) => {
                    format!("The enemy army routs: decisive victory of {}.", scenario.side(*side))
                }
                Victory::Major(side) => format!("Time is out: major victory of {}.", scenario.side(*side)),
                Victory::Moderate(side) => {
                    format!("Time is out: moderate victory of {}.", scenario.side(*side))
                }
                Victory::Marginal(side) => {
                    format!("Time is out: marginal victory of {}.", scenario.side(*side))
                }
            };
            let (red, blue) = (attrition.red.total(), attrition.blue.total());
            let text = format!("{text} Attrition: red {red}, blue {blue}.");
            let tallies = vec![attrition.red.clone(), attrition.blue.clone()];
            Sentence {
                tallies,
                ..Sentence::new(text, &[law!(scenario.book(), "FOGR-VICTORY-001", "FOGAM-VICTORY-001")])
            }
        }
    }
}
