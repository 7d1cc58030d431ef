//! The frozen drawing of verifiable dice, and how pools are read.

use caracole_kernel::{
    BySide,
    dice::{
        BadDraw, BadThrow, Bytes32, Deck, DiceSource, Die, FaceSet, Keep, NoDice, Pool, Reading, Recorded,
        Reroll, Roll, Scripted, Seed, Throw, Thrown, Value, Verifiable, throw_with,
    },
};
use caracole_ledger::rule;
use std::{array::from_fn, convert::Infallible};

/// The dice of the vectors: seed 00 01 02 ... 1f.
fn frozen() -> Verifiable {
    let nonces = BySide { red: "red nonce".to_owned(), blue: "blue nonce".to_owned() };
    Verifiable::new(&Seed(Bytes32(from_fn(|i| i as u8))), &nonces)
}

fn roll(pools: &[Pool]) -> Roll {
    let pools = pools.iter().copied().collect();
    Roll { side: None, rule: rule!("TABLE-004"), purpose: "test".into(), pools }
}

fn drawn(entry: u64, cards: u16, deck: Deck) -> Vec<u8> {
    let throw = frozen().throw(entry, &roll(&[Pool::draw(cards, deck).unwrap()])).unwrap();
    throw.0[0].dice.to_vec()
}

/// Computed by an independent program from the description of the drawing, as the vectors of dice below.
#[test]
fn drawing_of_cards_is_frozen() {
    assert_eq!(drawn(1, 12, [8, 12, 14, 10, 6, 0, 0, 0]), [2, 1, 3, 2, 3, 1, 2, 4, 3, 0, 0, 0]);
    assert_eq!(drawn((1 << 33) + 7, 10, [0, 3, 0, 1, 0, 0, 4, 2]), [6, 3, 6, 7, 6, 1, 1, 6, 1, 7]);
    assert_eq!(drawn(5, 6, [255; 8]), [5, 1, 3, 1, 3, 6]);
    // Cards that are drawn after dice of the same roll go on counting where the dice ended.
    let pools = [Pool::sum(2, Die::D6, Reroll::NONE), Pool::draw(4, [1, 2, 3, 0, 0, 0, 0, 1]).unwrap()];
    let throw = frozen().throw(9, &roll(&pools)).unwrap();
    assert_eq!(throw.0.as_slice(), [Thrown::plain(&[2, 3]), Thrown::plain(&[2, 1, 1, 2])]);
}

#[test]
fn a_whole_deck_is_drawn_once() {
    let deck: Deck = [3, 0, 1, 2, 0, 4, 0, 2];
    let pool = Pool::draw(12, deck).unwrap();
    for entry in 1..200 {
        let throw = frozen().throw(entry, &roll(&[pool])).unwrap();
        assert_eq!(pool.read(&throw.0[0]).unwrap(), Value::Counts(deck.map(u16::from)));
    }
}

/// Two cards of a deck of one and two: the three pairs of places are equally likely, and one of them is without the one.
#[test]
fn draws_are_even() {
    let pool = Pool::draw(2, [1, 2, 0, 0, 0, 0, 0, 0]).unwrap();
    let source = &mut frozen();
    let without = (0..30_000).filter(|&entry| {
        let throw = source.throw(entry, &roll(&[pool])).unwrap();
        pool.read(&throw.0[0]).unwrap() == Value::Counts([0, 2, 0, 0, 0, 0, 0, 0])
    });
    // 10,000 of them, standard deviation about 82.
    let without = without.count();
    assert!(without.abs_diff(10_000) < 400, "{without}");
}

#[test]
fn a_draw_larger_than_the_deck_cannot_be_built() {
    let deck = [2, 0, 1, 0, 0, 0, 0, 0];
    assert_eq!(Pool::draw(4, deck), Err(BadDraw::TooMany { wanted: 4, cards: 3 }));
    // Built by hand or read from outside it is not read, whatever is thrown for it, and no source draws for ever.
    let pool = Pool { dice: 4, ..Pool::draw(3, deck).unwrap() };
    let refused = BadThrow::Draw(BadDraw::TooMany { wanted: 4, cards: 3 });
    assert_eq!(pool.read(&Thrown::plain(&[0, 0, 2, 2])), Err(refused));
    let throw = frozen().throw(1, &roll(&[pool])).unwrap();
    assert_eq!(throw.0[0].dice.len(), 3);
    assert_eq!(roll(&[pool]).read(&throw), Err(refused));
    let cards = Pool::draw(2, deck).unwrap();
    for odd in [Pool { reroll: Reroll::of(&[0]), ..cards }, Pool { die: Die::D6, ..cards }] {
        assert_eq!(odd.read(&Thrown::plain(&[0, 0])), Err(BadThrow::Draw(BadDraw::NotCards)));
    }
}

#[test]
fn only_cards_of_the_deck_are_read() {
    let pool = Pool::draw(3, [2, 0, 1, 4, 0, 0, 0, 0]).unwrap();
    let read = |cards: &[u8]| pool.read(&Thrown::plain(cards));
    assert_eq!(read(&[3, 0, 3]), Ok(Value::Counts([1, 0, 0, 2, 0, 0, 0, 0])));
    assert_eq!(read(&[2, 2, 0]), Err(BadThrow::Card { kind: 2, cards: 1, got: 2 }));
    assert_eq!(read(&[1, 0, 0]), Err(BadThrow::Card { kind: 1, cards: 0, got: 1 }));
    assert_eq!(read(&[3, 3]), Err(BadThrow::Count { wanted: 3, got: 2 }));
    assert_eq!(read(&[8, 0, 0]), Err(BadThrow::Face { die: Die::CARD, face: 8 }));
}

#[test]
fn scripted_cards_are_those_of_the_deck() {
    let asked = roll(&[Pool::draw(2, [1, 2, 0, 0, 0, 0, 0, 0]).unwrap()]);
    let throw = Scripted::new([1, 0]).throw(1, &asked).unwrap();
    assert_eq!(throw.0[0].dice.as_slice(), [1, 0]);
    let gone = NoDice::NoSuchCard { purpose: "test".to_owned(), kind: 0 };
    assert_eq!(Scripted::new([0, 0]).throw(1, &asked), Err(gone));
    assert!(matches!(Scripted::new([1]).throw(1, &asked), Err(NoDice::RanOut { .. })));
    let recorded = Recorded::new([(7, throw.clone())]).throw(7, &asked);
    assert_eq!(recorded, Ok(throw));
}

/// What simulations throw with: a number below the cards left for each card.
#[test]
fn any_source_of_numbers_draws_what_is_left() {
    let pool = Pool::draw(4, [1, 0, 2, 1, 0, 0, 0, 0]).unwrap();
    let mut asked = Vec::new();
    let last = throw_with(&roll(&[pool]), |next| {
        asked.push(next.sides());
        Ok::<_, Infallible>(next.face(usize::from(next.sides()) - 1))
    });
    assert_eq!(asked, [4, 3, 2, 1]);
    assert_eq!(last, Ok(Throw([Thrown::plain(&[3, 2, 2, 0])].into_iter().collect())));
}

/// Recorded battles name a reading by its place in the list: that of the old ones must not change.
#[test]
fn readings_keep_their_numbers_in_the_state() {
    let number = |reading: Reading| postcard::to_allocvec(&reading).unwrap()[0];
    let old = [
        Reading::Hits { at_least: 4 },
        Reading::Sum,
        Reading::Highest,
        Reading::Lowest,
        Reading::Classes([0; 16]),
        Reading::Each,
        Reading::Draw { deck: [0; 8] },
    ];
    assert_eq!(old.map(number), [0, 1, 2, 3, 4, 5, 6]);
}

/// Computed by an independent program from the description of the drawing (HMAC-SHA-256, RFC 8439).
#[test]
fn drawing_is_frozen() {
    let seed = Seed(Bytes32(from_fn(|i| i as u8)));
    let commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    assert_eq!(seed.commitment().to_string(), commitment);
    let dice = frozen();
    assert_eq!(from_fn(|k| dice.die(1, k as u32, Die::D6)), [4, 2, 2, 2, 4, 3, 6, 6, 5, 3, 5, 2]);
    assert_eq!(from_fn(|k| dice.die(1 << 33, k as u32, Die::D10)), [4, 1, 2, 8, 8, 4, 8, 1, 7, 6, 7, 1]);
    let seven = "51356600479f63840ae7021feb15b8d95d502157e6f1b3a03e5f59f13cf0adb1";
    assert_eq!(Seed::from_number(7).0.to_string(), seven);
}

#[test]
fn each_nonce_changes_the_dice() {
    let seed = Seed::from_number(1);
    let dice = |red: &str, blue: &str| {
        let source = Verifiable::new(&seed, &BySide { red: red.to_owned(), blue: blue.to_owned() });
        from_fn::<u8, 40, _>(|k| source.die(1, k as u32, Die::D6))
    };
    assert_ne!(dice("a", "b"), dice("a", "c"));
    assert_ne!(dice("a", "b"), dice("c", "b"));
    assert_ne!(dice("ab", ""), dice("a", "b"), "nonces are told apart by their lengths");
}

#[test]
fn faces_are_even() {
    let source = Verifiable::new(&Seed::from_number(2), &BySide::default());
    let mut counts = [0u32; 7];
    for entry in 0..10_000 {
        for k in 0..6 {
            counts[usize::from(source.die(entry, k, Die::D6))] += 1;
        }
    }
    assert_eq!(counts[0], 0);
    // 60,000 throws: 10,000 each, standard deviation about 91.
    assert!(counts[1..].iter().all(|&n| n.abs_diff(10_000) < 450), "{counts:?}");
}

#[test]
fn seeds_and_sources_do_not_print_their_secrets() {
    let seed = Seed::from_number(7);
    let source = Verifiable::new(&seed, &BySide::default());
    let printed = format!("{seed:?} {source:?}");
    assert_eq!(printed, "Seed(secret) Verifiable(secret)");
}

#[test]
fn readings_of_one_throw() {
    let thrown = Thrown { dice: [6, 1, 3, 1].as_slice().into(), again: [5, 2].as_slice().into() };
    let read = |reading, keep| {
        let reroll = Reroll { faces: FaceSet::of(&[1]), keep };
        Pool { dice: 4, die: Die::D6, reroll, reading }.read(&thrown).unwrap()
    };
    assert_eq!(read(Reading::Hits { at_least: 4 }, Keep::New), Value::Number(2));
    assert_eq!(read(Reading::Sum, Keep::New), Value::Number(6 + 5 + 3 + 2));
    assert_eq!(read(Reading::Sum, Keep::Lower), Value::Number(6 + 1 + 3 + 1));
    assert_eq!(read(Reading::Highest, Keep::New), Value::Number(6));
    assert_eq!(read(Reading::Lowest, Keep::New), Value::Number(2));
    assert_eq!(read(Reading::Each, Keep::New), Value::Faces([6, 5, 3, 2].as_slice().into()));
    let mut classes = [0; 16];
    classes[5] = 1;
    classes[6] = 2;
    assert_eq!(read(Reading::Classes(classes), Keep::New), Value::Counts([2, 1, 1, 0, 0, 0, 0, 0]));
}
