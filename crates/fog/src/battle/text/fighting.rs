//! Shooting, melee, the joint action phase and what follows combat, in words.

use super::impact::evading;
use super::moves::rides;
use super::names::{Names, formation, hand, number};
use crate::battle::law::law;
use crate::battle::outcome::{Freedom, LossChoice, Narrower};
use crate::battle::world::GroupId;
use crate::battle::{joint, melee, outcome, shooting};
use caracole_kernel::{Prompt, Side, Wording};
use caracole_ledger::rule;

/// The questions of the shooting phase.
pub fn shooting_prompt(names: Names<'_>, request: &shooting::Request) -> Prompt {
    use shooting::Request as R;
    match request {
        R::Target { group, base, targets } => Prompt::new(
            format!("Which enemy does {} shoot at?", names.base_words(*base)),
            &[rule!("FOGR-SHOOT-013")],
        )
        .about([group.piece()])
        .about(targets.iter().map(|&t| t.piece()))
        .commands(&["shoot at 12"]),
        R::Side { group } => Prompt::new(
            format!(
                "{} have equally good targets: shoot at those on the left or on the right?",
                names.group(*group)
            ),
            &[law!(names.world.book, "FOGR-SHOOT-020", "FOGAM-SHOOT-016")],
        )
        .about([group.piece()])
        .commands(&["left", "right"]),
        R::WagonFile { group, .. } => Prompt::new(
            format!("Which file of {} shoots?", names.group(*group)),
            &[law!(names.world.book, "FOGR-SHOOT-030", "FOGAM-SHOOT-023")],
        )
        .about([group.piece()])
        .commands(&["file 2"]),
        R::WagonEdge { group, base } => Prompt::new(
            format!("From which long edge does {} shoot?", names.base_words(*base)),
            &[law!(names.world.book, "FOGR-SHOOT-026", "FOGAM-SHOOT-021")],
        )
        .about([group.piece()])
        .commands(&["left", "right"]),
        R::GunFile { group, .. } => Prompt::new(
            format!("In which file does the regimental gun of {} count?", names.group(*group)),
            &[rule!("FOGR-BG-055")],
        )
        .about([group.piece()])
        .commands(&["file 2"]),
        R::Naval { side, unit, targets } => Prompt::new(
            format!("Which enemy does ship {} of {side} shoot at?", u16::from(*unit) + 1),
            &[rule!("FOGR-SPECIAL-008")],
        )
        .about(targets.iter().map(|&t| t.piece()))
        .commands(&["shoot at 12", "hold fire"]),
        R::LongRange { group, at } => Prompt::new(
            format!("Do {} shoot at {} at long range? They need not.", names.group(*group), names.group(*at)),
            &[rule!("FOGAM-SHOOT-003")],
        )
        .about([group.piece(), at.piece()])
        .commands(&["shoot", "hold fire"]),
    }
}

/// A choice of the shooting phase in words.
pub fn shooting_wording(names: Names<'_>, decision: &shooting::Decision) -> Wording {
    use shooting::Decision as D;
    match decision {
        D::Target { at } | D::Naval { at: Some(at) } => {
            Wording::new(format!("Shoot at {}", names.group(*at)), format!("shoot at {}", number(*at)))
                .about([at.piece()])
        }
        D::Side { hand: side } => Wording::new(format!("Those on the {}", hand(*side)), hand(*side)),
        D::File { file } => {
            Wording::new(format!("File {} from the left", file + 1), format!("file {}", file + 1))
        }
        D::Naval { at: None } | D::HoldFire => Wording::new("Hold the fire", "hold fire"),
        D::Shoot => Wording::new("Shoot", "shoot"),
    }
}

/// The questions of the melee phase.
pub fn melee_prompt(names: Names<'_>, request: &melee::Request) -> Prompt {
    use melee::Request as R;
    match request {
        R::FrontRank { commander, group } => Prompt::new(
            format!(
                "Does {} fight in the front rank of {}? It helps them, and risks him.",
                names.commander(*commander),
                names.group(*group)
            ),
            &[
                law!(names.world.book, "FOGR-COMBAT-111", "FOGAM-COMBAT-079"),
                law!(names.world.book, "FOGR-COMBAT-112", "FOGAM-COMBAT-080"),
            ],
        )
        .about([commander.piece(), group.piece()])
        .commands(&["fight", "fight in file 2", "stay behind"]),
        R::Overlap { base, enemies } => Prompt::new(
            format!("Which enemy does {} overlap?", names.base_words(*base)),
            &[law!(names.world.book, "FOGR-MELEE-012", "FOGAM-MELEE-007")],
        )
        .about(names.base(*base).map(|(g, _)| g.piece()))
        .about(enemies.iter().map(|&e| e.piece()))
        .commands(&["against 12"]),
    }
}

/// A choice of the melee phase in words.
pub fn melee_wording(names: Names<'_>, decision: &melee::Decision) -> Wording {
    use melee::Decision as D;
    match decision {
        D::FightInFront => Wording::new("Fight in the front rank", "fight"),
        D::FightAt { file } => {
            let file = file.saturating_add(1);
            Wording::new(
                format!("Fight in front of file {file} from the left"),
                format!("fight in file {file}"),
            )
        }
        D::StayBehind => Wording::new("Stay behind", "stay behind"),
        D::Overlap { against } => Wording::new(
            format!("Against {}", names.group(*against)),
            format!("against {}", number(*against)),
        )
        .about([against.piece()]),
    }
}

/// The questions of the joint action phase.
pub fn joint_prompt(names: Names<'_>, side: Side, request: &joint::Request) -> Prompt {
    use joint::Request as R;
    match request {
        R::BreakOff { group } => Prompt::new(
            format!("Do {} break off from their close combat?", names.group(*group)),
            &[rule!("FOGR-JAP-008"), rule!("FOGR-JAP-009")],
        )
        .about([group.piece()])
        .commands(&["break off", "stay"]),
        R::Stop { group } => {
            let what = if names.world[*group].looting { "looting" } else { "pursuing" };
            Prompt::new(
                format!("Do {} test to stop {what}?", names.group(*group)),
                &[
                    law!(names.world.book, "FOGR-JAP-018", "FOGAM-JAP-011"),
                    law!(names.world.book, "FOGR-JAP-040", "FOGAM-JAP-020"),
                ],
            )
            .about([group.piece()])
            .commands(&["stop", "go on"])
        }
        R::Continue { group } => Prompt::new(
            format!("{} stop pursuing: do they test to go on?", names.group(*group)),
            &[rule!("FOGAM-JAP-020")],
        )
        .about([group.piece()])
        .commands(&["go on", "stop"]),
        R::Commander => Prompt::new(
            format!("{side} may move commanders, one after the other."),
            &[law!(names.world.book, "FOGR-JAP-046", "FOGAM-JAP-032")],
        )
        .commands(&[
            "rupert joins 5",
            "rupert to 30 12     MU from the left edge and from red's edge",
            "after them     the other side moves its commanders first",
            "done",
        ]),
        R::Bolster { commander, group } => {
            let what = if names.world[*group].is_broken() { "rally" } else { "bolster" };
            Prompt::new(
                format!(
                    "Does {} try to {what} {}, which are {}?",
                    names.commander(*commander),
                    names.group(*group),
                    names.world[*group].cohesion
                ),
                &[law!(names.world.book, "FOGR-JAP-047", "FOGAM-JAP-033")],
            )
            .about([commander.piece(), group.piece()])
            .commands(&["bolster", "leave them"])
        }
        R::Accompany { commander, group } => Prompt::new(
            format!(
                "Does {} go along with {}, which rout?",
                names.commander(*commander),
                names.group(*group)
            ),
            &[law!(names.world.book, "FOGR-JAP-056", "FOGAM-JAP-019")],
        )
        .about([commander.piece(), group.piece()])
        .commands(&["go along", "stay"]),
    }
}

/// A choice of the joint action phase in words; what it means depends on what was asked.
pub fn joint_wording(
    names: Names<'_>,
    request: Option<&joint::Request>,
    decision: &joint::Decision,
) -> Wording {
    use joint::{Decision as D, Request as R};
    match (decision, request) {
        (D::Commander { commander, goes }, _) => rides(names, *commander, *goes),
        (D::AfterThem, _) => Wording::new("Let the other side move its commanders first", "after them"),
        (D::Act, Some(R::BreakOff { .. })) => Wording::new("Break off", "break off"),
        (D::Pass, Some(R::BreakOff { .. })) => Wording::new("Stay and fight", "stay"),
        (D::Act, Some(R::Stop { .. })) => Wording::new("Test to stop", "stop"),
        (D::Pass, Some(R::Stop { .. })) => Wording::new("Go on", "go on"),
        (D::Act, Some(R::Continue { .. })) => Wording::new("Test to go on", "go on"),
        (D::Pass, Some(R::Continue { .. })) => Wording::new("Stop", "stop"),
        (D::Act, Some(R::Bolster { group, .. })) if names.world[*group].is_broken() => {
            Wording::new("Try to rally them", "rally")
        }
        (D::Act, Some(R::Bolster { .. })) => Wording::new("Try to bolster them", "bolster"),
        (D::Pass, Some(R::Bolster { .. })) => Wording::new("Leave them as they are", "leave them"),
        (D::Act, Some(R::Accompany { .. })) => Wording::new("Go along", "go along"),
        (D::Pass, Some(R::Accompany { .. })) => Wording::new("Stay behind", "stay"),
        (D::Act, _) => Wording::new("Yes", "yes"),
        (D::Pass, _) => Wording::new("Done, nothing more", "done"),
    }
}

/// The questions after combat.
pub fn outcome_prompt(names: Names<'_>, request: &outcome::Request) -> Prompt {
    use outcome::Request as R;
    match request {
        R::Loss { group, choices } => {
            let now = formation(names.world.formation(*group));
            let text = format!(
                "{} lose a base: which one, and how do the others close up? They stand as {now}, the front rank first.",
                names.group(*group)
            );
            let letters =
                "letters are kinds of bases, rank by rank from the front: p pike, s shot, . an empty place";
            Prompt::new(text, &[law!(names.world.book, "FOGR-COHESION-052", "FOGAM-COHESION-036")])
                .about([group.piece()])
                .commands(if choices.is_empty() {
                    &[]
                } else {
                    &["lose 1     the first way of those offered"]
                })
                .commands(&[letters])
        }
        R::Pursue { group, freedom } => {
            let name = names.group(*group);
            let (text, rule) = match freedom {
                Freedom::MayPursueByTest => (
                    format!("Do {name} try to pursue? It takes a test."),
                    law!(names.world.book, "FOGR-COMBAT-128", "FOGAM-COMBAT-100"),
                ),
                Freedom::MayStayByTest => (
                    format!("{name} must pursue unless they pass a test: do they halt, if they pass?"),
                    rule!("FOGAM-COMBAT-102"),
                ),
                Freedom::MayHalt => (
                    format!("{name} may halt short of fresh enemy. Do they?"),
                    law!(names.world.book, "FOGR-JAP-040", "FOGAM-JAP-025"),
                ),
                Freedom::MayHaltByTest => (
                    format!("{name} may test to halt short of fresh enemy. Do they?"),
                    law!(names.world.book, "FOGR-JAP-040", "FOGAM-JAP-025"),
                ),
                Freedom::MayHaltAtTerrain => (
                    format!("{name} may halt at the edge of the terrain. Do they?"),
                    law!(names.world.book, "FOGR-JAP-040", "FOGAM-JAP-024"),
                ),
                Freedom::MaySlide => (
                    format!(
                        "{name} may slide sideways to stay on the table. Do they? If not, they halt at its edge."
                    ),
                    rule!("FOGAM-JAP-024"),
                ),
                Freedom::MayContract => (
                    format!("{name} may contract to pass friends and pursue. Do they?"),
                    law!(names.world.book, "FOGR-COMBAT-128", "FOGAM-COMBAT-100"),
                ),
            };
            Prompt::new(text, &[rule]).about([group.piece()]).commands(&["go on", "halt"])
        }
        R::GiveUp { group, enemies } => Prompt::new(
            format!("{} lose a die: against whom, {}?", names.group(*group), names.groups(enemies)),
            &[law!(names.world.book, "FOGR-COMBAT-029", "FOGAM-COMBAT-032")],
        )
        .about([group.piece()])
        .about(enemies.iter().map(|&g| g.piece()))
        .commands(&["lose against 5"]),
        R::PursueFirst { groups } => Prompt::new(
            format!("Equally fast: who pursues first, {}?", names.groups(groups)),
            &[law!(names.world.book, "FOGR-JAP-029", "FOGAM-JAP-022")],
        )
        .about(groups.iter().map(|&g| g.piece()))
        .commands(&["pursue first 5"]),
        R::Contract { group, .. } => Prompt::new(
            format!("At which end do {} drop files back to pass their friends?", names.group(*group)),
            &[law!(names.world.book, "FOGR-JAP-028", "FOGAM-JAP-021")],
        )
        .about([group.piece()])
        .commands(&["contract 1     the first way of those offered"]),
        R::TestOrder { groups } => Prompt::new(
            format!("Which tests first for what was seen: {}?", names.groups(groups)),
            &[law!(names.world.book, "FOGR-COHESION-019", "FOGAM-COHESION-018")],
        )
        .about(groups.iter().map(|&g| g.piece()))
        .commands(&["test 5"]),
        R::Evade { group, by, may_stand, .. } => {
            let or = if *may_stand { " or stand" } else { "" };
            Prompt::new(
                format!("{} pursue into {}: evade{or}?", names.group(*by), names.group(*group)),
                &[
                    law!(names.world.book, "FOGR-JAP-039", "FOGAM-JAP-028"),
                    law!(names.world.book, "FOGR-IMPACT-100", "FOGAM-IMPACT-104"),
                ],
            )
            .about([group.piece(), by.piece()])
            .commands(&["evade to rear", "evade with charge", "stand"])
        }
    }
}

/// A choice after combat in words.
pub fn outcome_wording(
    names: Names<'_>,
    request: Option<&outcome::Request>,
    decision: &outcome::Decision,
) -> Wording {
    use outcome::{Decision as D, Request as R};
    match decision {
        D::Loss { choice } => {
            let n = u16::from(*choice) + 1;
            let found = match request {
                Some(R::Loss { group, choices }) => choices.get(usize::from(*choice)).map(|c| (*group, c)),
                _ => None,
            };
            let text = found.map_or_else(|| format!("The way {n}"), |(group, c)| loss(names, group, c));
            let about = found.map(|(group, _)| group.piece());
            Wording::new(text, format!("lose {n}")).about(about)
        }
        D::GoOn => {
            let text = match request {
                Some(R::Pursue { freedom: Freedom::MayPursueByTest, .. }) => "Try to pursue",
                Some(R::Pursue { freedom: Freedom::MayContract, .. }) => "Contract and pursue",
                Some(R::Pursue { freedom: Freedom::MaySlide, .. }) => "Slide and pursue",
                _ => "Go on",
            };
            Wording::new(text, "go on")
        }
        D::Halt => {
            let text = match request {
                Some(R::Pursue { freedom: Freedom::MayHaltByTest | Freedom::MayStayByTest, .. }) => {
                    "Test to halt"
                }
                Some(R::Pursue { freedom: Freedom::MayPursueByTest, .. }) => "Do not pursue",
                _ => "Halt",
            };
            Wording::new(text, "halt")
        }
        D::GiveUp { enemy } => Wording::new(
            format!("Lose it against {}", names.group(*enemy)),
            format!("lose against {}", number(*enemy)),
        )
        .about([enemy.piece()]),
        D::PursueFirst { group } => Wording::new(
            format!("{} pursue first", names.group(*group)),
            format!("pursue first {}", number(*group)),
        )
        .about([group.piece()]),
        D::Contract { way } => {
            let n = u16::from(*way) + 1;
            let found = match request {
                Some(R::Contract { ways, .. }) => ways.get(usize::from(*way)),
                _ => None,
            };
            Wording::new(found.map_or_else(|| format!("The way {n}"), narrower), format!("contract {n}"))
        }
        D::TestNext { group } => {
            Wording::new(format!("{} test next", names.group(*group)), format!("test {}", number(*group)))
                .about([group.piece()])
        }
        D::Evade { to } => {
            let (said, given) = evading(*to);
            Wording::new(format!("Evade {said}"), format!("evade {given}"))
        }
        D::Stand => Wording::new("Stand", "stand"),
    }
}

fn narrower(way: &Narrower) -> String {
    let files = |n: u8| if n == 1 { "1 file".to_owned() } else { format!("{n} files") };
    let given_up = match (way.from_left, way.from_right) {
        (left, 0) => format!("{} on the left", files(left)),
        (0, right) => format!("{} on the right", files(right)),
        (left, right) => format!("{} on the left and {} on the right", files(left), files(right)),
    };
    format!("Drop back {given_up}; then {}", formation(&way.formation))
}

fn loss(names: Names<'_>, group: GroupId, choice: &LossChoice) -> String {
    let status = if choice.status == names.world[group].status {
        String::new()
    } else {
        format!(" ({})", super::names::plain(choice.status.word()))
    };
    format!("Lose {}; then {}{status}", names.base_words(choice.base), formation(&choice.formation))
}
