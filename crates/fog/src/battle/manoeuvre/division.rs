//! Divisions: battle groups that move as one body under a commander.

use super::advance::Route;
use super::messages::{Action, Advance, Difficulty, Leg, Shift};
use super::plan::Place;
use super::reshape::{refuse, stationary};
use super::{advance, moves, obstruct, pinned};
use crate::battle::position::rates::{self, ColumnUse};
use crate::battle::position::{command, disorder, kinds};
use crate::battle::world::{CommanderId, GroupId, Posture, World};
use crate::formation::Status;
use crate::troops::{Cohesion, Disorder, TroopType};
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Group, Hand, Motion, Path, Point, Um, any_within};
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
    /// Where they come to.
    pub ends: Vec<Place>,
    /// Lone enemy commanders in the way.
    pub comes_upon: SmallVec<[CommanderId; 2]>,
}

/// Whether these battle groups make a division now, and under which commander.
pub fn is_division(world: &World, side: Side, groups: &[GroupId]) -> Result<CommanderId, Refusal> {
    enforces!(
        "FOGR-COMMAND-010",
        "FOGR-COMMAND-012",
        "FOGR-COMMAND-013",
        "FOGR-COMMAND-023",
        "FOGR-COMMAND-004"
    );
    let mut distinct = groups.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if groups.len() < 2 || distinct.len() != groups.len() || groups.len() > 40 {
        return Err(refuse(
            rule!("FOGR-COMMAND-010"),
            "A division consists of two or more different battle groups",
            "Name each once.",
        ));
    }
    for &group in groups {
        moves::can_move(world, side, group)?;
        member(world, group)?;
    }
    let mounted = groups.iter().any(|&g| kinds::is_mounted(world, g));
    let foot = groups.iter().any(|&g| {
        kinds::is_foot(world, g)
            && world[g].status != Status::CommandedShot
            && !kinds::is_all(world, g, TroopType::Dragoons)
    });
    if mounted && foot {
        return Err(refuse(
            rule!("FOGR-COMMAND-014"),
            "A division has either mounted troops or foot; commanded shot and dragoons go with both",
            "Move them apart.",
        ));
    }
    if groups.iter().any(|&g| Some(world[g].contingent) != groups.first().map(|&f| world[f].contingent)) {
        return Err(refuse(
            rule!("FOGR-COMMAND-017"),
            "Allied battle groups can be in a division only with their own contingent",
            "Move them apart.",
        ));
    }
    for &group in groups {
        let near =
            |&o: &GroupId| o != group && any_within(world.rects(group), world.rects(o), world.field.mu(4));
        if !groups.iter().any(near) {
            return Err(refuse(
                rule!("FOGR-COMMAND-010"),
                "A battle group is further than 4 MU from every other one in the division",
                "Leave it out.",
            )
            .piece("battle group", group.piece()));
        }
    }
    let leads = |&c: &CommanderId| {
        world[c].with().is_some_and(|g| groups.contains(&g))
            && groups
                .iter()
                .all(|&g| command::in_line_of_command(world, c, g) && command::in_range(world, c, g))
    };
    world.commander_ids().find(leads).ok_or_else(|| {
        refuse(
            rule!("FOGR-COMMAND-012"),
            "No commander with one of them has all of them in command range and line of command",
            "Bring a commander up, or move fewer.",
        )
    })
}

fn member(world: &World, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-015", "FOGR-COMMAND-016");
    let barred =
        |t: TroopType| matches!(t, TroopType::Warriors | TroopType::BattleWagons) || t.is_artillery();
    if world.profiles(group).iter().any(|b| barred(b.troop_type)) {
        return Err(refuse(
            rule!("FOGR-COMMAND-015"),
            "Warriors, artillery and battle wagons cannot be in a division",
            "Leave them out.",
        )
        .piece("battle group", group.piece()));
    }
    let shaken = world[group].cohesion >= Cohesion::Fragmented
        || disorder::worst(world, group) == Disorder::SeverelyDisordered;
    if shaken {
        return Err(refuse(
            rule!("FOGR-COMMAND-016"),
            "Fragmented or severely disordered troops cannot be in a division",
            "Leave them out.",
        )
        .piece("battle group", group.piece()));
    }
    Ok(())
}

/// The gaps to other friends that a divisional move needs at its start.
fn gaps(world: &World, groups: &[GroupId]) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-011");
    let width = world.field.base_width();
    let close = |a: GroupId, b: GroupId| {
        let (ours, theirs) = (world.rects(a), world.rects(b));
        ours.iter().any(|r| theirs.iter().any(|o| r.distance(o) + CONTACT_TOLERANCE < width))
    };
    let exempt = |g: GroupId| {
        kinds::is_a_keil(world, g)
            || kinds::is_all(world, g, TroopType::LightFoot)
            || kinds::is_artillery(world, g)
            || (world[g].status == Status::CommandedShot
                && world.friends_of(g).filter(|&f| close(g, f)).all(|f| kinds::is_mounted(world, f)))
    };
    for &group in groups {
        let crowding = world.friends_of(group).find(|&f| close(group, f) && !exempt(group) && !exempt(f));
        if let Some(friend) = crowding {
            return Err(refuse(
                rule!("FOGR-COMMAND-011"),
                "A battle group of the division is less than a base width from other friends",
                "Leave it out, or move it on its own.",
            )
            .piece("battle group", group.piece())
            .piece("friends", friend.piece()));
        }
    }
    Ok(())
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
        return Err(refuse(rule!("FOGR-COMMAND-010"), "No battle group is named", "Name them."));
    };
    let made = world[first].phase.moves;
    if groups.iter().any(|&g| world[g].phase.moves != made) {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-055"),
            "Some of them have moved already",
            "A division stays the same through all its moves.",
        ));
    }
    if made == 0 {
        gaps(world, groups)?;
    }
    keeps_its_places(world, groups, first)?;
    wheels_once(world, first, advance)?;
    if advance.shift.is_some() {
        shift_serves(world, groups, advance, made)?;
    }
    let paths = paths(world, groups, advance);
    let after = world.supposing(|after| put_at_ends(after, &paths));
    let moves = moves_of_all(world, groups, &paths, &after, made)?;
    let distance = within_slowest(world, &moves)?;
    let action = Action::Advance(advance.clone());
    for &(group, _) in &paths {
        advance::comes_forward(world.body(group), &after, group)?;
        pinned::check(world, group, &stationary(world, &after, group, action.clone(), Difficulty::Simple))?;
    }
    Ok(DivisionPlan {
        groups: groups.to_vec(),
        advance: advance.clone(),
        distance,
        spent: furthest_of(&moves),
        ends: groups.iter().map(|&g| Place::of(&after, g)).collect(),
        comes_upon: all_come_upon(&moves),
    })
}

/// Battle groups that face the same way keep their places to one another when they go straight ahead.
fn keeps_its_places(world: &World, groups: &[GroupId], first: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-021");
    let same_way = |g: &GroupId| {
        let apart = world.facing(*g).shortest_turn(world.facing(first)).1;
        apart.millidegrees() <= 100
    };
    if groups.iter().all(same_way) {
        return Ok(());
    }
    Err(refuse(
        rule!("FOGR-COMMAND-021"),
        "Battle groups that face different ways cannot keep their relative places as they advance",
        "Move those that face the same way.",
    ))
}

fn wheels_once(world: &World, first: GroupId, advance: &Advance) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-018");
    if advance::wheels(world, first, advance, Route::AcrossCountry)? > 1 {
        return Err(refuse(
            rule!("FOGR-COMMAND-018"),
            "A division makes at most one wheel",
            "Leave one out.",
        ));
    }
    Ok(())
}

/// A shift is for a first move, and serves at least one battle group of the division; all make it.
fn shift_serves(world: &World, groups: &[GroupId], advance: &Advance, made: u8) -> Result<(), Refusal> {
    if made > 0 {
        return Err(refuse(
            rule!("FOGR-MOVE-061"),
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
        rule!("FOGR-MOVE-060"),
        "No battle group of the division may make this shift",
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
            rule!("FOGR-COMMAND-018"),
            "A battle group is in square, in a kinked column or out of formation",
            "Leave it out.",
        ));
    }
    let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
    let ground = rates::kinds_on_path(world, path, &files);
    let column = if kinds::is_column(world, group) { ColumnUse::Column } else { ColumnUse::None };
    let distance = rates::move_distance(world, group, &ground, column)?;
    obstruct::river(world, path)?;
    let way = obstruct::way(world, group, path, groups)?;
    if way.further > Um::ZERO {
        return Err(refuse(
            rule!("FOGR-COMMAND-021"),
            "A battle group would have to go further than the others to pass through friends",
            "Move it on its own.",
        ));
    }
    Ok(MemberMove { distance, spent: furthest(path), comes_upon: way.comes_upon })
}

/// The distance of the slowest battle group, further than which none may go.
fn within_slowest(world: &World, moves: &[MemberMove]) -> Result<Tally, Refusal> {
    enforces!("FOGR-COMMAND-019", "FOGR-COMMAND-022", "FOGR-MOVE-014", "FOGR-MOVE-049");
    let slowest = moves.iter().map(|m| &m.distance).min_by_key(|d| d.total());
    let distance = slowest.cloned().unwrap_or_else(|| Tally::new("move distance in MU"));
    let allowed = world.field.mu(distance.total());
    let spent = furthest_of(moves);
    if spent > allowed + CONTACT_TOLERANCE {
        return Err(refuse(
            rule!("FOGR-MOVE-049"),
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
