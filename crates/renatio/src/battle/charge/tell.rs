//! The Charge Phase in the battle report.

use super::message::{Event, Response};
use crate::battle::Scenario;
use crate::battle::words::report::{bw, foes, title};
use crate::battle::world::{ChargeKind, Foe};
use caracole_kernel::{Piece, Sentence};
use caracole_ledger::rule;

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::Declared { ug, kind, targets } => {
            let kind = match kind {
                ChargeKind::Forced => "a Forced Charge",
                ChargeKind::Free => "a Free Charge",
                ChargeKind::Prompted => "a Prompted Charge",
            };
            let text = format!("{} declares {kind} on {}.", title(scenario, *ug), foes(scenario, targets));
            Sentence::new(text, &[rule!("RETG-SEQ-008")])
        }
        Event::Held { ug } => Sentence::new(
            format!("The charge of {} is stopped.", title(scenario, *ug)),
            &[rule!("RETG-CHARGE-004")],
        ),
        Event::Countered { ug, charged, spent } => {
            let what = if *charged { "counter-charges" } else { "intercepts" };
            let text = format!("{} {what} and goes {}.", title(scenario, *ug), bw(scenario, *spent));
            Sentence::new(text, &[rule!("RETG-CHARGE-042")])
        }
        Event::Responded { ug, how } => {
            let what = match how {
                Response::Stand => "stands",
                Response::RunAway => "runs away",
                Response::Skirmish => "skirmishes",
            };
            Sentence::new(format!("{} {what}.", title(scenario, *ug)), &[rule!("RETG-CHARGE-050")])
        }
        Event::Away { ug, distance, went } => {
            let text = format!("{} falls back {}.", title(scenario, *ug), bw(scenario, *went));
            Sentence { tallies: vec![distance.clone()], ..Sentence::new(text, &[rule!("RETG-CHARGE-058")]) }
        }
        Event::Lost { ug } => {
            Sentence::new(format!("{} is lost.", title(scenario, *ug)), &[rule!("RETG-CHARGE-063")])
        }
        Event::Caught { ug, by } => {
            let text = format!("{} is caught by {}.", title(scenario, *ug), title(scenario, *by));
            Sentence::new(text, &[rule!("RETG-CHARGE-081")])
        }
        Event::Failed { ug } => {
            Sentence::new(format!("{} cannot charge.", title(scenario, *ug)), &[rule!("RETG-CHARGE-080")])
        }
        Event::BurstThrough { ug, friend, destroyed } => {
            let end = if *destroyed { ", which is destroyed" } else { "" };
            let text = format!("{} bursts through {}{end}.", title(scenario, *ug), title(scenario, *friend));
            Sentence::new(text, &[rule!("RETG-CHARGE-028")])
        }
        Event::Charged { ug, distance, spent, contacted, flank_claims } => {
            let met = match contacted.is_empty() {
                true => " and meets nobody".to_owned(),
                false => format!(" into {}", foes(scenario, contacted)),
            };
            let flank = match flank_claims {
                0 => String::new(),
                count => format!("; {count} bases charge flank or rear"),
            };
            let text = format!("{} charges {}{met}{flank}.", title(scenario, *ug), bw(scenario, *spent));
            Sentence { tallies: vec![distance.clone()], ..Sentence::new(text, &[rule!("RETG-CHARGE-080")]) }
        }
    }
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    let both = |ug: &crate::battle::UgId, others: &[Foe]| {
        std::iter::once(ug.piece()).chain(others.iter().map(|foe| foe.piece())).collect()
    };
    match event {
        Event::Declared { ug, targets, .. } => both(ug, targets),
        Event::Charged { ug, contacted, .. } => both(ug, contacted),
        Event::Caught { ug, by } => vec![ug.piece(), by.piece()],
        Event::BurstThrough { ug, friend, .. } => vec![ug.piece(), friend.piece()],
        Event::Held { ug }
        | Event::Countered { ug, .. }
        | Event::Responded { ug, .. }
        | Event::Away { ug, .. }
        | Event::Lost { ug }
        | Event::Failed { ug } => vec![ug.piece()],
    }
}
