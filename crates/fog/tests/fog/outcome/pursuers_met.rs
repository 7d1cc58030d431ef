//! Those whom pursuers come upon: evaders, friends in the way, guns.

use crate::battle_common::{Play, cavalry, group, guns, light_foot, light_horse, pike, scene, shot};
use crate::outcome::steps::{outcome as choose, pass_all, pursuit_asked, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::battle::impact::{Evade, EvadeTurn};
use caracole_fog::battle::outcome::{Decision, Event, Freedom, Request};
use caracole_fog::battle::{Decision as Any, Phase, Request as Asked};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Um};

fn break_blue(play: &mut Play) {
    pass_all(play);
    if play.world().turn.phase == Phase::Shooting {
        settle(play, |_| 1);
    }
    settle(play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 4,
    });
}

/// Blue light horse, or others, 100 mm ahead of the right file of the pursuers.
fn met_by(who: caracole_fog::army::BaseCount, files: u8, x: i32) -> crate::battle_common::Scene {
    scene()
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[who]).at(x, 400, 180, files))
}

fn asked_to_evade(play: &Play) -> Option<(Side, Vec<Evade>, bool)> {
    match play.battle.awaiting() {
        Awaiting::Decision { side, request: Asked::Outcome(Request::Evade { ways, may_stand, .. }) } => {
            Some((*side, ways.clone(), *may_stand))
        }
        _ => None,
    }
}

#[test]
fn light_troops_may_evade_pursuers_and_test_to_stand() {
    proves!("FOGR-JAP-038", "FOGR-JAP-039");
    let start = || {
        let mut play = met_by(light_horse(4), 2, 585).play();
        break_blue(&mut play);
        // Light troops are not what pursuers may halt for: those ahead are asked at once.
        assert!(pursuit_asked(&play).is_none(), "{}", tale(&play));
        play
    };
    let mut play = start();
    let (a, c) = (play.id("A"), play.id("C"));
    let (side, ways, may_stand) = asked_to_evade(&play).unwrap_or_else(|| panic!("{}", tale(&play)));
    assert_eq!((side, may_stand), (Side::Blue, true));
    assert!(ways.contains(&Evade::ToRear));
    choose(&mut play, Decision::Evade { to: Evade::ToRear });
    // 7 MU to their rear.
    play.dice(&[3]);
    assert_eq!(play.world().facing(c), Angle::ZERO);
    assert!(
        told(&play.events).contains(&Event::Pursued { group: a, in_contact: true, into: None })
            || told(&play.events).contains(&Event::Pursued { group: a, in_contact: false, into: None })
    );
    assert!(play.world().anchor(a).at.y >= Um::from_mm(400));
    // They stand: a test, which fails with 7, and then they must go.
    let mut play = start();
    choose(&mut play, Decision::Stand);
    play.dice(&[3, 4]);
    let (_, _, may_stand) = asked_to_evade(&play).unwrap_or_else(|| panic!("{}", tale(&play)));
    assert!(!may_stand);
    assert_eq!(play.refused(Any::Outcome(Decision::Stand)).rule.id(), "FOGR-JAP-039");
    let turn = Evade::WithCharge { turn: EvadeTurn::About };
    choose(&mut play, Decision::Evade { to: turn });
    play.dice(&[3]);
    // The test succeeds: they are run into.
    let mut play = start();
    choose(&mut play, Decision::Stand);
    play.dice(&[4, 4]);
    assert!(told(&play.events).contains(&Event::Pursued { group: a, in_contact: false, into: Some(c) }));
}

#[test]
fn light_foot_wholly_in_rough_ground_stand_without_a_test() {
    proves!("FOGR-JAP-039");
    let mut play = met_by(light_foot(4), 2, 585).terrain(TerrainKind::Brush, (542, 400), (640, 460)).play();
    break_blue(&mut play);
    if pursuit_asked(&play).is_some() {
        choose(&mut play, Decision::GoOn);
    }
    assert!(asked_to_evade(&play).is_some(), "{}", tale(&play));
    choose(&mut play, Decision::Stand);
    let tested = |e: &caracole_fog::battle::Event| {
        matches!(
            e,
            caracole_fog::battle::Event::Test(caracole_fog::battle::game_tests::Event::ComplexMove { .. })
        )
    };
    assert!(!play.events.iter().any(tested));
}

#[test]
fn pursuers_may_contract_past_friends() {
    proves!("FOGR-JAP-028");
    let start = || {
        let mut play = scene()
            .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
            .red(group("Friends", &[pike(4)]).at(600, 360, 0, 2))
            .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        break_blue(&mut play);
        assert_eq!(pursuit_asked(&play).map(|(_, f)| f), Some(Freedom::MayContract), "{}", tale(&play));
        play
    };
    // Four files reach from 420 to 580, the friends from 560: three files pass.
    let mut play = start();
    let a = play.id("A");
    choose(&mut play, Decision::GoOn);
    assert_eq!(play.world().formation(a).width(), 3);
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(425));
    // Not contracting, they halt at the backs of their friends: 320 mm.
    let mut play = start();
    choose(&mut play, Decision::Halt);
    assert_eq!(play.world().formation(a).width(), 4);
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(320));
}

#[test]
fn a_pursuit_past_guns_is_measured_from_where_the_enemy_stood() {
    proves!("FOGR-COMBAT-105");
    // Pikes behind guns, cavalry before them: guns from 300 to 340, the enemy's front at 340.
    let mut play = scene()
        .red(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 340, 0, 2))
        .red(group("Foot", &[pike(4), shot(4)]).at(500, 300, 0, 4))
        .blue(group("B", &[pike(6)]).at(500, 340, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    break_blue(&mut play);
    let (foot, battery) = (play.id("Foot"), play.id("Guns"));
    // Heavy foot move 3 MU: 340 + 75, having passed their own guns.
    assert!(play.world()[play.id("B")].is_broken(), "{}", tale(&play));
    assert_eq!(play.world().anchor(foot).at.y, Um::from_mm(415), "{}", tale(&play));
    assert_eq!(play.world()[battery].captured, None);
}

#[test]
fn a_pursuit_beside_captured_guns_is_measured_from_the_enemy_too() {
    proves!("FOGR-COMBAT-105");
    // Guns that they have captured stand before their left file, from 300 to 340; the enemy at 300.
    let mut play = scene()
        .red(group("Guns", &[guns(1, TroopType::MediumArtillery)]).at(440, 300, 180, 1))
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[light_horse(4)]).at(520, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    break_blue(&mut play);
    // 5 MU from where the enemy stood, who run 7: past the guns, but not measured from beyond them.
    assert!(play.world()[play.id("B")].is_broken(), "{}", tale(&play));
    assert_eq!(play.world().anchor(play.id("A")).at.y, Um::from_mm(425), "{}", tale(&play));
}

#[test]
fn pursuers_who_would_halt_upon_their_own_guns_stay_behind_them() {
    proves!("FOGR-JAP-033", "FOGR-COMBAT-105");
    // Guns from 300 to 340. Cavalry stand at 380, in the way of the left files only: 1 MU short of them is 355, and
    // the rear rank would stand on the guns. Random battle 5259.
    let mut play = scene()
        .red(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 340, 0, 2))
        .red(group("Foot", &[pike(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[pike(6)]).at(500, 340, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalry(4)]).at(400, 380, 180, 2))
        .play();
    break_blue(&mut play);
    let foot = play.id("Foot");
    assert_eq!(pursuit_asked(&play), Some((foot, Freedom::MayHalt)), "{}", tale(&play));
    choose(&mut play, Decision::Halt);
    assert_eq!(play.world().anchor(foot).at.y, Um::from_mm(300), "{}", tale(&play));
}

#[test]
fn reading_combat_104_guns_whose_captors_rout_go_back_to_those_who_routed_them() {
    proves!("FOGR-COMBAT-101", "FOGR-COMBAT-104", "FOGR-COMBAT-095");
    // Cavalry captured half-supported guns: the file behind the other gun goes on fighting and routs them.
    let mut play = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(500, 400, 0, 2).cohesion(Cohesion::Disrupted))
        .blue(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 450, 180, 2))
        .blue(group("Foot", &[pike(4), shot(4)]).at(580, 490, 180, 4))
        .begin();
    let battery = play.id("Guns");
    // Shock troops or not, disrupted cavalry test to charge: 9 - 1.
    let (group, targets) = (play.id("Cavalry"), vec![battery]);
    use caracole_fog::battle::impact::{Decision as Impact, Steps};
    play.choose(Any::Impact(Impact::Charge { group, wheel: None, targets }));
    pass_all(&mut play);
    if let Awaiting::Dice(_) = play.battle.awaiting() {
        play.dice(&[4, 5]);
    }
    pass_all(&mut play);
    play.choose(Any::Impact(Impact::Move { group, wheel: None, steps: Steps::All }));
    assert!(play.world()[battery].is_in_enemy_hands(), "{}", tale(&play));
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Impact) => 6,
        (Some(Side::Red), RollPurpose::Impact) => 1,
        (Some(Side::Blue), RollPurpose::CohesionTest) => 6,
        (_, RollPurpose::VariableMove) => 3,
        _ => 1,
    });
    let state = &play.world()[battery];
    assert!(play.world()[group].is_broken(), "{}", tale(&play));
    // Won back, by pike and shot: served at once, and Poor for good.
    assert_eq!(state.captured.map(|c| (c.side, c.controls)), Some((Side::Blue, true)));
    assert_eq!((state.side, state.owner), (Side::Blue, Side::Blue));
    assert!(play.world().profiles(battery).iter().all(|b| b.quality == caracole_fog::troops::Quality::Poor));
    assert_eq!(crate::outcome::steps::attrition(&play, Side::Blue), 0);
    assert!(matches!(play.world().turn.phase, Phase::Impact | Phase::Manoeuvre));
}

#[test]
fn the_owner_of_pursuers_chooses_the_end_that_drops_back() {
    proves!("FOGR-JAP-028");
    // Four files from 420 to 580; friends from 480 to 520 stand ahead of them: one file passes on either side.
    let mut play = scene()
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .red(group("Friends", &[pike(2)]).at(500, 360, 0, 1))
        .blue(group("B", &[cavalry(6)]).at(440, 300, 180, 1).cohesion(Cohesion::Fragmented))
        .play();
    break_blue(&mut play);
    assert_eq!(pursuit_asked(&play).map(|(_, f)| f), Some(Freedom::MayContract), "{}", tale(&play));
    choose(&mut play, Decision::GoOn);
    let (side, Asked::Outcome(Request::Contract { group, ways })) = play.asked() else {
        panic!("{}", tale(&play));
    };
    let a = play.id("A");
    assert_eq!((side, group), (Side::Red, a));
    assert_eq!(ways.iter().map(|w| (w.from_left, w.from_right)).collect::<Vec<_>>(), [(0, 3), (3, 0)]);
    let refusal = play.refused(Any::Outcome(Decision::Contract { way: 2 }));
    assert_eq!(refusal.rule.id(), "FOGR-JAP-028");
    choose(&mut play, Decision::Contract { way: 1 });
    // They keep their right file: from 540 to 580.
    assert_eq!(play.world().formation(a).width(), 1);
    assert_eq!(play.world().anchor(a).at.x, Um::from_mm(540));
    assert!(play.world().anchor(a).at.y > Um::from_mm(360));
}

#[test]
fn evaders_before_pursuers_choose_their_way_past_friends() {
    proves!("FOGR-JAP-038", "FOGR-IMPACT-106");
    use caracole_fog::battle::impact::{Decision as Impact, EvadeWay, PastBy, Request as ImpactAsked};
    use caracole_plane::Hand;
    // C stand from 545 to 625; friends behind them from 590 on.
    let mut play = met_by(light_horse(4), 2, 585).blue(group("D", &[shot(6)]).at(650, 520, 180, 3)).play();
    break_blue(&mut play);
    let (c, d) = (play.id("C"), play.id("D"));
    choose(&mut play, Decision::Evade { to: Evade::ToRear });
    play.dice(&[3]);
    let (side, Asked::Impact(ImpactAsked::EvadeOn { group, ways })) = play.asked() else {
        panic!("{}", tale(&play));
    };
    assert_eq!((side, group), (Side::Blue, c));
    let past = |shift, drop_left, drop_right| {
        EvadeWay::Past(PastBy { hand: Hand::Left, shift: Um::from_mm(shift), drop_left, drop_right })
    };
    // Either file falls in behind the other; the routers on their left leave no room for a shift of both.
    assert!(ways.contains(&past(0, 0, 1)) && ways.contains(&past(35, 1, 0)), "{ways:?}");
    play.choose(Any::Impact(Impact::EvadeOn { way: past(0, 0, 1) }));
    assert_eq!(play.world().formation(c).width(), 1);
    assert_eq!(play.world()[d].cohesion, Cohesion::Steady);
}

#[test]
fn the_owner_of_equally_fast_pursuers_chooses_who_goes_first() {
    proves!("FOGR-JAP-029");
    // A stand before blue, C at their left side facing west: blue run north-west, and both follow.
    let start = || {
        let mut play = scene()
            .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
            .red(group("C", &[cavalry(2)]).at(540, 330, 270, 1))
            .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        break_blue(&mut play);
        play
    };
    let order = |play: &Play| -> Vec<_> {
        let pursued = |e: Event| if let Event::Pursued { group, .. } = e { Some(group) } else { None };
        told(&play.events).into_iter().filter_map(pursued).collect()
    };
    for first in ["A", "C"] {
        let mut play = start();
        let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
        assert_eq!(
            play.asked(),
            (Side::Red, Asked::Outcome(Request::PursueFirst { groups: vec![a, c] })),
            "{}",
            tale(&play)
        );
        let refusal = play.refused(Any::Outcome(Decision::PursueFirst { group: b }));
        assert_eq!(refusal.rule.id(), "FOGR-JAP-029");
        let group = play.id(first);
        choose(&mut play, Decision::PursueFirst { group });
        // The other stands in his way: he does not contract to pass.
        while pursuit_asked(&play).is_some() {
            choose(&mut play, Decision::Halt);
        }
        assert_eq!(order(&play).first(), Some(&group), "{}", tale(&play));
    }
}
