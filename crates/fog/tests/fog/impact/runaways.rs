//! What owners choose: the way past obstructions, the end that drops back, the file of a gun.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Evade, EvadeTurn, EvadeWay, Interception, PastBy};
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, manoeuvre};
use caracole_fog::troops::Cohesion;
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::Point;

fn ways(play: &Play) -> Vec<EvadeWay> {
    match asked(play) {
        Some(Asked::EvadeOn { ways, .. }) => ways,
        other => panic!("no way is asked for: {other:?}"),
    }
}

fn past(hand: Hand, shift: i32, drop_left: u8, drop_right: u8) -> EvadeWay {
    EvadeWay::Past(PastBy { hand, shift: mm(shift), drop_left, drop_right })
}

fn go(play: &mut Play, way: EvadeWay) -> Vec<Told> {
    choose(play, Impact::EvadeOn { way })
}

#[test]
fn contracting_during_an_evade_leaves_the_rear_within_reach() {
    // Four light horse in one rank, of whom the outer two cannot get past the shot on both sides of the gap.
    proves!("FOGR-UNUSUAL-002", "FOGR-IMPACT-107", "FOGR-IMPACT-119");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 620, 180, 4))
        .blue(group("West", &[shot(6)]).at(800, 700, 180, 3))
        .blue(group("East", &[shot(6)]).at(1000, 700, 180, 3))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    no_interceptions(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[1]);
    // The gap is 860 to 940, the line 820 to 980: both outer files drop behind the inner ones; or the line shifts by a
    // base width, and two files at one end drop back, none of them further aside than that.
    assert!(ways(&play).contains(&past(Hand::Left, 40, 2, 0)));
    assert!(ways(&play).contains(&past(Hand::Right, 40, 0, 2)));
    go(&mut play, past(Hand::Left, 0, 1, 1));
    assert_eq!(play.world().size(light), 4);
    // Light horse with a 1 go 4 MU: the front, at 650 when turned, comes to 750; the second rank has its front at 720.
    let mut fronts: Vec<(i32, i32)> = bases(play.world(), light).iter().map(front).collect();
    fronts.sort_unstable();
    assert_eq!(fronts, [(880, 720), (880, 750), (920, 720), (920, 750)]);
    // The rear edge is at 690 instead of 720: horse with a 3 go 5 MU, to 725, and catch them.
    let group = play.id("Horse");
    choose(&mut play, Impact::Move { group, wheel: None, steps: Steps::All });
    let told = super::told(&play.dice(&[3]));
    assert_eq!(moved(&told).2, [(light, Approach::RearCharge)]);
}

#[test]
fn evaders_choose_between_the_ends_that_drop_back() {
    proves!("FOGR-IMPACT-108");
    // A gap of 40 mm (880 to 920) between two friends, before two files from 860 to 940.
    let start = || {
        let mut play = scene()
            .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
            .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2))
            .blue(group("West", &[shot(6)]).at(820, 780, 180, 3))
            .blue(group("East", &[shot(6)]).at(980, 780, 180, 3))
            .begin();
        let light = play.id("Light");
        charge(&mut play, "Horse", None, &["Light"]);
        end(&mut play);
        no_interceptions(&mut play);
        choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
        play.dice(&[3]);
        play
    };
    let play = start();
    let offered = ways(&play);
    assert!(offered.contains(&past(Hand::Left, 20, 1, 0)), "{offered:?}");
    assert!(offered.contains(&past(Hand::Right, 20, 0, 1)), "{offered:?}");
    // Dropping the right file back while the left one goes straight on is no way: it has friends ahead, too.
    let straight = Decision::Impact(Impact::EvadeOn { way: past(Hand::Left, 0, 0, 1) });
    assert_eq!(play.refused(straight).rule, rule!("FOGR-IMPACT-106"));
    let mut play = start();
    let light = play.id("Light");
    go(&mut play, past(Hand::Right, 20, 0, 1));
    assert!(bases(play.world(), light).iter().all(|b| front(b).0 == 900));
    sound(&play);
}

#[test]
fn evaders_shift_exactly_as_far_as_keeps_them_on_the_table() {
    proves!("FOGR-IMPACT-106", "FOGR-IMPACT-113");
    // Light horse in one file run at 30 degrees to the left edge; with 6 MU their left front corner would be over it.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(156, 553, 330, 2))
        .blue(group("Light", &[light_horse(2)]).at(115, 625, 150, 1))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[3]);
    let offered = ways(&play);
    let least = offered
        .iter()
        .filter_map(|w| match w {
            EvadeWay::Past(p) if p.hand == Hand::Right && p.drop_left + p.drop_right == 0 => Some(p.shift),
            _ => None,
        })
        .min()
        .expect("a shift that keeps them on the table");
    assert!(offered.contains(&EvadeWay::Straight), "they may leave all the same");
    let way = EvadeWay::Past(PastBy { hand: Hand::Right, shift: least, drop_left: 0, drop_right: 0 });
    let told = go(&mut play, way);
    assert_eq!(evaded(&told).0, mm(150));
    // Their nearest corner comes to the edge itself, and not a tenth of a millimetre further in.
    let nearest = play.world().rects(light).iter().flat_map(|r| r.corners()).map(|c| c.x).min().unwrap();
    assert!(nearest >= Um::ZERO - Um::new(60) && nearest <= Um::new(100), "{nearest:?}");
}

#[test]
fn evaders_along_an_edge_burst_through_friends() {
    proves!("FOGR-IMPACT-113", "FOGR-IMPACT-109");
    // They turn north along the left edge, where pikes stand across their way as wide as a shift reaches.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(185, 600, 270, 2))
        .blue(group("Light", &[light_horse(4)]).at(135, 600, 90, 2))
        .blue(group("Pikes", &[pike(8)]).at(90, 710, 180, 4))
        .begin();
    let (light, pikes) = (play.id("Light"), play.id("Pikes"));
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[6]);
    let told = go(&mut play, EvadeWay::Along(Hand::Right));
    assert_eq!(evaded(&told).2, [pikes]);
    assert_eq!(play.world()[pikes].cohesion, Cohesion::Disrupted);
    assert!(play.world()[light].is_on_table());
    sound(&play);
}

#[test]
fn broken_friends_burst_through_drop_no_further() {
    proves!("FOGR-IMPACT-109");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(185, 600, 270, 2))
        .blue(group("Light", &[light_horse(4)]).at(135, 600, 90, 2))
        .blue(group("Pikes", &[pike(8)]).at(90, 710, 180, 4).cohesion(Cohesion::Broken))
        .begin();
    let (light, pikes) = (play.id("Light"), play.id("Pikes"));
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::ToRear });
    play.dice(&[6]);
    let told = go(&mut play, EvadeWay::Along(Hand::Right));
    assert_eq!(evaded(&told).2, [pikes]);
    assert!(!told.iter().any(|e| matches!(e, Told::CohesionDropped { .. })), "{told:?}");
}

#[test]
fn chargers_choose_the_end_that_drops_back_to_pass_friends() {
    proves!("FOGR-IMPACT-025");
    // Friends stand before the middle of neither end but so that a front of three files passes on either side of a gun.
    let start = |friends: i32| {
        let mut play = scene()
            .red(group("Horse", &[horse(6)]).at(900, 600, 0, 3))
            .red(group("Friends", &[pike(2)]).at(friends, 660, 0, 1))
            .blue(group("Shot", &[shot(8)]).at(900, 700, 180, 4))
            .begin();
        charge(&mut play, "Horse", None, &["Shot"]);
        end(&mut play);
        play
    };
    // Before the right file (920 to 960) only that file can drop back: nothing is asked.
    let mut play = start(940);
    let told = advance(&mut play, "Horse");
    assert!(told.iter().any(|t| matches!(t, Told::Contracted { .. })));
    let horse = play.id("Horse");
    assert_eq!(play.world().anchor(horse).at.x, mm(840));
}

#[test]
fn interceptors_come_upon_a_lone_commander() {
    proves!("FOGR-MOVE-098", "FOGR-IMPACT-091");
    let mut play = scene()
        .red(group("Chargers", &[horse(2)]).at(900, 560, 0, 1))
        .red(group("Behind", &[pike(4)]).at(800, 560, 0, 2))
        .blue(group("Shot", &[shot(6)]).at(900, 684, 180, 2))
        .blue(group("Guard", &[horse(2)]).at(935, 620, 270, 1))
        .lone_commander(Side::Red, CommanderLevel::Field, 900, 640)
        .begin();
    let (guard, charger, behind) = (play.id("Guard"), play.id("Chargers"), play.id("Behind"));
    charge(&mut play, "Chargers", None, &["Shot"]);
    end(&mut play);
    let how = Interception::AcrossPath { distance: mm(35), wheel: wheel(Hand::Left, 60) };
    choose(&mut play, Impact::Intercept { group: guard, charger, how });
    let (side, request) = play.asked();
    let flee = manoeuvre::Request::Flee { commander: CommanderId(0) };
    assert_eq!((side, request), (Side::Red, Request::Manoeuvre(flee)));
    play.choose(Decision::Manoeuvre(manoeuvre::Decision::Join(behind)));
    assert_eq!(play.world()[CommanderId(0)].place, CommanderPlace::With(behind));
}

#[test]
fn the_owner_of_a_regimental_gun_chooses_between_files_equally_near_the_middle() {
    proves!("FOGR-COMBAT-018");
    // Four files against two enemies, two files each: the middle is between the second and the third.
    let mut foot = group("Foot", &[pike(4), shot(4)]).at(900, 600, 0, 4);
    foot.listed.regimental_guns = true;
    let mut play = scene()
        .red(foot)
        .blue(group("West", &[shot(4)]).at(860, 650, 180, 2))
        .blue(group("East", &[shot(4)]).at(940, 650, 180, 2))
        .begin();
    let foot = play.id("Foot");
    charge(&mut play, "Foot", None, &["West", "East"]);
    end(&mut play);
    no_interceptions(&mut play);
    advance(&mut play, "Foot");
    while let Some(Asked::PairBases { contacts }) = asked(&play) {
        choose(&mut play, Impact::Pair { pairs: contacts });
    }
    assert_eq!(asked(&play), Some(Asked::GunFile { group: foot, files: vec![1, 2] }));
    let wrong = play.refused(Decision::Impact(Impact::GunFile { file: 0 }));
    assert_eq!(wrong.rule, rule!("FOGR-COMBAT-018"));
    let dice_against = |play: &mut Play, file: u8| {
        choose(play, Impact::GunFile { file });
        let west = play.id("West");
        let told = play.events.iter().rev().find_map(|e| match e {
            Event::Outcome(caracole_fog::battle::outcome::Event::Dice { dice }) => Some(dice.clone()),
            _ => None,
        });
        let all = told.expect("dice are told");
        let of = |against: GroupId| {
            all.iter()
                .filter(|d| d.by == Some(foot) && d.against == against)
                .map(|d| d.dice.total())
                .sum::<i32>()
        };
        (of(west), of(play.id("East")))
    };
    // Two files of two dice each; the gun adds its die where its owner says.
    assert_eq!(dice_against(&mut play, 1), (5, 4));
}

#[test]
fn evading_with_the_charge_is_shifted_along_its_own_front() {
    proves!("FOGR-IMPACT-103", "FOGR-IMPACT-106");
    // Two files evade north-east with the charge; a friend overlaps their way by 10 mm on the right.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2))
        .blue(group("Friends", &[shot(6)]).at(990, 780, 180, 3))
        .begin();
    let light = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    no_interceptions(&mut play);
    choose(&mut play, Impact::Evade { group: light, to: Evade::WithCharge { turn: EvadeTurn::About } });
    play.dice(&[3]);
    go(&mut play, past(Hand::Left, 10, 0, 0));
    assert_eq!(play.world().anchor(light).at, Point::from_mm(850, 860));
}
