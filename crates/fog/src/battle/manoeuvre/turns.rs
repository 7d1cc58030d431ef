//! Turns of 90 and 180 degrees.

use super::messages::{Action, Advance, Difficulty, When, WithAdvance};
use super::plan::{Place, Plan};
use super::reshape::{choose, has_room, refuse, stationary};
use super::{advance, give_way};
use crate::battle::law::law;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, Posture, World};
use crate::combat::MoveKind;
use crate::field::grid_of;
use crate::troops::TroopType;
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Hand, Um};
use smallvec::SmallVec;

/// The frontages that a 90 degree turn may give, the first the one that its player would mostly want.
pub fn frontages(world: &World, group: GroupId) -> Result<Vec<usize>, Refusal> {
    world.book.width_after_turn(world, group)
}

/// A turn of 90 degrees: to which hand, and to how many files where its player chooses.
#[derive(Clone, Copy, Debug)]
pub struct FlankTurn {
    /// To which hand.
    pub hand: Hand,
    /// Into how many files, where its player says.
    pub files: Option<u8>,
}

impl FlankTurn {
    /// Into the files that its player would mostly want.
    #[must_use]
    pub const fn to(hand: Hand) -> Self {
        FlankTurn { hand, files: None }
    }
}

/// A battle group turned to a flank where it stands.
pub fn turned_to(
    world: &World,
    group: GroupId,
    FlankTurn { hand, files }: FlankTurn,
) -> Result<World, Refusal> {
    enforces!("FOGR-MOVE-051", "FOGAM-MOVE-051");
    let rule = law!(world.book, "FOGR-MOVE-052", "FOGAM-MOVE-047");
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
                law!(world.book, "FOGR-MOVE-055", "FOGAM-MOVE-048"),
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

/// A battle group turned about where it stands.
#[must_use]
pub fn turned_about(world: &World, group: GroupId) -> World {
    enforces!("FOGR-MOVE-059", "FOGAM-MOVE-052");
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
    (with, kind): (&WithAdvance, MoveKind),
    turn: &dyn Fn(&World) -> Result<World, Refusal>,
    rule: RuleId,
) -> Result<Plan, Refusal> {
    match with.when {
        When::After => {
            let (middle, gives_way) = turn_in_place(world, group, turn, rule)?;
            Ok(Plan { gives_way, ..advance::plan_with(&middle, group, &with.advance, kind)? })
        }
        When::Before => {
            let before = world.supposing(|before| before[group].phase.reshaped = true);
            let moved = advance::plan_with(&before, group, &with.advance, kind)?;
            let after = turn(&before.supposing(|arrived| moved.end.carry_out(arrived)))?;
            has_room(world, &after, group, rule)?;
            Ok(Plan { end: Place::of(&after, group), ..moved })
        }
    }
}

/// The refusal of other moves in square.
pub(super) fn only_over_its_edges(world: &World) -> Refusal {
    refuse(
        law!(world.book, "FOGR-SPECIAL-039", "FOGAM-SPECIAL-032"),
        format!("It moves only over its edges {}", world.book.words().in_square),
        format!("Move it over an edge, or leave {}.", world.book.words().square),
    )
}

fn not_in_square(world: &World, group: GroupId) -> Result<(), Refusal> {
    match world[group].posture {
        Posture::Square => Err(only_over_its_edges(world)),
        _ => Ok(()),
    }
}

fn not_unlimbered(world: &World, group: GroupId) -> Result<(), Refusal> {
    let guns = world
        .profiles(group)
        .iter()
        .any(|b| matches!(b.troop_type, TroopType::MediumArtillery | TroopType::HeavyArtillery));
    if guns && world[group].posture != Posture::Limbered && world[group].captured.is_none() {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-040", "FOGAM-MOVE-010"),
            "These guns can only pivot",
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
    let rule = law!(world.book, "FOGR-MOVE-057", "FOGAM-MOVE-050");
    not_in_square(world, group)?;
    not_unlimbered(world, group)?;
    let Some(with) = with else {
        let (after, gives_way) = turn_in_place(world, group, &|w| turned_to(w, group, turn), rule)?;
        let difficulty = world.book.difficulty(world, &[group], MoveKind::Turn)?;
        let plan = stationary(world, &after, group, action.clone(), difficulty);
        return Ok(Plan { gives_way, ..plan });
    };
    let kind = MoveKind::TurnAndAdvance;
    let difficulty = world.book.difficulty(world, &[group], kind)?;
    let plan = with_advance(world, group, (with, kind), &|w| turned_to(w, group, turn), rule)?;
    Ok(Plan { action: action.clone(), difficulty, ..plan })
}

/// How troops end a move that begins with a turn of 180 degrees.
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
    enforces!("FOGR-MOVE-045");
    let rule = law!(world.book, "FOGR-MOVE-059", "FOGAM-MOVE-050");
    not_in_square(world, group)?;
    not_unlimbered(world, group)?;
    let Some(with) = with else {
        let (after, gives_way) = turn_in_place(world, group, &|w| Ok(turned_about(w, group)), rule)?;
        let difficulty = match world[group].captured {
            Some(_) => Difficulty::Complex,
            None => world.book.difficulty(world, &[group], MoveKind::Turn)?,
        };
        let plan = stationary(world, &after, group, action.clone(), difficulty);
        return Ok(Plan { gives_way, ..plan });
    };
    if end == AboutEnd::StayTurned {
        let kind = MoveKind::TurnAboutAndAdvance;
        let difficulty = world.book.difficulty(world, &[group], kind)?;
        let plan = with_advance(world, group, (with, kind), &|w| Ok(turned_about(w, group)), rule)?;
        return Ok(Plan { action: action.clone(), difficulty, ..plan });
    }
    let kind = MoveKind::TurnRetireTurnBack;
    let difficulty = world.book.difficulty(world, &[group], kind)?;
    let turn_first = WithAdvance { advance: with.advance.clone(), when: When::After };
    let plan = with_advance(world, group, (&turn_first, kind), &|w| Ok(turned_about(w, group)), rule)?;
    let most = world.book.retires_by();
    if plan.spent > world.field.mu(most) + caracole_plane::CONTACT_TOLERANCE {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-025", "FOGAM-MOVE-025"),
            format!("Troops that turn about, move and turn back move {most} MU at most"),
            "Move less far.",
        ));
    }
    let mut away = turned_about(world, group);
    plan.end.carry_out(&mut away);
    let after = turned_about(&away, group);
    has_room(world, &after, group, rule)?;
    Ok(Plan { action: action.clone(), difficulty, end: Place::of(&after, group), ..plan })
}

/// A straight advance of troops that retire: turned about first.
#[must_use]
pub fn retire(distance: Um, end: AboutEnd) -> Action {
    Action::TurnAbout {
        with: Some(WithAdvance { advance: Advance::straight(distance), when: When::After }),
        and_back: end == AboutEnd::TurnBack,
    }
}
