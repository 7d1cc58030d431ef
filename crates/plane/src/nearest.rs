//! The two points at which outlines come nearest to each other.

use crate::Point;
use crate::Um;

/// The nearest points of two closed outlines that do not cross: one of the first, one of the second.
pub fn nearest_points(ours: &[Point], theirs: &[Point]) -> Option<(Point, Point)> {
    let edges = |of: &[Point]| -> Vec<(Point, Point)> {
        of.iter().copied().zip(of.iter().copied().cycle().skip(1)).collect()
    };
    let from_ours =
        ours.iter().flat_map(|&p| edges(theirs).into_iter().map(move |(a, b)| (p, on_segment(p, a, b))));
    let from_theirs =
        theirs.iter().flat_map(|&p| edges(ours).into_iter().map(move |(a, b)| (on_segment(p, a, b), p)));
    from_ours.chain(from_theirs).min_by_key(|(a, b)| a.distance_squared(*b))
}

/// How far a point lies along the line from one point to another, measured from the first.
pub fn along(from: Point, to: Point, point: Point) -> Um {
    let length = i128::from(from.distance(to).get()).max(1);
    let (dx, dy) = (i128::from((to.x - from.x).get()), i128::from((to.y - from.y).get()));
    let (px, py) = (i128::from((point.x - from.x).get()), i128::from((point.y - from.y).get()));
    Um::new(((px * dx + py * dy) / length) as i64)
}

/// The point of a segment that is nearest to a point.
fn on_segment(point: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (i128::from((b.x - a.x).get()), i128::from((b.y - a.y).get()));
    let (px, py) = (i128::from((point.x - a.x).get()), i128::from((point.y - a.y).get()));
    let square = dx * dx + dy * dy;
    if square == 0 {
        return a;
    }
    let part = (px * dx + py * dy).clamp(0, square);
    let step = |d: i128| Um::new((d * part / square) as i64);
    Point::new(a.x + step(dx), a.y + step(dy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_nearest_to_the_foot_of_its_perpendicular() {
        let square = [(0, 0), (40, 0), (40, 40), (0, 40)].map(|(x, y)| Point::from_mm(x, y));
        let other = [(60, 20), (100, 0), (100, 90)].map(|(x, y)| Point::from_mm(x, y));
        assert_eq!(nearest_points(&square, &other), Some((Point::from_mm(40, 20), Point::from_mm(60, 20))));
        assert_eq!(
            along(Point::from_mm(0, 0), Point::from_mm(30, 40), Point::from_mm(30, 0)),
            Um::from_mm(18)
        );
    }
}
