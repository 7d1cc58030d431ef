//! What is hidden stays hidden: views, requests and events of the other side do not change when it does.

use crate::battle_common::{group, scene, shot};
use crate::setup::play::*;
use caracole_fog::battle::setup::{
    Ambush, Ambushers, Decision, Detaching, Event, MarchOrder, Marker, Request,
};
use caracole_fog::battle::{self, CommanderId, Fogr, GroupId, view::View};
use caracole_kernel::{Battle, Side, Viewer};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, TableEdge};

fn seen(battle: &Battle<Fogr>, viewer: Viewer) -> View {
    <Fogr as caracole_kernel::Views>::view(battle, viewer)
}

/// Blue and a spectator see the same of both battles; red does not.
fn only_red_sees_the_difference(a: &Battle<Fogr>, b: &Battle<Fogr>) {
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(seen(a, viewer), seen(b, viewer), "{viewer:?}");
    }
    assert_ne!(seen(a, Viewer::Red), seen(b, Viewer::Red));
}

/// What blue is told of what red did.
fn told_to_blue(events: &[Event]) -> Vec<battle::Event> {
    let told = |e: &Event| {
        <Fogr as caracole_kernel::Views>::event_seen_by(&battle::Event::Setup(e.clone()), Viewer::Blue)
    };
    events.iter().filter_map(told).collect()
}

/// The order of march shows only as troops are placed.
#[test]
fn reading_setup_002() {
    proves!("FOGR-SETUP-002", "FOGR-SETUP-071");
    let play_with = |order: &[u8]| {
        let mut setup = armies();
        army(&mut setup.armies.red).order_of_march = order.to_vec();
        let mut play = play(&setup);
        play.dice(&[6, 1]);
        play.until(|r| matches!(r, Request::Deploy { group } if group.0 < 5));
        play
    };
    let (mut first, mut last) = (play_with(&[1, 2, 3, 4, 5]), play_with(&[3, 2, 1, 5, 4]));
    assert_eq!(
        (first.asked().1, last.asked().1),
        (Request::Deploy { group: GroupId(0) }, Request::Deploy { group: GroupId(2) },)
    );
    // Blue sees that red deploys, not whom, and no troops that are not on the table.
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(seen(&first.battle, viewer), seen(&last.battle, viewer));
        let request = battle::Request::Setup(first.asked().1);
        assert_eq!(<Fogr as caracole_kernel::Views>::request_seen_by(&request, Side::Red, viewer), None);
    }
    // Once placed they are fully known: every base with its troop type, armour, quality and capabilities.
    first.choose(deploy(600, 250, 3));
    last.choose(deploy(600, 250, 2));
    let known = |b: &Battle<Fogr>, id: u16| {
        let view = seen(b, Viewer::Blue);
        let group = view.groups.into_iter().find(|g| g.group.0 == id).expect("seen");
        group.bases.into_iter().map(|b| b.profile).collect::<Vec<_>>()
    };
    let mut own: Vec<_> = first.world().profiles(GroupId(0)).to_vec();
    let mut open = known(&first.battle, 0);
    own.sort_unstable();
    open.sort_unstable();
    assert_eq!(own, open);
    assert!(!seen(&first.battle, Viewer::Blue).groups.iter().any(|g| g.side == Side::Red && g.group.0 != 0));
    assert_eq!(known(&last.battle, 2).len(), 4);
}

#[test]
fn how_many_bases_a_fortification_marker_stands_for() {
    proves!("FOGR-SETUP-028");
    let with = |bases| {
        let mut play = begun();
        play.until(|r| matches!(r, Request::Camp));
        play.until(|r| matches!(r, Request::Camp));
        let south = Pose::new(mm(900, 1120), Angle::HALF);
        play.choose(Decision::Camp { camp: south, markers: Vec::new() });
        let markers = vec![Marker { front: north(900, 375), bases }];
        play.choose(Decision::Camp { camp: north(900, 80), markers });
        play
    };
    let (four, six) = (with(4), with(6));
    only_red_sees_the_difference(&four.battle, &six.battle);
    let camp = |p: &Play| p.events.iter().rev().find(|e| matches!(e, Event::CampPlaced { .. })).cloned();
    let (a, b) = (camp(&four).unwrap(), camp(&six).unwrap());
    assert_ne!(a, b);
    assert_eq!(told_to_blue(&[a]), told_to_blue(&[b]));
}

#[test]
fn what_an_ambush_marker_hides() {
    proves!("FOGR-SETUP-041");
    let woods = vec![forest((350, 400), (550, 600))];
    let with = |hides: Option<Ambushers>| {
        let mut play = at(|r| matches!(r, Request::Ambushes), woods.clone());
        play.choose(Decision::Ambushes(Vec::new()));
        play.choose(Decision::Ambushes(vec![Ambush { at: north(450, 520), hides }]));
        play
    };
    let led = Ambushers { commander: Some(CommanderId(1)), ..Ambushers::of(GroupId(0)) };
    let (dummy, foot, led) = (with(None), with(Some(Ambushers::of(GroupId(0)))), with(Some(led)));
    only_red_sees_the_difference(&dummy.battle, &foot.battle);
    only_red_sees_the_difference(&dummy.battle, &led.battle);
    assert_eq!(
        told_to_blue(&dummy.events[dummy.events.len() - 1..]),
        told_to_blue(&foot.events[foot.events.len() - 1..])
    );
}

#[test]
fn who_marches_round_a_flank_and_which() {
    proves!("FOGR-SETUP-047");
    let with = |marches: Vec<MarchOrder>| {
        let mut play = at(|r| matches!(r, Request::Outflank), Vec::new());
        play.choose(Decision::Outflank(Vec::new()));
        play.choose(Decision::Outflank(marches));
        play
    };
    let march = |edge, groups: &[u16]| MarchOrder {
        edge,
        commander: CommanderId(1),
        groups: groups.iter().map(|g| GroupId(*g)).collect(),
    };
    let none = with(Vec::new());
    for other in [
        with(vec![march(TableEdge::Left, &[2])]),
        with(vec![march(TableEdge::Right, &[2])]),
        with(vec![march(TableEdge::Left, &[2, 3])]),
    ] {
        only_red_sees_the_difference(&none.battle, &other.battle);
        assert_eq!(told_to_blue(&none.events), told_to_blue(&other.events));
    }
}

#[test]
fn which_shot_were_detached() {
    proves!("FOGR-SETUP-031", "FOGR-SETUP-026");
    let mut setup = armies();
    {
        let red = army(&mut setup.armies.red);
        let extra = scene()
            .red(group("m1", &[crate::battle_common::pike(2), shot(4)]))
            .red(group("m2", &[crate::battle_common::pike(2), shot(4)]))
            .red(group("m3", &[crate::battle_common::pike(2), shot(4)]))
            .setup();
        let mut extra = extra.armies.red;
        let more = army(&mut extra).battle_groups.drain(..3).collect::<Vec<_>>();
        red.battle_groups.extend(more);
    }
    // Red's mixed foot: 0, 5, 6, 7. Blue, without the initiative, detaches first, red after both camps are down.
    let with = |plan: Detaching| {
        let mut play = play(&setup);
        play.dice(&[6, 1]);
        play.until(|r| matches!(r, Request::Detach));
        assert_eq!(play.asked().0, Side::Red);
        let camps = play.events.iter().filter(|e| matches!(e, Event::CampPlaced { .. })).count();
        assert_eq!(camps, 2);
        play.choose(Decision::Detach(plan));
        // The ambush markers come after, blue's first.
        assert_eq!(play.asked(), (Side::Blue, Request::Ambushes));
        play
    };
    let plan = Detaching {
        parties: vec![vec![(GroupId(0), 2), (GroupId(5), 2)]],
        composites: vec![vec![GroupId(0), GroupId(5)]],
    };
    let (none, some) = (with(Detaching::default()), with(plan));
    only_red_sees_the_difference(&none.battle, &some.battle);
    assert_eq!(told_to_blue(&none.events), told_to_blue(&some.events));
}
