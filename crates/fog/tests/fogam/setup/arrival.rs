//! What happens where flank marchers come on.

use crate::battle_common::{archers, bases, cavalrymen, engines, group, legionaries, numidians};
use crate::setup::play::*;
use caracole_fog::battle::impact::Event as Impact;
use caracole_fog::battle::position::attrition;
use caracole_fog::battle::setup::{Decision, Deployment, Event, MarchOrder, Request};
use caracole_fog::battle::world::{CommanderPlace, Presence};
use caracole_fog::battle::{self, CommanderId, GroupId, PlacedGroup, Setup, forming};
use caracole_fog::field::{Piece, TerrainKind};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, TableEdge, Um};

const SWORDS: GroupId = GroupId(4);
const GUNS: GroupId = GroupId(5);
const WAGONS: GroupId = GroupId(6);

/// Red's two battle groups of light horse march round the left. Blue: legionaries, guns, wagons, bows.
fn armies() -> Setup {
    let red = vec![
        group("marchers", &[numidians(4)]),
        group("more", &[numidians(4)]),
        group("r3", &[archers(6)]),
        group("r4", &[archers(6)]),
    ];
    let blue = vec![
        group("swords", &[legionaries(4)]),
        group("guns", &[engines(2, TroopType::LightArtillery)]),
        group("wagons", &[bases(2, TroopType::BattleWagons, None, &[])]),
        group("bows", &[archers(6)]),
        group("horse", &[cavalrymen(4)]),
    ];
    armies_of(red, blue)
}

/// The marchers are about to come on; these of blue stand there, in files, and everybody else away on the right.
fn arriving(near: &[(GroupId, i32, i32, i32, u8)]) -> Play {
    arriving_of(&armies(), near)
}

fn arriving_of(setup: &Setup, near: &[(GroupId, i32, i32, i32, u8)]) -> Play {
    let mut play = begun_of(setup);
    play.on_ground(Vec::new(), |r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    let groups = vec![GroupId(0)];
    play.choose(Decision::Outflank(vec![MarchOrder {
        edge: TableEdge::Left,
        commander: CommanderId(1),
        groups,
    }]));
    play.until_roll("FOGAM-SETUP-027");
    play.dice(&[6, 6]);
    play.until_roll("FOGAM-SETUP-029");
    play.dice(&[5, 5]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    let before = play.battle.clone();
    play.battle = play.battle.with_world(|w| {
        let others: Vec<GroupId> = w.ids().filter(|g| w[*g].is_on_table()).collect();
        for (n, id) in others.into_iter().enumerate() {
            let away = (id, 1300, 1110 - 140 * n as i32, 180, 2);
            let (_, x, y, degrees, files) = *near.iter().find(|p| p.0 == id).unwrap_or(&away);
            w[id].presence = Presence::Undeployed;
            let placed = PlacedGroup {
                side: w[id].side,
                number: w[id].entry + 1,
                front: Pose::new(mm(x, y), Angle::from_degrees(degrees)),
                files,
                formation: None,
                cohesion: Cohesion::Steady,
                limbered: false,
                lost: Vec::new(),
            };
            forming::form_up(w, before.scenario(), id, &placed).unwrap();
        }
        if let Some(camp) = &mut w.sides.blue.camp {
            camp.at.front = Pose::new(mm(1600, 1100), Angle::HALF);
        }
    });
    play
}

fn come(x: i32, y: i32) -> Decision {
    Decision::Deploy(Deployment::at(Pose::new(mm(x, y), Angle::QUARTER), 2))
}

#[test]
fn heavy_foot_come_on_by_a_fourth_mu_where_no_enemy_is_near() {
    proves!("FOGAM-MOVE-009", "FOGAM-SETUP-034");
    let mut setup = armies();
    army(&mut setup.armies.red).battle_groups[0] = army(&mut setup.armies.blue).battle_groups[0].clone();
    // Blue's legionaries look west 130 mm beyond 4 MU: more than 5 MU, which are 125.
    let play = arriving_of(&setup, &[(SWORDS, 230, 700, 270, 2)]);
    assert!(play.battle.plan(Side::Red, &come(100, 700).into()).is_ok());
    assert_eq!(play.refused(come(101, 700)).rule.id(), "FOGAM-SETUP-034");
    // From 124 mm they go 3 MU.
    let play = arriving_of(&setup, &[(SWORDS, 224, 700, 270, 2)]);
    assert_eq!(play.refused(come(100, 700)).rule.id(), "FOGAM-SETUP-034");
    assert!(play.battle.plan(Side::Red, &come(75, 700).into()).is_ok());
}

#[test]
fn guns_and_wagons_within_six_mu_are_destroyed() {
    proves!("FOGAM-SETUP-033");
    // The marchers come over the edge from 660 to 740 mm; 6 MU are 150 mm. Guns 20 beside and 140 beyond its end: 141.
    // Wagons 120 beside it.
    let near = [(GUNS, 60, 880, 180, 2), (WAGONS, 140, 560, 180, 1)];
    let mut play = arriving(&near);
    play.choose(come(100, 700));
    let world = play.world();
    assert_eq!(world[WAGONS].presence, Presence::Destroyed);
    assert_eq!(world[GUNS].presence, Presence::Destroyed);
    assert_eq!(attrition(world, Side::Blue).total(), 4);
    // Nobody tests for them.
    assert!(!play.told.iter().any(|e| matches!(e, battle::Event::Outcome(_))));
    // From further away nothing happens to them: 20 and 150 mm make 151; 120 and 111 make 163.
    let mut play = arriving(&[(GUNS, 60, 890, 180, 2), (WAGONS, 140, 389, 180, 1)]);
    play.choose(come(100, 700));
    assert_eq!(play.world()[WAGONS].presence, Presence::OnTable);
    assert_eq!(play.world()[GUNS].presence, Presence::OnTable);
}

#[test]
fn a_camp_within_six_mu_is_sacked_though_it_is_fortified() {
    proves!("FOGAM-SETUP-033");
    let mut play = arriving(&[]);
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
    proves!("FOGAM-SETUP-033");
    // Legionaries, who never evade, facing south in the very way of the marchers.
    let mut play = arriving(&[(SWORDS, 100, 740, 180, 2)]);
    play.choose(come(100, 700));
    play.dice(&[3]);
    let moved = play.told.iter().find_map(|e| match e {
        battle::Event::Impact(Impact::Evaded { group, moved, .. }) if *group == SWORDS => Some(*moved),
        _ => None,
    });
    // Heavy foot go 3 MU; a 3 changes nothing.
    assert_eq!(moved, Some(Um::from_mm(75)));
    assert_eq!(play.world().facing(SWORDS), Angle::QUARTER);
}

/// Those who find no room never arrive: they straggle.
#[test]
fn reading_setup_034() {
    proves!("FOGAM-SETUP-034", "FOGAM-SETUP-029");
    let mut play = arriving(&[]);
    assert_eq!(play.refused(Decision::NoRoom).rule.id(), "FOGAM-SETUP-036");
    play.battle = play.battle.with_world(|w| {
        let rocks = Piece { kind: TerrainKind::Impassable, ground: rectangle((0, 0), (400, 1200)) };
        std::sync::Arc::make_mut(&mut w.field.terrain).pieces.push(rocks);
    });
    play.choose(Decision::NoRoom);
    assert_eq!(play.world()[GroupId(0)].presence, Presence::Straggling);
    assert_eq!(play.world()[CommanderId(1)].place, CommanderPlace::Gone);
    assert!(play.events.iter().any(|e| matches!(e, Event::CommanderStraggled { .. })));
    assert_eq!(attrition(play.world(), Side::Red).total(), 1);
    assert!(!matches!(play.battle.awaiting(), Awaiting::Nothing(_)));
}
