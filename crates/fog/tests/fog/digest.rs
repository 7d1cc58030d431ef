//! Three hundred random battles by their seed, number of entries and final hash: whatever changes how a battle goes, or
//! what is hashed, shows here. `CARACOLE_BLESS=1 cargo test -p caracole-fog --test fog digest` writes the list anew.

use caracole_bots::{Fuzz, fuzz};
use caracole_fog::battle::Fogr;
use caracole_kernel::{AnySystem, Erased};
use std::path::Path;

const BATTLES: u64 = 300;
const THREADS: u64 = 4;

fn line(seed: u64) -> String {
    let system = Erased::<Fogr>::new();
    let setup = system.random_setup(seed).expect("a setup");
    let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
    match fuzz(&system, setup, options) {
        Ok(fought) => format!("{seed} {} {:032x}\n", fought.entries, fought.hash.0),
        Err(broken) => format!("{seed} broken: {}\n", broken.what),
    }
}

/// The lines of every battle, each thread with its share of the seeds.
fn digest() -> String {
    let each = BATTLES / THREADS;
    let share = |n: u64| move || (n * each + 1..=(n + 1) * each).map(line).collect::<String>();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(share(n))).collect();
        threads.into_iter().map(|t| t.join().expect("a digest")).collect()
    })
}

#[test]
fn three_hundred_random_battles_end_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fog/digest.txt");
    let now = digest();
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        std::fs::write(&path, &now).expect("the list is written");
    }
    let then = std::fs::read_to_string(&path).expect("the list; CARACOLE_BLESS=1 makes it");
    let differ: Vec<_> = then.lines().zip(now.lines()).filter(|(then, now)| then != now).take(5).collect();
    assert!(then == now, "these and perhaps more go another way (as they went, as they go): {differ:#?}");
}
