//! Odds of draws against every order in which the cards of a deck can be drawn, and against counting by hand.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use caracole_kernel::dice::{BadDraw, Deck, Die, Pool, Reading, Reroll, Roll, Thrown, Value};
use caracole_ledger::rule;
use caracole_odds::{
    Distribution, Fall, Fraction, Natural, OddsError, Pools, Resolution, enumerate, fingerprint, numbers,
    outcomes, pool, pools, worth,
};
use smallvec::smallvec;
use std::{collections::BTreeMap, convert::Infallible};

fn draw(cards: u16, deck: Deck) -> Pool {
    Pool::draw(cards, deck).unwrap()
}

/// Every order of drawing single cards, all of them equally likely, read by the kernel.
fn every_order(pool: &Pool) -> Distribution<Value> {
    let deck = pool.deck().unwrap();
    let cards: Vec<u8> = (0..8).flat_map(|kind| (0..deck[usize::from(kind)]).map(move |_| kind)).collect();
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..pool.dice {
        let longer = |order: &Vec<usize>| {
            let left = (0..cards.len()).filter(|card| !order.contains(card)).collect::<Vec<_>>();
            left.into_iter().map(|card| [order.as_slice(), &[card]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let mut counts: BTreeMap<Value, u64> = BTreeMap::new();
    for order in orders {
        let kinds: Vec<u8> = order.into_iter().map(|card| cards[card]).collect();
        *counts.entry(pool.read(&Thrown::plain(&kinds)).unwrap()).or_default() += 1;
    }
    Distribution::weighted(counts).unwrap()
}

/// Draws card after card through the enumerator, each time from what is left.
#[derive(Clone, PartialEq, Eq, Hash)]
struct CardByCard {
    left: Deck,
    to_draw: u16,
    hand: [u16; 8],
}

impl Resolution for CardByCard {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        (self.to_draw > 0).then(|| smallvec![draw(1, self.left)])
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        let &[Value::Counts(counts)] = fall.values() else { unreachable!() };
        for (kind, count) in counts.iter().enumerate() {
            self.left[kind] -= *count as u8;
            self.hand[kind] += count;
        }
        self.to_draw -= 1;
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

fn card_by_card(pool: &Pool) -> Distribution<Value> {
    let start = CardByCard { left: pool.deck().unwrap(), to_draw: pool.dice, hand: [0; 8] };
    enumerate(&start, |_| false, |state| Value::Counts(state.hand)).unwrap()
}

#[test]
fn closed_form_equals_every_order() {
    let decks: [Deck; 5] = [
        [1, 0, 0, 0, 0, 0, 0, 0],
        [2, 3, 0, 0, 0, 0, 0, 0],
        [0, 2, 0, 1, 0, 0, 0, 4],
        [1; 8],
        [3, 0, 0, 0, 0, 0, 2, 2],
    ];
    for deck in decks {
        let all: u16 = deck.iter().map(|&n| u16::from(n)).sum();
        for cards in 0..=all.min(5) {
            let asked = draw(cards, deck);
            assert_eq!(pool(&asked).unwrap(), every_order(&asked), "{asked:?}");
        }
    }
}

/// The deck of Renatio et Gloriam, card by card. A hand of five can be read in 126 ways at most.
#[test]
fn closed_form_equals_card_by_card() {
    for cards in 0..=5 {
        let asked = draw(cards, [8, 12, 14, 10, 6, 0, 0, 0]);
        let hands = pool(&asked).unwrap();
        assert_eq!(hands, card_by_card(&asked), "{cards} cards");
        let shares = [1, 5, 15, 35, 70, 126];
        assert_eq!(hands.outcomes().len(), shares[usize::from(cards)]);
    }
    for asked in [draw(9, [3, 1, 2, 0, 0, 1, 2, 2]), draw(11, [3, 1, 2, 0, 0, 1, 2, 2])] {
        assert_eq!(pool(&asked).unwrap(), card_by_card(&asked), "{asked:?}");
    }
}

/// Of 50 cards 20 are black or white. A hand of three is of these alone in C(20,3) of C(50,3) ways: 1140 of 19600; one of
/// two in 190 of 1225.
#[test]
fn hands_by_hand() {
    let dull = |cards| {
        let hand = pool(&draw(cards, [8, 12, 14, 10, 6, 0, 0, 0])).unwrap();
        hand.probability_that(|value| matches!(value, Value::Counts([b, w, ..]) if b + w == cards))
            .to_string()
    };
    assert_eq!((dull(3).as_str(), dull(2).as_str()), ("57/980", "38/245"));
    // Two of each of two kinds: C(2,1)^2 of C(4,2) ways to have one of each.
    let pair = pool(&draw(2, [2, 0, 2, 0, 0, 0, 0, 0])).unwrap();
    assert_eq!(pair.probability(&Value::Counts([1, 0, 1, 0, 0, 0, 0, 0])).to_string(), "2/3");
}

/// The largest decks: the number of cards of a kind has mean n K / N and variance n (K/N) (1 - K/N) (N - n) / (N - 1).
#[test]
fn large_decks_by_mean_and_variance() {
    let hands = pool(&draw(300, [200, 255, 0, 0, 0, 0, 0, 0])).unwrap();
    let first = hands.map(|value| match value {
        Value::Counts(counts) => i32::from(counts[0]),
        _ => unreachable!(),
    });
    assert_eq!(first.mean(), "12000/91".parse().unwrap()); // 300 * 200 / 455
    // 300 * 200 * 255 * 155 / (455^2 * 454)
    let variance = Fraction::new(Natural::from(2_371_500_000u64), Natural::from(93_989_350u64)).unwrap();
    assert_eq!(first.variance(), variance);
    // Everything is drawn: it is certain what.
    let all = pool(&draw(400, [255, 145, 0, 0, 0, 0, 0, 0])).unwrap();
    assert_eq!(all.outcomes(), [Value::Counts([255, 145, 0, 0, 0, 0, 0, 0])]);
    assert_eq!(all.total(), &Natural::ONE);
}

#[test]
fn a_representative_draw_reads_as_its_value() {
    let asked = draw(4, [1, 2, 0, 3, 0, 0, 0, 1]);
    let dice = Pool::hits(2, Die::D6, 4, Reroll::NONE);
    let roll: Roll =
        Roll { side: None, rule: rule!("TABLE-004"), purpose: "test".into(), pools: smallvec![asked, dice] };
    let joint = pools(&roll.pools).unwrap();
    let listed = outcomes(&roll).unwrap();
    assert_eq!(listed.len(), joint.outcomes().len());
    for ((throw, weight), (values, expected)) in listed.iter().zip(joint.iter()) {
        assert_eq!((&roll.read(throw).unwrap(), weight), (values, &expected));
    }
}

#[test]
fn draws_that_cannot_be_computed_are_refused() {
    let asked = draw(3, [2, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(numbers(&asked), Err(OddsError::NotANumber));
    let more = Pool { dice: 4, ..asked };
    assert_eq!(pool(&more), Err(OddsError::Draw(BadDraw::TooMany { wanted: 4, cards: 3 })));
    let twice = Pool { reroll: Reroll::of(&[0]), ..asked };
    assert_eq!(pool(&twice), Err(OddsError::Draw(BadDraw::NotCards)));
    assert!(matches!(pool(&draw(60, [100; 8])), Err(OddsError::Outcomes { .. })));
    assert_eq!(pool(&draw(401, [255; 8])), Err(OddsError::Dice { dice: 401 }));
}

/// What a pool is worth: one for each die of the second class and two for each of the third.
#[test]
fn readings_can_be_weighed() {
    let class_of = [0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let three = Pool { dice: 3, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Classes(class_of) };
    let weigh = |value: &Value| match value {
        Value::Counts(counts) => Some(i32::from(counts[1]) + 2 * i32::from(counts[2])),
        _ => None,
    };
    let worth_of = worth(&three, weigh).unwrap().unwrap();
    // A die is worth 0, 1, 2 with 2, 3, 1 chances in 6: 5/6 on average.
    assert_eq!(worth_of.mean(), "5/2".parse().unwrap());
    assert_eq!(worth_of.probability(&6), "1/216".parse().unwrap());
    assert_eq!(worth(&three, |_| None).unwrap(), None);
}
