//! Simple and complex moves, artillery, passing through friends, pinned troops, camps, reforming.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, front, mm, moved, red, refused};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::arrange::arrangements;
use caracole_fog::battle::impact::Decision as Impact;
use caracole_fog::battle::manoeuvre::{
    Action, Advance, Decision, Difficulty, Event, Leg, Order, Plan, Request, Shift, When, WithAdvance,
};
use caracole_fog::battle::world::Captor;
use caracole_fog::battle::{Decision as Whole, Event as Told, World};
use caracole_fog::field::{Fortification, FortificationKind};
use caracole_fog::formation::Facing;
use caracole_fog::troops::{Capability, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Base, Hand, Point, Pose, Um};

fn plan(world: &World, group: caracole_fog::battle::GroupId, action: Action) -> Plan {
    match red(world, &Request::Move, &Decision::Move { group, action }) {
        Ok(Order::Move(plan)) => plan,
        other => panic!("{other:?}"),
    }
}

fn after(millimetres: i32) -> Option<WithAdvance> {
    Some(WithAdvance { advance: Advance::straight(mm(millimetres)), when: When::After })
}

#[test]
fn turns_with_an_advance_are_simple_complex_or_impossible() {
    proves!("FOGR-MOVE-017", "FOGR-MOVE-024", "FOGR-MOVE-025");
    let scene = scene()
        .red(group("light", &[light_horse(4)]).at(300, 300, 0, 2))
        .red(group("horse", &[horse(4)]).at(700, 300, 0, 2))
        .red(group("foot", &[pike(4)]).at(1100, 300, 0, 2));
    let world = scene.world();
    let flank = |with| Action::TurnToFlank { hand: Hand::Left, files: None, with };
    for name in ["light", "horse", "foot"] {
        assert_eq!(plan(&world, scene.id(name), flank(None)).difficulty, Difficulty::Simple);
    }
    assert_eq!(plan(&world, scene.id("light"), flank(after(50))).difficulty, Difficulty::Simple);
    assert_eq!(plan(&world, scene.id("horse"), flank(after(50))).difficulty, Difficulty::Complex);
    assert_eq!(refused(&scene, "foot", flank(after(50))).rule, rule!("FOGR-MOVE-024"));
    let about = |with, and_back| Action::TurnAbout { with, and_back };
    assert_eq!(plan(&world, scene.id("light"), about(after(100), false)).difficulty, Difficulty::Simple);
    assert_eq!(plan(&world, scene.id("light"), about(after(75), true)).difficulty, Difficulty::Complex);
    assert_eq!(refused(&scene, "light", about(after(76), true)).rule, rule!("FOGR-MOVE-025"));
    assert_eq!(refused(&scene, "horse", about(after(50), false)).rule, rule!("FOGR-MOVE-025"));
}

#[test]
fn a_move_is_of_one_section_of_the_table() {
    proves!("FOGR-MOVE-018");
    let scene = scene().red(group("A", &[horse(6)]).at(900, 300, 0, 3));
    let mut play = at_moves(&scene);
    let with = after(75);
    play.choose(Decision::Move {
        group: scene.id("A"),
        action: Action::Contract { left: 1, right: 0, formation: None, with },
    });
    let about = Action::TurnAbout { with: None, and_back: false };
    let refusal = play.refused(Decision::Move { group: scene.id("A"), action: about });
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-003"));
}

/// Battle wagons test for every move and stay if they fail.
#[test]
fn reading_move_030() {
    proves!("FOGR-MOVE-029", "FOGR-MOVE-030");
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Arquebus]);
    let scene = scene().red(group("W", &[wagons]).at(900, 300, 0, 2));
    let mut play = moved(&scene, "W", ahead(50));
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    play.dice(&[3, 4]);
    assert_eq!(front(play.world(), &scene, "W"), Point::from_mm(900, 300));
    // No simple move instead.
    let refusal = play.refused(Decision::Move { group: scene.id("W"), action: ahead(10) });
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-003"));
    let mut passed = moved(&scene, "W", ahead(50));
    passed.dice(&[4, 4]);
    assert_eq!(front(passed.world(), &scene, "W"), Point::from_mm(900, 350));
}

#[test]
fn limbers_stand_before_the_guns_and_bar_the_way() {
    proves!("FOGR-MOVE-038");
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(900, 400, 0, 2).limbered())
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let world = scene.world();
    let g = scene.id("G");
    // The guns face the rear, a limber's depth (40 mm) behind the front line.
    assert!(world.bases_of(g).iter().all(|b| b.base.facing() == Angle::from_degrees(180)));
    assert_eq!(world.rects(g).len(), 2);
    assert_eq!(world.obstruction(g).len(), 4);
    // Front line 400; limbers to 360, guns to 320: 20 mm are free.
    moved(&scene, "A", ahead(20));
    assert_eq!(refused(&scene, "A", ahead(21)).rule, rule!("FOGR-MOVE-078"));
}

#[test]
fn guns_behind_works_do_not_pivot() {
    proves!("FOGR-MOVE-041");
    let scene = scene().red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(900, 300, 0, 2));
    let (mut world, g) = (scene.world(), scene.id("G"));
    let pivot = || Action::Pivot { hand: Hand::Left, by: Angle::from_degrees(10), with_supporters: false };
    assert_eq!(plan(&world, g, pivot()).difficulty, Difficulty::Simple);
    for x in [880, 920] {
        let at = Base::new(Pose::new(Point::from_mm(x, 315), Angle::ZERO), mm(40), mm(15));
        world.field.fortifications.push(Fortification {
            side: Side::Red,
            at,
            kind: FortificationKind::Field,
        });
    }
    let refusal = red(&world, &Request::Move, &Decision::Move { group: g, action: pivot() }).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-041"));
}

/// Supporters go with the guns that pivot and make no other move.
#[test]
fn reading_move_043() {
    proves!("FOGR-MOVE-042", "FOGR-MOVE-043", "FOGR-MOVE-044");
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(900, 300, 0, 2))
        .red(group("S", &[shot(4)]).at(900, 260, 0, 2));
    let pivot =
        |with_supporters| Action::Pivot { hand: Hand::Left, by: Angle::from_degrees(10), with_supporters };
    let mut play = moved(&scene, "G", pivot(true));
    let world = play.world();
    assert_eq!(world.facing(scene.id("S")), Angle::from_degrees(-10));
    // Its place to the guns is the same: 40 mm behind the middle of their front.
    let guns = world.body(scene.id("G")).front_centre();
    let (right, forward) = guns.local(world.body(scene.id("S")).front_centre().at);
    assert!(right.abs() <= Um::new(2) && (forward + mm(40)).abs() <= Um::new(2), "{right:?} {forward:?}");
    let refusal = play.refused(Decision::Move { group: scene.id("S"), action: ahead(1) });
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-044"));
    play.choose(Decision::Done);
    // Somebody in the way of the supporters: the guns pivot without them.
    let crowded = scene.clone().red(group("F", &[horse(2)]).at(965, 250, 0, 1));
    assert_eq!(refused(&crowded, "G", pivot(true)).rule, rule!("FOGR-MOVE-043"));
    moved(&crowded, "G", pivot(false));
}

#[test]
fn captured_guns_turn_about_after_a_test() {
    proves!("FOGR-MOVE-045", "FOGR-MOVE-025");
    let scene = scene().red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(900, 300, 180, 2));
    let (mut world, g) = (scene.world(), scene.id("G"));
    let about = || Action::TurnAbout { with: None, and_back: false };
    let own = red(&world, &Request::Move, &Decision::Move { group: g, action: about() }).unwrap_err();
    assert_eq!(own.rule, rule!("FOGR-MOVE-040"));
    world[g].captured = Some(Captor { side: Side::Red, controls: true });
    assert_eq!(plan(&world, g, about()).difficulty, Difficulty::Complex);
}

#[test]
fn a_column_of_foot_turns_by_its_depth_and_a_mixed_one_into_its_normal_formation() {
    proves!("FOGR-MOVE-054", "FOGR-MOVE-053");
    let scene = scene()
        .red(group("pike", &[pike(4)]).at(500, 300, 0, 1))
        .red(group("mixed", &[pike(2), shot(4)]).at(900, 300, 0, 1));
    let flank = Action::TurnToFlank { hand: Hand::Right, files: None, with: None };
    // Four ranks of 20 mm are two base widths.
    let play = moved(&scene, "pike", flank.clone());
    assert_eq!(play.world().formation(scene.id("pike")).width(), 2);
    let play = moved(&scene, "mixed", flank);
    let formation = play.world().formation(scene.id("mixed")).clone();
    assert!(formation.width() > 1);
    assert!(
        play.world().nature(scene.id("mixed"), &play.world().start_of(scene.id("mixed"))).start.len() == 6
    );
}

#[test]
fn bases_change_places_by_a_complex_change_of_formation() {
    proves!("FOGR-MOVE-068", "FOGR-MOVE-065", "FOGR-MOVE-067");
    // Five shot about two pike: three on the left and two on the right, or the other way about.
    let scene = scene()
        .red(group("A", &[pike(2), shot(5)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    let now = world.formation(a).clone();
    let start = world.start_of(a);
    let other = arrangements(&world.nature(a, &start), &now.profiles(), 3).into_iter().find(|f| *f != now);
    let change = Action::ChangeFormation { turn: None, formation: Some(other.clone().expect("another way")) };
    let planned = plan(&world, a, change.clone());
    assert_eq!(planned.difficulty, Difficulty::Complex);
    let mut after = world.clone();
    planned.end.carry_out(&mut after);
    assert_eq!(after.anchor(a), world.anchor(a));
    assert_eq!(Some(after.formation(a)), other.as_ref());
    // Light troops do not; square is one, too.
    let light = crate::battle_common::scene().red(group("L", &[light_foot(4)]).at(900, 300, 0, 2));
    assert_eq!(refused(&light, "L", change).rule, rule!("FOGR-MOVE-065"));
    let square = crate::battle_common::scene()
        .red(group("A", &[pike(2), shot(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 440, 180, 2));
    assert_eq!(plan(&square.world(), square.id("A"), Action::FormSquare).difficulty, Difficulty::Complex);
}

#[test]
fn no_shift_in_a_second_move() {
    proves!("FOGR-MOVE-061");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).commander(
        Side::Red,
        CommanderLevel::Field,
        "A",
    );
    let mut play = moved(&scene, "A", ahead(100));
    let shift = Some(Shift { hand: Hand::Left, by: mm(15), when: When::After });
    let action = Action::Advance(Advance { legs: vec![Leg::Ahead(mm(100))], shift });
    let refusal = play.refused(Decision::Move { group: scene.id("A"), action });
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-061"));
    play.choose(Decision::Done);
}

#[test]
fn starting_in_contact_a_front_that_reaches_the_far_side_is_through() {
    proves!("FOGR-MOVE-080", "FOGR-MOVE-079");
    // Six light foot one behind the other, 120 mm deep: 280 to 400. Cavalry move 125 mm.
    let with = |y: i32| {
        scene()
            .red(group("L", &[light_foot(6)]).at(900, 400, 0, 1))
            .red(group("C", &[cavalry(2)]).at(900, y, 0, 1))
    };
    let touching = with(280);
    let play = moved(&touching, "C", ahead(125));
    // Placed clear of them, its rear at 400.
    let end = front(play.world(), &touching, "C");
    assert!(end.distance(Point::from_mm(900, 460)) <= Um::new(100), "{end:?}");
    assert_eq!(refused(&touching, "C", ahead(119)).rule, rule!("FOGR-MOVE-079"));
    // From 3 mm further back its front reaches the far side as well, but it did not start in contact.
    assert_eq!(refused(&with(277), "C", ahead(125)).rule, rule!("FOGR-MOVE-079"));
}

#[test]
fn light_foot_that_reach_friends_straight_pass_through_and_do_not_shoot() {
    proves!("FOGR-MOVE-081");
    // Pike 80 mm deep, 320 to 400; light foot 20 mm deep with 100 mm of move.
    let scene = scene()
        .red(group("P", &[pike(8)]).at(900, 400, 0, 2))
        .red(group("L", &[light_foot(2)]).at(900, 260, 0, 2));
    let play = moved(&scene, "L", ahead(100));
    let end = front(play.world(), &scene, "L");
    assert!(end.distance(Point::from_mm(900, 420)) <= Um::new(100), "{end:?}");
    assert!(play.world()[scene.id("L")].turn.may_not_shoot);
}

#[test]
fn nobody_passes_back_through_those_who_passed_through_him() {
    proves!("FOGR-MOVE-084", "FOGR-MOVE-085");
    let scene = scene()
        .red(group("C", &[cavalry(2)]).at(900, 260, 0, 2))
        .red(group("L", &[light_foot(2)]).at(900, 225, 0, 2));
    let mut play = moved(&scene, "L", ahead(100));
    let told = |e: &Told| matches!(e, Told::Manoeuvre(Event::Moved { passed_through, .. }) if passed_through == &[scene.id("C")]);
    assert!(play.events.iter().any(told));
    let refusal = play.refused(Decision::Move { group: scene.id("C"), action: ahead(125) });
    assert_eq!(refusal.rule, rule!("FOGR-MOVE-084"));
    play.choose(Decision::Done);
    // Nor does anybody who expands in the same phase.
    let wider = crate::battle_common::scene()
        .red(group("P", &[pike(4)]).at(900, 300, 0, 2))
        .red(group("L", &[light_foot(4)]).at(900, 250, 0, 2));
    let action =
        Action::Expand { left: 0, right: 1, formation: None, then: Some(Advance::straight(mm(100))) };
    assert_eq!(refused(&wider, "L", action).rule, rule!("FOGR-MOVE-085"));
}

#[test]
fn a_commander_makes_way_when_his_troops_change_formation() {
    proves!("FOGR-MOVE-094");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).commander(
        Side::Red,
        CommanderLevel::Field,
        "A",
    );
    let play = moved(&scene, "A", Action::TurnAbout { with: None, and_back: false });
    let world = play.world();
    let rect = world.commander_rect(caracole_fog::battle::CommanderId(0));
    assert_eq!(world.commanders[0].with(), Some(scene.id("A")));
    assert!(world.rects(scene.id("A")).iter().all(|r| !r.overlaps(&rect)));
    assert!(world.rects(scene.id("A")).iter().any(|r| r.touches(&rect)));
}

/// A with an enemy 45 mm ahead and another 35 mm to its right, both of which pin it.
fn pinned_twice() -> Scene {
    scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("ahead", &[horse(4)]).at(900, 345, 180, 2))
        .blue(group("beside", &[horse(4)]).at(975, 270, 270, 2))
}

#[test]
fn a_battle_group_pinned_by_several_chooses_whom_it_heeds() {
    proves!("FOGR-MANOEUVRE-045", "FOGR-MANOEUVRE-042");
    moved(&pinned_twice(), "A", ahead(20));
    let only_beside = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("beside", &[horse(4)]).at(975, 270, 270, 2));
    assert_eq!(refused(&only_beside, "A", ahead(20)).rule, rule!("FOGR-MANOEUVRE-042"));
}

#[test]
fn the_restricted_area_does_not_hinder_charges() {
    proves!("FOGR-MANOEUVRE-050");
    // Pinned from the side only; 60 mm ahead another enemy, whom it may charge but not approach by a normal move.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 360, 180, 2))
        .blue(group("beside", &[horse(4)]).at(975, 270, 270, 2));
    let begun = scene.begin();
    let charge = Impact::Charge { group: scene.id("A"), wheel: None, targets: vec![scene.id("E")] };
    let plan = begun.battle.plan(Side::Red, &Whole::Impact(charge));
    assert!(plan.is_ok(), "{:?}", plan.err());
    assert_eq!(refused(&scene, "A", ahead(20)).rule, rule!("FOGR-MANOEUVRE-042"));
}

/// A move into overlap ignores the restricted area of others, and need not end before them.
#[test]
fn reading_manoeuvre_043() {
    proves!("FOGR-MANOEUVRE-066", "FOGR-MANOEUVRE-043");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("F", &[horse(4)]).at(980, 240, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2))
        .blue(group("G", &[horse(4)]).at(1045, 210, 270, 2));
    assert_eq!(refused(&scene, "F", ahead(40)).rule, rule!("FOGR-MANOEUVRE-042"));
    moved(&scene, "F", ahead(60));
}

#[test]
fn the_enemy_camp_is_touched_by_a_normal_move() {
    proves!("FOGR-MANOEUVRE-077");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 500, 0, 2)).camp(Side::Blue, 900, 600, 180);
    assert_eq!(front(moved(&scene, "A", ahead(100)).world(), &scene, "A"), Point::from_mm(900, 600));
    assert_eq!(refused(&scene, "A", ahead(101)).rule, rule!("FOGR-MANOEUVRE-077"));
}

/// Three horse: two in the left file facing north, one in the right file turned to the east.
fn turned(enemy_in_front: bool) -> (Scene, World) {
    let mut scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("F", &[horse(2)]).at(940, 280, 270, 1));
    if enemy_in_front {
        scene = scene.blue(group("E", &[horse(2)]).at(880, 300, 180, 1));
    }
    let mut world = scene.world();
    for id in world.base_ids(scene.id("A")) {
        if world[id].at.file != 1 {
            continue;
        }
        if world[id].at.rank == 1 {
            world[id].standing = false;
        } else {
            world[id].facing = Facing::Right;
            let front = Pose::new(Point::from_mm(940, 280), Angle::from_degrees(90));
            world[id].base = Base::new(front, mm(40), mm(30));
        }
    }
    (scene, world)
}

#[test]
fn who_fights_in_two_directions_does_not_reform_and_who_fights_to_a_flank_faces_it() {
    proves!("FOGR-MANOEUVRE-009", "FOGR-MANOEUVRE-010", "FOGR-MANOEUVRE-007", "FOGR-BG-047");
    let reform = |scene: &Scene, as_base, files| Decision::Reform { group: scene.id("A"), as_base, files };
    let (scene, world) = turned(true);
    let refusal = red(&world, &Request::Reform, &reform(&scene, 0, 2)).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-009"));
    let (scene, world) = turned(false);
    let refusal = red(&world, &Request::Reform, &reform(&scene, 0, 2)).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-010"));
    // As the turned base faces: it still touches the enemy it touched.
    let Ok(Order::Reform(place)) = red(&world, &Request::Reform, &reform(&scene, 2, 1)) else {
        panic!("{:?}", red(&world, &Request::Reform, &reform(&scene, 2, 1)))
    };
    let mut after = world.clone();
    place.carry_out(&mut after);
    use caracole_fog::battle::position::contact;
    assert!(contact::in_close_combat_with(&after, scene.id("A"), scene.id("F")));
    assert!(after.bases_of(scene.id("A")).iter().all(|b| b.base.facing() == Angle::from_degrees(90)));
}

#[test]
fn guns_and_wagons_do_not_conform() {
    proves!("FOGR-MANOEUVRE-019");
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Arquebus]);
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::LightArtillery)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(915, 300, 180, 2))
        .red(group("W", &[wagons]).at(400, 300, 0, 2))
        .blue(group("F", &[horse(4)]).at(415, 300, 180, 2))
        .red(group("H", &[horse(4)]).at(1300, 300, 0, 2))
        .blue(group("K", &[horse(4)]).at(1315, 300, 180, 2));
    let play = at_moves(&scene);
    assert_eq!(front(play.world(), &scene, "G"), Point::from_mm(900, 300));
    assert_eq!(front(play.world(), &scene, "W"), Point::from_mm(400, 300));
    // Horse beside them do.
    assert_eq!(front(play.world(), &scene, "H"), Point::from_mm(1315, 300));
}

/// A battle that waits for the declaration of charges of somebody else, its world changed, carried on to the moves.
fn after_charges(scene: &Scene, change: impl Fn(&mut World)) -> Play {
    let mut play = scene.begin();
    play.battle = play.battle.with_world(change);
    play.choose(Whole::Impact(Impact::EndDeclarations));
    play
}

/// Two who could charge each other, so that charges are asked for.
fn with_chargers(scene: Scene) -> Scene {
    scene.red(group("C", &[horse(4)]).at(300, 300, 0, 2)).blue(group("D", &[horse(4)]).at(300, 400, 180, 2))
}

#[test]
fn battle_groups_with_turned_bases_do_not_conform() {
    proves!("FOGR-MANOEUVRE-018");
    // 15 mm out of line with the enemy to its front.
    let scene = with_chargers(
        scene()
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("E", &[horse(4)]).at(915, 300, 180, 2)),
    );
    let a = scene.id("A");
    let plain = after_charges(&scene, |_| {});
    assert_eq!(front(plain.world(), &scene, "A"), Point::from_mm(915, 300));
    let turned = after_charges(&scene, |world| {
        if let Some(&last) = world.base_ids(a).last() {
            world[last].base = world[last].base.fronting(caracole_plane::Edge::Rear);
            world[last].facing = Facing::Rear;
        }
    });
    assert_eq!(turned.world().anchor(a).at, Point::from_mm(860, 300));
}

#[test]
fn a_side_contact_that_was_no_flank_charge_conforms_to_the_front() {
    proves!("FOGR-MANOEUVRE-014");
    use caracole_fog::battle::position::contact;
    use caracole_fog::battle::world::Approach;
    // E faces south along y = 300; A stands at its right side, facing east, its front along x = 860.
    let scene = with_chargers(
        scene()
            .red(group("A", &[horse(2)]).at(860, 322, 90, 1))
            .blue(group("E", &[horse(4)]).at(900, 300, 180, 2)),
    );
    let (a, e) = (scene.id("A"), scene.id("E"));
    let charged = |approach| after_charges(&scene, move |world| contact::note(world, a, e, approach));
    // By a flank charge it lines up with the side and keeps its facing.
    let flank = charged(Approach::FlankCharge);
    assert_eq!(flank.world().facing(a), Angle::from_degrees(90));
    // Otherwise it goes round to the front: it faces north, against a base of E or beside it.
    let front = charged(Approach::NoFlankCharge);
    assert_eq!(front.world().facing(a), Angle::ZERO);
    assert_eq!(front.world().anchor(a).at.y, mm(300));
}

/// The turn of evaders and routers does not keep them from passing through friends; one made by choice does.
#[test]
fn reading_move_085() {
    proves!("FOGR-MOVE-085");
    use caracole_fog::battle::impact::{Decision as Impact, Evade, Event as Impacted};
    use caracole_fog::battle::manoeuvre::{When, WithAdvance};
    // Light foot who turn about would go through the pike behind them: their front from 300 to 180 or so.
    let voluntary = scene()
        .red(group("L", &[light_foot(4)]).at(900, 300, 0, 2))
        .red(group("P", &[pike(4)]).at(900, 240, 0, 2));
    let with = |n| Some(WithAdvance { advance: Advance::straight(mm(n)), when: When::After });
    let about = |n| Action::TurnAbout { with: with(n), and_back: false };
    assert_eq!(refused(&voluntary, "L", about(100)).rule, rule!("FOGR-MOVE-085"));
    moved(&voluntary, "L", about(20));
    // The same light foot charged: they turn about to evade, and pass.
    let mut play = scene()
        .red(group("H", &[horse(4)]).at(900, 200, 0, 2))
        .blue(group("L", &[light_foot(4)]).at(900, 260, 180, 2))
        .blue(group("P", &[pike(4)]).at(900, 320, 180, 2))
        .begin();
    let (h, l, p) = (play.id("H"), play.id("L"), play.id("P"));
    play.choose(caracole_fog::battle::Decision::Impact(Impact::Charge {
        group: h,
        wheel: None,
        targets: vec![l],
    }));
    play.choose(caracole_fog::battle::Decision::Impact(Impact::Evade { group: l, to: Evade::ToRear }));
    let passed = play.dice(&[3]).into_iter().find_map(|e| match e {
        Told::Impact(Impacted::Evaded { group, passed_through, .. }) if group == l => Some(passed_through),
        _ => None,
    });
    assert_eq!(passed, Some(vec![p]));
}
