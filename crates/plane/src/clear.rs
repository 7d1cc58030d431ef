//! Getting clear of others, and halting short of them.

use crate::rect::FINE;
use crate::{Angle, BaseRect, CONTACT_TOLERANCE, Extent, Motion, Um, shortest_distance};

/// The shortest straight slide in a direction after which no mover overlaps any obstacle: how far
/// troops are shifted to make room, or placed beyond what they burst through.
///
/// Zero if nothing overlaps to begin with. Where it ends edges touch, without using up the contact
/// tolerance: what is rounded later still fits.
pub fn distance_to_clear(movers: &[BaseRect], toward: Angle, obstacles: &[BaseRect]) -> Um {
    let mut overlaps: Vec<(Um, Um)> = movers
        .iter()
        .flat_map(|own| obstacles.iter().filter_map(move |other| own.time_over(toward, other)))
        .collect();
    overlaps.sort_unstable();
    let mut clear = Um::ZERO;
    for (from, to) in overlaps {
        if from > clear {
            break;
        }
        clear = clear.max(to + Um::new(1));
    }
    clear
}

/// How much of a move can be made before any mover is at or closer than a distance from any of the
/// others, `None` if it never is. Troops that must halt short halt there.
///
/// Exact to a few micrometres, and never too late.
pub fn first_within(movers: &[BaseRect], motion: &Motion, others: &[BaseRect], limit: Um) -> Option<Extent> {
    match *motion {
        Motion::Slide { toward, distance } => {
            slide_within(movers, toward, distance.or_zero(), others, limit).map(Extent::Distance)
        }
        Motion::Turn { about, sense, by } => {
            let reach = movers.iter().map(|own| own.reach_squared(own.local(about))).max()?.isqrt() / FINE;
            let mut turned = Angle::ZERO;
            // Nothing moves faster than the furthest corner: turning by the gap over its radius is safe.
            for _ in 0..MOST_STEPS {
                let now: Vec<BaseRect> = movers.iter().map(|own| own.swung(about, sense, turned)).collect();
                let gap = shortest_distance(&now, others)? - limit;
                if gap <= CLOSE {
                    return Some(Extent::Angle(turned));
                }
                let step = crate::angle_of_arc(Um::new(reach), gap);
                let Some(next) = turned.0.checked_add(step.0.max(1)).filter(|&next| next <= by.0) else {
                    // The last step reaches the end of the turn: look there too.
                    let end: Vec<BaseRect> = movers.iter().map(|own| own.swung(about, sense, by)).collect();
                    let gap = shortest_distance(&end, others)? - limit;
                    return (gap <= CLOSE).then_some(Extent::Angle(by));
                };
                turned = Angle(next);
            }
            Some(Extent::Angle(turned))
        }
    }
}

/// As near to a distance as counts as being there: well inside the contact tolerance.
const CLOSE: Um = Um::new(CONTACT_TOLERANCE.get() as i64 / 10);
/// A turn creeps up on a grazing distance in steps; then the place reached is where it halts.
const MOST_STEPS: usize = 2_000;

/// The distance between convex shapes that slide is a convex function of the way: narrow down to its
/// least, then halve the way before it to where the distance comes down to the limit.
fn slide_within(
    movers: &[BaseRect],
    toward: Angle,
    distance: Um,
    others: &[BaseRect],
    limit: Um,
) -> Option<Um> {
    let heading = toward.heading();
    let mut first: Option<Um> = None;
    for own in movers {
        for other in others {
            let gap = |way: i64| own.slid(heading, Um::new(way)).distance(other) - limit;
            let (mut low, mut high) = (0, distance.wide());
            while high - low > 16 {
                // The least of a convex function lies beyond the higher of two places.
                let (left, right) = (low + (high - low) * 3 / 8, high - (high - low) * 3 / 8);
                let (at_left, at_right) = (gap(left), gap(right));
                if at_left <= Um::ZERO {
                    (low, high) = (left, left);
                } else if at_left > at_right {
                    low = left;
                } else {
                    high = right;
                }
            }
            let Some(least) = (low..=high).min_by_key(|&way| gap(way)) else { continue };
            if gap(least) > Um::ZERO {
                continue;
            }
            let (mut before, mut after) = (-1, least);
            while after - before > 1 {
                let middle = (before + after) / 2;
                if gap(middle) <= Um::ZERO { after = middle } else { before = middle }
            }
            first = Some(first.map_or(Um::new(after), |f| f.min(Um::new(after))));
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Point, Pose, Sense};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn shifting_out_of_the_way() {
        // 15 mm of common ground across, 20 mm along.
        let (own, other) = ([rect(0, 0, 0)], [rect(25, 0, 0)]);
        let close = |a: Um, mm: i32| (a - Um::from_mm(mm)).abs() <= CONTACT_TOLERANCE;
        assert!(close(distance_to_clear(&own, Angle::THREE_QUARTERS, &other), 15));
        assert!(close(distance_to_clear(&own, Angle::HALF, &other), 20));
        // The next one stands where the first shift would end.
        let row = [rect(25, 0, 0), rect(-30, 0, 0)];
        assert!(close(distance_to_clear(&own, Angle::THREE_QUARTERS, &row), 70));
        assert_eq!(distance_to_clear(&own, Angle::ZERO, &[rect(100, 0, 0)]), Um::ZERO);
        let moved = own[0].slid(Angle::HALF.heading(), distance_to_clear(&own, Angle::HALF, &other));
        assert!(!moved.overlaps(&other[0]));
        // 20 mm along and not 50 micrometres less: the edges are level.
        assert_eq!(distance_to_clear(&own, Angle::HALF, &other), Um::new(20_001));
    }

    #[test]
    fn halting_one_unit_short() {
        let ahead = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(200) };
        let mu = Um::from_mm(25);
        let halt = first_within(&[rect(0, 0, 0)], &ahead, &[rect(0, 120, 180)], mu);
        assert_eq!(halt, Some(Extent::Distance(Um::from_mm(95))));
        // 15 mm aside: 20 mm short in height makes 25 straight.
        let halt = first_within(&[rect(0, 0, 0)], &ahead, &[rect(55, 120, 180)], mu);
        let Some(Extent::Distance(way)) = halt else { panic!("{halt:?}") };
        assert!((way - Um::from_mm(100)).abs() <= Um::new(1), "{way}");
        assert_eq!(first_within(&[rect(0, 0, 0)], &ahead, &[rect(66, 120, 180)], mu), None);
        // Too near from the start.
        let halt = first_within(&[rect(0, 0, 0)], &ahead, &[rect(0, 10, 180)], mu);
        assert_eq!(halt, Some(Extent::Distance(Um::ZERO)));
    }

    #[test]
    fn halting_in_a_wheel() {
        // The left front corner at 40 mm from the pivot (20, 0) rises to 40 sin a. A wall at a height
        // of 45 mm: within 25 mm when some corner is at 20 mm; the front corner is there at 30 degrees.
        let wall =
            Base::new(Pose::new(Point::from_mm(0, 46), Angle::ZERO), Um::from_mm(900), Um::from_mm(1)).rect();
        let wheel =
            Motion::Turn { about: Point::from_mm(20, 0), sense: Sense::Clockwise, by: Angle::QUARTER };
        let halt = first_within(&[rect(0, 0, 0)], &wheel, &[wall], Um::from_mm(25));
        let Some(Extent::Angle(angle)) = halt else { panic!("{halt:?}") };
        assert!((29_980..=30_000).contains(&angle.millidegrees()), "{angle}");
        assert_eq!(first_within(&[rect(0, 0, 0)], &wheel, &[rect(500, 500, 0)], Um::from_mm(25)), None);
    }
}
