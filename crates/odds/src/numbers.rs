//! Distributions of numbers: mean and variance, sums, sums of many copies.

use crate::{
    Distribution, Fraction, Natural, OddsError,
    weight::{Weight, Weights, bits, match_weights, with_weight},
};
use dashu::{base::Signed, integer::IBig};

/// The widest table that sums are worked out in; wider ones are added up outcome by outcome.
const WIDEST_TABLE: usize = 1 << 16;
/// From this many copies on, the recurrence for powers beats repeated multiplication.
const MANY_COPIES: u32 = 24;

impl<T: Ord + Copy + Into<i64>> Distribution<T> {
    /// The mean, exactly.
    pub fn mean(&self) -> Fraction {
        let sum: IBig = self.iter().map(|(&t, weight)| IBig::from(t.into()) * IBig::from(weight)).sum();
        Fraction::of(sum, self.total())
    }

    /// The variance, exactly.
    pub fn variance(&self) -> Fraction {
        let square = |t: i64| IBig::from(t) * IBig::from(t);
        let squares: IBig = self.iter().map(|(&t, weight)| square(t.into()) * IBig::from(weight)).sum();
        let mean = self.mean();
        Fraction::of(squares, self.total()) - &mean * &mean
    }
}

/// A distribution of numbers as a polynomial: entry `i` is the weight of the outcome `lowest + i`.
struct Table {
    lowest: i64,
    weights: Vec<u64>,
    total: Natural,
}

impl Distribution<i32> {
    /// How often a thing of probability `hits / (hits + misses)` happens in so many independent trials.
    ///
    /// Nothing when both are nought.
    pub fn binomial(trials: u16, hits: u64, misses: u64) -> Option<Self> {
        let total = Natural::from(u128::from(hits) + u128::from(misses));
        let n = i32::from(trials);
        match (hits, misses) {
            (0, 0) => None,
            (0, _) => Some(Distribution::always(0)),
            (_, 0) => Some(Distribution::always(n)),
            _ => {
                let total = total.pow(usize::from(trials));
                let weights = with_weight!(bits(&total), W => W::pack(binomial::<W>(trials, hits, misses)));
                Some(Distribution::from_parts((0..=n).collect(), weights, total))
            }
        }
    }

    /// The sum of this number and an independent one of `other`.
    pub fn plus(&self, other: &Self) -> Result<Self, OddsError> {
        let ends = |d: &Self| (d.lowest(), d.highest());
        let ((a, b), (c, d)) = (ends(self), ends(other));
        if a.checked_add(c).is_none() || b.checked_add(d).is_none() {
            return Err(OddsError::Overflow);
        }
        Ok(self.combine(other, |a, b| a + b))
    }

    /// The negated number.
    pub fn negated(&self) -> Result<Self, OddsError> {
        match self.lowest().checked_neg() {
            Some(_) => Ok(self.map(|n| -n)),
            None => Err(OddsError::Overflow),
        }
    }

    /// The sum of so many independent numbers of this distribution.
    pub fn copies(&self, count: u32) -> Result<Self, OddsError> {
        let end = |n: i32| i32::try_from(i64::from(n) * i64::from(count)).map_err(|_| OddsError::Overflow);
        let (lowest, highest) = (end(self.lowest())?, end(self.highest())?);
        let width = (i64::from(highest) - i64::from(lowest)) as u64 + 1;
        match self.table(count) {
            Some(table) if width <= WIDEST_TABLE as u64 => {
                let total = table.total.pow(count as usize);
                let weights = with_weight!(bits(&total), W => W::pack(match count < MANY_COPIES {
                    true => power::<W>(&table.weights, count),
                    false => power_by_recurrence(&table.weights, count).iter().map(W::narrow).collect(),
                }));
                Ok(Self::from_table(i64::from(lowest), weights, total))
            }
            _ => self.copies_by_squaring(count),
        }
    }

    fn copies_by_squaring(&self, count: u32) -> Result<Self, OddsError> {
        let mut sum = Distribution::always(0);
        for bit in (0..u32::BITS - count.leading_zeros()).rev() {
            sum = sum.plus(&sum)?;
            if count >> bit & 1 == 1 {
                sum = sum.plus(self)?;
            }
        }
        Ok(sum)
    }

    /// The sum of as many independent numbers of `each` as this distribution says: hits thrown again to save.
    pub fn throws_of(&self, each: &Self) -> Result<Self, OddsError> {
        let (fewest, most) = (self.lowest(), self.highest());
        let Ok(most) = u32::try_from(most).and_then(|most| u32::try_from(fewest).map(|_| most)) else {
            return Err(OddsError::Negative { count: fewest });
        };
        let highest = u32::try_from(each.highest()).unwrap_or(0);
        let width = u64::from(most) * u64::from(highest) + 1;
        match each.table(1) {
            Some(table) if table.lowest >= 0 && width <= WIDEST_TABLE as u64 && most < 1 << 12 => {
                let lowest = usize::try_from(table.lowest).unwrap_or(0);
                let mut factor = vec![0; lowest];
                factor.extend(&table.weights);
                let total = self.total() * table.total.pow(most as usize);
                let weights = with_weight!(bits(&total), W => {
                    W::pack(compose::<W>(&self.column(most), &factor, &table.total))
                });
                Ok(Self::from_table(0, weights, total))
            }
            _ => self.try_and_then(|&count| each.copies(count.unsigned_abs())),
        }
    }

    fn lowest(&self) -> i32 {
        self.outcomes().first().copied().unwrap_or(0)
    }

    fn highest(&self) -> i32 {
        self.outcomes().last().copied().unwrap_or(0)
    }

    /// Weights by outcome from 0 to `most`.
    fn column<W: Weight>(&self, most: u32) -> Vec<W> {
        let mut column = vec![W::small(0); most as usize + 1];
        for (&n, weight) in self.outcomes().iter().zip(W::unpack(self.weights()).iter()) {
            if let Some(slot) = usize::try_from(n).ok().and_then(|n| column.get_mut(n)) {
                *slot = weight.clone();
            }
        }
        column
    }

    /// This distribution as a table, if it is small and dense enough for one of `count` copies to pay.
    fn table(&self, count: u32) -> Option<Table> {
        let (lowest, highest) = (i64::from(self.lowest()), i64::from(self.highest()));
        let width = usize::try_from(highest - lowest).ok()? + 1;
        if width > 8 * self.outcomes().len() || width.checked_mul(count as usize)? > WIDEST_TABLE {
            return None;
        }
        let mut weights = vec![0; width];
        for (&n, weight) in self.outcomes().iter().zip(small_weights(self.weights())?) {
            *weights.get_mut(usize::try_from(i64::from(n) - lowest).ok()?)? = weight;
        }
        Some(Table { lowest, weights, total: self.total().clone() })
    }

    /// The distribution of a table; outcomes of no weight are left out.
    fn from_table(lowest: i64, weights: Weights, total: Natural) -> Self {
        match_weights!(weights, weights => {
            let mut weights = weights;
            let numbered = (lowest..).map(|n| n as i32).zip(&weights);
            let outcomes = numbered.filter(|(_, w)| !w.is_zero()).map(|(n, _)| n).collect();
            weights.retain(|w| !w.is_zero());
            Distribution::from_parts(outcomes, Weight::pack(weights), total)
        })
    }
}

/// The weights as machine words, if all of them fit.
fn small_weights(weights: &Weights) -> Option<Vec<u64>> {
    match weights {
        Weights::Word(w) => w.iter().map(|&w| u64::try_from(w).ok()).collect(),
        Weights::Wide(_) | Weights::Big(_) => None,
    }
}

/// The weights of 0 to `trials` hits: binomial coefficients times powers.
pub(crate) fn binomial<W: Weight>(trials: u16, hits: u64, misses: u64) -> Vec<W> {
    let n = usize::from(trials);
    let mut weights = binomial_coefficients::<W>(n);
    let mut power = W::small(1);
    for weight in weights.iter_mut().skip(1) {
        power = times_small(&power, hits);
        *weight = weight.times(&power);
    }
    let mut power = W::small(1);
    for weight in weights.iter_mut().rev().skip(1) {
        power = times_small(&power, misses);
        *weight = weight.times(&power);
    }
    weights
}

fn times_small<W: Weight>(a: &W, by: u64) -> W {
    let mut product = W::small(0);
    product.add_times_small(a, by);
    product
}

/// A row of Pascal's triangle.
pub(crate) fn binomial_coefficients<W: Weight>(n: usize) -> Vec<W> {
    // C(62, 31) * 31 is the largest intermediate that a machine word holds.
    let mut row = Vec::with_capacity(n + 1);
    if n <= 62 {
        let mut c: u64 = 1;
        for k in 0..=n as u64 {
            row.push(W::small(c));
            c = c * (n as u64 - k) / (k + 1);
        }
    } else {
        let mut c = Natural::ONE;
        for k in 0..=n {
            row.push(W::narrow(&c));
            c = c * (n - k) / (k + 1);
        }
    }
    row
}

/// Multiplies a polynomial by one with small coefficients, in place.
fn multiply_in_place<W: Weight>(polynomial: &mut Vec<W>, factor: &[u64]) {
    let Some((&constant, rest)) = factor.split_first() else { return };
    polynomial.resize(polynomial.len() + rest.len(), W::small(0));
    if let &[linear] = rest {
        let mut before = W::small(0);
        for slot in polynomial {
            let old = std::mem::replace(slot, W::small(0));
            slot.add_times_small(&old, constant);
            slot.add_times_small(&before, linear);
            before = old;
        }
        return;
    }
    for k in (0..polynomial.len()).rev() {
        let mut sum = times_small(&polynomial[k], constant);
        for (i, &coefficient) in rest.iter().enumerate().take(k) {
            sum.add_times_small(&polynomial[k - 1 - i], coefficient);
        }
        polynomial[k] = sum;
    }
}

/// A polynomial to the power of `count` by repeated multiplication.
fn power<W: Weight>(factor: &[u64], count: u32) -> Vec<W> {
    let mut product = vec![W::small(1)];
    for _ in 0..count {
        multiply_in_place(&mut product, factor);
    }
    product
}

/// A polynomial to the power of `count` by the recurrence that follows from `Q' P = count P' Q` for
/// `Q = P^count`: one pass over the result, whatever the count. The first coefficient is positive.
fn power_by_recurrence(factor: &[u64], count: u32) -> Vec<Natural> {
    let Some((&constant, rest)) = factor.split_first() else { return Vec::new() };
    let n = i64::from(count);
    let length = rest.len() * count as usize + 1;
    let mut power: Vec<IBig> = Vec::with_capacity(length);
    power.push(IBig::from(constant).pow(count as usize));
    for k in 1..length {
        let mut sum = IBig::ZERO;
        for (i, &coefficient) in rest.iter().enumerate().take(k).filter(|(_, c)| **c != 0) {
            let i = i + 1;
            let by = IBig::from(coefficient) * (n * i as i64 - (k - i) as i64);
            sum += &power[k - i] * by;
        }
        power.push(sum / (IBig::from(constant) * k));
    }
    debug_assert!(power.iter().all(|c| !c.is_negative()));
    power.into_iter().map(|c| c.into_parts().1).collect()
}

/// The polynomial `counts` evaluated at the polynomial `factor`, over a common denominator (Horner's scheme).
fn compose<W: Weight>(counts: &[W], factor: &[u64], total: &Natural) -> Vec<W> {
    let Some((last, others)) = counts.split_last() else { return Vec::new() };
    let mut sum = Vec::with_capacity(others.len() * factor.len() + 1);
    sum.push(last.clone());
    let total = W::narrow(total);
    let mut scale = W::small(1);
    for count in others.iter().rev() {
        multiply_in_place(&mut sum, factor);
        scale = scale.times(&total);
        sum[0].add(&count.times(&scale));
    }
    sum
}
