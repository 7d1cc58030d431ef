//! The measuring form of a base: a rectangle with its unit vector and corners worked out.
//!
//! Positions inside are doubled (half micrometres), so that the middle of an odd width is exact.
//! Local coordinates are "fine": sixteenths of a micrometre, x to the right and y forward from the
//! middle of the rectangle. All arithmetic is `i64`; see [`Um::LIMIT`] for why it cannot overflow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::angle::{HEADING_BITS, Heading, round_shift};
use crate::clip::clip;
use crate::{Angle, Base, CONTACT_TOLERANCE, Corner, Edge, Hand, Point, Sense, Um};

/// Fine units in one micrometre.
pub(crate) const FINE: i64 = 16;
/// The contact tolerance in fine units.
pub(crate) const FINE_TOLERANCE: i64 = CONTACT_TOLERANCE.get() as i64 * FINE;
/// From a projection of doubled micrometres to fine units.
const TO_FINE: u32 = HEADING_BITS - 3;
/// The contact tolerance doubled, with the binary places of a projection.
const PROJECTED_TOLERANCE: i64 = (2 * CONTACT_TOLERANCE.get() as i64) << HEADING_BITS;

/// Twice the tolerance and a little, in half micrometres: circles that overlap by more are sure to.
const INNER_MARGIN: i64 = 2 * CONTACT_TOLERANCE.get() as i64 + 2;

/// No less than the diagonal of two lengths, without a root: at most 8 % more.
const fn diagonal(a: i64, b: i64) -> i64 {
    let (long, short) = if a > b { (a, b) } else { (b, a) };
    long + ((short * 27) >> 6) + 2
}

/// No less than the half diagonal, in half micrometres.
const fn outer(width: i64, depth: i64) -> i64 {
    diagonal(width, depth)
}

/// A point in the frame of a rectangle or a direction, in fine units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fine {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Fine {
    pub(crate) const fn minus(self, other: Fine) -> Fine {
        Fine { x: self.x - other.x, y: self.y - other.y }
    }

    pub(crate) const fn square(self) -> i64 {
        self.x * self.x + self.y * self.y
    }
}

/// How two bases stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// More than the contact tolerance apart.
    Apart,
    /// In contact: neither apart nor overlapping by more than the tolerance.
    Touching,
    /// Overlapping by more than the contact tolerance.
    Overlapping,
}

/// A base with its unit vector and corners worked out once, for measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseRect {
    /// Middle, in half micrometres.
    x: i32,
    y: i32,
    pub(crate) ahead: Heading,
    wide: i32,
    deep: i32,
    /// No point lies further from the middle, in half micrometres.
    outer: i32,
}

/// The turn of one rectangle's frame seen from another's, in fixed point.
#[derive(Clone, Copy)]
pub(crate) struct Relative {
    /// Cosine and sine of the clockwise turn.
    pub(crate) cosine: i64,
    pub(crate) sine: i64,
}

/// An axis that can separate two rectangles.
pub(crate) struct Axis {
    pub(crate) heading: Heading,
    pub(crate) distance: i64,
    pub(crate) extent: i64,
}

impl BaseRect {
    /// Works the measuring form of a base out.
    pub fn of(base: &Base) -> BaseRect {
        BaseRect::placed(base.front.at, base.front.facing.heading(), base.width.abs(), base.depth.abs())
    }

    pub(crate) const fn placed(front: Point, ahead: Heading, width: Um, depth: Um) -> BaseRect {
        let back = depth.wide();
        let middle = (
            2 * front.x.wide() - round_shift(back * ahead.x as i64, HEADING_BITS),
            2 * front.y.wide() - round_shift(back * ahead.y as i64, HEADING_BITS),
        );
        BaseRect::about(middle, ahead, width.wide(), depth.wide())
    }

    /// By its middle in half micrometres. All values of a table fit: see [`Um::LIMIT`].
    const fn about(middle: (i64, i64), ahead: Heading, width: i64, depth: i64) -> BaseRect {
        BaseRect {
            x: middle.0 as i32,
            y: middle.1 as i32,
            ahead,
            wide: width as i32,
            deep: depth as i32,
            outer: outer(width, depth) as i32,
        }
    }

    /// The middle in half micrometres.
    const fn middle(&self) -> (i64, i64) {
        (self.x as i64, self.y as i64)
    }

    /// Length of the front edge.
    const fn across(&self) -> i64 {
        self.wide as i64
    }

    /// Length of the side edges.
    const fn along(&self) -> i64 {
        self.deep as i64
    }

    /// The rectangle of no depth along a line from one point to another, `None` if they coincide.
    ///
    /// Its front looks to the left of the way from `from` to `to`.
    pub(crate) fn segment(from: Point, to: Point) -> Option<BaseRect> {
        let (x, y) = from.to(to);
        let along = Heading::along(x, y)?;
        let length = from.distance(to);
        let middle = (from.x.wide() + to.x.wide(), from.y.wide() + to.y.wide());
        let (ahead, width) = (along.right().reversed(), length.wide());
        Some(BaseRect::about(middle, ahead, width, 0))
    }

    /// The rectangle of no depth along the way of a corner from one place of a base to another.
    pub(crate) fn corner_path(&self, end: &BaseRect, corner: Corner) -> Option<BaseRect> {
        let (from, to) = (self.corner_doubled(corner), end.corner_doubled(corner));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let along = Heading::along(x, y)?;
        let width = (x * x + y * y).isqrt() / 2;
        let middle = (from.0 + (x + x.signum()) / 2, from.1 + (y + y.signum()) / 2);
        let ahead = along.right().reversed();
        Some(BaseRect::about(middle, ahead, width, 0))
    }

    /// Where a corner is, in half micrometres.
    fn corner_doubled(&self, corner: Corner) -> (i64, i64) {
        let (x, y) = self.corner_arm(corner);
        (self.middle().0 + round_shift(x, HEADING_BITS), self.middle().1 + round_shift(y, HEADING_BITS))
    }

    /// From the middle to a corner, in half micrometres in fixed point.
    fn corner_arm(&self, corner: Corner) -> (i64, i64) {
        let right = if corner.hand() == Hand::Right { self.across() } else { -self.across() };
        let forward = if corner.is_front() { self.along() } else { -self.along() };
        let (ax, ay) = (i64::from(self.ahead.x), i64::from(self.ahead.y));
        (right * ay + forward * ax, forward * ay - right * ax)
    }

    /// The same rectangle drawn in on every side.
    pub(crate) fn inset(&self, by: Um) -> BaseRect {
        let less = 2 * by.wide();
        BaseRect::about(
            self.middle(),
            self.ahead,
            (self.across() - less).max(0),
            (self.along() - less).max(0),
        )
    }

    /// Where a corner is, to the nearest micrometre.
    pub fn corner(&self, corner: Corner) -> Point {
        let (x, y) = self.corner_arm(corner);
        let (x, y) = ((self.middle().0 << HEADING_BITS) + x, (self.middle().1 << HEADING_BITS) + y);
        Point::new(Um::new(round_shift(x, HEADING_BITS + 1)), Um::new(round_shift(y, HEADING_BITS + 1)))
    }

    /// All corners, clockwise from front left.
    pub fn corners(&self) -> [Point; 4] {
        Corner::ALL.map(|corner| self.corner(corner))
    }

    /// The ends of an edge, clockwise.
    pub fn edge(&self, edge: Edge) -> [Point; 2] {
        edge.corners().map(|corner| self.corner(corner))
    }

    /// The middle, to the nearest micrometre.
    pub fn centre(&self) -> Point {
        Point::new(Um::new(self.middle().0.div_euclid(2)), Um::new(self.middle().1.div_euclid(2)))
    }

    /// The unit vector of its facing.
    pub const fn heading(&self) -> Heading {
        self.ahead
    }

    /// Length of the front edge.
    pub const fn width(&self) -> Um {
        Um::new(self.across())
    }

    /// Length of the side edges.
    pub const fn depth(&self) -> Um {
        Um::new(self.along())
    }

    /// Half width and half depth in fine units.
    pub(crate) const fn half_extent(&self) -> Fine {
        Fine { x: self.across() * (FINE / 2), y: self.along() * (FINE / 2) }
    }

    /// A point (doubled micrometres) in this rectangle's frame.
    const fn local_doubled(&self, doubled: (i64, i64)) -> Fine {
        let (x, y) = (doubled.0 - self.middle().0, doubled.1 - self.middle().1);
        Fine {
            x: round_shift(self.ahead.right().project(x, y), TO_FINE),
            y: round_shift(self.ahead.project(x, y), TO_FINE),
        }
    }

    /// A point in this rectangle's frame.
    pub(crate) const fn local(&self, point: Point) -> Fine {
        self.local_doubled((2 * point.x.wide(), 2 * point.y.wide()))
    }

    /// The middle of another rectangle in this rectangle's frame.
    pub(crate) const fn local_middle(&self, other: &BaseRect) -> Fine {
        self.local_doubled(other.middle())
    }

    /// How another rectangle's frame is turned against this one's.
    pub(crate) const fn relative(&self, other: &BaseRect) -> Relative {
        Relative { cosine: self.ahead.dot(other.ahead), sine: self.ahead.right().dot(other.ahead) }
    }

    /// The corners of another rectangle in this one's frame, clockwise from its front left.
    pub(crate) fn local_corners(&self, other: &BaseRect) -> [Fine; 4] {
        let middle = self.local_middle(other);
        let turn = self.relative(other);
        let half = other.half_extent();
        let right = Fine {
            x: round_shift(turn.cosine * half.x, HEADING_BITS),
            y: -round_shift(turn.sine * half.x, HEADING_BITS),
        };
        let ahead = Fine {
            x: round_shift(turn.sine * half.y, HEADING_BITS),
            y: round_shift(turn.cosine * half.y, HEADING_BITS),
        };
        let at = |r: i64, f: i64| Fine {
            x: middle.x + r * right.x + f * ahead.x,
            y: middle.y + r * right.y + f * ahead.y,
        };
        [at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)]
    }

    /// The four axes that can separate two rectangles, with the distance of the middles along each
    /// and the sum of the half extents; doubled micrometres in fixed point.
    pub(crate) fn axes(&self, other: &BaseRect) -> [Axis; 4] {
        let (x, y) = (other.middle().0 - self.middle().0, other.middle().1 - self.middle().1);
        let turn = self.relative(other);
        let (cosine, sine) = (turn.cosine.abs(), turn.sine.abs());
        let axis = |heading: Heading, own: i64, parallel: i64, across: i64| Axis {
            heading,
            distance: heading.project(x, y),
            extent: (own << HEADING_BITS) + cosine * parallel + sine * across,
        };
        [
            axis(self.ahead.right(), self.across(), other.across(), other.along()),
            axis(self.ahead, self.along(), other.along(), other.across()),
            axis(other.ahead.right(), other.across(), self.across(), self.along()),
            axis(other.ahead, other.along(), self.along(), self.across()),
        ]
    }

    /// The rectangle moved straight.
    pub(crate) fn slid(&self, toward: Heading, distance: Um) -> BaseRect {
        let by = |part: i32| round_shift(2 * distance.wide() * i64::from(part), HEADING_BITS);
        let middle = (self.middle().0 + by(toward.x), self.middle().1 + by(toward.y));
        BaseRect::about(middle, self.ahead, self.across(), self.along())
    }

    /// The rectangle turned about a point.
    pub(crate) fn swung(&self, about: Point, sense: Sense, by: Angle) -> BaseRect {
        let turn = match sense {
            Sense::Clockwise => by,
            Sense::Anticlockwise => -by,
        }
        .heading();
        let pivot = (2 * about.x.wide(), 2 * about.y.wide());
        let (x, y) = (self.middle().0 - pivot.0, self.middle().1 - pivot.1);
        // Clockwise: right becomes the right of the turned heading, up the heading itself.
        let swing = |x: i64, y: i64| {
            (turn.right().x as i64 * x + turn.x as i64 * y, turn.right().y as i64 * x + turn.y as i64 * y)
        };
        let (mx, my) = swing(x, y);
        let (ax, ay) = swing(i64::from(self.ahead.x), i64::from(self.ahead.y));
        let middle = (pivot.0 + round_shift(mx, HEADING_BITS), pivot.1 + round_shift(my, HEADING_BITS));
        let ahead =
            Heading { x: round_shift(ax, HEADING_BITS) as i32, y: round_shift(ay, HEADING_BITS) as i32 };
        BaseRect::about(middle, ahead, self.across(), self.along())
    }

    /// The axes test: by how much the widest separating axis keeps the two apart.
    ///
    /// Positive if they are apart, negative if they overlap; doubled micrometres in fixed point.
    #[inline]
    pub(crate) fn separation(&self, other: &BaseRect) -> i64 {
        let (x, y) = (other.middle().0 - self.middle().0, other.middle().1 - self.middle().1);
        let turn = self.relative(other);
        let (cosine, sine) = (turn.cosine.abs(), turn.sine.abs());
        let own_right = self.ahead.right().project(x, y).abs()
            - (self.across() << HEADING_BITS)
            - cosine * other.across()
            - sine * other.along();
        let own_ahead = self.ahead.project(x, y).abs()
            - (self.along() << HEADING_BITS)
            - sine * other.across()
            - cosine * other.along();
        let their_right = other.ahead.right().project(x, y).abs()
            - (other.across() << HEADING_BITS)
            - cosine * self.across()
            - sine * self.along();
        let their_ahead = other.ahead.project(x, y).abs()
            - (other.along() << HEADING_BITS)
            - sine * self.across()
            - cosine * self.along();
        own_right.max(own_ahead).max(their_right.max(their_ahead))
    }

    /// Whether the two share ground by more than the contact tolerance.
    #[inline]
    pub fn overlaps(&self, other: &BaseRect) -> bool {
        // Circles about and inside the rectangles decide most pairs.
        let (x, y) = (other.middle().0 - self.middle().0, other.middle().1 - self.middle().1);
        let square = x * x + y * y;
        let outer = i64::from(self.outer) + i64::from(other.outer);
        if square > outer * outer {
            return false;
        }
        let inner = self.across().min(self.along()) + other.across().min(other.along()) - INNER_MARGIN;
        if inner > 0 && square < inner * inner {
            return true;
        }
        self.separation(other) < -PROJECTED_TOLERANCE
    }

    /// Whether no point of the rectangle lies within a box given by two opposite corners, for sure.
    pub(crate) fn is_clear_of_box(&self, low: Point, high: Point) -> bool {
        let outside = |at: i64, low: Um, high: Um| {
            at + i64::from(self.outer) < 2 * low.wide() || at - i64::from(self.outer) > 2 * high.wide()
        };
        outside(self.middle().0, low.x, high.x) || outside(self.middle().1, low.y, high.y)
    }

    /// Whether every point of the rectangle lies within a box given by two opposite corners, for sure.
    pub(crate) fn is_inside_box(&self, low: Point, high: Point) -> bool {
        let inside = |at: i64, low: Um, high: Um| {
            at - i64::from(self.outer) >= 2 * low.wide() && at + i64::from(self.outer) <= 2 * high.wide()
        };
        inside(self.middle().0, low.x, high.x) && inside(self.middle().1, low.y, high.y)
    }

    /// Whether the rectangle turned about a point by any angle stays within a box, for sure.
    pub(crate) fn turns_inside_box(&self, about: Point, low: Point, high: Point) -> bool {
        let (x, y) = (self.middle().0 - 2 * about.x.wide(), self.middle().1 - 2 * about.y.wide());
        let reach = diagonal(x.abs(), y.abs()) + i64::from(self.outer);
        let inside =
            |at: Um, low: Um, high: Um| 2 * (at - low).wide() >= reach && 2 * (high - at).wide() >= reach;
        inside(about.x, low.x, high.x) && inside(about.y, low.y, high.y)
    }

    /// Whether the circles about the two are apart by more than the contact tolerance.
    #[inline]
    fn is_far_from(&self, other: &BaseRect) -> bool {
        let (x, y) = (other.middle().0 - self.middle().0, other.middle().1 - self.middle().1);
        let outer = i64::from(self.outer) + i64::from(other.outer) + INNER_MARGIN;
        x * x + y * y > outer * outer
    }

    /// Whether the circles about the two are further apart than a distance, in half micrometres.
    #[inline]
    pub(crate) fn is_further_than(&self, distance: i64, other: &BaseRect) -> bool {
        let (x, y) = (other.middle().0 - self.middle().0, other.middle().1 - self.middle().1);
        let reach = i64::from(self.outer) + i64::from(other.outer) + distance;
        reach < 0 || x * x + y * y > reach * reach
    }

    /// Whether a turn about a point keeps the circles about the two further apart than a distance, in half micrometres.
    pub(crate) fn turns_clear_of(&self, about: Point, distance: i64, other: &BaseRect) -> bool {
        let pivot = (2 * about.x.wide(), 2 * about.y.wide());
        let from = |rect: &BaseRect| (rect.middle().0 - pivot.0, rect.middle().1 - pivot.1);
        let ((x, y), (ox, oy)) = (from(self), from(other));
        let reach = diagonal(x.abs(), y.abs()) + i64::from(self.outer) + i64::from(other.outer) + distance;
        reach < 0 || ox * ox + oy * oy > reach * reach
    }

    /// Whether a slide so far in a direction keeps the circles about the two further apart than a distance, all in half
    /// micrometres.
    #[inline]
    pub(crate) fn slides_clear_of(
        &self,
        toward: Heading,
        slide: i64,
        distance: i64,
        other: &BaseRect,
    ) -> bool {
        let (x, y) = (other.middle().0 - self.middle().0, other.middle().1 - self.middle().1);
        let outer = (i64::from(self.outer) + i64::from(other.outer) + distance) << HEADING_BITS;
        let ahead = toward.project(x, y);
        toward.right().project(x, y).abs() > outer
            || ahead < -outer
            || ahead > outer + (slide << HEADING_BITS)
    }

    /// Whether the two are apart, in contact or overlapping.
    pub fn relation(&self, other: &BaseRect) -> Relation {
        if self.is_far_from(other) {
            return Relation::Apart;
        }
        let separation = self.separation(other);
        if separation < -PROJECTED_TOLERANCE {
            Relation::Overlapping
        } else if separation > PROJECTED_TOLERANCE {
            Relation::Apart
        } else if separation <= 0 || self.gap_squared(other) <= FINE_TOLERANCE * FINE_TOLERANCE {
            Relation::Touching
        } else {
            Relation::Apart
        }
    }

    /// Whether the two are in contact (overlapping ones are not).
    pub fn touches(&self, other: &BaseRect) -> bool {
        self.relation(other) == Relation::Touching
    }

    /// Square of the distance from a point in this frame to the rectangle.
    pub(crate) const fn gap_squared_to(&self, point: Fine) -> i64 {
        let half = self.half_extent();
        let (x, y) = (point.x.abs() - half.x, point.y.abs() - half.y);
        let (x, y) = (if x > 0 { x } else { 0 }, if y > 0 { y } else { 0 });
        x * x + y * y
    }

    /// Square of the shortest distance in fine units, zero if they overlap or touch.
    pub(crate) fn gap_squared(&self, other: &BaseRect) -> i64 {
        if self.separation(other) <= 0 {
            return 0;
        }
        // The nearest points of two separate convex shapes include a corner of one of them.
        let theirs = self.local_corners(other).map(|corner| self.gap_squared_to(corner));
        let own = other.local_corners(self).map(|corner| other.gap_squared_to(corner));
        theirs.into_iter().chain(own).fold(i64::MAX, i64::min)
    }

    /// The shortest distance between the two, zero if they touch or overlap.
    pub fn distance(&self, other: &BaseRect) -> Um {
        fine_root(self.gap_squared(other))
    }

    /// Whether the other is at or closer than a distance.
    ///
    /// The contact tolerance is allowed, so that a base placed at exactly the limit is within it.
    pub fn within(&self, other: &BaseRect, limit: Um) -> bool {
        if self.is_further_than(2 * limit.wide() + INNER_MARGIN, other) {
            return false;
        }
        let limit = limit.wide() * FINE + FINE_TOLERANCE;
        limit >= 0 && self.gap_squared(other) <= limit * limit
    }

    /// The shortest distance to a point, zero if it lies inside.
    pub fn distance_to_point(&self, point: Point) -> Um {
        fine_root(self.gap_squared_to(self.local(point)))
    }

    /// Whether a point lies on the base, its edges included with the contact tolerance.
    pub fn holds(&self, point: Point) -> bool {
        self.gap_squared_to(self.local(point)) <= FINE_TOLERANCE * FINE_TOLERANCE
    }

    /// Whether all of another base lies on this rectangle, edges included with the contact tolerance.
    pub fn holds_all_of(&self, other: &BaseRect) -> bool {
        let half = self.half_extent();
        self.local_corners(other)
            .iter()
            .all(|c| c.x.abs() <= half.x + FINE_TOLERANCE && c.y.abs() <= half.y + FINE_TOLERANCE)
    }

    /// The ground that two rectangles share, in square micrometres.
    pub fn overlap_area(&self, other: &BaseRect) -> i64 {
        let half = self.half_extent();
        let part = clip(&self.local_corners(other), |p| half.x - p.x);
        let part = clip(&part, |p| half.x + p.x);
        let part = clip(&part, |p| half.y - p.y);
        let part = clip(&part, |p| half.y + p.y);
        let next = part.iter().cycle().skip(1);
        let twice: i64 = part.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
        round_shift(twice.abs(), 9)
    }

    /// The greatest distance of any of its points from a point, in fine units squared.
    pub(crate) fn reach_squared(&self, from: Fine) -> i64 {
        let half = self.half_extent();
        let (x, y) = (from.x.abs() + half.x, from.y.abs() + half.y);
        x * x + y * y
    }
}

/// A fine length to the nearest micrometre, halves away from zero.
pub(crate) const fn nearest(fine: i64) -> Um {
    Um::new(round_shift(fine, FINE.ilog2()))
}

/// The root of a square of fine units, to the nearest micrometre.
pub(crate) fn fine_root(square: i64) -> Um {
    Um::new((square.isqrt() + FINE / 2) / FINE)
}

/// The shortest distance between two groups of bases, `None` if one has none.
pub fn shortest_distance(ours: &[BaseRect], theirs: &[BaseRect]) -> Option<Um> {
    let mut least: Option<i64> = None;
    // Further apart than this, in half micrometres, no two are of interest.
    let mut reach = i64::MAX;
    for own in ours {
        for other in theirs {
            if least.is_some() && own.is_further_than(reach, other) {
                continue;
            }
            let gap = own.gap_squared(other);
            if least.is_none_or(|l| gap < l) {
                least = Some(gap);
                reach = gap.isqrt() / (FINE / 2) + INNER_MARGIN;
            }
        }
    }
    least.map(fine_root)
}

/// Whether any base of one group is at or closer than a distance from any base of the other.
pub fn any_within(ours: &[BaseRect], theirs: &[BaseRect], limit: Um) -> bool {
    ours.iter().any(|own| theirs.iter().any(|other| own.within(other, limit)))
}

/// Whether any base of one group overlaps any base of the other.
pub fn any_overlap(ours: &[BaseRect], theirs: &[BaseRect]) -> bool {
    ours.iter().any(|own| theirs.iter().any(|other| own.overlaps(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;

    fn rect(x: i64, y: i64, degrees: i32) -> BaseRect {
        Base::new(
            Pose::new(Point::new(Um::new(x), Um::new(y)), Angle::from_degrees(degrees)),
            Um::from_mm(40),
            Um::from_mm(20),
        )
        .rect()
    }

    #[test]
    fn the_tolerance_divides_touching_from_apart_and_overlapping() {
        let own = rect(0, 0, 0);
        for (gap, relation) in [
            (51, Relation::Apart),
            (50, Relation::Touching),
            (0, Relation::Touching),
            (-50, Relation::Touching),
            (-51, Relation::Overlapping),
        ] {
            assert_eq!(own.relation(&rect(0, 20_000 + gap, 0)), relation, "front, gap {gap}");
            assert_eq!(own.relation(&rect(40_000 + gap, 0, 0)), relation, "side, gap {gap}");
        }
    }

    #[test]
    fn corners_are_measured_straight_not_along_an_axis() {
        // Corner to corner, 40 µm off each way: 56.6 µm apart is beyond the tolerance.
        assert_eq!(rect(0, 0, 0).relation(&rect(40_040, 20_040, 0)), Relation::Apart);
        assert_eq!(rect(0, 0, 0).relation(&rect(40_035, 20_035, 0)), Relation::Touching);
    }

    #[test]
    fn distances() {
        let own = rect(0, 0, 0);
        assert_eq!(own.distance(&rect(0, 50_000, 0)), Um::from_mm(30));
        // Corner to corner: 30 across, 40 up.
        assert_eq!(own.distance(&rect(70_000, 60_000, 0)), Um::from_mm(50));
        assert_eq!(own.distance(&rect(10_000, 10_000, 45)), Um::ZERO);
        assert!(own.within(&rect(0, 50_000, 0), Um::from_mm(30)));
        assert!(own.within(&rect(0, 50_050, 0), Um::from_mm(30)));
        assert!(!own.within(&rect(0, 50_051, 0), Um::from_mm(30)));
        assert!(!own.within(&rect(0, 10_000, 0), -Um::from_mm(30)));
    }

    #[test]
    fn a_point_in_the_corner_of_the_table_limit_does_not_overflow() {
        let far = Base::new(Pose::new(Point::new(Um::MAX, Um::MAX), Angle::EIGHTH), Um::MAX, Um::MAX).rect();
        let near = Base::new(Pose::new(Point::new(-Um::MAX, -Um::MAX), Angle::HALF), Um::MAX, Um::MAX).rect();
        assert_eq!(far.relation(&near), near.relation(&far));
        assert_eq!(far.distance(&near), near.distance(&far));
    }

    #[test]
    fn shared_ground() {
        let own = rect(0, 0, 0);
        assert_eq!(own.overlap_area(&rect(10_000, 5_000, 0)), 30_000 * 15_000);
        assert_eq!(own.overlap_area(&rect(0, 0, 0)), 40_000 * 20_000);
        assert_eq!(own.overlap_area(&rect(50_000, 0, 0)), 0);
        // Turned by a right angle about its front: 20 wide, 40 long, half of it inside.
        assert_eq!(own.overlap_area(&rect(20_000, -10_000, 90)), 20_000 * 20_000);
    }

    #[test]
    fn containing() {
        let zone =
            Base::new(Pose::new(Point::from_mm(0, 100), Angle::ZERO), Um::from_mm(100), Um::from_mm(100))
                .rect();
        assert!(zone.holds_all_of(&rect(30_000, 100_000, 0)));
        assert!(!zone.holds_all_of(&rect(30_100, 100_000, 0)));
        assert!(zone.holds(Point::from_mm(50, 0)));
        assert!(!zone.holds(Point::from_mm(51, 0)));
    }
}
