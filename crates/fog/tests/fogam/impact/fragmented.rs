//! Fragmented troops that are charged, and routers.

use super::*;
use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::battle::impact::Evade;
use caracole_fog::troops::Cohesion;
use caracole_ledger::proves;

fn shaken() -> Who {
    group("Foot", &[militia(6)]).cohesion(Cohesion::Fragmented)
}

fn charged_by(charger: Who) -> Play<Ancients> {
    let mut play =
        ancient_scene().red(charger.at(900, 600, 0, 2)).blue(shaken().at(900, 650, 180, 2)).begin();
    charge(&mut play, "Own", None, &["Foot"]);
    end(&mut play);
    play
}

#[test]
fn fragmented_troops_test_when_charged_by_others_than_light_foot() {
    proves!("FOGAM-IMPACT-076", "FOGAM-IMPACT-077", "FOGAM-SEQUENCE-007");
    let mut play = charged_by(group("Own", &[cavalrymen(4)]));
    let foot = play.id("Foot");
    assert_eq!(dice_for(&play), Some(RollPurpose::CohesionTest));
    // A double 1 breaks them; they rout before the chargers move.
    play.dice(&[1, 1]);
    assert!(play.world()[foot].is_broken());
    assert_eq!(dice_for(&play), Some(RollPurpose::VariableMove));
    play.dice(&[3]);
    assert!(play.world()[foot].turn.routed);
    // Chargers in the same position that pass on are not tested for: a test passed leaves them standing.
    let mut play = charged_by(group("Own", &[cavalrymen(4)]));
    play.dice(&[6, 6]);
    assert_eq!(play.world()[foot].cohesion, Cohesion::Fragmented);
    assert!(matches!(asked(&play), Some(Asked::MoveCharge { .. })));
}

#[test]
fn fragmented_troops_charged_in_flank_break_at_once() {
    proves!("FOGAM-IMPACT-075");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(2)]).at(760, 570, 90, 1))
        .blue(shaken().at(900, 600, 0, 3))
        .begin();
    let foot = play.id("Foot");
    charge(&mut play, "Horse", None, &["Foot"]);
    end(&mut play);
    assert!(play.events.iter().any(|e| matches!(e, caracole_fog::battle::Event::Impact(Told::BreaksUncontacted { group }) if *group == foot)));
    assert!(play.world()[foot].is_broken());
    assert_eq!(dice_for(&play), Some(RollPurpose::VariableMove), "they rout before contact");
    // Skirmishers would not make them drop: they test for those.
    let mut play = ancient_scene()
        .red(group("Light", &[numidians(2)]).at(760, 570, 90, 1))
        .blue(shaken().at(900, 600, 0, 3))
        .begin();
    charge(&mut play, "Light", None, &["Foot"]);
    end(&mut play);
    assert_eq!(dice_for(&play), Some(RollPurpose::CohesionTest));
}

#[test]
fn fragmented_troops_behind_friends_test_when_uncovered() {
    proves!("FOGAM-IMPACT-078", "FOGAM-SEQUENCE-010", "FOGAM-IMPACT-009");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Screen", &[velites(4)]).at(900, 640, 180, 2))
        .blue(shaken().at(900, 720, 180, 2))
        .begin();
    let (screen, foot) = (play.id("Screen"), play.id("Foot"));
    assert_eq!(declared(&charge(&mut play, "Horse", None, &["Screen"])).0, [screen]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: screen, to: Evade::ToRear });
    // The screen runs first, through the foot; these can now be contacted and test.
    assert_eq!(dice_for(&play), Some(RollPurpose::VariableMove));
    play.dice(&[3]);
    assert_eq!(dice_for(&play), Some(RollPurpose::CohesionTest));
    play.dice(&[6, 6]);
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told).2, [(foot, Approach::Front)]);
}

#[test]
fn routers_who_are_charged_do_nothing() {
    proves!("FOGAM-IMPACT-079");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Routers", &[militia(6)]).at(900, 700, 0, 2).cohesion(Cohesion::Broken))
        .begin();
    let routers = play.id("Routers");
    let told = charge_home(&mut play, "Horse", &["Routers"]);
    assert_eq!(moved(&told).2.first().map(|m| m.0), Some(routers));
    assert!(!told.iter().any(|t| matches!(t, Told::CohesionDropped { .. } | Told::BasesTurned { .. })));
    assert!(told.iter().all(|t| !matches!(t, Told::Paired { pairs } if !pairs.is_empty())));
}

#[test]
fn who_charges_routers_pursues_them_from_then_on() {
    proves!("FOGAM-IMPACT-079", "FOGAM-JAP-020", "FOGAM-JAP-023", "FOGAM-JAP-029");
    use crate::battle_common::steps;
    use caracole_fog::battle::Request as Any;
    use caracole_fog::battle::joint::Request as Joint;
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Routers", &[militia(8)]).at(900, 700, 0, 2).cohesion(Cohesion::Broken))
        .begin();
    let (horse, routers) = (play.id("Horse"), play.id("Routers"));
    charge_home(&mut play, "Horse", &["Routers"]);
    assert_eq!(play.world()[horse].pursuing.to_vec(), [routers]);
    // In the joint action phase their player says whether they try to stop; then both run, and a base is lost.
    for _ in 0..20 {
        match play.battle.awaiting() {
            Awaiting::Decision { request: Any::Joint(Joint::Stop { group }), .. } if *group == horse => break,
            _ => assert!(steps::pass(&mut play), "{}", steps::tale(&play)),
        }
    }
    assert!(steps::pass(&mut play));
    for _ in 0..20 {
        if play.world().turn.number > 1 {
            break;
        }
        if !steps::pass(&mut play) {
            match play.battle.awaiting() {
                Awaiting::Dice(_) => steps::each(&mut play, |_| 3),
                _ => steps::lose_first(&mut play),
            }
        }
    }
    let lost = |e: &caracole_fog::battle::outcome::Event| matches!(e, caracole_fog::battle::outcome::Event::BaseLost { group, left: 7 } if *group == routers);
    assert!(steps::told(&play.events).iter().any(lost), "{}", steps::tale(&play));
}
