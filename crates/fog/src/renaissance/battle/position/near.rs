//! Quick looks at who is anywhere near whom. They err only by taking for near what is not: measuring follows.

use crate::renaissance::battle::world::{GroupId, Posture, World};
use caracole_plane::{Group, Motion, Path, Point, Um};

/// A stretch of the table, along its edges, that holds something wholly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// Everything within a radius of a point.
    #[must_use]
    pub fn about(at: Point, radius: Um) -> Self {
        Bounds { low: at, high: at }.widened(radius)
    }

    /// The ground that a battle group takes up, limbers included.
    #[must_use]
    pub fn of(world: &World, group: GroupId) -> Option<Self> {
        let state = &world[group];
        let limbers = match state.posture {
            Posture::Limbered => world.field.scale.limber_depth(),
            _ => Um::ZERO,
        };
        let first = usize::from(state.first_base);
        let bases = world.bases.get(first..first + usize::from(state.base_count))?;
        let mut all: Option<Bounds> = None;
        let mut reach = Um::ZERO;
        for base in bases.iter().filter(|b| b.standing) {
            // No corner is further from the middle of the front edge.
            reach = reach.max(base.base.width.half() + base.base.depth + limbers);
            all = Some(Bounds::holding(all, base.base.front.at));
        }
        all.map(|b| b.widened(reach + Um::new(2)))
    }

    /// The ground that a body sweeps on its way.
    #[must_use]
    pub fn of_way(path: &Path) -> Self {
        // No part of a body is further from its anchor.
        let size = |g: &Group| {
            let part = |p: &caracole_plane::Place| p.right.abs() + p.forward.abs() + p.width + p.depth;
            g.places.iter().map(part).fold(Um::ZERO, Um::max)
        };
        let end = path.end().anchor.at;
        let mut all = Bounds { low: end, high: end };
        let mut reach = size(path.end());
        for (body, motion) in path.legs() {
            all = Bounds::holding(Some(all), body.anchor.at);
            reach = reach.max(size(body));
            // A turn stays within the circle about its point.
            if let Motion::Turn { about, .. } = motion {
                all = Bounds::holding(Some(all), *about);
                reach = reach.max(about.distance(body.anchor.at) + size(body));
            }
        }
        all.widened(reach + Um::new(2))
    }

    fn holding(all: Option<Bounds>, at: Point) -> Bounds {
        all.map_or(Bounds { low: at, high: at }, |b| Bounds {
            low: Point::new(b.low.x.min(at.x), b.low.y.min(at.y)),
            high: Point::new(b.high.x.max(at.x), b.high.y.max(at.y)),
        })
    }

    /// So much larger all round.
    #[must_use]
    pub fn widened(self, by: Um) -> Self {
        Bounds {
            low: Point::new(self.low.x - by, self.low.y - by),
            high: Point::new(self.high.x + by, self.high.y + by),
        }
    }

    /// Whether the two share any ground.
    #[must_use]
    pub fn meets(&self, other: &Bounds) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }
}

/// Whether two battle groups may be within a distance of each other; surely not if this says no.
#[must_use]
pub fn may_be_within(world: &World, a: GroupId, b: GroupId, distance: Um) -> bool {
    match (Bounds::of(world, a), Bounds::of(world, b)) {
        (Some(a), Some(b)) => a.widened(distance).meets(&b),
        _ => false,
    }
}
