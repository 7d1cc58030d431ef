//! Initial routs: where to, how far, and what is in the way.

use crate::battle_common::{Play, Scene, cavalry, group, guns, pike, scene, shot};
use crate::outcome::steps::{attrition, each, lose_first, pass, pass_all, pass_to, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Decision as Impact, EvadeWay, PastBy, Request as ImpactAsked, Steps};
use caracole_fog::battle::outcome::Event;
use caracole_fog::battle::world::{CommanderPlace, Presence};
use caracole_fog::battle::{CommanderId, Decision as Any, Phase, Request, melee};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Hand, Um};

/// Red cavalry in two files against six fragmented bases of blue, whose front stands at this height.
fn pressed(y: i32) -> Scene {
    scene()
        .red(group("A", &[cavalry(4)]).at(500, y, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, y, 180, 2).cohesion(Cohesion::Fragmented))
}

/// The melee in which blue breaks: two hits to none; 7 less 4 is 3; the death roll of 3 saves its base.
fn break_blue(play: &mut Play) {
    pass_all(play);
    play.dice(&[4, 5, 1, 1]);
    play.dice(&[1, 1]);
    play.dice(&[3, 4]);
    play.dice(&[3]);
}

#[test]
fn the_distance_of_a_rout_varies_with_its_die() {
    proves!("FOGR-COMBAT-108", "FOGR-COMBAT-120", "FOGR-COMBAT-121", "FOGR-COMBAT-122");
    for (die, mu) in [(1, 3), (2, 4), (3, 5), (4, 5), (5, 6), (6, 7)] {
        let mut play = pressed(300).play();
        break_blue(&mut play);
        let b = play.id("B");
        play.dice(&[die]);
        // Three ranks of 30 mm turned about: their front was at 390, and they run north, away from red.
        assert_eq!(play.world().facing(b), Angle::ZERO);
        assert_eq!(play.world().anchor(b).at.y, Um::from_mm(390 + 25 * mu), "die {die}");
        assert!(play.world()[b].turn.routed);
    }
}

#[test]
fn routers_never_turn_aside_to_stay_on_the_table() {
    proves!(
        "FOGR-COMBAT-124",
        "FOGR-MOVE-100",
        "FOGR-COMBAT-125",
        "FOGR-JAP-030",
        "FOGR-COMBAT-134",
        "FOGR-MOVE-102"
    );
    let mut play = pressed(1050).commander(Side::Blue, CommanderLevel::Field, "B").play();
    break_blue(&mut play);
    let (a, b) = (play.id("A"), play.id("B"));
    assert_eq!(attrition(&play, Side::Blue), 2);
    // From 1140 by 125 mm: over the edge at 1200. Their commander goes with them.
    play.dice(&[3]);
    assert_eq!(play.world()[b].presence, Presence::RoutedOff);
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::Gone);
    assert_eq!(attrition(&play, Side::Blue), 2);
    // The pursuers would go 7 MU, to 1225: they halt at the edge.
    play.dice(&[6]);
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(1200));
    assert!(play.world()[a].pursuing.is_empty());
}

#[test]
fn routers_who_cannot_get_round_unbroken_enemy_are_destroyed_when_the_phase_ends() {
    proves!("FOGR-COMBAT-124", "FOGR-IMPACT-110");
    let mut play = pressed(300).red(group("Wall", &[pike(12)]).at(500, 470, 180, 6)).play();
    break_blue(&mut play);
    let b = play.id("B");
    play.dice(&[3]);
    // They halt 1 MU short of the pikes: 390 + 55.
    assert_eq!(play.world().anchor(b).at.y, Um::from_mm(445));
    assert_eq!(play.world()[b].presence, Presence::OnTable);
    // The pursuers catch them and cost them a base; then they are destroyed.
    play.dice(&[3]);
    lose_first(&mut play);
    assert_eq!(play.world()[b].presence, Presence::Destroyed);
    assert_eq!(attrition(&play, Side::Blue), 2);
}

#[test]
fn routers_go_round_what_a_shift_of_a_base_width_passes() {
    proves!("FOGR-IMPACT-106");
    // One file of pikes stands before the left of the two files of routers.
    let mut play = pressed(300).red(group("Post", &[pike(4)]).at(470, 450, 180, 1)).play();
    break_blue(&mut play);
    let b = play.id("B");
    play.dice(&[3]);
    let way = PastBy { hand: Hand::Right, shift: Um::from_mm(30), drop_left: 0, drop_right: 0 };
    play.choose(Any::Impact(Impact::EvadeOn { way: EvadeWay::Past(way) }));
    let world = play.world();
    assert_eq!(world[b].presence, Presence::OnTable);
    assert_eq!(world.anchor(b).at.y, Um::from_mm(515));
    // Their left end was at 460; the post reaches to 490.
    assert_eq!(world.anchor(b).at.x, Um::from_mm(490));
}

#[test]
fn friends_in_the_way_are_burst_through_and_drop_a_level() {
    proves!("FOGR-COHESION-011", "FOGR-MOVE-086");
    let mut play = pressed(300).blue(group("Friends", &[pike(12)]).at(500, 420, 180, 6)).play();
    break_blue(&mut play);
    // Pikes within 3 MU see cavalry break and pass with 7.
    play.dice(&[3, 4]);
    let (b, friends) = (play.id("B"), play.id("Friends"));
    play.dice(&[3]);
    assert!(told(&play.events).contains(&Event::BurstThrough { group: b, through: friends }));
    assert_eq!(play.world()[friends].cohesion, Cohesion::Disrupted);
    assert!(play.world()[friends].turn.dropped);
}

#[test]
fn friends_see_a_break_before_the_rout_and_battle_troops_ignore_light_troops() {
    proves!("FOGR-COMBAT-119", "FOGR-COHESION-005", "FOGR-COHESION-006", "FOGR-COMBAT-001");
    // The nearest base of the watchers is 70 mm from blue's rear; 3 MU are 75 mm.
    let mut play = pressed(300)
        .blue(group("Near", &[pike(4)]).at(600, 460, 180, 2))
        .blue(group("Far", &[pike(4)]).at(800, 466, 180, 2))
        .play();
    break_blue(&mut play);
    let (b, near) = (play.id("B"), play.id("Near"));
    // It has not moved when they test; 2 costs two levels.
    assert_eq!(play.world().anchor(b).at.y, Um::from_mm(300));
    play.dice(&[1, 1]);
    assert_eq!(play.world()[near].cohesion, Cohesion::Fragmented);
    play.dice(&[3]);
    assert_eq!(play.world().anchor(b).at.y, Um::from_mm(515));
    let tested = told(&play.events).iter().filter(|e| matches!(e, Event::Tested { .. })).count();
    assert_eq!(tested, 2);
}

#[test]
fn broken_artillery_is_destroyed_and_nobody_pursues() {
    proves!("FOGR-COMBAT-126");
    let mut play = scene()
        .red(group("Shot", &[shot(6)]).at(500, 400, 0, 3))
        .blue(
            group("Guns", &[guns(2, TroopType::MediumArtillery)])
                .at(500, 460, 180, 2)
                .cohesion(Cohesion::Fragmented),
        )
        .play();
    pass_to(&mut play, Phase::Shooting);
    // Red hits with everything; the guns test with 2.
    each(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Shooting) => 6,
        _ => 1,
    });
    lose_first(&mut play);
    let battery = play.id("Guns");
    assert_eq!(play.world()[battery].presence, Presence::Destroyed);
    assert_eq!(attrition(&play, Side::Blue), 2);
    let events = told(&play.events);
    assert!(!events.iter().any(|e| matches!(e, Event::Routed { .. } | Event::Pursued { .. })));
}

#[test]
fn troops_that_break_under_fire_run_directly_away_from_the_shooters() {
    proves!("FOGR-COMBAT-122");
    // Shot to the east of cavalry that face south.
    let mut play = scene()
        .red(group("Shot", &[shot(6)]).at(620, 400, 270, 3))
        .blue(group("B", &[cavalry(4)]).at(560, 430, 180, 2).cohesion(Cohesion::Fragmented))
        .lone_commander(Side::Red, CommanderLevel::Field, 200, 200)
        .play();
    pass_to(&mut play, Phase::Shooting);
    // Two files see them; four dice at short range.
    play.dice(&[6, 6, 6, 6]);
    play.dice(&[1, 1]);
    play.dice(&[6]);
    play.dice(&[3]);
    let b = play.id("B");
    assert_eq!(play.world()[b].cohesion, Cohesion::Broken);
    let facing = play.world().facing(b).millidegrees();
    // West, as near as the line between the nearest bases says.
    assert!((240_000..300_000).contains(&facing), "{facing} {}", tale(&play));
}

#[test]
fn a_broken_battle_group_loses_its_regimental_gun() {
    proves!("FOGR-COMBAT-127");
    let mut foot = group("B", &[pike(2), shot(4)]).at(500, 300, 180, 3).cohesion(Cohesion::Fragmented);
    foot.listed.regimental_guns = true;
    let mut play = scene().red(group("A", &[cavalry(6)]).at(500, 300, 0, 3)).blue(foot).play();
    let b = play.id("B");
    assert!(play.world()[b].regimental_guns);
    pass_all(&mut play);
    each(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 6,
        (_, RollPurpose::VariableMove | RollPurpose::DeathRoll) => 6,
        _ => 1,
    });
    lose_first(&mut play);
    assert!(play.world()[b].is_broken());
    assert!(!play.world()[b].regimental_guns);
}

#[test]
fn troops_that_break_for_what_they_saw_run_for_their_own_edge() {
    proves!("FOGR-COMBAT-123", "FOGR-COHESION-034");
    let watchers = group("Near", &[pike(4)]).at(600, 380, 270, 2).cohesion(Cohesion::Disrupted);
    let mut play = pressed(300).blue(watchers).play();
    break_blue(&mut play);
    // Disrupted pikes throw 2: two levels lower, broken.
    play.dice(&[1, 1]);
    let near = play.id("Near");
    let b = play.id("B");
    // Both rout.
    play.dice(&[3]);
    play.dice(&[3]);
    assert!(play.world()[near].is_broken() && play.world()[b].is_broken());
    // Blue's edge is the far one.
    assert_eq!(play.world().facing(near), Angle::ZERO);
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(_)), "the pursuers throw");
}

/// The ways that are offered to those who run.
fn ways(play: &Play) -> Vec<EvadeWay> {
    match play.battle.awaiting() {
        Awaiting::Decision {
            side: Side::Blue,
            request: Request::Impact(ImpactAsked::EvadeOn { ways, .. }),
        } => ways.clone(),
        other => panic!("no way is asked for: {other:?}"),
    }
}

#[test]
fn the_owner_of_routers_chooses_how_they_get_past() {
    proves!("FOGR-COMBAT-124", "FOGR-IMPACT-107", "FOGR-IMPACT-108", "FOGR-UNUSUAL-002");
    let start = || {
        let mut play = pressed(300).red(group("Post", &[pike(4)]).at(470, 450, 180, 1)).play();
        break_blue(&mut play);
        play.dice(&[3]);
        play
    };
    let by = |hand, shift, drop_left, drop_right| {
        EvadeWay::Past(PastBy { hand, shift: Um::from_mm(shift), drop_left, drop_right })
    };
    let mut play = start();
    let b = play.id("B");
    // The post stands from 450 to 490, the two files from 460 to 540. They may shift, or drop the left file back.
    assert!(ways(&play).contains(&by(Hand::Left, 0, 1, 0)));
    assert!(ways(&play).contains(&by(Hand::Right, 40, 0, 0)));
    // Too little, too much, the file that has nothing in its way: refused.
    for wrong in [by(Hand::Right, 29, 0, 0), by(Hand::Right, 41, 0, 0), by(Hand::Left, 0, 0, 1)] {
        let refusal = play.refused(Any::Impact(Impact::EvadeOn { way: wrong }));
        assert_eq!(refusal.rule.id(), "FOGR-IMPACT-106");
    }
    play.choose(Any::Impact(Impact::EvadeOn { way: by(Hand::Left, 0, 1, 0) }));
    // Six bases in one file, whose front has gone all the way: 390 + 125.
    let world = play.world();
    assert_eq!(world.formation(b).width(), 1);
    assert_eq!(world.anchor(b).at, caracole_plane::Point::from_mm(500, 515));
    // Any other shift that helps is a choice, too.
    let mut play = start();
    play.choose(Any::Impact(Impact::EvadeOn { way: by(Hand::Right, 35, 0, 0) }));
    assert_eq!(play.world().anchor(b).at.x, Um::from_mm(495));
}

#[test]
fn routers_follow_the_edge_of_closed_ground() {
    proves!("FOGR-COMBAT-124", "FOGR-IMPACT-111");
    use caracole_fog::field::TerrainKind;
    // Water across the way 60 mm ahead of their front at 390 when they have turned.
    let mut play = pressed(300).terrain(TerrainKind::Impassable, (300, 450), (700, 600)).play();
    break_blue(&mut play);
    let b = play.id("B");
    play.dice(&[3]);
    assert_eq!(ways(&play).len(), 2);
    play.choose(Any::Impact(Impact::EvadeOn { way: EvadeWay::Along(Hand::Left) }));
    // 60 of their 125 mm north, the turn is free, 65 west along the edge.
    let world = play.world();
    assert_eq!(world.facing(b), Angle::THREE_QUARTERS);
    let routed = told(&play.events).iter().any(
        |e| matches!(e, Event::Routed { group, distance } if *group == b && *distance == Um::from_mm(125)),
    );
    assert!(routed, "{}", tale(&play));
}

#[test]
fn routers_run_through_their_own_unfortified_camp_and_never_stand_on_it() {
    proves!("FOGR-COMBAT-124");
    use caracole_plane::any_overlap;
    let run = |scene: Scene| {
        let mut play = scene.play();
        break_blue(&mut play);
        play.dice(&[3]);
        play
    };
    // The camp lies across their way from 470 on; their front would end at 515, in it: they go on beyond it.
    let mut play = run(pressed(300).camp(Side::Blue, 500, 470, 180));
    if let Awaiting::Decision { request: Request::Impact(ImpactAsked::EvadeOn { .. }), .. } =
        play.battle.awaiting()
    {
        panic!("nothing is in the way: {}", tale(&play));
    }
    let b = play.id("B");
    let camp = play.world().sides[Side::Blue].camp.unwrap().at.rect();
    assert!(!any_overlap(play.world().rects(b), &[camp]), "{}", tale(&play));
    assert!(play.world().rects(b).iter().all(|r| r.corners().iter().all(|c| c.y >= Um::from_mm(470))));
    // A fortified camp they go round, or along.
    play = run(pressed(300).fortified_camp(Side::Blue, 500, 470, 180));
    assert!(ways(&play).iter().all(|w| matches!(w, EvadeWay::Along(_) | EvadeWay::Past(_))));
}

#[test]
fn a_lone_commander_gets_out_of_the_way_of_routers_and_pursuers() {
    proves!("FOGR-MOVE-098");
    // A blue commander alone ahead of the pursuers, no friend within his reach: he is lost.
    let mut play = pressed(300).lone_commander(Side::Blue, CommanderLevel::Field, 500, 400).play();
    break_blue(&mut play);
    // The routers pass him: he is their own. They go 3 MU (a 1), and the pursuers after them.
    play.dice(&[1]);
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::Alone);
    play.dice(&[6]);
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::Lost, "{}", tale(&play));
    // A red one behind the routers is met by them.
    let mut play = pressed(300).lone_commander(Side::Red, CommanderLevel::Field, 500, 430).play();
    break_blue(&mut play);
    play.dice(&[3]);
    let request = play.battle.awaiting().clone();
    let flees = matches!(
        &request,
        Awaiting::Decision {
            side: Side::Red,
            request: Request::Manoeuvre(caracole_fog::battle::manoeuvre::Request::Flee { .. })
        }
    );
    assert!(flees, "{request:?}");
}

#[test]
fn routers_leave_by_a_side_edge_without_being_asked() {
    proves!("FOGR-COMBAT-124", "FOGR-JAP-023");
    // Blue, hard by the left edge, runs straight at it.
    let scene = scene()
        .red(group("A", &[cavalry(4)]).at(90, 600, 270, 2))
        .blue(group("B", &[cavalry(4)]).at(90, 600, 90, 2).cohesion(Cohesion::Fragmented));
    let mut play = scene.play();
    pass_all(&mut play);
    each(&mut play, |roll| if roll.side == Some(Side::Red) { 6 } else { 1 });
    lose_first(&mut play);
    each(&mut play, |_| 3);
    let asked = |r: &Request| matches!(r, Request::Impact(ImpactAsked::EvadeOn { .. }));
    assert!(!matches!(play.battle.awaiting(), Awaiting::Decision { request, .. } if asked(request)));
    assert_eq!(play.world()[play.id("B")].presence, Presence::RoutedOff);
}

/// Red cavalry has fought blue's B since an earlier turn; C charges B's other half aslant. Next to B blue's D fights E.
fn pressed_by_two() -> Play {
    scene()
        .red(group("A", &[cavalry(4)]).at(460, 300, 0, 2))
        .red(group("C", &[cavalry(4)]).at(590, 200, 340, 2))
        .red(group("E", &[cavalry(4)]).at(350, 340, 270, 4))
        .blue(group("B", &[cavalry(8)]).at(500, 300, 180, 4).cohesion(Cohesion::Fragmented))
        .blue(group("D", &[cavalry(4)]).at(350, 340, 90, 2).cohesion(Cohesion::Fragmented))
        .begin()
}

/// B passes its test for being charged, loses to C, breaks, and D breaks at the sight of it.
fn break_both(play: &mut Play) {
    let (group, targets) = (play.id("C"), vec![play.id("B")]);
    play.choose(Any::Impact(Impact::Charge { group, wheel: None, targets }));
    pass_all(play);
    play.dice(&[6, 6]);
    pass_all(play);
    play.choose(Any::Impact(Impact::Move { group, wheel: None, steps: Steps::All }));
    // Both of C's first bases touch the same base of B: the first fights it.
    let (_, Request::Impact(ImpactAsked::PairBases { contacts })) = play.asked() else { panic!() };
    play.choose(Any::Impact(Impact::Pair { pairs: vec![contacts[0]] }));
    each(play, |roll| if roll.side == Some(Side::Red) { 6 } else { 1 });
    lose_first(play);
    each(play, |_| 4);
}

#[test]
fn all_who_are_in_contact_when_a_group_breaks_count_for_its_way_and_pursue() {
    proves!("FOGR-COMBAT-122", "FOGR-COMBAT-128", "FOGR-COMBAT-131");
    let mut play = pressed_by_two();
    break_both(&mut play);
    let (a, b, c) = (play.id("A"), play.id("B"), play.id("C"));
    assert!(play.world()[b].is_broken(), "{:#?}", tale(&play));
    // A faces north and C 20 degrees to the left of it: the bisector is 350 degrees.
    let off = play.world().facing(b).shortest_turn(Angle::from_degrees(350)).1;
    assert!(off <= Angle::from_millidegrees(1), "{:?}", play.world().facing(b));
    for pursuer in [a, c] {
        let pursued = |e: &Event| matches!(e, Event::Pursued { group, .. } if *group == pursuer);
        assert!(told(&play.events).iter().any(pursued), "{:#?}", tale(&play));
    }
}

#[test]
fn a_group_in_close_combat_that_breaks_at_a_sight_runs_from_its_enemy_and_is_pursued() {
    proves!("FOGR-COMBAT-122", "FOGR-COMBAT-128");
    let mut play = pressed_by_two();
    break_both(&mut play);
    let (d, e) = (play.id("D"), play.id("E"));
    assert!(play.world()[d].is_broken(), "{:#?}", tale(&play));
    // Not home, to the north: away from E, which faces west.
    assert_eq!(play.world().facing(d), Angle::from_degrees(270));
    let pursued = |event: &Event| matches!(event, Event::Pursued { group, .. } if *group == e);
    assert!(told(&play.events).iter().any(pursued), "{:#?}", tale(&play));
}

#[test]
fn a_commander_in_the_front_rank_keeps_his_file_when_his_men_turn_to_run() {
    proves!("FOGR-MOVE-097", "FOGR-MOVE-089");
    // Files of 40 mm: he fights on one flank of four, and is there still when they have run straight back.
    for (file, x) in [(0, 560), (3, 440)] {
        let mut play = scene()
            .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
            .blue(group("B", &[cavalry(8)]).at(500, 300, 180, 4).cohesion(Cohesion::Fragmented))
            .commander(Side::Blue, CommanderLevel::Field, "B")
            .play();
        pass_to_front_rank(&mut play);
        play.choose(Any::Melee(melee::Decision::FightAt { file }));
        let b = play.id("B");
        assert_eq!(play.world()[CommanderId(0)].base.front.at.x, Um::from_mm(x));
        settle(&mut play, |roll| match (roll.side, roll.purpose) {
            (Some(Side::Red), RollPurpose::Melee) => 5,
            (_, RollPurpose::DeathRoll) => 6,
            (_, RollPurpose::CommanderInFront) => 1,
            (_, RollPurpose::VariableMove) => 3,
            _ => 1,
        });
        assert!(play.world()[b].is_broken(), "{}", tale(&play));
        assert_eq!(play.world()[CommanderId(0)].base.front.at.x, Um::from_mm(x), "{}", tale(&play));
    }
}

fn pass_to_front_rank(play: &mut Play) {
    while !matches!(play.asked().1, Request::Melee(melee::Request::FrontRank { .. })) {
        assert!(pass(play), "{}", tale(play));
    }
}
