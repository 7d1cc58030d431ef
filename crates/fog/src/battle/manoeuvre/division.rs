//! Divisions: battle groups that move as one body under a commander.

use super::messages::{Advance, Leg, Shift};
use super::plan::Place;
use super::reshape::refuse;
use super::{advance, moves, obstruct, pinned};
use crate::battle::position::rates::{self, ColumnUse};
use crate::battle::position::{command, disorder, kinds};
use crate::battle::world::{CommanderId, GroupId, World};
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
    /// Who moves.
    pub groups: Vec<GroupId>,
    /// How.
    pub advance: Advance,
    /// The distance of its slowest battle group.
    pub distance: Tally,
    /// The distance of whoever moves furthest.
    pub spent: Um,
    /// Where they come to.
    pub ends: Vec<Place>,
    /// Lone enemy commanders in the way.
    pub comes_upon: SmallVec<[CommanderId; 2]>,
}

/// Whether these battle groups make a division now, and under whom.
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
            "A division is of two or more different battle groups",
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
            "Mounted troops are in no division with foot, commanded shot and dragoons excepted",
            "Move them apart.",
        ));
    }
    if groups.iter().any(|&g| Some(world[g].contingent) != groups.first().map(|&f| world[f].contingent)) {
        return Err(refuse(
            rule!("FOGR-COMMAND-017"),
            "Allied battle groups are in a division only with their own contingent",
            "Move them apart.",
        ));
    }
    for &group in groups {
        let near =
            |&o: &GroupId| o != group && any_within(world.rects(group), world.rects(o), world.field.mu(4));
        if !groups.iter().any(near) {
            return Err(refuse(
                rule!("FOGR-COMMAND-010"),
                "A battle group is further than 4 MU from every other of the division",
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
            "Warriors, artillery and battle wagons are in no division",
            "Leave them out.",
        )
        .piece("battle group", group.piece()));
    }
    let shaken = world[group].cohesion >= Cohesion::Fragmented
        || disorder::worst(world, group) == Disorder::SeverelyDisordered;
    if shaken {
        return Err(refuse(
            rule!("FOGR-COMMAND-016"),
            "Fragmented or severely disordered troops are in no division",
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
    enforces!(
        "FOGR-COMMAND-018",
        "FOGR-COMMAND-019",
        "FOGR-COMMAND-020",
        "FOGR-COMMAND-021",
        "FOGR-COMMAND-022"
    );
    enforces!("FOGR-MOVE-014", "FOGR-MOVE-049");
    is_division(world, side, groups)?;
    let Some(&first) = groups.first() else {
        return Err(refuse(rule!("FOGR-COMMAND-010"), "Nobody is named", "Name them."));
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
    let same_way = |g: &GroupId| {
        let apart = world.facing(*g).shortest_turn(world.facing(first)).1;
        apart.millidegrees() <= 100
    };
    if !groups.iter().all(same_way) {
        return Err(refuse(
            rule!("FOGR-COMMAND-021"),
            "Battle groups that face different ways cannot keep their places to one another straight ahead",
            "Move those that face the same way.",
        ));
    }
    if advance::wheels(world, first, advance, false)? > 1 {
        return Err(refuse(
            rule!("FOGR-COMMAND-018"),
            "A division makes at most one wheel",
            "Leave one out.",
        ));
    }
    if advance.shift.is_some() && made > 0 {
        return Err(refuse(
            rule!("FOGR-MOVE-061"),
            "No shift in a second or third move",
            "Leave the shift out.",
        ));
    }
    if advance.shift.is_some() {
        let serves = |&g: &GroupId| {
            let track = advance::track(world, g, advance, groups);
            track.is_ok_and(|t| advance::shift(world, g, advance, &t).is_ok())
        };
        if !groups.iter().any(serves) {
            return Err(refuse(
                rule!("FOGR-MOVE-060"),
                "The shift serves no battle group of the division",
                "Leave the shift out.",
            ));
        }
    }
    let paths = paths(world, groups, advance);
    let after = world.supposing(|after| put_at_ends(after, &paths));
    let mut slowest: Option<Tally> = None;
    let mut spent = Um::ZERO;
    let mut comes_upon = SmallVec::new();
    for (g, path) in &paths {
        if world[*g].posture != crate::battle::world::Posture::Normal || !world.stands_in_order(*g) {
            return Err(refuse(
                rule!("FOGR-COMMAND-018"),
                "A battle group is in square, in a kinked column or out of formation",
                "Leave it out.",
            ));
        }
        let files: Vec<u8> = world.bases_of(*g).iter().map(|b| b.at.file).collect();
        let ground = rates::kinds_on_path(world, path, &files);
        let column = if kinds::is_column(world, *g) { ColumnUse::Column } else { ColumnUse::None };
        let distance = rates::move_distance(world, *g, &ground, column)?;
        if slowest.as_ref().is_none_or(|s| distance.total() < s.total()) {
            slowest = Some(distance);
        }
        spent = spent.max(furthest(path));
        obstruct::river(world, path)?;
        let way = obstruct::way(world, *g, path, groups)?;
        if way.further > Um::ZERO {
            return Err(refuse(
                rule!("FOGR-COMMAND-021"),
                "A battle group would have to go further than the others to pass through friends",
                "Move it on its own.",
            ));
        }
        comes_upon
            .extend(way.comes_upon.iter().copied().filter(|c| !comes_upon.contains(c)).collect::<Vec<_>>());
        obstruct::contacts_at_end(world, &after, *g)?;
        if made > 0 {
            moves::further_move(world, groups, path)?;
        }
    }
    let distance = slowest.unwrap_or_else(|| Tally::new("move distance in MU"));
    let allowed = world.field.mu(distance.total());
    if spent > allowed + CONTACT_TOLERANCE {
        return Err(refuse(
            rule!("FOGR-MOVE-049"),
            "The move is longer than the distance of the slowest battle group",
            "Move less far.",
        )
        .length("needed", spent.get())
        .length("allowed", allowed.get()));
    }
    for (g, _) in &paths {
        advance::comes_forward(world.body(*g), &after, *g)?;
        let plan = super::reshape::stationary(
            world,
            &after,
            *g,
            super::messages::Action::Advance(advance.clone()),
            super::messages::Difficulty::Simple,
        );
        pinned::check(world, *g, &plan)?;
    }
    let ends = groups.iter().map(|&g| Place::of(&after, g)).collect();
    Ok(DivisionPlan { groups: groups.to_vec(), advance: advance.clone(), distance, spent, ends, comes_upon })
}
