//! Moves of a rigid body: straight slides and turns about a point.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Angle, Base, Point, Pose, Sense, Um};

/// One leg of a move: every base of the body moves the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// Straight in a direction without turning: an advance, a shift, a step.
    Slide {
        /// The direction.
        toward: Angle,
        /// How far; a negative distance does not move.
        distance: Um,
    },
    /// About a point that stays where it is: a wheel or a pivot.
    Turn {
        /// The point that stays.
        about: Point,
        /// Which way round.
        sense: Sense,
        /// How much.
        by: Angle,
    },
}

/// How much of a leg has been moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// A distance along a slide.
    Distance(Um),
    /// An angle of a turn.
    Angle(Angle),
}

impl Extent {
    /// Less by so many hairs: hundredths of a millimetre, or the angles under which these are seen from some 40 cm.
    #[must_use]
    pub(crate) fn less(self, hairs: u32) -> Extent {
        match self {
            Extent::Distance(distance) => Extent::Distance((distance - Um::new(10) * hairs as i32).or_zero()),
            Extent::Angle(angle) => Extent::Angle(Angle(angle.0.saturating_sub(17_000 * hairs))),
        }
    }
}

impl Motion {
    /// Where a pose comes to by the whole leg.
    pub fn pose_after(&self, pose: Pose) -> Pose {
        match *self {
            Motion::Slide { toward, distance } => {
                Pose::new(pose.at.moved(toward, distance.or_zero()), pose.facing)
            }
            Motion::Turn { about, sense, by } => pose.turned(about, sense, by),
        }
    }

    /// Where a point comes to by the whole leg.
    pub fn point_after(&self, point: Point) -> Point {
        self.pose_after(Pose::new(point, Angle::ZERO)).at
    }

    /// Where a base comes to by the whole leg.
    pub fn base_after(&self, base: &Base) -> Base {
        Base { front: self.pose_after(base.front), ..*base }
    }

    /// The whole of the leg.
    pub const fn extent(&self) -> Extent {
        match *self {
            Motion::Slide { distance, .. } => Extent::Distance(distance),
            Motion::Turn { by, .. } => Extent::Angle(by),
        }
    }

    /// The leg cut off after an extent (of the same kind; another kind leaves it whole).
    pub fn up_to(&self, extent: Extent) -> Motion {
        match (*self, extent) {
            (Motion::Slide { toward, distance }, Extent::Distance(limit)) => {
                Motion::Slide { toward, distance: distance.min(limit) }
            }
            (Motion::Turn { about, sense, by }, Extent::Angle(limit)) => {
                Motion::Turn { about, sense, by: by.min(limit) }
            }
            (whole, _) => whole,
        }
    }

    /// So many parts of the leg out of a whole, for drawing and animation (parts beyond the whole
    /// give the whole leg).
    pub fn part(&self, parts: u16, whole: u16) -> Motion {
        let (parts, whole) = (u64::from(parts.min(whole)), u64::from(whole.max(1)));
        match *self {
            Motion::Slide { toward, distance } => {
                Motion::Slide { toward, distance: Um::new(distance.wide() * parts as i64 / whole as i64) }
            }
            Motion::Turn { about, sense, by } => {
                Motion::Turn { about, sense, by: Angle((u64::from(by.0) * parts / whole) as u32) }
            }
        }
    }

    /// The straight line between start and end of a point that makes this leg: what a wheel costs
    /// where it is measured straight.
    pub fn straight_distance(&self, point: Point) -> Um {
        point.distance(self.point_after(point))
    }

    /// The way a point travels along the leg: what a wheel costs where it is measured along the arc.
    pub fn path_length(&self, point: Point) -> Um {
        match *self {
            Motion::Slide { distance, .. } => distance.or_zero(),
            Motion::Turn { about, by, .. } => crate::arc_length(about.distance(point), by),
        }
    }

    /// The mirror image across the line x = 0.
    pub fn mirrored(&self) -> Motion {
        match *self {
            Motion::Slide { toward, distance } => Motion::Slide { toward: -toward, distance },
            Motion::Turn { about, sense, by } => {
                Motion::Turn { about: about.mirrored(), sense: sense.reversed(), by }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_leg() {
        let slide = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(90) };
        assert_eq!(slide.part(1, 3).extent(), Extent::Distance(Um::from_mm(30)));
        assert_eq!(slide.part(9, 3), slide);
        let turn = Motion::Turn { about: Point::ORIGIN, sense: Sense::Clockwise, by: Angle::QUARTER };
        assert_eq!(turn.part(1, 2).extent(), Extent::Angle(Angle::EIGHTH));
    }

    #[test]
    fn cutting_a_leg_short_never_lengthens_it() {
        let turn = Motion::Turn { about: Point::ORIGIN, sense: Sense::Clockwise, by: Angle::EIGHTH };
        assert_eq!(turn.up_to(Extent::Angle(Angle::QUARTER)), turn);
        assert_eq!(turn.up_to(Extent::Angle(Angle(7))).extent(), Extent::Angle(Angle(7)));
        assert_eq!(turn.up_to(Extent::Distance(Um::ZERO)), turn);
    }

    #[test]
    fn a_slide_backwards_does_not_move() {
        let back = Motion::Slide { toward: Angle::ZERO, distance: -Um::from_mm(5) };
        assert_eq!(back.point_after(Point::from_mm(1, 2)), Point::from_mm(1, 2));
        assert_eq!(back.path_length(Point::ORIGIN), Um::ZERO);
    }

    #[test]
    fn a_quarter_turn_measured_both_ways() {
        let turn = Motion::Turn { about: Point::ORIGIN, sense: Sense::Clockwise, by: Angle::QUARTER };
        let corner = Point::from_mm(-100, 0);
        assert_eq!(turn.point_after(corner), Point::from_mm(0, 100));
        assert_eq!(turn.straight_distance(corner), Um::new(141_421));
        assert_eq!(turn.path_length(corner), Um::new(157_080));
    }
}
