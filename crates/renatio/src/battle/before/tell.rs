//! The pre-battle in words.

use super::message::{Decision, Event, Request, Spot};
use crate::battle::Scenario;
use crate::battle::words::{cards, colour, commander_name, length, move_command, tell_title, titled};
use crate::battle::world::Game;
use crate::charts::TerrainKind;
use caracole_document::Word;
use caracole_kernel::{Piece, Prompt, Sentence, Side};
use caracole_ledger::rule;
use caracole_plane::Hand;

fn kind(of: TerrainKind) -> String {
    of.key().replace('_', " ")
}

const fn hand(of: Hand) -> &'static str {
    match of {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

/// What is asked.
pub fn prompt(_: Game<'_>, side: Side, request: Request) -> Prompt {
    let (text, rule, commands): (String, _, &[&'static str]) = match request {
        Request::Posture => {
            (format!("Does {side} invade or defend?"), rule!("RETG-PBS-006"), &["invade", "defend"])
        }
        Request::Territory => {
            (format!("In which territory does {side} defend?"), rule!("RETG-PBS-008"), &["territory C"])
        }
        Request::Intercept => (
            format!("Does {side} place the marker by a strategic intercept?"),
            rule!("RETG-PBS-011"),
            &["invade", "pass"],
        ),
        Request::Square => {
            (format!("In which square does {side} place the marker?"), rule!("RETG-PBS-010"), &["square C3"])
        }
        Request::Day => (
            format!("Which card does {side} play on this day, face down?"),
            rule!("RETG-PBS-015"),
            &["play green", "pass"],
        ),
        Request::Marker => {
            (format!("Where does {side} move the marker?"), rule!("RETG-PBS-016"), &["square C3", "pass"])
        }
        Request::FlankEdge => (
            format!("On which side edge, as red sees it, does {side} lay the secure flank?"),
            rule!("RETG-PBS-018"),
            &["edge left"],
        ),
        Request::FlankPiece => (
            format!("Which piece does {side} lay on the secure flank?"),
            rule!("RETG-PBS-019"),
            &["lay wood at 4 8 size 6 6"],
        ),
        Request::Choose => {
            (format!("Which piece of terrain does {side} choose?"), rule!("RETG-PBS-020"), &["take wood"])
        }
        Request::Place => {
            (format!("Where does {side} lay the piece?"), rule!("RETG-PBS-022"), &["at 22 12 size 6 6"])
        }
        Request::Adjust => (
            format!("Does {side} change the piece just laid?"),
            rule!("RETG-PBS-024"),
            &["move right 3 up 0", "remove", "pass"],
        ),
        Request::Orders => (
            format!("Which ambush or flank march does {side} order?"),
            rule!("RETG-PBS-032"),
            &["ambush 5 at 12 6 wide 3", "bluff at 12 6", "march 2 left: 4 5", "pass"],
        ),
        Request::Allot { card } => (
            format!("To whose command does {side}'s ambush {card} belong?"),
            rule!("RETG-FLANK-037"),
            &["allot to 2"],
        ),
        Request::Scouts => (
            format!("Which scouts does {side} move before the battle?"),
            rule!("RETG-GLOS-070"),
            &["scout move 5 forward 4", "pass"],
        ),
        Request::Deploy => (
            format!("What does {side} deploy?"),
            rule!("RETG-PBS-034"),
            &["camp at 22.5 2", "deploy 3 at 20 9 wide 3"],
        ),
        Request::Guns => (
            format!("Which guns does {side} wheel backwards?"),
            rule!("RETG-PBS-037"),
            &["wheel back 12 left 20", "pass"],
        ),
        Request::Command => (
            format!("Which units does {side}'s next Commander command, and with which is he?"),
            rule!("RETG-PBS-038"),
            &["command 1: 3 4 5 with 4 file 1"],
        ),
    };
    Prompt::new(format!("Pre-battle: {text}"), &[rule]).commands(commands)
}

fn spot(of: &Spot) -> String {
    let [x, y] = of.at.map(length);
    let [wide, deep] = of.size.map(length);
    let turned = if of.turned == 0 { String::new() } else { format!(" turned {}", of.turned) };
    format!("at {x} {y} size {wide} {deep}{turned}")
}

/// The command that gives a decision.
pub fn command(decision: &Decision) -> String {
    match decision {
        Decision::Invade => "invade".to_owned(),
        Decision::Defend => "defend".to_owned(),
        Decision::Territory(territory) => format!("territory {}", territory.key()),
        Decision::Square(name) => format!("square {name}"),
        Decision::Card(card) => format!("play {}", colour(*card)),
        Decision::Edge(to) => format!("edge {}", hand(*to)),
        Decision::Kind(of) => format!("take {}", kind(*of)),
        Decision::Piece(of, at) => format!("lay {} {}", kind(*of), spot(at)),
        Decision::Spot(at) => spot(at),
        Decision::Move { right, up } => format!("move right {} up {}", length(*right), length(*up)),
        Decision::Pivot { about, degrees } => {
            format!("pivot {degrees} about {} {}", length(about[0]), length(about[1]))
        }
        Decision::Remove => "remove".to_owned(),
        Decision::Camp([x, y]) => format!("camp at {} {}", length(*x), length(*y)),
        Decision::Ambush { at: [x, y], ug: None, .. } => format!("bluff at {} {}", length(*x), length(*y)),
        Decision::Ambush { at: [x, y], ug: Some(ug), wide, form } => {
            let form = form.map_or(String::new(), |form| format!(" {}", form.key()));
            format!("ambush {} at {} {} wide {wide}{form}", ug.number(), length(*x), length(*y))
        }
        Decision::March { commander, edge, ugs } => {
            let ugs: Vec<String> = ugs.iter().map(|ug| ug.number().to_string()).collect();
            let edge = edge.map_or("bluff", hand);
            format!("march {} {edge}: {}", commander.number(), ugs.join(" "))
        }
        Decision::Allot(to) => format!("allot to {}", to.number()),
        Decision::Scout(action) => format!("scout {}", move_command(action)),
        Decision::Unit { ug, at: [x, y], wide, form, turned } => {
            let form = form.map_or(String::new(), |form| format!(" {}", form.key()));
            let turned = if *turned == 0 { String::new() } else { format!(" turned {turned}") };
            format!("deploy {} at {} {} wide {wide}{form}{turned}", ug.number(), length(*x), length(*y))
        }
        Decision::Wheel { ug, hand: to, degrees } => {
            format!("wheel back {} {} {degrees}", ug.number(), hand(*to))
        }
        Decision::Command { commander, ugs, with, file } => {
            let ugs: Vec<String> = ugs.iter().map(|ug| ug.number().to_string()).collect();
            let (who, file) = (commander.number(), u32::from(*file) + 1);
            format!("command {who}: {} with {} file {file}", ugs.join(" "), with.number())
        }
    }
}

/// A decision as a sentence, with what it is about.
pub fn sentence(game: Game<'_>, decision: &Decision) -> (String, Vec<Piece>) {
    let plain = |text: String| (text, Vec::new());
    match decision {
        Decision::Invade => plain("Invade".to_owned()),
        Decision::Defend => plain("Defend".to_owned()),
        Decision::Territory(territory) => plain(format!("Defend in territory {}", territory.key())),
        Decision::Square(name) => plain(format!("Marker to square {name}")),
        Decision::Card(card) => plain(format!("Play {} face down", colour(*card))),
        Decision::Ambush { ug: None, .. } => plain(format!("Place a bluff: {}", command(decision))),
        Decision::Ambush { ug: Some(ug), .. } => {
            (format!("Place {} in ambush: {}", titled(game, *ug), command(decision)), vec![ug.piece()])
        }
        Decision::March { commander, edge, ugs } => {
            let names: Vec<String> = ugs.iter().map(|ug| titled(game, *ug)).collect();
            let what = match edge {
                None => "as a bluff".to_owned(),
                Some(edge) => {
                    format!("round the {} edge, as red sees it, with {}", hand(*edge), names.join(", "))
                }
            };
            (format!("Send {} {what}", game.name(*commander)), vec![commander.piece()])
        }
        Decision::Allot(to) => (format!("It belongs to the command of {}", game.name(*to)), vec![to.piece()]),
        Decision::Scout(action) => plain(format!("Scouts: {}", move_command(action))),
        Decision::Edge(to) => plain(format!("Secure the {} edge, as red sees it", hand(*to))),
        Decision::Kind(of) => plain(format!("Take a piece: {}", kind(*of))),
        Decision::Piece(of, at) => plain(format!("Lay a piece, {}, {}", kind(*of), spot(at))),
        Decision::Spot(at) => plain(format!("Lay the piece {}", spot(at))),
        Decision::Move { right, up } => {
            plain(format!("Move the piece {} BW to the right and {} BW up", length(*right), length(*up)))
        }
        Decision::Pivot { degrees, .. } => plain(format!("Pivot the piece by {degrees} degrees")),
        Decision::Remove => plain("Remove the piece".to_owned()),
        Decision::Camp([x, y]) => plain(format!("Camp at {}, {}", length(*x), length(*y))),
        Decision::Unit { ug, at: [x, y], wide, .. } => {
            let place = format!("at {}, {}, {wide} wide", length(*x), length(*y));
            (format!("Deploy {} {place}", titled(game, *ug)), vec![ug.piece()])
        }
        Decision::Wheel { ug, hand: to, degrees } => {
            let text =
                format!("Wheel {} back by {degrees} degrees on its {} corner", titled(game, *ug), hand(*to));
            (text, vec![ug.piece()])
        }
        Decision::Command { commander, ugs, with, .. } => {
            let names: Vec<String> = ugs.iter().map(|ug| titled(game, *ug)).collect();
            let text = format!(
                "{} commands {} and is with {}",
                game.name(*commander),
                names.join(", "),
                titled(game, *with)
            );
            (text, ugs.iter().map(|ug| ug.piece()).chain([commander.piece()]).collect())
        }
    }
}

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let told = |text: String, rule| Sentence::new(text, &[rule]);
    match event {
        Event::Initiative { winner: None, .. } => {
            told("Both initiative dice are equal: they are thrown again.".to_owned(), rule!("RETG-PBS-006"))
        }
        Event::Initiative { winner: Some(side), skull } => {
            let with = if *skull { " with a Skull" } else { "" };
            told(format!("{side} wins the initiative{with}."), rule!("RETG-PBS-006"))
        }
        Event::Defends { side } => {
            told(format!("{side} defends, {} invades.", side.other()), rule!("RETG-PBS-006"))
        }
        Event::Territory { territory } => {
            told(format!("The defender chooses territory {}.", territory.key()), rule!("RETG-PBS-008"))
        }
        Event::Intercepts { side } => told(format!("{side} intercepts."), rule!("RETG-PBS-011")),
        Event::Marker { square, density, flank } => {
            let (density, flank) = (density.key().replace('_', " "), flank.key());
            let text = format!("The marker is in square {square}: {density} terrain, secure flank {flank}.");
            told(text, rule!("RETG-PBS-009"))
        }
        Event::Dealt { side, count, cards: dealt } => {
            let which = dealt.map_or(String::new(), |dealt| format!(": {}", cards(dealt)));
            told(format!("{side} is dealt {count} cards{which}."), rule!("RETG-PBS-012"))
        }
        Event::Chosen { side, passes: false } => {
            told(format!("{side} has chosen a card."), rule!("RETG-PBS-015"))
        }
        Event::Chosen { side, passes: true } => {
            told(format!("{side} passes this day."), rule!("RETG-PBS-013"))
        }
        Event::Day { day, cards } => {
            let shown = |side: Side| cards[side].map_or("a pass", colour);
            let text = format!("Day {day}: red {}, blue {}.", shown(Side::Red), shown(Side::Blue));
            told(text, rule!("RETG-PBS-015"))
        }
        Event::FlankEdge { hand: to } => told(
            format!("The secure flank is the {} edge, as red sees it.", hand(*to)),
            rule!("RETG-PBS-018"),
        ),
        _ => tell_ground(scenario, event),
    }
}

fn tell_ground(scenario: &Scenario, event: &Event) -> Sentence {
    let told = |text: String, rule| Sentence::new(text, &[rule]);
    match event {
        Event::PieceChosen { side, kind: of } => {
            told(format!("{side} takes a piece: {}.", kind(*of)), rule!("RETG-PBS-020"))
        }
        Event::PieceThrown { side, sector, touches } => {
            let edge = if *touches { ", touching an edge" } else { "" };
            told(format!("{side}'s piece goes to the sector {}{edge}.", sector.key()), rule!("RETG-PBS-022"))
        }
        Event::PiecePlaced { side, kind: of } => {
            told(format!("{side} lays a piece: {}.", kind(*of)), rule!("RETG-PBS-021"))
        }
        Event::PieceLost { side, kind: of } => {
            told(format!("{side}'s piece finds no room and is lost: {}.", kind(*of)), rule!("RETG-PBS-027"))
        }
        Event::AdjustThrown { side, number } => {
            told(format!("{side} throws {number} for the piece."), rule!("RETG-PBS-024"))
        }
        Event::Adjusted { side, removed } => {
            let what = if *removed { "removes" } else { "moves" };
            told(format!("{side} {what} the piece."), rule!("RETG-PBS-024"))
        }
        Event::Scouted { score, out_scouted, .. } => {
            let (red, blue) = (score.red.total(), score.blue.total());
            let who = match out_scouted {
                Some((side, units)) => format!("{side} is out-scouted and deploys {units} units first"),
                None => "nobody is out-scouted".to_owned(),
            };
            let tallies = vec![score.red.clone(), score.blue.clone()];
            let text = format!("Scouting: red {red} %, blue {blue} %; {who}.");
            Sentence { tallies, ..Sentence::new(text, &[rule!("RETG-PBS-030")]) }
        }
        Event::Ambush { side, card, ug, .. } => {
            let who = ug.map_or(String::new(), |ug| format!(" with {}", tell_title(scenario, ug)));
            told(format!("{side} places ambush {card}{who}."), rule!("RETG-FLANK-031"))
        }
        Event::Marches { commander, edge, ugs, .. } => {
            let names: Vec<String> = ugs.iter().map(|ug| tell_title(scenario, *ug)).collect();
            let what = edge.map_or(String::new(), |edge| {
                format!(" He marches round the {} edge with {}.", hand(edge), names.join(", "))
            });
            let name = commander_name(scenario, *commander);
            told(
                format!("{name} stands beside the camp with a card under him.{what}"),
                rule!("RETG-FLANK-008"),
            )
        }
        Event::Bluffed { commander } => {
            let name = commander_name(scenario, *commander);
            told(format!("The card under {name} is a bluff."), rule!("RETG-FLANK-009"))
        }
        Event::Allotted { side, card, to } => {
            let name = commander_name(scenario, *to);
            told(
                format!("Ambush {card} of {side} belongs to the command of {name}."),
                rule!("RETG-FLANK-037"),
            )
        }
        Event::ScoutsMoved { ug } => {
            told(format!("{} scouts ahead.", tell_title(scenario, *ug)), rule!("RETG-GLOS-070"))
        }
        Event::CampDeployed { side } => told(format!("{side} deploys its camp."), rule!("RETG-CAMP-013")),
        Event::Deployed { ug } => {
            told(format!("{} is deployed.", tell_title(scenario, *ug)), rule!("RETG-PBS-034"))
        }
        Event::Wheeled { ug } => {
            told(format!("{} wheels back.", tell_title(scenario, *ug)), rule!("RETG-PBS-037"))
        }
        Event::Commands { commander, ugs } => {
            let names: Vec<String> = ugs.iter().map(|ug| tell_title(scenario, *ug)).collect();
            let text = format!("{} commands {}.", commander_name(scenario, *commander), names.join(", "));
            told(text, rule!("RETG-PBS-038"))
        }
        Event::Over => told("The armies are ready.".to_owned(), rule!("RETG-PBS-039")),
        _ => Sentence::default(),
    }
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Deployed { ug } | Event::Wheeled { ug } => vec![ug.piece()],
        Event::Commands { commander, .. } => vec![commander.piece()],
        _ => Vec::new(),
    }
}
