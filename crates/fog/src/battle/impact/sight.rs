//! Whether a battle group sees another, for charges and interceptions: terrain hides, troops do not.

use crate::battle::position::visibility;
use crate::battle::world::{BaseId, GroupId, World};
use crate::field::TerrainKind;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Polygon, Screen};

/// Whether any base of a battle group sees a part of another.
#[must_use]
pub fn is_visible(world: &World, from: GroupId, to: GroupId) -> bool {
    if world.field.terrain.pieces.is_empty() {
        return true;
    }
    let eyes = world.rects(from);
    let betrayed = visibility::is_betrayed_to(world, to, from);
    world.base_ids(to).into_iter().any(|b| eyes.iter().any(|eye| sees(world, eye, (to, b), betrayed)))
}

/// Whether a base sees another. Lurkers who have betrayed themselves by shooting are seen.
fn sees(world: &World, eye: &BaseRect, (group, target): (GroupId, BaseId), betrayed: bool) -> bool {
    enforces!(
        "FOGR-TERRAIN-023",
        "FOGR-TERRAIN-024",
        "FOGR-TERRAIN-026",
        "FOGR-TERRAIN-006",
        "FOGAM-TERRAIN-001",
        "FOGAM-TERRAIN-002",
        "FOGAM-TERRAIN-004",
        "FOGAM-TERRAIN-016"
    );
    enforces!("FOGR-TERRAIN-007", "FOGR-TERRAIN-008", "FOGR-TERRAIN-012");
    let rect = world[target].base.rect();
    let far = |mu: i32| !eye.within(&rect, world.field.mu(mu));
    if !betrayed && visibility::lurks_from(world, group, target, eye, eye.distance(&rect)) {
        return false;
    }
    let mut hiding: Vec<&Polygon> = Vec::new();
    for piece in &world.field.terrain.pieces {
        let Some(outline) = piece.outline() else { continue };
        if piece.kind == TerrainKind::Gully && piece.has_all_of(&rect) && far(1) {
            return false;
        }
        let Some(mu) = visibility::woods(piece.kind) else { continue };
        // Within the distance one sees in and out; beyond it nothing.
        if far(mu) {
            hiding.push(outline);
        }
    }
    let clear = hiding.is_empty() || eye.sees_any_part(&rect, &Screen { bases: &[], areas: &hiding });
    clear && !visibility::crest_hides(world, eye.centre(), rect.centre())
}
