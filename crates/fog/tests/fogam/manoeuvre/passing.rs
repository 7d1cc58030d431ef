//! Passing through friends.

use super::{after, ahead, mm, moved, plan, planned, refused};
use crate::battle_common::*;
use caracole_fog::army::{BaseCount, CommanderLevel};
use caracole_fog::battle::manoeuvre::{Action, Decision, Passage};
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Hand, Point};

fn camels(troop_type: TroopType) -> BaseCount {
    bases(4, troop_type, Some(Armour::Protected), &[Capability::Swordsmen])
}

/// The one behind the other, its front 20 mm from the other's rear, or 30 from that of heavy foot.
fn behind(mover: BaseCount, before: BaseCount) -> Scene<caracole_fog::ancients::Ancients> {
    ancient_scene().red(group("A", &[mover]).at(900, 300, 0, 2)).red(group("F", &[before]).at(900, 360, 0, 2))
}

#[test]
fn light_foot_pass_anybody_and_riders_pass_light_foot() {
    proves!("FOGAM-MOVE-070", "FOGAM-MOVE-073", "FOGAM-MOVE-074", "FOGAM-MOVE-078");
    // Light foot move 5 MU: past two ranks of foot (30 or 40 mm), some 20 mm ahead, with two ranks of their own is 100.
    for friends in [militia(4), velites(4)] {
        let scene = behind(velites(4), friends);
        let play = moved(&scene, "A", ahead(110));
        assert_eq!(super::front(play.world(), &scene, "A"), Point::from_mm(900, 410));
    }
    let through_light_foot = |who: BaseCount| behind(who, velites(2));
    let may = [
        cavalrymen(2),
        numidians(2),
        elephants(2),
        chariots(2, TroopType::LightChariots),
        camels(TroopType::Camelry),
        camels(TroopType::LightCamelry),
    ];
    for who in may {
        let passes = super::plan(
            &through_light_foot(who.clone()).world(),
            caracole_fog::battle::GroupId(0),
            ahead(50),
        );
        // Whether or not they get across, the kind of troops does not forbid it.
        assert!(
            passes.as_ref().err().is_none_or(|r| r.rule != rule!("FOGAM-MOVE-074")),
            "{who:?} {passes:?}"
        );
    }
    let may_not = [
        knights(2),
        chariots(2, TroopType::HeavyChariots),
        chariots(2, TroopType::ScythedChariots),
        camels(TroopType::CataphractCamelry),
        militia(2),
        archers(2),
    ];
    for who in may_not {
        assert_eq!(refused(&through_light_foot(who), "A", ahead(50)).rule, rule!("FOGAM-MOVE-074"));
    }
    // Nobody else passes through anybody.
    assert_eq!(refused(&behind(cavalrymen(2), militia(2)), "A", ahead(50)).rule, rule!("FOGAM-MOVE-074"));
}

#[test]
fn foot_pass_through_guns_at_right_angles() {
    proves!("FOGAM-MOVE-075");
    let guns = || group("F", &[engines(2, TroopType::LightArtillery)]);
    let foot = || group("A", &[warband(4)]).at(900, 300, 0, 2);
    // The guns are 40 mm deep; warbands two ranks deep move 100 and need 20 + 40 + 40.
    let square_on = ancient_scene().red(foot()).red(guns().at(900, 360, 0, 2));
    planned(&square_on, "A", ahead(100));
    let askew = ancient_scene().red(foot()).red(guns().at(900, 380, 30, 2));
    assert_eq!(refused(&askew, "A", ahead(100)).rule, rule!("FOGAM-MOVE-078"));
    let horse =
        ancient_scene().red(group("A", &[cavalrymen(2)]).at(900, 300, 0, 2)).red(guns().at(900, 360, 0, 2));
    assert_eq!(refused(&horse, "A", ahead(100)).rule, rule!("FOGAM-MOVE-074"));
}

#[test]
fn from_front_edge_contact_they_are_set_beyond() {
    proves!("FOGAM-MOVE-079", "FOGAM-MOVE-078");
    // Their front touches the guns' rear at 300, and the guns are 40 mm deep: 50 mm get across, and they are set wholly
    // beyond, 40 mm of their own and 40 of the guns.
    let guns = |files: u8| {
        group("F", &[engines(2, TroopType::LightArtillery)]).at(900, 300 + 80 / i32::from(files), 0, files)
    };
    let scene = ancient_scene().red(group("A", &[warband(4)]).at(900, 300, 0, 2)).red(guns(2));
    let play = moved(&scene, "A", ahead(50));
    let place = super::front(play.world(), &scene, "A");
    assert!((place.y - mm(380)).abs() <= mm(1), "{place:?}");
    // 20 mm do not get across; but the guns are one base deep.
    let play = moved(&scene, "A", ahead(20));
    assert!((super::front(play.world(), &scene, "A").y - mm(380)).abs() <= mm(1));
    // Two guns one behind the other are two deep, and 80 mm: 50 do not get across.
    let deep = ancient_scene().red(group("A", &[warband(4)]).at(900, 300, 0, 2)).red(guns(1));
    assert_eq!(refused(&deep, "A", ahead(50)).rule, rule!("FOGAM-MOVE-078"));
    planned(&deep, "A", ahead(90));
    // Without contact at the start they must get through with their own move.
    let apart = ancient_scene().red(group("A", &[warband(4)]).at(900, 295, 0, 2)).red(guns(2));
    assert_eq!(refused(&apart, "A", ahead(60)).rule, rule!("FOGAM-MOVE-078"));
}

#[test]
fn light_foot_need_only_reach_them_and_do_not_shoot() {
    proves!("FOGAM-MOVE-080", "FOGAM-SHOOT-012");
    // 5 MU are 125 mm: the militia's rear is 110 mm ahead.
    let friends = |degrees: i32| {
        ancient_scene()
            .red(group("A", &[slingers(4)]).at(900, 300, 0, 2))
            .red(group("F", &[militia(4)]).at(900, 450, degrees, 2))
    };
    let scene = friends(0);
    let play = moved(&scene, "A", ahead(125));
    let a = scene.id("A");
    // Wholly beyond: the militia's front at 450, and 40 mm of their own.
    assert!((super::front(play.world(), &scene, "A").y - mm(490)).abs() <= mm(1));
    assert!(play.world()[a].turn.may_not_shoot);
    // Only in the line of their facing.
    assert_eq!(refused(&friends(30), "A", ahead(125)).rule, rule!("FOGAM-MOVE-078"));
}

#[test]
fn nobody_passes_through_those_who_passed_through_him() {
    proves!("FOGAM-MOVE-082");
    let scene = behind(velites(4), slingers(4));
    let mut play = moved(&scene, "A", ahead(110));
    let (a, f) = (scene.id("A"), scene.id("F"));
    assert_eq!(play.world()[a].phase.passed_through.as_slice(), [f]);
    let back = play.refused(Decision::Move { group: f, action: ahead(120) });
    assert_eq!(back.rule, rule!("FOGAM-MOVE-082"));
    play.choose(Decision::Done);
}

#[test]
fn only_light_foot_change_shape_and_pass() {
    proves!("FOGAM-MOVE-083");
    // Friends to the left: a turn to the left and an advance leads through them.
    let scene = |who: BaseCount| {
        ancient_scene()
            .red(group("A", &[who]).drilled().at(900, 300, 0, 2))
            .red(group("F", &[velites(2)]).at(850, 280, 90, 1))
    };
    let left = |n| Action::TurnToFlank { hand: Hand::Left, files: None, with: after(n) };
    assert_eq!(refused(&scene(numidians(4)), "A", left(125)).rule, rule!("FOGAM-MOVE-083"));
    let light = planned(&scene(velites(4)), "A", left(75));
    assert_eq!(light.passes_through.len(), 1);
}

#[test]
fn commanders_obstruct_nobody() {
    proves!("FOGAM-MOVE-096", "FOGAM-MOVE-072", "FOGAM-MOVE-097");
    // One commander is passed; on the other they end their move, and he makes way by the least distance.
    let scene = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 900, 340)
        .lone_commander(Side::Red, CommanderLevel::Troop, 900, 430);
    let play = moved(&scene, "A", ahead(125));
    let at = |n: u8| play.world()[caracole_fog::battle::world::CommanderId(n)].base.front.at;
    assert_eq!(at(0), Point::from_mm(900, 340));
    // A now stands from 365 to 425: his base, 30 mm deep, has gone forward until it is clear, from 430 to 455 and more.
    assert!(at(1).x == mm(900) && at(1).y > mm(455) && at(1).y < mm(459), "{:?}", at(1));
}

#[test]
fn undefended_works_hinder_nobody_and_held_ones_are_the_enemys_front() {
    proves!("FOGAM-SPECIAL-022", "FOGAM-MANOEUVRE-055");
    // Works at 400 look south. Nobody holds them.
    let scene = || {
        ancient_scene()
            .works(Side::Blue, 880, 400, 180)
            .works(Side::Blue, 920, 400, 180)
            .red(group("A", &[cavalrymen(4)]).at(900, 300, 0, 2))
    };
    planned(&scene(), "A", ahead(125));
    // Held: up to them, with none of the other book's halt 1 MU before them, but not over them.
    let held = scene().blue(group("E", &[militia(4)]).at(900, 415, 180, 2));
    planned(&held, "A", ahead(95));
    assert_eq!(refused(&held, "A", ahead(100)).rule, rule!("FOGAM-MANOEUVRE-055"));
    assert_eq!(refused(&held, "A", ahead(110)).rule, rule!("FOGAM-MANOEUVRE-055"));
}

#[test]
fn friends_beside_do_not_hinder_a_wheel_out_of_line() {
    proves!("FOGAM-MOVE-046");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).drilled().at(900, 300, 0, 2))
        .red(group("B", &[militia(4)]).drilled().at(980, 300, 0, 2));
    // A's rear right corner swings through B and out again.
    planned(&scene, "A", super::wheel(Hand::Left, 40, 20));
    // After 20 degrees and no step ahead its rear would still stand on B's ground.
    assert_eq!(refused(&scene, "A", super::wheel(Hand::Left, 20, 0)).rule, rule!("FOGAM-MOVE-074"));
}

#[test]
fn lists_may_grant_passages_straight_through() {
    proves!("FOGAM-MOVE-077");
    use caracole_fog::army::GroupPermit;
    let listed = |who: Who| who.says(GroupPermit::Interpenetrates);
    let scene = |mover: Who, before: Who, degrees: i32| {
        ancient_scene().red(mover.at(500, 300, degrees, 2)).red(before.at(500, 360, 0, 2))
    };
    let passes = |scene: &Scene<caracole_fog::ancients::Ancients>| {
        let world = scene.world();
        world.book.may_pass(&world, scene.id("A"), scene.id("B"))
    };
    let (a, b) = (|| group("A", &[militia(4)]), || group("B", &[spearmen(2)]));
    assert_eq!(passes(&scene(listed(a()), listed(b()), 0)), Some(Passage::Perpendicular));
    assert_eq!(passes(&scene(listed(a()), b(), 0)), None);
    assert_eq!(passes(&scene(a(), listed(b()), 0)), None);
    // Straight on: from 300 over one rank, whose front edge is at 360, to wholly beyond it.
    let straight = scene(listed(a()), listed(b()), 0);
    assert!(plan(&straight.world(), straight.id("A"), ahead(100)).is_ok());
    let closed = scene(a(), b(), 0);
    assert!(plan(&closed.world(), closed.id("A"), ahead(100)).is_err());
    // Not aslant.
    let aslant = scene(listed(a()), listed(b()), 20);
    assert!(plan(&aslant.world(), aslant.id("A"), ahead(100)).is_err());
}
