//! Supply camps, field fortifications and naval units.

use super::placing::spread;
use super::{Decision, rear_edge};
use crate::army::{Army, naval_units_deployed};
use crate::battle::law::law;
use crate::battle::world::World;
use crate::field::{Camp, Field, Grade, TerrainKind};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Point, Pose, TableEdge, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A field fortification marker. How many bases it stands for is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The middle of its front edge, looking at the enemy.
    pub front: Pose,
    /// How many bases it stands for.
    pub bases: u8,
}

/// The way that leads from a side's rear edge to the enemy.
#[must_use]
pub const fn ahead(side: Side) -> Angle {
    match side {
        Side::Red => Angle::ZERO,
        Side::Blue => Angle::HALF,
    }
}

/// How far the furthest part of a rectangle is from a side's rear edge.
#[must_use]
pub fn forward(field: &Field, side: Side, rect: &BaseRect) -> Um {
    let inside = rect.corners().map(|c| field.table.inside_of(rear_edge(side), c));
    inside.into_iter().fold(Um::ZERO, Um::max)
}

/// How far the nearest part of a rectangle is from the side edges.
#[must_use]
pub fn from_sides(field: &Field, rect: &BaseRect) -> Um {
    let to = |edge| field.table.distance_to_edge(edge, rect);
    to(TableEdge::Left).min(to(TableEdge::Right))
}

/// Whether any part of a rectangle stands in impassable ground.
#[must_use]
pub fn in_impassable(field: &Field, rect: &BaseRect) -> bool {
    field.terrain.under(rect).any(|p| p.kind.grade() == Grade::Impassable)
}

/// Whether any part of a rectangle stands in a river.
#[must_use]
pub fn in_river(field: &Field, rect: &BaseRect) -> bool {
    field.terrain.under(rect).any(|p| matches!(p.kind, TerrainKind::River(_)))
}

/// A camp with the middle of its front edge at a place.
#[must_use]
pub fn camp_at(field: &Field, army: &Army, front: Pose) -> Camp {
    let (width, depth) = field.scale.camp();
    Camp { at: Base::new(front, width, depth), fortified: army.camp.fortified, sacked: false }
}

fn check_camp(world: &World, army: &Army, side: Side, front: Pose) -> Result<Camp, Refusal> {
    let (field, reach) = (&world.field, world.book.camp_reach());
    let camp = camp_at(field, army, front);
    let rect = camp.at.rect();
    let rule = law!(world.book, "FOGR-SETUP-024", "FOGAM-SETUP-019");
    if !field.holds(&rect) || forward(field, side, &rect) > field.mu(reach) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule,
            format!("The camp must stand on the table, at most {reach} MU from the rear edge"),
            "Move it back.",
        )
        .length("from the rear edge", forward(field, side, &rect).get()));
    }
    if in_impassable(field, &rect) || in_river(field, &rect) {
        return Err(Refusal::new(rule, "The camp cannot stand in impassable ground or a river", "Move it."));
    }
    world.book.check_camp_ground(field, &rect)?;
    if world.field.fortifications.iter().any(|f| f.at.rect().overlaps(&rect)) {
        return Err(Refusal::new(rule, "Fortifications lie there", "Move the camp."));
    }
    Ok(camp)
}

/// Checks a camp and the fortification markers that are put down with it.
pub fn check(
    world: &World,
    army: &Army,
    side: Side,
    camp: Pose,
    markers: &[Marker],
) -> Result<Camp, Refusal> {
    let placed = check_camp(world, army, side, camp)?;
    world.book.check_markers(&world.field, army, side, markers)?;
    Ok(placed)
}

/// A pose so far from the rear edge and the left edge as the player sees the table, looking at the enemy.
#[must_use]
pub fn seen_from(field: &Field, side: Side, across: Um, out: Um) -> Pose {
    let at = match side {
        Side::Red => Point::new(across, out),
        Side::Blue => Point::new(field.table.width - across, field.table.depth - out),
    };
    Pose::new(at, ahead(side))
}

/// Sensible camps: along the rear edge, with markers or without.
pub fn candidates(world: &World, army: &Army, side: Side) -> Vec<Decision> {
    let field = &world.field;
    let depth = field.scale.camp().1;
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let markers = world.book.markers_to_lay(field, army, side);
    let mut found = Vec::new();
    for row in [Um::ZERO, field.mu(2), field.mu(world.book.camp_reach()) - depth] {
        for column in spread(columns) {
            let camp = seen_from(field, side, field.mu(column), depth + row);
            if check_camp(world, army, side, camp).is_err() {
                continue;
            }
            found.extend(markers.iter().map(|m| Decision::Camp { camp, markers: m.clone() }));
            if found.len() >= 8 {
                return found;
            }
        }
    }
    found
}

/// A base of works with the middle of its front edge at a place.
#[must_use]
pub fn work(field: &Field, front: Pose) -> Base {
    Base::new(front, field.base_width(), field.scale.fortification_depth())
}

/// Whether troops, a camp or works stand where a base of works would lie.
#[must_use]
pub fn is_occupied(world: &World, rect: &BaseRect) -> bool {
    let troops = || world.on_table().any(|g| world.obstruction(g).iter().any(|r| r.overlaps(rect)));
    let works = || world.field.fortifications.iter().any(|f| f.at.rect().overlaps(rect));
    world.camps().any(|camp| camp.overlaps(rect)) || works() || troops()
}

/// Sensible fortifications; that there is no room only where the book says they must be laid and they cannot.
pub fn fortify_candidates(world: &World, army: &Army, side: Side) -> Vec<Decision> {
    let found = world.book.works_to_lay(world, army, side);
    if found.is_empty() { vec![Decision::NoRoom] } else { found.into_iter().map(Decision::Fortify).collect() }
}

/// The naval units that come into play: the difference, and only where there is a coastline.
#[must_use]
pub fn naval_units(world: &World, armies: &BySide<Army>) -> BySide<u8> {
    caracole_ledger::enforces!("FOGR-SPECIAL-010");
    if !world.book.has_ships() || !world.field.terrain.pieces.iter().any(|p| p.kind == TerrainKind::Coastline)
    {
        return BySide::default();
    }
    naval_units_deployed(BySide { red: armies.red.naval_units, blue: armies.blue.naval_units })
}
