//! Melees: alignment, fights to flank and front, bases that move within a unit, break-offs, camps.

use crate::support::*;
use caracole_kernel::{Awaiting, Session, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::after_melee::{Act, Decision as A, Event as Ae, Request as Ra};
use caracole_renatio::battle::fights::{Decision as D, Event as F, Request as R};
use caracole_renatio::battle::outcomes::Event as O;
use caracole_renatio::battle::{
    Bw, CampPost, CommanderPost, Decision, Event, Foe, Phase, Renatio, Request, Setup,
};
use caracole_renatio::cards::Colour;
use caracole_renatio::kab::Cause;
use caracole_tabletop::Facing;

const FOOT: &str = "6 foot, close, formed, protected";
const DRILLED_FOOT: &str = "6 foot, loose, drilled, protected";
const HALF: &str = "4 foot, loose, formed, protected";

/// Red's Commander stands near red's first unit, blue's far away. Units touch where they are put.
fn touching(red: &[Placed<'static>], blue: &[Placed<'static>]) -> Setup {
    let mut setup = setup(red, &[blue, &RESERVE].concat());
    setup.start.red.commanders = vec![CommanderPost::At([1000, 700].map(Bw))];
    setup.start.blue.commanders = vec![CommanderPost::At([1000, 1400].map(Bw))];
    setup
}

/// A battle with these hands, before the alignment of a phase.
fn in_phase(setup: &Setup, phase: Phase, red: &[Colour]) -> Session<Renatio> {
    let mut session = charging_with(setup, red, &[White, White, White]);
    while session.battle().world().when.phase < phase {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    session
}

/// Ways in which red's first unit may align now: where its left corner would be.
fn ways(session: &Session<Renatio>) -> Vec<[i32; 2]> {
    let Some((Side::Red, request @ Request::Combat(R::Align))) = asked(session) else { return Vec::new() };
    let all = offered(session, Side::Red, &request);
    let own =
        all.into_iter().filter(|d| matches!(d, Decision::Combat(D::Align { ug: own, .. }) if *own == ug(1)));
    let after = own.map(|decision| {
        let mut next = session.battle().clone();
        next.apply(&caracole_kernel::Step::Choose { side: Side::Red, decision }).unwrap();
        let at = next.world().anchor(ug(1)).at;
        [at.x, at.y].map(|length| (length.get() + 200) / 400)
    });
    after.collect()
}

#[test]
fn a_unit_aligns_with_the_enemy_if_it_likes() {
    proves!(
        "RETG-COMBAT-001",
        "RETG-COMBAT-002",
        "RETG-COMBAT-003",
        "RETG-COMBAT-004",
        "RETG-COMBAT-005",
        "RETG-SEQ-023",
        "RETG-SEQ-028"
    );
    // Blue's files are 0.3 BW to the right of red's.
    let setup = touching(&[(FOOT, [1000, 1000], 3)], &[(FOOT, [1030, 1000], 3)]);
    for phase in [Phase::Movement, Phase::Fighting] {
        let mut session = in_phase(&setup, phase, &[White, White, White]);
        assert_eq!(asked(&session), Some((Side::Red, Request::Combat(R::Align))));
        // Corner to corner, by less than a whole base width to the side.
        let found = ways(&session);
        assert!(found.contains(&[880, 1000]), "{found:?}");
        assert!(found.iter().all(|[x, y]| *y == 1000 && (x - 850).abs() < 100));
        let formation = session.battle().world().formation(ug(1)).clone();
        let way = found.iter().position(|at| *at == [880, 1000]).unwrap();
        let way = u8::try_from(way).unwrap();
        does(&mut session, Side::Red, Decision::Combat(D::Align { ug: ug(1), way }));
        assert_eq!(corner(&session, 1), [880, 1000]);
        assert_eq!(session.battle().world().formation(ug(1)), &formation);
        let mut stays = in_phase(&setup, phase, &[White, White, White]);
        does(&mut stays, Side::Red, Decision::Pass);
        assert_eq!(corner(&stays, 1), [850, 1000]);
    }
}

#[test]
fn nobody_aligns_out_of_a_contact() {
    proves!("RETG-COMBAT-009", "RETG-COMBAT-008", "RETG-COMBAT-063", "RETG-COMBAT-019", "RETG-COMBAT-007");
    // To the left it would leave the second enemy, whom it touches at a corner; it may go right.
    let blue = [(HALF, [930, 1000], 2), (HALF, [1250, 1000], 2)];
    let session =
        in_phase(&touching(&[(FOOT, [1000, 1000], 3)], &blue), Phase::Movement, &[White, White, White]);
    let found = ways(&session);
    assert!(found.iter().all(|[x, _]| *x > 850), "{found:?}");
    // An enemy on its flank, at another angle: no alignment fits both.
    let mut setup = touching(&[(FOOT, [1000, 1000], 3)], &[(FOOT, [1030, 1000], 3), (HALF, [1150, 950], 2)]);
    setup.start.blue.units[1].facing = 270;
    setup.start.blue.units[1].at = [1150, 900].map(Bw);
    let session = in_phase(&setup, Phase::Movement, &[White, White, White]);
    assert_eq!(ways(&session), Vec::<[i32; 2]>::new());
}

#[test]
fn friends_make_room_for_an_alignment() {
    proves!("RETG-COMBAT-006", "RETG-UNIV-015");
    for friend in ["6 foot, skirmishers", FOOT] {
        // The friend's left edge is 0.1 BW from the regiment's right, which would go 0.3 BW to the right.
        let red = [(FOOT, [1000, 1000], 3), (friend, [1310, 960], 3)];
        let setup = touching(&red, &[(FOOT, [1030, 1000], 3)]);
        let mut session = in_phase(&setup, Phase::Movement, &[White, White, White]);
        let found = ways(&session);
        let way = found.iter().position(|at| *at == [880, 1000]).expect("there is room");
        does(
            &mut session,
            Side::Red,
            Decision::Combat(D::Align { ug: ug(1), way: u8::try_from(way).unwrap() }),
        );
        // Just as far as needed.
        let [x, y] = corner(&session, 2);
        assert!((1180..=1181).contains(&x) && y == 960, "{x} {y}");
    }
}

/// Red's regiment is fought to its front and by a second unit on its right flank.
fn flanked() -> Setup {
    let mut setup =
        touching(&[(DRILLED_FOOT, [1000, 1000], 3)], &[(FOOT, [1000, 1000], 3), (HALF, [1150, 950], 2)]);
    setup.start.blue.units[1].facing = 270;
    setup
}

/// Fights a melee out: the first choice everywhere, nothing on all dice. What was asked and what was told.
fn fought(session: &mut Session<Renatio>) -> (Vec<Request>, Vec<Event>) {
    let (mut requests, mut events) = (Vec::new(), Vec::new());
    loop {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: request @ Request::Combat(_) } => {
                requests.push(request);
                let first = match request {
                    Request::Combat(R::Align) => Decision::Pass,
                    _ => offered(session, side, &request)[0].clone(),
                };
                events.extend(does(session, side, first));
            }
            Awaiting::Dice(_) => events.extend(throw_all(session, 1)),
            _ => return (requests, events),
        }
    }
}

#[test]
fn a_base_in_two_fights_throws_once_and_its_owner_chooses_where() {
    proves!(
        "RETG-COMBAT-011",
        "RETG-COMBAT-017",
        "RETG-COMBAT-018",
        "RETG-COMBAT-053",
        "RETG-COMBAT-054",
        "RETG-COMBAT-052",
        "RETG-SEQ-029"
    );
    let mut session = in_phase(&flanked(), Phase::Fighting, &[White, White, White]);
    let (requests, events) = fought(&mut session);
    assert!(
        requests.iter().any(|request| matches!(request, Request::Combat(R::Here { .. }))),
        "{requests:?}"
    );
    let all: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(F::Fights { fight, red_dice, blue_dice, .. }) => {
                Some((*fight, red_dice.len(), blue_dice.len()))
            }
            _ => None,
        })
        .collect();
    // Three files to the front, and two bases of the right file to the flank.
    assert_eq!(all.len(), 5);
    // Each edge is attacked once: RETG-EX-017.
    for (n, (fight, ..)) in all.iter().enumerate() {
        let edge = |fight: &caracole_renatio::battle::fights::Fight| (fight.red.place, fight.red.edge);
        assert!(!all[..n].iter().any(|(other, ..)| edge(other) == edge(fight)));
    }
    // The right file's front base threw in one of its two fights only; the enemy threw in both.
    let by_base = all.iter().map(|(fight, red, _)| (fight.red.place.base, *red)).collect::<Vec<_>>();
    for (base, _) in &by_base {
        let threw = by_base.iter().filter(|(other, dice)| other == base && *dice > 0).count();
        assert_eq!(threw, 1, "{by_base:?}");
    }
    assert!(all.iter().all(|(_, _, blue)| *blue > 0));
    // Nobody turns by himself.
    let world = session.battle().world();
    assert!(world.bases_of(ug(1)).iter().all(|base| base.facing == Facing::Front));
}

#[test]
fn bases_turn_to_the_flank_for_a_card() {
    proves!("RETG-FORM-013", "RETG-FORM-011", "RETG-SEQ-032", "RETG-MOVE-007", "RETG-CMD-006");
    let mut session = in_phase(&flanked(), Phase::Fighting, &[Green, Green, White]);
    fought(&mut session);
    while let Some((side, Request::Fighting(Ra::BreakOff))) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let turn = |to| {
        let act = Act::Turn { ug: ug(1), file: 2, to };
        Decision::Fighting(A { act, paid: by(HORN, Green) })
    };
    assert_eq!(asked(&session), Some((Side::Red, Request::Fighting(Ra::Micro))));
    // To the left there is nobody to face.
    assert_eq!(refused(&mut session, turn(Facing::Left)).rule.id(), "RETG-FORM-013");
    let events = does(&mut session, Side::Red, turn(Facing::Right));
    assert!(events.iter().any(|event| matches!(event, Event::Fighting(Ae::Turned { .. }))));
    let world = session.battle().world();
    let turned = world.bases_of(ug(1)).iter().filter(|base| base.facing == Facing::Right).count();
    assert_eq!(turned, 2);
}

#[test]
fn bases_move_to_a_new_file_and_draw_an_enemy_in() {
    proves!("RETG-FORM-012", "RETG-CHARGE-095", "RETG-GLOS-096", "RETG-SEQ-032");
    // A second enemy stands beside the first and touches red's corner only.
    let blue = [(FOOT, [1000, 1000], 3), (FOOT, [1300, 1000], 3)];
    let setup = touching(&[(DRILLED_FOOT, [1000, 1000], 3)], &blue);
    let mut session = in_phase(&setup, Phase::Fighting, &[Green, Green, White]);
    fought(&mut session);
    while let Some((side, Request::Fighting(Ra::BreakOff))) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let shift = |from, to| {
        let act = Act::Shift { ug: ug(1), from, bases: 1, to };
        Decision::Fighting(A { act, paid: by(HORN, Green) })
    };
    does(&mut session, Side::Red, shift(0, 3));
    let world = session.battle().world();
    let new = world.bases_of(ug(1)).into_iter().find(|base| base.at.file == 3).unwrap();
    let contact = world.rects(ug(3)).iter().any(|enemy| new.base.rect().contact(enemy).is_some());
    assert!(contact);
    // Who merely touches an enemy moves no bases.
    let setup = touching(&[(DRILLED_FOOT, [1000, 1000], 3)], &[(FOOT, [1300, 1000], 3)]);
    let mut session = in_phase(&setup, Phase::Movement, &[Green, Green, White]);
    assert_eq!(refused(&mut session, shift(0, 3)).rule.id(), "RETG-FORM-011");
    proves!("RETG-GLOS-097");
}

#[test]
fn a_dangerous_break_off_is_tested() {
    proves!("RETG-SEQ-031", "RETG-KAB-007", "RETG-FORM-020", "RETG-FORM-021");
    let setup = touching(
        &[(DRILLED_FOOT, [1000, 1000], 3)],
        &[("6 foot, loose, formed, protected", [1000, 1000], 3)],
    );
    let mut session = in_phase(&setup, Phase::Fighting, &[Red, Green, White]);
    fought(&mut session);
    let off = |card| Decision::Fighting(A { act: Act::BreakOff { ug: ug(1) }, paid: by(HORN, card) });
    assert_eq!(asked(&session), Some((Side::Red, Request::Fighting(Ra::BreakOff))));
    // F4, from enemy as fast: Drilled troops pay RED, and are tested.
    assert_eq!(refused(&mut session, off(Green)).rule.id(), "RETG-MOVE-003");
    let events = does(&mut session, Side::Red, off(Red));
    assert!(events.iter().any(|event| matches!(event, Event::Fighting(Ae::BrokeOff { .. }))));
    let events = throw_all(&mut session, 1);
    let tested = |event: &Event| matches!(event, Event::Outcome(O::Tested { cause: Cause::BreakOff, .. }));
    assert!(events.iter().any(tested));
    // Foot turn their backs, 3 BW away.
    assert_eq!(session.battle().world().facing(ug(1)).millidegrees(), 180_000);
}

#[test]
fn a_commander_who_leaves_a_combat_causes_a_test() {
    proves!("RETG-KAB-027");
    let mut setup = touching(&[(FOOT, [1000, 1000], 3)], &[(FOOT, [1000, 1000], 3)]);
    setup.start.red.commanders = vec![CommanderPost::With { unit: 0, file: 0, ahead: false }];
    let mut session = in_phase(&setup, Phase::Movement, &[White, White, White]);
    while let Some((side, Request::Combat(R::Align))) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let leave = caracole_renatio::battle::Action::Commander(caracole_renatio::battle::NewPost::At(
        [1000, 700].map(Bw),
    ));
    does(&mut session, Side::Red, prompt(leave, pay(White)));
    let events = throw_all(&mut session, 1);
    let tested =
        |event: &Event| matches!(event, Event::Outcome(O::Tested { cause: Cause::CommanderLeft, .. }));
    assert!(events.iter().any(tested));
}

#[test]
fn a_camp_fights_all_round() {
    proves!("RETG-CAMP-020", "RETG-CAMP-001", "RETG-CAMP-017", "RETG-CAMP-018", "RETG-CAMP-019");
    // Two files of red touch the left and the middle third of the camp's front.
    let mut setup = touching(&[(HALF, [950, 1000], 2)], &[]);
    setup.start.blue.camp = Some(CampPost { at: [1000, 1000].map(Bw), facing: 180 });
    let rect = start(&setup).battle().world().camp_rect(Side::Blue).unwrap();
    let xs: Vec<i32> = rect.corners().iter().map(|corner| corner.x.get() / 400).collect();
    let ys: Vec<i32> = rect.corners().iter().map(|corner| corner.y.get() / 400).collect();
    assert_eq!((xs.iter().min(), xs.iter().max()), (Some(&850), Some(&1150)));
    assert_eq!((ys.iter().min(), ys.iter().max()), (Some(&1000), Some(&1200)));
    let mut session = in_phase(&setup, Phase::Fighting, &[White, White, White]);
    let (_, events) = fought(&mut session);
    let dice: Vec<(usize, usize)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(F::Fights { fight, red_dice, blue_dice, .. })
                if fight.has(Foe::Camp(Side::Blue)) =>
            {
                Some((red_dice.len(), blue_dice.len()))
            }
            _ => None,
        })
        .collect();
    // The third that nobody attacks supports one of the others.
    assert_eq!(dice.len(), 2);
    assert_eq!(dice.iter().map(|(_, blue)| blue).sum::<usize>(), 3, "{dice:?}");
    // A corner fights once along each of its edges.
    let mut both = touching(&[(HALF, [950, 1000], 2), (HALF, [850, 1100], 2)], &[]);
    both.start.red.units[1].facing = 90;
    both.start.blue.camp = setup.start.blue.camp;
    let mut session = in_phase(&both, Phase::Fighting, &[White, White, White]);
    let (_, events) = fought(&mut session);
    let threw = events
        .iter()
        .filter(|event| matches!(event, Event::Combat(F::Fights { blue_dice, .. }) if !blue_dice.is_empty()));
    assert_eq!(threw.count(), 4);
}

#[test]
fn a_sacked_camp_is_tested_for_at_the_end_of_the_turn() {
    proves!("RETG-CAMP-022", "RETG-CAMP-023", "RETG-SEQ-035", "RETG-KAB-004");
    let storm = "6 foot, close, formed, protected, superior, aggressive";
    let mut setup = touching(&[(storm, [1000, 1000], 3)], &[]);
    setup.start.blue.camp = Some(CampPost { at: [1000, 1000].map(Bw), facing: 180 });
    let mut session = in_phase(&setup, Phase::Fighting, &[White, White, White]);
    let mut events = Vec::new();
    // Red throws Skulls: two bases are gone.
    let broke = Event::Outcome(O::CampBroke { foe: Foe::Camp(Side::Blue) });
    while !events.contains(&broke) {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: request @ Request::Combat(_) } => {
                let first = if request == Request::Combat(R::Align) {
                    Decision::Pass
                } else {
                    offered(&session, side, &request)[0].clone()
                };
                events.extend(does(&mut session, side, first));
            }
            Awaiting::Dice(roll) if roll.side == Some(Side::Red) => events.extend(throw_all(&mut session, 6)),
            Awaiting::Dice(_) => events.extend(throw_all(&mut session, 1)),
            _ => break,
        }
    }
    while let Some((side, request)) = asked(&session) {
        let decision = match request {
            Request::Outcome(_) => offers(&session)[0].clone(),
            _ => Decision::Pass,
        };
        does(&mut session, side, decision);
    }
    // Average troops: YELLOW, and a 2 is an S: every unit of blue's is slowed, in the next turn too.
    let count = session.battle().world().of_side(Side::Blue).count();
    for _ in 0..count {
        events.extend(throw_all(&mut session, 2));
    }
    let tested = events
        .iter()
        .filter(|event| matches!(event, Event::Outcome(O::Tested { cause: Cause::CampSacked, .. })));
    assert_eq!(tested.count(), 3);
    while let Some((side, Request::Keep)) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let world = session.battle().world();
    assert_eq!(world.when.turn, 2);
    // The third stands in a flank sector and is Nervous: RED, and a wound.
    let slows: Vec<u8> = world.of_side(Side::Blue).map(|ug| world[ug].slow.kab).collect();
    assert_eq!(slows, [1, 1, 0]);
    // RETG-EX-023: until the slowing of that turn is removed.
}
