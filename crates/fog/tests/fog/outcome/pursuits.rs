//! Pursuits: who, how far, into whom, and what they cost.

use crate::battle_common::{Play, Scene, cavalry, group, light_horse, pike, scene, shot};
use crate::outcome::steps::{
    charge, lose_first, outcome as choose, pass, pass_all, pass_to, pursuit_asked, settle, tale, told,
};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::outcome::{Decision, Event, Freedom};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, Event as Any, Phase, game_tests, joint};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Armour, Capability, Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::Um;

fn pressed(y: i32) -> Scene {
    scene()
        .red(group("A", &[cavalry(4)]).at(500, y, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, y, 180, 2).cohesion(Cohesion::Fragmented))
}

/// Red hits with everything, blue with nothing and breaks; moves and death rolls as given.
fn rout(play: &mut Play, moves: u8) {
    pass_all(play);
    settle(play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee | RollPurpose::Impact) => 5,
        (_, RollPurpose::VariableMove) => moves,
        (_, RollPurpose::DeathRoll) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
}

#[test]
fn pursuers_in_contact_cost_a_base_and_perhaps_the_commander() {
    proves!("FOGR-COMBAT-133", "FOGR-JAP-041", "FOGR-JAP-042", "FOGR-COHESION-051", "FOGR-COHESION-040");
    for (dice, lost) in [([4, 5], false), ([4, 6], true)] {
        let mut play = pressed(300).commander(Side::Blue, CommanderLevel::Field, "B").play();
        pass_all(&mut play);
        // He does not fight in the front rank, and is at risk all the same.
        play.dice(&[4, 5, 1, 1]);
        play.dice(&[1, 1]);
        // 6 + 1 for the commander - 4.
        play.dice(&[3, 3]);
        play.dice(&[3]);
        play.dice(&[3]);
        play.dice(&[3]);
        lose_first(&mut play);
        let b = play.id("B");
        assert_eq!(play.world().size(b), 5);
        // The rearmost rank, nearest to the pursuers, keeps both its bases: one of the furthest is lost.
        let ranks = play.world().bases_of(b);
        assert_eq!(ranks.iter().filter(|s| s.at.rank == 2).count(), 1);
        play.dice(&dice);
        let place = play.world()[CommanderId(0)].place;
        assert_eq!(place == CommanderPlace::Lost, lost);
        assert_eq!(place == CommanderPlace::With(b), !lost);
    }
}

#[test]
fn foot_who_broke_mounted_pursue_only_by_choice_and_test() {
    proves!("FOGR-COMBAT-129");
    let fight = || {
        let mut play = scene()
            .red(group("Foot", &[pike(4), shot(4)]).at(500, 300, 0, 4))
            .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        rout(&mut play, 3);
        play
    };
    let mut play = fight();
    let foot = play.id("Foot");
    assert_eq!(pursuit_asked(&play), Some((foot, Freedom::MayPursueByTest)), "{}", tale(&play));
    let stood = play.world().anchor(foot);
    choose(&mut play, Decision::Halt);
    assert_eq!(play.world().anchor(foot), stood);
    assert!(!told(&play.events).iter().any(|e| matches!(e, Event::Pursued { .. })));
    // The test fails: no pursuit either.
    let mut play = fight();
    choose(&mut play, Decision::GoOn);
    play.dice(&[3, 4]);
    assert!(!told(&play.events).iter().any(|e| matches!(e, Event::Pursued { .. })));
    // It succeeds: they pursue at 4 MU and stay behind horsemen.
    let mut play = fight();
    choose(&mut play, Decision::GoOn);
    play.dice(&[4, 4]);
    play.dice(&[3]);
    assert!(told(&play.events).contains(&Event::Pursued { group: foot, in_contact: false, into: None }));
}

#[test]
fn troops_still_fought_by_others_stay() {
    proves!("FOGR-COMBAT-131");
    let mut play = scene()
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(6)]).at(460, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalry(4)]).at(540, 300, 180, 2))
        .play();
    pass_all(&mut play);
    let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::DeathRoll) => 6,
        (Some(Side::Red), _) => 6,
        _ => 3,
    });
    lose_first(&mut play);
    assert!(play.world()[b].is_broken());
    assert!(!play.world()[c].is_broken());
    assert!(!play.world()[a].turn.pursued);
    assert!(contact::in_close_combat_with(play.world(), a, c));
}

/// Eight cavalry in four files break blue in the middle; more cavalry stand 100 mm ahead of their right file.
fn fresh_ahead(y: i32, fresh: Cohesion) -> Play {
    scene()
        .red(group("A", &[cavalry(8)]).at(500, y, 0, 4).cohesion(Cohesion::Disrupted))
        .blue(group("B", &[cavalry(6)]).at(500, y, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalry(4)]).at(585, y + 100, 180, 2).cohesion(fresh))
        .play()
}

#[test]
fn pursuers_fight_fresh_enemy_in_the_next_impact_phase() {
    proves!("FOGR-JAP-032", "FOGR-JAP-035", "FOGR-JAP-036", "FOGR-IMPACT-121", "FOGR-JAP-003");
    let mut play = fresh_ahead(300, Cohesion::Steady);
    pass_all(&mut play);
    let (a, c) = (play.id("A"), play.id("C"));
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        // 7 makes 3 for the broken; C, who see it, pass.
        _ => 4,
    });
    // 8 less 4 is a failure for B.
    assert_eq!(pursuit_asked(&play), Some((a, Freedom::MayHaltByTest)), "{}", tale(&play));
    choose(&mut play, Decision::GoOn);
    assert!(told(&play.events).contains(&Event::Pursued { group: a, in_contact: false, into: Some(c) }));
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(400));
    // Nobody asked the disrupted cavalry whether it breaks off, and it did not fight before the impact phase of the
    // other player's turn, in which it counts as charging.
    assert_eq!((play.world().turn.number, play.world().turn.active), (2, Side::Blue));
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{:?}", play.battle.awaiting()) };
    assert_eq!(roll.purpose, RollPurpose::Impact);
    assert_eq!(play.world()[a].cohesion, Cohesion::Disrupted);
}

#[test]
fn reading_jap_035_pursuers_who_halt_stand_1_mu_short() {
    proves!("FOGR-JAP-032", "FOGR-JAP-035");
    let mut play = fresh_ahead(300, Cohesion::Steady);
    pass_all(&mut play);
    let a = play.id("A");
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 4,
    });
    assert!(pursuit_asked(&play).is_some(), "{}", tale(&play));
    choose(&mut play, Decision::Halt);
    // The test to stop costs 1, and so does disruption: 10 is 8 and enough.
    play.dice(&[4, 6]);
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(375));
}

#[test]
fn fragmented_troops_in_the_path_test_and_rout_before_the_pursuers_come() {
    proves!("FOGR-JAP-037", "FOGR-COHESION-001", "FOGR-COMBAT-120");
    let mut play = fresh_ahead(300, Cohesion::Fragmented);
    pass_all(&mut play);
    let (a, c) = (play.id("A"), play.id("C"));
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 5,
    });
    // B: 10 - 4 = 6 breaks. C sees it: 10 - 2 = 8 passes.
    assert!(!play.world()[c].is_broken() && pursuit_asked(&play).is_some(), "{}", tale(&play));
    choose(&mut play, Decision::GoOn);
    // Charged while fragmented: 8 - 2 = 6, broken, and 5 MU away before red moves its own 5.
    play.dice(&[4, 4]);
    assert!(play.world()[c].is_broken());
    play.dice(&[3]);
    lose_first(&mut play);
    assert!(play.world()[c].turn.routed);
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(425));
}

#[test]
fn light_troops_and_foot_may_halt_before_what_they_fear() {
    proves!("FOGR-JAP-033", "FOGR-JAP-034");
    // Light horse before battle troops.
    let mut play = scene()
        .red(group("L", &[light_horse(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[light_horse(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalry(4)]).at(585, 400, 180, 2))
        .play();
    rout(&mut play, 3);
    let l = play.id("L");
    assert_eq!(pursuit_asked(&play), Some((l, Freedom::MayHalt)), "{}", tale(&play));
    choose(&mut play, Decision::Halt);
    assert_eq!(play.world().anchor(l).at.y, Um::from_mm(375));
    // Foot before horsemen.
    let mut play = scene()
        .red(group("P", &[pike(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[pike(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalry(4)]).at(585, 350, 180, 2))
        .play();
    rout(&mut play, 3);
    let p = play.id("P");
    assert_eq!(pursuit_asked(&play), Some((p, Freedom::MayHalt)), "{}", tale(&play));
    choose(&mut play, Decision::Halt);
    assert_eq!(play.world().anchor(p).at.y, Um::from_mm(325));
}

#[test]
fn pursuers_may_stop_at_ground_that_would_disorder_them_severely() {
    proves!("FOGR-JAP-031");
    // Marsh before the right file of the pursuers only.
    let mut play = scene()
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .terrain(TerrainKind::Marsh, (545, 360), (700, 500))
        .play();
    rout(&mut play, 3);
    let a = play.id("A");
    assert_eq!(pursuit_asked(&play), Some((a, Freedom::MayHaltAtTerrain)), "{}", tale(&play));
    choose(&mut play, Decision::Halt);
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(360));
}

#[test]
fn trap_others_stop_when_they_lose_contact_but_gendarmes_go_on() {
    // TRAPS: gendarmes keep pursuing after losing contact, and test to stop without re-rolls.
    proves!("FOGR-JAP-025", "FOGR-JAP-026", "FOGR-JAP-024");
    let gendarmes = |count| {
        crate::battle_common::bases(
            count,
            TroopType::Gendarmes,
            Some(Armour::HeavilyArmoured),
            &[Capability::HeavyLancers, Capability::Swordsmen],
        )
    };
    let wild = |bases, wild: bool| {
        let mut play = scene()
            .red(group("A", &[bases]).at(500, 300, 0, 2))
            .blue(group("B", &[light_horse(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        rout(&mut play, 3);
        let (a, b) = (play.id("A"), play.id("B"));
        // Light horse run 7 MU, red follow at 5 or less.
        assert!(!contact::touch(play.world(), a, b));
        assert_eq!(play.world()[a].wild_pursuit, wild);
        assert_eq!(play.world()[a].pursuing.contains(&b), wild);
        play
    };
    wild(cavalry(4), false);
    let mut play = wild(gendarmes(4), true);
    // They may try to stop, without quality re-rolls; failing, they go on after routers who vary their move.
    let a = play.id("A");
    pass_to(&mut play, Phase::JointAction);
    let (_, asked) = play.asked();
    assert_eq!(asked, caracole_fog::battle::Request::Joint(joint::Request::Stop { group: a }));
    play.choose(caracole_fog::battle::Decision::Joint(joint::Decision::Act));
    // 8 - 1 = 7: not enough; a 1 is not thrown again.
    play.dice(&[4, 4]);
    while pass(&mut play) {}
    play.dice(&[3]);
    let before = play.world().anchor(a).at.y;
    play.dice(&[3]);
    assert!(play.world().anchor(a).at.y > before);
    assert!(play.world()[a].wild_pursuit);
}

#[test]
fn pursuers_may_test_to_stop_and_then_stand_free() {
    proves!("FOGR-JAP-024", "FOGR-JAP-040");
    let mut play = pressed(300).play();
    rout(&mut play, 3);
    lose_first(&mut play);
    let a = play.id("A");
    assert!(!play.world()[a].pursuing.is_empty());
    pass_to(&mut play, Phase::JointAction);
    play.choose(caracole_fog::battle::Decision::Joint(joint::Decision::Act));
    // 9 less 1 for stopping.
    play.dice(&[4, 5]);
    assert!(play.world()[a].pursuing.is_empty());
    let stood = play.world().anchor(a);
    while pass(&mut play) {}
    assert_eq!(play.world().anchor(a), stood);
}

/// A variable move, or a pursuit.
fn is_variable_move_or_pursuit(event: &Any) -> Option<bool> {
    match event {
        Any::Test(game_tests::Event::VariableMove { .. }) => Some(true),
        Any::Outcome(Event::Pursued { .. }) => Some(false),
        _ => None,
    }
}

#[test]
fn several_pursuers_throw_first_and_each_costs_a_base() {
    proves!("FOGR-JAP-029", "FOGR-JAP-041");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(440, 300, 0, 2))
        .red(group("C", &[cavalry(4)]).at(520, 300, 0, 2))
        .blue(group("B", &[cavalry(8)]).at(480, 300, 180, 4).cohesion(Cohesion::Fragmented))
        .play();
    rout(&mut play, 3);
    lose_first(&mut play);
    let b = play.id("B");
    assert!(play.world()[b].is_broken());
    // One by the death roll, two by the pursuers.
    assert_eq!(play.world().size(b), 5, "{}", tale(&play));
    // Eight average bases autobreak at four: not yet.
    assert!(!play.world()[b].autobroken);
    let dice: Vec<bool> = play.events.iter().filter_map(is_variable_move_or_pursuit).collect();
    // The rout, both dice of the pursuers, then their moves.
    assert_eq!(dice, [true, true, true, false, false]);
}

#[test]
fn a_charge_whose_target_breaks_is_pursued_in_the_impact_phase_into_a_second_combat() {
    proves!("FOGR-IMPACT-121", "FOGR-SEQUENCE-015", "FOGR-SEQUENCE-016");
    let mut play = scene()
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(6)]).at(500, 350, 180, 2).cohesion(Cohesion::Disrupted))
        .blue(group("C", &[cavalry(4)]).at(585, 450, 180, 2))
        .begin();
    let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
    charge(&mut play, "A", &["B"]);
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Impact) => 5,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 1,
    });
    assert!(play.world()[b].is_broken());
    // C saw it and fell two levels.
    if pursuit_asked(&play).is_some() {
        choose(&mut play, Decision::GoOn);
    }
    assert_eq!(play.world().turn.phase, Phase::Impact);
    assert_eq!(play.world()[c].cohesion, Cohesion::Fragmented);
    // C, fragmented, tests for the pursuers: 12 - 2 stands; then the combat follows at once.
    play.dice(&[6, 6]);
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{:?}", play.battle.awaiting()) };
    assert_eq!(roll.purpose, RollPurpose::Impact);
    assert!(contact::in_close_combat_with(play.world(), a, c));
}

#[test]
fn the_active_player_takes_off_bases_that_pursuers_cost_second() {
    proves!("FOGR-COHESION-055");
    for (active, order) in [(Side::Red, ["B", "D"]), (Side::Blue, ["D", "B"])] {
        let weak = |name: &str| group(name, &[cavalry(6)]).cohesion(Cohesion::Fragmented);
        let mut play = scene()
            .active(active)
            .red(group("A", &[cavalry(8)]).at(400, 400, 0, 4))
            .red(weak("D").at(1300, 600, 0, 2))
            .blue(weak("B").at(400, 400, 180, 2))
            .blue(group("C", &[cavalry(8)]).at(1300, 600, 180, 4))
            .play();
        pass_all(&mut play);
        // The strong hit and the weak, who have few dice, do not: both break, and both are caught.
        settle(&mut play, |roll| match roll.purpose {
            RollPurpose::Melee if roll.pools.iter().map(|p| p.dice).sum::<u16>() > 3 => 5,
            RollPurpose::VariableMove => 3,
            RollPurpose::DeathRoll => 6,
            _ => 1,
        });
        lose_first(&mut play);
        let lost = |e: Event| if let Event::BaseLost { group, .. } = e { Some(group) } else { None };
        let found: Vec<_> = told(&play.events).into_iter().filter_map(lost).collect();
        // One each for the hits, then one each to the pursuers.
        assert_eq!(
            found,
            [order, order].concat().iter().map(|n| play.id(n)).collect::<Vec<_>>(),
            "{}",
            tale(&play)
        );
    }
}
