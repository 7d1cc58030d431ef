//! Finished battles, recorded and replayed: every step is legal, every state hash and every die the same.
//!
//! A change of the rules that changes how they go raises the version of the rules; until the first release the logs are
//! made anew instead: `CARACOLE_BLESS=1 cargo test -p caracole-musketpike --test musketpike golden`.

mod digest;

use caracole_kernel::{
    AnyReplay, AnySession, AnySystem, Awaiting, BySide, Erased, Viewer,
    dice::{Commitment, Seed, Verifiable},
    log::{self, Dice, Hashes, Limits, Writer},
};
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    engine::{ScenarioSource, Setup},
    scenario::{Options, StartingOrders, TEMPLATE},
};
use std::path::{Path, PathBuf};

/// A golden battle: the name of its log, what it is fought by, and what must happen in it, by the names of its events.
struct Golden {
    name: &'static str,
    scenario: &'static str,
    options: Options,
    tells: &'static [&'static str],
}

const USUAL: Options = Options {
    starting_orders: StartingOrders::Historical,
    reaction_fire_exhaustion: false,
    croats_as_arquebusiers: false,
};

const CHARGES: Golden = Golden {
    name: "charges-and-pursuits",
    scenario: "learning",
    options: USUAL,
    tells: &["\"interception\"", "\"momentum\"", "\"pursuit\"", "\"withdrew\"", "\"hedgehog\""],
};
const GUNS: Golden = Golden {
    name: "guns-and-stacks",
    scenario: "learning",
    options: Options { reaction_fire_exhaustion: true, ..USUAL },
    tells: &["\"restacked\"", "\"displaced\"", "\"guns_turned\"", "\"captured\""],
};
const SECRET: Golden = Golden {
    name: "secret-orders-and-rally",
    scenario: "learning",
    options: Options { starting_orders: StartingOrders::Secret, ..USUAL },
    tells: &["\"mandatory_rally\"", "\"rallied\"", "\"leader_lost\"", "\"preemption\""],
};
/// A scenario from a file of its own.
const FILE: Golden = Golden {
    name: "scenario-of-a-file",
    scenario: "template",
    options: USUAL,
    tells: &["\"close_combat\"", "\"fired\"", "\"continuation\""],
};

fn setup(golden: &Golden) -> Setup {
    let scenario = match golden.scenario {
        "template" => ScenarioSource::Text(TEMPLATE.to_owned()),
        id => ScenarioSource::Id(id.to_owned()),
    };
    Setup { scenario, charts: None, options: golden.options }
}

fn path(golden: &Golden) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/musketpike/golden")
        .join(golden.name)
        .with_extension("log")
}

fn replayed(text: &str) -> AnyReplay {
    let log = log::read(text.as_bytes(), Limits::default()).unwrap_or_else(|e| panic!("{e}"));
    assert!(log.damage.is_none(), "{:?}", log.damage);
    Erased::<MusketPike>::new().replay(log).unwrap_or_else(|e| panic!("{e}"))
}

/// Events of a battle in one text.
fn story(replay: &AnyReplay) -> String {
    let all = replay.session.report(Viewer::Spectator, 0).into_iter();
    all.map(|seen| format!("{}\n", seen.event)).collect()
}

fn tells_all(golden: &Golden, story: &str) -> bool {
    golden.tells.iter().all(|t| story.contains(t))
}

/// A battle of chance, fought to its end with dice that can be verified.
fn fought(golden: &Golden, number: u64) -> String {
    let seed = Seed::from_number(number);
    let nonces = BySide { red: "golden".to_owned(), blue: "golden".to_owned() };
    let mut dice = Verifiable::new(&seed, &nonces);
    let mut chance = Random::new(number);
    let setup = serde_json::to_value(setup(golden)).unwrap();
    let mut session = Erased::<MusketPike>::new().start(setup).unwrap();
    loop {
        match session.awaiting(Viewer::Spectator) {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(_) => session.throw(&mut dice).unwrap(),
            Awaiting::Decision { side, .. } => {
                let decision = session.pick(side, &mut |end| chance.below(end)).expect("a choice");
                session.choose(side, &decision).unwrap();
            }
        }
    }
    written(&*session, Commitment { commitment: seed.commitment(), nonces }, seed)
}

/// The log of a finished battle.
fn written(session: &dyn AnySession, promise: Commitment, seed: Seed) -> String {
    let (mut writer, mut text) = Writer::begin(&session.header(Some(promise)));
    text.push('\n');
    for entry in session.record(0) {
        text += &writer.entry(&entry);
        text.push('\n');
    }
    text += &writer.end(&session.end(Some(seed)).expect("an end"));
    text.push('\n');
    text
}

/// The recorded battle with the hashes that its states have now; `None` if it can no longer be played.
fn recorded_anew(golden: &Golden) -> Option<String> {
    let text = std::fs::read_to_string(path(golden)).ok()?;
    let log = log::read(text.as_bytes(), Limits::default()).ok()?;
    let (promise, seed) = (log.header.dice?, Seed(log.end?.seed?));
    let mut session = Erased::<MusketPike>::new().start(log.header.setup).ok()?;
    for entry in log.entries {
        session.act(entry.act).ok()?;
    }
    session.outcome()?;
    Some(written(&*session, promise, seed))
}

/// The same battle if it can still be played, else the first random one in which everything that is wanted happens.
fn bless(golden: &Golden) {
    if let Some(log) = recorded_anew(golden) {
        std::fs::write(path(golden), log).unwrap();
        return;
    }
    for number in 1..4_000 {
        let log = fought(golden, number);
        if tells_all(golden, &story(&replayed(&log))) {
            std::fs::write(path(golden), log).unwrap();
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
    assert!(tells_all(golden, &story(&replay)), "{:?}", golden.tells);
}

#[test]
fn a_battle_of_charges_interceptions_and_pursuits() {
    holds(&CHARGES);
}

#[test]
fn a_battle_of_guns_in_stacks() {
    holds(&GUNS);
}

#[test]
fn a_battle_with_secret_orders_and_a_wing_that_must_rally() {
    holds(&SECRET);
}

#[test]
fn a_battle_of_a_scenario_from_a_file() {
    holds(&FILE);
}
