//! Battle lines, and second moves.

use super::{ahead, at_moves, mm, moved, wheel};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::{BaseCount, CommanderLevel};
use caracole_fog::battle::game_tests::Event as TestEvent;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision, Leg, Request};
use caracole_fog::battle::world::CommanderId;
use caracole_fog::battle::{Event as Told, Request as Asked};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, Quality, TroopType};
use caracole_kernel::{Awaiting, Refusal, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Um};

/// Two battle groups side by side, 80 mm wide each, under a commander with the first.
fn line(level: CommanderLevel, first: BaseCount, second: BaseCount) -> Scene<Ancients> {
    ancient_scene()
        .red(group("A", &[first]).at(800, 300, 0, 2))
        .red(group("B", &[second]).at(880, 300, 0, 2))
        .commander(Side::Red, level, "A")
}

fn as_line(scene: &Scene<Ancients>, names: &[&str], advance: Advance) -> Decision {
    Decision::MoveDivision { groups: names.iter().map(|n| scene.id(n)).collect(), advance }
}

fn refused(scene: &Scene<Ancients>, names: &[&str], advance: Advance) -> Refusal {
    at_moves(scene).refused(as_line(scene, names, advance))
}

fn straight(n: i32) -> Advance {
    Advance::straight(mm(n))
}

#[test]
fn a_battle_line_touches_edge_to_edge_and_faces_one_way() {
    proves!("FOGAM-COMMAND-012", "FOGAM-COMMAND-013", "FOGAM-COMMAND-019", "FOGAM-MOVE-013");
    let scene = line(CommanderLevel::Troop, cavalrymen(4), cavalrymen(4));
    let mut play = at_moves(&scene);
    play.choose(as_line(&scene, &["A", "B"], straight(125)));
    assert_eq!(super::front(play.world(), &scene, "B"), Point::from_mm(880, 425));
    assert_eq!(play.world()[CommanderId(0)].with(), Some(scene.id("A")));
    // A gap, or another facing.
    let beside = |x: i32, degrees: i32| {
        ancient_scene()
            .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
            .red(group("B", &[cavalrymen(4)]).at(x, 300, degrees, 2))
            .commander(Side::Red, CommanderLevel::Troop, "A")
    };
    assert_eq!(refused(&beside(882, 0), &["A", "B"], straight(50)).rule, rule!("FOGAM-COMMAND-012"));
    assert_eq!(refused(&beside(880, 180), &["A", "B"], straight(50)).rule, rule!("FOGAM-COMMAND-012"));
    // A commander with one of them.
    let alone = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
        .red(group("B", &[cavalrymen(4)]).at(880, 300, 0, 2))
        .lone_commander(Side::Red, CommanderLevel::Troop, 840, 200);
    assert_eq!(refused(&alone, &["A", "B"], straight(50)).rule, rule!("FOGAM-COMMAND-013"));
    // Friends less than a base width away are no matter, as in the other book.
    let crowded = line(CommanderLevel::Troop, cavalrymen(4), cavalrymen(4))
        .red(group("C", &[cavalrymen(4)]).at(965, 300, 0, 2));
    at_moves(&crowded).choose(as_line(&crowded, &["A", "B"], straight(50)));
}

#[test]
fn a_commander_leads_as_many_as_his_level() {
    proves!("FOGAM-COMMAND-014");
    let scene = |level| {
        ancient_scene()
            .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
            .red(group("B", &[cavalrymen(4)]).at(880, 300, 0, 2))
            .red(group("C", &[cavalrymen(4)]).at(720, 300, 0, 2))
            .commander(Side::Red, level, "A")
    };
    let all = ["A", "B", "C"];
    assert_eq!(refused(&scene(CommanderLevel::Troop), &all, straight(50)).rule, rule!("FOGAM-COMMAND-014"));
    let three = scene(CommanderLevel::Field);
    at_moves(&three).choose(as_line(&three, &all, straight(50)));
}

#[test]
fn who_goes_with_whom() {
    proves!("FOGAM-COMMAND-015", "FOGAM-COMMAND-016", "FOGAM-COMMAND-017");
    let refusal = |a, b| refused(&line(CommanderLevel::Field, a, b), &["A", "B"], straight(25)).rule;
    let go = |a, b| {
        let scene = line(CommanderLevel::Field, a, b);
        at_moves(&scene).choose(as_line(&scene, &["A", "B"], straight(25)));
    };
    assert_eq!(refusal(cavalrymen(4), militia(4)), rule!("FOGAM-COMMAND-017"));
    go(cavalrymen(4), velites(4));
    go(militia(4), elephants(2));
    let scythed = || chariots(2, TroopType::ScythedChariots);
    assert_eq!(refusal(cavalrymen(4), scythed()), rule!("FOGAM-COMMAND-016"));
    // Guns and wagons may be in a line, as they may not in the other book.
    let scene = line(CommanderLevel::Field, militia(4), engines(2, TroopType::LightArtillery));
    let mut play = at_moves(&scene);
    play.choose(as_line(&scene, &["A", "B"], straight(25)));
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    let shaken = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
        .red(group("B", &[cavalrymen(4)]).at(880, 300, 0, 2).cohesion(Cohesion::Fragmented))
        .commander(Side::Red, CommanderLevel::Field, "A");
    assert_eq!(refused(&shaken, &["A", "B"], straight(50)).rule, rule!("FOGAM-COMMAND-015"));
}

#[test]
fn a_line_only_advances_with_one_wheel_at_the_pace_of_its_slowest() {
    proves!("FOGAM-MOVE-020", "FOGAM-MOVE-013", "FOGAM-MOVE-044");
    // B stands in broken ground: 4 MU.
    let slow = line(CommanderLevel::Field, cavalrymen(4), cavalrymen(4)).terrain(
        TerrainKind::BrokenGround,
        (850, 200),
        (1000, 310),
    );
    assert_eq!(refused(&slow, &["A", "B"], straight(101)).rule, rule!("FOGAM-MOVE-013"));
    at_moves(&slow).choose(as_line(&slow, &["A", "B"], straight(100)));
    let scene = line(CommanderLevel::Field, cavalrymen(4), cavalrymen(4));
    let leg = |hand| Leg::Wheel { hand, by: Angle::from_degrees(10) };
    let two = Advance { legs: vec![leg(Hand::Left), leg(Hand::Right)], shift: None };
    assert_eq!(refused(&scene, &["A", "B"], two).rule, rule!("FOGAM-MOVE-020"));
    // 160 mm from the pivot to B's outer corner: 46 degrees are 125.03 mm, 45 are 122.5.
    let by = |degrees| Advance::wheel(Hand::Left, Angle::from_degrees(degrees), Um::ZERO);
    assert_eq!(refused(&scene, &["A", "B"], by(47)).rule, rule!("FOGAM-MOVE-013"));
    at_moves(&scene).choose(as_line(&scene, &["A", "B"], by(45)));
}

#[test]
fn one_test_for_the_whole_line() {
    proves!("FOGAM-COMMAND-019", "FOGAM-MOVE-022", "FOGAM-MOVE-029", "FOGAM-MOVE-040", "FOGAM-MOVE-033");
    // Wagons test for every move, and a line with them does: drilled superior foot with undrilled average wagons throw
    // without re-rolls and need 8. A commander with them since the phase began gives 2.
    let wagons = bases(2, TroopType::BattleWagons, None, &[]);
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).drilled().quality(Quality::Superior).at(800, 300, 0, 2))
        .red(group("B", &[wagons]).at(880, 300, 0, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A");
    let groups = [scene.id("A"), scene.id("B")];
    let mut failed = at_moves(&scene);
    failed.choose(as_line(&scene, &["A", "B"], straight(75)));
    failed.dice(&[1, 4]);
    // 5 and 2 are 7. They stay, both of them.
    assert_eq!(failed.asked().1, Asked::Manoeuvre(Request::Move));
    for (name, group) in [("A", groups[0]), ("B", groups[1])] {
        assert_eq!(super::front(failed.world(), &scene, name).y, mm(300));
        let refusal = failed.refused(Decision::Move { group, action: ahead(10) });
        assert_eq!(refusal.rule, rule!("FOGAM-MOVE-003"));
    }
    let mut passed = at_moves(&scene);
    passed.choose(as_line(&scene, &["A", "B"], straight(75)));
    passed.dice(&[2, 4]);
    assert_eq!(super::front(passed.world(), &scene, "A").y, mm(375));
    assert_eq!(super::front(passed.world(), &scene, "B").y, mm(375));
    let tests =
        passed.events.iter().filter(|e| matches!(e, Told::Test(TestEvent::MoveOfAll { needed: 8, .. })));
    assert_eq!(tests.count(), 1);
}

#[test]
fn a_line_that_fails_makes_a_simple_move_together() {
    proves!("FOGAM-MOVE-035", "FOGAM-MOVE-036", "FOGAM-MOVE-029");
    // The commander joined in this phase: undrilled without a commander, close to the enemy. A short advance is complex.
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(800, 300, 0, 2))
        .red(group("B", &[militia(4)]).at(880, 300, 0, 2))
        .blue(group("E", &[cavalrymen(4)]).at(840, 420, 180, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 840, 200);
    let mut play = at_moves(&scene);
    let goes = caracole_fog::battle::manoeuvre::CommanderGoes::Join(scene.id("A"));
    play.choose(Decision::MoveCommander { commander: CommanderId(0), goes });
    play.choose(as_line(&scene, &["A", "B"], straight(10)));
    // 8 is needed; in command range he gives 1.
    play.dice(&[3, 3]);
    let groups = vec![scene.id("A"), scene.id("B")];
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::SimpleInsteadOfAll { groups }));
    assert_eq!(play.refused(as_line(&scene, &["A", "B"], straight(20))).rule, rule!("FOGAM-MOVE-035"));
    play.choose(as_line(&scene, &["A", "B"], straight(75)));
    assert_eq!(super::front(play.world(), &scene, "B"), Point::from_mm(880, 375));
}

#[test]
fn second_moves_need_a_commander_and_silence_those_who_make_them() {
    proves!("FOGAM-MANOEUVRE-047", "FOGAM-MANOEUVRE-050", "FOGAM-MANOEUVRE-053", "FOGAM-MANOEUVRE-054");
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
        .red(group("B", &[cavalrymen(4)]).at(300, 300, 0, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A");
    let (a, b) = (scene.id("A"), scene.id("B"));
    let mut play = moved(&scene, "A", ahead(125));
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { groups: vec![a] }));
    assert!(!play.world()[a].turn.may_not_shoot);
    // At once, and a simple advance.
    let other = play.refused(Decision::Move { group: b, action: ahead(10) });
    assert_eq!(other.rule, rule!("FOGAM-MOVE-036"));
    let turn = Action::TurnAbout { with: None, and_back: false };
    assert_eq!(play.refused(Decision::Move { group: a, action: turn }).rule, rule!("FOGAM-MANOEUVRE-050"));
    let legs = vec![
        Leg::Wheel { hand: Hand::Left, by: Angle::from_degrees(5) },
        Leg::Wheel { hand: Hand::Right, by: Angle::from_degrees(5) },
    ];
    let double = Action::Advance(Advance { legs, shift: None });
    assert_eq!(play.refused(Decision::Move { group: a, action: double }).rule, rule!("FOGAM-MANOEUVRE-050"));
    let Action::Advance(with_wheel) = wheel(Hand::Left, 10, 50) else { unreachable!() };
    play.choose(Decision::Move { group: a, action: Action::Advance(with_wheel) });
    assert!(play.world()[a].turn.may_not_shoot);
    // There is no third move, for mounted troops either.
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::Move));
    // Without a commander there is one move.
    play.choose(Decision::Move { group: b, action: ahead(125) });
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::Move));
}

#[test]
fn second_moves_keep_clear_of_the_enemy_by_his_kind() {
    proves!("FOGAM-MANOEUVRE-048", "FOGAM-MOVE-027");
    // After 125 mm they are so far from him: 76 mm are more than 3 MU, 126 more than 5.
    let again = |enemy: Who, gap: i32| {
        let scene = ancient_scene()
            .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
            .blue(enemy.at(800, 425 + gap, 180, 2))
            .commander(Side::Red, CommanderLevel::Troop, "A");
        let play = moved(&scene, "A", ahead(125));
        matches!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { .. }))
    };
    assert!(again(group("E", &[velites(4)]), 76));
    assert!(!again(group("E", &[velites(4)]), 75));
    assert!(again(group("E", &[militia(4)]), 126));
    assert!(!again(group("E", &[militia(4)]), 125));
    // The second move itself must keep clear, too.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(800, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(800, 600, 180, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A");
    let play = moved(&scene, "A", ahead(125));
    let (near, far) = (ahead(50), ahead(49));
    let a = scene.id("A");
    assert_eq!(play.refused(Decision::Move { group: a, action: near }).rule, rule!("FOGAM-MANOEUVRE-048"));
    play.clone().choose(Decision::Move { group: a, action: far });
}

#[test]
fn a_line_stays_together_through_both_moves() {
    proves!("FOGAM-MANOEUVRE-049", "FOGAM-MANOEUVRE-047", "FOGAM-MANOEUVRE-054");
    let scene = line(CommanderLevel::Field, cavalrymen(4), cavalrymen(4));
    let groups = vec![scene.id("A"), scene.id("B")];
    let mut play = at_moves(&scene);
    play.choose(as_line(&scene, &["A", "B"], straight(125)));
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { groups: groups.clone() }));
    let alone = play.refused(Decision::Move { group: groups[0], action: ahead(50) });
    assert_eq!(alone.rule, rule!("FOGAM-MOVE-036"));
    play.choose(as_line(&scene, &["A", "B"], straight(125)));
    assert_eq!(super::front(play.world(), &scene, "B"), Point::from_mm(880, 550));
    assert!(groups.iter().all(|&g| play.world()[g].turn.may_not_shoot));
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::Move));
}

#[test]
fn engines_pass_a_second_test_for_a_second_move() {
    proves!("FOGAM-MANOEUVRE-051");
    let scene = ancient_scene()
        .red(group("A", &[engines(2, TroopType::LightArtillery)]).at(800, 300, 0, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A");
    let a = scene.id("A");
    let mut play = moved(&scene, "A", ahead(50));
    // 8 is needed, and the commander gives 2.
    play.dice(&[2, 4]);
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { groups: vec![a] }));
    play.choose(Decision::Move { group: a, action: ahead(50) });
    let mut failed = play.clone();
    failed.dice(&[1, 4]);
    assert_eq!(super::front(failed.world(), &scene, "A").y, mm(350));
    play.dice(&[2, 4]);
    assert_eq!(super::front(play.world(), &scene, "A").y, mm(400));
}
