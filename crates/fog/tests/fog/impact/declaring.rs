//! Declarations: whom a charge is on, who must test, who may not, and how it may wheel.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::battle::impact::Evade;
use caracole_fog::battle::impact::declare;
use caracole_fog::battle::impact::intercept::may_intercept;
use caracole_fog::battle::world::{Posture, World};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_ledger::{proves, rule};
use caracole_plane::Pose;

fn line(gap: i32) -> Scene {
    scene().red(group("Horse", &[horse(8)]).at(900, 600, 0, 4)).blue(group("Shot", &[shot(8)]).at(
        900,
        600 + gap,
        180,
        4,
    ))
}

/// Found by chance, in random battle 602583: a tercio with bases turned to its flank charged, and its own bases crossed.
#[test]
fn nobody_charges_or_intercepts_out_of_formation() {
    proves!("FOGR-MANOEUVRE-008", "FOGR-IMPACT-035");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Shot", &[shot(8)]).at(900, 660, 180, 4))
        .begin();
    let riders = play.id("Horse");
    assert_eq!(declare::may_charge(play.world(), riders), Ok(()));
    play.battle = play.battle.with_world(|w| step_forward(w, riders));
    assert_eq!(refused(&play, "Horse", None, &["Shot"]), rule!("FOGR-MANOEUVRE-008"));
    // Nor do they cross the path of others.
    let scene = scene()
        .red(group("Chargers", &[horse(2)]).at(900, 560, 0, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 684, 180, 2))
        .blue(group("Guard", &[horse(4)]).at(935, 620, 270, 2));
    let (guard, chargers) = (scene.id("Guard"), scene.id("Chargers"));
    let mut world = scene.world();
    assert!(may_intercept(&world, guard, chargers, &[]));
    step_forward(&mut world, guard);
    assert!(!may_intercept(&world, guard, chargers, &[]));
}

/// The right file has stepped 10 mm forward.
fn step_forward(world: &mut World, group: GroupId) {
    for id in world.base_ids(group) {
        if world[id].at.file == 1 {
            let pose = world[id].base.front;
            world[id].base.front = Pose::new(pose.at.moved(pose.facing, mm(10)), pose.facing);
        }
    }
}

#[test]
fn a_charge_is_on_as_many_as_it_meets_and_names_only_those() {
    proves!("FOGR-IMPACT-006", "FOGR-IMPACT-007", "FOGR-IMPACT-002");
    let mut play = scene()
        .red(group("Horse", &[horse(8)]).at(900, 600, 0, 4))
        .red(group("Others", &[horse(4)]).at(500, 600, 0, 2))
        .blue(group("A", &[shot(6)]).at(860, 660, 180, 2))
        .blue(group("B", &[shot(6)]).at(940, 660, 180, 2))
        .blue(group("C", &[shot(6)]).at(500, 660, 180, 2))
        .begin();
    assert_eq!(refused(&play, "Horse", None, &["A", "C"]), rule!("FOGR-IMPACT-006"));
    assert_eq!(refused(&play, "Horse", None, &[]), rule!("FOGR-IMPACT-005"));
    let told = charge(&mut play, "Horse", None, &["A", "B"]);
    assert_eq!(declared(&told).0, [play.id("A"), play.id("B")]);
    // Each battle group declares for itself, and once.
    assert_eq!(refused(&play, "Horse", None, &["A"]), rule!("FOGR-IMPACT-007"));
    choose(&mut play, Impact::EndDeclarations);
    // Nothing more can be declared or withdrawn: the one charge is moved.
    let horse = play.id("Horse");
    assert_eq!(asked(&play), Some(Asked::MoveCharge { waiting: vec![horse] }));
}

#[test]
fn trap_enemy_uncovered_by_evaders_become_targets() {
    // TRAPS: enemy uncovered by evaders or routers become targets.
    proves!("FOGR-IMPACT-009", "FOGR-IMPACT-082", "FOGR-IMPACT-105", "FOGR-MOVE-082");
    // Light foot two ranks deep (40 mm) before pike four deep.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Screen", &[light_foot(4)]).at(900, 650, 180, 2))
        .blue(group("Pike", &[pike(8)]).at(900, 720, 180, 2))
        .begin();
    let told = charge(&mut play, "Horse", None, &["Screen"]);
    assert_eq!(declared(&told).0, [play.id("Screen")]);
    end(&mut play);
    let (screen, pike) = (play.id("Screen"), play.id("Pike"));
    choose(&mut play, Impact::Evade { group: screen, to: Evade::ToRear });
    // They reach the pike 30 mm away and go right through, 80 mm deep, though 100 mm do not take them clear.
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told), (mm(100), vec![pike], vec![]));
    assert!(bases(play.world(), screen).iter().all(|b| front(b).1 >= 820));
    sound(&play);
    // The horse have a standing target now: no variable move, and 120 mm are within their 125.
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told), (mm(120), vec![], vec![(pike, Approach::Front)]));
}

#[test]
fn a_test_to_charge_is_due_for_anybody_who_can_be_contacted() {
    proves!("FOGR-IMPACT-010");
    let foot_on = |cavalry_at: i32| {
        let mut play = scene()
            .red(group("Pike", &[pike(8)]).at(900, 600, 0, 4))
            .blue(group("Shot", &[shot(6)]).at(860, 640, 180, 2))
            .blue(group("Cavalry", &[cavalry(4)]).at(940, cavalry_at, 180, 2))
            .begin();
        let told = charge(&mut play, "Pike", None, &["Shot"]);
        declared(&told).1.contains(&rule!("FOGR-IMPACT-066"))
    };
    // The cavalry are met by files that step 20 mm forward; 60 mm are too far.
    assert!(foot_on(660));
    assert!(!foot_on(700));
}

#[test]
fn trap_a_wheel_may_not_reduce_the_bases_that_fight() {
    // TRAPS: a wheel may not reduce the number of bases that will fight.
    proves!("FOGR-IMPACT-017");
    // 100 mm ahead all four files meet the shot. By a right wheel of 35 degrees the left corner comes 92 mm forward, and
    // then 10 mm more: the second file is 40 sin 35 = 23 mm behind the line, which it steps, the third 46 / cos 35 = 56,
    // more than 2 MU.
    let play = line(100).begin();
    assert_eq!(refused(&play, "Horse", wheel(Hand::Right, 35), &["Shot"]), rule!("FOGR-IMPACT-017"));
    // By 5 degrees every file still steps into contact.
    let mut play = line(100).begin();
    let told = charge(&mut play, "Horse", wheel(Hand::Right, 5), &["Shot"]);
    assert_eq!(declared(&told).0, [play.id("Shot")]);
}

#[test]
fn a_wheel_that_friends_make_necessary_may_reduce_them() {
    proves!("FOGR-IMPACT-017");
    // Friends stand before the right half: two files cannot drop back, so straight ahead there is no charge.
    let scene = line(100).red(group("Friends", &[shot(6)]).at(960, 640, 0, 3));
    let play = scene.begin();
    assert_eq!(refused(&play, "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-027"));
    let mut play = line(80).red(group("Friends", &[shot(6)]).at(1060, 640, 0, 3)).begin();
    charge(&mut play, "Horse", None, &["Shot"]);
}

#[test]
fn nobody_wheels_past_enemy_who_could_evade() {
    proves!("FOGR-IMPACT-018");
    let against = |target: Who| {
        scene().red(group("Horse", &[horse(8)]).at(900, 600, 0, 4)).blue(target.at(900, 700, 180, 4)).begin()
    };
    // The wheel touches them at 38.7 degrees (sin = 100/160).
    let over = wheel(Hand::Right, 44);
    let light = against(group("Enemy", &[light_horse(8)]));
    assert_eq!(refused(&light, "Horse", over, &["Enemy"]), rule!("FOGR-IMPACT-018"));
    let shot = against(group("Enemy", &[shot(8)]));
    assert_eq!(refused(&shot, "Horse", over, &["Enemy"]), rule!("FOGR-IMPACT-017"));
}

#[test]
fn the_direction_is_fixed_before_responses() {
    proves!("FOGR-IMPACT-016", "FOGR-IMPACT-117");
    let mut play = line(60).begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let (group, by) = (play.id("Horse"), Angle::from_degrees(10));
    let other = Impact::Move { group, wheel: Some(Wheel { hand: Hand::Left, by }), steps: Steps::All };
    assert_eq!(play.refused(Decision::Impact(other)).rule, rule!("FOGR-IMPACT-117"));
}

/// Pike in melee with shot to their front; horse beside the shot, so far from being behind their front line.
fn engaged(horse_at: i32) -> Scene {
    scene()
        .red(group("Pike", &[pike(6)]).at(900, 640, 0, 3))
        .red(group("Horse", &[horse(2)]).at(740, horse_at, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 640, 180, 3))
}

#[test]
fn no_charge_on_the_side_of_files_in_melee_unless_it_is_a_flank_charge() {
    proves!("FOGR-IMPACT-019", "FOGR-IMPACT-054");
    // 15 mm of the column lie before the front line of the shot.
    let play = engaged(645).begin();
    assert_eq!(refused(&play, "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-019"));
    // Wholly behind it the charge is one in flank.
    let mut play = engaged(662).begin();
    charge(&mut play, "Horse", None, &["Shot"]);
}

#[test]
fn troops_in_square_and_pursuers_do_not_charge() {
    proves!("FOGR-IMPACT-065", "FOGR-IMPACT-081");
    let scene = line(60);
    let (mut world, horse, shot) = (scene.world(), scene.id("Horse"), scene.id("Shot"));
    world[horse].posture = Posture::Square;
    assert_eq!(declare::may_charge(&world, horse).unwrap_err().rule, rule!("FOGR-IMPACT-065"));
    world[horse].posture = Posture::Normal;
    assert!(declare::may_charge(&world, horse).is_ok());
    world[horse].pursuing.push(shot);
    assert_eq!(declare::may_charge(&world, horse).unwrap_err().rule, rule!("FOGR-IMPACT-081"));
}

fn on_guns(charger: Who, supported: bool) -> Play {
    let scene = scene()
        .red(charger.at(900, 600, 0, 2))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(900, 640, 180, 2));
    let scene = if supported { scene.blue(group("Foot", &[shot(6)]).at(900, 680, 180, 2)) } else { scene };
    scene.begin()
}

#[test]
fn light_troops_charge_unsupported_guns_freely() {
    proves!("FOGR-IMPACT-068", "FOGR-IMPACT-070", "FOGR-IMPACT-071");
    let mut play = on_guns(group("Dragoons", &[dragoons(4)]), false);
    assert_eq!(declared(&charge(&mut play, "Dragoons", None, &["Guns"])).1, []);
    let play = on_guns(group("Dragoons", &[dragoons(4)]), true);
    assert_eq!(refused(&play, "Dragoons", None, &["Guns"]), rule!("FOGR-IMPACT-070"));
    let mut play = on_guns(group("Light", &[light_horse(4)]), false);
    assert_eq!(declared(&charge(&mut play, "Light", None, &["Guns"])).1, []);
    let mut play = on_guns(group("Light", &[light_horse(4)]), true);
    assert_eq!(declared(&charge(&mut play, "Light", None, &["Guns"])).1, [rule!("FOGR-IMPACT-071")]);
}

#[test]
fn dragoons_charge_fragmented_battle_troops_in_the_open() {
    proves!("FOGR-IMPACT-070");
    let on = |cohesion: Cohesion| {
        scene()
            .red(group("Dragoons", &[dragoons(4)]).at(900, 600, 0, 4))
            .blue(group("Shot", &[shot(6)]).at(900, 630, 180, 3).cohesion(cohesion))
            .begin()
    };
    assert_eq!(refused(&on(Cohesion::Disrupted), "Dragoons", None, &["Shot"]), rule!("FOGR-IMPACT-070"));
    charge(&mut on(Cohesion::Fragmented), "Dragoons", None, &["Shot"]);
}

#[test]
fn foot_with_a_threatened_flank_test_to_charge() {
    proves!("FOGR-IMPACT-076");
    let tests = |x: i32| {
        let mut play = scene()
            .red(group("Pike", &[pike(8)]).at(x, 600, 0, 2))
            .blue(group("Shot", &[shot(6)]).at(x, 640, 180, 2))
            .begin();
        declared(&charge(&mut play, "Pike", None, &["Shot"])).1
    };
    // 12 MU (300 mm) from the side edge of the table.
    assert_eq!(tests(900), []);
    assert_eq!(tests(300), [rule!("FOGR-IMPACT-076")]);
}

#[test]
fn trap_foot_with_a_threatened_flank_test_to_charge() {
    // TRAPS: threatened flank affects charges.
    proves!("FOGR-GLOSSARY-038");
    let tests = |x: i32| {
        let mut play = scene()
            .red(group("Foot", &[pike(8)]).at(x, 600, 0, 4))
            .blue(group("Shot", &[shot(6)]).at(x, 650, 180, 3))
            .begin();
        declared(&charge(&mut play, "Foot", None, &["Shot"])).1.len()
    };
    // 12 MU from a side edge are 300 mm; the front reaches 80 mm to either side.
    assert_eq!(tests(381), 0);
    assert_eq!(tests(379), 1);
}

#[test]
fn trap_enemy_uncovered_by_routers_become_targets() {
    // TRAPS: enemy uncovered by evaders or routers become targets with their own tests.
    proves!("FOGR-IMPACT-009", "FOGR-IMPACT-116");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Screen", &[shot(4)]).at(900, 640, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("Pike", &[pike(8)]).at(900, 700, 180, 4))
        .begin();
    let (screen, pike) = (play.id("Screen"), play.id("Pike"));
    assert_eq!(declared(&charge(&mut play, "Horse", None, &["Screen"])).0, [screen]);
    end(&mut play);
    // 5 - 2: the fragmented screen breaks; the pike hold, though they see it. It routs through them.
    let purpose = |p: &Play| match p.battle.awaiting() {
        Awaiting::Dice(roll) => roll.purpose,
        other => panic!("{other:?}"),
    };
    assert_eq!(purpose(&play), RollPurpose::CohesionTest);
    play.dice(&[2, 3]);
    while let Awaiting::Dice(roll) = play.battle.awaiting() {
        let face = if roll.purpose == RollPurpose::CohesionTest { 6 } else { 3 };
        let dice: Vec<u8> = vec![face; roll.pools.iter().map(|p| usize::from(p.dice)).sum()];
        play.dice(&dice);
    }
    assert!(play.world()[screen].is_broken());
    no_interceptions(&mut play);
    // The pike are a target now: the horse need no die for their distance and meet them 100 mm away.
    let told = advance(&mut play, "Horse");
    let (distance, _, contacted) = moved(&told);
    assert_eq!((distance, contacted), (mm(100), vec![(pike, Approach::Front)]));
}

/// Found in random battle 700701.
#[test]
fn groups_that_reach_enemies_only_with_level_fronts_are_asked() {
    proves!("FOGR-IMPACT-020", "FOGR-IMPACT-021", "FOGR-IMPACT-005");
    use caracole_fog::army::GroupPermit;
    let able = |play: &Play| match asked(play) {
        Some(Asked::DeclareCharges { able, .. }) => able,
        other => panic!("{other:?}"),
    };
    // The tercio moves 3 MU, 75 mm. Its pike stand at 580 in files from x = 860 to 940, its shot beside them at 600. The
    // one file of enemies, 880 to 920 wide, is at 674: 94 mm from the pike, over 76 from the shot, 74 from a level front.
    let mut play = scene()
        .red(group("Tercio", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 600, 0, 4))
        .blue(group("Enemy", &[pike(2)]).at(900, 674, 180, 1))
        .begin();
    assert_eq!(able(&play), [play.id("Tercio")]);
    charge(&mut play, "Tercio", None, &["Enemy"]);
    // The horse move 5 MU, 125 mm. The brigade has turned its back, its rear at 640; drawn back, its pike reach to 620.
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(900, 505, 0, 1))
        .blue(group("Brigade", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(900, 680, 0, 3))
        .begin();
    assert_eq!(able(&play), [play.id("Horse")]);
    charge(&mut play, "Horse", None, &["Brigade"]);
}
