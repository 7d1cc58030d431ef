//! Artillery ridden down, captured, supported and won back.

use crate::battle_common::{cavalry, group, guns, pike, scene, shot};
use crate::outcome::steps::{attrition, charge, pass_all, pass_to, told};
use caracole_fog::battle::outcome::{Event, TestedFor};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::shooting::targets;
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{GroupId, Phase};
use caracole_fog::troops::{Cohesion, Quality, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

#[test]
fn reading_combat_094_limbered_guns_are_destroyed_by_a_touch_of_their_limbers() {
    proves!("FOGR-COMBAT-094");
    // Limbered guns that move north away from the cavalry: the bases lead, the limbers are behind them.
    let mut play = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(500, 400, 0, 2))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 470, 180, 2).limbered())
        .blue(group("Shot", &[shot(6)]).at(600, 520, 180, 3))
        .begin();
    let battery = play.id("Guns");
    charge(&mut play, "Cavalry", &["Guns"]);
    assert_eq!(play.world()[battery].presence, Presence::Destroyed);
    assert_eq!(attrition(&play, Side::Blue), 2);
    // Nobody tests for it.
    assert!(!matches!(play.battle.awaiting(), Awaiting::Dice(_)), "{:?}", play.battle.awaiting());
}

#[test]
fn trap_unsupported_guns_are_captured_whole_on_contact_and_friends_near_them_test() {
    // TRAPS: horsemen gain no control; afterwards the guns are Poor.
    proves!("FOGR-COMBAT-095", "FOGR-COMBAT-100", "FOGR-COMBAT-103", "FOGR-COMBAT-104", "FOGR-COHESION-004");
    let mut play = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(480, 400, 0, 1))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2))
        .blue(group("Shot", &[shot(6)]).at(640, 500, 180, 3))
        .blue(group("Far", &[shot(6)]).at(900, 560, 180, 3))
        .begin();
    let (battery, cavalry, shot) = (play.id("Guns"), play.id("Cavalry"), play.id("Shot"));
    charge(&mut play, "Cavalry", &["Guns"]);
    let guns = &play.world()[battery];
    // One file of cavalry touches one gun; both are lost. Horsemen cannot serve them.
    assert_eq!(guns.captured.map(|c| (c.side, c.controls)), Some((Side::Red, false)));
    assert_eq!(guns.captured_by.as_slice(), [cavalry]);
    assert!(play.world().profiles(battery).iter().all(|b| b.quality == Quality::Poor));
    assert_eq!(attrition(&play, Side::Blue), 2);
    // An enemy to neither side, in no combat, and dumb.
    assert!(!contact::in_close_combat(play.world(), cavalry));
    assert!(play.world().of_side(Side::Blue).all(|g| g != battery));
    assert!(play.world().of_side(Side::Red).all(|g| g != battery));
    assert!(!targets::may_shoot(play.world(), battery));
    // Only the shot within 3 MU test, at the end of the phase: 6 is a failure; 2 or less would cost two levels.
    play.dice(&[3, 3]);
    let tests: Vec<(GroupId, TestedFor, Cohesion)> = told(&play.events)
        .into_iter()
        .filter_map(|e| match e {
            Event::Tested { group, tested_for, to, .. } => Some((group, tested_for, to)),
            _ => None,
        })
        .collect();
    assert_eq!(tests, [(shot, TestedFor::Sight, Cohesion::Disrupted)]);
    assert_eq!(play.world().turn.phase, Phase::Manoeuvre);
}

#[test]
fn trap_pike_and_shot_who_capture_guns_control_them_at_once() {
    // TRAPS: only pike or shot captors gain control.
    proves!("FOGR-COMBAT-102", "FOGR-COMBAT-104");
    let mut play = scene()
        .red(group("Foot", &[pike(4), shot(4)]).at(500, 400, 0, 4))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2))
        .begin();
    let battery = play.id("Guns");
    charge(&mut play, "Foot", &["Guns"]);
    let guns = &play.world()[battery];
    assert_eq!(guns.captured.map(|c| (c.side, c.controls)), Some((Side::Red, true)));
    assert_eq!((guns.side, guns.owner, guns.cohesion), (Side::Red, Side::Blue, Cohesion::Steady));
    assert!(play.world().of_side(Side::Red).any(|g| g == battery));
    assert_eq!((attrition(&play, Side::Blue), attrition(&play, Side::Red)), (2, 0));
}

#[test]
fn trap_foot_behind_guns_fight_for_them_and_the_guns_stay() {
    // TRAPS: rear supporters count as standing at the guns' front edge.
    proves!("FOGR-COMBAT-093", "FOGR-COMBAT-096", "FOGR-COMBAT-097", "FOGR-COMBAT-098");
    let scene = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(500, 400, 0, 2))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2));
    let depth = scene.world().body(scene.id("Guns")).depth();
    let behind = 450 + depth.get() / 1000;
    let mut play = scene.blue(group("Shot", &[shot(4)]).at(500, behind, 180, 2)).begin();
    let (battery, cavalry, foot) = (play.id("Guns"), play.id("Cavalry"), play.id("Shot"));
    charge(&mut play, "Cavalry", &["Guns"]);
    assert_eq!(play.world()[battery].captured, None);
    assert!(contact::in_close_combat_with(play.world(), cavalry, foot));
    // Two files of each, two dice a base: the cavalry first.
    play.dice(&[1, 1, 1, 1]);
    play.dice(&[1, 1, 1, 1]);
    let hit: Vec<(Option<GroupId>, GroupId)> = told(&play.events)
        .into_iter()
        .filter_map(|e| if let Event::Hit(h) = e { Some((h.by, h.against)) } else { None })
        .collect();
    assert_eq!(hit, [(Some(cavalry), foot), (Some(foot), cavalry)]);
    assert_eq!(play.world()[battery].captured, None);
    // And again in the melee phase.
    pass_to(&mut play, Phase::Melee);
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
}

#[test]
fn partly_supported_guns_are_lost_and_the_fight_behind_them_goes_on() {
    proves!("FOGR-COMBAT-099");
    let scene = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(500, 400, 0, 2))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2));
    let depth = scene.world().body(scene.id("Guns")).depth();
    let behind = 450 + depth.get() / 1000;
    // A single file behind one of the two guns.
    let mut play = scene.blue(group("Shot", &[shot(4)]).at(520, behind, 180, 1)).begin();
    let (battery, cavalry, foot) = (play.id("Guns"), play.id("Cavalry"), play.id("Shot"));
    charge(&mut play, "Cavalry", &["Guns"]);
    assert!(play.world()[battery].captured.is_some());
    assert!(contact::in_close_combat_with(play.world(), cavalry, foot));
    // One base against one: two dice each.
    play.dice(&[1, 1]);
    play.dice(&[1, 1]);
    // The shot, close to the captured guns, test for their loss.
    play.dice(&[6, 6]);
    pass_all(&mut play);
    assert_eq!(play.world().turn.phase, Phase::Melee);
}
