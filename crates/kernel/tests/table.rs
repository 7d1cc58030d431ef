//! The kernel's own rules and the trial game, with literal dice.

mod common;

use caracole_kernel::{
    Awaiting, RulesVersion, Session, Side, Step, Viewer, Views,
    dice::{Scripted, Throw, Thrown},
    log::{self, Act},
};
use caracole_ledger::{proves, rule};
use caracole_trial::{Decision, Event, Field, Level, Request, Trial, UnitId};
use common::{ambush, battle, choose, dice, unit, veteran};
use smallvec::smallvec;

const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(1);

/// Red on field 4, blue on field 8 - `back`, red to choose.
fn face_to_face(distance: u8, red: caracole_trial::Listed, blue: caracole_trial::Listed) -> Session<Trial> {
    let mut session = battle(vec![red], vec![blue]);
    let march = |session: &mut Session<Trial>, side, unit, by| {
        choose(session, side, Decision::Move { unit, by });
        choose(session, side, Decision::Done);
    };
    march(&mut session, Side::Red, RED, 2);
    march(&mut session, Side::Blue, BLUE, -2);
    march(&mut session, Side::Red, RED, 2);
    let by = -(2 - i8::try_from(distance).unwrap());
    if by == 0 {
        choose(&mut session, Side::Blue, Decision::Done);
    } else {
        march(&mut session, Side::Blue, BLUE, by);
    }
    session
}

#[test]
fn only_the_awaited_side_chooses() {
    proves!("TABLE-001", "TRIAL-001");
    let mut session = battle(vec![unit("R", 4)], vec![unit("B", 4)]);
    let before = session.battle().hash();
    let refusal = session.choose(Side::Blue, Decision::Done).unwrap_err();
    assert_eq!(refusal.rule, rule!("TABLE-001"));
    assert_eq!(session.battle().hash(), before);
    choose(&mut session, Side::Red, Decision::Done);
    choose(&mut session, Side::Blue, Decision::Done);
}

#[test]
fn dice_and_decisions_come_only_when_awaited() {
    proves!("TABLE-002", "TABLE-003");
    let mut session = face_to_face(1, unit("R", 4), unit("B", 4));
    let refusal = session.step(Step::Dice(Throw::default())).unwrap_err();
    assert_eq!(refusal.rule, rule!("TABLE-003"));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let refusal = session.choose(Side::Red, Decision::Done).unwrap_err();
    assert_eq!(refusal.rule, rule!("TABLE-002"));
    assert!(refusal.problem.contains("volley"), "{refusal}");
}

#[test]
fn only_the_dice_asked_for_are_taken() {
    proves!("TABLE-004", "TABLE-006");
    let mut session = face_to_face(1, veteran("R", 4), unit("B", 4));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let before = session.battle().hash();
    let thrown = |dice: &[u8], again: &[u8]| {
        Step::Dice(Throw(smallvec![Thrown { dice: dice.into(), again: again.into() }]))
    };
    for (step, problem) in [
        (Step::Dice(Throw::default()), "1 pools of dice, the throw 0"),
        (thrown(&[4, 4, 4], &[]), "4 dice were asked for, 3 were given"),
        (thrown(&[4, 4, 4, 7], &[]), "a d6 cannot show 7"),
        (thrown(&[4, 4, 4, 0], &[]), "a d6 cannot show 0"),
        (thrown(&[1, 4, 4, 4], &[]), "1 dice must be thrown again, 0 were"),
        (thrown(&[4, 4, 4, 4], &[5]), "0 dice must be thrown again, 1 were"),
    ] {
        let refusal = session.step(step).unwrap_err();
        assert_eq!(refusal.rule, rule!("TABLE-004"));
        assert!(refusal.problem.contains(problem), "{refusal}");
        assert_eq!(session.battle().hash(), before);
    }
    session.step(thrown(&[1, 4, 4, 4], &[6])).unwrap();
}

#[test]
fn volley_hits_on_four_near_and_five_far() {
    proves!("TRIAL-003", "TRIAL-007");
    let mut near = face_to_face(1, unit("R", 4), unit("B", 4));
    choose(&mut near, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let events = dice(&mut near, &[4, 4, 5, 3]);
    assert_eq!(events, [Event::Hits { unit: RED, at: BLUE, hits: 3 }]);
    // 6 + 4 - 3 hits = 7: passed, but three hits cost a point of strength.
    dice(&mut near, &[6, 4]);
    let blue = near.battle().world()[BLUE];
    assert_eq!((blue.level, blue.strength), (Level::Steady, 3));

    let mut far = face_to_face(2, unit("R", 4), unit("B", 4));
    choose(&mut far, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let events = dice(&mut far, &[4, 4, 5, 3]);
    assert_eq!(events, [Event::Hits { unit: RED, at: BLUE, hits: 1 }]);
    // 3 + 4 - 1 = 6: shaken.
    dice(&mut far, &[3, 4]);
    assert_eq!(far.battle().world()[BLUE].level, Level::Shaken);
}

#[test]
fn veterans_throw_ones_again_once() {
    proves!("TRIAL-004");
    let mut session = face_to_face(1, veteran("R", 3), unit("B", 4));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let events = dice(&mut session, &[1, 1, 6, 4, 1]);
    assert_eq!(events, [Event::Hits { unit: RED, at: BLUE, hits: 2 }]);
}

#[test]
fn fire_is_returned_once_each_and_within_return_fire() {
    proves!("TRIAL-006");
    let mut session = face_to_face(1, unit("R", 2), unit("B", 2));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    dice(&mut session, &[1, 1]);
    choose(&mut session, Side::Blue, Decision::Yes);
    dice(&mut session, &[1, 1]);
    // Red answers the answer; blue has returned fire in this turn already.
    choose(&mut session, Side::Red, Decision::Yes);
    assert_eq!(session.battle().stack().len(), 4, "turn, volley, return, return to the return");
    dice(&mut session, &[1, 1]);
    assert_eq!(session.battle().awaiting(), &Awaiting::Decision { side: Side::Red, request: Request::Turn });
}

#[test]
fn charge_is_met_by_fire_and_then_struck() {
    proves!("TRIAL-005");
    let mut session = face_to_face(1, unit("R", 2), unit("B", 2));
    choose(&mut session, Side::Red, Decision::Charge { unit: RED, at: BLUE });
    choose(&mut session, Side::Blue, Decision::Yes);
    dice(&mut session, &[2, 3]);
    choose(&mut session, Side::Red, Decision::No);
    // Contact: the charger hits on 4, the charged unit only on 5.
    let events = dice(&mut session, &[4, 3, 4, 5]);
    let hits = |unit, at, hits| Event::Hits { unit, at, hits };
    assert_eq!(events, [hits(RED, BLUE, 1), hits(BLUE, RED, 1)]);
    dice(&mut session, &[4, 4, 4, 3]);
    let world = session.battle().world();
    assert_eq!((world[BLUE].level, world[RED].level), (Level::Steady, Level::Shaken));
}

#[test]
fn counter_charge_hits_on_four() {
    proves!("TRIAL-005");
    let mut session = face_to_face(1, unit("R", 1), unit("B", 1));
    choose(&mut session, Side::Red, Decision::Charge { unit: RED, at: BLUE });
    choose(&mut session, Side::Blue, Decision::CounterCharge);
    let events = dice(&mut session, &[3, 4]);
    assert_eq!(events[1], Event::Hits { unit: BLUE, at: RED, hits: 1 });
    dice(&mut session, &[6, 6]);
}

#[test]
fn ambush_interrupts_a_move_and_the_move_goes_on() {
    proves!("TRIAL-002", "TRIAL-009");
    let mut session = battle(vec![unit("R", 2)], vec![ambush("B", 2)]);
    let refusal = session.choose(Side::Blue, Decision::Hide { field: Field(7) }).unwrap_err();
    assert_eq!(refusal.rule, rule!("TRIAL-002"));
    choose(&mut session, Side::Blue, Decision::Hide { field: Field(2) });
    choose(&mut session, Side::Red, Decision::Move { unit: RED, by: 2 });
    assert_eq!(session.battle().world()[RED].field, Field(1));
    let awaited = session.battle().awaiting().clone();
    let spring = Request::Spring { ambusher: BLUE, mover: RED };
    assert_eq!(awaited, Awaiting::Decision { side: Side::Blue, request: spring });
    choose(&mut session, Side::Blue, Decision::Yes);
    dice(&mut session, &[5, 1]);
    dice(&mut session, &[6, 2]);
    // Red may fire back in the midst of his own move; he does not, and moves on to field 2.
    choose(&mut session, Side::Red, Decision::No);
    assert_eq!(session.battle().world()[RED].field, Field(2));
}

#[test]
fn a_unit_broken_in_mid_move_stops() {
    proves!("TRIAL-009", "TRIAL-008");
    let mut session = battle(vec![unit("R", 2), unit("R2", 2)], vec![ambush("B", 1), ambush("B2", 1)]);
    choose(&mut session, Side::Blue, Decision::Hide { field: Field(2) });
    choose(&mut session, Side::Blue, Decision::Hide { field: Field(2) });
    choose(&mut session, Side::Red, Decision::Move { unit: RED, by: 2 });
    for test in [[1, 2], [1, 3]] {
        choose(&mut session, Side::Blue, Decision::Yes);
        dice(&mut session, &[5]);
        dice(&mut session, &test);
    }
    let red = session.battle().world()[RED];
    assert_eq!((red.level, red.field), (Level::Broken, Field(1)));
    // One of two units broken is half: the army routs when the turn ends.
    choose(&mut session, Side::Red, Decision::Done);
    let outcome = session.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.rule), (Some(Side::Blue), rule!("TRIAL-008")));
    let refusal = session.choose(Side::Red, Decision::Done).unwrap_err();
    assert_eq!(refusal.rule, rule!("TABLE-005"));
}

#[test]
fn night_falls_after_the_last_turn() {
    proves!("TRIAL-010", "TABLE-005");
    let mut setup = caracole_trial::example();
    setup.turns = 2;
    setup.armies = setup.armies.map(|army| army.into_iter().filter(|u| !u.ambush).collect());
    let mut session = Session::<Trial>::start(setup).unwrap();
    choose(&mut session, Side::Red, Decision::Done);
    choose(&mut session, Side::Blue, Decision::Done);
    assert_eq!(session.outcome().unwrap().rule, rule!("TRIAL-010"));
}

#[test]
fn illegal_orders_are_refused_with_their_rule() {
    proves!("TABLE-009", "TRIAL-001", "TRIAL-003", "TRIAL-005", "TRIAL-009");
    let mut session = face_to_face(2, unit("R", 4), unit("B", 4));
    for (decision, rule) in [
        (Decision::Move { unit: UnitId(9), by: 1 }, rule!("TABLE-009")),
        (Decision::Move { unit: BLUE, by: 1 }, rule!("TABLE-009")),
        (Decision::Move { unit: RED, by: 3 }, rule!("TRIAL-009")),
        (Decision::Move { unit: RED, by: -128 }, rule!("TRIAL-009")),
        (Decision::Move { unit: RED, by: 0 }, rule!("TRIAL-009")),
        (Decision::Charge { unit: RED, at: BLUE }, rule!("TRIAL-005")),
        (Decision::Volley { unit: RED, at: RED }, rule!("TABLE-009")),
        (Decision::Yes, rule!("TABLE-002")),
    ] {
        let refusal = session.choose(Side::Red, decision).unwrap_err();
        assert_eq!(refusal.rule, rule, "{refusal}");
        assert!(!refusal.remedy.is_empty());
    }
    choose(&mut session, Side::Red, Decision::Move { unit: RED, by: -1 });
    let refusal = session.choose(Side::Red, Decision::Move { unit: RED, by: -1 }).unwrap_err();
    assert_eq!(refusal.rule, rule!("TRIAL-001"));
}

#[test]
fn undo_goes_back_to_the_last_barrier() {
    proves!("TABLE-007");
    let mut session = battle(vec![unit("R", 4), unit("R2", 4)], vec![unit("B", 4)]);
    assert_eq!(session.undo(Side::Red).unwrap_err().rule, rule!("TABLE-007"));
    let start = session.battle().hash();
    choose(&mut session, Side::Red, Decision::Move { unit: RED, by: 1 });
    let first = session.battle().hash();
    choose(&mut session, Side::Red, Decision::Move { unit: UnitId(1), by: 2 });
    // The other side cannot take back red's move.
    assert!(session.undo(Side::Blue).is_err());
    session.undo(Side::Red).unwrap();
    assert_eq!(session.battle().hash(), first);
    session.undo(Side::Red).unwrap();
    assert_eq!(session.battle().hash(), start);
    assert!(session.undo(Side::Red).is_err());
    choose(&mut session, Side::Red, Decision::Done);
    // Ending the turn is a choice like any other until blue has chosen.
    session.undo(Side::Red).unwrap();
    choose(&mut session, Side::Red, Decision::Done);
    choose(&mut session, Side::Blue, Decision::Done);
    assert_eq!(session.undo(Side::Red).unwrap_err().rule, rule!("TABLE-007"));
    session.undo(Side::Blue).unwrap();
}

#[test]
fn undo_stops_at_dice_and_at_what_was_shown() {
    proves!("TABLE-007");
    let mut session = face_to_face(1, unit("R", 4), unit("B", 4));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    session.undo(Side::Red).unwrap();
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    dice(&mut session, &[1, 1, 1, 1]);
    assert!(session.undo(Side::Red).is_err(), "dice fell");

    let mut session = battle(vec![ambush("R", 4)], vec![unit("B", 4)]);
    choose(&mut session, Side::Red, Decision::Hide { field: Field(3) });
    session.undo(Side::Red).unwrap();
    choose(&mut session, Side::Red, Decision::Hide { field: Field(4) });
    choose(&mut session, Side::Red, Decision::Move { unit: RED, by: 1 });
    assert!(session.undo(Side::Red).is_err(), "the ambusher has been seen");
}

#[test]
fn rewind_goes_back_past_dice_and_is_recorded() {
    proves!("TABLE-008");
    let mut session = face_to_face(1, unit("R", 4), unit("B", 4));
    let entry = session.entries().len() as u64;
    let before = session.battle().hash();
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    dice(&mut session, &[1, 1, 1, 1]);
    let after_dice = session.battle().hash();
    assert_eq!(session.rewind(Side::Red, 99).unwrap_err().rule, rule!("TABLE-008"));
    session.rewind(Side::Red, entry).unwrap();
    assert_eq!(session.battle().hash(), before);
    assert!(matches!(session.entries().last().unwrap().act, Act::Rewind { .. }));
    // A rewind can itself be rewound: the entry before it is still in the record.
    session.rewind(Side::Blue, entry + 2).unwrap();
    assert_eq!(session.battle().hash(), after_dice);
    // And back to the state after the first rewind, which is the state before the volley.
    session.rewind(Side::Blue, entry + 3).unwrap();
    assert_eq!(session.battle().hash(), before);
}

/// Whoever asks goes back to before their own last choice: not one entry, which would be the same question with other dice.
#[test]
fn going_back_leads_to_a_choice_and_never_to_dice_alone() {
    proves!("TABLE-008");
    let mut session = face_to_face(1, unit("R", 4), unit("B", 4));
    let entry = session.entries().len() as u64;
    assert_eq!(session.rewind_to(Side::Red).unwrap(), entry - 3, "red waited, then blue moved and waited");
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    dice(&mut session, &[1, 1, 1, 1]);
    // One entry back the dice of the volley are awaited.
    let refused = session.rewind(Side::Red, entry + 1).unwrap_err();
    assert_eq!(refused.rule, rule!("TABLE-008"));
    assert!(refused.problem.contains("volley"), "{refused}");
    assert_eq!(session.rewind_to(Side::Red).unwrap(), entry);
    session.rewind(Side::Red, entry).unwrap();
    // What was gone back from does not count: the choice before is the last one now.
    assert_eq!(session.rewind_to(Side::Red).unwrap(), entry - 3);
    choose(&mut session, Side::Red, Decision::Done);
    assert_eq!(session.rewind_to(Side::Red).unwrap(), entry + 3);
    let mut fresh = battle(vec![unit("R", 4)], vec![unit("B", 4)]);
    assert_eq!(fresh.rewind_to(Side::Red).unwrap_err().rule, rule!("TABLE-008"), "nothing was chosen yet");
    choose(&mut fresh, Side::Red, Decision::Done);
    assert_eq!(fresh.rewind_to(Side::Red).unwrap(), 0);
    assert!(fresh.rewind_to(Side::Blue).is_err());
}

/// Consent given beforehand holds for one's own last choice, stands in the log from its first line on, and is nothing that
/// a log can claim for itself.
#[test]
fn take_backs_are_agreed_before_the_battle_and_recorded() {
    proves!("TABLE-008");
    let back = |to| Act::Rewind { asked: Side::Red, to, beforehand: true };
    let mut session = face_to_face(1, unit("R", 4), unit("B", 4));
    let entry = session.entries().len() as u64;
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    dice(&mut session, &[1, 1, 1, 1]);
    assert_eq!(session.act(back(entry)).unwrap_err().rule, rule!("TABLE-008"), "nobody has agreed");
    assert!(!session.header(None).take_backs);
    session.allow_take_backs();
    assert!(session.header(None).take_backs);
    assert_eq!(session.act(back(0)).unwrap_err().rule, rule!("TABLE-008"), "only the last choice");
    session.act(back(entry)).unwrap();
    let written = serde_json::to_value(&session.entries().last().unwrap().act).unwrap();
    assert_eq!(written, serde_json::json!({ "rewind": { "asked": "red", "to": entry, "beforehand": true } }));
    // The log replays as it is, and not without the first line's word.
    let replayed = |take_backs: bool| {
        let mut header = session.header(None);
        header.take_backs = take_backs;
        let (mut writer, mut text) = log::Writer::begin(&header);
        for entry in session.entries() {
            let entry = log::Entry {
                n: entry.n,
                act: entry.act.map_ref(|d| serde_json::to_value(d).unwrap()),
                hash: entry.hash,
            };
            text.push('\n');
            text.push_str(&writer.entry(&entry));
        }
        text.push('\n');
        let log = log::read(text.as_bytes(), log::Limits::default()).unwrap();
        log::replay::<Trial>(log).unwrap().fault
    };
    assert_eq!(replayed(true), None);
    assert!(matches!(replayed(false), Some(log::Fault::Refused { .. })));
}

#[test]
fn giving_up_ends_the_battle_and_a_rewind_takes_it_up_again() {
    proves!("TABLE-005");
    let mut session = battle(vec![unit("R", 4)], vec![unit("B", 4)]);
    session.act(Act::Resign { side: Side::Red }).unwrap();
    assert_eq!(session.outcome().unwrap().winner, Some(Side::Blue));
    assert!(session.choose(Side::Red, Decision::Done).is_err());
    assert!(session.act(Act::Resign { side: Side::Blue }).is_err());
    session.rewind(Side::Red, 0).unwrap();
    assert!(session.outcome().is_none());
    session.act(Act::Draw { offered: Side::Blue }).unwrap();
    assert_eq!(session.outcome().unwrap().winner, None);
}

#[test]
fn running_out_of_time_is_told_from_giving_up() {
    let mut session = battle(vec![unit("R", 4)], vec![unit("B", 4)]);
    session.act(Act::OutOfTime { side: Side::Blue }).unwrap();
    let outcome = session.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Side::Red));
    assert!(outcome.how.contains("time"), "{}", outcome.how);
    assert!(session.choose(Side::Red, Decision::Done).is_err());
}

#[test]
fn any_moment_can_be_looked_at_again_and_its_dice_with_it() {
    let mut session = face_to_face(1, unit("R", 4), unit("B", 4));
    let (before, entry) = (session.battle().hash(), session.entries().len() as u64);
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    dice(&mut session, &[1, 2, 3, 6]);
    let cast = session.rolled().last().unwrap().clone();
    assert_eq!((cast.entry, cast.throw.0[0].dice.as_slice()), (entry + 2, &[1, 2, 3, 6][..]));
    assert_eq!(cast.roll.side, Some(Side::Red));
    assert_eq!(session.at(entry).unwrap().battle().hash(), before);
    assert_eq!(session.at(entry + 2).unwrap().battle().hash(), session.battle().hash());
    assert_eq!(session.at(99).unwrap_err().rule, rule!("TABLE-008"));
    session.rewind(Side::Red, entry).unwrap();
    assert!(session.rolled().iter().all(|cast| cast.entry <= entry), "dice that no longer count are gone");
}

#[test]
fn views_and_events_hide_what_is_hidden() {
    proves!("TABLE-013");
    let mut session = battle(vec![ambush("R", 4)], vec![unit("B", 4)]);
    let seen = |request: &Request, viewer| Trial::request_seen_by(request, Side::Red, viewer);
    let Awaiting::Decision { request, .. } = session.battle().awaiting().clone() else { panic!() };
    assert_eq!(seen(&request, Viewer::Red), Some(request.clone()));
    assert_eq!(seen(&request, Viewer::Blue), None);
    assert_eq!(seen(&request, Viewer::Spectator), None);
    let events = choose(&mut session, Side::Red, Decision::Hide { field: Field(3) });
    let hid = |viewer| Trial::event_seen_by(&events[0], viewer).unwrap();
    let field = Some(Field(3));
    assert_eq!(hid(Viewer::Red), Event::Hid { side: Side::Red, unit: Some(RED), field });
    assert_eq!(hid(Viewer::Spectator), Event::Hid { side: Side::Red, unit: None, field: None });
    assert_eq!(Trial::view(session.battle(), Viewer::Red).units.len(), 2);
    assert_eq!(Trial::view(session.battle(), Viewer::Blue).units.len(), 1);
    assert_eq!(Trial::view(session.battle(), Viewer::Spectator).units.len(), 1);
}

#[test]
fn older_rules_are_still_played() {
    proves!("TABLE-012");
    let setup = caracole_trial::Setup {
        armies: caracole_kernel::BySide { red: vec![unit("R", 1)], blue: vec![unit("B", 1)] },
        turns: 40,
        cards: None,
    };
    let hits_of_a_four_at_two_fields = |rules| {
        let mut session = Session::<Trial>::start_under(setup.clone(), RulesVersion(rules)).unwrap();
        for (side, unit, by) in [(Side::Red, RED, 2), (Side::Blue, BLUE, -2), (Side::Red, RED, 2)] {
            choose(&mut session, side, Decision::Move { unit, by });
            choose(&mut session, side, Decision::Done);
        }
        choose(&mut session, Side::Blue, Decision::Volley { unit: BLUE, at: RED });
        match dice(&mut session, &[4])[0] {
            Event::Hits { hits, .. } => hits,
            _ => panic!("no volley"),
        }
    };
    assert_eq!(hits_of_a_four_at_two_fields(1), 1);
    assert_eq!(hits_of_a_four_at_two_fields(2), 0);
}

#[test]
#[should_panic(expected = "2 scripted dice were never thrown")]
fn leftover_scripted_dice_fail_the_test() {
    let mut source = Scripted::new([4, 5, 6]);
    let mut session = face_to_face(1, unit("R", 1), unit("B", 1));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    session.throw(&mut source).unwrap();
}

#[test]
fn scripted_dice_that_run_out_or_do_not_fit_say_so() {
    let mut session = face_to_face(1, unit("R", 2), unit("B", 1));
    choose(&mut session, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let problem = session.throw(&mut Scripted::new([4])).unwrap_err().to_string();
    assert_eq!(problem, "no scripted dice are left for: volley (1 more wanted)");
    let problem = session.throw(&mut Scripted::new([4, 9])).unwrap_err().to_string();
    assert_eq!(problem, "scripted die 9 does not fit a d6 for: volley");
    dice(&mut session, &[1, 1]);
}

#[test]
fn a_setup_against_the_rules_is_refused() {
    proves!("TRIAL-001");
    type Change = fn(&mut caracole_trial::Setup);
    let changes: [(Change, &str); 3] = [
        (|setup| setup.turns = 0, "at least one turn"),
        (|setup| setup.armies.red.clear(), "one to eight units"),
        (|setup| setup.armies.blue[0].strength = 9, "strength is 1 to 8"),
    ];
    for (change, problem) in changes {
        let mut setup = caracole_trial::example();
        change(&mut setup);
        let refusal = Session::<Trial>::start(setup).unwrap_err();
        assert!(refusal.problem.contains(problem), "{refusal}");
    }
}
