//! The manoeuvre phase in sentences.

use super::messages::{CommanderGoes, EvadeTo, Event, Feeding};
use super::terms;
use crate::battle::Scenario;
use crate::battle::customs::Rulebook;
use crate::battle::law::law;
use crate::battle::names::{hand, listed};
use crate::troops::Book;
use caracole_kernel::Sentence;

/// The friends that a battle group passes, to follow a sentence.
fn passing(scenario: &Scenario, how: &str, groups: &[crate::battle::GroupId]) -> String {
    let all: Vec<&str> = groups.iter().map(|g| scenario.title(*g)).collect();
    if all.is_empty() { String::new() } else { format!(", {how} through {}", listed(&all)) }
}

fn evaded(book: Book, name: &str, to: EvadeTo, moved: &str, through: &str) -> Sentence {
    let way = match to {
        EvadeTo::Rear => "to their rear",
        EvadeTo::Away => "away from the enemy",
    };
    let text = format!("{name} evade {moved} {way}{through}.");
    Sentence::new(
        text,
        &[
            law!(book, "FOGR-MANOEUVRE-070", "FOGAM-MANOEUVRE-064"),
            law!(book, "FOGR-MANOEUVRE-073", "FOGAM-MANOEUVRE-067"),
        ],
    )
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |g: &crate::battle::GroupId| scenario.title(*g);
    match event {
        Event::Reformed { group } => Sentence::new(
            format!("{} reform.", name(group)),
            &[law!(scenario.book(), "FOGR-MANOEUVRE-005", "FOGAM-MANOEUVRE-005")],
        ),
        Event::Conformed { group, enemy } => Sentence::new(
            format!("{} line up with {}.", name(group), name(enemy)),
            &[law!(scenario.book(), "FOGR-MANOEUVRE-011", "FOGAM-MANOEUVRE-012")],
        ),
        Event::CouldNotConform { group, enemy } => Sentence::new(
            format!("{} cannot line up with {} and fight on as they stand.", name(group), name(enemy)),
            &[law!(scenario.book(), "FOGR-MANOEUVRE-016", "FOGAM-MANOEUVRE-017")],
        ),
        Event::Fed { group, how } => {
            let how = match how {
                Feeding::Expand { hand: side, .. } => format!("on their {}", hand(*side)),
                Feeding::Shift { hand: side } => format!("by a shift to the {}", hand(*side)),
                Feeding::Rearrange { .. } => "from other ranks".to_owned(),
                Feeding::WithinTercio { .. } => "within the tercio".to_owned(),
            };
            let text = format!("{} bring more bases into the fight {how}.", name(group));
            Sentence::new(text, &[law!(scenario.book(), "FOGR-MANOEUVRE-020", "FOGAM-MANOEUVRE-021")])
        }
        Event::Moved { group, action, distance, passed_through, .. } => {
            let through = passing(scenario, "passing", passed_through);
            let text = format!("{}{through}.", terms::told(scenario, *group, action));
            let tallies = distance.iter().cloned().collect();
            Sentence {
                tallies,
                ..Sentence::new(text, &[law!(scenario.book(), "FOGR-MOVE-020", "FOGAM-MOVE-025")])
            }
        }
        Event::DivisionMoved { groups, advance, distance, .. } => {
            let names: Vec<&str> = groups.iter().map(name).collect();
            let line = Rulebook::of(scenario.book()).words().line;
            let text = format!("{} {} as a {line}.", listed(&names), terms::parts(scenario.mu, advance).0);
            Sentence {
                tallies: vec![distance.clone()],
                ..Sentence::new(text, &[law!(scenario.book(), "FOGR-COMMAND-019", "FOGAM-COMMAND-019")])
            }
        }
        Event::CommanderMoved { commander, goes } => {
            let who = scenario.commander_title(*commander);
            let text = match goes {
                CommanderGoes::To(_) => format!("{who} rides off on his own."),
                CommanderGoes::Join(group) => format!("{who} joins {}.", name(group)),
            };
            Sentence::new(text, &[law!(scenario.book(), "FOGR-MOVE-089", "FOGAM-MOVE-093")])
        }
        Event::CommanderLost { commander } => Sentence::new(
            format!("{} is overrun and lost.", scenario.commander_title(*commander)),
            &[law!(scenario.book(), "FOGR-MOVE-098", "FOGAM-MOVE-103")],
        ),
        Event::MadeRoom { group } => Sentence::new(
            format!("{} make room.", name(group)),
            &[law!(scenario.book(), "FOGR-MANOEUVRE-015", "FOGAM-MANOEUVRE-016")],
        ),
        Event::DefencesLeftBehind { group } => Sentence::new(
            format!("{} leave their portable defences behind.", name(group)),
            &[law!(scenario.book(), "FOGR-SPECIAL-030", "FOGAM-SPECIAL-028")],
        ),
        Event::Evaded { group, to, moved, passed_through, burst_through } => {
            let through =
                passing(scenario, "passing", passed_through) + &passing(scenario, "bursting", burst_through);
            evaded(scenario.book(), name(group), *to, &scenario.in_mu(*moved), &through)
        }
        Event::Gone { group, destroyed } => {
            let how =
                if *destroyed { "have no room to evade and are destroyed" } else { "evade off the table" };
            Sentence::new(
                format!("{} {how}.", name(group)),
                &[law!(scenario.book(), "FOGR-MOVE-100", "FOGAM-MOVE-105")],
            )
        }
        Event::Halted { group } => Sentence::new(
            format!("{} see the ambush and halt.", name(group)),
            &[
                law!(scenario.book(), "FOGR-MANOEUVRE-056", "FOGAM-MANOEUVRE-052"),
                law!(scenario.book(), "FOGR-MANOEUVRE-062", "FOGAM-MANOEUVRE-048"),
            ],
        ),
        Event::Responded { group, turned } => {
            let how = if *turned { "turn to face" } else { "stand as they are" };
            Sentence::new(
                format!("{} {how}.", name(group)),
                &[law!(scenario.book(), "FOGR-MANOEUVRE-074", "FOGAM-MANOEUVRE-068")],
            )
        }
    }
}
