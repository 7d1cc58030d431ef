//! Cohesion tests that need a table.

use crate::battle_common::{cavalry, group, pike, scene};
use crate::outcome::steps::{pass_all, settle, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::outcome::game_tests::{Tests, modifiers};
use caracole_fog::combat::Cause;
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
    world.commanders[0].place = caracole_fog::battle::world::CommanderPlace::FrontRank(a);
    assert_eq!((modifiers(&world, a, sight).total(), modifiers(&world, c, sight).total()), (1, 0));
}

#[test]
fn trap_several_reasons_are_one_test_at_minus_1_and_nobody_tests_twice() {
    // TRAPS: one test for several causes, none repeated for knock-on breaks.
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
    // One rank of four: the base lost leaves a gap; two enemies, one at each end.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(4)]).at(440, 300, 180, 1))
        .blue(group("C", &[cavalry(4)]).at(560, 300, 180, 1))
        .play();
    pass_all(&mut play);
    let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Melee) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
    use caracole_fog::battle::position::contact;
    assert!(play.world().size(a) < 4, "{}", tale(&play));
    if !play.world()[a].is_broken() {
        let faces = |e| contact::in_close_combat_with(play.world(), a, e);
        assert!(faces(b) || faces(c), "{}", tale(&play));
    }
}

#[test]
fn the_owner_decides_who_tests_first_and_later_ones_see_more() {
    proves!("FOGR-COHESION-019", "FOGR-COHESION-020", "FOGR-COHESION-018");
    // Two battle groups of pikes see the cavalry break; each stands near the other.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("P", &[pike(4)]).at(600, 340, 180, 2).cohesion(Cohesion::Disrupted))
        .blue(group("Q", &[pike(4)]).at(600, 390, 180, 2))
        .play();
    pass_all(&mut play);
    let (p, q) = (play.id("P"), play.id("Q"));
    play.dice(&[4, 5, 1, 1]);
    play.dice(&[1, 1]);
    play.dice(&[3, 4]);
    play.dice(&[3]);
    use caracole_fog::battle::outcome::{Decision, Event, Request};
    use caracole_fog::battle::{Decision as Any, Request as Asked};
    assert_eq!(play.asked(), (Side::Blue, Asked::Outcome(Request::TestOrder { groups: vec![p, q] })));
    let wrong = play.id("B");
    assert_eq!(
        play.refused(Any::Outcome(Decision::TestNext { group: wrong })).rule.id(),
        "FOGR-COHESION-019"
    );
    play.choose(Any::Outcome(Decision::TestNext { group: p }));
    // The disrupted pikes break: two levels with 2. The others, who test after them, have two reasons: 7 is 6.
    play.dice(&[1, 1]);
    play.dice(&[3, 4]);
    let scores: Vec<_> = crate::outcome::steps::told(&play.events)
        .into_iter()
        .filter_map(|e| match e {
            Event::Tested { group, score, .. } if group == q => Some(score.total()),
            _ => None,
        })
        .collect();
    assert_eq!(scores, [6], "{}", tale(&play));
}
