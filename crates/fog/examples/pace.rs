//! How fast battles of chance are fought: plain play without log or replay, one thread.
//!
//! `cargo run --release -p caracole-fog --example pace -- [BATTLES] [FIRST SEED]` fights battles of 1645 from the choice of
//! the ground to the army rout. It prints the state at the end of each, so that a change of the engine that should change
//! nothing can be seen to change nothing, and battles a second. `DEPLOYED=1` begins with both armies on the table.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)] // Measures time.

use caracole_bots::Numbers;
use caracole_fog::battle::{ArmyChoice, Fogr, Setup, StartFrom, setup::encounters::encounter};
use caracole_kernel::{
    Awaiting, Battle, BySide, Rules, Step,
    dice::{DiceSource, Seed, Verifiable},
};
use std::time::Instant;

/// Fights a battle between two random players to its end and gives the number of its steps.
pub fn fight(battle: &mut Battle<Fogr>, seed: u64) -> u64 {
    let mut numbers = Numbers::new(seed);
    let mut dice = Verifiable::new(&Seed::from_number(seed), &Default::default());
    let mut events = Vec::new();
    for steps in 0.. {
        events.clear();
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => return steps,
            Awaiting::Dice(roll) => Step::Dice(dice.throw(steps + 1, &roll.shown()).unwrap()),
            Awaiting::Decision { side, request } => {
                let decision = Fogr::pick(battle, *side, request, &mut |end| numbers.below(end));
                Step::Choose { side: *side, decision: decision.expect("a choice") }
            }
        };
        battle.apply_into(&step, &mut events).unwrap();
    }
    0
}

/// The armies of 1645 with everything still to be set up.
pub fn armies_of_1645() -> Setup {
    let army = |id: &str| ArmyChoice::BuiltIn(id.to_owned());
    Setup {
        armies: BySide { red: army("fogr/royalist-1645"), blue: army("fogr/new-model-1645") },
        table_mu: (72, 48),
        scale: Default::default(),
        turns: 40,
        options: Default::default(),
        start: StartFrom::Deployment,
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a number"));
    let battles = arguments.next().unwrap_or(20);
    let first = arguments.next().unwrap_or(1);
    let setup = match std::env::var_os("DEPLOYED") {
        Some(_) => encounter("fogr/northamptonshire-1645").unwrap(),
        None => armies_of_1645(),
    };
    let started = Instant::now();
    let mut steps = 0;
    for seed in first..first + battles {
        let (mut battle, _) = Battle::<Fogr>::start(&setup).unwrap();
        let own = fight(&mut battle, seed);
        println!("seed {seed}: {own} steps, turn {}, {}", battle.world().turn.number, battle.hash());
        steps += own;
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{battles} battles, {steps} steps: {:.1} battles a second", battles as f64 / seconds);
}
