//! Turns of 90 and 180 degrees.

use super::messages::{Action, Advance, Difficulty, When, WithAdvance};
use super::plan::{Place, Plan};
use super::reshape::{choose, has_room, refuse, stationary};
use super::{advance, give_way};
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, Posture, World};
use crate::field::grid_of;
use crate::troops::{TroopType, is_mixed};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Hand, Um};
use smallvec::SmallVec;

/// The frontages that a 90 degree turn may give, the first the one that its player would mostly want.
pub fn frontages(world: &World, group: GroupId) -> Result<Vec<usize>, Refusal> {
    enforces!("FOGR-MOVE-053", "FOGR-MOVE-054", "FOGR-MOVE-055", "FOGR-MOVE-056");
    let formation = world.formation(group);
    let bases = formation.len();
    let foot_battle = kinds::is_foot(world, group) && kinds::is_battle(world, group);
    let column = formation.width() == 1;
    if foot_battle && !column {
        return Ok(vec![1]);
    }
    if foot_battle && is_mixed(&formation.profiles()) {
        let start = world.start_of(group);
        let nature = world.nature(group, &start);
        let widths = crate::battle::arrange::widths(&nature, &formation.profiles());
        return Ok(widths.into_iter().filter(|w| *w > 1).collect());
    }
    let (depth, width) = (world.body(group).depth(), world.field.base_width());
    let whole = usize::try_from((depth.get() + 50) / width.get().max(1)).unwrap_or(0);
    let exact =
        (depth - width * i32::try_from(whole).unwrap_or(0)).abs() <= caracole_plane::CONTACT_TOLERANCE;
    let wanted: Vec<usize> = match (exact, whole) {
        (true, n) => vec![n.max(1)],
        (false, 0) => vec![1],
        (false, n) => vec![n, n + 1],
    };
    if wanted.iter().all(|n| *n > bases) {
        if kinds::is_all(world, group, TroopType::BattleWagons) {
            return Err(refuse(
                rule!("FOGR-MOVE-056"),
                "Battle wagons with too few bases cannot turn",
                "Wheel instead.",
            ));
        }
        return Ok(vec![bases]);
    }
    Ok(wanted.into_iter().map(|n| n.min(bases)).collect())
}

/// A turn of 90 degrees: to which hand, and to how many files where its player chooses.
#[derive(Clone, Copy, Debug)]
pub struct FlankTurn {
    pub hand: Hand,
    pub files: Option<u8>,
}

impl FlankTurn {
    /// Into the files that its player would mostly want.
    pub const fn to(hand: Hand) -> Self {
        FlankTurn { hand, files: None }
    }
}

pub(super) fn turned_to(
    world: &World,
    group: GroupId,
    FlankTurn { hand, files }: FlankTurn,
) -> Result<World, Refusal> {
    enforces!("FOGR-MOVE-051", "FOGR-MOVE-052");
    let rule = rule!("FOGR-MOVE-052");
    if kinds::is_tercio(world, group) || kinds::is_a_keil(world, group) {
        return Err(refuse(
            rule!("FOGR-MOVE-051"),
            "Tercios and keils turn only by a change of formation",
            "Change formation.",
        ));
    }
    let allowed = frontages(world, group)?;
    let files = match files {
        None => allowed.first().copied().unwrap_or(1),
        Some(n) if allowed.contains(&usize::from(n)) => usize::from(n),
        Some(n) => {
            return Err(refuse(
                rule!("FOGR-MOVE-055"),
                format!("A turn to the flank gives a frontage of {} here", in_bases(&allowed)),
                "Choose one of these.",
            )
            .fact("files", i32::from(n)));
        }
    };
    let shape = choose(world, group, files, None, rule)?;
    let shape = match world[group].posture {
        Posture::Limbered => shape.turned(|_| crate::formation::Facing::Rear),
        _ => shape,
    };
    let grid = grid_of(world.field.scale, &shape, world.lead(group));
    let anchor = world.body(group).turned_to(hand, &grid).anchor;
    Ok(world.supposing(|after| after.reshape(group, &shape, anchor)))
}

/// "2 bases", "2 or 3 bases".
fn in_bases(frontages: &[usize]) -> String {
    match frontages {
        [1] => "1 base".to_owned(),
        _ => {
            let all: Vec<String> = frontages.iter().map(usize::to_string).collect();
            format!("{} bases", all.join(" or "))
        }
    }
}

pub(super) fn turned_about(world: &World, group: GroupId) -> World {
    enforces!("FOGR-MOVE-059");
    let shape = world.formation(group);
    let grid = grid_of(world.field.scale, shape, world.lead(group));
    let anchor = world.body(group).turned_about(&grid).anchor;
    world.supposing(|after| after.reshape(group, shape, anchor))
}

/// The world after a turn that begins a move, with enemies in its way shifted by the shortest ways, and which they are.
pub(super) fn turn_in_place(
    world: &World,
    group: GroupId,
    turn: &dyn Fn(&World) -> Result<World, Refusal>,
    rule: RuleId,
) -> Result<(World, SmallVec<[GroupId; 2]>), Refusal> {
    let after = turn(world)?;
    match give_way::cleared(world, &after, group)? {
        None => {
            has_room(world, &after, group, rule)?;
            Ok((after, SmallVec::new()))
        }
        Some(yielding) => {
            let after = turn(&yielding.world)?;
            has_room(&yielding.world, &after, group, rule)?;
            Ok((after, yielding.groups))
        }
    }
}

fn with_advance(
    world: &World,
    group: GroupId,
    with: &WithAdvance,
    turn: &dyn Fn(&World) -> Result<World, Refusal>,
    rule: RuleId,
) -> Result<Plan, Refusal> {
    match with.when {
        When::After => {
            let (middle, gives_way) = turn_in_place(world, group, turn, rule)?;
            Ok(Plan { gives_way, ..advance::plan(&middle, group, &with.advance)? })
        }
        When::Before => {
            let before = world.supposing(|before| before[group].phase.reshaped = true);
            let moved = advance::plan(&before, group, &with.advance)?;
            let after = turn(&before.supposing(|arrived| moved.end.carry_out(arrived)))?;
            has_room(world, &after, group, rule)?;
            Ok(Plan { end: Place::of(&after, group), ..moved })
        }
    }
}

fn not_in_square(world: &World, group: GroupId) -> Result<(), Refusal> {
    if world[group].posture == Posture::Square {
        return Err(refuse(
            rule!("FOGR-SPECIAL-039"),
            "A square moves only over its edges",
            "Leave square first.",
        ));
    }
    Ok(())
}

fn not_unlimbered(world: &World, group: GroupId) -> Result<(), Refusal> {
    let guns = world
        .profiles(group)
        .iter()
        .any(|b| matches!(b.troop_type, TroopType::MediumArtillery | TroopType::HeavyArtillery));
    if guns && world[group].posture != Posture::Limbered && world[group].captured.is_none() {
        return Err(refuse(
            rule!("FOGR-MOVE-040"),
            "Unlimbered artillery can only pivot",
            "Pivot up to 1 MU.",
        ));
    }
    Ok(())
}

/// Plans a turn of 90 degrees.
pub fn to_flank(
    world: &World,
    group: GroupId,
    turn: FlankTurn,
    with: Option<&WithAdvance>,
    action: &Action,
) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-024");
    let rule = rule!("FOGR-MOVE-057");
    not_in_square(world, group)?;
    not_unlimbered(world, group)?;
    let Some(with) = with else {
        let (after, gives_way) = turn_in_place(world, group, &|w| turned_to(w, group, turn), rule)?;
        let plan = stationary(world, &after, group, action.clone(), Difficulty::Simple);
        return Ok(Plan { gives_way, ..plan });
    };
    let difficulty = if kinds::is_light(world, group) {
        Difficulty::Simple
    } else if kinds::is_mounted(world, group) {
        Difficulty::Complex
    } else {
        return Err(refuse(
            rule!("FOGR-MOVE-024"),
            "Only light troops and mounted troops turn 90 degrees and advance in one move",
            "Turn without advancing.",
        ));
    };
    let plan = with_advance(world, group, with, &|w| turned_to(w, group, turn), rule)?;
    Ok(Plan { action: action.clone(), difficulty, ..plan })
}

/// How light troops end a move that begins with a turn of 180 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboutEnd {
    /// They stay turned about.
    StayTurned,
    /// They turn about again.
    TurnBack,
}

/// Plans a turn of 180 degrees.
pub fn about(
    world: &World,
    group: GroupId,
    with: Option<&WithAdvance>,
    end: AboutEnd,
    action: &Action,
) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-025", "FOGR-MOVE-045");
    let rule = rule!("FOGR-MOVE-059");
    not_in_square(world, group)?;
    not_unlimbered(world, group)?;
    let light = kinds::is_light(world, group);
    let Some(with) = with else {
        let (after, gives_way) = turn_in_place(world, group, &|w| Ok(turned_about(w, group)), rule)?;
        let difficulty = match world[group].captured {
            Some(_) => Difficulty::Complex,
            None => Difficulty::Simple,
        };
        let plan = stationary(world, &after, group, action.clone(), difficulty);
        return Ok(Plan { gives_way, ..plan });
    };
    if !light {
        return Err(refuse(
            rule!("FOGR-MOVE-025"),
            "Only light troops turn 180 degrees and advance in one move",
            "Turn without advancing.",
        ));
    }
    if end == AboutEnd::StayTurned {
        let plan = with_advance(world, group, with, &|w| Ok(turned_about(w, group)), rule)?;
        return Ok(Plan { action: action.clone(), difficulty: Difficulty::Simple, ..plan });
    }
    let turn_first = WithAdvance { advance: with.advance.clone(), when: When::After };
    let plan = with_advance(world, group, &turn_first, &|w| Ok(turned_about(w, group)), rule)?;
    if plan.spent > world.field.mu(3) + caracole_plane::CONTACT_TOLERANCE {
        return Err(refuse(
            rule!("FOGR-MOVE-025"),
            "Light troops that turn about, move and turn back move 3 MU at most",
            "Move less far.",
        ));
    }
    let mut away = turned_about(world, group);
    plan.end.carry_out(&mut away);
    let after = turned_about(&away, group);
    has_room(world, &after, group, rule)?;
    Ok(Plan {
        action: action.clone(),
        difficulty: Difficulty::Complex,
        end: Place::of(&after, group),
        ..plan
    })
}

/// A straight advance of light troops that retire: turned about first.
#[must_use]
pub fn retire(distance: Um, end: AboutEnd) -> Action {
    Action::TurnAbout {
        with: Some(WithAdvance { advance: Advance::straight(distance), when: When::After }),
        and_back: end == AboutEnd::TurnBack,
    }
}
