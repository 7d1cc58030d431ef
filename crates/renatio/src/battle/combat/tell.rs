//! Combats in the battle report.

use super::message::Event;
use crate::battle::Scenario;
use crate::battle::position::fights::{Fight, Stand};
use crate::battle::words::colour;
use crate::battle::words::report::{foe, name, title};
use crate::cards::Colour;
use crate::charts::CombatKind;
use caracole_kernel::{Piece, Sentence, Side};
use caracole_ledger::rule;
use caracole_plane::Edge;

fn stand(scenario: &Scenario, stand: Stand) -> String {
    let edge = match stand.edge {
        Edge::Front => "",
        Edge::Left | Edge::Right => " in flank",
        Edge::Rear => " in rear",
    };
    format!("file {} of {}{edge}", u32::from(stand.file) + 1, foe(scenario, stand.place.foe))
}

fn dice(colours: &[Colour]) -> String {
    let all: Vec<&str> = colours.iter().map(|c| colour(*c)).collect();
    if all.is_empty() { "no dice".to_owned() } else { all.join(", ") }
}

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::Aligned { ug } => {
            Sentence::new(format!("{} aligns.", title(scenario, *ug)), &[rule!("RETG-COMBAT-002")])
        }
        Event::Fights { kind, fight, red, blue, red_dice, blue_dice } => {
            let kind = match kind {
                CombatKind::Charge => "Charge Combat",
                CombatKind::Melee => "Melee",
            };
            let text = format!(
                "{kind}: {} throws {} against {}, which throws {}.",
                stand(scenario, fight.red),
                dice(red_dice),
                stand(scenario, fight.blue),
                dice(blue_dice)
            );
            let tallies = vec![red.clone(), blue.clone()];
            Sentence { tallies, ..Sentence::new(text, &[rule!("RETG-COMBAT-016")]) }
        }
        Event::Threw { side, shown } => {
            let text = format!(
                "{side} throws {} Skulls, {} wounds and {} S.",
                shown.skulls, shown.wounds, shown.specials
            );
            Sentence::new(text, &[rule!("RETG-COMBAT-010")])
        }
        Event::Effect { side, fight, shatter, shove } => {
            let what = match (shatter, shove) {
                (true, true) => "shatters and shoves",
                (true, false) => "shatters",
                _ => "shoves",
            };
            let (own, other) = (fight.of(*side), fight.of(side.other()));
            let text = format!("{} {what} {}.", stand(scenario, own), stand(scenario, other));
            Sentence::new(text, &[rule!("RETG-COMBAT-029")])
        }
        Event::InFront { commander } => {
            let text = format!("{} fights in the front rank.", name(scenario, *commander));
            Sentence::new(text, &[rule!("RETG-GLOS-057")])
        }
    }
}

fn both(fight: &Fight) -> Vec<Piece> {
    Side::BOTH.map(|side| fight.of(side).place.foe.piece()).to_vec()
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Aligned { ug } => vec![ug.piece()],
        Event::Fights { fight, .. } | Event::Effect { fight, .. } => both(fight),
        Event::InFront { commander } => vec![commander.piece()],
        Event::Threw { .. } => Vec::new(),
    }
}
