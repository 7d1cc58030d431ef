//! What a battle group does that an enemy contacts by a shift or a turn: evade, turn to face, or stand.

use super::messages::{EvadeTo, Event, ToFace};
use super::reshape::refuse;
use super::turns;
use crate::battle::charge::approach::{Fall, Met};
use crate::battle::charge::turning;
use crate::battle::law::law;
use crate::battle::position::{contact, kinds};
use crate::battle::world::{Approach, GroupId, World};
use crate::battle::{Cx, charge};
use caracole_kernel::Refusal;
use caracole_ledger::enforces;
use caracole_plane::{Hand, any_overlap};

/// The approach noted for the enemy that came into contact.
fn approach(world: &World, group: GroupId, by: GroupId) -> Approach {
    contact::engagement(world, group, by).map_or(Approach::Front, |e| e.approach)
}

fn fights_others(world: &World, group: GroupId, by: GroupId) -> bool {
    contact::opponents(world, group).iter().any(|&o| o != by)
}

/// Whether a battle group may evade from an enemy that has just shifted or turned into contact.
#[must_use]
pub fn may_evade(world: &World, group: GroupId, by: GroupId) -> bool {
    kinds::is_evader(world, group) && !world[group].is_broken() && !fights_others(world, group, by)
}

/// Whether a battle group has anything to choose.
#[must_use]
pub fn has_choice(world: &World, group: GroupId, by: GroupId) -> bool {
    may_evade(world, group, by) || approach(world, group, by) == Approach::Turned
}

/// Checks an evade.
pub fn check_evade(world: &World, group: GroupId, by: GroupId, to: EvadeTo) -> Result<(), Refusal> {
    let turned = approach(world, group, by) == Approach::Turned;
    let rule = match turned {
        true => law!(world.book, "FOGR-MANOEUVRE-073", "FOGAM-MANOEUVRE-067"),
        false => law!(world.book, "FOGR-MANOEUVRE-070", "FOGAM-MANOEUVRE-064"),
    };
    if !may_evade(world, group, by) {
        return Err(refuse(
            rule,
            "Only troops that can evade from a charge evade here, and not while they are in other close combat",
            "Stand.",
        ));
    }
    if to == EvadeTo::Away && !turned {
        return Err(refuse(rule, "From a shift troops evade only to their own rear", "Evade to the rear."));
    }
    Ok(())
}

/// The side of a battle group, left or right, on which an enemy stands.
fn hand_of(world: &World, group: GroupId, by: GroupId) -> Hand {
    let (right, _) = world.anchor(group).local(world.body(by).front_centre().at);
    if right <= world.body(group).frontage.half() { Hand::Left } else { Hand::Right }
}

/// The world with a battle group turned as a whole to face the enemy at its side.
pub fn turned_whole(world: &World, group: GroupId, by: GroupId) -> Result<World, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-076", "FOGAM-MANOEUVRE-069");
    if fights_others(world, group, by) {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-075", "FOGAM-MANOEUVRE-069"),
            "It fights others and turns only the bases that a flank charge would turn",
            "Turn bases, or stand.",
        ));
    }
    let after = turns::turned_to(world, group, turns::FlankTurn::to(hand_of(world, group, by)))?;
    let rects = after.rects(group);
    let free = after.group_may_stand(group)
        && world.on_table().filter(|&g| g != group).all(|g| !any_overlap(rects, world.obstruction(g)));
    if !free || !contact::in_close_combat_with(&after, group, by) {
        return Err(refuse(rule, "There is no room to turn the whole battle group", "Turn bases, or stand."));
    }
    Ok(after)
}

/// Checks turning to face.
pub fn check_turn(world: &World, group: GroupId, by: GroupId, how: ToFace) -> Result<(), Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-074", "FOGAM-MANOEUVRE-068");
    if approach(world, group, by) != Approach::Turned {
        return Err(refuse(rule, "Front edges meet: there is no enemy to turn to", "Stand."));
    }
    match how {
        ToFace::Whole => turned_whole(world, group, by).map(|_| ()),
        ToFace::Bases => {
            let met = Met { approach: Approach::Turned, fall: Fall::Flank, side: Fall::Flank };
            let turning = charge::approach::bases_that_turn(world, by, group, met);
            match turning.is_some_and(|(_, bases)| !bases.is_empty()) {
                true => Ok(()),
                false => Err(refuse(rule, "No base of it can turn that way", "Stand.")),
            }
        }
    }
}

/// Turns to face.
pub fn turns_to_face(cx: &mut Cx<'_>, group: GroupId, by: GroupId, how: ToFace) {
    match how {
        ToFace::Bases => {
            enforces!("FOGR-MANOEUVRE-075", "FOGAM-MANOEUVRE-069");
            let met = Met { approach: Approach::Turned, fall: Fall::Flank, side: Fall::Flank };
            turning::contacted(cx, by, group, met, 1);
        }
        ToFace::Whole => {
            let before = cx.world.clone();
            if let Ok(after) = turned_whole(cx.world, group, by) {
                super::plan::Place::of(&after, group).carry_out(cx.world);
                super::commanders::bring_along(cx.world, &before, group);
                contact::note(cx.world, by, group, Approach::Front);
            }
        }
    }
    super::run::tell(cx, Event::Responded { group, turned: true });
}
