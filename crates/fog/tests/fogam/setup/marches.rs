//! Outflanking marches: who goes, when they arrive, whom they meet.

use crate::battle_common::{
    archers, bases, cavalrymen, chariots, engines, group, legionaries, numidians, velites,
};
use crate::setup::play::*;
use caracole_fog::army::{ArmyPermit, CommanderLevel, CommanderRole};
use caracole_fog::battle::position::attrition;
use caracole_fog::battle::setup::{Decision, Deployment, Event, MarchOrder, Request};
use caracole_fog::battle::turn::Event as Turn;
use caracole_fog::battle::world::{CommanderPlace, Presence};
use caracole_fog::battle::{self, CommanderId, Fogam, GroupId, Phase, Setup};
use caracole_fog::troops::TroopType;
use caracole_kernel::{Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, TableEdge, Um};

fn march(commander: u8, groups: &[u16]) -> MarchOrder {
    let groups = groups.iter().map(|g| GroupId(*g)).collect();
    MarchOrder { edge: TableEdge::Left, commander: CommanderId(commander), groups }
}

/// Blue and red are asked for their marches.
fn sending(setup: &Setup, blue: Vec<MarchOrder>, red: Vec<MarchOrder>) -> Play {
    let mut play = begun_of(setup);
    play.on_ground(Vec::new(), |r| matches!(r, Request::Outflank));
    assert_eq!(play.asked().0, Side::Blue);
    play.choose(Decision::Outflank(blue));
    play.choose(Decision::Outflank(red));
    play
}

fn come(x: i32, y: i32) -> Decision {
    Decision::Deploy(Deployment::at(Pose::new(mm(x, y), Angle::QUARTER), 2))
}

#[test]
fn marches_are_small_and_not_led_by_the_commander_in_chief() {
    proves!("FOGAM-SETUP-026");
    let red = vec![
        group("horse", &[cavalrymen(4)]),
        group("bows", &[archers(6)]),
        group("velites", &[velites(4)]),
        group("more", &[velites(4)]),
        group("bolts", &[engines(2, TroopType::LightArtillery)]),
        group("wagons", &[bases(2, TroopType::BattleWagons, None, &[])]),
        group("scythed", &[chariots(2, TroopType::ScythedChariots)]),
    ];
    let mut play = begun_of(&armies_of(red, vec![group("b", &[cavalrymen(4)])]));
    play.until(|r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    let refused = |orders: Vec<MarchOrder>| play.refused(Decision::Outflank(orders)).rule.id().to_owned();
    let far = MarchOrder { edge: TableEdge::Far, ..march(1, &[0]) };
    assert_eq!(refused(vec![far]), "FOGAM-SETUP-026");
    assert_eq!(refused(vec![march(0, &[0])]), "FOGAM-SETUP-026", "the commander-in-chief");
    assert_eq!(refused(vec![march(1, &[])]), "FOGAM-SETUP-026");
    assert_eq!(refused(vec![march(1, &[0, 1, 2, 3])]), "FOGAM-SETUP-026");
    assert_eq!(refused(vec![march(1, &[0]), march(1, &[1])]), "FOGAM-SETUP-026");
    for slow in [4, 5, 6] {
        assert_eq!(refused(vec![march(1, &[0, slow])]), "FOGAM-SETUP-026", "{slow}");
    }
    play.choose(Decision::Outflank(vec![march(1, &[0, 1, 2])]));
    assert_eq!(play.world()[GroupId(2)].presence, Presence::FlankMarch);
    assert!(Fogam::view(&play.battle, Viewer::Blue).setup.marches.is_empty());
}

#[test]
fn allies_march_as_a_whole_contingent() {
    proves!("FOGAM-SETUP-026");
    let mut setup = armies();
    let red = army(&mut setup.armies.red);
    red.permits.push(ArmyPermit::Allies);
    red.commanders[1].role = CommanderRole::AllyCommander;
    red.commanders[1].contingent = Some("allies".to_owned());
    for group in [2, 3] {
        red.battle_groups[group].contingent = Some("allies".to_owned());
    }
    let mut play = begun_of(&setup);
    play.until(|r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    for wrong in [&[2][..], &[2, 3, 0]] {
        let refusal = play.refused(Decision::Outflank(vec![march(1, wrong)]));
        assert_eq!(refusal.rule.id(), "FOGAM-SETUP-026");
    }
    play.choose(Decision::Outflank(vec![march(1, &[2, 3])]));
}

/// Success at the start of a turn; straggling at the start of the player's next turn; entry in its manoeuvre phase.
#[test]
fn reading_setup_029() {
    proves!("FOGAM-SETUP-027", "FOGAM-SETUP-028", "FOGAM-SETUP-029", "FOGAM-SETUP-034");
    proves!("FOGAM-SETUP-045", "FOGAM-SEQUENCE-002");
    let mut play = sending(&armies(), Vec::new(), vec![march(1, &[2])]);
    play.until_roll("FOGAM-SETUP-045");
    play.dice(&[6, 1]);
    // Red moves first and does not roll in the first turn; in the third 8 and 1 for the field commander are not 10.
    play.until_roll("FOGAM-SETUP-027");
    assert_eq!((play.world().turn.number, play.world().turn.active), (3, Side::Red));
    play.dice(&[4, 4]);
    assert!(matches!(play.events.last(), Some(Event::ArrivalRolled { announced: None, .. })));
    play.until_roll("FOGAM-SETUP-027");
    assert_eq!(play.world().turn.number, 5);
    play.dice(&[4, 5]);
    let Some(Event::ArrivalRolled { score: Some(score), announced, .. }) = play.events.last() else {
        panic!()
    };
    assert_eq!((score.total(), *announced), (10, Some((TableEdge::Left, 1))));
    // Two turns later, before anything else is done.
    play.until_roll("FOGAM-SETUP-029");
    assert_eq!(play.world().turn.number, 7);
    let last = play.told.last().unwrap();
    assert!(matches!(last, battle::Event::Turn(Turn::TurnBegan { number: 7, .. })), "{last:?}");
    // Undrilled cavalry add nothing: 5 is enough.
    play.dice(&[2, 3]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    let (Side::Red, Request::Arrive { group, .. }) = play.asked() else { panic!() };
    assert_eq!((group, play.world().turn.number, play.world().turn.phase), (GroupId(2), 7, Phase::Manoeuvre));
    // Straight on from the edge, as far as cavalry go in the open: 5 MU, 125 mm.
    let askew = Deployment::at(Pose::new(mm(100, 700), Angle::ZERO), 2);
    assert_eq!(play.refused(Decision::Deploy(askew)).rule.id(), "FOGAM-SETUP-034");
    assert_eq!(play.refused(come(126, 700)).rule.id(), "FOGAM-SETUP-034");
    assert_eq!(play.refused(come(50, 700)).rule.id(), "FOGAM-SETUP-034", "partly off the table");
    play.choose(come(125, 700));
    assert_eq!(play.world()[GroupId(2)].presence, Presence::OnTable);
    assert_eq!(play.world()[CommanderId(1)].place, CommanderPlace::With(GroupId(2)));
    // That was its first move.
    assert_eq!(play.world()[GroupId(2)].phase.moves, 1);
}

#[test]
fn stragglers_never_arrive_and_cost_a_point_each() {
    proves!("FOGAM-SETUP-029");
    let mut setup = armies();
    army(&mut setup.armies.red).battle_groups[1].training = Some(caracole_fog::troops::Training::Drilled);
    let mut play = sending(&setup, Vec::new(), vec![march(1, &[1, 2, 3])]);
    // Medium foot slow the march: 10 and 1 and -1.
    play.until_roll("FOGAM-SETUP-027");
    play.dice(&[5, 5]);
    let Some(Event::ArrivalRolled { score: Some(score), .. }) = play.events.last() else { panic!() };
    assert_eq!(score.total(), 10);
    play.until_roll("FOGAM-SETUP-029");
    // Drilled medium foot: 4, 1 and -1. Undrilled cavalry: 4. Skirmishers: 3 and 1.
    play.dice(&[2, 2]);
    play.dice(&[2, 2]);
    play.dice(&[1, 2]);
    let scores: Vec<(i32, bool)> = play
        .events
        .iter()
        .filter_map(|e| match e {
            Event::StragglingTested { score: Some(score), straggles, .. } => {
                Some((score.total(), *straggles))
            }
            _ => None,
        })
        .collect();
    assert_eq!(scores, [(4, true), (4, true), (4, true)]);
    assert_eq!(play.world()[GroupId(2)].presence, Presence::Straggling);
    assert_eq!(play.world()[CommanderId(1)].place, CommanderPlace::Gone);
    assert_eq!(attrition(play.world(), Side::Red).total(), 3);
}

#[test]
fn quality_rerolls_hold_for_stragglers_and_not_for_arrivals() {
    proves!("FOGAM-SETUP-027", "FOGAM-SETUP-029");
    let mut setup = armies();
    army(&mut setup.armies.red).battle_groups[2].quality = caracole_fog::troops::Quality::Elite;
    let mut play = sending(&setup, Vec::new(), vec![march(1, &[2])]);
    play.until_roll("FOGAM-SETUP-027");
    let rerolls = |p: &Play| match p.battle.awaiting() {
        caracole_kernel::Awaiting::Dice(roll) => roll.pools[0].reroll.faces.has(1),
        _ => panic!("no dice"),
    };
    assert!(!rerolls(&play));
    play.dice(&[5, 5]);
    play.until_roll("FOGAM-SETUP-029");
    assert!(rerolls(&play));
}

#[test]
fn all_come_on_in_command_range_of_their_commander() {
    proves!("FOGAM-SETUP-028");
    let mut play = sending(&armies(), Vec::new(), vec![march(1, &[2, 3])]);
    play.until_roll("FOGAM-SETUP-027");
    play.dice(&[6, 6]);
    play.until_roll("FOGAM-SETUP-029");
    play.dice(&[5, 5]);
    play.dice(&[5, 5]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    // A field commander reaches 8 MU: 200 mm.
    play.choose(come(100, 300));
    assert_eq!(play.refused(come(100, 700)).rule.id(), "FOGAM-SETUP-028");
    play.choose(come(100, 400));
    assert!(play.world()[GroupId(3)].is_on_table());
}

/// Red has horse, light horse, bows; blue horse and more horse.
fn both() -> Setup {
    let red = vec![
        group("bows", &[archers(6)]),
        group("horse", &[cavalrymen(4)]),
        group("light", &[numidians(4)]),
        group("rest", &[archers(6)]),
    ];
    let blue = vec![
        group("b1", &[cavalrymen(4)]),
        group("b2", &[cavalrymen(4)]),
        group("b3", &[archers(6)]),
        group("b4", &[archers(6)]),
    ];
    let mut setup = armies_of(red, blue);
    army(&mut setup.armies.blue).commanders[1].level = CommanderLevel::Troop;
    setup
}

/// Red moves first and does not roll; blue's roll in the second turn succeeds.
fn met(blue: &[u16], red: &[u16]) -> Play {
    met_of(&both(), blue, red)
}

fn met_of(setup: &Setup, blue: &[u16], red: &[u16]) -> Play {
    let mut play = sending(setup, vec![march(3, blue)], vec![march(1, red)]);
    play.until_roll("FOGAM-SETUP-045");
    play.dice(&[6, 1]);
    play.until_roll("FOGAM-SETUP-027");
    assert_eq!((play.world().turn.number, play.world().turn.active), (2, Side::Blue));
    play.dice(&[5, 5]);
    play
}

fn driven_back(play: &Play) -> Vec<Side> {
    let found = play.events.iter().rev().find_map(|e| match e {
        Event::MarchesMet { driven_back, .. } => Some(driven_back.clone()),
        _ => None,
    });
    found.expect("they met")
}

#[test]
fn the_march_with_more_battle_groups_drives_the_other_back() {
    proves!("FOGAM-SETUP-030");
    // Light horse do not count at first.
    assert_eq!(driven_back(&met(&[4, 5], &[1, 2])), [Side::Red]);
    // Where others are equal they do.
    assert_eq!(driven_back(&met(&[4], &[1, 2])), [Side::Blue]);
    assert_eq!(driven_back(&met(&[4], &[1])), [Side::Red, Side::Blue]);
}

#[test]
fn those_driven_back_come_first_near_their_own_edge_and_the_others_a_turn_later() {
    proves!("FOGAM-SETUP-031", "FOGAM-SETUP-032", "FOGAM-SETUP-029");
    let mut play = met(&[4, 5], &[1, 2]);
    // Red's next turn is the third; both sides test only now that it is settled who is driven back.
    play.until_roll("FOGAM-SETUP-029");
    assert_eq!((play.world().turn.number, play.world().turn.active), (3, Side::Red));
    play.dice(&[5, 5]);
    play.dice(&[5, 5]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    assert_eq!(play.asked().1, Request::Arrive { group: GroupId(1), march: 0 });
    // A full double move of cavalry is 10 MU, 250 mm, within 12 MU (300 mm) of red's own edge.
    assert_eq!(play.refused(come(125, 200)).rule.id(), "FOGAM-SETUP-031");
    assert_eq!(play.refused(come(250, 700)).rule.id(), "FOGAM-SETUP-031");
    play.choose(come(250, 260));
    let red = play.world().body(GroupId(1)).front_centre();
    assert_eq!((red.at.x, red.facing), (Um::from_mm(250), Angle::QUARTER));
    // They need not be in range of their commander, who is with the horse: light horse go 14 MU.
    play.choose(come(350, 60));
    // That was all their movement.
    assert!(play.world()[GroupId(1)].phase.moves >= 2);
    // Blue comes in the turn after by the same stretch of the edge.
    play.until_roll("FOGAM-SETUP-029");
    assert_eq!((play.world().turn.number, play.world().turn.active), (4, Side::Blue));
    play.dice(&[5, 5]);
    play.dice(&[5, 5]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    let (Side::Blue, Request::Arrive { group: GroupId(4), .. }) = play.asked() else {
        panic!("{:?}", play.asked())
    };
    assert_eq!(play.refused(come(100, 700)).rule.id(), "FOGAM-SETUP-032");
    play.choose(come(100, 160));
}

#[test]
fn heavy_foot_driven_back_make_a_double_move_of_four_mu_each_where_no_enemy_is_near() {
    proves!("FOGAM-SETUP-031", "FOGAM-MOVE-009");
    let mut setup = both();
    army(&mut setup.armies.red).battle_groups[1] = group("horse", &[legionaries(4)]).drilled().listed;
    let mut play = met_of(&setup, &[4, 5], &[1]);
    play.until_roll("FOGAM-SETUP-029");
    play.dice(&[5, 5]);
    play.until_asked(|r| matches!(r, Request::Arrive { .. }));
    // 8 MU are 200 mm; the six of a double move near the enemy are not a full one.
    assert_eq!(play.refused(come(150, 260)).rule.id(), "FOGAM-SETUP-031");
    play.choose(come(200, 260));
    assert_eq!(play.world().body(GroupId(1)).front_centre().at.x, Um::from_mm(200));
}
