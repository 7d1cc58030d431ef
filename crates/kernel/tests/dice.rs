//! The frozen drawing of verifiable dice, and how pools are read.

use caracole_kernel::{
    BySide,
    dice::{Bytes32, Die, FaceSet, Keep, Pool, Reading, Reroll, Seed, Thrown, Value, Verifiable},
};
use std::array::from_fn;

/// Computed by an independent program from the description of the drawing (HMAC-SHA-256, RFC 8439).
#[test]
fn drawing_is_frozen() {
    let seed = Seed(Bytes32(from_fn(|i| i as u8)));
    let commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    assert_eq!(seed.commitment().to_string(), commitment);
    let nonces = BySide { red: "red nonce".to_owned(), blue: "blue nonce".to_owned() };
    let dice = Verifiable::new(&seed, &nonces);
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
