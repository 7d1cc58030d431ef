//! Questions and choices after melees in words.

use super::message::{Act, Decision, Request};
use crate::battle::words::report::{paid_with, titled};
use crate::battle::world::Game;
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
use caracole_tabletop::Facing;

/// What is asked.
pub fn prompt(_: Game<'_>, side: Side, request: Request) -> Prompt {
    match request {
        Request::BreakOff => {
            Prompt::new(format!("Fighting Phase: does a unit of {side} break off?"), &[rule!("RETG-SEQ-031")])
                .commands(&["break off 4 with green of Horn", "pass"])
        }
        Request::Micro => Prompt::new(
            format!("Fighting Phase: do bases of {side} move or turn within units in combat?"),
            &[rule!("RETG-SEQ-032")],
        )
        .commands(&["put 1 of file 2 of 4 to file 0 with green of Horn", "pass"]),
    }
}

const fn facing(to: Facing) -> &'static str {
    match to {
        Facing::Front => "front",
        Facing::Left => "left",
        Facing::Right => "right",
        Facing::Rear => "rear",
    }
}

/// A decision in words, and its command.
pub fn wording(game: Game<'_>, decision: &Decision) -> Wording {
    let with = paid_with(game, &decision.paid);
    match decision.act {
        Act::BreakOff { ug } => Wording::new(
            format!("Break off with {}{with}", titled(game, ug)),
            format!("break off {}{with}", ug.number()),
        )
        .about([ug.piece()]),
        Act::Shift { ug, from, bases, to } => {
            let (from, to) = (u32::from(from) + 1, i32::from(to) + 1);
            Wording::new(
                format!("Put {bases} bases of file {from} of {} to file {to}{with}", titled(game, ug)),
                format!("put {bases} of file {from} of {} to file {to}{with}", ug.number()),
            )
            .about([ug.piece()])
        }
        Act::Turn { ug, file, to } => {
            let (file, to) = (u32::from(file) + 1, facing(to));
            Wording::new(
                format!("Turn file {file} of {} {to}{with}", titled(game, ug)),
                format!("face file {file} of {} {to}{with}", ug.number()),
            )
            .about([ug.piece()])
        }
    }
}
