//! A digest of random battles: any change of how battles go shows in it.
//!
//! A line is the number of the battle, its entries, its events and the hash of its last state. A change that is meant
//! writes the file anew: `CARACOLE_BLESS=1 cargo test -p caracole-musketpike --test musketpike digest`.

use caracole_kernel::{Awaiting, Battle, Rules};
use caracole_musketpike::{MusketPike, bots::Random};
use rayon::prelude::*;

const BATTLES: u64 = 300;
const MOST_ENTRIES: usize = 60_000;
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/musketpike/golden/digest.txt");

/// Plays a random battle to its end.
fn line(number: u64) -> String {
    let setup = MusketPike::random_setup(number).expect("every number has a setup");
    let (mut battle, opening) = Battle::<MusketPike>::start(&setup).expect("the battle starts");
    let mut player = Random::new(number);
    let (mut entries, mut events) = (0, opening);
    let mut told = events.len();
    while let Some(step) = player.step(&battle) {
        assert!(entries < MOST_ENTRIES, "battle {number} does not end");
        events.clear();
        battle.apply_into(&step, &mut events).unwrap_or_else(|refusal| panic!("battle {number}: {refusal}"));
        entries += 1;
        told += events.len();
    }
    assert!(matches!(battle.awaiting(), Awaiting::Nothing(_)), "battle {number} has nothing to choose");
    format!("{number} {entries} {told} {}\n", battle.hash())
}

#[test]
fn random_battles_go_as_recorded() {
    let lines: Vec<String> = (0..BATTLES).into_par_iter().map(line).collect();
    let now = lines.concat();
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    let recorded = std::fs::read_to_string(FILE).expect("the digest; CARACOLE_BLESS=1 makes it");
    let changed = now.lines().zip(recorded.lines()).find(|(now, then)| now != then);
    assert_eq!(changed, None, "a battle goes otherwise than it was recorded");
    assert_eq!(now.lines().count(), recorded.lines().count());
}
