//! Simple and complex moves and their test.

use super::{after, ahead, at_moves, mm, moved, plan, planned, refused};
use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Advance, CommanderGoes, Decision, Difficulty, Leg, Request};
use caracole_fog::battle::world::CommanderId;
use caracole_fog::battle::{Request as Asked, World};
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Pose};

/// One battle group of each column of the table: skirmishers, drilled, undrilled cavalry, pikemen, other undrilled.
fn columns() -> Scene<caracole_fog::ancients::Ancients> {
    ancient_scene()
        .red(group("S", &[velites(6)]).at(200, 400, 0, 3))
        .red(group("D", &[militia(8)]).drilled().at(500, 400, 0, 4))
        .red(group("C", &[cavalrymen(4)]).at(800, 400, 0, 2))
        .red(group("P", &[phalangites(8)]).drilled().at(1100, 400, 0, 4))
        .red(group("U", &[militia(8)]).at(1400, 400, 0, 4))
}

/// Simple, complex or impossible for each column, as letters.
fn row(action: &Action) -> String {
    let scene = columns();
    let world: World = scene.world();
    let letter = |name: &str| match plan(&world, scene.id(name), action.clone()) {
        Ok(plan) if plan.difficulty == Difficulty::Simple => 's',
        Ok(_) => 'c',
        Err(refusal) => {
            assert_eq!(refusal.rule, rule!("FOGAM-MOVE-025"), "{name}: {refusal}");
            '-'
        }
    };
    ["S", "D", "C", "P", "U"].into_iter().map(letter).collect()
}

#[test]
fn the_table_of_moves() {
    proves!("FOGAM-MOVE-017", "FOGAM-MOVE-023", "FOGAM-MOVE-024", "FOGAM-MOVE-025", "FOGAM-MOVE-018");
    let wheel = |hand| Leg::Wheel { hand, by: Angle::from_degrees(5) };
    let double =
        Advance { legs: vec![wheel(Hand::Left), Leg::Ahead(mm(10)), wheel(Hand::Right)], shift: None };
    let expand = |then| Action::Expand { left: 0, right: 1, formation: None, then };
    let contract = |with| Action::Contract { left: 0, right: 1, formation: None, with };
    let flank = |with| Action::TurnToFlank { hand: Hand::Left, files: None, with };
    let about = |with, and_back| Action::TurnAbout { with, and_back };
    // No enemy is near: an advance is simple for everybody, however short and with a wheel.
    assert_eq!(row(&ahead(10)), "sssss");
    assert_eq!(row(&super::wheel(Hand::Left, 5, 10)), "sssss");
    assert_eq!(row(&Action::Advance(double)), "ssssc");
    assert_eq!(row(&expand(None)), "ssccc");
    assert_eq!(row(&expand(Some(Advance::straight(mm(25))))), "sc---");
    assert_eq!(row(&contract(after(75))), "ssscc");
    assert_eq!(row(&contract(after(70))), "scc--");
    assert_eq!(row(&contract(None)), "scc--");
    assert_eq!(row(&flank(None)), "ssssc");
    assert_eq!(row(&about(None, false)), "ssssc");
    assert_eq!(row(&flank(after(25))), "scc--");
    assert_eq!(row(&about(after(25), false)), "s----");
    assert_eq!(row(&about(after(25), true)), "c----");
}

#[test]
fn battle_troops_that_can_evade_turn_retire_and_turn_back() {
    proves!("FOGAM-MOVE-028", "FOGAM-MOVE-025");
    let lancers =
        bases(4, TroopType::Cavalry, Some(Armour::Armoured), &[Capability::Lancers, Capability::Swordsmen]);
    let scene = ancient_scene()
        .red(group("shallow", &[cavalrymen(4)]).at(300, 400, 0, 4))
        .red(group("deep", &[cavalrymen(4)]).at(700, 400, 0, 2))
        .red(group("lancers", &[lancers]).at(1100, 400, 0, 4));
    let back = |n| Action::TurnAbout { with: after(n), and_back: true };
    assert_eq!(planned(&scene, "shallow", back(50)).difficulty, Difficulty::Complex);
    // 2 MU at most.
    assert_eq!(refused(&scene, "shallow", back(51)).rule, rule!("FOGAM-MOVE-025"));
    assert_eq!(refused(&scene, "deep", back(25)).rule, rule!("FOGAM-MOVE-025"));
    assert_eq!(refused(&scene, "lancers", back(25)).rule, rule!("FOGAM-MOVE-025"));
}

#[test]
fn an_advance_with_a_turn_or_an_expansion_is_two_mu_shorter() {
    proves!("FOGAM-MOVE-025");
    let scene = columns();
    // Skirmishers on foot move 5 MU: 3 are left. Drilled heavy foot 4 far from the enemy: 2 are left.
    let flank = |n| Action::TurnToFlank { hand: Hand::Left, files: None, with: after(n) };
    planned(&scene, "S", flank(75));
    assert_eq!(refused(&scene, "S", flank(76)).rule, rule!("FOGAM-MOVE-006"));
    let expand = |n| {
        let then = Some(Advance::straight(mm(n)));
        Action::Expand { left: 0, right: 1, formation: None, then }
    };
    planned(&scene, "D", expand(50));
    assert_eq!(refused(&scene, "D", expand(51)).rule, rule!("FOGAM-MOVE-006"));
}

/// Undrilled militia, an enemy before them.
fn near(enemy: Who) -> Scene<caracole_fog::ancients::Ancients> {
    ancient_scene().red(group("U", &[militia(8)]).at(900, 300, 0, 4)).blue(enemy)
}

#[test]
fn undrilled_foot_close_to_the_enemy_go_straight_on_or_test() {
    proves!("FOGAM-MOVE-027", "FOGAM-MOVE-025");
    let difficulty = |scene: &Scene<_>, action| planned(scene, "U", action).difficulty;
    // 5 MU of battle troops are 125 mm; they are 126 away and end 116 away.
    let scene = near(group("E", &[cavalrymen(4)]).at(900, 426, 180, 2));
    assert_eq!(difficulty(&scene, ahead(10)), Difficulty::Complex);
    assert_eq!(difficulty(&scene, ahead(74)), Difficulty::Complex);
    // The full distance is simple for everybody: 3 MU, for there is no fourth near the enemy.
    assert_eq!(difficulty(&scene, ahead(75)), Difficulty::Simple);
    assert_eq!(difficulty(&scene, super::wheel(Hand::Left, 2, 10)), Difficulty::Complex);
    // More than 3 MU from skirmishers, 75 mm, all the way.
    let scene = near(group("E", &[velites(4)]).at(900, 396, 180, 2));
    assert_eq!(difficulty(&scene, ahead(20)), Difficulty::Simple);
    assert_eq!(difficulty(&scene, ahead(21)), Difficulty::Complex);
    // Commanders do not count; camps do, by 3 MU, or 5 if fortified.
    let far = || near(group("E", &[cavalrymen(4)]).at(900, 1000, 180, 2));
    let scene = far().lone_commander(Side::Blue, CommanderLevel::Troop, 900, 360);
    assert_eq!(difficulty(&scene, ahead(10)), Difficulty::Simple);
    // The camp's front is 106 mm from theirs.
    assert_eq!(difficulty(&far().camp(Side::Blue, 900, 406, 180), ahead(10)), Difficulty::Simple);
    assert_eq!(difficulty(&far().fortified_camp(Side::Blue, 900, 406, 180), ahead(10)), Difficulty::Complex);
    // Up to what stops them is the full distance, too: friends 40 mm ahead.
    let scene = near(group("E", &[cavalrymen(4)]).at(900, 426, 180, 2))
        .red(group("F", &[militia(4)]).at(900, 355, 0, 4));
    assert_eq!(difficulty(&scene, ahead(40)), Difficulty::Simple);
    assert_eq!(difficulty(&scene, ahead(38)), Difficulty::Complex);
}

#[test]
fn a_commander_with_them_since_the_phase_began_makes_it_simple() {
    proves!("FOGAM-MOVE-026", "FOGAM-MOVE-024");
    let scene = || near(group("E", &[cavalrymen(4)]).at(900, 426, 180, 2));
    let led = scene().commander(Side::Red, CommanderLevel::Troop, "U");
    let begun = at_moves(&led);
    let led_plan = plan(begun.world(), led.id("U"), ahead(10)).unwrap();
    assert_eq!(led_plan.difficulty, Difficulty::Simple);
    // One who joins them in this phase does not.
    let late = scene().lone_commander(Side::Red, CommanderLevel::Troop, 900, 200);
    let mut play = at_moves(&late);
    let u = late.id("U");
    play.choose(Decision::MoveCommander { commander: CommanderId(0), goes: CommanderGoes::Join(u) });
    play.choose(Decision::Move { group: u, action: ahead(10) });
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    // 8 is needed. In command range he gives +1, but not the +1 of one with them since the phase began: 6 + 1.
    play.dice(&[3, 3]);
    assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::SimpleInstead { .. })));
}

#[test]
fn who_fails_makes_a_simple_move_at_once() {
    proves!("FOGAM-MOVE-032", "FOGAM-MOVE-034", "FOGAM-MOVE-035", "FOGAM-MOVE-036", "FOGAM-MOVE-003");
    let scene = near(group("E", &[cavalrymen(4)]).at(900, 426, 180, 2))
        .red(group("other", &[militia(8)]).at(300, 300, 0, 4));
    let u = scene.id("U");
    let mut play = moved(&scene, "U", ahead(10));
    // Undrilled: 8 passes, 7 does not.
    play.dice(&[3, 4]);
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::SimpleInstead { group: u }));
    let again = play.refused(Decision::Move { group: u, action: ahead(20) });
    assert_eq!(again.rule, rule!("FOGAM-MOVE-035"));
    // Nobody else before them.
    let other = play.refused(Decision::Move { group: scene.id("other"), action: ahead(10) });
    assert_eq!(other.rule, rule!("FOGAM-MOVE-036"));
    play.choose(Decision::Move { group: u, action: ahead(75) });
    assert_eq!(super::front(play.world(), &scene, "U"), Point::from_mm(900, 375));
    let second = play.refused(Decision::Move { group: u, action: ahead(1) });
    assert_eq!(second.rule, rule!("FOGAM-MOVE-003"));
    let mut passed = moved(&scene, "U", ahead(10));
    passed.dice(&[4, 4]);
    assert_eq!(super::front(passed.world(), &scene, "U"), Point::from_mm(900, 310));
}

/// Artillery and wagons test for every move and stay where they are if they fail.
#[test]
fn reading_move_035() {
    proves!("FOGAM-MOVE-022", "FOGAM-MOVE-035", "FOGAM-TROOPS-023");
    let wagons = bases(2, TroopType::BattleWagons, None, &[]);
    let scene = ancient_scene()
        .red(group("W", &[wagons]).drilled().at(900, 300, 0, 2))
        .red(group("A", &[engines(2, TroopType::LightArtillery)]).at(300, 300, 0, 2));
    for (name, n) in [("W", 75), ("A", 50)] {
        let mut failed = moved(&scene, name, ahead(n));
        failed.dice(&[3, 4]);
        assert_eq!(failed.asked().1, Asked::Manoeuvre(Request::Move), "{name}");
        let refusal = failed.refused(Decision::Move { group: scene.id(name), action: ahead(10) });
        assert_eq!(refusal.rule, rule!("FOGAM-MOVE-003"));
        let mut passed = moved(&scene, name, ahead(n));
        passed.dice(&[4, 4]);
        assert_eq!(passed.world()[scene.id(name)].phase.moves, 1);
        assert_eq!(super::front(passed.world(), &scene, name).y, mm(300 + n));
    }
}

#[test]
fn scythed_chariots_only_charge_and_advance() {
    proves!("FOGAM-MOVE-021", "FOGAM-SPECIAL-010");
    let scene =
        ancient_scene().red(group("X", &[chariots(4, TroopType::ScythedChariots)]).at(900, 300, 0, 4));
    let refusals = [
        Action::TurnAbout { with: None, and_back: false },
        Action::TurnToFlank { hand: Hand::Left, files: None, with: None },
        Action::Contract { left: 1, right: 0, formation: None, with: None },
        Action::Contract { left: 1, right: 0, formation: None, with: after(75) },
    ];
    for action in refusals {
        assert_eq!(refused(&scene, "X", action).rule, rule!("FOGAM-MOVE-021"));
    }
    let wheel = |hand| Leg::Wheel { hand, by: Angle::from_degrees(5) };
    let double = Advance { legs: vec![wheel(Hand::Left), wheel(Hand::Right)], shift: None };
    assert_eq!(refused(&scene, "X", Action::Advance(double)).rule, rule!("FOGAM-MOVE-021"));
    assert_eq!(planned(&scene, "X", ahead(100)).difficulty, Difficulty::Simple);
    assert_eq!(planned(&scene, "X", super::wheel(Hand::Left, 10, 10)).difficulty, Difficulty::Simple);
}

/// In command range at the moment of the test is enough; with them, only since the phase began.
#[test]
fn reading_move_038() {
    proves!("FOGAM-MOVE-033", "FOGAM-MOVE-038", "FOGAM-MOVE-039", "FOGAM-MOVE-037");
    // 4 MU of a troop commander are 100 mm: 200 mm behind them he counts for nothing until he has ridden up.
    let scene = near(group("E", &[cavalrymen(4)]).at(900, 426, 180, 2)).lone_commander(
        Side::Red,
        CommanderLevel::Troop,
        900,
        60,
    );
    let u = scene.id("U");
    let to = Pose::new(Point::from_mm(900, 200), Angle::ZERO);
    let ride = Decision::MoveCommander { commander: CommanderId(0), goes: CommanderGoes::To(to) };
    let mut near = at_moves(&scene);
    near.choose(ride);
    near.choose(Decision::Move { group: u, action: ahead(10) });
    near.dice(&[3, 4]);
    assert_eq!(super::front(near.world(), &scene, "U"), Point::from_mm(900, 310));
    let mut far = moved(&scene, "U", ahead(10));
    far.dice(&[3, 4]);
    assert!(matches!(far.asked().1, Asked::Manoeuvre(Request::SimpleInstead { .. })));
    // One with the testers stays with them to the end of the phase, whatever the dice say.
    let with = columns().commander(Side::Red, CommanderLevel::Troop, "U");
    let expand = Action::Expand { left: 0, right: 1, formation: None, then: None };
    let mut play = moved(&with, "U", expand);
    play.dice(&[1, 1]);
    play.choose(Decision::Done);
    let away = CommanderGoes::To(Pose::new(Point::from_mm(1400, 250), Angle::ZERO));
    let refusal = play.refused(Decision::MoveCommander { commander: CommanderId(0), goes: away });
    assert_eq!(refusal.rule, rule!("FOGAM-MOVE-039"));
}

#[test]
fn moves_that_this_book_does_not_have() {
    proves!("FOGAM-MOVE-018");
    let scene = columns();
    let change = Action::ChangeFormation {
        turn: None,
        formation: Some(scene.world().formation(scene.id("D")).clone()),
    };
    for action in [change, Action::Unlimber, Action::ManWorks { shift: None }] {
        assert_eq!(refused(&scene, "D", action).rule, rule!("FOGAM-MOVE-018"));
    }
}
