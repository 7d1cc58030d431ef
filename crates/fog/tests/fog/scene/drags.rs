//! Pieces drawn across the table by hand: what is meant, as far as it may go, and the rule that stops it.

use crate::battle_common::{Play, cavalry, group, guns, horse, light_horse, scene, shot};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Decision as Impact, Evade, EvadeTurn, Wheel};
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision as Move, Leg};
use caracole_fog::battle::setup::{Decision as Setup, Request as SetupRequest};
use caracole_fog::battle::{Decision, Fogr, Request};
use caracole_fog::troops::TroopType;
use caracole_kernel::{At, Awaiting, Battle, Piece, Pull, Refusal, Rules, Scenery, Side};
use caracole_plane::{Angle, Hand, Um};

/// The table is 48 MU of 25 mm deep; a scene counts hundredths of a millimetre from its far edge.
fn at((x, y): (i32, i32)) -> At {
    At(x * 100, (1200 - y) * 100)
}

/// The first legal choice that a drag stands for, and what stood in the way of the one that was wanted.
fn drawn(battle: &Battle<Fogr>, piece: &Piece, way: &[At]) -> (Option<Decision>, Option<Refusal>) {
    let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("no choice is awaited") };
    let Pull::Whole(all) = Fogr::drag(battle, *side, request, piece, way) else { panic!("whole moves") };
    let mut stopped = None;
    for decision in all {
        match battle.plan(*side, &decision) {
            Ok(_) => return (Some(decision), stopped),
            Err(refusal) => stopped = stopped.or(Some(refusal)),
        }
    }
    (None, stopped)
}

fn pull(play: &Play, name: &str, from: (i32, i32), to: (i32, i32)) -> (Option<Action>, Option<Refusal>) {
    let piece = Piece::new("group", u32::from(play.id(name).0) + 1);
    let (decision, stopped) = drawn(&play.battle, &piece, &[at(from), at(to)]);
    let action = decision.map(|decision| match decision {
        Decision::Manoeuvre(Move::Move { action, .. }) => action,
        other => panic!("{other:?}"),
    });
    (action, stopped)
}

/// Foot, three bases of 40 mm wide, the middle of the front at 600, 300, looking up the table; cavalry beside them.
fn play() -> Play {
    scene()
        .red(group("A", &[shot(6)]).at(600, 300, 0, 3))
        .red(group("C", &[cavalry(4)]).at(1000, 300, 0, 2))
        .blue(group("B", &[shot(6)]).at(600, 1000, 180, 3))
        .play()
}

#[test]
fn by_the_middle_it_advances_as_far_as_it_may() {
    let play = play();
    let (action, stopped) = pull(&play, "A", (600, 290), (600, 330));
    assert_eq!(action, Some(Action::Advance(Advance::straight(Um::from_mm(40)))));
    assert_eq!(stopped, None);
    // Medium foot go 3 MU in the open, which are 75 mm.
    let (action, stopped) = pull(&play, "A", (600, 290), (600, 790));
    let Some(Action::Advance(advance)) = action else { panic!("an advance") };
    let [Leg::Ahead(distance)] = advance.legs[..] else { panic!("straight ahead: {advance:?}") };
    assert_eq!(distance, Um::from_mm(75));
    assert!(stopped.is_some_and(|refusal| refusal.rule.to_string().starts_with("FOGR-")));
}

#[test]
fn by_a_front_corner_it_wheels_about_the_other() {
    let play = play();
    // The right corner, 120 mm from the left one, to 20 degrees further back about that: 120 cos 20, 120 sin 20.
    let (action, _) = pull(&play, "A", (658, 298), (653, 341));
    let Some(Action::Advance(advance)) = action else { panic!("a wheel") };
    let [Leg::Wheel { hand: Hand::Left, by }] = advance.legs[..] else { panic!("to the left: {advance:?}") };
    assert!(by > Angle::from_degrees(19) && by < Angle::from_degrees(21), "{by:?}");
    let (action, _) = pull(&play, "A", (542, 298), (547, 341));
    let Some(Action::Advance(advance)) = action else { panic!("a wheel") };
    assert!(matches!(advance.legs[..], [Leg::Wheel { hand: Hand::Right, .. }]), "{advance:?}");
}

#[test]
fn by_a_flank_it_adds_and_takes_away_files() {
    let play = play();
    // Cavalry two files wide: from 960 to 1040.
    let (action, _) = pull(&play, "C", (1038, 260), (1080, 260));
    assert!(matches!(action, Some(Action::Expand { left: 0, right: 1, .. })), "{action:?}");
    let (action, _) = pull(&play, "C", (962, 260), (920, 260));
    assert!(matches!(action, Some(Action::Expand { left: 1, right: 0, .. })), "{action:?}");
    let (action, _) = pull(&play, "C", (1038, 260), (1000, 260));
    assert!(matches!(action, Some(Action::Contract { left: 0, right: 1, .. })), "{action:?}");
}

#[test]
fn to_the_side_it_turns_to_that_flank_and_backwards_about() {
    let play = play();
    let (action, _) = pull(&play, "A", (600, 290), (720, 290));
    assert!(matches!(action, Some(Action::TurnToFlank { hand: Hand::Right, .. })), "{action:?}");
    let (action, _) = pull(&play, "A", (600, 290), (480, 285));
    assert!(matches!(action, Some(Action::TurnToFlank { hand: Hand::Left, .. })), "{action:?}");
    let (action, _) = pull(&play, "A", (600, 290), (600, 200));
    assert!(matches!(action, Some(Action::TurnAbout { .. })), "{action:?}");
}

#[test]
fn what_is_not_ones_own_or_not_there_is_not_moved() {
    let play = play();
    let way = [at((600, 290)), at((600, 330))];
    for piece in
        [Piece::new("group", 0), Piece::new("group", 999), Piece::new("group", 5), Piece::new("wall", 1)]
    {
        assert_eq!(drawn(&play.battle, &piece, &way), (None, None), "{piece:?}");
    }
    let one = Piece::new("group", 1);
    for way in [vec![], vec![At(i32::MIN, i32::MAX), At(i32::MAX, i32::MIN)]] {
        assert_eq!(drawn(&play.battle, &one, &way).0, None);
    }
}

#[test]
fn a_charge_is_drawn_onto_the_enemy() {
    let play = scene()
        .red(group("R", &[cavalry(4)]).at(600, 300, 0, 2))
        .blue(group("ahead", &[shot(6)]).at(600, 380, 180, 3))
        .blue(group("aside", &[shot(6)]).at(740, 400, 180, 3))
        .begin();
    let piece = Piece::new("group", u32::from(play.id("R").0) + 1);
    let (decision, _) = drawn(&play.battle, &piece, &[at((600, 290)), at((600, 385))]);
    let Some(Decision::Impact(Impact::Charge { wheel, targets, .. })) = decision else { panic!("a charge") };
    assert_eq!((wheel, targets), (None, vec![play.id("ahead")]));
    // Onto the other one: by a wheel to the right if that is legal, with the rule if it is not.
    let (decision, stopped) = drawn(&play.battle, &piece, &[at((600, 290)), at((740, 405))]);
    match decision {
        Some(Decision::Impact(Impact::Charge { wheel, targets, .. })) => {
            assert!(matches!(wheel, Some(Wheel { hand: Hand::Right, .. })), "{wheel:?}");
            assert!(targets.contains(&play.id("aside")));
        }
        None => assert!(stopped.is_some_and(|refusal| refusal.rule.to_string().starts_with("FOGR-IMPACT"))),
        other => panic!("{other:?}"),
    }
}

/// Battles with their whole set-up: what waits for its place can be put where it is offered, and on the enemy's side it
/// stays at the limit.
#[test]
fn troops_are_deployed_where_the_hand_points() {
    let (mut placed, mut limited) = (0, 0);
    let (mut battle, _) = Battle::<Fogr>::start(&Fogr::random_setup(2).unwrap()).unwrap();
    let mut numbers = caracole_bots::Numbers::new(5);
    for _ in 0..300 {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(_) => {
                caracole_kernel::Step::Dice(crate::scene::scenes::thrown(&battle, &mut numbers))
            }
            Awaiting::Decision { side, request } => {
                let mut all = Vec::new();
                Fogr::candidates(&battle, *side, request, &mut all);
                if let Request::Setup(SetupRequest::Deploy { group }) = request
                    && let Some(Decision::Setup(Setup::Deploy(offered))) = all.first()
                {
                    let piece = Piece::new("group", u32::from(group.0) + 1);
                    let front = offered.front.at;
                    let here = At(
                        front.x.get() / 10,
                        battle.world().field.table.depth.get() / 10 - front.y.get() / 10,
                    );
                    let (decision, stopped) = drawn(&battle, &piece, &[here, here]);
                    assert!(matches!(decision, Some(Decision::Setup(Setup::Deploy(_)))), "{decision:?}");
                    assert_eq!(stopped, None, "where it is offered it may stand");
                    placed += 1;
                    let depth = battle.world().field.table.depth.get() / 10;
                    let far = At(here.0, if *side == Side::Red { depth / 10 } else { depth - depth / 10 });
                    let (decision, stopped) = drawn(&battle, &piece, &[far, far]);
                    assert!(decision.is_some(), "it stays at the limit");
                    assert!(stopped.is_some_and(|r| r.rule.to_string().starts_with("FOGR-")), "and says why");
                    limited += 1;
                }
                caracole_kernel::Step::Choose {
                    side: *side,
                    decision: all.swap_remove(numbers.below(all.len())),
                }
            }
        };
        battle.apply(&step).unwrap();
    }
    assert!(placed > 4 && limited == placed, "{placed} battle groups were deployed");
}

#[test]
fn grips_lie_where_they_are_taken_by() {
    let play = play();
    let (side, request) = play.asked();
    let piece = Piece::new("group", u32::from(play.id("C").0) + 1);
    let grips = Fogr::grips(&play.battle, side, &request, &piece);
    let labels: Vec<&str> = grips.iter().map(|grip| grip.label.as_str()).collect();
    assert_eq!(labels, ["move", "wheel right", "wheel left", "files on the left", "files on the right"]);
    // Drawn forward each does what it says; files are drawn out to their side.
    let drag = |n: usize, (dx, dy): (i32, i32)| {
        let At(x, y) = grips[n].outline[0];
        drawn(&play.battle, &piece, &[At(x, y), At(x + dx * 100, y - dy * 100)]).0
    };
    let is = |decision: Option<Decision>, what: fn(&Action) -> bool| matches!(decision, Some(Decision::Manoeuvre(Move::Move { action, .. })) if what(&action));
    assert!(is(drag(0, (0, 40)), |a| *a == Action::Advance(Advance::straight(Um::from_mm(40)))));
    assert!(is(
        drag(1, (0, 20)),
        |a| matches!(a, Action::Advance(v) if matches!(v.legs[..], [Leg::Wheel { hand: Hand::Right, .. }]))
    ));
    assert!(is(
        drag(2, (0, 20)),
        |a| matches!(a, Action::Advance(v) if matches!(v.legs[..], [Leg::Wheel { hand: Hand::Left, .. }]))
    ));
    assert!(is(drag(3, (-40, 0)), |a| matches!(a, Action::Expand { left: 1, right: 0, .. })));
    assert!(is(drag(4, (40, 0)), |a| matches!(a, Action::Expand { left: 0, right: 1, .. })));
}

/// Guns that stand, 80 mm wide with the middle of their front at 600, 300: they turn towards the hand, 1 MU at most, which
/// are 25 mm on 80: 2 arcsin(25 / 160), about 17.98 degrees.
#[test]
fn guns_that_stand_pivot_towards_the_hand() {
    let play = scene()
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(600, 300, 0, 2))
        .blue(group("B", &[shot(6)]).at(600, 1000, 180, 3))
        .play();
    // To a point 10 degrees to the right of straight ahead: 200 mm ahead, 35 to the side.
    let (action, stopped) = pull(&play, "G", (600, 290), (635, 500));
    let Some(Action::Pivot { hand: Hand::Right, by, with_supporters: false }) = action else {
        panic!("a pivot to the right: {action:?}")
    };
    assert!(by > Angle::from_degrees(9) && by < Angle::from_degrees(11), "{by:?}");
    assert_eq!(stopped, None);
    // Far to the left: as far as 1 MU allows, and the rule that says so.
    let (action, stopped) = pull(&play, "G", (600, 290), (400, 400));
    let Some(Action::Pivot { hand: Hand::Left, by, .. }) = action else { panic!("a pivot: {action:?}") };
    assert!(by > Angle::from_degrees(17) && by < Angle::from_degrees(18), "{by:?}");
    assert_eq!(stopped.map(|refusal| refusal.rule.to_string()), Some("FOGR-MOVE-040".to_owned()));
    // By a corner: the right one goes to the hand about the left one, 80 sin 10 = 14 mm forward.
    let (action, _) = pull(&play, "G", (638, 298), (638, 314));
    assert!(matches!(action, Some(Action::Pivot { hand: Hand::Left, .. })), "{action:?}");
}

/// Two battle groups of foot with a commander, side by side: behind the rear of one the hand takes both.
#[test]
fn by_its_rear_the_whole_division_goes_along() {
    let play = scene()
        .red(group("A", &[shot(6)]).at(600, 300, 0, 3))
        .red(group("D", &[shot(6)]).at(760, 300, 0, 3))
        .blue(group("B", &[shot(6)]).at(600, 1000, 180, 3))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .play();
    let piece = Piece::new("group", u32::from(play.id("D").0) + 1);
    let Awaiting::Decision { side, request } = play.battle.awaiting() else { panic!("a choice") };
    let grips = Fogr::grips(&play.battle, *side, request, &piece);
    let grip = grips.iter().find(|grip| grip.label == "the whole division").expect("a grip for the division");
    let from = grip.outline[0];
    let to = |dx: i32, dy: i32| At(from.0 + dx * 100, from.1 - dy * 100);
    let moved = |end: At| {
        let (decision, stopped) = drawn(&play.battle, &piece, &[from, end]);
        let Some(Decision::Manoeuvre(Move::MoveDivision { mut groups, advance })) = decision else {
            panic!("a division: {decision:?}, {stopped:?}")
        };
        groups.sort_unstable();
        assert_eq!(groups, [play.id("A"), play.id("D")]);
        (advance, stopped)
    };
    let (advance, stopped) = moved(to(0, 40));
    assert_eq!((advance, stopped), (Advance::straight(Um::from_mm(40)), None));
    // Foot go 3 MU: 75 mm.
    let (advance, stopped) = moved(to(0, 300));
    assert_eq!(advance, Advance::straight(Um::from_mm(75)));
    assert_eq!(stopped.map(|refusal| refusal.rule.to_string()), Some("FOGR-MOVE-049".to_owned()));
    // Aslant: a wheel to that hand.
    let (advance, _) = moved(to(15, 40));
    assert!(matches!(advance.legs[..], [Leg::Wheel { hand: Hand::Right, .. }, ..]), "{advance:?}");
    // Sideways no division goes.
    assert_eq!(drawn(&play.battle, &piece, &[from, to(100, 0)]).0, None);
    // The battle group itself is still taken by its middle.
    let (action, _) = pull(&play, "D", (760, 290), (760, 330));
    assert_eq!(action, Some(Action::Advance(Advance::straight(Um::from_mm(40)))));
}

/// Light horse charged from the front and drawn back: to their rear. Where they would come is shown.
#[test]
fn evaders_are_drawn_away_from_the_charge() {
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[light_horse(4)]).at(900, 650, 180, 2))
        .begin();
    let (horse, light) = (play.id("Horse"), play.id("Light"));
    play.choose(Decision::Impact(Impact::Charge { group: horse, wheel: None, targets: vec![light] }));
    let piece = Piece::new("group", u32::from(light.0) + 1);
    let (decision, stopped) = drawn(&play.battle, &piece, &[at((900, 660)), at((900, 800))]);
    let Some(Decision::Impact(Impact::Evade { group, to })) = decision else { panic!("{decision:?}") };
    assert_eq!((group, stopped), (light, None));
    assert!(matches!(to, Evade::ToRear | Evade::WithCharge { turn: EvadeTurn::About }), "{to:?}");
    // Their front is at 710 once they have turned about; the usual move of light horse is 6 MU or 150 mm.
    let order = play.battle.plan(Side::Blue, &decision.unwrap()).expect("legal");
    let overlays = Fogr::overlays(&play.battle, &order);
    let path = overlays.iter().find(|o| o.kind == caracole_kernel::OverlayKind::Path).expect("a way");
    assert_eq!(path.outline.last(), Some(&at((900, 860))));
    assert!(path.label.starts_with("6 MU"), "{}", path.label);
}
