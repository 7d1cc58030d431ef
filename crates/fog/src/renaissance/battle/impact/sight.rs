//! Whether a battle group sees another, for charges and interceptions: terrain hides, troops do not.

use crate::field::{Covering, Piece, TerrainKind};
use crate::renaissance::battle::world::{BaseId, GroupId, World};
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Polygon, Screen};

/// How far troops wholly inside are seen, in movement units, where the ground also hides what lies beyond it.
const fn woods(kind: TerrainKind) -> Option<i32> {
    use TerrainKind::{Forest, GentleHill, Plantation, SteepHill, Village};
    match kind {
        Plantation | GentleHill(Covering::Plantation) | SteepHill(Covering::Plantation) => Some(4),
        Forest | Village => Some(2),
        GentleHill(Covering::Forest | Covering::Village) => Some(2),
        SteepHill(Covering::Forest | Covering::Village) => Some(2),
        _ => None,
    }
}

/// How far troops that lurk there are seen, in movement units.
const fn lurking(kind: TerrainKind, troops: TroopType) -> Option<i32> {
    use TerrainKind::{Brush, EnclosedFields, GentleHill, Gully, Marsh, SoftSand, SteepHill, Vineyards};
    match (kind, troops) {
        (Gully, _) => Some(1),
        (EnclosedFields, TroopType::LightFoot | TroopType::Dragoons) => Some(4),
        (Brush | Vineyards | Marsh, TroopType::LightFoot) => Some(4),
        (GentleHill(c) | SteepHill(c), TroopType::LightFoot)
            if matches!(c, Covering::Brush | Covering::Vineyards) =>
        {
            Some(4)
        }
        (SoftSand, TroopType::LightFoot) => Some(6),
        _ => None,
    }
}

/// Whether any base of a battle group sees a part of another.
#[must_use]
pub fn is_visible(world: &World, from: GroupId, to: GroupId) -> bool {
    if world.field.terrain.pieces.is_empty() {
        return true;
    }
    let eyes = world.rects(from);
    world.base_ids(to).into_iter().any(|b| eyes.iter().any(|eye| sees(world, eye, b)))
}

/// Whether a base sees another.
fn sees(world: &World, eye: &BaseRect, target: BaseId) -> bool {
    enforces!("FOGR-TERRAIN-023", "FOGR-TERRAIN-024", "FOGR-TERRAIN-026", "FOGR-TERRAIN-006");
    enforces!("FOGR-TERRAIN-007", "FOGR-TERRAIN-008", "FOGR-TERRAIN-012");
    let rect = world[target].base.rect();
    let troops = world[target].profile.troop_type;
    let far = |mu: i32| !eye.within(&rect, world.field.mu(mu));
    let mut hiding: Vec<&Polygon> = Vec::new();
    for piece in &world.field.terrain.pieces {
        let Some(outline) = piece.outline() else { continue };
        let inside = |p: &Piece, r: &BaseRect| p.has_all_of(r);
        if lurking(piece.kind, troops).is_some_and(|mu| inside(piece, &rect) && far(mu)) {
            return false;
        }
        let Some(mu) = woods(piece.kind) else { continue };
        // Within the distance one sees in and out; beyond it nothing.
        if far(mu) {
            hiding.push(outline);
        }
    }
    hiding.is_empty() || eye.sees_any_part(&rect, &Screen { bases: &[], areas: &hiding })
}
