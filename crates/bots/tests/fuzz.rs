//! Random battles of the trial game: they end, they replay, and the same seed gives the same battle.

use caracole_bots::{Fuzz, Numbers, fuzz};
use caracole_kernel::{AnySystem, Erased};
use caracole_trial::Trial;

fn options(seed: u64) -> Fuzz {
    Fuzz { seed, most_steps: 5_000, check_every_step: true }
}

#[test]
fn random_battles_end_and_replay() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    for seed in 0..200 {
        let setup = system.random_setup(seed).unwrap();
        let fought = fuzz(system, setup, options(seed)).unwrap_or_else(|b| panic!("{}\n{}", b.what, b.log));
        assert!(fought.entries > 0);
    }
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let fight = |seed| fuzz(system, system.random_setup(seed).unwrap(), options(seed)).unwrap().log;
    assert_eq!(fight(7), fight(7));
    assert_ne!(fight(7), fight(8));
}

#[test]
fn a_battle_that_does_not_end_is_reported_with_its_log() {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let short = Fuzz { most_steps: 3, ..options(1) };
    let broken = fuzz(system, system.random_setup(1).unwrap(), short).unwrap_err();
    assert_eq!(broken.what, "the battle has not ended after 3 entries");
    assert!(broken.log.starts_with("{\"caracole\":1"));
}

/// First outputs of SplitMix64 seeded with 1234567, as published with the algorithm.
#[test]
fn numbers_are_splitmix64() {
    let mut numbers = Numbers::new(1_234_567);
    let first: [u64; 3] = std::array::from_fn(|_| numbers.draw());
    assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}
