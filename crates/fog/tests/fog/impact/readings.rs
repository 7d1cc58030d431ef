//! Readings chosen where the book is unclear, and what else charges bring with them.

use super::{bases, *};
use crate::battle_common::{bases as of, *};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::evade::direction_on;
use caracole_fog::battle::impact::{Charge, ChargeState, Evade, EvadeTurn, Onset};
use caracole_fog::battle::outcome::roster::directions;
use caracole_fog::combat::Directions;
use caracole_fog::field::TerrainKind;
use caracole_fog::formation::Facing;
use caracole_fog::troops::{Armour, Capability, Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

#[test]
fn reading_impact_005_charges_need_sight_but_troops_hide_nobody() {
    proves!("FOGR-IMPACT-005");
    // A forest between them: beyond 2 MU nothing is seen through it.
    let wood = scene()
        .terrain(TerrainKind::Forest, (700, 620), (1100, 660))
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 664, 180, 2))
        .red(group("Others", &[horse(4)]).at(300, 600, 0, 2))
        .blue(group("Near", &[shot(6)]).at(300, 650, 180, 2));
    let play = wood.begin();
    assert_eq!(refused(&play, "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-005"));
}

#[test]
fn reading_impact_011_one_test_covers_every_reason_and_those_who_fail_may_still_move() {
    proves!("FOGR-IMPACT-011");
    // Disrupted pike with a threatened flank against cavalry: three reasons, one throw.
    let mut play = scene()
        .red(group("Pike", &[pike(6)]).at(250, 600, 0, 3).cohesion(Cohesion::Disrupted))
        .blue(group("Cavalry", &[cavalry(4)]).at(250, 640, 180, 2))
        .begin();
    let told = charge(&mut play, "Pike", None, &["Cavalry"]);
    assert_eq!(
        declared(&told).1,
        [rule!("FOGR-IMPACT-066"), rule!("FOGR-IMPACT-074"), rule!("FOGR-IMPACT-076")]
    );
    end(&mut play);
    let told = super::told(&play.dice(&[1, 1]));
    assert!(told.iter().any(|t| matches!(t, Told::ChargeCancelled { .. })));
    let pike = play.id("Pike");
    assert!(!play.world()[pike].turn.charged);
}

/// Horse in flank of shot of this cohesion.
fn into_flank(cohesion: Cohesion) -> Play {
    scene()
        .red(group("Horse", &[horse(2)]).at(760, 570, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3).cohesion(cohesion))
        .blue(group("Far", &[shot(6)]).at(1500, 1000, 180, 3))
        .begin()
}

#[test]
fn reading_impact_044_fragmented_troops_charged_in_flank_break_on_contact_and_nobody_fights_them() {
    proves!("FOGR-IMPACT-044", "FOGR-IMPACT-077");
    let mut play = into_flank(Cohesion::Fragmented);
    let shot = play.id("Shot");
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    // They pass the test for being charged, and break on contact all the same.
    play.dice(&[6, 6]);
    assert!(!play.world()[shot].is_broken());
    let told = advance(&mut play, "Horse");
    assert!(told.contains(&Told::CohesionDropped {
        group: shot,
        to: Cohesion::Broken,
        why: rule!("FOGR-IMPACT-044")
    }));
    assert!(!told.iter().any(|t| matches!(t, Told::Paired { .. } | Told::BasesTurned { .. })));
}

#[test]
fn reading_impact_100_with_three_chargers_the_outermost_directions_are_bisected() {
    proves!("FOGR-IMPACT-100");
    let scene = scene()
        .red(group("A", &[horse(2)]).at(700, 500, 0, 1))
        .red(group("B", &[horse(2)]).at(900, 500, 10, 1))
        .red(group("C", &[horse(2)]).at(1100, 500, 60, 1))
        .blue(group("Light", &[light_horse(4)]).at(900, 700, 180, 2));
    let world = scene.world();
    let charge = |who: &str| Charge {
        group: scene.id(who),
        wheel: None,
        targets: vec![scene.id("Light")],
        evaded: vec![],
        tests: vec![],
        passed: false,
        state: ChargeState::Declared,
    };
    let way = direction_on(&world, scene.id("Light"), &[charge("A"), charge("B"), charge("C")]);
    assert_eq!(way.map(|a| (a.millidegrees() + 5) / 10 * 10), Some(30_000));
}

#[test]
fn reading_impact_103_the_turn_of_evaders_is_free_and_their_wheel_is_not() {
    proves!("FOGR-IMPACT-103");
    // Charged from 30 degrees west of south: after turning about they wheel right by 30 degrees.
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(860, 590, 30, 1))
        .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::WithCharge { turn: EvadeTurn::About } });
    let told = super::told(&play.dice(&[3]));
    assert_eq!(evaded(&told).0, mm(150));
    assert_eq!(play.world().facing(light), Angle::from_degrees(30));
    // The pivot is the right front corner (940, 710); the wheel costs the chord of 80 mm at 30 degrees, 41.4 mm, so that
    // the pivot corner goes 108.6 mm: to (994, 804).
    let corner = play.world().body(light).front_corner(Hand::Right);
    assert!((corner.x.get() - 994_300).abs() < 300 && (corner.y.get() - 804_050).abs() < 300, "{corner:?}");
    assert!(bases(play.world(), light).iter().all(|b| b.facing == Facing::Front));
}

#[test]
fn reading_combat_010_bases_that_touch_only_corner_to_corner_do_not_fight() {
    proves!("FOGR-COMBAT-010", "FOGR-IMPACT-013", "FOGR-IMPACT-083", "FOGR-IMPACT-096");
    // Two files of horse; the enemy's one file stands before the left one, corner to corner with the right one.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Column", &[pike(4)]).at(880, 640, 180, 1))
        .begin();
    let told = charge_home(&mut play, "Horse", &["Column"]);
    let pairs =
        told.iter().find_map(|t| if let Told::Paired { pairs } = t { Some(pairs.clone()) } else { None });
    let pairs = pairs.expect("bases are paired");
    assert_eq!(pairs.len(), 1);
    // Those who receive a charge never count as charging.
    assert_eq!((pairs[0].red, pairs[0].blue), (Onset::Charges, Onset::Receives));
    let left = play.world().base_ids(play.id("Horse"))[0];
    assert_eq!(pairs[0].bases.red, left);
}

#[test]
fn trap_a_side_contact_on_free_bases_turns_nobody_and_is_no_second_direction() {
    // TRAPS: such contact never makes the target fight in two directions.
    proves!("FOGR-IMPACT-052", "FOGR-IMPACT-054", "FOGR-IMPACT-055");
    // Foot four deep in melee to their front at 600; horse partly before that line would hit ranks 1 and 2, but here
    // they come upon ranks 3 and 4 from a place from which it is no flank charge: they wheel from within 1 MU.
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(845, 535, 80, 1))
        .red(group("Shot", &[shot(4)]).at(900, 600, 180, 2))
        .blue(group("Deep", &[shot(8)]).at(900, 600, 0, 2))
        .begin();
    let foot = play.id("Deep");
    let told = charge(&mut play, "Horse", wheel(Hand::Right, 10), &["Deep"]);
    assert_eq!(declared(&told).0, [foot]);
    end(&mut play);
    no_interceptions(&mut play);
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told).2, [(foot, Approach::NoFlankCharge)]);
    assert_eq!(play.world()[foot].cohesion, Cohesion::Steady);
    assert!(bases(play.world(), foot).iter().all(|b| b.facing == Facing::Front));
    assert_eq!(directions(play.world(), foot), Directions::One);
}

#[test]
fn a_file_of_a_keil_without_pike_gives_way() {
    proves!("FOGR-IMPACT-061");
    // Two files of pike, four deep, and a file of halberds at their left.
    let halberds = of(4, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::HeavyWeapon]);
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(1060, 735, 270, 1))
        .blue(group("Keil", &[pike(8), halberds]).at(900, 700, 180, 3).formation(keil()))
        .begin();
    let keil = play.id("Keil");
    let told = charge_home(&mut play, "Horse", &["Keil"]);
    assert_eq!(moved(&told).2, [(keil, Approach::NoFlankCharge)]);
    let is_pike = |b: &&BaseState| b.profile.has(Capability::Pike);
    let all = bases(play.world(), keil);
    // The halberds stand behind the pike files (which end at 780); the horse came up to the pike at 920.
    assert!(all.iter().filter(|b| !is_pike(b)).all(|b| front(b).1 >= 780), "{all:?}");
    assert!(all.iter().any(|b| is_pike(&b) && b.facing == Facing::Left));
    assert_eq!(front(&bases(play.world(), play.id("Horse"))[0]).0, 920);
    sound(&play);
}

fn keil() -> caracole_fog::formation::Formation {
    use caracole_fog::formation::Formation;
    use caracole_fog::troops::{BaseProfile, Capabilities, Quality};
    let base = |capability: Capability| BaseProfile {
        troop_type: TroopType::HeavyFoot,
        armour: Some(Armour::Armoured),
        quality: Quality::Average,
        training: None,
        capabilities: Capabilities::of(&[capability]),
    };
    let (h, p) = ([base(Capability::HeavyWeapon); 4], [base(Capability::Pike); 4]);
    Formation::in_files(&[&h, &p, &p])
}

#[test]
fn a_commander_who_evades_off_the_table_is_gone() {
    proves!("FOGR-IMPACT-114", "FOGR-MOVE-104");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 1060, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 1100, 180, 2))
        .commander(Side::Blue, CommanderLevel::Troop, "Light")
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    // Its own rear edge is 40 mm behind it: it cannot turn to stay.
    let told = super::told(&play.dice(&[3]));
    assert!(told.contains(&Told::EvadedOff { group: light }));
    let world = play.world();
    let commander = world.commander_ids().next().expect("a commander");
    assert!(!world[commander].is_on_table());
}

#[test]
fn reading_move_098_a_lone_commander_in_the_way_of_a_charge_joins_friends_or_is_lost() {
    proves!("FOGR-MOVE-098");
    let begin = |friends: i32| {
        let mut play = scene()
            .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
            .blue(group("Shot", &[shot(6)]).at(900, 710, 180, 2))
            .blue(group("Others", &[shot(6)]).at(friends, 700, 180, 3))
            .lone_commander(Side::Blue, CommanderLevel::Troop, 900, 660)
            .begin();
        charge_home(&mut play, "Horse", &["Shot"]);
        play
    };
    let place = |play: &Play| {
        let world = play.world();
        let c = world.commander_ids().next().expect("a commander");
        (world[c].is_on_table(), world[c].with())
    };
    // He is asked whom he joins: the shot are in reach.
    let play = begin(1200);
    let (side, request) = play.asked();
    assert_eq!(side, Side::Blue);
    assert!(matches!(request, Request::Manoeuvre(_)), "{request:?}");
    assert!(place(&play).0);
}

#[test]
fn reading_bg_045_a_kinked_column_neither_charges_nor_intercepts_nor_evades() {
    proves!("FOGR-BG-045");
    use caracole_fog::battle::impact::declare::may_charge;
    use caracole_fog::battle::impact::evade::can_evade;
    use caracole_fog::battle::impact::intercept::may_intercept;
    let scene = scene()
        .red(group("Column", &[light_horse(4)]).at(900, 600, 0, 1))
        .blue(group("Enemy", &[light_horse(4)]).at(900, 660, 180, 2));
    let mut world = scene.world();
    let (column, enemy) = (scene.id("Column"), scene.id("Enemy"));
    assert!(may_charge(&world, column).is_ok() && can_evade(&world, column));
    assert!(may_intercept(&world, column, enemy, &[]));
    let front = world.body(column).front_centre();
    let by = Angle::from_degrees(30);
    world[column].kinks.push(caracole_plane::Kink { front, hand: Hand::Left, by });
    assert_eq!(may_charge(&world, column).unwrap_err().rule, rule!("FOGR-BG-045"));
    assert!(!can_evade(&world, column) && !may_intercept(&world, column, enemy, &[]));
}

#[test]
fn reading_impact_009_only_friends_of_the_charged_screen_them() {
    proves!("FOGR-IMPACT-009", "FOGR-IMPACT-027");
    // Blue light foot before blue shot: the shot are no targets. Red light foot there: the charge cannot be made.
    let with = |screen: fn(Scene) -> Scene| {
        screen(
            scene()
                .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
                .blue(group("Shot", &[shot(6)]).at(900, 700, 180, 3)),
        )
        .begin()
    };
    let mut play = with(|s| s.blue(group("Screen", &[light_foot(6)]).at(900, 640, 180, 3)));
    let screen = play.id("Screen");
    assert_eq!(declared(&charge(&mut play, "Horse", None, &["Screen"])).0, [screen]);
    let play = with(|s| s.red(group("Screen", &[light_foot(6)]).at(900, 640, 0, 3)));
    assert_eq!(refused(&play, "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-027"));
}

#[test]
fn reading_impact_017_where_nobody_is_straight_ahead_any_wheel_that_meets_is_allowed() {
    proves!("FOGR-IMPACT-017");
    // Nothing ahead; by a wheel to the right one corner meets.
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(900, 600, 0, 1))
        .blue(group("Shot", &[shot(4)]).at(970, 660, 180, 2))
        .begin();
    let told = charge(&mut play, "Horse", wheel(Hand::Right, 30), &["Shot"]);
    assert_eq!(declared(&told).0, [play.id("Shot")]);
}

#[test]
fn reading_impact_047_the_base_behind_turns_too_or_else_the_one_before() {
    proves!("FOGR-IMPACT-047");
    use caracole_fog::formation::Facing;
    let turned = |y: i32| {
        // One file of four shot faces south: fronts at 600, 620, 640, 660. Horse come from the west.
        let mut play = scene()
            .red(group("Horse", &[horse(2)]).at(850, y, 90, 1))
            .blue(group("Shot", &[shot(4)]).at(900, 600, 180, 1))
            .begin();
        charge_home(&mut play, "Horse", &["Shot"]);
        let ranks: Vec<u8> = bases(play.world(), play.id("Shot"))
            .iter()
            .filter(|b| b.facing != Facing::Front)
            .map(|b| b.at.rank)
            .collect();
        ranks
    };
    // Their front from 665 to 705 touches the last base only: the one before it turns with it.
    assert_eq!(turned(685), [2, 3]);
}

#[test]
fn reading_impact_059_the_shot_of_the_other_side_stay_as_they_are() {
    proves!("FOGR-IMPACT-059");
    use caracole_fog::army::GroupPermit;
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(780, 630, 90, 1))
        .blue(group("Tercio", &[pike(8), shot(6)]).says(GroupPermit::LaterTercio).at(900, 600, 180, 4))
        .begin();
    let tercio = play.id("Tercio");
    let last = |play: &Play| {
        let mut all: Vec<(i32, i32)> = bases(play.world(), tercio)
            .iter()
            .filter(|b| !b.profile.has(caracole_fog::troops::Capability::Pike))
            .map(front)
            .filter(|f| f.0 > 900)
            .collect();
        all.sort_unstable();
        all
    };
    let before = last(&play);
    charge(&mut play, "Horse", None, &["Tercio"]);
    end(&mut play);
    no_interceptions(&mut play);
    advance(&mut play, "Horse");
    if let Some(Asked::FaceAttack { .. }) = asked(&play) {
        choose(&mut play, Impact::FaceAttack { ranks: 1 });
    }
    assert_eq!(last(&play), before);
    // Nobody stands outside the ground that the tercio held.
    let (low, high) = (mm(820), mm(980));
    let rects = play.world().rects(tercio).to_vec();
    assert!(rects.iter().all(|r| r.corners().iter().all(|c| c.x >= low - mm(1) && c.x <= high + mm(1))));
    sound(&play);
}

#[test]
fn reading_impact_068_guns_are_supported_only_if_all_of_them_are() {
    proves!("FOGR-IMPACT-068");
    use caracole_fog::troops::TroopType::MediumArtillery;
    let on = |x: i32, files: u8| {
        let mut play = scene()
            .red(group("Light", &[light_horse(4)]).at(900, 600, 0, 2))
            .blue(group("Guns", &[guns(2, MediumArtillery)]).at(900, 680, 180, 2))
            .blue(group("Foot", &[pike(4)]).at(x, 720, 180, files))
            .begin();
        declared(&charge(&mut play, "Light", None, &["Guns"])).1
    };
    assert_eq!(on(900, 2), [rule!("FOGR-IMPACT-071")], "both have foot behind them");
    assert_eq!(on(880, 1), [], "only one has");
}

#[test]
fn reading_impact_069_the_ground_of_the_bases_met_counts() {
    proves!("FOGR-IMPACT-069");
    // Pikes four files wide, the left two in brush. Light foot may come upon those, not upon the others.
    let begin = |x: i32| {
        scene()
            .terrain(TerrainKind::Brush, (700, 640), (898, 800))
            .red(group("Light", &[light_foot(4)]).at(x, 600, 0, 2))
            .blue(group("Pikes", &[pike(8)]).at(900, 650, 180, 4))
            .begin()
    };
    let mut play = begin(860);
    assert_eq!(declared(&charge(&mut play, "Light", None, &["Pikes"])).1, []);
    let play = begin(940);
    assert_eq!(refused(&play, "Light", None, &["Pikes"]), rule!("FOGR-IMPACT-069"));
}

#[test]
fn reading_impact_093_an_interception_in_flank_cancels_the_charge_of_a_tercio_too() {
    proves!("FOGR-IMPACT-093");
    use caracole_fog::army::GroupPermit;
    use caracole_fog::battle::impact::{Cancelled, Interception};
    let mut play = scene()
        .red(group("Tercio", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 500, 0, 4))
        .blue(group("Shot", &[shot(6)]).at(900, 560, 180, 2))
        .blue(group("Guard", &[horse(4)]).at(1040, 445, 270, 1))
        .begin();
    let (tercio, guard) = (play.id("Tercio"), play.id("Guard"));
    charge(&mut play, "Tercio", None, &["Shot"]);
    end(&mut play);
    let how = Interception::FlankOrRear;
    let told = choose(&mut play, Impact::Intercept { group: guard, charger: tercio, how });
    assert!(told.contains(&Told::ChargeCancelled { group: tercio, why: Cancelled::Intercepted }));
    // It is no flank charge on an early tercio: no level is lost.
    if let Some(Asked::FaceAttack { .. }) = asked(&play) {
        choose(&mut play, Impact::FaceAttack { ranks: 1 });
    }
    assert_eq!(play.world()[tercio].cohesion, Cohesion::Steady);
}

#[test]
fn reading_impact_116_a_target_uncovered_that_stands_leaves_the_distance_as_it_is() {
    proves!("FOGR-IMPACT-116", "FOGR-IMPACT-009");
    use caracole_fog::battle::impact::Evade;
    let start = |behind: bool| {
        let mut scene = scene()
            .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
            .blue(group("Screen", &[light_foot(2)]).at(900, 640, 180, 2));
        if behind {
            scene = scene.blue(group("Shot", &[shot(6)]).at(900, 700, 180, 3));
        }
        let mut play = scene.begin();
        let screen = play.id("Screen");
        charge(&mut play, "Horse", None, &["Screen"]);
        end(&mut play);
        choose(&mut play, Impact::Evade { group: screen, to: Evade::ToRear });
        play.dice(&[6]);
        play
    };
    // The shot stand there now: the horse have their normal move, and meet them after 100 mm without a die.
    let mut play = start(true);
    let told = advance(&mut play, "Horse");
    assert_eq!((moved(&told).0, moved(&told).2.len()), (mm(100), 1));
    // Nobody there: a die, and all of the distance: 5 - 1 MU.
    let mut play = start(false);
    advance(&mut play, "Horse");
    let told = super::told(&play.dice(&[2]));
    assert_eq!((moved(&told).0, moved(&told).2.len()), (mm(100), 0));
}

#[test]
fn reading_impact_117_the_new_wheel_is_one_wheel_of_90_degrees_at_most() {
    proves!("FOGR-IMPACT-117", "FOGR-IMPACT-015");
    use caracole_fog::battle::impact::Evade;
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(840, 600, 45, 1))
        .blue(group("Light", &[light_horse(4)]).at(920, 650, 180, 2))
        .begin();
    let (group, light) = (play.id("Horse"), play.id("Light"));
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[1]);
    let far = Impact::Move { group, wheel: wheel(Hand::Left, 91), steps: Steps::All };
    assert_eq!(play.refused(Decision::Impact(far)).rule, rule!("FOGR-IMPACT-015"));
    choose(&mut play, Impact::Move { group, wheel: wheel(Hand::Left, 30), steps: Steps::All });
}
