//! Moves in words, and the commands for them.

use super::names::{Names, degrees, formation, hand, number};
use crate::battle::customs::Vocabulary;
use crate::battle::law::law;
use crate::battle::manoeuvre::messages::{CommanderGoes, Decision, EvadeTo, Feeding, Request, ToFace};
use crate::battle::manoeuvre::terms::{action_words, files_of, parts};
use crate::battle::world::{CommanderId, GroupId};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
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
                "{} are in the way of {}, who bring bases into their fight. In which direction do they make room? (Their own facing: into a rear rank.)",
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
