//! Outlines: rounding of corners, and the check that they do not cross themselves.

use caracole_plane::{Point, Um};

/// How often corners are cut. Three cuts turn one corner into eight short edges.
const CUTS: usize = 3;

fn quarter(a: Um, b: Um) -> Um {
    let sum = 3 * i64::from(a.get()) + i64::from(b.get());
    Um::new((sum + 2).div_euclid(4))
}

fn near(a: Point, b: Point) -> Point {
    Point::new(quarter(a.x, b.x), quarter(a.y, b.y))
}

/// The outline with its corners cut (Chaikin's scheme, in whole micrometres); corners that `stay` are kept.
pub(crate) fn round_outline(points: &[Point], stay: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut now: Vec<(Point, bool)> = points.iter().map(|&p| (p, stay(p))).collect();
    for _ in 0..CUTS {
        let edges = now.iter().zip(now.iter().cycle().skip(1));
        now = edges
            .flat_map(|(&(a, a_stays), &(b, b_stays))| {
                let first = if a_stays { (a, true) } else { (near(a, b), false) };
                let second = if b_stays { None } else { Some((near(b, a), false)) };
                [Some(first), second].into_iter().flatten()
            })
            .collect();
    }
    now.into_iter().map(|(p, _)| p).collect()
}

/// The line with its corners cut; its ends stay.
pub(crate) fn round_line(points: &[Point]) -> Vec<Point> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return Vec::new() };
    let mut now = points.to_vec();
    for _ in 0..CUTS {
        let legs = now.iter().zip(now.iter().skip(1));
        let mut next = vec![first];
        next.extend(legs.flat_map(|(&a, &b)| [near(a, b), near(b, a)]));
        next.push(last);
        now = next;
    }
    now
}

/// Twice the signed area of the triangle.
fn side(a: Point, b: Point, c: Point) -> i64 {
    let x = |p: Point| i64::from(p.x.get());
    let y = |p: Point| i64::from(p.y.get());
    (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))
}

fn on_leg(a: Point, b: Point, p: Point) -> bool {
    side(a, b, p) == 0
        && (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x)
        && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y)
}

fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (s1, s2) = (side(a, b, c).signum(), side(a, b, d).signum());
    let (s3, s4) = (side(c, d, a).signum(), side(c, d, b).signum());
    (s1 * s2 < 0 && s3 * s4 < 0) || on_leg(a, b, c) || on_leg(a, b, d) || on_leg(c, d, a) || on_leg(c, d, b)
}

/// The outline neither crosses nor touches itself.
pub(crate) fn is_simple(points: &[Point]) -> bool {
    let edges: Vec<(Point, Point)> =
        points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| (a, b)).collect();
    let n = edges.len();
    edges.iter().enumerate().all(|(i, &(a, b))| {
        a != b
            && edges.iter().enumerate().skip(i + 1).all(|(j, &(c, d))| {
                let neighbours = j == i + 1 || (i == 0 && j == n - 1);
                if neighbours {
                    // Neighbours share one corner and may not fold back on each other.
                    let (p, q, r) = if j == i + 1 { (a, b, d) } else { (c, d, b) };
                    !(side(p, q, r) == 0 && (on_leg(p, q, r) || on_leg(q, r, p)))
                } else {
                    !meet(a, b, c, d)
                }
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(i32, i32)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::from_mm(x, y)).collect()
    }

    #[test]
    fn rounding_keeps_inside_the_corners_and_keeps_line_ends() {
        let square = points(&[(0, 0), (100, 0), (100, 100), (0, 100)]);
        let round = round_outline(&square, |_| false);
        assert_eq!(round.len(), 32);
        let all = Um::ZERO..=Um::from_mm(100);
        assert!(round.iter().all(|p| all.contains(&p.x) && all.contains(&p.y)));
        assert!(is_simple(&round));
        assert_eq!(round_outline(&square, |_| true), square);
        let kept = round_outline(&square, |p| p == Point::from_mm(0, 0));
        assert!(kept.contains(&Point::from_mm(0, 0)) && !kept.contains(&Point::from_mm(100, 100)));
        assert!(is_simple(&kept));
        let line = points(&[(0, 0), (50, 50), (100, 0)]);
        let round = round_line(&line);
        assert_eq!((round.first(), round.last()), (line.first(), line.last()));
    }

    #[test]
    fn crossed_outlines_are_found() {
        assert!(is_simple(&points(&[(0, 0), (10, 0), (10, 10), (0, 10)])));
        assert!(!is_simple(&points(&[(0, 0), (10, 10), (10, 0), (0, 10)])));
        assert!(!is_simple(&points(&[(0, 0), (10, 0), (5, 0), (5, 5)])));
        assert!(!is_simple(&points(&[(0, 0), (10, 0), (10, 0), (5, 5)])));
    }
}
