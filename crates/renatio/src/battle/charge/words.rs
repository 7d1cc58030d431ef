//! Questions and choices of the Charge Phase in words.

use super::message::{Decision, Request, Response, Toward};
use crate::battle::words::report::{paid_with, titled};
use crate::battle::words::{action_command, action_sentence, length};
use crate::battle::world::{Approach, Game, Wheel};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
use caracole_plane::Hand;

/// What is asked.
pub fn prompt(game: Game<'_>, side: Side, request: Request) -> Prompt {
    match request {
        Request::Clear => Prompt::new(
            format!("Charge Phase: does {side} move a SuG out of the way of a charge, or a Commander?"),
            &[rule!("RETG-SEQ-006")],
        )
        .commands(&["pass"]),
        Request::Declare => Prompt::new(
            format!("Charge Phase: which charge does {side} declare or stop?"),
            &[rule!("RETG-SEQ-008")],
        )
        .commands(&[
            "charge 4 at 12",
            "charge 4 wheel left 20 with green of Horn",
            "hold 4 with yellow of Horn",
            "pass",
        ]),
        Request::Direct { ug } => Prompt::new(
            format!("{} must charge. In which direction?", titled(game, ug)),
            &[rule!("RETG-CHARGE-022")],
        )
        .commands(&["charge 4"]),
        Request::Counter => Prompt::new(
            format!("Charge Phase: does {side} counter-charge or intercept?"),
            &[rule!("RETG-SEQ-010")],
        )
        .commands(&["counter 4 forward 2 with green of Horn", "pass"]),
        Request::Respond { ug } => Prompt::new(
            format!("{} is charged. Does it stand, run away or skirmish?", titled(game, ug)),
            &[rule!("RETG-CHARGE-050")],
        )
        .commands(&["stand", "run away rear", "skirmish along"]),
        Request::Move => {
            Prompt::new(format!("Which charge does {side} move next?"), &[rule!("RETG-CHARGE-080")])
                .commands(&["move 4"])
        }
    }
}

const fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn wheeled(wheel: Option<Wheel>) -> String {
    wheel.map_or(String::new(), |wheel| format!(" wheel {} {}", hand(wheel.hand), wheel.degrees))
}

fn how(approach: &Approach) -> String {
    let shift =
        approach.shift.map_or(String::new(), |(to, by)| format!(" shift {} {}", hand(to), length(by)));
    let drop = approach.contract.map_or(String::new(), |at| format!(" dropping the {} file", hand(at)));
    format!("{}{shift}{drop}", wheeled(approach.wheel))
}

const fn toward(to: Toward) -> &'static str {
    match to {
        Toward::Front => "front",
        Toward::Rear => "rear",
        Toward::Along => "along",
    }
}

/// A decision in words, and its command.
pub fn wording(game: Game<'_>, decision: &Decision) -> Wording {
    match decision {
        Decision::Clear { action, way_for, paid } => {
            let (said, pieces) = action_sentence(game, action, paid.by);
            let with = paid_with(game, paid);
            Wording::new(
                format!("{said} to make way for {}{with}", titled(game, *way_for)),
                format!("{} for {}{with}", action_command(game, action), way_for.number()),
            )
            .about(pieces)
        }
        Decision::Declare { ugs, approach, paid } => {
            let names: Vec<String> = ugs.iter().map(|ug| titled(game, *ug)).collect();
            let numbers: Vec<String> = ugs.iter().map(|ug| ug.number().to_string()).collect();
            let with = paid.as_ref().map_or(String::new(), |paid| paid_with(game, paid));
            let how = how(approach);
            Wording::new(
                format!("Charge with {}{how}{with}", names.join(" and ")),
                format!("charge {}{how}{with}", numbers.join("+")),
            )
            .about(ugs.iter().map(|ug| ug.piece()).collect::<Vec<_>>())
        }
        Decision::Hold { ugs, paid } => {
            let names: Vec<String> = ugs.iter().map(|ug| titled(game, *ug)).collect();
            let numbers: Vec<String> = ugs.iter().map(|ug| ug.number().to_string()).collect();
            let with = paid_with(game, paid);
            Wording::new(
                format!("Hold {}{with}", names.join(" and ")),
                format!("hold {}{with}", numbers.join("+")),
            )
            .about(ugs.iter().map(|ug| ug.piece()).collect::<Vec<_>>())
        }
        Decision::Counter { ug, wheel, forward, paid } => {
            let (wheel, with) = (wheeled(*wheel), paid_with(game, paid));
            Wording::new(
                format!(
                    "Counter-charge or intercept with {}{wheel}, {} BW ahead{with}",
                    titled(game, *ug),
                    length(*forward)
                ),
                format!("counter {}{wheel} forward {}{with}", ug.number(), length(*forward)),
            )
            .about([ug.piece()])
        }
        Decision::Respond { how, toward: to } => {
            let way = to.map_or("", toward);
            match how {
                Response::Stand => Wording::new("Stand", "stand"),
                Response::RunAway => Wording::new(format!("Run away: {way}"), format!("run away {way}")),
                Response::Skirmish => Wording::new(format!("Skirmish: {way}"), format!("skirmish {way}")),
            }
        }
        Decision::Press { files } if files.is_empty() => {
            Wording::new("Press forward with no file", "press none")
        }
        Decision::Press { files } => {
            let all: Vec<String> = files.iter().map(|file| (u32::from(*file) + 1).to_string()).collect();
            Wording::new(
                format!(
                    "Press forward with {} {}",
                    if all.len() == 1 { "file" } else { "files" },
                    all.join(", ")
                ),
                format!("press {}", all.join("+")),
            )
        }
        Decision::Move { ug, turn, paid } => {
            let how = turn.as_ref().map_or(String::new(), how);
            let with = paid.as_ref().map_or(String::new(), |paid| paid_with(game, paid));
            Wording::new(
                format!("Move the charge of {}{how}{with}", titled(game, *ug)),
                format!("move {}{how}{with}", ug.number()),
            )
            .about([ug.piece()])
        }
    }
}
