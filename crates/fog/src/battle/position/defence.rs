//! Who defends fortifications, obstacles and portable defences.

use crate::battle::world::{BaseId, GroupId, PortableDefences, World};
use crate::field::FortificationKind;
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, Edge, Um};

/// Field fortifications and obstacles: their fronts look away from those who can defend them.
pub fn works(world: &World) -> impl Iterator<Item = &Base> {
    enforces!("FOGR-SPECIAL-013");
    let fortifications =
        world.field.fortifications.iter().filter(|f| f.kind == FortificationKind::Field).map(|f| &f.at);
    fortifications.chain(world.field.terrain.lines())
}

/// Whether a base stands wholly behind a stretch, with an edge touching its rear edge.
#[must_use]
pub fn stands_behind(works: &BaseRect, base: &BaseRect) -> bool {
    enforces!("FOGR-SPECIAL-014", "FOGR-SPECIAL-024");
    let touching = works.contact(base).and_then(caracole_plane::Contact::edges);
    touching.is_some_and(|e| e.own == Edge::Rear) && works.has_entirely_behind_rear(base)
}

/// Whether a base stands so behind a stretch that it holds it.
#[must_use]
pub fn holds(world: &World, works: &BaseRect, base: &BaseRect) -> bool {
    let touching = works.contact(base).and_then(caracole_plane::Contact::edges);
    stands_behind(works, base) && touching.is_some_and(|e| world.book.defends_by(e.their))
}

/// Whether troops of this type can defend field fortifications or an obstacle.
#[must_use]
pub fn can_defend(world: &World, troop_type: TroopType) -> bool {
    world.book.can_defend(troop_type)
}

/// Whether a base defends this stretch.
#[must_use]
pub fn defends_stretch(world: &World, works: &BaseRect, base: BaseId) -> bool {
    can_defend(world, world[base].profile.troop_type) && holds(world, works, &world[base].base.rect())
}

/// Whether any base of a battle group defends field fortifications or an obstacle.
#[must_use]
pub fn defends(world: &World, group: GroupId) -> bool {
    let mut works = works(world).peekable();
    if works.peek().is_none() {
        return false;
    }
    let ids = world.base_ids(group);
    works.any(|w| {
        let w = w.rect();
        ids.iter().any(|&b| defends_stretch(world, &w, b))
    })
}

/// The stretch that a base defends, if any, and the edge of the base that touches it.
fn stretch_of(world: &World, base: BaseId) -> Option<(Base, Edge)> {
    let rect = world[base].base.rect();
    works(world).find_map(|w| {
        let touching = w.rect().contact(&rect).and_then(caracole_plane::Contact::edges)?;
        defends_stretch(world, &w.rect(), base).then_some((*w, touching.their))
    })
}

/// Whether a base defends field fortifications or an obstacle.
#[must_use]
pub fn is_defender(world: &World, base: BaseId) -> bool {
    stretch_of(world, base).is_some()
}

/// The ground that a base holds against those who come at it: the works that it defends are a part of it, so that their
/// front edge is its own.
#[must_use]
pub fn front_of(world: &World, base: BaseId) -> BaseRect {
    enforces!("FOGR-SPECIAL-015");
    let own = world[base].base;
    let rect = own.rect();
    let Some((works, edge)) = stretch_of(world, base) else { return rect };
    let by = works.depth;
    let (right, forward, width, depth) = match edge {
        Edge::Front => (Um::ZERO, by, own.width, own.depth + by),
        Edge::Rear => (Um::ZERO, Um::ZERO, own.width, own.depth + by),
        Edge::Left => (-by.half(), Um::ZERO, own.width + by, own.depth),
        Edge::Right => (by.half(), Um::ZERO, own.width + by, own.depth),
    };
    Base::new(own.front.offset(right, forward), width, depth).rect()
}

/// The ground held by those bases of a battle group that defend works.
pub fn ground_held(world: &World, group: GroupId) -> impl Iterator<Item = BaseRect> + '_ {
    let any = works(world).next().is_some();
    let ids = if any { world.base_ids(group) } else { smallvec::SmallVec::new() };
    ids.into_iter().filter(|&b| is_defender(world, b)).map(|b| front_of(world, b))
}

/// Whether its portable defences stand before it.
#[must_use]
pub fn has_placed_defences(world: &World, group: GroupId) -> bool {
    world[group].portable == PortableDefences::Placed
}

/// The works that a base defends against enemy bases on their other side.
#[must_use]
pub fn works_against<'a>(world: &'a World, base: BaseId, enemy: &[BaseRect]) -> Option<&'a Base> {
    works(world).find(|w| {
        let w = w.rect();
        defends_stretch(world, &w, base) && enemy.iter().any(|r| w.has_ahead(r))
    })
}
