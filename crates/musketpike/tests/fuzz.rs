//! Random legal play of whole battles with invariants after every step.

mod common;

use caracole_kernel::{Awaiting, Battle, Step, System};
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    scenario::{Options, StartingOrders},
};
use common::{invariants, own};

const MOST_STEPS: usize = 60_000;

fn options(n: u64) -> Options {
    Options {
        starting_orders: if n & 1 == 0 { StartingOrders::Historical } else { StartingOrders::Secret },
        reaction_fire_exhaustion: n & 2 != 0,
        croats_as_arquebusiers: n & 4 != 0,
    }
}

/// Plays one battle and checks everything that must hold on the way.
fn play(scenario: &str, seed: u64) -> usize {
    let setup = own(scenario, options(seed));
    let (mut battle, _) = Battle::<MusketPike>::start(&setup).expect("the scenario starts");
    let mut player = Random::new(seed);
    let mut candidates = Vec::new();
    for n in 0..MOST_STEPS {
        if let Awaiting::Decision { side, request } = battle.awaiting() {
            candidates.clear();
            MusketPike::candidates(&battle, *side, request, &mut candidates);
            assert!(!candidates.is_empty(), "{scenario} {seed} step {n}: nothing to choose for {request:?}: {:?}", battle.stack().last());
            for decision in &candidates {
                if let Err(refusal) = battle.plan(*side, decision) {
                    panic!("{scenario} {seed} step {n}: an illegal candidate {decision:?}: {refusal}");
                }
            }
        }
        let Some(step) = player.step(&battle) else {
            assert!(matches!(battle.awaiting(), Awaiting::Nothing(_)));
            return n;
        };
        let before = matches!(step, Step::Choose { .. }).then(|| format!("{step:?}"));
        if let Err(refusal) = battle.apply(&step) {
            panic!("{scenario} {seed} step {n}: {refusal}");
        }
        let check = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| invariants(&battle)));
        if check.is_err() {
            panic!("{scenario} {seed} step {n} after {before:?}; stack {:?}", battle.stack().last());
        }
    }
    panic!("{scenario} {seed}: the battle does not end");
}

#[test]
fn learning_battles_end_and_keep_their_invariants() {
    for seed in 0..60 {
        play("learning", seed);
    }
}

#[test]
fn great_battles_end_and_keep_their_invariants() {
    for seed in 0..3 {
        for scenario in ["edgehill", "naseby", "breitenfeld"] {
            play(scenario, seed);
        }
    }
}

/// Not a test: prints the speed of random play. Run with `--ignored --nocapture`.
#[test]
#[ignore = "measures"]
#[allow(clippy::disallowed_methods, reason = "measures time; no rules code")]
fn speed() {
    for (id, _) in caracole_musketpike::scenario::LIBRARY {
        let (start, _) = Battle::<MusketPike>::start(&own(id, options(0))).expect("the scenario starts");
        let began = std::time::Instant::now();
        let mut steps = 0;
        for seed in 0..6 {
            let mut battle = start.clone();
            steps += Random::new(seed).play(&mut battle, 10_000).expect("legal play");
        }
        println!("{id}: {steps} steps, {:.0} a second", steps as f64 / began.elapsed().as_secs_f64());
    }
}
