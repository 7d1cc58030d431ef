//! Pieces dragged across the table: what the hand means, and what it costs.

use crate::support::*;
use caracole_kernel::{At, Awaiting, Piece, Pull, Scenery, Session, Side};
use caracole_plane::{Hand, Point, Um};
use caracole_renatio::battle::charging::Decision as D;
use caracole_renatio::battle::{Action, Bw, Decision, Leg, Renatio, Turned};
use caracole_tabletop::scene::at;

/// A place on the table, in hundredths of a base width of 40 mm.
fn place(session: &Session<Renatio>, [x, y]: [i32; 2]) -> At {
    let point = Point::new(Um::new(i64::from(x) * 400), Um::new(i64::from(y) * 400));
    at(&session.battle().scenario().field.table, point)
}

/// The first choice of a drag that is legal, or the rule by which the first is refused.
fn dragged(session: &Session<Renatio>, piece: &Piece, way: [[i32; 2]; 2]) -> Result<Decision, &'static str> {
    let battle = session.battle();
    let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("nothing is asked") };
    let way = way.map(|point| place(session, point));
    let Pull::Whole(all) = Renatio::drag(battle, *side, request, piece, &way) else { panic!("a whole way") };
    let legal = all.iter().find(|decision| battle.plan(*side, decision).is_ok()).cloned();
    let first = all.first().map(|first| battle.plan(*side, first));
    legal.ok_or_else(|| first.unwrap().map(|_| ()).unwrap_err().rule.id())
}

fn action(decision: Decision) -> Action {
    let Decision::Prompt { action, .. } = decision else { panic!("no action: {decision:?}") };
    action
}

#[test]
fn a_unit_dragged_ahead_advances_as_far_as_it_may() {
    // Its front is from 8.5 to 11.5 at 8, two deep.
    let session = alone(PIKE_AND_SHOT, 3, &[White, Green, Red]);
    let unit = ug(1).piece();
    let two = dragged(&session, &unit, [[1000, 770], [1000, 970]]).unwrap();
    assert_eq!(action(two), march(&[1], &[forward(200)]));
    // Ten are too far: three are left.
    let far = dragged(&session, &unit, [[1000, 770], [1000, 1770]]).unwrap();
    assert_eq!(action(far), march(&[1], &[forward(300)]));
    // Of the enemy nothing is dragged.
    let way = [place(&session, [4000, 2870]), place(&session, [4000, 2700])];
    let request = caracole_renatio::battle::Request::Movement;
    let pull = Renatio::drag(session.battle(), Side::Red, &request, &ug(2).piece(), &way);
    assert_eq!(pull, Pull::none());
}

#[test]
fn a_corner_wheels_and_a_way_back_turns() {
    let session = alone(PIKE_AND_SHOT, 3, &[White, Green, Red]);
    let unit = ug(1).piece();
    // The right corner at 11.5 8 is pulled up: about the left one.
    let wheeled = action(dragged(&session, &unit, [[1145, 795], [1130, 895]]).unwrap());
    let Action::March(march) = &wheeled else { panic!("{wheeled:?}") };
    assert!(
        matches!(march.legs.as_slice(), [Leg::Wheel { hand: Hand::Left, degrees: 15..=22 }]),
        "{march:?}"
    );
    let about = Turned { ug: ug(1), to: None, forward: None, move_first: false };
    let back = action(dragged(&session, &unit, [[1000, 770], [1000, 755]]).unwrap());
    assert!(matches!(back, Action::Turn(turned) if turned.to == about.to));
    // Nobody can pay: the refusal says so.
    let poor = alone(PIKE_AND_SHOT, 3, &[White, White, White]);
    assert_eq!(dragged(&poor, &unit, [[1145, 795], [1130, 895]]), Err("RETG-MOVE-003"));
}

#[test]
fn a_line_is_taken_along_behind_its_rear() {
    let two = [(PIKE_AND_SHOT, [1000, 800], 3), (PIKE_AND_SHOT, [1400, 800], 3)];
    let session = moving(&setup(&two, &far()), &[White, Green, Red]);
    // Behind the rear, which lies at 7.
    let line = dragged(&session, &ug(1).piece(), [[1000, 685], [1000, 885]]).unwrap();
    assert_eq!(action(line), march(&[1, 2], &[forward(200)]));
}

#[test]
fn a_charge_is_dragged_onto_the_enemy() {
    let horse = "4 mounted, loose, formed, protected";
    let foot = "6 foot, close, formed, protected, musket";
    let session = charging_with(
        &setup(&[(horse, [1000, 800], 2)], &[(foot, [1000, 1200], 3)]),
        &[Green, White, White],
        &[Green, White, White],
    );
    let found = dragged(&session, &ug(1).piece(), [[1000, 780], [1000, 1210]]).unwrap();
    let Decision::Charge(D::Declare { ugs, approach, paid }) = found else { panic!("{found:?}") };
    assert_eq!((ugs, approach.wheel, paid), (vec![ug(1)], None, Some(by(HORN, Green))));
    // What it would do lies over the table: where the horse comes to, and whom it meets.
    let order = session.battle().plan(Side::Red, &charge(1, Some(by(HORN, Green)))).unwrap();
    let overlays = Renatio::overlays(session.battle(), &order);
    assert!(overlays.iter().any(|overlay| overlay.label == "charges"));
}

#[test]
fn a_commander_is_dragged_to_a_unit() {
    let session = alone(PIKE_AND_SHOT, 3, &[White, Green, Red]);
    // He stands behind the first file, his front at 7 8.5; the last file is behind 11.
    let found = dragged(&session, &HORN.piece(), [[900, 680], [1100, 720]]).unwrap();
    let with = caracole_renatio::battle::NewPost::With { ug: ug(1), file: 2, ahead: false };
    assert_eq!(action(found), Action::Commander(with));
    let alone = action(dragged(&session, &HORN.piece(), [[900, 690], [900, 490]]).unwrap());
    assert!(matches!(alone, Action::Commander(caracole_renatio::battle::NewPost::At([Bw(_), Bw(_)]))));
}
