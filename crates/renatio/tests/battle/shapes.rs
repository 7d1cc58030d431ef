//! Turns, widths, moves back and changes by M1.

use crate::support::*;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::battle::{Action, Bw, Switch, Turned};
use caracole_renatio::troops::{Form, Shape};

fn turn(to: Option<Hand>, forward: Option<i32>) -> Action {
    Action::Turn(Turned { ug: ug(1), to, forward: forward.map(Bw), move_first: false })
}

#[test]
fn a_set_formation_keeps_its_shape_when_it_turns() {
    proves!("RETG-FORM-001", "RETG-FORM-005", "RETG-UNIV-005");
    // Pike & Shot 3 wide and 1 BW deep turn to the right about the front corner there, at 11.5 and 8 BW.
    let mut session = alone(PIKE_AND_SHOT, 3, &[Yellow, Yellow, Yellow]);
    let wider = Action::Reshape { ug: ug(1), wide: 4, left: 0 };
    assert_eq!(rule_of(&mut session, wider, pay(Yellow)), "RETG-FORM-001");
    does(&mut session, Side::Red, prompt(turn(Some(Hand::Right), None), pay(Yellow)));
    let world = session.battle().world();
    assert_eq!((world.formation(ug(1)).width(), world.facing(ug(1)).millidegrees()), (3, 90_000));
    assert_eq!(corner(&session, 1), [1150, 800]);
}

#[test]
fn horse_in_line_turn_into_two_files() {
    proves!("RETG-FORM-005", "RETG-FORM-002");
    let mut session = alone(HORSE, 4, &[Yellow, Yellow, Yellow]);
    does(&mut session, Side::Red, prompt(turn(Some(Hand::Left), None), pay(Yellow)));
    let world = session.battle().world();
    assert_eq!((world.formation(ug(1)).width(), world.facing(ug(1)).millidegrees()), (2, 270_000));
}

#[test]
fn turning_about_puts_the_front_where_the_rear_was() {
    proves!("RETG-FORM-001", "RETG-QRS-002");
    let mut session = alone(PIKE_AND_SHOT, 3, &[Yellow, Red, Red]);
    // M10 costs Formed troops RED: 2 BW towards red's own edge from the rear at 7 BW.
    assert_eq!(rule_of(&mut session, turn(None, Some(200)), pay(Yellow)), "RETG-MOVE-003");
    assert_eq!(rule_of(&mut session, turn(None, Some(310)), pay(Red)), "RETG-MOVE-001");
    does(&mut session, Side::Red, prompt(turn(None, Some(200)), pay(Red)));
    assert_eq!(corner(&session, 1), [1150, 500]);
}

#[test]
fn falling_back_keeps_the_facing() {
    proves!("RETG-QRS-002", "RETG-MOVE-001");
    let back = |by| Action::FallBack { ug: ug(1), by: Bw(by) };
    let mut horse = alone(HORSE, 2, &[Yellow, Red, Red]);
    // M12, RED for Formed.
    assert_eq!(rule_of(&mut horse, back(500), pay(Yellow)), "RETG-MOVE-003");
    assert_eq!(rule_of(&mut horse, back(510), pay(Red)), "RETG-MOVE-001");
    does(&mut horse, Side::Red, prompt(back(500), pay(Red)));
    assert_eq!(corner(&horse, 1), [900, 300]);
    // M13 is not for Formed troops.
    let mut foot = alone(PIKE_AND_SHOT, 3, &[Red, Red, Red]);
    assert_eq!(rule_of(&mut foot, back(100), pay(Red)), "RETG-QRS-002");
}

#[test]
fn others_widen_and_narrow_by_two_files() {
    proves!("RETG-FORM-002", "RETG-QRS-002");
    let shape = |wide, left| Action::Reshape { ug: ug(1), wide, left };
    let mut session = alone(HORSE, 2, &[Green, Yellow, Yellow]);
    assert_eq!(rule_of(&mut session, shape(4, 0), pay(Green)), "RETG-MOVE-003");
    assert_eq!(rule_of(&mut session, shape(1, 0), pay(Yellow)), "RETG-FORM-002");
    does(&mut session, Side::Red, prompt(shape(4, 2), pay(Yellow)));
    assert_eq!((session.battle().world().formation(ug(1)).width(), corner(&session, 1)), (4, [700, 800]));
}

#[test]
fn files_in_an_enemy_zone_do_not_contract() {
    proves!("RETG-MOVE-062");
    // Four files of horse; the right one stands in the zone of blue's left file, straight ahead.
    let battle = || {
        let blue = [(PIKE_AND_SHOT, [1250, 850], 3)];
        moving(&setup(&[(HORSE, [1000, 800], 4)], &blue), &[Yellow, Yellow, Yellow])
    };
    let narrow = |left| Action::Reshape { ug: ug(1), wide: 3, left };
    assert_eq!(rule_of(&mut battle(), narrow(0), pay(Yellow)), "RETG-MOVE-062");
    does(&mut battle(), Side::Red, prompt(narrow(1), pay(Yellow)));
}

#[test]
fn flexible_troops_switch() {
    proves!("RETG-MOVE-005", "RETG-GLOS-037", "RETG-GLOS-038", "RETG-MOVE-004");
    let switch = |form| Action::Switch { ug: ug(1), to: Switch::Form(form) };
    let mut session = alone("4 mounted, l/s, formed, carbine", 2, &[Yellow, Green, Red]);
    assert_eq!(rule_of(&mut session, switch(Form::Close), pay(Yellow)), "RETG-MOVE-005");
    assert_eq!(rule_of(&mut session, switch(Form::Loose), pay(Yellow)), "RETG-MOVE-005");
    // YELLOW for Formed troops; as skirmishers they would pay GREEN.
    assert_eq!(rule_of(&mut session, switch(Form::Skirmish), pay(Green)), "RETG-MOVE-003");
    does(&mut session, Side::Red, prompt(switch(Form::Skirmish), pay(Yellow)));
    assert!(session.battle().world()[ug(1)].acts_as_sug());
}

#[test]
fn pike_and_shot_drop_their_pikes_for_good() {
    proves!("RETG-UNIV-007");
    let drop = || Action::Switch { ug: ug(1), to: Switch::DropPikes };
    let mut session = alone(PIKE_AND_SHOT, 3, &[Yellow, Yellow, Yellow]);
    does(&mut session, Side::Red, prompt(drop(), pay(Yellow)));
    let unit = &session.battle().world()[ug(1)];
    assert_eq!(
        (unit.profile.shape, unit.form, unit.profile.has_pikes()),
        (Shape::OtherFoot, Form::Loose, false)
    );
    assert_eq!(rule_of(&mut alone(DRILLED, 3, &[Red, Red, Red]), drop(), pay(Red)), "RETG-UNIV-007");
}
