//! Shock troops that charge without orders, and friends through whom they burst.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::Event;
use caracole_fog::battle::game_tests::Event as Tested;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, Quality, TroopType};
use caracole_kernel::{Side, dice::Reroll};
use caracole_ledger::{proves, rule};

/// The battle when red has declared nothing.
fn undeclared(scene: Scene<Ancients>) -> Play<Ancients> {
    let mut play = scene.begin();
    end(&mut play);
    play
}

/// Whether red's first battle group tests to hold back.
fn tests(scene: Scene<Ancients>) -> bool {
    dice_for(&undeclared(scene)) == Some(RollPurpose::ComplexMoveTest)
}

fn facing(own: Who, enemy: Who) -> Scene<Ancients> {
    ancient_scene().red(own.at(900, 600, 0, 2)).blue(enemy.at(900, 660, 180, 2))
}

fn own(troops: caracole_fog::army::BaseCount) -> Who {
    group("Own", &[troops])
}

fn enemy(troops: caracole_fog::army::BaseCount) -> Who {
    group("Enemy", &[troops])
}

/// The charge made without orders.
fn rash(told: &[Told]) -> Option<caracole_fog::battle::impact::Charge> {
    told.iter().find_map(|t| match t {
        Told::ChargesWithoutOrders { charge, .. } => Some(charge.clone()),
        _ => None,
    })
}

#[test]
fn shock_troops_that_fail_to_hold_back_charge() {
    proves!(
        "FOGAM-IMPACT-049",
        "FOGAM-IMPACT-050",
        "FOGAM-IMPACT-061",
        "FOGAM-IMPACT-064",
        "FOGAM-SEQUENCE-005"
    );
    let scene = || facing(own(knights(4)).quality(Quality::Superior), enemy(militia(6)));
    let mut play = undeclared(scene());
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("no dice") };
    assert_eq!(roll.pools[0].reroll, Reroll::NONE, "quality re-rolls nothing");
    // Undrilled troops need 8.
    let told = super::told(&play.dice(&[3, 4]));
    let charge = rash(&told).expect("they charge");
    assert_eq!((charge.group, charge.targets, charge.wheel), (play.id("Own"), vec![play.id("Enemy")], None));
    let told = advance(&mut play, "Own");
    assert_eq!(moved(&told).0, mm(60));
    // With an 8 they stay, and are free in the manoeuvre phase.
    let mut play = undeclared(scene());
    let events = play.dice(&[4, 4]);
    assert_eq!(rash(&super::told(&events)), None);
    let held = play.id("Own");
    assert!(!play.world()[held].turn.charged && play.world()[held].phase.test.is_none());
    assert!(matches!(play.asked().1, caracole_fog::battle::Request::Manoeuvre(_)));
}

#[test]
fn a_declared_charge_needs_no_test() {
    proves!("FOGAM-IMPACT-049");
    let mut play = facing(own(knights(4)), enemy(militia(6))).begin();
    charge(&mut play, "Own", None, &["Enemy"]);
    end(&mut play);
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
}

#[test]
fn a_commander_helps_only_the_battle_group_he_is_with() {
    proves!("FOGAM-IMPACT-061");
    let score = |scene: Scene<Ancients>| {
        let mut play = undeclared(scene);
        let events = play.dice(&[3, 3]);
        events.iter().find_map(|e| match e {
            Event::Test(Tested::ComplexMove { score, needed, .. }) => Some((score.total(), *needed)),
            _ => None,
        })
    };
    let scene = || facing(own(knights(4)), enemy(militia(6)));
    assert_eq!(score(scene()), Some((6, 8)));
    assert_eq!(score(scene().commander(Side::Red, CommanderLevel::Field, "Own")), Some((8, 8)));
    let near = scene().lone_commander(Side::Red, CommanderLevel::Field, 900, 500);
    assert_eq!(score(near), Some((7, 8)));
}

#[test]
fn whom_shock_troops_are_tempted_by() {
    proves!(
        "FOGAM-IMPACT-050",
        "FOGAM-IMPACT-051",
        "FOGAM-IMPACT-052",
        "FOGAM-SPECIAL-008",
        "FOGAM-IMPACT-062"
    );
    assert!(tests(facing(own(knights(4)), enemy(militia(6)))));
    assert!(tests(facing(own(knights(4)), enemy(cavalrymen(4)))));
    assert!(tests(facing(own(legionaries(4)), enemy(militia(6)))));
    assert!(tests(facing(own(chariots(2, TroopType::ScythedChariots)), enemy(militia(6)))));
    // Foot are tempted by foot alone; no shock troops, nobody.
    assert!(!tests(facing(own(legionaries(4)), enemy(cavalrymen(4)))));
    assert!(!tests(facing(own(militia(4)), enemy(militia(6)))));
    assert!(!tests(facing(own(cavalrymen(4)), enemy(militia(6)))));
    // Routers count.
    assert!(tests(facing(own(knights(4)), enemy(militia(6)).cohesion(Cohesion::Broken))));
    // Fragmented troops neither test nor charge; those out of reach are no temptation.
    assert!(!tests(facing(own(knights(4)).cohesion(Cohesion::Fragmented), enemy(militia(6)))));
    let far = |y: i32| {
        ancient_scene().red(own(knights(4)).at(900, 600, 0, 2)).blue(enemy(militia(6)).at(900, y, 180, 2))
    };
    // Heavily armoured knights go 4 MU.
    assert!(tests(far(700)) && !tests(far(702)));
    // A mixed battle group with some shock troops.
    assert!(tests(facing(group("Own", &[warband(2), archers(2)]), enemy(militia(6)))));
}

#[test]
fn ground_that_excuses_them() {
    proves!("FOGAM-IMPACT-054", "FOGAM-IMPACT-055", "FOGAM-IMPACT-053");
    let brush = |scene: Scene<Ancients>, from: (i32, i32), to: (i32, i32)| {
        scene.terrain(TerrainKind::Brush, from, to)
    };
    // They would end in brush, which disorders them.
    assert!(!tests(brush(facing(own(knights(4)), enemy(militia(6))), (800, 640), (1000, 800))));
    // Medium foot in brush do not leave it for the open, heavy foot may.
    let start = ((800, 500), (1000, 610));
    assert!(!tests(brush(facing(own(warband(4)), enemy(militia(6))), start.0, start.1)));
    assert!(tests(brush(facing(own(warband(4)), enemy(militia(6))), (800, 500), (1000, 800))));
    // A target that could evade: they could run on into the brush behind it with their whole move.
    let light = |scene| brush(scene, (800, 690), (1000, 900));
    assert!(!tests(light(facing(own(knights(4)), enemy(velites(4))))));
    assert!(tests(light(facing(own(knights(4)), enemy(militia(4))))));
}

#[test]
fn defenders_and_walls_excuse_them() {
    proves!("FOGAM-IMPACT-056", "FOGAM-IMPACT-058");
    let behind = |side: Side, y: i32, degrees: i32| {
        move |s: Scene<Ancients>| s.works(side, 880, y, degrees).works(side, 920, y, degrees)
    };
    // Red defend works that look north; their front is 15 mm before them.
    let defending = behind(Side::Red, 615, 0)(facing(own(legionaries(4)), enemy(militia(6))));
    assert!(!tests(defending));
    // Blue behind works.
    let walled = behind(Side::Blue, 645, 180)(facing(own(legionaries(4)), enemy(militia(4))));
    assert!(!tests(walled));
    assert!(!tests(facing(own(knights(4)), enemy(elephants(2)))));
}

#[test]
fn mounted_enemy_near_excuse_foot() {
    proves!("FOGAM-IMPACT-057");
    let with = |who: Who| facing(own(legionaries(4)), enemy(militia(4))).blue(who);
    assert!(tests(facing(own(legionaries(4)), enemy(militia(4)))));
    // Cavalry met by a step of the right file; cavalry whose zone they cross.
    let wide = ancient_scene()
        .red(own(legionaries(4)).at(900, 600, 0, 2))
        .blue(enemy(militia(2)).at(880, 660, 180, 1))
        .blue(group("Horse", &[cavalrymen(2)]).at(920, 670, 180, 1));
    assert!(!tests(wide));
    assert!(!tests(with(group("Horse", &[cavalrymen(4)]).at(1010, 640, 270, 2))));
    // Foot on that side are no excuse, nor are mounted who look away.
    assert!(tests(with(group("Foot", &[militia(4)]).at(1010, 640, 270, 2))));
    assert!(tests(with(group("Horse", &[cavalrymen(4)]).at(1010, 640, 90, 2))));
}

#[test]
fn they_wheel_as_little_as_they_can() {
    proves!("FOGAM-IMPACT-063");
    // The enemy stand to the right of the way, from x = 960 on, 20 mm beyond the right corner, 60 mm ahead and 60 deep. A
    // wheel by t lets the corner reach their side edge after 20 / sin t, and costs 160 sin (t / 2) of 100 mm: at least
    // 14.5 degrees.
    let mut play = undeclared(
        ancient_scene().red(own(knights(4)).at(900, 600, 0, 2)).blue(enemy(militia(6)).at(1000, 660, 180, 2)),
    );
    let told = super::told(&play.dice(&[1, 1]));
    let wheel = rash(&told).and_then(|c| c.wheel).expect("a wheel");
    assert_eq!(wheel.hand, Hand::Right);
    assert!((14_400..14_700).contains(&wheel.by.millidegrees()), "{:?}", wheel.by.millidegrees());
    // Half a degree less misses them.
    let scene =
        ancient_scene().red(own(knights(4)).at(900, 600, 0, 2)).blue(enemy(militia(6)).at(1000, 660, 180, 2));
    let less = Wheel { hand: Hand::Right, by: Angle(wheel.by.0 - Angle::from_millidegrees(500).0) };
    let (world, id) = (scene.world(), scene.id("Own"));
    use caracole_fog::battle::impact::plan::{Terms, charge_move};
    let meets = |w: Wheel| charge_move(&world, id, Some(w), &Terms::default()).unwrap().enemies().len();
    assert_eq!((meets(wheel), meets(less)), (1, 0));
}

#[test]
fn they_drop_a_base_back_if_they_must() {
    proves!("FOGAM-IMPACT-063");
    // Friends overlap the right file; enemy stand straight ahead only, between walls of rock that bar every wheel.
    let mut play = undeclared(
        ancient_scene()
            .red(own(knights(6)).at(900, 600, 0, 3))
            .red(group("Friends", &[militia(6)]).at(1000, 640, 0, 3))
            .blue(enemy(militia(4)).at(880, 690, 180, 2)),
    );
    let told = super::told(&play.dice(&[1, 1]));
    assert_eq!(rash(&told).expect("they charge").tests, [rule!("FOGAM-IMPACT-049")]);
    let told = advance(&mut play, "Own");
    assert!(told.contains(&Told::Contracted { group: play.id("Own") }));
}

/// Friends all across the way between warriors and their enemy.
fn screened(friends: Who, target: Who) -> Scene<Ancients> {
    ancient_scene()
        .red(own(warband(8)).at(900, 600, 0, 4))
        .red(friends.at(900, 670, 0, 6))
        .blue(target.at(900, 690, 180, 6))
}

fn friends(troops: caracole_fog::army::BaseCount) -> Who {
    group("Friends", &[troops])
}

#[test]
fn they_burst_through_friends_and_set_them_back() {
    proves!("FOGAM-IMPACT-060", "FOGAM-MOVE-085", "FOGAM-IMPACT-059");
    let mut play = undeclared(screened(friends(archers(6)), enemy(militia(6))));
    let mine = play.id("Friends");
    // Nobody charges through friends by choice.
    assert_eq!(asked(&play), None);
    let told = super::told(&play.dice(&[1, 1]));
    assert_eq!(
        rash(&told).expect("they charge").tests,
        [rule!("FOGAM-IMPACT-049"), rule!("FOGAM-IMPACT-060")]
    );
    let told = advance(&mut play, "Own");
    assert_eq!(moved(&told), (mm(90), vec![], vec![(play.id("Enemy"), Approach::Front)]));
    assert!(told.contains(&Told::CohesionDropped {
        group: mine,
        to: Cohesion::Disrupted,
        why: rule!("FOGAM-MOVE-085")
    }));
    // The warriors end from 690 back to 650; the friends go just behind them.
    assert!(bases(play.world(), mine).iter().all(|b| front(b).1 == 650));
    sound(&play);
}

#[test]
fn no_test_behind_shock_troops_or_a_melee_or_for_skirmishers_alone() {
    proves!("FOGAM-IMPACT-059");
    assert!(tests(screened(friends(archers(6)), enemy(militia(6)))));
    // Shock troops in the way test for themselves; the warriors behind them do not.
    let mut play = undeclared(screened(friends(spearmen(6)), enemy(militia(6))));
    let events = play.dice(&[6, 6]);
    let tested = |g: GroupId| {
        events.iter().any(|e| matches!(e, Event::Test(Tested::ComplexMove { group, .. }) if *group == g))
    };
    assert!(tested(play.id("Friends")) && !tested(play.id("Own")));
    assert_eq!(dice_for(&play), None);
    // Only skirmishers in reach.
    assert!(!tests(screened(friends(archers(6)), enemy(velites(6)))));
    // Friends in melee.
    let fighting = ancient_scene()
        .red(own(warband(8)).at(900, 600, 0, 4))
        .red(friends(archers(6)).at(900, 640, 0, 6))
        .blue(enemy(militia(6)).at(900, 640, 180, 6));
    assert!(!tests(fighting));
}

#[test]
fn without_room_for_the_friends_they_stay_and_drop_a_level() {
    proves!("FOGAM-MOVE-086");
    // The friends would be set back to 650..630, and those behind them need room too: down to the rocks at 620.
    let mut play = undeclared(
        ancient_scene()
            .terrain(TerrainKind::Impassable, (700, 560), (779, 655))
            .red(own(warband(8)).at(900, 600, 0, 4))
            .red(friends(archers(6)).at(820, 680, 0, 6))
            .blue(enemy(militia(6)).at(900, 690, 180, 6)),
    );
    if dice_for(&play).is_none() {
        panic!("they test");
    }
    play.dice(&[1, 1]);
    let told = advance(&mut play, "Own");
    let (warriors, mine) = (play.id("Own"), play.id("Friends"));
    assert!(
        told.iter().any(|t| matches!(t, Told::ChargeCancelled { group, .. } if *group == warriors)),
        "{told:?}"
    );
    assert_eq!(play.world()[warriors].cohesion, Cohesion::Disrupted);
    assert_eq!(play.world()[mine].cohesion, Cohesion::Steady);
}

#[test]
fn a_kinked_column_lines_up_as_it_charges_without_orders() {
    proves!("FOGAM-IMPACT-065", "FOGAM-BG-015");
    use caracole_fog::battle::customs::Charging;
    // A column marches round a corner: its rear bases still face east.
    let scene =
        ancient_scene().red(own(knights(4)).at(900, 600, 0, 1)).blue(enemy(militia(6)).at(900, 660, 180, 2));
    let (mut world, id) = (scene.world(), scene.id("Own"));
    let front = caracole_plane::Pose::new(caracole_plane::Point::from_mm(900, 560), Angle::QUARTER);
    let corner = caracole_plane::Kink { front, hand: Hand::Left, by: Angle::QUARTER };
    world[id].kinks.push(corner);
    assert!(caracole_fog::battle::impact::declare::may_charge(&world, id).is_err());
    assert!(Ancients.rash_charge(&world, id).is_some());
}

/// A camp tempts nobody: it is no battle group.
#[test]
fn reading_impact_125() {
    proves!("FOGAM-IMPACT-125");
    let scene = ancient_scene()
        .red(own(knights(4)).at(900, 600, 0, 2))
        .camp(Side::Blue, 900, 660, 180)
        .blue(enemy(militia(6)).at(300, 1000, 180, 2));
    assert!(!tests(scene));
}
