//! Ambushes seen on the way of a move.

use super::advance;
use super::messages::{Advance, Leg, Shift, When};
use super::plan::Place;
use crate::battle::position::ambush::seen_by;
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Extent, Path, Um, any_within, arc_length};

/// A marker seen on the way.
pub struct Sighting {
    /// Whose ambush.
    pub side: Side,
    /// Number of the marker.
    pub marker: u8,
    /// Where the moving battle groups are when they see it.
    pub at: Vec<Place>,
    /// What is left of their move.
    pub rest: Advance,
}

/// The first ambush that battle groups see on the way of an advance. Each moves along its own path, all alike.
#[must_use]
pub fn on_way(world: &World, paths: &[(GroupId, Path)], advance: &Advance) -> Option<Sighting> {
    enforces!("FOGR-MANOEUVRE-056", "FOGR-MANOEUVRE-062", "FOGR-SETUP-044", "FOGAM-MANOEUVRE-052");
    let side = world[paths.first()?.0].side.other();
    if world.setup.ambushes[side].is_empty() {
        return None;
    }
    let legs = paths.first()?.1.legs().count();
    let step = world.field.mu(1) / 8;
    for leg in 0..legs {
        let (length, wholes) = {
            let (group, motion) = paths.first()?.1.legs().nth(leg)?;
            let length = match motion.extent() {
                Extent::Distance(d) => d,
                Extent::Angle(by) => arc_length(group.frontage, by),
            };
            let wholes = (length.get() / step.get().max(1)).clamp(0, 400) as u16 + 1;
            (length, wholes)
        };
        if length <= Um::ZERO {
            continue;
        }
        for part in 0..=wholes {
            let Some(seen) = seen_at(world, paths, Moment { leg, part, whole: wholes }, side) else {
                continue;
            };
            // As early as possible: between the step before and this one.
            let (mut from, mut to) = (u32::from(part.saturating_sub(1)) * FINER, u32::from(part) * FINER);
            let mut marker = seen;
            let whole = u32::from(wholes) * FINER;
            let small = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
            let moment = |part: u32| Moment { leg, part: small(part), whole: small(whole) };
            while from + 1 < to {
                let middle = from.midpoint(to);
                match seen_at(world, paths, moment(middle), side) {
                    Some(earlier) => (to, marker) = (middle, earlier),
                    None => from = middle,
                }
            }
            let placed = world_at(world, paths, moment(to));
            let at = paths.iter().map(|(g, _)| Place::of(&placed, *g)).collect();
            let rest = rest_of(advance, paths, moment(to));
            return Some(Sighting { side, marker, at, rest });
        }
    }
    None
}

/// The place is found this many times finer than an eighth of a movement unit.
const FINER: u32 = 64;

/// A moment on the way: after a part of a leg.
#[derive(Clone, Copy)]
struct Moment {
    leg: usize,
    part: u16,
    whole: u16,
}

fn world_at(world: &World, paths: &[(GroupId, Path)], Moment { leg, part, whole }: Moment) -> World {
    world.supposing(|there| {
        for (group, path) in paths {
            if let Some((body, motion)) = path.legs().nth(leg) {
                there.put(*group, &body.moved(&motion.part(part, whole)));
            }
        }
    })
}

fn seen_at(world: &World, paths: &[(GroupId, Path)], at: Moment, side: Side) -> Option<u8> {
    let Moment { leg, part, whole } = at;
    let eyes: Vec<BaseRect> = paths
        .iter()
        .filter_map(|(_, path)| path.legs().nth(leg))
        .flat_map(|(body, motion)| body.moved(&motion.part(part, whole)).rects())
        .collect();
    seen_by(world, side, &eyes)
}

/// The legs of an advance that are left after a part of one of them.
fn rest_of(advance: &Advance, paths: &[(GroupId, Path)], at: Moment) -> Advance {
    let Moment { leg, part, whole } = at;
    let shift_first = matches!(advance.shift, Some(Shift { when: When::Before, .. }));
    let shift = advance.shift.filter(|s| s.when == When::After);
    // The shift before the legs, or after them, is a leg of the path too.
    let Some(own) = leg.checked_sub(usize::from(shift_first)) else {
        return Advance { legs: advance.legs.clone(), shift };
    };
    let done = paths
        .first()
        .and_then(|(_, p)| p.legs().nth(leg))
        .map(|(_, m)| m.part(part, whole).extent())
        .unwrap_or(Extent::Distance(Um::ZERO));
    let mut legs: Vec<Leg> = Vec::new();
    for (i, l) in advance.legs.iter().enumerate().skip(own) {
        let left = match (i == own, l, done) {
            (true, Leg::Ahead(d), Extent::Distance(gone)) => Leg::Ahead((*d - gone).or_zero()),
            (true, Leg::Wheel { hand, by }, Extent::Angle(gone)) => {
                Leg::Wheel { hand: *hand, by: Angle(by.0.saturating_sub(gone.0)) }
            }
            _ => *l,
        };
        legs.push(left);
    }
    Advance { legs, shift }
}

/// The path of a battle group by itself, unless its column bends on the way.
#[must_use]
pub fn path(world: &World, group: GroupId, advance: &Advance) -> Option<(GroupId, Path)> {
    let bends = kinds::is_column(world, group)
        && world.size(group) > 1
        && (!world.stands_in_order(group) || advance.legs.iter().any(|l| matches!(l, Leg::Wheel { .. })));
    (!bends).then(|| (group, advance::path_of(world.body(group), advance)))
}

/// Whether any of these battle groups is near enough to revealed ambushers to end a further move.
#[must_use]
pub fn is_near(world: &World, groups: &[GroupId], ambushers: GroupId) -> bool {
    let limit = world.field.mu(world.book.distance_from_ambush());
    world[ambushers].is_on_table()
        && groups.iter().any(|&g| any_within(world.rects(g), world.rects(ambushers), limit))
}
