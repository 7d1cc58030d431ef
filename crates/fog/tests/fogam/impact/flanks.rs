//! Flank and rear charges: where they start, what qualifies, what they do, who turns; threatened flanks.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::battle::position::flank;
use caracole_fog::formation::Facing;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_ledger::{proves, rule};

/// Militia facing north, three files (840 to 960) and two ranks (600 to 570), and a column of cavalry west of them whose
/// middle is at this height.
fn from_the_west(y: i32, target: Who) -> Scene<Ancients> {
    ancient_scene().red(group("Horse", &[cavalrymen(2)]).at(760, y, 90, 1)).blue(target.at(900, 600, 0, 3))
}

fn target() -> Who {
    group("Foot", &[militia(6)])
}

#[test]
fn a_flank_charge_starts_clear_of_the_front_and_behind_it() {
    proves!("FOGAM-IMPACT-031", "FOGAM-IMPACT-033");
    let starts = |y: i32| {
        let scene = from_the_west(y, target());
        flank::starts_on_flank_or_rear(&scene.world(), scene.id("Horse"), scene.id("Foot"))
    };
    // The column is 40 mm wide: at 580 it reaches up to the front line.
    assert!(starts(580) && !starts(581));
    let met = |y: i32| {
        let told = charge_home(&mut from_the_west(y, target()).begin(), "Horse", &["Foot"]);
        moved(&told).2[0].1
    };
    assert_eq!(met(570), Approach::FlankCharge);
    assert_eq!(met(590), Approach::NoFlankCharge);
}

#[test]
fn it_drops_the_target_a_level_and_only_bases_touched_turn() {
    proves!(
        "FOGAM-IMPACT-038",
        "FOGAM-IMPACT-040",
        "FOGAM-IMPACT-042",
        "FOGAM-UNUSUAL-006",
        "FOGAM-DIAGRAM-045"
    );
    // The column touches the rear rank alone (580 to 560).
    let mut play = from_the_west(555, target()).begin();
    let foot = play.id("Foot");
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    assert!(told.contains(&Told::CohesionDropped {
        group: foot,
        to: Cohesion::Disrupted,
        why: rule!("FOGAM-IMPACT-038")
    }));
    let turned = bases(play.world(), foot).iter().filter(|b| b.facing == Facing::Left).count();
    assert_eq!(turned, 1, "no second base of the file turns along");
    // The chargers keep contact.
    assert!(caracole_fog::battle::position::contact::touch(play.world(), play.id("Horse"), foot));
    sound(&play);
}

#[test]
fn skirmishers_do_no_harm_to_the_flank_of_battle_troops() {
    proves!("FOGAM-IMPACT-038");
    let mut play = ancient_scene()
        .red(group("Light", &[numidians(2)]).at(760, 570, 90, 1))
        .blue(target().at(900, 600, 0, 3))
        .begin();
    let foot = play.id("Foot");
    let told = charge(&mut play, "Light", None, &["Foot"]);
    assert_eq!(declared(&told).1, [], "no test to charge a flank");
    end(&mut play);
    advance(&mut play, "Light");
    assert_eq!(play.world()[foot].cohesion, Cohesion::Steady);
}

#[test]
fn close_chargers_who_wheel_make_no_flank_charge() {
    proves!("FOGAM-IMPACT-034");
    let met = |x: i32| {
        let mut play = ancient_scene()
            .red(group("Horse", &[cavalrymen(2)]).at(x, 565, 90, 1))
            .blue(target().at(900, 600, 0, 3))
            .begin();
        charge(&mut play, "Horse", wheel(Hand::Right, 3), &["Foot"]);
        end(&mut play);
        moved(&advance(&mut play, "Horse")).2[0].1
    };
    // 1 MU is 25 mm.
    assert_eq!(met(812), Approach::FlankCharge);
    assert_eq!(met(820), Approach::NoFlankCharge);
}

#[test]
fn a_rear_charge_meets_a_rear_edge_first() {
    proves!("FOGAM-IMPACT-035");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 480, 0, 2))
        .blue(target().at(900, 600, 0, 3))
        .begin();
    let foot = play.id("Foot");
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    assert_eq!(moved(&told), (mm(90), vec![], vec![(foot, Approach::RearCharge)]));
    assert!(bases(play.world(), foot).iter().any(|b| b.facing == Facing::Rear));
}

#[test]
fn wagons_have_no_flanks_and_do_not_turn() {
    proves!("FOGAM-IMPACT-036", "FOGAM-IMPACT-037");
    let wagons = crate::battle_common::bases(2, TroopType::BattleWagons, None, &[]);
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(2)]).at(760, 560, 90, 1))
        .blue(group("Wagons", &[wagons]).at(900, 600, 0, 2))
        .begin();
    let wagons = play.id("Wagons");
    let told = charge_home(&mut play, "Horse", &["Wagons"]);
    assert_eq!(moved(&told).2, [(wagons, Approach::NoFlankCharge)]);
    assert!(bases(play.world(), wagons).iter().all(|b| b.facing == Facing::Front));
    assert_eq!(play.world()[wagons].cohesion, Cohesion::Steady);
}

#[test]
fn scythed_chariots_taken_in_flank_by_battle_troops_are_destroyed() {
    proves!("FOGAM-IMPACT-039", "FOGAM-SPECIAL-014");
    let by = |charger: Who| {
        let mut play = ancient_scene()
            .red(charger.at(760, 570, 90, 1))
            .blue(group("Scythed", &[chariots(4, TroopType::ScythedChariots)]).at(900, 600, 0, 2))
            .begin();
        charge_home(&mut play, "Chargers", &["Scythed"]);
        let scythed = play.id("Scythed");
        (play.world()[scythed].is_on_table(), play.world()[scythed].cohesion)
    };
    assert!(!by(group("Chargers", &[cavalrymen(2)])).0);
    assert_eq!(by(group("Chargers", &[numidians(2)])), (true, Cohesion::Steady));
}

#[test]
fn if_all_bases_contacted_are_held_one_turns() {
    proves!("FOGAM-IMPACT-041");
    // A single rank of militia held by legionaries all along; the cavalry touch only the end base, wholly behind its front.
    let mut play = ancient_scene()
        .red(group("Legion", &[legionaries(8)]).at(900, 640, 0, 4))
        .red(group("Horse", &[cavalrymen(2)]).at(740, 661, 90, 1))
        .blue(group("Foot", &[militia(4)]).at(900, 640, 180, 4))
        .begin();
    let foot = play.id("Foot");
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    assert_eq!(moved(&told).2, [(foot, Approach::FlankCharge)]);
    let turned = bases(play.world(), foot).iter().filter(|b| b.facing != Facing::Front).count();
    assert_eq!(turned, 1);
}

#[test]
fn threatened_flanks() {
    proves!("FOGAM-GLOSSARY-040");
    let threatened = |who: Who, enemy: Option<Who>| {
        let scene = ancient_scene().red(who);
        let scene = match enemy {
            Some(enemy) => scene.blue(enemy),
            None => scene,
        };
        flank::is_threatened(&scene.world(), scene.id("Own"))
    };
    let own = |x: i32, y: i32| group("Own", &[militia(6)]).at(x, y, 0, 2);
    // 6 MU (150 mm) from a side edge or their own edge, not from the enemy's; the table is 1800 by 1200 mm. Three ranks of
    // heavy foot are 45 mm deep.
    assert!(!threatened(own(191, 600), None) && threatened(own(189, 600), None));
    assert!(!threatened(own(900, 196), None) && threatened(own(900, 194), None));
    assert!(!threatened(own(900, 1190), None));
    // Mounted battle troops have flanks too; skirmishers have none.
    let horse = group("Own", &[cavalrymen(4)]).at(100, 600, 0, 2);
    assert!(threatened(horse, None));
    assert!(!threatened(group("Own", &[numidians(4)]).at(100, 600, 0, 2), None));
    // Enemy battle troops who could charge its flank; mounted that only stand beside it are no threat.
    let beside = |y: i32, degrees: i32| Some(group("Enemy", &[cavalrymen(2)]).at(780, y, degrees, 1));
    assert!(threatened(own(900, 600), beside(570, 90)));
    assert!(!threatened(own(900, 600), beside(640, 180)));
    let light = Some(group("Enemy", &[numidians(2)]).at(780, 570, 90, 1));
    assert!(!threatened(own(900, 600), light));
}

#[test]
fn stepped_files_and_turned_bases_have_fronts_of_their_own() {
    proves!("FOGAM-IMPACT-032", "FOGAM-GLOSSARY-022");
    use caracole_plane::{Base, Point, Pose};
    let scene = ancient_scene()
        .red(group("Left", &[cavalrymen(2)]).at(700, 590, 90, 1))
        .red(group("Right", &[cavalrymen(2)]).at(1100, 590, 270, 1))
        .blue(target().at(900, 600, 0, 3));
    let mut world = scene.world();
    let foot = scene.id("Foot");
    let starts = |world: &World, who: &str| flank::starts_on_flank_or_rear(world, scene.id(who), foot);
    // Both columns reach 10 mm beyond the front line at 600; then the left file steps 20 mm forward.
    assert!(!starts(&world, "Left") && !starts(&world, "Right"));
    for id in world
        .base_ids(foot)
        .into_iter()
        .filter(|&b| world.bases()[usize::from(b.0)].at.file == 0)
        .collect::<Vec<_>>()
    {
        let base = world[id].base;
        let front = Pose::new(base.front.at.moved(Angle::ZERO, mm(20)), base.front.facing);
        world[id].base = Base::new(front, base.width, base.depth);
    }
    assert!(starts(&world, "Left") && !starts(&world, "Right"));
    // The left front base turned to the left, where the column stands: it is before that front.
    let mut world = from_the_west(570, target()).world();
    let turned = world.base_ids(foot)[0];
    let was = world[turned].base;
    let front = Pose::new(Point::from_mm(840, 580), Angle::from_degrees(270));
    world[turned].base = Base::new(front, was.width, was.depth);
    world[turned].facing = Facing::Left;
    let scene = from_the_west(570, target());
    assert!(flank::starts_on_flank_or_rear(&scene.world(), scene.id("Horse"), scene.id("Foot")));
    assert!(!flank::starts_on_flank_or_rear(&world, scene.id("Horse"), scene.id("Foot")));
}

#[test]
fn a_kinked_column_is_judged_base_by_base() {
    proves!("FOGAM-BG-016", "FOGAM-IMPACT-032");
    use caracole_plane::{Base, Kink, Point, Pose};
    // The column faces north with its front at 600, its last base still east. The horse are wholly before the front of
    // the column, and behind that of its last base.
    let scene = ancient_scene()
        .red(group("Horse", &[cavalrymen(2)]).at(760, 640, 90, 1))
        .blue(group("Column", &[militia(4)]).at(900, 600, 0, 1));
    let (mut world, horse, column) = (scene.world(), scene.id("Horse"), scene.id("Column"));
    assert!(!flank::starts_on_flank_or_rear(&world, horse, column));
    let ids = world.base_ids(column);
    let (first, last) = (ids[0], ids[3]);
    let was = world[last].base;
    world[last].base = Base::new(Pose::new(Point::from_mm(890, 530), Angle::QUARTER), was.width, was.depth);
    let front = Pose::new(Point::from_mm(890, 540), Angle::QUARTER);
    world[column].kinks.push(Kink { front, hand: Hand::Left, by: Angle::QUARTER });
    assert!(flank::starts_on_flank_or_rear(&world, horse, column));
    assert!(flank::starts_behind_front_of(&world, horse, column, &[last]));
    assert!(!flank::starts_behind_front_of(&world, horse, column, &[first]));
}

/// Who is barred from charging threatens no flank; who needs a test to charge does.
#[test]
fn reading_glossary_040() {
    proves!("FOGAM-GLOSSARY-040");
    let threatened = |cohesion: Cohesion, held: bool| {
        let scene = ancient_scene()
            .red(group("Own", &[militia(6)]).at(900, 600, 0, 2))
            .blue(group("Enemy", &[cavalrymen(2)]).at(780, 570, 90, 1).cohesion(cohesion));
        // Others fight the enemy from behind: its rear is 60 mm behind its front.
        let holders = group("Holders", &[militia(4)]).at(720, 570, 90, 2);
        let scene = if held { scene.red(holders) } else { scene };
        flank::is_threatened(&scene.world(), scene.id("Own"))
    };
    assert!(threatened(Cohesion::Steady, false) && threatened(Cohesion::Disrupted, false));
    assert!(!threatened(Cohesion::Fragmented, false) && !threatened(Cohesion::Broken, false));
    assert!(!threatened(Cohesion::Steady, true));
}
