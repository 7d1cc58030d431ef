//! Questions that name battle groups name just those for whom a choice is accepted.

use crate::battle_common::*;
use crate::impact::{charge, end, mm, no_interceptions, wheel};
use crate::outcome::steps::{pass_all, tale};
use caracole_fog::battle::impact::{Decision as Impact, Interception, Request as Charging, Steps};
use caracole_fog::battle::melee::{Decision as Fighting, Request as Melee};
use caracole_fog::battle::shooting::{Decision as Shooting, Request as Aiming};
use caracole_fog::battle::{Decision, GroupId, Request};
use caracole_fog::troops::TroopType;
use caracole_ledger::proves;
use caracole_plane::Hand;

/// The battle groups for whom a choice is accepted now.
fn accepted(play: &Play, choice: impl Fn(GroupId) -> Decision) -> Vec<GroupId> {
    let (side, _) = play.asked();
    let is = |g: &GroupId| play.battle.plan(side, &choice(*g)).is_ok();
    play.world().on_table().filter(is).collect()
}

#[test]
fn of_interceptors() {
    proves!("FOGR-IMPACT-085", "FOGR-IMPACT-086", "FOGR-IMPACT-088");
    // The guard faces across the path from the east, 35 mm from it. Light horse never intercept battle troops, and the
    // reserve's zone, 4 MU deep, ends before the path.
    let mut play = scene()
        .red(group("Chargers", &[horse(2)]).at(900, 560, 0, 1))
        .blue(group("Shot", &[shot(6)]).at(900, 684, 180, 2))
        .blue(group("Guard", &[horse(2)]).at(935, 620, 270, 1))
        .blue(group("Light", &[light_horse(2)]).at(865, 620, 90, 1))
        .blue(group("Reserve", &[horse(2)]).at(760, 620, 90, 1))
        .begin();
    charge(&mut play, "Chargers", None, &["Shot"]);
    end(&mut play);
    let (guard, charger) = (play.id("Guard"), play.id("Chargers"));
    assert_eq!(
        play.asked().1,
        Request::Impact(Charging::Intercept { able: vec![(guard, charger)] }),
        "{}",
        tale(&play)
    );
    for hand in Hand::BOTH {
        let how = Interception::AcrossPath { distance: mm(35), wheel: wheel(hand, 60) };
        let across = |group| Decision::Impact(Impact::Intercept { group, charger, how });
        let only = if hand == Hand::Left { vec![guard] } else { vec![] };
        assert_eq!(accepted(&play, across), only, "to the {hand:?}");
    }
    let how = Interception::FlankOrRear;
    assert_eq!(accepted(&play, |group| Decision::Impact(Impact::Intercept { group, charger, how })), []);
}

/// Red horse charge light horse and shot who stand side by side.
fn charged() -> Play {
    let mut play = scene()
        .red(group("Horse", &[horse(8)]).at(900, 600, 0, 4))
        .red(group("Others", &[horse(4)]).at(1200, 600, 0, 2))
        .red(group("Idle", &[horse(4)]).at(300, 600, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(860, 660, 180, 2))
        .blue(group("Shot", &[shot(6)]).at(940, 660, 180, 2))
        .blue(group("Far", &[shot(6)]).at(1200, 660, 180, 3))
        .begin();
    charge(&mut play, "Horse", None, &["Light", "Shot"]);
    charge(&mut play, "Others", None, &["Far"]);
    end(&mut play);
    no_interceptions(&mut play);
    play
}

#[test]
fn of_those_who_may_evade() {
    proves!("FOGR-IMPACT-097");
    let play = charged();
    let light = play.id("Light");
    assert_eq!(play.asked().1, Request::Impact(Charging::EvadeOrStand { waiting: vec![light] }));
    assert_eq!(accepted(&play, |group| Decision::Impact(Impact::Stand { group })), [light]);
}

#[test]
fn of_charges_to_move() {
    proves!("FOGR-IMPACT-004");
    let mut play = charged();
    let (first, other, light) = (play.id("Horse"), play.id("Others"), play.id("Light"));
    play.choose(Decision::Impact(Impact::Stand { group: light }));
    // Light horse in the open test to stand before battle troops: 6 + 6 passes.
    play.dice(&[6, 6]);
    assert_eq!(play.asked().1, Request::Impact(Charging::MoveCharge { waiting: vec![first, other] }));
    let home = |group| Decision::Impact(Impact::Move { group, wheel: None, steps: Steps::All });
    assert_eq!(accepted(&play, home), [first, other]);
    play.choose(home(first));
    assert_eq!(accepted(&play, home), [other]);
}

#[test]
fn of_targets_of_distant_guns() {
    proves!("FOGR-SHOOT-013");
    // B and C are more than 8 MU away in the arc; D stands behind the guns.
    let mut play = scene()
        .red(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
        .blue(group("B", &[horse(4)]).at(480, 600, 180, 1))
        .blue(group("C", &[horse(4)]).at(540, 650, 180, 1))
        .blue(group("D", &[horse(4)]).at(500, 180, 0, 1))
        .play();
    pass_all(&mut play);
    let Request::Shooting(Aiming::Target { targets, .. }) = play.asked().1 else { panic!("{}", tale(&play)) };
    assert_eq!(targets, [play.id("B"), play.id("C")]);
    assert_eq!(accepted(&play, |at| Decision::Shooting(Shooting::Target { at })), targets);
}

#[test]
fn of_enemies_to_overlap() {
    proves!("FOGR-MELEE-008");
    // Between two fights one file of red stands beside the ends of E and F; G fight elsewhere.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(460, 300, 0, 2))
        .red(group("B", &[cavalry(4)]).at(580, 300, 0, 2))
        .red(group("Between", &[cavalry(2)]).at(520, 300, 0, 1))
        .red(group("C", &[cavalry(4)]).at(1000, 300, 0, 2))
        .blue(group("E", &[cavalry(4)]).at(460, 300, 180, 2))
        .blue(group("F", &[cavalry(4)]).at(580, 300, 180, 2))
        .blue(group("G", &[cavalry(4)]).at(1000, 300, 180, 2))
        .play();
    pass_all(&mut play);
    let Request::Melee(Melee::Overlap { mut enemies, .. }) = play.asked().1 else {
        panic!("{}", tale(&play))
    };
    enemies.sort_unstable();
    assert_eq!(enemies, [play.id("E"), play.id("F")]);
    assert_eq!(accepted(&play, |against| Decision::Melee(Fighting::Overlap { against })), enemies);
}
