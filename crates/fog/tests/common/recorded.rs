//! Battles that were recorded: as finished logs, and as a digest of many.

use caracole_bots::{Fuzz, fuzz};
use caracole_fog::battle::{Fog, Played};
use caracole_kernel::log::{self, Dice, Hashes, Limits};
use caracole_kernel::{AnyReplay, AnySystem, Erased, Viewer};
use std::path::{Path, PathBuf};

/// A golden battle: the name of its log, and what must be told in it, as it stands in its events.
pub struct Golden {
    /// The log without its ending, from the folder of the tests.
    pub name: &'static str,
    pub tells: &'static [&'static str],
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn replayed<B: Played>(text: &str) -> AnyReplay {
    let log = log::read(text.as_bytes(), Limits::default()).unwrap_or_else(|e| panic!("{e}"));
    assert!(log.damage.is_none(), "{:?}", log.damage);
    Erased::<Fog<B>>::new().replay(log).unwrap_or_else(|e| panic!("{e}"))
}

/// Events and sentences of a battle in one text.
fn story(replay: &AnyReplay) -> String {
    let all = replay.session.report(Viewer::Spectator, 0).into_iter();
    all.map(|seen| format!("{}\n{}\n", seen.event, seen.sentence.text)).collect()
}

fn tells_all(golden: &Golden, replay: &AnyReplay) -> bool {
    let story = story(replay);
    golden.tells.iter().all(|t| story.contains(t))
}

fn is_blessing() -> bool {
    std::env::var_os("CARACOLE_BLESS").is_some()
}

/// The first battle of chance in which everything that is wanted happens.
fn bless<B: Played>(golden: &Golden) {
    let system = Erased::<Fog<B>>::new();
    for seed in 1..4000 {
        let setup = system.random_setup(seed).expect("a setup");
        let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
        let Ok(fought) = fuzz(&system, setup, options) else { continue };
        if tells_all(golden, &replayed::<B>(&fought.log)) {
            std::fs::write(path(golden.name).with_extension("log"), &fought.log).unwrap();
            return;
        }
    }
    panic!("no battle tells of {:?}", golden.tells);
}

/// The log replays: every step is legal, every state hash and every die the same.
pub fn holds<B: Played>(golden: &Golden) {
    if is_blessing() {
        bless::<B>(golden);
    }
    let text = std::fs::read_to_string(path(golden.name).with_extension("log"));
    let replay = replayed::<B>(&text.expect("the log; CARACOLE_BLESS=1 makes it"));
    assert!(replay.fault.is_none(), "{}", replay.fault.unwrap());
    assert!(matches!(replay.hashes, Hashes::Equal(n) if n > 2), "{:?}", replay.hashes);
    assert!(matches!(replay.dice, Dice::Verified(n) if n > 10), "{:?}", replay.dice);
    assert!(replay.session.outcome().is_some(), "it has an end");
    assert!(tells_all(golden, &replay), "{:?}", golden.tells);
}

const BATTLES: u64 = 300;
const THREADS: u64 = 4;

fn line<B: Played>(seed: u64) -> String {
    let system = Erased::<Fog<B>>::new();
    let setup = system.random_setup(seed).expect("a setup");
    let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
    match fuzz(&system, setup, options) {
        Ok(fought) => format!("{seed} {} {:032x}\n", fought.entries, fought.hash.0),
        Err(broken) => format!("{seed} broken: {}\n", broken.what),
    }
}

/// The lines of every battle, each thread with its share of the seeds.
fn digest<B: Played>() -> String {
    let each = BATTLES / THREADS;
    let share = |n: u64| move || (n * each + 1..=(n + 1) * each).map(line::<B>).collect::<String>();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(share(n))).collect();
        threads.into_iter().map(|t| t.join().expect("a digest")).collect()
    })
}

/// Three hundred random battles end as they did, by the list of a file.
pub fn digest_holds<B: Played>(name: &str) {
    let path = path(name);
    let now = digest::<B>();
    if is_blessing() {
        std::fs::write(&path, &now).expect("the list is written");
    }
    let then = std::fs::read_to_string(&path).expect("the list; CARACOLE_BLESS=1 makes it");
    let differ: Vec<_> = then.lines().zip(now.lines()).filter(|(then, now)| then != now).take(5).collect();
    assert!(then == now, "these and perhaps more go another way (as they went, as they go): {differ:#?}");
}
