//! Which wheels matter: the angles at which a wheel begins or ceases to bring a target straight ahead.

use crate::angle::angle_of_sine;
use crate::{Angle, BaseRect, Edge, Group, Hand};

impl Group {
    /// The wheels to a hand, up to a right angle, at which something changes for a straight move after
    /// them: no wheel at all; a corner of the target comes under either end of the front line; the
    /// front comes parallel to an edge of the target. In rising order.
    ///
    /// Between two neighbouring angles the corners of the target straight ahead stay the same, so
    /// these and the angles halfway between them are all that a search for charges need try.
    pub fn wheels_of_interest(&self, hand: Hand, target: &BaseRect) -> Vec<Angle> {
        let pivot = self.front_corner(hand);
        let sense = hand.sense();
        let mut wheels = vec![Angle::ZERO, Angle::QUARTER];
        for corner in target.corners() {
            let Some(direction) = pivot.direction_to(corner) else { continue };
            // Under the pivot: straight ahead of it.
            wheels.push(self.facing().turn_to(direction, sense));
            // Under the outer end: a frontage aside, towards the outer hand.
            if let Some(aside) = angle_of_sine(self.frontage, pivot.distance(corner)) {
                wheels.push(self.facing().turn_to(direction.turned(sense, aside), sense));
            }
        }
        for edge in Edge::ALL {
            let ahead = target.heading();
            let facing = Angle::along(i64::from(ahead.x), i64::from(ahead.y)).unwrap_or_default();
            wheels.push(self.facing().turn_to(facing + edge.outward() + Angle::HALF, sense));
        }
        wheels.retain(|&wheel| wheel <= Angle::QUARTER);
        wheels.sort_unstable();
        wheels.dedup();
        wheels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Formation, Path, Point, Pose, Um, WheelMeasure};

    fn group() -> Group {
        let formation = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(20));
        Group::form(Pose::new(Point::from_mm(0, 0), Angle::ZERO), &formation)
    }

    #[test]
    fn a_corner_comes_straight_ahead_of_the_pivot() {
        // Right wheel about (160, 0); the near left corner of the target at (260, 100) bears 45 degrees.
        let target =
            Base::new(Pose::new(Point::from_mm(280, 100), Angle::HALF), Um::from_mm(40), Um::from_mm(20))
                .rect();
        let wheels = group().wheels_of_interest(Hand::Right, &target);
        assert!(wheels.iter().any(|wheel| wheel.millidegrees() == 45_000), "{wheels:?}");
        assert_eq!(wheels.first(), Some(&Angle::ZERO));
        assert!(wheels.is_sorted());
    }

    #[test]
    fn the_target_is_ahead_or_not_all_the_way_between_two_wheels() {
        for (x, y, degrees) in [(280, 100, 180), (-150, 90, 200), (60, 200, 135), (400, 300, 10)] {
            let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
            let target = Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect();
            for hand in Hand::BOTH {
                let wheels = group().wheels_of_interest(hand, &target);
                for pair in wheels.windows(2) {
                    let at = |eighth: u32| {
                        let by = Angle(pair[0].0 + ((pair[1].0 - pair[0].0) / 8) * eighth);
                        let wheeled = Path::from(&group()).wheel(hand, by, WheelMeasure::Straight);
                        let front =
                            Base::new(wheeled.end().front_centre(), wheeled.end().frontage, Um::new(1_000));
                        front.rect().has_directly_ahead(&target)
                    };
                    // Not at the very ends, where a corner is just on the line.
                    if pair[1].0 - pair[0].0 > 1 << 23 {
                        let middle = at(4);
                        assert!((1..8).all(|eighth| at(eighth) == middle), "{x} {y} {hand:?} {pair:?}");
                    }
                }
            }
        }
    }
}
