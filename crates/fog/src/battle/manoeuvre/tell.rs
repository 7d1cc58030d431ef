//! The manoeuvre phase in sentences.

use super::messages::{CommanderGoes, EvadeTo, Event, Feeding};
use super::terms;
use crate::battle::Scenario;
use crate::battle::names::{hand, listed};
use caracole_kernel::Sentence;
use caracole_ledger::rule;

/// The friends that a battle group passes, to follow a sentence.
fn passing(scenario: &Scenario, how: &str, groups: &[crate::battle::GroupId]) -> String {
    let all: Vec<&str> = groups.iter().map(|g| scenario.title(*g)).collect();
    if all.is_empty() { String::new() } else { format!(", {how} through {}", listed(&all)) }
}

fn evaded(name: &str, to: EvadeTo, moved: &str, through: &str) -> Sentence {
    let way = match to {
        EvadeTo::Rear => "to their rear",
        EvadeTo::Away => "away from the enemy",
    };
    let text = format!("{name} evade {moved} {way}{through}.");
    Sentence::new(text, &[rule!("FOGR-MANOEUVRE-070"), rule!("FOGR-MANOEUVRE-073")])
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |g: &crate::battle::GroupId| scenario.title(*g);
    match event {
        Event::Reformed { group } => {
            Sentence::new(format!("{} reform.", name(group)), &[rule!("FOGR-MANOEUVRE-005")])
        }
        Event::Conformed { group, enemy } => Sentence::new(
            format!("{} line up with {}.", name(group), name(enemy)),
            &[rule!("FOGR-MANOEUVRE-011")],
        ),
        Event::CouldNotConform { group, enemy } => Sentence::new(
            format!("{} cannot line up with {} and fight on as they stand.", name(group), name(enemy)),
            &[rule!("FOGR-MANOEUVRE-016")],
        ),
        Event::Fed { group, how } => {
            let how = match how {
                Feeding::Expand { hand: side, .. } => format!("on their {}", hand(*side)),
                Feeding::Shift { hand: side } => format!("by a shift to the {}", hand(*side)),
                Feeding::Rearrange { .. } => "from other ranks".to_owned(),
                Feeding::WithinTercio { .. } => "within the tercio".to_owned(),
            };
            let text = format!("{} bring more bases into the fight {how}.", name(group));
            Sentence::new(text, &[rule!("FOGR-MANOEUVRE-020")])
        }
        Event::Moved { group, action, distance, passed_through, .. } => {
            let through = passing(scenario, "passing", passed_through);
            let text = format!("{}{through}.", terms::told(scenario, *group, action));
            let tallies = distance.iter().cloned().collect();
            Sentence { tallies, ..Sentence::new(text, &[rule!("FOGR-MOVE-020")]) }
        }
        Event::DivisionMoved { groups, advance, distance, .. } => {
            let names: Vec<&str> = groups.iter().map(name).collect();
            let text = format!("{} {} as a division.", listed(&names), terms::parts(scenario.mu, advance).0);
            Sentence { tallies: vec![distance.clone()], ..Sentence::new(text, &[rule!("FOGR-COMMAND-019")]) }
        }
        Event::CommanderMoved { commander, goes } => {
            let who = scenario.commander_title(*commander);
            let text = match goes {
                CommanderGoes::To(_) => format!("{who} rides off on his own."),
                CommanderGoes::Join(group) => format!("{who} joins {}.", name(group)),
            };
            Sentence::new(text, &[rule!("FOGR-MOVE-089")])
        }
        Event::CommanderLost { commander } => Sentence::new(
            format!("{} is overrun and lost.", scenario.commander_title(*commander)),
            &[rule!("FOGR-MOVE-098")],
        ),
        Event::MadeRoom { group } => {
            Sentence::new(format!("{} make room.", name(group)), &[rule!("FOGR-MANOEUVRE-015")])
        }
        Event::DefencesLeftBehind { group } => Sentence::new(
            format!("{} leave their portable defences behind.", name(group)),
            &[rule!("FOGR-SPECIAL-030")],
        ),
        Event::Evaded { group, to, moved, passed_through, burst_through } => {
            let through =
                passing(scenario, "passing", passed_through) + &passing(scenario, "bursting", burst_through);
            evaded(name(group), *to, &scenario.in_mu(*moved), &through)
        }
        Event::Gone { group, destroyed } => {
            let how =
                if *destroyed { "have no room to evade and are destroyed" } else { "evade off the table" };
            Sentence::new(format!("{} {how}.", name(group)), &[rule!("FOGR-MOVE-100")])
        }
        Event::Halted { group } => Sentence::new(
            format!("{} see the ambush and halt.", name(group)),
            &[rule!("FOGR-MANOEUVRE-056"), rule!("FOGR-MANOEUVRE-062")],
        ),
        Event::Responded { group, turned } => {
            let how = if *turned { "turn to face" } else { "stand as they are" };
            Sentence::new(format!("{} {how}.", name(group)), &[rule!("FOGR-MANOEUVRE-074")])
        }
    }
}
