//! Binary angles and unit vectors: the one place of the crate that uses floating point.
//!
//! A full turn is 2^32. Angle 0 faces up the table (+y) and angles grow **clockwise**, as a compass
//! and a player's right wheel do. `libm` is plain Rust arithmetic, so that every platform computes
//! the same unit vectors; angles are folded into half a right angle first, so that quarter turns and
//! mirror images of a unit vector are exact.

use core::cell::Cell;
use core::fmt;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Hand, Um};

/// A facing, a direction or an amount of turning: 2^32 to the full turn, clockwise from +y.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Angle(pub u32);

/// Which way a body turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sense {
    /// To the right, as the hands of a clock.
    Clockwise,
    /// To the left.
    Anticlockwise,
}

impl Sense {
    /// The hand to which a body turns.
    pub const fn hand(self) -> Hand {
        match self {
            Sense::Clockwise => Hand::Right,
            Sense::Anticlockwise => Hand::Left,
        }
    }

    /// The other way round.
    pub const fn reversed(self) -> Sense {
        match self {
            Sense::Clockwise => Sense::Anticlockwise,
            Sense::Anticlockwise => Sense::Clockwise,
        }
    }
}

/// A direction as a unit vector in fixed point (30 binary places).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heading {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// Binary places of a [`Heading`].
pub(crate) const HEADING_BITS: u32 = 30;
/// Angles this little apart, a hundredth of a degree, count as equal where a choice is made between them.
const ABOUT_EQUAL: u32 = 119_305;
const ONE: i64 = 1 << HEADING_BITS;
const OCTANT: u32 = 1 << 29;
const QUADRANT: u32 = 1 << 30;
const RADIANS_PER_UNIT: f64 = core::f64::consts::PI / 2_147_483_648.0;

impl Angle {
    /// Facing up the table; no turning.
    pub const ZERO: Angle = Angle(0);
    /// 45 degrees.
    pub const EIGHTH: Angle = Angle(OCTANT);
    /// 90 degrees clockwise; facing right across the table.
    pub const QUARTER: Angle = Angle(QUADRANT);
    /// 180 degrees; facing down the table.
    pub const HALF: Angle = Angle(1 << 31);
    /// 270 degrees clockwise; facing left across the table.
    pub const THREE_QUARTERS: Angle = Angle(3 << 30);

    /// The nearest binary angle to so many thousandths of a degree, clockwise.
    pub const fn from_millidegrees(millidegrees: i64) -> Angle {
        let turn = millidegrees.rem_euclid(360_000);
        Angle((((turn << 32) + 180_000) / 360_000) as u32)
    }

    /// The nearest binary angle to so many whole degrees, clockwise.
    pub const fn from_degrees(degrees: i32) -> Angle {
        Angle::from_millidegrees(degrees as i64 * 1000)
    }

    /// The angle in thousandths of a degree, rounded, from 0 up to 360,000.
    pub const fn millidegrees(self) -> u32 {
        ((self.0 as u64 * 360_000 + (1 << 31)) >> 32) as u32
    }

    /// The size of the angle either way round, at most half a turn.
    pub const fn size(self) -> Angle {
        if self.0 > 1 << 31 { Angle(self.0.wrapping_neg()) } else { self }
    }

    /// Half of this angle, taken as an amount from 0 to a full turn.
    pub const fn halved(self) -> Angle {
        Angle(self.0 / 2)
    }

    /// This facing after turning `by` in the given sense.
    pub const fn turned(self, sense: Sense, by: Angle) -> Angle {
        match sense {
            Sense::Clockwise => Angle(self.0.wrapping_add(by.0)),
            Sense::Anticlockwise => Angle(self.0.wrapping_sub(by.0)),
        }
    }

    /// How much must be turned in the given sense to come to face `to`.
    pub const fn turn_to(self, to: Angle, sense: Sense) -> Angle {
        match sense {
            Sense::Clockwise => Angle(to.0.wrapping_sub(self.0)),
            Sense::Anticlockwise => Angle(self.0.wrapping_sub(to.0)),
        }
    }

    /// The shorter way to come to face `to` and its amount (clockwise for exactly half a turn).
    pub const fn shortest_turn(self, to: Angle) -> (Sense, Angle) {
        let clockwise = to.0.wrapping_sub(self.0);
        if clockwise <= 1 << 31 {
            (Sense::Clockwise, Angle(clockwise))
        } else {
            (Sense::Anticlockwise, Angle(clockwise.wrapping_neg()))
        }
    }

    /// The direction that bisects the angle spanned by several directions: halfway between the two
    /// outermost, across the smallest sector that holds them all. `None` for no direction.
    ///
    /// Of sectors equally small, as those of directions exactly opposite are, the one is taken whose
    /// bisector turns less from `toward`; of two that turn as far, the one to this hand of it.
    pub fn bisect_all(directions: &[Angle], toward: Angle, hand: Hand) -> Option<Angle> {
        let span = |first: Angle| directions.iter().map(|d| d.0.wrapping_sub(first.0)).max();
        let least = directions.iter().filter_map(|d| span(*d)).min()?;
        let smallest = directions.iter().filter_map(|d| Some((*d, span(*d)?)));
        let smallest = smallest.filter(|(_, span)| span - least <= ABOUT_EQUAL);
        let ways = smallest.map(|(first, span)| Angle(first.0.wrapping_add(span / 2)));
        ways.reduce(|a, b| {
            let (turn_a, turn_b) = (toward.shortest_turn(a), toward.shortest_turn(b));
            if turn_a.1.0.abs_diff(turn_b.1.0) > ABOUT_EQUAL {
                return if turn_a.1 < turn_b.1 { a } else { b };
            }
            if turn_b.0.hand() == hand { b } else { a }
        })
    }

    /// The unit vector that faces this way.
    pub fn heading(self) -> Heading {
        // Bases of one body, and bodies of one line, face the same way: what was worked out last is at hand.
        HEADINGS.with(|known| {
            let slot = self.0.wrapping_mul(0x9E37_79B1) >> (32 - HEADING_SLOT_BITS);
            let Some(slot) = known.get(slot as usize) else { return self.worked_out() };
            let (angle, heading) = slot.get();
            if angle == self {
                return heading;
            }
            let heading = self.worked_out();
            slot.set((self, heading));
            heading
        })
    }

    fn worked_out(self) -> Heading {
        let within = self.0 & (QUADRANT - 1);
        let (sine, cosine) = if within <= OCTANT {
            first_octant(within)
        } else {
            let (sine, cosine) = first_octant(QUADRANT - within);
            (cosine, sine)
        };
        match self.0 >> 30 {
            0 => Heading { x: sine, y: cosine },
            1 => Heading { x: cosine, y: -sine },
            2 => Heading { x: -sine, y: -cosine },
            _ => Heading { x: -cosine, y: sine },
        }
    }

    /// The angle that faces along the vector, `None` for the zero vector.
    pub(crate) fn along(x: i64, y: i64) -> Option<Angle> {
        if x == 0 && y == 0 {
            return None;
        }
        let (across, up) = (x.unsigned_abs(), y.unsigned_abs());
        let within = if across <= up { arc(across, up) } else { QUADRANT - arc(up, across) };
        Some(Angle(match (x >= 0, y >= 0) {
            (true, true) => within,
            (true, false) => (1 << 31) - within,
            (false, false) => (1 << 31) + within,
            (false, true) => within.wrapping_neg(),
        }))
    }
}

const HEADING_SLOT_BITS: u32 = 8;

thread_local! {
    /// Unit vectors worked out before; a pure function, so whoever asks gets the same.
    static HEADINGS: [Cell<(Angle, Heading)>; 1 << HEADING_SLOT_BITS] =
        const { [const { Cell::new((Angle::ZERO, Heading { x: 0, y: ONE as i32 })) }; 1 << HEADING_SLOT_BITS] };
}

/// Sine and cosine of 0 to 45 degrees in fixed point.
fn first_octant(units: u32) -> (i32, i32) {
    let radians = f64::from(units) * RADIANS_PER_UNIT;
    let fixed = |value: f64| (value * ONE as f64 + 0.5) as i32;
    (fixed(libm::sin(radians)), fixed(libm::cos(radians)))
}

/// The binary angle whose tangent is `opposite / adjacent`, for opposite <= adjacent.
fn arc(opposite: u64, adjacent: u64) -> u32 {
    (libm::atan2(opposite as f64, adjacent as f64) / RADIANS_PER_UNIT + 0.5) as u32
}

/// The straight line between start and end of a point that turns by `by` (at most half a turn) at
/// `radius` from the pivot: the wheel distance of systems that measure it straight.
pub fn chord(radius: Um, by: Angle) -> Um {
    let sine = i64::from(by.halved().heading().x);
    Um::new(round_shift(2 * radius.wide().abs() * sine, HEADING_BITS))
}

/// The way along the arc of a point that turns by `by` at `radius` from the pivot.
pub fn arc_length(radius: Um, by: Angle) -> Um {
    let length = f64::from(radius.get().abs()) * f64::from(by.0) * RADIANS_PER_UNIT;
    Um::new((length + 0.5) as i64)
}

/// The greatest turn whose straight-line wheel distance does not exceed `distance`, at most half a turn.
pub fn angle_of_chord(radius: Um, distance: Um) -> Angle {
    let (radius, distance) = (radius.get().abs(), distance.get().max(0));
    if radius == 0 || i64::from(distance) >= 2 * i64::from(radius) {
        return Angle::HALF;
    }
    let half = libm::asin(f64::from(distance) / (2.0 * f64::from(radius)));
    Angle((2.0 * half / RADIANS_PER_UNIT) as u32)
}

/// The angle, up to a right angle, whose sine is `opposite / hypotenuse`; `None` if there is none.
pub(crate) fn angle_of_sine(opposite: Um, hypotenuse: Um) -> Option<Angle> {
    let (opposite, hypotenuse) = (opposite.get().abs(), hypotenuse.get().abs());
    if hypotenuse == 0 || opposite > hypotenuse {
        return None;
    }
    let radians = libm::asin(f64::from(opposite) / f64::from(hypotenuse));
    Some(Angle((radians / RADIANS_PER_UNIT + 0.5) as u32))
}

/// The greatest turn whose way along the arc does not exceed `distance`, at most half a turn.
pub fn angle_of_arc(radius: Um, distance: Um) -> Angle {
    let (radius, distance) = (radius.get().abs(), distance.get().max(0));
    if radius == 0 {
        return Angle::HALF;
    }
    let units = f64::from(distance) / f64::from(radius) / RADIANS_PER_UNIT;
    if units >= 2_147_483_648.0 { Angle::HALF } else { Angle(units as u32) }
}

impl Heading {
    /// The direction a quarter turn to the right.
    pub const fn right(self) -> Heading {
        Heading { x: self.y, y: -self.x }
    }

    /// The opposite direction.
    pub const fn reversed(self) -> Heading {
        Heading { x: -self.x, y: -self.y }
    }

    /// Scalar product in fixed point of 30 places, rounded towards zero: the same for mirror images.
    pub(crate) const fn dot(self, other: Heading) -> i64 {
        (self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64) / ONE
    }

    /// Projection of a vector on this direction, with 30 binary places more than the vector.
    pub(crate) const fn project(self, x: i64, y: i64) -> i64 {
        x * self.x as i64 + y * self.y as i64
    }

    /// The unit vector along an integer vector, without floating point; `None` for the zero vector.
    pub(crate) fn along(x: i64, y: i64) -> Option<Heading> {
        let square = x * x + y * y;
        if square == 0 {
            return None;
        }
        // The length with 16 binary places; the vectors of a table are below 2^26, so all fits.
        let length = ((square as u128) << 32).isqrt() as i128;
        let scaled = |value: i64| {
            let wide = i128::from(value) << (HEADING_BITS + 16);
            let half = if wide >= 0 { length / 2 } else { -length / 2 };
            ((wide + half) / length) as i32
        };
        Some(Heading { x: scaled(x), y: scaled(y) })
    }
}

/// Shifts right, rounding to the nearest, halves away from zero: the same for mirror images.
pub(crate) const fn round_shift(value: i64, bits: u32) -> i64 {
    let half = 1_i64 << (bits - 1);
    if value >= 0 { (value + half) >> bits } else { -((half - value) >> bits) }
}

impl Add for Angle {
    type Output = Angle;
    fn add(self, other: Angle) -> Angle {
        Angle(self.0.wrapping_add(other.0))
    }
}

impl Sub for Angle {
    type Output = Angle;
    fn sub(self, other: Angle) -> Angle {
        Angle(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Angle {
    fn add_assign(&mut self, other: Angle) {
        *self = *self + other;
    }
}

impl SubAssign for Angle {
    fn sub_assign(&mut self, other: Angle) {
        *self = *self - other;
    }
}

impl Neg for Angle {
    type Output = Angle;
    fn neg(self) -> Angle {
        Angle(self.0.wrapping_neg())
    }
}

impl fmt::Display for Angle {
    /// Degrees with three decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.millidegrees();
        write!(f, "{}.{:03}°", thousandths / 1000, thousandths % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compass_points_are_exact() {
        assert_eq!(Angle::ZERO.heading(), Heading { x: 0, y: 1 << 30 });
        assert_eq!(Angle::QUARTER.heading(), Heading { x: 1 << 30, y: 0 });
        assert_eq!(Angle::HALF.heading(), Heading { x: 0, y: -(1 << 30) });
        assert_eq!(Angle::THREE_QUARTERS.heading(), Heading { x: -(1 << 30), y: 0 });
    }

    #[test]
    fn quarter_turns_and_mirrors_are_exact_and_units_have_length_one() {
        for k in 0..50_000_u32 {
            let angle = Angle(k.wrapping_mul(2_654_435_761));
            let ahead = angle.heading();
            assert_eq!((angle + Angle::QUARTER).heading(), ahead.right());
            let mirrored = (-angle).heading();
            assert_eq!((mirrored.x, mirrored.y), (-ahead.x, ahead.y));
            let length = i64::from(ahead.x).pow(2) + i64::from(ahead.y).pow(2);
            assert!((length - (1 << 60)).abs() <= 1 << 31, "{angle}");
        }
    }

    #[test]
    fn thirty_degrees_has_sine_one_half() {
        let ahead = Angle::from_degrees(30).heading();
        assert!((i64::from(ahead.x) - (1 << 29)).abs() <= 1);
    }

    #[test]
    fn along_inverts_heading() {
        for k in 0..50_000_u32 {
            let angle = Angle(k.wrapping_mul(2_246_822_519));
            let ahead = angle.heading();
            let back = Angle::along(i64::from(ahead.x), i64::from(ahead.y)).unwrap();
            assert!((back - angle).size().0 <= 4, "{angle} {back}");
            let unit = Heading::along(i64::from(ahead.x) >> 6, i64::from(ahead.y) >> 6).unwrap();
            assert!((unit.x - ahead.x).abs() < 200 && (unit.y - ahead.y).abs() < 200);
        }
        assert_eq!(Angle::along(0, 0), None);
        assert_eq!(Angle::along(-3, 3), Some(Angle(7 << 29)));
    }

    #[test]
    fn degrees_round_trip_through_every_thousandth() {
        for thousandth in 0..360_000 {
            assert_eq!(Angle::from_millidegrees(thousandth).millidegrees(), thousandth as u32);
        }
        assert_eq!(Angle::from_degrees(-90), Angle::THREE_QUARTERS);
    }

    #[test]
    fn a_wheel_of_sixty_degrees_has_its_radius_as_chord() {
        assert_eq!(chord(Um::from_mm(160), Angle::from_degrees(60)), Um::from_mm(160));
        let back = angle_of_chord(Um::from_mm(160), Um::from_mm(160));
        assert_eq!(back.millidegrees(), 60_000);
        // A right angle: the square root of two.
        assert_eq!(chord(Um::from_mm(100), Angle::QUARTER), Um::new(141_421));
    }

    #[test]
    fn half_a_turn_along_the_arc_is_pi_radii() {
        assert_eq!(arc_length(Um::from_mm(100), Angle::HALF), Um::new(314_159));
        assert_eq!(angle_of_arc(Um::from_mm(100), Um::new(157_080)).millidegrees(), 90_000);
        assert_eq!(angle_of_arc(Um::from_mm(1), Um::from_mm(4)), Angle::HALF);
        assert_eq!(angle_of_chord(Um::ZERO, Um::from_mm(4)), Angle::HALF);
    }

    #[test]
    fn turning_by_the_angle_of_a_chord_never_exceeds_the_distance() {
        for k in 1..2_000_i64 {
            let (radius, distance) = (Um::new(20_000 + k * 397), Um::new(k * 53));
            assert!(chord(radius, angle_of_chord(radius, distance)) <= distance);
            assert!(distance - chord(radius, angle_of_chord(radius, distance)) <= Um::new(1));
        }
    }

    #[test]
    fn bisectors() {
        let degrees = Angle::from_degrees;
        let between = |all: &[i32]| {
            Angle::bisect_all(&all.iter().map(|d| degrees(*d)).collect::<Vec<_>>(), Angle::ZERO, Hand::Left)
        };
        assert_eq!(between(&[0, 90, 45]), Some(Angle::EIGHTH));
        assert_eq!(between(&[20, 300]).unwrap().millidegrees(), 340_000);
        assert_eq!(between(&[]), None);
        assert_eq!(between(&[77]), Some(degrees(77)));
    }

    #[test]
    fn of_two_bisectors_that_towards_which_is_nearer_or_else_that_to_the_hand() {
        let opposite = [Angle::from_degrees(100), Angle::from_degrees(280)];
        let toward = |d: i32, hand| {
            Angle::bisect_all(&opposite, Angle::from_degrees(d), hand).map(Angle::millidegrees)
        };
        assert_eq!(toward(170, Hand::Left), Some(190_000));
        assert_eq!(toward(0, Hand::Right), Some(10_000));
        assert_eq!(toward(100, Hand::Right), Some(190_000), "as far either way: to the right");
        assert_eq!(toward(100, Hand::Left), Some(10_000), "as far either way: to the left");
    }
}
