//! Commanders: moving, bolstering, rallying, staying behind.

use crate::battle_common::{cavalry, group, horse, scene};
use crate::outcome::steps::{pass, pass_all, pass_to, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::joint::{Decision, Request};
use caracole_fog::battle::manoeuvre::CommanderGoes;
use caracole_fog::battle::melee;
use caracole_fog::battle::outcome::game_tests::modifiers;
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, Decision as Any, Phase, Request as Asked};
use caracole_fog::combat::Cause;
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

#[test]
fn only_the_commander_present_counts_in_a_bolster_test() {
    proves!("FOGR-JAP-053", "FOGR-COHESION-014");
    // A troop commander is with it; a great one is in range.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(800, 400, 0, 2).cohesion(Cohesion::Disrupted))
        .blue(group("B", &[horse(4)]).at(800, 1000, 180, 2))
        .commander(Side::Red, CommanderLevel::Troop, "A")
        .lone_commander(Side::Red, CommanderLevel::Great, 800, 300);
    let (world, a) = (scene.world(), scene.id("A"));
    // Disrupted -1, commander +1.
    assert_eq!(modifiers(&world, a, Cause::Bolster).total(), 0);
    // In another test the better one counts: +2.
    assert_eq!(modifiers(&world, a, Cause::Sight { reasons: 1 }).total(), 1);
}

#[test]
fn reading_jap_051_a_rallied_battle_group_is_fragmented_and_does_not_rout() {
    proves!("FOGR-JAP-051", "FOGR-JAP-047", "FOGR-COHESION-012", "FOGR-COHESION-033", "FOGR-SEQUENCE-031");
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(800, 500, 180, 2).cohesion(Cohesion::Broken))
        .red(group("R", &[horse(4)]).at(300, 300, 0, 2))
        .blue(group("B", &[horse(4)]).at(800, 1000, 180, 2))
        .commander(Side::Red, CommanderLevel::Great, "A")
        .play();
    let a = play.id("A");
    pass_to(&mut play, Phase::JointAction);
    play.choose(Any::Joint(Decision::Pass));
    assert!(matches!(play.asked().1, Asked::Joint(Request::Bolster { group, .. }) if group == a));
    let stood = play.world().anchor(a);
    play.choose(Any::Joint(Decision::Act));
    // Broken -3, commander +2: 8 makes 7.
    play.dice(&[4, 4]);
    assert_eq!(play.world()[a].cohesion, Cohesion::Fragmented);
    // It stays where it is, facing as it ran.
    assert_eq!(play.world().anchor(a), stood);
}

#[test]
fn reading_jap_060_one_attempt_for_a_battle_group_and_a_commander_who_fails_need_not_rout() {
    proves!("FOGR-JAP-052", "FOGR-JAP-055", "FOGR-JAP-056", "FOGR-JAP-060", "FOGR-COMBAT-125");
    let start = || {
        let mut play = scene()
            .red(group("A", &[horse(4)]).at(800, 500, 180, 2).cohesion(Cohesion::Broken))
            .red(group("R", &[horse(4)]).at(300, 300, 0, 2))
            .blue(group("B", &[horse(4)]).at(800, 1000, 180, 2))
            .commander(Side::Red, CommanderLevel::Field, "A")
            .commander(Side::Red, CommanderLevel::Field, "A")
            .play();
        pass_to(&mut play, Phase::JointAction);
        play.choose(Any::Joint(Decision::Pass));
        assert!(matches!(play.asked().1, Asked::Joint(Request::Bolster { .. })), "{}", tale(&play));
        play.choose(Any::Joint(Decision::Act));
        // 8 - 3 + 1 = 6: no effect, and no drop. The other commander is not asked to try again.
        play.dice(&[4, 4]);
        play
    };
    let mut play = start();
    let a = play.id("A");
    assert_eq!(play.world()[a].cohesion, Cohesion::Broken);
    let first = Request::Accompany { commander: CommanderId(0), group: a };
    assert_eq!(play.asked(), (Side::Red, Asked::Joint(first)), "{}", tale(&play));
    play.choose(Any::Joint(Decision::Pass));
    play.choose(Any::Joint(Decision::Act));
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::Alone);
    assert_eq!(play.world()[CommanderId(1)].place, CommanderPlace::With(a));
}

#[test]
fn a_commander_in_the_front_rank_stays_while_his_men_fight_and_may_bolster_them() {
    proves!("FOGR-JAP-059", "FOGR-COMBAT-113", "FOGR-COMBAT-115", "FOGR-COMBAT-118");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Disrupted))
        .red(group("C", &[cavalry(4)]).at(700, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .play();
    while let Awaiting::Decision { request: Asked::Manoeuvre(_), .. } = play.battle.awaiting() {
        assert!(pass(&mut play));
    }
    play.choose(Any::Melee(melee::Decision::FightInFront));
    let a = play.id("A");
    crate::outcome::steps::settle(&mut play, |_| 2);
    assert_eq!(play.world().turn.phase, Phase::JointAction, "{}", tale(&play));
    // Red could break off; then the commander is not asked to ride, but he may bolster.
    pass_all_but_bolster(&mut play);
    let c = CommanderId(0);
    assert_eq!(play.world()[c].place, CommanderPlace::FrontRank(a));
    assert!(matches!(play.asked().1, Asked::Joint(Request::Bolster { .. })), "{}", tale(&play));
    let rides = Any::Joint(Decision::Commander { commander: c, goes: CommanderGoes::Join(play.id("C")) });
    assert_eq!(play.refused(rides).rule.id(), "TABLE-002");
    // He helps nobody else meanwhile.
    assert_eq!(modifiers(play.world(), play.id("C"), Cause::Sight { reasons: 1 }).total(), 0);
}

fn pass_all_but_bolster(play: &mut crate::battle_common::Play) {
    for _ in 0..20 {
        match play.battle.awaiting() {
            Awaiting::Decision { request: Asked::Joint(Request::Bolster { .. }), .. } => return,
            _ => assert!(pass(play), "{}", tale(play)),
        }
    }
}

#[test]
fn trap_no_bolstering_in_the_turn_of_a_drop() {
    // TRAPS: no bolstering in the turn of a cohesion drop.
    // trap: no bolstering in the turn of a cohesion drop.
    proves!("FOGR-JAP-048");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .play();
    pass_all(&mut play);
    // Red loses by one hit and drops.
    crate::outcome::steps::settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Melee) => 4,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 1,
    });
    let a = play.id("A");
    assert!(play.world()[a].turn.dropped, "{}", tale(&play));
    let mut seen = false;
    while play.world().turn.number == 1 && play.world().turn.phase == Phase::JointAction {
        seen |= matches!(
            play.battle.awaiting(),
            Awaiting::Decision { request: Asked::Joint(Request::Bolster { .. }), .. }
        );
        if !pass(&mut play) {
            break;
        }
    }
    assert!(!seen);
}
