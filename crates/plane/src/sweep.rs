//! First contact of a moving base, in closed form: no time steps, so nothing is tunnelled through.
//!
//! A slide is solved axis by axis (the times between which each separating axis stops separating).
//! A turn is solved corner by edge: a corner runs on a circle about the pivot, and in the frame of
//! the other rectangle its edges are lines of constant x or y.
//!
//! Brushing past is no contact: a move hits an obstacle only if it would go on to overlap it by more
//! than the contact tolerance. What is reported is the first touch of the true edges. Of several
//! obstacles the one that would be overlapped first stops the move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::angle::{HEADING_BITS, Heading, round_shift};
use crate::rect::{FINE, FINE_TOLERANCE, Fine, nearest};
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
    let mut sweep = Sweep::new(motion)?;
    let reach = sweep.reach(movers);
    let mut best: Option<(Touch, usize, usize)> = None;
    for (obstacle, other) in obstacles.iter().enumerate() {
        if sweep.is_out_of_reach(reach, other) {
            continue;
        }
        for (mover, own) in movers.iter().enumerate() {
            if let Some(touch) = sweep.touch(own, other)
                && best.is_none_or(|least| (touch, mover, obstacle) < least)
            {
                best = Some((touch, mover, obstacle));
                sweep.shorten(touch.press);
            }
        }
    }
    let (Touch { at, .. }, mover, obstacle) = best?;
    let after = sweep.extent(at);
    let contact = match (movers.get(mover), obstacles.get(obstacle)) {
        (Some(own), Some(other)) => sweep.moved(own, at).contact(other),
        _ => None,
    };
    Some(Hit { mover, obstacle, after, contact })
}

/// A contact on the way: ordered by when it would be pressed home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Touch {
    /// When the two would overlap by the contact tolerance.
    pub(crate) press: i64,
    /// When their edges first touch.
    pub(crate) at: i64,
}

/// A motion made ready for solving. Times are fine units of distance for slides, binary angles for turns.
pub(crate) enum Sweep {
    Slide { toward: Heading, limit: i64 },
    Turn(Turning),
}

impl Sweep {
    /// `None` for a motion that does not move.
    pub(crate) fn new(motion: &Motion) -> Option<Sweep> {
        match *motion {
            Motion::Slide { toward, distance } if distance > Um::ZERO => {
                Some(Sweep::Slide { toward: toward.heading(), limit: distance.wide() * FINE })
            }
            Motion::Turn { about, sense, by } if by != Angle::ZERO => {
                Some(Sweep::Turn(Turning::new(about, sense, by)))
            }
            _ => None,
        }
    }

    /// The moment at which a moving rectangle first touches another that it would run into.
    pub(crate) fn touch(&self, own: &BaseRect, other: &BaseRect) -> Option<Touch> {
        match *self {
            Sweep::Slide { toward, limit } => slide_touch(own, toward, limit, other),
            Sweep::Turn(ref turning) => turning.touch(own, other),
        }
    }

    /// Only what is pressed home up to a moment is of interest from now on.
    fn shorten(&mut self, press: i64) {
        if let Sweep::Turn(turning) = self {
            turning.bound = press;
            turning.last = sweep_end(turning.sense, Angle(press.min(turning.limit) as u32));
        }
    }

    /// Square of the greatest distance from the pivot that any of the bases reaches.
    fn reach(&self, movers: &[BaseRect]) -> i64 {
        match *self {
            Sweep::Slide { .. } => i64::MAX,
            Sweep::Turn(Turning { about, .. }) => {
                movers.iter().map(|own| own.reach_squared(own.local(about))).fold(0, i64::max)
            }
        }
    }

    fn is_out_of_reach(&self, reach: i64, other: &BaseRect) -> bool {
        match *self {
            Sweep::Slide { .. } => false,
            Sweep::Turn(Turning { about, .. }) => other.gap_squared_to(other.local(about)) > reach,
        }
    }

    pub(crate) fn extent(&self, time: i64) -> Extent {
        match self {
            Sweep::Slide { .. } => Extent::Distance(nearest(time)),
            Sweep::Turn(_) => Extent::Angle(Angle(u32::try_from(time).unwrap_or(u32::MAX))),
        }
    }

    pub(crate) fn moved(&self, own: &BaseRect, time: i64) -> BaseRect {
        match *self {
            Sweep::Slide { toward, .. } => own.slid(toward, nearest(time)),
            Sweep::Turn(Turning { about, sense, .. }) => own.swung(about, sense, Angle(time as u32)),
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

fn slide_touch(own: &BaseRect, toward: Heading, limit: i64, other: &BaseRect) -> Option<Touch> {
    if own.slides_clear_of(toward, limit / (FINE / 2), 0, other) {
        return None;
    }
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
    let (at, press) = (touching.from.max(0), pressing.from.max(0));
    (at <= limit && (press <= limit || press - at <= PRESS)).then_some(Touch { press, at })
}

impl BaseRect {
    /// From where to where on a straight slide this base stands on another: it counts from where they overlap by
    /// more than the contact tolerance, and ends where their edges part. `None` if that is never from its start on.
    pub(crate) fn time_over(&self, toward: Angle, other: &BaseRect) -> Option<(Um, Um)> {
        let tolerance = (2 * CONTACT_TOLERANCE.wide()) << HEADING_BITS;
        let toward = toward.heading();
        let (mut touching, mut pressing) = (Window::ALWAYS, Window::ALWAYS);
        for axis in self.axes(other) {
            let speed = axis.heading.dot(toward);
            touching.narrow(axis.distance, speed, axis.extent);
            pressing.narrow(axis.distance, speed, axis.extent - tolerance);
        }
        let from = pressing.from.max(0);
        (from <= pressing.to).then(|| (Um::new(from / FINE), Um::new(touching.to / FINE)))
    }
}

/// Binary angle per radian, rounded.
const UNITS_PER_RADIAN: i64 = 683_565_276;

/// A turn about a point.
pub(crate) struct Turning {
    about: Point,
    sense: Sense,
    /// The end of the turn.
    limit: i64,
    /// Contacts pressed home later are of no interest.
    bound: i64,
    /// The heading of the earlier of limit and bound.
    last: Heading,
}

fn sweep_end(sense: Sense, by: Angle) -> Heading {
    Angle::ZERO.turned(sense, by).heading()
}

impl Turning {
    fn new(about: Point, sense: Sense, by: Angle) -> Turning {
        Turning { about, sense, limit: i64::from(by.0), bound: i64::MAX, last: sweep_end(sense, by) }
    }

    fn touch(&self, own: &BaseRect, other: &BaseRect) -> Option<Touch> {
        let reach = own.reach_squared(own.local(self.about));
        if other.gap_squared_to(other.local(self.about)) > reach {
            return None;
        }
        if own.relation(other) == Relation::Overlapping {
            return Some(Touch { press: 0, at: 0 });
        }
        let drawn_in = own.inset(CONTACT_TOLERANCE);
        let mut press: Option<(i64, i64)> = None;
        self.crossings(&drawn_in, other, |time, slack| {
            if time <= self.bound.min(self.limit + slack) && press.is_none_or(|(least, _)| time < least) {
                press = Some((time, slack));
            }
        });
        let (press, slack) = press?;
        let mut events: SmallVec<[i64; 16]> = SmallVec::new();
        self.crossings(own, other, |time, _| {
            if time <= press {
                events.push(time);
            }
        });
        events.sort_unstable();
        // The touch is the last moment before the overlap: go back through the crossings to the first
        // that has clear ground before it.
        let mut at = 0;
        for (index, &event) in events.iter().enumerate().rev() {
            let before = if index == 0 { 0 } else { events.get(index - 1).copied().unwrap_or(0) };
            let middle = before + (event - before) / 2;
            if own.swung(self.about, self.sense, Angle(middle as u32)).separation(other) >= 0 {
                at = event;
                break;
            }
        }
        (at <= self.limit && (press <= self.limit || press - at <= slack)).then_some(Touch { press, at })
    }

    /// The moments up to the limit, and a little beyond, at which a corner of one rectangle crosses an
    /// edge of the other, with the angle that the corner takes to press home.
    fn crossings(&self, own: &BaseRect, other: &BaseRect, mut found: impl FnMut(i64, i64)) {
        let pivot = other.local(self.about);
        for corner in other.local_corners(own) {
            let arm = Arm::new(corner.minus(pivot), self.sense, self);
            arm.against_edges(pivot, other.half_extent(), &mut found);
        }
        let pivot = own.local(self.about);
        for corner in own.local_corners(other) {
            let arm = Arm::new(corner.minus(pivot), self.sense.reversed(), self);
            arm.against_edges(pivot, own.half_extent(), &mut found);
        }
    }
}

/// A corner that runs round the pivot.
struct Arm {
    start: Fine,
    square: i64,
    sense: Sense,
    /// Where it is at the end of the turn; `None` if that is more than half a turn away.
    end: Option<Fine>,
}

impl Arm {
    fn new(start: Fine, sense: Sense, turning: &Turning) -> Arm {
        let end = (turning.limit.min(turning.bound) <= i64::from(Angle::HALF.0)).then(|| {
            // The heading is that of the motion; the other base's corners run the other way.
            let (x, y) = (i64::from(turning.last.x), i64::from(turning.last.y));
            let x = if sense == turning.sense { x } else { -x };
            Fine {
                x: round_shift(y * start.x + x * start.y, HEADING_BITS),
                y: round_shift(y * start.y - x * start.x, HEADING_BITS),
            }
        });
        Arm { start, square: start.square(), sense, end }
    }

    /// Where it crosses the four edges of a rectangle about the origin.
    fn against_edges(&self, pivot: Fine, half: Fine, found: &mut impl FnMut(i64, i64)) {
        for line in [half.x - pivot.x, -half.x - pivot.x] {
            self.on_line(line, -half.y - pivot.y, half.y - pivot.y, |y| self.meet(line, y, found));
        }
        for line in [half.y - pivot.y, -half.y - pivot.y] {
            self.on_line(line, -half.x - pivot.x, half.x - pivot.x, |x| self.meet(x, line, found));
        }
    }

    /// Both crossings of a line so far from the pivot, if they lie between two bounds.
    fn on_line(&self, line: i64, low: i64, high: i64, mut meet: impl FnMut(i64)) {
        let rest = self.square - line * line;
        // Compared by squares first: the root is needed only for the few that lie on the edge.
        let holds = |low: i64, high: i64| high >= 0 && rest <= high * high && (low <= 0 || rest >= low * low);
        if rest < 0 {
            return;
        }
        let (above, below) = (holds(low, high), holds(-high, -low));
        if above || below {
            let root = rest.isqrt();
            if above {
                meet(root);
            }
            if below {
                meet(-root);
            }
        }
    }

    fn meet(&self, x: i64, y: i64, found: &mut impl FnMut(i64, i64)) {
        let radius = self.square.isqrt().max(1);
        if let Some(end) = self.end {
            let side = |a: Fine, x: i64, y: i64| match self.sense {
                Sense::Clockwise => a.y * x - a.x * y,
                Sense::Anticlockwise => a.x * y - a.y * x,
            };
            // Before the start or well beyond the end of the turn.
            let slack = radius * PRESS;
            if side(self.start, x, y) < -radius * FINE || -side(end, x, y) < -slack {
                return;
            }
        }
        let (Some(from), Some(to)) = (Angle::along(self.start.x, self.start.y), Angle::along(x, y)) else {
            return;
        };
        found(i64::from(from.turn_to(to, self.sense).0), PRESS * UNITS_PER_RADIAN / radius.max(PRESS));
    }
}
