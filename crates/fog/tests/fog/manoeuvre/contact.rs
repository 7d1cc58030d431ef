//! From corner and side contact into melee, and what those contacted do.

use crate::battle_common::*;
use crate::manoeuvre::{at_moves, front, moved};
use caracole_fog::battle::manoeuvre::{Action, Decision, EvadeTo, Request, ToFace};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::{Request as Asked, world::Approach};
use caracole_fog::formation::Facing;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Um};

fn shift(hand: Hand) -> Action {
    Action::ShiftIntoMelee { hand }
}

fn turn(hand: Hand) -> Action {
    Action::TurnIntoMelee { hand }
}

fn respond(play: &Play) -> bool {
    matches!(play.asked().1, Asked::Manoeuvre(Request::Respond { .. }))
}

/// Light troops evade from a shift to their rear.
#[test]
fn reading_manoeuvre_070() {
    proves!("FOGR-MANOEUVRE-070", "FOGR-MOVE-076");
    // Front corners meet at (940, 300).
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[light_horse(4)]).at(980, 300, 180, 2));
    let mut play = moved(&scene, "A", shift(Hand::Right));
    assert_eq!(play.asked().0, Side::Blue);
    assert!(respond(&play));
    assert_eq!(play.refused(Decision::Evade(EvadeTo::Away)).rule, rule!("FOGR-MANOEUVRE-070"));
    assert_eq!(play.refused(Decision::TurnToFace(ToFace::Bases)).rule, rule!("FOGR-MANOEUVRE-074"));
    play.choose(Decision::Evade(EvadeTo::Rear));
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    // A 5 is one MU more: 7 MU. E was 60 mm deep, its rear at 360; it turned about and its front is now 175 mm on.
    play.dice(&[5]);
    assert_eq!(front(play.world(), &scene, "E"), Point::from_mm(980, 360 + 175));
    assert_eq!(play.world().facing(scene.id("E")), Angle::ZERO);
    assert!(play.world()[scene.id("E")].turn.evaded);
    // A stays where it shifted to and does not follow.
    assert_eq!(front(play.world(), &scene, "A"), Point::from_mm(940, 300));
}

/// Battle troops fight front to front after a shift, which is the move of those who shifted.
#[test]
fn reading_manoeuvre_069() {
    proves!("FOGR-MANOEUVRE-069", "FOGR-MANOEUVRE-070");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(980, 300, 180, 2));
    let play = moved(&scene, "A", shift(Hand::Right));
    // Nothing to choose: they are no evaders, and front edges meet.
    assert!(!respond(&play));
    assert_eq!(play.world()[scene.id("A")].phase.moves, 1);
    assert!(contact::in_close_combat(play.world(), scene.id("E")));
    let engagement = play.world().engagements.first().copied().unwrap();
    assert_eq!((engagement.approach, engagement.unturned), (Approach::Front, false));
}

#[test]
fn troops_turned_upon_evade_to_their_rear_or_straight_away() {
    proves!("FOGR-MANOEUVRE-073");
    // Right sides touch along x = 940; E faces south.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[light_horse(4)]).at(980, 240, 180, 2));
    let mut rear = moved(&scene, "A", turn(Hand::Right));
    assert!(respond(&rear));
    rear.choose(Decision::Evade(EvadeTo::Rear));
    rear.dice(&[3]);
    // To its rear, north: 6 MU from y = 300.
    assert_eq!(front(rear.world(), &scene, "E"), Point::from_mm(980, 300 + 150));
    let mut away = moved(&scene, "A", turn(Hand::Right));
    away.choose(Decision::Evade(EvadeTo::Away));
    away.dice(&[3]);
    // Away from A, which faces east now.
    assert_eq!(away.world().facing(scene.id("E")), Angle::from_degrees(90));
    assert!(!contact::touch(away.world(), scene.id("A"), scene.id("E")));
    // Troops in another fight stay.
    let held = crate::battle_common::scene()
        .red(group("A", &[horse(2)]).at(900, 330, 0, 2))
        .red(group("B", &[horse(4)]).at(980, 240, 0, 2))
        .blue(group("E", &[light_horse(6)]).at(980, 240, 180, 2));
    let play = moved(&held, "A", turn(Hand::Right));
    assert_eq!(play.refused(Decision::Evade(EvadeTo::Rear)).rule, rule!("FOGR-MANOEUVRE-073"));
}

#[test]
fn a_battle_group_not_in_other_combat_turns_bases_or_all_of_itself() {
    proves!("FOGR-MANOEUVRE-076", "FOGR-MANOEUVRE-074", "FOGR-MELEE-003");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(980, 240, 180, 2));
    let e = scene.id("E");
    let mut whole = moved(&scene, "A", turn(Hand::Right));
    whole.choose(Decision::TurnToFace(ToFace::Whole));
    // All of it faces A: west.
    assert!(whole.world().bases_of(e).iter().all(|b| b.base.facing() == Angle::from_degrees(270)));
    assert!(contact::in_close_combat_with(whole.world(), e, scene.id("A")));
    let mut some = moved(&scene, "A", turn(Hand::Right));
    some.choose(Decision::TurnToFace(ToFace::Bases));
    let turned = some.world().bases_of(e).iter().filter(|b| b.facing != Facing::Front).count();
    assert!(turned > 0 && turned < 4, "{turned}");
    let unturned = some.world().engagements.iter().any(|g| g.unturned);
    assert!(!unturned);
    // It does not count as fighting in two directions.
    use caracole_fog::battle::outcome::roster::directions;
    assert_eq!(directions(some.world(), e), caracole_fog::combat::Directions::One);
}

#[test]
fn a_battle_group_in_other_combat_turns_bases_and_fights_in_two_directions() {
    proves!("FOGR-MANOEUVRE-075", "FOGR-MELEE-002");
    // E fights B to its front and has A at its right side.
    // A touches only its third rank: beside the ranks that fight it could fight as an overlap and might not turn.
    let scene = scene()
        .red(group("A", &[horse(2)]).at(900, 340, 0, 2))
        .red(group("B", &[horse(6)]).at(1000, 240, 0, 3))
        .blue(group("E", &[horse(9)]).at(1000, 240, 180, 3));
    let mut play = moved(&scene, "A", turn(Hand::Right));
    assert!(respond(&play));
    let refused = play.refused(Decision::TurnToFace(ToFace::Whole));
    assert_eq!(refused.rule, rule!("FOGR-MANOEUVRE-075"));
    play.choose(Decision::TurnToFace(ToFace::Bases));
    use caracole_fog::battle::outcome::roster::directions;
    assert_eq!(directions(play.world(), scene.id("E")), caracole_fog::combat::Directions::Two);
}

#[test]
fn corner_and_side_contact_commit_nobody() {
    proves!("FOGR-MANOEUVRE-068", "FOGR-MANOEUVRE-071", "FOGR-MOVE-099");
    let scene = scene()
        .red(group("corner", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(980, 300, 180, 2))
        .red(group("side", &[horse(4)]).at(400, 300, 0, 2))
        .blue(group("F", &[horse(4)]).at(480, 240, 180, 2));
    let mut play = at_moves(&scene);
    for name in ["corner", "side"] {
        let about = Action::TurnAbout { with: None, and_back: false };
        play.choose(Decision::Move { group: scene.id(name), action: about });
    }
    // One that fights only as an overlap is free to go as well.
    let overlap = crate::battle_common::scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("O", &[horse(4)]).at(980, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let about = Action::TurnAbout { with: None, and_back: false };
    moved(&overlap, "O", about);
}

#[test]
fn guns_and_wagons_do_not_come_up_as_an_overlap() {
    proves!("FOGR-MANOEUVRE-064");
    use caracole_fog::troops::TroopType;
    let guns = guns(2, TroopType::LightArtillery);
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("G", &[guns]).at(980, 260, 0, 2))
        .red(group("H", &[horse(4)]).at(820, 260, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let mut play = at_moves(&scene);
    let up = |name: &str| Decision::Move { group: scene.id(name), action: crate::manoeuvre::ahead(40) };
    assert_eq!(play.refused(up("G")).rule, rule!("FOGR-MANOEUVRE-064"));
    play.choose(up("H"));
}

#[test]
fn those_shifted_upon_choose_their_way_past_friends() {
    proves!("FOGR-MANOEUVRE-070", "FOGR-IMPACT-106");
    use caracole_fog::battle::impact::{Decision as Impact, EvadeWay, PastBy, Request as ImpactAsked};
    use caracole_fog::battle::{Decision as Whole, Request as Asked};
    // E stand from 940 to 1020; friends behind them from 1010 on.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[light_horse(4)]).at(980, 300, 180, 2))
        .blue(group("F", &[pike(6)]).at(1070, 420, 180, 3));
    let mut play = moved(&scene, "A", shift(Hand::Right));
    play.choose(Decision::Evade(EvadeTo::Rear));
    play.dice(&[3]);
    let (side, Asked::Impact(ImpactAsked::EvadeOn { group, ways })) = play.asked() else {
        panic!("{:?}", play.battle.awaiting());
    };
    assert_eq!((side, group), (Side::Blue, scene.id("E")));
    let by =
        |mm| EvadeWay::Past(PastBy { hand: Hand::Left, shift: Um::from_mm(mm), drop_left: 0, drop_right: 0 });
    assert!(ways.contains(&by(10)) && ways.contains(&by(40)), "{ways:?}");
    play.choose(Whole::Impact(Impact::EvadeOn { way: by(40) }));
    // 6 MU from 360, and a base width to the west.
    assert_eq!(front(play.world(), &scene, "E"), Point::from_mm(940, 360 + 150));
}
