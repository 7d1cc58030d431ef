//! Our side of the comparison with icepool (see `benches/icepool` at the root of the repository): exact odds
//! of a chain of three stages of forty dice, from scratch each time. Prints time and result as JSON.
//!
//! Forty dice hit at 4+ with ones thrown again; every hit is thrown again and counts at 4+; every one that
//! counts is thrown again and fails on 1 to 4. What is asked is the distribution of fails.

use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_odds::{Distribution, OddsError, numbers};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

fn chain(dice: u16) -> Result<Distribution<i32>, OddsError> {
    let hits = numbers(&Pool::hits(dice, Die::D6, 4, Reroll::of(&[1])))?;
    let counts = numbers(&Pool::hits(1, Die::D6, 4, Reroll::NONE))?;
    let fails = numbers(&Pool::hits(1, Die::D6, 5, Reroll::NONE))?.map(|saved| 1 - saved);
    hits.throws_of(&counts)?.throws_of(&fails)
}

#[allow(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
fn time(iterations: u32) -> Result<Duration, OddsError> {
    let start = Instant::now();
    for _ in 0..iterations {
        black_box(chain(black_box(40))?);
    }
    Ok(start.elapsed())
}

fn main() -> Result<(), OddsError> {
    const ITERATIONS: u32 = 2_000;
    const ROUNDS: usize = 15;
    // Under `cargo test` a benchmark only has to run.
    if !std::env::args().any(|argument| argument == "--bench") {
        return chain(40).map(drop);
    }
    time(ITERATIONS)?;
    let rounds = (0..ROUNDS).map(|_| time(ITERATIONS)).collect::<Result<Vec<_>, _>>()?;
    let rounds: Vec<String> =
        rounds.iter().map(|t| format!("{:.1}", t.as_nanos() as f64 / f64::from(ITERATIONS))).collect();
    let odds = chain(40)?;
    let odds: Vec<String> = odds.probabilities().map(|(n, p)| format!("[{n}, \"{p}\"]")).collect();
    println!("{{\"nanoseconds\": [{}], \"odds\": [{}]}}", rounds.join(", "), odds.join(", "));
    Ok(())
}
