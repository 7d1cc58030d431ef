//! Turns, phases, and what holds before them.

use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::Decision as Impact;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision, Request};
use caracole_fog::battle::turn::Event as TurnEvent;
use caracole_fog::battle::{Event, Fogam, Phase, Request as Asked};
use caracole_fog::field::Scale;
use caracole_kernel::{Awaiting, Rules, Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_plane::Um;

/// The phases that have begun, with the side active in them.
fn phases(events: &[Event]) -> Vec<(Side, Phase)> {
    let mut active = Side::Red;
    let mut found = Vec::new();
    for event in events {
        match event {
            Event::Turn(TurnEvent::TurnBegan { active: now, .. }) => active = *now,
            Event::Turn(TurnEvent::PhaseBegan { phase }) => found.push((active, *phase)),
            _ => {}
        }
    }
    found
}

#[test]
fn turns_alternate_and_their_five_phases_follow_in_order() {
    proves!(
        "FOGAM-TURN-001",
        "FOGAM-TURN-003",
        "FOGAM-TURN-011",
        "FOGAM-TURN-014",
        "FOGAM-TURN-015",
        "FOGAM-TURN-018",
        "FOGAM-BASICS-002",
        "FOGAM-BASICS-003"
    );
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 200, 0, 2))
        .blue(group("E", &[cavalrymen(4)]).at(900, 1000, 180, 2))
        .turns(3);
    let mut play = scene.begin();
    // Only the active player orders charges and moves.
    assert_eq!(play.asked().0, Side::Red);
    for _ in 0..200 {
        let Awaiting::Decision { side, request } = play.battle.awaiting().clone() else { break };
        let mut out = Vec::new();
        Fogam::candidates(&play.battle, side, &request, &mut out);
        play.choose(out.pop().unwrap());
    }
    use Phase::{Impact, JointAction, Manoeuvre, Melee, Shooting};
    let of = |side| [Impact, Manoeuvre, Shooting, Melee, JointAction].map(|phase| (side, phase)).to_vec();
    let mut expected = [of(Side::Red), of(Side::Blue), of(Side::Red)].concat();
    // A timed game stops before the joint action phase of its last turn.
    proves!("FOGAM-TURN-016", "FOGAM-TURN-004");
    expected.pop();
    assert_eq!(phases(&play.events), expected);
    assert!(matches!(play.battle.awaiting(), Awaiting::Nothing(_)));
}

#[test]
fn a_move_can_be_taken_back_until_the_next_and_hides_nothing() {
    proves!("FOGAM-MOVE-002", "FOGAM-MOVE-003", "FOGAM-TROOPS-022", "FOGAM-SCALE-009");
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 200, 0, 2))
        .blue(group("E", &[cavalrymen(4)]).at(900, 1000, 180, 2));
    let mut play = scene.play();
    let action = Action::Advance(Advance::straight(Um::from_mm(100)));
    let events = play.choose(Decision::Move { group: scene.id("A"), action });
    // No event of it shows a player something hidden, so nothing stands against taking it back.
    assert!(events.iter().all(|e| !Fogam::reveals(e)));
    for event in &events {
        assert_eq!(Fogam::event_seen_by(event, Viewer::Blue).as_ref(), Some(event));
    }
    assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::Move)));
    let _ = (Impact::EndDeclarations, CommanderLevel::Troop);
}

#[test]
fn bases_are_all_as_wide_and_a_movement_unit_is_what_was_agreed() {
    proves!("FOGAM-BASICS-004", "FOGAM-BASICS-006");
    let scene = ancient_scene().red(group("A", &[cavalrymen(4)]).at(900, 200, 0, 2));
    let world = scene.world();
    // 72 by 48 inches of 25 mm each; a base width of 40 mm.
    assert_eq!(world.field.mu(1), Um::from_mm(25));
    assert_eq!(scene.setup().table_mu, (72, 48));
    assert_eq!(world.field.base_width(), Um::from_mm(40));
    assert_eq!(Scale::default().base_width(), Um::from_mm(40));
}
