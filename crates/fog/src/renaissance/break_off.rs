//! Who may break off from close combat.

use crate::battle::position::{contact, disorder, kinds};
use crate::battle::world::{GroupId, World};
use crate::troops::{Cohesion, Disorder, TroopType};
use caracole_ledger::enforces;

/// How many enemy front rank bases in contact there are, and how many of them are of a kind.
fn share(world: &World, group: GroupId, of_kind: &dyn Fn(GroupId) -> bool) -> (usize, usize) {
    enforces!("FOGR-JAP-007");
    let (mut all, mut some) = (0, 0);
    for enemy in contact::opponents(world, group) {
        let mut bases: Vec<_> =
            contact::fighting_touches(world, group, enemy).iter().map(|t| t.their).collect();
        bases.sort_unstable();
        bases.dedup();
        all += bases.len();
        if of_kind(enemy) {
            some += bases.len();
        }
    }
    (all, some)
}

/// Whether a battle group may break off.
pub(super) fn may_break_off(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-JAP-003", "FOGR-JAP-004", "FOGR-JAP-005", "FOGR-JAP-006");
    let g = &world[group];
    let never = kinds::is_elephants(world, group)
        || kinds::is_artillery(world, group)
        || kinds::is_all(world, group, TroopType::BattleWagons)
        || contact::has_turned_bases(world, group);
    // Pursuers into fresh enemy have not fought them until the next impact phase.
    let fresh = world.engagements.iter().any(|e| e.attacker == group && e.awaits_impact);
    if never || fresh || g.is_broken() || !contact::in_close_combat(world, group) {
        return false;
    }
    let steady =
        |e: GroupId| world[e].cohesion == Cohesion::Steady && disorder::worst(world, e) == Disorder::None;
    if kinds::is_mounted(world, group) {
        let (all, foot) = share(world, group, &|e| steady(e) && kinds::is_foot(world, e));
        let (_, horse) = share(world, group, &|e| {
            steady(e)
                && (kinds::is_elephants(world, e)
                    || (kinds::is_mounted(world, e) && !kinds::is_shock(world, e)))
        });
        let shaken = matches!(g.cohesion, Cohesion::Disrupted | Cohesion::Fragmented);
        return 2 * foot >= all || (shaken && 2 * horse >= all);
    }
    let (all, foot) =
        share(world, group, &|e| steady(e) && kinds::is_foot(world, e) && !kinds::is_shock(world, e));
    let shaken = match g.cohesion {
        Cohesion::Fragmented => true,
        Cohesion::Disrupted => !kinds::is_shock(world, group),
        _ => false,
    };
    shaken && all == foot
}
