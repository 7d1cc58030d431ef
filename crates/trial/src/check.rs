//! What is legal, and why the rest is not.

use crate::{
    cards,
    words::{Decision, Field, Level, UnitId},
    world::{Unit, World},
};
use caracole_kernel::{NotAsked, Refusal, Side};
use caracole_ledger::rule;

/// Whether a decision in a turn is legal.
pub(crate) fn turn(world: &World, side: Side, decision: &Decision) -> Result<(), Refusal> {
    match decision {
        Decision::Move { unit, by } => movement(world, side, *unit, *by),
        Decision::Volley { unit, at } => target(world, side, *unit, *at, 2),
        Decision::Charge { unit, at } => target(world, side, *unit, *at, 1),
        Decision::Play { card, unit } => cards::check(world, side, *card, *unit),
        Decision::Done => Ok(()),
        _ => Err(NotAsked.into()),
    }
}

/// Whether ambushers may hide on a field.
pub(crate) fn hide(field: Field) -> Result<(), Refusal> {
    if (2..=6).contains(&field.0) {
        return Ok(());
    }
    Err(Refusal::new(rule!("TRIAL-002"), "Nobody can hide there", "Choose a field from 2 to 6.")
        .fact("field", i32::from(field.0)))
}

fn usable(world: &World, side: Side, id: UnitId) -> Result<Unit, Refusal> {
    let unit = world.get(id).filter(|unit| unit.side == side && unit.level != Level::Broken);
    let unit = unit.ok_or_else(|| {
        Refusal::new(rule!("TABLE-009"), "You have no such unit on the road", "Name one of your own units.")
            .fact("unit", i32::from(id.0))
    })?;
    if unit.used {
        return Err(Refusal::new(
            rule!("TRIAL-001"),
            "The unit has been used in this turn",
            "Use another, or end the turn.",
        ));
    }
    Ok(*unit)
}

fn movement(world: &World, side: Side, id: UnitId, by: i8) -> Result<(), Refusal> {
    let unit = usable(world, side, id)?;
    let to = i16::from(unit.field.0) + i16::from(by);
    if by == 0 || by.unsigned_abs() > 2 {
        return Err(Refusal::new(
            rule!("TRIAL-009"),
            "A move is of one or two fields",
            "Move 1 or 2, or -1 or -2.",
        )
        .fact("fields", i32::from(by)));
    }
    if !(0..=8).contains(&to) {
        return Err(Refusal::new(rule!("TRIAL-001"), "The road ends there", "Stay on the fields 0 to 8.")
            .fact("field", i32::from(to)));
    }
    Ok(())
}

fn target(world: &World, side: Side, id: UnitId, at: UnitId, reach: u8) -> Result<(), Refusal> {
    let unit = usable(world, side, id)?;
    // A hidden unit and one that does not exist get the same answer.
    let target = world.get(at).filter(|t| t.side != side && !t.hidden && t.level != Level::Broken);
    let target = target.ok_or_else(|| {
        Refusal::new(
            rule!("TABLE-009"),
            "There is no such enemy in sight",
            "Name an enemy unit that you can see.",
        )
    })?;
    let distance = unit.field.distance(target.field);
    if distance <= reach {
        return Ok(());
    }
    let rule = if reach == 1 { rule!("TRIAL-005") } else { rule!("TRIAL-003") };
    Err(Refusal::new(rule, "The enemy is too far away", "Move closer, or choose a nearer enemy.")
        .fact("fields", i32::from(distance))
        .fact("reach", i32::from(reach)))
}
