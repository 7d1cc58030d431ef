//! The convex pieces of a linear feature: four corners, two of them at each end.

use smallvec::SmallVec;

use crate::angle::{HEADING_BITS, Heading, round_shift};
use crate::clip::clip;
use crate::rect::{FINE, FINE_TOLERANCE, Fine};
use crate::{Angle, BaseRect, Corner, Point, Um};

/// A convex piece of ground, corners clockwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quad {
    corners: [Point; 4],
}

impl Quad {
    pub(crate) const fn new(corners: [Point; 4]) -> Quad {
        Quad { corners }
    }

    /// The sides with their headings, the inside on the right of each.
    fn sides(&self) -> impl Iterator<Item = (Point, Heading)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).filter_map(|(from, to)| {
            let (x, y) = from.to(*to);
            Heading::along(x, y).map(|along| (*from, along))
        })
    }

    /// The ground that a base has on it, in square micrometres.
    pub(crate) fn shared_area(&self, base: &BaseRect) -> i64 {
        let origin = self.corners[0];
        let fine = |point: Point| {
            let (x, y) = origin.to(point);
            Fine { x: x * FINE, y: y * FINE }
        };
        let mut part: SmallVec<[Fine; 12]> = base.corners().into_iter().map(fine).collect();
        for (from, along) in self.sides() {
            let from = fine(from);
            let inward = along.right();
            part = clip(&part, |p| round_shift(inward.project(p.x - from.x, p.y - from.y), HEADING_BITS));
        }
        let next = part.iter().cycle().skip(1);
        let twice: i64 = part.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
        round_shift(twice.abs(), 9)
    }

    /// From which to which distance of a straight slide a base is partly on it, `None` if never.
    pub(crate) fn time_over(&self, base: &BaseRect, toward: Angle) -> Option<(Um, Um)> {
        let toward = toward.heading();
        let own = [base.heading(), base.heading().right()];
        let (mut enter, mut leave) = (0_i64, i64::MAX);
        for axis in self.sides().map(|(_, along)| along.right()).chain(own) {
            let range = |points: &[Point]| {
                let heights = points.iter().map(|p| {
                    let (x, y) = self.corners[0].to(*p);
                    round_shift(axis.project(x * FINE, y * FINE), HEADING_BITS)
                });
                heights.fold((i64::MAX, i64::MIN), |(low, high), h| (low.min(h), high.max(h)))
            };
            let (low, high) = range(&self.corners);
            let (base_low, base_high) = range(&Corner::ALL.map(|corner| base.corner(corner)));
            // It must reach in by the tolerance.
            let (first, last) = (low - base_high + FINE_TOLERANCE, high - base_low - FINE_TOLERANCE);
            let speed = axis.dot(toward);
            if speed == 0 {
                if first > 0 || last < 0 {
                    return None;
                }
                continue;
            }
            let time = |way: i64| ((i128::from(way) << HEADING_BITS) / i128::from(speed)) as i64;
            let (a, b) = (time(first), time(last));
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        (enter <= leave).then(|| (Um::new(enter / FINE), Um::new(leave / FINE)))
    }
}
