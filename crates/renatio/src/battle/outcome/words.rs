//! Questions and choices of outcomes in words.

use super::message::{Decision, GiveWay, Request};
use crate::battle::words::post;
use crate::battle::words::report::{paid_with, titled};
use crate::battle::world::Game;
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;

/// What is asked.
pub fn prompt(game: Game<'_>, side: Side, request: Request) -> Prompt {
    match request {
        Request::Lose { ug } => Prompt::new(
            format!("{} loses a base. From which file?", titled(game, ug)),
            &[rule!("RETG-KAB-015")],
        )
        .commands(&["lose file 2"]),
        Request::Flee { commander } => Prompt::new(
            format!("{}'s unit broke. Where does he go?", game.name(commander)),
            &[rule!("RETG-KAB-025")],
        )
        .commands(&["go behind file 1 of 3"]),
        Request::Replace { commander } => Prompt::new(
            format!(
                "Who takes the place of {} appears with a unit of the command. With which?",
                game.name(commander)
            ),
            &[rule!("RETG-CMD-030")],
        )
        .commands(&["go behind file 1 of 3"]),
        Request::Rout => Prompt::new(format!("Which unit of {side} routs next?"), &[rule!("RETG-ROUT-010")])
            .commands(&["rout 4"]),
        Request::RoutFrom { ug } => Prompt::new(
            format!("{} was shot at by several units. From which does it rout?", titled(game, ug)),
            &[rule!("RETG-ROUT-014")],
        )
        .commands(&["rout from 4"]),
        Request::GiveWay { ug } => Prompt::new(
            format!("{} is met by battle troops. Does it run away or is it pushed back?", titled(game, ug)),
            &[rule!("RETG-MOVE-057")],
        )
        .commands(&["run away rear", "pushed back"]),
        Request::Pursue { ug } => {
            Prompt::new(format!("Does {} pursue?", titled(game, ug)), &[rule!("RETG-ROUT-021")])
                .commands(&["pursue 4", "stay"])
        }
    }
}

/// A decision in words, and its command.
pub fn wording(game: Game<'_>, decision: &Decision) -> Wording {
    match *decision {
        Decision::Lose { file } => {
            let file = u32::from(file) + 1;
            Wording::new(format!("File {file} loses the base"), format!("lose file {file}"))
        }
        Decision::Flee(to) => {
            Wording::new(format!("Go {}", post(game, to, true)), format!("go {}", post(game, to, false)))
        }
        Decision::Rout { ug } => {
            Wording::new(format!("Rout {}", titled(game, ug)), format!("rout {}", ug.number()))
                .about([ug.piece()])
        }
        Decision::Pursue { after } => {
            Wording::new(format!("Pursue {}", titled(game, after)), format!("pursue {}", after.number()))
                .about([after.piece()])
        }
        Decision::RoutFrom { shooter } => Wording::new(
            format!("Rout away from {}", titled(game, shooter)),
            format!("rout from {}", shooter.number()),
        )
        .about([shooter.piece()]),
        Decision::GiveWay(how) => match how {
            GiveWay::RunToFront => Wording::new("Run away to the front", "run away front"),
            GiveWay::RunToRear => Wording::new("Run away to the rear", "run away rear"),
            GiveWay::RunAlong => Wording::new("Run away along the advance", "run away along"),
            GiveWay::Opposite => {
                Wording::new("Be pushed back opposite the enemy base", "pushed back opposite")
            }
            GiveWay::PushedBack => Wording::new("Be pushed back along the advance", "pushed back"),
        },
        Decision::Stay => Wording::new("Do not pursue", "stay"),
        Decision::Hold(paid) => {
            let with = paid_with(game, &paid);
            Wording::new(format!("Stop the pursuit{with}"), format!("stop{with}"))
        }
    }
}
