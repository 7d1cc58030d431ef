//! Questions and choices of combats in words.

use super::message::{Choice, Decision, Rank, Request};
use crate::battle::position::fights::{Fight, Stand};
use crate::battle::words::report::{foe_named, titled};
use crate::battle::world::{Foe, Game};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
use caracole_plane::Edge;

/// What is asked.
pub fn prompt(game: Game<'_>, side: Side, request: Request) -> Prompt {
    match request {
        Request::Align => {
            Prompt::new(format!("Does {side} align a unit with the enemy?"), &[rule!("RETG-COMBAT-002")])
                .commands(&["align 4 way 1", "pass"])
        }
        Request::NextCombat => {
            Prompt::new(format!("{side}: which combat is fought next?"), &[rule!("RETG-COMBAT-023")])
                .commands(&["combat of 4"])
        }
        Request::NextFile => {
            Prompt::new(format!("{side}: which files fight next?"), &[rule!("RETG-COMBAT-024")])
                .commands(&["choose from the list"])
        }
        Request::InFront { commander } => Prompt::new(
            format!("The file of {} fights. Does he fight in its front rank?", game.name(commander)),
            &[rule!("RETG-GLOS-057")],
        )
        .commands(&["in front", "behind"]),
        Request::Here { fight } => Prompt::new(
            format!(
                "A base of {} could fight in two directions. Does it throw its dice here?",
                foe_named(game, fight.of(side).place.foe)
            ),
            &[rule!("RETG-COMBAT-018")],
        )
        .commands(&["here", "elsewhere"]),
        Request::Press { ug } => Prompt::new(
            format!("{} has come up to the enemy. Which of its files press forward?", titled(game, ug)),
            &[rule!("RETG-CHARGE-083"), rule!("RETG-SEQ-015")],
        )
        .commands(&["press 1+2", "press none"]),
        Request::Lose { ug } => Prompt::new(
            format!("{} loses a base. From which file?", titled(game, ug)),
            &[rule!("RETG-COMBAT-057")],
        )
        .commands(&["lose file 2"]),
    }
}

const fn edge(of: Edge) -> &'static str {
    match of {
        Edge::Front => "front",
        Edge::Left => "left",
        Edge::Right => "right",
        Edge::Rear => "rear",
    }
}

fn key(stand: Stand) -> String {
    let whose = match stand.place.foe {
        Foe::Ug(ug) => ug.number().to_string(),
        Foe::Camp(side) => format!("camp-{side}"),
    };
    format!("{whose}.{}.{}.{}", stand.place.base, stand.place.half, edge(stand.edge))
}

fn said(game: Game<'_>, stand: Stand) -> String {
    let at = if stand.edge == Edge::Front { String::new() } else { format!(" ({})", edge(stand.edge)) };
    format!("file {} of {}{at}", u32::from(stand.file) + 1, foe_named(game, stand.place.foe))
}

fn fight(game: Game<'_>, fight: &Fight) -> Wording {
    Wording::new(
        format!("{} against {}", said(game, fight.red), said(game, fight.blue)),
        format!("fight {} {}", key(fight.red), key(fight.blue)),
    )
    .about([fight.red.place.foe.piece(), fight.blue.place.foe.piece()])
}

/// A decision in words, and its command.
pub fn wording(game: Game<'_>, decision: &Decision) -> Wording {
    match *decision {
        Decision::Align { ug, way } => {
            let way = u32::from(way) + 1;
            Wording::new(
                format!("Align {}, way {way}", titled(game, ug)),
                format!("align {} way {way}", ug.number()),
            )
            .about([ug.piece()])
        }
        Decision::Combat(foe) => {
            let number = match foe {
                Foe::Ug(ug) => ug.number().to_string(),
                Foe::Camp(side) => format!("camp-{side}"),
            };
            Wording::new(format!("The combat of {}", foe_named(game, foe)), format!("combat of {number}"))
                .about([foe.piece()])
        }
        Decision::Fight(of) => fight(game, &of),
        Decision::Rank(Rank::Front) => Wording::new("Fight in the front rank", "in front"),
        Decision::Rank(Rank::Behind) => Wording::new("Stay behind", "behind"),
        Decision::Throw(Choice::Here) => Wording::new("Throw the dice here", "here"),
        Decision::Throw(Choice::Elsewhere) => Wording::new("Keep the dice for the other fight", "elsewhere"),
        Decision::Lose { file } => {
            let file = u32::from(file) + 1;
            Wording::new(format!("File {file} loses the base"), format!("lose file {file}"))
        }
    }
}
