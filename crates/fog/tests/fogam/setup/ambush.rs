//! Ambushes: where they may lie, who may lie there, how they are revealed.

use crate::battle_common::{
    self as common, Scene, ancient_scene, archers, bases, cavalrymen, group, numidians, velites,
};
use crate::setup::play::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision as Move};
use caracole_fog::battle::setup::{Ambush, Ambushers, Decision, Deployment, Event, Request as Asked};
use caracole_fog::battle::world::{CommanderPlace, Presence};
use caracole_fog::battle::{self, CommanderId, GroupId, Request};
use caracole_fog::field::{Piece, TerrainKind};
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Angle, Point, Pose, Um};

fn ambush(x: i32, y: i32, group: Option<u16>) -> Decision {
    Decision::Ambushes(vec![Ambush { at: north(x, y), hides: group.map(|g| Ambushers::of(GroupId(g))) }])
}

/// Red lays its markers.
fn laying(pieces: Vec<Piece>) -> Play {
    let mut play = begun_of(&armies());
    play.on_ground(pieces, |r| matches!(r, Asked::Ambushes));
    play.choose(Decision::Ambushes(Vec::new()));
    play.until(|r| matches!(r, Asked::Ambushes));
    assert_eq!(play.asked().0, Side::Red);
    play
}

#[test]
fn ambushes_lie_hidden_in_the_outer_thirds_up_to_half_way_or_six_mu_short_of_it() {
    proves!("FOGAM-SETUP-021", "FOGAM-SETUP-022", "FOGAM-SETUP-006");
    let woods = || {
        vec![forest((350, 400), (550, 650)), forest((800, 400), (1000, 600)), forest((20, 300), (250, 500))]
    };
    let play = laying(woods());
    let refused = |d: Decision| play.refused(d).rule.id().to_owned();
    let fits = |d: Decision| play.battle.plan(Side::Red, &d.into()).is_ok();
    // The outer third ends at x = 600, half way is y = 600.
    assert_eq!(refused(ambush(900, 520, Some(0))), "FOGAM-SETUP-021");
    assert!(fits(ambush(450, 600, Some(0))));
    assert_eq!(refused(ambush(450, 601, Some(0))), "FOGAM-SETUP-021");
    // In the open it is in view from where the enemy could deploy skirmishers: 18 MU from the far edge.
    assert_eq!(refused(ambush(300, 250, Some(0))), "FOGAM-SETUP-021");
    // Near the side edge anybody may lie, and a dummy anywhere.
    assert!(fits(ambush(100, 420, Some(0))) && fits(ambush(450, 520, None)));
    // No more than three, and each battle group once.
    let many = |n: i32, group: Option<u16>| {
        let hides = group.map(|g| Ambushers::of(GroupId(g)));
        Decision::Ambushes((0..n).map(|i| Ambush { at: north(400 + 45 * i, 520), hides }).collect())
    };
    assert!(fits(many(3, None)));
    assert_eq!(refused(many(4, None)), "FOGAM-SETUP-022");
    assert_eq!(refused(many(2, Some(0))), "FOGAM-SETUP-022");
    // Blue has no initiative: 6 MU short of the middle, 450 mm from its edge.
    let mut blues = begun_of(&armies());
    blues.on_ground(vec![forest((350, 650), (550, 900))], |r| matches!(r, Asked::Ambushes));
    let lie = |y| Decision::Ambushes(vec![Ambush { at: south(450, y), hides: None }]);
    assert_eq!(blues.asked().0, Side::Blue);
    assert_eq!(blues.refused(lie(749)).rule.id(), "FOGAM-SETUP-021");
    blues.choose(lie(750));
}

#[test]
fn troops_lie_in_ambush_only_where_they_could_move() {
    proves!("FOGAM-SETUP-021");
    let plantation = Piece { kind: TerrainKind::Plantation, ground: rectangle((50, 300), (250, 500)) };
    let play = laying(vec![forest((350, 400), (550, 600)), plantation]);
    let fits = |d: Decision| play.battle.plan(Side::Red, &d.into()).is_ok();
    // Bombards never go into difficult ground, in rough they can pivot.
    assert_eq!(play.refused(ambush(450, 520, Some(4))).rule.id(), "FOGAM-SETUP-021");
    assert!(fits(ambush(150, 420, Some(4))));
    assert!(fits(ambush(450, 520, Some(2))));
    // Nor do heavy chariots and wagons; nobody lies in impassable ground.
    let red = vec![
        group("chariots", &[common::chariots(4, TroopType::HeavyChariots)]),
        group("wagons", &[bases(2, TroopType::BattleWagons, None, &[])]),
        group("foot", &[archers(6)]),
    ];
    let mut play = begun_of(&armies_of(red, vec![group("b", &[cavalrymen(4)])]));
    let rocks = Piece { kind: TerrainKind::Impassable, ground: rectangle((50, 300), (250, 500)) };
    play.on_ground(vec![forest((350, 400), (550, 600)), rocks], |r| matches!(r, Asked::Ambushes));
    play.choose(Decision::Ambushes(Vec::new()));
    play.until(|r| matches!(r, Asked::Ambushes));
    for group in [0, 1] {
        assert_eq!(play.refused(ambush(450, 520, Some(group))).rule.id(), "FOGAM-SETUP-021");
    }
    assert_eq!(play.refused(ambush(150, 420, None)).rule.id(), "FOGAM-SETUP-021");
    play.choose(ambush(450, 520, Some(2)));
    assert_eq!(play.world()[GroupId(2)].presence, Presence::Ambush);
}

/// A battle with ambush markers put down by hand; `hides` names battle groups that are not on the table.
fn with_markers(
    scene: &Scene<Ancients>,
    side: Side,
    markers: &[(i32, i32, Option<&str>)],
) -> common::Play<Ancients> {
    let mut play = scene.play();
    let placed: Vec<Ambush> = markers
        .iter()
        .map(|&(x, y, hides)| {
            let facing = if side == Side::Red { Angle::ZERO } else { Angle::HALF };
            let hides = hides.map(|name| Ambushers::of(play.id(name)));
            Ambush { at: Pose::new(Point::from_mm(x, y), facing), hides }
        })
        .collect();
    play.battle = play.battle.with_world(|w| {
        for who in placed.iter().filter_map(|m| m.hides) {
            w[who.group].presence = Presence::Ambush;
        }
        w.setup.ambushes[side] = placed.clone();
    });
    play
}

fn ahead(group: GroupId, mm: i32) -> Move {
    Move::Move { group, action: Action::Advance(Advance::straight(Um::from_mm(mm))) }
}

fn place(x: i32, y: i32, degrees: i32, files: u8) -> battle::Decision {
    let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
    Decision::Deploy(Deployment::at(front, files)).into()
}

fn up(play: &common::Play<Ancients>, name: &str) -> i32 {
    play.world().anchor(play.id(name)).at.y.get()
}

/// Red light horse before a forest whose near edge is at 650 mm; blue's marker in it, its front edge at 660 mm, can be
/// seen from 2 MU: when their front line comes to 610 mm.
fn before_the_forest(y: i32) -> Scene<Ancients> {
    ancient_scene()
        .terrain(TerrainKind::Forest, (350, 650), (650, 900))
        .red(group("riders", &[numidians(4)]).at(500, y, 0, 2))
        .blue(group("hidden", &[archers(4)]))
        .commander(Side::Red, CommanderLevel::Field, "riders")
}

#[test]
fn an_approach_reveals_the_ambush_at_once_and_then_the_move_is_completed() {
    proves!("FOGAM-SETUP-023", "FOGAM-MANOEUVRE-052");
    let mut play = with_markers(&before_the_forest(500), Side::Blue, &[(500, 660, Some("hidden"))]);
    let (riders, hidden) = (play.id("riders"), play.id("hidden"));
    play.choose(ahead(riders, 125));
    assert!((610_000..610_300).contains(&up(&play, "riders")), "{}", up(&play, "riders"));
    assert!(
        matches!(play.asked(), (Side::Blue, Request::Setup(Asked::Reveal { group, .. })) if group == hidden)
    );
    play.choose(place(520, 660, 180, 2));
    assert!(play.world()[hidden].is_on_table());
    assert_eq!(up(&play, "riders"), 625_000);
    // A dummy is taken away and stops nobody.
    let mut play = with_markers(&before_the_forest(500), Side::Blue, &[(500, 660, None)]);
    let riders = play.id("riders");
    let events = play.choose(ahead(riders, 125));
    let shown =
        |e: &battle::Event| matches!(e, battle::Event::Setup(Event::AmbushRevealed { group: None, .. }));
    assert!(events.iter().any(shown) && play.world().setup.ambushes.blue.is_empty());
    assert_eq!(up(&play, "riders"), 625_000);
}

/// A second move stops within 5 MU of the ambushers.
#[test]
fn reading_setup_023() {
    proves!("FOGAM-SETUP-023", "FOGAM-MANOEUVRE-052");
    // Light horse go 7 MU: 175 mm.
    let mut play = with_markers(&before_the_forest(275), Side::Blue, &[(500, 660, Some("hidden"))]);
    let riders = play.id("riders");
    play.choose(ahead(riders, 175));
    play.choose(ahead(riders, 175));
    assert!(matches!(play.asked(), (Side::Blue, Request::Setup(Asked::Reveal { .. }))));
    play.choose(place(520, 660, 180, 2));
    assert!((610_000..610_300).contains(&up(&play, "riders")), "{}", up(&play, "riders"));
}

#[test]
fn its_owner_reveals_an_ambush_in_their_own_turn_and_places_it_round_the_marker() {
    proves!("FOGAM-SETUP-025", "FOGAM-SETUP-024");
    let scene = before_the_forest(200);
    let mut play = with_markers(&scene, Side::Blue, &[(500, 660, Some("hidden")), (450, 760, None)]);
    let hidden = play.id("hidden");
    let mut asked = Vec::new();
    while play.world().turn.active == Side::Red {
        asked.push(play.asked());
        let (side, request) = play.asked();
        let mut found = Vec::new();
        <battle::Fogam as caracole_kernel::Rules>::candidates(&play.battle, side, &request, &mut found);
        play.choose(found.pop().expect("a choice"));
    }
    let by_choice = |(_, r): &(Side, Request)| matches!(r, Request::Setup(Asked::RevealByChoice));
    assert!(!asked.iter().any(by_choice));
    assert_eq!(play.asked(), (Side::Blue, Request::Setup(Asked::RevealByChoice)));
    assert_eq!(play.refused(Decision::Reveal(Some(2))).rule.id(), "FOGAM-SETUP-025");
    play.choose(Decision::Reveal(Some(0)));
    // Facing an edge of the marker, one base wholly on it, and that one the nearest to enemies who see them.
    assert_eq!(play.refused(place(500, 660, 170, 2)).rule.id(), "FOGAM-SETUP-024");
    assert_eq!(play.refused(place(540, 660, 180, 2)).rule.id(), "FOGAM-SETUP-024");
    play.choose(place(520, 660, 180, 2));
    assert!(play.world()[hidden].is_on_table());
    assert_eq!(play.asked(), (Side::Blue, Request::Setup(Asked::RevealByChoice)));
    play.choose(Decision::Reveal(None));
    assert_eq!(play.world().setup.ambushes.blue.len(), 1);
}

#[test]
fn revealed_troops_stand_out_of_view_of_the_enemys_skirmisher_zone() {
    proves!("FOGAM-SETUP-024");
    // Red's zone for skirmishers ends at y = 450; in the forest, which begins at 460, they are seen from 2 MU.
    let scene = ancient_scene()
        .terrain(TerrainKind::Forest, (400, 460), (640, 900))
        .red(group("riders", &[numidians(4)]).at(1500, 200, 0, 2))
        .blue(group("hidden", &[archers(4)]));
    let mut play = with_markers(&scene, Side::Blue, &[(520, 505, Some("hidden"))]);
    while !matches!(play.asked().1, Request::Setup(Asked::RevealByChoice)) {
        let (side, request) = play.asked();
        let mut found = Vec::new();
        <battle::Fogam as caracole_kernel::Rules>::candidates(&play.battle, side, &request, &mut found);
        play.choose(found.pop().expect("a choice"));
    }
    play.choose(Decision::Reveal(Some(0)));
    // The marker reaches from y = 505 to 545. In a line of four all stand 2.2 MU from the zone.
    let fits = |d: battle::Decision| play.battle.plan(Side::Blue, &d).is_ok();
    assert!(fits(place(500, 505, 180, 4)));
    // Facing north with a second rank behind, to the south: its rear edge comes to y = 485, 35 mm from the zone.
    let deep = play.refused(place(500, 525, 0, 2));
    assert_eq!(deep.rule.id(), "FOGAM-SETUP-024");
    assert!(fits(place(500, 545, 0, 2)));
}

#[test]
fn friends_who_walk_over_a_marker_reveal_it_first() {
    proves!("FOGAM-SETUP-025");
    let scene = ancient_scene()
        .terrain(TerrainKind::Forest, (350, 300), (650, 600))
        .red(group("riders", &[numidians(4)]).at(500, 250, 0, 2))
        .red(group("hidden", &[velites(4)]))
        .blue(group("far", &[cavalrymen(4)]).at(1500, 1100, 180, 2));
    let mut play = with_markers(&scene, Side::Red, &[(500, 380, Some("hidden"))]);
    let (riders, hidden) = (play.id("riders"), play.id("hidden"));
    play.choose(ahead(riders, 75));
    // Their front line would reach y = 325; the marker begins at 340.
    assert_eq!(play.world().setup.ambushes.red.len(), 1);
    let mut play = with_markers(&scene, Side::Red, &[(500, 350, Some("hidden"))]);
    play.choose(ahead(riders, 75));
    assert!(
        matches!(play.asked(), (Side::Red, Request::Setup(Asked::Reveal { group, .. })) if group == hidden)
    );
}

#[test]
fn a_base_without_room_is_lost_and_a_commander_is_put_down_with_them() {
    proves!("FOGAM-SETUP-024", "FOGAM-SETUP-022");
    let scene = ancient_scene()
        .terrain(TerrainKind::Forest, (350, 650), (650, 900))
        .terrain(TerrainKind::Impassable, (420, 655), (478, 900))
        .terrain(TerrainKind::Impassable, (522, 655), (580, 900))
        .terrain(TerrainKind::Impassable, (478, 726), (522, 900))
        .red(group("riders", &[numidians(4)]).at(500, 500, 0, 2))
        .blue(group("hidden", &[archers(4)]))
        .lone_commander(Side::Blue, CommanderLevel::Field, 100, 100);
    let mut play = with_markers(&scene, Side::Blue, &[(500, 660, Some("hidden"))]);
    let (riders, hidden) = (play.id("riders"), play.id("hidden"));
    let leader = CommanderId(0);
    play.battle = play.battle.with_world(|w| {
        w[leader].place = CommanderPlace::Away;
        w.setup.ambushes.blue[0].hides = Some(Ambushers { commander: Some(leader), ..Ambushers::of(hidden) });
    });
    play.choose(ahead(riders, 125));
    // A lane 44 mm wide and 71 deep: three ranks of 20 mm fit, not four.
    play.choose(Decision::NoRoom);
    assert_eq!(play.world().size(hidden), 3);
    assert_eq!(play.refused(Decision::NoRoom).rule.id(), "FOGAM-SETUP-036");
    play.choose(place(500, 660, 180, 1));
    assert_eq!((play.world().size(hidden), play.world()[hidden].is_on_table()), (3, true));
    assert_eq!(play.world()[leader].place, CommanderPlace::With(hidden));
}

#[test]
fn ambushers_who_lose_too_many_bases_for_want_of_room_break_at_once() {
    proves!("FOGAM-SETUP-024", "FOGAM-COHESION-039");
    // A lane 44 mm wide between rocks, and friends across its northern end: two ranks of 20 mm fit, not three.
    let scene = ancient_scene()
        .terrain(TerrainKind::Forest, (350, 650), (650, 701))
        .terrain(TerrainKind::Impassable, (400, 655), (478, 701))
        .terrain(TerrainKind::Impassable, (522, 655), (600, 701))
        .red(group("riders", &[numidians(4)]).at(500, 500, 0, 2))
        .blue(group("hidden", &[archers(4)]))
        .blue(group("friends", &[archers(8)]).at(500, 702, 180, 4));
    let mut play = with_markers(&scene, Side::Blue, &[(500, 660, Some("hidden"))]);
    let hidden = play.id("hidden");
    play.choose(ahead(play.id("riders"), 125));
    play.choose(Decision::NoRoom);
    play.choose(Decision::NoRoom);
    // Average troops of four bases break when they have lost two.
    play.choose(place(500, 660, 180, 1));
    assert!(play.world()[hidden].autobroken && play.world()[hidden].is_broken());
    let autobroke = |e: &battle::Event| matches!(e, battle::Event::Outcome(battle::outcome::Event::Autobroke { group }) if *group == hidden);
    assert!(play.events.iter().any(autobroke), "{}", common::steps::tale(&play));
    // They run at once, straight home, and burst through their friends, who lose a level.
    play.dice(&[3]);
    let routed = |e: &battle::Event| matches!(e, battle::Event::Outcome(battle::outcome::Event::Routed { group, .. }) if *group == hidden);
    assert!(play.events.iter().any(routed), "{}", common::steps::tale(&play));
    // Friends within 3 MU who see them break test when the phase ends.
    common::steps::pass_all(&mut play);
    let caracole_kernel::Awaiting::Dice(roll) = play.battle.awaiting() else {
        panic!("{}", common::steps::tale(&play))
    };
    assert_eq!(roll.purpose, caracole_fog::RollPurpose::CohesionTest);
    assert_eq!(play.world().turn.phase, battle::Phase::Manoeuvre);
}
