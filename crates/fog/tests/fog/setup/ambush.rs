//! Ambushes revealed: by approach, by choice, before friends walk over them.

use crate::battle_common::{
    self as common, Scene, dragoons, group, horse, light_foot, light_horse, scene, shot,
};
use caracole_fog::army::{BaseCount, CommanderLevel};
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision as Move};
use caracole_fog::battle::setup::{Ambush, Ambushers, Decision, Deployment, Event, Request as Asked};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{self, Fogr, GroupId, Request};
use caracole_fog::field::TerrainKind;
use caracole_kernel::{Side, Step, Views};
use caracole_ledger::proves;
use caracole_plane::{Angle, Point, Pose, Um};

/// A battle with ambush markers put down by hand; `hides` names battle groups that are not on the table.
fn with_markers(scene: &Scene, side: Side, markers: &[(i32, i32, Option<&str>)]) -> common::Play {
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

/// How far up the table the front of a battle group is, in micrometres.
fn up(play: &common::Play, name: &str) -> i32 {
    play.world().anchor(play.id(name)).at.y.get()
}

/// Red light horse before a forest whose near edge is at 650 mm; blue's marker in it, its front edge at 660 mm, can be
/// seen from 2 MU: when their front line comes to 610 mm.
fn before_the_forest(y: i32) -> Scene {
    scene()
        .terrain(TerrainKind::Forest, (350, 650), (650, 900))
        .red(group("riders", &[light_horse(4)]).at(500, y, 0, 2))
        .blue(group("hidden", &[shot(4)]))
        .commander(Side::Red, CommanderLevel::Field, "riders")
}

#[test]
fn an_approach_reveals_the_ambush_at_once_and_then_the_move_is_completed() {
    proves!("FOGR-SETUP-042", "FOGR-SETUP-044");
    let mut play = with_markers(&before_the_forest(500), Side::Blue, &[(500, 660, Some("hidden"))]);
    let (riders, hidden) = (play.id("riders"), play.id("hidden"));
    play.choose(ahead(riders, 125));
    // They have stopped where they see the marker: 50 mm before it.
    assert!((610_000..610_300).contains(&up(&play, "riders")), "{}", up(&play, "riders"));
    assert!(
        matches!(play.asked(), (Side::Blue, Request::Setup(Asked::Reveal { group, .. })) if group == hidden)
    );
    play.choose(place(520, 660, 180, 2));
    assert!(play.world()[hidden].is_on_table());
    assert_eq!(up(&play, "riders"), 625_000);
}

#[test]
fn a_dummy_is_taken_away_and_does_not_stop_anybody() {
    proves!("FOGR-SETUP-042", "FOGR-SETUP-041");
    let mut play = with_markers(&before_the_forest(500), Side::Blue, &[(500, 660, None)]);
    let riders = play.id("riders");
    let events = play.choose(ahead(riders, 125));
    let revealed = |e: &battle::Event| {
        matches!(e, battle::Event::Setup(Event::AmbushRevealed { group: None, side: Side::Blue, .. }))
    };
    assert!(events.iter().any(revealed));
    assert!(play.world().setup.ambushes.blue.is_empty());
    assert_eq!(up(&play, "riders"), 625_000);
}

#[test]
fn out_of_sight_the_marker_stays() {
    proves!("FOGR-SETUP-042");
    let mut play = with_markers(&before_the_forest(480), Side::Blue, &[(500, 660, Some("hidden"))]);
    let riders = play.id("riders");
    play.choose(ahead(riders, 129));
    assert_eq!(up(&play, "riders"), 609_000);
    assert_eq!(play.world().setup.ambushes.blue.len(), 1);
}

#[test]
fn a_second_move_stops_within_six_mu_of_the_ambushers() {
    proves!("FOGR-SETUP-044", "FOGR-MANOEUVRE-056");
    // Light horse go 6 MU: 150 mm.
    let mut play = with_markers(&before_the_forest(320), Side::Blue, &[(500, 660, Some("hidden"))]);
    let riders = play.id("riders");
    play.choose(ahead(riders, 150));
    play.choose(ahead(riders, 150));
    assert!(matches!(play.asked(), (Side::Blue, Request::Setup(Asked::Reveal { .. }))));
    play.choose(place(520, 660, 180, 2));
    assert!((610_000..610_300).contains(&up(&play, "riders")), "{}", up(&play, "riders"));
    // And there is no third move.
    assert!(matches!(play.asked(), (Side::Red, Request::Manoeuvre(_))));
    assert_eq!(play.world()[riders].phase.moves, 2);
    assert!(!matches!(
        play.asked().1,
        Request::Manoeuvre(caracole_fog::battle::manoeuvre::Request::MoveAgain { .. })
    ));
}

#[test]
fn a_second_move_past_a_dummy_goes_on() {
    proves!("FOGR-MANOEUVRE-056");
    let mut play = with_markers(&before_the_forest(320), Side::Blue, &[(500, 660, None)]);
    let riders = play.id("riders");
    play.choose(ahead(riders, 150));
    play.choose(ahead(riders, 150));
    assert_eq!(up(&play, "riders"), 620_000);
    assert!(play.world().setup.ambushes.blue.is_empty());
}

#[test]
fn a_third_move_stops_too() {
    proves!("FOGR-MANOEUVRE-062");
    let mut play = with_markers(&before_the_forest(170), Side::Blue, &[(500, 660, Some("hidden"))]);
    let riders = play.id("riders");
    for _ in 0..3 {
        play.choose(ahead(riders, 150));
    }
    assert!(matches!(play.asked(), (Side::Blue, Request::Setup(Asked::Reveal { .. }))));
    play.choose(place(520, 660, 180, 2));
    assert!((610_000..610_300).contains(&up(&play, "riders")), "{}", up(&play, "riders"));
}

#[test]
fn its_owner_reveals_an_ambush_in_his_own_turn_and_only_then() {
    proves!("FOGR-SETUP-045", "FOGR-SETUP-043");
    let scene = before_the_forest(200);
    let mut play = with_markers(&scene, Side::Blue, &[(500, 660, Some("hidden")), (450, 760, None)]);
    let hidden = play.id("hidden");
    // Red's turn: blue is never asked.
    let mut asked = Vec::new();
    while play.world().turn.active == Side::Red {
        asked.push(play.asked());
        let (side, request) = play.asked();
        let mut found = Vec::new();
        <battle::Fogr as caracole_kernel::Rules>::candidates(&play.battle, side, &request, &mut found);
        play.choose(found.pop().expect("a choice"));
    }
    let by_choice = |(_, r): &(Side, Request)| matches!(r, Request::Setup(Asked::RevealByChoice));
    assert!(!asked.iter().any(by_choice));
    assert_eq!(play.asked(), (Side::Blue, Request::Setup(Asked::RevealByChoice)));
    assert_eq!(play.refused(Decision::Reveal(Some(2))).rule.id(), "FOGR-SETUP-045");
    play.choose(Decision::Reveal(Some(0)));
    // Facing an edge of the marker, one base wholly on it.
    assert_eq!(play.refused(place(500, 660, 170, 2)).rule.id(), "FOGR-SETUP-043");
    assert_eq!(play.refused(place(540, 660, 180, 2)).rule.id(), "FOGR-SETUP-043");
    play.choose(place(520, 660, 180, 2));
    assert!(play.world()[hidden].is_on_table());
    // The dummy is left, and may be kept.
    assert_eq!(play.asked(), (Side::Blue, Request::Setup(Asked::RevealByChoice)));
    play.choose(Decision::Reveal(None));
    assert_eq!(play.world().setup.ambushes.blue.len(), 1);
}

#[test]
fn the_nearest_base_stands_on_the_marker() {
    proves!("FOGR-SETUP-043");
    let mut play = with_markers(&before_the_forest(500), Side::Blue, &[(500, 660, Some("hidden"))]);
    let riders = play.id("riders");
    play.choose(ahead(riders, 125));
    // Facing away to the north with the last rank on the marker: other bases are further off, that is well. Facing
    // south with the second rank on the marker brings the first nearer to the riders.
    assert_eq!(play.refused(place(520, 640, 180, 2)).rule.id(), "FOGR-SETUP-043");
    play.choose(place(520, 660, 180, 2));
}

#[test]
fn friends_about_to_walk_over_a_marker_reveal_it_first() {
    proves!("FOGR-SETUP-046");
    // No enemy is on the table to see it.
    let scene = scene().red(group("horse", &[horse(4)]).at(500, 300, 0, 2)).red(group("hidden", &[shot(4)]));
    let mut play = with_markers(&scene, Side::Red, &[(500, 400, Some("hidden"))]);
    let horse = play.id("horse");
    play.choose(ahead(horse, 25));
    assert_eq!(play.world().setup.ambushes.red.len(), 1, "it stops short of the marker");
    let mut play = with_markers(&scene, Side::Red, &[(500, 400, Some("hidden"))]);
    play.choose(ahead(horse, 75));
    let hidden = play.id("hidden");
    assert!(
        matches!(play.asked(), (Side::Red, Request::Setup(Asked::Reveal { group, .. })) if group == hidden)
    );
    // The horse have not moved yet.
    assert_eq!(up(&play, "horse"), 300_000);
}

#[test]
fn bases_of_ambushers_that_find_no_room_are_lost() {
    proves!("FOGR-SETUP-043");
    // A pocket in a cliff, 44 mm wide and 75 mm deep: a column of medium foot has room for three bases of 20 mm.
    let scene = scene()
        .terrain(TerrainKind::Forest, (350, 650), (650, 900))
        .terrain(TerrainKind::Impassable, (420, 655), (478, 900))
        .terrain(TerrainKind::Impassable, (522, 655), (580, 900))
        .terrain(TerrainKind::Impassable, (478, 726), (522, 900))
        .red(group("riders", &[light_horse(4)]).at(500, 500, 0, 2))
        .blue(group("hidden", &[shot(4)]));
    let mut play = with_markers(&scene, Side::Blue, &[(500, 660, Some("hidden"))]);
    let (riders, hidden) = (play.id("riders"), play.id("hidden"));
    play.choose(ahead(riders, 125));
    play.choose(Decision::NoRoom);
    assert_eq!(play.world().size(hidden), 3);
    assert_eq!(play.refused(Decision::NoRoom).rule.id(), "FOGR-SETUP-070");
    play.choose(place(500, 660, 180, 1));
    assert_eq!((play.world().size(hidden), play.world()[hidden].is_on_table()), (3, true));
}

/// Fields hide dragoons from 4 MU on, foot not at all, and a marker with nobody under it would be seen as well: whoever
/// looks at it from 6 MU away knows what it hides.
#[test]
fn nobody_imagines_an_ambush_that_he_would_see() {
    let scene = scene()
        .terrain(TerrainKind::EnclosedFields, (350, 650), (650, 900))
        .red(group("riders", &[light_horse(4)]).at(500, 510, 0, 2))
        .blue(group("foot", &[shot(4)]))
        .blue(group("dragoons", &[dragoons(4)]));
    let mut play = with_markers(&scene, Side::Blue, &[(500, 660, Some("dragoons"))]);
    let (riders, hidden) = (play.id("riders"), play.id("dragoons"));
    for seed in 0..40 {
        let mut draws = 0;
        let mut below = |end: usize| {
            draws += 7 * seed + 3;
            draws % end
        };
        let imagined = Fogr::imagine(&play.battle, Side::Red, &mut below).into_owned();
        let marker = imagined.world().setup.ambushes.blue[0];
        assert_eq!(marker.hides, Some(Ambushers::of(hidden)), "draw {seed}");
    }
    // And a move in what is imagined comes to its end.
    play.battle = Fogr::imagine(&play.battle, Side::Red, &mut |_| 0).into_owned();
    play.choose(ahead(riders, 25));
    assert_eq!(up(&play, "riders"), 535_000);
}

/// What troops off the table are is as hidden as where they are: a move is foretold alike whether light foot, who lurk in
/// brush, or others lie under the marker, until they are seen.
#[test]
fn what_is_imagined_does_not_betray_what_the_ambushers_are() {
    proves!("TABLE-009");
    let foretold = |hidden: BaseCount| {
        let scene = scene()
            .terrain(TerrainKind::Brush, (100, 350), (300, 600))
            // Nobody sees the brush before he is past the forest.
            .terrain(TerrainKind::Forest, (310, 250), (420, 440))
            .red(group("riders", &[light_horse(4)]).at(500, 320, 0, 2))
            .blue(group("hidden", &[hidden]))
            .commander(Side::Red, CommanderLevel::Field, "riders");
        let play = with_markers(&scene, Side::Blue, &[(200, 460, Some("hidden"))]);
        let mut imagined = Fogr::imagine(&play.battle, Side::Red, &mut |_| 0).into_owned();
        assert!(imagined.world().setup.ambushes.blue[0].hides.is_some());
        let decision = battle::Decision::from(ahead(play.id("riders"), 150));
        let events = imagined.apply(&Step::Choose { side: Side::Red, decision }).unwrap();
        events.iter().any(Fogr::reveals)
    };
    assert!(foretold(shot(4)), "they would be seen");
    assert!(foretold(light_foot(4)), "and nobody knows that it is not they");
}
