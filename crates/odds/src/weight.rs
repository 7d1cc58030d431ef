//! Weights: naturals in machine integers while they fit, arbitrary precision afterwards.
//!
//! Every weight of a distribution is at most its total, so the size of a result is known before it is
//! computed. Each operation picks the narrowest representation that holds its total, and the arithmetic
//! within needs no check for overflow.

use dashu::base::BitTest;
use std::{borrow::Cow, cmp::Ordering};

/// An exact natural number of any size.
pub use dashu::integer::UBig as Natural;

/// A representation of weights.
pub(crate) trait Weight: Clone + Ord {
    /// Naturals of up to this many bits are held.
    const BITS: usize;
    fn small(n: u64) -> Self;
    /// The caller has made sure that `n` has at most [`Self::BITS`] bits.
    fn narrow(n: &Natural) -> Self;
    fn natural(&self) -> Natural;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    /// Adds `other * by`.
    fn add_times_small(&mut self, other: &Self, by: u64);
    fn pack(weights: Vec<Self>) -> Weights;
    fn unpack(weights: &Weights) -> Cow<'_, [Self]>;
}

/// The weights of a distribution, all in one representation.
#[derive(Clone, Debug)]
pub(crate) enum Weights {
    /// Totals of up to 128 bits.
    Word(Vec<u128>),
    /// Totals of up to 256 bits.
    Wide(Vec<U256>),
    /// Any total.
    Big(Vec<Natural>),
}

/// Runs the body with `$weight` standing for the narrowest representation that holds `$bits` bits.
macro_rules! with_weight {
    ($bits:expr, $weight:ident => $body:expr) => {{
        let bits: usize = $bits;
        if bits <= <u128 as $crate::weight::Weight>::BITS {
            type $weight = u128;
            $body
        } else if bits <= <$crate::weight::U256 as $crate::weight::Weight>::BITS {
            type $weight = $crate::weight::U256;
            $body
        } else {
            type $weight = $crate::weight::Natural;
            $body
        }
    }};
}
pub(crate) use with_weight;

/// Runs the body with `$slice` bound to the weights as a slice of whatever representation they have.
macro_rules! match_weights {
    ($weights:expr, $slice:ident => $body:expr) => {
        match $weights {
            $crate::weight::Weights::Word($slice) => $body,
            $crate::weight::Weights::Wide($slice) => $body,
            $crate::weight::Weights::Big($slice) => $body,
        }
    };
}
pub(crate) use match_weights;

/// How many bits `n` has.
pub(crate) fn bits(n: &Natural) -> usize {
    n.bit_len()
}

impl Weights {
    pub(crate) fn len(&self) -> usize {
        match_weights!(self, w => w.len())
    }

    pub(crate) fn get(&self, at: usize) -> Natural {
        match_weights!(self, w => w.get(at).map_or(Natural::ZERO, Weight::natural))
    }

    /// The sum of the weights at these places.
    pub(crate) fn sum(&self, places: impl Iterator<Item = usize>) -> Natural {
        match_weights!(self, w => sum(places.filter_map(|at| w.get(at))))
    }
}

/// The sum of weights of one distribution; it cannot exceed the distribution's total.
pub(crate) fn sum<'a, W: Weight + 'a>(weights: impl Iterator<Item = &'a W>) -> Natural {
    let mut sum = W::small(0);
    for weight in weights {
        sum.add(weight);
    }
    sum.natural()
}

impl Weight for u128 {
    const BITS: usize = 128;
    fn small(n: u64) -> Self {
        u128::from(n)
    }
    fn narrow(n: &Natural) -> Self {
        u128::try_from(n).unwrap_or(u128::MAX)
    }
    fn natural(&self) -> Natural {
        Natural::from(*self)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn add_times_small(&mut self, other: &Self, by: u64) {
        *self += other * u128::from(by);
    }
    fn pack(weights: Vec<Self>) -> Weights {
        Weights::Word(weights)
    }
    fn unpack(weights: &Weights) -> Cow<'_, [Self]> {
        match weights {
            Weights::Word(w) => Cow::Borrowed(w),
            Weights::Wide(w) => w.iter().map(|w| Self::narrow(&w.natural())).collect(),
            Weights::Big(w) => w.iter().map(Self::narrow).collect(),
        }
    }
}

/// A natural of up to 256 bits, least significant word first. Results beyond that are never asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct U256([u64; 4]);

impl Ord for U256 {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for U256 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `a + b * c + carry` as low and high word; it cannot overflow.
#[inline(always)]
const fn multiply_add(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 + b as u128 * c as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

impl From<u128> for U256 {
    fn from(n: u128) -> Self {
        U256([n as u64, (n >> 64) as u64, 0, 0])
    }
}

impl Weight for U256 {
    const BITS: usize = 256;
    fn small(n: u64) -> Self {
        U256([n, 0, 0, 0])
    }
    fn narrow(n: &Natural) -> Self {
        let word = |i: usize| u64::try_from((n >> (64 * i)) & Natural::from(u64::MAX)).unwrap_or(u64::MAX);
        U256([word(0), word(1), word(2), word(3)])
    }
    fn natural(&self) -> Natural {
        self.0.iter().rev().fold(Natural::ZERO, |n, &word| (n << 64) + word)
    }
    fn is_zero(&self) -> bool {
        self.0 == [0; 4]
    }
    #[inline]
    fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for (a, b) in self.0.iter_mut().zip(other.0) {
            (*a, carry) = multiply_add(*a, b, 1, carry);
        }
        debug_assert_eq!(carry, 0, "a weight exceeds its total");
    }
    #[inline]
    fn times(&self, other: &Self) -> Self {
        let mut product = [0; 4];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (slot, &b) in product[i..].iter_mut().zip(&other.0) {
                (*slot, carry) = multiply_add(*slot, a, b, carry);
            }
        }
        U256(product)
    }
    #[inline]
    fn add_times_small(&mut self, other: &Self, by: u64) {
        let mut carry = 0;
        for (a, b) in self.0.iter_mut().zip(other.0) {
            (*a, carry) = multiply_add(*a, b, by, carry);
        }
        debug_assert_eq!(carry, 0, "a weight exceeds its total");
    }
    fn pack(weights: Vec<Self>) -> Weights {
        Weights::Wide(weights)
    }
    fn unpack(weights: &Weights) -> Cow<'_, [Self]> {
        match weights {
            Weights::Word(w) => w.iter().map(|&w| w.into()).collect(),
            Weights::Wide(w) => Cow::Borrowed(w),
            Weights::Big(w) => w.iter().map(Self::narrow).collect(),
        }
    }
}

impl Weight for Natural {
    const BITS: usize = usize::MAX;
    fn small(n: u64) -> Self {
        Natural::from(n)
    }
    fn narrow(n: &Natural) -> Self {
        n.clone()
    }
    fn natural(&self) -> Natural {
        self.clone()
    }
    fn is_zero(&self) -> bool {
        Natural::is_zero(self)
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn add_times_small(&mut self, other: &Self, by: u64) {
        *self += other * by;
    }
    fn pack(weights: Vec<Self>) -> Weights {
        Weights::Big(weights)
    }
    fn unpack(weights: &Weights) -> Cow<'_, [Self]> {
        match weights {
            Weights::Word(w) => w.iter().map(Weight::natural).collect(),
            Weights::Wide(w) => w.iter().map(Weight::natural).collect(),
            Weights::Big(w) => Cow::Borrowed(w),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(words: [u64; 4]) -> U256 {
        U256(words)
    }

    proptest! {
        #[test]
        fn u256_agrees_with_the_library(a in any::<[u64; 2]>(), b in any::<[u64; 2]>(), by in any::<u64>()) {
            let (x, y) = (wide([a[0], a[1], 0, 0]), wide([b[0], b[1], 0, 0]));
            let product = x.times(&y);
            prop_assert_eq!(product.natural(), x.natural() * y.natural());
            prop_assert_eq!(U256::narrow(&product.natural()), product);
            let mut sum = x;
            sum.add(&y);
            prop_assert_eq!(sum.natural(), x.natural() + y.natural());
            let mut sum = x;
            sum.add_times_small(&y, by);
            prop_assert_eq!(sum.natural(), x.natural() + y.natural() * by);
        }

        #[test]
        fn u256_orders_as_the_library(a in any::<[u64; 4]>(), b in any::<[u64; 4]>()) {
            prop_assert_eq!(wide(a).cmp(&wide(b)), wide(a).natural().cmp(&wide(b).natural()));
        }
    }

    #[test]
    fn carries_reach_the_highest_word() {
        let mut n = wide([u64::MAX, u64::MAX, u64::MAX, 0]);
        n.add(&U256::small(1));
        assert_eq!(n, wide([0, 0, 0, 1]));
        assert_eq!(n.natural(), Natural::ONE << 192);
    }
}
