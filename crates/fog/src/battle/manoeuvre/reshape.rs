//! Expansions, contractions and changes of formation.

use super::advance;
use super::messages::{Action, Advance, Difficulty, When, WithAdvance};
use super::obstruct;
use super::plan::{Place, Plan};
use crate::battle::arrange::rearrangements;
use crate::battle::law::law;
use crate::battle::position::{contact, disorder, kinds, nearness, rates};
use crate::battle::world::{GroupId, Posture, World};
use crate::combat::MoveKind;
use crate::field::grid_of;
use crate::formation::{Formation, check};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Hand, Path, Point, Pose, Um, any_overlap};
use smallvec::SmallVec;

pub(super) fn refuse(
    rule: RuleId,
    problem: impl Into<std::borrow::Cow<'static, str>>,
    remedy: impl Into<std::borrow::Cow<'static, str>>,
) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

/// A plan of a move that is not measured.
pub(super) fn stationary(
    world: &World,
    after: &World,
    group: GroupId,
    action: Action,
    difficulty: Difficulty,
) -> Plan {
    Plan {
        group,
        action,
        difficulty,
        needs_test: false,
        distance: None,
        spent: Um::ZERO,
        way: vec![world.anchor(group), after.anchor(group)],
        end: Place::of(after, group),
        shifted: Vec::new(),
        gives_way: SmallVec::new(),
        passes_through: SmallVec::new(),
        may_not_shoot: false,
        comes_upon: SmallVec::new(),
    }
}

/// The formation wanted, or the most usual one of that width whose front rank is of the same kinds.
pub fn choose(
    world: &World,
    group: GroupId,
    files: usize,
    wanted: Option<&Formation>,
    rule: RuleId,
) -> Result<Formation, Refusal> {
    enforces!("FOGR-MOVE-058", "FOGR-MOVE-057");
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let now = world.formation(group);
    if let Some(formation) = wanted {
        let sorted = |f: &Formation| {
            let mut p = f.profiles();
            p.sort_unstable();
            p
        };
        if sorted(formation) != sorted(now) || formation.width() != files {
            return Err(refuse(
                rule,
                "That formation has other bases or another width",
                "Use the bases that it has.",
            )
            .fact("files wanted", files));
        }
        check(&nature, formation)?;
        return Ok(formation.clone());
    }
    let found = rearrangements(&nature, now, files);
    let front = |f: &Formation| {
        let mut kinds: Vec<_> = f.front_rank().map(|p| p.base).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    let same = found.iter().find(|f| front(f) == front(now)).or(found.first());
    same.cloned().ok_or_else(|| {
        refuse(rule, "It has no legal formation of that width", "Choose another width.")
            .fact("files", files)
            .fact("bases", now.len())
    })
}

/// Whether a battle group can stand where it has been put: on the table, on ground it may enter, over no other base, and in
/// no new contact with the enemy.
pub fn has_room(world: &World, after: &World, group: GroupId, rule: RuleId) -> Result<(), Refusal> {
    let rects = after.obstruction(group);
    if !rects.iter().all(|r| world.field.holds(r)) {
        return Err(refuse(rule, "The table edge is in the way", "Stay further from the edge."));
    }
    let near = nearness::about(world, after, group);
    if let Some(other) = near.iter().find(|&&g| any_overlap(rects, world.obstruction(g))) {
        return Err(refuse(rule, "Other troops are in the way", "Make room first.")
            .piece("battle group", other.piece()));
    }
    for (_, state) in world.sides.iter() {
        if state.camp.is_some_and(|c| any_overlap(rects, &[c.at.rect()])) {
            return Err(refuse(rule, "A camp is in the way", "Do it elsewhere."));
        }
    }
    let by_road = after.file_on_road(group);
    let slowed = rects.iter().filter(|r| !by_road.contains(r));
    let ground: Vec<_> = slowed.flat_map(|r| disorder::ground_under(world, r)).map(|p| p.kind).collect();
    if let Some((troops, kind)) = rates::barred(world, group, after[group].posture, &ground) {
        return Err(refuse(
            rates::no_entry(world, kind),
            format!("{troops} cannot enter {}", rates::words(kind)),
            "Keep out of it.",
        ));
    }
    obstruct::contacts_at_end(world, after, group)
}

pub(super) fn not_in_close_combat(world: &World, group: GroupId, rule: RuleId) -> Result<(), Refusal> {
    if contact::in_close_combat(world, group) {
        return Err(refuse(rule, "It is in close combat", "Feed bases into the combat instead."));
    }
    Ok(())
}

fn bases(world: &World, files: u8) -> Um {
    world.field.base_width() * i32::from(files)
}

/// How many files come or go on each hand, and the formation that its player wants.
#[derive(Clone, Copy, Debug)]
pub struct FrontChange<'a> {
    pub left: u8,
    pub right: u8,
    pub formation: Option<&'a Formation>,
}

/// Plans an expansion.
pub fn expand(
    world: &World,
    group: GroupId,
    FrontChange { left, right, formation }: FrontChange<'_>,
    then: Option<&Advance>,
    action: &Action,
) -> Result<Plan, Refusal> {
    let rule = law!(world.book, "FOGR-MOVE-062", "FOGAM-MOVE-066");
    not_in_close_combat(world, group, rule)?;
    let added = left.saturating_add(right);
    if !(1..=2).contains(&added) {
        return Err(refuse(rule, "An expansion adds one or two bases to the front rank", "Add 1 or 2."));
    }
    let kind = if then.is_some() { MoveKind::ExpandAndAdvance } else { MoveKind::Expand };
    let difficulty = world.book.difficulty(world, &[group], kind)?;
    let files = world.formation(group).width() + usize::from(added);
    let shape = choose(world, group, files, formation, rule)?;
    let anchor = world.anchor(group).offset(-bases(world, left), Um::ZERO);
    let after = world.supposing(|after| after.reshape(group, &shape, anchor));
    has_room(world, &after, group, rule)?;
    let Some(advance) = then else {
        return Ok(stationary(world, &after, group, action.clone(), difficulty));
    };
    let moved = advance::plan_with(&after, group, advance, kind)?;
    Ok(Plan { action: action.clone(), difficulty, ..moved })
}

/// Plans a contraction.
pub fn contract(
    world: &World,
    group: GroupId,
    FrontChange { left, right, formation }: FrontChange<'_>,
    with: Option<&WithAdvance>,
    action: &Action,
) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-064", "FOGAM-MOVE-068");
    let rule = law!(world.book, "FOGR-MOVE-063", "FOGAM-MOVE-067");
    not_in_close_combat(world, group, rule)?;
    let taken = left.saturating_add(right);
    let width = world.formation(group).width();
    if !(1..=2).contains(&taken) || usize::from(taken) >= width {
        return Err(refuse(
            rule,
            "A contraction takes one or two bases out of the front rank",
            "Take 1 or 2.",
        ));
    }
    let shape = choose(world, group, width - usize::from(taken), formation, rule)?;
    let contracted = |from: &World| {
        let anchor = from.anchor(group).offset(bases(world, left), Um::ZERO);
        from.supposing(|after| after.reshape(group, &shape, anchor))
    };
    let Some(WithAdvance { advance, when }) = with else {
        let after = contracted(world);
        has_room(world, &after, group, rule)?;
        let difficulty = world.book.difficulty(world, &[group], MoveKind::Contract)?;
        return Ok(stationary(world, &after, group, action.clone(), difficulty));
    };
    let (moved, corners) = match when {
        When::After => {
            let middle = contracted(world);
            has_room(world, &middle, group, rule)?;
            let ends = ends(&middle, group, Um::ZERO, middle.body(group).frontage);
            (advance::plan_with(&middle, group, advance, MoveKind::ContractAndAdvance)?, ends)
        }
        When::Before => {
            let before = world.supposing(|before| before[group].phase.reshaped = true);
            let moved = advance::plan_with(&before, group, advance, MoveKind::ContractAndAdvance)?;
            let after = contracted(&before.supposing(|arrived| moved.end.carry_out(arrived)));
            has_room(world, &after, group, rule)?;
            let start = bases(world, left);
            let ends = ends(world, group, start, start + after.body(group).frontage);
            (Plan { end: Place::of(&after, group), ..moved }, ends)
        }
    };
    let path = advance::path_of(world.body(group), advance);
    let enough =
        corners.iter().all(|c| travelled(&path, *c) + caracole_plane::CONTACT_TOLERANCE >= world.field.mu(3));
    let kind = if enough { MoveKind::ContractAndAdvance } else { MoveKind::Contract };
    let difficulty = world.book.difficulty(world, &[group], kind)?;
    Ok(Plan { action: action.clone(), difficulty, ..moved })
}

/// Two points of the front line by their distance from its left end.
fn ends(world: &World, group: GroupId, from: Um, to: Um) -> [Point; 2] {
    let anchor: Pose = world.anchor(group);
    [anchor.offset(from, Um::ZERO).at, anchor.offset(to, Um::ZERO).at]
}

/// How far a point of a body travels along a path.
fn travelled(path: &Path, mut point: Point) -> Um {
    let mut sum = Um::ZERO;
    for (_, motion) in path.legs() {
        sum += motion.straight_distance(point);
        point = motion.point_after(point);
    }
    sum
}

/// Plans a change of formation: bases change places, a tercio or keil turns, or both.
pub fn change(
    world: &World,
    group: GroupId,
    turn: Option<Hand>,
    formation: Option<&Formation>,
    action: &Action,
) -> Result<Plan, Refusal> {
    let rule = rule!("FOGR-MOVE-065");
    not_in_close_combat(world, group, rule)?;
    if kinds::is_light(world, group) {
        return Err(refuse(
            rule,
            "Light troops make no changes of formation",
            "Turn, expand or contract instead.",
        ));
    }
    if world[group].posture == Posture::Square {
        return Err(super::square::in_square(world, rule!("FOGR-SPECIAL-033")));
    }
    if turn.is_none() && formation.is_none() {
        return Err(refuse(rule, "Nothing would change", "Say which way it turns or how it forms."));
    }
    let after = |from: &World| changed(from, group, action);
    let (after, gives_way) = match turn {
        Some(_) => super::turns::turn_in_place(world, group, &after, rule)?,
        None => {
            let after = after(world)?;
            has_room(world, &after, group, rule)?;
            (after, SmallVec::new())
        }
    };
    Ok(Plan { gives_way, ..stationary(world, &after, group, action.clone(), Difficulty::Complex) })
}

/// A battle group after a change of formation, whatever is in the way.
pub(super) fn changed(world: &World, group: GroupId, action: &Action) -> Result<World, Refusal> {
    enforces!("FOGR-MOVE-065", "FOGR-MOVE-068");
    let rule = rule!("FOGR-MOVE-065");
    let Action::ChangeFormation { turn, formation } = action else {
        return Err(refuse(rule, "That is not a change of formation", "Choose one."));
    };
    let (turn, formation) = (*turn, formation.as_ref());
    let width = world.formation(group).width();
    let shape = match formation {
        Some(_) => choose(world, group, width, formation, rule!("FOGR-MOVE-068"))?,
        None => world.formation(group).clone(),
    };
    let anchor = match turn {
        None => world.anchor(group),
        Some(hand) => {
            if !kinds::is_tercio(world, group) && !kinds::is_a_keil(world, group) {
                return Err(refuse(
                    rule!("FOGR-MOVE-066"),
                    "Only tercios and keils turn by a change of formation",
                    "Make a 90 degree turn.",
                ));
            }
            turned_anchor(world, group, hand, &shape)
        }
    };
    Ok(world.supposing(|after| after.reshape(group, &shape, anchor)))
}

fn turned_anchor(world: &World, group: GroupId, hand: Hand, shape: &Formation) -> Pose {
    let grid = grid_of(world.field.scale, shape, world.lead(group));
    world.body(group).turned_to(hand, &grid).anchor
}

/// A tercio or keil turned in its own formation, whatever is in the way.
pub(super) fn turned(world: &World, group: GroupId, hand: Hand) -> World {
    let shape = world.formation(group);
    world.supposing(|after| after.reshape(group, shape, turned_anchor(world, group, hand, shape)))
}
