//! What must hold for any sequence of steps, sensible or not.

mod common;

use caracole_kernel::{
    Awaiting, Battle, Numbers, Rules, Side, Step, Viewer, Views,
    dice::{Throw, Thrown, Verifiable},
    log::{self, Act, Hashes},
};
use caracole_trial::{Card, Decision, Field, Request, Trial, UnitId};
use common::{log_text, random_battle, random_step, seed_and_promise, setup_of};
use proptest::prelude::*;
use smallvec::SmallVec;

/// Any step that can be written down, most of them nonsense.
fn any_step() -> impl Strategy<Value = Step<Decision>> {
    let side = prop_oneof![Just(Side::Red), Just(Side::Blue)];
    let unit = || (0u8..9).prop_map(UnitId);
    let decision = prop_oneof![
        (0u8..10).prop_map(|f| Decision::Hide { field: Field(f) }),
        (unit(), any::<i8>()).prop_map(|(unit, by)| Decision::Move { unit, by }),
        (unit(), -2i8..=2).prop_map(|(unit, by)| Decision::Move { unit, by }),
        (unit(), unit()).prop_map(|(unit, at)| Decision::Volley { unit, at }),
        (unit(), unit()).prop_map(|(unit, at)| Decision::Charge { unit, at }),
        Just(Decision::Done),
        Just(Decision::Yes),
        Just(Decision::No),
        Just(Decision::CounterCharge),
        (0usize..3, prop::option::of(unit()))
            .prop_map(|(card, unit)| Decision::Play { card: Card::ALL[card], unit }),
    ];
    let faces = || prop::collection::vec(0u8..8, 0..9).prop_map(SmallVec::from_vec);
    let thrown = (faces(), prop::collection::vec(0u8..8, 0..3))
        .prop_map(|(dice, again)| Thrown { dice, again: SmallVec::from_vec(again) });
    prop_oneof![
        3 => (side, decision).prop_map(|(side, decision)| Step::Choose { side, decision }),
        1 => prop::collection::vec(thrown, 0..3).prop_map(|t| Step::Dice(Throw(SmallVec::from_vec(t)))),
    ]
}

/// Either a step at random, or `None`: some legal one.
fn steps() -> impl Strategy<Value = Vec<Option<Step<Decision>>>> {
    prop::collection::vec(prop_oneof![any_step().prop_map(Some), Just(None)], 0..160)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn refused_steps_change_nothing_and_nothing_panics(steps in steps(), number in any::<u64>()) {
        let mut session = caracole_kernel::Session::<Trial>::start(setup_of(number)).unwrap();
        let (seed, promise) = seed_and_promise(number);
        let mut source = Verifiable::new(&seed, &promise.nonces);
        let mut numbers = Numbers::new(number);
        for step in steps {
            let before = session.battle().hash();
            let entries = session.entries().len();
            match step {
                Some(step) => if session.step(step).is_err() {
                    prop_assert_eq!(session.battle().hash(), before);
                    prop_assert_eq!(session.entries().len(), entries);
                },
                None => random_step(&mut session, &mut source, &mut numbers),
            }
        }
        // Whatever was done replays from its log.
        let text = log_text(&session, None);
        let log = log::read(text.as_bytes(), log::Limits::default()).unwrap();
        prop_assert_eq!(&log.damage, &None);
        let replay = log::replay::<Trial>(log).unwrap();
        prop_assert_eq!(&replay.fault, &None);
        prop_assert_eq!(replay.battle().hash(), session.battle().hash());
    }

    #[test]
    fn every_candidate_is_legal_and_there_is_always_one(number in any::<u64>()) {
        let mut session = caracole_kernel::Session::<Trial>::start(setup_of(number)).unwrap();
        let (seed, promise) = seed_and_promise(number);
        let mut source = Verifiable::new(&seed, &promise.nonces);
        let mut numbers = Numbers::new(number);
        while session.outcome().is_none() {
            if let Awaiting::Decision { side, request } = session.battle().awaiting() {
                let mut decisions = Vec::new();
                Trial::candidates(session.battle(), *side, request, &mut decisions);
                prop_assert!(!decisions.is_empty());
                for decision in &decisions {
                    prop_assert!(session.battle().plan(*side, decision).is_ok(), "{:?}", decision);
                }
            }
            random_step(&mut session, &mut source, &mut numbers);
        }
    }

    #[test]
    fn undo_and_redo_lead_to_the_same_state(number in any::<u64>()) {
        let mut session = caracole_kernel::Session::<Trial>::start(setup_of(number)).unwrap();
        let (seed, promise) = seed_and_promise(number);
        let mut source = Verifiable::new(&seed, &promise.nonces);
        let mut numbers = Numbers::new(number);
        let mut undone = 0;
        while session.outcome().is_none() && session.entries().len() < 400 {
            let before = session.battle().hash();
            random_step(&mut session, &mut source, &mut numbers);
            let after = session.battle().hash();
            let Some(Act::Step(step @ Step::Choose { side, .. })) = session.entries().last().map(|e| e.act.clone())
            else { continue };
            if session.undo(side).is_ok() {
                prop_assert_eq!(session.battle().hash(), before);
                session.step(step).unwrap();
                prop_assert_eq!(session.battle().hash(), after);
                undone += 1;
            }
        }
        prop_assert!(undone > 0);
        // A record full of undos replays too, and a snapshot restores the state it was taken of.
        let text = log_text(&session, None);
        let replay = log::replay::<Trial>(log::read(text.as_bytes(), log::Limits::default()).unwrap()).unwrap();
        prop_assert_eq!(&replay.fault, &None);
        prop_assert_eq!(replay.battle().hash(), session.battle().hash());
        let snapshot = session.battle().snapshot().unwrap();
        let restored =
            Battle::<Trial>::restore(&setup_of(number), Trial::RULES, &snapshot).unwrap();
        prop_assert_eq!(restored.hash(), session.battle().hash());
    }

    #[test]
    fn views_do_not_change_when_hidden_things_do(number in any::<u64>(), field in 2u8..7) {
        let mut session = caracole_kernel::Session::<Trial>::start(setup_of(number)).unwrap();
        let (seed, promise) = seed_and_promise(number);
        let mut source = Verifiable::new(&seed, &promise.nonces);
        let mut numbers = Numbers::new(number);
        let mut compared = 0;
        while session.outcome().is_none() {
            for side in Side::BOTH {
                // What the other side may not know of `side` becomes something else.
                let changed = session.battle().with_world(|world| {
                    for unit in world.units.iter_mut().filter(|u| u.side == side && u.hidden) {
                        unit.field = Field(field);
                        unit.veteran = !unit.veteran;
                        unit.strength = 9 - unit.strength;
                    }
                });
                if &changed != session.battle() {
                    compared += 1;
                }
                for viewer in [Viewer::from(side.other()), Viewer::Spectator] {
                    prop_assert_eq!(Trial::view(session.battle(), viewer), Trial::view(&changed, viewer));
                }
                // Nor does the other side's set of choices tell anything.
                if let Awaiting::Decision { side: chooser, request: request @ Request::Turn } = changed.awaiting()
                    && *chooser == side.other()
                {
                    let choices = |battle: &Battle<Trial>| {
                        let mut out = Vec::new();
                        Trial::candidates(battle, *chooser, request, &mut out);
                        out
                    };
                    prop_assert_eq!(choices(session.battle()), choices(&changed));
                }
            }
            random_step(&mut session, &mut source, &mut numbers);
        }
        prop_assert!(compared > 0);
    }

    #[test]
    fn a_finished_battle_replays_with_every_hash_and_every_die(number in any::<u64>()) {
        let (session, text) = random_battle(number, 1);
        let replay = log::replay::<Trial>(log::read(text.as_bytes(), log::Limits::default()).unwrap()).unwrap();
        prop_assert_eq!(&replay.fault, &None);
        let entries = session.entries().len() as u64;
        prop_assert_eq!(replay.hashes, Hashes::Equal(entries + 1));
        let throws = session.entries().iter().filter(|e| matches!(e.act, Act::Step(Step::Dice(_)))).count();
        prop_assert_eq!(replay.dice, log::Dice::Verified(throws as u64));
        prop_assert_eq!(replay.session.outcome(), session.outcome());
    }

    #[test]
    fn damaged_logs_never_panic_and_keep_what_comes_before(
        number in 0u64..8,
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let (_, text) = random_battle(number, 16);
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        let line = bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        if let Ok(log) = log::read(&bytes, log::Limits::default()) {
            // The lines before the damage are all there (line 1 is the header).
            prop_assert!(log.entries.len() + 2 >= line);
            if let Ok(replay) = log::replay::<Trial>(log) {
                prop_assert_eq!(&replay.fault, &None, "a sum that fits leaves nothing to stumble on");
            }
        }
    }
}

#[test]
fn a_pick_is_any_of_the_candidates() {
    let (battle, _) = Battle::<Trial>::start(&caracole_trial::example()).unwrap();
    let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("a choice is awaited") };
    let mut all = Vec::new();
    Trial::candidates(&battle, *side, request, &mut all);
    assert!(all.len() > 1);
    for (i, decision) in all.iter().enumerate() {
        let mut below = |n: usize| {
            assert_eq!(n, all.len());
            i
        };
        assert_eq!(Trial::pick(&battle, *side, request, &mut below).as_ref(), Some(decision));
    }
}
