//! Troops in the way of a turn give way.

use super::messages::{Action, When};
use super::obstruct::runs_into;
use super::plan::{Place, carry_out_all};
use super::reshape::{self, refuse};
use super::turns;
use crate::battle::law::law;
use crate::battle::position::{contact, nearness};
use crate::battle::world::{GroupId, World};
use caracole_kernel::Refusal;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, Base, CONTACT_TOLERANCE, Motion, Path, Pose, Rects, Um, any_overlap, distance_to_clear,
};
use smallvec::SmallVec;

/// The battle groups that give way, and the world once they have, by the shortest ways.
pub struct Yielding {
    /// Those that stand in the way themselves.
    pub groups: SmallVec<[GroupId; 2]>,
    /// The world with them shifted, and the turning battle group where it was.
    pub world: World,
}

/// A turn made at the start of an action, if there is one.
pub fn first_turn(world: &World, group: GroupId, action: &Action) -> Option<Result<World, Refusal>> {
    match action {
        Action::TurnToFlank { hand, files, with } if with.as_ref().is_none_or(|w| w.when == When::After) => {
            Some(turns::turned_to(world, group, turns::FlankTurn { hand: *hand, files: *files }))
        }
        Action::TurnAbout { with, .. } if with.as_ref().is_none_or(|w| w.when == When::After) => {
            Some(Ok(turns::turned_about(world, group)))
        }
        Action::ChangeFormation { turn: Some(_), .. } => Some(reshape::changed(world, group, action)),
        _ => None,
    }
}

fn cancelled(world: &World, other: GroupId, why: &'static str) -> Refusal {
    let rule = law!(world.book, "FOGR-MOVE-074", "FOGAM-MOVE-059");
    refuse(rule, why, "Turn the other way, or move first.").piece("battle group", other.piece())
}

/// Whether a battle group stands where another would turn to, or is an enemy whom it would touch there.
fn blocks(world: &World, after: &World, turner: GroupId, other: GroupId) -> bool {
    any_overlap(after.obstruction(turner), world.obstruction(other))
        || (world[turner].side != world[other].side
            && contact::touch(after, turner, other)
            && !contact::touch(world, turner, other))
}

/// The battle groups that stand where another would turn to, or that it would touch there, and that give way to it.
fn in_the_way(world: &World, after: &World, turner: GroupId) -> Result<SmallVec<[GroupId; 2]>, Refusal> {
    enforces!("FOGR-MOVE-069", "FOGAM-MOVE-053");
    let mut found = SmallVec::new();
    let asked = |&g: &GroupId| world.book.yields(world, turner, g) && blocks(world, after, turner, g);
    for other in nearness::about(world, after, turner).into_iter().filter(asked) {
        match world.book.is_held(world, turner, other) {
            false => found.push(other),
            true if any_overlap(after.obstruction(turner), world.obstruction(other)) => {
                return Err(cancelled(world, other, "Troops that do not give way block the turn"));
            }
            true => {}
        }
    }
    found.sort_by_key(|&enemy| world.in_turn(enemy));
    Ok(found)
}

/// The ground of a battle group with a small margin: what is clear of it does not touch the battle group.
fn with_margin(world: &World, group: GroupId) -> Rects {
    let margin = CONTACT_TOLERANCE * 2;
    let grown = |base: Base| {
        let front: Pose = base.front.offset(Um::ZERO, margin);
        Base::new(front, base.width + margin * 2, base.depth + margin * 2).rect()
    };
    let lead = world.lead(group);
    let bases = world.bases_of(group);
    let limbers = bases.iter().filter(|_| lead > Um::ZERO).map(|b| b.base.zone_behind(lead));
    bases.iter().map(|b| b.base).chain(limbers).map(grown).collect()
}

/// Where a battle group, and its friends in its way, stand after it has given way in a direction, and how far it went.
/// `stage` has the turning battle group where its turn takes it; `world` is as it was before.
fn shifted(
    world: &World,
    stage: &World,
    turner: GroupId,
    enemy: GroupId,
    toward: Angle,
) -> Option<(Um, Vec<Place>)> {
    enforces!("FOGR-MOVE-072", "FOGR-MOVE-073", "FOGR-MOVE-103");
    enforces!("FOGAM-MOVE-054", "FOGAM-MOVE-055", "FOGAM-MOVE-058", "FOGAM-MOVE-109");
    let most = world.book.most_room(world);
    let mut after = stage.clone();
    // Nobody is pushed over the enemies of those that give way.
    let side = stage[turner].side;
    let against = if stage[enemy].side == side { side.other() } else { side };
    let distance = distance_to_clear(stage.obstruction(enemy), toward, &with_margin(stage, turner));
    let mut waiting = vec![(enemy, distance)];
    let mut done: Vec<GroupId> = Vec::new();
    while let Some((group, distance)) = waiting.pop() {
        let too_far = most.is_some_and(|most| distance > most + CONTACT_TOLERANCE);
        if done.contains(&group)
            || world.book.is_held(world, turner, group)
            || too_far
            || done.len() > world.groups().len()
        {
            return None;
        }
        let motion = Motion::Slide { toward, distance };
        let path = Path::from(after.body(group)).leg(motion);
        after.displace(group, &motion);
        done.push(group);
        let rects = after.obstruction(group);
        let foes = |g: GroupId| {
            let theirs = after.obstruction(g);
            any_overlap(rects, theirs) || (g != turner && runs_into(&path, theirs))
        };
        let others = after.of_side(against).filter(|&g| g != turner);
        if !after.group_may_stand(group)
            || !after.limbers_may_stand(group)
            || foes(turner)
            || others.into_iter().any(foes)
        {
            return None;
        }
        for friend in after.friends_of(group).filter(|f| !done.contains(f) && *f != turner) {
            let theirs = after.obstruction(friend);
            if any_overlap(rects, theirs) || runs_into(&path, theirs) {
                let further = distance_to_clear(theirs, toward, rects).max(Um::new(1));
                waiting.push((friend, further));
            }
        }
        // None may end on those shifted before.
        if done.iter().any(|&d| d != group && any_overlap(rects, after.obstruction(d))) {
            return None;
        }
    }
    Some((distance, done.into_iter().map(|g| Place::of(&after, g)).collect()))
}

/// The directions in which a battle group can give way at right angles to itself or to the one that turns, with how far.
pub fn options(world: &World, stage: &World, turner: GroupId, enemy: GroupId) -> Vec<(Angle, Um)> {
    let mut found: Vec<(Angle, Um)> = Vec::new();
    for facing in [stage.facing(enemy), stage.facing(turner)] {
        for turn in [Angle::ZERO, Angle::QUARTER, Angle::HALF, Angle::THREE_QUARTERS] {
            let toward = facing + turn;
            if found.iter().all(|(a, _)| *a != toward)
                && let Some((distance, _)) = shifted(world, stage, turner, enemy, toward)
            {
                found.push((toward, distance));
            }
        }
    }
    found.sort_by_key(|(_, d)| *d);
    found
}

/// The world with all battle groups shifted that are in the way of a turn, by the shortest ways; none if there are none.
pub fn cleared(world: &World, after: &World, turner: GroupId) -> Result<Option<Yielding>, Refusal> {
    enforces!("FOGR-MOVE-070", "FOGAM-MOVE-050");
    let groups = in_the_way(world, after, turner)?;
    if groups.is_empty() {
        return Ok(None);
    }
    let mut stage = after.clone();
    for &enemy in &groups {
        if !blocks(&stage, &stage, turner, enemy) && !contact::touch(&stage, turner, enemy) {
            continue;
        }
        let shift = options(world, &stage, turner, enemy)
            .first()
            .and_then(|(toward, _)| shifted(world, &stage, turner, enemy, *toward));
        let Some((_, places)) = shift else {
            return Err(cancelled(world, enemy, "Troops in the way of the turn have no room to give way"));
        };
        carry_out_all(&places, &mut stage);
    }
    Place::of(world, turner).carry_out(&mut stage);
    stage[turner].phase = world[turner].phase.clone();
    Ok(Some(Yielding { groups, world: stage }))
}

/// Checks the direction in which a battle group gives way to a turn.
pub fn check(
    world: &World,
    enemy: GroupId,
    turner: GroupId,
    turns: &Action,
    toward: Angle,
) -> Result<Vec<Place>, Refusal> {
    let rule = law!(world.book, "FOGR-MOVE-071", "FOGAM-MOVE-057");
    let stage = match first_turn(world, turner, turns) {
        Some(stage) => stage?,
        None => return Err(refuse(rule, "There is no turn to give way to", "Do nothing.")),
    };
    let Some((distance, places)) = shifted(world, &stage, turner, enemy, toward) else {
        return Err(refuse(
            rule,
            "The shift is not possible in that direction",
            "Choose one in which it is.",
        ));
    };
    let shortest = options(world, &stage, turner, enemy).first().map_or(distance, |(_, d)| *d);
    if distance > world.field.mu(1) && distance > shortest * 2 {
        return Err(refuse(
            rule,
            "A shift of more than 1 MU is at most twice as long as the shortest possible",
            "Choose a shorter one.",
        )
        .length("distance", distance.get())
        .length("shortest", shortest.get()));
    }
    let rest = world.supposing(|rest| carry_out_all(&places, rest));
    let stage = match first_turn(&rest, turner, turns) {
        Some(stage) => stage?,
        None => return Ok(places),
    };
    match cleared(&rest, &stage, turner) {
        Ok(_) => Ok(places),
        Err(_) => {
            Err(refuse(rule, "That would leave no room for others who give way", "Choose another way."))
        }
    }
}
