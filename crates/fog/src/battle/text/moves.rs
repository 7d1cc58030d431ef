//! Moves in words, and the commands for them.

use super::names::{Names, degrees, edge, formation, hand, movement_units, number};
use crate::battle::Scenario;
use crate::battle::customs::{Rulebook, Vocabulary};
use crate::battle::law::law;
use crate::battle::manoeuvre::messages::{
    Action, Advance, CommanderGoes, Decision, EvadeTo, Feeding, Leg, Request, ToFace, When, WithAdvance,
};
use crate::battle::world::{CommanderId, GroupId};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
use caracole_plane::Um;
use std::borrow::Cow;

/// How many of the moves are no commander's.
const WITHOUT_COMMANDERS: usize = 7;

/// How moves are written.
const MOVES: &[&str] = &[
    "move 5 forward 4                     4 MU straight ahead",
    "wheel 5 left 30 forward 2            a wheel of 30 degrees, then 2 MU; parts in any order",
    "move 5 forward 3 shift right 0.5     with a sideways shift",
    "expand 5 left 1 right 1              files added; then forward 1",
    "contract 5 right 1 then forward 3    files taken away",
    "turn 5 left | turn 5 about           then forward 2; and back",
    "form 5 formation sps/sps             bases change places: ranks from the front",
    "rupert joins 5 | rupert to 30 12     a commander: to a battle group, or a place (MU from the left and near edge)",
    "done                                 nothing more",
];

/// The same with the moves that the book has a word for.
fn how_moves_are_written(words: &Vocabulary) -> Vec<Cow<'static, str>> {
    let mut all: Vec<Cow<'static, str>> = MOVES.iter().copied().map(Cow::Borrowed).collect();
    let own = [
        format!("{} 5, pivot 5 left 20, place defences 5", words.square),
        format!("{:<37}several together", format!("{} 5 6 7 forward 4", words.line)),
    ];
    all.splice(WITHOUT_COMMANDERS..WITHOUT_COMMANDERS, own.map(Cow::Owned));
    all
}

/// The question in words.
pub fn prompt(names: Names<'_>, side: Side, request: &Request) -> Prompt {
    use Request as R;
    let words = names.world.book.words();
    let prompt = match request {
        R::Reform => Prompt::new(
            format!("Reform a battle group of {side} that is out of formation, or go on."),
            &[law!(names.world.book, "FOGR-MANOEUVRE-005", "FOGAM-MANOEUVRE-005")],
        )
        .commands(&["reform 5 as base 2 in 3 files", "done"]),
        R::Conform { group, enemy } => Prompt::new(
            format!(
                "{} could line up with {}, but could then be charged in flank or rear. Line up?",
                names.group(*group),
                names.group(*enemy)
            ),
            &[law!(names.world.book, "FOGR-MANOEUVRE-017", "FOGAM-MANOEUVRE-018")],
        )
        .about([group.piece(), enemy.piece()])
        .commands(&["conform", "done"]),
        R::Feed => Prompt::new(
            format!("Bring more bases of {side} into a close combat, or go on."),
            &[law!(names.world.book, "FOGR-MANOEUVRE-020", "FOGAM-MANOEUVRE-021")],
        )
        .commands(&["feed 5 expand left", "feed 5 shift right", "feed 5 formation sps/sps", "done"]),
        R::Move => Prompt::new(
            format!("{side} moves: a battle group, a {} or a commander, until all is done.", words.line),
            &[law!(names.world.book, "FOGR-MOVE-003", "FOGAM-MOVE-003"), law!(names.world.book, "FOGR-MOVE-020", "FOGAM-MOVE-025")],
        ),
        R::SimpleInstead { group } => Prompt::new(
            format!("{} failed the test: make a simple move instead, or none.", names.group(*group)),
            &[law!(names.world.book, "FOGR-MOVE-027", "FOGAM-MOVE-035")],
        )
        .about([group.piece()]),
        R::MoveAgain { groups } => Prompt::new(
            format!("{} may move again, clear of the enemy, or be done.", names.groups(groups)),
            &[law!(names.world.book, "FOGR-MOVE-031", "FOGAM-MANOEUVRE-053")],
        )
        .about(groups.iter().map(|&g| g.piece())),
        R::Respond { group, by } => Prompt::new(
            format!(
                "{} have come into contact with {}. Evade, turn to face, or stand?",
                names.group(*by),
                names.group(*group)
            ),
            &[law!(names.world.book, "FOGR-MANOEUVRE-070", "FOGAM-MANOEUVRE-064"), law!(names.world.book, "FOGR-MANOEUVRE-074", "FOGAM-MANOEUVRE-068")],
        )
        .about([group.piece(), by.piece()])
        .commands(&["stand", "evade to rear", "evade away", "face with bases", "face as a whole"]),
        R::Flee { commander } => Prompt::new(
            format!(
                "The enemy come upon {}. Which battle group does the commander join?",
                names.commander(*commander)
            ),
            &[law!(names.world.book, "FOGR-MOVE-098", "FOGAM-MOVE-103")],
        )
        .about([commander.piece()])
        .commands(&["join 5"]),
        R::GiveWay { group, to, .. } => Prompt::new(
            format!(
                "{} are in the way of {}, which turn. In which direction do they give way?",
                names.group(*group),
                names.group(*to)
            ),
            &[law!(names.world.book, "FOGR-MANOEUVRE-070", "FOGAM-MOVE-053")],
        )
        .about([group.piece(), to.piece()])
        .commands(&["give way toward 90       degrees clockwise from the far table edge"]),
        R::SimpleInsteadOfAll { groups } => Prompt::new(
            format!("{} failed the test: make a simple move together instead, or none.", names.groups(groups)),
            &[rule!("FOGAM-MOVE-035")],
        )
        .about(groups.iter().map(|&g| g.piece())),
        R::MakeRoom { group, to, .. } => Prompt::new(
            format!(
                "{} are in the way of {}, who bring bases into their fight. In which direction do they make room?",
                names.group(*group),
                names.group(*to)
            ),
            &[rule!("FOGAM-MANOEUVRE-025")],
        )
        .about([group.piece(), to.piece()])
        .commands(&["give way toward 90       degrees clockwise from the far table edge"]),
    };
    let moving = matches!(
        request,
        R::Move | R::SimpleInstead { .. } | R::SimpleInsteadOfAll { .. } | R::MoveAgain { .. }
    );
    if moving { Prompt { commands: how_moves_are_written(words), ..prompt } } else { prompt }
}

/// A choice in words.
pub fn wording(names: Names<'_>, decision: &Decision) -> Wording {
    use Decision as D;
    match decision {
        D::Reform { group, as_base, files } => Wording::new(
            format!("Reform {} on their base {} in {}", names.group(*group), as_base + 1, files_of(*files)),
            format!("reform {} as base {} in {files} files", number(*group), as_base + 1),
        )
        .about([group.piece()]),
        D::Conform => Wording::new("Line up with the enemy", "conform"),
        D::Feed { group, how } => feed(names, *group, how),
        D::Move { group, action } => {
            let (text, command) = action_words(names.scenario, *group, action);
            Wording::new(text, command).about([group.piece()])
        }
        D::MoveDivision { groups, advance } => {
            let (text, command) = parts(names.scenario.mu, advance);
            let line = names.world.book.words().line;
            Wording::new(
                format!("{} {text} as a {line}", names.groups(groups)),
                format!("{line} {} {command}", names.numbers(groups)),
            )
            .about(groups.iter().map(|&g| g.piece()))
        }
        D::MoveCommander { commander, goes } => rides(names, *commander, *goes),
        D::Join(group) => {
            Wording::new(format!("Join {}", names.group(*group)), format!("join {}", number(*group)))
                .about([group.piece()])
        }
        D::Stand => Wording::new("Stand as they are", "stand"),
        D::TurnToFace(ToFace::Bases) => Wording::new("Turn the bases that face them", "face with bases"),
        D::TurnToFace(ToFace::Whole) => Wording::new("Turn to face as a whole", "face as a whole"),
        D::Evade(EvadeTo::Rear) => Wording::new("Evade to their own rear", "evade to rear"),
        D::Evade(EvadeTo::Away) => Wording::new("Evade straight away from the enemy", "evade away"),
        D::GiveWay(toward) => Wording::new(
            format!("Give way toward {}°", degrees(*toward)),
            format!("give way toward {}", degrees(*toward)),
        ),
        D::Done => Wording::new("Done, nothing more", "done"),
    }
}

/// A commander's move in words.
pub fn rides(names: Names<'_>, commander: CommanderId, goes: CommanderGoes) -> Wording {
    let (name, handle) = (names.commander(commander), names.handle(commander));
    let about = [commander.piece()];
    match goes {
        CommanderGoes::To(pose) => {
            let at = names.pose(names.world[commander].side, pose);
            Wording::new(format!("{name} rides to {at}"), format!("{handle} to {at}")).about(about)
        }
        CommanderGoes::Join(group) => Wording::new(
            format!("{name} joins {}", names.group(group)),
            format!("{handle} joins {}", number(group)),
        )
        .about(about)
        .about([group.piece()]),
    }
}

fn files_of(files: u8) -> String {
    if files == 1 { "one file".to_owned() } else { format!("{files} files") }
}

fn feed(names: Names<'_>, group: GroupId, how: &Feeding) -> Wording {
    let (name, n) = (names.group(group), number(group));
    let shaped = |formation_given: &Option<crate::formation::Formation>| {
        formation_given.as_ref().map_or(String::new(), |f| format!(" formation {}", formation(f)))
    };
    let (text, command) = match how {
        Feeding::Expand { hand: side, formation } => (
            format!("{name} bring a file into the fight on their {}{}", hand(*side), shaped(formation)),
            format!("feed {n} expand {}{}", hand(*side), shaped(formation)),
        ),
        Feeding::Shift { hand: side } => (
            format!("{name} shift a base width to the {} into the fight", hand(*side)),
            format!("feed {n} shift {}", hand(*side)),
        ),
        Feeding::Rearrange { formation: new, left } => {
            let given = if *left > 0 { format!(" left {left}") } else { String::new() };
            let words = if *left > 0 { format!(", giving up {left} on the left") } else { String::new() };
            (
                format!("{name} change ranks to {}{words}", formation(new)),
                format!("feed {n} formation {}{given}", formation(new)),
            )
        }
        Feeding::WithinTercio { bases } => {
            let one = |m: &crate::battle::manoeuvre::messages::TercioMove| {
                let place = |p: crate::formation::Position| {
                    format!("{}/{}", u16::from(p.file) + 1, u16::from(p.rank) + 1)
                };
                format!("{} to {} facing {}", place(m.from), place(m.to), m.facing.word())
            };
            let all: Vec<String> = bases.iter().map(one).collect();
            (
                format!("{name} move bases within the tercio: {}", all.join(", ")),
                format!("feed {n} within {}", all.join(" and ")),
            )
        }
    };
    Wording::new(text, command).about([group.piece()])
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
fn action_words(scenario: &Scenario, group: GroupId, action: &Action) -> (String, String) {
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
