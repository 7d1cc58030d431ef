//! The battle report.

use super::report::{bw, name, title, titles};
use super::{cards, colour};
use crate::battle::turn::phase_name;
use crate::battle::{Event, Scenario, Switch, Trust};
use crate::battle::{before, shooting};
use crate::troops::Name;
use caracole_kernel::{Piece, Sentence};
use caracole_ledger::rule;
use caracole_plane::Hand;

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::TurnBegan { turn, active } => {
            Sentence::new(format!("Turn {turn}: {active} holds the deck."), &[rule!("RETG-TURN-005")])
        }
        Event::PhaseBegan { phase } => {
            Sentence::new(format!("{}.", phase_name(*phase)), &[rule!("RETG-SEQ-001")])
        }
        Event::Shuffled { left } => {
            Sentence::new(format!("The discards are shuffled in: {left} cards."), &[rule!("RETG-SEQ-003")])
        }
        Event::Dealt { to, count, cards: dealt, .. } => {
            let which = dealt.map_or(String::new(), |dealt| format!(": {}", cards(dealt)));
            Sentence::new(
                format!("{} is dealt {count} cards{which}.", name(scenario, *to)),
                &[rule!("RETG-SEQ-003")],
            )
        }
        Event::Gave { from, to, card, .. } => {
            let which = card.map_or("a card", colour);
            let text = format!("{} gives {which} to {}.", name(scenario, *from), name(scenario, *to));
            Sentence::new(text, &[rule!("RETG-SEQ-005")])
        }
        Event::Discarded { of, card } => Sentence::new(
            format!("{} discards {}.", name(scenario, *of), colour(*card)),
            &[rule!("RETG-TURN-006")],
        ),
        Event::Passed { side, finished } => {
            let done = if *finished { " and is finished" } else { "" };
            Sentence::new(format!("{side} passes{done}."), &[rule!("RETG-TURN-010")])
        }
        Event::Ended { points } => {
            let text = format!("The battle ends: red {}, blue {}.", points.red.total(), points.blue.total());
            let tallies = vec![points.red.clone(), points.blue.clone()];
            Sentence { tallies, ..Sentence::new(text, &[rule!("RETG-TOURN-005")]) }
        }
        Event::Before(event) => before::told(scenario, event),
        Event::Charge(event) => crate::battle::charge::tell(scenario, event),
        Event::Combat(event) => crate::battle::combat::tell(scenario, event),
        Event::Outcome(event) => crate::battle::outcome::tell(scenario, event),
        Event::Fighting(event) => crate::battle::fighting::tell(scenario, event),
        Event::Shooting(event) => shooting::tell(scenario, event),
        _ => tell_action(scenario, event),
    }
}

fn tell_action(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::Prompted { by, code, cards: paid, ugs } => {
            let raised = paid.upgrade.map_or(String::new(), |card| format!(", raising {}", colour(card)));
            let action = scenario.charts.prompted_actions.action(*code);
            let whom =
                if ugs.is_empty() { String::new() } else { format!(" with {}", titles(scenario, ugs)) };
            let text = format!(
                "{} plays {}{raised}: {}{whom}.",
                name(scenario, *by),
                cards(paid.cards()),
                action.name
            );
            Sentence::new(text, &[rule!("RETG-MOVE-003")])
        }
        Event::Moved { ug, distance, spent } => {
            let text = format!("{} moves {}.", title(scenario, *ug), bw(scenario, *spent));
            Sentence { tallies: vec![distance.clone()], ..Sentence::new(text, &[rule!("RETG-MOVE-001")]) }
        }
        Event::Reshaped { ug, wide } => {
            let text = format!("{} stands {wide} wide.", title(scenario, *ug));
            Sentence::new(text, &[rule!("RETG-FORM-002")])
        }
        Event::Switched { ug, to } => {
            let what = match to {
                Switch::Form(form) => format!("changes to {}", form.name()),
                Switch::Dismount => "dismounts".to_owned(),
                Switch::Mount => "mounts".to_owned(),
                Switch::DropPikes => "abandons its pikes".to_owned(),
                Switch::Square => "forms square".to_owned(),
                Switch::Obstacles => "places its obstacles".to_owned(),
            };
            Sentence::new(format!("{} {what}.", title(scenario, *ug)), &[rule!("RETG-MOVE-005")])
        }
        Event::CampMoved { side } => {
            Sentence::new(format!("The camp of {side} moves."), &[rule!("RETG-CAMP-012")])
        }
        Event::Sprung { side, card, ug, lost } => {
            let who =
                ug.map_or("it is a bluff".to_owned(), |ug| format!("{} lay there", title(scenario, ug)));
            let lost = if *lost == 0 { String::new() } else { format!("; {lost} bases find no place") };
            let text = format!("Ambush {card} of {side} is turned over: {who}{lost}.");
            Sentence::new(text, &[rule!("RETG-FLANK-038")])
        }
        Event::Announced { commander, edge } => {
            let edge = match edge {
                Hand::Left => "left",
                Hand::Right => "right",
            };
            let text = format!(
                "{} leads a flank march round the {edge} edge, as red sees it.",
                name(scenario, *commander)
            );
            Sentence::new(text, &[rule!("RETG-FLANK-017")])
        }
        Event::Entered { ug } => Sentence::new(
            format!("{} comes on from the flank.", title(scenario, *ug)),
            &[rule!("RETG-FLANK-021")],
        ),
        Event::Straggled { ugs } => Sentence::new(
            format!("{} is lost straggling.", titles(scenario, ugs)),
            &[rule!("RETG-FLANK-020")],
        ),
        Event::Trusted { commander, trust, .. } => {
            let what = match trust {
                Trust::Reliable => "can be relied on",
                Trust::Untested | Trust::Unreliable => "is Unreliable: the contingent does not move",
            };
            Sentence::new(format!("{} {what}.", name(scenario, *commander)), &[rule!("RETG-CMD-041")])
        }
        Event::Displaced { ug, by } => {
            let text = format!("{} makes room for {}.", title(scenario, *ug), title(scenario, *by));
            Sentence::new(text, &[rule!("RETG-UNIV-015")])
        }
        Event::PushedBack { ug, by } => {
            let text = format!("{} is pushed back by {}.", title(scenario, *ug), title(scenario, *by));
            Sentence::new(text, &[rule!("RETG-MOVE-057")])
        }
        Event::CommanderMoved { commander, post } => {
            let to =
                post.ug().map_or("stands alone".to_owned(), |ug| format!("is with {}", title(scenario, ug)));
            Sentence::new(format!("{} {to}.", name(scenario, *commander)), &[rule!("RETG-UNIV-009")])
        }
        Event::Recovered { ug } => {
            Sentence::new(format!("{} recovers its wound.", title(scenario, *ug)), &[rule!("RETG-KAB-031")])
        }
        Event::SlowsRemoved { ugs } => {
            Sentence::new(format!("No longer slowed: {}.", titles(scenario, ugs)), &[rule!("RETG-SHOOT-047")])
        }
        _ => Sentence::default(),
    }
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Before(event) => before::about(event),
        Event::Shooting(event) => shooting::about(event),
        Event::Dealt { to, .. } => vec![to.piece()],
        Event::Gave { from, to, .. } => vec![from.piece(), to.piece()],
        Event::Prompted { by, ugs, .. } => {
            let mut pieces: Vec<Piece> = ugs.iter().map(|ug| ug.piece()).collect();
            pieces.push(by.piece());
            pieces
        }
        Event::Moved { ug, .. }
        | Event::Reshaped { ug, .. }
        | Event::Switched { ug, .. }
        | Event::Recovered { ug } => {
            vec![ug.piece()]
        }
        Event::CommanderMoved { commander, .. } => vec![commander.piece()],
        Event::SlowsRemoved { ugs } => ugs.iter().map(|ug| ug.piece()).collect(),
        Event::Discarded { of, .. } => vec![of.piece()],
        Event::Charge(event) => crate::battle::charge::about(event),
        Event::Combat(event) => crate::battle::combat::about(event),
        Event::Outcome(event) => crate::battle::outcome::about(event),
        Event::Fighting(event) => crate::battle::fighting::about(event),
        _ => Vec::new(),
    }
}
