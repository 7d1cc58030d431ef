//! The battle report as a player reads it.

use crate::common::{field::field_of, own, position::Game};
use caracole_kernel::{Awaiting, Battle, Rules, Scenery, Viewer, Words};
use caracole_musketpike::{
    MusketPike, RollPurpose,
    bots::Random,
    engine::motion::Manoeuvre,
    hex::Direction,
    messages::{Decision, Event, Manner},
    scenario::Options,
};

/// Every event of a random battle with its sentence.
fn report(scenario: &str, seed: u64) -> Vec<(Event, caracole_kernel::Sentence)> {
    let (mut battle, first) =
        Battle::<MusketPike>::start(&own(scenario, Options::default())).expect("a start");
    let mut player = Random::new(seed);
    let mut told = first;
    while !matches!(battle.awaiting(), Awaiting::Nothing(_)) {
        let step = player.step(&battle).expect("a step");
        told.extend(battle.apply(&step).expect("a legal step"));
    }
    let table = battle.scenario();
    told.into_iter().map(|event| (event.clone(), MusketPike::tell(table, &event))).collect()
}

/// What is written beside the things that a decision lays over the map.
fn labels_of(game: &Game, decision: &Decision) -> Vec<String> {
    let (side, _) = game.asked();
    let order = game.battle.plan(side, decision).expect("legal");
    MusketPike::overlays(&game.battle, &order).into_iter().map(|overlay| overlay.label).collect()
}

#[test]
fn every_sentence_is_whole_and_every_die_is_traceable() {
    for seed in 0..20 {
        for (event, sentence) in report("learning", seed) {
            let text = &sentence.text;
            assert!(text.ends_with('.') && text.len() > 5, "{event:?}: {text}");
            assert!(text.starts_with(char::is_uppercase), "{text}");
            assert!(!sentence.rules.is_empty(), "{text}");
            for tally in &sentence.tallies {
                assert!(tally.lines.iter().all(|line| !line.label.is_empty()), "{text}");
                let made = text.contains(&format!("modifiers of {:+} make it", tally.total()));
                assert!(made || tally.lines.is_empty(), "{text}");
            }
        }
    }
}

#[test]
fn sentences_say_who_against_whom_with_which_numbers() {
    let mut game = field_of(&[
        ("A", "heavy_infantry 8 7", "0605", "E", "formation = \"shaken\""),
        ("T", "heavy_infantry 8 6", "0705", "W", ""),
    ])
    .red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T")).die(7).die(4).quiet().end_actions();
    game.attack("A", "0705").fight();
    game.die(5);
    let table = game.battle.scenario();
    let told: Vec<String> =
        game.events.iter().map(|event| MusketPike::tell(table, event).text.into_owned()).collect();
    for sentence in [
        "A fires at T (musketry to the front): 1 casualty. The die shows 7; modifiers of -1 make it 6.",
        "T takes 1 casualty and has 7 left.",
        "T checks against morale 6 and passes. The die shows 4.",
        "A attacks 0705.",
        "A against T in Close Combat: neither side gives way. The die shows 5; modifiers of +0 make it 5.",
        "The combat disorders T: Formation Shaken.",
    ] {
        assert!(told.iter().any(|text| text == sentence), "{sentence}\nin\n{}", told.join("\n"));
    }
}

/// A morale of 7 against 6 is worth one, shaken ranks take it away again.
#[test]
fn the_modifiers_of_an_attack_are_told_before_it_is_named() {
    let mut game = field_of(&[
        ("A", "heavy_infantry 8 7", "0605", "E", "formation = \"shaken\""),
        ("T", "heavy_infantry 8 6", "0705", "W", ""),
    ])
    .red_acts();
    game.end_actions();
    let attack = Decision::Attack { unit: game.id("A"), hex: "0705".parse().expect("a hex") };
    let labels = labels_of(&game, &attack);
    assert_eq!(labels, ["attacks at +0"]);
    // Nobody does anything more, and the dice of the combat come.
    game.decide(attack);
    for _ in 0..12 {
        let Awaiting::Decision { side, request } = game.battle.awaiting() else { break };
        let decision = MusketPike::passive_choice(&game.battle, *side, request).expect("what lets it be");
        game.decide(decision);
    }
    assert_eq!(game.purpose(), RollPurpose::CloseCombat);
}

/// Woods cost heavy infantry two points and a formation hit (MPBS-CHART-TEC).
#[test]
fn ground_that_breaks_ranks_is_named_before_and_after() {
    let mut game = field_of(&[
        ("A", "heavy_infantry 8 7", "0605", "E", ""),
        ("T", "heavy_infantry 8 6", "1205", "W", ""),
    ])
    .terrain("0705", 'w')
    .red_acts();
    game.start_move("A");
    let into = Decision::Manoeuvre(Manoeuvre::Step(Direction::Se));
    let labels = labels_of(&game, &into);
    assert!(labels.contains(&"2 of 4 movement points, Formation Shaken".to_owned()), "{labels:?}");
    game.decide(into);
    let table = game.battle.scenario();
    let told: Vec<String> =
        game.events.iter().map(|event| MusketPike::tell(table, event).text.into_owned()).collect();
    assert!(told.contains(&"The ground disorders A: Formation Shaken.".to_owned()), "{told:?}");
    assert_eq!(
        MusketPike::place(&game.battle, "0705").as_deref(),
        Some("0705: woods, level 0."),
        "the hex read out"
    );
    assert_eq!(MusketPike::place(&game.battle, "A"), None);
}

#[test]
fn a_two_hex_unit_is_named_with_both_its_hexes() {
    let game = field_of(&[
        ("A", "heavy_infantry 8 7", "0605 0606", "E", ""),
        ("T", "cuirassier 4 6", "1205", "W", ""),
    ])
    .red_acts();
    let scene = MusketPike::scene(&game.battle, Viewer::Spectator).expect("a scene");
    let said = |name: &str| {
        scene.items.iter().find(|item| item.name == name).map(|item| item.says.clone()).unwrap_or_default()
    };
    assert!(said("A").contains("in 0605-0606 facing"), "{}", said("A"));
    assert!(said("T").contains("in 1205 facing"), "{}", said("T"));
    let from = game.unit("A").at;
    let to = from.shifted(Direction::Se);
    let moved = Event::Moved { unit: game.id("A"), from: Some(from), to };
    let text = MusketPike::tell(game.battle.scenario(), &moved).text;
    let (a, b) = (to.footprint().first, to.footprint().second.expect("two hexes"));
    assert!(text.starts_with(&format!("A moves from 0605-0606 to {a}-{b}, facing")), "{text}");
}
