//! Charge moves: steps forward, dropping a file to pass friends, works, what comes after evades.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::battle::impact::Evade;
use caracole_fog::field::{Ground, Piece, TerrainKind};
use caracole_fog::troops::Cohesion;
use caracole_ledger::{proves, rule};
use caracole_plane::{Base, Point, Pose};

#[test]
fn trap_whole_files_step_forward_beyond_their_move() {
    // TRAPS: stepping forward is compulsory.
    proves!("FOGR-IMPACT-031", "FOGR-IMPACT-033", "FOGR-IMPACT-035");
    // 110 mm to A and 40 more to B: 150, of a move of 125.
    let mut play = scene()
        .red(group("Horse", &[horse(8)]).at(900, 600, 0, 4))
        .blue(group("A", &[shot(6)]).at(860, 710, 180, 2))
        .blue(group("B", &[shot(6)]).at(940, 750, 180, 2))
        .begin();
    let told = charge_home(&mut play, "Horse", &["A"]);
    assert_eq!(moved(&told).1, [(2, mm(40)), (3, mm(40))]);
    let ys: Vec<i32> = bases(play.world(), play.id("Horse")).iter().map(|b| front(b).1).collect();
    assert_eq!(ys, [710, 680, 710, 680, 750, 720, 750, 720]);
    assert!(!play.world().stands_in_order(play.id("Horse")));
}

#[test]
fn light_troops_may_decline_to_step_into_battle_troops() {
    proves!("FOGR-IMPACT-034", "FOGR-IMPACT-028");
    let scene = |who: Who| {
        scene()
            .red(who.at(900, 600, 0, 4))
            .blue(group("Skirmishers", &[light_foot(4)]).at(860, 660, 180, 2))
            .blue(group("Shot", &[shot(6)]).at(940, 690, 180, 2))
    };
    let to_move = |who: Who| {
        let mut play = scene(who).begin();
        charge(&mut play, "Chargers", None, &["Skirmishers"]);
        end(&mut play);
        while let Some(Asked::EvadeOrStand { waiting }) = asked(&play) {
            choose(&mut play, Impact::Stand { group: waiting[0] });
            if asked(&play).is_none() {
                play.dice(&[6, 6]);
            }
        }
        play
    };
    let decline = |play: &Play| Impact::Move {
        group: play.id("Chargers"),
        wheel: None,
        steps: Steps::NotIntoBattleTroops,
    };
    let play = to_move(group("Chargers", &[horse(8)]));
    assert_eq!(play.refused(Decision::Impact(decline(&play))).rule, rule!("FOGR-IMPACT-028"));
    // Light horse pass their test to charge the shot, then think better of it.
    let mut play = scene(group("Chargers", &[light_horse(8)])).begin();
    let told = charge(&mut play, "Chargers", None, &["Skirmishers"]);
    assert_eq!(declared(&told).0.len(), 2);
    end(&mut play);
    play.dice(&[6, 6]);
    let skirmishers = play.id("Skirmishers");
    choose(&mut play, Impact::Stand { group: skirmishers });
    let way = decline(&play);
    let told = choose(&mut play, way);
    let (_, steps, met) = moved(&told);
    assert_eq!((steps, met.len()), (vec![], 1));
}

#[test]
fn chargers_drop_a_file_back_to_pass_friends() {
    proves!("FOGR-IMPACT-025", "FOGR-IMPACT-026", "FOGR-IMPACT-027");
    // Friends overlap the right file of three by 20 mm.
    let friends = |x: i32| {
        scene()
            .red(group("Horse", &[horse(6)]).at(900, 600, 0, 3))
            .red(group("Friends", &[shot(6)]).at(x, 690, 0, 3))
            .blue(group("Shot", &[shot(6)]).at(900, 700, 180, 3))
    };
    let mut play = friends(1000).begin();
    let told = charge_home(&mut play, "Horse", &["Shot"]);
    assert!(told.contains(&Told::Contracted { group: play.id("Horse") }));
    assert_eq!(moved(&told).0, mm(100));
    let mut places: Vec<(i32, i32)> = bases(play.world(), play.id("Horse")).iter().map(front).collect();
    places.sort_unstable();
    // Two files go on; the bases of the third fall in behind them.
    assert_eq!(places, [(860, 640), (860, 670), (860, 700), (900, 640), (900, 670), (900, 700)]);
    sound(&play);
    // Two files in the way are too many.
    assert_eq!(refused(&friends(940).begin(), "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-027"));
    // Nor where there is no room behind the others, whose rear is at 540 (found by chance, in random battle 3797).
    let behind = |y: i32| friends(1000).red(group("Behind", &[shot(4)]).at(880, y, 0, 2)).begin();
    assert_eq!(refused(&behind(530), "Horse", None, &["Shot"]), rule!("FOGR-IMPACT-027"));
    charge(&mut behind(510), "Horse", None, &["Shot"]);
    // Nor is a file dropped to miss enemy: B stand before it, nearer than the friends.
    let mut play = friends(1000).blue(group("B", &[shot(6)]).at(1040, 630, 180, 6)).begin();
    let told = charge(&mut play, "Horse", None, &["B"]);
    assert_eq!(declared(&told).0, [play.id("B")]);
}

fn obstacle(x: i32, y: i32) -> Piece {
    // Its front looks south, towards red.
    let at = Pose::new(Point::from_mm(x, y), Angle::HALF);
    Piece { kind: TerrainKind::Obstacle, ground: Ground::Line(Base::new(at, mm(120), mm(15))) }
}

#[test]
fn works_are_charged_over_from_one_movement_unit() {
    proves!("FOGR-SPECIAL-015", "FOGR-SPECIAL-021", "FOGR-SPECIAL-022");
    // An obstacle 15 mm deep with its front at 700; the shot stand behind it at 715.
    let from = |y: i32| {
        scene()
            .piece(obstacle(900, 700))
            .red(group("Pike", &[pike(6)]).at(900, y, 0, 3))
            .blue(group("Shot", &[shot(6)]).at(900, 715, 180, 3))
            .begin()
    };
    let mut play = from(680);
    let shot = play.id("Shot");
    let told = charge_home(&mut play, "Pike", &["Shot"]);
    // They stop at the front of the works and fight over it.
    assert_eq!(moved(&told), (mm(20), vec![], vec![(shot, Approach::Front)]));
    assert!(told.iter().any(|t| matches!(t, Told::Paired { pairs } if pairs.len() == 3)));
    // From further than 1 MU there is no charge.
    assert_eq!(refused(&from(670), "Pike", None, &["Shot"]), rule!("FOGR-SPECIAL-022"));
}

#[test]
fn chargers_wheel_anew_after_evaders_who_left_their_path() {
    proves!("FOGR-IMPACT-117", "FOGR-IMPACT-016");
    // Light horse in line, charged from their left front, evade to their own rear and out of the path.
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(840, 600, 45, 1))
        .blue(group("Light", &[light_horse(4)]).at(920, 650, 180, 2))
        .begin();
    let (horse, light) = (play.id("Horse"), play.id("Light"));
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[1]);
    let by = Angle::from_degrees(30);
    choose(
        &mut play,
        Impact::Move { group: horse, wheel: Some(Wheel { hand: Hand::Left, by }), steps: Steps::All },
    );
    let told = super::told(&play.dice(&[6]));
    assert!(moved(&told).0 > mm(100));
}

#[test]
fn routers_who_are_charged_do_nothing() {
    proves!("FOGR-IMPACT-080");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Routers", &[shot(6)]).at(900, 700, 0, 2).cohesion(Cohesion::Broken))
        .begin();
    let routers = play.id("Routers");
    let told = charge_home(&mut play, "Horse", &["Routers"]);
    assert_eq!(moved(&told).2.first().map(|m| m.0), Some(routers));
    assert!(!told.iter().any(|t| matches!(t, Told::CohesionDropped { .. } | Told::BasesTurned { .. })));
    assert!(told.iter().all(|t| !matches!(t, Told::Paired { .. })));
}

#[test]
fn chargers_stop_at_the_table_edge() {
    proves!("FOGR-IMPACT-118", "FOGR-MOVE-102");
    // Light horse evade along the edge... they leave by it; the chargers stop there.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 1120, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 1140, 180, 2))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    let told = super::told(&play.dice(&[3]));
    // Their own rear edge: there is no turning to stay on the table.
    assert!(told.contains(&Told::EvadedOff { group: light }));
    advance(&mut play, "Horse");
    let told = super::told(&play.dice(&[6]));
    assert_eq!(moved(&told).0, mm(80));
    sound(&play);
}

#[test]
fn trap_light_troops_halt_before_enemy_they_may_not_charge() {
    // TRAPS: after evades light troops halt 1 MU short.
    proves!("FOGR-IMPACT-072");
    // Light horse charge skirmishers, who evade; pike stand behind them.
    let mut play = scene()
        .red(group("Light", &[light_horse(4)]).at(900, 600, 0, 2))
        .blue(group("Skirmishers", &[light_foot(4)]).at(900, 650, 180, 2))
        .blue(group("Pike", &[pike(8)]).at(900, 720, 180, 2))
        .begin();
    let skirmishers = play.id("Skirmishers");
    charge(&mut play, "Light", None, &["Skirmishers"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: skirmishers, to: Evade::ToRear });
    play.dice(&[3]);
    let told = advance(&mut play, "Light");
    let told = if asked(&play).is_none() && told.is_empty() { super::told(&play.dice(&[3])) } else { told };
    let (distance, _, met) = moved(&told);
    // 120 mm to the pike less 1 MU.
    assert!(met.is_empty());
    assert!((distance - mm(95)).abs() <= Um::new(20), "{distance:?}");
}

#[test]
fn those_who_moved_do_not_shoot() {
    proves!("FOGR-IMPACT-122");
    let mut play = scene()
        .red(group("Light", &[light_horse(4)]).at(900, 600, 0, 2))
        .blue(group("Skirmishers", &[light_foot(4)]).at(900, 650, 180, 2))
        .begin();
    let (light, skirmishers) = (play.id("Light"), play.id("Skirmishers"));
    charge(&mut play, "Light", None, &["Skirmishers"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: skirmishers, to: Evade::ToRear });
    play.dice(&[6]);
    advance(&mut play, "Light");
    play.dice(&[1]);
    let deeds = |g: GroupId| play.world()[g].turn;
    assert!(deeds(light).charged && deeds(skirmishers).evaded);
    use caracole_fog::battle::shooting::targets::may_shoot;
    assert!(!may_shoot(play.world(), light) && !may_shoot(play.world(), skirmishers));
}
