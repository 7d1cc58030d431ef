//! Field fortifications: laid openly with the camp, in groups.

use crate::army::Army;
use crate::battle::setup::camps::{forward, is_occupied, seen_from, work};
use crate::battle::world::World;
use crate::field::{Fortification, FortificationKind};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Pose, Um};

/// The fewest base widths of a group, and of an army that has any.
pub const LEAST: usize = 4;

/// Checks the groups of fortifications that a side lays.
pub fn check(
    world: &World,
    army: &Army,
    side: Side,
    works: &[Vec<Pose>],
) -> Result<Vec<Fortification>, Refusal> {
    let count: usize = works.iter().map(Vec::len).sum();
    if count > usize::from(army.field_fortifications) {
        return Err(Refusal::new(
            rule!("FOGAM-SPECIAL-015"),
            "The army has not paid for that many fortifications",
            "Lay fewer.",
        )
        .fact("paid for", i32::from(army.field_fortifications))
        .fact("laid", count));
    }
    let groups: Vec<Vec<Base>> =
        works.iter().map(|g| g.iter().map(|p| work(&world.field, *p)).collect()).collect();
    for group in &groups {
        check_group(group)?;
    }
    let all: Vec<Base> = groups.concat();
    for (i, base) in all.iter().enumerate() {
        let rect = base.rect();
        check_place(world, side, &rect)?;
        if is_occupied(world, &rect) || all.iter().skip(i + 1).any(|b| b.rect().overlaps(&rect)) {
            return Err(Refusal::new(
                rule!("FOGAM-SETUP-018"),
                "There is no room for the fortifications",
                "Lay them elsewhere.",
            ));
        }
    }
    Ok(all.into_iter().map(|at| Fortification { side, at, kind: FortificationKind::Field }).collect())
}

/// Every piece of a group touches another and lies parallel or at right angles to it.
fn check_group(group: &[Base]) -> Result<(), Refusal> {
    let rule = rule!("FOGAM-SPECIAL-016");
    if group.len() < LEAST {
        return Err(Refusal::new(
            rule,
            "Fortifications are laid in groups of at least 4 base widths",
            "Put more into the group.",
        )
        .fact("base widths", group.len()));
    }
    let Some(first) = group.first() else { return Ok(()) };
    let aligned = |b: &Base| (b.front.facing - first.front.facing).0.is_multiple_of(Angle::QUARTER.0);
    if !group.iter().all(aligned) {
        return Err(Refusal::new(
            rule,
            "The pieces of a group lie parallel or at right angles to each other",
            "Turn them.",
        ));
    }
    let rects: Vec<BaseRect> = group.iter().map(Base::rect).collect();
    let mut joined = vec![false; rects.len()];
    let mut open = vec![0];
    while let Some(i) = open.pop() {
        let Some((own, seen)) = rects.get(i).zip(joined.get_mut(i)) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        open.extend(
            (0..rects.len()).filter(|j| rects.get(*j).is_some_and(|r| own.within(r, CONTACT_TOLERANCE))),
        );
    }
    if joined.contains(&false) {
        return Err(Refusal::new(rule, "The pieces of a group touch each other", "Join them."));
    }
    Ok(())
}

fn check_place(world: &World, side: Side, rect: &BaseRect) -> Result<(), Refusal> {
    let field = &world.field;
    let third = field.table.width / 3;
    let central = rect
        .corners()
        .iter()
        .all(|c| c.x >= third - CONTACT_TOLERANCE && c.x <= field.table.width - third + CONTACT_TOLERANCE);
    let most = if central { 15 } else { 12 };
    if !field.holds(rect) || forward(field, side, rect) > field.mu(most) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule!("FOGAM-SETUP-018"),
            "Fortifications lie up to 12 MU from the rear edge, up to 15 MU in the central third of the table",
            "Move them back.",
        )
        .fact("most in MU", most)
        .length("from the rear edge", forward(field, side, rect).get()));
    }
    Ok(())
}

/// Some ways to lay them: all in a line, in two groups, with a flank turned back, or none.
pub fn to_lay(world: &World, army: &Army, side: Side) -> Vec<Vec<Vec<Pose>>> {
    enforces!("FOGAM-SETUP-018", "FOGAM-SETUP-020");
    let (field, width) = (&world.field, world.field.base_width());
    let count = i32::from(army.field_fortifications);
    let line = |left: Um, out: i32, n: i32| -> Vec<Pose> {
        let at = |i: i32| seen_from(field, side, left + width * i + width.half(), field.mu(out));
        (0..n).map(at).collect()
    };
    let middle = field.table.width.half() - (width * count).half();
    let mut found: Vec<Vec<Vec<Pose>>> = [15, 12, 8].map(|out| vec![line(middle, out, count)]).to_vec();
    let least = i32::try_from(LEAST).unwrap_or(0);
    if count >= 2 * least {
        let half = count / 2;
        let right = field.table.width - width * (count - half) - field.mu(10);
        found.push(vec![line(field.mu(10), 12, half), line(right, 12, count - half)]);
    }
    // The last piece looks to the side, its corner on that of the line.
    let mut bent = line(middle, 12, count - 1);
    if let Some(last) = bent.last().copied() {
        let corner = last.offset(width.half(), Um::ZERO);
        let facing = last.facing + Angle::QUARTER;
        let side_on =
            Pose::new(corner.at, facing).offset(width.half() + field.scale.fortification_depth(), Um::ZERO);
        bent.push(side_on);
        found.push(vec![bent]);
    }
    found.push(Vec::new());
    found.retain(|works| check(world, army, side, works).is_ok());
    found
}
