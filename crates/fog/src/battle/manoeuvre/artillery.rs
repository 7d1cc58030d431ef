//! Artillery: pivoting, with rear support, and unlimbering.

use super::messages::{Action, Difficulty};
use super::obstruct;
use super::plan::{Place, Plan};
use super::reshape::{has_room, refuse, stationary};
use crate::battle::law::law;
use crate::battle::position::{kinds, rates, support};
use crate::battle::world::{GroupId, Posture, World};
use crate::formation::Facing;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, CONTACT_TOLERANCE, Hand, Motion, Path, WheelMeasure, any_overlap};

/// Whether it is artillery that pivots where it stands and does not move as others do.
#[must_use]
pub fn pivots(world: &World, group: GroupId) -> bool {
    world.book.pivots(world, group)
}

/// A pivot of guns about a front corner.
#[derive(Clone, Copy, Debug)]
pub struct Pivot {
    pub hand: Hand,
    pub by: Angle,
    /// Battle groups in rear support are shifted with the guns.
    pub with_supporters: bool,
}

/// Plans a pivot forwards.
pub fn pivot(world: &World, group: GroupId, pivot: Pivot, action: &Action) -> Result<Plan, Refusal> {
    let motion = world.body(group).wheel(pivot.hand, pivot.by);
    pivoted(world, group, pivot, &motion, action)
}

/// Plans a pivot backwards.
pub fn pivot_back(world: &World, group: GroupId, pivot: Pivot, action: &Action) -> Result<Plan, Refusal> {
    let about = world.body(group).front_corner(pivot.hand);
    let motion = Motion::Turn { about, sense: pivot.hand.other().sense(), by: pivot.by };
    pivoted(world, group, pivot, &motion, action)
}

fn pivoted(
    world: &World,
    group: GroupId,
    pivot: Pivot,
    motion: &Motion,
    action: &Action,
) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-036", "FOGR-MOVE-042", "FOGAM-MOVE-010");
    let rule = law!(world.book, "FOGR-MOVE-040", "FOGAM-MOVE-010");
    if !kinds::is_artillery(world, group) {
        return Err(refuse(rule, "Only artillery pivots", "Wheel instead."));
    }
    if !pivots(world, group) {
        return Err(refuse(rule, "It moves normally and does not pivot", "Advance with a wheel instead."));
    }
    let difficulty = world.book.difficulty_of_pivot(world, group)?;
    let body = world.body(group);
    let spent = WheelMeasure::Straight.distance(body.frontage, pivot.by);
    if spent > world.field.mu(1) + CONTACT_TOLERANCE {
        return Err(refuse(rule, "A pivot is at most 1 MU", "Pivot less.").length("distance", spent.get()));
    }
    let path = Path::from(body).leg(*motion);
    let files: Vec<u8> = body.places.iter().map(|p| p.file).collect();
    let ground = rates::kinds_on_path(world, &path, &files);
    if let Some((guns, kind)) = rates::barred(world, group, world[group].posture, &ground) {
        return Err(refuse(
            rates::no_entry(world, kind),
            format!("{guns} do not pivot in {} or into it", rates::words(kind)),
            "Pivot less, or leave them as they stand.",
        ));
    }
    let mut after = world.supposing(|after| after.put(group, path.end()));
    let shifted = match pivot.with_supporters {
        true => shift_supporters(world, &mut after, group, motion)?,
        false => Vec::new(),
    };
    let others: Vec<GroupId> = shifted.iter().map(|p| p.group).collect();
    let way = obstruct::way(world, group, &path, &others)?;
    if !way.through.is_empty() {
        return Err(refuse(rule, "Friends are in the way", "Pivot less, or move them first."));
    }
    obstruct::contacts_at_end(world, &after, group)?;
    let mut plan = stationary(world, &after, group, action.clone(), difficulty);
    plan.spent = spent;
    plan.shifted = shifted;
    plan.comes_upon = way.comes_upon;
    Ok(plan)
}

/// Shifts the battle groups in rear support with the guns, and gives where they come to.
fn shift_supporters(
    world: &World,
    after: &mut World,
    guns: GroupId,
    wheel: &Motion,
) -> Result<Vec<Place>, Refusal> {
    enforces!("FOGR-MOVE-043", "FOGR-MOVE-044");
    let mut shifted = Vec::new();
    for supporter in supporters(world, guns) {
        after.displace(supporter, wheel);
        let rects = after.rects(supporter);
        let blocked = world
            .on_table()
            .filter(|&g| g != supporter && g != guns)
            .any(|g| any_overlap(rects, after.obstruction(g)))
            || !after.group_may_stand(supporter);
        if blocked || world[supporter].phase.moves > 0 || world[supporter].phase.shifted {
            return Err(refuse(
                rule!("FOGR-MOVE-043"),
                "The supporting battle group cannot be shifted there",
                "Pivot without the supporters.",
            )
            .piece("battle group", supporter.piece()));
        }
        shifted.push(Place::of(after, supporter));
    }
    Ok(shifted)
}

/// The battle groups in rear support of any of the guns.
#[must_use]
pub fn supporters(world: &World, guns: GroupId) -> Vec<GroupId> {
    let mut found = Vec::new();
    for gun in world.base_ids(guns) {
        if let Some((g, _)) = support::rear_support_of(world, guns, gun)
            && !found.contains(&g)
        {
            found.push(g);
        }
    }
    found
}

/// Plans unlimbering.
pub fn unlimber(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-038", "FOGR-MOVE-039");
    let rule = rule!("FOGR-MOVE-039");
    if world[group].posture != Posture::Limbered {
        return Err(refuse(rule, "It is not limbered", "Only limbered artillery unlimbers."));
    }
    let anchor = world.anchor(group);
    let shape = world.formation(group).turned(|_| Facing::Front);
    let after = world.supposing(|after| {
        after[group].posture = Posture::Normal;
        after.arrange(group, &shape, anchor);
    });
    has_room(world, &after, group, rule)?;
    Ok(stationary(world, &after, group, action.clone(), Difficulty::Complex))
}
