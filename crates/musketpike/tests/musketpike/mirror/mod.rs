//! Whole random battles beside their images: with the table turned half round and the sides swapped. Given the mirrored
//! choices and the same dice, everything goes the mirrored way: places, rulings, what is offered, events, outcomes.
//!
//! What is not symmetric by rule: red is asked for its starting Orders first (both choose in secret, so it makes no
//! difference), and the initiative has one die for each side, which the sides keep. Leaders in danger together throw their
//! dice in the order of the file, which stays as it is.
//!
//! `CARACOLE_MIRROR_BATTLES` says how many, `CARACOLE_MIRROR_FROM` from which number on.

mod compare;
mod follow;
mod image;

use caracole_kernel::Rules;
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    engine::{ScenarioSource, Setup},
};
use follow::Pair;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Three battles in four are of the small scenario: there each step costs less and the fighting begins sooner. A run
/// that is asked for by number plays all scenarios alike.
fn setup(n: u64, asked_for: bool) -> Setup {
    let any = MusketPike::random_setup(n).expect("a setup");
    match asked_for || n.is_multiple_of(4) {
        true => any,
        false => Setup { scenario: ScenarioSource::Id("learning".to_owned()), ..any },
    }
}

/// Plays battles beside their images; tells of all that differ.
fn reflect(reversed: bool, usual: u64) {
    let asked_for = number("CARACOLE_MIRROR_BATTLES");
    let (from, battles) = (number("CARACOLE_MIRROR_FROM").unwrap_or(0), asked_for.unwrap_or(usual));
    let mut wrong = Vec::new();
    let mut steps = 0;
    for n in from..from + battles {
        let played = Pair::start(&setup(n, asked_for.is_some()), reversed)
            .and_then(|mut pair| pair.play(&mut Random::new(n), 60_000));
        match played {
            Ok(taken) => steps += taken,
            Err(what) => wrong.push(format!("battle {n}: {}", what.chars().take(1_500).collect::<String>())),
        }
    }
    println!("{steps} steps of {battles} battles");
    assert!(wrong.is_empty(), "{} of {battles} battles differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn with_the_table_turned_and_the_sides_swapped_a_battle_goes_the_mirrored_way() {
    reflect(false, 120);
}

/// Units and Wings in the other order of the file besides: no ruling rests on who comes first in a list.
#[test]
fn with_the_lists_of_the_scenario_reversed_as_well_a_battle_goes_the_same_way() {
    reflect(true, 80);
}
