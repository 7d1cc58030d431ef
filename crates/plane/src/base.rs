//! A base: an oriented rectangle of any width and depth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Angle, Point, Pose, Sense, Um};

/// The left or the right hand, seen along the facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

impl Hand {
    /// Both hands, left first.
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    /// The other hand.
    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }

    /// Which way a body turns to this hand.
    pub const fn sense(self) -> Sense {
        match self {
            Hand::Left => Sense::Anticlockwise,
            Hand::Right => Sense::Clockwise,
        }
    }

    /// The length counted to the right: negative for the left hand.
    pub fn signed(self, length: Um) -> Um {
        match self {
            Hand::Left => -length,
            Hand::Right => length,
        }
    }
}

/// A corner of a base, named as seen along its facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    /// Left end of the front edge.
    FrontLeft,
    /// Right end of the front edge.
    FrontRight,
    /// Right end of the rear edge.
    RearRight,
    /// Left end of the rear edge.
    RearLeft,
}

impl Corner {
    /// All corners, clockwise from front left.
    pub const ALL: [Corner; 4] = [Corner::FrontLeft, Corner::FrontRight, Corner::RearRight, Corner::RearLeft];

    /// Whether it is one of the two ends of the front edge.
    pub const fn is_front(self) -> bool {
        matches!(self, Corner::FrontLeft | Corner::FrontRight)
    }

    /// The hand on which the corner lies.
    pub const fn hand(self) -> Hand {
        match self {
            Corner::FrontLeft | Corner::RearLeft => Hand::Left,
            Corner::FrontRight | Corner::RearRight => Hand::Right,
        }
    }

    /// The front corner on a hand.
    pub const fn front(hand: Hand) -> Corner {
        match hand {
            Hand::Left => Corner::FrontLeft,
            Hand::Right => Corner::FrontRight,
        }
    }

    /// The rear corner on a hand.
    pub const fn rear(hand: Hand) -> Corner {
        match hand {
            Hand::Left => Corner::RearLeft,
            Hand::Right => Corner::RearRight,
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// An edge of a base, named as seen along its facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// The edge that faces the enemy.
    Front,
    /// The right side edge.
    Right,
    /// The rear edge.
    Rear,
    /// The left side edge.
    Left,
}

impl Edge {
    /// All edges, clockwise from the front.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

    /// The ends of the edge in clockwise order: its left end seen from the middle of the base first.
    pub const fn corners(self) -> [Corner; 2] {
        match self {
            Edge::Front => [Corner::FrontLeft, Corner::FrontRight],
            Edge::Right => [Corner::FrontRight, Corner::RearRight],
            Edge::Rear => [Corner::RearRight, Corner::RearLeft],
            Edge::Left => [Corner::RearLeft, Corner::FrontLeft],
        }
    }

    /// Whether it is one of the two side edges (a flank edge).
    pub const fn is_flank(self) -> bool {
        matches!(self, Edge::Left | Edge::Right)
    }

    /// The flank edge on a hand.
    pub const fn flank(hand: Hand) -> Edge {
        match hand {
            Hand::Left => Edge::Left,
            Hand::Right => Edge::Right,
        }
    }

    /// The direction that looks out over this edge, relative to the facing.
    pub const fn outward(self) -> Angle {
        match self {
            Edge::Front => Angle::ZERO,
            Edge::Right => Angle::QUARTER,
            Edge::Rear => Angle::HALF,
            Edge::Left => Angle::THREE_QUARTERS,
        }
    }
}

/// A base on the table.
///
/// Its pose is that of the **middle of its front edge**: rules measure, wheel and align by front
/// edges, so that bases of different depths stand level on one line, two bases front edge to front
/// edge share the very same point, and a base can change its depth without its front moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// The middle of the front edge and the way the base faces.
    pub front: Pose,
    /// Length of the front edge.
    #[serde(deserialize_with = "crate::um::positive")]
    pub width: Um,
    /// Length of the side edges.
    #[serde(deserialize_with = "crate::um::positive")]
    pub depth: Um,
}

impl Base {
    /// A base by the pose of its front edge and its size (a negative size counts as positive).
    pub const fn new(front: Pose, width: Um, depth: Um) -> Base {
        Base { front, width: width.abs(), depth: depth.abs() }
    }

    /// The base of which one corner stands at a point.
    pub fn with_corner(corner: Corner, at: Point, facing: Angle, width: Um, depth: Um) -> Base {
        let across = corner.hand().other().signed(width.abs()).half();
        let ahead = if corner.is_front() { Um::ZERO } else { depth.abs() };
        Base::new(Pose::new(at, facing).offset(across, ahead), width, depth)
    }

    /// Where a corner is.
    pub fn corner(&self, corner: Corner) -> Point {
        let rect = self.rect();
        rect.corner(corner)
    }

    /// The cached form for measuring.
    pub fn rect(&self) -> crate::BaseRect {
        crate::BaseRect::of(self)
    }

    /// The way the base faces.
    pub const fn facing(&self) -> Angle {
        self.front.facing
    }

    /// The middle of the base.
    pub fn centre(&self) -> Point {
        self.front.offset(Um::ZERO, -self.depth.half()).at
    }

    /// The rectangle directly in front of the base, of its width and the given depth.
    ///
    /// It faces as the base does, so that its rear edge is the base's front edge.
    pub fn zone_ahead(&self, depth: Um) -> Base {
        Base::new(self.front.offset(Um::ZERO, depth), self.width, depth)
    }

    /// The rectangle directly behind the base.
    pub fn zone_behind(&self, depth: Um) -> Base {
        Base::new(self.front.offset(Um::ZERO, -self.depth), self.width, depth)
    }

    /// The same ground taken up by a base whose front is another edge: shooting or fighting from a
    /// flank or rear edge treats that edge as the front.
    pub fn fronting(&self, edge: Edge) -> Base {
        let (front, width, depth) = match edge {
            Edge::Front => return *self,
            Edge::Rear => (self.front.offset(Um::ZERO, -self.depth), self.width, self.depth),
            Edge::Left => (self.front.offset(-self.width.half(), -self.depth.half()), self.depth, self.width),
            Edge::Right => (self.front.offset(self.width.half(), -self.depth.half()), self.depth, self.width),
        };
        Base::new(Pose::new(front.at, front.facing + edge.outward()), width, depth)
    }

    /// One half of the base, split from front to rear: a battle wagon shoots as two bases.
    pub fn half(&self, hand: Hand) -> Base {
        let quarter = Um::new(self.width.wide() / 4);
        Base::new(self.front.offset(hand.signed(quarter), Um::ZERO), self.width.half(), self.depth)
    }

    /// The mirror image across the line x = 0.
    pub fn mirrored(&self) -> Base {
        Base { front: self.front.mirrored(), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Base {
        Base::new(Pose::new(Point::from_mm(100, 50), Angle::ZERO), Um::from_mm(40), Um::from_mm(20))
    }

    #[test]
    fn corners_are_named_along_the_facing() {
        let corners = Corner::ALL.map(|c| base().corner(c));
        assert_eq!(
            corners,
            [
                Point::from_mm(80, 50),
                Point::from_mm(120, 50),
                Point::from_mm(120, 30),
                Point::from_mm(80, 30)
            ]
        );
        let about =
            Base::new(Pose::new(Point::from_mm(100, 50), Angle::HALF), Um::from_mm(40), Um::from_mm(20));
        assert_eq!(about.corner(Corner::FrontLeft), Point::from_mm(120, 50));
        assert_eq!(about.corner(Corner::RearLeft), Point::from_mm(120, 70));
    }

    #[test]
    fn a_base_set_by_each_corner_has_that_corner() {
        for corner in Corner::ALL {
            let at = Point::from_mm(7, 9);
            let set = Base::with_corner(corner, at, Angle::QUARTER, Um::from_mm(40), Um::from_mm(15));
            assert_eq!(set.corner(corner), at);
        }
    }

    #[test]
    fn fronting_an_edge_keeps_the_ground() {
        for edge in Edge::ALL {
            let mut ground = Corner::ALL.map(|c| base().fronting(edge).corner(c));
            let mut before = Corner::ALL.map(|c| base().corner(c));
            ground.sort();
            before.sort();
            assert_eq!(ground, before);
        }
        assert_eq!(base().fronting(Edge::Left).front.at, Point::from_mm(80, 40));
        assert_eq!(base().fronting(Edge::Rear).front.facing, Angle::HALF);
    }

    #[test]
    fn halves_of_a_wagon_share_its_middle_line() {
        assert_eq!(base().half(Hand::Left).corner(Corner::FrontRight), Point::from_mm(100, 50));
        assert_eq!(base().half(Hand::Right).corner(Corner::FrontRight), Point::from_mm(120, 50));
    }
}
