//! Advances that come in sight of an ambush: they stop there while it is revealed, and go on if they may.

use super::plan::Plan;
use super::words::{Action, Advance, Leg, When};
use super::{DivisionPlan, advance, division, moves};
use crate::renaissance::battle::setup::{self, ambush, reveal};
use crate::renaissance::battle::world::{GroupId, World};
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Um};

/// Parts into which each leg of an advance is cut to find where a marker comes in sight: far below a millimetre.
const PARTS: i64 = 1 << 10;
/// How many of them are gone through at a time.
const STRIDE: i64 = PARTS / 32;

/// A part of a leg.
fn part(leg: Leg, parts: i64) -> Leg {
    match leg {
        Leg::Ahead(distance) => {
            let micrometres = i64::from(distance.get()) * parts / PARTS;
            Leg::Ahead(Um::new(micrometres))
        }
        Leg::Wheel { hand, by } => {
            let angle = i64::from(by.0) * parts / PARTS;
            Leg::Wheel { hand, by: Angle(u32::try_from(angle).unwrap_or(0)) }
        }
    }
}

fn rest_of(leg: Leg, done: Leg) -> Leg {
    match (leg, done) {
        (Leg::Ahead(all), Leg::Ahead(done)) => Leg::Ahead((all - done).or_zero()),
        (Leg::Wheel { hand, by }, Leg::Wheel { by: done, .. }) => {
            Leg::Wheel { hand, by: Angle(by.0.saturating_sub(done.0)) }
        }
        (leg, _) => leg,
    }
}

/// An advance cut in two after some parts of one of its legs. A shift goes with the part that it belongs to.
fn cut(advance: &Advance, at: usize, parts: i64) -> (Advance, Advance) {
    let mut first: Vec<Leg> = advance.legs.iter().take(at).copied().collect();
    let mut rest = Vec::new();
    if let Some(&leg) = advance.legs.get(at) {
        let done = part(leg, parts);
        first.push(done);
        rest.push(rest_of(leg, done));
    }
    rest.extend(advance.legs.iter().skip(at + 1).copied());
    let shift = |when| advance.shift.filter(|s| s.when == when);
    (Advance { legs: first, shift: shift(When::Before) }, Advance { legs: rest, shift: shift(When::After) })
}

/// Cuts an advance where it first brings a marker of the enemy in sight, if that is before its end.
fn cut_in_sight(advance: &Advance, sees: impl Fn(&Advance) -> Option<bool>) -> Option<(Advance, Advance)> {
    let seen = |leg: usize, parts: i64| sees(&cut(advance, leg, parts).0).unwrap_or(false);
    for leg in 0..advance.legs.len() {
        let mut before = 0;
        while before < PARTS {
            let after = (before + STRIDE).min(PARTS);
            if seen(leg, after) {
                let (mut low, mut high) = (before, after);
                while high - low > 1 {
                    let middle = (low + high) / 2;
                    if seen(leg, middle) { high = middle } else { low = middle }
                }
                let last = leg + 1 == advance.legs.len() && high == PARTS && advance.shift.is_none();
                return (!last).then(|| cut(advance, leg, high));
            }
            before = after;
        }
    }
    None
}

fn markers_about(world: &World, group: GroupId) -> bool {
    !world.setup.ambushes[world[group].side.other()].is_empty()
}

/// The first part of a move that comes in sight of an ambush, and what is left of its advance.
pub(super) fn met(world: &World, plan: &Plan) -> Option<(Plan, Advance)> {
    enforces!("FOGR-SETUP-044", "FOGR-MANOEUVRE-056", "FOGR-MANOEUVRE-062");
    let group = plan.group;
    let Action::Advance(advance) = &plan.action else { return None };
    if !markers_about(world, group) {
        return None;
    }
    let body = world.body(group);
    let enemy = world[group].side.other();
    let (first, rest) = cut_in_sight(advance, |first| {
        let rects = advance::path_of(&body, first).end().rects();
        Some(ambush::seen_by(world, enemy, &rects).is_some())
    })?;
    // It cannot stop where it passes through friends: then it is revealed when the move is made.
    let mut first = moves::section(world, group, &Action::Advance(first)).ok()?;
    first.end.portable = plan.end.portable;
    Some((first, rest))
}

/// The same for a division.
pub(super) fn met_by_division(world: &World, plan: &DivisionPlan) -> Option<(DivisionPlan, Advance)> {
    let &group = plan.groups.first()?;
    if !markers_about(world, group) {
        return None;
    }
    let (side, enemy) = (world[group].side, world[group].side.other());
    let planned = |first: &Advance| division::plan(world, side, &plan.groups, first).ok();
    let (first, rest) = cut_in_sight(&plan.advance, |first| {
        let plan = planned(first)?;
        let rects: Vec<BaseRect> =
            plan.ends.iter().flat_map(|e| e.bases.iter().map(|b| b.base.rect())).collect();
        Some(ambush::seen_by(world, enemy, &rects).is_some())
    })?;
    Some((planned(&first)?, rest))
}

/// The ambush of friends that a battle group is about to walk over.
pub(super) fn walked_over(world: &World, group: GroupId, action: &Action) -> Option<setup::Procedure> {
    let Action::Advance(advance) = action else { return None };
    if world.setup.ambushes[world[group].side].is_empty() {
        return None;
    }
    reveal::walked_over(world, group, &advance::path_of(&world.body(group), advance))
}
