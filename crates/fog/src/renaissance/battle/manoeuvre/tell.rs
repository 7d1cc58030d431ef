//! The manoeuvre phase in sentences.

use super::words::{Action, CommanderGoes, Event, Leg};
use crate::renaissance::battle::Scenario;
use caracole_kernel::Sentence;
use caracole_ledger::rule;
use caracole_plane::Um;

fn mu(length: Um) -> String {
    // Two decimals of the usual movement unit of 25 mm read best; millimetres are exact whatever the unit.
    format!("{length} mm")
}

fn action_words(action: &Action, spent: Um) -> String {
    match action {
        Action::Advance(advance) => {
            let wheels = advance.legs.iter().filter(|l| matches!(l, Leg::Wheel { .. })).count();
            let how = match wheels {
                0 => "advance",
                1 => "wheel and advance",
                _ => "advance with two wheels",
            };
            format!("{how} {}", mu(spent))
        }
        Action::Expand { .. } => "expand their front".to_owned(),
        Action::Contract { .. } => "contract their front".to_owned(),
        Action::TurnToFlank { .. } => "turn to the flank".to_owned(),
        Action::TurnAbout { and_back: true, .. } => format!("turn about, retire {} and turn back", mu(spent)),
        Action::TurnAbout { .. } => "turn about".to_owned(),
        Action::ChangeFormation { .. } => "change formation".to_owned(),
        Action::FormSquare => "form square".to_owned(),
        Action::LeaveSquare { .. } => "leave square".to_owned(),
        Action::MoveSquare { .. } => format!("move {} in square", mu(spent)),
        Action::Pivot { .. } => format!("pivot {}", mu(spent)),
        Action::Unlimber => "unlimber".to_owned(),
        Action::ManWorks { .. } => format!("go forward {} to man the works", mu(spent)),
        Action::PlaceDefences => "put up their portable defences".to_owned(),
        Action::PickUpDefences => "pick up their portable defences".to_owned(),
        Action::ShiftIntoMelee { .. } => "shift sideways into melee".to_owned(),
        Action::TurnIntoMelee { .. } => "turn to face the enemy beside them".to_owned(),
    }
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |g: &crate::renaissance::battle::GroupId| scenario.name(*g);
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
        Event::Fed { group, .. } => Sentence::new(
            format!("{} bring more bases into the fight.", name(group)),
            &[rule!("FOGR-MANOEUVRE-020")],
        ),
        Event::Moved { group, action, distance, spent, passed_through, .. } => {
            let through = match passed_through.as_slice() {
                [] => String::new(),
                [first, ..] => format!(", passing through {}", name(first)),
            };
            let text = format!("{} {}{through}.", name(group), action_words(action, *spent));
            let tallies = distance.iter().cloned().collect();
            Sentence { tallies, ..Sentence::new(text, &[rule!("FOGR-MOVE-020")]) }
        }
        Event::DivisionMoved { groups, distance, spent, .. } => {
            let names: Vec<&str> = groups.iter().map(name).collect();
            let text = format!("{} advance {} as a division.", names.join(", "), mu(*spent));
            Sentence { tallies: vec![distance.clone()], ..Sentence::new(text, &[rule!("FOGR-COMMAND-019")]) }
        }
        Event::CommanderMoved { commander, goes } => {
            let text = match goes {
                CommanderGoes::To(_) => format!("Commander {} rides off on his own.", commander.0 + 1),
                CommanderGoes::Join(group) => format!("Commander {} joins {}.", commander.0 + 1, name(group)),
            };
            Sentence::new(text, &[rule!("FOGR-MOVE-089")])
        }
        Event::CommanderLost { commander } => Sentence::new(
            format!("Commander {} is overrun and lost.", commander.0 + 1),
            &[rule!("FOGR-MOVE-098")],
        ),
        Event::MadeRoom { group } => {
            Sentence::new(format!("{} make room.", name(group)), &[rule!("FOGR-MANOEUVRE-015")])
        }
        Event::DefencesLeftBehind { group } => Sentence::new(
            format!("{} leave their portable defences behind.", name(group)),
            &[rule!("FOGR-SPECIAL-030")],
        ),
        Event::Evaded { group, moved, burst_through, .. } => {
            let through = match burst_through.as_slice() {
                [] => String::new(),
                [first, ..] => format!(", bursting through {}", name(first)),
            };
            let text = format!("{} evade {}{through}.", name(group), mu(*moved));
            Sentence::new(text, &[rule!("FOGR-MANOEUVRE-070"), rule!("FOGR-MANOEUVRE-073")])
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
