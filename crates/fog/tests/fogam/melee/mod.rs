//! Who fights hand to hand, who leads, who sacks camps.

mod overlaps;

use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::melee::{camps, melee};
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::position::command::commanders_at_blows;
use caracole_fog::battle::{CommanderId, Phase};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;

#[test]
fn guns_fight_and_are_not_captured() {
    proves!("FOGAM-COMBAT-029", "FOGAM-MELEE-001", "FOGAM-MELEE-002");
    let mut play = ancient_scene()
        .red(group("M", &[militia(4)]).drilled().at(500, 400, 0, 2))
        .blue(group("G", &[engines(2, TroopType::LightArtillery)]).at(500, 400, 180, 2))
        .play();
    let combat = melee(play.world(), &[]).expect("a melee");
    assert_eq!(combat.fight.duels.len(), 2);
    steps::pass_to(&mut play, Phase::Melee);
    steps::settle(&mut play, |_| 3);
    let told = steps::told(&play.events);
    assert!(!told.iter().any(|e| matches!(e, Event::GunsTaken { .. })), "{}", steps::tale(&play));
    let guns = play.id("G");
    assert!(told.iter().any(|e| matches!(e, Event::Hit(h) if h.by == Some(guns))), "{}", steps::tale(&play));
}

#[test]
fn the_side_that_is_not_active_commits_its_commanders_first() {
    proves!("FOGAM-COMBAT-003", "FOGAM-COMBAT-079", "FOGAM-MELEE-014");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 400, 0, 2))
        .red(group("V", &[velites(4)]).at(900, 400, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 400, 180, 2))
        .blue(group("C", &[militia(4)]).at(900, 400, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .commander(Side::Red, CommanderLevel::Field, "V")
        .commander(Side::Blue, CommanderLevel::Field, "B");
    // Red is active; nobody fights in the front rank of light foot.
    assert_eq!(commanders_at_blows(&scene.world()), [CommanderId(2), CommanderId(0)]);
    assert_eq!(commanders_at_blows(&scene.active(Side::Blue).world()), [CommanderId(0), CommanderId(2)]);
}

#[test]
fn only_foot_battle_troops_and_elephants_roll_for_a_fortified_camp() {
    proves!("FOGAM-MELEE-016", "FOGAM-MELEE-017");
    let assailed = |troops| {
        let scene = ancient_scene()
            .fortified_camp(Side::Blue, 900, 600, 180)
            .red(group("A", &[troops]).at(900, 600, 0, 2))
            .blue(group("B", &[militia(4)]).at(300, 1000, 180, 2));
        camps::assailants(&scene.world()) == [scene.id("A")]
    };
    assert!(assailed(militia(4)) && assailed(elephants(2)));
    assert!(!assailed(cavalrymen(4)) && !assailed(velites(4)));
}

#[test]
fn five_or_six_sacks_a_fortified_camp_and_the_assailants_loot_it() {
    proves!("FOGAM-MELEE-016", "FOGAM-MELEE-018", "FOGAM-SHOOT-033");
    for (die, sacked) in [(4, false), (5, true)] {
        let mut play = ancient_scene()
            .fortified_camp(Side::Blue, 900, 600, 180)
            .red(group("A", &[militia(4)]).at(900, 600, 0, 2))
            .blue(group("B", &[militia(4)]).at(300, 1000, 180, 2))
            .play();
        steps::pass_all(&mut play);
        play.dice(&[die]);
        assert_eq!(play.world()[play.id("A")].looting, sacked, "{}", steps::tale(&play));
    }
}

#[test]
fn a_camp_is_come_upon_by_any_point_of_a_front_edge() {
    proves!("FOGAM-MELEE-015");
    use caracole_plane::{Angle, Base, Point, Pose, Um};
    let at = |x: i32, y: i32| {
        Base::new(Pose::new(Point::from_mm(x, y), Angle::ZERO), Um::from_mm(40), Um::from_mm(20)).rect()
    };
    // A camp of 100 by 50 whose lower left corner lies at (500, 500).
    let camp =
        Base::new(Pose::new(Point::from_mm(550, 550), Angle::ZERO), Um::from_mm(100), Um::from_mm(50)).rect();
    let world = ancient_scene().red(group("A", &[militia(4)]).at(900, 300, 0, 2)).world();
    let comes_upon = |x: i32, y: i32| world.book.comes_upon_camp(&at(x, y), &camp);
    assert!(comes_upon(520, 500), "by its front edge");
    assert!(comes_upon(480, 500), "by a corner alone");
    assert!(!comes_upon(480, 499) && !comes_upon(479, 500));
    // Its rear edge on the upper edge of the camp.
    assert!(!comes_upon(520, 570));
}

#[test]
fn a_commander_in_front_fights_where_the_enemy_is_touched_and_is_bound_there() {
    proves!("FOGAM-COMMAND-007", "FOGAM-COMBAT-081", "FOGAM-MOVE-102");
    use caracole_fog::battle::melee::{Decision as Melee, Request as Asked};
    use caracole_fog::battle::{Decision as Any, Request, joint::may_ride};
    use caracole_ledger::rule;
    // Three files, of which the two on the right touch the enemy.
    let mut play = ancient_scene()
        .red(group("A", &[militia(6)]).at(500, 400, 0, 3))
        .blue(group("B", &[militia(6)]).at(540, 400, 180, 3))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .play();
    let (a, commander) = (play.id("A"), CommanderId(0));
    steps::pass_to(&mut play, Phase::Melee);
    // Front rank or rear: the owner chooses when the combat asks.
    assert_eq!(play.asked().1, Request::Melee(Asked::FrontRank { commander, group: a }));
    assert_eq!(play.refused(Any::Melee(Melee::FightAt { file: 0 })).rule, rule!("FOGAM-COMBAT-081"));
    let mut behind = play.clone();
    behind.choose(Any::Melee(Melee::StayBehind));
    play.choose(Any::Melee(Melee::FightAt { file: 2 }));
    let dice = |play: &Play<caracole_fog::ancients::Ancients>| {
        let told = steps::told(&play.events);
        told.iter().find_map(|e| match e {
            Event::Dice { dice } => dice.iter().find(|d| d.by == Some(a)).map(|d| d.dice.total()),
            _ => None,
        })
    };
    // The bases that he pushes back fight as before.
    assert!(dice(&play).is_some());
    assert_eq!(dice(&play), dice(&behind));
    for battle in [&mut play, &mut behind] {
        steps::each(
            battle,
            |roll| if roll.purpose == caracole_fog::RollPurpose::CommanderInFront { 1 } else { 4 },
        );
    }
    // In close combat he does not leave the front rank; from behind he may ride.
    let rides = |play: &Play<caracole_fog::ancients::Ancients>| {
        may_ride(play.world(), Side::Red, commander).map_err(|r| r.rule)
    };
    assert_eq!(rides(&play), Err(rule!("FOGAM-MOVE-102")), "{}", steps::tale(&play));
    assert_eq!(rides(&behind), Ok(()));
    // In contact with routers whom his troops do not even pursue he is bound as well.
    let touching = |y: i32| {
        let scene = ancient_scene()
            .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
            .blue(group("R", &[militia(4)]).at(500, y, 0, 2).cohesion(Cohesion::Broken))
            .commander(Side::Red, CommanderLevel::Field, "A");
        let mut world = scene.world();
        let a = scene.id("A");
        world[commander].place = caracole_fog::battle::world::CommanderPlace::FrontRank(a);
        may_ride(&world, Side::Red, commander).map_err(|r| r.rule)
    };
    // Two ranks of 15 mm: their rear edge touches, or is 1 mm away.
    assert_eq!(touching(330), Err(rule!("FOGAM-MOVE-102")));
    assert_eq!(touching(331), Ok(()));
}

#[test]
fn an_unfortified_camp_is_sacked_at_once_by_those_who_charge_it() {
    proves!("FOGAM-MELEE-015", "FOGAM-MELEE-020");
    use crate::battle_common::impact::{advance, charge, end};
    let mut play = ancient_scene()
        .camp(Side::Blue, 900, 680, 180)
        .red(group("A", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("B", &[militia(4)]).at(300, 1000, 180, 2))
        .begin();
    charge(&mut play, "A", None, &[]);
    end(&mut play);
    advance(&mut play, "A");
    // No dice, no fight: it is sacked, they loot it, and it counts 2 points.
    assert!(play.world().sides[Side::Blue].camp.is_some_and(|c| c.sacked), "{}", steps::tale(&play));
    assert!(play.world()[play.id("A")].looting);
    assert_eq!(steps::attrition(&play, Side::Blue), 2);
    assert!(!steps::told(&play.events).iter().any(|e| matches!(e, Event::Dice { .. })));
}

#[test]
fn who_stands_at_a_camp_that_is_not_sacked_may_move_away() {
    proves!("FOGAM-MELEE-019");
    use caracole_fog::battle::manoeuvre::{Action, Decision, Request, look};
    let scene = ancient_scene()
        .fortified_camp(Side::Blue, 900, 600, 180)
        .red(group("A", &[militia(4)]).at(900, 600, 0, 2));
    let group = scene.id("A");
    let turns_away = |looting: bool| {
        let mut world = scene.world();
        world[group].looting = looting;
        let action = Action::TurnAbout { with: None, and_back: false };
        look(&world, Side::Red, &Request::Move, &Decision::Move { group, action })
    };
    // By a turn of the table of moves, with its test: none is free.
    assert!(turns_away(false).is_ok());
    assert!(turns_away(true).is_err());
}

/// Pursuers who come upon an unfortified camp sack it as those do who charge it.
#[test]
fn reading_melee_015() {
    proves!("FOGAM-MELEE-015");
    // The camp's front is 60 mm behind that of the troops who break before it; the pursuers go 3 MU, 75.
    let mut play = ancient_scene()
        .camp(Side::Blue, 500, 360, 180)
        .red(group("A", &[legionaries(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[militia(4)]).at(300, 1000, 180, 2))
        .play();
    crate::outcome::break_blue(&mut play, 3);
    assert!(play.world().sides[Side::Blue].camp.is_some_and(|c| c.sacked), "{}", steps::tale(&play));
    assert!(play.world()[play.id("A")].looting);
}

/// Looters may test to stop in the turn in which they sacked the camp, and may be charged meanwhile.
#[test]
fn reading_melee_018() {
    proves!("FOGAM-MELEE-018");
    use crate::battle_common::impact::{advance, charge, charge_home, end};
    use caracole_fog::battle::Request as Any;
    use caracole_fog::battle::joint::Request as Joint;
    let mut play = ancient_scene()
        .camp(Side::Blue, 900, 680, 180)
        .red(group("A", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("B", &[militia(4)]).at(300, 1000, 180, 2))
        .begin();
    charge(&mut play, "A", None, &[]);
    end(&mut play);
    advance(&mut play, "A");
    let a = play.id("A");
    let stop = |p: &Play<caracole_fog::ancients::Ancients>| matches!(p.battle.awaiting(), caracole_kernel::Awaiting::Decision { request: Any::Joint(Joint::Stop { group }), .. } if *group == a);
    for _ in 0..20 {
        if stop(&play) {
            break;
        }
        assert!(steps::pass(&mut play), "{}", steps::tale(&play));
    }
    assert!(stop(&play));
    assert_eq!(play.world().turn.number, 1);
    // Blue charge looters: both fight.
    let mut play = ancient_scene()
        .active(Side::Blue)
        .red(group("A", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("B", &[cavalrymen(4)]).at(900, 660, 180, 2))
        .begin();
    play.battle = play.battle.with_world(|w| w[a].looting = true);
    charge_home(&mut play, "B", &["A"]);
    let told = steps::told(&play.events);
    let dice = told.iter().find_map(|e| if let Event::Dice { dice } = e { Some(dice.len()) } else { None });
    assert_eq!(dice, Some(2), "{}", steps::tale(&play));
}
