//! What is hidden stays hidden: views, requests and events of the other side do not change when it does.

use crate::battle_common::screen::{HIDES, LOOKS, compared_if_list};
use crate::setup::play::*;
use caracole_fog::RollPurpose;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::customs::Outflanking;
use caracole_fog::battle::setup::{Ambush, Ambushers, Decision, Event, MarchOrder, Request};
use caracole_fog::battle::{self, CommanderId, Fogam, GroupId};
use caracole_fog::troops::Quality;
use caracole_kernel::dice::Roll;
use caracole_kernel::{Side, Tally, Viewer, Views};
use caracole_ledger::{proves, rule};
use caracole_plane::TableEdge;

/// Blue and a spectator see the same of both battles; red does not.
fn only_red_sees_the_difference(a: &Play, b: &Play) {
    let seen = |p: &Play, viewer| Fogam::view(&p.battle, viewer);
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(seen(a, viewer), seen(b, viewer), "{viewer:?}");
    }
    assert_ne!(seen(a, Viewer::Red), seen(b, Viewer::Red));
    let told = |p: &Play| -> Vec<_> {
        p.told.iter().filter_map(|e| Fogam::event_seen_by(e, Viewer::Blue)).collect()
    };
    assert_eq!(told(a), told(b));
}

/// The order of march shows only as troops are placed.
#[test]
fn reading_setup_002() {
    proves!("FOGAM-SETUP-002", "FOGAM-SETUP-040");
    let play_with = |order: &[u8]| {
        let mut setup = armies();
        army(&mut setup.armies.red).order_of_march = order.to_vec();
        let mut play = begun_of(&setup);
        play.until(|r| matches!(r, Request::Deploy { group } if group.0 < 5));
        play
    };
    let (first, last) = (play_with(&[1, 2, 3, 4, 5]), play_with(&[3, 2, 1, 5, 4]));
    assert_eq!(first.asked().1, Request::Deploy { group: GroupId(0) });
    assert_eq!(last.asked().1, Request::Deploy { group: GroupId(2) });
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(Fogam::view(&first.battle, viewer), Fogam::view(&last.battle, viewer));
        let request = battle::Request::Setup(first.asked().1);
        assert_eq!(Fogam::request_seen_by(&request, Side::Red, viewer), None);
    }
}

#[test]
fn what_an_ambush_marker_hides() {
    proves!("FOGAM-SETUP-022");
    let with = |hides: Option<Ambushers>| {
        let mut play = begun_of(&armies());
        play.on_ground(vec![forest((350, 400), (550, 600))], |r| matches!(r, Request::Ambushes));
        play.choose(Decision::Ambushes(Vec::new()));
        play.until(|r| matches!(r, Request::Ambushes));
        play.choose(Decision::Ambushes(vec![Ambush { at: north(450, 520), hides }]));
        play
    };
    let led = Ambushers { commander: Some(CommanderId(1)), ..Ambushers::of(GroupId(0)) };
    let dummy = with(None);
    only_red_sees_the_difference(&dummy, &with(Some(Ambushers::of(GroupId(0)))));
    only_red_sees_the_difference(&dummy, &with(Some(led)));
}

#[test]
fn who_marches_round_a_flank_and_which() {
    proves!("FOGAM-SETUP-026");
    let with = |marches: Vec<MarchOrder>| {
        let mut play = begun_of(&armies());
        play.until(|r| matches!(r, Request::Outflank));
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
    for order in
        [march(TableEdge::Left, &[2]), march(TableEdge::Right, &[2]), march(TableEdge::Left, &[2, 3])]
    {
        only_red_sees_the_difference(&none, &with(vec![order]));
    }
}

#[test]
fn nothing_of_what_is_hidden_reaches_the_other_side() {
    proves!("TABLE-009", "TABLE-013");
    let compared: Vec<(usize, usize)> = (0..24).map(compared_if_list::<Ancients>).collect();
    let battles = compared.iter().filter(|(positions, _)| *positions > 3).count();
    assert!(battles >= 8, "too few battles hide something: {compared:?}");
    let onwards: usize = compared.iter().map(|(_, steps)| steps).sum();
    assert!(onwards > 300, "too few steps onwards: {compared:?}");
}

#[test]
fn dice_of_marches_show_only_what_came_of_them() {
    proves!("FOGAM-SETUP-027", "FOGAM-SETUP-029", "TABLE-013");
    let score = |n| {
        let mut tally = Tally::new("arrival roll");
        tally.add(rule!("FOGAM-SETUP-027"), "field commander", n);
        tally
    };
    let seen = |event: Event, viewer| Fogam::event_seen_by(&battle::Event::Setup(event), viewer).unwrap();
    let arrival = |n| Event::ArrivalRolled { side: HIDES, score: Some(score(n)), announced: None };
    for viewer in [Viewer::from(LOOKS), Viewer::Spectator] {
        assert_eq!(seen(arrival(3), viewer), seen(arrival(9), viewer));
    }
    let roll = |quality| Roll {
        side: Some(HIDES),
        rule: rule!("FOGAM-SETUP-029"),
        purpose: RollPurpose::Straggling,
        pools: [Ancients.straggling_pool(quality)].into_iter().collect(),
    };
    let (elite, poor) = (roll(Quality::Elite), roll(Quality::Poor));
    assert_ne!(elite, poor);
    assert_eq!(Fogam::roll_seen_by(&elite, LOOKS.into()), Fogam::roll_seen_by(&poor, LOOKS.into()));
    assert_eq!(Fogam::roll_seen_by(&elite, HIDES.into()), elite.shown());
}
