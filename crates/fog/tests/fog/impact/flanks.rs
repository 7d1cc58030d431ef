//! Flank and rear charges: where they start, what qualifies, who turns.

use super::{bases, *};
use crate::battle_common::{bases as of, *};
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::outcome::roster::directions;
use caracole_fog::battle::position::flank;
use caracole_fog::battle::world::Posture;
use caracole_fog::combat::Directions;
use caracole_fog::formation::Facing;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_ledger::{proves, rule};
use caracole_plane::{Base, Pose};

#[test]
fn the_point_base_of_a_swedish_brigade_is_no_part_of_its_front_edge() {
    proves!("FOGR-IMPACT-037");
    let from = |y: i32| {
        let scene = scene()
            .red(group("Horse", &[horse(2)]).at(700, y, 90, 1))
            .blue(group("Brigade", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(900, 600, 0, 3));
        flank::starts_on_flank_or_rear(&scene.world(), scene.id("Horse"), scene.id("Brigade"))
    };
    // The shot stand at 600, the point base at 620. The column is 40 mm wide.
    assert!(from(580));
    assert!(!from(590));
}

#[test]
fn the_front_of_a_stepped_line_is_that_of_the_file_on_the_flank_charged() {
    proves!("FOGR-IMPACT-038");
    let scene = scene()
        .red(group("Left", &[horse(2)]).at(700, 590, 90, 1))
        .red(group("Right", &[horse(2)]).at(1100, 590, 270, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3));
    let mut world = scene.world();
    let shot = scene.id("Shot");
    let starts = |world: &World, who: &str| flank::starts_on_flank_or_rear(world, scene.id(who), shot);
    // Both columns reach 10 mm beyond the front line at 600.
    assert!(!starts(&world, "Left") && !starts(&world, "Right"));
    // The left file steps 20 mm forward.
    for id in world.base_ids(shot) {
        if world[id].at.file == 0 {
            let base = world[id].base;
            let front = Pose::new(base.front.at.moved(Angle::ZERO, mm(20)), base.front.facing);
            world[id].base = Base::new(front, base.width, base.depth);
        }
    }
    assert!(starts(&world, "Left") && !starts(&world, "Right"));
}

#[test]
fn a_target_that_faces_two_ways_has_two_front_edges() {
    proves!("FOGR-IMPACT-039");
    let scene = scene()
        .red(group("Horse", &[horse(2)]).at(700, 570, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3));
    let mut world = scene.world();
    let (horse, shot) = (scene.id("Horse"), scene.id("Shot"));
    assert!(flank::starts_on_flank_or_rear(&world, horse, shot));
    // The left file has turned to the left, where the horse stand: they are before that front edge.
    let turned = world.base_ids(shot)[0];
    let at = world[turned].base;
    world[turned].base = Base::new(
        Pose::new(caracole_plane::Point::from_mm(840, 580), Angle::from_degrees(270)),
        at.width,
        at.depth,
    );
    world[turned].facing = Facing::Left;
    assert!(!flank::starts_on_flank_or_rear(&world, horse, shot));
}

#[test]
fn who_is_never_taken_in_flank_or_rear() {
    proves!("FOGR-IMPACT-042");
    let taken = |who: Who, files: u8| {
        let scene = scene().blue(who.at(900, 600, 0, files));
        let id = GroupId(4);
        flank::can_be_taken(&scene.world(), id)
    };
    let wagons = of(2, TroopType::BattleWagons, None, &[]);
    assert_eq!(taken(group("T", &[wagons]), 2), (false, false));
    assert_eq!(taken(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio), 4), (false, false));
    assert_eq!(taken(group("T", &[pike(8), shot(8)]).says(GroupPermit::LaterTercio), 4), (false, true));
    assert_eq!(taken(group("T", &[pike(8)]), 2), (false, true));
    assert_eq!(taken(group("T", &[shot(6)]), 3), (true, true));
    let scene = scene().blue(group("T", &[shot(6)]).at(900, 600, 0, 3));
    let mut world = scene.world();
    world[scene.id("T")].posture = Posture::Square;
    assert_eq!(flank::can_be_taken(&world, scene.id("T")), (false, false));
}

#[test]
fn battle_wagons_do_not_turn() {
    proves!("FOGR-IMPACT-043", "FOGR-IMPACT-042", "FOGR-IMPACT-052");
    let wagons = of(2, TroopType::BattleWagons, None, &[]);
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(760, 560, 90, 1))
        .blue(group("Wagons", &[wagons]).at(900, 600, 0, 2))
        .begin();
    let wagons = play.id("Wagons");
    let told = charge_home(&mut play, "Horse", &["Wagons"]);
    assert_eq!(moved(&told).2, [(wagons, Approach::NoFlankCharge)]);
    assert!(bases(play.world(), wagons).iter().all(|b| b.facing == Facing::Front));
    assert_eq!(play.world()[wagons].cohesion, Cohesion::Steady);
}

#[test]
fn chargers_are_moved_back_to_make_room_for_a_deep_turn() {
    proves!("FOGR-IMPACT-049", "FOGR-IMPACT-045", "FOGR-IMPACT-047");
    // Two ranks of horse are 60 mm deep: turned one behind the other they stand out 20 mm from the side of their file.
    let mut play = scene()
        .red(group("Chargers", &[horse(2)]).at(750, 570, 90, 1))
        .blue(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .begin();
    let horse = play.id("Horse");
    let told = charge_home(&mut play, "Chargers", &["Horse"]);
    assert_eq!(moved(&told), (mm(110), vec![], vec![(horse, Approach::FlankCharge)]));
    let turned: Vec<(i32, i32)> =
        bases(play.world(), horse).iter().filter(|b| b.facing == Facing::Left).map(front).collect();
    assert_eq!(turned, [(840, 580), (870, 580)]);
    let chargers = bases(play.world(), play.id("Chargers"));
    assert_eq!(front(&chargers[0]), (840, 570));
    sound(&play);
}

#[test]
fn a_single_rank_turns_closes_up_and_is_followed() {
    proves!("FOGR-IMPACT-050");
    // One rank of foot: the turned base is only 20 mm deep in a file 40 mm wide.
    let mut play = scene()
        .red(group("Chargers", &[horse(2)]).at(750, 575, 90, 1))
        .blue(group("Shot", &[light_foot(4)]).at(900, 600, 0, 4).cohesion(Cohesion::Steady))
        .blue(group("Far", &[shot(6)]).at(300, 1000, 180, 3))
        .begin();
    let shot = play.id("Shot");
    charge(&mut play, "Chargers", None, &["Shot"]);
    end(&mut play);
    choose(&mut play, Impact::Stand { group: shot });
    play.dice(&[6, 6]);
    let told = advance(&mut play, "Chargers");
    assert_eq!(moved(&told).2, [(shot, Approach::FlankCharge)]);
    let turned: Vec<(i32, i32)> =
        bases(play.world(), shot).iter().filter(|b| b.facing == Facing::Left).map(front).collect();
    // It rests on the next file, whose left side is at 860: its front is at 840.
    assert_eq!(turned, [(840, 580)]);
    assert_eq!(front(&bases(play.world(), play.id("Chargers"))[0]), (840, 575));
    sound(&play);
}

#[test]
fn files_in_contact_to_their_front_do_not_turn_but_are_charged_in_flank() {
    proves!("FOGR-IMPACT-045", "FOGR-IMPACT-046", "FOGR-IMPACT-048", "FOGR-IMPACT-120");
    let mut play = scene()
        .red(group("Pike", &[pike(6)]).at(900, 640, 0, 3))
        .red(group("Horse", &[horse(2)]).at(740, 665, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 640, 180, 3))
        .begin();
    let (shot, horse) = (play.id("Shot"), play.id("Horse"));
    let told = charge_home(&mut play, "Horse", &["Shot"]);
    assert_eq!(moved(&told).2, [(shot, Approach::FlankCharge)]);
    assert!(told.iter().any(|t| matches!(t, Told::CohesionDropped { group, .. } if *group == shot)));
    assert!(bases(play.world(), shot).iter().all(|b| b.facing == Facing::Front));
    // Of the horse one base, of the shot both bases of the file it hit may fight; the melee with the pike waits.
    let first = play.world().base_ids(horse)[0];
    let Some(Asked::PairBases { contacts }) = asked(&play) else { panic!("nothing to pair") };
    assert!(contacts.len() == 2 && contacts.iter().all(|c| c.red == first));
    let ranks: Vec<u8> = contacts.iter().map(|c| play.world()[c.blue].at.rank).collect();
    assert_eq!(ranks, [0, 1]);
    // What tells of it afterwards: the shot fight in two directions.
    assert_eq!(directions(play.world(), shot), Directions::Two);
}

#[test]
fn trap_a_flank_charge_wheels_only_from_one_movement_unit_away() {
    // TRAPS: no wheel if it starts within 1 MU.
    proves!("FOGR-IMPACT-040");
    let by_wheel = |x: i32| {
        let mut play = scene()
            .red(group("Horse", &[horse(2)]).at(x, 560, 80, 1))
            .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3))
            .begin();
        let shot = play.id("Shot");
        charge(&mut play, "Horse", wheel(Hand::Right, 10), &["Shot"]);
        end(&mut play);
        no_interceptions(&mut play);
        let told = advance(&mut play, "Horse");
        let how = moved(&told).2;
        assert_eq!(how[0].0, shot);
        how[0].1
    };
    // The left side of the shot is at 840; the front of the column is turned by 10 degrees, so that its right corner is
    // 3.5 mm nearer than the middle.
    assert_eq!(by_wheel(800), Approach::FlankCharge);
    assert_eq!(by_wheel(825), Approach::NoFlankCharge);
}

#[test]
fn the_rule_that_costs_a_level_is_named() {
    proves!("FOGR-IMPACT-044");
    let mut play = scene()
        .red(group("A", &[horse(2)]).at(760, 570, 90, 1))
        .red(group("B", &[horse(2)]).at(1040, 570, 270, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3))
        .begin();
    let shot = play.id("Shot");
    charge(&mut play, "A", None, &["Shot"]);
    charge(&mut play, "B", None, &["Shot"]);
    end(&mut play);
    no_interceptions(&mut play);
    let mut told = advance(&mut play, "A");
    told.extend(advance(&mut play, "B"));
    // Charged in both flanks in one turn they drop one level.
    let drops: Vec<&Told> = told.iter().filter(|t| matches!(t, Told::CohesionDropped { .. })).collect();
    let one = Told::CohesionDropped { group: shot, to: Cohesion::Disrupted, why: rule!("FOGR-IMPACT-044") };
    assert_eq!(drops, [&one]);
}

/// Found in battle 68 of the mirror: turned left, the front line began half a base width outside it.
#[test]
fn a_front_line_is_as_wide_with_one_base_turned_left_as_turned_right() {
    proves!("FOGR-IMPACT-046", "FOGR-IMPACT-047");
    use caracole_plane::Point;
    // Three files from x = 840 to 960, one base deep at both ends; horse charge into one end from behind the front line.
    for (x, degrees) in [(800, 90), (1000, 270)] {
        let mut play = scene()
            .red(group("Horse", &[horse(2)]).at(x, 675, degrees, 1))
            .blue(group("Foot", &[shot(2), pike(2)]).at(900, 700, 0, 3))
            .begin();
        let foot = play.id("Foot");
        charge_home(&mut play, "Horse", &["Foot"]);
        let turned = bases(play.world(), foot).iter().filter(|b| b.facing != Facing::Front).count();
        assert_eq!(turned, 1);
        let body = play.world().body(foot);
        let near = |hand, x| body.front_corner(hand).distance(Point::from_mm(x, 700)) <= Um::new(20);
        assert!(near(Hand::Left, 840) && near(Hand::Right, 960), "charged from x = {x}: {body:?}");
    }
}
