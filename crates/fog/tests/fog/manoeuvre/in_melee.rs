//! Conforming, feeding bases into close combats, reforming, overlaps, corner and side contacts.

use crate::battle_common::*;
use caracole_fog::battle::manoeuvre::{
    Action, Advance, Decision, Event, Feeding, Leg, Request, Shift, When, look,
};
use caracole_fog::battle::position::{contact, overlap};
use caracole_fog::battle::{Event as Told, Request as Asked, World};
use caracole_fog::formation::{Facing, Position};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Pose, Um};

fn told(play: &Play) -> Vec<Event> {
    play.events
        .iter()
        .filter_map(|e| if let Told::Manoeuvre(m) = e { Some(m.clone()) } else { None })
        .collect()
}

#[test]
fn the_active_side_slides_into_line_and_the_other_does_not() {
    proves!("FOGR-MANOEUVRE-011", "FOGR-MANOEUVRE-012", "FOGR-SEQUENCE-017");
    // Fronts touch along y = 300, 15 mm out of line.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(915, 300, 180, 2));
    let red = scene.clone().play();
    assert_eq!(red.world().body(red.id("A")).front_centre().at, Point::from_mm(915, 300));
    assert_eq!(red.world().body(red.id("E")).front_centre().at, Point::from_mm(915, 300));
    assert!(told(&red).iter().any(|e| matches!(e, Event::Conformed { .. })));
    let blue = scene.active(Side::Blue).play();
    assert_eq!(blue.world().body(blue.id("A")).front_centre().at, Point::from_mm(900, 300));
    assert_eq!(blue.world().body(blue.id("E")).front_centre().at, Point::from_mm(900, 300));
}

#[test]
fn who_cannot_conform_fights_on_offset() {
    proves!("FOGR-MANOEUVRE-016", "FOGR-MANOEUVRE-015");
    // Enemies on both sides leave no room: to the right it would need 15 mm, to the left 25.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(915, 300, 180, 2))
        .blue(group("L", &[horse(2)]).at(839, 250, 90, 2))
        .blue(group("R", &[horse(2)]).at(950, 250, 270, 2));
    let play = scene.play();
    assert!(told(&play).iter().any(|e| matches!(e, Event::CouldNotConform { .. })));
    assert_eq!(play.world().body(play.id("A")).front_centre().at, Point::from_mm(900, 300));
}

/// Found in random battle 701518.
#[test]
fn a_group_that_conforms_keeps_every_enemy_that_it_fights() {
    proves!("FOGR-MANOEUVRE-011", "FOGR-MANOEUVRE-013");
    // Red's front from x = 860 to 940. E from 875 on is 15 mm out of line with it to the right, F (835 to 875) 25 mm to
    // the left. A slide of 15 mm would leave F at a corner; one of 25 lines up with both.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(915, 300, 180, 2))
        .blue(group("F", &[horse(2)]).at(855, 300, 180, 1));
    let play = scene.play();
    let a = scene.id("A");
    assert_eq!(play.world().body(a).front_centre().at, Point::from_mm(875, 300));
    assert_eq!(contact::opponents(play.world(), a).as_slice(), [scene.id("E"), scene.id("F")]);
}

#[test]
fn friends_out_of_contact_make_room() {
    proves!("FOGR-MANOEUVRE-015");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("F", &[horse(4)]).at(985, 290, 0, 2))
        .blue(group("E", &[horse(4)]).at(915, 300, 180, 2));
    let play = scene.play();
    assert_eq!(play.world().body(play.id("A")).front_centre().at, Point::from_mm(915, 300));
    // F began 5 mm to the right of A and is pushed the 10 mm that are wanting.
    let pushed = play.world().body(play.id("F")).front_centre().at;
    assert!(pushed.distance(Point::from_mm(995, 290)) <= caracole_plane::CONTACT_TOLERANCE);
}

#[test]
fn troops_in_close_combat_do_not_move() {
    proves!("FOGR-MANOEUVRE-002", "FOGR-TURN-012");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let mut play = scene.play();
    if matches!(play.asked().1, Asked::Manoeuvre(Request::Feed)) {
        play.choose(Decision::Done);
    }
    let about = Action::TurnAbout { with: None, and_back: false };
    let refusal = play.refused(Decision::Move { group: scene.id("A"), action: about });
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-002"));
}

#[test]
fn rear_ranks_that_do_not_fight_come_up_as_a_new_file_and_the_enemy_matches() {
    proves!(
        "FOGR-MANOEUVRE-020",
        "FOGR-MANOEUVRE-021",
        "FOGR-MANOEUVRE-024",
        "FOGR-MANOEUVRE-026",
        "FOGR-SEQUENCE-018"
    );
    // Three ranks of horse: the third gives nothing in melee.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(6)]).at(900, 300, 180, 2));
    let expand = |name: &str, hand| Decision::Feed {
        group: scene.id(name),
        how: Feeding::Expand { hand, formation: None },
    };
    let mut play = scene.play();
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Feed)));
    play.choose(expand("A", Hand::Right));
    assert_eq!(play.world().formation(scene.id("A")).width(), 3);
    // The two files in contact stayed; the new one is on the right: 860 to 980.
    assert_eq!(play.world().anchor(scene.id("A")).at, Point::from_mm(860, 300));
    // Blue may match on its left, which is red's right, and not make an overlap of its own on the other side.
    assert_eq!(play.asked(), (Side::Blue, Asked::Manoeuvre(Request::Feed)));
    assert_eq!(play.refused(expand("E", Hand::Right)).rule, rule!("FOGR-MANOEUVRE-024"));
    play.choose(expand("E", Hand::Left));
    assert_eq!(play.world().formation(scene.id("E")).width(), 3);
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Move)));
}

#[test]
fn two_ranks_of_horse_both_fight_and_stay() {
    proves!("FOGR-MANOEUVRE-026");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let world = scene.world();
    let how = Feeding::Expand { hand: Hand::Left, formation: None };
    let refusal =
        look(&world, Side::Red, &Request::Feed, &Decision::Feed { group: scene.id("A"), how }).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-021"));
}

#[test]
fn an_overlap_is_taken_up_by_a_normal_move_with_a_shift() {
    proves!("FOGR-MANOEUVRE-063", "FOGR-MANOEUVRE-065", "FOGR-MANOEUVRE-067", "FOGR-MOVE-060");
    // A fights E; F comes up on A's right, 10 mm out of line with it: front corner to front corner with E's flank.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("F", &[horse(4)]).at(990, 240, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2));
    let up = |shift: Option<i32>| {
        let shift = shift.map(|by| Shift { hand: Hand::Left, by: Um::from_mm(by), when: When::After });
        Action::Advance(Advance { legs: vec![Leg::Ahead(Um::from_mm(60))], shift })
    };
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("F"), action: up(Some(10)) });
    let world = play.world();
    let f = scene.id("F");
    assert_eq!(world.body(f).front_centre().at, Point::from_mm(980, 300));
    assert_eq!(overlap::overlapped_groups(world, f).as_slice(), [scene.id("E")]);
    // It is not committed to close combat.
    assert!(!contact::in_close_combat(world, f));
}

#[test]
fn from_corner_contact_a_battle_group_shifts_into_melee() {
    proves!("FOGR-MANOEUVRE-068", "FOGR-MANOEUVRE-069");
    // Front corners meet at (940, 300) and nothing else does.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(980, 300, 180, 2));
    let world = scene.world();
    assert!(!contact::in_close_combat(&world, scene.id("A")));
    let mut play = scene.play();
    let left = play.refused(Decision::Move {
        group: scene.id("A"),
        action: Action::ShiftIntoMelee { hand: Hand::Left },
    });
    assert_eq!(left.rule, rule!("FOGR-MANOEUVRE-069"));
    play.choose(Decision::Move {
        group: scene.id("A"),
        action: Action::ShiftIntoMelee { hand: Hand::Right },
    });
    assert!(contact::in_close_combat(play.world(), scene.id("A")));
    assert_eq!(play.world().body(scene.id("A")).front_centre().at, Point::from_mm(940, 300));
}

#[test]
fn from_side_contact_a_battle_group_turns_into_melee() {
    proves!("FOGR-MANOEUVRE-071", "FOGR-MANOEUVRE-072", "FOGR-MANOEUVRE-074");
    // Right sides touch along x = 940.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(980, 240, 180, 2));
    assert!(!contact::in_close_combat(&scene.world(), scene.id("A")));
    let mut play = scene.play();
    play.choose(Decision::Move { group: scene.id("A"), action: Action::TurnIntoMelee { hand: Hand::Right } });
    assert_eq!(play.asked().0, Side::Blue);
    play.choose(Decision::Stand);
    assert!(contact::in_close_combat(play.world(), scene.id("A")));
    assert!(play.world().engagements.iter().any(|e| e.unturned && e.defender == scene.id("E")));
}

#[test]
fn out_of_legal_formation_it_reforms_before_it_moves() {
    proves!("FOGR-MANOEUVRE-008", "FOGR-BG-048");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let mut world = scene.world();
    let a = scene.id("A");
    let advance = Decision::Move { group: a, action: Action::Advance(Advance::straight(Um::from_mm(50))) };
    assert!(look(&world, Side::Red, &Request::Move, &advance).is_ok());
    // Every base stands in its place, but three in the left file and one in the right.
    let last = world.base_ids(a)[3];
    world[last].at = Position { file: 0, rank: 2 };
    world[last].base.front = Pose::new(Point::from_mm(880, 240), Angle::ZERO);
    assert!(world.stands_in_order(a));
    let refusal = look(&world, Side::Red, &Request::Move, &advance).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-008"));
}

#[test]
fn who_reforms_keeps_the_enemy_bases_that_it_fights_a_corner_too() {
    proves!("FOGR-MANOEUVRE-007");
    let scene = scene()
        .red(group("A", &[horse(4)]).at(949, 200, 45, 1))
        .blue(group("B", &[horse(4)]).at(900, 300, 180, 2));
    let mut world = scene.world();
    let (a, b) = (scene.id("A"), scene.id("B"));
    // Blue has three bases in its left file, to the east, and one in the other.
    let last = world.base_ids(b)[3];
    world[last].at = Position { file: 0, rank: 2 };
    world[last].base.front = Pose::new(Point::from_mm(920, 360), Angle::HALF);
    // Red comes aslant: the left corner of its first base stands against that file, 15 mm from its middle.
    for (rank, id) in (0..).zip(world.base_ids(a)) {
        let corner = Point::new(Um::from_mm(935), Um::from_mm(300));
        let front =
            Pose::new(corner, Angle::from_degrees(45)).offset(Um::from_mm(20), Um::from_mm(-30 * rank));
        world[id].base.front = front;
    }
    let fight = |world: &World| contact::fighting_touches(world, b, a).len();
    assert_eq!(fight(&world), 1);
    let reform = Decision::Reform { group: b, as_base: 0, files: 1 };
    let order = look(&world, Side::Blue, &Request::Reform, &reform).unwrap();
    let caracole_fog::battle::manoeuvre::Order::Reform(place) = order else { panic!() };
    place.carry_out(&mut world);
    // In the middle of its old place it would stand 15 mm away from that corner.
    assert_eq!(world.body(b).front_centre().at, Point::from_mm(920, 300));
    assert_eq!(fight(&world), 1);
}

#[test]
fn a_stepped_line_reforms_level_with_its_foremost_base() {
    proves!("FOGR-MANOEUVRE-005", "FOGR-MANOEUVRE-006", "FOGR-MANOEUVRE-008", "FOGR-BG-048");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2));
    let mut world = scene.world();
    let a = scene.id("A");
    // The right file has stepped 20 mm forward.
    for id in world.base_ids(a) {
        if world[id].at.file == 1 {
            let pose = world[id].base.front;
            world[id].base.front = Pose::new(pose.at.moved(Angle::ZERO, Um::from_mm(20)), pose.facing);
        }
    }
    let move_first = Decision::Move { group: a, action: Action::Advance(Advance::straight(Um::from_mm(50))) };
    let refusal = look(&world, Side::Red, &Request::Move, &move_first).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-008"));
    let reform = Decision::Reform { group: a, as_base: 0, files: 2 };
    let order = look(&world, Side::Red, &Request::Reform, &reform).unwrap();
    let caracole_fog::battle::manoeuvre::Order::Reform(place) = order else { panic!() };
    place.carry_out(&mut world);
    assert_eq!(world.body(a).front_centre().at, Point::from_mm(900, 320));
    assert!(world.stands_in_order(a));
    assert!(world.bases_of(a).iter().all(|b| b.facing == Facing::Front));
}
