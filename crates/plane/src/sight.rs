//! Lines of sight past bases and terrain.

use smallvec::SmallVec;

use crate::polygon::cross;
use crate::rect::{FINE_TOLERANCE, Fine};
use crate::{Angle, BaseRect, CONTACT_TOLERANCE, Edge, Hand, Point, Polygon, Um};

/// What can stand in the way of a line of sight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen<'a> {
    /// Bases that hide what lies beyond them.
    pub bases: &'a [BaseRect],
    /// Areas of terrain that hide what lies beyond or inside them.
    pub areas: &'a [&'a Polygon],
}

impl Screen<'_> {
    /// Whether a straight line passes clear of everything. Brushing along an edge or a corner is
    /// clear; passing between two things that touch is not.
    pub fn is_clear(&self, from: Point, to: Point) -> bool {
        let Some(line) = BaseRect::segment(from, to) else { return true };
        self.blocking_base(from, to).is_none()
            && !self.areas.iter().any(|area| area.blocks(from, to))
            && !self.squeezes(&line)
    }

    /// Whether a line that nothing blocks outright passes along a seam, with something in its way on
    /// either hand at the same place.
    fn squeezes(&self, line: &BaseRect) -> bool {
        let bases = self.bases.iter().filter_map(|base| {
            let corners = line.local_corners(base);
            brush(&corners, line.local_middle(base).y)
        });
        let areas = self.areas.iter().flat_map(|area| {
            area.edges().filter_map(|(from, to)| {
                let (a, b) = (line.local(from), line.local(to));
                if a.y.abs().max(b.y.abs()) > FINE_TOLERANCE {
                    return None;
                }
                let beside = beside_edge(area, from, to)?;
                brush(&[a, b], line.local(beside).y)
            })
        });
        let (left, right): (Brushes, Brushes) =
            bases.chain(areas).partition(|brush| brush.hand == Hand::Left);
        let inner = line.half_extent().x - FINE_TOLERANCE;
        left.iter().any(|l| {
            right.iter().any(|r| {
                let (from, to) = (l.from.max(r.from), l.to.min(r.to));
                to - from >= -FINE_TOLERANCE && ((from + to) / 2).abs() < inner
            })
        })
    }

    /// The first base in order through which a straight line passes.
    pub fn blocking_base(&self, from: Point, to: Point) -> Option<usize> {
        let line = BaseRect::segment(from, to)?;
        self.bases.iter().position(|base| line.separation(&base.inset(CONTACT_TOLERANCE)) < 0)
    }
}

/// That of a screen which can hide a target from eyes: nothing outside their common box does.
struct Between<'a> {
    bases: SmallVec<[BaseRect; 16]>,
    areas: SmallVec<[&'a Polygon; 8]>,
}

impl<'a> Between<'a> {
    fn new(screen: &Screen<'a>, eyes: [Point; 2], target: &BaseRect) -> Self {
        let corners = target.corners();
        let all = || corners.into_iter().chain(eyes);
        let bound = |pick: fn(Um, Um) -> Um, start: Um| {
            let over = |axis: fn(Point) -> Um| all().map(axis).fold(start, pick);
            Point::new(over(|p| p.x), over(|p| p.y))
        };
        let (low, high) = (bound(Um::min, Um::MAX), bound(Um::max, -Um::MAX));
        let bases = screen.bases.iter().filter(|base| !base.is_clear_of_box(low, high)).copied().collect();
        let areas = screen.areas.iter().filter(|area| area.may_touch_box(low, high)).copied().collect();
        Between { bases, areas }
    }

    fn screen(&self) -> Screen<'_> {
        Screen { bases: &self.bases, areas: &self.areas }
    }
}

/// Where a line brushes past something, as distances along it from its middle.
struct Brush {
    /// On which hand it lies, seen along the line.
    hand: Hand,
    from: i64,
    to: i64,
}

type Brushes = SmallVec<[Brush; 8]>;

/// How a convex shape whose middle lies at `middle` off the line touches it, if it does.
fn brush(corners: &[Fine], middle: i64) -> Option<Brush> {
    let near = || corners.iter().filter(|corner| corner.y.abs() <= FINE_TOLERANCE).map(|corner| corner.x);
    let hand = if middle > 0 { Hand::Left } else { Hand::Right };
    Some(Brush { hand, from: near().min()?, to: near().max()? })
}

/// A point inside an area beside the middle of one of its edges.
fn beside_edge(area: &Polygon, from: Point, to: Point) -> Option<Point> {
    let along = from.direction_to(to)?;
    let off = |turn: Angle| from.midpoint(to).moved(along + turn, CONTACT_TOLERANCE * 4);
    [Angle::QUARTER, Angle::THREE_QUARTERS].map(off).into_iter().find(|&point| area.holds(point))
}

/// A straight line of the plane through two points.
#[derive(Clone, Copy)]
struct Ray {
    from: Point,
    through: Point,
}

impl Ray {
    /// Whether the line has corners of the target on both sides or touches it.
    fn crosses(&self, corners: &[Point; 4]) -> bool {
        let sides = corners.map(|corner| cross(self.from, self.through, corner).signum());
        sides.iter().any(|&side| side >= 0) && sides.iter().any(|&side| side <= 0)
    }

    /// Where two lines meet, rounded; `None` if they are parallel.
    fn meets(&self, other: &Ray) -> Option<Point> {
        let (ax, ay) = self.from.to(self.through);
        let (bx, by) = other.from.to(other.through);
        let turn = i128::from(ax * by - ay * bx);
        if turn == 0 {
            return None;
        }
        let (x, y) = self.from.to(other.from);
        let part = i128::from(x * by - y * bx);
        let along = |length: i64| rounded_quotient(i128::from(length) * part, turn);
        let (x, y) = (self.from.x.wide() + along(ax), self.from.y.wide() + along(ay));
        Some(Point::new(Um::checked(x).ok()?, Um::checked(y).ok()?))
    }
}

/// A quotient rounded to the nearest whole, halves away from zero.
fn rounded_quotient(value: i128, by: i128) -> i64 {
    let half = by.abs() / 2;
    ((if (value < 0) == (by < 0) { value.abs() + half } else { -(value.abs() + half) }) / by.abs()) as i64
}

/// A point of the target that both eyes see by straight lines clear of the screen, `None` if there
/// is none: the sight rule of files that draw lines from both front corners to one common point.
///
/// What an eye sees of the target is bounded by the target's own edges, by lines from the eye past a
/// corner of something that hides, and by edges of terrain that lies under the target. If anything
/// at all is seen in common, then some crossing of two such lines is: those are tried.
pub fn common_point_in_sight(eyes: [Point; 2], target: &BaseRect, screen: &Screen<'_>) -> Option<Point> {
    let corners = target.corners();
    let between = Between::new(screen, eyes, target);
    let screen = &between.screen();
    let seen = |point: Point| eyes.iter().all(|&eye| screen.is_clear(eye, point));
    let easy = corners.iter().copied().chain([target.centre()]);
    let middles = Edge::ALL.map(|edge| {
        let [from, to] = target.edge(edge);
        from.midpoint(to)
    });
    if let Some(point) = easy.chain(middles).find(|&point| seen(point)) {
        return Some(point);
    }
    let rays = sight_bounds(eyes, target, screen);
    for (index, ray) in rays.iter().enumerate() {
        for other in rays.iter().skip(index + 1) {
            if let Some(point) = ray.meets(other)
                && target.holds(point)
                && seen(point)
            {
                return Some(point);
            }
        }
    }
    None
}

/// The lines that can bound what is seen of the target.
fn sight_bounds(eyes: [Point; 2], target: &BaseRect, screen: &Screen<'_>) -> SmallVec<[Ray; 32]> {
    let corners = target.corners();
    let mut rays: SmallVec<[Ray; 32]> = SmallVec::new();
    for edge in Edge::ALL {
        let [from, through] = target.edge(edge);
        rays.push(Ray { from, through });
    }
    let mut past = |outline: &[Point]| {
        for &eye in &eyes {
            for &through in outline {
                let ray = Ray { from: eye, through };
                // Only a line past the outermost corner of what hides bounds the view.
                let side = |corner: &Point| cross(eye, through, *corner).signum();
                let outermost = outline.iter().all(|c| side(c) >= 0) || outline.iter().all(|c| side(c) <= 0);
                if eye != through && outermost && ray.crosses(&corners) {
                    rays.push(ray);
                }
            }
        }
    };
    for base in screen.bases {
        past(&base.corners());
    }
    for area in screen.areas {
        // A bay of a polygon hides piece by piece: each of its edges is a screen of its own.
        for (from, to) in area.edges() {
            past(&[from, to]);
        }
    }
    for area in screen.areas {
        for (from, through) in area.edges() {
            let ray = Ray { from, through };
            if ray.crosses(&corners) {
                rays.push(ray);
            }
        }
    }
    rays
}

impl BaseRect {
    /// A point of a target seen from both ends of one of our edges, `None` if there is none.
    pub fn sees_from_edge(&self, edge: Edge, target: &BaseRect, screen: &Screen<'_>) -> Option<Point> {
        common_point_in_sight(self.edge(edge), target, screen)
    }

    /// Whether any straight line from our front edge to a target is clear of the screen: a wider
    /// test than [`BaseRect::sees_from_edge`], for mere visibility.
    ///
    /// If any line is clear, one is that passes two corners (of what hides, of the target or of our
    /// front edge): a clear line can be slid and turned until it rests on two. Those are tried.
    pub fn sees_any_part(&self, target: &BaseRect, screen: &Screen<'_>) -> bool {
        let front = self.edge(Edge::Front);
        let between = Between::new(screen, front, target);
        let screen = &between.screen();
        let mut posts: Vec<Point> = front.into_iter().chain(target.corners()).collect();
        posts.extend(screen.bases.iter().flat_map(BaseRect::corners));
        posts.extend(screen.areas.iter().flat_map(|area| area.corners().iter().copied()));
        let [from, through] = front;
        let eyes = Ray { from, through };
        let sides = Edge::ALL.map(|edge| {
            let [from, through] = target.edge(edge);
            Ray { from, through }
        });
        let line_is_clear = |line: Ray| {
            let Some(eye) = eyes.meets(&line).filter(|&eye| self.front_edge().holds(eye)) else {
                return false;
            };
            let ends = sides.iter().filter_map(|side| side.meets(&line)).filter(|&end| target.holds(end));
            ends.into_iter().any(|end| screen.is_clear(eye, end))
        };
        posts.iter().enumerate().any(|(index, &from)| {
            let others = posts.iter().skip(index + 1).filter(|&&other| other != from);
            others.into_iter().any(|&through| line_is_clear(Ray { from, through }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Pose};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    fn sees(own: &BaseRect, target: &BaseRect, bases: &[BaseRect]) -> bool {
        own.sees_from_edge(Edge::Front, target, &Screen { bases, areas: &[] }).is_some()
    }

    #[test]
    fn open_ground() {
        assert!(sees(&rect(0, 0, 0), &rect(0, 200, 180), &[]));
    }

    #[test]
    fn friends_half_way_hide_what_both_corners_cannot_see() {
        let (own, target) = (rect(0, 0, 0), rect(0, 200, 180));
        // A friend exactly in the way, as wide as we are.
        assert!(!sees(&own, &target, &[rect(0, 110, 0)]));
        // One friend aside: both lines pass it.
        assert!(sees(&own, &target, &[rect(45, 110, 0)]));
        // The left corner sees only the left end, the right corner only the right end: no common point.
        assert!(!sees(&own, &target, &[rect(0, 60, 0)]));
    }

    #[test]
    fn a_gap_between_friends_lets_both_lines_through_if_it_is_wide_enough() {
        let (own, target) = (rect(0, 0, 0), rect(0, 200, 180));
        // The lines from (-20, 0) and (20, 0) to (0, 200) are 20 mm apart at 100 mm and 22 mm at 90.
        let gap = |mm: i32| {
            let half = mm * 500;
            [-1, 1].map(|side| {
                let at = Point::new(Um::new(i64::from(side * (20_000 + half))), Um::from_mm(100));
                Base::new(Pose::new(at, Angle::ZERO), Um::from_mm(40), Um::from_mm(10)).rect()
            })
        };
        // The nearest points of the target, y = 200, need 22 mm at y = 90; the far edge, y = 220,
        // needs 40 (1 - 90 / 220) = 23.64 mm.
        assert!(sees(&own, &target, &gap(23)));
        assert!(!sees(&own, &target, &gap(21)));
    }

    #[test]
    fn only_an_inner_point_may_be_seen_by_both() {
        // Two friends leave to each eye a narrow view of the target; the views cross inside it.
        let target =
            Base::new(Pose::new(Point::from_mm(0, 300), Angle::HALF), Um::from_mm(40), Um::from_mm(40))
                .rect();
        let own = rect(0, 0, 0);
        let thin = |left: i32, right: i32, y: i32| {
            let at = Point::new(Um::new(i64::from(left + right) * 50), Um::from_mm(y));
            Base::new(Pose::new(at, Angle::ZERO), Um::new(i64::from(right - left) * 100), Um::from_mm(1))
                .rect()
        };
        // At y = 160 to 161 (half of 320 and a little) the lines to (0, 320) pass x = ±10.0 to ±9.94.
        // Leave slits of 9.5 to 10.5 mm on either side (tenths of a millimetre here).
        let friends = [thin(-300, -105, 161), thin(-95, 95, 161), thin(105, 300, 161)];
        let seen = own.sees_from_edge(Edge::Front, &target, &Screen { bases: &friends, areas: &[] });
        let point = seen.unwrap();
        assert!(point.x.abs() < Um::from_mm(4), "{point:?}");
        // Slits further in lead both views past each other beyond the target.
        let friends = [thin(-300, -65, 161), thin(-55, 55, 161), thin(65, 300, 161)];
        assert!(!sees(&own, &target, &friends));
    }

    #[test]
    fn woods_hide_and_their_edges_do_not() {
        let corners = [(-15, 80), (15, 80), (15, 120), (-15, 120)].map(|(x, y)| Point::from_mm(x, y));
        let wood = Polygon::new(corners.to_vec()).unwrap();
        let screen = Screen { bases: &[], areas: &[&wood] };
        let own = rect(0, 0, 0);
        assert!(own.sees_from_edge(Edge::Front, &rect(0, 200, 180), &screen).is_none());
        assert!(own.sees_from_edge(Edge::Front, &rect(80, 200, 180), &screen).is_some());
        // In front of the wood.
        assert!(own.sees_from_edge(Edge::Front, &rect(0, 60, 180), &screen).is_some());
    }

    #[test]
    fn mere_visibility_needs_one_line_only() {
        let (own, target) = (rect(0, 0, 0), rect(0, 200, 180));
        // As wide as we are and half way: every line from front to front crosses it but the outermost,
        // which brush its corners.
        let friend = |width: i64| {
            Base::new(Pose::new(Point::from_mm(0, 100), Angle::ZERO), Um::new(width), Um::from_mm(1)).rect()
        };
        let sees = |width: i64| own.sees_any_part(&target, &Screen { bases: &[friend(width)], areas: &[] });
        assert!(sees(39_000));
        assert!(!sees(41_000));
        // A slit in the middle of a long line of friends is enough.
        let wall = [rect(-21, 100, 0), rect(21, 100, 0)];
        assert!(own.sees_any_part(&target, &Screen { bases: &wall, areas: &[] }));
        assert!(
            !own.sees_any_part(
                &target,
                &Screen { bases: &[rect(-20, 100, 0), rect(20, 100, 0)], areas: &[] }
            )
        );
    }

    #[test]
    fn no_line_passes_between_things_that_touch() {
        let (own, target) = (rect(0, 0, 0), rect(0, 200, 180));
        let line = |at: i32| [rect(at - 20, 100, 0), rect(at + 20, 100, 0)];
        assert!(!sees(&own, &target, &line(0)));
        // Corner to corner they close the view too, a seam away from the axis as well.
        let staggered = [rect(-20, 100, 0), rect(20, 80, 0)];
        assert!(
            !Screen { bases: &staggered, areas: &[] }.is_clear(Point::from_mm(0, 0), Point::from_mm(0, 200))
        );
        // A base against a wood.
        let corners = [(0, 70), (60, 70), (60, 120), (0, 120)].map(|(x, y)| Point::from_mm(x, y));
        let wood = Polygon::new(corners.to_vec()).unwrap();
        let screen = Screen { bases: &[rect(-20, 100, 0)], areas: &[&wood] };
        assert!(!screen.is_clear(Point::from_mm(0, 0), Point::from_mm(0, 200)));
        // Brushing one of them alone is clear, and so is starting or ending at the seam.
        assert!(
            Screen { bases: &line(0)[..1], areas: &[] }
                .is_clear(Point::from_mm(0, 0), Point::from_mm(0, 200))
        );
        assert!(Screen { bases: &line(0), areas: &[] }.is_clear(Point::from_mm(0, 0), Point::from_mm(0, 80)));
    }

    #[test]
    fn neighbours_in_line_do_not_hide() {
        let neighbours = [rect(-40, 0, 0), rect(40, 0, 0)];
        assert!(sees(&rect(0, 0, 0), &rect(70, 100, 180), &neighbours));
    }
}
