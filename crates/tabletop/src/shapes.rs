//! Measuring pieces of terrain: size, distance from one another, how they lie to the edges of the table; sliding and
//! pivoting them.

use crate::{Ground, Piece};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Point, Polygon, Pose, Sense, Table, TableEdge, Um};

const fn wide(length: Um) -> i128 {
    length.get() as i128
}

fn vector(from: Point, to: Point) -> (i128, i128) {
    (wide(to.x) - wide(from.x), wide(to.y) - wide(from.y))
}

fn square(from: Point, to: Point) -> i128 {
    let (x, y) = vector(from, to);
    x * x + y * y
}

fn cross(a: Point, b: Point, c: Point) -> i128 {
    let ((x, y), (u, v)) = (vector(a, b), vector(a, c));
    x * v - y * u
}

/// Whether a point is nearer to a stretch of line than a distance.
fn point_is_nearer(point: Point, (from, to): (Point, Point), limit: i128) -> bool {
    let length = square(from, to);
    let ((x, y), (u, v)) = (vector(from, to), vector(from, point));
    let along = x * u + y * v;
    if along <= 0 || length == 0 {
        return square(from, point) < limit * limit;
    }
    if along >= length {
        return square(to, point) < limit * limit;
    }
    let off = cross(from, to, point);
    off * off < limit * limit * length
}

fn lines_cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |line: (Point, Point), p: Point| cross(line.0, line.1, p).signum();
    side(a, b.0) * side(a, b.1) < 0 && side(b, a.0) * side(b, a.1) < 0
}

/// Whether any part of one outline is nearer to the other than a distance; lying one in the other is nearest of all.
#[must_use]
pub fn nearer_than(a: &Polygon, b: &Polygon, limit: Um) -> bool {
    let limit = wide(limit - CONTACT_TOLERANCE).max(0);
    overlap(a, b)
        || a.edges().any(|e| {
            b.edges().any(|f| {
                point_is_nearer(e.0, f, limit)
                    || point_is_nearer(e.1, f, limit)
                    || point_is_nearer(f.0, e, limit)
                    || point_is_nearer(f.1, e, limit)
            })
        })
}

/// Whether two outlines share ground.
#[must_use]
pub fn overlap(a: &Polygon, b: &Polygon) -> bool {
    a.edges().any(|e| b.edges().any(|f| lines_cross(e, f)))
        || a.corners().iter().any(|p| b.holds(*p))
        || b.corners().iter().any(|p| a.holds(*p))
        || a.holds(b.centroid())
}

/// Whether three points fit into a circle of this diameter.
fn three_fit(a: Point, b: Point, c: Point, diameter: i128) -> bool {
    let mut sides = [square(a, b), square(b, c), square(c, a)];
    sides.sort_unstable();
    let [p, q, r] = sides;
    if p + q <= r {
        // Obtuse or straight: the longest side is the diameter.
        return r <= diameter * diameter;
    }
    // The circle through all three has the diameter abc / 2F, with 2F the cross product.
    let twice = cross(a, b, c);
    p * q * r <= diameter * diameter * twice * twice
}

/// Whether an outline fits into a circle of this diameter. By Helly's theorem it does if every three corners do.
#[must_use]
pub fn fits_in_circle(outline: &Polygon, diameter: Um) -> bool {
    let corners = outline.corners();
    let diameter = wide(diameter + CONTACT_TOLERANCE);
    // Pairs first: with no two corners further apart, the products below stay in range.
    let pairs = corners.iter().all(|&a| corners.iter().all(|&b| square(a, b) <= diameter * diameter));
    pairs
        && corners.iter().enumerate().all(|(i, &a)| {
            corners
                .iter()
                .enumerate()
                .skip(i + 1)
                .all(|(j, &b)| corners.iter().skip(j + 1).all(|&c| three_fit(a, b, c, diameter)))
        })
}

/// The most corners of an outline laid down in a set-up: far above what any piece needs.
pub const MOST_CORNERS: usize = 48;

/// A rectangle of this width and depth that lies in the outline: the one given, or one found about its middle.
#[must_use]
pub fn room_in(outline: &Polygon, (width, depth): (Um, Um), given: Option<Pose>) -> Option<Base> {
    let at = |pose: Pose| Base::new(pose, width, depth);
    let fits = |base: &Base| outline.has_all_of(&base.rect());
    if let Some(pose) = given {
        return Some(at(pose)).filter(fits);
    }
    let middle = outline.centroid();
    let along = |(from, to): (Point, Point)| from.direction_to(to);
    let edges = outline.edges().filter_map(along).flat_map(|a| [a, a + Angle::QUARTER]);
    let about = |facing: Angle| at(Pose::new(middle, facing).offset(Um::ZERO, depth.half()));
    [Angle::ZERO, Angle::QUARTER].into_iter().chain(edges).map(about).find(fits)
}

/// Every point by which a piece is bounded.
#[must_use]
pub fn points(ground: &Ground) -> Vec<Point> {
    match ground {
        Ground::Area(polygon) => polygon.corners().to_vec(),
        Ground::Hill(hill) => hill.outline.corners().to_vec(),
        Ground::Strip(strip) => strip.outline().corners().to_vec(),
        Ground::Line(base) => base.rect().corners().to_vec(),
    }
}

/// The outline of a piece, an obstacle's too.
#[must_use]
pub fn outline<K>(piece: &Piece<K>) -> Option<Polygon> {
    match &piece.ground {
        Ground::Line(base) => Polygon::new(base.rect().corners().to_vec()).ok(),
        _ => piece.outline().cloned(),
    }
}

/// The least distance of a piece from an edge; negative if it reaches over.
#[must_use]
pub fn from_edge(ground: &Ground, table: &Table, edge: TableEdge) -> Um {
    points(ground).into_iter().map(|p| table.inside_of(edge, p)).fold(Um::MAX, Um::min)
}

/// The greatest distance of any part of a piece from an edge.
#[must_use]
pub fn farthest_from_edge(ground: &Ground, table: &Table, edge: TableEdge) -> Um {
    points(ground).into_iter().map(|p| table.inside_of(edge, p)).fold(-Um::MAX, Um::max)
}

/// Whether a piece touches an edge of the table.
#[must_use]
pub fn touches_edge(ground: &Ground, table: &Table, edge: TableEdge) -> bool {
    from_edge(ground, table, edge).abs() <= CONTACT_TOLERANCE
}

/// Whether a piece lies on the table.
#[must_use]
pub fn is_on_table(ground: &Ground, table: &Table) -> bool {
    TableEdge::ALL.iter().all(|e| from_edge(ground, table, *e) >= -CONTACT_TOLERANCE)
}

/// The piece with every point moved; none if that is no longer a valid piece.
fn mapped(ground: &Ground, turn: Angle, map: impl Fn(Point) -> Point) -> Option<Ground> {
    let polygon = |p: &Polygon| Polygon::new(p.corners().iter().map(|c| map(*c)).collect()).ok();
    Some(match ground {
        Ground::Area(area) => Ground::Area(polygon(area)?),
        Ground::Hill(hill) => Ground::Hill(caracole_plane::Hill {
            outline: polygon(&hill.outline)?,
            crest: hill.crest.iter().map(|p| map(*p)).collect(),
        }),
        Ground::Strip(strip) => Ground::Strip(
            caracole_plane::Strip::new(strip.line().iter().map(|p| map(*p)).collect(), strip.width()).ok()?,
        ),
        Ground::Line(base) => {
            let front = Pose::new(map(base.front.at), base.front.facing + turn);
            Ground::Line(Base::new(front, base.width, base.depth))
        }
    })
}

/// The piece slid.
#[must_use]
pub fn slid(ground: &Ground, right: Um, up: Um) -> Option<Ground> {
    mapped(ground, Angle::ZERO, |p| Point::new(p.x + right, p.y + up))
}

/// The piece pivoted clockwise about a point.
#[must_use]
pub fn pivoted(ground: &Ground, about: Point, by: Angle) -> Option<Ground> {
    mapped(ground, by, |p| p.turned(about, Sense::Clockwise, by))
}

/// Whether a point lies on the edge of a piece.
#[must_use]
pub fn is_on_edge(outline: &Polygon, point: Point) -> bool {
    let limit = wide(CONTACT_TOLERANCE) + 1;
    outline.edges().any(|edge| point_is_nearer(point, edge, limit))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;

    fn polygon(corners: &[(i32, i32)]) -> Polygon {
        Polygon::new(corners.iter().map(|&(x, y)| Point::from_mm(x, y)).collect()).unwrap()
    }

    #[test]
    fn a_right_triangle_needs_its_longest_side_as_diameter() {
        let triangle = polygon(&[(0, 0), (300, 0), (0, 400)]);
        assert!(fits_in_circle(&triangle, Um::from_mm(500)));
        assert!(!fits_in_circle(&triangle, Um::from_mm(499)));
    }

    #[test]
    fn an_acute_triangle_needs_more_than_its_longest_side() {
        // Sides 300, 250, 250: height 200, area 30000, abc / 2F = 18,750,000 / 60,000 = 312.5.
        let triangle = polygon(&[(0, 0), (300, 0), (150, 200)]);
        assert!(fits_in_circle(&triangle, Um::from_mm(313)));
        assert!(!fits_in_circle(&triangle, Um::from_mm(312)));
    }

    #[test]
    fn distance_between_outlines() {
        let a = polygon(&[(0, 0), (100, 0), (100, 100), (0, 100)]);
        let b = polygon(&[(200, 0), (300, 0), (300, 100), (200, 100)]);
        assert!(!nearer_than(&a, &b, Um::from_mm(100)));
        assert!(nearer_than(&a, &b, Um::from_mm(101)));
        let inside = polygon(&[(40, 40), (60, 40), (50, 60)]);
        assert!(overlap(&a, &inside) && nearer_than(&a, &inside, Um::from_mm(1)));
    }

    #[test]
    fn a_rectangle_is_found_or_not() {
        let room = (Um::from_mm(150), Um::from_mm(100));
        assert!(room_in(&polygon(&[(0, 0), (150, 0), (150, 100), (0, 100)]), room, None).is_some());
        assert!(room_in(&polygon(&[(0, 0), (149, 0), (149, 100), (0, 100)]), room, None).is_none());
    }
}
