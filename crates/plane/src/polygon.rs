//! Simple polygons of the table: the ground of terrain pieces.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rect::{FINE, FINE_TOLERANCE, fine_root};
use crate::sweep::Sweep;
use crate::{BaseRect, CONTACT_TOLERANCE, Extent, Motion, Point, Um};

/// A simple polygon (no holes, no crossing edges), corners in order round it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
#[schemars(with = "Vec<Point>")]
pub struct Polygon {
    corners: Vec<Point>,
    edges: Vec<BaseRect>,
    /// The lower left and the upper right corner of the upright rectangle about it.
    bounds: [Point; 2],
}

/// Why a list of corners is no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonError {
    /// Fewer than three corners.
    #[error("a terrain outline needs at least 3 corners, this one has {0}: add corners")]
    TooFew(usize),
    /// More corners than are allowed.
    #[error("a terrain outline may have at most {max} corners, this one has {0}: leave some out", max = Polygon::MAX_CORNERS)]
    TooMany(usize),
    /// Two corners that follow each other are the same point.
    #[error("corners {first} and {second} of the outline are the same point: remove one")]
    Repeated {
        /// The first of the two, counted from 1.
        first: usize,
        /// The second of the two.
        second: usize,
    },
    /// Two edges cross or touch.
    #[error(
        "the outline crosses itself: the edge from corner {first} meets the edge from corner {second}; list the corners in order round the piece"
    )]
    Crossing {
        /// Corner at which the first edge starts, counted from 1.
        first: usize,
        /// Corner at which the second edge starts.
        second: usize,
    },
}

/// The first entry of a move into an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Index of the base that enters first.
    pub mover: usize,
    /// How much of the move has been made when it stands at the edge (nothing if it starts inside).
    pub after: Extent,
}

impl Polygon {
    /// The most corners that an outline may have.
    pub const MAX_CORNERS: usize = 512;

    /// A polygon by its corners in order, either way round.
    pub fn new(corners: Vec<Point>) -> Result<Polygon, PolygonError> {
        let count = corners.len();
        if count < 3 {
            return Err(PolygonError::TooFew(count));
        }
        if count > Polygon::MAX_CORNERS {
            return Err(PolygonError::TooMany(count));
        }
        let ends: Vec<(Point, Point)> =
            corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect();
        let mut edges = Vec::with_capacity(count);
        for (index, &(from, to)) in ends.iter().enumerate() {
            let repeated = PolygonError::Repeated { first: index + 1, second: (index + 1) % count + 1 };
            edges.push(BaseRect::segment(from, to).ok_or(repeated)?);
        }
        for (i, &(a, b)) in ends.iter().enumerate() {
            for (j, &(c, d)) in ends.iter().enumerate().skip(i + 1) {
                let neighbours = j == i + 1 || (i == 0 && j == count - 1);
                let crossing = if neighbours { folded_back(a, b, c, d) } else { meet(a, b, c, d) };
                if crossing {
                    return Err(PolygonError::Crossing { first: i + 1, second: j + 1 });
                }
            }
        }
        let bounds = bounds_of(&corners);
        Ok(Polygon { corners, edges, bounds })
    }

    /// The corners in order.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The lower left and the upper right corner of the upright rectangle about the area.
    pub const fn bounds(&self) -> [Point; 2] {
        self.bounds
    }

    /// Whether any part of the area may lie in a box given by two opposite corners, or touch it.
    pub(crate) fn may_touch_box(&self, low: Point, high: Point) -> bool {
        let [own_low, own_high] = self.bounds;
        let apart = |low: Um, high: Um, own_low: Um, own_high: Um| {
            own_low > high + CONTACT_TOLERANCE * 2 || own_high < low - CONTACT_TOLERANCE * 2
        };
        !apart(low.x, high.x, own_low.x, own_high.x) && !apart(low.y, high.y, own_low.y, own_high.y)
    }

    /// Whether a base is sure to be further from the area than a distance, by their bounds.
    fn is_far_from(&self, base: &BaseRect, distance: Um) -> bool {
        let [low, high] = self.bounds;
        let low = Point::new(low.x - distance, low.y - distance);
        base.is_clear_of_box(low, Point::new(high.x + distance, high.y + distance))
    }

    /// The edges as lines between consecutive corners.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.corners.iter().copied().zip(self.corners.iter().copied().cycle().skip(1))
    }

    /// Whether a point lies inside, not merely on the edge.
    pub fn holds(&self, point: Point) -> bool {
        let [low, high] = self.bounds;
        if point.x < low.x || point.x > high.x || point.y < low.y || point.y > high.y {
            return false;
        }
        let mut inside = false;
        for (a, b) in self.edges() {
            let side = cross(a, b, point);
            if side == 0 && between(a, b, point) {
                return false;
            }
            // Half-open in y, so that a corner is counted once.
            if (a.y > point.y) != (b.y > point.y) && (side > 0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// Whether any part of a base is in the area, by more than the contact tolerance.
    pub fn has_part_of(&self, base: &BaseRect) -> bool {
        if self.is_far_from(base, Um::ZERO) {
            return false;
        }
        let base = base.inset(CONTACT_TOLERANCE);
        self.edges.iter().any(|edge| edge.separation(&base) < 0) || self.holds(base.centre())
    }

    /// Whether a base is entirely in the area; standing flush with its edge is inside.
    pub fn has_all_of(&self, base: &BaseRect) -> bool {
        if self.is_far_from(base, Um::ZERO) || !self.holds(base.centre()) {
            return false;
        }
        let base = base.inset(CONTACT_TOLERANCE);
        self.edges.iter().all(|edge| edge.separation(&base) >= 0)
    }

    /// The shortest distance from a base, zero if any part of it is inside.
    pub fn distance(&self, base: &BaseRect) -> Um {
        if self.holds(base.centre()) {
            return Um::ZERO;
        }
        fine_root(self.edges.iter().map(|edge| edge.gap_squared(base)).fold(i64::MAX, i64::min))
    }

    /// Whether a base is at or closer than a distance.
    pub fn within(&self, base: &BaseRect, limit: Um) -> bool {
        let limit = limit + CONTACT_TOLERANCE;
        !self.is_far_from(base, limit + NEAREST) && self.distance(base) <= limit
    }

    /// Whether a base outside touches the edge of the area.
    pub fn touches(&self, base: &BaseRect) -> bool {
        !self.is_far_from(base, CONTACT_TOLERANCE + NEAREST)
            && !self.has_part_of(base)
            && self.distance(base) <= CONTACT_TOLERANCE
    }

    /// Whether the line that extends an edge of a base both ways passes through the area.
    pub fn is_crossed_by_line(&self, base: &BaseRect, edge: crate::Edge) -> bool {
        let [from, to] = base.edge(edge);
        let sides = self.corners.iter().map(|&corner| cross(from, to, corner).signum());
        sides.clone().any(|side| side > 0) && sides.clone().any(|side| side < 0)
    }

    /// When a moving body first enters the area, `None` if it stays clear.
    pub fn first_entry(&self, movers: &[BaseRect], motion: &Motion) -> Option<Entry> {
        let none = match motion {
            Motion::Slide { .. } => Extent::Distance(Um::ZERO),
            Motion::Turn { .. } => Extent::Angle(crate::Angle::ZERO),
        };
        if let Some(mover) = movers.iter().position(|own| self.has_part_of(own)) {
            return Some(Entry { mover, after: none });
        }
        let sweep = Sweep::new(motion)?;
        let touches = movers.iter().enumerate().flat_map(|(mover, own)| {
            let sweep = &sweep;
            self.edges.iter().filter_map(move |edge| sweep.touch(own, edge).map(|touch| (touch, mover)))
        });
        touches.min().map(|(touch, mover)| Entry { mover, after: sweep.extent(touch.at) })
    }

    /// How much of a straight line lies inside; parts within the contact tolerance of the edge do
    /// not count.
    pub fn length_inside(&self, from: Point, to: Point) -> Um {
        self.spans_inside(from, to).into_iter().map(|(start, end)| end - start).sum()
    }

    /// Whether a straight line passes through the area, not merely along its edge.
    pub fn blocks(&self, from: Point, to: Point) -> bool {
        !self.spans_inside(from, to).is_empty()
    }

    /// The stretches of a straight line that lie inside, as distances from its start.
    pub fn spans_inside(&self, from: Point, to: Point) -> Vec<(Um, Um)> {
        let (low, high) =
            (Point::new(from.x.min(to.x), from.y.min(to.y)), Point::new(from.x.max(to.x), from.y.max(to.y)));
        if !self.may_touch_box(low, high) {
            return Vec::new();
        }
        let Some(line) = BaseRect::segment(from, to) else { return Vec::new() };
        let length = line.width().wide() * FINE;
        let half = line.half_extent().x;
        // Where the line meets the outline, as fine distances from its start.
        let mut cuts = vec![0, length];
        for (a, b) in self.edges() {
            let (a, b) = (line.local(a), line.local(b));
            if (a.y > 0) != (b.y > 0) {
                let along = i128::from(b.x - a.x) * i128::from(a.y) / i128::from(a.y - b.y);
                cuts.push((a.x + half + along as i64).clamp(0, length));
            } else if a.y == 0 || b.y == 0 {
                cuts.extend([a, b].iter().filter(|p| p.y == 0).map(|p| (p.x + half).clamp(0, length)));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let heading = line.heading().right();
        // Deep at any of several places: one alone may happen to lie close by a corner of a bay.
        let deep = |start: i64, end: i64| {
            (1..8).any(|eighth| {
                let at = start + (end - start) * eighth / 8;
                let point = from.along(heading, Um::new(at / FINE));
                self.holds(point)
                    && self.edges.iter().all(|edge| edge.distance_to_point(point) > CONTACT_TOLERANCE)
            })
        };
        let mut spans: Vec<(Um, Um)> = Vec::new();
        for pair in cuts.windows(2) {
            let &[start, end] = pair else { continue };
            if end - start > FINE_TOLERANCE && deep(start, end) {
                let (start, end) = (Um::new(start / FINE), Um::new(end / FINE));
                match spans.last_mut() {
                    Some(last) if last.1 == start => last.1 = end,
                    _ => spans.push((start, end)),
                }
            }
        }
        spans
    }

    /// The middle of the area (its centre of gravity).
    pub fn centroid(&self) -> Point {
        let origin = self.corners.first().copied().unwrap_or_default();
        let (mut area, mut x, mut y) = (0_i128, 0_i128, 0_i128);
        for (a, b) in self.edges() {
            let ((ax, ay), (bx, by)) = (origin.to(a), origin.to(b));
            let twice = i128::from(ax * by - bx * ay);
            area += twice;
            x += twice * i128::from(ax + bx);
            y += twice * i128::from(ay + by);
        }
        if area == 0 {
            return origin;
        }
        let along = |moment: i128| (moment / (3 * area)) as i64;
        Point::new(Um::new(origin.x.wide() + along(x)), Um::new(origin.y.wide() + along(y)))
    }

    /// The mirror image across the line x = 0.
    pub fn mirrored(&self) -> Polygon {
        let corners: Vec<Point> = self.corners.iter().map(|corner| corner.mirrored()).collect();
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        let edges = edges.filter_map(|(&from, &to)| BaseRect::segment(from, to)).collect();
        let bounds = bounds_of(&corners);
        Polygon { corners, edges, bounds }
    }
}

/// More than distances lose by being rounded to whole micrometres.
const NEAREST: Um = Um::new(2);

fn bounds_of(corners: &[Point]) -> [Point; 2] {
    let first = corners.first().copied().unwrap_or_default();
    corners.iter().fold([first, first], |[low, high], p| {
        [Point { x: low.x.min(p.x), y: low.y.min(p.y) }, Point { x: high.x.max(p.x), y: high.y.max(p.y) }]
    })
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonError;
    fn try_from(corners: Vec<Point>) -> Result<Polygon, PolygonError> {
        Polygon::new(corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.corners
    }
}

/// Twice the area of the triangle: positive if `c` lies to the left of the way from `a` to `b`.
pub(crate) fn cross(a: Point, b: Point, c: Point) -> i64 {
    let ((bx, by), (cx, cy)) = (a.to(b), a.to(c));
    bx * cy - by * cx
}

/// Whether a point on the line of `a` and `b` lies between them.
pub(crate) fn between(a: Point, b: Point, point: Point) -> bool {
    point.x >= a.x.min(b.x) && point.x <= a.x.max(b.x) && point.y >= a.y.min(b.y) && point.y <= a.y.max(b.y)
}

/// Whether two closed segments have a point in common.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (abc, abd) = (cross(a, b, c).signum(), cross(a, b, d).signum());
    let (cda, cdb) = (cross(c, d, a).signum(), cross(c, d, b).signum());
    (abc * abd < 0 && cda * cdb < 0)
        || (abc == 0 && between(a, b, c))
        || (abd == 0 && between(a, b, d))
        || (cda == 0 && between(c, d, a))
        || (cdb == 0 && between(c, d, b))
}

/// Whether two neighbouring edges run back over each other.
fn folded_back(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (shared, from, to) = if b == c { (b, a, d) } else { (a, b, c) };
    let ((fx, fy), (tx, ty)) = (shared.to(from), shared.to(to));
    cross(shared, from, to) == 0 && fx * tx + fy * ty > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Edge, Pose};

    fn polygon(corners: &[(i32, i32)]) -> Polygon {
        Polygon::new(corners.iter().map(|&(x, y)| Point::from_mm(x, y)).collect()).unwrap()
    }

    fn base(x: i32, y: i32) -> BaseRect {
        Base::new(Pose::new(Point::from_mm(x, y), Angle::ZERO), Um::from_mm(40), Um::from_mm(20)).rect()
    }

    /// A wood with a bay on its near side.
    fn wood() -> Polygon {
        polygon(&[(0, 0), (40, 0), (40, 60), (80, 60), (80, 0), (120, 0), (120, 100), (0, 100)])
    }

    #[test]
    fn refusals_name_the_corner() {
        let points = |c: &[(i32, i32)]| Polygon::new(c.iter().map(|&(x, y)| Point::from_mm(x, y)).collect());
        assert_eq!(points(&[(0, 0), (1, 1)]), Err(PolygonError::TooFew(2)));
        assert_eq!(points(&[(0, 0), (0, 0), (1, 1)]), Err(PolygonError::Repeated { first: 1, second: 2 }));
        assert_eq!(
            points(&[(0, 0), (10, 10), (10, 0), (0, 10)]),
            Err(PolygonError::Crossing { first: 1, second: 3 })
        );
        assert!(matches!(points(&[(0, 0), (10, 0), (5, 0)]), Err(PolygonError::Crossing { .. })));
        assert_eq!(Polygon::new(vec![Point::ORIGIN; 600]), Err(PolygonError::TooMany(600)));
    }

    #[test]
    fn part_in_and_entirely_in() {
        let wood = wood();
        assert!(wood.has_all_of(&base(20, 40)));
        assert!(wood.has_all_of(&base(60, 100)), "flush with the far edge");
        assert!(wood.has_part_of(&base(30, 40)) && !wood.has_all_of(&base(30, 40)));
        assert!(!wood.has_part_of(&base(60, 60)), "wholly in the bay, flush with three edges");
        assert!(wood.has_part_of(&base(60, 61)));
        assert!(!wood.has_all_of(&base(60, 70)), "across the head of the bay");
        assert!(wood.touches(&base(60, 0)) && !wood.has_part_of(&base(60, 0)));
        assert_eq!(wood.distance(&base(60, -30)), Um::from_mm(30));
        assert_eq!(wood.distance(&base(60, 90)), Um::ZERO);
    }

    #[test]
    fn a_piece_smaller_than_a_base_is_met() {
        let rock = polygon(&[(55, -12), (60, -12), (60, -8), (55, -8)]);
        assert!(rock.has_part_of(&base(60, 0)));
        assert!(!rock.has_all_of(&base(60, 0)));
        assert_eq!(rock.distance(&base(60, 0)), Um::ZERO);
    }

    #[test]
    fn first_entry_finds_the_head_of_the_bay() {
        let ahead = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(300) };
        let narrow =
            Base::new(Pose::new(Point::from_mm(60, -50), Angle::ZERO), Um::from_mm(30), Um::from_mm(20));
        let entry = wood().first_entry(&[narrow.rect()], &ahead).unwrap();
        assert_eq!(entry.after, Extent::Distance(Um::from_mm(110)));
        // Exactly as wide as the bay: its sides only brush the wood.
        let entry = wood().first_entry(&[base(60, -50)], &ahead).unwrap();
        assert_eq!(entry.after, Extent::Distance(Um::from_mm(110)));
        let entry = wood().first_entry(&[base(61, -50)], &ahead).unwrap();
        assert_eq!(entry.after, Extent::Distance(Um::from_mm(50)));
        assert_eq!(wood().first_entry(&[base(61, 10)], &ahead).unwrap().after, Extent::Distance(Um::ZERO));
        assert_eq!(wood().first_entry(&[base(200, 0)], &ahead), None);
    }

    #[test]
    fn lines_through_the_wood() {
        let wood = wood();
        let through = wood.spans_inside(Point::from_mm(-10, 30), Point::from_mm(130, 30));
        let mm = Um::from_mm;
        assert_eq!(through, vec![(mm(10), mm(50)), (mm(90), mm(130))]);
        assert_eq!(wood.length_inside(Point::from_mm(-10, 80), Point::from_mm(130, 80)), mm(120));
        assert!(!wood.blocks(Point::from_mm(0, -50), Point::from_mm(0, 200)), "along its edge");
        assert!(!wood.blocks(Point::from_mm(60, -50), Point::from_mm(60, 60)), "into the bay");
        assert!(wood.blocks(Point::from_mm(60, -50), Point::from_mm(60, 61)));
        assert!(!wood.blocks(Point::from_mm(-20, 80), Point::from_mm(20, 120)), "touches a corner");
    }

    #[test]
    fn a_line_that_brushes_the_corner_of_a_bay_half_way_is_still_inside() {
        // A notch reaches from the near side to (60, 50); the line at y = 50.02 mm passes just above it.
        let notched = polygon(&[(0, 0), (55, 0), (60, 50), (65, 0), (120, 0), (120, 100), (0, 100)]);
        let at = |x: i32| Point::new(Um::from_mm(x), Um::new(50_020));
        assert_eq!(notched.length_inside(at(-10), at(130)), Um::from_mm(120));
    }

    #[test]
    fn prolonged_edges_cross_the_area() {
        let wood = wood();
        assert!(wood.is_crossed_by_line(&base(-100, 50), Edge::Front));
        assert!(wood.is_crossed_by_line(&base(-100, 50), Edge::Rear));
        assert!(!wood.is_crossed_by_line(&base(-100, 110), Edge::Front));
    }

    #[test]
    fn the_middle_of_a_square() {
        assert_eq!(polygon(&[(0, 0), (10, 0), (10, 10), (0, 10)]).centroid(), Point::from_mm(5, 5));
    }

    #[test]
    fn read_from_a_list_of_corners() {
        let text = serde_json::to_string(&wood()).unwrap();
        assert_eq!(serde_json::from_str::<Polygon>(&text).unwrap(), wood());
        let error = serde_json::from_str::<Polygon>("[{\"x\":0,\"y\":0}]").unwrap_err();
        assert!(error.to_string().contains("at least 3 corners"), "{error}");
    }
}
