//! Points of the table and poses: a point with a facing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::angle::{HEADING_BITS, Heading, round_shift};
use crate::{Angle, Sense, Um};

/// A point of the table: x runs to the right, y up the table, from the near left corner.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Across the table, to the right.
    pub x: Um,
    /// Up the table, away from the near edge.
    pub y: Um,
}

impl Point {
    /// The near left corner of the table.
    pub const ORIGIN: Point = Point { x: Um::ZERO, y: Um::ZERO };

    /// A point by its coordinates.
    pub const fn new(x: Um, y: Um) -> Point {
        Point { x, y }
    }

    /// A point by its coordinates in whole millimetres.
    pub const fn from_mm(x: i32, y: i32) -> Point {
        Point { x: Um::from_mm(x), y: Um::from_mm(y) }
    }

    /// The square of the distance to another point, in square micrometres.
    pub const fn distance_squared(self, other: Point) -> i64 {
        let (x, y) = self.to(other);
        x * x + y * y
    }

    /// The distance to another point, rounded to the nearest micrometre.
    pub fn distance(self, other: Point) -> Um {
        let square = self.distance_squared(other);
        let root = square.isqrt();
        Um::new(if square - root * root > root { root + 1 } else { root })
    }

    /// The direction from here to another point, `None` if they are the same.
    pub fn direction_to(self, other: Point) -> Option<Angle> {
        let (x, y) = self.to(other);
        Angle::along(x, y)
    }

    /// The point at a distance in a direction.
    pub fn moved(self, toward: Angle, distance: Um) -> Point {
        self.along(toward.heading(), distance)
    }

    /// The point reached by turning about a pivot.
    pub fn turned(self, about: Point, sense: Sense, by: Angle) -> Point {
        let by = match sense {
            Sense::Clockwise => by,
            Sense::Anticlockwise => -by,
        };
        self.swung(about, by.heading())
    }

    /// Half way to another point.
    pub const fn midpoint(self, other: Point) -> Point {
        Point {
            x: Um::new((self.x.wide() + other.x.wide()).div_euclid(2)),
            y: Um::new((self.y.wide() + other.y.wide()).div_euclid(2)),
        }
    }

    /// The mirror image across the line x = 0.
    pub fn mirrored(self) -> Point {
        Point { x: -self.x, y: self.y }
    }

    /// The vector to another point in micrometres.
    pub(crate) const fn to(self, other: Point) -> (i64, i64) {
        (other.x.wide() - self.x.wide(), other.y.wide() - self.y.wide())
    }

    pub(crate) const fn along(self, heading: Heading, distance: Um) -> Point {
        self.offset(heading, Um::ZERO, distance)
    }

    /// The point so far to the right and forward of here, seen along a heading.
    pub(crate) const fn offset(self, heading: Heading, right: Um, forward: Um) -> Point {
        self.shifted(heading, right.wide(), forward.wide())
    }

    const fn shifted(self, heading: Heading, r: i64, f: i64) -> Point {
        let x = r * heading.y as i64 + f * heading.x as i64;
        let y = f * heading.y as i64 - r * heading.x as i64;
        Point {
            x: Um::new(self.x.wide() + round_shift(x, HEADING_BITS)),
            y: Um::new(self.y.wide() + round_shift(y, HEADING_BITS)),
        }
    }

    /// Turned about a pivot by the angle whose heading is given.
    pub(crate) const fn swung(self, about: Point, by: Heading) -> Point {
        let (x, y) = about.to(self);
        about.shifted(by, x, y)
    }
}

/// A place on the table and the way faced there.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// Where.
    pub at: Point,
    /// Facing which way.
    pub facing: Angle,
}

impl Pose {
    /// A pose by place and facing.
    pub const fn new(at: Point, facing: Angle) -> Pose {
        Pose { at, facing }
    }

    /// The pose so far to the right and forward, facing the same way.
    pub fn offset(self, right: Um, forward: Um) -> Pose {
        Pose { at: self.at.offset(self.facing.heading(), right, forward), facing: self.facing }
    }

    /// The pose after turning about a pivot.
    pub fn turned(self, about: Point, sense: Sense, by: Angle) -> Pose {
        Pose { at: self.at.turned(about, sense, by), facing: self.facing.turned(sense, by) }
    }

    /// The mirror image across the line x = 0.
    pub fn mirrored(self) -> Pose {
        Pose { at: self.at.mirrored(), facing: -self.facing }
    }

    /// How far a point lies to the right and forward of this pose, rounded to micrometres.
    pub fn local(self, point: Point) -> (Um, Um) {
        let heading = self.facing.heading();
        let (x, y) = self.at.to(point);
        let right = round_shift(heading.right().project(x, y), HEADING_BITS);
        let forward = round_shift(heading.project(x, y), HEADING_BITS);
        (Um::new(right), Um::new(forward))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_four_five() {
        assert_eq!(Point::from_mm(0, 0).distance(Point::from_mm(30, 40)), Um::from_mm(50));
    }

    #[test]
    fn forward_and_right_follow_the_facing() {
        let east = Pose::new(Point::from_mm(100, 100), Angle::QUARTER);
        assert_eq!(east.offset(Um::from_mm(10), Um::from_mm(30)).at, Point::from_mm(130, 90));
        assert_eq!(east.local(Point::from_mm(130, 90)), (Um::from_mm(10), Um::from_mm(30)));
    }

    #[test]
    fn a_clockwise_quarter_turn_takes_up_to_right() {
        let turned = Point::from_mm(5, 25).turned(Point::from_mm(5, 5), Sense::Clockwise, Angle::QUARTER);
        assert_eq!(turned, Point::from_mm(25, 5));
        let back = turned.turned(Point::from_mm(5, 5), Sense::Anticlockwise, Angle::QUARTER);
        assert_eq!(back, Point::from_mm(5, 25));
    }

    #[test]
    fn directions() {
        assert_eq!(Point::ORIGIN.direction_to(Point::from_mm(7, 7)), Some(Angle::EIGHTH));
        assert_eq!(Point::ORIGIN.direction_to(Point::ORIGIN), None);
    }
}
