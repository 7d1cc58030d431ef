//! Who touches whom, and who is in close combat with whom.

use super::{defence, kinds, nearness, support};
use crate::battle::world::{Approach, BaseId, Engagement, GroupId, Posture, World};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Bounds, Contact, Um};
use caracole_tabletop::any_touch;
pub use caracole_tabletop::{Touch, face_each_other_fully};
use smallvec::SmallVec;

/// Bases count as far forward as the works that they hold: so far apart two of them may be and still touch.
fn works_between(world: &World) -> Um {
    world.field.scale.fortification_depth() * 2
}

/// Every contact between bases of two battle groups, in the order of their bases.
#[must_use]
pub fn touches(world: &World, a: GroupId, b: GroupId) -> SmallVec<[Touch; 8]> {
    if !nearness::may_be_within(world, a, b, works_between(world)) {
        return SmallVec::new();
    }
    let fronts = |g| world.base_ids_of(g).iter().map(|&id| (id, defence::front_of(world, id)));
    let theirs: SmallVec<[(BaseId, BaseRect); 16]> = fronts(b).collect();
    caracole_tabletop::touches(fronts(a), &theirs)
}

/// Whether two battle groups touch at all.
#[must_use]
pub fn touch(world: &World, a: GroupId, b: GroupId) -> bool {
    if !nearness::may_be_within(world, a, b, works_between(world)) {
        return false;
    }
    let fronts = |g: GroupId| -> SmallVec<[BaseRect; 16]> {
        world.base_ids(g).into_iter().map(|id| defence::front_of(world, id)).collect()
    };
    any_touch(&fronts(a), &fronts(b))
}

/// Whether one of the two bases touches the other by its front: what makes a fight.
#[must_use]
pub fn is_fighting_contact(contact: Contact) -> bool {
    // Some length of an edge, or a corner on an edge: corners alone are none.
    enforces!("FOGR-GLOSSARY-027");
    contact.is_by_own_front() || contact.reversed().is_by_own_front()
}

/// The engagement noted between two battle groups, whoever attacked.
#[must_use]
pub fn engagement(world: &World, a: GroupId, b: GroupId) -> Option<&Engagement> {
    let is = |e: &&Engagement| (e.attacker, e.defender) == (a, b) || (e.attacker, e.defender) == (b, a);
    world.engagements.iter().find(is)
}

/// Whether two enemy battle groups are in close combat with each other, other than only as an overlap.
#[must_use]
pub fn in_close_combat_with(world: &World, a: GroupId, b: GroupId) -> bool {
    enforces!("FOGR-MANOEUVRE-068", "FOGR-MANOEUVRE-071", "FOGR-COMBAT-002");
    enforces!("FOGAM-MANOEUVRE-062", "FOGAM-MANOEUVRE-065", "FOGAM-COMBAT-004");
    if world[a].side == world[b].side || world[a].is_broken() || world[b].is_broken() {
        return false;
    }
    if world[a].is_uncontrolled() || world[b].is_uncontrolled() {
        return false;
    }
    touches(world, a, b).iter().any(|t| is_fighting_contact(t.contact))
        || !touches_through_guns(world, a, b).is_empty()
}

/// The contacts of two battle groups with guns between them: foot close behind a gun count as standing where it does.
/// The guns are theirs, or were until they were captured in this very combat.
#[must_use]
pub fn touches_through_guns(world: &World, a: GroupId, b: GroupId) -> SmallVec<[Touch; 4]> {
    enforces!("FOGR-COMBAT-097", "FOGR-COMBAT-098", "FOGR-COMBAT-099");
    let mut found = SmallVec::new();
    if !world.book.guns_are_taken() {
        return found;
    }
    let (Some(bounds), Some(others)) = (world.bounds(a), world.bounds(b)) else { return found };
    let batteries = world
        .on_table()
        .filter(|&g| world[g].posture != Posture::Limbered)
        .filter(|&g| has_guns(world, g) && kinds::is_artillery(world, g));
    for guns in batteries {
        let near = |b: &Bounds| world.bounds(guns).is_some_and(|g| g.may_touch(b));
        if !near(&bounds) || !near(&others) {
            continue;
        }
        for gun in world.base_ids(guns) {
            let rect = world[gun].base.rect();
            for (front, behind, reversed) in [(a, b, false), (b, a, true)] {
                let theirs = world[guns].side == world[behind].side && !world[guns].is_uncontrolled();
                let lost = world[guns].captured.is_some_and(|c| c.side == world[front].side);
                if guns == front || guns == behind || !(theirs || lost) || kinds::is_artillery(world, front) {
                    continue;
                }
                let Some(supporter) = support::stands_behind_gun(world, behind, &rect) else { continue };
                for own in world.base_ids(front) {
                    let Some(contact) = world[own].base.rect().contact(&rect) else { continue };
                    if contact.is_by_own_front() {
                        found.push(match reversed {
                            false => Touch { own, their: supporter, contact },
                            true => Touch { own: supporter, their: own, contact: contact.reversed() },
                        });
                    }
                }
            }
        }
    }
    found
}

/// Whether the first base of a battle group is a gun: most are not.
fn has_guns(world: &World, group: GroupId) -> bool {
    world.all_base_ids(group).next().is_some_and(|b| world[b].profile.troop_type.is_artillery())
}

/// Guns that are taken by those who touch them, and do not fight themselves.
#[must_use]
pub fn is_no_fighter(world: &World, group: GroupId) -> bool {
    world.book.guns_are_taken() && kinds::is_artillery(world, group)
}

/// The contacts in which two battle groups fight: base to base, and over guns; guns themselves never fight.
#[must_use]
pub fn fighting_touches(world: &World, a: GroupId, b: GroupId) -> SmallVec<[Touch; 8]> {
    enforces!("FOGR-COMBAT-093");
    let mut found: SmallVec<[Touch; 8]> = SmallVec::new();
    if !is_no_fighter(world, a) && !is_no_fighter(world, b) {
        found.extend(touches(world, a, b).into_iter().filter(|t| is_fighting_contact(t.contact)));
        found.extend(touches_through_guns(world, a, b));
    }
    found
}

/// The enemies with which a battle group is in close combat, other than only as an overlap.
#[must_use]
pub fn opponents(world: &World, group: GroupId) -> SmallVec<[GroupId; 4]> {
    if !world[group].is_on_table() {
        return SmallVec::new();
    }
    near_enemies(world, group).filter(|&e| in_close_combat_with(world, group, e)).collect()
}

/// Who fights whom hand to hand as things stand, each pair both ways round. Battle groups that have just broken count as
/// before: from these enemies they run, these pursue them.
#[must_use]
pub fn close_combats(world: &World, just_broken: &[GroupId]) -> Vec<(GroupId, GroupId)> {
    enforces!("FOGR-COMBAT-122", "FOGR-COMBAT-128", "FOGR-COMBAT-131");
    let fights = |g: GroupId| {
        (!world[g].is_broken() || just_broken.contains(&g))
            && !world[g].is_uncontrolled()
            && !is_no_fighter(world, g)
    };
    let mut found = Vec::new();
    for group in world.on_table().filter(|&g| fights(g)) {
        let enemies = near_enemies(world, group).filter(|&e| fights(e));
        let enemies = enemies.filter(|&e| !fighting_touches(world, group, e).is_empty());
        found.extend(enemies.map(|e| (group, e)));
    }
    found
}

/// Whether a battle group is committed to close combat.
#[must_use]
pub fn in_close_combat(world: &World, group: GroupId) -> bool {
    world[group].is_on_table() && near_enemies(world, group).any(|e| in_close_combat_with(world, group, e))
}

/// The enemies near enough to fight a battle group, over works or with guns between them too.
pub fn near_enemies(world: &World, group: GroupId) -> impl Iterator<Item = GroupId> + '_ {
    // No gun is wider or deeper than 80 mm; its diagonal may lie between them.
    let gun = Um::from_mm(160);
    let own = world.bounds(group).map(|b| b.grown(works_between(world).max(gun)));
    let near = move |e: &GroupId| own.is_some_and(|o| world.bounds(*e).is_some_and(|t| o.may_touch(&t)));
    world.enemies_of(group).filter(near)
}

/// Whether any base of a battle group has been turned from the others.
#[must_use]
pub fn has_turned_bases(world: &World, group: GroupId) -> bool {
    let bases = world.bases_of(group);
    bases.iter().any(|b| Some(b.facing) != bases.first().map(|f| f.facing))
}

/// Forgets engagements of battle groups that touch no longer.
pub fn forget_past_engagements(world: &mut World) {
    let past: Vec<bool> = world
        .engagements
        .iter()
        .map(|e| {
            let there = world[e.attacker].is_on_table() && world[e.defender].is_on_table();
            let apart = !touch(world, e.attacker, e.defender)
                && touches_through_guns(world, e.attacker, e.defender).is_empty();
            !there || apart
        })
        .collect();
    let mut past = past.into_iter();
    world.engagements.retain(|_| !past.next().unwrap_or(false));
}

/// Notes how a battle group came into contact; a later note about the same two replaces the first.
pub fn note(world: &mut World, attacker: GroupId, defender: GroupId, approach: Approach) {
    let same = |e: &Engagement| {
        (e.attacker, e.defender) == (attacker, defender) || (e.attacker, e.defender) == (defender, attacker)
    };
    world.engagements.retain(|e| !same(e));
    world.engagements.push(Engagement {
        attacker,
        defender,
        approach,
        unturned: false,
        awaits_impact: false,
    });
}

/// Notes that pursuers ran into fresh enemy, whom they fight in the next impact phase.
pub fn note_pursuit(world: &mut World, attacker: GroupId, defender: GroupId, approach: Approach) {
    note(world, attacker, defender, approach);
    if let Some(last) = world.engagements.last_mut() {
        last.awaits_impact = true;
    }
}

/// Whether two battle groups touch but have still to fight their impact combat.
#[must_use]
pub fn awaits_impact(world: &World, a: GroupId, b: GroupId) -> bool {
    engagement(world, a, b).is_some_and(|e| e.awaits_impact)
}
