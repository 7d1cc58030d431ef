//! Camps and naval guns.

use crate::battle_common::{cavalry, group, horse, pike, scene, shot};
use crate::outcome::steps::{attrition, pass, pass_all, pass_to, tale};
use caracole_fog::RollPurpose;
use caracole_fog::battle::manoeuvre::{self, Action, Advance};
use caracole_fog::battle::shooting;
use caracole_fog::battle::{Decision, Phase, Request, joint};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::Um;

fn advance(distance: i32) -> Advance {
    Advance::straight(Um::from_mm(distance))
}

#[test]
fn an_unfortified_camp_is_sacked_by_a_touch_and_looted() {
    proves!("FOGR-MELEE-004", "FOGR-MELEE-019", "FOGR-MELEE-021", "FOGR-JAP-018", "FOGR-SHOOT-042");
    proves!("FOGR-TROOPS-013");
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(500, 900, 0, 2))
        .blue(group("B", &[shot(6)]).at(800, 1000, 180, 3))
        .camp(Side::Blue, 500, 1000, 180)
        .play();
    let a = play.id("A");
    play.choose(manoeuvre::Decision::Move { group: a, action: Action::Advance(advance(100)) });
    // At once, without a die.
    assert!(play.world().sides[Side::Blue].camp.is_some_and(|c| c.sacked), "{}", tale(&play));
    assert!(play.world()[a].looting);
    assert_eq!(attrition(&play, Side::Blue), 2);
    assert!(!shooting::targets::may_be_shot_at(play.world(), a));
    // To stop looting takes a test at -1: 8 is too little, 9 enough.
    pass_to(&mut play, Phase::JointAction);
    assert_eq!(play.asked().1, Request::Joint(joint::Request::Stop { group: a }));
    play.choose(Decision::Joint(joint::Decision::Act));
    play.dice(&[4, 4]);
    assert!(play.world()[a].looting);
    // In the joint action phase of the other player's turn it tries again.
    while play.world().turn.number == 1
        || !matches!(play.asked().1, Request::Joint(joint::Request::Stop { .. }))
    {
        assert!(pass(&mut play));
    }
    play.choose(Decision::Joint(joint::Decision::Act));
    play.dice(&[4, 5]);
    assert!(!play.world()[a].looting);
    // Nobody loots it any more: it is removed, and still counts.
    assert!(play.world().sides[Side::Blue].camp.is_none());
    assert_eq!(attrition(&play, Side::Blue), 2);
}

#[test]
fn a_fortified_camp_is_assaulted_after_the_combats_of_the_phase() {
    proves!("FOGR-MELEE-020", "FOGR-SEQUENCE-025", "FOGR-MELEE-022", "FOGR-SHOOT-042", "FOGR-TROOPS-014");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 1000, 0, 2))
        .red(group("M", &[cavalry(4)]).at(900, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(900, 300, 180, 2))
        .fortified_camp(Side::Blue, 500, 1000, 180)
        .play();
    let a = play.id("A");
    // It may be shot at and may move away: nothing holds it.
    assert!(shooting::targets::may_be_shot_at(play.world(), a));
    let about = Action::TurnAbout { with: None, and_back: false };
    let leaves = Decision::Manoeuvre(manoeuvre::Decision::Move { group: a, action: about });
    assert!(play.battle.plan(Side::Red, &leaves).is_ok());
    pass_all(&mut play);
    let rolls = [RollPurpose::Melee, RollPurpose::Melee, RollPurpose::CampAssault];
    for (n, purpose) in rolls.into_iter().enumerate() {
        let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{}", tale(&play)) };
        assert_eq!(roll.purpose, purpose);
        match n {
            // Mounted need a 6.
            2 => play.dice(&[6]),
            _ => play.dice(&[1, 1, 1, 1]),
        };
    }
    assert!(play.world().sides[Side::Blue].camp.is_some_and(|c| c.sacked), "{}", tale(&play));
    assert!(play.world()[a].looting);
}

#[test]
fn foot_sack_a_fortified_camp_on_5_and_mounted_do_not() {
    proves!("FOGR-MELEE-020");
    for (mounted, die, sacked) in [(true, 5, false), (false, 5, true), (false, 4, false)] {
        let who = if mounted { cavalry(4) } else { pike(4) };
        let mut play = scene()
            .red(group("A", &[who]).at(500, 1000, 0, 2))
            .blue(group("B", &[shot(6)]).at(900, 600, 180, 3))
            .fortified_camp(Side::Blue, 500, 1000, 180)
            .play();
        pass_all(&mut play);
        play.dice(&[die]);
        let camp = play.world().sides[Side::Blue].camp;
        assert_eq!(camp.is_none_or(|c| c.sacked), sacked, "{}", tale(&play));
    }
}

#[test]
fn reading_special_008_ships_throw_three_dice_at_a_battle_group_within_6_mu_of_the_coast() {
    proves!("FOGR-SPECIAL-008", "FOGR-SPECIAL-009", "FOGR-SPECIAL-011");
    // The sea along the left edge; B stands 150 mm from it, C further off.
    let at = |x: i32| {
        scene()
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("B", &[pike(6)]).at(x, 700, 180, 3))
            .blue(group("C", &[pike(6)]).at(600, 700, 180, 3))
            .terrain(TerrainKind::Coastline, (0, 0), (100, 1200))
            .naval_units(Side::Red, 2)
            .naval_units(Side::Blue, 1)
            .play()
    };
    assert!(shooting::naval::in_reach(at(311).world(), Side::Red).is_empty());
    let mut play = at(310);
    let b = play.id("B");
    pass_to(&mut play, Phase::Shooting);
    // Two units against one: one is left.
    assert_eq!(play.world().sides[Side::Red].naval_units, 1);
    assert_eq!(
        play.asked(),
        (
            Side::Red,
            Request::Shooting(shooting::Request::Naval { side: Side::Red, unit: 0, targets: vec![b] })
        )
    );
    let c = play.id("C");
    let refused = play.refused(Decision::Shooting(shooting::Decision::Naval { at: Some(c) }));
    assert_eq!(refused.rule.id(), "FOGR-SPECIAL-008");
    play.choose(Decision::Shooting(shooting::Decision::Naval { at: Some(b) }));
    play.dice(&[6, 6, 6]);
    // 3 hits on 6 bases: a test at -1 for one hit per two bases and -1 for artillery: 8 is 6.
    play.dice(&[4, 4]);
    // Artillery dice: no +2 on the death roll.
    play.dice(&[4]);
    assert_eq!(play.world()[b].cohesion, Cohesion::Disrupted, "{}", tale(&play));
    // Break points count battle groups only.
    assert_eq!(play.world().sides[Side::Red].break_point, 4);
    assert!(play.world().anchor(b).at.y > Um::ZERO);
}
