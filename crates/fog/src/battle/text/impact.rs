//! The impact phase in words.

use super::names::{Names, degrees, hand, number};
use crate::battle::impact::{
    Charge, Decision, Evade, EvadeTurn, EvadeWay, Interception, Met, PastBy, Request, Steps, Wheel, declare,
};
use crate::battle::law::law;
use crate::battle::world::{BaseId, GroupId};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;
use caracole_plane::Um;

/// The question in words.
pub fn prompt(names: Names<'_>, side: Side, request: &Request) -> Prompt {
    use Request as R;
    let book = names.world.book;
    match request {
        R::DeclareCharges { able, declared } => declaring(names, side, able, declared),
        R::Intercept { able } => {
            let pairs: Vec<String> = able
                .iter()
                .map(|(g, charger)| format!("{} against {}", names.group(*g), names.group(*charger)))
                .collect();
            Prompt::new(
                format!("{side} may intercept: {}.", pairs.join("; ")),
                &[law!(book, "FOGR-IMPACT-086", "FOGAM-IMPACT-085")],
            )
            .about(able.iter().map(|(g, _)| g.piece()))
            .commands(&[
                "intercept 12 with 5 ahead 3.5 wheel left 20    across the path of the chargers",
                "intercept 12 with 5 in flank                   into their flank or rear",
                "done",
            ])
        }
        R::EvadeOrStand { waiting } => Prompt::new(
            format!("{} charged: evade or stand?", are(names, waiting)),
            &[law!(book, "FOGR-IMPACT-083", "FOGAM-IMPACT-080")],
        )
        .about(waiting.iter().map(|&g| g.piece()))
        .commands(&["stand 5", "evade 5 to rear", "evade 5 with charge turn about"]),
        R::MoveCharge { waiting } => Prompt::new(
            format!("Which charge is moved next: {}?", names.groups(waiting)),
            &[law!(book, "FOGR-IMPACT-014", "FOGAM-IMPACT-015")],
        )
        .about(waiting.iter().map(|&g| g.piece()))
        .commands(&[
            "move 3",
            "move 3 wheel left 20     only where all targets evaded",
            "move 3 sparing battle troops     light troops step forward into light troops only",
        ]),
        R::PairBases { .. } => Prompt::new(
            format!("Which bases fight each other? {side} decides."),
            &[law!(book, "FOGR-COMBAT-011", "FOGAM-COMBAT-016")],
        )
        .commands(&["pair 3/1 12/2, 3/2 12/1     base 1 of 3 against base 2 of 12, and so on"]),
        R::FaceAttack { group, charger, .. } => Prompt::new(
            format!(
                "With how many ranks of pike do {} face the attack of {}?",
                names.group(*group),
                names.group(*charger)
            ),
            &[rule!("FOGR-IMPACT-045")],
        )
        .about([group.piece(), charger.piece()])
        .commands(&["face with 2 ranks"]),
        R::EvadeOn { group, .. } => Prompt::new(
            format!("{} cannot go on as they went. Which way now?", names.group(*group)),
            &[law!(book, "FOGR-IMPACT-114", "FOGAM-IMPACT-111")],
        )
        .about([group.piece()])
        .commands(&["straight on", "along to the left", "along to the right"]),
        R::GunFile { group, .. } => Prompt::new(
            format!("Which file does the regimental gun of {} join?", names.group(*group)),
            &[rule!("FOGR-COMBAT-018")],
        )
        .about([group.piece()])
        .commands(&["gun to file 2"]),
        R::Contract { group, .. } => Prompt::new(
            format!("At which end do {} drop a file back to pass their friends?", names.group(*group)),
            &[law!(book, "FOGR-IMPACT-025", "FOGAM-IMPACT-021")],
        )
        .about([group.piece()])
        .commands(&["drop back left", "drop back right"]),
        R::MayContract { group, .. } => Prompt::new(
            format!(
                "Do {} drop a file back to keep out of the ground that severely disorders them?",
                names.group(*group)
            ),
            &[rule!("FOGAM-IMPACT-021")],
        )
        .about([group.piece()])
        .commands(&["go whole", "drop back left", "drop back right"]),
        R::PikeToFront { group } => Prompt::new(
            format!("Does the pike base of {} come to the front of its file?", names.group(*group)),
            &[rule!("FOGR-IMPACT-023")],
        )
        .about([group.piece()])
        .commands(&["pike forward", "pike stays"]),
    }
}

fn declaring(names: Names<'_>, side: Side, able: &[GroupId], declared: &[Charge]) -> Prompt {
    let so_far: Vec<_> = declared.iter().map(|c| c.group).collect();
    let said = match so_far.is_empty() {
        true => String::new(),
        false => format!(" So far {} charge.", names.groups(&so_far)),
    };
    Prompt::new(
        format!("{}{said}", who_can_charge(names, side, able, declared)),
        &[law!(names.world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004")],
    )
    .about(able.iter().map(|&g| g.piece()))
    .commands(&[
        "charge 3 at 12                 straight ahead",
        "charge 3 at 12 13 wheel left 20    several targets, with a wheel of 20 degrees first",
        "done                           no more charges",
    ])
}

fn are(names: Names<'_>, groups: &[crate::battle::GroupId]) -> String {
    format!("{} are", names.groups(groups))
}

/// The wheel of a charge, to follow the sentence and the command.
fn wheeled(wheel: Option<&Wheel>) -> (String, String) {
    wheel.map_or_else(Default::default, |w| {
        (
            format!(", wheeling {} {}°", hand(w.hand), degrees(w.by)),
            format!(" wheel {} {}", hand(w.hand), degrees(w.by)),
        )
    })
}

/// A direction of evaders: in words and as a command.
pub fn evading(to: Evade) -> (String, String) {
    match to {
        Evade::ToRear => ("to their own rear".to_owned(), "to rear".to_owned()),
        Evade::WithCharge { turn } => {
            let (said, given) = match turn {
                EvadeTurn::None => ("", ""),
                EvadeTurn::About => (", turning about", " turn about"),
                EvadeTurn::To(caracole_plane::Hand::Left) => (", turning left", " turn left"),
                EvadeTurn::To(caracole_plane::Hand::Right) => (", turning right", " turn right"),
            };
            (format!("in the direction of the charge{said}"), format!("with charge{given}"))
        }
    }
}

/// A choice in words.
pub fn wording(names: Names<'_>, decision: &Decision) -> Wording {
    use Decision as D;
    match decision {
        D::Charge { group, wheel, targets } => {
            let (said, given) = wheeled(wheel.as_ref());
            let (whom, at) = match targets.is_empty() {
                true => ("the enemy camp".to_owned(), "camp".to_owned()),
                false => (names.groups(targets), names.numbers(targets)),
            };
            Wording::new(
                format!("{} charge {whom}{said}", names.group(*group)),
                format!("charge {} at {at}{given}", number(*group)),
            )
            .about([group.piece()])
            .about(targets.iter().map(|&t| t.piece()))
        }
        D::EndDeclarations => Wording::new("No more charges", "done"),
        D::Intercept { group, charger, how } => intercepting(names, *group, *charger, how),
        D::EndInterceptions => Wording::new("No more interceptions", "done"),
        D::Evade { group, to } => {
            let (said, given) = evading(*to);
            Wording::new(
                format!("{} evade {said}", names.group(*group)),
                format!("evade {} {given}", number(*group)),
            )
            .about([group.piece()])
        }
        D::Stand { group } => {
            Wording::new(format!("{} stand", names.group(*group)), format!("stand {}", number(*group)))
                .about([group.piece()])
        }
        D::Move { group, wheel, steps } => {
            let (said, given) = wheeled(wheel.as_ref());
            let (sparing, spared) = match steps {
                Steps::All => ("", ""),
                Steps::NotIntoBattleTroops => {
                    (", no file stepping forward into battle troops", " sparing battle troops")
                }
            };
            Wording::new(
                format!("Move the charge of {}{said}{sparing}", names.group(*group)),
                format!("move {}{given}{spared}", number(*group)),
            )
            .about([group.piece()])
        }
        D::Pair { pairs } => pair(names, pairs),
        D::FaceAttack { ranks } => {
            Wording::new(format!("Face it with {ranks} ranks of pike"), format!("face with {ranks} ranks"))
        }
        D::EvadeOn { way } => match way {
            EvadeWay::Straight => Wording::new("Straight on", "straight on"),
            EvadeWay::Along(side) => Wording::new(
                format!("Along the obstacle to the {}", hand(*side)),
                format!("along to the {}", hand(*side)),
            ),
            EvadeWay::Past(by) => past(names, *by),
        },
        D::GunFile { file } => {
            Wording::new(format!("Join file {} from the left", file + 1), format!("gun to file {}", file + 1))
        }
        D::Contract { end } => Wording::new(
            format!("Drop back the file at the {} end", hand(*end)),
            format!("drop back {}", hand(*end)),
        ),
        D::GoWhole => Wording::new("Charge with the whole front", "go whole"),
        D::PikeForward => Wording::new("Bring the pike base to the front", "pike forward"),
        D::PikeStays => Wording::new("Keep the pike base in the rear", "pike stays"),
    }
}

fn intercepting(names: Names<'_>, group: GroupId, charger: GroupId, how: &Interception) -> Wording {
    let (said, given) = match how {
        Interception::FlankOrRear => (" in flank or rear".to_owned(), " in flank".to_owned()),
        Interception::AcrossPath { distance, wheel } => {
            let (said, given) = wheeled(wheel.as_ref());
            (
                format!(", {} MU ahead across their path{said}", names.mu(*distance)),
                format!(" ahead {}{given}", names.mu(*distance)),
            )
        }
    };
    Wording::new(
        format!("{} intercept {}{said}", names.group(group), names.group(charger)),
        format!("intercept {} with {}{given}", number(charger), number(group)),
    )
    .about([group.piece(), charger.piece()])
}

/// Past what is in the way.
fn past(names: Names<'_>, by: PastBy) -> Wording {
    let mut said = Vec::new();
    let mut given = String::from("past");
    if by.shift > Um::ZERO {
        said.push(format!("shifting {} MU to the {}", names.mu(by.shift), hand(by.hand)));
        given += &format!(" shift {} {}", hand(by.hand), names.mu(by.shift));
    }
    for (files, end) in [(by.drop_left, "left"), (by.drop_right, "right")] {
        if files > 0 {
            let many = if files == 1 { "file" } else { "files" };
            said.push(format!("{files} {many} at the {end} end dropping back"));
            given += &format!(" drop {end} {files}");
        }
    }
    let how = if said.is_empty() { String::from("as they are") } else { said.join(", ") };
    Wording::new(format!("Past it, {how}"), given)
}

/// The battle groups that can charge, and those that are near the enemy but have no lawful charge.
fn who_can_charge(names: Names<'_>, side: Side, ready: &[GroupId], declared: &[Charge]) -> String {
    let mut near = declare::in_reach(names.world, side, declared);
    near.retain(|g| !ready.contains(g));
    let others_do = !declared.is_empty();
    let without_target = |near: &[GroupId]| {
        format!("{} have enemies near, but no lawful charge at them was found", names.groups(near))
    };
    match (ready.is_empty(), near.is_empty()) {
        (true, _) => {
            let none = if others_do { "no other battle group" } else { "no battle group" };
            format!("{side} has {none} that can charge: {}.", without_target(&near))
        }
        (false, true) => format!("{side} declares charges: {} can charge.", names.groups(ready)),
        (false, false) => {
            format!("{side} declares charges: {} can charge. {}.", names.groups(ready), without_target(&near))
        }
    }
}

/// A base by its number, as commands name it, and by where it stands.
fn base_of(names: Names<'_>, base: BaseId) -> String {
    let Some((group, _)) = names.base(base) else { return names.base_code(base) };
    let file = u16::from(names.world[base].at.file) + 1;
    format!("{} (file {file} of {})", names.base_code(base), names.group(group))
}

fn pair(names: Names<'_>, pairs: &[Met]) -> Wording {
    let code: Vec<String> =
        pairs.iter().map(|p| format!("{} {}", names.base_code(p.red), names.base_code(p.blue))).collect();
    let words: Vec<String> = pairs
        .iter()
        .map(|p| format!("{} against {}", base_of(names, p.red), base_of(names, p.blue)))
        .collect();
    let mut about: Vec<_> =
        pairs.iter().flat_map(|p| [p.red, p.blue]).filter_map(|b| names.base(b)).map(|(g, _)| g).collect();
    about.sort_unstable();
    about.dedup();
    Wording::new(format!("Bases fight: {}", words.join("; ")), format!("pair {}", code.join(", ")))
        .about(about.into_iter().map(GroupId::piece))
}
