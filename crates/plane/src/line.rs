//! Straight lines between and across bases.

use crate::rect::{FINE, Fine};
use crate::{BaseRect, Point, Um};

impl BaseRect {
    /// The shortest line from this base to another, `None` if they overlap or touch along it without
    /// any distance between them.
    pub fn shortest_line(&self, other: &BaseRect) -> Option<(Point, Point)> {
        if self.gap_squared(other) == 0 {
            return None;
        }
        let theirs = other
            .corners()
            .map(|corner| (self.gap_squared_to(self.local(corner)), self.nearest_to(corner), corner));
        let own = self
            .corners()
            .map(|corner| (other.gap_squared_to(other.local(corner)), corner, other.nearest_to(corner)));
        theirs.into_iter().chain(own).min_by_key(|line| line.0).map(|(_, from, to)| (from, to))
    }

    /// The point of the base nearest to a point: that point itself if it lies on the base.
    pub fn nearest_to(&self, point: Point) -> Point {
        let (half, at) = (self.half_extent(), self.local(point));
        let inside = Fine { x: at.x.clamp(-half.x, half.x), y: at.y.clamp(-half.y, half.y) };
        if inside == at {
            return point;
        }
        let off = |fine: i64| Um::new(if fine >= 0 { fine + FINE / 2 } else { fine - FINE / 2 } / FINE);
        point.offset(self.heading(), off(inside.x - at.x), off(inside.y - at.y))
    }

    /// The stretch of a straight line that lies on the base, as distances from its start, `None` if
    /// it misses the base.
    pub fn span_of_line(&self, from: Point, to: Point) -> Option<(Um, Um)> {
        let (half, a, b) = (self.half_extent(), self.local(from), self.local(to));
        let length = i128::from(from.distance(to).get());
        // The part of the way between the two edges of each axis, as a fraction of 2^32.
        let (mut enter, mut leave) = (0_i128, ONE);
        for (start, end, bound) in [(a.x, b.x, half.x), (a.y, b.y, half.y)] {
            let way = i128::from(end - start);
            if way == 0 {
                if start.abs() > bound {
                    return None;
                }
                continue;
            }
            let at = |edge: i64| (i128::from(edge - start) * ONE) / way;
            let (first, last) = (at(-bound).min(at(bound)), at(-bound).max(at(bound)));
            enter = enter.max(first);
            leave = leave.min(last);
        }
        let along = |part: i128| Um::new(((part * length + ONE / 2) / ONE) as i64);
        (enter <= leave).then(|| (along(enter), along(leave)))
    }
}

const ONE: i128 = 1 << 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Pose};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn the_shortest_line_runs_from_corner_to_corner_or_edge() {
        let line = rect(0, 0, 0).shortest_line(&rect(70, 60, 0));
        assert_eq!(line, Some((Point::from_mm(20, 0), Point::from_mm(50, 40))));
        let (from, to) = rect(0, 0, 0).shortest_line(&rect(10, 100, 180)).unwrap();
        assert_eq!((from.y, to.y), (Um::ZERO, Um::from_mm(100)));
        assert_eq!(from.x, to.x);
        assert_eq!(rect(0, 0, 0).shortest_line(&rect(5, 5, 45)), None);
    }

    #[test]
    fn the_stretch_of_a_line_on_a_base() {
        let base = rect(0, 100, 0);
        let span = base.span_of_line(Point::from_mm(0, 0), Point::from_mm(0, 200));
        assert_eq!(span, Some((Um::from_mm(80), Um::from_mm(100))));
        assert_eq!(base.span_of_line(Point::from_mm(30, 0), Point::from_mm(30, 200)), None);
        assert_eq!(base.span_of_line(Point::from_mm(0, 0), Point::from_mm(0, 50)), None);
        // From inside, slanting 3-4-5 out over the front edge: 15 mm up is 25 mm along.
        let span = base.span_of_line(Point::from_mm(-10, 85), Point::from_mm(30, 115));
        assert_eq!(span, Some((Um::ZERO, Um::from_mm(25))));
    }

    #[test]
    fn the_nearest_point_of_a_base() {
        assert_eq!(rect(0, 0, 0).nearest_to(Point::from_mm(50, -10)), Point::from_mm(20, -10));
        assert_eq!(rect(0, 0, 0).nearest_to(Point::from_mm(5, -5)), Point::from_mm(5, -5));
    }
}
