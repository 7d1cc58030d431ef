//! The Movement Phase among skirmishers: enemy ones are pushed back, friendly ones make room.

use crate::support::*;
use caracole_kernel::{Session, Side};
use caracole_ledger::proves;
use caracole_plane::{Point, Polygon};
use caracole_renatio::battle::outcomes::{Decision as Od, Event as O, GiveWay, Request as Or};
use caracole_renatio::battle::{Action, Decision, Event, March, Presence, Renatio, Request, Second};
use caracole_renatio::charts::TerrainKind;
use caracole_renatio::kab::Cause;
use caracole_tabletop::{Ground, Piece};

const FOOT: &str = "6 foot, loose, drilled, protected";
const SKIRMISH: &str = "6 foot, skirmishers";

/// Red's regiment is at 8 BW and goes 3 BW ahead; blue's first unit is this far ahead of it.
fn met(blue: &[Placed<'static>]) -> Session<Renatio> {
    let blue = [blue, &RESERVE].concat();
    let mut session = moving(&setup(&[(FOOT, [1000, 800], 3)], &blue), &[White, White, Green]);
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(300)]), pay(White)));
    session
}

fn gives_way(session: &mut Session<Renatio>, how: GiveWay) -> Vec<Event> {
    assert_eq!(asked(session), Some((Side::Blue, Request::Outcome(Or::GiveWay { ug: ug(2) }))));
    does(session, Side::Blue, Decision::Outcome(Od::GiveWay(how)))
}

#[test]
fn enemy_skirmishers_are_pushed_back_along_the_advance() {
    proves!("RETG-MOVE-055", "RETG-MOVE-057", "RETG-MOVE-059", "RETG-GLOS-040");
    let mut session = met(&[(SKIRMISH, [1000, 950], 3)]);
    // Nobody has moved yet: the whole move is declared, and the owner chooses.
    assert_eq!(corner(&session, 1), [850, 800]);
    let events = gives_way(&mut session, GiveWay::PushedBack);
    assert!(events.contains(&Event::PushedBack { ug: ug(2), by: ug(1) }));
    assert_eq!(corner(&session, 1), [850, 1100]);
    // 1 BW is left between.
    assert_eq!(corner(&session, 2), [1150, 1200]);
    // It was no move of theirs.
    assert!(!session.battle().world()[ug(2)].acted);
}

#[test]
fn or_opposite_the_base_that_met_them() {
    proves!("RETG-MOVE-057");
    // Half a base width to the right, and a little turned.
    let mut setup =
        setup(&[(FOOT, [1000, 800], 3)], &[[(SKIRMISH, [1030, 980], 3)].as_slice(), &RESERVE].concat());
    setup.start.blue.units[0].facing = 170;
    let mut session = moving(&setup, &[White, White, Green]);
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(300)]), pay(White)));
    gives_way(&mut session, GiveWay::Opposite);
    let world = session.battle().world();
    // Files stand opposite files, 1 BW apart, face to face.
    assert_eq!(world.facing(ug(2)).millidegrees(), 180_000);
    let [x, y] = corner(&session, 2);
    assert_eq!((y, x.rem_euclid(100)), (1200, 50));
}

#[test]
fn or_they_run_away() {
    proves!("RETG-MOVE-057", "RETG-MOVE-066");
    let mut session = met(&[(SKIRMISH, [1000, 950], 3)]);
    gives_way(&mut session, GiveWay::RunToRear);
    // 4 BW; a 3 changes nothing. Their rear was at 10.5 BW.
    throw(&mut session, &[&[3]]);
    assert_eq!(corner(&session, 2)[1], 1050 + 400);
    assert_eq!(corner(&session, 1), [850, 1100]);
    let mut short = met(&[(SKIRMISH, [1000, 950], 3)]);
    gives_way(&mut short, GiveWay::RunToFront);
    // To their own front they run into the regiment: they are still in its way and are pushed on.
    throw(&mut short, &[&[3]]);
    assert_eq!(corner(&short, 1), [850, 1100]);
    let behind = short.battle().world().rects(ug(2)).iter().map(|rect| rect.centre().y.get()).min();
    assert!(behind > Some(12 * 40_000), "{behind:?}");
}

#[test]
fn foot_skirmishers_within_terrain_stay() {
    proves!("RETG-MOVE-055");
    let mut setup =
        setup(&[(FOOT, [1000, 800], 3)], &[[(SKIRMISH, [1000, 950], 3)].as_slice(), &RESERVE].concat());
    let corners = [(300, 368), (500, 368), (500, 480), (300, 480)].map(|(x, y)| Point::from_mm(x, y));
    let outline = Polygon::new(corners.to_vec()).unwrap();
    setup.terrain = vec![Piece { kind: TerrainKind::Wood, ground: Ground::Area(outline) }];
    let mut session = moving(&setup, &[White, White, Green]);
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(300)]), pay(White)), "RETG-MOVE-055");
}

#[test]
fn a_double_move_pushes_nobody() {
    proves!("RETG-MOVE-057");
    let blue = [[(SKIRMISH, [1000, 1250], 3)].as_slice(), &RESERVE].concat();
    let mut session = moving(&setup(&[(FOOT, [1000, 800], 3)], &blue), &[Yellow, Green, Green]);
    let twice = |second| {
        Action::March(March {
            ugs: vec![ug(1)],
            pulled: Vec::new(),
            legs: vec![forward(300)],
            second: Some(Second { ugs: vec![ug(1)], legs: vec![forward(second)] }),
        })
    };
    // The first half ends at 11 BW, 1.5 BW before the skirmishers; the second stops 1 BW short.
    assert_eq!(rule_of(&mut session, twice(200), pay_more(Green, &[Green])), "RETG-MOVE-057");
    assert_eq!(rule_of(&mut session, twice(60), pay_more(Green, &[Green])), "RETG-MOVE-057");
}

#[test]
fn mounted_skirmishers_pushed_into_friends_cause_a_test() {
    proves!("RETG-MOVE-058", "RETG-MOVE-048");
    // 1 BW behind the horse stands a regiment.
    let mut session = met(&[("4 mounted, skirmishers", [1000, 950], 2), (PIKE_AND_SHOT, [1000, 1250], 3)]);
    gives_way(&mut session, GiveWay::PushedBack);
    let events = throw_all(&mut session, 1);
    let tested = |event: &Event| matches!(event, Event::Outcome(O::Tested { ug, cause: Cause::PassedThrough, .. }) if ug.number() == 3);
    assert!(events.iter().any(tested));
    // They stand beyond it.
    assert!(corner(&session, 2)[1] >= 1350);
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::OnTable);
}

#[test]
fn flexible_troops_in_skirmish_formation_are_pushed_back_too() {
    proves!("RETG-GLOS-113");
    use caracole_renatio::troops::Form;
    let blue = [[("6 foot, flexible, formed", [1000, 950], 3)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&[(FOOT, [1000, 800], 3)], &blue);
    setup.start.blue.units[0].form = Some(Form::Skirmish);
    let mut session = moving(&setup, &[White, White, Green]);
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(300)]), pay(White)));
    gives_way(&mut session, GiveWay::PushedBack);
    assert_eq!(corner(&session, 2)[1], 1200);
}

#[test]
fn friendly_skirmishers_make_room_by_a_base_width() {
    proves!("RETG-UNIV-015", "RETG-MOVE-064", "RETG-MOVE-043");
    // The skirmishers cover from 10 to 11 BW; the regiment would end 0.5 BW within them.
    let moves = |sug: &'static str, ahead: i32, blue: &[Placed<'static>]| {
        let blue = [blue, &RESERVE].concat();
        let red = [(FOOT, [1000, 800], 3), (sug, [1000, 1100], 3)];
        let mut session = moving(&setup(&red, &blue), &[White, White, Green]);
        let refused = session.choose(Side::Red, prompt(march(&[1], &[forward(ahead)]), pay(White))).err();
        (refused.map(|refusal| refusal.rule.id()), corner(&session, 2))
    };
    const SHOT: &str = "6 foot, skirmishers, musket";
    assert_eq!(moves(SHOT, 250, &[]), (None, [850, 1150]));
    // 4.3 BW ahead of them stands an enemy: half a base width nearer, they could shoot at it.
    let near = [(FOOT, [1000, 1530], 3)];
    assert_eq!(moves(SHOT, 250, &near).0, Some("RETG-UNIV-015"));
    // Without missiles they gain nothing.
    assert_eq!(moves(SKIRMISH, 250, &near).0, None);
}
