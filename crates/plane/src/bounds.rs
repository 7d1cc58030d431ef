//! Upright rectangles about what stands or moves, to pass over what is too far away to matter without measuring.

use crate::{Base, BaseRect, Extent, Motion, Path, Point, Polygon, Um, arc_length};

/// An upright rectangle that holds all of a body, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// Half a millimetre: more than the contact tolerance and any rounding.
    pub const SLACK: Um = Um::new(500);

    /// The bounds of one base: no corner is further from the middle of its front than half its width and its depth.
    #[inline]
    pub fn of_base(base: &Base) -> Self {
        let reach = base.width.half() + base.depth;
        Bounds { low: base.front.at, high: base.front.at }.grown(reach)
    }

    /// The bounds of a rectangle.
    #[inline]
    pub fn of_rect(rect: &BaseRect) -> Self {
        let [first, rest @ ..] = rect.corners();
        let point = |p: Point| Bounds { low: p, high: p };
        rest.into_iter().fold(point(first), |all, p| all.with(point(p)))
    }

    /// The bounds of an area.
    #[inline]
    pub const fn of_area(area: &Polygon) -> Self {
        let [low, high] = area.bounds();
        Bounds { low, high }
    }

    /// The bounds of the ground that a body passes over on a path.
    pub fn of_path(path: &Path) -> Self {
        let start = path.legs().next().map_or(path.end(), |(body, _)| body);
        let anchor = Bounds { low: start.anchor.at, high: start.anchor.at };
        let all = start.bases().fold(anchor, |all, b| all.with(Self::of_base(&b)));
        all.grown_by_path(path)
    }

    /// The bounds of the ground that what stands within these may pass over on a path.
    pub fn grown_by_path(self, path: &Path) -> Self {
        self.grown(reach_of(path) + Self::SLACK)
    }

    /// The bounds of both.
    #[inline]
    pub fn with(self, other: Self) -> Self {
        Bounds {
            low: Point { x: self.low.x.min(other.low.x), y: self.low.y.min(other.low.y) },
            high: Point { x: self.high.x.max(other.high.x), y: self.high.y.max(other.high.y) },
        }
    }

    /// Larger on every side.
    #[inline]
    pub fn grown(self, by: Um) -> Self {
        Bounds {
            low: Point { x: self.low.x - by, y: self.low.y - by },
            high: Point { x: self.high.x + by, y: self.high.y + by },
        }
    }

    /// Nothing within one is nearer than this to anything within the other.
    pub fn gap(&self, other: &Self) -> Um {
        let across = (self.low.x - other.high.x).max(other.low.x - self.high.x);
        let along = (self.low.y - other.high.y).max(other.low.y - self.high.y);
        across.max(along).or_zero()
    }

    /// Whether anything within one may touch anything within the other.
    #[inline]
    pub fn may_touch(&self, other: &Self) -> bool {
        self.may_be_within(other, Self::SLACK)
    }

    /// Whether anything within one may be no further than this from anything within the other.
    #[inline]
    pub fn may_be_within(&self, other: &Self, reach: Um) -> bool {
        self.low.x - reach <= other.high.x
            && other.low.x - reach <= self.high.x
            && self.low.y - reach <= other.high.y
            && other.low.y - reach <= self.high.y
    }
}

/// No part of a body gets further than this from where it was.
fn reach_of(path: &Path) -> Um {
    let mut reach = Um::ZERO;
    for (body, motion) in path.legs() {
        reach += match (motion, motion.extent()) {
            (Motion::Turn { about, .. }, Extent::Angle(by)) => {
                let radius = body.frontage + body.depth() + body.anchor.at.distance(*about);
                arc_length(radius, by)
            }
            (_, Extent::Distance(distance)) => distance,
            (_, Extent::Angle(_)) => Um::ZERO,
        };
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Formation, Group, Hand, Pose, WheelMeasure};

    #[test]
    fn a_gap_is_no_more_than_the_distance() {
        let base = |x, y, degrees| {
            let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
            Base::new(front, Um::from_mm(40), Um::from_mm(20))
        };
        let (a, b) = (base(0, 0, 30), base(200, 150, 200));
        let (rough_a, rough_b) = (Bounds::of_base(&a), Bounds::of_base(&b));
        assert!(rough_a.gap(&rough_b) > Um::ZERO);
        assert!(rough_a.gap(&rough_b) <= a.rect().distance(&b.rect()));
        assert!(Bounds::of_rect(&a.rect()).gap(&Bounds::of_rect(&b.rect())) >= rough_a.gap(&rough_b));
        assert!(!rough_a.may_touch(&rough_b));
        assert!(rough_a.may_be_within(&rough_b, a.rect().distance(&b.rect())));
    }

    #[test]
    fn the_bounds_of_a_path_hold_its_end() {
        let shape = Formation::block(4, 2, Um::from_mm(40), Um::from_mm(30));
        let body = Group::form(Pose::new(Point::from_mm(500, 500), Angle::from_degrees(15)), &shape);
        let path = Path::from(&body)
            .wheel(Hand::Left, Angle::from_degrees(70), WheelMeasure::Straight)
            .advance(Um::from_mm(120));
        let bounds = Bounds::of_path(&path);
        for base in path.end().bases() {
            let end = Bounds::of_rect(&base.rect());
            assert_eq!(bounds.with(end), bounds, "the end sticks out");
        }
    }
}
