//! Bounds of battle groups, to pass over those who are too far away to matter without measuring.

use crate::battle::world::{BaseState, GroupId, World};
use caracole_plane::{BaseRect, Extent, Motion, Path, Point, Polygon, Um, arc_length};
use smallvec::SmallVec;

/// An upright rectangle that holds all of a battle group, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// The bounds of one base: no corner is further from the middle of its front than half its width and its depth.
    #[must_use]
    pub fn of_base(base: &BaseState) -> Self {
        let reach = base.base.width.half() + base.base.depth;
        Bounds { low: base.base.front.at, high: base.base.front.at }.grown(reach)
    }

    /// The bounds of a rectangle.
    #[must_use]
    pub fn of_rect(rect: &BaseRect) -> Self {
        let [first, rest @ ..] = rect.corners();
        let point = |p: Point| Bounds { low: p, high: p };
        rest.into_iter().fold(point(first), |all, p| all.with(point(p)))
    }

    /// The bounds of an area.
    #[must_use]
    pub const fn of_area(area: &Polygon) -> Self {
        let [low, high] = area.bounds();
        Bounds { low, high }
    }

    /// The bounds of a battle group, limbers among it; none if it has no bases.
    #[must_use]
    pub fn of(world: &World, group: GroupId) -> Option<Self> {
        world.bounds(group)
    }

    pub(in crate::battle) fn worked_out(world: &World, group: GroupId) -> Option<Self> {
        let mut bases = world.all_base_ids(group).map(|b| &world[b]).filter(|b| b.standing);
        let first = Self::of_base(bases.next()?);
        let all = bases.fold(first, |all, b| all.with(Self::of_base(b)));
        Some(all.grown(world.lead(group)))
    }

    /// The bounds of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Bounds {
            low: Point { x: self.low.x.min(other.low.x), y: self.low.y.min(other.low.y) },
            high: Point { x: self.high.x.max(other.high.x), y: self.high.y.max(other.high.y) },
        }
    }

    /// Larger on every side.
    #[must_use]
    pub fn grown(self, by: Um) -> Self {
        Bounds {
            low: Point { x: self.low.x - by, y: self.low.y - by },
            high: Point { x: self.high.x + by, y: self.high.y + by },
        }
    }

    /// Nothing within one is nearer than this to anything within the other.
    #[must_use]
    pub fn gap(&self, other: &Self) -> Um {
        let across = (self.low.x - other.high.x).max(other.low.x - self.high.x);
        let along = (self.low.y - other.high.y).max(other.low.y - self.high.y);
        across.max(along).or_zero()
    }

    /// Whether anything within one may touch anything within the other.
    #[must_use]
    pub fn may_touch(&self, other: &Self) -> bool {
        self.may_be_within(other, SLACK)
    }

    /// Whether anything within one may be no further than this from anything within the other.
    #[must_use]
    pub fn may_be_within(&self, other: &Self, reach: Um) -> bool {
        self.low.x - reach <= other.high.x
            && other.low.x - reach <= self.high.x
            && self.low.y - reach <= other.high.y
            && other.low.y - reach <= self.high.y
    }
}

/// Half a millimetre: more than the contact tolerance and any rounding.
const SLACK: Um = Um::new(500);

/// Whether two battle groups may be no further apart than this. Where it says no they are further apart.
#[must_use]
pub fn may_be_within(world: &World, a: GroupId, b: GroupId, reach: Um) -> bool {
    match (Bounds::of(world, a), Bounds::of(world, b)) {
        (Some(a), Some(b)) => a.may_be_within(&b, reach + SLACK),
        _ => false,
    }
}

/// The battle groups on the table, itself left out, that may touch or overlap a battle group standing as in `after`: the
/// active side's first, as in [`World::on_table`].
#[must_use]
pub fn about(world: &World, after: &World, group: GroupId) -> SmallVec<[GroupId; 8]> {
    let Some(bounds) = Bounds::of(after, group).map(|b| b.grown(SLACK)) else { return SmallVec::new() };
    let near = |other: Bounds| bounds.may_be_within(&other, Um::ZERO);
    let found = world.ids().filter(|&g| g != group && world[g].is_on_table());
    let mut found: SmallVec<[GroupId; 8]> =
        found.filter(|&g| Bounds::of(world, g).is_some_and(near)).collect();
    // Few are left to be put in order: all would have to be looked at twice.
    found.sort_unstable_by_key(|&g| (world[g].side != world.turn.active, g));
    found
}

/// The bounds of the ground that a body passes over on a path.
#[must_use]
pub fn of_way(path: &Path) -> Bounds {
    let start = path.legs().next().map_or(path.end(), |(body, _)| body);
    let anchor = Bounds { low: start.anchor.at, high: start.anchor.at };
    let all = start.bases().fold(anchor, |all, b| {
        let reach = b.width.half() + b.depth;
        all.with(Bounds { low: b.front.at, high: b.front.at }.grown(reach))
    });
    all.grown(reach_of(path) + SLACK)
}

/// The bounds of the ground that a battle group passes over on a path.
#[must_use]
pub fn of_path(world: &World, group: GroupId, path: &Path) -> Option<Bounds> {
    Bounds::of(world, group).map(|b| b.grown(reach_of(path) + SLACK))
}

/// No part of a body gets further than this from where it was.
fn reach_of(path: &Path) -> Um {
    let mut reach = Um::ZERO;
    for (body, motion) in path.legs() {
        reach += match (motion, motion.extent()) {
            (Motion::Turn { about, .. }, Extent::Angle(by)) => {
                let radius = body.frontage + body.depth() + body.anchor.at.distance(*about);
                arc_length(radius, by)
            }
            (_, Extent::Distance(distance)) => distance,
            (_, Extent::Angle(_)) => Um::ZERO,
        };
    }
    reach
}
