//! Linear features and hills.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::angle::{HEADING_BITS, Heading};
use crate::quad::Quad;
use crate::rect::{FINE_TOLERANCE, fine_root};
use crate::{
    Angle, Base, BaseRect, CONTACT_TOLERANCE, Point, Polygon, PolygonError, Pose, Table, TableEdge, Um,
};

/// A linear feature of constant width: a river, a road, a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Course", into = "Course")]
#[schemars(with = "Course")]
pub struct Strip {
    course: Course,
    outline: Polygon,
    pieces: Vec<BaseRect>,
    quads: Vec<Quad>,
}

/// The middle line and the width of a linear feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The points of the middle line.
    pub line: Vec<Point>,
    /// The width.
    pub width: Um,
}

/// Why a line and a width make no linear feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StripError {
    /// Fewer than two points.
    #[error("a linear feature needs at least 2 points, this one has {0}: add points")]
    TooFew(usize),
    /// No width.
    #[error("a linear feature needs a width above 0, this one has {0}")]
    NoWidth(Um),
    /// Two points that follow each other are the same.
    #[error("points {0} and {next} of the line are the same: remove one", next = .0 + 1)]
    Repeated(usize),
    /// It turns back too sharply.
    #[error("the line bends by more than 120 degrees at point {0}: add points to make the bend gentler")]
    TooSharp(usize),
    /// Its outline crosses itself.
    #[error("the feature runs over itself: {0}; make bends wider apart than its width")]
    Outline(#[from] PolygonError),
}

impl Strip {
    /// A feature along a line of points.
    pub fn new(line: Vec<Point>, width: Um) -> Result<Strip, StripError> {
        if line.len() < 2 {
            return Err(StripError::TooFew(line.len()));
        }
        if line.len() > Polygon::MAX_CORNERS / 2 {
            return Err(PolygonError::TooMany(2 * line.len()).into());
        }
        if width <= Um::ZERO {
            return Err(StripError::NoWidth(width));
        }
        let mut headings = Vec::with_capacity(line.len());
        let mut pieces = Vec::with_capacity(line.len());
        for (index, (from, to)) in line.iter().zip(line.iter().skip(1)).enumerate() {
            let (x, y) = from.to(*to);
            let heading = Heading::along(x, y).ok_or(StripError::Repeated(index + 1))?;
            headings.push(heading);
            pieces.push(BaseRect::placed(*to, heading, width, from.distance(*to)));
        }
        let (right, left) = banks(&line, &headings, width)?;
        let ends = right.iter().zip(&left);
        let quad =
            |((r0, l0), (r1, l1)): ((&Point, &Point), (&Point, &Point))| Quad::new([*l0, *l1, *r1, *r0]);
        let quads = ends.clone().zip(ends.skip(1)).map(quad).collect();
        let outline = right.iter().chain(left.iter().rev()).copied().collect();
        Ok(Strip { course: Course { line, width }, outline: Polygon::new(outline)?, pieces, quads })
    }

    /// The ground it covers.
    pub fn outline(&self) -> &Polygon {
        &self.outline
    }

    /// The points of its middle line.
    pub fn line(&self) -> &[Point] {
        &self.course.line
    }

    /// Its width.
    pub fn width(&self) -> Um {
        self.course.width
    }

    /// Whether any part of a base is in it.
    pub fn has_part_of(&self, base: &BaseRect) -> bool {
        self.outline.has_part_of(base)
    }

    /// Whether a base is entirely in it.
    pub fn has_all_of(&self, base: &BaseRect) -> bool {
        self.outline.has_all_of(base)
    }

    /// The direction in which it runs where it is nearest to a base, from the first point of its
    /// line towards the last.
    pub fn course_near(&self, base: &BaseRect) -> Angle {
        let nearest = self
            .pieces
            .iter()
            .min_by_key(|piece| (piece.gap_squared(base), piece.overlap_area(base).wrapping_neg()));
        nearest
            .and_then(|piece| Angle::along(i64::from(piece.heading().x), i64::from(piece.heading().y)))
            .unwrap_or(Angle::ZERO)
    }

    /// How much ground a base has on it, in square micrometres: which of several is most on a road.
    pub fn ground_of(&self, base: &BaseRect) -> i64 {
        self.quads.iter().map(|piece| piece.shared_area(base)).sum()
    }

    /// Whether a base that slides straight keeps at least a part of it on the feature all the way.
    pub fn keeps_part_of(&self, base: &BaseRect, toward: Angle, distance: Um) -> bool {
        let limit = distance.or_zero();
        let mut spans: Vec<(Um, Um)> =
            self.quads.iter().filter_map(|piece| piece.time_over(base, toward)).collect();
        spans.sort_unstable();
        let mut reached = Um::ZERO;
        for (from, to) in spans {
            if from > reached + CONTACT_TOLERANCE {
                break;
            }
            reached = reached.max(to);
        }
        self.has_part_of(base) && reached + CONTACT_TOLERANCE >= limit
    }
}

/// The right and the left bank, which meet in points at the bends.
fn banks(line: &[Point], headings: &[Heading], width: Um) -> Result<(Vec<Point>, Vec<Point>), StripError> {
    let half = i128::from(width.get());
    let mut right = Vec::with_capacity(line.len());
    let mut left = Vec::with_capacity(line.len());
    for (index, point) in line.iter().enumerate() {
        let before = if index == 0 { headings.first() } else { headings.get(index - 1) };
        let after = headings.get(index).or(headings.last());
        let (Some(before), Some(after)) = (before, after) else { continue };
        let turn = before.dot(*after);
        if turn < -(1 << (HEADING_BITS - 1)) {
            return Err(StripError::TooSharp(index + 1));
        }
        // Half the width, along the sum of the two normals over one plus their cosine.
        let below = 2 * ((1_i128 << HEADING_BITS) + i128::from(turn));
        let part = |a: i32, b: i32| ((half * (i128::from(a) + i128::from(b))) / below) as i64;
        let (before, after) = (before.right(), after.right());
        let (x, y) = (part(before.x, after.x), part(before.y, after.y));
        right.push(Point::new(Um::new(point.x.wide() + x), Um::new(point.y.wide() + y)));
        left.push(Point::new(Um::new(point.x.wide() - x), Um::new(point.y.wide() - y)));
    }
    Ok((right, left))
}

impl TryFrom<Course> for Strip {
    type Error = StripError;
    fn try_from(course: Course) -> Result<Strip, StripError> {
        Strip::new(course.line, course.width)
    }
}

impl From<Strip> for Course {
    fn from(strip: Strip) -> Course {
        strip.course
    }
}

/// An obstacle: a straight wall, hedge or ditch. It is a rectangle, its front edge the far side from
/// its defenders.
pub fn obstacle(from: Point, to: Point, thickness: Um) -> Option<Base> {
    let along = from.direction_to(to)?;
    let facing = along - Angle::QUARTER;
    let front = Pose::new(from.midpoint(to), facing).offset(Um::ZERO, thickness.half());
    Some(Base::new(front, from.distance(to), thickness))
}

/// The ground between a coastline and an edge of the table.
///
/// The line runs from one neighbouring edge to the other.
pub fn coast(table: &Table, edge: TableEdge, line: &[Point]) -> Result<Polygon, PolygonError> {
    let [first, last] = table.edge(edge);
    let with = |ends: [Point; 2]| Polygon::new(line.iter().copied().chain(ends).collect());
    with([last, first]).or_else(|_| with([first, last]))
}

/// A hill: its ground, and its crest if one is marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hill {
    /// The ground it covers.
    pub outline: Polygon,
    /// The points of its crest line; one point is a peak; none puts a peak at the middle.
    #[serde(default)]
    pub crest: Vec<Point>,
}

/// Where the nearest point of a hill's crest lies from the front of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrestSide {
    /// Ahead of the line extending the front edge.
    Ahead,
    /// On that line.
    OnLine,
    /// Behind that line.
    Behind,
}

impl Hill {
    /// The peak, or the points of the crest line.
    pub fn crest(&self) -> Vec<Point> {
        if self.crest.is_empty() { vec![self.outline.centroid()] } else { self.crest.clone() }
    }

    fn crest_lines(&self) -> Vec<BaseRect> {
        let points = self.crest();
        points.iter().zip(points.iter().skip(1)).filter_map(|(a, b)| BaseRect::segment(*a, *b)).collect()
    }

    /// The point of the crest (or the peak) nearest to a base.
    pub fn nearest_crest_point(&self, base: &BaseRect) -> Point {
        let mut candidates = self.crest();
        for line in self.crest_lines() {
            let half = line.half_extent().x;
            let from = line.corner(crate::Corner::FrontLeft);
            for corner in base.corners() {
                let along = (line.local(corner).x.clamp(-half, half) + half) / crate::rect::FINE;
                candidates.push(from.along(line.heading().right(), Um::new(along)));
            }
        }
        candidates.into_iter().min_by_key(|&point| base.distance_to_point(point)).unwrap_or_default()
    }

    /// Where the nearest point of the crest lies from the front of a base.
    pub fn crest_side(&self, base: &BaseRect) -> CrestSide {
        let point = base.local(self.nearest_crest_point(base));
        let ahead = point.y - base.half_extent().y;
        if ahead.abs() <= FINE_TOLERANCE {
            CrestSide::OnLine
        } else if ahead > 0 {
            CrestSide::Ahead
        } else {
            CrestSide::Behind
        }
    }

    /// Whether the front edge of a base touches the crest or the peak.
    pub fn front_on_crest(&self, base: &BaseRect) -> bool {
        let front = base.front_edge();
        self.crest().into_iter().any(|point| front.holds(point))
            || self.crest_lines().iter().any(|line| front.within(line, Um::ZERO))
    }

    /// How far a sight line has come from each of its ends where it first crosses the crest, `None`
    /// if it does not cross: troops beyond a crest are seen only from close to it.
    pub fn crest_between(&self, from: Point, to: Point) -> Option<(Um, Um)> {
        let sight = BaseRect::segment(from, to)?;
        let half = sight.half_extent().x;
        let points = self.crest();
        let mut least: Option<i64> = None;
        let mut meet = |along: i64| {
            if (0..=2 * half).contains(&along) && least.is_none_or(|l| along < l) {
                least = Some(along);
            }
        };
        for point in &points {
            let local = sight.local(*point);
            if local.y.abs() <= FINE_TOLERANCE {
                meet(local.x + half);
            }
        }
        for (a, b) in points.iter().zip(points.iter().skip(1)) {
            let (a, b) = (sight.local(*a), sight.local(*b));
            if (a.y > 0) != (b.y > 0) {
                let along = i128::from(b.x - a.x) * i128::from(a.y) / i128::from(a.y - b.y);
                meet(a.x + half + along as i64);
            }
        }
        least.map(|along| (fine_length(along), fine_length(2 * half - along)))
    }

    /// Whether all of a base stands on the hill.
    pub fn has_all_of(&self, base: &BaseRect) -> bool {
        self.outline.has_all_of(base)
    }
}

fn fine_length(fine: i64) -> Um {
    fine_root(fine * fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    fn points(list: &[(i32, i32)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::from_mm(x, y)).collect()
    }

    #[test]
    fn a_river_with_a_right_angle_has_square_banks() {
        let river = Strip::new(points(&[(0, 0), (0, 100), (100, 100)]), Um::from_mm(20)).unwrap();
        let banks = points(&[(10, 0), (10, 90), (100, 90), (100, 110), (-10, 110), (-10, 0)]);
        assert_eq!(river.outline().corners(), banks);
        assert_eq!(river.course_near(&base(0, 30, 0)), Angle::ZERO);
        assert_eq!(river.course_near(&base(80, 105, 0)), Angle::QUARTER);
    }

    #[test]
    fn strips_refuse_with_the_point() {
        let width = Um::from_mm(20);
        assert_eq!(Strip::new(points(&[(0, 0)]), width), Err(StripError::TooFew(1)));
        assert_eq!(Strip::new(points(&[(0, 0), (0, 9), (0, 9)]), width), Err(StripError::Repeated(2)));
        assert_eq!(Strip::new(points(&[(0, 0), (0, 90), (10, 0)]), width), Err(StripError::TooSharp(2)));
        assert_eq!(Strip::new(points(&[(0, 0), (0, 90)]), Um::ZERO), Err(StripError::NoWidth(Um::ZERO)));
    }

    #[test]
    fn a_column_on_a_road() {
        let road = Strip::new(points(&[(0, 0), (0, 500), (300, 800)]), Um::from_mm(40)).unwrap();
        let on = base(10, 100, 0);
        assert!(road.has_part_of(&on) && !road.has_all_of(&on));
        assert!(road.has_all_of(&base(0, 100, 0)));
        assert_eq!(road.ground_of(&on), 30_000 * 20_000);
        assert!(road.keeps_part_of(&on, Angle::ZERO, Um::from_mm(350)));
        assert!(!road.keeps_part_of(&on, Angle::ZERO, Um::from_mm(600)));
        assert!(!road.keeps_part_of(&base(100, 100, 0), Angle::ZERO, Um::from_mm(10)));
        // Round the outside of a right angle: the corner of the bend is road too.
        let bend = Strip::new(points(&[(0, 0), (0, 200), (200, 200)]), Um::from_mm(40)).unwrap();
        let corner = base(-10, 219, 0);
        // 30 by 20 mm, cut in two along the mitre: a sixteenth of a micrometre along the cut.
        assert!((bend.ground_of(&corner) - 30_000 * 20_000).abs() < 5_000);
        assert!(bend.keeps_part_of(&corner, Angle::QUARTER, Um::from_mm(200)));
        assert!(!bend.keeps_part_of(&corner, Angle::QUARTER, Um::from_mm(250)));
    }

    #[test]
    fn a_wall_is_a_rectangle() {
        let wall = obstacle(Point::from_mm(0, 100), Point::from_mm(200, 100), Um::from_mm(4)).unwrap();
        assert_eq!(wall.front.at, Point::from_mm(100, 102));
        assert_eq!(wall.front.facing, Angle::ZERO);
        assert_eq!(obstacle(Point::ORIGIN, Point::ORIGIN, Um::from_mm(4)), None);
    }

    #[test]
    fn a_coast_closes_against_its_edge() {
        let table = Table::new(Um::from_mm(1800), Um::from_mm(1200));
        for line in
            [points(&[(150, 0), (200, 600), (120, 1200)]), points(&[(120, 1200), (200, 600), (150, 0)])]
        {
            let sea = coast(&table, TableEdge::Left, &line).unwrap();
            assert!(sea.holds(Point::from_mm(100, 600)));
            assert!(!sea.holds(Point::from_mm(300, 600)));
        }
    }

    fn ridge() -> Hill {
        let outline = Polygon::new(points(&[(0, 0), (200, 0), (200, 200), (0, 200)])).unwrap();
        Hill { outline, crest: points(&[(50, 100), (150, 100)]) }
    }

    #[test]
    fn uphill_has_the_crest_behind() {
        assert_eq!(ridge().crest_side(&base(100, 160, 0)), CrestSide::Behind);
        assert_eq!(ridge().crest_side(&base(100, 160, 180)), CrestSide::Ahead);
        assert_eq!(ridge().crest_side(&base(100, 60, 0)), CrestSide::Ahead);
        assert_eq!(ridge().crest_side(&base(100, 100, 0)), CrestSide::OnLine);
        assert!(ridge().front_on_crest(&base(100, 100, 0)));
        assert!(!ridge().front_on_crest(&base(100, 99, 0)));
        assert_eq!(ridge().nearest_crest_point(&base(10, 60, 0)), Point::from_mm(50, 100));
        let peaked = Hill { crest: Vec::new(), ..ridge() };
        assert_eq!(peaked.crest(), vec![Point::from_mm(100, 100)]);
    }

    #[test]
    fn a_sight_line_over_the_crest() {
        let over = ridge().crest_between(Point::from_mm(100, 70), Point::from_mm(100, 150));
        assert_eq!(over, Some((Um::from_mm(30), Um::from_mm(50))));
        assert_eq!(ridge().crest_between(Point::from_mm(10, 0), Point::from_mm(10, 200)), None);
    }
}
