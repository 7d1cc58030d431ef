//! Every question and every answer of a battle in words that a player understands.

use crate::common::{
    own,
    position::{Game, Position},
};
use caracole_kernel::{Awaiting, Battle, Rules, Scenery, Viewer, Words};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    counters::WingId,
    hex::Half,
    messages::{Decision, Manner, Shot, Target, Volley},
    scenario::Options,
    world::MoraleState,
};
use std::collections::BTreeMap;

/// Words of the program that no player should read.
fn speaks_plainly(text: &str) -> bool {
    text.len() > 1
        && !text.contains(['{', '}', '_', '(', '"'])
        && !text.contains("Some")
        && !text.contains("UnitId")
        && text.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
}

/// Plays a battle and looks at every question with all its answers; says how often each kind of question came.
fn read_through(scenario: &str, seed: u64) -> BTreeMap<String, u32> {
    let (mut battle, _) = Battle::<MusketPike>::start(&own(scenario, Options::default())).expect("a start");
    let mut player = Random::new(seed);
    let (mut kinds, mut offered, mut n) = (BTreeMap::new(), Vec::new(), 0);
    while let Some(step) = player.step(&battle) {
        if let Awaiting::Decision { side, request } = battle.awaiting() {
            let prompt = MusketPike::prompt(&battle, *side, request);
            assert!(prompt.text.ends_with(['?', '.']) && speaks_plainly(&prompt.text), "{}", prompt.text);
            let kind = format!("{request:?}");
            let kind = kind.split('(').next().unwrap_or_default().to_owned();
            let seen = kinds.entry(kind).or_insert(0);
            *seen += 1;
            // The rare questions always, the common ones now and then.
            if *seen <= 30 || n % 50 == 0 {
                offered.clear();
                MusketPike::candidates(&battle, *side, request, &mut offered);
                let mut commands = BTreeMap::new();
                for decision in &offered {
                    let wording = MusketPike::wording(&battle, *side, decision);
                    assert!(speaks_plainly(&wording.text), "{request:?}: {}", wording.text);
                    let other = commands.insert(wording.command.clone(), decision);
                    assert!(other.is_none(), "{request:?}: {:?} has two meanings", wording.command);
                }
            }
        }
        if n % 200 == 0 {
            let scene = MusketPike::scene(&battle, Viewer::Spectator).expect("a scene");
            assert!(scene.items.iter().all(|item| speaks_plainly(&item.says.replace(['(', '_'], " "))));
        }
        battle.apply(&step).expect("a legal step");
        n += 1;
    }
    kinds
}

/// Both sides have the same Orders, so dice decide: red goes first.
fn roll_for_initiative(game: &mut Game) {
    game.dice(&[9, 0]);
}

fn volley(game: &Game, unit: &str, manner: Manner, shots: &[(Half, &str)]) -> Decision {
    let shots =
        shots.iter().map(|(half, at)| Shot { half: *half, target: Target::Unit(game.id(at)) }).collect();
    Decision::Volley(Volley { unit: game.id(unit), manner, shots })
}

#[test]
fn every_question_is_asked_in_words_and_every_answer_has_a_command_of_its_own() {
    let mut kinds = BTreeMap::new();
    for seed in 0..12 {
        for (kind, count) in read_through("learning", seed) {
            *kinds.entry(kind).or_insert(0) += count;
        }
    }
    for kind in ["Act", "Manoeuvre", "React", "Designate", "Retreat", "GoAlong", "Rout", "PlaceLeader"] {
        assert!(kinds.contains_key(kind), "no battle asked {kind}: {kinds:?}");
    }
}

#[test]
fn a_typed_choice_is_never_taken_for_another_that_begins_alike() {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 10 6", "0504 0505", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("D", "ba", "heavy_infantry 5 6", "0604", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let (side, request) = game.asked();
    let read = |text: &str| MusketPike::read_command(&game.battle, side, &request, text);
    assert_eq!(
        read("fire A at D and E skirmishing"),
        Ok(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "D"), (Half::Right, "E")]))
    );
    // Only one half bears on D, so it must be said which fires: this is not "D and E".
    let refused = read("fire A at D skirmishing").unwrap_err();
    assert_eq!(refused.rule.id(), "TABLE-010");
    assert!(refused.remedy.contains("\"fire a at d with its left half skirmishing\""), "{refused}");
    assert_eq!(
        read("fire A at D with its left half skirmishing"),
        Ok(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "D")]))
    );
    assert!(read("fire A").is_err() && read("fire A at D and").is_err());
}

#[test]
fn a_question_speaks_of_passing_only_where_a_wing_may_pass() {
    proves!("MPBS-4.5b", "MPBS-5.8c");
    let asked = |orders: &str, hurt: bool| {
        let mut game = Position::new()
            .wing("ra", orders, "0404")
            .wing("ba", "rally", "1905")
            .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
            .play_with(|game, world| {
                if hurt {
                    world.units[usize::from(game.id("A").0)].morale = MoraleState::Shaken;
                }
            });
        if matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
            roll_for_initiative(&mut game);
        }
        let (side, request) = game.asked();
        MusketPike::prompt(&game.battle, side, &request).text
    };
    assert_eq!(
        asked("make_ready", false),
        "Which Wing under Make Ready Orders does red activate, or pass with?"
    );
    assert_eq!(asked("charge", false), "Which Wing under Charge Orders does red activate?");
    assert_eq!(asked("rally", true), "Which Wing under Rally Orders does red activate?");
}

#[test]
fn messages_say_whose_a_wing_is() {
    let mut game = Position::new()
        .wing("ra", "charge", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    game.decide(Decision::Activate(WingId(0)));
    let (side, request) = game.asked();
    let prompt = MusketPike::prompt(&game.battle, side, &request).text;
    assert_eq!(prompt, "Red's ra is about to activate. Preempt it?");
    game.begin();
    let told: Vec<_> =
        game.events.iter().map(|event| MusketPike::tell(game.battle.scenario(), event).text).collect();
    assert!(told.iter().any(|text| text.starts_with("Red's ra activates")), "{told:?}");
}
