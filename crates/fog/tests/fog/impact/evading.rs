//! Evades: who may and must, where to, and what is in the way.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Evade, EvadeTurn, EvadeWay, PastBy};
use caracole_fog::battle::position::contact;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

/// Horse before light horse in two ranks, 30 mm deep each, who evade to their rear: their front is then at 710.
fn chase(extra: impl Fn(Scene) -> Scene) -> Play {
    let scene = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2));
    let mut play = extra(scene).begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    no_interceptions(&mut play);
    let group = play.id("Light");
    choose(&mut play, Impact::Evade { group, to: Evade::ToRear });
    play
}

/// A way past: so many millimetres to a hand, so many files dropped back at each end.
fn past(hand: Hand, shift: i32, drop_left: u8, drop_right: u8) -> EvadeWay {
    EvadeWay::Past(PastBy { hand, shift: mm(shift), drop_left, drop_right })
}

fn fronts(play: &Play, who: &str) -> Vec<(i32, i32)> {
    let mut all: Vec<(i32, i32)> = bases(play.world(), play.id(who)).iter().map(front).collect();
    all.sort_unstable();
    all
}

#[test]
fn evaders_turn_about_and_go_straight() {
    proves!("FOGR-IMPACT-102", "FOGR-IMPACT-101", "FOGR-MOVE-076");
    let mut play = chase(|s| s);
    // Light horse move 6 MU; a 6 adds 2: 200 mm from 710.
    let told = super::told(&play.dice(&[6]));
    assert_eq!(evaded(&told).0, mm(200));
    assert_eq!(fronts(&play, "Light"), [(880, 880), (880, 910), (920, 880), (920, 910)]);
}

#[test]
fn a_commander_goes_along() {
    proves!("FOGR-IMPACT-098");
    let mut play = chase(|s| s.commander(Side::Blue, CommanderLevel::Troop, "Light"));
    play.dice(&[3]);
    let world = play.world();
    let commander = world.commander_ids().next().expect("a commander");
    assert_eq!(world[commander].with(), Some(play.id("Light")));
    let base = world.commander_rect(commander);
    assert!(world.rects(play.id("Light")).iter().any(|r| r.touches(&base)));
}

#[test]
fn between_two_chargers_evaders_go_the_middle_way() {
    proves!("FOGR-IMPACT-100", "FOGR-IMPACT-003", "FOGR-IMPACT-004");
    let mut play = scene()
        .red(group("Left", &[horse(2)]).at(840, 600, 30, 1))
        .red(group("Right", &[horse(2)]).at(960, 600, 330, 1))
        .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Left", None, &["Light"]);
    charge(&mut play, "Right", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::WithCharge { turn: EvadeTurn::About } });
    let told = super::told(&play.dice(&[3]));
    // Between 30 degrees and 330 lies north: no wheel after turning about.
    assert_eq!(evaded(&told).0, mm(150));
    assert_eq!(fronts(&play, "Light"), [(880, 830), (880, 860), (920, 830), (920, 860)]);
    // The active player then moves his charges in the order he likes.
    let (left, right) = (play.id("Left"), play.id("Right"));
    assert_eq!(asked(&play), Some(Asked::MoveCharge { waiting: vec![left, right] }));
    let group = right;
    choose(&mut play, Impact::Move { group, wheel: None, steps: Steps::All });
    play.dice(&[1]);
    assert_eq!(asked(&play), Some(Asked::MoveCharge { waiting: vec![left] }));
}

#[test]
fn charged_in_flank_they_evade_only_with_the_charge() {
    proves!("FOGR-IMPACT-100", "FOGR-IMPACT-103", "FOGR-IMPACT-104");
    // From the west into the left side of light horse that face north in two ranks (860..940 by 60 mm).
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(800, 570, 90, 1))
        .blue(group("Light", &[light_horse(4)]).at(900, 600, 0, 2))
        .begin();
    let group = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    let to_rear = Impact::Evade { group, to: Evade::ToRear };
    assert_eq!(play.refused(Decision::Impact(to_rear)).rule, rule!("FOGR-IMPACT-100"));
    // They face as near to the direction of the charge as after turning about: they need not turn about, but a turn to
    // the right brings them nearer, so standing as they are is refused.
    let turn = |turn| Impact::Evade { group, to: Evade::WithCharge { turn } };
    assert_eq!(play.refused(Decision::Impact(turn(EvadeTurn::None))).rule, rule!("FOGR-IMPACT-103"));
    assert_eq!(
        play.refused(Decision::Impact(turn(EvadeTurn::To(Hand::Left)))).rule,
        rule!("FOGR-IMPACT-103")
    );
    choose(&mut play, turn(EvadeTurn::To(Hand::Right)));
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told).0, mm(150));
    // Turned right with the left side as the new rear and the old front as a side: 60 mm of depth make one file of 40,
    // four deep, its rear at 860, its left side at 600. Its front is at 980, and 150 further east at the end.
    assert_eq!(fronts(&play, "Light"), [(1040, 580), (1070, 580), (1100, 580), (1130, 580)]);
}

#[test]
fn evaders_shift_to_pass_friends() {
    proves!("FOGR-IMPACT-106");
    // Shot overlap their path by 20 mm on the right as they run (west is left when facing north; 920..).
    let mut play = chase(|s| s.blue(group("Friends", &[shot(6)]).at(980, 780, 180, 3)));
    play.dice(&[3]);
    let told = choose(&mut play, Impact::EvadeOn { way: past(Hand::Left, 20, 0, 0) });
    let friends = play.id("Friends");
    let (distance, passed, burst) = evaded(&told);
    assert_eq!((distance, passed, burst), (mm(150), vec![], vec![]));
    // The friends stand from 920 on: the front of 860..940 shifts 20 mm to the left.
    assert_eq!(fronts(&play, "Light"), [(860, 830), (860, 860), (900, 830), (900, 860)]);
    assert_eq!(play.world()[friends].cohesion, Cohesion::Steady);
    sound(&play);
}

/// Found in random battle 700082.
#[test]
fn evaders_pass_clear_of_enemies() {
    proves!("FOGR-IMPACT-106", "FOGR-IMPACT-110");
    // Red shot stand 20 mm in their path on the right (from x = 920 on), with their rear at 820 and their front at 780.
    let mut play = chase(|s| s.red(group("Post", &[shot(6)]).at(980, 780, 180, 3)));
    play.dice(&[3]);
    let (light, post) = (play.id("Light"), play.id("Post"));
    let Some(Asked::EvadeOn { ways, .. }) = asked(&play) else { panic!("no choice") };
    let offered = ways.iter().filter(|w| matches!(w, EvadeWay::Past(_)));
    assert!(offered.clone().count() > 1, "{ways:?}");
    for &way in offered {
        let mut tried = play.clone();
        choose(&mut tried, Impact::EvadeOn { way });
        // 150 mm from 710: they end beside the shot.
        assert!(!contact::touch(tried.world(), light, post), "{way:?}");
    }
}

#[test]
fn evaders_drop_bases_back_to_pass_a_gap() {
    proves!("FOGR-IMPACT-107", "FOGR-IMPACT-108");
    // Friends on both sides leave a gap of 40 mm (880..920) for a front of 80: one file must drop behind the other, and
    // the file that goes on shifts 20 mm.
    let mut play = chase(|s| {
        s.blue(group("West", &[shot(6)]).at(820, 780, 180, 3))
            .blue(group("East", &[shot(6)]).at(980, 780, 180, 3))
    });
    play.dice(&[3]);
    let told = choose(&mut play, Impact::EvadeOn { way: past(Hand::Left, 20, 1, 0) });
    assert_eq!(evaded(&told), (mm(150), vec![], vec![]));
    assert_eq!(fronts(&play, "Light"), [(900, 770), (900, 800), (900, 830), (900, 860)]);
    sound(&play);
}

#[test]
fn trap_evaders_who_can_neither_pass_nor_shift_burst_through() {
    proves!("FOGR-IMPACT-109", "FOGR-MOVE-086", "FOGR-MOVE-088");
    let mut play = chase(|s| s.blue(group("Friends", &[shot(8)]).at(900, 780, 180, 4)));
    let told = super::told(&play.dice(&[3]));
    let friends = play.id("Friends");
    assert_eq!(evaded(&told), (mm(150), vec![], vec![friends]));
    // Their rear is at 800 after 150 mm and so on the shot (780..820): they are placed beyond them.
    assert!(fronts(&play, "Light").iter().all(|f| f.1 >= 850));
    assert_eq!(play.world()[friends].cohesion, Cohesion::Disrupted);
    sound(&play);
}

#[test]
fn evaders_without_room_beyond_those_they_burst_through_are_destroyed() {
    proves!("FOGR-MOVE-086", "FOGR-MOVE-087");
    let mut play = chase(|s| {
        s.blue(group("Friends", &[shot(8)]).at(900, 780, 180, 4))
            .blue(group("Behind", &[pike(8)]).at(900, 820, 180, 2))
            .blue(group("Last", &[pike(8)]).at(900, 900, 180, 2))
    });
    let events = play.dice(&[3]);
    let light = play.id("Light");
    assert!(super::told(&events).contains(&Told::NoRoom { group: light }));
    // Nobody tests for seeing it: the charge goes on at once.
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
}

#[test]
fn a_commander_outlives_evaders_who_find_no_room() {
    // Only those who leave the table take him with them; those destroyed leave him on his own.
    proves!("FOGR-MOVE-086");
    let mut play = chase(|s| {
        s.blue(group("Friends", &[shot(8)]).at(900, 780, 180, 4))
            .blue(group("Behind", &[pike(8)]).at(900, 820, 180, 2))
            .blue(group("Last", &[pike(8)]).at(900, 900, 180, 2))
            .commander(Side::Blue, CommanderLevel::Field, "Light")
    });
    let light = play.id("Light");
    let with_light = |play: &Play| {
        let world = play.world();
        world.commander_ids().filter(|&c| world[c].with() == Some(light)).collect::<Vec<_>>()
    };
    let [commander] = with_light(&play)[..] else { panic!("one commander is with them") };
    let events = play.dice(&[3]);
    assert!(super::told(&events).contains(&Told::NoRoom { group: light }));
    assert!(play.world()[commander].is_on_table());
    assert_eq!(play.world()[commander].with(), None);
    sound(&play);
}

#[test]
fn enemy_in_the_way_stop_evaders_one_movement_unit_short() {
    proves!("FOGR-IMPACT-110");
    let mut play = chase(|s| s.red(group("Behind", &[pike(12)]).at(900, 800, 180, 6)));
    let told = super::told(&play.dice(&[3]));
    // The pike stand with their backs at 840 and fronts at 800: 90 mm less 25.
    let (distance, _, _) = evaded(&told);
    assert!((distance - mm(65)).abs() <= Um::new(20), "{distance:?}");
    sound(&play);
}

#[test]
fn evaders_closer_than_that_do_not_move() {
    proves!("FOGR-IMPACT-110", "FOGR-IMPACT-112");
    let mut play = chase(|s| s.red(group("Behind", &[pike(12)]).at(900, 730, 180, 6)));
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told).0, mm(0));
    assert_eq!(fronts(&play, "Light"), [(880, 650), (880, 680), (920, 650), (920, 680)]);
}

#[test]
fn closed_ground_turns_evaders_along_its_edge() {
    proves!("FOGR-IMPACT-111");
    // Impassable ground across their way 50 mm behind them, its edge east and west: both ways are as near.
    let mut play = chase(|s| s.terrain(TerrainKind::Impassable, (600, 760), (1200, 900)));
    play.dice(&[3]);
    let light = play.id("Light");
    let ways = [EvadeWay::Along(Hand::Right), EvadeWay::Along(Hand::Left)];
    let Some(Asked::EvadeOn { group, ways: offered }) = asked(&play) else { panic!("no choice") };
    assert_eq!(group, light);
    assert_eq!(offered.len(), 2);
    assert!(ways.iter().all(|w| offered.contains(w)));
    let told = choose(&mut play, Impact::EvadeOn { way: EvadeWay::Along(Hand::Left) });
    // 50 mm to the edge, the turn costs nothing, 100 mm west along it.
    assert_eq!(evaded(&told).0, mm(150));
    let all = fronts(&play, "Light");
    assert_eq!(all[0].0, 760);
    assert!(
        play.world().rects(light).iter().all(|r| r.corners().iter().all(|c| c.y <= mm(760) + Um::new(60)))
    );
    sound(&play);
}

#[test]
fn evaders_may_follow_a_side_edge_of_the_table_or_leave() {
    proves!("FOGR-IMPACT-113", "FOGR-IMPACT-114", "FOGR-MOVE-100");
    // Charged from the east, light horse at the left edge of the table face east: 75 mm behind their backs.
    let begin = || {
        let mut play = scene()
            .red(group("Horse", &[horse(4)]).at(185, 600, 270, 2))
            .blue(group("Light", &[light_horse(4)]).at(135, 600, 90, 2))
            .begin();
        let group = play.id("Light");
        charge(&mut play, "Horse", None, &["Light"]);
        end(&mut play);
        choose(&mut play, Impact::Evade { group, to: Evade::ToRear });
        play.dice(&[3]);
        play
    };
    let mut play = begin();
    let light = play.id("Light");
    let Some(Asked::EvadeOn { ways, .. }) = asked(&play) else { panic!("no choice") };
    assert!(ways.contains(&EvadeWay::Straight) && ways.contains(&EvadeWay::Along(Hand::Right)));
    let told = choose(&mut play, Impact::EvadeOn { way: EvadeWay::Straight });
    assert!(told.contains(&Told::EvadedOff { group: light }));
    assert!(!play.world()[light].is_on_table());
    let attrition = caracole_fog::battle::position::attrition(play.world(), Side::Blue);
    assert_eq!(attrition.total(), 1);
    let mut play = begin();
    let told = choose(&mut play, Impact::EvadeOn { way: EvadeWay::Along(Hand::Right) });
    // 75 mm to the edge, then 75 north along it.
    assert_eq!(evaded(&told).0, mm(150));
    assert!(play.world()[light].is_on_table());
    sound(&play);
}

#[test]
fn troops_who_fight_only_as_an_overlap_may_evade() {
    proves!("FOGR-IMPACT-115", "FOGR-MOVE-099", "FOGR-IMPACT-097");
    use caracole_fog::battle::impact::evade::can_evade;
    let scene = scene()
        .red(group("Pike", &[pike(6)]).at(900, 600, 0, 3))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 180, 3))
        .blue(group("Light", &[light_foot(4)]).at(1000, 600, 180, 2))
        .blue(group("Fighting", &[light_foot(4)]).at(500, 600, 180, 2))
        .red(group("Others", &[shot(6)]).at(500, 600, 0, 2))
        .blue(group("Horse", &[horse(2)]).at(300, 900, 180, 2))
        .blue(group("Cavalry", &[cavalry(4)]).at(200, 600, 180, 4))
        .blue(group("Deep", &[cavalry(4)]).at(200, 900, 180, 2));
    let world = scene.world();
    assert!(can_evade(&world, scene.id("Light")));
    assert!(!can_evade(&world, scene.id("Fighting")));
    // Cavalry in one rank evade, horse never do, nor cavalry two deep.
    assert!(can_evade(&world, scene.id("Cavalry")));
    assert!(!can_evade(&world, scene.id("Horse")) && !can_evade(&world, scene.id("Deep")));
}

#[test]
fn trap_light_troops_stand_freely_in_hard_ground_but_light_horse_do_not() {
    // TRAPS: light troops test to stand against battle troops; the terrain exemption is for light foot and dragoons only.
    proves!("FOGR-IMPACT-073", "FOGR-IMPACT-099");
    let stands = |who: Who| {
        let mut play = scene()
            .terrain(TerrainKind::BrokenGround, (700, 640), (1100, 800))
            .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
            .blue(who.at(900, 645, 180, 2))
            .begin();
        let group = play.id("Light");
        charge(&mut play, "Horse", None, &["Light"]);
        end(&mut play);
        let told = choose(&mut play, Impact::Stand { group });
        told.contains(&Told::Stands { group })
    };
    assert!(stands(group("Light", &[light_foot(4)])));
    assert!(stands(group("Light", &[dragoons(4)])));
    assert!(!stands(group("Light", &[light_horse(4)])));
}

#[test]
fn others_pass_light_foot_only_if_their_rear_reaches_them() {
    proves!("FOGR-MOVE-079", "FOGR-MOVE-083", "FOGR-MOVE-078");
    // The light horse's rear rank has its front at 680 when they have turned; it must reach the light foot.
    let pass = |y: i32, die: u8| {
        let mut play = chase(|s| s.blue(group("Foot", &[light_foot(8)]).at(900, y, 180, 8)));
        let told = super::told(&play.dice(&[die]));
        sound(&play);
        let foot = play.id("Foot");
        let (distance, passed, burst) = evaded(&told);
        assert!(burst.is_empty(), "light foot are not burst through");
        (distance, passed == [foot])
    };
    // At 820 with a move of 150: the rear rank comes to 830 and reaches them.
    assert_eq!(pass(820, 3), (mm(150), true));
    // At 850 it does not: they stop in contact, after 140 mm.
    assert_eq!(pass(850, 3), (mm(140), false));
}

#[test]
fn reading_move_078_camelry_pass_light_foot_as_cavalry_do() {
    proves!("FOGR-MOVE-078");
    use caracole_fog::battle::impact::away::may_pass;
    let camels = crate::battle_common::bases(
        4,
        TroopType::Camelry,
        Some(caracole_fog::troops::Armour::Unarmoured),
        &[caracole_fog::troops::Capability::Bow],
    );
    let scene = scene()
        .blue(group("Camels", &[camels]).at(500, 600, 180, 4))
        .blue(group("Horse", &[horse(4)]).at(800, 600, 180, 2))
        .blue(group("Foot", &[light_foot(4)]).at(500, 800, 180, 2));
    let world = scene.world();
    assert!(may_pass(&world, scene.id("Camels"), scene.id("Foot"), Angle::ZERO));
    assert!(!may_pass(&world, scene.id("Horse"), scene.id("Foot"), Angle::ZERO));
    assert!(may_pass(&world, scene.id("Foot"), scene.id("Horse"), Angle::ZERO));
}

#[test]
fn nobody_passes_back_through_those_who_passed_through_it() {
    proves!("FOGR-MOVE-084");
    // Light foot evade through cavalry in one rank, who are then uncovered, evade too, and may not pass the light foot.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Foot", &[light_foot(2)]).at(900, 620, 180, 2))
        .blue(group("Cavalry", &[cavalry(4)]).at(900, 650, 180, 4))
        .begin();
    let (foot, cavalry) = (play.id("Foot"), play.id("Cavalry"));
    charge(&mut play, "Horse", None, &["Foot"]);
    end(&mut play);
    no_interceptions(&mut play);
    choose(&mut play, Impact::Evade { group: foot, to: Evade::ToRear });
    let told = super::told(&play.dice(&[1]));
    assert_eq!(evaded(&told).1, [cavalry]);
    choose(&mut play, Impact::Evade { group: cavalry, to: Evade::ToRear });
    let told = super::told(&play.dice(&[3]));
    let (_, passed, burst) = evaded(&told);
    assert_eq!((passed, burst), (vec![], vec![]));
    sound(&play);
}

#[test]
fn a_fragmented_target_tests_and_friends_see_it_rout() {
    proves!("FOGR-IMPACT-077", "FOGR-IMPACT-078");
    let begin = |charger: Who| {
        scene()
            .red(charger.at(900, 600, 0, 2))
            .blue(group("Shaken", &[shot(6)]).at(900, 640, 180, 3).cohesion(Cohesion::Fragmented))
            .blue(group("Friends", &[shot(6)]).at(900, 720, 180, 3))
            .begin()
    };
    let mut play = begin(group("Horse", &[horse(4)]));
    let (shaken, friends) = (play.id("Shaken"), play.id("Friends"));
    charge(&mut play, "Horse", None, &["Shaken"]);
    end(&mut play);
    // It breaks on the test; friends within 3 MU test for it; it makes its initial rout; then the horse move.
    play.dice(&[1, 1]);
    assert!(play.world()[shaken].is_broken());
    play.dice(&[6, 6]);
    assert_eq!(play.world()[friends].cohesion, Cohesion::Steady);
    play.dice(&[3]);
    assert!(play.world()[shaken].turn.routed || !play.world()[shaken].is_on_table());
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
    // Light foot frighten nobody that much.
    let mut play = begin(group("Skirmishers", &[dragoons(2)]));
    charge(&mut play, "Skirmishers", None, &["Shaken"]);
    end(&mut play);
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)), "dragoons do");
}

#[test]
fn a_fragmented_battle_group_behind_a_screen_tests_when_the_screen_is_gone() {
    proves!("FOGR-IMPACT-079", "FOGR-IMPACT-001");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Screen", &[light_foot(4)]).at(900, 640, 180, 2))
        .blue(group("Shaken", &[shot(6)]).at(900, 700, 180, 3).cohesion(Cohesion::Fragmented))
        .begin();
    let (screen, shaken) = (play.id("Screen"), play.id("Shaken"));
    charge(&mut play, "Horse", None, &["Screen"]);
    end(&mut play);
    // No test yet: the screen chooses first.
    assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![screen] }));
    choose(&mut play, Impact::Evade { group: screen, to: Evade::ToRear });
    play.dice(&[3]);
    // Now it is exposed and tests before the chargers move.
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    play.dice(&[6, 6]);
    assert_eq!(play.world()[shaken].cohesion, Cohesion::Fragmented);
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
}

#[test]
fn friends_do_not_test_for_evaders_destroyed_for_want_of_room() {
    proves!("FOGR-MOVE-087");
    use caracole_fog::battle::outcome::Tests;
    use caracole_fog::battle::world::Presence;
    // Cavalry in one rank before three lines of foot without a gap; with a 3 they go 5 MU and end among the second.
    let lines = [("First", 720), ("Second", 760), ("Third", 800), ("Fourth", 840)];
    let mut scene = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Cavalry", &[cavalry(4)]).at(900, 650, 180, 4));
    for (name, y) in lines {
        scene = scene.blue(group(name, &[shot(12)]).at(900, y, 180, 6));
    }
    let mut play = scene.begin();
    charge(&mut play, "Horse", None, &["Cavalry"]);
    end(&mut play);
    no_interceptions(&mut play);
    let group = play.id("Cavalry");
    choose(&mut play, Impact::Evade { group, to: Evade::ToRear });
    let told = super::told(&play.dice(&[3]));
    assert!(told.contains(&Told::NoRoom { group }), "{told:?}");
    assert!(Tests::of_unseen(play.world()).due.is_empty());
    // Had they broken there, the foot would have minded.
    let broken = play.battle.with_world(|w| {
        w[group].presence = Presence::OnTable;
        w[group].cohesion = Cohesion::Broken;
        w[group].phase.unseen = true;
    });
    assert!(!Tests::of_unseen(broken.world()).due.is_empty());
}

/// Contracting during an evade: bases that cannot pass move behind those that can, a base width aside at most.
#[test]
fn reading_unusual_001() {
    proves!("FOGR-UNUSUAL-002", "FOGR-IMPACT-107", "FOGR-IMPACT-108");
    // Four files from 820 to 980, and a gap in the friends behind them.
    let run = |from: i32, to: i32| {
        let mut play = scene()
            .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
            .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 4))
            .blue(group("West", &[shot(12)]).at(from - 120, 780, 180, 6))
            .blue(group("East", &[shot(12)]).at(to + 120, 780, 180, 6))
            .begin();
        charge(&mut play, "Horse", None, &["Light"]);
        end(&mut play);
        no_interceptions(&mut play);
        let group = play.id("Light");
        choose(&mut play, Impact::Evade { group, to: Evade::ToRear });
        play.dice(&[3]);
        play
    };
    // A gap of two files: the outer ones fall in behind the inner ones.
    let mut play = run(860, 940);
    choose(&mut play, Impact::EvadeOn { way: past(Hand::Left, 0, 1, 1) });
    let xs: Vec<i32> = fronts(&play, "Light").iter().map(|f| f.0).collect();
    assert_eq!(xs, [880, 880, 920, 920]);
    // A gap of one file: whichever passes, the outermost would have to go two base widths aside. They burst through.
    let play = run(860, 900);
    let burst = play.events.iter().find_map(|e| match e {
        Event::Impact(Told::Evaded { burst_through, .. }) => Some(burst_through.len()),
        _ => None,
    });
    assert!(burst.is_some_and(|b| b > 0), "{:?}", asked(&play));
}
