//! The sequence of a turn.

use super::card::{Deal, FaceUp, Gifts};
use super::charge::ChargePhase;
use super::combat::Combats;
use super::end::{Keep, Recover};
use super::fighting::FightingPhase;
use super::movement::Movement;
use super::outcome::{Replace, Sack};
use super::position::broken::{end_by_breaking, end_by_turns};
use super::position::fights::touching;
use super::shooting::Shooting;
use super::system::Renatio;
use super::world::{Fired, Foe, Game, Phase, Ug};
use super::{Cx, Event, Flow, Input};
use crate::troops::{CommandType, Set};
use caracole_kernel::{Play, Side};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// The outermost procedure: turn after turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Steps of this turn that are done.
    step: u8,
}

impl Play<Renatio> for Turn {
    fn run(&mut self, cx: &mut Cx<'_>, _input: Input) -> Flow {
        enforces!("RETG-TURN-002", "RETG-TURN-003", "RETG-TURN-004", "RETG-SEQ-001", "RETG-OVR-012");
        if let Some(over) = end_by_breaking(cx) {
            return Flow::Over(over);
        }
        let active = cx.world.when.active;
        self.step += 1;
        match self.step {
            1 => {
                cx.world.when.turn = cx.world.when.turn.saturating_add(1);
                cx.tell(Event::TurnBegan { turn: cx.world.when.turn, active });
                begin(cx, Phase::Card);
                Flow::Call(Deal::new(cx.world).into())
            }
            2 => Flow::Call(FaceUp::default().into()),
            3 => Flow::Call(Gifts::new(active).into()),
            4 => {
                begin(cx, Phase::Charge);
                Flow::Call(ChargePhase::new(active).into())
            }
            5 => {
                begin(cx, Phase::Shooting);
                Flow::Call(Shooting::new(active).into())
            }
            6 => {
                begin(cx, Phase::Movement);
                Flow::Call(Box::new(Combats::alignment(active)).into())
            }
            7 => {
                enforces!("RETG-SEQ-024", "RETG-CMD-028");
                Flow::Call(
                    Replace::new(cx.world, &[CommandType::Professional, CommandType::Instinctive]).into(),
                )
            }
            8 => Flow::Call(Movement::new(active).into()),
            9 => {
                begin(cx, Phase::Fighting);
                Flow::Call(FightingPhase::new(active).into())
            }
            10 => {
                begin(cx, Phase::EndOfTurn);
                Flow::Call(Recover::new(active).into())
            }
            11 => {
                enforces!("RETG-SEQ-034", "RETG-CMD-028");
                Flow::Call(Replace::new(cx.world, &[CommandType::Tribal]).into())
            }
            12 => Flow::Call(Sack::new().into()),
            13 => Flow::Call(Keep::new(active).into()),
            _ => {
                enforces!("RETG-TURN-005", "RETG-CMD-001");
                self.step = 0;
                cx.world.when.active = active.other();
                end_of_turn(cx);
                match end_by_turns(cx) {
                    Some(over) => Flow::Over(over),
                    None => Flow::Again,
                }
            }
        }
    }
}

/// A phase begins: Commanders may raise a card and move again.
fn begin(cx: &mut Cx<'_>, phase: Phase) {
    enforces!("RETG-UNIV-008", "RETG-UNIV-012", "RETG-MOVE-014");
    cx.world.when.phase = phase;
    for commander in &mut cx.world.commanders {
        (commander.upgraded, commander.moved) = (false, false);
    }
    remember(cx, phase);
    cx.tell(Event::PhaseBegan { phase });
}

/// Where everybody stands when a phase begins: tests are measured from there, and old contacts are no charges.
fn remember(cx: &mut Cx<'_>, phase: Phase) {
    enforces!("RETG-ROUT-007");
    let game = Game::new(cx.scenario, cx.world);
    let starts =
        game.world.ids().map(|ug| game.world.bases_of(ug).iter().map(|b| b.base).collect()).collect();
    let mut old = Vec::new();
    for red in game.world.of_side(Side::Red) {
        let touched = touching(game, red).into_iter().filter_map(Foe::ug);
        old.extend(touched.map(|blue| (red, blue)).filter(|pair| !game.world.fray.met.contains(pair)));
    }
    let fray = &mut cx.world.fray;
    (fray.starts, fray.old) = (starts, old);
    if phase == Phase::Shooting {
        fray.met.clear();
    }
    fray.flanks.clear();
    fray.shot_at.clear();
    fray.fought.clear();
}

/// Every unit may act again.
fn end_of_turn(cx: &mut Cx<'_>) {
    enforces!("RETG-MOVE-006");
    let used = |ug: &Ug| ug.acted || ug.fired != Fired::default();
    let ids: Vec<_> = cx.world.on_table().filter(|ug| used(&cx.world[*ug])).collect();
    for ug in ids {
        cx.world[ug].acted = false;
        cx.world[ug].fired = Fired::default();
    }
    let ids: Vec<_> = cx.world.on_table().filter(|ug| !cx.world[*ug].deeds.is_empty()).collect();
    for ug in ids {
        cx.world[ug].deeds = Set::default();
    }
    for commander in &mut cx.world.commanders {
        commander.fights = false;
    }
}

/// What a phase is called.
pub(super) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Card => "Card Phase",
        Phase::Charge => "Charge Phase",
        Phase::Shooting => "Shooting Phase",
        Phase::Movement => "Movement Phase",
        Phase::Fighting => "Fighting Phase",
        Phase::EndOfTurn => "End of Turn Phase",
    }
}
