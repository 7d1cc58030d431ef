//! Squares, camels, portable defences, and other things of the special rules.

use crate::battle_common::{bases, cavalry, group, guns, horse, pike, scene, shot};
use crate::outcome::steps::{attrition, charge, pass, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::declare::may_charge;
use caracole_fog::battle::impact::pairing::{choices, combats, eligible};
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision as Manoeuvre};
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::position::{contact, disorder, flank, rates, restricted};
use caracole_fog::battle::world::Posture;
use caracole_fog::battle::{Phase, Request};
use caracole_fog::field::{Grade, TerrainKind};
use caracole_fog::troops::{Armour, Capability, Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::Um;

#[test]
fn camelry_move_as_cavalry_and_find_soft_sand_rough() {
    proves!("FOGR-SPECIAL-003", "FOGR-SPECIAL-004");
    let world = scene().world();
    assert_eq!(disorder::grade_for(&world, TerrainKind::SoftSand, TroopType::Camelry), Grade::Rough);
    assert_eq!(disorder::grade_for(&world, TerrainKind::SoftSand, TroopType::Cavalry), Grade::Difficult);
    let camels = bases(4, TroopType::Camelry, Some(Armour::Unarmoured), &[Capability::Swordsmen]);
    let scene = scene()
        .red(group("Camels", &[camels]).at(500, 300, 0, 2))
        .red(group("Cavalry", &[cavalry(4)]).at(900, 300, 0, 2));
    let world = scene.world();
    let pace = |name: &str| rates::distance_from_here(&world, scene.id(name));
    assert_eq!(pace("Camels"), pace("Cavalry"));
    assert_eq!(pace("Camels"), Some(5));
}

#[test]
fn a_square_neither_charges_nor_pins_nor_has_flanks() {
    proves!("FOGR-SPECIAL-038", "FOGR-SPECIAL-040", "FOGR-SPECIAL-041");
    let scene = scene()
        .red(group("S", &[pike(4), shot(4)]).at(500, 300, 0, 4))
        .blue(group("H", &[horse(4)]).at(500, 345, 180, 2));
    let mut world = scene.world();
    let (s, h) = (scene.id("S"), scene.id("H"));
    assert!(may_charge(&world, s).is_ok());
    assert_eq!(restricted::pinned_by(&world, h).len(), 1);
    assert_eq!(flank::can_be_taken(&world, s), (true, true));
    world[s].posture = Posture::Square;
    assert_eq!(may_charge(&world, s).unwrap_err().rule.id(), "FOGR-IMPACT-065");
    assert!(restricted::pinned_by(&world, h).is_empty());
    assert_eq!(flank::can_be_taken(&world, s), (false, false));
}

#[test]
fn no_square_is_formed_in_close_combat() {
    proves!("FOGR-SPECIAL-036");
    let scene = scene()
        .red(group("S", &[pike(4), shot(4)]).at(500, 300, 0, 4))
        .red(group("R", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("H", &[horse(4)]).at(500, 300, 180, 2));
    let mut play = scene.play();
    let s = scene.id("S");
    while let Awaiting::Decision { request: Request::Manoeuvre(r), .. } = play.battle.awaiting() {
        if matches!(r, caracole_fog::battle::manoeuvre::Request::Move) {
            break;
        }
        assert!(pass(&mut play));
    }
    let refusal = play.refused(Manoeuvre::Move { group: s, action: Action::FormSquare });
    // Committed to close combat it makes no move at all.
    assert!(refusal.problem.contains("close combat"), "{refusal}");
}

#[test]
fn all_begin_steady_and_markers_are_no_bases() {
    proves!("FOGR-COHESION-036", "FOGR-COHESION-064");
    let mut foot = group("A", &[pike(2), shot(4)]).at(500, 300, 0, 3);
    foot.listed.regimental_guns = true;
    let scene = scene()
        .red(foot)
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(800, 300, 0, 2).limbered())
        .commander(Side::Red, CommanderLevel::Field, "A");
    let world = scene.world();
    assert!(world.groups().all(|g| g.cohesion == Cohesion::Steady));
    assert_eq!((world.size(scene.id("A")), world[scene.id("A")].base_count), (6, 6));
    assert_eq!((world.size(scene.id("G")), world[scene.id("G")].base_count), (2, 2));
}

#[test]
fn trap_impact_numbers_are_equal_over_the_whole_combat() {
    // TRAPS: bases are equalised over the whole combat.
    proves!("FOGR-COMBAT-013", "FOGR-COMBAT-012");
    // Two red battle groups of two files against three files of blue.
    let scene = scene()
        .red(group("A", &[cavalry(4)]).at(460, 300, 0, 2))
        .red(group("C", &[cavalry(4)]).at(540, 300, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 3));
    let world = scene.world();
    let all = combats(&world, eligible(&world, &[scene.id("A"), scene.id("C")]));
    assert_eq!(all.len(), 1);
    let (chooser, ways) = choices(&all[0], Side::Blue);
    // The side with more chooses who does not fight.
    assert_eq!(chooser, Side::Red);
    assert!(!ways.is_empty() && ways.iter().all(|w| w.len() == 3));
}

#[test]
fn guns_nobody_controls_are_won_back_by_moving_up_and_nobody_tests_again() {
    proves!("FOGR-COMBAT-101", "FOGR-COMBAT-103", "FOGR-COHESION-010");
    let mut play = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(500, 400, 0, 2))
        .red(group("Friends", &[pike(4)]).at(620, 430, 0, 2))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2))
        .blue(group("Foot", &[pike(4), shot(4)]).at(500, 540, 180, 4))
        .begin();
    let (battery, foot) = (play.id("Guns"), play.id("Foot"));
    charge(&mut play, "Cavalry", &["Guns"]);
    assert!(play.world()[battery].is_uncontrolled(), "{}", tale(&play));
    for _ in 0..40 {
        if play.world().turn.number == 2 && play.world().turn.phase == Phase::Manoeuvre {
            break;
        }
        if !pass(&mut play) {
            settle(&mut play, |_| 4);
        }
    }
    let seen = |events: &[Event]| events.iter().filter(|e| matches!(e, Event::Tested { .. })).count();
    let before = seen(&told(&play.events));
    let ahead = Action::Advance(Advance::straight(Um::from_mm(50)));
    play.choose(Manoeuvre::Move { group: foot, action: ahead });
    let state = &play.world()[battery];
    assert_eq!(state.captured.map(|c| (c.side, c.controls)), Some((Side::Blue, true)), "{}", tale(&play));
    assert_eq!(attrition(&play, Side::Blue), 0);
    assert!(!state.phase.unseen);
    assert_eq!(seen(&told(&play.events)), before);
    // The cavalry, still touching them, now has their supporters to fight.
    assert!(contact::in_close_combat_with(play.world(), play.id("Cavalry"), foot));
}

#[test]
fn fragmented_troops_retire_without_a_test() {
    proves!("FOGR-COHESION-039");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("E", &[horse(4)]).at(500, 460, 180, 2));
    let mut play = scene.play();
    let ahead = Action::Advance(Advance::straight(Um::from_mm(100)));
    play.choose(Manoeuvre::Move { group: scene.id("A"), action: ahead });
    assert_eq!(play.world().body(scene.id("A")).front_centre().at.y, Um::from_mm(200));
    assert!(!matches!(play.battle.awaiting(), Awaiting::Dice(_)));
}

#[test]
fn troops_leave_square_facing_any_of_its_edges() {
    proves!("FOGR-SPECIAL-037");
    use caracole_plane::{Angle, Edge};
    let mut play = scene()
        .red(group("A", &[pike(4), shot(4)]).at(900, 300, 0, 4))
        .blue(group("E", &[horse(4)]).at(900, 445, 180, 2))
        .play();
    let a = play.id("A");
    play.choose(Manoeuvre::Move { group: a, action: Action::FormSquare });
    play.dice(&[4, 4]);
    assert_eq!(play.world()[a].posture, Posture::Square);
    for _ in 0..60 {
        if play.world().turn.number == 3 && play.world().turn.phase == Phase::Manoeuvre {
            break;
        }
        if !pass(&mut play) {
            settle(&mut play, |roll| if roll.purpose == RollPurpose::CohesionTest { 6 } else { 1 });
        }
    }
    assert_eq!(play.world().turn.number, 3, "{}", tale(&play));
    play.choose(Manoeuvre::Move { group: a, action: Action::LeaveSquare { front: Edge::Right, files: 4 } });
    play.dice(&[4, 4]);
    assert_eq!(play.world()[a].posture, Posture::Normal, "{}", tale(&play));
    assert_eq!(play.world().facing(a), Angle::QUARTER);
}

/// Found in battle 59 of the mirror: it stood in the shape of a later tercio, and still counted as a square.
#[test]
fn a_tercio_in_square_that_loses_a_base_stays_in_its_places() {
    proves!("FOGR-SPECIAL-034", "FOGR-COHESION-057");
    use caracole_fog::army::GroupPermit;
    use caracole_fog::battle::Decision;
    use caracole_fog::battle::manoeuvre::Request as Asked;
    use caracole_fog::battle::outcome::{LossCause, Removal, losses};
    let mut play = scene()
        .red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(500, 300, 0, 4))
        .blue(group("H", &[horse(4)]).at(500, 420, 180, 2))
        .play();
    let (t, h) = (play.id("T"), play.id("H"));
    while let (_, Request::Manoeuvre(Asked::Reform | Asked::Feed)) = play.asked() {
        assert!(pass(&mut play));
    }
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: t, action: Action::FormSquare }));
    play.dice(&[6, 6]);
    let world = play.world();
    assert_eq!(world[t].posture, Posture::Square);
    let stood: Vec<_> = world.bases_of(t).iter().map(|b| b.at).collect();
    let cause = LossCause::Shooting {
        shooters: vec![h],
        long_guns_only: false,
        mostly_frontal: true,
        as_front: Vec::new(),
    };
    let ways = losses::choices(world, &Removal { group: t, cause });
    assert!(!ways.is_empty());
    for way in ways {
        assert_eq!(way.formation.placed().count(), 15);
        assert!(way.formation.placed().all(|p| stood.contains(&p.at)), "{way:?}");
    }
}
