//! The restricted area before a battle group, and whom it pins.

use super::{kinds, nearness};
use crate::battle::world::{GroupId, Posture, World};
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Polygon, Screen, Um};
use smallvec::SmallVec;

/// How deep a restricted area is. Within 2 MU means at 2 MU, too: what just touches a rectangle does not lie in it.
#[must_use]
pub fn depth(world: &World) -> Um {
    world.field.mu(2) + CONTACT_TOLERANCE * 2
}

/// The rectangle before the whole of a battle group, 2 MU deep; none for those that have none.
#[must_use]
pub fn area(world: &World, group: GroupId) -> Option<BaseRect> {
    enforces!("FOGR-GLOSSARY-029", "FOGR-GLOSSARY-045", "FOGR-MANOEUVRE-048", "FOGR-SPECIAL-040");
    enforces!("FOGAM-MANOEUVRE-042");
    let g = &world[group];
    let exempt = !g.is_on_table()
        || g.is_broken()
        || g.posture == Posture::Square
        || kinds::is_artillery(world, group)
        || kinds::is_all(world, group, TroopType::BattleWagons);
    (!exempt).then(|| world.body(group).zone_ahead(depth(world)).rect())
}

/// Whether an enemy's restricted area means anything to a battle group.
#[must_use]
pub fn is_heeded(world: &World, pinned: GroupId, by: GroupId) -> bool {
    enforces!("FOGR-MANOEUVRE-046", "FOGR-MANOEUVRE-047", "FOGAM-MANOEUVRE-043");
    let too_light = kinds::is_battle(world, pinned) && kinds::is_light(world, by);
    !too_light && !kinds::is_a_keil(world, pinned)
}

/// The enemies in whose restricted area any part of a battle group stands.
#[must_use]
pub fn pinned_by(world: &World, group: GroupId) -> SmallVec<[GroupId; 4]> {
    enforces!("FOGR-MANOEUVRE-041", "FOGR-MANOEUVRE-050", "FOGAM-MANOEUVRE-033", "FOGAM-MANOEUVRE-046");
    let rects = world.rects(group);
    world
        .enemies_of(group)
        .filter(|&enemy| {
            if !nearness::may_be_within(world, group, enemy, world.field.mu(2)) {
                return false;
            }
            is_heeded(world, group, enemy) && lies_in_area_of(world, rects, enemy)
        })
        .collect()
}

/// Whether any of these bases lies in the restricted area of an enemy.
#[must_use]
pub fn lies_in_area_of(world: &World, rects: &[BaseRect], enemy: GroupId) -> bool {
    let zones = world.book.restricted_areas(world, enemy);
    zones.iter().any(|zone| rects.iter().any(|r| zone.overlaps(r) && reaches(world, zone, r)))
}

/// Only impassable ground in between cuts the area off.
fn reaches(world: &World, zone: &BaseRect, base: &BaseRect) -> bool {
    enforces!("FOGR-MANOEUVRE-049", "FOGAM-MANOEUVRE-045");
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
