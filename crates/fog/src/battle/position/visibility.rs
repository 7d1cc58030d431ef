//! How far troops are seen in terrain: one table for shooting, charges and ambushes.

use super::defence;
use crate::battle::world::{BaseId, GroupId, World};
use crate::field::{Covering, TerrainKind};
use crate::formation::Facing;
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, Point, Um};

/// What a piece is for those who look into it: the covering of a hill counts as its own kind.
#[must_use]
pub const fn surface(kind: TerrainKind) -> TerrainKind {
    match kind {
        TerrainKind::SteepHill(covering) | TerrainKind::GentleHill(covering) => match covering {
            Covering::Clear => TerrainKind::Open,
            Covering::BrokenGround => TerrainKind::BrokenGround,
            Covering::Brush => TerrainKind::Brush,
            Covering::Plantation => TerrainKind::Plantation,
            Covering::Vineyards => TerrainKind::Vineyards,
            Covering::Forest => TerrainKind::Forest,
            Covering::Village => TerrainKind::Village,
        },
        other => other,
    }
}

/// Ground that hides everybody: from how far, in movement units, those wholly inside see and are seen. It also hides
/// what lies beyond it.
#[must_use]
pub const fn woods(kind: TerrainKind) -> Option<i32> {
    enforces!("FOGR-TERRAIN-006", "FOGR-TERRAIN-008", "FOGR-TERRAIN-012", "FOGR-TERRAIN-024");
    match surface(kind) {
        TerrainKind::Plantation => Some(4),
        TerrainKind::Forest | TerrainKind::Village => Some(2),
        _ => None,
    }
}

/// From how far lurking light foot or dragoons are seen, in movement units.
#[must_use]
pub const fn lurking(kind: TerrainKind, troops: TroopType) -> Option<i32> {
    enforces!("FOGR-TERRAIN-004", "FOGR-TERRAIN-005", "FOGR-TERRAIN-009", "FOGR-TERRAIN-010");
    enforces!("FOGR-TERRAIN-011", "FOGR-TERRAIN-026");
    use TerrainKind::{Brush, EnclosedFields, Marsh, SoftSand, Vineyards};
    match (surface(kind), troops) {
        (Brush | EnclosedFields | Vineyards | Marsh, TroopType::LightFoot) => Some(4),
        (EnclosedFields, TroopType::Dragoons) => Some(4),
        (SoftSand, TroopType::LightFoot) => Some(6),
        _ => None,
    }
}

/// The obstacle behind which a battle group of light foot or dragoons lurks: its whole front rank defends obstacles.
fn obstacle_before(world: &World, group: GroupId, target: BaseId) -> Option<Base> {
    if !matches!(world[target].profile.troop_type, TroopType::LightFoot | TroopType::Dragoons) {
        return None;
    }
    let held = |rect: &BaseRect| {
        world.field.terrain.lines().find(|o| defence::stands_behind(&o.rect(), rect)).copied()
    };
    let file = world[target].at.file;
    let mut own = None;
    for front in world.bases_of(group).iter().filter(|b| b.at.rank == 0 && b.facing == Facing::Front) {
        let obstacle = held(&front.base.rect())?;
        if own.is_none() || front.at.file == file {
            own = Some(obstacle);
        }
    }
    own
}

/// Whether a base lurks in terrain or behind an obstacle and is hidden by that alone from an eye so far away.
#[must_use]
pub fn lurks_from(world: &World, group: GroupId, target: BaseId, eye: &BaseRect, distance: Um) -> bool {
    enforces!("FOGR-TERRAIN-018", "FOGR-TERRAIN-026");
    let rect = world[target].base.rect();
    let troops = world[target].profile.troop_type;
    let far = |mu: i32| distance > world.field.mu(mu);
    let in_terrain = world
        .field
        .terrain
        .pieces
        .iter()
        .any(|p| lurking(p.kind, troops).is_some_and(|mu| far(mu) && p.has_all_of(&rect)));
    let behind_obstacle = || obstacle_before(world, group, target);
    in_terrain || far(4) && behind_obstacle().is_some_and(|o| !o.rect().has_entirely_behind_rear(eye))
}

/// Whether a crest hides one point from another: neither end of the line lies within 1 MU of it.
#[must_use]
pub fn crest_hides(world: &World, from: Point, to: Point) -> bool {
    enforces!("FOGR-TERRAIN-016");
    world.field.terrain.crest_between(from, to, world.field.mu(1))
}

/// Whether a battle group has shot at another from where it lurked, and is visible to it since.
#[must_use]
pub fn is_betrayed_to(world: &World, lurker: GroupId, eye: GroupId) -> bool {
    enforces!("FOGR-TERRAIN-027");
    world[lurker].betrayed_to.contains(&eye)
}
