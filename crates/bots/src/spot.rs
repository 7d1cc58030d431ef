//! A sketch of a body on the table, in hundredths of the unit that a game measures by: fine enough to choose by, and quick.

use caracole_plane::{Angle, Hand, Point, Pose, Sense, Um};

/// Fixed point of directions.
const ONE: i64 = 1 << 14;

/// A distance in hundredths of a unit of measure.
pub(crate) fn in_hundredths(distance: Um, unit: Um) -> i32 {
    (i64::from(distance.get()) * 100 / i64::from(unit.get().max(1))) as i32
}

/// A body on the table: the middle of its front, the way it faces, half its front and its depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) x: i32,
    pub(crate) y: i32,
    ahead: (i32, i32),
    pub(crate) facing: Angle,
    pub(crate) half: i32,
    pub(crate) depth: i32,
}

/// The unit vector of a facing.
fn ahead(facing: Angle) -> (i32, i32) {
    let p = Point::ORIGIN.moved(facing, Um::new(ONE));
    (p.x.get(), p.y.get())
}

impl Spot {
    /// A body with the middle of its front there, measured by this unit.
    pub(crate) fn measured(front: Pose, frontage: Um, depth: Um, unit: Um) -> Spot {
        Spot {
            x: in_hundredths(front.at.x, unit),
            y: in_hundredths(front.at.y, unit),
            ahead: ahead(front.facing),
            facing: front.facing,
            half: in_hundredths(frontage, unit) / 2,
            depth: in_hundredths(depth, unit),
        }
    }

    /// How far a point lies to the right and forward of the middle of the front.
    pub(crate) fn local(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let (dx, dy) = (i64::from(x - self.x), i64::from(y - self.y));
        let (ax, ay) = (i64::from(self.ahead.0), i64::from(self.ahead.1));
        (((dx * ay - dy * ax) / ONE) as i32, ((dx * ax + dy * ay) / ONE) as i32)
    }

    /// The point so far to the right and forward.
    pub(crate) fn at(&self, right: i32, forward: i32) -> (i32, i32) {
        let (r, f) = (i64::from(right), i64::from(forward));
        let (ax, ay) = (i64::from(self.ahead.0), i64::from(self.ahead.1));
        (self.x + ((r * ay + f * ax) / ONE) as i32, self.y + ((f * ay - r * ax) / ONE) as i32)
    }

    /// The corners: front left, front right, rear right, rear left.
    pub(crate) fn corners(&self) -> [(i32, i32); 4] {
        [
            self.at(-self.half, 0),
            self.at(self.half, 0),
            self.at(self.half, -self.depth),
            self.at(-self.half, -self.depth),
        ]
    }

    /// The square of the distance to a point.
    pub(crate) fn gap_to_point(&self, point: (i32, i32)) -> i64 {
        let (right, forward) = self.local(point);
        let across = i64::from((right.abs() - self.half).max(0));
        let along = i64::from(if forward > 0 { forward } else { (-forward - self.depth).max(0) });
        across * across + along * along
    }

    /// The distance between two bodies that do not overlap.
    pub(crate) fn gap(&self, other: &Spot) -> i32 {
        let ours = other.corners().into_iter().map(|p| self.gap_to_point(p));
        let theirs = self.corners().into_iter().map(|p| other.gap_to_point(p));
        ours.chain(theirs).min().unwrap_or(0).isqrt() as i32
    }

    /// No less than this lies between two bodies.
    pub(crate) fn rough_gap(&self, other: &Spot) -> i32 {
        let (dx, dy) = ((self.x - other.x).abs(), (self.y - other.y).abs());
        dx.max(dy) - self.half - self.depth - other.half - other.depth
    }

    /// The middle of the body.
    pub(crate) fn middle(&self) -> (i32, i32) {
        self.at(0, -self.depth / 2)
    }

    /// The direction to a point.
    pub(crate) fn direction_to(&self, (x, y): (i32, i32)) -> Option<Angle> {
        let point = |x: i32, y: i32| Point::new(Um::new(i64::from(x)), Um::new(i64::from(y)));
        point(self.x, self.y).direction_to(point(x, y))
    }

    /// Degrees between where it faces and a point, roughly, without the sense.
    pub(crate) fn degrees_off(&self, point: (i32, i32)) -> i32 {
        let (right, forward) = self.local(point);
        degrees(right, forward)
    }

    /// To the side.
    pub(crate) fn shifted(&self, right: i32) -> Spot {
        let (x, y) = self.at(right, 0);
        Spot { x, y, ..*self }
    }

    /// Straight ahead.
    pub(crate) fn forward(&self, by: i32) -> Spot {
        let (x, y) = self.at(0, by);
        Spot { x, y, ..*self }
    }

    /// The same body elsewhere, faced in another way.
    pub(crate) fn placed(&self, (x, y): (i32, i32), facing: Angle) -> Spot {
        Spot { x, y, facing, ahead: ahead(facing), ..*self }
    }

    /// After half a turn on the spot: the rear becomes the front.
    pub(crate) fn turned_about(&self) -> Spot {
        self.placed(self.at(0, -self.depth), self.facing + Angle::HALF)
    }

    /// After a quarter turn on the spot: the flank on that hand becomes the front.
    pub(crate) fn turned_aside(&self, hand: Hand) -> Spot {
        let (side, turn) = match hand {
            Hand::Left => (-self.half, -Angle::QUARTER),
            Hand::Right => (self.half, Angle::QUARTER),
        };
        let middle = self.at(side, -self.depth / 2);
        Spot { half: self.depth / 2, depth: 2 * self.half, ..self.placed(middle, self.facing + turn) }
    }

    /// After a wheel about the front corner on a hand.
    pub(crate) fn wheeled(&self, hand: Hand, by: Angle) -> Spot {
        let (side, sense) = match hand {
            Hand::Left => (-self.half, Sense::Anticlockwise),
            Hand::Right => (self.half, Sense::Clockwise),
        };
        let corner = self.at(side, 0);
        let facing = self.facing.turned(sense, by);
        let turned = Spot { x: corner.0, y: corner.1, facing, ahead: ahead(facing), ..*self };
        let (x, y) = turned.at(-side, 0);
        Spot { x, y, ..turned }
    }

    /// How far it is straight ahead to another body; none if it lies not before the front.
    pub(crate) fn straight_to(&self, other: &Spot) -> Option<i32> {
        let corners = other.corners().map(|p| self.local(p));
        let mut least: Option<i32> = None;
        let mut note = |forward: i32| least = Some(least.map_or(forward, |l| l.min(forward)));
        for i in 0..4 {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            if a.0.abs() <= self.half {
                note(a.1);
            }
            // Where the edge crosses the lines on which our flanks run.
            for side in [-self.half, self.half] {
                if (a.0 < side) != (b.0 < side) && a.0 != b.0 {
                    let part = i64::from(b.1 - a.1) * i64::from(side - a.0) / i64::from(b.0 - a.0);
                    note(a.1 + part as i32);
                }
            }
        }
        least.filter(|l| *l >= 0)
    }

    /// How much of a charge of `reach` it takes to come upon another body; none if it cannot.
    pub(crate) fn charge_way(&self, other: &Spot, reach: i32) -> Option<i32> {
        if self.rough_gap(other) > reach {
            return None;
        }
        if let Some(straight) = self.straight_to(other) {
            return (straight <= reach).then_some(straight);
        }
        let off = self.degrees_off(other.middle());
        if off > 75 {
            return None;
        }
        // The wheel that it takes, measured at the outer corner.
        let way = self.gap(other) + wheel_cost(self.half, off * 2 / 3);
        (way <= reach).then_some(way)
    }

    /// Whether it is the same place, faced in the same way.
    pub(crate) fn is_same(&self, other: &Spot) -> bool {
        (self.x, self.y, self.facing) == (other.x, other.y, other.facing)
    }
}

/// What a wheel of so many degrees costs a body of this half front.
pub(crate) const fn wheel_cost(half: i32, degrees: i32) -> i32 {
    2 * half * degrees / 57
}

/// The angle of a vector against straight ahead, in degrees from 0 to 180: near enough.
fn degrees(right: i32, forward: i32) -> i32 {
    let (r, f) = (i64::from(right.abs()), i64::from(forward.abs()));
    if r == 0 && f == 0 {
        return 0;
    }
    // atan of q in degrees, within one degree: q * (45 + 15.6 * (1 - q)).
    let within = |small: i64, large: i64| {
        let q = small * 1000 / large.max(1);
        q * (45_000 + 156 * (1000 - q) / 10) / 1_000_000
    };
    let from_axis = if r <= f { within(r, f) } else { 90 - within(f, r) };
    (if forward >= 0 { from_axis } else { 180 - from_axis }) as i32
}
