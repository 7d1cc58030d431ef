//! Exact distributions: outcomes with integer weights, and their algebra.

use crate::{
    Fraction, Natural,
    weight::{Weight, Weights, bits, match_weights, sum, with_weight},
};
use dashu::base::Gcd;
use serde::{Serialize, Serializer, ser::SerializeSeq};
use std::{cmp::Ordering, convert::Infallible};

/// An exact distribution over outcomes of type `T`.
///
/// Outcomes are listed in ascending order, each once, with a positive weight; the probability of an outcome
/// is its weight over the total. There is always at least one outcome. Two distributions are equal when
/// every outcome has the same probability in both.
#[derive(Clone, Debug)]
pub struct Distribution<T> {
    outcomes: Vec<T>,
    weights: Weights,
    total: Natural,
}

/// Sorts outcomes and adds up the weights of equal ones.
fn gather<T: Ord, W: Weight>(mut pairs: Vec<(T, W)>) -> (Vec<T>, Vec<W>) {
    if !pairs.is_sorted_by(|a, b| a.0 < b.0) {
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
    }
    let mut outcomes: Vec<T> = Vec::with_capacity(pairs.len());
    let mut weights: Vec<W> = Vec::with_capacity(pairs.len());
    for (outcome, weight) in pairs {
        match (outcomes.last(), weights.last_mut()) {
            (Some(last), Some(sum)) if *last == outcome => sum.add(&weight),
            _ => {
                outcomes.push(outcome);
                weights.push(weight);
            }
        }
    }
    (outcomes, weights)
}

impl<T: Ord> Distribution<T> {
    /// The one outcome that is certain.
    pub fn always(outcome: T) -> Self {
        Distribution { outcomes: vec![outcome], weights: Weights::Word(vec![1]), total: Natural::ONE }
    }

    /// Outcomes with their weights, in any order; equal outcomes add up. Nothing when no weight is positive.
    pub fn weighted<N: Into<Natural>>(pairs: impl IntoIterator<Item = (T, N)>) -> Option<Self> {
        let pairs: Vec<(T, Natural)> =
            pairs.into_iter().map(|(t, n)| (t, n.into())).filter(|(_, n)| !n.is_zero()).collect();
        let total: Natural = pairs.iter().map(|(_, n)| n).sum();
        (!pairs.is_empty()).then(|| {
            with_weight!(bits(&total), W => {
                let pairs = pairs.into_iter().map(|(t, n)| (t, W::narrow(&n))).collect();
                Self::gathered::<W>(pairs, total)
            })
        })
    }

    /// Outcomes that are equally likely; one listed twice is twice as likely. Nothing when there are none.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Option<Self> {
        Self::weighted(outcomes.into_iter().map(|t| (t, 1u8)))
    }

    /// Outcomes with their probabilities; nothing when none is positive. They are taken in proportion.
    pub fn of_probabilities(pairs: Vec<(T, Fraction)>) -> Option<Self> {
        let common = pairs.iter().fold(Natural::ONE, |common, (_, p)| lcm(&common, p.denominator()));
        let weight = |p: &Fraction| p.numerator() * (&common / p.denominator());
        let pairs = pairs.into_iter().filter(|(_, p)| !p.is_negative());
        Self::weighted(pairs.map(|(t, p)| (t, weight(&p))).collect::<Vec<_>>())
    }

    /// Pairs of positive weights that add up to the total.
    pub(crate) fn gathered<W: Weight>(pairs: Vec<(T, W)>, total: Natural) -> Self {
        let (outcomes, weights) = gather(pairs);
        Self::from_parts(outcomes, W::pack(weights), total)
    }

    /// Ascending outcomes with positive weights that add up to the total.
    pub(crate) fn from_parts(outcomes: Vec<T>, weights: Weights, total: Natural) -> Self {
        debug_assert!(!outcomes.is_empty() && outcomes.len() == weights.len());
        debug_assert!(outcomes.is_sorted_by(|a, b| a < b));
        debug_assert_eq!(weights.sum(0..weights.len()), total);
        Distribution { outcomes, weights, total }
    }

    /// The outcomes in ascending order.
    pub fn outcomes(&self) -> &[T] {
        &self.outcomes
    }

    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The sum of all weights.
    pub fn total(&self) -> &Natural {
        &self.total
    }

    /// Every outcome with its weight, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, Natural)> {
        self.outcomes.iter().enumerate().map(|(at, t)| (t, self.weights.get(at)))
    }

    /// Every outcome with its probability, in ascending order.
    pub fn probabilities(&self) -> impl ExactSizeIterator<Item = (&T, Fraction)> {
        self.iter().map(|(t, weight)| (t, Fraction::of(weight, &self.total)))
    }

    /// The probability of one outcome.
    pub fn probability(&self, outcome: &T) -> Fraction {
        match self.outcomes.binary_search(outcome) {
            Ok(at) => Fraction::of(self.weights.get(at), &self.total),
            Err(_) => Fraction::ZERO,
        }
    }

    /// The probability that an outcome answers the description.
    pub fn probability_that(&self, mut is: impl FnMut(&T) -> bool) -> Fraction {
        let places = self.outcomes.iter().enumerate().filter(|(_, t)| is(t)).map(|(at, _)| at);
        Fraction::of(self.weights.sum(places), &self.total)
    }

    /// The probability of this outcome or a higher one.
    pub fn at_least(&self, outcome: &T) -> Fraction {
        let from = self.outcomes.partition_point(|t| t < outcome);
        Fraction::of(self.weights.sum(from..self.outcomes.len()), &self.total)
    }

    /// Every outcome with the probability of it or a higher one, in ascending order.
    pub fn tails(&self) -> impl ExactSizeIterator<Item = (&T, Fraction)> {
        let mut left = self.total.clone();
        self.iter().map(move |(t, weight)| {
            let tail = Fraction::of(left.clone(), &self.total);
            left -= weight;
            (t, tail)
        })
    }

    /// The probability of this outcome or a lower one.
    pub fn at_most(&self, outcome: &T) -> Fraction {
        let to = self.outcomes.partition_point(|t| t <= outcome);
        Fraction::of(self.weights.sum(0..to), &self.total)
    }

    /// The lowest outcome whose probability of not being exceeded is at least `share`.
    ///
    /// A share of nought or less gives the lowest outcome, one or more the highest.
    pub fn quantile(&self, share: &Fraction) -> &T {
        let mut below = Natural::ZERO;
        let last = self.outcomes.len() - 1;
        for (at, outcome) in self.outcomes.iter().enumerate().take(last) {
            below += self.weights.get(at);
            if Fraction::of(below.clone(), &self.total) >= *share {
                return outcome;
            }
        }
        &self.outcomes[last]
    }

    /// The outcome in the middle: at least half lie at or below it.
    pub fn median(&self) -> &T {
        self.quantile(&Fraction::of(1, &Natural::from(2u8)))
    }

    /// The likeliest outcome; the lowest of several.
    pub fn mode(&self) -> &T {
        let at = match_weights!(&self.weights, weights => {
            let mut best = 0;
            for (at, weight) in weights.iter().enumerate() {
                if *weight > weights[best] {
                    best = at;
                }
            }
            best
        });
        &self.outcomes[at]
    }

    /// The distribution of `f` of the outcome.
    pub fn map<U: Ord>(&self, f: impl FnMut(&T) -> U) -> Distribution<U> {
        match_weights!(&self.weights, weights => {
            let pairs = self.outcomes.iter().map(f).zip(weights.iter().cloned()).collect();
            Distribution::gathered(pairs, self.total.clone())
        })
    }

    /// The distribution of `f` of this outcome and an independent one of `other`.
    pub fn combine<U: Ord, V: Ord>(
        &self,
        other: &Distribution<U>,
        mut f: impl FnMut(&T, &U) -> V,
    ) -> Distribution<V> {
        let total = &self.total * &other.total;
        with_weight!(bits(&total), W => {
            let (ours, theirs) = (W::unpack(&self.weights), W::unpack(&other.weights));
            let mut pairs = Vec::with_capacity(ours.len() * theirs.len());
            for (t, a) in self.outcomes.iter().zip(ours.iter()) {
                for (u, b) in other.outcomes.iter().zip(theirs.iter()) {
                    pairs.push((f(t, u), a.times(b)));
                }
            }
            Distribution::gathered::<W>(pairs, total)
        })
    }

    /// This outcome together with an independent one of `other`.
    pub fn joint<U: Ord + Clone>(&self, other: &Distribution<U>) -> Distribution<(T, U)>
    where
        T: Clone,
    {
        self.combine(other, |t, u| (t.clone(), u.clone()))
    }

    /// The mixture: what follows depends on the outcome.
    pub fn and_then<U: Ord>(&self, mut f: impl FnMut(&T) -> Distribution<U>) -> Distribution<U> {
        match self.try_and_then(|t| Ok::<_, Infallible>(f(t))) {
            Ok(mixture) => mixture,
        }
    }

    /// The mixture, where what follows may be refused.
    pub fn try_and_then<U: Ord, E>(
        &self,
        f: impl FnMut(&T) -> Result<Distribution<U>, E>,
    ) -> Result<Distribution<U>, E> {
        let branches: Vec<Distribution<U>> = self.outcomes.iter().map(f).collect::<Result<_, E>>()?;
        let common = branches.iter().fold(Natural::ONE, |common, branch| lcm(&common, &branch.total));
        let total = &self.total * &common;
        Ok(with_weight!(bits(&total), W => {
            let mut pairs = Vec::with_capacity(branches.iter().map(|b| b.outcomes.len()).sum());
            for (branch, weight) in branches.into_iter().zip(W::unpack(&self.weights).iter()) {
                let scale = W::narrow(&(&common / &branch.total)).times(weight);
                let weights = W::unpack(&branch.weights);
                pairs.extend(branch.outcomes.into_iter().zip(weights.iter().map(|w| w.times(&scale))));
            }
            Distribution::gathered::<W>(pairs, total)
        }))
    }

    /// The distribution once it is known that the outcome answers the description; nothing when none does.
    pub fn given(&self, mut is: impl FnMut(&T) -> bool) -> Option<Self>
    where
        T: Clone,
    {
        fn keep<T: Ord + Clone, W: Weight>(pairs: Vec<(&T, &W)>) -> Option<Distribution<T>> {
            let total = sum(pairs.iter().map(|(_, w)| *w));
            let pairs: Vec<_> = pairs.into_iter().map(|(t, w)| (t.clone(), w.clone())).collect();
            (!pairs.is_empty()).then(|| Distribution::gathered(pairs, total).reduced())
        }
        match_weights!(&self.weights, weights => {
            keep(self.outcomes.iter().zip(weights).filter(|(t, _)| is(t)).collect())
        })
    }

    /// How this outcome compares with an independent one of `other`.
    pub fn compare(&self, other: &Self) -> Distribution<Ordering> {
        let total = &self.total * &other.total;
        let mut sums = [Natural::ZERO, Natural::ZERO];
        let (mut below, mut at) = (Natural::ZERO, 0);
        for (outcome, weight) in self.iter() {
            while other.outcomes.get(at).is_some_and(|u| u < outcome) {
                below += other.weights.get(at);
                at += 1;
            }
            if other.outcomes.get(at) == Some(outcome) {
                sums[0] += &weight * other.weights.get(at);
            }
            sums[1] += &weight * &below;
        }
        let [equal, greater] = sums;
        let less = &total - &equal - &greater;
        let pairs = [(Ordering::Less, less), (Ordering::Equal, equal), (Ordering::Greater, greater)];
        let pairs = pairs.into_iter().filter(|(_, w)| !w.is_zero());
        with_weight!(bits(&total), W => {
            Distribution::gathered(pairs.map(|(t, w)| (t, W::narrow(&w))).collect(), total)
        })
    }

    /// The same distribution with other names for its outcomes, in the same order.
    pub(crate) fn relabelled<U: Ord>(self, name: impl FnMut(T) -> U) -> Distribution<U> {
        let outcomes = self.outcomes.into_iter().map(name).collect();
        Distribution::from_parts(outcomes, self.weights, self.total)
    }

    /// The same distribution with the smallest weights that express it.
    pub fn reduced(self) -> Self {
        let mut common = self.total.clone();
        for at in 0..self.weights.len() {
            if common.is_one() {
                return self;
            }
            common = (&common).gcd(&self.weights.get(at));
        }
        if common.is_one() {
            return self;
        }
        let total = &self.total / &common;
        let weights = with_weight!(bits(&total), W => {
            let reduced = (0..self.weights.len()).map(|at| W::narrow(&(self.weights.get(at) / &common)));
            W::pack(reduced.collect())
        });
        Distribution { outcomes: self.outcomes, weights, total }
    }
}

impl<T: Ord + Clone, U: Ord + Clone> Distribution<(T, U)> {
    /// The first of the two, whatever the second.
    pub fn first(&self) -> Distribution<T> {
        self.map(|(t, _)| t.clone())
    }

    /// The second of the two, whatever the first.
    pub fn second(&self) -> Distribution<U> {
        self.map(|(_, u)| u.clone())
    }
}

impl<T: Ord> PartialEq for Distribution<T> {
    fn eq(&self, other: &Self) -> bool {
        self.outcomes == other.outcomes
            && (0..self.outcomes.len())
                .all(|at| self.weights.get(at) * &other.total == other.weights.get(at) * &self.total)
    }
}

impl<T: Ord> Eq for Distribution<T> {}

/// The least common multiple of two positive naturals.
pub(crate) fn lcm(a: &Natural, b: &Natural) -> Natural {
    match a == b {
        true => a.clone(),
        false => a / a.gcd(b) * b,
    }
}

/// One outcome as other programs read it.
#[derive(Serialize)]
struct Listed<'a, T> {
    value: &'a T,
    probability: Fraction,
    decimal: f64,
}

/// A list of `{"value": …, "probability": "a/b", "decimal": …}`.
impl<T: Ord + Serialize> Serialize for Distribution<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.outcomes.len()))?;
        for (value, probability) in self.probabilities() {
            let decimal = probability.to_f64();
            list.serialize_element(&Listed { value, probability, decimal })?;
        }
        list.end()
    }
}
