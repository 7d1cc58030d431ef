//! Field fortifications under markers: where the markers lie, and the bases that replace them.

use crate::army::Army;
use crate::battle::setup::Marker;
use crate::battle::setup::camps::{forward, from_sides, in_impassable, seen_from, work};
use crate::battle::world::World;
use crate::field::{Field, Fortification, FortificationKind};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::rule;
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Corner, Pose, Um};

/// The bases of fortification that stand in a straight line on a marker, from the left; and which is the marker's own.
fn straight_line(field: &Field, marker: &Marker) -> (Vec<Pose>, usize) {
    let left = usize::from(marker.bases.saturating_sub(1) / 2);
    let width = field.base_width();
    let place = |i: usize| {
        let steps = i32::try_from(i).unwrap_or(0) - i32::try_from(left).unwrap_or(0);
        marker.front.offset(width * steps, Um::ZERO)
    };
    ((0..usize::from(marker.bases)).map(place).collect(), left)
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

/// Checks the markers that are put down with a camp.
pub fn check_markers(field: &Field, army: &Army, side: Side, markers: &[Marker]) -> Result<(), Refusal> {
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

/// No marker, or all the fortifications under one.
pub fn markers_to_lay(field: &Field, army: &Army, side: Side) -> Vec<Vec<Marker>> {
    let mut markers = vec![Vec::new()];
    if army.field_fortifications >= 4 {
        let middle = seen_from(field, side, field.table.width.half(), field.mu(12));
        markers.push(vec![Marker { front: middle, bases: army.field_fortifications }]);
    }
    markers.retain(|m| check_markers(field, army, side, m).is_ok());
    markers
}

/// Checks the fortifications that replace the markers: for each marker its bases from the left.
pub fn check_works(
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

/// Straight lines; nothing where troops are in the way.
pub fn works_to_lay(world: &World, side: Side, markers: &[Marker]) -> Vec<Vec<Vec<Pose>>> {
    let straight: Vec<Vec<Pose>> = markers.iter().map(|m| straight_line(&world.field, m).0).collect();
    match check_works(world, side, markers, &straight) {
        Ok(_) => vec![straight],
        Err(_) => Vec::new(),
    }
}
