//! Laws of the algebra on random distributions, in every representation of weights.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use caracole_kernel::dice::{Die, FaceSet, Keep, Pool, Reroll};
use caracole_odds::{Distribution, Fraction, Natural, OddsError, numbers};
use proptest::prelude::*;
use std::cmp::Ordering;

/// Weights from machine words to far beyond 256 bits.
fn weight() -> impl Strategy<Value = Natural> {
    (any::<u64>(), prop_oneof![Just(0usize), Just(10), Just(70), Just(150), Just(400)])
        .prop_map(|(n, shift)| Natural::from(n) << shift)
}

fn small() -> impl Strategy<Value = Distribution<i32>> {
    prop::collection::vec((-20i32..20, 1u64..50), 1..8)
        .prop_map(|pairs| Distribution::weighted(pairs).unwrap())
}

fn any_size() -> impl Strategy<Value = Distribution<i32>> {
    let some = prop::collection::vec((-20i32..20, weight()), 1..8);
    some.prop_filter_map("no weight", Distribution::weighted)
}

fn half() -> Fraction {
    "1/2".parse().unwrap()
}

/// What an outcome leads to, for laws of mixtures.
fn follow(n: &i32) -> Distribution<i32> {
    Distribution::weighted([(n / 2, 3u8), (n % 3, 2), (7, 1)]).unwrap()
}

fn follow_on(n: &i32) -> Distribution<i32> {
    Distribution::weighted([(n * n, 5u8), (-n, 2)]).unwrap()
}

proptest! {
    #[test]
    fn weights_are_conserved(a in any_size(), b in any_size()) {
        let certain = |d: &Distribution<i32>| d.probability_that(|_| true) == Fraction::ONE
            && d.iter().map(|(_, w)| w).sum::<Natural>() == *d.total();
        prop_assert!(certain(&a));
        prop_assert!(certain(&a.plus(&b).unwrap()));
        prop_assert!(certain(&a.map(|n| n / 3)));
        prop_assert!(certain(&a.and_then(|n| b.map(|m| n * m))));
        prop_assert!(certain(&a.clone().reduced()));
        prop_assert_eq!(a.clone().reduced(), a);
    }

    #[test]
    fn sums_commute_and_associate(a in any_size(), b in any_size(), c in any_size()) {
        prop_assert_eq!(a.plus(&b).unwrap(), b.plus(&a).unwrap());
        let left = a.plus(&b).unwrap().plus(&c).unwrap();
        let right = a.plus(&b.plus(&c).unwrap()).unwrap();
        prop_assert_eq!(left, right);
    }

    #[test]
    fn mixtures_obey_the_laws(a in any_size(), n in -20i32..20) {
        prop_assert_eq!(Distribution::always(n).and_then(follow), follow(&n));
        prop_assert_eq!(a.and_then(|&n| Distribution::always(n)), a.clone());
        let left = a.and_then(follow).and_then(follow_on);
        let right = a.and_then(|n| follow(n).and_then(follow_on));
        prop_assert_eq!(left, right);
    }

    /// The mixture's mean is the mean of the branches' means.
    #[test]
    fn total_expectation(a in any_size()) {
        let expected: Fraction = a.probabilities().map(|(n, p)| p * follow(n).mean()).sum();
        prop_assert_eq!(a.and_then(follow).mean(), expected);
    }

    #[test]
    fn means_and_variances_add(a in any_size(), b in any_size()) {
        let sum = a.plus(&b).unwrap();
        prop_assert_eq!(sum.mean(), a.mean() + b.mean());
        prop_assert_eq!(sum.variance(), a.variance() + b.variance());
    }

    #[test]
    fn the_marginals_of_a_joint_are_its_parts(a in any_size(), b in any_size()) {
        let joint = a.joint(&b);
        prop_assert_eq!(joint.first(), a.clone());
        prop_assert_eq!(joint.second(), b.clone());
        prop_assert_eq!(joint.map(|(n, m)| n + m), a.plus(&b).unwrap());
    }

    #[test]
    fn copies_are_repeated_sums(a in small(), count in 0u32..40) {
        let mut sum = Distribution::always(0);
        for _ in 0..count {
            sum = sum.plus(&a).unwrap();
        }
        prop_assert_eq!(a.copies(count).unwrap(), sum);
    }

    #[test]
    fn copies_of_sparse_or_heavy_outcomes(a in any_size(), count in 0u32..6, stretch in 1i32..1_000_000) {
        let a = a.map(|n| n * stretch);
        let mut sum = Distribution::always(0);
        for _ in 0..count {
            sum = sum.plus(&a).unwrap();
        }
        prop_assert_eq!(a.copies(count).unwrap(), sum);
    }

    /// The fast composition equals the mixture that defines it.
    #[test]
    fn throws_of_is_the_mixture_of_copies(counts in any_size(), each in small()) {
        let counts = counts.map(|n| n.abs());
        let expected = counts.and_then(|&n| each.copies(n as u32).unwrap());
        prop_assert_eq!(counts.throws_of(&each).unwrap(), expected.clone());
        let upwards = each.map(|n| n.abs());
        let expected = counts.and_then(|&n| upwards.copies(n as u32).unwrap());
        prop_assert_eq!(counts.throws_of(&upwards).unwrap(), expected);
    }

    #[test]
    fn binomials_are_copies_of_one_trial(trials in 0u16..80, hits in 0u64..1000, misses in 1u64..1000) {
        let trial = Distribution::weighted([(1, hits), (0, misses)]).unwrap();
        let expected = trial.copies(u32::from(trials)).unwrap();
        prop_assert_eq!(Distribution::binomial(trials, hits, misses).unwrap(), expected);
    }

    #[test]
    fn comparison_counts_every_pair(a in any_size(), b in any_size()) {
        prop_assert_eq!(a.compare(&b), a.combine(&b, |n, m| n.cmp(m)));
        prop_assert_eq!(a.compare(&a).probability(&Ordering::Less), a.compare(&a).probability(&Ordering::Greater));
    }

    #[test]
    fn conditioning_divides_by_the_condition(a in any_size(), least in -20i32..20) {
        let condition = a.at_least(&least);
        match a.given(|&n| n >= least) {
            None => prop_assert_eq!(condition, Fraction::ZERO),
            Some(given) => for (n, p) in given.probabilities() {
                prop_assert_eq!(p * condition.clone(), a.probability(n));
            },
        }
    }

    #[test]
    fn tails_are_sums(a in any_size()) {
        prop_assert_eq!(a.tails().len(), a.outcomes().len());
        for (n, tail) in a.tails() {
            prop_assert_eq!(&tail, &a.at_least(n));
            prop_assert_eq!(tail, a.probability_that(|m| m >= n));
        }
    }

    #[test]
    fn quantiles_split_the_weight(a in any_size(), percent in 0u8..=100) {
        let share = Fraction::new(percent, 100u8).unwrap();
        let at = a.quantile(&share);
        prop_assert!(a.at_most(at) >= share);
        let below = Fraction::ONE - a.at_least(at);
        prop_assert!(below < share || below == Fraction::ZERO);
        prop_assert!(a.at_most(a.median()) >= half() && a.at_least(a.median()) >= half());
        prop_assert!(a.outcomes().iter().all(|n| a.probability(n) <= a.probability(a.mode())));
    }

    /// Misses thrown again with the better throw kept never lower the mean, and more of them never do either.
    #[test]
    fn a_second_chance_never_hurts(dice in 1u16..30, at_least in 1u8..=7, faces in prop::collection::vec(1u8..=6, 0..6)) {
        let with = |faces: FaceSet, keep| {
            numbers(&Pool::hits(dice, Die::D6, at_least, Reroll { faces, keep })).unwrap().mean()
        };
        let misses: Vec<u8> = faces.into_iter().filter(|&f| f < at_least).collect();
        let plain = with(FaceSet::NONE, Keep::New);
        let better = with(FaceSet::of(&misses), Keep::Higher);
        prop_assert!(better >= plain);
        prop_assert!(with(FaceSet::of(&[1, 2, 3, 4, 5, 6]), Keep::Higher) >= better);
        prop_assert!(with(FaceSet::of(&misses), Keep::Lower) == plain);
        // A miss has nothing to lose, so keeping the new throw is as good as keeping the better.
        prop_assert_eq!(with(FaceSet::of(&misses), Keep::New), better);
    }

    #[test]
    fn weighted_parts_are_in_proportion(pairs in prop::collection::vec((0i32..9, 0u32..100), 1..10)) {
        let sum: u32 = pairs.iter().map(|(_, w)| w).sum();
        match Distribution::weighted(pairs.iter().copied()) {
            None => prop_assert_eq!(sum, 0),
            Some(d) => for n in 0..9 {
                let weight: u32 = pairs.iter().filter(|(m, _)| *m == n).map(|(_, w)| w).sum();
                prop_assert_eq!(d.probability(&n), Fraction::new(weight, sum).unwrap());
            },
        }
    }
}

#[test]
fn nothing_is_no_distribution() {
    assert_eq!(Distribution::<i32>::uniform([]), None);
    assert_eq!(Distribution::weighted([(1, 0u8), (2, 0)]), None);
    assert_eq!(Distribution::binomial(3, 0, 0), None);
    assert_eq!(Distribution::always(3).given(|&n| n > 3), None);
}

#[test]
fn equal_probabilities_are_equal_distributions() {
    let thirds = Distribution::weighted([(1, 2u8), (2, 4)]).unwrap();
    assert_eq!(thirds, Distribution::weighted([(2, 200u8), (1, 100)]).unwrap());
    assert_ne!(thirds, Distribution::uniform([1, 2]).unwrap());
    assert_ne!(thirds, Distribution::uniform([1, 2, 2, 3]).unwrap());
}

#[test]
fn sums_out_of_range_are_refused() {
    let edge = Distribution::uniform([i32::MAX, i32::MIN]).unwrap();
    assert_eq!(edge.plus(&Distribution::always(1)), Err(OddsError::Overflow));
    assert_eq!(edge.copies(2), Err(OddsError::Overflow));
    assert_eq!(edge.negated(), Err(OddsError::Overflow));
    assert_eq!(Distribution::always(7).copies(u32::MAX), Err(OddsError::Overflow));
    assert_eq!(Distribution::always(-1).throws_of(&edge), Err(OddsError::Negative { count: -1 }));
    assert_eq!(Distribution::always(0).copies(u32::MAX), Ok(Distribution::always(0)));
}

/// Forty dice hit at 4+ with ones thrown again, hits are thrown for 4+, those again and fail on 1 to 4. The
/// dice are independent, so each comes through all three with 7/12 * 1/2 * 2/3 = 7/36.
#[test]
fn a_chain_of_three_stages_is_one_binomial() {
    let hits = numbers(&Pool::hits(40, Die::D6, 4, Reroll::of(&[1]))).unwrap();
    let wounds = Distribution::weighted([(1, 3u8), (0, 3)]).unwrap();
    let fails = Distribution::weighted([(1, 4u8), (0, 2)]).unwrap();
    let lost = hits.throws_of(&wounds).unwrap().throws_of(&fails).unwrap();
    assert_eq!(lost, Distribution::binomial(40, 7, 29).unwrap());
}
