//! Ahead, behind, directly in front: where one base lies from another's edges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clip::{clip, span};
use crate::rect::{FINE, FINE_TOLERANCE, Fine, nearest};
use crate::{BaseRect, Edge, Um};

/// On which side of a line a base lies. The line extends an edge of another base both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineSide {
    /// All of it lies on the far side, away from the base whose edge makes the line.
    Beyond,
    /// The line passes through it.
    Astride,
    /// All of it lies on the near side, where the base itself lies.
    Behind,
}

impl LineSide {
    /// Whether at least a part lies beyond the line.
    pub const fn is_partly_beyond(self) -> bool {
        !matches!(self, LineSide::Behind)
    }

    /// Whether at least a part lies behind the line.
    pub const fn is_partly_behind(self) -> bool {
        !matches!(self, LineSide::Beyond)
    }
}

impl BaseRect {
    /// On which side of the line that extends one of our edges another base lies.
    ///
    /// A part that crosses the line by no more than the contact tolerance does not count.
    pub fn side_of_line(&self, edge: Edge, other: &BaseRect) -> LineSide {
        let (least, greatest) = self.beyond(edge, other);
        if greatest <= FINE_TOLERANCE {
            LineSide::Behind
        } else if least >= -FINE_TOLERANCE {
            LineSide::Beyond
        } else {
            LineSide::Astride
        }
    }

    /// Whether some part of another base lies ahead: beyond the line extending our front edge.
    pub fn has_ahead(&self, other: &BaseRect) -> bool {
        self.side_of_line(Edge::Front, other).is_partly_beyond()
    }

    /// Whether all of another base lies ahead of the line extending our front edge.
    pub fn has_entirely_ahead(&self, other: &BaseRect) -> bool {
        self.side_of_line(Edge::Front, other) == LineSide::Beyond
    }

    /// Whether all of another base lies behind the line extending our front edge.
    pub fn has_entirely_behind_front(&self, other: &BaseRect) -> bool {
        self.side_of_line(Edge::Front, other) == LineSide::Behind
    }

    /// Whether all of another base lies behind the line extending our rear edge: beyond it, seen
    /// from us, as a supporter stands.
    pub fn has_entirely_behind_rear(&self, other: &BaseRect) -> bool {
        self.side_of_line(Edge::Rear, other) == LineSide::Beyond
    }

    /// How far another base reaches beyond the line extending one of our edges: the distances of its
    /// nearest and furthest points, negative on our side of the line.
    pub fn reach_beyond(&self, edge: Edge, other: &BaseRect) -> (Um, Um) {
        let (least, greatest) = self.beyond(edge, other);
        (nearest(least), nearest(greatest))
    }

    fn beyond(&self, edge: Edge, other: &BaseRect) -> (i64, i64) {
        let half = self.half_extent();
        let height = |point: &Fine| match edge {
            Edge::Front => point.y - half.y,
            Edge::Rear => -point.y - half.y,
            Edge::Right => point.x - half.x,
            Edge::Left => -point.x - half.x,
        };
        let heights = self.local_corners(other).map(|corner| height(&corner));
        heights.into_iter().fold((i64::MAX, i64::MIN), |(least, greatest), h| (least.min(h), greatest.max(h)))
    }

    /// Left and right end (from our middle line) of the part of another base that lies ahead.
    fn span_ahead(&self, other: &BaseRect) -> Option<(i64, i64)> {
        let front = self.half_extent().y;
        let corners = self.local_corners(other);
        let furthest = corners.iter().map(|c| c.y).max()?;
        if furthest <= front + FINE_TOLERANCE {
            return None;
        }
        span(&clip(&corners, |point| point.y - front))
    }

    /// How much of our front another base covers: the width of the part of it that lies straight
    /// ahead of our front edge.
    pub fn frontage_covered(&self, other: &BaseRect) -> Um {
        let half = self.half_extent().x;
        self.span_ahead(other)
            .map_or(Um::ZERO, |(left, right)| nearest((right.min(half) - left.max(-half)).max(0)))
    }

    /// Whether at least a part of another base lies directly in front: straight ahead of our front
    /// edge, between the lines that extend our side edges forward.
    pub fn has_directly_ahead(&self, other: &BaseRect) -> bool {
        self.has_in_strip_ahead(other, Um::ZERO)
    }

    /// Whether all of another base lies directly in front.
    pub fn has_entirely_directly_ahead(&self, other: &BaseRect) -> bool {
        let half = self.half_extent();
        self.local_corners(other)
            .iter()
            .all(|c| c.x.abs() <= half.x + FINE_TOLERANCE && c.y >= half.y - FINE_TOLERANCE)
    }

    /// Whether at least a part of another base lies ahead within the strip that extends our front
    /// edge forward, widened by `margin` on each side.
    pub fn has_in_strip_ahead(&self, other: &BaseRect, margin: Um) -> bool {
        let half = self.half_extent().x + margin.wide() * FINE;
        self.span_ahead(other).is_some_and(|(left, right)| right.min(half) - left.max(-half) > FINE_TOLERANCE)
    }

    /// How far to the side of our frontage the nearest part of another base lies that is ahead: zero
    /// for one at least partly straight ahead, `None` if no part is ahead. The smaller, the more
    /// directly to the front.
    pub fn sideways_off_front(&self, other: &BaseRect) -> Option<Um> {
        let half = self.half_extent().x;
        let (left, right) = self.span_ahead(other)?;
        Some(nearest((left - half).max(-right - half).max(0)))
    }

    /// How far the middle of another base lies to the right of our middle line (negative: left).
    pub fn middle_sideways(&self, other: &BaseRect) -> Um {
        nearest(self.local_middle(other).x)
    }

    /// The front edge alone, as a rectangle without depth: ranges and sight start there.
    pub fn front_edge(&self) -> BaseRect {
        let [left, right] = self.edge(Edge::Front);
        BaseRect::segment(left, right).unwrap_or(*self)
    }

    /// The range to a target: the shortest distance from any part of our front edge.
    pub fn range_from_front(&self, target: &BaseRect) -> Um {
        self.front_edge().distance(target)
    }

    /// Whether a target is at or closer than a range from any part of our front edge.
    pub fn front_within(&self, target: &BaseRect, range: Um) -> bool {
        self.front_edge().within(target, range)
    }
}

/// Whether all bases of one body lie behind the line that extends an edge of a base or footprint.
pub fn all_behind(line: &BaseRect, edge: Edge, bases: &[BaseRect]) -> bool {
    bases.iter().all(|base| line.side_of_line(edge, base) == LineSide::Behind)
}

/// Whether no part of any base lies directly ahead of any part of a body.
pub fn none_directly_ahead(body: &[BaseRect], bases: &[BaseRect]) -> bool {
    body.iter().all(|own| bases.iter().all(|base| !own.has_directly_ahead(base)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Point, Pose};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn sides_of_the_front_line() {
        let own = rect(0, 0, 0);
        assert_eq!(own.side_of_line(Edge::Front, &rect(300, 20, 0)), LineSide::Beyond);
        assert_eq!(own.side_of_line(Edge::Front, &rect(300, 10, 0)), LineSide::Astride);
        assert_eq!(own.side_of_line(Edge::Front, &rect(300, 0, 0)), LineSide::Behind);
        assert_eq!(own.side_of_line(Edge::Rear, &rect(-300, -20, 0)), LineSide::Beyond);
        assert_eq!(own.side_of_line(Edge::Right, &rect(40, 500, 0)), LineSide::Beyond);
        assert_eq!(own.side_of_line(Edge::Left, &rect(39, 500, 0)), LineSide::Behind);
    }

    #[test]
    fn directly_ahead_needs_the_strip_of_the_front() {
        let own = rect(0, 0, 0);
        assert!(own.has_directly_ahead(&rect(39, 500, 180)));
        assert!(!own.has_directly_ahead(&rect(40, 500, 180)));
        assert!(!own.has_directly_ahead(&rect(0, -20, 0)));
        // Astride the front line: only the part ahead of it counts.
        assert!(!own.has_directly_ahead(&rect(40, 10, 0)));
        assert!(own.has_entirely_directly_ahead(&rect(0, 100, 180)));
        assert!(!own.has_entirely_directly_ahead(&rect(1, 100, 180)));
    }

    #[test]
    fn only_the_part_ahead_of_the_line_counts_for_the_strip() {
        // A long base that slants across the front line to the right of ours: the part inside the
        // strip lies behind the line, the part ahead lies outside the strip.
        let slant = Base::with_corner(
            crate::Corner::RearLeft,
            Point::from_mm(15, -20),
            Angle::from_degrees(45),
            Um::from_mm(2),
            Um::from_mm(100),
        );
        let own = rect(0, 0, 0);
        assert!(own.has_ahead(&slant.rect()));
        assert!(!own.has_directly_ahead(&slant.rect()));
        assert!(own.has_in_strip_ahead(&slant.rect(), Um::from_mm(40)));
    }

    #[test]
    fn covering_and_offset() {
        let own = rect(0, 0, 0);
        assert_eq!(own.frontage_covered(&rect(30, 100, 180)), Um::from_mm(10));
        assert_eq!(own.sideways_off_front(&rect(30, 100, 180)), Some(Um::ZERO));
        assert_eq!(own.sideways_off_front(&rect(-70, 100, 180)), Some(Um::from_mm(30)));
        assert_eq!(own.sideways_off_front(&rect(-70, -10, 0)), None);
        assert_eq!(own.middle_sideways(&rect(-70, -10, 0)), -Um::from_mm(70));
    }

    #[test]
    fn ranges_start_at_the_front_edge() {
        let own = rect(0, 0, 0);
        assert_eq!(own.range_from_front(&rect(0, 100, 180)), Um::from_mm(100));
        // Behind us: the front edge is further than the rear edge.
        assert_eq!(own.range_from_front(&rect(0, -50, 0)), Um::from_mm(50));
        assert!(own.front_within(&rect(0, 100, 180), Um::from_mm(100)));
    }
}
