//! Breaking off.

use crate::battle_common::{Scene, bases, cavalry, group, horse, light_horse, pike, scene, shot};
use crate::outcome::steps::{pass, pass_all, pass_to, tale};
use caracole_fog::battle::joint::break_off::{may_break_off, plan};
use caracole_fog::battle::joint::{Decision, Request};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::{Decision as Any, Phase, Request as Asked};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Armour, Capability, Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Hand, Kink, Point, Pose, Um};

/// Horse against steady pikes at this height.
fn against_pikes(y: i32) -> Scene {
    scene()
        .red(group("H", &[horse(4)]).at(500, y, 0, 2))
        .blue(group("P", &[pike(4), shot(4)]).at(500, y, 180, 4))
}

fn back_to(scene: &Scene) -> Option<Um> {
    plan(&scene.world(), scene.id("H")).map(|b| b.anchor.at.y)
}

#[test]
fn the_table_edge_stops_a_break_off() {
    proves!("FOGR-JAP-013");
    // Two ranks of 30 mm: 100 - 60 = 40 mm of table are left behind them.
    assert_eq!(back_to(&against_pikes(100)), Some(Um::from_mm(60)));
    // 20 mm are less than 1 MU: cancelled.
    assert_eq!(back_to(&against_pikes(80)), None);
}

#[test]
fn enemy_behind_stop_it_1_mu_away() {
    proves!("FOGR-JAP-014", "FOGR-JAP-016");
    // Enemy pikes whose front stands 100 mm behind the rear of the horse: back by 75.
    let scene = against_pikes(500).blue(group("E", &[pike(4)]).at(500, 340, 0, 2));
    assert_eq!(back_to(&scene), Some(Um::from_mm(425)));
    let scene = against_pikes(500).blue(group("E", &[pike(4)]).at(500, 396, 0, 2));
    assert_eq!(back_to(&scene), None);
    // Enemy at their very heels stop it too, and so do those beside them who do not stand square.
    let scene = against_pikes(500).blue(group("E", &[pike(4)]).at(500, 440, 0, 2));
    assert_eq!(back_to(&scene), None);
    let scene = against_pikes(500).blue(group("E", &[pike(1)]).at(540, 440, 315, 1));
    assert!(contact::touch(&scene.world(), scene.id("H"), scene.id("E")));
    assert_eq!(back_to(&scene), None);
}

#[test]
fn a_bent_column_does_not_break_off_onto_those_in_its_bend() {
    proves!("FOGR-JAP-010", "FOGR-JAP-014");
    // Six in a column from 320 to 500; light horse break off by 6 MU. Random battles 4914 and 5707.
    let scene = scene()
        .red(group("H", &[light_horse(6)]).at(500, 500, 0, 1))
        .blue(group("P", &[pike(4), shot(4)]).at(500, 500, 180, 4))
        .blue(group("E", &[pike(1)]).at(700, 320, 180, 1));
    let (column, enemy) = (scene.id("H"), scene.id("E"));
    let mut world = scene.world();
    assert_eq!(plan(&world, column).map(|b| b.anchor.at.y), Some(Um::from_mm(350)));
    // Behind the second base the column is bent to the left; the enemy stand in the crook, where it would come to lie
    // when it is straight again.
    let kink = Pose::new(Point::from_mm(500, 440), Angle::ZERO);
    world[column].kinks.push(Kink { front: kink, hand: Hand::Right, by: Angle::QUARTER });
    for (rank, id) in world.base_ids(column).into_iter().enumerate().skip(2) {
        let x = 480 - 30 * i32::try_from(rank - 2).unwrap();
        world[id].base.front = Pose::new(Point::from_mm(x, 420), Angle::QUARTER);
    }
    let theirs = world.base_ids(enemy);
    world[theirs[0]].base.front = Pose::new(Point::from_mm(500, 325), Angle::HALF);
    assert_eq!(plan(&world, column), None);
}

#[test]
fn enemy_square_beside_them_do_not_stop_it() {
    proves!("FOGR-JAP-014");
    // Pikes against the flank of the horse, half behind its rear: it slides past them.
    let scene = against_pikes(500).blue(group("E", &[pike(4)]).at(540, 440, 270, 2));
    assert!(contact::touch(&scene.world(), scene.id("H"), scene.id("E")));
    assert_eq!(back_to(&scene), Some(Um::from_mm(375)));
}

#[test]
fn terrain_on_the_way_cuts_the_distance_or_stops_it_at_its_edge() {
    proves!("FOGR-JAP-015");
    // Horse move 1 MU in difficult ground. It begins 70 mm behind them, further than that: they stop at its edge.
    let edge = against_pikes(500).terrain(TerrainKind::Marsh, (400, 200), (600, 370));
    assert_eq!(back_to(&edge), Some(Um::from_mm(430)));
    // 20 mm behind them: the pace of the marsh, 25 mm.
    let inside = against_pikes(500).terrain(TerrainKind::Marsh, (400, 200), (600, 420));
    assert_eq!(back_to(&inside), Some(Um::from_mm(475)));
}

#[test]
fn a_battle_group_stepped_forward_ends_level_with_its_foremost_base_counting() {
    proves!("FOGR-JAP-011");
    let scene = scene()
        .red(group("H", &[horse(4)]).at(500, 400, 0, 2))
        .blue(group("P", &[pike(4)]).at(480, 400, 180, 1))
        .blue(group("Q", &[pike(4)]).at(520, 420, 180, 1));
    let mut world = scene.world();
    let h = scene.id("H");
    // Its right file has stepped forward 20 mm.
    for id in world.base_ids(h) {
        if world[id].at.file == 1 {
            let front = world[id].base.front.offset(Um::ZERO, Um::from_mm(20));
            world[id].base.front = front;
        }
    }
    assert!(may_break_off(&world, h));
    // 5 MU from the enemy whom the foremost base touches, at 420, all on one line.
    let end = plan(&world, h).expect("room");
    assert_eq!(end.anchor.at.y, Um::from_mm(295));
    assert!(end.rects().iter().all(|r| r.corners().iter().all(|c| c.y <= Um::from_mm(295))));
}

#[test]
fn a_file_stepped_forward_that_touches_nobody_does_not_count() {
    proves!("FOGR-JAP-011");
    // Only the enemy before one of the files are there; the other file, left or right, has stepped forward 20 mm.
    for (forward, x) in [(0, 520), (1, 480)] {
        let scene = scene()
            .red(group("H", &[horse(4)]).at(500, 400, 0, 2))
            .blue(group("P", &[pike(4)]).at(x, 400, 180, 1));
        let mut world = scene.world();
        let h = scene.id("H");
        for id in world.base_ids(h) {
            if world[id].at.file == forward {
                let front = world[id].base.front.offset(Um::ZERO, Um::from_mm(20));
                world[id].base.front = front;
            }
        }
        assert!(may_break_off(&world, h));
        // 5 MU from the enemy whom the other file touches, at 400, all on one line.
        let end = plan(&world, h).expect("room");
        assert_eq!(end.anchor.at.y, Um::from_mm(275), "file {forward} forward");
    }
}

#[test]
fn breaking_off_is_a_choice_of_the_active_player_first() {
    proves!("FOGR-COMBAT-002", "FOGR-JAP-008", "FOGR-JAP-017", "FOGR-JAP-001", "FOGR-SEQUENCE-028");
    // Disrupted cavalry on both sides cannot break off from each other; disrupted against steady can.
    let disrupted = |side: Side| {
        let state = |s| if s == side { Cohesion::Disrupted } else { Cohesion::Steady };
        scene()
            .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2).cohesion(state(Side::Red)))
            .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2).cohesion(state(Side::Blue)))
    };
    for (side, name) in [(Side::Red, "A"), (Side::Blue, "B")] {
        let scene = disrupted(side);
        let mut play = scene.play();
        pass_all(&mut play);
        while let Awaiting::Dice(_) = play.battle.awaiting() {
            crate::outcome::steps::each(&mut play, |_| 1);
        }
        let who = play.id(name);
        assert_eq!(play.asked(), (side, Asked::Joint(Request::BreakOff { group: who })), "{}", tale(&play));
        let stood = play.world().anchor(who);
        play.choose(Any::Joint(Decision::Pass));
        assert_eq!(play.world().anchor(who), stood);
    }
    // Light horse and pikes: both could, the active player is asked, and when he goes the other cannot.
    let scene = scene()
        .red(
            group("A", &[bases(4, TroopType::Cavalry, Some(Armour::Unarmoured), &[Capability::Bow])])
                .at(500, 300, 0, 2),
        )
        .blue(group("B", &[pike(4)]).at(500, 300, 180, 2));
    let mut play = scene.play();
    pass_to_joint(&mut play);
    let a = play.id("A");
    assert_eq!(play.asked(), (Side::Red, Asked::Joint(Request::BreakOff { group: a })), "{}", tale(&play));
    play.choose(Any::Joint(Decision::Act));
    // Cavalry end a full move of 5 MU away; nobody else is asked.
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(175), "{}", tale(&play));
    assert!(!may_break_off(play.world(), play.id("B")));
    // The close combat is over.
    assert!(!caracole_fog::battle::position::contact::in_close_combat(play.world(), a));
}

fn pass_to_joint(play: &mut crate::battle_common::Play) {
    for _ in 0..60 {
        if play.world().turn.phase == Phase::JointAction {
            return;
        }
        if !pass(play) {
            crate::outcome::steps::settle(play, |_| 1);
        }
    }
    pass_to(play, Phase::JointAction);
}

#[test]
fn elephants_artillery_wagons_and_turned_troops_never_break_off() {
    proves!("FOGR-JAP-003");
    let scene = scene()
        .red(group("E", &[bases(2, TroopType::Elephants, None, &[])]).at(500, 300, 0, 2))
        .blue(group("P", &[pike(4)]).at(500, 300, 180, 2));
    let world = scene.world();
    assert!(!may_break_off(&world, scene.id("E")));
    let scene = against_pikes(500);
    let mut world = scene.world();
    let h = scene.id("H");
    assert!(may_break_off(&world, h));
    let last = world.base_ids(h).last().copied().expect("a base");
    world[last].facing = caracole_fog::formation::Facing::Rear;
    assert!(!may_break_off(&world, h));
}
