//! How close a moving base comes to another during its move: rules that bind "start, end or pass
//! within" a distance.

use crate::rect::{Fine, fine_root};
use crate::sweep::Sweep;
use crate::{Angle, BaseRect, Corner, Edge, Motion, Point, Sense, Um};

/// The shortest distance between any moving base and any other base at any moment of a move, `None`
/// if there are no bases. Zero if they come into contact.
pub fn closest_approach(movers: &[BaseRect], motion: &Motion, others: &[BaseRect]) -> Option<Um> {
    movers
        .iter()
        .flat_map(|own| others.iter().map(move |other| approach(own, motion, other)))
        .min()
        .map(fine_root)
}

/// Whether a body starts, passes or ends at or closer than a distance from any of the others.
pub fn passes_within(movers: &[BaseRect], motion: &Motion, others: &[BaseRect], limit: Um) -> bool {
    comes_within(movers, motion, others, limit + crate::CONTACT_TOLERANCE)
}

/// Whether the closest approach of a body is no more than a distance, to the micrometre.
pub fn comes_within(movers: &[BaseRect], motion: &Motion, others: &[BaseRect], limit: Um) -> bool {
    let near = |own: &BaseRect, other: &BaseRect| {
        !is_sure_to_keep_clear(own, motion, other, limit) && fine_root(approach(own, motion, other)) <= limit
    };
    movers.iter().any(|own| others.iter().any(|other| near(own, other)))
}

/// Whether two keep further apart than a distance all through a move, by the circles about them.
fn is_sure_to_keep_clear(own: &BaseRect, motion: &Motion, other: &BaseRect, limit: Um) -> bool {
    // Two micrometres are more than rounding makes of any distance.
    let limit = 2 * limit.wide() + 4;
    match *motion {
        Motion::Slide { toward, distance } => {
            own.slides_clear_of(toward.heading(), 2 * distance.or_zero().wide(), limit, other)
        }
        Motion::Turn { about, .. } => own.turns_clear_of(about, limit, other),
    }
}

/// How far any mover reaches, at any moment of a move, beyond the line that extends an edge of a base:
/// a line that may not be crossed, or not crossed further. `None` if nothing moves.
pub fn furthest_beyond(movers: &[BaseRect], motion: &Motion, line: &BaseRect, edge: Edge) -> Option<Um> {
    let furthest = |own: &BaseRect| line.reach_beyond(edge, own).1;
    let reach = |own: &BaseRect| {
        let start = furthest(own);
        match *motion {
            Motion::Slide { toward, distance } => {
                start.max(furthest(&own.slid(toward.heading(), distance.or_zero())))
            }
            Motion::Turn { about, sense, by } => {
                let end = furthest(&own.swung(about, sense, by));
                // A corner reaches furthest where its arm points straight out over the line.
                let (ahead, right) = (line.heading(), line.heading().right());
                let out = match edge {
                    Edge::Front => ahead,
                    Edge::Rear => ahead.reversed(),
                    Edge::Right => right,
                    Edge::Left => right.reversed(),
                };
                let outward = Angle::along(i64::from(out.x), i64::from(out.y)).unwrap_or_default();
                let pivot = BaseRect::placed(about, line.heading(), Um::ZERO, Um::ZERO);
                let pivot_at = line.reach_beyond(edge, &pivot).1;
                let tops = own.corners().into_iter().filter_map(|corner| {
                    let start = about.direction_to(corner)?;
                    (start.turn_to(outward, sense) <= by).then(|| pivot_at + about.distance(corner))
                });
                tops.fold(start.max(end), Um::max)
            }
        }
    };
    movers.iter().map(reach).max()
}

/// Square of the shortest distance during a move, in fine units.
fn approach(own: &BaseRect, motion: &Motion, other: &BaseRect) -> i64 {
    let start = own.gap_squared(other);
    let Some(sweep) = Sweep::new(motion) else { return start };
    if start == 0 || sweep.touch(own, other).is_some() {
        return 0;
    }
    match *motion {
        Motion::Slide { toward, distance } => {
            let end = own.slid(toward.heading(), distance);
            let paths = Corner::ALL
                .into_iter()
                .filter_map(|corner| own.corner_path(&end, corner).map(|path| path.gap_squared(other)));
            paths.chain([start, end.gap_squared(other)]).fold(i64::MAX, i64::min)
        }
        Motion::Turn { about, sense, by } => {
            let end = own.swung(about, sense, by).gap_squared(other);
            let ours = arcs(other, about, other.local_corners(own), sense, by);
            let theirs = arcs(own, about, own.local_corners(other), sense.reversed(), by);
            start.min(end).min(ours).min(theirs)
        }
    }
}

/// The least square distance between a rectangle and points that turn about a pivot.
///
/// A circle comes nearest to a rectangle in the direction of an edge's normal or of a corner.
fn arcs(rect: &BaseRect, about: Point, points: [Fine; 4], sense: Sense, by: Angle) -> i64 {
    let pivot = rect.local(about);
    let corners = rect.own_corners().map(|corner| corner.minus(pivot));
    let normals = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| Fine { x, y });
    let mut least = i64::MAX;
    for point in points {
        let arm = point.minus(pivot);
        let Some(start) = Angle::along(arm.x, arm.y) else { continue };
        let radius = Um::new((arm.square().isqrt() + 8) / 16);
        for toward in corners.iter().chain(&normals) {
            let Some(direction) = Angle::along(toward.x, toward.y) else { continue };
            if start.turn_to(direction, sense) <= by {
                let at = Point::ORIGIN.along(direction.heading(), radius);
                let there = Fine { x: at.x.wide() * 16 + pivot.x, y: at.y.wide() * 16 + pivot.y };
                least = least.min(rect.gap_squared_to(there));
            }
        }
    }
    least
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
    fn a_march_past_is_nearest_in_the_middle() {
        let ahead = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(500) };
        let passed = [rect(100, 250, 0)];
        assert_eq!(closest_approach(&[rect(0, 0, 0)], &ahead, &passed), Some(Um::from_mm(60)));
        assert!(passes_within(&[rect(0, 0, 0)], &ahead, &passed, Um::from_mm(60)));
        assert!(!passes_within(&[rect(0, 0, 0)], &ahead, &passed, Um::from_mm(59)));
    }

    #[test]
    fn a_wheel_is_nearest_where_its_corner_swings_by() {
        // Wheel right about the right front corner at (20, 0): the rear left corner, 40 across and
        // 20 back, swings on a circle of √2000 = 44.721 mm; the rear edge above lies 60 mm away.
        let wheel = Motion::Turn {
            about: Point::from_mm(20, 0),
            sense: Sense::Clockwise,
            by: Angle::from_degrees(150),
        };
        let above = [rect(20, 80, 0)];
        assert_eq!(closest_approach(&[rect(0, 0, 0)], &wheel, &above), Some(Um::new(15_279)));
    }

    #[test]
    fn crossing_a_line_in_mid_wheel() {
        // A wheel of 150 degrees about (20, 0): the rear left corner tops out at 44.721 mm above the
        // pivot on the way, and comes down again before the end.
        let wheel = |degrees: i32| Motion::Turn {
            about: Point::from_mm(20, 0),
            sense: Sense::Clockwise,
            by: Angle::from_degrees(degrees),
        };
        let line = rect(300, 30, 0);
        let top = furthest_beyond(&[rect(0, 0, 0)], &wheel(150), &line, Edge::Front).unwrap();
        assert!((top - Um::new(14_721)).abs() <= Um::new(1), "{top}");
        // By 30 degrees the left front corner comes to a height of 20 mm.
        let short = furthest_beyond(&[rect(0, 0, 0)], &wheel(30), &line, Edge::Front).unwrap();
        assert!((short - Um::new(-10_000)).abs() <= Um::new(1), "{short}");
        let ahead = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(50) };
        assert_eq!(furthest_beyond(&[rect(0, 0, 0)], &ahead, &line, Edge::Front), Some(Um::from_mm(20)));
    }

    #[test]
    fn contact_is_no_distance() {
        let ahead = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(500) };
        assert_eq!(closest_approach(&[rect(0, 0, 0)], &ahead, &[rect(10, 300, 180)]), Some(Um::ZERO));
        assert_eq!(closest_approach(&[], &ahead, &[rect(10, 300, 180)]), None);
    }
}
