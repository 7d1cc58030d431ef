//! Commands that people type beyond what is offered.

use caracole_fog::battle::manoeuvre::{
    Action, Advance, CommanderGoes, Decision as Moves, Leg, Shift, When, WithAdvance,
};
use caracole_fog::battle::scenarios::by_id;
use caracole_fog::battle::world::CommanderId;
use caracole_fog::battle::{Decision, Fogr, GroupId, Request, manoeuvre};
use caracole_kernel::{Awaiting, Battle, Refusal, Rules, Side, Step, Words};
use caracole_plane::{Angle, Hand, Um};

/// The learning fight where red moves first. A movement unit is 25 mm.
fn moving() -> Battle<Fogr> {
    let ready = by_id("mill-field").expect("the scenario");
    let (mut battle, _) = Battle::<Fogr>::start(&ready.setup).expect("it starts");
    for _ in 0..20 {
        let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("a decision is awaited") };
        if matches!(request, Request::Manoeuvre(manoeuvre::Request::Move)) {
            return battle;
        }
        let mut all = Vec::new();
        Fogr::candidates(&battle, *side, request, &mut all);
        let decision = all.pop().expect("a choice");
        battle.apply(&Step::Choose { side: *side, decision }).expect("it is legal");
    }
    panic!("nobody moves");
}

fn read(text: &str) -> Result<Decision, Refusal> {
    let battle = moving();
    let Awaiting::Decision { side, request } = battle.awaiting() else { panic!() };
    assert_eq!(*side, Side::Red);
    Fogr::read_command(&battle, *side, request, text)
}

fn moves(group: u16, action: Action) -> Result<Decision, Refusal> {
    Ok(Decision::Manoeuvre(Moves::Move { group: GroupId(group - 1), action }))
}

fn ahead(mu_hundredths: i64) -> Leg {
    Leg::Ahead(Um::new(mu_hundredths * 250))
}

#[test]
fn advances_of_any_measure() {
    let straight = Action::Advance(Advance { legs: vec![ahead(125)], shift: None });
    assert_eq!(read("move 2 forward 1.25"), moves(2, straight.clone()));
    assert_eq!(read("advance 2 1.25"), moves(2, straight.clone()));
    assert_eq!(read("  MOVE 2   Forward 1.25 MU "), moves(2, straight.clone()));
    assert_eq!(read("move orange forward 1.25"), moves(2, straight));
    let wheel = Leg::Wheel { hand: Hand::Left, by: Angle::from_degrees(30) };
    let both = Action::Advance(Advance { legs: vec![wheel, ahead(200)], shift: None });
    assert_eq!(read("wheel 1 left 30 forward 2"), moves(1, both.clone()));
    assert_eq!(read("move 1 wheel left 30 then forward 2"), moves(1, both));
    let shift = |when| Some(Shift { hand: Hand::Right, by: Um::new(12_500), when });
    let after = Action::Advance(Advance { legs: vec![ahead(100)], shift: shift(When::After) });
    assert_eq!(read("move 2 forward 1 shift right 0.5"), moves(2, after));
    let before = Action::Advance(Advance { legs: vec![ahead(100)], shift: shift(When::Before) });
    assert_eq!(read("shift 2 right 0.5 forward 1"), moves(2, before));
}

#[test]
fn turns_and_changes_of_formation() {
    let then = |when| Some(WithAdvance { advance: Advance { legs: vec![ahead(100)], shift: None }, when });
    let turn = |with| Action::TurnToFlank { hand: Hand::Left, files: None, with };
    assert_eq!(read("turn 2 left then forward 1"), moves(2, turn(then(When::After))));
    assert_eq!(read("turn 2 left after forward 1"), moves(2, turn(then(When::Before))));
    let about = Action::TurnAbout { with: then(When::After), and_back: true };
    assert_eq!(read("turn 4 about then forward 1 and back"), moves(4, about));
    let expand = Action::Expand { left: 1, right: 0, formation: None, then: None };
    assert_eq!(read("expand 3 left 1"), moves(3, expand));
    let contract = Action::Contract { left: 0, right: 1, formation: None, with: then(When::After) };
    assert_eq!(read("contract 3 right 1 then forward 1"), moves(3, contract));
    // Foot stand as the usual formation of three files; the same said again changes nothing.
    let battle = moving();
    let now = battle.world().formation(GroupId(1)).clone();
    let code = caracole_fog::battle::text::names::formation(&now);
    let form = Action::ChangeFormation { turn: None, formation: Some(now.clone()) };
    assert_eq!(read(&format!("form 2 formation {code}")), moves(2, form));
}

#[test]
fn divisions_commanders_and_the_end() {
    let advance = Advance { legs: vec![ahead(300)], shift: None };
    let groups = vec![GroupId(1), GroupId(2)];
    let division = Decision::Manoeuvre(Moves::MoveDivision { groups, advance });
    assert_eq!(read("division 2 3 forward 3"), Ok(division.clone()));
    assert_eq!(read("division 2 and 3 forward 3"), Ok(division));
    let goes = CommanderGoes::Join(GroupId(2));
    let ride = Decision::Manoeuvre(Moves::MoveCommander { commander: CommanderId(0), goes });
    assert_eq!(read("okey joins 3"), Ok(ride.clone()));
    assert_eq!(read("commander 1 joins 3"), Ok(ride));
    for end in ["done", "pass", "nothing"] {
        assert_eq!(read(end), Ok(Decision::Manoeuvre(Moves::Done)), "{end}");
    }
}

#[test]
fn what_is_not_understood_says_why() {
    for (text, problem) in [
        ("move 99 forward 1", "There is no battle group 99 on the table"),
        ("move regiment forward 1", "Several battle groups are called \"regiment\""),
        ("move tercio forward 1", "No battle group on the table is called \"tercio\""),
        ("move 2 forward 1 sideways", "\"sideways\" is not understood here"),
        ("wheel 2 left a bit", "A number is missing for an angle in degrees"),
        ("move 2 forward 1e9", "A number is missing for a distance in MU"),
        ("form 2 formation xyz", "The formation cannot be read"),
        ("dance", "\"dance\" is not a choice here"),
    ] {
        let refusal = read(text).expect_err(text);
        assert_eq!(refusal.problem, problem, "{text}");
        assert!(!refusal.remedy.is_empty(), "{text}");
    }
    // Whatever is typed is answered.
    for text in
        ["", " ", "move", "move 2", "charge", "division", "\u{1F40E}", "move 2 forward -3", "0", "999"]
    {
        let _ = read(text);
    }
    assert!(read(&"move 2 forward 1 ".repeat(200)).is_err());
}
