//! Cohesion tests that need a table.

use crate::battle_common::{cavalry, group, pike, scene};
use crate::steps::{pass_all, settle, tale};
use caracole_fog::army::CommanderLevel;
use caracole_fog::core::Cause;
use caracole_fog::renaissance::battle::outcome::tests::{Tests, modifiers};
use caracole_fog::troops::Cohesion;
use caracole_kernel::Side;
use caracole_ledger::proves;

#[test]
fn a_commander_with_engaged_troops_helps_others_unless_he_fights() {
    proves!("FOGR-COHESION-015", "FOGR-COHESION-016", "FOGR-COMBAT-118");
    let scene = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .red(group("C", &[cavalry(4)]).at(640, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let mut world = scene.world();
    let (a, c) = (scene.id("A"), scene.id("C"));
    let sight = Cause::Sight { reasons: 1 };
    assert_eq!((modifiers(&world, a, sight).total(), modifiers(&world, c, sight).total()), (1, 1));
    world.commanders[0].place = caracole_fog::renaissance::battle::world::CommanderPlace::FrontRank(a);
    assert_eq!((modifiers(&world, a, sight).total(), modifiers(&world, c, sight).total()), (1, 0));
}

#[test]
fn several_reasons_are_one_test_at_minus_1_and_nobody_tests_twice() {
    proves!("FOGR-COHESION-018", "FOGR-COHESION-027", "FOGR-COHESION-020");
    let scene = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .red(group("B", &[cavalry(4)]).at(660, 300, 0, 2))
        .red(group("W", &[cavalry(4)]).at(580, 300, 0, 2))
        .blue(group("E", &[cavalry(4)]).at(900, 900, 180, 2));
    let mut world = scene.world();
    let (a, b, w) = (scene.id("A"), scene.id("B"), scene.id("W"));
    world[a].cohesion = Cohesion::Broken;
    world[b].cohesion = Cohesion::Broken;
    let tests = Tests::at_end_of_phase(&world, &[a, b]);
    assert_eq!(tests.due.iter().map(|d| (d.group, d.reasons)).collect::<Vec<_>>(), [(w, 2)]);
    assert_eq!(modifiers(&world, w, Cause::Sight { reasons: 2 }).total(), -1);
    world[w].phase.saw = true;
    assert!(Tests::at_end_of_phase(&world, &[a, b]).due.is_empty());
}

#[test]
fn battle_troops_ignore_light_troops_that_break() {
    proves!("FOGR-COHESION-007");
    let scene = scene()
        .red(group("L", &[crate::battle_common::light_horse(4)]).at(500, 300, 0, 2))
        .red(group("P", &[pike(4)]).at(600, 300, 0, 2))
        .red(group("M", &[crate::battle_common::light_horse(4)]).at(400, 300, 0, 2))
        .blue(group("E", &[cavalry(4)]).at(900, 900, 180, 2));
    let mut world = scene.world();
    let l = scene.id("L");
    world[l].cohesion = Cohesion::Broken;
    let due: Vec<_> = Tests::of_sight(&world, &[l]).due.iter().map(|d| d.group).collect();
    assert_eq!(due, [scene.id("M")]);
}

#[test]
fn a_gap_that_cannot_be_filled_is_closed_by_shifting_and_keeps_contact() {
    proves!("FOGR-COHESION-053", "FOGR-COHESION-058", "FOGR-COHESION-059");
    // One rank of four: the base lost leaves a gap; two enemies, one at each end.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(4)]).at(440, 300, 180, 1))
        .blue(group("C", &[cavalry(4)]).at(560, 300, 180, 1))
        .play();
    pass_all(&mut play);
    let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
    settle(&mut play, |roll| match (roll.side, &*roll.purpose) {
        (Some(Side::Blue), "melee to hit") => 6,
        (Some(Side::Red), "cohesion test") => 6,
        _ => 1,
    });
    use caracole_fog::renaissance::battle::position::contact;
    assert!(play.world().size(a) < 4, "{}", tale(&play));
    if !play.world()[a].is_broken() {
        let faces = |e| contact::in_close_combat_with(play.world(), a, e);
        assert!(faces(b) || faces(c), "{}", tale(&play));
    }
}
