//! The order of the steps, commanders and rallying.

use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::joint::may_ride;
use caracole_fog::battle::joint::{Decision, Request};
use caracole_fog::battle::{CommanderId, Decision as Any, Phase, Request as Asked};
use caracole_fog::troops::Cohesion;
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

#[test]
fn the_side_that_is_not_active_moves_its_commanders_first() {
    proves!("FOGAM-JAP-001", "FOGAM-SEQUENCE-019", "FOGAM-JAP-032");
    let mut play = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 200, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 1000, 180, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 900, 200)
        .lone_commander(Side::Blue, CommanderLevel::Field, 900, 1000)
        .play();
    steps::pass_to(&mut play, Phase::JointAction);
    assert_eq!(play.asked(), (Side::Blue, Asked::Joint(Request::Commander)));
    play.choose(Any::Joint(Decision::Pass));
    assert_eq!(play.asked(), (Side::Red, Asked::Joint(Request::Commander)));
    // The order is fixed: nobody lets the other go first.
    assert_eq!(play.refused(Any::Joint(Decision::AfterThem)).rule, rule!("FOGAM-JAP-001"));
}

#[test]
fn commanders_with_pursuers_do_not_ride() {
    proves!("FOGAM-JAP-032");
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
        .blue(group("R", &[militia(4)]).at(500, 400, 0, 2).cohesion(Cohesion::Broken))
        .commander(Side::Red, CommanderLevel::Field, "A");
    let mut world = scene.world();
    assert!(may_ride(&world, Side::Red, CommanderId(0)).is_ok());
    world[scene.id("A")].pursuing.push(scene.id("R"));
    assert_eq!(may_ride(&world, Side::Red, CommanderId(0)).unwrap_err().rule, rule!("FOGAM-JAP-032"));
}

#[test]
fn rallying_takes_5_mu_more_than_half_the_bases_and_no_drop_this_turn() {
    proves!("FOGAM-JAP-033", "FOGAM-JAP-034", "FOGAM-JAP-035", "FOGAM-JAP-036", "FOGAM-JAP-038");
    let may = |y: i32, lost: u8, dropped: bool| {
        let scene = ancient_scene()
            .red(
                group("R", &[militia(8)])
                    .drilled()
                    .at(500, 300, 180, 4)
                    .lost(lost)
                    .cohesion(Cohesion::Broken),
            )
            .blue(group("E", &[militia(4)]).at(500, y, 180, 2))
            .commander(Side::Red, CommanderLevel::Field, "R");
        let mut world = scene.world();
        let r = scene.id("R");
        world[r].turn.dropped = dropped;
        let near = world
            .rects(r)
            .iter()
            .flat_map(|a| world.rects(scene.id("E")).iter().map(move |b| a.distance(b)))
            .min();
        (world.book.may_bolster(&world, CommanderId(0), r), near.unwrap())
    };
    // 5 MU are 125 mm.
    for y in [400, 430, 460, 470, 500] {
        let (can, apart) = may(y, 0, false);
        assert_eq!(can, apart > caracole_plane::Um::from_mm(125), "{y}");
    }
    assert!(may(700, 3, false).0);
    assert!(!may(700, 4, false).0, "half its bases");
    assert!(!may(700, 0, true).0, "dropped this turn");
}

#[test]
fn a_battle_group_is_bolstered_once_in_a_phase_and_rises_a_level() {
    proves!("FOGAM-JAP-033", "FOGAM-JAP-037", "FOGAM-COHESION-009");
    for (dice, cohesion) in [([1, 1], Cohesion::Disrupted), ([6, 3], Cohesion::Steady)] {
        let mut play = ancient_scene()
            .red(group("D", &[militia(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Disrupted))
            .blue(group("E", &[militia(4)]).at(500, 900, 180, 2))
            .commander(Side::Red, CommanderLevel::Field, "D")
            .commander(Side::Red, CommanderLevel::Troop, "D")
            .play();
        let d = play.id("D");
        let bolster = Asked::Joint(Request::Bolster { commander: CommanderId(0), group: d });
        for _ in 0..20 {
            if play.asked().1 == bolster {
                break;
            }
            assert!(steps::pass(&mut play));
        }
        play.choose(Any::Joint(Decision::Act));
        play.dice(&dice);
        assert_eq!(play.world()[d].cohesion, cohesion);
        // Another commander with it does not try again in this phase.
        let again = Asked::Joint(Request::Bolster { commander: CommanderId(1), group: d });
        assert!(play.world().turn.number > 1 || play.asked().1 != again);
    }
}

#[test]
fn a_commander_with_routers_goes_along_or_stays() {
    proves!("FOGAM-JAP-019");
    let mut play = ancient_scene()
        .red(group("R", &[militia(4)]).at(500, 500, 0, 2).cohesion(Cohesion::Broken))
        .red(group("A", &[militia(4)]).at(1500, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(500, 1000, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "R")
        .play();
    let r = play.id("R");
    let asked = Asked::Joint(Request::Accompany { commander: CommanderId(0), group: r });
    for _ in 0..20 {
        if play.asked().1 == asked {
            break;
        }
        assert!(steps::pass(&mut play));
    }
    play.choose(Any::Joint(Decision::Pass));
    assert_eq!(play.world()[CommanderId(0)].with(), None);
    assert!(play.world()[CommanderId(0)].is_on_table());
}
