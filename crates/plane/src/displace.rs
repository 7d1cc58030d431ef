//! Making room: the least slide in any direction after which nothing overlaps.

use smallvec::SmallVec;

use crate::{BaseRect, Motion, Point, Um, any_overlap, distance_to_clear};

/// A way across the table in micrometres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    x: i64,
    y: i64,
}

impl Way {
    const fn square(self) -> i64 {
        self.x * self.x + self.y * self.y
    }

    const fn minus(self, other: Way) -> Way {
        Way { x: self.x - other.x, y: self.y - other.y }
    }

    /// Positive if the other lies to the left.
    const fn cross(self, other: Way) -> i64 {
        self.x * other.y - self.y * other.x
    }

    const fn dot(self, other: Way) -> i64 {
        self.x * other.x + self.y * other.y
    }
}

/// Corners are rounded to whole micrometres: so far inside counts as at the edge. Far below the contact tolerance.
const ROUNDING: i64 = 4;

/// The slides after which a mover overlaps an obstacle: a convex area, its corners anticlockwise.
struct Barred {
    corners: SmallVec<[Way; 8]>,
}

impl Barred {
    fn of(mover: &BaseRect, obstacle: &BaseRect) -> Barred {
        let own = mover.corners();
        let all = obstacle.corners().into_iter().flat_map(|their| own.map(|o| o.to(their)));
        let mut ways: Vec<Way> = all.map(|(x, y)| Way { x, y }).collect();
        ways.sort_unstable();
        ways.dedup();
        // The hull, first its lower half from left to right and then its upper half back.
        let mut corners: SmallVec<[Way; 8]> = SmallVec::new();
        let mut fixed = 0;
        let back = ways.iter().rev().skip(1);
        for (n, way) in ways.iter().chain(back).enumerate() {
            if n == ways.len() {
                fixed = corners.len() - 1;
            }
            while let [.., a, b] = corners.as_slice() {
                if corners.len() < fixed + 2 || b.minus(*a).cross(way.minus(*b)) > 0 {
                    break;
                }
                corners.pop();
            }
            corners.push(*way);
        }
        corners.pop();
        Barred { corners }
    }

    fn edges(&self) -> impl Iterator<Item = (Way, Way)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    fn holds(&self, way: Way) -> bool {
        self.edges().all(|(a, b)| {
            let edge = b.minus(a);
            let inside = i128::from(edge.cross(way.minus(a)));
            inside > i128::from(ROUNDING) * i128::from(edge.square().isqrt())
        })
    }

    /// Whether any slide of it may be no longer than a limit.
    fn is_within(&self, limit: i64) -> bool {
        let range = |of: fn(&Way) -> i64| {
            let all = || self.corners.iter().map(of);
            (all().min().unwrap_or_default(), all().max().unwrap_or_default())
        };
        let near = |(low, high): (i64, i64)| low <= limit && high >= -limit;
        near(range(|w| w.x)) && near(range(|w| w.y))
    }
}

/// Where a perpendicular from no slide at all meets the line of an edge.
fn foot((a, b): (Way, Way)) -> Option<Way> {
    let edge = b.minus(a);
    let whole = i128::from(edge.square());
    let part = -i128::from(a.dot(edge));
    let along = |from: i64, by: i64| (whole != 0).then(|| from + (i128::from(by) * part / whole) as i64);
    Some(Way { x: along(a.x, edge.x)?, y: along(a.y, edge.y)? })
}

/// Where two edges cross.
fn crossing((a, b): (Way, Way), (c, d): (Way, Way)) -> Option<Way> {
    let (own, their) = (b.minus(a), d.minus(c));
    let turn = own.cross(their);
    let (on_own, on_their) = (c.minus(a).cross(their), c.minus(a).cross(own));
    let (on_own, on_their, turn) = match turn {
        0 => return None,
        1.. => (on_own, on_their, turn),
        _ => (-on_own, -on_their, -turn),
    };
    if !(0..=turn).contains(&on_own) || !(0..=turn).contains(&on_their) {
        return None;
    }
    let along = |from: i64, by: i64| from + (i128::from(by) * i128::from(on_own) / i128::from(turn)) as i64;
    Some(Way { x: along(a.x, own.x), y: along(a.y, own.y) })
}

/// The least slide of all in any direction, up to a limit, after which no mover overlaps any obstacle; no slide if none
/// overlaps to begin with, `None` if the limit leaves no room.
///
/// Within a few micrometres of the least. Where it ends edges touch.
pub fn least_slide(movers: &[BaseRect], obstacles: &[BaseRect], limit: Um) -> Option<Motion> {
    let slide = |toward, distance| Motion::Slide { toward, distance };
    if !any_overlap(movers, obstacles) {
        return Some(slide(crate::Angle::ZERO, Um::ZERO));
    }
    let pairs = movers.iter().flat_map(|own| obstacles.iter().map(move |other| Barred::of(own, other)));
    let barred: Vec<Barred> = pairs.filter(|b| b.is_within(limit.wide())).collect();
    // The nearest way out ends square to an edge, or where two edges meet.
    let edges: Vec<(Way, Way)> = barred.iter().flat_map(Barred::edges).collect();
    let mut ends: Vec<Way> = edges.iter().filter_map(|e| foot(*e)).collect();
    for (n, first) in edges.iter().enumerate() {
        ends.extend(edges.iter().skip(n + 1).filter_map(|second| crossing(*first, *second)));
    }
    let most = limit.wide() * limit.wide();
    ends.retain(|way| way.square() <= most);
    ends.sort_unstable_by_key(|way| (way.square(), *way));
    let free = ends.into_iter().filter(|way| !barred.iter().any(|b| b.holds(*way)));
    free.filter_map(|way| {
        let to = Point::new(Um::new(way.x), Um::new(way.y));
        let toward = Point::ORIGIN.direction_to(to)?;
        let exact = distance_to_clear(movers, toward, obstacles);
        let rounded = Um::new(way.square().isqrt());
        // Where two edges meet, the direction may graze one of them by less than the tolerance.
        let distance = if exact <= rounded + Um::new(2 * ROUNDING) { exact } else { rounded };
        let motion = slide(toward, distance.min(limit));
        let moved: Vec<BaseRect> = movers.iter().map(|own| own.slid(toward.heading(), distance)).collect();
        (distance <= limit && !any_overlap(&moved, obstacles)).then_some(motion)
    })
    .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Pose};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    fn length(motion: Option<Motion>) -> Option<Um> {
        match motion? {
            Motion::Slide { distance, .. } => Some(distance),
            Motion::Turn { .. } => None,
        }
    }

    fn is_about(motion: Option<Motion>, mm: i32) -> bool {
        length(motion).is_some_and(|l| (l - Um::from_mm(mm)).abs() <= Um::new(60))
    }

    #[test]
    fn the_shortest_way_out_is_taken() {
        let limit = Um::from_mm(40);
        // 15 mm of common ground across, 20 along.
        assert!(is_about(least_slide(&[rect(0, 0, 0)], &[rect(25, 0, 0)], limit), 15));
        // The other way out once that one is closed: back by 20.
        let row = [rect(25, 0, 0), rect(-45, 0, 0)];
        assert!(is_about(least_slide(&[rect(0, 0, 0)], &row, limit), 20));
        assert_eq!(least_slide(&[rect(0, 0, 0)], &row, Um::from_mm(19)), None, "no room within the limit");
        assert_eq!(length(least_slide(&[rect(0, 0, 0)], &[rect(100, 0, 0)], limit)), Some(Um::ZERO));
    }

    #[test]
    fn out_of_a_corner_it_slides_askew() {
        // Ground shared with two: 10 mm across with the one on the right, 5 mm along with the one behind, which is long.
        let behind =
            Base::new(Pose::new(Point::from_mm(0, -15), Angle::ZERO), Um::from_mm(400), Um::from_mm(20))
                .rect();
        let right =
            Base::new(Pose::new(Point::from_mm(30, 200), Angle::ZERO), Um::from_mm(40), Um::from_mm(400));
        let slide = least_slide(&[rect(0, 0, 0)], &[behind, right.rect()], Um::from_mm(40));
        // 10 to the left and 5 ahead: the root of 125 is 11.18 mm.
        assert!(length(slide).is_some_and(|l| (l - Um::new(11_180)).abs() <= Um::new(60)), "{slide:?}");
    }
}
