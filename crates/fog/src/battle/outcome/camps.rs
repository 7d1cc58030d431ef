//! Camps: assaulted, sacked, looted.

use crate::RollPurpose;
use crate::battle::Cx;
use crate::battle::law::law;
use crate::battle::melee::Event;
use crate::battle::world::{GroupId, World};
use caracole_kernel::dice::Roll;
use caracole_ledger::enforces;
use smallvec::smallvec;

/// Whether some of its front edge touches the enemy camp, not sacked yet.
fn fronts_camp(world: &World, group: GroupId) -> bool {
    let camp = world.sides[world[group].side.other()].camp;
    let Some(camp) = camp.filter(|c| !c.sacked) else { return false };
    let walls = camp.at.rect();
    let front = |r: &caracole_plane::BaseRect| world.book.comes_upon_camp(r, &walls);
    !world[group].is_broken() && world.rects(group).iter().any(front)
}

/// Whether it attacks a fortified camp.
#[must_use]
pub fn is_assailant(world: &World, group: GroupId) -> bool {
    let fortified = world.sides[world[group].side.other()].camp.is_some_and(|c| c.fortified);
    fortified
        && !world[group].is_uncontrolled()
        && fronts_camp(world, group)
        && world.book.may_assault(world, group)
}

/// The battle groups that attack fortified camps, the active side's first.
#[must_use]
pub fn assailants(world: &World) -> Vec<GroupId> {
    enforces!("FOGR-MELEE-020", "FOGR-TROOPS-014");
    let mut found: Vec<GroupId> = world.on_table().filter(|&g| is_assailant(world, g)).collect();
    found.sort_by_key(|&g| world.in_turn(g));
    found
}

/// The die of an assault.
#[must_use]
pub fn roll(world: &World, group: GroupId) -> Roll<RollPurpose> {
    let profile = world.profiles(group).first().copied();
    let pool = profile.map(|p| world.book.camp_pool(p.troop_type, p.quality));
    Roll {
        side: Some(world[group].side),
        rule: law!(world.book, "FOGR-MELEE-020", "FOGAM-MELEE-016"),
        purpose: RollPurpose::CampAssault,
        pools: pool.map_or_else(Default::default, |p| smallvec![p]),
    }
}

/// A battle group that has finished a move sacks an unfortified camp that its front touches.
pub fn come_upon(cx: &mut Cx<'_>, mover: GroupId) {
    enforces!("FOGR-MELEE-004", "FOGR-MELEE-019", "FOGR-TROOPS-013", "FOGAM-MELEE-015");
    let state = &cx.world[mover];
    let fortified = cx.world.sides[state.side.other()].camp.is_some_and(|c| c.fortified);
    if state.is_on_table() && !fortified && fronts_camp(cx.world, mover) {
        assault(cx, mover, true);
    }
}

/// Carries out an assault: all that touch a sacked camp loot it.
pub fn assault(cx: &mut Cx<'_>, group: GroupId, sacked: bool) {
    enforces!("FOGR-MELEE-021", "FOGAM-MELEE-018");
    let side = cx.world[group].side.other();
    cx.tell(crate::battle::Event::Melee(Event::CampAssaulted { group, camp: side, sacked }));
    if !sacked {
        return;
    }
    let Some(camp) = cx.world.sides[side].camp.as_mut() else { return };
    camp.sacked = true;
    let walls = camp.at.rect();
    let touches = |w: &World, g: GroupId| !w[g].is_broken() && w.rects(g).iter().any(|r| r.touches(&walls));
    let looters: Vec<GroupId> = cx.world.of_side(side.other()).filter(|&g| touches(cx.world, g)).collect();
    for looter in looters {
        cx.world[looter].looting = true;
    }
}
