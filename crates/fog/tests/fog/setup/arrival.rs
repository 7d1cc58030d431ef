//! What happens where flank marchers come on.

use crate::battle_common::{Who, bases, group, guns, horse, light_horse, pike, scene, shot};
use crate::setup::play::*;
use caracole_fog::army::{CommanderLevel, GroupPermit};
use caracole_fog::battle::impact::Event as Impact;
use caracole_fog::battle::position::attrition;
use caracole_fog::battle::setup::{Decision, Deployment, Event, MarchOrder, Request};
use caracole_fog::battle::world::{CommanderPlace, Presence};
use caracole_fog::battle::{self, CommanderId, GroupId, PlacedGroup, Setup, StartFrom, forming};
use caracole_fog::field::{Ground, Piece, TerrainKind};
use caracole_fog::troops::{Capability, Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Polygon, Pose, TableEdge};

const HORSE: GroupId = GroupId(4);
const GUNS: GroupId = GroupId(5);
const WAGONS: GroupId = GroupId(6);

/// Red's two battle groups of light horse march round the left. Blue: horse, guns, wagons, foot.
fn armies() -> Setup {
    armies_with(group("more", &[light_horse(4)]))
}

fn armies_with(more: Who) -> Setup {
    let mut setup = scene()
        .red(group("marchers", &[light_horse(4)]))
        .red(more)
        .red(group("r3", &[shot(6)]))
        .red(group("r4", &[shot(6)]))
        .blue(group("horse", &[horse(4)]))
        .blue(group("guns", &[guns(2, TroopType::MediumArtillery)]))
        .blue(group("wagons", &[bases(2, TroopType::BattleWagons, None, &[Capability::Musket])]))
        .blue(group("foot", &[shot(6)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Red, CommanderLevel::Field, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    setup
}

/// The marchers are about to come on; these of blue stand there, in files, and everybody else away on the right.
fn arriving(near: &[(GroupId, i32, i32, i32, u8)], groups: &[u16]) -> Play {
    arriving_of(&armies(), near, groups)
}

fn arriving_of(armies: &Setup, near: &[(GroupId, i32, i32, i32, u8)], groups: &[u16]) -> Play {
    let mut play = play(armies);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    let groups = groups.iter().map(|g| GroupId(*g)).collect();
    let march = MarchOrder { edge: TableEdge::Left, commander: CommanderId(1), groups };
    play.choose(Decision::Outflank(vec![march]));
    play.until_roll("FOGR-SETUP-050");
    play.dice(&[6, 6]);
    play.until_roll("FOGR-SETUP-053");
    let scenario_of = play.battle.clone();
    play.battle = play.battle.with_world(|w| {
        let others: Vec<GroupId> = w.ids().filter(|g| w[*g].is_on_table()).collect();
        for (n, id) in others.into_iter().enumerate() {
            let found = near.iter().find(|p| p.0 == id);
            let away = (id, 1300, 1110 - 140 * n as i32, 180, 2);
            let (_, x, y, degrees, files) = *found.unwrap_or(&away);
            let side = w[id].side;
            w[id].presence = Presence::Undeployed;
            w[id].posture = Default::default();
            let placed = PlacedGroup {
                side,
                number: w[id].entry + 1,
                front: Pose::new(mm(x, y), Angle::from_degrees(degrees)),
                files,
                formation: None,
                cohesion: Cohesion::Steady,
                limbered: false,
                lost: Vec::new(),
            };
            forming::form_up(w, scenario_of.scenario(), id, &placed).unwrap();
        }
        if let Some(camp) = &mut w.sides.blue.camp {
            camp.at.front = Pose::new(mm(1600, 1100), Angle::HALF);
        }
    });
    while matches!(play.battle.awaiting(), Awaiting::Dice(_)) {
        play.dice(&[5, 5]);
    }
    play
}

fn come(x: i32, y: i32) -> Decision {
    Decision::Deploy(Deployment::at(Pose::new(mm(x, y), Angle::QUARTER), 2))
}

/// Wagons are destroyed and guns captured within six mu of the place.
#[test]
fn reading_setup_058() {
    proves!("FOGR-SETUP-058");
    // The marchers come over the edge from 660 to 740 mm; 150 mm are 6 MU.
    // Guns 20 mm beside and 140 beyond its end: 141. Wagons, two deep, 120 beside it.
    let near = [(GUNS, 60, 880, 180, 2), (WAGONS, 140, 560, 180, 1)];
    let mut play = arriving(&near, &[0]);
    play.choose(come(100, 700));
    let world = play.world();
    assert_eq!(world[WAGONS].presence, Presence::Destroyed);
    let captor = world[GUNS].captured.expect("captured");
    assert_eq!((captor.side, captor.controls), (Side::Red, false));
    // Two points each; the tests of friends are not asked for.
    assert_eq!(attrition(world, Side::Blue).total(), 4);
    // From further away nothing happens to them: guns 20 and 150 mm make 151, wagons, 160 mm deep, 120 and 111 make 163.
    let mut play = arriving(&[(GUNS, 60, 890, 180, 2), (WAGONS, 140, 389, 180, 1)], &[0]);
    play.choose(come(100, 700));
    assert_eq!(play.world()[WAGONS].presence, Presence::OnTable);
    assert_eq!(play.world()[GUNS].captured, None);
}

#[test]
fn a_commander_with_overrun_wagons_is_left_on_his_own() {
    let mut play = arriving(&[(WAGONS, 140, 560, 180, 1)], &[0]);
    let with = CommanderId(2);
    play.battle = play.battle.with_world(|w| w[with].place = CommanderPlace::With(WAGONS));
    play.choose(come(100, 700));
    assert_eq!(play.world()[WAGONS].presence, Presence::Destroyed);
    assert_eq!(play.world()[with].place, CommanderPlace::Alone);
}

#[test]
fn a_camp_within_six_mu_of_the_place_is_sacked() {
    proves!("FOGR-SETUP-059");
    let mut play = arriving(&[], &[0]);
    play.battle = play.battle.with_world(|w| {
        if let Some(camp) = &mut w.sides.blue.camp {
            camp.at.front = Pose::new(mm(100, 880), Angle::HALF);
            camp.fortified = true;
        }
    });
    play.choose(come(100, 700));
    assert!(play.world().sides.blue.camp.is_some_and(|c| c.sacked));
    assert!(play.events.contains(&Event::CampOverrun { side: Side::Blue }));
}

#[test]
fn other_troops_there_evade_straight_away_from_the_edge() {
    proves!("FOGR-SETUP-060");
    // Horse, who never evade from a charge, facing south in the very way of the marchers.
    let mut play = arriving(&[(HORSE, 100, 740, 180, 2)], &[0]);
    play.choose(come(100, 700));
    play.dice(&[3]);
    let moved = play.told.iter().find_map(|e| match e {
        battle::Event::Impact(Impact::Evaded { group, moved, .. }) if *group == HORSE => Some(*moved),
        _ => None,
    });
    // Horse go 5 MU; a 3 changes nothing.
    assert_eq!(moved, Some(caracole_plane::Um::from_mm(125)));
    assert_eq!(play.world().facing(HORSE), Angle::QUARTER);
    assert!(play.world()[GroupId(0)].is_on_table());
}

#[test]
fn those_in_close_combat_stay_where_they_are() {
    proves!("FOGR-SETUP-060");
    // A battle group of red's stands front to front with the horse.
    let mut play = arriving(&[(HORSE, 100, 820, 180, 2)], &[0]);
    let before = play.battle.clone();
    play.battle = play.battle.with_world(|w| {
        let foot = GroupId(2);
        w[foot].presence = Presence::Undeployed;
        let front = Pose::new(mm(100, 820), Angle::ZERO);
        let placed = PlacedGroup {
            side: Side::Red,
            number: 3,
            front,
            files: 3,
            formation: None,
            cohesion: Cohesion::Steady,
            limbered: false,
            lost: Vec::new(),
        };
        forming::form_up(w, before.scenario(), foot, &placed).unwrap();
    });
    let stood = play.world().anchor(HORSE);
    play.choose(come(100, 700));
    assert_eq!(play.world().anchor(HORSE), stood);
    assert!(play.world()[GroupId(0)].is_on_table());
}

#[test]
fn those_without_room_come_later_and_then_frighten_nobody() {
    proves!("FOGR-SETUP-062");
    let mut play = arriving(&[], &[0]);
    // There is room: they may not say otherwise.
    assert_eq!(play.refused(Decision::NoRoom).rule.id(), "FOGR-SETUP-070");
    play.battle = play.battle.with_world(|w| {
        let late = |m: &mut caracole_fog::battle::setup::March| {
            use caracole_fog::battle::setup::march::{Entry, Progress};
            m.progress = Progress::Arriving { entry: Entry::Anywhere, late: true };
        };
        w.setup.marches.red.iter_mut().for_each(late);
        let camp = w.sides.blue.camp.as_mut().unwrap();
        camp.at.front = Pose::new(mm(100, 880), Angle::HALF);
    });
    play.choose(come(100, 700));
    assert!(play.world().sides.blue.camp.is_some_and(|c| !c.sacked));
    assert!(play.world()[GroupId(0)].is_on_table());
}

#[test]
fn all_come_on_in_command_range_of_their_commander() {
    proves!("FOGR-SETUP-052");
    // A field commander reaches 8 MU: 200 mm.
    let mut play = arriving(&[], &[0, 1]);
    play.choose(come(100, 300));
    assert_eq!(play.refused(come(100, 700)).rule.id(), "FOGR-SETUP-052");
    play.choose(come(100, 400));
    assert!(play.world()[GroupId(1)].is_on_table());
}

/// Found by chance, in random battle 601976.
#[test]
fn the_point_of_an_arriving_brigade_counts_for_the_ground_that_it_comes_over() {
    proves!("FOGR-MOVE-008", "FOGR-SETUP-061", "FOGR-SETUP-062");
    let brigade = group("more", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade);
    let armies = armies_with(brigade);
    // Its front line stops at x = 60; the point base stands 20 mm further in, from 680 to 720 mm along the edge.
    let come = Decision::Deploy(Deployment::at(Pose::new(mm(60, 700), Angle::QUARTER), 3));
    let over = |kind: TerrainKind| {
        let mut play = arriving_of(&armies, &[], &[1]);
        play.battle = play.battle.with_world(|w| {
            let corners = [mm(65, 690), mm(70, 690), mm(70, 710), mm(65, 710)];
            let ground = Ground::Area(Polygon::new(corners.to_vec()).unwrap());
            std::sync::Arc::make_mut(&mut w.field.terrain).pieces.push(Piece { kind, ground });
        });
        play
    };
    let mut play = over(TerrainKind::Open);
    play.choose(come.clone());
    assert!(play.world()[GroupId(1)].is_on_table());
    assert_eq!(over(TerrainKind::Impassable).refused(come.clone()).rule.id(), "FOGR-MOVE-008");
    // In a forest heavy foot move 1 MU: 25 mm.
    assert_eq!(over(TerrainKind::Forest).refused(come).rule.id(), "FOGR-SETUP-061");
}

#[test]
fn those_who_evade_flank_marchers_choose_their_way_past_friends() {
    proves!("FOGR-SETUP-060", "FOGR-IMPACT-106");
    use caracole_fog::battle::impact::{Decision as Choice, EvadeWay, PastBy, Request as Asked};
    use caracole_kernel::Step;
    // Horse, a column of 40 mm when they have turned east, and foot across their way.
    let foot = GroupId(7);
    let mut play = arriving(&[(HORSE, 100, 740, 180, 2), (foot, 300, 700, 270, 3)], &[0]);
    play.choose(come(100, 700));
    play.dice(&[3]);
    let Awaiting::Decision { side, request: battle::Request::Impact(Asked::EvadeOn { group, ways }) } =
        play.battle.awaiting().clone()
    else {
        panic!("{:?}", play.battle.awaiting());
    };
    assert_eq!((side, group), (Side::Blue, HORSE));
    let aside = |w: &&EvadeWay| matches!(w, EvadeWay::Past(PastBy { drop_left: 0, drop_right: 0, .. }));
    let way = *ways.iter().find(aside).unwrap();
    play.step(&Step::Choose { side, decision: battle::Decision::Impact(Choice::EvadeOn { way }) });
    assert_eq!(play.world()[foot].cohesion, Cohesion::Steady, "nobody is burst through");
    assert_eq!(play.world().facing(HORSE), Angle::QUARTER);
    assert!(play.world()[GroupId(0)].is_on_table());
}
