//! Routers and pursuers in the joint action phase, and what is removed.

use crate::battle_common::{Play, bases, cavalry, group, horse, light_horse, pike, scene, shot};
use crate::outcome::steps::{attrition, charge, lose_first, pass, pass_all, pass_to, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::battle::impact::declare::may_charge;
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{Phase, Request, joint};
use caracole_fog::troops::{Armour, Capability, Cohesion, Quality, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Um};

fn break_blue(play: &mut Play, moves: u8) {
    pass_all(play);
    settle(play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => moves,
        (_, RollPurpose::DeathRoll) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
}

#[test]
fn routers_in_contact_run_directly_away_and_vary_their_move() {
    proves!("FOGR-JAP-019", "FOGR-JAP-020", "FOGR-JAP-022", "FOGR-SEQUENCE-032");
    // Broken cavalry touched in its left flank by horse that face east.
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(460, 400, 90, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 380, 180, 2).cohesion(Cohesion::Broken))
        .play();
    let b = play.id("B");
    assert!(caracole_fog::battle::position::contact::touch(play.world(), play.id("A"), b));
    for _ in 0..20 {
        if play.world().turn.number > 1 || !pass(&mut play) {
            break;
        }
    }
    assert_eq!(play.world().facing(b), Angle::QUARTER, "{}", tale(&play));
}

#[test]
fn routers_barred_in_the_joint_action_phase_are_destroyed_too() {
    proves!("FOGR-JAP-023");
    let mut play = scene()
        .red(group("Wall", &[pike(12)]).at(500, 560, 180, 6))
        .blue(group("B", &[cavalry(4)]).at(500, 440, 0, 2).cohesion(Cohesion::Broken))
        .blue(group("C", &[cavalry(4)]).at(900, 900, 180, 2))
        .play();
    let b = play.id("B");
    for _ in 0..30 {
        if play.world().turn.number > 1 || !pass(&mut play) {
            break;
        }
    }
    // 120 mm ahead the pikes: they run 95 mm and can go no further.
    assert_eq!(play.world()[b].presence, Presence::Destroyed, "{}", tale(&play));
}

#[test]
fn autobroken_troops_that_nobody_pursues_are_removed() {
    proves!("FOGR-JAP-043", "FOGR-COHESION-063", "FOGR-COHESION-062", "FOGR-SEQUENCE-033", "FOGR-JAP-057");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    pass_all(&mut play);
    let b = play.id("B");
    // Four hits cost a base; the rout is slow, the pursuit costs another: two of four average bases are left.
    play.dice(&[4, 4, 4, 4]);
    play.dice(&[1, 1]);
    play.dice(&[1, 1]);
    play.dice(&[4]);
    lose_first(&mut play);
    play.dice(&[3]);
    play.dice(&[3]);
    lose_first(&mut play);
    assert_eq!(play.world().size(b), 2, "{}", tale(&play));
    assert!(play.world()[b].autobroken);
    // Red stops: nobody pursues any more, and they are gone when the phase ends.
    pass_to(&mut play, Phase::JointAction);
    play.choose(caracole_fog::battle::Decision::Joint(joint::Decision::Act));
    play.dice(&[5, 5]);
    while play.world().turn.number == 1 {
        assert!(pass(&mut play), "{}", tale(&play));
    }
    assert_eq!(play.world()[b].presence, Presence::Destroyed);
    assert_eq!(attrition(&play, Side::Blue), 2);
}

#[test]
fn an_unbroken_battle_group_of_one_base_is_removed_and_seen() {
    proves!("FOGR-JAP-044", "FOGR-JAP-045", "FOGR-COHESION-008");
    // Read without the table: two elite bases that lose one have not lost more than 60 %.
    let mut play = scene()
        .option("fogr.autobreak.two_bases_by_table", false)
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(2)]).at(500, 300, 180, 2).quality(Quality::Elite))
        .blue(group("W", &[pike(4)]).at(600, 340, 180, 2))
        .play();
    pass_all(&mut play);
    let b = play.id("B");
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
    if play.world().size(b) == 1 && !play.world()[b].is_broken() {
        for _ in 0..30 {
            if play.world().turn.number > 1 || !pass(&mut play) {
                break;
            }
        }
        // The pikes beside it test as if it had broken.
        let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{}", tale(&play)) };
        assert_eq!(roll.purpose, RollPurpose::CohesionTest);
        assert_eq!(play.world()[b].presence, Presence::OnTable);
        play.dice(&[6, 6]);
        assert_eq!(play.world()[b].presence, Presence::Destroyed);
    } else {
        panic!("{}", tale(&play));
    }
}

#[test]
fn those_who_go_on_pursuing_cannot_charge() {
    proves!("FOGR-JAP-027");
    let gendarmes = bases(
        4,
        TroopType::Gendarmes,
        Some(Armour::HeavilyArmoured),
        &[Capability::HeavyLancers, Capability::Swordsmen],
    );
    let mut play = scene()
        .red(group("A", &[gendarmes]).at(500, 300, 0, 2))
        .blue(group("B", &[light_horse(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    break_blue(&mut play, 3);
    let a = play.id("A");
    assert!(play.world()[a].wild_pursuit, "{}", tale(&play));
    assert_eq!(may_charge(play.world(), a).unwrap_err().rule.id(), "FOGR-IMPACT-081");
    // Once they have stopped they may.
    pass_to(&mut play, Phase::JointAction);
    play.choose(caracole_fog::battle::Decision::Joint(joint::Decision::Act));
    play.dice(&[5, 5]);
    assert!(may_charge(play.world(), a).is_ok());
    assert!(told(&play.events).iter().any(|e| matches!(e, Event::Pursued { .. })));
    assert!(play.world().anchor(a).at.y > Um::from_mm(300));
}

#[test]
fn who_charges_routers_pursues_them_and_takes_a_base_from_them() {
    proves!("FOGR-IMPACT-080", "FOGR-JAP-024", "FOGR-JAP-041");
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(900, 600, 0, 2))
        .red(group("Shot", &[shot(6)]).at(1000, 600, 0, 3))
        .blue(group("R", &[shot(6)]).at(900, 700, 0, 2).cohesion(Cohesion::Broken))
        .begin();
    let (a, r) = (play.id("A"), play.id("R"));
    charge(&mut play, "A", &["R"]);
    assert_eq!(play.world()[a].pursuing.to_vec(), [r], "{}", tale(&play));
    // In contact with those whom they pursue they do not march on in this turn, and nobody loses anything yet.
    assert_eq!(play.world().size(r), 6);
    // In the joint action phase their player may try to stop them; he does not. Shot run 3 MU and horse follow 5: both
    // throw a 3, which changes nothing.
    let stop = |p: &Play| match p.battle.awaiting() {
        Awaiting::Decision { request: Request::Joint(joint::Request::Stop { group }), .. } => *group == a,
        _ => false,
    };
    for _ in 0..30 {
        if stop(&play) {
            break;
        }
        assert!(pass(&mut play), "{}", tale(&play));
    }
    assert!(stop(&play) && pass(&mut play));
    let before = play.world().anchor(r).at.y;
    play.dice(&[3]);
    assert_eq!(play.world().anchor(r).at.y - before, Um::from_mm(75), "{}", tale(&play));
    play.dice(&[3]);
    lose_first(&mut play);
    assert_eq!(play.world().size(r), 5, "{}", tale(&play));
    assert_eq!(play.world()[a].pursuing.to_vec(), [r]);
}
