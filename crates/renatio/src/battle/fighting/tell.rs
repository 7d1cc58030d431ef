//! Break-offs and moves of bases in the battle report.

use super::message::Event;
use crate::battle::Scenario;
use crate::battle::words::report::{bw, title};
use caracole_kernel::{Piece, Sentence};
use caracole_ledger::rule;

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::BrokeOff { ug, spent } => {
            let text = format!("{} breaks off and goes back {}.", title(scenario, *ug), bw(scenario, *spent));
            Sentence::new(text, &[rule!("RETG-SEQ-031")])
        }
        Event::Shifted { ug, bases } => {
            let text = format!("{bases} bases of {} move to another file.", title(scenario, *ug));
            Sentence::new(text, &[rule!("RETG-FORM-012")])
        }
        Event::Turned { ug, file, .. } => {
            let text =
                format!("File {} of {} turns to face the enemy.", u32::from(*file) + 1, title(scenario, *ug));
            Sentence::new(text, &[rule!("RETG-FORM-013")])
        }
    }
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::BrokeOff { ug, .. } | Event::Shifted { ug, .. } | Event::Turned { ug, .. } => vec![ug.piece()],
    }
}
