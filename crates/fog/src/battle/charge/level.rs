//! Formation changes that a charge brings by itself: tercios and brigades level their fronts, a lone pike base comes
//! to the front of its file.

use super::plan::Planned;
use crate::battle::position::contact;
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::formation::{Facing, Status};
use crate::troops::Capability;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, CONTACT_TOLERANCE, Pose, Um, any_overlap};
use smallvec::SmallVec;
use std::borrow::Cow;

type Moves = SmallVec<[(BaseId, Base); 8]>;

fn is_pike(world: &World, base: BaseId) -> bool {
    world[base].profile.has(Capability::Pike)
}

/// The pike bases that move so that the front is level, with their new places: forward in an early tercio, back in a
/// Swedish brigade. None if it is level already, or if there is no room.
fn levelling(world: &World, group: GroupId) -> Moves {
    let status = world[group].status;
    let mut moves = Moves::new();
    if !is_levelled(world, group) || world[group].posture != Posture::Normal || world[group].is_broken() {
        return moves;
    }
    let anchor = world.anchor(group);
    let ids = world.base_ids(group);
    let forward = |b: BaseId| anchor.local(world[b].base.front.at).1;
    let upright = |b: &&BaseId| world[**b].facing == Facing::Front;
    let Some(line) = ids.iter().filter(upright).filter(|b| !is_pike(world, **b)).map(|&b| forward(b)).max()
    else {
        return moves;
    };
    let mut files: SmallVec<[u8; 4]> =
        ids.iter().filter(|b| is_pike(world, **b)).map(|&b| world[b].at.file).collect();
    files.dedup();
    for file in files {
        let in_file: SmallVec<[BaseId; 8]> =
            ids.iter().filter(upright).copied().filter(|&b| world[b].at.file == file).collect();
        let Some(&first) = in_file.first() else { continue };
        let by = line - forward(first);
        let depth = world[first].base.depth;
        // A whole base depth out of line is the formation; anything else is a step forward.
        let due = match status {
            Status::EarlyTercio => (by - depth).abs() <= CONTACT_TOLERANCE,
            _ => (by + depth).abs() <= CONTACT_TOLERANCE,
        };
        if due {
            for b in in_file {
                let base = world[b].base;
                let front = Pose::new(base.front.at.moved(anchor.facing, by), base.front.facing);
                moves.push((b, Base::new(front, base.width, base.depth)));
            }
        }
    }
    let rects: Vec<_> = moves.iter().map(|(_, b)| b.rect()).collect();
    let others = || world.on_table().filter(|&g| g != group);
    let moved = |b: &BaseId| moves.iter().find(|(id, _)| id == b).map(|(_, base)| base.rect());
    let then = || ids.iter().map(|b| (world[*b].at.file, moved(b).unwrap_or_else(|| world[*b].base.rect())));
    let stand = rects.iter().all(|r| world.may_stand(r)) || world.stands_by_road(&then().collect::<Vec<_>>());
    if !stand || others().any(|g| any_overlap(&rects, world.obstruction(g))) {
        moves.clear();
    }
    moves
}

/// Levels the front of a battle group that charges or is charged.
pub fn level(world: &mut World, group: GroupId) {
    enforces!("FOGR-IMPACT-020", "FOGR-IMPACT-021");
    // The pike of a brigade go back by a rank of its formation, too.
    let brigade = world[group].status == Status::SwedishBrigade;
    for (id, base) in levelling(world, group) {
        world[id].base = base;
        if brigade {
            world[id].at.rank = world[id].at.rank.saturating_add(1);
        }
    }
}

/// Whether a charge sees the front of a battle group otherwise than it stands.
#[must_use]
pub fn is_levelled(world: &World, group: GroupId) -> bool {
    matches!(world[group].status, Status::EarlyTercio | Status::SwedishBrigade)
}

/// The position with the front of one battle group level.
#[must_use]
pub fn levelled(world: &World, group: GroupId) -> Cow<'_, World> {
    if !is_levelled(world, group) {
        return Cow::Borrowed(world);
    }
    let mut seen = world.clone();
    level(&mut seen, group);
    Cow::Owned(seen)
}

/// The position as a charge sees it: its own front and those of its enemies level.
#[must_use]
pub fn as_charged(world: &World, charger: GroupId) -> Cow<'_, World> {
    enforces!("FOGR-IMPACT-022");
    let mut due = world.enemies_of(charger).chain([charger]).filter(|g| is_levelled(world, *g)).peekable();
    if due.peek().is_none() {
        return Cow::Borrowed(world);
    }
    let mut levelled = world.clone();
    for group in due {
        level(&mut levelled, group);
    }
    Cow::Owned(levelled)
}

/// The end of a charge by a brigade whose point had no room to fall back where it stood: those behind it make room where
/// it ends. Refused if there is no room there either.
pub fn at_the_end(world: &World, group: GroupId, planned: Planned) -> Result<Planned, Refusal> {
    let Some(point) = world.point_base(group).filter(|_| world[group].posture == Posture::Normal) else {
        return Ok(planned);
    };
    let ids = world.base_ids_of(group);
    let (Some(ahead), file) = (ids.iter().position(|&b| b == point), world[point].at.file) else {
        return Ok(planned);
    };
    let mut end = planned;
    let depth = world[point].base.depth;
    for (i, place) in end.body.places.iter_mut().enumerate().filter(|(_, p)| p.file == file) {
        place.rank = place.rank.saturating_add(1);
        if i != ahead {
            place.forward -= depth;
        }
    }
    let placed = end.body.rects().into_iter().zip(&end.body.places);
    let rects: Vec<_> = placed.filter(|(_, p)| p.file == file).map(|(r, _)| r).collect();
    let taken = world.on_table().filter(|&g| g != group).any(|g| any_overlap(&rects, world.obstruction(g)));
    if taken || !world.file_may_stand(&end.body, file) {
        return Err(Refusal::new(
            rule!("FOGR-IMPACT-021"),
            "there is no room for the pike of the brigade to fall back level with its shot",
            "Make room behind it, or charge from further off.",
        ));
    }
    end.touched.retain(|t| t.own == ahead || end.body.places.get(t.own).is_none_or(|p| p.file != file));
    end.levels_here = true;
    Ok(end)
}

/// The pike base and the shot base at the front of its file that may change places; none if there is nothing to change.
#[must_use]
pub fn exchange(world: &World, group: GroupId) -> Option<(BaseId, BaseId)> {
    let start = world.start_of(group);
    if !world.nature(group, &start).is_one_pike_and_five_shot() {
        return None;
    }
    let ids = world.base_ids(group);
    let pike = ids.iter().copied().find(|&b| is_pike(world, b))?;
    let file = world[pike].at.file;
    let last = ids.iter().map(|&b| world[b].at.rank).max()?;
    let front = ids.iter().copied().find(|&b| world[b].at.file == file)?;
    (front != pike && world[pike].at.rank == last && world[pike].facing == world[front].facing)
        .then_some((pike, front))
}

/// Two bases of a battle group change places.
pub fn swap(world: &mut World, a: BaseId, b: BaseId) {
    let (one, other) = (world[a], world[b]);
    (world[a].base, world[a].at, world[a].facing) = (other.base, other.at, other.facing);
    (world[b].base, world[b].at, world[b].facing) = (one.base, one.at, one.facing);
}

/// Battle groups of one pike and five shot that are out of close combat have their pike in the rear again.
pub fn pike_to_the_rear(world: &mut World) {
    enforces!("FOGR-IMPACT-024");
    let groups: Vec<GroupId> = world.on_table().collect();
    for group in groups {
        let start = world.start_of(group);
        if !world.nature(group, &start).is_one_pike_and_five_shot() || contact::in_close_combat(world, group)
        {
            continue;
        }
        let ids = world.base_ids(group);
        let Some(pike) = ids.iter().copied().find(|&b| is_pike(world, b)) else { continue };
        let file = world[pike].at.file;
        let Some(rear) = ids.iter().copied().rfind(|&b| world[b].at.file == file) else { continue };
        if rear != pike {
            swap(world, pike, rear);
        }
    }
}

/// How deep a body of bases is on the table.
#[must_use]
pub fn depth_of(bases: &[Base]) -> Um {
    bases.iter().map(|b| b.depth).sum()
}
