//! Actions in words and as commands.

use super::report::titled;
use crate::battle::world::{CommanderId, Game, UgId};
use crate::battle::{Action, Bw, Leg, March, NewPost, Switch};
use crate::troops::Name;
use caracole_kernel::Piece;
use caracole_plane::Hand;

/// A length as people say it.
pub fn length(by: Bw) -> String {
    match by.0 % 100 {
        0 => format!("{}", by.0 / 100),
        part => format!("{}.{:02}", by.0 / 100, part.abs()).trim_end_matches('0').to_owned(),
    }
}

const fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn leg(leg: &Leg) -> String {
    match leg {
        Leg::Forward(by) => format!("forward {}", length(*by)),
        Leg::Wheel { hand: to, degrees } => format!("wheel {} {degrees}", hand(*to)),
        Leg::Shift { hand: to, by } => format!("shift {} {}", hand(*to), length(*by)),
    }
}

pub fn legs(all: &[Leg]) -> String {
    all.iter().map(leg).collect::<Vec<_>>().join(" ")
}

fn numbers(ugs: &[UgId]) -> String {
    ugs.iter().map(|ug| ug.number().to_string()).collect::<Vec<_>>().join("+")
}

fn of_march(march: &March) -> String {
    let mut said = legs(&march.legs);
    if !march.pulled.is_empty() {
        said.push_str(&format!(" taking {}", numbers(&march.pulled)));
    }
    if let Some(second) = &march.second {
        said.push_str(&format!(" then {} {}", numbers(&second.ugs), legs(&second.legs)));
    }
    said
}

fn switch(to: Switch) -> String {
    match to {
        Switch::Form(form) => form.name().to_owned(),
        Switch::Dismount => "dismount".to_owned(),
        Switch::Mount => "mount".to_owned(),
        Switch::DropPikes => "drop pikes".to_owned(),
        Switch::Square => "square".to_owned(),
        Switch::Obstacles => "obstacles".to_owned(),
    }
}

/// Where a Commander goes, in words or as a command.
pub fn post(game: Game<'_>, to: NewPost, by_name: bool) -> String {
    match to {
        NewPost::With { ug, file, ahead } => {
            let unit = if by_name { titled(game, ug) } else { ug.number().to_string() };
            let side = if ahead { "ahead of" } else { "behind" };
            format!("{side} file {} of {unit}", u32::from(file) + 1)
        }
        NewPost::Here => "where he is".to_owned(),
        NewPost::At([x, y]) => format!("to {} {}", length(x), length(y)),
    }
}

/// The command that gives a move of units; nothing for other actions.
pub fn moves(action: &Action) -> String {
    match action {
        Action::Commander(_) | Action::Recover { .. } => String::new(),
        Action::March(march) => format!("move {} {}", numbers(&march.ugs), of_march(march)),
        Action::Turn(turned) => {
            let turn = format!("turn {} {}", turned.ug.number(), turned.to.map_or("about", hand));
            match (turned.forward, turned.move_first) {
                (None, _) => turn,
                (Some(by), true) => format!("{turn} after forward {}", length(by)),
                (Some(by), false) => format!("{turn} then forward {}", length(by)),
            }
        }
        Action::FallBack { ug, by } => format!("back {} {}", ug.number(), length(*by)),
        Action::Reshape { ug, wide, left } => format!("form {} {wide} wide {left} left", ug.number()),
        Action::Switch { ug, to } => format!("switch {} {}", ug.number(), switch(*to)),
    }
}

/// The command that gives an action.
pub fn command(game: Game<'_>, action: &Action) -> String {
    match action {
        Action::Commander(to) => format!("go {}", post(game, *to, false)),
        Action::Recover { ug } => format!("recover {}", ug.number()),
        _ => moves(action),
    }
}

/// An action as a sentence, with what it is about.
pub fn sentence(game: Game<'_>, action: &Action, by: CommanderId) -> (String, Vec<Piece>) {
    let one = |ug: UgId, said: String| (said, vec![ug.piece()]);
    match action {
        Action::March(march) => {
            let names: Vec<String> = march.ugs.iter().map(|ug| titled(game, *ug)).collect();
            let pieces = march.ugs.iter().map(|ug| ug.piece()).collect();
            (format!("Move {}: {}", names.join(" and "), of_march(march)), pieces)
        }
        Action::Turn(turned) => {
            let to = turned.to.map_or("about", hand);
            let ahead = turned.forward.map_or(String::new(), |by| {
                format!(", {} {} BW ahead", if turned.move_first { "after" } else { "then" }, length(by))
            });
            one(turned.ug, format!("Turn {} {to}{ahead}", titled(game, turned.ug)))
        }
        Action::FallBack { ug, by } => {
            one(*ug, format!("Fall back {} BW with {}", length(*by), titled(game, *ug)))
        }
        Action::Reshape { ug, wide, left } => {
            one(*ug, format!("Form {} {wide} wide, {left} of the files on its left", titled(game, *ug)))
        }
        Action::Switch { ug, to } => one(*ug, format!("Switch {}: {}", titled(game, *ug), switch(*to))),
        Action::Commander(to) => {
            (format!("Send {} {}", game.name(by), post(game, *to, true)), vec![by.piece()])
        }
        Action::Recover { ug } => one(*ug, format!("Recover the wound of {}", titled(game, *ug))),
    }
}
