//! The impact phase: declarations, charge moves, flank and rear charges, pairing.

use crate::battle_common::{
    Play, Scene, cavalry, group, guns, horse, light_foot, light_horse, pike, scene, shot,
};
use caracole_fog::battle::impact::{
    Cancelled, Decision as Impact, Evade, Event as Told, Interception, Onset, Request as Asked, Steps, Wheel,
};
use caracole_fog::battle::world::Approach;
use caracole_fog::battle::{Decision, Event, Fogr, GroupId, Request};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Awaiting;
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Hand, Um};

fn told(events: &[Event]) -> Vec<Told> {
    events.iter().filter_map(|e| if let Event::Impact(t) = e { Some(t.clone()) } else { None }).collect()
}

fn charge(play: &mut Play, who: &str, wheel: Option<Wheel>, at: &[&str]) -> Vec<Told> {
    let targets = at.iter().map(|n| play.id(n)).collect();
    let group = play.id(who);
    told(&play.choose(Decision::Impact(Impact::Charge { group, wheel, targets })))
}

fn choose(play: &mut Play, decision: Impact) -> Vec<Told> {
    told(&play.choose(Decision::Impact(decision)))
}

fn end(play: &mut Play) -> Vec<Told> {
    // With nobody else in reach the declarations end by themselves.
    match asked(play) {
        Some(Asked::DeclareCharges { .. }) => choose(play, Impact::EndDeclarations),
        _ => Vec::new(),
    }
}

fn asked(play: &Play) -> Option<Asked> {
    match play.battle.awaiting() {
        Awaiting::Decision { request: Request::Impact(r), .. } => Some(r.clone()),
        _ => None,
    }
}

fn refused(play: &Play, who: &str, wheel: Option<Wheel>, at: &[&str]) -> caracole_ledger::RuleId {
    let targets: Vec<GroupId> = at.iter().map(|n| play.id(n)).collect();
    play.refused(Decision::Impact(Impact::Charge { group: play.id(who), wheel, targets })).rule
}

fn advance(play: &mut Play, who: &str) -> Vec<Told> {
    let group = play.id(who);
    choose(play, Impact::Move { group, wheel: None, steps: Steps::All })
}

/// Horse so far before shot, both two files wide.
fn opposed(gap: i32) -> Scene {
    scene().red(group("Horse", &[horse(4)]).at(900, 600, 0, 2)).blue(group("Shot", &[shot(6)]).at(
        900,
        600 + gap,
        180,
        2,
    ))
}

#[test]
fn a_charge_needs_an_enemy_within_its_normal_move() {
    proves!("FOGR-IMPACT-005", "FOGR-IMPACT-014");
    // Horse move 5 MU (125 mm) in the open.
    let mut play = opposed(125).begin();
    let told = charge(&mut play, "Horse", None, &["Shot"]);
    assert!(matches!(told.first(), Some(Told::ChargeDeclared { distance, .. }) if distance.total() == 5));
    // A millimetre more: nobody is asked to declare anything in this phase.
    let far = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 726, 180, 2))
        .begin();
    assert_eq!(asked(&far), None);
}

#[test]
fn a_charge_stops_at_the_first_contact() {
    proves!("FOGR-IMPACT-012", "FOGR-IMPACT-014");
    let mut play = opposed(80).begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    let (horse, shot) = (play.id("Horse"), play.id("Shot"));
    assert!(told.iter().any(|t| matches!(t, Told::ChargeMoved { group, moved, contacted, steps }
        if *group == horse && *moved == Um::from_mm(80) && steps.is_empty()
            && contacted[..] == [(shot, Approach::Front)])));
    assert!(play.world()[horse].turn.charged);
}

#[test]
fn trap_enemy_in_the_path_are_charged_too_even_if_only_by_stepping_forward() {
    // TRAPS: enemy in the path, by stepping forward too, become targets.
    proves!("FOGR-IMPACT-008", "FOGR-IMPACT-028", "FOGR-IMPACT-029", "FOGR-IMPACT-032");
    // Four files of horse: two meet A after 60 mm; B stands 40 mm (less than 2 MU) further back.
    // Files stay connected at least at corners: the horse are two bases, 60 mm, deep.
    let mut play = scene()
        .red(group("Horse", &[horse(8)]).at(900, 600, 0, 4))
        .blue(group("A", &[shot(6)]).at(860, 660, 180, 2))
        .blue(group("B", &[shot(6)]).at(940, 700, 180, 2))
        .begin();
    let told = charge(&mut play, "Horse", None, &["A"]);
    let both = vec![play.id("A"), play.id("B")];
    assert!(matches!(&told[0], Told::ChargeDeclared { charge, .. } if charge.targets == both));
    end(&mut play);
    let told = advance(&mut play, "Horse");
    let steps = told.iter().find_map(|t| match t {
        Told::ChargeMoved { steps, moved, .. } => Some((steps.clone(), *moved)),
        _ => None,
    });
    let forty = Um::from_mm(40);
    assert_eq!(steps, Some((vec![(2, forty), (3, forty)], Um::from_mm(60))));
}

#[test]
fn a_step_forward_of_more_than_two_movement_units_is_not_made() {
    proves!("FOGR-IMPACT-029", "FOGR-IMPACT-030");
    let mut play = scene()
        .red(group("Horse", &[horse(8)]).at(900, 600, 0, 4))
        .blue(group("A", &[shot(6)]).at(860, 640, 180, 2))
        .blue(group("B", &[shot(6)]).at(940, 691, 180, 2))
        .begin();
    let told = charge(&mut play, "Horse", None, &["A"]);
    let only = vec![play.id("A")];
    assert!(matches!(&told[0], Told::ChargeDeclared { charge, .. } if charge.targets == only));
    end(&mut play);
    let told = advance(&mut play, "Horse");
    assert!(told.iter().any(|t| matches!(t, Told::ChargeMoved { steps, .. } if steps.is_empty())));
}

#[test]
fn troops_that_never_charge() {
    proves!("FOGR-IMPACT-064", "FOGR-IMPACT-075");
    let play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .red(group("Fragmented", &[horse(4)]).at(700, 600, 0, 2).cohesion(Cohesion::Fragmented))
        .red(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(500, 600, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 650, 180, 2))
        .blue(group("Other", &[shot(6)]).at(700, 650, 180, 2))
        .blue(group("Third", &[shot(6)]).at(500, 620, 180, 2))
        .begin();
    assert_eq!(refused(&play, "Fragmented", None, &["Other"]), rule!("FOGR-IMPACT-075"));
    assert_eq!(refused(&play, "Guns", None, &["Third"]), rule!("FOGR-IMPACT-064"));
}

#[test]
fn a_charge_wheels_once_and_by_ninety_degrees_at_most() {
    proves!("FOGR-IMPACT-015");
    let play = opposed(50).begin();
    let by = Angle::from_degrees(91);
    assert_eq!(
        refused(&play, "Horse", Some(Wheel { hand: Hand::Left, by }), &["Shot"]),
        rule!("FOGR-IMPACT-015")
    );
}

#[test]
fn a_charge_passes_through_no_friends() {
    proves!("FOGR-IMPACT-027");
    let play = opposed(90).red(group("Friends", &[light_foot(6)]).at(900, 640, 0, 3)).begin();
    assert_eq!(refused(&play, "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-027"));
}

/// Horse wholly behind the front line of pike and shot, facing their left flank.
fn flank_position(gap: i32) -> Scene {
    // Shot face north at x 880..920, y from 600 back to 560 (two ranks of 20 mm); the horse come from the west.
    scene()
        .red(group("Horse", &[horse(4)]).at(860 - gap, 560, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(920, 600, 0, 3))
}

#[test]
fn a_flank_charge_costs_a_level_turns_bases_and_counts_as_such() {
    proves!("FOGR-IMPACT-036", "FOGR-IMPACT-040", "FOGR-IMPACT-044", "FOGR-IMPACT-045", "FOGR-IMPACT-047");
    let mut play = flank_position(50).begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    let shot = play.id("Shot");
    assert!(told.iter().any(|t| matches!(t, Told::ChargeMoved { contacted, .. }
        if contacted[..] == [(shot, Approach::FlankCharge)])));
    assert!(told.iter().any(|t| matches!(t, Told::CohesionDropped { group, to: Cohesion::Disrupted, why }
        if *group == shot && *why == rule!("FOGR-IMPACT-044"))));
    assert!(told.iter().any(|t| matches!(t, Told::BasesTurned { group, bases }
        if *group == shot && bases.len() == 2)));
    let pairs =
        told.iter().find_map(|t| if let Told::Paired { pairs } = t { Some(pairs.clone()) } else { None });
    let pairs = pairs.expect("bases are paired");
    assert_eq!(pairs.len(), 1);
    assert_eq!((pairs[0].red, pairs[0].blue), (Onset::ChargesFlankOrRear, Onset::Receives));
}

#[test]
fn trap_a_side_contact_from_before_the_front_line_counts_as_frontal() {
    // TRAPS: a flank charge needs the legal starting position; contact that fails this counts as frontal.
    proves!("FOGR-IMPACT-036", "FOGR-IMPACT-052");
    // The whole column of horse stands beyond the shot's front line but touches its flank by wheeling: not asked here.
    // A column half ahead of the front line: no base is entirely behind it.
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(810, 590, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(920, 600, 0, 3))
        .begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    let shot = play.id("Shot");
    assert!(told.iter().any(|t| matches!(t, Told::ChargeMoved { contacted, .. }
        if contacted[..] == [(shot, Approach::NoFlankCharge)])));
    assert!(!told.iter().any(|t| matches!(t, Told::CohesionDropped { .. })));
    assert_eq!(play.world()[shot].cohesion, Cohesion::Steady);
}

#[test]
fn light_troops_do_not_disrupt_battle_troops_by_flank_charges() {
    proves!("FOGR-IMPACT-044", "FOGR-IMPACT-071");
    let mut play = scene()
        .red(group("Light", &[light_horse(4)]).at(810, 560, 90, 1))
        .blue(group("Shot", &[shot(6)]).at(920, 600, 0, 3))
        .begin();
    // In flank: no test either.
    let told = charge(&mut play, "Light", None, &["Shot"]);
    assert!(matches!(&told[0], Told::ChargeDeclared { charge, .. } if charge.tests.is_empty()));
    end(&mut play);
    let told = advance(&mut play, "Light");
    assert!(told.iter().any(|t| matches!(t, Told::ChargeMoved { contacted, .. }
        if contacted[0].1 == Approach::FlankCharge)));
    assert!(!told.iter().any(|t| matches!(t, Told::CohesionDropped { .. })));
}

#[test]
fn a_rear_charge_turns_the_rear_rank_about() {
    proves!("FOGR-IMPACT-041", "FOGR-IMPACT-045");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 480, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 600, 0, 3))
        .begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    let shot = play.id("Shot");
    assert!(told.iter().any(|t| matches!(t, Told::ChargeMoved { contacted, moved, .. }
        if contacted[..] == [(shot, Approach::RearCharge)] && *moved == Um::from_mm(80))));
    assert_eq!(play.world()[shot].cohesion, Cohesion::Disrupted);
}

#[test]
fn foot_test_to_charge_mounted_and_a_failure_cancels_the_charge() {
    proves!("FOGR-IMPACT-066", "FOGR-IMPACT-011", "FOGR-SEQUENCE-001");
    // Far from the edges, no enemy on the flank: the mounted target is the only reason.
    let mut play = scene()
        .red(group("Pike", &[pike(8)]).at(900, 600, 0, 2))
        .blue(group("Horse", &[horse(4)]).at(900, 650, 180, 2))
        .begin();
    let told = charge(&mut play, "Pike", None, &["Horse"]);
    assert!(
        matches!(&told[0], Told::ChargeDeclared { charge, .. } if charge.tests == [rule!("FOGR-IMPACT-066")])
    );
    end(&mut play);
    // 7 with no commander: 8 is needed.
    let events = play.dice(&[3, 4]);
    let pike = play.id("Pike");
    let cancelled = Told::ChargeCancelled { group: pike, why: Cancelled::TestFailed };
    assert!(told_has(&events, &cancelled));
    assert!(!play.world()[pike].turn.charged);
}

fn told_has(events: &[Event], wanted: &Told) -> bool {
    told(events).contains(wanted)
}

#[test]
fn disrupted_troops_test_to_charge_unless_they_are_shock_troops() {
    proves!("FOGR-IMPACT-074");
    let play = |cohesion| {
        scene()
            .red(group("Cavalry", &[cavalry(4)]).at(900, 600, 0, 2).cohesion(cohesion))
            .blue(group("Shot", &[shot(6)]).at(900, 650, 180, 2))
            .begin()
    };
    let tests = |cohesion| {
        let mut play = play(cohesion);
        match charge(&mut play, "Cavalry", None, &["Shot"]).into_iter().next() {
            Some(Told::ChargeDeclared { charge, .. }) => charge.tests,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(tests(Cohesion::Steady), []);
    assert_eq!(tests(Cohesion::Disrupted), [rule!("FOGR-IMPACT-074")]);
}

#[test]
fn light_foot_do_not_charge_battle_troops_in_the_open() {
    proves!("FOGR-IMPACT-069");
    let play = scene()
        .red(group("Light", &[light_foot(6)]).at(900, 600, 0, 3))
        .blue(group("Shot", &[shot(6)]).at(900, 650, 180, 2))
        .begin();
    assert_eq!(refused(&play, "Light", None, &["Shot"]), rule!("FOGR-IMPACT-069"));
}

/// Horse charge light horse 50 mm away; behind these nobody.
fn evaders() -> Play {
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 500, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 550, 180, 2))
        .begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    play
}

#[test]
fn evaders_go_their_move_changed_by_the_die() {
    proves!("FOGR-IMPACT-097", "FOGR-IMPACT-099", "FOGR-IMPACT-101", "FOGR-IMPACT-102", "FOGR-MOVE-075");
    let mut play = evaders();
    let light = play.id("Light");
    assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![light] }));
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    // Light horse move 6 MU in the open; a 5 adds 1.
    let events = told(&play.dice(&[5]));
    assert!(events.iter().any(|t| matches!(t, Told::Evaded { group, moved, .. }
        if *group == light && *moved == Um::from_mm(175))));
    // Two ranks of 30 mm: the new front stood 610 mm up the table and stands at 785 now, facing away.
    let anchor = play.world().anchor(light);
    assert_eq!(anchor.facing, Angle::ZERO);
    assert!((anchor.at.y - Um::from_mm(785)).abs() <= Um::new(50));
}

#[test]
fn trap_chargers_whose_targets_all_evaded_throw_for_their_distance() {
    // TRAPS: a charger adds a variable distance only if all its targets evaded.
    proves!("FOGR-IMPACT-116");
    let mut play = evaders();
    let (light, horse) = (play.id("Light"), play.id("Horse"));
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[3]);
    advance(&mut play, "Horse");
    // 5 MU and 2 more: 175 mm.
    let events = told(&play.dice(&[6]));
    assert!(events.iter().any(|t| matches!(t, Told::ChargeMoved { group, moved, contacted, .. }
        if *group == horse && *moved == Um::from_mm(175) && contacted.is_empty())));
}

#[test]
fn trap_light_troops_test_to_stand_against_battle_troops_and_evade_if_they_fail() {
    // TRAPS: light troops test to stand against battle troops.
    proves!("FOGR-IMPACT-073", "FOGR-IMPACT-099");
    let mut play = evaders();
    let light = play.id("Light");
    choose(&mut play, Impact::Stand { group: light });
    play.dice(&[2, 3]);
    assert_eq!(asked(&play), Some(Asked::EvadeOrStand { waiting: vec![light] }));
    let refusal = play.refused(Decision::Impact(Impact::Stand { group: light }));
    assert_eq!(refusal.rule, rule!("FOGR-IMPACT-073"));
}

#[test]
fn trap_evaders_who_are_caught_count_as_charged_in_flank_or_rear() {
    // TRAPS: evaders who are caught always count as charged in flank or rear.
    proves!("FOGR-IMPACT-119");
    // 10 mm apart. Cavalry 5 MU against light horse 6: the evaders throw 1 (4 MU), the chargers 6 (7 MU).
    let mut play = scene()
        .red(group("Cavalry", &[cavalry(4)]).at(900, 500, 0, 2))
        .blue(group("Light", &[light_horse(2)]).at(900, 510, 180, 1))
        .begin();
    charge(&mut play, "Cavalry", None, &["Light"]);
    end(&mut play);
    let light = play.id("Light");
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[1]);
    advance(&mut play, "Cavalry");
    let events = told(&play.dice(&[6]));
    assert!(events.iter().any(|t| matches!(t, Told::ChargeMoved { contacted, .. }
        if contacted[..] == [(light, Approach::RearCharge)])));
    assert_eq!(play.world()[light].cohesion, Cohesion::Disrupted);
}

#[test]
fn evaders_burst_through_friends_they_cannot_pass() {
    proves!("FOGR-IMPACT-109", "FOGR-MOVE-086");
    // A line of pike behind the light horse, too wide to be passed by a shift.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 500, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 550, 180, 2))
        .blue(group("Pike", &[pike(8)]).at(900, 640, 180, 4))
        .begin();
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    let (light, pike) = (play.id("Light"), play.id("Pike"));
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    let events = told(&play.dice(&[3]));
    assert!(
        events.iter().any(|t| matches!(t, Told::Evaded { burst_through, .. } if burst_through[..] == [pike]))
    );
    assert_eq!(play.world()[pike].cohesion, Cohesion::Disrupted);
}

#[test]
fn an_interception_across_the_path_makes_the_chargers_meet_it() {
    proves!("FOGR-IMPACT-084", "FOGR-IMPACT-086", "FOGR-IMPACT-090", "FOGR-IMPACT-091", "FOGR-IMPACT-094");
    // Red horse charge shot 90 mm ahead; blue horse beside the shot look down the right part of their path.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 500, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(860, 590, 180, 2))
        .blue(group("Guard", &[horse(4)]).at(950, 650, 180, 2))
        .begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let (horse, guard) = (play.id("Horse"), play.id("Guard"));
    assert_eq!(asked(&play), Some(Asked::Intercept { able: vec![(guard, horse)] }));
    let distance = Um::from_mm(90);
    let how = Interception::AcrossPath { distance, wheel: None };
    choose(&mut play, Impact::Intercept { group: guard, charger: horse, how });
    let told = advance(&mut play, "Horse");
    // The guard came to 560: the horse meet it after 60 mm, and step forward into the shot 30 mm further.
    assert!(
        told.iter().any(|t| matches!(t, Told::ChargeMoved { moved, contacted, .. }
        if *moved == Um::from_mm(60) && contacted.iter().any(|(g, a)| *g == guard && *a == Approach::Front)))
    );
    assert!(play.world()[guard].turn.intercepted);
}

#[test]
fn an_interception_in_flank_cancels_the_charge() {
    proves!("FOGR-IMPACT-093", "FOGR-IMPACT-096", "FOGR-IMPACT-044");
    // Blue horse to the right of the path, facing west, with the red column passing before them.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 500, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 590, 180, 2))
        .blue(group("Guard", &[horse(4)]).at(1000, 460, 270, 1))
        .begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    let (horse, guard) = (play.id("Horse"), play.id("Guard"));
    let how = Interception::FlankOrRear;
    let told = choose(&mut play, Impact::Intercept { group: guard, charger: horse, how });
    assert!(told.contains(&Told::ChargeCancelled { group: horse, why: Cancelled::Intercepted }));
    assert_eq!(play.world()[horse].cohesion, Cohesion::Disrupted);
    assert!(!play.world()[horse].turn.charged);
}

#[test]
fn charged_troops_and_light_foot_do_not_intercept() {
    proves!("FOGR-IMPACT-088", "FOGR-IMPACT-089");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 500, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(860, 590, 180, 2))
        .blue(group("Light", &[light_foot(6)]).at(960, 560, 180, 2))
        .begin();
    charge(&mut play, "Horse", None, &["Shot"]);
    end(&mut play);
    assert!(!matches!(asked(&play), Some(Asked::Intercept { .. })));
}

#[test]
fn every_candidate_is_legal_and_there_is_always_one() {
    let mut play = opposed(80).blue(group("Light", &[light_horse(4)]).at(990, 690, 180, 2)).begin();
    for _ in 0..6 {
        let Awaiting::Decision { side, request: Request::Impact(_) } = play.battle.awaiting() else { break };
        let side = *side;
        let mut found = Vec::new();
        let (_, request) = play.asked();
        <Fogr as caracole_kernel::Rules>::candidates(&play.battle, side, &request, &mut found);
        assert!(!found.is_empty());
        for decision in &found {
            assert!(play.battle.plan(side, decision).is_ok());
        }
        play.choose(found[0].clone());
    }
}
