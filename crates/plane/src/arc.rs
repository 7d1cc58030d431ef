//! Arcs of fire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::angle::{HEADING_BITS, round_shift};
use crate::clip::clip;
use crate::rect::{FINE_TOLERANCE, Fine};
use crate::{Angle, BaseRect, Corner, Hand, Point, Um};

/// The ground ahead of its front edge that a base may shoot into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FireArc {
    /// Between lines drawn forward, parallel to the side edges, so far outward of them.
    Strip {
        /// Distance of the lines from the side edges.
        margin: Um,
    },
    /// Between lines drawn from the front corners that diverge from straight ahead by an angle (less
    /// than a right angle).
    Wedge {
        /// The angle outward from straight ahead.
        outward: Angle,
    },
}

impl BaseRect {
    /// Whether at least a part of a target lies in an arc of fire over our front edge.
    pub fn has_in_arc(&self, arc: FireArc, target: &BaseRect) -> bool {
        match arc {
            FireArc::Strip { margin } => self.has_in_strip_ahead(target, margin),
            FireArc::Wedge { outward } => self.has_in_wedge(outward.min(Angle::QUARTER), target),
        }
    }

    fn has_in_wedge(&self, outward: Angle, target: &BaseRect) -> bool {
        let half = self.half_extent();
        let slope = outward.heading();
        let inside = |point: Fine, side: i64| {
            // Distance inside the line from the front corner on that side.
            let (x, y) = (half.x - side * point.x, point.y - half.y);
            round_shift(x * i64::from(slope.y) + y * i64::from(slope.x), HEADING_BITS)
        };
        let part = clip(&self.local_corners(target), |point| point.y - half.y - FINE_TOLERANCE);
        let part = clip(&part, |point| inside(point, 1) - FINE_TOLERANCE);
        !clip(&part, |point| inside(point, -1) - FINE_TOLERANCE).is_empty()
    }

    /// The outline of an arc of fire out to a range straight ahead, for drawing: from the front left
    /// corner forward, across, and back to the front right corner.
    pub fn arc_outline(&self, arc: FireArc, range: Um) -> [Point; 6] {
        let corner = |hand: Hand| self.corner(Corner::front(hand));
        let out = |hand: Hand, margin: Um, forward: Um| {
            corner(hand).offset(self.heading(), hand.signed(margin), forward)
        };
        let (near, far) = match arc {
            FireArc::Strip { margin } => (margin, margin),
            FireArc::Wedge { outward } => {
                let slope = outward.min(Angle(Angle::QUARTER.0 - (1 << 22))).heading();
                (Um::ZERO, Um::new(range.wide() * i64::from(slope.x) / i64::from(slope.y).max(1)))
            }
        };
        [
            corner(Hand::Left),
            out(Hand::Left, near, Um::ZERO),
            out(Hand::Left, far, range),
            out(Hand::Right, far, range),
            out(Hand::Right, near, Um::ZERO),
            corner(Hand::Right),
        ]
    }

    /// The distance from one of our corners to a target.
    pub fn range_from_corner(&self, corner: Corner, target: &BaseRect) -> Um {
        target.distance_to_point(self.corner(corner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Pose};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn a_strip_of_one_base_width_either_side() {
        let arc = FireArc::Strip { margin: Um::from_mm(40) };
        let own = rect(0, 0, 0);
        assert!(own.has_in_arc(arc, &rect(79, 100, 180)));
        assert!(!own.has_in_arc(arc, &rect(80, 100, 180)));
        assert!(own.has_in_arc(FireArc::Strip { margin: Um::from_mm(80) }, &rect(-119, 100, 180)));
        // Level with us: not forward of the front edge.
        assert!(!own.has_in_arc(arc, &rect(60, 0, 0)));
        assert!(own.has_in_arc(arc, &rect(60, 1, 0)));
    }

    #[test]
    fn a_wedge_of_45_degrees_from_the_front_corners() {
        let arc = FireArc::Wedge { outward: Angle::EIGHTH };
        let own = rect(0, 0, 0);
        // Our right front corner is at x = 20; a target whose near corner is at (60, 40) is on the line.
        assert!(!own.has_in_arc(arc, &rect(81, 20, 180)));
        assert!(own.has_in_arc(arc, &rect(79, 20, 180)));
        assert!(own.has_in_arc(arc, &rect(-79, 20, 180)));
        assert!(!own.has_in_arc(arc, &rect(-81, 20, 180)));
        assert!(!own.has_in_arc(arc, &rect(0, -25, 0)));
    }

    #[test]
    fn outline_of_a_strip() {
        let outline = rect(0, 0, 0).arc_outline(FireArc::Strip { margin: Um::from_mm(40) }, Um::from_mm(100));
        assert_eq!(outline[1], Point::from_mm(-60, 0));
        assert_eq!(outline[3], Point::from_mm(60, 100));
    }
}
