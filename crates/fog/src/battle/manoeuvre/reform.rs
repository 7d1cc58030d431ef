//! Reforming: battle groups out of formation form up again.

use super::messages::Decision;
use super::plan::Place;
use super::reshape::{choose, refuse};
use crate::battle::law::law;
use crate::battle::position::kinds::is_out_of_formation;
use crate::battle::position::{command, contact};
use crate::battle::world::{BaseId, GroupId, World};
use crate::formation::Facing;
use crate::troops::BaseProfile;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::enforces;
use caracole_plane::{Angle, Point, Pose, Um, any_overlap};

/// The ways in which bases that enemies fight face.
fn fighting_facings(world: &World, group: GroupId) -> Vec<Angle> {
    let mut found: Vec<Angle> = Vec::new();
    for enemy in world.enemies_of(group).filter(|&e| !world[e].is_broken()) {
        for touch in contact::touches(world, group, enemy) {
            if contact::is_fighting_contact(touch.contact) {
                let facing = world[touch.own].base.facing();
                if found.iter().all(|f| f.shortest_turn(facing).1 > Angle::from_degrees(10)) {
                    found.push(facing);
                }
            }
        }
    }
    found
}

/// Whether a side has a battle group that may reform.
pub fn any(world: &World, side: Side) -> bool {
    let mut decisions = Vec::new();
    candidates(world, side, &mut decisions);
    decisions.into_iter().any(|d| match d {
        Decision::Reform { group, as_base, files } => plan(world, side, group, as_base, files).is_ok(),
        _ => false,
    })
}

/// The enemy bases with which a battle group fights, and the kind of its own base at each: bases of a kind are alike.
fn held_by(world: &World, group: GroupId) -> Vec<(BaseId, BaseProfile)> {
    let mut found = Vec::new();
    for enemy in world.enemies_of(group).filter(|&e| !world[e].is_broken()) {
        let touches = contact::touches(world, group, enemy).into_iter();
        let fighting = touches.filter(|t| contact::is_fighting_contact(t.contact));
        found.extend(fighting.map(|t| (t.their, world[t.own].profile)));
    }
    found
}

/// Whether each contact of before is still there, as many times as before.
fn keeps_all(before: &[(BaseId, BaseProfile)], mut after: Vec<(BaseId, BaseProfile)>) -> bool {
    enforces!("FOGR-MANOEUVRE-007", "FOGAM-MANOEUVRE-007");
    before.iter().all(|held| after.iter().position(|a| a == held).map(|at| after.swap_remove(at)).is_some())
}

/// Plans reforming.
pub fn plan(world: &World, side: Side, group: GroupId, as_base: u8, files: u8) -> Result<Place, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-005", "FOGAM-MANOEUVRE-005");
    let known = world.get(group).filter(|g| g.side == side && g.is_on_table());
    if known.is_none() || !is_out_of_formation(world, group) {
        return Err(refuse(
            rule,
            "It is not one of your battle groups that are out of formation",
            "Name one that is.",
        ));
    }
    let facing = facing_of(world, group, as_base)?;
    let facing_front = world.supposing(|after| {
        for id in world.base_ids(group) {
            after[id].facing = Facing::Front;
        }
    });
    let shape = choose(&facing_front, group, usize::from(files), None, rule)?;
    let held = held_by(world, group);
    let found = anchors(world, group, facing, files).into_iter().find_map(|anchor| {
        let after = facing_front.supposing(|after| after.arrange(group, &shape, anchor));
        let rects = after.rects(group);
        let room = after.group_may_stand(group)
            && world.on_table().filter(|&g| g != group).all(|g| !any_overlap(rects, world.obstruction(g)));
        (room && keeps_all(&held, held_by(&after, group))).then_some(after)
    });
    let Some(after) = found else {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-007", "FOGAM-MANOEUVRE-007"),
            "There is no room to reform like that, or contacts with the enemy would be lost",
            "Choose another facing or width, or leave it.",
        ));
    };
    Ok(Place::of(&after, group))
}

/// The way that a battle group will face if it reforms on one of its bases.
fn facing_of(world: &World, group: GroupId, as_base: u8) -> Result<Angle, Refusal> {
    let fought = fighting_facings(world, group);
    if fought.len() > 1 {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-009", "FOGAM-MANOEUVRE-010"),
            "It fights enemies in more than one direction",
            "Leave it as it stands.",
        ));
    }
    let Some(&model) = world.base_ids(group).get(usize::from(as_base)) else {
        let rule = law!(world.book, "FOGR-MANOEUVRE-006", "FOGAM-MANOEUVRE-006");
        return Err(refuse(rule, "It has no such base", "Choose one of its bases."));
    };
    let facing = world[model].base.facing();
    if fought.iter().any(|f| f.shortest_turn(facing).1 > Angle::from_degrees(10)) {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-010", "FOGAM-MANOEUVRE-011"),
            "It must reform to face the enemy in contact",
            "Choose that facing.",
        ));
    }
    Ok(facing)
}

/// Where the left end of its front line may come to, level with its furthest forward base: the nearest to where it
/// stands first.
fn anchors(world: &World, group: GroupId, facing: Angle, files: u8) -> Vec<Pose> {
    enforces!("FOGR-MANOEUVRE-006", "FOGAM-MANOEUVRE-006");
    let frame = Pose::new(Point::ORIGIN, facing);
    let (mut front, mut left, mut right) = (Um::new(i64::MIN / 4), Um::MAX, Um::new(i64::MIN / 4));
    let base_width = world.field.base_width();
    let mut lefts: Vec<Um> = Vec::new();
    for base in world.bases_of(group).iter().map(|b| b.base) {
        for corner in base.rect().corners() {
            let (r, f) = frame.local(corner);
            front = front.max(f);
            left = left.min(r);
            right = right.max(r);
        }
        if base.facing().shortest_turn(facing).1 <= Angle::from_degrees(1) {
            // This base may keep its place, in any file.
            let own = frame.local(base.front.at).0 - base.width.half();
            lefts.extend((0..i32::from(files)).map(|file| own - base_width * file));
        }
    }
    let width = base_width * i32::from(files);
    let middle = (left + right).half() - width.half();
    lefts.extend([left, right - width, middle]);
    lefts.sort_by_key(|l| (command::measured((*l - middle).abs()), world.is_to_other_hand(*l - middle)));
    lefts.dedup();
    lefts.into_iter().map(|left| frame.offset(left, front)).collect()
}

/// Sensible choices: each facing that its bases have, in its present width or one near it.
pub fn candidates(world: &World, side: Side, out: &mut Vec<Decision>) {
    for group in world.of_side(side).filter(|&g| is_out_of_formation(world, g)) {
        let ids = world.base_ids(group);
        let mut facings: Vec<Angle> = Vec::new();
        for (i, &id) in ids.iter().enumerate() {
            let facing = world[id].base.facing();
            if facings.contains(&facing) {
                continue;
            }
            facings.push(facing);
            let width = world.formation(group).width();
            for files in [width, width + 1, width.saturating_sub(1)] {
                let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
                if files > 0 {
                    out.push(Decision::Reform { group, as_base: small(i), files: small(files) });
                }
            }
        }
    }
}
