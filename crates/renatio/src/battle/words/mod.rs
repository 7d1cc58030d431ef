//! The battle in words.

mod actions;
mod pay;
mod read;
pub mod report;
mod tell;

pub use actions::{
    command as action_command, length, moves as move_command, post, sentence as action_sentence,
};
pub use pay::{commander_of, payment, prompted};
pub use read::read;
pub use report::{name as commander_name, title as tell_title, titled};
pub use tell::{about, tell};

use super::turn::phase_name;
use super::world::Game;
use super::{Decision, Request};
use super::{before, shooting};
use crate::cards::{Cards, Colour};
use crate::troops::Name;
use actions::{command, sentence};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;

/// A colour as people say it.
pub const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
        Colour::Green => "green",
        Colour::Yellow => "yellow",
        Colour::Red => "red",
    }
}

/// Cards as people say them, worst first.
pub fn cards(cards: Cards) -> String {
    let all: Vec<&str> = cards.iter().map(colour).collect();
    if all.is_empty() { "no cards".to_owned() } else { all.join(", ") }
}

/// What is asked.
pub fn prompt(game: Game<'_>, side: Side, request: Request) -> Prompt {
    let phase = phase_name(game.world.when.phase);
    match request {
        Request::Gifts => Prompt::new(
            format!("{phase}: does {side}'s Army Commander give a card away?"),
            &[rule!("RETG-SEQ-005")],
        )
        .commands(&["give green to Horn", "pass"]),
        Request::Before(request) => before::prompt(game, side, request),
        Request::Shooting(request) => shooting::prompt(game, side, request),
        Request::Movement => Prompt::new(format!("{phase}: what does {side} do?"), &[rule!("RETG-SEQ-025")])
            .commands(&[
                "move 4 forward 3",
                "move 4+5 wheel left 20 forward 2",
                "turn 4 about",
                "go behind file 1 of 4 with white of Horn",
                "discard black of Horn",
                "pass",
            ]),
        Request::Recover => {
            Prompt::new(format!("{phase}: which wound does {side} recover?"), &[rule!("RETG-SEQ-033")])
                .commands(&["recover 3 with red of Horn", "pass"])
        }
        Request::Keep => {
            Prompt::new(format!("{phase}: which cards does {side} throw away?"), &[rule!("RETG-SEQ-036")])
                .commands(&["discard black of Horn", "pass"])
        }
        Request::Charge(request) => super::charge::prompt(game, side, request),
        Request::Combat(request) => super::combat::prompt(game, side, request),
        Request::Outcome(request) => super::outcome::prompt(game, side, request),
        Request::Fighting(request) => super::fighting::prompt(game, side, request),
    }
}

/// A decision in words, and its command.
pub fn wording(game: Game<'_>, decision: &Decision) -> Wording {
    match decision {
        Decision::Pass => Wording::new("Pass", "pass"),
        Decision::Reveal { card } => {
            Wording::new(format!("Turn over ambush {card}"), format!("reveal {card}"))
        }
        Decision::Camp { to: [x, y], paid } => {
            let (at, with) = (format!("{} {}", length(*x), length(*y)), report::paid_with(game, paid));
            Wording::new(format!("Move the camp to {at}{with}"), format!("camp to {at}{with}"))
        }
        Decision::Enter(enter) => {
            let form = enter.form.map_or(String::new(), |form| format!(" {}", form.name()));
            let legs = actions::legs(&enter.legs);
            let with = report::paid_with(game, &enter.paid);
            let at = length(enter.at);
            Wording::new(
                format!("Bring {} on at {at}{form}: {legs}{with}", titled(game, enter.ug)),
                format!("enter {} at {at}{form} {legs}{with}", enter.ug.number()),
            )
            .about([enter.ug.piece()])
        }
        Decision::Before(decision) => {
            let (said, pieces) = before::sentence(game, decision);
            Wording::new(said, before::command(decision)).about(pieces)
        }
        Decision::Charge(decision) => super::charge::wording(game, decision),
        Decision::Combat(decision) => super::combat::wording(game, decision),
        Decision::Outcome(decision) => super::outcome::wording(game, decision),
        Decision::Fighting(decision) => super::fighting::wording(game, decision),
        Decision::Shooting(decision) => {
            let (said, pieces) = shooting::sentence(game, decision);
            Wording::new(said, shooting::command(decision)).about(pieces)
        }
        Decision::Gift { to, card } => {
            let (card, name) = (colour(*card), game.name(*to));
            Wording::new(format!("Give {card} to {name}"), format!("give {card} to {name}"))
                .about([to.piece()])
        }
        Decision::Discard { of, card } => {
            let (card, name) = (colour(*card), game.name(*of));
            Wording::new(format!("Discard {card} of {name}"), format!("discard {card} of {name}"))
                .about([of.piece()])
        }
        Decision::Through { action, by, cards: paid, leave, through } => {
            let prompt = Decision::Prompt { action: action.clone(), by: *by, cards: *paid, leave: *leave };
            let plain = wording(game, &prompt);
            let raised = through.cards.upgrade.map_or("", |_| " raised");
            let how = format!("{}{raised} of {}", cards(through.cards.cards()), game.name(through.by));
            Wording::new(
                format!("{}, through fire with {how}", plain.text),
                format!("{}, through fire with {how}", plain.command),
            )
            .about(plain.about)
        }
        Decision::Prompt { action, by, cards: paid, leave } => {
            let mut how = format!("with {} of {}", cards(paid.cards()), game.name(*by));
            if let Some(raised) = paid.upgrade {
                how.push_str(&format!(", raising {}", colour(raised)));
            }
            if *leave {
                how.push_str(", leaving Commanders behind");
            }
            let (said, pieces) = sentence(game, action, *by);
            Wording::new(format!("{said}, {how}"), format!("{} {how}", command(game, action))).about(pieces)
        }
    }
}
