//! Mounted troops who break off from close combat.

use super::{BreakOff, break_off};
use crate::battle::customs::BreaksOff;
use crate::battle::melee::pairing::{Pair, duels};
use crate::battle::outcome::Roster;
use crate::battle::position::contact;
use crate::battle::world::{GroupId, World};
use crate::combat::Role;
use crate::troops::CombatPhase;
use caracole_ledger::enforces;

/// Whether a battle group breaks off from those it is in contact with.
pub(super) fn breaks_off(world: &World, group: GroupId) -> BreaksOff {
    enforces!("FOGAM-JAP-006");
    // Neither pursuers who have run into fresh enemy nor these have fought yet.
    let fresh =
        world.engagements.iter().any(|e| e.awaits_impact && (e.attacker == group || e.defender == group));
    if fresh || world[group].is_broken() || !contact::in_close_combat(world, group) {
        return BreaksOff::No;
    }
    let opponents = contact::opponents(world, group);
    let pairs: Vec<Pair> = opponents
        .iter()
        .flat_map(|&enemy| {
            contact::fighting_touches(world, group, enemy).into_iter().map(move |t| Pair {
                own: (group, t.own),
                role: Role::Front,
                their: (enemy, t.their),
                back: Role::Front,
            })
        })
        .collect();
    let mut taking_part = opponents.to_vec();
    taking_part.push(group);
    let roster = Roster::hand_to_hand(world, &taking_part);
    let mut fight = roster.fight(world, CombatPhase::Melee);
    fight.duels = duels(world, &roster, &pairs);
    let Some(index) = roster.index(group) else { return BreaksOff::No };
    match break_off(&fight, index) {
        BreakOff::Must => BreaksOff::Must,
        BreakOff::Stays => BreaksOff::No,
    }
}
