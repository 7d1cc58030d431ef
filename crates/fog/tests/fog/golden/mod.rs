//! Finished battles, recorded and replayed: every step is legal, every state hash and every die the same.
//!
//! A change of the rules that changes how they go raises the version of the rules; until the first release the logs are
//! made anew instead: `CARACOLE_BLESS=1 cargo test -p caracole-fog --test fog golden`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use caracole_bots::{Fuzz, fuzz};
use caracole_fog::battle::Fogr;
use caracole_kernel::log::{self, Dice, Hashes, Limits};
use caracole_kernel::{AnyReplay, AnySystem, Erased, Viewer};
use std::path::{Path, PathBuf};

/// A golden battle: the name of its log, and what must be told in it, as it stands in its events.
struct Golden {
    name: &'static str,
    tells: &'static [&'static str],
}

const TERCIOS: Golden = Golden { name: "tercios-and-artillery", tells: &["Tercio ", " guns "] };
const FLANKS: Golden = Golden { name: "flank-march-and-ambush", tells: &["\"arrived\"", "An ambush of"] };
const SQUARES: Golden = Golden {
    name: "square-fortifications-captured-guns",
    tells: &["\"form_square\"", "\"fortified\"", "\"guns_taken\""],
};

fn path(golden: &Golden) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fog/golden").join(golden.name).with_extension("log")
}

fn replayed(text: &str) -> AnyReplay {
    let log = log::read(text.as_bytes(), Limits::default()).unwrap_or_else(|e| panic!("{e}"));
    assert!(log.damage.is_none(), "{:?}", log.damage);
    Erased::<Fogr>::new().replay(log).unwrap_or_else(|e| panic!("{e}"))
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

/// The first battle of chance in which everything that is wanted happens.
fn bless(golden: &Golden) {
    let system = Erased::<Fogr>::new();
    for seed in 1..4000 {
        let setup = system.random_setup(seed).expect("a setup");
        let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
        let Ok(fought) = fuzz(&system, setup, options) else { continue };
        if tells_all(golden, &replayed(&fought.log)) {
            std::fs::write(path(golden), &fought.log).unwrap();
            return;
        }
    }
    panic!("no battle tells of {:?}", golden.tells);
}

fn holds(golden: &Golden) {
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        bless(golden);
    }
    let text = std::fs::read_to_string(path(golden)).expect("the log; CARACOLE_BLESS=1 makes it");
    let replay = replayed(&text);
    assert!(replay.fault.is_none(), "{}", replay.fault.unwrap());
    assert!(matches!(replay.hashes, Hashes::Equal(n) if n > 2), "{:?}", replay.hashes);
    assert!(matches!(replay.dice, Dice::Verified(n) if n > 10), "{:?}", replay.dice);
    assert!(replay.session.outcome().is_some(), "it has an end");
    assert!(tells_all(golden, &replay), "{:?}", golden.tells);
}

#[test]
fn a_battle_with_tercios_and_artillery() {
    holds(&TERCIOS);
}

#[test]
fn a_battle_with_a_flank_march_and_an_ambush() {
    holds(&FLANKS);
}

#[test]
fn a_battle_with_a_square_fortifications_and_captured_guns() {
    holds(&SQUARES);
}
