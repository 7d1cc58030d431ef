//! Where implementations of movement and manoeuvre go wrong: one scenario for each trap.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, front, moved, red, refused};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Decision, Feeding, Request, may_pass};
use caracole_fog::battle::position::{flank, kinds};
use caracole_fog::battle::world::Posture;
use caracole_fog::battle::{Request as Asked, World};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{RuleId, proves, rule};
use caracole_plane::{Hand, Point};

/// The lowest speed applies to the whole move.
#[test]
fn trap_the_lowest_speed_applies_to_the_whole_move() {
    proves!("FOGR-MOVE-009", "FOGR-BG-065");
    let brush_from = |y: i32| {
        scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).terrain(
            TerrainKind::Brush,
            (700, y),
            (1100, y + 200),
        )
    };
    // 5 MU in the open, 3 in brush: who has come further than 75 mm halts at its edge.
    let far = brush_from(420);
    moved(&far, "A", ahead(120));
    assert_eq!(refused(&far, "A", ahead(121)).rule, rule!("FOGR-MOVE-005"));
    let near = brush_from(350);
    moved(&near, "A", ahead(75));
    assert_eq!(refused(&near, "A", ahead(76)).rule, rule!("FOGR-MOVE-005"));
}

/// A blocked turn shifts the enemy out of the way, never friends.
#[test]
fn trap_a_blocked_turn_shifts_enemies_and_never_friends() {
    proves!("FOGR-MOVE-069", "FOGR-MOVE-070");
    let right = || Action::TurnToFlank { hand: Hand::Right, files: None, with: None };
    // A line of six horse turns right into a column whose rear comes down to y = 260; somebody's front is at 265.
    let line = || scene().red(group("A", &[horse(6)]).at(900, 300, 0, 6));
    let other = |name| group(name, &[horse(2)]).at(1000, 265, 0, 2);
    let enemy = moved(&line().blue(other("E")), "A", right());
    assert!(matches!(enemy.asked().1, Asked::Manoeuvre(Request::GiveWay { .. })));
    let friends = line().red(other("F"));
    refused(&friends, "A", right());
}

/// Second and third moves check 6 MU along the whole path, with the exceptions for squares and commanders.
#[test]
fn trap_further_moves_keep_6_mu_from_the_enemy_except_squares_and_commanders() {
    proves!("FOGR-MANOEUVRE-052", "FOGR-MANOEUVRE-058");
    // Horse whose right side is at x = 940; the enemy's left side 130 mm from their lane. They make their first move to
    // y = 325, 195 mm short of his level, and would come to 147 mm from him with the second.
    let with = |scene: Scene| {
        scene.red(group("A", &[horse(4)]).at(900, 200, 0, 2)).commander(Side::Red, CommanderLevel::Troop, "A")
    };
    let enemy = || group("E", &[pike(4)]).at(1110, 520, 180, 2);
    let again = |scene: &Scene, change: &dyn Fn(&mut World)| {
        let mut play = at_moves(scene);
        let a = scene.id("A");
        play.choose(Decision::Move { group: a, action: ahead(125) });
        assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { .. })));
        let mut world = play.world().clone();
        change(&mut world);
        let request = Request::MoveAgain { groups: vec![a] };
        red(&world, &request, &Decision::Move { group: a, action: ahead(125) }).map_err(|r| r.rule)
    };
    let near = with(scene().blue(enemy()));
    assert_eq!(again(&near, &|_| {}).unwrap_err(), rule!("FOGR-MANOEUVRE-052"));
    let e = near.id("E");
    assert!(again(&near, &|w| w[e].posture = Posture::Square).is_ok());
    let general = with(scene().blue(group("E", &[pike(4)]).at(1500, 1000, 180, 2)).lone_commander(
        Side::Blue,
        CommanderLevel::Troop,
        1110,
        520,
    ));
    assert!(again(&general, &|_| {}).is_ok());
}

/// Only the active side conforms.
#[test]
fn trap_only_the_active_side_conforms() {
    proves!("FOGR-MANOEUVRE-011");
    let offset = |active| {
        let scene = scene()
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("E", &[horse(4)]).at(915, 300, 180, 2))
            .active(active);
        let play = at_moves(&scene);
        (front(play.world(), &scene, "A"), front(play.world(), &scene, "E"))
    };
    let (from, to) = (Point::from_mm(900, 300), Point::from_mm(915, 300));
    assert_eq!(offset(Side::Red), (to, to));
    assert_eq!(offset(Side::Blue), (from, from));
}

/// The side that is not active only matches when it feeds bases in.
#[test]
fn trap_the_other_side_only_matches_when_it_feeds_bases_in() {
    proves!("FOGR-MANOEUVRE-024");
    // Two files three deep against two files: the third ranks may come up, the active side's first.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(6)]).at(900, 300, 180, 2));
    let mut play = scene.play();
    let expand =
        |name, hand| Decision::Feed { group: scene.id(name), how: Feeding::Expand { hand, formation: None } };
    while matches!(play.asked().1, Asked::Manoeuvre(Request::Reform | Request::Conform { .. })) {
        play.choose(Decision::Done);
    }
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Feed)));
    // Red does nothing: blue has nothing to match.
    play.choose(Decision::Done);
    if matches!(play.asked(), (Side::Blue, Asked::Manoeuvre(Request::Feed))) {
        assert_eq!(play.refused(expand("E", Hand::Left)).rule, rule!("FOGR-MANOEUVRE-024"));
    } else {
        assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Move)));
    }
}

/// Both sides may reform, the active side first.
#[test]
fn trap_both_sides_may_reform() {
    proves!("FOGR-MANOEUVRE-005");
    use caracole_fog::battle::manoeuvre::look;
    use caracole_plane::{Angle, Um};
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 700, 180, 2));
    let mut world = scene.world();
    for name in ["A", "E"] {
        for id in world.base_ids(scene.id(name)) {
            if world[id].at.file == 1 {
                let at = world[id].base.front.at;
                world[id].base.front.at = at.moved(Angle::ZERO, Um::from_mm(20));
            }
        }
    }
    for (side, name) in [(Side::Red, "A"), (Side::Blue, "E")] {
        let reform = Decision::Reform { group: scene.id(name), as_base: 0, files: 2 };
        assert!(look(&world, side, &Request::Reform, &reform).is_ok(), "{side}");
    }
}

/// Pinned battle groups cannot contract, though a turn may narrow their front.
#[test]
fn trap_pinned_battle_groups_cannot_contract() {
    proves!("FOGR-MANOEUVRE-044", "FOGR-GLOSSARY-029", "FOGR-GLOSSARY-045");
    let narrow = || Action::Contract { left: 1, right: 0, formation: None, with: None };
    let at = |y: i32| {
        scene()
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("E", &[horse(4)]).at(900, y, 180, 2))
    };
    // 2 MU are 50 mm.
    assert_eq!(refused(&at(350), "A", narrow()).rule, rule!("FOGR-MANOEUVRE-044"));
    moved(&at(351), "A", narrow());
    moved(&at(350), "A", Action::TurnToFlank { hand: Hand::Left, files: Some(1), with: None });
}

/// Threatened flank has four independent causes, nearness to any table edge among them.
#[test]
fn trap_a_flank_is_threatened_by_each_of_four_causes_alone() {
    proves!("FOGR-GLOSSARY-039", "FOGR-GLOSSARY-040", "FOGR-GLOSSARY-041", "FOGR-GLOSSARY-043");
    let threats = |scene: &Scene| -> Vec<RuleId> { flank::threats(&scene.world(), scene.id("A")).to_vec() };
    let foot = |x, y, degrees| scene().red(group("A", &[pike(8)]).at(x, y, degrees, 4));
    assert_eq!(threats(&foot(900, 600, 0)), []);
    // A side edge nearer than 12 MU, whichever way it faces: 300 mm; the front is 160 mm wide.
    assert_eq!(threats(&foot(379, 600, 0)), [rule!("FOGR-GLOSSARY-039")]);
    assert_eq!(threats(&foot(381, 600, 0)), []);
    assert_eq!(threats(&foot(299, 600, 90)), [rule!("FOGR-GLOSSARY-039")]);
    // Either base edge nearer than 6 MU, the enemy's too: two ranks of 20 mm behind the front.
    assert_eq!(threats(&foot(900, 189, 0)), [rule!("FOGR-GLOSSARY-040")]);
    assert_eq!(threats(&foot(900, 191, 0)), []);
    assert_eq!(threats(&foot(900, 1051, 0)), [rule!("FOGR-GLOSSARY-040")]);
    // Enemy mounted within 12 MU of a flank and on its side, too far to charge.
    let mounted = foot(900, 600, 0).blue(group("E", &[horse(4)]).at(1250, 600, 0, 2));
    assert_eq!(threats(&mounted), [rule!("FOGR-GLOSSARY-041")]);
    // Foot who could charge it in the flank in their next turn.
    let charge = foot(900, 600, 0).blue(group("E", &[pike(4)]).at(1040, 560, 270, 2));
    assert_eq!(threats(&charge), [rule!("FOGR-GLOSSARY-043")]);
}

/// "Cavalry" is one troop type: the other mounted neither evade nor pass through light foot.
#[test]
fn trap_cavalry_is_one_troop_type() {
    proves!("FOGR-TROOPS-003", "FOGR-MOVE-078");
    let mounted = |troops| {
        let scene = scene()
            .red(
                group("A", &[bases(4, troops, Some(Armour::Armoured), &[Capability::Swordsmen])])
                    .at(900, 300, 0, 4),
            )
            .red(group("L", &[light_foot(4)]).at(900, 360, 0, 4));
        let world = scene.world();
        let (a, l) = (scene.id("A"), scene.id("L"));
        (kinds::is_evader(&world, a), may_pass(&world, a, l).is_some(), may_pass(&world, l, a).is_some())
    };
    assert_eq!(mounted(TroopType::Cavalry), (true, true, true));
    for other in [TroopType::Gendarmes, TroopType::Cavaliers, TroopType::Horse, TroopType::DeterminedHorse] {
        assert_eq!(mounted(other), (false, false, true), "{other}");
    }
}

/// Elephants are neither foot nor mounted; dragoons are foot and light troops.
#[test]
fn trap_elephants_are_neither_foot_nor_mounted_and_dragoons_are_light_foot() {
    proves!("FOGR-TROOPS-002", "FOGR-TROOPS-008");
    let scene = scene()
        .red(group("N", &[bases(2, TroopType::Elephants, None, &[])]).at(500, 300, 0, 2))
        .red(group("D", &[dragoons(4)]).at(900, 300, 0, 2));
    let world = scene.world();
    let (n, d) = (scene.id("N"), scene.id("D"));
    assert!(!kinds::is_foot(&world, n) && !kinds::is_mounted(&world, n) && kinds::is_battle(&world, n));
    assert!(kinds::is_foot(&world, d) && kinds::is_light(&world, d));
}
