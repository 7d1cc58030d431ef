//! Exact fractions and how they are shown.

use crate::Natural;
use dashu::{
    base::{Abs, Sign, Signed, UnsignedAbs},
    integer::IBig,
    rational::RBig,
};
use serde::{Serialize, Serializer};
use std::{
    fmt,
    iter::Sum,
    ops::{Add, Mul, Sub},
    str::FromStr,
};

/// An exact fraction in lowest terms; written `a/b`, whole numbers too (`1/1`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Fraction(RBig);

impl Fraction {
    /// Nought.
    pub const ZERO: Fraction = Fraction(RBig::ZERO);
    /// One.
    pub const ONE: Fraction = Fraction(RBig::ONE);

    /// The fraction `numerator / denominator`, or nothing when the denominator is nought.
    pub fn new(numerator: impl Into<IBig>, denominator: impl Into<Natural>) -> Option<Self> {
        let denominator = denominator.into();
        (!denominator.is_zero()).then(|| Fraction(RBig::from_parts(numerator.into(), denominator)))
    }

    /// The caller has made sure that the denominator is positive.
    pub(crate) fn of(numerator: impl Into<IBig>, denominator: &Natural) -> Self {
        debug_assert!(!denominator.is_zero());
        Fraction(RBig::from_parts(numerator.into(), denominator.clone()))
    }

    /// The size of the numerator in lowest terms.
    pub fn numerator(&self) -> Natural {
        self.0.numerator().unsigned_abs()
    }

    /// The denominator in lowest terms.
    pub fn denominator(&self) -> &Natural {
        self.0.denominator()
    }

    /// Whether the fraction is below nought.
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// The nearest `f64`, for display only.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }

    /// The decimal with so many places, rounded from the exact value; a tie goes away from nought.
    pub fn decimal(&self, places: usize) -> String {
        let scale = Natural::from(10u8).pow(places);
        let rounded = self.rounded(&scale);
        let (whole, rest) = (&rounded / &scale, &rounded % &scale);
        let sign = if self.is_negative() && !rounded.is_zero() { "-" } else { "" };
        match places {
            0 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{:0>places$}", rest.to_string()),
        }
    }

    /// Hundredths of a percent, rounded from the exact value; for a chance, which lies between nought and one.
    pub fn basis_points(&self) -> u16 {
        u16::try_from(self.rounded(&Natural::from(10_000u16))).unwrap_or(u16::MAX)
    }

    /// The size of so many times the value as a whole number; a tie goes up.
    fn rounded(&self, scale: &Natural) -> Natural {
        (self.numerator() * scale * 2u8 + self.denominator()) / (self.denominator() * 2u8)
    }

    /// The percentage with so many places, rounded from the exact value.
    pub fn percent(&self, places: usize) -> String {
        Fraction(&self.0 * RBig::from(100)).decimal(places)
    }

    /// The quotient, or nothing when the divisor is nought.
    pub fn checked_div(&self, divisor: &Fraction) -> Option<Fraction> {
        (!divisor.0.is_zero()).then(|| Fraction(&self.0 / &divisor.0))
    }

    /// The distance from nought.
    pub fn magnitude(&self) -> Fraction {
        Fraction(self.0.clone().abs())
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.0.numerator(), self.0.denominator()))
    }
}

/// Text that is not a fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a fraction such as 3/4 or a whole number")]
pub struct NotAFraction(String);

impl FromStr for Fraction {
    type Err = NotAFraction;

    fn from_str(text: &str) -> Result<Self, NotAFraction> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let parsed = (IBig::from_str(numerator.trim()), Natural::from_str(denominator.trim()));
        match parsed {
            (Ok(n), Ok(d)) => Fraction::new(n, d).ok_or_else(|| NotAFraction(text.to_owned())),
            _ => Err(NotAFraction(text.to_owned())),
        }
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<i64> for Fraction {
    fn from(n: i64) -> Self {
        Fraction(RBig::from(n))
    }
}

impl From<Natural> for Fraction {
    fn from(n: Natural) -> Self {
        Fraction(RBig::from_parts(IBig::from_parts(Sign::Positive, n), Natural::ONE))
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $op:tt) => {
        impl $trait for Fraction {
            type Output = Fraction;
            fn $method(self, other: Fraction) -> Fraction {
                Fraction(self.0 $op other.0)
            }
        }
        impl $trait for &Fraction {
            type Output = Fraction;
            fn $method(self, other: &Fraction) -> Fraction {
                Fraction(&self.0 $op &other.0)
            }
        }
    };
}

operator!(Add add +);
operator!(Sub sub -);
operator!(Mul mul *);

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(fractions: I) -> Self {
        fractions.fold(Fraction::ZERO, |sum, f| sum + f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fraction(n: i64, d: u64) -> Fraction {
        Fraction::new(n, d).unwrap()
    }

    #[test]
    fn shown_in_lowest_terms() {
        assert_eq!(fraction(6, 8).to_string(), "3/4");
        assert_eq!(fraction(-6, 8).to_string(), "-3/4");
        assert_eq!(Fraction::ONE.to_string(), "1/1");
        assert_eq!(Fraction::new(1, 0u8), None);
    }

    #[test]
    fn decimals_are_rounded_from_the_exact_value() {
        assert_eq!(fraction(1, 256).decimal(4), "0.0039");
        assert_eq!(fraction(1, 8).decimal(2), "0.13");
        assert_eq!(fraction(-1, 8).decimal(2), "-0.13");
        assert_eq!(fraction(2, 3).decimal(0), "1");
        assert_eq!(fraction(-1, 1000).decimal(2), "0.00");
        assert_eq!(fraction(999_999, 1_000_000).percent(2), "100.00");
        assert_eq!(fraction(7, 2).decimal(3), "3.500");
        let points = [(0, 1), (1, 3), (1, 32), (93, 256), (1, 1)].map(|(n, d)| fraction(n, d).basis_points());
        assert_eq!(points, [0, 3333, 313, 3633, 10_000]);
    }

    #[test]
    fn parses_what_it_writes_and_refuses_the_rest() {
        assert_eq!("-3/4".parse(), Ok(fraction(-3, 4)));
        assert_eq!("5".parse(), Ok(fraction(5, 1)));
        for bad in ["", "/", "1/0", "1/-2", "a/b", "1/2/3"] {
            assert!(bad.parse::<Fraction>().is_err(), "{bad}");
        }
    }

    proptest! {
        /// Division of two integers that are exact in `f64` is correctly rounded by the processor.
        #[test]
        fn the_nearest_float_is_found(n in 0i64..1 << 53, d in 1u64..1 << 53) {
            prop_assert_eq!(fraction(n, d).to_f64(), n as f64 / d as f64);
        }
    }
}
