//! The phases in outline: who charges and who answers, who fights in the melee phase, and the phase of both sides.

use crate::battle_common::{Play, bases, cavalry, group, horse, light_horse, scene, shot};
use crate::outcome::steps::{each, pass, pass_all, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Decision as Impact, Evade, Request as ImpactAsked, Steps};
use caracole_fog::battle::joint::Request as Joint;
use caracole_fog::battle::outcome::{DiceTold, Event as Outcome};
use caracole_fog::battle::{Decision, GroupId, Phase, Request};
use caracole_fog::troops::{Armour, Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

/// What was told of each throw to hit, in order.
fn throws(play: &Play) -> Vec<Vec<DiceTold>> {
    told(&play.events)
        .into_iter()
        .filter_map(|e| if let Outcome::Dice { dice } = e { Some(dice) } else { None })
        .collect()
}

/// Dice and points of advantage of a battle group in one throw.
fn of(dice: &[DiceTold], group: GroupId) -> Vec<(i32, i32)> {
    dice.iter().filter(|d| d.by == Some(group)).map(|d| (d.dice.total(), d.advantage.total())).collect()
}

#[test]
fn the_active_player_charges_and_the_other_answers() {
    proves!("FOGR-TURN-011");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(500, 300, 0, 2))
        .red(group("Cavalry", &[cavalry(4)]).at(900, 300, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(500, 340, 180, 2))
        .blue(group("Shot", &[shot(4)]).at(900, 340, 180, 2))
        .begin();
    let asks = |play: &Play| -> (Side, Option<ImpactAsked>) {
        match play.asked() {
            (side, Request::Impact(r)) => (side, Some(r)),
            (side, _) => (side, None),
        }
    };
    assert!(matches!(asks(&play), (Side::Red, Some(ImpactAsked::DeclareCharges { .. }))));
    for (who, at) in [("Horse", "Light"), ("Cavalry", "Shot")] {
        let (group, targets) = (play.id(who), vec![play.id(at)]);
        play.choose(Decision::Impact(Impact::Charge { group, wheel: None, targets }));
    }
    // Blue's light horse may evade, and do, before anybody moves.
    assert!(matches!(asks(&play), (Side::Blue, Some(ImpactAsked::EvadeOrStand { .. }))), "{}", tale(&play));
    let group = play.id("Light");
    play.choose(Decision::Impact(Impact::Evade { group, to: Evade::ToRear }));
    play.dice(&[6]);
    for who in ["Horse", "Cavalry"] {
        assert_eq!(asks(&play).0, Side::Red);
        let group = play.id(who);
        play.choose(Decision::Impact(Impact::Move { group, wheel: None, steps: Steps::All }));
        if who == "Horse" {
            play.dice(&[1]);
        }
    }
    // The one combat that came of it is fought in the same phase.
    assert_eq!(play.world().turn.phase, Phase::Impact);
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(roll) if roll.purpose == RollPurpose::Impact));
}

#[test]
fn all_in_contact_fight_in_the_melee_phase_with_its_own_points() {
    proves!("FOGR-TURN-014");
    // A charges plain riders; C and D have fought since before.
    let plain = bases(4, TroopType::Cavalry, Some(Armour::Armoured), &[]);
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 260, 0, 2))
        .red(group("C", &[cavalry(4)]).at(900, 300, 0, 2))
        .blue(group("B", std::slice::from_ref(&plain)).at(500, 300, 180, 2))
        .blue(group("D", &[plain]).at(900, 300, 180, 2))
        .begin();
    crate::outcome::steps::charge(&mut play, "A", &["B"]);
    let (a, c) = (play.id("A"), play.id("C"));
    let impact = throws(&play).pop().unwrap();
    // Swordsmen are no help at impact; nobody fights there but those who charged and were charged.
    assert_eq!((of(&impact, a), of(&impact, c)), (vec![(4, 0)], vec![]), "{}", tale(&play));
    settle(&mut play, |roll| if roll.purpose == RollPurpose::CohesionTest { 6 } else { 1 });
    pass_all(&mut play);
    assert_eq!(play.world().turn.phase, Phase::Melee, "{}", tale(&play));
    let melee = throws(&play).pop().unwrap();
    assert_eq!((of(&melee, a), of(&melee, c)), (vec![(4, 1)], vec![(4, 1)]), "{}", tale(&play));
}

#[test]
fn both_sides_act_in_the_joint_action_phase() {
    proves!("FOGR-TURN-015");
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Disrupted))
        .red(group("R", &[horse(6)]).at(1300, 600, 180, 2).cohesion(Cohesion::Broken))
        .blue(group("B", &[horse(4)]).at(900, 900, 180, 2).cohesion(Cohesion::Disrupted))
        .blue(group("S", &[horse(6)]).at(1500, 600, 0, 2).cohesion(Cohesion::Broken))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .play();
    let routers = [play.id("R"), play.id("S")];
    let stood = routers.map(|r| play.world().anchor(r).at);
    let mut asked = Vec::new();
    while play.world().turn.number == 1 {
        if let Awaiting::Dice(_) = play.battle.awaiting() {
            each(&mut play, |_| 3);
            continue;
        }
        match (play.world().turn.phase, play.asked()) {
            (Phase::JointAction, (side, Request::Joint(Joint::Commander))) => asked.push((side, "ride")),
            (Phase::JointAction, (side, Request::Joint(Joint::Bolster { .. }))) => {
                asked.push((side, "bolster"))
            }
            _ => {}
        }
        assert!(pass(&mut play), "{}", tale(&play));
    }
    for side in Side::BOTH {
        for what in ["ride", "bolster"] {
            assert!(asked.contains(&(side, what)), "{side} {what}: {asked:?}");
        }
    }
    // The routers of both have run.
    for (router, before) in routers.into_iter().zip(stood) {
        assert_ne!(play.world().anchor(router).at, before);
    }
}

#[test]
fn the_owner_chooses_between_enemies_with_equal_claims_to_a_lost_die() {
    proves!("FOGR-COMBAT-029");
    use caracole_fog::battle::outcome::{Decision as Choice, Request as Asked};
    // Four files in one rank, two against each enemy: disrupted, they lose one die of four.
    let start = |cohesion| {
        let mut play = scene()
            .red(group("A", &[cavalry(4)]).at(500, 300, 0, 4).cohesion(cohesion))
            .blue(group("E", &[cavalry(4)]).at(460, 300, 180, 2))
            .blue(group("F", &[cavalry(4)]).at(540, 300, 180, 2))
            .play();
        pass_all(&mut play);
        assert_eq!(play.world().turn.phase, Phase::Melee, "{}", tale(&play));
        play
    };
    let against = |play: &Play, enemy: GroupId| -> i32 {
        let dice = throws(play).pop().unwrap();
        dice.iter().filter(|d| d.against == enemy).map(|d| d.dice.total()).sum()
    };
    for spared in ["E", "F"] {
        let mut play = start(Cohesion::Disrupted);
        let (a, e, f) = (play.id("A"), play.id("E"), play.id("F"));
        let asked = Asked::GiveUp { group: a, enemies: vec![e, f] };
        assert_eq!(play.asked(), (Side::Red, Request::Outcome(asked)), "{}", tale(&play));
        let wrong = play.refused(Decision::Outcome(Choice::GiveUp { enemy: a }));
        assert_eq!(wrong.rule.id(), "FOGR-COMBAT-029");
        let enemy = if spared == "E" { f } else { e };
        play.choose(Decision::Outcome(Choice::GiveUp { enemy }));
        assert_eq!((against(&play, play.id(spared)), against(&play, enemy)), (2, 1), "{}", tale(&play));
    }
    // In good order nothing is lost, and nothing asked.
    let play = start(Cohesion::Steady);
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
}
