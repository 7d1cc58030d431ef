//! Lengths and coordinates in whole micrometres.

use std::borrow::Cow;

use core::fmt;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

/// A length or a coordinate in whole micrometres, never beyond [`Um::LIMIT`] either way.
///
/// The limit (about 16.7 m) keeps every product of two differences inside `i64`, so that no
/// predicate of this crate can overflow. Arithmetic saturates at the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct Um(i32);

impl JsonSchema for Um {
    fn schema_name() -> Cow<'static, str> {
        "Um".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A length or coordinate in whole micrometres.",
            "type": "integer",
            "minimum": -Um::LIMIT,
            "maximum": Um::LIMIT,
        })
    }
}

/// A length that lies outside the range that the table geometry can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{value} µm is out of range: lengths and coordinates must lie within ±16777216 µm (16.7 m)")]
pub struct OutOfRange {
    /// The value refused.
    pub value: i64,
}

impl Um {
    /// No length at all.
    pub const ZERO: Um = Um(0);
    /// The greatest length or coordinate in micrometres, about 16.7 m.
    pub const LIMIT: i32 = 1 << 24;
    /// The greatest length.
    pub const MAX: Um = Um(Um::LIMIT);

    /// A length in micrometres, drawn in to the limit if it lies outside.
    pub const fn new(micrometres: i64) -> Um {
        let limit = Um::LIMIT as i64;
        if micrometres > limit {
            Um(Um::LIMIT)
        } else if micrometres < -limit {
            Um(-Um::LIMIT)
        } else {
            Um(micrometres as i32)
        }
    }

    /// A length in micrometres, refused if it lies outside the limit.
    pub const fn checked(micrometres: i64) -> Result<Um, OutOfRange> {
        if micrometres < -(Um::LIMIT as i64) || micrometres > Um::LIMIT as i64 {
            Err(OutOfRange { value: micrometres })
        } else {
            Ok(Um(micrometres as i32))
        }
    }

    /// A length in whole millimetres, drawn in to the limit.
    pub const fn from_mm(millimetres: i32) -> Um {
        Um::new(millimetres as i64 * 1000)
    }

    /// The number of micrometres.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The length without its sign.
    pub const fn abs(self) -> Um {
        Um(self.0.abs())
    }

    /// Half the length, rounded away from zero.
    pub const fn half(self) -> Um {
        Um((self.0 + self.0.signum()) / 2)
    }

    /// This length if it is positive, otherwise zero.
    pub fn or_zero(self) -> Um {
        self.max(Um::ZERO)
    }

    /// How many whole times `part` goes into this length (0 for a part that is not positive).
    pub const fn whole_parts(self, part: Um) -> u32 {
        if part.0 <= 0 || self.0 <= 0 { 0 } else { (self.0 / part.0) as u32 }
    }

    pub(crate) const fn wide(self) -> i64 {
        self.0 as i64
    }
}

/// Reads a length that must be above zero.
pub(crate) fn positive<'de, D: Deserializer<'de>>(from: D) -> Result<Um, D::Error> {
    let length = Um::deserialize(from)?;
    if length > Um::ZERO {
        Ok(length)
    } else {
        Err(serde::de::Error::custom(format_args!("a width or depth must be above 0, this one is {length}")))
    }
}

impl TryFrom<i32> for Um {
    type Error = OutOfRange;
    fn try_from(value: i32) -> Result<Um, OutOfRange> {
        Um::checked(i64::from(value))
    }
}

impl From<Um> for i32 {
    fn from(value: Um) -> i32 {
        value.0
    }
}

impl Add for Um {
    type Output = Um;
    fn add(self, other: Um) -> Um {
        Um::new(self.wide() + other.wide())
    }
}

impl Sub for Um {
    type Output = Um;
    fn sub(self, other: Um) -> Um {
        Um::new(self.wide() - other.wide())
    }
}

impl AddAssign for Um {
    fn add_assign(&mut self, other: Um) {
        *self = *self + other;
    }
}

impl SubAssign for Um {
    fn sub_assign(&mut self, other: Um) {
        *self = *self - other;
    }
}

impl Neg for Um {
    type Output = Um;
    fn neg(self) -> Um {
        Um(-self.0)
    }
}

impl Mul<i32> for Um {
    type Output = Um;
    fn mul(self, times: i32) -> Um {
        Um::new(self.wide() * i64::from(times))
    }
}

impl Div<i32> for Um {
    type Output = Um;
    /// Divides, rounding towards zero; dividing by zero gives the limit of the same sign.
    fn div(self, parts: i32) -> Um {
        match self.0.checked_div(parts) {
            Some(value) => Um(value),
            None if self.0 < 0 => -Um::MAX,
            None if self.0 > 0 => Um::MAX,
            None => Um::ZERO,
        }
    }
}

impl core::iter::Sum for Um {
    fn sum<I: Iterator<Item = Um>>(lengths: I) -> Um {
        lengths.fold(Um::ZERO, Add::add)
    }
}

impl fmt::Display for Um {
    /// Millimetres with as many decimals as are needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / 1000, self.0.abs() % 1000);
        if part == 0 {
            write!(f, "{sign}{whole} mm")
        } else {
            let decimals = format!("{part:03}");
            write!(f, "{sign}{whole}.{} mm", decimals.trim_end_matches('0'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates_at_the_limit() {
        assert_eq!(Um::MAX + Um::new(1), Um::MAX);
        assert_eq!(-Um::MAX - Um::new(1), -Um::MAX);
        assert_eq!(Um::MAX * 1000, Um::MAX);
        assert_eq!(Um::new(-5) / 0, -Um::MAX);
    }

    #[test]
    fn reading_refuses_what_is_out_of_range() {
        assert!(Um::checked(16_777_217).is_err());
        assert_eq!(Um::checked(-16_777_216).map(Um::get), Ok(-16_777_216));
        assert!(serde_json::from_str::<Um>("16777217").is_err());
        assert_eq!(serde_json::from_str::<Um>("40000").ok(), Some(Um::from_mm(40)));
    }

    #[test]
    fn shows_millimetres() {
        assert_eq!(Um::new(40_000).to_string(), "40 mm");
        assert_eq!(Um::new(-12_340).to_string(), "-12.34 mm");
        assert_eq!(Um::new(7).to_string(), "0.007 mm");
    }

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(Um::new(5).half(), Um::new(3));
        assert_eq!(Um::new(-5).half(), Um::new(-3));
        assert_eq!(Um::new(4).half(), Um::new(2));
    }
}
