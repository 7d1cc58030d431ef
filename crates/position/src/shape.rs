//! Rounding of the corners of outlines and lines.

use caracole_plane::{Point, Polygon, Um};

/// How often corners are cut at most. Three cuts turn one corner into eight short edges.
const CUTS: usize = 3;
/// Most corners of a rounded outline; a line has half as many, because its outline has two sides.
const MOST: usize = Polygon::MAX_CORNERS;

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
        if now.len() * 2 > MOST {
            break;
        }
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
        if now.len() * 4 > MOST {
            break;
        }
        let legs = now.iter().zip(now.iter().skip(1));
        let mut next = vec![first];
        next.extend(legs.flat_map(|(&a, &b)| [near(a, b), near(b, a)]));
        next.push(last);
        now = next;
    }
    now
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
        assert!(Polygon::new(round).is_ok());
        assert_eq!(round_outline(&square, |_| true), square);
        let kept = round_outline(&square, |p| p == Point::from_mm(0, 0));
        assert!(kept.contains(&Point::from_mm(0, 0)) && !kept.contains(&Point::from_mm(100, 100)));
        assert!(Polygon::new(kept).is_ok());
        let line = points(&[(0, 0), (50, 50), (100, 0)]);
        let round = round_line(&line);
        assert_eq!((round.first(), round.last()), (line.first(), line.last()));
    }
}
