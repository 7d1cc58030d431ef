//! Readings chosen where the book is unclear, in positions.

use crate::battle_common::{bases, cavalry, group, guns, horse, pike, scene, shot};
use crate::outcome::steps::{charge, pass_all, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::Decision as Impact;
use caracole_fog::battle::joint::break_off;
use caracole_fog::battle::manoeuvre::{Action, Decision as Manoeuvre};
use caracole_fog::battle::outcome::pursuit::is_wild;
use caracole_fog::battle::outcome::{Event, TestedFor};
use caracole_fog::battle::position::disorder;
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, Decision, Phase};
use caracole_fog::troops::{Armour, Capability, Cohesion, Disorder, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;

#[test]
fn reading_jap_004_only_steady_elephants_let_mounted_go() {
    proves!("FOGR-JAP-004");
    let may = |cohesion| {
        let elephants = bases(2, TroopType::Elephants, None, &[]);
        let scene = scene()
            .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Disrupted))
            .blue(group("E", &[elephants]).at(500, 300, 180, 2).cohesion(cohesion));
        break_off::may_break_off(&scene.world(), scene.id("A"))
    };
    assert!(may(Cohesion::Steady));
    assert!(!may(Cohesion::Disrupted));
}

#[test]
fn reading_jap_024_only_warriors_with_impact_foot_are_wild() {
    proves!("FOGR-JAP-024");
    let warriors = |can: &[Capability]| bases(4, TroopType::Warriors, Some(Armour::Unarmoured), can);
    let scene = scene()
        .red(group("Impact", &[warriors(&[Capability::ImpactFoot])]).at(500, 300, 0, 2))
        .red(group("Plain", &[warriors(&[Capability::Swordsmen])]).at(700, 300, 0, 2))
        .red(
            group(
                "Foot",
                &[bases(4, TroopType::HeavyFoot, Some(Armour::Unarmoured), &[Capability::ImpactFoot])],
            )
            .at(900, 300, 0, 2),
        )
        .blue(group("B", &[shot(6)]).at(500, 900, 180, 3));
    let world = scene.world();
    assert!(is_wild(&world, scene.id("Impact")));
    assert!(!is_wild(&world, scene.id("Plain")));
    assert!(!is_wild(&world, scene.id("Foot")), "impact foot who are no warriors are not");
}

#[test]
fn reading_jap_043_a_commander_outlives_the_battle_group_he_is_with() {
    proves!("FOGR-JAP-043");
    use crate::outcome::steps::{each, pass};
    use caracole_fog::battle::Request;
    use caracole_fog::battle::joint::{Decision as Joint, Request as JointAsked};
    use caracole_fog::battle::world::Presence;
    use caracole_kernel::Awaiting;
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .play();
    let b = play.id("B");
    let dice = |roll: &caracole_kernel::dice::Roll<RollPurpose>| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (Some(Side::Blue), RollPurpose::Melee | RollPurpose::CohesionTest | RollPurpose::DeathRoll) => 1,
        (Some(Side::Red), RollPurpose::ComplexMoveTest) => 6,
        (_, RollPurpose::VariableMove) => 3,
        _ => 1,
    };
    for _ in 0..80 {
        if !play.world()[b].is_on_table() {
            break;
        }
        match play.battle.awaiting() {
            Awaiting::Dice(_) => each(&mut play, dice),
            // Red stop pursuing; the commander rides with his broken men to the last.
            Awaiting::Decision {
                request: Request::Joint(JointAsked::Accompany { .. } | JointAsked::Stop { .. }),
                ..
            } => {
                play.choose(Decision::Joint(Joint::Act));
            }
            Awaiting::Decision { request: Request::Outcome(_), .. } => {
                crate::outcome::steps::lose_first(&mut play)
            }
            _ => {
                pass(&mut play);
            }
        }
    }
    assert_eq!(play.world()[b].presence, Presence::Destroyed, "{}", tale(&play));
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::Alone, "{}", tale(&play));
}

#[test]
fn reading_cohesion_034_guns_captured_for_the_first_time_may_cost_two_levels() {
    proves!("FOGR-COHESION-034", "FOGR-COHESION-004");
    let mut play = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(480, 400, 0, 1))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2))
        .blue(group("Shot", &[shot(6)]).at(640, 500, 180, 3))
        .begin();
    let watching = play.id("Shot");
    charge(&mut play, "Cavalry", &["Guns"]);
    // Two ones are 2: two levels at once.
    play.dice(&[1, 1]);
    assert_eq!(play.world()[watching].cohesion, Cohesion::Fragmented, "{}", tale(&play));
    let for_sight =
        told(&play.events).iter().any(|e| matches!(e, Event::Tested { tested_for: TestedFor::Sight, .. }));
    assert!(for_sight);
}

#[test]
fn reading_special_001_friends_frighten_horses_as_enemies_do_and_only_those_near() {
    proves!("FOGR-SPECIAL-001");
    let camels = bases(1, TroopType::Camelry, Some(Armour::Unarmoured), &[]);
    // Friendly camels 30 mm to the right of two files of horse.
    let scene = scene()
        .red(group("A", &[horse(2)]).at(900, 300, 0, 2))
        .red(group("C", &[camels]).at(990, 300, 0, 1))
        .blue(group("B", &[horse(4)]).at(900, 900, 180, 2));
    let world = scene.world();
    let a = scene.id("A");
    let states: Vec<Disorder> = world.bases_of(a).iter().map(|b| disorder::of_base(&world, a, b)).collect();
    assert_eq!(states, [Disorder::None, Disorder::Disordered]);
}

#[test]
fn reading_special_021_troops_already_nearer_stay_and_charge_from_there() {
    proves!("FOGR-SPECIAL-021", "FOGR-SPECIAL-022");
    // Horse 15 mm from works that blue hold: they need not go back, and may charge over them.
    let mut play = scene()
        .red(group("H", &[horse(4)]).at(500, 485, 0, 2))
        .blue(group("S", &[shot(4)]).at(500, 515, 180, 2))
        .works(Side::Blue, 480, 500, 180)
        .works(Side::Blue, 520, 500, 180)
        .begin();
    let (h, s) = (play.id("H"), play.id("S"));
    play.choose(Decision::Impact(Impact::Charge { group: h, wheel: None, targets: vec![s] }));
}

#[test]
fn reading_special_034_each_face_of_a_square_has_a_quarter_of_its_bases() {
    proves!("FOGR-SPECIAL-034", "FOGR-SPECIAL-039");
    let near = scene()
        .red(group("A", &[pike(2), shot(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    let mut play = near.play();
    let a = play.id("A");
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: a, action: Action::FormSquare }));
    play.dice(&[4, 4]);
    let world = play.world();
    let north: Vec<_> =
        world.bases_of(a).into_iter().filter(|b| b.base.facing() == caracole_plane::Angle::ZERO).collect();
    assert_eq!(north.len(), 2);
    // The front face is where the middle of the old front was.
    let middle: i32 = north.iter().map(|b| b.base.front.at.x.get()).sum::<i32>() / 2;
    assert!((middle - 900_000).abs() <= 1, "{middle}");
    assert!(north.iter().all(|b| b.base.front.at.y == caracole_plane::Um::from_mm(300)));
}

#[test]
fn reading_special_039_a_square_moves_without_a_test() {
    proves!("FOGR-SPECIAL-039");
    let near = scene()
        .red(group("A", &[pike(2), shot(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    let mut play = near.play();
    let a = play.id("A");
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: a, action: Action::FormSquare }));
    play.dice(&[4, 4]);
    let turn = play.world().turn.number;
    for _ in 0..60 {
        if play.world().turn.number >= turn + 2 && play.world().turn.phase == Phase::Manoeuvre {
            break;
        }
        pass_all(&mut play);
        settle(&mut play, |_| 3);
    }
    let edge = caracole_plane::Edge::Rear;
    let action = Action::MoveSquare { over: edge, distance: caracole_plane::Um::from_mm(20) };
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: a, action }));
    let tested = play.events.iter().rev().take(3).any(|e| matches!(e, caracole_fog::battle::Event::Test(_)));
    assert!(!tested, "{}", tale(&play));
}
