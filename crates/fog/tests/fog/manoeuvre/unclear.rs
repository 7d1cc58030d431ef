//! More readings chosen where the rules are unclear: table and scale, columns, disorder, guns, squares.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, mm, moved, red, refused, wheel};
use caracole_fog::army::{CommanderLevel, GroupPermit};
use caracole_fog::battle::impact::declare::may_charge;
use caracole_fog::battle::impact::evade::can_evade;
use caracole_fog::battle::manoeuvre::{Action, CommanderGoes, Decision, Order, Request, can_move};
use caracole_fog::battle::position::{attrition, disorder, flank};
use caracole_fog::battle::world::{CommanderId, CommanderPlace, Posture, Presence};
use caracole_fog::field::{Grade, Scale, TerrainKind};
use caracole_fog::troops::{Armour, Capability, Disorder, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Edge, Hand, Point};

/// The table is 72 by 48 movement units unless players agree otherwise.
#[test]
fn reading_basics_002() {
    proves!("FOGR-BASICS-002");
    let table = scene().world().field.table;
    assert_eq!((table.width, table.depth), (mm(1800), mm(1200)));
    let mut setup = scene().setup();
    setup.table_mu = (60, 40);
    let start = <caracole_fog::battle::Fogr as caracole_kernel::Rules>::prepare(
        &setup,
        <caracole_fog::battle::Fogr as caracole_kernel::Rules>::RULES,
    );
    let table = start.unwrap().world.field.table;
    assert_eq!((table.width, table.depth), (mm(1500), mm(1000)));
}

/// A movement unit is 25 mm by default, with bases 40 mm wide.
#[test]
fn reading_basics_004() {
    proves!("FOGR-BASICS-004", "FOGR-BASICS-006", "FOGR-SCALE-003");
    let scale = Scale::default();
    assert_eq!((scale.mu(1), scale.base_width()), (mm(25), mm(40)));
    assert!(Scale::MOVEMENT_UNITS.contains(&mm(40)));
    let scene = scene().red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3));
    assert!(scene.world().bases_of(scene.id("A")).iter().all(|b| b.base.width == mm(40)));
}

/// Kinked columns neither charge nor evade.
#[test]
fn reading_bg_045() {
    proves!("FOGR-BG-045");
    let scene = scene().red(group("A", &[light_horse(4)]).at(900, 300, 0, 1));
    let a = scene.id("A");
    let mut world = scene.world();
    assert!(may_charge(&world, a).is_ok() && can_evade(&world, a));
    let go = |world: &mut caracole_fog::battle::World, action| match red(
        world,
        &Request::Move,
        &Decision::Move { group: a, action },
    ) {
        Ok(Order::Move(plan)) => plan.end.carry_out(world),
        other => panic!("{other:?}"),
    };
    go(&mut world, wheel(Hand::Left, 40, 20));
    assert_eq!(may_charge(&world, a).unwrap_err().rule, rule!("FOGR-BG-045"));
    assert!(!can_evade(&world, a));
    // Straight again once all have passed the place of the wheel.
    go(&mut world, ahead(150));
    assert!(may_charge(&world, a).is_ok() && can_evade(&world, a));
}

/// A commander who would touch two battle groups is with the one that his player names.
#[test]
fn reading_command_007() {
    proves!("FOGR-COMMAND-007", "FOGR-MOVE-095");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(860, 300, 0, 2))
        .red(group("B", &[horse(4)]).at(940, 300, 0, 2))
        .lone_commander(Side::Red, CommanderLevel::Troop, 900, 180);
    for name in ["A", "B"] {
        let mut play = at_moves(&scene);
        let goes = CommanderGoes::Join(scene.id(name));
        play.choose(Decision::MoveCommander { commander: CommanderId(0), goes });
        assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::With(scene.id(name)));
    }
}

/// A grand battle group that evades off the table costs one point.
#[test]
fn reading_turn_008() {
    proves!("FOGR-TURN-008");
    let scene =
        scene().red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 600, 0, 4));
    let mut world = scene.world();
    let t = scene.id("T");
    assert!(world[t].grand);
    for (presence, points) in [(Presence::EvadedOff, 1), (Presence::RoutedOff, 4), (Presence::Straggling, 2)]
    {
        world[t].presence = presence;
        assert_eq!(attrition(&world, Side::Red).total(), points, "{presence:?}");
    }
}

/// Camelry move in soft sand as in rough ground; unlimbered guns in difficult ground do not even pivot.
#[test]
fn reading_move_005() {
    proves!("FOGR-MOVE-005", "FOGR-SPECIAL-003");
    let sand = |who: Who| {
        scene().red(who.at(900, 300, 0, 2)).terrain(TerrainKind::SoftSand, (700, 100), (1100, 700))
    };
    let camels = || group("A", &[bases(4, TroopType::Camelry, Some(Armour::Unarmoured), &[])]);
    moved(&sand(camels()), "A", ahead(75));
    assert_eq!(refused(&sand(camels()), "A", ahead(76)).rule, rule!("FOGR-MOVE-005"));
    assert_eq!(refused(&sand(group("A", &[cavalry(4)])), "A", ahead(26)).rule, rule!("FOGR-MOVE-005"));
    let pivot = || Action::Pivot { hand: Hand::Left, by: Angle::from_degrees(5), with_supporters: false };
    let medium = sand(group("A", &[guns(2, TroopType::MediumArtillery)]));
    assert_eq!(refused(&medium, "A", pivot()).rule, rule!("FOGR-MOVE-008"));
    moved(&sand(group("A", &[guns(2, TroopType::LightArtillery)])), "A", pivot());
}

/// What each grade of ground does to each type.
const DISORDER: [(TroopType, [Disorder; 3]); 12] = {
    use Disorder::{Disordered as D, None as N, SeverelyDisordered as S};
    [
        (TroopType::LightFoot, [N, N, N]),
        (TroopType::Warriors, [N, N, D]),
        (TroopType::MediumFoot, [N, N, D]),
        (TroopType::DeterminedFoot, [N, D, S]),
        (TroopType::HeavyFoot, [D, D, S]),
        (TroopType::LightHorse, [N, D, S]),
        (TroopType::Gendarmes, [D, D, S]),
        (TroopType::Horse, [D, D, S]),
        (TroopType::Cavalry, [D, D, S]),
        (TroopType::Elephants, [N, D, S]),
        (TroopType::Dragoons, [N, N, N]),
        (TroopType::LightArtillery, [N, N, D]),
    ]
};

/// The table of disorder by troops and ground, as data.
#[test]
fn reading_move_006() {
    proves!("FOGR-MOVE-006");
    let world = scene().world();
    for (troops, expected) in DISORDER {
        let found = [Grade::Uneven, Grade::Rough, Grade::Difficult]
            .map(|grade| disorder::by_terrain(&world, troops, Posture::Normal, grade));
        assert_eq!(found, expected, "{troops}");
        assert_eq!(disorder::by_terrain(&world, troops, Posture::Normal, Grade::Open), Disorder::None);
    }
}

/// What the text itself says of disorder holds on the table.
#[test]
fn reading_terrain_030() {
    proves!("FOGR-TERRAIN-030", "FOGR-TERRAIN-003", "FOGR-TERRAIN-002");
    let on = |who: BaseCountOf, kind: TerrainKind| {
        let scene =
            scene().red(group("A", &[who()]).at(900, 300, 0, 2)).terrain(kind, (700, 100), (1100, 700));
        disorder::worst(&scene.world(), scene.id("A"))
    };
    // Light foot never; medium foot not in rough ground; pike everywhere but in the open, badly in a forest.
    for kind in
        [TerrainKind::BrokenGround, TerrainKind::EnclosedFields, TerrainKind::Forest, TerrainKind::Marsh]
    {
        assert_eq!(on(|| light_foot(4), kind), Disorder::None);
    }
    assert_eq!(on(|| shot(4), TerrainKind::EnclosedFields), Disorder::None);
    assert_eq!(on(|| pike(4), TerrainKind::BrokenGround), Disorder::Disordered);
    assert_eq!(on(|| pike(4), TerrainKind::EnclosedFields), Disorder::Disordered);
    assert_eq!(on(|| pike(4), TerrainKind::Forest), Disorder::SeverelyDisordered);
}

type BaseCountOf = fn() -> caracole_fog::army::BaseCount;

/// A column has no bonus where troops can only pivot.
#[test]
fn reading_move_010() {
    proves!("FOGR-MOVE-010", "FOGR-MOVE-036");
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::LightArtillery)]).at(900, 300, 0, 1))
        .red(group("L", &[guns(2, TroopType::LightArtillery)]).at(300, 300, 0, 1))
        .terrain(TerrainKind::Marsh, (700, 100), (1100, 700))
        .terrain(TerrainKind::Brush, (200, 100), (500, 700));
    refused(&scene, "G", ahead(25));
    // In rough ground, where they move 1 MU, a column has its second.
    moved(&scene, "L", ahead(50));
}

/// Guns pivot forwards about a front corner, which stays where it is.
#[test]
fn reading_move_040() {
    proves!("FOGR-MOVE-040");
    let scene = scene().red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(900, 300, 0, 2));
    for (hand, x) in [(Hand::Left, 860), (Hand::Right, 940)] {
        let pivot = Action::Pivot { hand, by: Angle::from_degrees(10), with_supporters: false };
        let play = moved(&scene, "G", pivot);
        let body = play.world().body(scene.id("G")).clone();
        assert!(body.front_corner(hand).distance(Point::from_mm(x, 300)) <= caracole_plane::Um::new(2));
        assert!(body.front_corner(hand.other()).y > mm(300));
    }
}

/// Foot battle troops turn 90 degrees into a column, pike and shot among them.
#[test]
fn reading_move_053() {
    proves!("FOGR-MOVE-053");
    let scene = scene().red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3));
    let play = moved(&scene, "A", Action::TurnToFlank { hand: Hand::Right, files: None, with: None });
    let formation = play.world().formation(scene.id("A")).clone();
    assert_eq!((formation.width(), formation.len()), (1, 6));
}

/// An early tercio turns about the outer front corner of its front horn and keeps its formation.
#[test]
fn reading_move_066() {
    proves!("FOGR-MOVE-066");
    let scene =
        scene().red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 600, 0, 4));
    let t = scene.id("T");
    let before = scene.world().formation(t).clone();
    let corner = scene.world().body(t).front_corner(Hand::Right);
    let turn = Action::ChangeFormation { turn: Some(Hand::Right), formation: None };
    let mut play = moved(&scene, "T", turn);
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    play.dice(&[6, 6]);
    let world = play.world();
    assert_eq!(world.facing(t), Angle::QUARTER);
    assert_eq!(*world.formation(t), before);
    assert_eq!(world.body(t).front_corner(Hand::Left), corner);
}

/// Troops in close combat only as an overlap are free to move.
#[test]
fn reading_manoeuvre_002() {
    proves!("FOGR-MANOEUVRE-002", "FOGR-MOVE-099");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(980, 300, 0, 2))
        .red(group("B", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let world = scene.world();
    assert!(can_move(&world, Side::Red, scene.id("A")).is_ok());
    assert_eq!(can_move(&world, Side::Red, scene.id("B")).unwrap_err().rule, rule!("FOGR-MANOEUVRE-002"));
}

/// Troops who may fight as an overlap do not turn from side contact.
#[test]
fn reading_manoeuvre_072() {
    proves!("FOGR-MANOEUVRE-072");
    // A beside the flank of E, which B fights to its front: A overlaps; without B it may turn.
    let turn = || Action::TurnIntoMelee { hand: Hand::Left };
    let alone = || {
        scene()
            .red(group("A", &[horse(4)]).at(980, 330, 0, 2))
            .blue(group("E", &[horse(4)]).at(900, 300, 180, 2))
    };
    moved(&alone(), "A", turn());
    let fought = alone().red(group("B", &[horse(4)]).at(900, 300, 0, 2));
    refused(&fought, "A", turn());
}

/// Friends on camels frighten horses as enemies do, and only the bases near them.
#[test]
fn reading_special_001() {
    proves!("FOGR-SPECIAL-001", "FOGR-TERRAIN-031");
    let camels = |n| bases(n, TroopType::Camelry, Some(Armour::Unarmoured), &[]);
    // Four horse side by side, from x = 820 to 980; camels of their own 20 mm to the right.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 4))
        .red(group("C", &[camels(2)]).at(1020, 300, 0, 1));
    let (world, a) = (scene.world(), scene.id("A"));
    let each: Vec<Disorder> = world.bases_of(a).iter().map(|b| disorder::of_base(&world, a, b)).collect();
    use Disorder::{Disordered, None};
    assert_eq!(each, [None, None, None, Disordered]);
}

/// A square stands with a quarter of its bases on each face, its front face centred where the front was.
#[test]
fn reading_special_034() {
    proves!("FOGR-SPECIAL-034", "FOGR-SPECIAL-039");
    let scene = scene()
        .red(group("A", &[pike(4), shot(4)]).at(900, 300, 0, 4))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    let a = scene.id("A");
    let mut play = moved(&scene, "A", Action::FormSquare);
    play.dice(&[6, 6]);
    let world = play.world();
    for way in [0, 90_000, 180_000, 270_000] {
        let faces = world.bases_of(a).iter().filter(|b| b.base.facing().millidegrees() == way).count();
        assert_eq!(faces, 2, "{way}");
    }
    let fronts: Vec<Point> = world
        .bases_of(a)
        .iter()
        .filter(|b| b.base.facing() == Angle::ZERO)
        .map(|b| b.base.front.at)
        .collect();
    assert!(fronts.iter().all(|p| p.y == mm(300)), "{fronts:?}");
    let middle: i32 = fronts.iter().map(|p| p.x.get()).sum::<i32>() / 2;
    assert_eq!(middle, mm(900).get());
}

/// A move in square is simple.
#[test]
fn reading_special_039() {
    proves!("FOGR-SPECIAL-039");
    let scene = scene()
        .red(group("A", &[pike(4), shot(4)]).at(900, 300, 0, 4))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    let a = scene.id("A");
    let mut play = moved(&scene, "A", Action::FormSquare);
    play.dice(&[6, 6]);
    let mut world = play.world().clone();
    world[a].phase = Default::default();
    let go = |distance| Decision::Move {
        group: a,
        action: Action::MoveSquare { over: Edge::Left, distance: mm(distance) },
    };
    let Ok(Order::Move(plan)) = red(&world, &Request::Move, &go(25)) else { panic!("refused") };
    assert!(!plan.needs_test);
    assert_eq!(red(&world, &Request::Move, &go(26)).unwrap_err().rule, rule!("FOGR-SPECIAL-039"));
}

/// Guns, wagons and mob are foot battle troops and can have a threatened flank.
#[test]
fn reading_glossary_038() {
    proves!("FOGR-GLOSSARY-038");
    let near_edge = |who: Who| {
        let scene = scene().red(who.at(200, 600, 0, 2));
        flank::is_threatened(&scene.world(), scene.id("A"))
    };
    assert!(near_edge(group("A", &[guns(2, TroopType::LightArtillery)])));
    assert!(near_edge(group("A", &[bases(4, TroopType::BattleWagons, None, &[Capability::Arquebus])])));
    assert!(near_edge(group("A", &[bases(8, TroopType::Mob, Some(Armour::Unarmoured), &[])])));
    // Mounted and light troops never.
    assert!(!near_edge(group("A", &[horse(4)])) && !near_edge(group("A", &[light_foot(4)])));
}
