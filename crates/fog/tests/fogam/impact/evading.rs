//! Evades: who may and must, where to, what is in the way, who is caught, and those whom only a die reaches.

use super::*;
use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::evade::can_evade;
use caracole_fog::battle::impact::{Evade, EvadeTurn, EvadeWay, PastBy};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Capability, Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

/// The only question left to those who must evade is where to: to their rear.
fn runs(play: &mut Play<Ancients>, who: &str) {
    let group = play.id(who);
    assert_eq!(play.refused(Decision::Impact(Impact::Stand { group })).rule, rule!("FOGAM-IMPACT-070"));
    choose(play, Impact::Evade { group, to: Evade::ToRear });
    assert_eq!(dice_for(play), Some(RollPurpose::VariableMove));
}

/// Cavalry before light horse in two ranks, 30 mm deep each, who evade to their rear: their front is then at 710.
fn chase(extra: impl Fn(Scene<Ancients>) -> Scene<Ancients>) -> Play<Ancients> {
    let scene = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[numidians(4)]).at(900, 650, 180, 2));
    let mut play = extra(scene).begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    no_interceptions(&mut play);
    runs(&mut play, "Light");
    play
}

/// A way past: so many millimetres to a hand, so many files dropped back at each end.
fn past(hand: Hand, shift: i32, drop_left: u8, drop_right: u8) -> Impact {
    Impact::EvadeOn { way: EvadeWay::Past(PastBy { hand, shift: mm(shift), drop_left, drop_right }) }
}

#[test]
fn who_can_evade() {
    proves!("FOGAM-IMPACT-098", "FOGAM-IMPACT-099", "FOGAM-IMPACT-100", "FOGAM-IMPACT-101", "FOGAM-BG-015");
    let can = |who: Who, files: u8| {
        let scene = ancient_scene().blue(who.at(900, 600, 180, files));
        can_evade(&scene.world(), scene.id("Own"))
    };
    let own = |troops| group("Own", &[troops]);
    assert!(can(own(velites(6)), 2) && can(own(numidians(4)), 2), "skirmishers in any formation");
    assert!(can(own(cavalrymen(4)), 4) && !can(own(cavalrymen(4)), 2));
    assert!(can(own(chariots(4, TroopType::LightChariots)), 4));
    assert!(!can(own(chariots(4, TroopType::LightChariots)), 2));
    assert!(!can(own(chariots(4, TroopType::HeavyChariots)), 4) && !can(own(knights(4)), 4));
    assert!(!can(own(elephants(2)), 2) && !can(own(militia(4)), 4));
    // Cavalry with lances do not, though lance and bow* make no shock troops.
    let lancers = |more: &[Capability]| {
        let can: Vec<Capability> = [&[Capability::Lancers], more].concat();
        let armour = Some(caracole_fog::troops::Armour::Armoured);
        own(crate::battle_common::bases(4, TroopType::Cavalry, armour, &can))
    };
    assert!(!can(lancers(&[]), 4) && !can(lancers(&[Capability::BowStar]), 4));
}

#[test]
fn skirmishers_must_evade_battle_troops() {
    proves!("FOGAM-IMPACT-070", "FOGAM-IMPACT-103", "FOGAM-IMPACT-071", "FOGAM-SEQUENCE-009");
    let answer = |charger: Who, skirmisher: Who, wood: bool| {
        let mut scene = ancient_scene().red(charger.at(900, 600, 0, 2)).blue(skirmisher.at(900, 640, 180, 2));
        if wood {
            scene = scene.terrain(TerrainKind::BrokenGround, (800, 620), (1000, 760));
        }
        let mut play = scene.begin();
        charge(&mut play, "Chargers", None, &["Light"]);
        end(&mut play);
        play
    };
    let horse = || group("Chargers", &[cavalrymen(4)]);
    let light = |troops| group("Light", &[troops]);
    for who in [velites(4), numidians(4)] {
        runs(&mut answer(horse(), light(who), false), "Light");
    }
    // Wholly on uneven ground they choose, light horse as well.
    for who in [velites(4), numidians(4)] {
        let mut play = answer(horse(), light(who), true);
        let group = play.id("Light");
        assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![group] }));
        // And they stand without any test.
        choose(&mut play, Impact::Stand { group });
        assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
    }
    // Skirmishers charged by skirmishers choose.
    let play = answer(group("Chargers", &[numidians(4)]), light(velites(4)), false);
    assert!(matches!(asked(&play), Some(Asked::EvadeOrStand { .. })));
}

#[test]
fn those_who_must_evade_may_have_a_choice_of_ways_but_not_to_stand() {
    proves!("FOGAM-IMPACT-070", "FOGAM-IMPACT-104", "FOGAM-IMPACT-107");
    // Charged from their left front: to their rear, or with the charge.
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(2)]).at(840, 600, 45, 1))
        .blue(group("Light", &[numidians(4)]).at(920, 650, 180, 2))
        .begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    let group = play.id("Light");
    assert!(matches!(asked(&play), Some(Asked::EvadeOrStand { .. })));
    assert_eq!(play.refused(Decision::Impact(Impact::Stand { group })).rule, rule!("FOGAM-IMPACT-070"));
    choose(&mut play, Impact::Evade { group, to: Evade::WithCharge { turn: EvadeTurn::About } });
    assert_eq!(dice_for(&play), Some(RollPurpose::VariableMove));
}

#[test]
fn evaders_turn_about_and_go_straight_with_their_commander() {
    proves!("FOGAM-IMPACT-106", "FOGAM-IMPACT-105", "FOGAM-IMPACT-102", "FOGAM-MOVE-092");
    let mut play = chase(|s| s.commander(Side::Blue, CommanderLevel::Troop, "Light"));
    // Light horse move 7 MU; a 6 adds 2: 225 mm from 710.
    let told = super::told(&play.dice(&[6]));
    assert_eq!(evaded(&told).0, mm(225));
    assert_eq!(fronts(&play, "Light"), [(880, 905), (880, 935), (920, 905), (920, 935)]);
    let world = play.world();
    let commander = world.commander_ids().next().expect("a commander");
    assert_eq!(world[commander].with(), Some(play.id("Light")));
    let base = world.commander_rect(commander);
    assert!(world.rects(play.id("Light")).iter().any(|r| r.touches(&base)));
}

#[test]
fn charged_in_flank_they_evade_only_with_the_charge() {
    proves!("FOGAM-IMPACT-104", "FOGAM-IMPACT-107", "FOGAM-IMPACT-108", "FOGAM-IMPACT-109", "FOGAM-MOVE-048");
    // From the west into the left side of light horse that face north in two ranks (860..940 by 60 mm).
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(2)]).at(800, 570, 90, 1))
        .blue(group("Light", &[numidians(4)]).at(900, 600, 0, 2))
        .begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    let group = play.id("Light");
    let to_rear = Impact::Evade { group, to: Evade::ToRear };
    assert_eq!(play.refused(Decision::Impact(to_rear)).rule, rule!("FOGAM-IMPACT-104"));
    let turn = |turn| Impact::Evade { group, to: Evade::WithCharge { turn } };
    // A turn brings them nearer to that direction, and only to the right.
    for wrong in [EvadeTurn::None, EvadeTurn::To(Hand::Left)] {
        assert_eq!(play.refused(Decision::Impact(turn(wrong))).rule, rule!("FOGAM-IMPACT-107"));
    }
    choose(&mut play, turn(EvadeTurn::To(Hand::Right)));
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told).0, mm(175));
    // Turned right with the left side as the new rear and the old front as a side: 60 mm of depth need two bases of 40,
    // two deep; their rear is at 860, their front at 920, and 175 further east at the end.
    assert_eq!(fronts(&play, "Light"), [(1065, 540), (1065, 580), (1095, 540), (1095, 580)]);
}

#[test]
fn between_two_chargers_evaders_go_the_middle_way() {
    proves!("FOGAM-IMPACT-104");
    let mut play = ancient_scene()
        .red(group("Left", &[cavalrymen(2)]).at(840, 600, 30, 1))
        .red(group("Right", &[cavalrymen(2)]).at(960, 600, 330, 1))
        .blue(group("Light", &[numidians(4)]).at(900, 650, 180, 2))
        .begin();
    charge(&mut play, "Left", None, &["Light"]);
    charge(&mut play, "Right", None, &["Light"]);
    end(&mut play);
    let group = play.id("Light");
    choose(&mut play, Impact::Evade { group, to: Evade::WithCharge { turn: EvadeTurn::About } });
    // Between 30 degrees and 330 lies north: no wheel after turning about.
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told).0, mm(175));
    assert_eq!(fronts(&play, "Light"), [(880, 855), (880, 885), (920, 855), (920, 885)]);
    // The active player moves his charges in the order he likes.
    let (left, right) = (play.id("Left"), play.id("Right"));
    assert_eq!(asked(&play), Some(Asked::MoveCharge { waiting: vec![left, right] }));
}

#[test]
fn each_evade_is_made_before_the_next_is_chosen() {
    proves!("FOGAM-IMPACT-126", "FOGAM-IMPACT-002");
    let mut play = ancient_scene()
        .red(group("One", &[numidians(4)]).at(700, 600, 0, 2))
        .red(group("Two", &[numidians(4)]).at(1100, 600, 0, 2))
        .blue(group("First", &[velites(4)]).at(700, 650, 180, 2))
        .blue(group("Second", &[velites(4)]).at(1100, 650, 180, 2))
        .begin();
    // The active player declares the second charge first, so it is answered first.
    charge(&mut play, "Two", None, &["Second"]);
    charge(&mut play, "One", None, &["First"]);
    end(&mut play);
    let (first, second) = (play.id("First"), play.id("Second"));
    assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![second] }));
    choose(&mut play, Impact::Evade { group: second, to: Evade::ToRear });
    // The die falls before the other says anything.
    let told = super::told(&play.dice(&[6]));
    assert_eq!(evaded(&told).0, mm(175));
    assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![first] }));
}

#[test]
fn evaders_shift_drop_back_or_burst_through() {
    proves!("FOGAM-IMPACT-111", "FOGAM-UNUSUAL-002", "FOGAM-DIAGRAM-041");
    proves!("FOGAM-IMPACT-112", "FOGAM-IMPACT-113", "FOGAM-UNUSUAL-004", "FOGAM-UNUSUAL-005");
    proves!("FOGAM-DIAGRAM-043", "FOGAM-DIAGRAM-044");
    // Foot overlap their path by 20 mm: they shift as much, or to the other side.
    let mut play = chase(|s| s.blue(group("Friends", &[militia(6)]).at(980, 780, 180, 3)));
    play.dice(&[3]);
    let told = choose(&mut play, past(Hand::Left, 20, 0, 0));
    assert_eq!(evaded(&told), (mm(175), vec![], vec![]));
    assert_eq!(fronts(&play, "Light"), [(860, 855), (860, 885), (900, 855), (900, 885)]);
    sound(&play);
    // A gap of 40 mm (880 to 920): one file drops behind the other, which shifts 20.
    let mut play = chase(|s| {
        s.blue(group("West", &[militia(6)]).at(820, 780, 180, 3))
            .blue(group("East", &[militia(6)]).at(980, 780, 180, 3))
    });
    play.dice(&[3]);
    let told = choose(&mut play, past(Hand::Left, 20, 1, 0));
    assert_eq!(evaded(&told), (mm(175), vec![], vec![]));
    assert_eq!(fronts(&play, "Light"), [(900, 795), (900, 825), (900, 855), (900, 885)]);
    sound(&play);
}

#[test]
fn the_shift_of_evaders_is_their_own() {
    proves!("FOGAM-MOVE-065");
    // 35 mm past friends, where an advance shifts half a base width (20 mm) at most.
    let mut play = chase(|s| s.blue(group("Friends", &[militia(6)]).at(965, 780, 180, 3)));
    play.dice(&[3]);
    let told = choose(&mut play, past(Hand::Left, 35, 0, 0));
    assert_eq!(evaded(&told), (mm(175), vec![], vec![]));
    sound(&play);
}

#[test]
fn evaders_who_can_neither_pass_nor_shift_burst_through() {
    proves!("FOGAM-IMPACT-114", "FOGAM-UNUSUAL-003", "FOGAM-DIAGRAM-042", "FOGAM-MOVE-084", "FOGAM-MOVE-087");
    proves!("FOGAM-MOVE-090");
    let mut play = chase(|s| s.blue(group("Friends", &[militia(8)]).at(900, 780, 180, 4)));
    let friends = play.id("Friends");
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told), (mm(175), vec![], vec![friends]));
    // Their rear is at 825 after 175 mm, beyond the foot (780 to 810).
    assert_eq!(fronts(&play, "Light"), [(880, 855), (880, 885), (920, 855), (920, 885)]);
    assert_eq!(play.world()[friends].cohesion, Cohesion::Disrupted);
    // With less they are placed beyond whom they have entered.
    let mut play = chase(|s| s.blue(group("Friends", &[militia(8)]).at(900, 780, 180, 4)));
    play.dice(&[2]);
    assert_eq!(fronts(&play, "Light"), [(880, 840), (880, 870), (920, 840), (920, 870)]);
    sound(&play);
}

#[test]
fn evaders_without_room_beyond_friends_halt_before_them() {
    // The other book destroys them.
    proves!("FOGAM-MOVE-088", "FOGAM-IMPACT-118", "FOGAM-MOVE-089");
    let mut play = chase(|s| {
        s.blue(group("Friends", &[militia(8)]).at(900, 780, 180, 4))
            .blue(group("Behind", &[militia(8)]).at(900, 820, 180, 2))
            .blue(group("Last", &[militia(8)]).at(900, 900, 180, 2))
    });
    let (light, friends, behind) = (play.id("Light"), play.id("Friends"), play.id("Behind"));
    let told = super::told(&play.dice(&[3]));
    assert!(play.world()[light].is_on_table());
    // As far as they get: 70 mm from 710 to the first friends, who alone drop a level.
    assert_eq!(fronts(&play, "Light"), [(880, 750), (880, 780), (920, 750), (920, 780)]);
    assert_eq!(evaded(&told).2, [friends]);
    assert_eq!(play.world()[friends].cohesion, Cohesion::Disrupted);
    assert_eq!(play.world()[behind].cohesion, Cohesion::Steady);
    sound(&play);
    // Only in the joint action phase do those perish who find no room.
    use caracole_fog::battle::customs::Answering;
    use caracole_fog::battle::world::Phase;
    let mut later = play.world().clone();
    assert!(!Ancients.is_destroyed_without_room(&later));
    later.turn.phase = Phase::JointAction;
    assert!(Ancients.is_destroyed_without_room(&later));
}

#[test]
fn light_foot_pass_through_friends_whom_they_reach() {
    proves!("FOGAM-IMPACT-110", "FOGAM-MOVE-080", "FOGAM-MOVE-091");
    // The friends stand askew to the way: only a corner of them is reached by 75 mm (a 1 takes 2 of 5 MU).
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[velites(4)]).at(900, 640, 180, 2))
        .blue(group("Foot", &[militia(4)]).at(900, 760, 165, 2))
        .begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    runs(&mut play, "Light");
    let foot = play.id("Foot");
    let told = super::told(&play.dice(&[1]));
    let (_, passed, burst) = evaded(&told);
    assert_eq!((passed, burst), (vec![foot], vec![]));
    assert_eq!(play.world()[foot].cohesion, Cohesion::Steady);
    sound(&play);
}

#[test]
fn enemy_in_the_way_stop_evaders_one_movement_unit_short() {
    proves!("FOGAM-IMPACT-115");
    let mut play = chase(|s| s.red(group("Behind", &[militia(12)]).at(900, 800, 180, 6)));
    let told = super::told(&play.dice(&[3]));
    // The rear of the enemy is at 820, their front at 800: 90 mm from 710, less 25.
    let (distance, _, _) = evaded(&told);
    assert!((distance - mm(45)).abs() <= mm(1) || (distance - mm(65)).abs() <= mm(1), "{distance:?}");
}

#[test]
fn only_fortified_camps_and_impassable_ground_are_shifted_round() {
    proves!("FOGAM-IMPACT-111", "FOGAM-IMPACT-116");
    let ways = |change: &dyn Fn(Scene<Ancients>) -> Scene<Ancients>| {
        let mut play = chase(change);
        play.dice(&[3]);
        match asked(&play) {
            Some(Asked::EvadeOn { ways, .. }) => ways,
            _ => Vec::new(),
        }
    };
    let shifts = |ways: &[EvadeWay]| ways.iter().any(|w| matches!(w, EvadeWay::Past(_)));
    // All these reach 20 mm into their path.
    assert!(shifts(&ways(&|s| s.terrain(TerrainKind::Impassable, (920, 780), (1020, 820)))));
    assert!(shifts(&ways(&|s| s.fortified_camp(Side::Blue, 980, 780, 180))));
    assert!(!shifts(&ways(&|s| s.camp(Side::Blue, 980, 780, 180))));
}

#[test]
fn evaders_never_run_along_the_edge_of_the_table() {
    proves!("FOGAM-IMPACT-117");
    // Charged from the east, 100 mm from the west edge, which is a side edge.
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(200, 600, 270, 2))
        .blue(group("Light", &[numidians(4)]).at(150, 600, 90, 2))
        .commander(Side::Blue, CommanderLevel::Troop, "Light")
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    runs(&mut play, "Light");
    let events = play.dice(&[3]);
    assert!(super::told(&events).contains(&Told::EvadedOff { group: light }));
    // Their commander goes with them, for good.
    proves!("FOGAM-MOVE-110");
    let world = play.world();
    assert!(world.commander_ids().all(|c| !world[c].is_on_table()));
    // Chargers stop at the edge.
    proves!("FOGAM-MOVE-108");
    let told = advance(&mut play, "Horse");
    let told = if told.is_empty() { super::told(&play.dice(&[6])) } else { told };
    assert_eq!(moved(&told).0, mm(175));
    sound(&play);
}

#[test]
fn chargers_throw_for_distance_only_if_nobody_else_is_in_reach() {
    proves!("FOGAM-IMPACT-119", "FOGAM-IMPACT-009", "FOGAM-IMPACT-110");
    let chase = |behind: i32| {
        let mut play = ancient_scene()
            .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
            .blue(group("Screen", &[velites(4)]).at(900, 650, 180, 2))
            .blue(group("Foot", &[militia(8)]).at(900, behind, 180, 2))
            .begin();
        charge(&mut play, "Horse", None, &["Screen"]);
        end(&mut play);
        runs(&mut play, "Screen");
        play.dice(&[3]);
        play
    };
    let mut play = chase(720);
    let foot = play.id("Foot");
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told), (mm(120), vec![], vec![(foot, Approach::Front)]));
    // 130 mm are more than their 5 MU: they throw, and a 5 takes them there.
    let mut play = chase(730);
    advance(&mut play, "Horse");
    assert_eq!(dice_for(&play), Some(RollPurpose::VariableMove));
    let told = super::told(&play.dice(&[5]));
    assert_eq!(moved(&told).0, mm(130));
}

#[test]
fn chargers_wheel_anew_after_evaders_who_left_their_path() {
    proves!("FOGAM-IMPACT-120", "FOGAM-IMPACT-017");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(2)]).at(840, 600, 45, 1))
        .blue(group("Light", &[numidians(4)]).at(920, 650, 180, 2))
        .begin();
    let (horse, light) = (play.id("Horse"), play.id("Light"));
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[6]);
    let by = Angle::from_degrees(30);
    let anew = Impact::Move { group: horse, wheel: Some(Wheel { hand: Hand::Left, by }), steps: Steps::All };
    choose(&mut play, anew);
    let told = super::told(&play.dice(&[6]));
    assert!(moved(&told).0 > mm(100));
}

#[test]
fn battle_troops_caught_evading_count_as_charged_in_rear() {
    proves!("FOGAM-IMPACT-122", "FOGAM-IMPACT-101");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Line", &[cavalrymen(4)]).at(900, 620, 180, 4))
        .begin();
    let line = play.id("Line");
    charge(&mut play, "Horse", None, &["Line"]);
    end(&mut play);
    // Their choice. 3 of 5 MU by a 1: their rear is at 695 then.
    choose(&mut play, Impact::Evade { group: line, to: Evade::ToRear });
    play.dice(&[1]);
    advance(&mut play, "Horse");
    let told = super::told(&play.dice(&[3]));
    assert_eq!(moved(&told), (mm(95), vec![], vec![(line, Approach::RearCharge)]));
    assert_eq!(play.world()[line].cohesion, Cohesion::Disrupted);
}

#[test]
fn skirmishers_caught_in_rear_by_battle_troops_are_destroyed_and_the_charge_goes_on() {
    proves!("FOGAM-IMPACT-123");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[numidians(4)]).at(900, 620, 180, 2))
        .blue(group("Others", &[velites(4)]).at(1040, 700, 180, 2))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    runs(&mut play, "Light");
    // 5 of 7 MU: from 680 to 805, their rear at 745.
    play.dice(&[1]);
    advance(&mut play, "Horse");
    let told = super::told(&play.dice(&[6]));
    let horse = play.id("Horse");
    assert!(told.contains(&Told::RiddenDown { group: light, by: horse }));
    assert!(!play.world()[light].is_on_table());
    // The whole 7 MU.
    assert_eq!(moved(&told), (mm(175), vec![], vec![]));
    // Skirmishers near enough test for it as for a friend that breaks.
    assert_eq!(dice_for(&play), Some(RollPurpose::CohesionTest));
}

#[test]
fn those_whom_only_the_die_of_a_charge_reaches_evade_late() {
    proves!("FOGAM-IMPACT-121", "FOGAM-SEQUENCE-011");
    let pursued = |behind: Who| {
        let mut play = ancient_scene()
            .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
            .blue(group("Light", &[numidians(4)]).at(900, 650, 180, 2))
            .blue(behind)
            .begin();
        charge(&mut play, "Horse", None, &["Light"]);
        end(&mut play);
        runs(&mut play, "Light");
        // The first run past; whoever is behind stands 150 mm from the horse.
        play.dice(&[6]);
        while let Some(Asked::EvadeOn { ways, .. }) = asked(&play) {
            choose(&mut play, Impact::EvadeOn { way: ways[0] });
        }
        advance(&mut play, "Horse");
        assert_eq!(dice_for(&play), Some(RollPurpose::VariableMove));
        play
    };
    // Light foot must go: their own die follows that of the chargers.
    let screen = || group("Screen", &[velites(4)]).at(900, 750, 180, 2);
    let mut play = pursued(screen());
    play.dice(&[6]);
    let screen_id = play.id("Screen");
    runs(&mut play, "Screen");
    let told = super::told(&play.dice(&[3]));
    // From 790 they come up to the light horse at 875: those who have passed through them bar their way.
    assert_eq!(evaded(&told).0, mm(85));
    assert!(play.world()[screen_id].turn.evaded);
    assert_eq!(moved(&told), (mm(175), vec![], vec![]));
    // With no more than the usual distance nobody is reached, and nobody evades.
    let mut play = pursued(screen());
    let told = super::told(&play.dice(&[3]));
    assert_eq!(moved(&told).0, mm(125));
    assert!(!play.world()[screen_id].turn.evaded);
    // Cavalry in one rank choose.
    let mut play = pursued(group("Line", &[cavalrymen(2)]).at(900, 750, 180, 2));
    play.dice(&[6]);
    let line = play.id("Line");
    assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![line] }));
    let told = choose(&mut play, Impact::Stand { group: line });
    assert_eq!(moved(&told), (mm(150), vec![], vec![(line, Approach::Front)]));
}

#[test]
fn charging_skirmishers_halt_before_troops_they_would_not_charge_freely() {
    proves!("FOGAM-IMPACT-069");
    let mut play = ancient_scene()
        .red(group("Light", &[numidians(4)]).at(900, 600, 0, 2))
        .blue(group("Screen", &[velites(4)]).at(900, 650, 180, 2))
        .blue(group("Foot", &[militia(8)]).at(900, 740, 180, 2))
        .begin();
    let screen = play.id("Screen");
    charge(&mut play, "Light", None, &["Screen"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: screen, to: Evade::ToRear });
    play.dice(&[3]);
    let told = advance(&mut play, "Light");
    let told =
        if dice_for(&play) == Some(RollPurpose::VariableMove) { super::told(&play.dice(&[3])) } else { told };
    let (distance, _, met) = moved(&told);
    // 140 mm to the foot less 1 MU.
    assert!(met.is_empty());
    assert!((distance - mm(115)).abs() <= mm(1), "{distance:?}");
    // Neither those who charged nor those who evaded shoot this turn.
    proves!("FOGAM-IMPACT-124");
    use caracole_fog::battle::shooting::targets::may_shoot;
    assert!(!may_shoot(play.world(), play.id("Light")) && !may_shoot(play.world(), screen));
}
