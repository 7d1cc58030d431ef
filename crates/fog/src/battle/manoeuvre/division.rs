//! Divisions and battle lines: battle groups that move as one body under a commander.

use super::advance::Route;
use super::messages::{Action, Advance, Difficulty, Leg, Shift};
use super::plan::Place;
use super::reshape::{refuse, stationary};
use super::{advance, moves, obstruct, pinned};
use crate::battle::customs::Advancing;
use crate::battle::law::law;
use crate::battle::position::rates::{self, ColumnUse};
use crate::battle::position::{command, kinds};
use crate::battle::world::{CommanderId, GroupId, Posture, World};
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::enforces;
use caracole_plane::{CONTACT_TOLERANCE, Group, Hand, Motion, Path, Point, Um};
use serde::Serialize;
use smallvec::SmallVec;

/// A move of a division.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DivisionPlan {
    /// The battle groups.
    pub groups: Vec<GroupId>,
    /// How.
    pub advance: Advance,
    /// The distance of its slowest battle group.
    pub distance: Tally,
    /// How far the battle group goes that goes furthest.
    pub spent: Um,
    /// Simple or complex.
    pub difficulty: Difficulty,
    /// Whether one complex move test of all comes first.
    pub needs_test: bool,
    /// Where they come to.
    pub ends: Vec<Place>,
    /// Lone enemy commanders in the way.
    pub comes_upon: SmallVec<[CommanderId; 2]>,
}

/// Whether these battle groups make a division now, and under which commander.
pub fn is_division(world: &World, side: Side, groups: &[GroupId]) -> Result<CommanderId, Refusal> {
    let mut distinct = groups.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if groups.len() < 2 || distinct.len() != groups.len() || groups.len() > 40 {
        return Err(refuse(
            law!(world.book, "FOGR-COMMAND-010", "FOGAM-COMMAND-012"),
            "Two or more different battle groups move as one body",
            "Name each once.",
        ));
    }
    for &group in groups {
        moves::can_move(world, side, group)?;
    }
    world.book.leader(world, side, groups)
}

/// Whether a commander with one of these battle groups has all of them in command range and line of command.
#[must_use]
pub fn leads(world: &World, commander: CommanderId, groups: &[GroupId]) -> bool {
    enforces!("FOGR-COMMAND-012", "FOGR-COMMAND-004", "FOGAM-COMMAND-004", "FOGAM-COMMAND-013");
    world[commander].with().is_some_and(|g| groups.contains(&g))
        && groups.iter().all(|&g| {
            command::in_line_of_command(world, commander, g) && command::in_range(world, commander, g)
        })
}

/// The way of each battle group: all straight ahead, or all about one front corner of the division.
pub(super) fn paths(world: &World, groups: &[GroupId], advance: &Advance) -> Vec<(GroupId, Path)> {
    let mut paths: Vec<(GroupId, Path)> = groups.iter().map(|&g| (g, Path::from(world.body(g)))).collect();
    for leg in &advance.legs {
        let motion: Option<Motion> = match leg {
            Leg::Ahead(_) => None,
            Leg::Wheel { hand, by } => {
                pivot(&paths, *hand).map(|about| Motion::Turn { about, sense: hand.sense(), by: *by })
            }
        };
        for (_, path) in &mut paths {
            *path = match (motion, leg) {
                (Some(motion), _) => path.clone().leg(motion),
                (None, Leg::Ahead(distance)) => path.clone().advance(*distance),
                (None, Leg::Wheel { .. }) => path.clone(),
            };
        }
    }
    if let Some(Shift { hand, by, .. }) = advance.shift {
        enforces!("FOGR-COMMAND-020");
        for (_, path) in &mut paths {
            *path = path.clone().shift(hand, by);
        }
    }
    paths
}

/// Puts each battle group at the end of its way.
pub(super) fn put_at_ends(world: &mut World, paths: &[(GroupId, Path)]) {
    for (group, path) in paths {
        world.put(*group, path.end());
    }
}

/// The front corner of the division on a hand: the one that lies furthest that way.
fn pivot(paths: &[(GroupId, Path)], hand: Hand) -> Option<Point> {
    let first: &Group = paths.first()?.1.end();
    let corners = paths.iter().map(|(_, p)| p.end().front_corner(hand));
    corners.max_by_key(|c| hand.signed(first.anchor.local(*c).0))
}

/// How far the furthest front corner of a path moves, turns measured straight.
fn furthest(path: &Path) -> Um {
    Hand::BOTH
        .into_iter()
        .map(|hand| {
            let mut sum = Um::ZERO;
            for (group, motion) in path.legs() {
                let sideways = matches!(motion, Motion::Slide { toward, .. } if *toward != group.facing());
                if !sideways {
                    sum += motion.straight_distance(group.front_corner(hand));
                }
            }
            sum
        })
        .max()
        .unwrap_or(Um::ZERO)
}

/// Plans a move of a division.
pub fn plan(
    world: &World,
    side: Side,
    groups: &[GroupId],
    advance: &Advance,
) -> Result<DivisionPlan, Refusal> {
    is_division(world, side, groups)?;
    let Some(&first) = groups.first() else {
        let rule = law!(world.book, "FOGR-COMMAND-010", "FOGAM-COMMAND-012");
        return Err(refuse(rule, "No battle group is named", "Name them."));
    };
    let made = world[first].phase.moves;
    if groups.iter().any(|&g| world[g].phase.moves != made) {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-055", "FOGAM-MANOEUVRE-049"),
            "Some of them have moved already",
            "They stay the same through all their moves.",
        ));
    }
    if made == 0 {
        world.book.have_room(world, groups)?;
    }
    keeps_its_places(world, groups, first)?;
    let wheels = wheels_once(world, first, advance)?;
    if advance.shift.is_some() {
        shift_serves(world, groups, advance, made)?;
    }
    let Moved { paths, after, moves, distance } = move_all(world, groups, advance, made)?;
    let action = Action::Advance(advance.clone());
    for &(group, _) in &paths {
        advance::comes_forward(world.body(group), &after, group)?;
        pinned::check(world, group, &stationary(world, &after, group, action.clone(), Difficulty::Simple))?;
    }
    let difficulty = difficulty(world, groups, advance, (&paths, &after, made))?;
    if made > 0 {
        world.book.goes_with(wheels, difficulty)?;
    }
    let needs_test = difficulty == Difficulty::Complex || world.book.always_test(world, groups);
    moves::not_failed(world, groups, needs_test)?;
    Ok(DivisionPlan {
        groups: groups.to_vec(),
        advance: advance.clone(),
        distance,
        spent: furthest_of(&moves),
        difficulty,
        needs_test,
        ends: groups.iter().map(|&g| Place::of(&after, g)).collect(),
        comes_upon: all_come_upon(&moves),
    })
}

/// Battle groups that have moved as one body.
struct Moved {
    paths: Vec<(GroupId, Path)>,
    after: World,
    moves: Vec<MemberMove>,
    distance: Tally,
}

fn move_all(world: &World, groups: &[GroupId], advance: &Advance, made: u8) -> Result<Moved, Refusal> {
    let paths = paths(world, groups, advance);
    let after = world.supposing(|after| put_at_ends(after, &paths));
    let moves = moves_of_all(world, groups, &paths, &after, made)?;
    let distance = within_slowest(world, &moves)?;
    Ok(Moved { paths, after, moves, distance })
}

/// Whether the move of all is simple or complex.
fn difficulty(
    world: &World,
    groups: &[GroupId],
    advance: &Advance,
    (paths, after, made): (&[(GroupId, Path)], &World, u8),
) -> Result<Difficulty, Refusal> {
    let keeps_clear = |(group, path): &(GroupId, Path)| {
        obstruct::keeps_clear_of_enemy(world, *group, path).is_ok()
            && obstruct::keeps_clear_of_enemy(world, *group, &Path::from(world.body(*group))).is_ok()
    };
    let advancing = Advancing {
        clear: &|| paths.iter().all(keeps_clear),
        full: &|| advance::longer(advance).is_some_and(|a| move_all(world, groups, &a, made).is_err()),
        joins_melee: &|| groups.iter().all(|&g| pinned::overlaps_another(world, after, g)),
    };
    world.book.difficulty_of_advance(world, groups, advancing)
}

/// Battle groups that face the same way keep their places to one another when they go straight ahead.
fn keeps_its_places(world: &World, groups: &[GroupId], first: GroupId) -> Result<(), Refusal> {
    let same_way = |g: &GroupId| {
        let apart = world.facing(*g).shortest_turn(world.facing(first)).1;
        apart.millidegrees() <= 100
    };
    if groups.iter().all(same_way) {
        return Ok(());
    }
    Err(refuse(
        law!(world.book, "FOGR-COMMAND-021", "FOGAM-COMMAND-012"),
        "Battle groups that face different ways cannot keep their relative places as they advance",
        "Move those that face the same way.",
    ))
}

fn wheels_once(world: &World, first: GroupId, advance: &Advance) -> Result<usize, Refusal> {
    let wheels = advance::wheels(world, first, advance, Route::AcrossCountry)?;
    if wheels > 1 {
        return Err(refuse(
            law!(world.book, "FOGR-COMMAND-018", "FOGAM-MOVE-020"),
            "Battle groups that move as one body make at most one wheel",
            "Leave one out.",
        ));
    }
    Ok(wheels)
}

/// A shift is for a first move, and serves at least one battle group of the division; all make it.
fn shift_serves(world: &World, groups: &[GroupId], advance: &Advance, made: u8) -> Result<(), Refusal> {
    if made > 0 {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-061", "FOGAM-MOVE-064"),
            "No shift in a second or third move",
            "Leave the shift out.",
        ));
    }
    let serves = |&g: &GroupId| {
        let track = advance::track(world, g, advance, groups);
        track.is_ok_and(|t| advance::shift(world, g, advance, &t).is_ok())
    };
    if groups.iter().any(serves) {
        return Ok(());
    }
    Err(refuse(
        law!(world.book, "FOGR-MOVE-060", "FOGAM-MOVE-061"),
        "No battle group of them may make this shift",
        "Leave the shift out.",
    ))
}

/// What one battle group of a division does in its move.
struct MemberMove {
    /// Its own distance by the ground that it crosses.
    distance: Tally,
    /// How far its furthest front corner goes.
    spent: Um,
    comes_upon: SmallVec<[CommanderId; 2]>,
}

fn moves_of_all(
    world: &World,
    groups: &[GroupId],
    paths: &[(GroupId, Path)],
    after: &World,
    made: u8,
) -> Result<Vec<MemberMove>, Refusal> {
    let move_of = |(group, path): &(GroupId, Path)| {
        let moved = member_move(world, groups, *group, path)?;
        obstruct::contacts_at_end(world, after, *group)?;
        if made > 0 {
            moves::further_move(world, groups, path)?;
        }
        Ok(moved)
    };
    paths.iter().map(move_of).collect()
}

/// Follows one battle group of a division along its way.
fn member_move(
    world: &World,
    groups: &[GroupId],
    group: GroupId,
    path: &Path,
) -> Result<MemberMove, Refusal> {
    if world[group].posture != Posture::Normal || !world.stands_in_order(group) {
        return Err(refuse(
            law!(world.book, "FOGR-COMMAND-018", "FOGAM-MOVE-020"),
            format!(
                "A battle group is {}, in a kinked column or out of formation",
                world.book.words().in_square
            ),
            "Leave it out.",
        ));
    }
    let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
    let ground = rates::kinds_on_path(world, path, &files);
    let column = if kinds::is_column(world, group) { ColumnUse::Column } else { ColumnUse::None };
    let distance = rates::march_distance(world, group, &ground, column, &[path])?;
    obstruct::river(world, path)?;
    let way = obstruct::way(world, group, path, groups)?;
    if way.further > Um::ZERO {
        return Err(refuse(
            law!(world.book, "FOGR-COMMAND-021", "FOGAM-MOVE-020"),
            "A battle group would have to go further than the others to pass through friends",
            "Move it on its own.",
        ));
    }
    Ok(MemberMove { distance, spent: furthest(path), comes_upon: way.comes_upon })
}

/// The distance of the slowest battle group, further than which none may go.
fn within_slowest(world: &World, moves: &[MemberMove]) -> Result<Tally, Refusal> {
    enforces!("FOGR-COMMAND-019", "FOGR-COMMAND-022", "FOGR-MOVE-014", "FOGAM-MOVE-013", "FOGAM-MOVE-044");
    let slowest = moves.iter().map(|m| &m.distance).min_by_key(|d| d.total());
    let distance = slowest.cloned().unwrap_or_else(|| Tally::new("move distance in MU"));
    let allowed = world.field.mu(distance.total());
    let spent = furthest_of(moves);
    if spent > allowed + CONTACT_TOLERANCE {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-049", "FOGAM-MOVE-013"),
            "The move is longer than the distance of the slowest battle group",
            "Move less far.",
        )
        .length("needed", spent.get())
        .length("allowed", allowed.get()));
    }
    Ok(distance)
}

/// How far the battle group goes that goes furthest.
fn furthest_of(moves: &[MemberMove]) -> Um {
    moves.iter().map(|m| m.spent).fold(Um::ZERO, Um::max)
}

/// The lone enemy commanders in the way of any of them, each once.
fn all_come_upon(moves: &[MemberMove]) -> SmallVec<[CommanderId; 2]> {
    let mut found = SmallVec::new();
    for commander in moves.iter().flat_map(|m| m.comes_upon.iter().copied()) {
        if !found.contains(&commander) {
            found.push(commander);
        }
    }
    found
}
