//! Words for moves, and the commands for them.

use super::messages::{Action, Advance, Leg, When, WithAdvance};
use crate::battle::Scenario;
use crate::battle::customs::Rulebook;
use crate::battle::names::{degrees, edge, formation, hand, movement_units, number};
use crate::battle::world::GroupId;
use caracole_plane::Um;

/// A number of files.
pub fn files_of(files: u8) -> String {
    if files == 1 { "one file".to_owned() } else { format!("{files} files") }
}

/// The parts of an advance: in words that follow a name, and as a command.
pub fn parts(mu: Um, advance: &Advance) -> (String, String) {
    let mu = |length: Um| movement_units(mu, length);
    let (mut text, mut command) = (Vec::new(), Vec::new());
    let shift = |when: When, text: &mut Vec<String>, command: &mut Vec<String>| {
        if let Some(s) = advance.shift.filter(|s| s.when == when) {
            text.push(format!("shift {} MU to the {}", mu(s.by), hand(s.hand)));
            command.push(format!("shift {} {}", hand(s.hand), mu(s.by)));
        }
    };
    shift(When::Before, &mut text, &mut command);
    for leg in &advance.legs {
        match leg {
            Leg::Ahead(distance) => {
                text.push(format!("advance {} MU", mu(*distance)));
                command.push(format!("forward {}", mu(*distance)));
            }
            Leg::Wheel { hand: side, by } => {
                text.push(format!("wheel {} {}°", hand(*side), degrees(*by)));
                command.push(format!("wheel {} {}", hand(*side), degrees(*by)));
            }
        }
    }
    shift(When::After, &mut text, &mut command);
    let text = match text.as_slice() {
        [] => "stay".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    (text, command.join(" "))
}

/// An advance that goes with something else: words and command to follow it.
fn with_advance(mu: Um, with: Option<&WithAdvance>) -> (String, String) {
    let Some(with) = with else { return Default::default() };
    let (text, command) = parts(mu, &with.advance);
    match with.when {
        When::After => (format!(", then {text}"), format!(" then {command}")),
        When::Before => (format!(" after they {text}"), format!(" after {command}")),
    }
}

/// A move in a sentence: what the battle group does.
#[must_use]
pub fn told(scenario: &Scenario, group: GroupId, action: &Action) -> String {
    action_words(scenario, group, action).0
}

/// A move in words and as a command. One arm a move: a table of sentences, however long.
pub fn action_words(scenario: &Scenario, group: GroupId, action: &Action) -> (String, String) {
    use Action as A;
    let (name, n, mu) = (scenario.title(group), number(group), scenario.mu);
    let square = Rulebook::of(scenario.book()).words().square;
    let shape = |given: &Option<crate::formation::Formation>| match given {
        None => (String::new(), String::new()),
        Some(f) => (format!(" as {}", formation(f)), format!(" formation {}", formation(f))),
    };
    let sides = |left: u8, right: u8| {
        let one = |side: &str, n: u8| (n > 0).then(|| format!(" {side} {n}"));
        let said = |side: &str, n: u8| (n > 0).then(|| format!("{n} on the {side}"));
        let command: String = [one("left", left), one("right", right)].into_iter().flatten().collect();
        let text: Vec<String> = [said("left", left), said("right", right)].into_iter().flatten().collect();
        (text.join(" and "), command)
    };
    match action {
        A::Advance(advance) => {
            let (text, command) = parts(mu, advance);
            let command = match command.split_once(' ') {
                Some((verb @ ("wheel" | "shift"), rest)) => format!("{verb} {n} {rest}"),
                _ => format!("move {n} {command}"),
            };
            (format!("{name} {text}"), command)
        }
        A::Expand { left, right, formation, then } => {
            let ((text, command), (as_text, as_command)) = (sides(*left, *right), shape(formation));
            let then = then.as_ref().map(|a| WithAdvance { advance: a.clone(), when: When::After });
            let (then_text, then_command) = with_advance(mu, then.as_ref());
            (
                format!("{name} expand by {text}{as_text}{then_text}"),
                format!("expand {n}{command}{as_command}{then_command}"),
            )
        }
        A::Contract { left, right, formation, with } => {
            let ((text, command), (as_text, as_command)) = (sides(*left, *right), shape(formation));
            let (then_text, then_command) = with_advance(mu, with.as_ref());
            (
                format!("{name} contract by {text}{as_text}{then_text}"),
                format!("contract {n}{command}{as_command}{then_command}"),
            )
        }
        A::TurnToFlank { hand: side, files, with } => {
            let (then_text, then_command) = with_advance(mu, with.as_ref());
            let (said, given) = match files {
                Some(files) => (format!(" in {}", files_of(*files)), format!(" in {files} files")),
                None => Default::default(),
            };
            (
                format!("{name} turn to the {}{said}{then_text}", hand(*side)),
                format!("turn {n} {}{given}{then_command}", hand(*side)),
            )
        }
        A::TurnAbout { with, and_back } => {
            let (then_text, then_command) = with_advance(mu, with.as_ref());
            let (said, given) = if *and_back { (", and turn back", " and back") } else { ("", "") };
            (format!("{name} turn about{then_text}{said}"), format!("turn {n} about{then_command}{given}"))
        }
        A::ChangeFormation { turn, formation } => {
            let (as_text, as_command) = shape(formation);
            let (said, given) = match turn {
                Some(side) => (format!(", turned to the {}", hand(*side)), format!(" turn {}", hand(*side))),
                None => Default::default(),
            };
            (format!("{name} change formation{as_text}{said}"), format!("form {n}{given}{as_command}"))
        }
        A::FormSquare => (format!("{name} form {square}"), format!("{square} {n}")),
        A::LeaveSquare { front, files } => (
            format!("{name} leave {square} to the {} in {}", edge(*front), files_of(*files)),
            format!("leave {square} {n} to {} in {files} files", edge(*front)),
        ),
        A::MoveSquare { over, distance } => (
            format!("{name} move {} MU in {square} to their {}", movement_units(mu, *distance), edge(*over)),
            format!("move {square} {n} to {} {}", edge(*over), movement_units(mu, *distance)),
        ),
        A::Pivot { hand: side, by, with_supporters } => {
            let (said, given) =
                if *with_supporters { (" with the troops behind them", " with support") } else { ("", "") };
            (
                format!("{name} pivot about their {} corner by {}°{said}", hand(*side), degrees(*by)),
                format!("pivot {n} {} {}{given}", hand(*side), degrees(*by)),
            )
        }
        A::PivotBack { hand: side, by } => (
            format!("{name} pivot back about their {} corner by {}°", hand(*side), degrees(*by)),
            format!("pivot {n} {} {} back", hand(*side), degrees(*by)),
        ),
        A::Unlimber => (format!("{name} unlimber"), format!("unlimber {n}")),
        A::ManWorks { shift } => {
            let (said, given) = match shift {
                Some(s) => (
                    format!(", shifting {} MU {}", movement_units(mu, s.by), hand(s.hand)),
                    format!(" shift {} {}", hand(s.hand), movement_units(mu, s.by)),
                ),
                None => Default::default(),
            };
            (format!("{name} go forward to man the works{said}"), format!("man works {n}{given}"))
        }
        A::PlaceDefences => (format!("{name} put up their portable defences"), format!("place defences {n}")),
        A::PickUpDefences => {
            (format!("{name} pick up their portable defences"), format!("pick up defences {n}"))
        }
        A::ShiftIntoMelee { hand: side } => (
            format!("{name} shift {} into melee", hand(*side)),
            format!("shift {n} {} into melee", hand(*side)),
        ),
        A::TurnIntoMelee { hand: side } => (
            format!("{name} turn {} into melee", hand(*side)),
            format!("turn {n} {} into melee", hand(*side)),
        ),
    }
}
