//! Random legal play of whole battles with invariants after every step.

use crate::common::{invariants, own};
use caracole_kernel::{Awaiting, Battle, Rules, Step, Views};
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    scenario::{Options, StartingOrders},
};

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
            assert!(
                !candidates.is_empty(),
                "{scenario} {seed} step {n}: nothing to choose for {request:?}: {:?}",
                battle.stack().last()
            );
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
        let before_step = battle.clone();
        if let Err(refusal) = battle.apply(&step) {
            panic!("{scenario} {seed} step {n}: {refusal}");
        }
        // What is offered is what is accepted, and a snapshot gives the same battle.
        let checked = MusketPike::step_invariants(&before_step, &battle, &[]);
        checked.and(battle.check_snapshot()).unwrap_or_else(|wrong| {
            panic!("{scenario} {seed} step {n} after {before:?}: {wrong}");
        });
        let check = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| invariants(&battle)));
        if check.is_err() {
            panic!("{scenario} {seed} step {n} after {before:?}; stack {:?}", battle.stack().last());
        }
    }
    panic!("{scenario} {seed}: the battle does not end");
}

#[test]
fn learning_battles_end_and_keep_their_invariants() {
    for seed in 0..200 {
        play("learning", seed);
    }
}

#[test]
fn great_battles_end_and_keep_their_invariants() {
    for seed in 0..6 {
        for scenario in ["edgehill", "naseby", "breitenfeld"] {
            play(scenario, seed);
        }
    }
}

#[test]
fn a_battle_replays_to_the_same_hash_and_is_restored_from_a_snapshot() {
    for (scenario, seed) in [("learning", 7), ("naseby", 3), ("edgehill", 5)] {
        let setup = own(scenario, options(seed));
        let (mut battle, _) = Battle::<MusketPike>::start(&setup).expect("the scenario starts");
        let (mut again, _) = Battle::<MusketPike>::start(&setup).expect("the scenario starts");
        let mut player = Random::new(seed);
        let mut n = 0;
        while let Some(step) = player.step(&battle) {
            battle.apply(&step).expect("legal play");
            // The record is text: what is read back is what was written.
            let text = serde_json::to_string(&step).expect("steps can be written");
            let read: Step<_> = serde_json::from_str(&text).expect("steps can be read");
            again.apply(&read).expect("the record is legal");
            n += 1;
            if n % 97 == 0 {
                assert_eq!(battle.hash(), again.hash(), "{scenario} {seed} step {n}");
                let restored =
                    Battle::<MusketPike>::restore(&setup, battle.rules(), &battle.snapshot().unwrap())
                        .expect("a snapshot restores");
                assert_eq!(restored.hash(), battle.hash());
            }
        }
        assert_eq!(battle.hash(), again.hash());
    }
}

#[test]
fn the_other_side_does_not_see_a_secret_opening() {
    let setup = own("learning", options(1));
    let (start, _) = Battle::<MusketPike>::start(&setup).expect("the scenario starts");
    let mut choices = Vec::new();
    let Awaiting::Decision { side, request } = start.awaiting() else { panic!("an opening is awaited") };
    MusketPike::candidates(&start, *side, request, &mut choices);
    assert!(choices.len() > 2, "Orders may be chosen");
    let mut seen: Vec<Vec<caracole_musketpike::view::View>> = Vec::new();
    for decision in choices {
        let mut battle = start.clone();
        let events = battle.apply(&Step::Choose { side: *side, decision }).expect("a legal opening");
        assert!(!events.iter().any(MusketPike::reveals));
        seen.push(
            [caracole_kernel::Viewer::Blue, caracole_kernel::Viewer::Spectator]
                .map(|viewer| MusketPike::view(&battle, viewer))
                .into(),
        );
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "what is hidden does not change the view");
}

/// Battle `n` of a long run: scenarios and options change from battle to battle, invariants hold after every step,
/// every 16th choice is offered legal candidates only, and the record replays to the same state.
fn long_battle(n: u64) -> usize {
    let setup = MusketPike::random_setup(n).expect("there are setups");
    let (mut battle, _) = Battle::<MusketPike>::start(&setup).expect("the scenario starts");
    let mut player = Random::new(n);
    let (mut steps, mut candidates) = (Vec::new(), Vec::new());
    while let Some(step) = player.step(&battle) {
        assert!(steps.len() < MOST_STEPS, "battle {n} does not end");
        if let (Awaiting::Decision { side, request }, 0) = (battle.awaiting(), steps.len() % 16) {
            candidates.clear();
            MusketPike::candidates(&battle, *side, request, &mut candidates);
            for decision in &candidates {
                let legal = battle.plan(*side, decision);
                assert!(legal.is_ok(), "battle {n} step {}: {decision:?}: {legal:?}", steps.len());
            }
        }
        battle.apply(&step).unwrap_or_else(|refusal| panic!("battle {n} step {}: {refusal}", steps.len()));
        if let Err(broken) = MusketPike::invariants(&battle) {
            panic!("battle {n} step {} after {step:?}: {broken}", steps.len());
        }
        steps.push(step);
    }
    assert!(matches!(battle.awaiting(), Awaiting::Nothing(_)), "battle {n} has nothing to choose");
    let (mut again, _) = Battle::<MusketPike>::start(&setup).expect("the scenario starts");
    for step in &steps {
        again.apply(step).expect("the record is legal");
    }
    assert_eq!(battle.hash(), again.hash(), "battle {n} does not replay");
    steps.len()
}

#[test]
fn battles_of_every_scenario_and_option_replay() {
    for n in 0..32 {
        long_battle(n);
    }
}

/// Battles in which random play once found something.
#[test]
fn battles_that_found_faults() {
    long_battle(1998);
}

/// A long run. `--release -- --ignored --nocapture long_run`; `FIRST` and `BATTLES` say which.
#[test]
#[ignore = "takes minutes"]
fn long_run() {
    let number =
        |key: &str, usual: u64| std::env::var(key).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (first, battles) = (number("FIRST", 0), number("BATTLES", 5_000));
    let mut steps = 0;
    for n in first..first + battles {
        steps += long_battle(n);
        if (n + 1) % 100 == 0 {
            println!("{} battles, {steps} steps", n + 1 - first);
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
