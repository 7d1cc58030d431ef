//! First contact of a moving base, in closed form: no time steps, so nothing is tunnelled through.
//!
//! A slide is solved axis by axis (the times between which each separating axis stops separating).
//! A turn is solved corner by edge: a corner runs on a circle about the pivot, and in the frame of
//! the other rectangle its edges are lines of constant x or y.
//!
//! Brushing past is no contact: a move hits an obstacle only if it would go on to overlap it by more
//! than the contact tolerance. What is reported is the first touch of the true edges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::angle::{HEADING_BITS, Heading};
use crate::rect::{FINE, FINE_TOLERANCE, Fine};
use crate::{Angle, BaseRect, CONTACT_TOLERANCE, Contact, Extent, Motion, Point, Relation, Sense, Um};

/// A move may end while a contact is being pressed home: the overlap by more than the tolerance may
/// lie this many tolerances beyond the end of the move, if the touch itself lies within it.
const PRESS: i64 = 8 * FINE_TOLERANCE;

/// The first contact of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// Index of the moving base.
    pub mover: usize,
    /// Index of the obstacle.
    pub obstacle: usize,
    /// How much of the move has been made when they touch.
    pub after: Extent,
    /// How they touch then, seen from the moving base; `None` if they overlapped from the start.
    pub contact: Option<Contact>,
}

/// The first contact of a body of bases that moves against obstacles, `None` if the way is clear.
///
/// Of several contacts at the very same moment the first by mover, then by obstacle, is given; ask
/// [`crate::contacts`] at the place of contact for all of them.
pub fn first_contact(movers: &[BaseRect], motion: &Motion, obstacles: &[BaseRect]) -> Option<Hit> {
    let sweep = Sweep::new(motion)?;
    let mut best: Option<(i64, usize, usize)> = None;
    for (mover, own) in movers.iter().enumerate() {
        for (obstacle, other) in obstacles.iter().enumerate() {
            if let Some(touch) = sweep.touch(own, other)
                && best.is_none_or(|(least, _, _)| touch < least)
            {
                best = Some((touch, mover, obstacle));
            }
        }
    }
    let (touch, mover, obstacle) = best?;
    let after = sweep.extent(touch);
    let contact = match (movers.get(mover), obstacles.get(obstacle)) {
        (Some(own), Some(other)) => sweep.moved(own, touch).contact(other),
        _ => None,
    };
    Some(Hit { mover, obstacle, after, contact })
}

/// A motion made ready for solving. Times are fine units of distance for slides, binary angles for turns.
pub(crate) enum Sweep {
    Slide { toward: Heading, limit: i64 },
    Turn { about: Point, sense: Sense, limit: i64 },
}

impl Sweep {
    /// `None` for a motion that does not move.
    pub(crate) fn new(motion: &Motion) -> Option<Sweep> {
        match *motion {
            Motion::Slide { toward, distance } if distance > Um::ZERO => {
                Some(Sweep::Slide { toward: toward.heading(), limit: distance.wide() * FINE })
            }
            Motion::Turn { about, sense, by } if by != Angle::ZERO => {
                Some(Sweep::Turn { about, sense, limit: i64::from(by.0) })
            }
            _ => None,
        }
    }

    /// The moment at which a moving rectangle first touches another that it would run into.
    pub(crate) fn touch(&self, own: &BaseRect, other: &BaseRect) -> Option<i64> {
        match *self {
            Sweep::Slide { toward, limit } => slide_touch(own, toward, limit, other),
            Sweep::Turn { about, sense, limit } => turn_touch(own, about, sense, limit, other),
        }
    }

    pub(crate) fn extent(&self, time: i64) -> Extent {
        match self {
            Sweep::Slide { .. } => Extent::Distance(Um::new(time / FINE)),
            Sweep::Turn { .. } => Extent::Angle(Angle(u32::try_from(time).unwrap_or(u32::MAX))),
        }
    }

    pub(crate) fn moved(&self, own: &BaseRect, time: i64) -> BaseRect {
        match *self {
            Sweep::Slide { toward, .. } => own.slid(toward, Um::new(time / FINE)),
            Sweep::Turn { about, sense, .. } => own.swung(about, sense, Angle(time as u32)),
        }
    }
}

/// The times during which one axis does not keep two sliding rectangles apart.
struct Window {
    from: i64,
    to: i64,
}

impl Window {
    const ALWAYS: Window = Window { from: i64::MIN, to: i64::MAX };

    fn narrow(&mut self, distance: i64, speed: i64, extent: i64) {
        if speed == 0 {
            if distance.abs() > extent {
                self.to = i64::MIN;
            }
            return;
        }
        // Doubled micrometres to fine units.
        let (near, far) = ((distance - extent) * (FINE / 2), (distance + extent) * (FINE / 2));
        let (a, b) = (near / speed, far / speed);
        self.from = self.from.max(a.min(b));
        self.to = self.to.min(a.max(b));
    }
}

fn slide_touch(own: &BaseRect, toward: Heading, limit: i64, other: &BaseRect) -> Option<i64> {
    let tolerance = (2 * CONTACT_TOLERANCE.wide()) << HEADING_BITS;
    let (mut touching, mut pressing) = (Window::ALWAYS, Window::ALWAYS);
    for axis in own.axes(other) {
        let speed = axis.heading.dot(toward);
        touching.narrow(axis.distance, speed, axis.extent);
        pressing.narrow(axis.distance, speed, axis.extent - tolerance);
        if pressing.from > pressing.to || pressing.to < 0 {
            return None;
        }
    }
    let (touch, press) = (touching.from.max(0), pressing.from.max(0));
    (touch <= limit && (press <= limit || press - touch <= PRESS)).then_some(touch)
}

impl BaseRect {
    /// From which to which distance of a straight slide this base overlaps another, `None` if never
    /// from its start on.
    pub(crate) fn time_over(&self, toward: Angle, other: &BaseRect) -> Option<(Um, Um)> {
        let tolerance = (2 * CONTACT_TOLERANCE.wide()) << HEADING_BITS;
        let toward = toward.heading();
        let mut window = Window::ALWAYS;
        for axis in self.axes(other) {
            window.narrow(axis.distance, axis.heading.dot(toward), axis.extent - tolerance);
        }
        let from = window.from.max(0);
        (from <= window.to).then(|| (Um::new(from / FINE), Um::new(window.to / FINE)))
    }
}

/// Binary angle per radian, rounded.
const UNITS_PER_RADIAN: i64 = 683_565_276;

fn turn_touch(own: &BaseRect, about: Point, sense: Sense, limit: i64, other: &BaseRect) -> Option<i64> {
    let reach = own.reach_squared(own.local(about));
    if other.gap_squared_to(other.local(about)) > reach {
        return None;
    }
    if own.relation(other) == Relation::Overlapping {
        return Some(0);
    }
    let drawn_in = own.inset(CONTACT_TOLERANCE);
    let mut press: Option<(i64, i64)> = None;
    crossings(&drawn_in, about, sense, other, |time, slack| {
        if time <= limit + slack && press.is_none_or(|(least, _)| time < least) {
            press = Some((time, slack));
        }
    });
    let (press, slack) = press?;
    let mut events: SmallVec<[i64; 16]> = SmallVec::new();
    crossings(own, about, sense, other, |time, _| {
        if time <= press {
            events.push(time);
        }
    });
    events.sort_unstable();
    // The touch is the last moment before the overlap: go back through the crossings to the first
    // that has clear ground before it.
    let touch = (0..events.len())
        .rev()
        .find(|&index| {
            let before = if index == 0 { 0 } else { events[index - 1] };
            let middle = before + (events[index] - before) / 2;
            own.swung(about, sense, Angle(middle as u32)).separation(other) >= 0
        })
        .map_or(0, |index| events[index]);
    (touch <= limit && (press <= limit || press - touch <= slack)).then_some(touch)
}

/// Every moment of a full turn at which a corner of one rectangle crosses an edge of the other, with
/// the angle that a corner takes to press home.
fn crossings(own: &BaseRect, about: Point, sense: Sense, other: &BaseRect, mut found: impl FnMut(i64, i64)) {
    let pivot = other.local(about);
    for corner in other.local_corners(own) {
        circle_against_edges(corner.minus(pivot), pivot, other.half_extent(), sense, &mut found);
    }
    let pivot = own.local(about);
    for corner in own.local_corners(other) {
        circle_against_edges(corner.minus(pivot), pivot, own.half_extent(), sense.reversed(), &mut found);
    }
}

/// Where a point that runs round the pivot crosses the four edges of a rectangle about the origin.
fn circle_against_edges(arm: Fine, pivot: Fine, half: Fine, sense: Sense, found: &mut impl FnMut(i64, i64)) {
    let square = arm.square();
    let mut start: Option<Angle> = None;
    let mut meet = |x: i64, y: i64| {
        let start = *start.get_or_insert_with(|| Angle::along(arm.x, arm.y).unwrap_or(Angle::ZERO));
        if let Some(end) = Angle::along(x, y) {
            let slack = PRESS * UNITS_PER_RADIAN / square.isqrt().max(PRESS);
            found(i64::from(start.turn_to(end, sense).0), slack);
        }
    };
    for line in [half.x - pivot.x, -half.x - pivot.x] {
        let rest = square - line * line;
        if rest < 0 {
            continue;
        }
        let root = rest.isqrt();
        for y in [root, -root] {
            if (y + pivot.y).abs() <= half.y {
                meet(line, y);
            }
        }
    }
    for line in [half.y - pivot.y, -half.y - pivot.y] {
        let rest = square - line * line;
        if rest < 0 {
            continue;
        }
        let root = rest.isqrt();
        for x in [root, -root] {
            if (x + pivot.x).abs() <= half.x {
                meet(x, line);
            }
        }
    }
}
