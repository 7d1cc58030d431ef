//! The restricted area before a battle group, and whom it pins.

use super::{kinds, nearness};
use crate::battle::world::{GroupId, Posture, World};
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Polygon, Screen};
use smallvec::SmallVec;

/// The rectangle before a battle group, 2 MU deep; none for those that have none.
#[must_use]
pub fn area(world: &World, group: GroupId) -> Option<BaseRect> {
    enforces!("FOGR-GLOSSARY-029", "FOGR-GLOSSARY-045", "FOGR-MANOEUVRE-048", "FOGR-SPECIAL-040");
    let g = &world[group];
    let exempt = !g.is_on_table()
        || g.is_broken()
        || g.posture == Posture::Square
        || kinds::is_artillery(world, group)
        || kinds::is_all(world, group, TroopType::BattleWagons);
    // Within 2 MU means at 2 MU, too: what just touches a rectangle does not lie in it.
    let depth = world.field.mu(2) + CONTACT_TOLERANCE * 2;
    (!exempt).then(|| world.body(group).zone_ahead(depth).rect())
}

/// Whether an enemy's restricted area means anything to a battle group.
#[must_use]
pub fn is_heeded(world: &World, pinned: GroupId, by: GroupId) -> bool {
    enforces!("FOGR-MANOEUVRE-046", "FOGR-MANOEUVRE-047");
    let too_light = kinds::is_battle(world, pinned) && kinds::is_light(world, by);
    !too_light && !kinds::is_a_keil(world, pinned)
}

/// The enemies in whose restricted area any part of a battle group stands.
#[must_use]
pub fn pinned_by(world: &World, group: GroupId) -> SmallVec<[GroupId; 4]> {
    enforces!("FOGR-MANOEUVRE-041", "FOGR-MANOEUVRE-050");
    let rects = world.rects(group);
    world
        .enemies_of(group)
        .filter(|&enemy| {
            if !nearness::may_be_within(world, group, enemy, world.field.mu(2)) {
                return false;
            }
            let near = |zone: BaseRect| {
                rects.iter().any(|r| zone.overlaps(r) && reaches(world, &zone, r))
                    && is_heeded(world, group, enemy)
            };
            area(world, enemy).is_some_and(near)
        })
        .collect()
}

/// Only impassable ground in between cuts the area off.
fn reaches(world: &World, zone: &BaseRect, base: &BaseRect) -> bool {
    enforces!("FOGR-MANOEUVRE-049");
    let walls: SmallVec<[&Polygon; 4]> = world.impassable().filter(|o| o.has_part_of(zone)).collect();
    if walls.is_empty() {
        return true;
    }
    let screen = Screen { bases: &[], areas: &walls };
    // Seen from the enemy's front, which is the rear edge of the zone.
    let [left, right] = zone.edge(caracole_plane::Edge::Rear);
    let front = caracole_plane::Point::midpoint(left, right);
    base.corners()
        .iter()
        .any(|c| screen.is_clear(front, *c) || screen.is_clear(left, *c) || screen.is_clear(right, *c))
}
