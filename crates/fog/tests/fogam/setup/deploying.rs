//! Order of march, batches, zones, commanders.

use crate::battle_common::{bases, cavalrymen, chariots, engines, group, spearmen};
use crate::setup::play::*;
use caracole_fog::battle::setup::{CommanderPost, Decision, Deployment, Event, Request};
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, Fogam, GroupId};
use caracole_fog::field::{Grade, Piece, TerrainKind};
use caracole_fog::troops::TroopType;
use caracole_kernel::{Battle, Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, Strip, Um};

fn deploys(number: u16) -> impl Fn(&Request) -> bool {
    move |r: &Request| matches!(r, Request::Deploy { group } if group.0 == number)
}

#[test]
fn an_order_of_march_names_every_battle_group_once() {
    proves!("FOGAM-SETUP-002", "FOGAM-SETUP-035");
    let mut setup = armies();
    army(&mut setup.armies.red).order_of_march = vec![1, 2, 2, 4, 5];
    assert_eq!(Battle::<Fogam>::start(&setup).unwrap_err().rule.id(), "FOGAM-SETUP-002");
    army(&mut setup.armies.red).order_of_march = vec![5, 4, 3, 2, 1];
    let mut play = begun_of(&setup);
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 < 5));
    assert_eq!(play.asked().1, Request::Deploy { group: GroupId(4) });
}

#[test]
fn batches_are_deployed_by_turns_the_player_without_initiative_first() {
    proves!("FOGAM-SETUP-035", "FOGAM-SETUP-036", "FOGAM-SETUP-037", "FOGAM-BG-003");
    let mut play = begun_of(&armies());
    let bases_of = |p: &Play, g: u16| p.world().all_base_ids(GroupId(g)).collect::<Vec<_>>();
    let before: Vec<_> = (0..9).map(|g| bases_of(&play, g)).collect();
    play.until(|r| matches!(r, Request::Commander { .. }));
    // Five battle groups: 2-1-1-1. Four: 1-1-1-1.
    let order: Vec<(Side, u16)> = play
        .events
        .iter()
        .filter_map(
            |e| if let Event::Deployed { side, group, .. } = e { Some((*side, group.0)) } else { None },
        )
        .collect();
    use Side::{Blue, Red};
    assert_eq!(
        order,
        [(Blue, 5), (Red, 0), (Red, 1), (Blue, 6), (Red, 2), (Blue, 7), (Red, 3), (Blue, 8), (Red, 4)]
    );
    // Nobody was asked to detach anything: every battle group has its own bases still.
    assert_eq!((0..9).map(|g| bases_of(&play, g)).collect::<Vec<_>>(), before);
    assert_eq!(play.world().ids().count(), 9);
}

#[test]
fn those_in_ambush_are_passed_over_and_the_next_move_up() {
    proves!("FOGAM-SETUP-036");
    use caracole_fog::battle::setup::{Ambush, Ambushers};
    let mut play = begun_of(&armies());
    play.on_ground(vec![forest((350, 400), (550, 600))], |r| matches!(r, Request::Ambushes));
    play.choose(Decision::Ambushes(Vec::new()));
    play.until(|r| matches!(r, Request::Ambushes));
    let hides = Some(Ambushers::of(GroupId(0)));
    play.choose(Decision::Ambushes(vec![Ambush { at: north(450, 520), hides }]));
    play.until(|r| matches!(r, Request::Commander { .. }));
    let reds: Vec<u16> = play
        .events
        .iter()
        .filter_map(|e| match e {
            Event::Deployed { side: Side::Red, group, .. } => Some(group.0),
            _ => None,
        })
        .collect();
    // 2-1-1 and nobody is left for the last batch.
    assert_eq!(reds, [1, 2, 3, 4]);
    let place = |e: &Event, group: u16| matches!(e, Event::Deployed { group: g, .. } if g.0 == group);
    let at = |group| play.events.iter().position(|e| place(e, group)).unwrap();
    assert!(at(1) < at(2) && at(2) < at(6), "both of the first batch before blue's second");
}

#[test]
fn skirmishers_deploy_up_to_18_mu_others_up_to_12_or_right_behind_their_works() {
    proves!("FOGAM-SETUP-038", "FOGAM-SETUP-006");
    let mut play = at(|r| matches!(r, Request::Fortify), Vec::new());
    let works: Vec<Pose> = (0..8).map(|i| north(620 + 40 * i, 375)).collect();
    play.choose(Decision::Fortify(vec![works]));
    // In its own way the other player goes first.
    play.until(|r| matches!(r, Request::Deploy { .. }));
    assert_eq!(play.asked().0, Side::Blue);
    play.until(deploys(0));
    let refused = |play: &Play, d: Decision| play.refused(d).rule.id().to_owned();
    let fits = |play: &Play, d: Decision| play.battle.plan(Side::Red, &d.into()).is_ok();
    // 12 MU are 300 mm, and nobody minds the side edge. Three files are 120 mm wide.
    assert!(fits(&play, deploy(60, 300, 3)));
    assert_eq!(refused(&play, deploy(400, 301, 3)), "FOGAM-SETUP-038");
    // The works are 15 mm deep: their rear edge is at 360 mm, and they reach from x = 600 to 920.
    assert!(fits(&play, deploy(680, 360, 3)));
    assert_eq!(refused(&play, deploy(680, 355, 3)), "FOGAM-SETUP-038", "not touching them");
    assert_eq!(refused(&play, deploy(1000, 360, 3)), "FOGAM-SETUP-038", "beside them");
    assert_eq!(refused(&play, deploy(940, 360, 3)), "FOGAM-SETUP-038", "a file stands beside them");
    let hope = Decision::Deploy(Deployment { forlorn_hope: true, ..Deployment::at(north(400, 300), 3) });
    assert_eq!(refused(&play, hope), "FOGAM-SETUP-038");
    play.choose(deploy(680, 360, 3));
    // Light horse: 18 MU are 450 mm.
    play.until(deploys(3));
    assert_eq!(refused(&play, deploy(100, 451, 2)), "FOGAM-SETUP-038");
    play.choose(deploy(100, 450, 2));
    // Guns have no limbers in this book.
    play.until(deploys(4));
    let limbered = Decision::Deploy(Deployment { limbered: true, ..Deployment::at(north(900, 200), 2) });
    assert_eq!(refused(&play, limbered), "FOGAM-MOVE-010");
}

#[test]
fn nobody_deploys_in_rivers_rocks_or_ground_that_they_could_not_move_in() {
    proves!("FOGAM-SETUP-039");
    let strip = Strip::new(vec![mm(100, 0), mm(100, 1200)], Um::from_mm(80)).unwrap();
    let river =
        Piece { kind: TerrainKind::River(Grade::Uneven), ground: caracole_fog::field::Ground::Strip(strip) };
    let of = |kind, x: i32| Piece { kind, ground: rectangle((x, 100), (x + 200, 250)) };
    let ground = vec![
        river,
        of(TerrainKind::Impassable, 300),
        of(TerrainKind::Forest, 700),
        of(TerrainKind::Plantation, 1100),
    ];
    let red = vec![
        group("spears", &[spearmen(6)]),
        group("bombards", &[engines(2, TroopType::HeavyArtillery)]),
        group("bolts", &[engines(2, TroopType::LightArtillery)]),
        group("wagons", &[bases(2, TroopType::BattleWagons, None, &[])]),
        group("chariots", &[chariots(4, TroopType::HeavyChariots)]),
    ];
    let mut play = begun_of(&armies_of(red, vec![group("b", &[cavalrymen(4)])]));
    play.on_ground(ground, deploys(0));
    let refused = |play: &Play, x: i32, files: u8| play.refused(deploy(x, 200, files)).rule.id().to_owned();
    assert_eq!(refused(&play, 100, 3), "FOGAM-SETUP-039");
    assert_eq!(refused(&play, 400, 3), "FOGAM-SETUP-039");
    play.choose(deploy(800, 240, 3));
    // Bombards may stand in rough ground though they could not move there, light guns may anywhere but in difficult.
    for number in [1, 2, 3, 4] {
        play.until(deploys(number));
        assert_eq!(refused(&play, 760, 1), "FOGAM-SETUP-039", "{number}");
        let rough = deploy(1130 + 45 * i32::from(number), 200, 1);
        play.choose(rough);
    }
}

#[test]
fn commanders_come_last_up_to_12_mu_forward() {
    proves!("FOGAM-SETUP-044", "FOGAM-SETUP-003", "FOGAM-COMMAND-009");
    let mut play = begun_of(&armies());
    play.until(|r| matches!(r, Request::Commander { .. }));
    assert_eq!(play.asked(), (Side::Blue, Request::Commander { commander: CommanderId(2) }));
    let alone = |y| Decision::Commander(CommanderPost::Alone(Pose::new(mm(60, y), Angle::HALF)));
    // 12 MU from the far edge is y = 900.
    assert_eq!(play.refused(alone(899)).rule.id(), "FOGAM-SETUP-044");
    // On their own they do not touch a battle group: two ranks of cavalry are 60 mm deep.
    let front = play.world().body(GroupId(5)).front_centre();
    let behind = Decision::Commander(CommanderPost::Alone(front.offset(Um::ZERO, Um::from_mm(-60))));
    assert_eq!(play.refused(behind).rule.id(), "FOGAM-COMMAND-009");
    play.choose(Decision::Commander(CommanderPost::With(GroupId(5))));
    assert_eq!(play.world()[CommanderId(2)].place, CommanderPlace::With(GroupId(5)));
    play.choose(alone(900));
    assert_eq!(play.asked(), (Side::Red, Request::Commander { commander: CommanderId(0) }));
}

#[test]
fn troops_are_known_in_full_as_they_are_placed() {
    proves!("FOGAM-SETUP-040", "FOGAM-SCALE-009");
    let mut play = begun_of(&armies());
    play.until(deploys(0));
    let seen = |p: &Play| Fogam::view(&p.battle, Viewer::Blue);
    assert!(!seen(&play).groups.iter().any(|g| g.side == Side::Red));
    play.choose(deploy(600, 250, 3));
    let view = seen(&play);
    let group = view.groups.iter().find(|g| g.side == Side::Red).expect("seen");
    let mut open: Vec<_> = group.bases.iter().map(|b| b.profile).collect();
    let mut own = play.world().profiles(GroupId(0)).to_vec();
    own.sort_unstable();
    open.sort_unstable();
    assert_eq!(own, open);
}
