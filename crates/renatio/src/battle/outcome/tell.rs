//! Losses, tests, routs and pursuits in the battle report.

use super::message::{Event, TestResult};
use crate::battle::Scenario;
use crate::battle::words::colour;
use crate::battle::words::report::{bw, foe, foes, name, title};
use crate::battle::world::BrokenBy;
use crate::kab::Cause;
use crate::troops::Name;
use caracole_kernel::{Piece, Sentence};
use caracole_ledger::rule;

const fn cause(of: Cause) -> &'static str {
    match of {
        Cause::TugBroke => "friends broke nearby",
        Cause::CampSacked => "the camp was sacked",
        Cause::CommanderKilled => "a Commander was killed",
        Cause::PassedThrough => "friends passed through",
        Cause::BreakOff => "it broke off",
        Cause::DidNotCharge => "it did not charge",
        Cause::TableEdge => "it stopped at the table edge",
        Cause::CommanderLeft => "a Commander left it",
        Cause::Desertion => "desertion",
        Cause::CommanderAtRisk => "a Commander was at risk",
    }
}

const fn result(of: TestResult) -> &'static str {
    match of {
        TestResult::Nothing => "nothing happens",
        TestResult::Slowed => "slowed by 1 BW",
        TestResult::Wounded => "a wound",
        TestResult::BaseKilled => "a base is lost",
        TestResult::Stunned => "stunned, the cards are lost",
        TestResult::Injured => "injured, one grade lower",
        TestResult::Killed => "killed",
    }
}

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::Tested { ug, cause: why, dice, steps, result: what } => {
            let text = format!(
                "{} is tested on {} because {}: {}.",
                title(scenario, *ug),
                colour(*dice),
                cause(*why),
                result(*what)
            );
            Sentence { tallies: vec![steps.clone()], ..Sentence::new(text, &[why.rule()]) }
        }
        Event::CommanderTested { commander, dice, result: what, .. } => {
            let text =
                format!("{} is tested on {}: {}.", name(scenario, *commander), colour(*dice), result(*what));
            Sentence::new(text, &[rule!("RETG-KAB-021")])
        }
        Event::Lost { foe: who, bases, wound } => {
            let lost = match bases {
                0 => "takes a wound".to_owned(),
                1 => "loses a base".to_owned(),
                count => format!("loses {count} bases"),
            };
            let more = if *wound && *bases > 0 { " and has a wound" } else { "" };
            Sentence::new(format!("{} {lost}{more}.", foe(scenario, *who)), &[rule!("RETG-OVR-008")])
        }
        Event::Broke { ug, by } => {
            let by = match by {
                BrokenBy::Combat => "in combat",
                BrokenBy::Shooting => "by shooting",
                BrokenBy::Test => "for want of heart",
            };
            Sentence::new(format!("{} breaks {by}.", title(scenario, *ug)), &[rule!("RETG-ROUT-001")])
        }
        Event::CampBroke { foe: who } => {
            Sentence::new(format!("{} is lost.", foe(scenario, *who)), &[rule!("RETG-CAMP-022")])
        }
        Event::Removed { ug } => {
            Sentence::new(format!("{} leaves the table.", title(scenario, *ug)), &[rule!("RETG-ROUT-011")])
        }
        Event::Routed { ug, distance, went } => {
            let text = format!("{} routs {}.", title(scenario, *ug), bw(scenario, *went));
            Sentence { tallies: vec![distance.clone()], ..Sentence::new(text, &[rule!("RETG-ROUT-012")]) }
        }
        Event::Pursued { ug, after, went, met } => {
            let into =
                if met.is_empty() { String::new() } else { format!(" and meets {}", foes(scenario, met)) };
            let text = format!(
                "{} pursues {} for {}{into}.",
                title(scenario, *ug),
                title(scenario, *after),
                bw(scenario, *went)
            );
            Sentence::new(text, &[rule!("RETG-ROUT-030")])
        }
        Event::Stayed { ug } => {
            Sentence::new(format!("{} does not pursue.", title(scenario, *ug)), &[rule!("RETG-ROUT-025")])
        }
        Event::Replaced { commander, grade } => {
            let text =
                format!("A {} Commander takes the place of {}.", grade.name(), name(scenario, *commander));
            Sentence::new(text, &[rule!("RETG-CMD-028")])
        }
        Event::Sacked { side } => {
            Sentence::new(format!("The camp of {side} is sacked."), &[rule!("RETG-CAMP-022")])
        }
    }
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Tested { ug, .. }
        | Event::Broke { ug, .. }
        | Event::Removed { ug }
        | Event::Routed { ug, .. }
        | Event::Stayed { ug } => vec![ug.piece()],
        Event::CommanderTested { commander, .. } | Event::Replaced { commander, .. } => {
            vec![commander.piece()]
        }
        Event::Lost { foe, .. } | Event::CampBroke { foe } => vec![foe.piece()],
        Event::Pursued { ug, after, .. } => vec![ug.piece(), after.piece()],
        Event::Sacked { side } => vec![crate::battle::Foe::Camp(*side).piece()],
    }
}
