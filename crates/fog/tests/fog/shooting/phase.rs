//! The shooting phase on the table, with literal dice.

use crate::battle_common::{Play, cavalry, group, guns, horse, light_foot, light_horse, scene, shot};
use caracole_fog::battle::manoeuvre;
use caracole_fog::battle::shooting::aim::{Shooting, aim};
use caracole_fog::battle::shooting::targets::may_shoot;
use caracole_fog::battle::shooting::volleys::volleys;
use caracole_fog::battle::shooting::{Choice, Decision, Request};
use caracole_fog::battle::{Decision as Any, Event, GroupId, Phase, Request as Asked, World, outcome};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Hand, Um};

/// The battle once everybody is done with moving: nobody charges or moves.
fn past_moves(mut play: Play) -> Play {
    while let Awaiting::Decision { request: Asked::Manoeuvre(_), .. } = play.battle.awaiting() {
        play.choose(Any::Manoeuvre(manoeuvre::Decision::Done));
    }
    play
}

/// Who shoots at whom, by how many files.
fn aimed(world: &World) -> Vec<Shooting> {
    aim(world, &[]).expect("no choice is open")
}

fn files_at(world: &World, by: GroupId, at: GroupId) -> usize {
    aimed(world).iter().filter(|s| s.group == by && s.target.0 == at).count()
}

#[test]
fn all_in_range_shoot_on_both_sides() {
    proves!("FOGR-SHOOT-002", "FOGR-SHOOT-005", "FOGR-SHOOT-008", "FOGR-TURN-013");
    // Muskets 4 MU (100 mm) apart: long range for both.
    let scene = scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[shot(6)]).at(500, 400, 180, 3));
    let world = scene.world();
    let (a, b) = (scene.id("A"), scene.id("B"));
    assert_eq!((files_at(&world, a, b), files_at(&world, b, a)), (3, 3));
    // Just beyond 6 MU nobody shoots.
    let far = scene_apart(151);
    assert!(aimed(&far).is_empty());
    assert_eq!(aimed(&scene_apart(150)).len(), 6);
}

fn scene_apart(mm: i32) -> World {
    scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[shot(6)]).at(500, 300 + mm, 180, 3))
        .world()
}

/// Found in battle 18 of the mirror: after wheels enemies 2 MU apart stood 2 micrometres further.
#[test]
fn a_range_includes_its_limit_whatever_the_rounding_of_moves() {
    proves!("FOGR-SHOOT-008");
    let apart = |micrometres: i64| {
        let mut world = scene_apart(150);
        let further = Um::new(micrometres);
        let theirs: Vec<_> = world.of_side(Side::Blue).filter(|&g| world[g].is_on_table()).collect();
        for id in theirs.into_iter().flat_map(|g| world.base_ids(g)).collect::<Vec<_>>() {
            world[id].base.front.at.y += further;
        }
        aimed(&world).len()
    };
    assert_eq!((apart(10), apart(60)), (6, 0));
}

#[test]
fn shooting_is_rolled_for_both_sides_before_any_outcome() {
    proves!("FOGR-SHOOT-003", "FOGR-COMBAT-005", "FOGR-COMBAT-035", "FOGR-COMBAT-109", "FOGR-COHESION-002");
    proves!("FOGR-COHESION-022", "FOGR-COHESION-043", "FOGR-SHOOT-045");
    // Muskets at 2 MU: one die for each base of the first two ranks, needing 4 against foot.
    let mut play = past_moves(
        scene()
            .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
            .blue(group("B", &[shot(6)]).at(500, 350, 180, 3))
            .play(),
    );
    let (a, b) = (play.id("A"), play.id("B"));
    assert_eq!(play.world().turn.phase, Phase::Shooting);
    play.dice(&[4, 4, 4, 1, 2, 3]);
    assert_eq!(play.world()[b].cohesion, Cohesion::Steady);
    play.dice(&[4, 1, 1, 1, 2, 3]);
    // 3 hits on 6 bases: a test, at -1 for one hit per two bases. Red's 1 hit on 6 is too few.
    // The nearest table edge is 500 mm away: no threatened flank at the sides (12 MU is 300 mm).
    play.dice(&[3, 4]);
    assert!(play.events.iter().any(|e| matches!(
        e,
        Event::Outcome(outcome::Event::Tested { group, to: Cohesion::Disrupted, score, .. })
            if *group == b && score.total() == 6
    )));
    // Firearms give no +2: red dies on 1 (1 hit), blue on 3 or less.
    play.dice(&[2, 3]);
    let Awaiting::Decision { side: Side::Blue, .. } = play.battle.awaiting() else {
        panic!("{:?}", play.battle.awaiting())
    };
    play.choose(Any::Outcome(outcome::Decision::Loss { choice: 0 }));
    assert_eq!((play.world().size(a), play.world().size(b)), (6, 5));
    assert_eq!(play.world()[b].cohesion, Cohesion::Disrupted);
}

#[test]
fn straight_ahead_at_short_range_comes_before_nearer_enemy_to_the_side() {
    proves!("FOGR-SHOOT-015", "FOGR-SHOOT-018", "FOGR-SHOOT-019");
    // One file; B stands straight ahead at 60 mm, C half a base to the side at 30 mm.
    let scene = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 1))
        .blue(group("B", &[cavalry(4)]).at(500, 360, 180, 2))
        .blue(group("C", &[cavalry(4)]).at(565, 330, 180, 1));
    let world = scene.world();
    let targets: Vec<GroupId> =
        aimed(&world).iter().filter(|s| s.group == scene.id("A")).map(|s| s.target.0).collect();
    assert_eq!(targets, [scene.id("B")]);
}

#[test]
fn the_arc_is_two_base_widths_beyond_short_range_and_one_within() {
    proves!("FOGR-SHOOT-021");
    let at = |x: i32, y: i32| {
        let scene = scene()
            .red(group("A", &[shot(4)]).at(500, 300, 0, 1))
            .blue(group("B", &[cavalry(4)]).at(x, y, 180, 1));
        let world = scene.world();
        files_at(&world, scene.id("A"), scene.id("B"))
    };
    // Long range: the right edge of the strip is 20 + 80 mm from the middle; the target is 40 mm wide.
    assert_eq!(at(619, 400), 1);
    assert_eq!(at(621, 400), 0);
    // Short range (3 MU is 75 mm): 20 + 40 mm.
    assert_eq!(at(579, 330), 1);
    assert_eq!(at(581, 330), 0);
}

#[test]
fn friends_and_woods_hide_a_target() {
    proves!("FOGR-SHOOT-027", "FOGR-TERRAIN-008", "FOGR-TERRAIN-023");
    let open = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 1))
        .blue(group("B", &[cavalry(4)]).at(500, 420, 180, 2));
    let (a, b) = (open.id("A"), open.id("B"));
    assert_eq!(files_at(&open.world(), a, b), 1);
    let wood = open.clone().terrain(TerrainKind::Forest, (300, 330), (700, 380));
    assert_eq!(files_at(&wood.world(), a, b), 0);
    // Friends across the line, who are no light foot to be shot over.
    let friends = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 1))
        .red(group("F", &[horse(4)]).at(500, 380, 0, 4))
        .blue(group("B", &[cavalry(4)]).at(500, 420, 180, 2));
    assert_eq!(files_at(&friends.world(), friends.id("A"), friends.id("B")), 0);
}

#[test]
fn files_in_melee_neither_shoot_nor_are_shot_at() {
    proves!("FOGR-SHOOT-039", "FOGR-SHOOT-040");
    // Four files of shot, the two on the left in contact with horse; blue shot stand opposite the others.
    let scene = scene()
        .red(group("A", &[shot(8)]).at(500, 300, 0, 4))
        .blue(group("H", &[horse(4)]).at(460, 300, 180, 2))
        .blue(group("S", &[shot(4)]).at(560, 360, 180, 2));
    let world = scene.world();
    let (a, h, s) = (scene.id("A"), scene.id("H"), scene.id("S"));
    // The third file overlaps the horse and so can give a die; only the fourth is free to shoot.
    assert_eq!(files_at(&world, a, s), 1);
    assert_eq!(files_at(&world, a, h), 0);
    let at_melee = aimed(&world).iter().filter(|x| x.target.0 == a).any(|x| world[x.target.1].at.file < 3);
    assert!(!at_melee);
}

#[test]
fn troops_that_moved_at_impact_and_guns_that_manoeuvred_do_not_shoot() {
    proves!("FOGR-SHOOT-009", "FOGR-SHOOT-010", "FOGR-SHOOT-011", "FOGR-SHOOT-046");
    let scene = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 2))
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(700, 300, 0, 2))
        .red(group("L", &[guns(2, TroopType::MediumArtillery)]).at(900, 300, 180, 2).limbered());
    let mut world = scene.world();
    let (a, g, l) = (scene.id("A"), scene.id("G"), scene.id("L"));
    assert!(may_shoot(&world, a) && may_shoot(&world, g) && !may_shoot(&world, l));
    world[a].turn.manoeuvred = true;
    world[g].turn.manoeuvred = true;
    assert!(may_shoot(&world, a) && !may_shoot(&world, g));
    world[a].turn.evaded = true;
    assert!(!may_shoot(&world, a));
    world[g].turn.manoeuvred = false;
    world[g].cohesion = Cohesion::Broken;
    assert!(!may_shoot(&world, g));
}

#[test]
fn distant_artillery_chooses_its_target() {
    proves!("FOGR-SHOOT-013");
    let mut play = past_moves(
        scene()
            .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
            .blue(group("B", &[horse(4)]).at(480, 600, 180, 1))
            .blue(group("C", &[horse(4)]).at(540, 650, 180, 1))
            .play(),
    );
    let (side, asked) = play.asked();
    assert_eq!(side, Side::Red);
    let Asked::Shooting(Request::Target { targets, .. }) = asked else { panic!("{asked:?}") };
    assert_eq!(targets, [play.id("B"), play.id("C")]);
    let refusal = play.refused(Any::Shooting(Decision::Target { at: play.id("G") }));
    assert_eq!(refusal.rule.id(), "FOGR-SHOOT-013");
    let farther = play.id("C");
    play.choose(Any::Shooting(Decision::Target { at: farther }));
    assert!(matches!(play.asked().1, Asked::Shooting(Request::Target { .. })));
}

/// Near artillery is bound to the nearest and may ignore light foot.
#[test]
fn reading_shoot_014() {
    proves!("FOGR-SHOOT-014", "FOGR-SHOOT-013");
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
        .blue(group("L", &[light_foot(4)]).at(500, 400, 180, 2))
        .blue(group("B", &[horse(4)]).at(500, 480, 180, 2));
    let world = scene.world();
    // Light foot 4 MU away are ignored and shot over; the horse 7.2 MU away are the target.
    assert_eq!(files_at(&world, scene.id("G"), scene.id("B")), 2);
}

#[test]
fn equal_targets_are_taken_on_one_side_only() {
    proves!("FOGR-SHOOT-020");
    // A file between two like enemies.
    let scene = scene()
        .red(group("A", &[shot(2)]).at(500, 300, 0, 1))
        .blue(group("B", &[light_horse(4)]).at(460, 360, 180, 1))
        .blue(group("C", &[light_horse(4)]).at(540, 360, 180, 1));
    let world = scene.world();
    let a = scene.id("A");
    let open = aim(&world, &[]).expect_err("a choice");
    assert_eq!(open, (a, Request::Side { group: a }));
    for (hand, target) in [(Hand::Left, "B"), (Hand::Right, "C")] {
        let aimed = aim(&world, &[Choice::Side { group: a, hand }]).expect("targets");
        assert!(aimed.iter().any(|s| s.group == a && s.target.0 == scene.id(target)));
    }
}

#[test]
fn cover_counts_for_targets_wholly_in_it() {
    proves!("FOGR-TERRAIN-028");
    let scene = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[shot(4)]).at(500, 360, 180, 2))
        .terrain(TerrainKind::Vineyards, (400, 355), (600, 450));
    let world = scene.world();
    let (_, fight) = volleys(&world, &aimed(&world), &[]).expect("shooting");
    let cover: Vec<bool> = fight.volleys.iter().map(|v| v.cover).collect();
    assert_eq!(cover, [true, false]);
}
