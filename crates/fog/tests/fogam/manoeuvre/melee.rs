//! Reforming, conforming, overlaps, from corner and side contact into melee.

use super::{after, ahead, at_moves, mm, moved, red};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::BaseCount;
use caracole_fog::battle::manoeuvre::{
    Action, Decision, EvadeTo, Event, Request, ToFace, is_out_of_formation,
};
use caracole_fog::battle::position::{contact, overlap};
use caracole_fog::battle::world::{Approach, Posture};
use caracole_fog::battle::{Event as Told, Request as Asked, World};
use caracole_fog::field::TerrainKind;
use caracole_fog::formation::{Facing, Position};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, CONTACT_TOLERANCE, Hand, Point, Pose};

fn told(play: &Play<Ancients>) -> Vec<Event> {
    let of = |e: &Told| if let Told::Manoeuvre(m) = e { Some(m.clone()) } else { None };
    play.events.iter().filter_map(of).collect()
}

#[test]
fn the_active_side_slides_into_line_at_the_start_of_the_phase() {
    proves!("FOGAM-MANOEUVRE-012", "FOGAM-MANOEUVRE-013", "FOGAM-MANOEUVRE-001", "FOGAM-SEQUENCE-014");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(915, 300, 180, 2));
    let red = scene.clone().play();
    assert_eq!(super::front(red.world(), &scene, "A"), Point::from_mm(915, 300));
    assert_eq!(super::front(red.world(), &scene, "E"), Point::from_mm(915, 300));
    assert!(told(&red).iter().any(|e| matches!(e, Event::Conformed { .. })));
    let blue = scene.clone().active(Side::Blue).play();
    assert_eq!(super::front(blue.world(), &scene, "A"), Point::from_mm(900, 300));
    // Troops in close combat make no move.
    proves!("FOGAM-MANOEUVRE-002");
    let about = Action::TurnAbout { with: None, and_back: false };
    let refusal = at_moves(&scene).refused(Decision::Move { group: scene.id("A"), action: about });
    assert_eq!(refusal.rule, rule!("FOGAM-MANOEUVRE-002"));
}

#[test]
fn who_cannot_conform_fights_on_offset() {
    proves!("FOGAM-MANOEUVRE-017", "FOGAM-MANOEUVRE-016");
    // Enemies on both sides leave no room: to the right it would need 15 mm, to the left 25.
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(915, 300, 180, 2))
        .blue(group("L", &[cavalrymen(2)]).at(839, 250, 90, 2))
        .blue(group("R", &[cavalrymen(2)]).at(950, 250, 270, 2));
    let play = scene.play();
    assert!(told(&play).iter().any(|e| matches!(e, Event::CouldNotConform { .. })));
    assert_eq!(super::front(play.world(), &scene, "A"), Point::from_mm(900, 300));
}

#[test]
fn friends_make_room_by_a_base_width_at_most() {
    proves!("FOGAM-MANOEUVRE-016", "FOGAM-MOVE-109");
    let scene = |x: i32| {
        ancient_scene()
            .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
            .red(group("F", &[militia(4)]).at(x, 290, 0, 2))
            .blue(group("E", &[militia(4)]).at(915, 300, 180, 2))
    };
    let beside = scene(985);
    let play = beside.play();
    assert_eq!(super::front(play.world(), &beside, "A"), Point::from_mm(915, 300));
    let pushed = super::front(play.world(), &beside, "F");
    assert!(pushed.distance(Point::from_mm(995, 290)) <= CONTACT_TOLERANCE, "{pushed:?}");
    // Impassable ground 2 mm to the right of F stops it; to the left it would have to go 150 mm.
    let wide = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("F", &[militia(4)]).at(985, 290, 0, 2))
        .terrain(TerrainKind::Impassable, (1027, 150), (1100, 340))
        .blue(group("L", &[cavalrymen(2)]).at(839, 250, 90, 2))
        .blue(group("E", &[militia(4)]).at(915, 300, 180, 2));
    let play = wide.play();
    assert!(told(&play).iter().any(|e| matches!(e, Event::CouldNotConform { .. })));
}

#[test]
fn only_those_who_did_not_charge_stay_out_of_danger() {
    proves!("FOGAM-MANOEUVRE-018");
    // A could line up with E, 15 mm to the right; then D, whom its right neighbour B hides now, may take it in flank.
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(915, 300, 180, 2))
        .blue(group("D", &[cavalrymen(4)]).at(1020, 200, 270, 2));
    let a = scene.id("A");
    let conforms = |charged: bool| {
        let mut world = scene.world();
        world[a].turn.charged = charged;
        world.book.may_stay_out_of_danger(&world, a)
    };
    assert!(conforms(false) && !conforms(true));
    // Skirmishers do no harm in the flank of battle troops, but in that of other skirmishers.
    let feared = |own: BaseCount, by: BaseCount| {
        let scene = ancient_scene()
            .red(group("A", &[own]).at(900, 300, 0, 2))
            .blue(group("D", &[by]).at(1020, 200, 270, 2));
        let world = scene.world();
        world.book.fears(&world, scene.id("A"), scene.id("D"))
    };
    assert!(feared(militia(4), cavalrymen(4)) && !feared(militia(4), numidians(4)));
    assert!(feared(numidians(4), numidians(4)) && feared(slingers(4), cavalrymen(4)));
}

#[test]
fn who_does_not_conform() {
    proves!("FOGAM-MANOEUVRE-020", "FOGAM-SPECIAL-021", "FOGAM-SPECIAL-028");
    let stays = |scene: &Scene<Ancients>| {
        let play = scene.play();
        super::front(play.world(), scene, "A") == Point::from_mm(900, 300)
    };
    let enemy = |scene: Scene<Ancients>, y: i32| scene.blue(group("E", &[militia(4)]).at(915, y, 180, 2));
    let foot = || ancient_scene().red(group("A", &[militia(4)]).at(900, 300, 0, 2));
    assert!(!stays(&enemy(foot(), 300)));
    let wagons = bases(2, TroopType::BattleWagons, None, &[]);
    for who in [wagons, engines(2, TroopType::LightArtillery)] {
        assert!(stays(&enemy(ancient_scene().red(group("A", &[who]).at(900, 300, 0, 2)), 300)));
    }
    // Behind works, 15 mm before its front.
    let works = foot().works(Side::Red, 880, 315, 0).works(Side::Red, 920, 315, 0);
    assert!(stays(&enemy(works, 315)));
}

#[test]
fn overlaps() {
    proves!("FOGAM-MANOEUVRE-058", "FOGAM-MANOEUVRE-059", "FOGAM-MANOEUVRE-060", "FOGAM-MANOEUVRE-061");
    let overlapped =
        |scene: &Scene<Ancients>, name: &str| overlap::overlapped_groups(&scene.world(), scene.id(name));
    let fight = |e: (i32, i32, i32)| {
        ancient_scene()
            .red(group("F", &[militia(4)]).at(900, 300, 0, 2))
            .blue(group("E", &[militia(4)]).at(e.0, e.1, e.2, 2))
    };
    // 1: side edge to side edge with an enemy whom friends fight.
    let beside = fight((900, 300, 180)).red(group("O", &[militia(4)]).at(980, 320, 0, 2));
    assert_eq!(overlapped(&beside, "O").as_slice(), [beside.id("E")]);
    // 2: level beside a friend whose whole front is against him.
    let level = fight((900, 300, 180)).red(group("O", &[militia(4)]).at(980, 300, 0, 2));
    assert_eq!(overlapped(&level, "O").as_slice(), [level.id("E")]);
    let back = fight((900, 300, 180)).red(group("O", &[militia(4)]).at(980, 290, 0, 2));
    assert!(overlapped(&back, "O").is_empty());
    // 3: beside a friend whose front is against his flank. E faces west, its left flank along y = 300, from x = 900 to
    // 930. F's front reaches to 920. O does not touch it.
    let flank = ancient_scene()
        .red(group("F", &[militia(2)]).at(900, 300, 0, 1))
        .red(group("O", &[militia(4)]).at(840, 300, 0, 2))
        .blue(group("E", &[cavalrymen(2)]).at(900, 340, 270, 2));
    let met = contact::touches(&flank.world(), flank.id("F"), flank.id("E"));
    assert!(met.iter().any(|t| t.contact.is_by_own_front()));
    assert!(!contact::touch(&flank.world(), flank.id("O"), flank.id("E")));
    assert_eq!(overlapped(&flank, "O").as_slice(), [flank.id("E")]);
    // 4: beside a friend who could not conform and fights as if he had.
    let offset = fight((915, 300, 180)).red(group("O", &[militia(4)]).at(820, 300, 0, 2));
    assert_eq!(overlapped(&offset, "O").as_slice(), [offset.id("E")]);
    // Orbs are not overlapped.
    let scene = ancient_scene()
        .red(group("F", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("O", &[militia(4)]).at(980, 300, 0, 2))
        .blue(group("E", &[phalangites(8)]).at(900, 300, 180, 2));
    let mut world = scene.world();
    assert!(!overlap::overlapped_groups(&world, scene.id("O")).is_empty());
    world[scene.id("E")].posture = Posture::Square;
    assert!(overlap::overlapped_groups(&world, scene.id("O")).is_empty());
}

#[test]
fn who_only_overlapped_is_free_to_go() {
    proves!("FOGAM-MOVE-104", "FOGAM-MANOEUVRE-002", "FOGAM-TURN-012");
    let scene = ancient_scene()
        .red(group("F", &[militia(4)]).at(900, 300, 0, 2))
        .red(group("O", &[velites(4)]).at(980, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    let o = scene.id("O");
    assert!(!overlap::overlapped_groups(&scene.world(), o).is_empty());
    let away = Action::TurnAbout { with: after(60), and_back: false };
    at_moves(&scene).choose(Decision::Move { group: o, action: away });
    // Contact with routers bars a move; and so does what was done in the impact phase.
    let routers = ancient_scene()
        .red(group("O", &[velites(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 330, 0, 2).cohesion(Cohesion::Broken));
    let world = routers.world();
    let about = || Action::TurnAbout { with: None, and_back: false };
    let with = |world: &World| {
        red(world, &Request::Move, &Decision::Move { group: routers.id("O"), action: about() })
            .map(|_| ())
            .map_err(|r| r.rule)
    };
    // E's rear is at 300: they touch.
    assert_eq!(with(&world), Err(rule!("FOGAM-MANOEUVRE-002")));
    let free = ancient_scene()
        .red(group("O", &[velites(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 345, 0, 2).cohesion(Cohesion::Broken));
    let mut world = free.world();
    assert_eq!(with(&world), Ok(()));
    // Pursuing without contact, which holds them in the other book, does not exist here.
    let (o, e) = (free.id("O"), free.id("E"));
    world[o].pursuing.push(e);
    assert_eq!(with(&world), Ok(()));
    for deed in 0..3 {
        let mut world = world.clone();
        let turn = &mut world[o].turn;
        (turn.charged, turn.pursued, turn.evaded) = (deed == 0, deed == 1, deed == 2);
        assert_eq!(with(&world), Err(rule!("FOGAM-MANOEUVRE-002")));
    }
}

fn shift(hand: Hand) -> Action {
    Action::ShiftIntoMelee { hand }
}

fn turn(hand: Hand) -> Action {
    Action::TurnIntoMelee { hand }
}

fn responds(play: &Play<Ancients>) -> bool {
    matches!(play.asked().1, Asked::Manoeuvre(Request::Respond { .. }))
}

#[test]
fn from_front_corners_they_shift_into_melee() {
    proves!("FOGAM-MANOEUVRE-062", "FOGAM-MANOEUVRE-063", "FOGAM-MANOEUVRE-064");
    // Front corners meet at (940, 300). Undrilled foot need no test.
    let scene = |enemy: Who| {
        ancient_scene().red(group("A", &[militia(4)]).at(900, 300, 0, 2)).blue(enemy.at(980, 300, 180, 2))
    };
    let foot = scene(group("E", &[militia(4)]));
    assert!(!contact::in_close_combat(&foot.world(), foot.id("A")));
    // They may as well move away.
    at_moves(&foot).choose(Decision::Move {
        group: foot.id("A"),
        action: Action::TurnAbout { with: None, and_back: false },
    });
    let play = moved(&foot, "A", shift(Hand::Right));
    assert!(!responds(&play));
    assert_eq!(super::front(play.world(), &foot, "A"), Point::from_mm(940, 300));
    assert!(contact::in_close_combat(play.world(), foot.id("E")));
    // There is no impact: it is a front to front contact that waits for the melee phase.
    let engagement = play.world().engagements.first().copied().unwrap();
    assert_eq!((engagement.approach, engagement.awaits_impact), (Approach::Front, false));
    // Skirmishers evade, to their rear only.
    let light = scene(group("E", &[numidians(4)]));
    let mut play = moved(&light, "A", shift(Hand::Right));
    assert_eq!(play.asked().0, Side::Blue);
    assert!(responds(&play));
    assert_eq!(play.refused(Decision::Evade(EvadeTo::Away)).rule, rule!("FOGAM-MANOEUVRE-064"));
    play.choose(Decision::Evade(EvadeTo::Rear));
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)));
    // A 5 is one MU more than 7. Their rear was at 360; turned about, their front is 200 mm further.
    play.dice(&[5]);
    assert_eq!(super::front(play.world(), &light, "E"), Point::from_mm(980, 360 + 200));
    // Not while another enemy is open to their overlap or restricts them.
    let busy = scene(group("E", &[militia(4)])).blue(group("P", &[militia(4)]).at(880, 345, 180, 2));
    let refusal = at_moves(&busy).refused(Decision::Move { group: busy.id("A"), action: shift(Hand::Right) });
    assert_eq!(refusal.rule, rule!("FOGAM-MANOEUVRE-063"));
}

#[test]
fn from_side_edges_they_turn_into_melee_with_the_test_of_a_turn() {
    proves!("FOGAM-MANOEUVRE-065", "FOGAM-MANOEUVRE-066", "FOGAM-MANOEUVRE-067");
    // Right sides touch along x = 940; E faces south.
    let scene =
        |who: Who, enemy: Who| ancient_scene().red(who.at(900, 300, 0, 2)).blue(enemy.at(980, 260, 180, 2));
    let drilled = || group("A", &[militia(4)]).drilled();
    let light = scene(drilled(), group("E", &[numidians(4)]));
    assert!(!contact::in_close_combat(&light.world(), light.id("A")));
    for (to, place) in
        [(EvadeTo::Rear, Point::from_mm(980, 320 + 175)), (EvadeTo::Away, Point::from_mm(1000 + 175, 0))]
    {
        let mut play = moved(&light, "A", turn(Hand::Right));
        assert!(responds(&play));
        play.choose(Decision::Evade(to));
        play.dice(&[3]);
        let at = super::front(play.world(), &light, "E");
        match to {
            EvadeTo::Rear => assert_eq!(at, place),
            // The side that was near, at x = 940, is their rear now: two ranks of 30 mm, and 7 MU.
            EvadeTo::Away => assert!((at.x - place.x).abs() <= mm(1), "{at:?}"),
        }
    }
    // Undrilled foot test for a turn, and stay as they are if they fail.
    let undrilled = scene(group("A", &[militia(4)]), group("E", &[militia(4)]));
    let mut play = moved(&undrilled, "A", turn(Hand::Right));
    play.dice(&[3, 4]);
    assert_eq!(play.world().facing(undrilled.id("A")), Angle::ZERO);
    let mut play = moved(&undrilled, "A", turn(Hand::Right));
    play.dice(&[4, 4]);
    assert_eq!(play.world().facing(undrilled.id("A")), Angle::QUARTER);
    assert!(responds(&play));
}

#[test]
fn who_is_turned_upon_stands_or_turns_bases_or_all() {
    proves!("FOGAM-MANOEUVRE-068", "FOGAM-MANOEUVRE-069");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).drilled().at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(980, 260, 180, 2));
    let e = scene.id("E");
    let met = || {
        let play = moved(&scene, "A", turn(Hand::Right));
        assert!(responds(&play));
        play
    };
    let mut stands = met();
    stands.choose(Decision::Stand);
    assert!(stands.world().engagements.iter().any(|g| g.unturned));
    let mut bases = met();
    bases.choose(Decision::TurnToFace(ToFace::Bases));
    assert!(bases.world().bases_of(e).iter().any(|b| b.facing != Facing::Front));
    let mut whole = met();
    whole.choose(Decision::TurnToFace(ToFace::Whole));
    assert_eq!(whole.world().facing(e), Angle::THREE_QUARTERS);
    // Who fights others turns bases only.
    let busy = ancient_scene()
        .red(group("A", &[militia(4)]).drilled().at(900, 300, 0, 2))
        .red(group("B", &[militia(2)]).at(1080, 260, 0, 1))
        .blue(group("E", &[militia(8)]).at(1020, 260, 180, 4));
    let play = moved(&busy, "A", turn(Hand::Right));
    assert_eq!(play.refused(Decision::TurnToFace(ToFace::Whole)).rule, rule!("FOGAM-MANOEUVRE-069"));
}

/// Red militia whose front left base has been turned to the left by hand.
fn turned_base() -> (Scene<Ancients>, World) {
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).drilled().at(900, 300, 0, 2))
        .blue(group("far", &[militia(4)]).at(900, 1000, 180, 2));
    let a = scene.id("A");
    let mut world = scene.world();
    let id = world.base_ids(a).into_iter().find(|&b| world[b].at == Position { file: 0, rank: 0 }).unwrap();
    let front = Pose::new(Point::from_mm(850, 280), Angle::THREE_QUARTERS);
    world[id].base.front = front;
    world[id].facing = Facing::Left;
    (scene, world)
}

#[test]
fn out_of_formation_they_reform_before_they_move() {
    proves!(
        "FOGAM-MANOEUVRE-005",
        "FOGAM-MANOEUVRE-006",
        "FOGAM-MANOEUVRE-008",
        "FOGAM-MANOEUVRE-009",
        "FOGAM-BG-018",
        "FOGAM-BG-019"
    );
    let (scene, world) = turned_base();
    let a = scene.id("A");
    assert!(is_out_of_formation(&world, a));
    let refusal = red(&world, &Request::Move, &Decision::Move { group: a, action: ahead(10) }).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGAM-MANOEUVRE-008"));
    // Facing as one of its bases does; level with the foremost of them.
    let mut all = Vec::new();
    for as_base in 0..4 {
        let decision = Decision::Reform { group: a, as_base, files: 2 };
        if let Ok(caracole_fog::battle::manoeuvre::Order::Reform(place)) =
            red(&world, &Request::Reform, &decision)
        {
            let after = world.supposing(|w| place.carry_out(w));
            assert!(!is_out_of_formation(&after, a));
            all.push((after.facing(a).millidegrees(), after.clone()));
        }
    }
    let facings: Vec<u32> = all.iter().map(|(f, _)| *f).collect();
    assert!(facings.contains(&0) && facings.contains(&270_000), "{facings:?}");
    let ahead_again = &all.iter().find(|(f, _)| *f == 0).unwrap().1;
    assert_eq!(ahead_again.anchor(a).at.y, mm(300));
    // And it takes nothing from what they may do afterwards.
    assert!(red(ahead_again, &Request::Move, &Decision::Move { group: a, action: ahead(10) }).is_ok());
}

#[test]
fn reforming_keeps_contacts_and_faces_who_fights() {
    proves!("FOGAM-MANOEUVRE-007", "FOGAM-MANOEUVRE-010", "FOGAM-MANOEUVRE-011");
    let (scene, mut world) = turned_base();
    let a = scene.id("A");
    let far = scene.id("far");
    // An enemy before the turned base, facing it.
    let ids = world.base_ids(far);
    for (i, id) in ids.into_iter().enumerate() {
        let x = 850 - 20 * (i as i32 / 2);
        let y = 280 - 40 * (i as i32 % 2);
        world[id].base.front = Pose::new(Point::from_mm(x, y), Angle::QUARTER);
    }
    assert!(contact::in_close_combat_with(&world, a, far));
    let reform = |as_base| red(&world, &Request::Reform, &Decision::Reform { group: a, as_base, files: 2 });
    let left = (0..4u8).find(|&n| world[world.base_ids(a)[usize::from(n)]].facing == Facing::Left).unwrap();
    let other = (0..4u8).find(|&n| n != left).unwrap();
    assert_eq!(reform(other).unwrap_err().rule, rule!("FOGAM-MANOEUVRE-011"));
    if let Ok(caracole_fog::battle::manoeuvre::Order::Reform(place)) = reform(left) {
        let after = world.supposing(|w| place.carry_out(w));
        assert!(contact::in_close_combat_with(&after, a, far));
    }
    // Fighting to the front as well it cannot reform at all.
    let mut both = world.clone();
    let extra = scene.id("far");
    let second = both.base_ids(extra)[3];
    both[second].base.front = Pose::new(Point::from_mm(920, 300), Angle::HALF);
    let refusal =
        red(&both, &Request::Reform, &Decision::Reform { group: a, as_base: left, files: 2 }).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGAM-MANOEUVRE-010"));
}

#[test]
fn files_step_up_and_flanks_met_without_a_flank_charge_are_fought_in_front() {
    proves!("FOGAM-MANOEUVRE-014", "FOGAM-MANOEUVRE-015", "FOGAM-MANOEUVRE-019");
    // A's three files meet E, one file wide, with the middle one only; lined up, the others stand level with it.
    let scene = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[militia(2)]).at(910, 300, 180, 1));
    let play = scene.play();
    let a = scene.id("A");
    assert_eq!(super::front(play.world(), &scene, "A"), Point::from_mm(910, 300));
    assert!(play.world().bases_of(a).iter().filter(|b| b.at.rank == 0).all(|b| b.base.front.at.y == mm(300)));
    // Bases turned to face somebody: they stay as they are.
    let (_, world) = turned_base();
    assert!(contact::has_turned_bases(&world, caracole_fog::battle::GroupId(0)));
    // Touching E's left flank after a contact that did not count as one in the flank, they pivot to its front.
    let flank = ancient_scene()
        .red(group("A", &[militia(2)]).at(900, 300, 0, 1))
        .blue(group("E", &[militia(4)]).at(890, 340, 270, 2))
        // Somebody who might charge, so that the phase begins with a question.
        .red(group("B", &[cavalrymen(4)]).at(300, 300, 0, 2))
        .blue(group("F", &[militia(4)]).at(300, 400, 180, 2));
    let a = flank.id("A");
    assert!(contact::touches(&flank.world(), a, flank.id("E")).iter().any(|t| t.contact.is_by_own_front()));
    let mut play = flank.begin();
    let (x, y) = (flank.id("A"), flank.id("E"));
    play.battle = play.battle.with_world(|w| contact::note(w, x, y, Approach::NoFlankCharge));
    use caracole_fog::battle::impact::Decision as Impact;
    play.choose(caracole_fog::battle::Decision::Impact(Impact::EndDeclarations));
    let conformed = told(&play).iter().any(|e| matches!(e, Event::Conformed { .. }));
    let could_not = told(&play).iter().any(|e| matches!(e, Event::CouldNotConform { .. }));
    assert!(conformed || could_not, "{}", steps::tale(&play));
    if conformed {
        assert_eq!(play.world().facing(a), Angle::QUARTER);
    }
}

/// A camp stops friends who make room.
#[test]
fn reading_manoeuvre_016() {
    proves!("FOGAM-MANOEUVRE-016");
    // The camp begins 2 mm to the right of F, which would have to go 10 mm.
    let scene = |camp: bool| {
        let scene = ancient_scene()
            .red(group("A", &[militia(4)]).at(900, 300, 0, 2))
            .red(group("F", &[militia(4)]).at(985, 290, 0, 2))
            .blue(group("L", &[cavalrymen(2)]).at(839, 250, 90, 2))
            .blue(group("E", &[militia(4)]).at(915, 300, 180, 2));
        if camp { scene.camp(Side::Red, 1087, 330, 0) } else { scene }
    };
    let stays =
        |camp: bool| told(&scene(camp).play()).iter().any(|e| matches!(e, Event::CouldNotConform { .. }));
    assert!(stays(true) && !stays(false));
}
