//! Who defends fortifications, obstacles and portable defences.

use crate::field::{FortificationKind, Ground};
use crate::renaissance::battle::world::{GroupId, PortableDefences, World};
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, Edge};

/// Field fortifications and obstacles: their fronts look away from those who can defend them.
pub fn works(world: &World) -> impl Iterator<Item = &Base> {
    enforces!("FOGR-SPECIAL-013");
    let obstacles = world.field.terrain.pieces.iter().filter_map(|p| match &p.ground {
        Ground::Line(line) => Some(line),
        _ => None,
    });
    let fortifications =
        world.field.fortifications.iter().filter(|f| f.kind == FortificationKind::Field).map(|f| &f.at);
    fortifications.chain(obstacles)
}

/// Whether a base stands wholly behind a stretch, with an edge touching its rear edge.
#[must_use]
pub fn stands_behind(works: &BaseRect, base: &BaseRect) -> bool {
    enforces!("FOGR-SPECIAL-014", "FOGR-SPECIAL-024");
    let touching = works.contact(base).and_then(caracole_plane::Contact::edges);
    touching.is_some_and(|e| e.own == Edge::Rear) && works.has_entirely_behind_rear(base)
}

/// Whether any base of a battle group defends field fortifications or an obstacle.
#[must_use]
pub fn defends(world: &World, group: GroupId) -> bool {
    let mut works = works(world).peekable();
    if works.peek().is_none() {
        return false;
    }
    let rects = world.rects(group);
    works.any(|w| {
        let w = w.rect();
        rects.iter().any(|r| stands_behind(&w, r))
    })
}

/// Whether its portable defences stand before it.
#[must_use]
pub fn has_placed_defences(world: &World, group: GroupId) -> bool {
    world[group].portable == PortableDefences::Placed
}

/// The works that a base stands behind against enemy bases on their other side.
#[must_use]
pub fn works_against<'a>(world: &'a World, base: &BaseRect, enemy: &[BaseRect]) -> Option<&'a Base> {
    works(world).find(|w| {
        let w = w.rect();
        stands_behind(&w, base) && enemy.iter().any(|r| w.has_ahead(r))
    })
}
