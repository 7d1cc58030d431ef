//! From corner or side contact into melee without a charge.

use super::messages::{Action, Difficulty};
use super::plan::Plan;
use super::reshape::{refuse, stationary};
use super::turns;
use crate::battle::law::law;
use crate::battle::position::{contact, kinds, overlap, restricted};
use crate::battle::world::{GroupId, World};
use crate::combat::MoveKind;
use caracole_kernel::Refusal;
use caracole_plane::{Contact, Hand, Motion, any_overlap};

/// The enemies that it touches, and how.
fn touched(world: &World, group: GroupId) -> Vec<(GroupId, Vec<Contact>)> {
    world
        .enemies_of(group)
        .filter_map(|e| {
            let touches: Vec<Contact> = contact::touches(world, group, e).iter().map(|t| t.contact).collect();
            (!touches.is_empty()).then_some((e, touches))
        })
        .collect()
}

fn not_held(
    world: &World,
    group: GroupId,
    by: GroupId,
    rule: caracole_ledger::RuleId,
) -> Result<(), Refusal> {
    if restricted::pinned_by(world, group).iter().any(|&p| p != by) {
        return Err(refuse(rule, "It is in the restricted area of another enemy", "Choose another move."));
    }
    if overlap::overlapped_groups(world, group).contains(&by) {
        return Err(refuse(rule, "It can fight that enemy as an overlap", "Stay and do so."));
    }
    Ok(())
}

/// Plans a shift of a base width from front corner contact into front edge contact.
pub fn shift(world: &World, group: GroupId, hand: Hand, action: &Action) -> Result<Plan, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-069", "FOGAM-MANOEUVRE-063");
    let touched = touched(world, group);
    let corner_only =
        |c: &Contact| matches!(c, Contact::Corners { own, their } if own.is_front() && their.is_front());
    let [(enemy, contacts)] = touched.as_slice() else {
        return Err(refuse(rule, "It does not touch exactly one enemy battle group", "Choose another move."));
    };
    if !contacts.iter().all(corner_only) {
        return Err(refuse(rule, "It touches that enemy by more than front corners", "Choose another move."));
    }
    not_held(world, group, *enemy, rule)?;
    if !overlap::overlapped_groups(world, group).is_empty() {
        return Err(refuse(rule, "It can fight another enemy as an overlap", "Stay and do so."));
    }
    let motion: Motion = world.body(group).shift(hand, world.field.base_width());
    let after = world.supposing(|after| after.displace(group, &motion));
    let rects = after.rects(group);
    let free = world.on_table().filter(|&g| g != group).all(|g| !any_overlap(rects, world.obstruction(g)))
        && after.group_may_stand(group);
    if !free {
        return Err(refuse(rule, "There is no room for the shift", "Choose another move."));
    }
    if !contact::in_close_combat_with(&after, group, *enemy) {
        return Err(refuse(
            rule,
            "The shift does not bring front edges together",
            "Shift to the other side.",
        ));
    }
    Ok(stationary(world, &after, group, action.clone(), Difficulty::Simple))
}

/// Plans a turn from side edge contact to face the enemy there.
pub fn turn(world: &World, group: GroupId, hand: Hand, action: &Action) -> Result<Plan, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-072", "FOGAM-MANOEUVRE-066");
    let touched = touched(world, group);
    let beside = |c: &Contact| c.edges().is_some_and(|e| e.own.is_flank() && e.their.is_flank());
    let [(enemy, contacts)] = touched.as_slice() else {
        return Err(refuse(rule, "It does not touch exactly one enemy battle group", "Choose another move."));
    };
    if !contacts.iter().any(beside) || contacts.iter().any(|c| contact::is_fighting_contact(*c)) {
        return Err(refuse(
            rule,
            "Its only contact with that enemy is not side edge to side edge",
            "Choose another move.",
        ));
    }
    not_held(world, group, *enemy, rule)?;
    let turned = match kinds::is_tercio(world, group) || kinds::is_a_keil(world, group) {
        true => super::reshape::turned(world, group, hand),
        false => turns::turned_to(world, group, turns::FlankTurn::to(hand))?,
    };
    let rects = turned.rects(group);
    let blocked = world.on_table().filter(|&g| g != group).any(|g| any_overlap(rects, world.obstruction(g)));
    if blocked || !turned.group_may_stand(group) {
        return Err(refuse(rule, "There is no room for the turn", "Choose another move."));
    }
    if !contact::in_close_combat_with(&turned, group, *enemy) {
        return Err(refuse(rule, "That turn does not face the enemy it touches", "Turn to the other side."));
    }
    let difficulty = match kinds::is_tercio(world, group) || kinds::is_a_keil(world, group) {
        true => Difficulty::Complex,
        false => world.book.difficulty(world, &[group], MoveKind::Turn)?,
    };
    Ok(stationary(world, &turned, group, action.clone(), difficulty))
}
