//! Markov chains against results known from the books.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use caracole_odds::{Chain, Distribution, Fraction, OddsError};

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

/// Gambler's ruin: with a fair coin and 3 of 10 coins the chance to win all is 3/10, and it takes 3 * 7 games.
#[test]
fn the_gambler_is_ruined() {
    let chain = Chain::explore(3, |&coins: &i32| match coins {
        0 | 10 => None,
        _ => Distribution::uniform([coins - 1, coins + 1]),
    })
    .unwrap();
    let absorbed = chain.absorbed().unwrap();
    assert_eq!(absorbed.end.probability(&10), fraction("3/10"));
    assert_eq!(absorbed.end.probability(&0), fraction("7/10"));
    assert_eq!(absorbed.mean_steps, fraction("21"));
    assert_eq!(chain.states().len(), 11);
}

/// The first six: geometric.
#[test]
fn waiting_for_a_six() {
    let chain = Chain::explore(false, |&seen| match seen {
        true => None,
        false => Distribution::weighted([(true, 1u8), (false, 5)]),
    })
    .unwrap();
    assert_eq!(chain.absorbed().unwrap().mean_steps, fraction("6"));
    assert_eq!(chain.after(2).probability(&true), fraction("11/36"));
    assert_eq!(chain.ended_within(3).probability(&None), fraction("125/216"));
    // 200 steps: weights of more than 500 bits.
    let still = chain.after(200).probability(&false);
    let expected = (0..200).fold(Fraction::ONE, |p, _| p * fraction("5/6"));
    assert_eq!(still, expected);
}

#[test]
fn a_chain_without_rolls_ends_where_it_starts() {
    let chain = Chain::explore("start", |_| None).unwrap();
    let absorbed = chain.absorbed().unwrap();
    assert_eq!((absorbed.end, absorbed.mean_steps), (Distribution::always("start"), Fraction::ZERO));
    assert_eq!(chain.after(5), Distribution::always("start"));
}

#[test]
fn an_endless_chain_is_refused() {
    let circle = Chain::explore(0, |&n: &i32| Some(Distribution::always((n + 1) % 4))).unwrap();
    assert_eq!(circle.absorbed(), Err(OddsError::NeverAbsorbed));
    assert_eq!(circle.after(6), Distribution::always(2));
    let trap = Chain::explore(0, |&n: &i32| match n {
        0 => Distribution::uniform([1, 2]),
        1 => None,
        _ => Some(Distribution::always(2)),
    });
    assert_eq!(trap.unwrap().absorbed(), Err(OddsError::NeverAbsorbed));
    let growing = Chain::explore(0, |&n: &i32| Some(Distribution::always(n + 1)));
    assert!(matches!(growing, Err(OddsError::States { .. })));
}

/// Whatever the number of steps, the ends reached approach the exact ends from below.
#[test]
fn ends_within_steps_approach_the_exact_ends() {
    let chain = Chain::explore((2, 2), |&(a, b): &(i32, i32)| match (a, b) {
        (0, _) | (_, 0) => None,
        _ => Distribution::weighted([((a - 1, b), 2u8), ((a, b - 1), 1), ((a, b), 3)]),
    })
    .unwrap();
    // Each exchange that counts costs A a base with 2/3; A loses both before B does with 20/27.
    let absorbed = chain.absorbed().unwrap();
    assert_eq!(absorbed.end.probability_that(|&(a, _)| a == 0), fraction("20/27"));
    let mut last = Fraction::ZERO;
    for steps in [1, 2, 4, 8, 16, 32] {
        let won = chain.ended_within(steps).probability_that(|end| matches!(end, Some((0, _))));
        assert!(won >= last && won < fraction("20/27"));
        last = won;
    }
    assert!(fraction("20/27") - last < fraction("1/1000"));
}
