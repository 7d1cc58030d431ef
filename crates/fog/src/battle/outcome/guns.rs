//! Artillery ridden down, captured, recaptured and manned again.

use super::{Event, Faced, Meeting, destroy, say};
use crate::battle::Cx;
use crate::battle::position::{contact, kinds, support};
use crate::battle::world::{Captor, CommanderPlace, GroupId, Posture, World};
use crate::troops::{Capabilities, Cohesion, Quality};
use caracole_ledger::enforces;
use caracole_plane::{Edge, Um};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

type Groups = SmallVec<[GroupId; 4]>;

fn batteries(world: &World) -> Groups {
    if !world.book.guns_are_taken() {
        return Groups::new();
    }
    world.on_table().filter(|&g| kinds::is_artillery(world, g)).collect()
}

/// A battle group of pike, of shot, or of both: such troops can serve guns.
#[must_use]
pub fn can_serve_guns(world: &World, group: GroupId) -> bool {
    let bases = world.profiles(group);
    !bases.is_empty() && bases.iter().all(|b| b.capabilities.has_any(Capabilities::PIKE) || b.is_shot())
}

/// Whether a battle group touches a gun that nobody supports as it would touch troops to fight them.
fn seizes(world: &World, group: GroupId, guns: GroupId) -> bool {
    enforces!("FOGR-COMBAT-095");
    contact::touches(world, group, guns).iter().any(|t| {
        contact::is_fighting_contact(t.contact) && support::rear_support_of(world, guns, t.their).is_none()
    })
}

/// What a battle group that has finished a move does to the guns that it has come upon.
pub fn come_upon(cx: &mut Cx<'_>, mover: GroupId) {
    let state = &cx.world[mover];
    if !state.is_on_table() || state.is_broken() || kinds::is_artillery(cx.world, mover) {
        return;
    }
    for guns in batteries(cx.world) {
        let world = &*cx.world;
        let (hostile, uncontrolled) = (world[guns].side != world[mover].side, world[guns].is_uncontrolled());
        if uncontrolled && !hostile {
            enforces!("FOGR-COMBAT-103");
            if can_serve_guns(world, mover) && contact::touch(world, mover, guns) {
                man(cx, guns, mover);
            }
        } else if hostile && world[guns].posture == Posture::Limbered {
            enforces!("FOGR-COMBAT-094");
            let theirs = world.obstruction(guns);
            if world.rects(mover).iter().any(|r| theirs.iter().any(|t| r.touches(t))) {
                destroy(cx, guns);
            }
        } else if hostile && seizes(world, mover, guns) {
            take(cx, guns, &[mover]);
        }
    }
}

/// Captures guns whose support has gone with the enemy still touching them.
pub fn support_gone(cx: &mut Cx<'_>) {
    enforces!("FOGR-COMBAT-095");
    for guns in batteries(cx.world) {
        let world = &*cx.world;
        if world[guns].is_in_enemy_hands() || world[guns].is_uncontrolled() {
            continue;
        }
        // Those from whom guns were won back may still touch them: that alone does not make the guns theirs.
        let attacks =
            |e: GroupId| world[guns].captured.is_none() || contact::engagement(world, e, guns).is_some();
        let captors: Groups = world
            .enemies_of(guns)
            .filter(|&e| !world[e].is_broken() && !kinds::is_artillery(world, e))
            .filter(|&e| attacks(e) && seizes(world, e, guns))
            .collect();
        if !captors.is_empty() {
            take(cx, guns, &captors);
        }
    }
}

/// Guns whose captors have all routed go back to those who routed them and touch the guns.
pub fn captors_routed(cx: &mut Cx<'_>, faced: &[Faced]) {
    enforces!("FOGR-COMBAT-101");
    for guns in batteries(cx.world) {
        let world = &*cx.world;
        let Some(captor) = world[guns].captured else { continue };
        let gone = |g: &GroupId| world[*g].is_broken() || !world[*g].is_on_table();
        let captors = &world[guns].captured_by;
        if captors.is_empty() || !captors.iter().all(gone) {
            continue;
        }
        let fought = |g: GroupId| {
            faced.iter().any(|f| f.group == g && f.how == Meeting::Engaged && captors.contains(&f.enemy))
        };
        let victors: Groups = world
            .of_side(captor.side.other())
            .filter(|&g| !world[g].is_broken() && g != guns && fought(g))
            .filter(|&g| contact::touch(world, g, guns))
            .collect();
        if !victors.is_empty() {
            take(cx, guns, &victors);
        }
    }
}

/// Guns fall into other hands.
fn take(cx: &mut Cx<'_>, guns: GroupId, captors: &[GroupId]) {
    enforces!(
        "FOGR-COMBAT-100",
        "FOGR-COMBAT-102",
        "FOGR-COMBAT-103",
        "FOGR-COMBAT-104",
        "FOGR-COHESION-010"
    );
    let Some(&by) = captors.first() else { return };
    let serves = captors.iter().copied().find(|&c| can_serve_guns(cx.world, c));
    let (side, contingent) = (cx.world[by].side, cx.world[serves.unwrap_or(by)].contingent);
    let state = &mut cx.world[guns];
    // Only the first loss shakes those who see it.
    state.phase.unseen |= state.captured.is_none();
    state.side = side;
    state.contingent = contingent;
    state.captured = Some(Captor { side, controls: serves.is_some() });
    state.captured_by = captors.iter().copied().collect();
    state.cohesion = Cohesion::Steady;
    state.pursuing.clear();
    for base in cx.world.all_base_ids(guns) {
        cx.world[base].profile.quality = Quality::Poor;
    }
    for commander in cx.world.commander_ids() {
        if cx.world[commander].with() == Some(guns) {
            cx.world[commander].place = CommanderPlace::Alone;
        }
    }
    cx.world.engagements.retain(|e| e.attacker != guns && e.defender != guns);
    say(cx, Event::GunsTaken { guns, by, controls: serves.is_some() });
}

/// Pike or shot take guns over that others of their side have captured.
fn man(cx: &mut Cx<'_>, guns: GroupId, by: GroupId) {
    let contingent = cx.world[by].contingent;
    let state = &mut cx.world[guns];
    if let Some(captor) = state.captured.as_mut() {
        captor.controls = true;
    }
    state.contingent = contingent;
    say(cx, Event::GunsManned { guns, by });
}

/// Guns that pursuers have to their front: those they stood behind, or have captured. They pass them.
pub(super) fn guns_ahead(world: &World, group: GroupId) -> Vec<GroupId> {
    if !world.book.guns_are_taken() {
        return Vec::new();
    }
    let ahead = |guns: GroupId| {
        let touches = contact::touches(world, group, guns);
        touches.iter().any(|t| t.contact.is_by_own_front() && t.contact.edges().is_some())
    };
    world.friends_of(group).filter(|&g| kinds::is_artillery(world, g) && ahead(g)).collect()
}

/// How far from their own front the enemy stands whom a battle group with guns to its front has broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeyondGuns {
    /// Who pursues.
    pub group: GroupId,
    /// How far.
    pub distance: Um,
}

/// Those who would pursue past guns, before anybody has run: their move counts from the front of the broken enemy.
#[must_use]
pub fn beyond_guns(world: &World, faced: &[Faced], broken: impl Fn(GroupId) -> bool) -> Vec<BeyondGuns> {
    enforces!("FOGR-COMBAT-105");
    let mut found: Vec<BeyondGuns> = Vec::new();
    for &Faced { group, enemy, .. } in faced {
        let both = world[group].is_on_table() && world[enemy].is_on_table();
        if !both || !broken(enemy) || guns_ahead(world, group).is_empty() {
            continue;
        }
        let line = world.body(group).footprint().rect();
        let front = world.rects(enemy).iter().map(|r| line.reach_beyond(Edge::Front, r).0).min();
        let distance = front.unwrap_or(Um::ZERO).or_zero();
        match found.iter_mut().find(|f| f.group == group) {
            Some(known) => known.distance = known.distance.max(distance),
            None => found.push(BeyondGuns { group, distance }),
        }
    }
    found
}
