//! Supply camps, field fortifications and naval units.

pub use crate::battle::world::ahead;
pub use crate::battle::world::setup::Marker;

use super::placing::spread;
use super::{Decision, rear_edge};
use crate::army::Army;
use crate::battle::world::World;
use crate::field::{Camp, Field, Fortification, FortificationKind, Grade, TerrainKind};
use crate::strength::naval_units_deployed;
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::rule;
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Corner, Edge, Point, Pose, TableEdge, Um};

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

fn check_camp(field: &Field, army: &Army, side: Side, front: Pose) -> Result<Camp, Refusal> {
    let camp = camp_at(field, army, front);
    let rect = camp.at.rect();
    let rule = rule!("FOGR-SETUP-024");
    if !field.holds(&rect) || forward(field, side, &rect) > field.mu(10) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule,
            "The camp must stand on the table, at most 10 MU from the rear edge",
            "Move it back.",
        )
        .length("from the rear edge", forward(field, side, &rect).get()));
    }
    if in_impassable(field, &rect) || in_river(field, &rect) {
        return Err(Refusal::new(rule, "The camp cannot stand in impassable ground or a river", "Move it."));
    }
    let shut = |edge: Edge| {
        let [a, b] = rect.edge(edge);
        let middle = a.midpoint(b);
        // A strip along the edge, just outside.
        let outwards = rect.centre().direction_to(middle).unwrap_or(Angle::ZERO);
        let strip = Base::new(
            Pose::new(middle.moved(outwards, Um::from_mm(1)), outwards),
            a.distance(b),
            Um::from_mm(1),
        );
        in_impassable(field, &strip.rect())
    };
    if Edge::ALL.into_iter().filter(|e| shut(*e)).count() > 2 {
        return Err(Refusal::new(
            rule,
            "Impassable ground surrounds the camp on more than two sides",
            "Move it into the open.",
        ));
    }
    Ok(camp)
}

/// The bases of fortification that stand in a straight line on a marker, from the left; and which is the marker's own.
#[must_use]
pub fn straight_line(field: &Field, marker: &Marker) -> (Vec<Pose>, usize) {
    let left = usize::from(marker.bases.saturating_sub(1) / 2);
    let width = field.base_width();
    let place = |i: usize| {
        let steps = i32::try_from(i).unwrap_or(0) - i32::try_from(left).unwrap_or(0);
        marker.front.offset(width * steps, Um::ZERO)
    };
    ((0..usize::from(marker.bases)).map(place).collect(), left)
}

fn work(field: &Field, front: Pose) -> Base {
    Base::new(front, field.base_width(), field.scale.fortification_depth())
}

fn check_bounds(field: &Field, side: Side, rect: &BaseRect) -> Result<(), Refusal> {
    let rule = rule!("FOGR-SETUP-027");
    let bad = |problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
    if !field.holds(rect) || forward(field, side, rect) > field.mu(15) + CONTACT_TOLERANCE {
        return bad("Fortifications must lie at most 15 MU from the rear edge", "Move them back.");
    }
    if from_sides(field, rect) <= field.mu(12) {
        return bad("Fortifications must lie further than 12 MU from both side edges", "Move them inwards.");
    }
    if in_impassable(field, rect) {
        return bad("Fortifications cannot lie in impassable ground", "Move them.");
    }
    Ok(())
}

fn check_markers(field: &Field, army: &Army, side: Side, markers: &[Marker]) -> Result<(), Refusal> {
    let rule = rule!("FOGR-SETUP-028");
    if markers.len() > 3 {
        return Err(Refusal::new(rule, "There are at most 3 fortification markers", "Use fewer."));
    }
    if let Some(few) = markers.iter().find(|m| m.bases < 4) {
        return Err(Refusal::new(rule, "Each marker stands for at least 4 bases", "Put more under it.")
            .fact("bases", i32::from(few.bases)));
    }
    let bases: u32 = markers.iter().map(|m| u32::from(m.bases)).sum();
    if bases > u32::from(army.field_fortifications) {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-012"),
            "The army has not paid for that many fortifications",
            "Use fewer.",
        )
        .fact("paid for", i32::from(army.field_fortifications))
        .fact("under the markers", bases));
    }
    for marker in markers {
        // Room enough: all of its bases fit in a straight line.
        for front in straight_line(field, marker).0 {
            check_bounds(field, side, &work(field, front).rect())?;
        }
    }
    Ok(())
}

/// Checks a camp and the fortification markers that are put down with it.
pub fn check(
    field: &Field,
    army: &Army,
    side: Side,
    camp: Pose,
    markers: &[Marker],
) -> Result<Camp, Refusal> {
    let placed = check_camp(field, army, side, camp)?;
    check_markers(field, army, side, markers)?;
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

/// Sensible camps: along the rear edge, with all the fortifications in one marker or without.
pub fn candidates(field: &Field, army: &Army, side: Side) -> Vec<Decision> {
    let depth = field.scale.camp().1;
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let mut markers = vec![Vec::new()];
    if army.field_fortifications >= 4 {
        let middle = seen_from(field, side, field.table.width.half(), field.mu(12));
        markers.push(vec![Marker { front: middle, bases: army.field_fortifications }]);
    }
    let mut found = Vec::new();
    for row in [Um::ZERO, field.mu(2), field.mu(10) - depth] {
        for column in spread(columns) {
            let camp = seen_from(field, side, field.mu(column), depth + row);
            if check_camp(field, army, side, camp).is_err() {
                continue;
            }
            let legal = |m: &&Vec<Marker>| check_markers(field, army, side, m).is_ok();
            found.extend(markers.iter().filter(legal).map(|m| Decision::Camp { camp, markers: m.clone() }));
            if found.len() >= 8 {
                return found;
            }
        }
    }
    found
}

/// Checks the fortifications that replace the markers: for each marker its bases from the left.
pub fn check_fortify(
    world: &World,
    side: Side,
    markers: &[Marker],
    works: &[Vec<Pose>],
) -> Result<Vec<Fortification>, Refusal> {
    let rule = rule!("FOGR-SETUP-029");
    if works.len() != markers.len() {
        return Err(Refusal::new(
            rule,
            "Every marker is replaced by its bases",
            "Give one row for each marker.",
        ));
    }
    let field = &world.field;
    let mut all: Vec<Base> = Vec::new();
    for (marker, row) in markers.iter().zip(works) {
        if row.len() != usize::from(marker.bases) {
            return Err(Refusal::new(
                rule,
                "The marker stands for another number of bases",
                "Lay all of them.",
            )
            .fact("bases", i32::from(marker.bases)));
        }
        let Some(own) = row.iter().position(|p| *p == marker.front) else {
            return Err(Refusal::new(rule, "One base must lie exactly on the marker", "Put one there."));
        };
        if own.abs_diff(row.len() - 1 - own) > 1 {
            return Err(Refusal::new(
                rule,
                "The bases must be spread evenly on both sides of the marker",
                "Put as many on its left as on its right.",
            ));
        }
        let bases: Vec<Base> = row.iter().map(|p| work(field, *p)).collect();
        if !bases.iter().zip(bases.iter().skip(1)).all(|(a, b)| joined(a, b)) {
            return Err(Refusal::new(
                rule,
                "Neighbouring bases must touch corner to corner at 90 to 180 degrees",
                "Join them.",
            ));
        }
        all.extend(bases);
    }
    for (i, base) in all.iter().enumerate() {
        let rect = base.rect();
        check_bounds(field, side, &rect)?;
        let troops = world.on_table().any(|g| world.obstruction(g).iter().any(|r| r.overlaps(&rect)));
        let camps = world.sides.iter().any(|(_, s)| s.camp.is_some_and(|c| c.at.rect().overlaps(&rect)));
        if troops || camps || all.iter().skip(i + 1).any(|b| b.rect().overlaps(&rect)) {
            return Err(Refusal::new(rule, "There is no room for the fortifications", "Lay them elsewhere."));
        }
    }
    Ok(all.into_iter().map(|at| Fortification { side, at, kind: FortificationKind::Field }).collect())
}

fn joined(left: &Base, right: &Base) -> bool {
    let meet = |a: Corner, b: Corner| left.corner(a).distance(right.corner(b)) <= CONTACT_TOLERANCE;
    let bend = (right.front.facing - left.front.facing).size();
    bend <= Angle::QUARTER
        && (meet(Corner::FrontRight, Corner::FrontLeft) || meet(Corner::RearRight, Corner::RearLeft))
}

/// Sensible fortifications: straight lines; none at all where troops are in the way.
pub fn fortify_candidates(world: &World, side: Side, markers: &[Marker]) -> Vec<Decision> {
    let straight: Vec<Vec<Pose>> = markers.iter().map(|m| straight_line(&world.field, m).0).collect();
    match check_fortify(world, side, markers, &straight) {
        Ok(_) => vec![Decision::Fortify(straight)],
        Err(_) => vec![Decision::NoRoom],
    }
}

/// The naval units that come into play: the difference, and only where there is a coastline.
#[must_use]
pub fn naval_units(field: &Field, armies: &BySide<Army>) -> BySide<u8> {
    caracole_ledger::enforces!("FOGR-SPECIAL-010");
    if !field.terrain.pieces.iter().any(|p| p.kind == TerrainKind::Coastline) {
        return BySide::default();
    }
    naval_units_deployed(BySide { red: armies.red.naval_units, blue: armies.blue.naval_units })
}
