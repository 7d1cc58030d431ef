//! Divisions and commanders.

use crate::battle_common::*;
use crate::manoeuvre::{ahead, at_moves, mm};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{
    Action, Advance, CommanderGoes, Decision, Leg, Request, Shift, When, look,
};
use caracole_fog::battle::position::command;
use caracole_fog::battle::world::{CommanderId, CommanderPlace};
use caracole_fog::battle::{Request as Asked, World};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Refusal, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Point, Pose, Um};

fn line() -> Scene {
    // 80 mm wide each, 40 mm (a base width) between them.
    scene()
        .red(group("A", &[horse(4)]).at(800, 300, 0, 2))
        .red(group("B", &[horse(4)]).at(920, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 900, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
}

fn division(scene: &Scene, names: &[&str], advance: Advance) -> Decision {
    Decision::MoveDivision { groups: names.iter().map(|n| scene.id(n)).collect(), advance }
}

fn refused(scene: &Scene, names: &[&str], advance: Advance) -> Refusal {
    at_moves(scene).refused(division(scene, names, advance))
}

#[test]
fn a_division_goes_as_far_as_its_slowest() {
    proves!("FOGR-MOVE-014", "FOGR-COMMAND-022", "FOGR-MOVE-004");
    // Horse move 5 MU in the open, 4 MU in broken ground, where B stands.
    let scene = line().terrain(TerrainKind::BrokenGround, (870, 200), (1000, 320));
    assert_eq!(refused(&scene, &["A", "B"], Advance::straight(mm(101))).rule, rule!("FOGR-MOVE-049"));
    let mut play = at_moves(&scene);
    play.choose(division(&scene, &["A", "B"], Advance::straight(mm(100))));
    assert_eq!(play.world().body(scene.id("A")).front_centre().at, Point::from_mm(800, 400));
    // Its commander keeps his place to it.
    assert_eq!(play.world()[CommanderId(0)].with(), Some(scene.id("A")));
}

#[test]
fn a_division_only_advances_with_one_wheel_at_most() {
    proves!("FOGR-COMMAND-018", "FOGR-MOVE-021", "FOGR-MOVE-049");
    let scene = line();
    let leg = |hand| Leg::Wheel { hand, by: Angle::from_degrees(10) };
    let two = Advance { legs: vec![leg(Hand::Left), Leg::Ahead(mm(10)), leg(Hand::Right)], shift: None };
    assert_eq!(refused(&scene, &["A", "B"], two.clone()).rule, rule!("FOGR-MOVE-023"));
    // Light horse may wheel twice, but not as a division.
    let light = crate::battle_common::scene()
        .red(group("A", &[light_horse(4)]).at(800, 300, 0, 2))
        .red(group("B", &[light_horse(4)]).at(920, 300, 0, 2))
        .commander(Side::Red, CommanderLevel::Field, "A");
    assert_eq!(refused(&light, &["A", "B"], two).rule, rule!("FOGR-COMMAND-018"));
    // 200 mm from the pivot to B's outer corner: 36 degrees are 123.6 mm, 37 degrees 126.9 mm, more than 5 MU.
    let by = |degrees| Advance::wheel(Hand::Left, Angle::from_degrees(degrees), Um::ZERO);
    assert_eq!(refused(&scene, &["A", "B"], by(37)).rule, rule!("FOGR-MOVE-049"));
    at_moves(&scene).choose(division(&scene, &["A", "B"], by(36)));
}

#[test]
fn a_shift_of_one_is_a_shift_of_all() {
    proves!("FOGR-COMMAND-020");
    // C fights E; B comes up beside it, 10 mm out of line, and A with B.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(670, 240, 0, 2))
        .red(group("B", &[horse(4)]).at(790, 240, 0, 2))
        .red(group("C", &[horse(4)]).at(880, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(880, 300, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let up = Advance {
        legs: vec![Leg::Ahead(mm(60))],
        shift: Some(Shift { hand: Hand::Right, by: mm(10), when: When::After }),
    };
    let mut play = at_moves(&scene);
    // C is less than a base width from B: no division unless it stands further off at the start.
    let crowded = play.refused(division(&scene, &["A", "B"], up.clone()));
    assert_eq!(crowded.rule, rule!("FOGR-COMMAND-011"));
    let apart = crate::battle_common::scene()
        .red(group("A", &[horse(4)]).at(670, 180, 0, 2))
        .red(group("B", &[horse(4)]).at(790, 180, 0, 2))
        .red(group("C", &[horse(4)]).at(880, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(880, 300, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A");
    play = at_moves(&apart);
    let up = Advance { legs: vec![Leg::Ahead(mm(120))], ..up };
    play.choose(division(&apart, &["A", "B"], up));
    assert_eq!(play.world().body(apart.id("B")).front_centre().at, Point::from_mm(800, 300));
    assert_eq!(play.world().body(apart.id("A")).front_centre().at, Point::from_mm(680, 300));
}

#[test]
fn a_division_stays_the_same_through_all_its_moves() {
    proves!(
        "FOGR-MANOEUVRE-055",
        "FOGR-MANOEUVRE-061",
        "FOGR-COMMAND-013",
        "FOGR-MANOEUVRE-059",
        "FOGR-MANOEUVRE-060"
    );
    let scene = line();
    let mut play = at_moves(&scene);
    let both = |n: i32| division(&scene, &["A", "B"], Advance::straight(mm(n)));
    play.choose(both(100));
    let (_, asked) = play.asked();
    assert_eq!(asked, Asked::Manoeuvre(Request::MoveAgain { groups: vec![scene.id("A"), scene.id("B")] }));
    // Neither fewer nor others go on.
    let alone = Decision::Move { group: scene.id("A"), action: ahead(50) };
    assert_eq!(play.refused(alone).rule, rule!("FOGR-MOVE-031"));
    play.choose(both(100));
    // Mounted troops have a third move.
    assert!(matches!(play.asked().1, Asked::Manoeuvre(Request::MoveAgain { .. })));
    play.choose(both(100));
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::Move));
    assert_eq!(play.world().body(scene.id("B")).front_centre().at, Point::from_mm(920, 600));
}

#[test]
fn second_and_third_moves_are_advances() {
    proves!("FOGR-MANOEUVRE-054", "FOGR-MANOEUVRE-060");
    let scene = line();
    let mut play = at_moves(&scene);
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(100) });
    let about = Action::TurnAbout { with: None, and_back: false };
    let refusal = play.refused(Decision::Move { group: scene.id("A"), action: about });
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-054"));
}

#[test]
fn foot_have_no_third_move() {
    proves!("FOGR-MANOEUVRE-057");
    let scene = scene()
        .red(group("F", &[pike(4)]).at(800, 300, 0, 2))
        .red(group("D", &[dragoons(4)]).at(300, 300, 0, 2))
        .commander(Side::Red, CommanderLevel::Field, "F")
        .commander(Side::Red, CommanderLevel::Field, "D");
    let mut play = at_moves(&scene);
    play.choose(Decision::Move { group: scene.id("F"), action: ahead(50) });
    play.choose(Decision::Move { group: scene.id("F"), action: ahead(50) });
    assert_eq!(play.asked().1, Asked::Manoeuvre(Request::Move));
    for _ in 0..3 {
        play.choose(Decision::Move { group: scene.id("D"), action: ahead(50) });
    }
    assert_eq!(play.world().body(scene.id("D")).front_centre().at, Point::from_mm(300, 450));
}

#[test]
fn mounted_and_foot_are_in_no_division_and_shaken_troops_in_none() {
    proves!("FOGR-COMMAND-014", "FOGR-COMMAND-015", "FOGR-COMMAND-016", "FOGR-COMMAND-010");
    let with = |who: Who| {
        scene().red(group("A", &[horse(4)]).at(800, 300, 0, 2)).red(who.at(920, 300, 0, 2)).commander(
            Side::Red,
            CommanderLevel::Field,
            "A",
        )
    };
    let straight = Advance::straight(mm(50));
    let foot = with(group("B", &[pike(4)]));
    assert_eq!(refused(&foot, &["A", "B"], straight.clone()).rule, rule!("FOGR-COMMAND-014"));
    let dragoons = with(group("B", &[dragoons(4)]));
    at_moves(&dragoons).choose(division(&dragoons, &["A", "B"], straight.clone()));
    let shaken = with(group("B", &[horse(4)]).cohesion(Cohesion::Fragmented));
    assert_eq!(refused(&shaken, &["A", "B"], straight.clone()).rule, rule!("FOGR-COMMAND-016"));
    let shaken = with(group("B", &[horse(4)]).cohesion(Cohesion::Disrupted));
    at_moves(&shaken).choose(division(&shaken, &["A", "B"], straight.clone()));
    let guns = guns(2, caracole_fog::troops::TroopType::LightArtillery);
    let guns = with(group("B", &[guns]));
    assert_eq!(refused(&guns, &["A", "B"], straight).rule, rule!("FOGR-COMMAND-015"));
}

#[test]
fn divisions_exist_only_among_the_moves_of_their_owner() {
    proves!("FOGR-COMMAND-023");
    let scene = line();
    let world = scene.world();
    let move_them = division(&scene, &["A", "B"], Advance::straight(mm(50)));
    for other in [Request::Reform, Request::Feed] {
        assert!(look(&world, Side::Red, &other, &move_them).is_err());
    }
    // After the move nothing of it is left: each is again a battle group by itself.
    let mut play = at_moves(&scene);
    play.choose(move_them);
    play.choose(Decision::Done);
    play.choose(Decision::Done);
    while play.asked() != (Side::Red, Asked::Manoeuvre(Request::Move)) {
        pass(&mut play);
    }
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(50) });
    assert_eq!(play.world().body(scene.id("B")).front_centre().at, Point::from_mm(920, 350));
}

/// Whoever is asked chooses to do nothing.
fn pass(play: &mut Play) {
    use caracole_kernel::Rules;
    let Awaiting::Decision { side, request } = play.battle.awaiting().clone() else { panic!("dice") };
    let mut out = Vec::new();
    caracole_fog::battle::Fogr::candidates(&play.battle, side, &request, &mut out);
    play.choose(out.pop().unwrap());
}

fn commander(n: u8) -> CommanderId {
    CommanderId(n)
}

#[test]
fn a_lone_commander_rides_freely_and_through_anybody() {
    proves!("FOGR-MOVE-019", "FOGR-MOVE-091", "FOGR-MOVE-092", "FOGR-MOVE-090", "FOGR-COMMAND-001");
    // His own troops stand between him and where he rides to, 6 MU to the rear of them and to the side.
    let scene = scene().red(group("A", &[horse(4)]).at(900, 320, 0, 2)).lone_commander(
        Side::Red,
        CommanderLevel::Field,
        900,
        360,
    );
    let to = |x, y, degrees| Decision::MoveCommander {
        commander: commander(0),
        goes: CommanderGoes::To(Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees))),
    };
    let mut play = at_moves(&scene);
    assert_eq!(play.refused(to(900, 209, 0)).rule, rule!("FOGR-MOVE-090"));
    // 150 mm straight through A, with no test.
    play.choose(to(900, 210, 0));
    assert!(matches!(play.battle.awaiting(), Awaiting::Decision { .. }));
    assert_eq!(play.world()[commander(0)].base.front.at, Point::from_mm(900, 210));
    // And A advances through where he stood before; he is no base of A.
    play.choose(Decision::Move { group: scene.id("A"), action: ahead(100) });
    assert_eq!(play.world().size(scene.id("A")), 4);
    // Troops pass through a commander too.
    let through = crate::battle_common::scene()
        .red(group("A", &[horse(4)]).at(900, 320, 0, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 900, 370);
    at_moves(&through).choose(Decision::Move { group: through.id("A"), action: ahead(100) });
}

#[test]
fn a_commander_is_with_one_battle_group() {
    proves!("FOGR-COMMAND-004", "FOGR-MOVE-095", "FOGR-MOVE-093", "FOGR-MOVE-096");
    // Between two battle groups 30 mm deep... his base would touch both.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("B", &[horse(4)]).at(1020, 300, 0, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 960, 330);
    let mut play = at_moves(&scene);
    let join = |name: &str| Decision::MoveCommander {
        commander: commander(0),
        goes: CommanderGoes::Join(scene.id(name)),
    };
    play.choose(join("B"));
    assert_eq!(play.world()[commander(0)].place, CommanderPlace::With(scene.id("B")));
    // He goes where B goes, keeping his place to it.
    let before = play.world()[commander(0)].base.front.at;
    play.choose(Decision::Move { group: scene.id("B"), action: ahead(50) });
    let after = play.world()[commander(0)].base.front.at;
    assert_eq!(after, before.moved(Angle::ZERO, mm(50)));
}

#[test]
fn commanders_held_by_what_their_troops_did() {
    proves!("FOGR-MANOEUVRE-004", "FOGR-MOVE-097");
    let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).commander(
        Side::Red,
        CommanderLevel::Field,
        "A",
    );
    let a = scene.id("A");
    let go = Decision::MoveCommander {
        commander: commander(0),
        goes: CommanderGoes::To(Pose::new(Point::from_mm(1000, 200), Angle::ZERO)),
    };
    let plain = scene.world();
    assert!(look(&plain, Side::Red, &Request::Move, &go).is_ok());
    let with = |change: &dyn Fn(&mut World)| {
        let mut world = plain.clone();
        change(&mut world);
        look(&world, Side::Red, &Request::Move, &go).unwrap_err().rule
    };
    assert_eq!(with(&|w| w[a].turn.charged = true), rule!("FOGR-MANOEUVRE-004"));
    assert_eq!(with(&|w| w[a].turn.pursued = true), rule!("FOGR-MANOEUVRE-004"));
    assert_eq!(with(&|w| w[a].turn.evaded = true), rule!("FOGR-MANOEUVRE-004"));
    assert_eq!(with(&|w| w[a].turn.routed = true), rule!("FOGR-MANOEUVRE-004"));
    assert_eq!(with(&|w| w[commander(0)].place = CommanderPlace::FrontRank(a)), rule!("FOGR-MOVE-097"));
}

#[test]
fn trap_a_commander_counts_only_if_in_place_since_the_start_of_the_phase() {
    // TRAPS: "A commander who modifies a complex move test must have been in place since the start of the phase."
    proves!("FOGR-MOVE-033");
    let scene = scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2)).lone_commander(
        Side::Red,
        CommanderLevel::Field,
        900,
        115,
    );
    let expand = Action::Expand { left: 0, right: 1, formation: None, then: None };
    let mut away = at_moves(&scene);
    // From y = 115 to A's rear at 260 are 145 mm: within his 8 MU from the start, and within his move.
    away.choose(Decision::MoveCommander {
        commander: commander(0),
        goes: CommanderGoes::Join(scene.id("A")),
    });
    away.choose(Decision::Move { group: scene.id("A"), action: expand.clone() });
    // He has joined in this phase: only the +1 for range counts, 3 + 4 + 1.
    away.dice(&[3, 4]);
    assert_eq!(away.world().formation(scene.id("A")).width(), 3);
    let mut away = at_moves(&scene);
    away.choose(Decision::MoveCommander {
        commander: commander(0),
        goes: CommanderGoes::Join(scene.id("A")),
    });
    away.choose(Decision::Move { group: scene.id("A"), action: expand.clone() });
    away.dice(&[3, 3]);
    assert_eq!(away.world().formation(scene.id("A")).width(), 2);
    // Out of range at the start (more than 200 mm) he counts for nothing.
    let far = crate::battle_common::scene().red(group("A", &[pike(4)]).at(900, 300, 0, 2)).lone_commander(
        Side::Red,
        CommanderLevel::Troop,
        900,
        150,
    );
    let mut late = at_moves(&far);
    late.choose(Decision::MoveCommander { commander: commander(0), goes: CommanderGoes::Join(far.id("A")) });
    late.choose(Decision::Move { group: far.id("A"), action: expand });
    late.dice(&[3, 4]);
    assert_eq!(late.world().formation(far.id("A")).width(), 2);
}

/// Command range is measured to the nearest part.
#[test]
fn reading_command_003() {
    proves!("FOGR-COMMAND-003", "FOGR-GLOSSARY-010");
    // Great commander 12 MU, field 8, troop 4: 300, 200 and 100 mm from the front of his base to A's rear at y = 240.
    for (level, reach) in
        [(CommanderLevel::Great, 300), (CommanderLevel::Field, 200), (CommanderLevel::Troop, 100)]
    {
        for (gap, within) in [(reach, true), (reach + 1, false)] {
            let scene = scene().red(group("A", &[horse(4)]).at(900, 700, 0, 2)).lone_commander(
                Side::Red,
                level,
                900,
                640 - gap,
            );
            let world = scene.world();
            assert_eq!(command::in_range(&world, commander(0), scene.id("A")), within, "{level:?} {gap}");
        }
    }
}

#[test]
fn a_lone_commander_flees_to_the_front_of_friends_if_he_reaches_nothing_else() {
    proves!("FOGR-MOVE-093", "FOGR-MOVE-098");
    // 6 MU are 150 mm. From the middle of his base at (870, 445) to a place before the left file of the pikes, whose
    // front is at 605, it is 145 to (880, 590); beside their flank, at (840, 615), it is 173, behind them 205 and more.
    let scene = scene()
        .red(group("Horse", &[horse(4)]).at(860, 400, 0, 2))
        .blue(group("Pikes", &[pike(6)]).at(920, 605, 180, 3))
        .lone_commander(Side::Blue, CommanderLevel::Troop, 870, 460);
    let mut play = crate::manoeuvre::moved(&scene, "Horse", ahead(100));
    let pikes = play.id("Pikes");
    assert_eq!(play.asked().0, Side::Blue);
    play.choose(Decision::Join(pikes));
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::With(pikes));
}
