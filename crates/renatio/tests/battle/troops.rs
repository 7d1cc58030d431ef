//! What kinds of troops can do: squares, pavises, dragoons, elephants, set formations.

use crate::support::*;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::charging::{Decision as C, Request as Rc, Response, Toward};
use caracole_renatio::battle::fights::{Event as F, Request as R};
use caracole_renatio::battle::outcomes::Event as O;
use caracole_renatio::battle::shooting::{self, Decision as Sd};
use caracole_renatio::battle::{Action, Bw, CommanderPost, Decision, Event, Phase, Request, Setup, Switch};
use caracole_renatio::dice::ShootingDice as Dice;
use caracole_renatio::formation::{Cell, layout};
use caracole_renatio::kab::Cause;
use caracole_renatio::troops::{Arm, Form, Shape, TroopType, Troops};

const FOOT: &str = "6 foot, close, formed, protected";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";

fn profile(line: &str) -> caracole_renatio::troops::Profile {
    Troops::read(line).unwrap_or_else(|e| panic!("{line}: {e}")).profile
}

fn touching(red: &[Placed<'static>], blue: &[Placed<'static>]) -> Setup {
    let mut setup = setup(red, &[blue, &RESERVE].concat());
    setup.start.red.commanders = vec![CommanderPost::At([1000, 600].map(Bw))];
    setup.start.blue.commanders = vec![CommanderPost::At([1000, 1700].map(Bw))];
    setup
}

fn square() -> Action {
    Action::Switch { ug: ug(1), to: Switch::Square }
}

#[test]
fn pike_and_shot_form_square_far_from_the_enemy() {
    proves!("RETG-GLOS-074", "RETG-GLOS-060");
    let with = |ahead: i32| {
        moving(
            &setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &[(FOOT, [1000, 800 + ahead], 3)]),
            &[Yellow, Green, White],
        )
    };
    let mut near = with(190);
    assert_eq!(rule_of(&mut near, square(), pay(Yellow)), "RETG-GLOS-074");
    let mut far = with(210);
    assert_eq!(rule_of(&mut far, square(), pay(Green)), "RETG-MOVE-003");
    does(&mut far, Side::Red, prompt(square(), pay(Yellow)));
    assert!(far.battle().world()[ug(1)].square);
    // Others cannot.
    let mut others = moving(&setup(&[(FOOT, [1000, 800], 3)], &far_away()), &[Yellow, Green, White]);
    assert_eq!(rule_of(&mut others, square(), pay(Yellow)), "RETG-GLOS-074");
}

fn far_away() -> [Placed<'static>; 1] {
    far()
}

#[test]
fn a_square_has_no_flank_and_fights_one_rank_deep() {
    proves!("RETG-GLOS-075");
    // In square in turn 1; in turn 2 horse charge its flank.
    let mut setup = touching(&[(PIKE_AND_SHOT, [1000, 800], 3)], &[(PLAIN_HORSE, [400, 750], 2)]);
    setup.start.blue.units[0].facing = 90;
    setup.active = Side::Red;
    let mut session = moving(&setup, &[Yellow, Yellow, White]);
    does(&mut session, Side::Red, prompt(square(), pay_more(Yellow, &[])));
    let battle = session.battle();
    let cells = caracole_renatio::battle::fronts_of(battle, ug(1));
    assert!(cells.iter().all(|all_round| *all_round) && !cells.is_empty());
    // Moving ends it.
    while session.battle().world().when.turn == 1 {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    assert!(session.battle().world()[ug(1)].square);
}

#[test]
fn pavises_cover_against_bows_from_the_front() {
    proves!("RETG-GLOS-062");
    let dice = |blue: &'static str, red: &'static str| {
        let mut session = charging_with(
            &setup(&[(red, [1000, 800], 3)], &[(blue, [1000, 1000], 3)]),
            &[White; 3],
            &[White; 3],
        );
        while session.battle().world().when.phase < Phase::Shooting {
            let Some((side, _)) = asked(&session) else { break };
            does(&mut session, side, Decision::Pass);
        }
        let first = offers(&session)[0].clone();
        assert!(matches!(first, Decision::Shooting(Sd::Fire { .. })));
        let events = does(&mut session, Side::Red, first);
        events
            .iter()
            .find_map(|event| match event {
                Event::Shooting(shooting::Event::Aimed { shots }) => Some(shots[0].dice[0]),
                _ => None,
            })
            .unwrap()
    };
    let (plain, behind) = ("6 foot, loose, formed, protected", "6 foot, loose, formed, protected, pavise");
    let (bows, muskets) =
        ("6 foot, loose, formed, protected, bow", "6 foot, loose, formed, protected, musket");
    assert!(dice(behind, bows) < dice(plain, bows));
    assert_eq!(dice(behind, muskets), dice(plain, muskets));
    assert_eq!(dice(plain, muskets), Dice::WhitePlus);
}

#[test]
fn dragoons_ride_or_walk() {
    proves!("RETG-TROOP-019", "RETG-GLOS-029", "RETG-GLOS-030", "RETG-GLOS-053");
    let dragoons = "4 dragoons, formed, musket";
    let profile = profile(dragoons);
    assert_eq!((profile.troop_type(false), profile.troop_type(true)), (TroopType::Mounted, TroopType::Foot));
    let mut session = moving(&setup(&[(dragoons, [1000, 800], 2)], &far()), &[Yellow, White, White]);
    let dismount = Action::Switch { ug: ug(1), to: Switch::Dismount };
    assert_eq!(rule_of(&mut session, dismount.clone(), pay(White)), "RETG-MOVE-003");
    does(&mut session, Side::Red, prompt(dismount, pay(Yellow)));
    assert!(session.battle().world()[ug(1)].dismounted);
    // Those who cannot dismount do not; those who may, may.
    let mut horse = moving(&setup(&[(PLAIN_HORSE, [1000, 800], 2)], &far()), &[Yellow, White, White]);
    let dismount = Action::Switch { ug: ug(1), to: Switch::Dismount };
    assert_eq!(rule_of(&mut horse, dismount.clone(), pay(Yellow)), "RETG-QRS-002");
    let mut able = moving(
        &setup(&[("4 mounted, loose, formed, dismountable", [1000, 800], 2)], &far()),
        &[Yellow, White, White],
    );
    does(&mut able, Side::Red, prompt(dismount, pay(Yellow)));
    // They charge only battle troops about to break.
    let mut charging = charging_with(
        &setup(
            &[(dragoons, [1000, 800], 2), (PLAIN_HORSE, [3000, 800], 2)],
            &[(FOOT, [1000, 1150], 3), (FOOT, [3000, 1150], 3)],
        ),
        &[Green, White, White],
        &[White; 3],
    );
    assert_eq!(refused(&mut charging, charge(1, Some(by(HORN, Green)))).rule.id(), "RETG-CHARGE-014");
    // And so do Commanded Shot.
    proves!("RETG-GLOS-102");
    let shot = "4 foot, loose, formed, musket, commanded shot";
    let mut charging = charging_with(
        &setup(
            &[(shot, [1000, 800], 2), (PLAIN_HORSE, [3000, 800], 2)],
            &[(FOOT, [1000, 1050], 3), (FOOT, [3000, 1150], 3)],
        ),
        &[Green, White, White],
        &[White; 3],
    );
    assert_eq!(refused(&mut charging, charge(1, Some(by(HORN, Green)))).rule.id(), "RETG-CHARGE-014");
}

#[test]
fn nobody_fights_in_front_of_elephants_and_some_of_them_shoot() {
    proves!("RETG-GLOS-104", "RETG-GLOS-106");
    let elephants = "3 elephants, formed";
    let mut setup =
        setup(&[(elephants, [1000, 1000], 3)], &[[(FOOT, [1000, 1000], 3)].as_slice(), &RESERVE].concat());
    setup.start.blue.commanders = vec![CommanderPost::At([1000, 1700].map(Bw))];
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    let mut asked_for = false;
    for _ in 0..40 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request } => {
                asked_for |= matches!(request, Request::Combat(R::InFront { .. }));
                let choices = offered(&session, side, &request);
                let passes = choices.contains(&Decision::Pass);
                does(&mut session, side, if passes { Decision::Pass } else { choices[0].clone() });
            }
            Awaiting::Dice(roll) if !roll.draws() => {
                throw_all(&mut session, 1);
            }
            _ => break,
        }
    }
    assert!(!asked_for);
    let shoots = |line: &'static str| {
        let mut session = charging_with(
            &crate::support::setup(&[(line, [1000, 800], 3)], &[(FOOT, [1000, 1000], 3)]),
            &[White; 3],
            &[White; 3],
        );
        while session.battle().world().when.phase < Phase::Shooting {
            let Some((side, _)) = asked(&session) else { break };
            does(&mut session, side, Decision::Pass);
        }
        matches!(asked(&session), Some((Side::Red, Request::Shooting(_))))
    };
    assert!(shoots("3 elephants, formed, bow") && !shoots(elephants));
}

#[test]
fn set_formations_have_their_layouts() {
    proves!("RETG-GLOS-026", "RETG-GLOS-045", "RETG-GLOS-061", "RETG-GLOS-060", "RETG-FORM-004");
    use Cell::{Empty as E, Pike as P, Shot as S};
    assert_eq!(layout(Shape::Colunela), Some(&[&[S, S][..], &[P, P], &[P, P]][..]));
    assert_eq!(
        layout(Shape::LateKeil),
        Some(&[&[S, P, P, S][..], &[S, P, P, S], &[E, P, P, E], &[E, P, P, E]][..])
    );
    assert_eq!(layout(Shape::EarlyPikeAndShot), Some(&[&[S, P, S][..], &[S, P, S], &[S, P, S]][..]));
    assert_eq!(layout(Shape::PikeAndShot), Some(&[&[S, P, S][..], &[S, P, S]][..]));
    // Out of combat they never change.
    let mut session = moving(&setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far()), &[Red, White, White]);
    let wider = Action::Reshape { ug: ug(1), wide: 4, left: 0 };
    assert_eq!(rule_of(&mut session, wider, pay(Red)), "RETG-FORM-001");
}

#[test]
fn all_bases_of_a_unit_fight_alike() {
    proves!("RETG-OVR-003", "RETG-GLOS-060", "RETG-COMBAT-013");
    let setup = touching(&[(PIKE_AND_SHOT, [1000, 1000], 3)], &[(FOOT, [1000, 1000], 3)]);
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    let mut claims = Vec::new();
    for _ in 0..60 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request } => {
                let choices = offered(&session, side, &request);
                let passes = choices.contains(&Decision::Pass);
                let events =
                    does(&mut session, side, if passes { Decision::Pass } else { choices[0].clone() });
                claims.extend(events.into_iter().filter_map(own_claims));
            }
            Awaiting::Dice(roll) if !roll.draws() => {
                let events = throw_all(&mut session, 1);
                claims.extend(events.into_iter().filter_map(own_claims));
            }
            _ => break,
        }
    }
    // Three files, pikes in the middle one: the same claims.
    assert!(claims.len() >= 3);
    assert!(claims.windows(2).all(|pair| pair[0] == pair[1]), "{claims:?}");
}

fn own_claims(event: Event) -> Option<i32> {
    match event {
        Event::Combat(F::Fights { red, .. }) => Some(red.total()),
        _ => None,
    }
}

#[test]
fn foot_in_a_flank_sector_are_nervous() {
    proves!("RETG-GLOS-034", "RETG-GLOS-084", "RETG-KAB-014");
    // Their Commander's horse breaks near two regiments: one stands partly in the outer 10 BW, skirmishers are not Nervous.
    let levels = |troops: &'static str, form: Option<Form>| {
        let blue = [[(PLAIN_HORSE, [1150, 1000], 2), (troops, [950, 1250], 3)].as_slice(), &RESERVE].concat();
        let mut setup = apart(setup(
            &[("4 mounted, loose, formed, protected, superior, charging pistol", [1150, 800], 2)],
            &blue,
        ));
        setup.start.red.commanders = vec![CommanderPost::At([2300, 300].map(Bw))];
        setup.start.blue.commanders = vec![CommanderPost::At([3300, 2700].map(Bw))];
        setup.start.blue.units[0].lost = 2;
        setup.start.blue.units[1].form = form;
        let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
        does(&mut session, Side::Red, charge(1, None));
        nothing_more(&mut session);
        does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
        while let Some((side, Request::Combat(_))) = asked(&session) {
            let first = offers(&session)[0].clone();
            does(&mut session, side, first);
        }
        throw_all(&mut session, 4);
        throw_all(&mut session, 1);
        let events = throw_all(&mut session, 1);
        events.iter().find_map(|event| match event {
            Event::Outcome(O::Tested { steps, cause: Cause::TugBroke, .. }) => Some(steps.total()),
            _ => None,
        })
    };
    assert_eq!(levels(FOOT, None), Some(1));
    let flexible = "6 foot, flexible, formed";
    assert_eq!(levels(flexible, Some(Form::Skirmish)), Some(0));
    assert_eq!(levels(flexible, Some(Form::Loose)), Some(1));
}

#[test]
fn flexible_troops_stop_at_their_edge_and_are_tested() {
    proves!("RETG-GLOS-112", "RETG-KAB-026", "RETG-CHARGE-062");
    let away = |troops: &'static str, form: Option<Form>, at: [i32; 2], facing: u16| {
        let blue = [[(troops, at, 2)].as_slice(), &RESERVE].concat();
        let mut setup = apart(setup(&[(PLAIN_HORSE, [at[0], at[1] - 250], 2)], &blue));
        setup.start.blue.commanders = vec![CommanderPost::At([1300, 2300].map(Bw))];
        setup.start.blue.units[0].form = form;
        setup.start.blue.units[0].facing = facing;
        let mut session = charging_with(&setup, &[Green, Green, Green], &[White; 3]);
        let near = session.choose(Side::Red, charge(1, Some(by(HORN, Green)))).is_ok();
        if !near {
            let paid = caracole_renatio::battle::Paid { by: HORN, cards: pay_more(Green, &[Green]) };
            does(&mut session, Side::Red, charge(1, Some(paid)));
        }
        nothing_more(&mut session);
        assert!(matches!(asked(&session), Some((Side::Blue, Request::Charge(Rc::Respond { .. })))));
        let runs = C::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
        does(&mut session, Side::Blue, Decision::Charge(runs));
        let events = throw(&mut session, &[&[3]]);
        (session, events)
    };
    let flexible = "4 mounted, flexible, formed";
    let (mut session, _) = away(flexible, Some(Form::Skirmish), [1000, 2700], 180);
    // It must run, stops at the edge, and is tested.
    let events = throw_all(&mut session, 1);
    let tested = |event: &Event| matches!(event, Event::Outcome(O::Tested { cause: Cause::TableEdge, .. }));
    assert!(events.iter().any(tested));
    assert!(session.battle().world().rects(ug(2)).iter().all(|rect| rect.centre().y.get() <= 30 * 40_000));
    // At a side edge it turns and goes on along it.
    let mut setup = apart(setup(
        &[(PLAIN_HORSE, [600, 1500], 2)],
        &[[("4 mounted, skirmishers", [300, 1500], 2)].as_slice(), &RESERVE].concat(),
    ));
    (setup.start.red.units[0].facing, setup.start.blue.units[0].facing) = (270, 90);
    let mut session = charging_with(&setup, &[Green, Green, Green], &[White; 3]);
    if session.choose(Side::Red, charge(1, Some(by(HORN, Green)))).is_err() {
        let paid = caracole_renatio::battle::Paid { by: HORN, cards: pay_more(Green, &[Green]) };
        does(&mut session, Side::Red, charge(1, Some(paid)));
    }
    nothing_more(&mut session);
    let runs = C::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    throw(&mut session, &[&[3]]);
    let world = session.battle().world();
    let facing = world.facing(ug(2)).millidegrees();
    assert!(facing == 0 || facing == 180_000, "{facing}");
    assert!(world.rects(ug(2)).iter().all(|rect| rect.centre().x.get() < 3 * 40_000));
}

#[test]
fn guns_only_wheel_and_any_shot_is_hand_held() {
    proves!("RETG-GLOS-004", "RETG-ARMY-002", "RETG-GLOS-073");
    let mut session =
        moving(&setup(&[("2 heavy guns, formed", [1000, 800], 2)], &far()), &[Red, White, White]);
    assert_eq!(rule_of(&mut session, march(&[1], &[forward(100)]), pay(Red)), "RETG-MOVE-069");
    let guns = profile("2 heavy guns, formed");
    assert!(!guns.acts_as_sug(guns.forms()[0]) && guns.counts_as_tug());
    assert_eq!(guns.arm, Arm::HeavyArtillery);
    // Sizes at 40 mm: foot 20 deep, mounted 30, guns 40; at 60 mm 30, 40 and 60.
    let depth = |line: &'static str, mm: u8| {
        let mut setup = setup(&[(line, [1000, 800], 2)], &far());
        setup.base_mm = mm;
        let session = start(&setup);
        let base = session.battle().world().bases_of(ug(1))[0].base;
        (base.width.get() / 1000, base.depth.get() / 1000)
    };
    assert_eq!(depth("4 foot, loose, formed", 40), (40, 20));
    assert_eq!(depth(PLAIN_HORSE, 40), (40, 30));
    assert_eq!(depth("2 heavy guns, formed", 40), (40, 40));
    assert_eq!(depth("4 foot, loose, formed", 60), (60, 30));
    assert_eq!(depth(PLAIN_HORSE, 60), (60, 40));
    assert_eq!(depth("2 heavy guns, formed", 60), (60, 60));
}

#[test]
fn obstacles_stand_until_the_unit_moves_and_are_placed_again() {
    proves!("RETG-GLOS-019", "RETG-GLOS-086");
    let with = |troops: &'static str, ahead: i32| {
        moving(&setup(&[(troops, [1000, 800], 3)], &[(FOOT, [1000, 900 + ahead], 3)]), &[Red, Yellow, White])
    };
    let (caltrops, stakes) = ("6 foot, loose, formed, caltrops", "6 foot, loose, formed, stakes");
    let again = || Action::Switch { ug: ug(1), to: Switch::Obstacles };
    for (troops, far, card) in [(caltrops, 200, Yellow), (stakes, 400, Red)] {
        let mut session = with(troops, far);
        assert!(session.battle().world()[ug(1)].obstacles);
        // They stay behind when it moves.
        does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
        assert!(!session.battle().world()[ug(1)].obstacles);
        let place = |ahead: i32| {
            let session = with(troops, ahead);
            let battle = session.battle().with_world(|world| world[ug(1)].obstacles = false);
            let placed = |cards| {
                let decision = prompt(again(), cards);
                battle.plan(Side::Red, &decision).err().map(|refusal| refusal.rule.id())
            };
            (placed(pay(White)), placed(pay(card)))
        };
        assert_eq!(place(far), (Some("RETG-MOVE-003"), None));
        assert!(place(far - 110).1.is_some());
    }
    let mut plain = with(FOOT, 400);
    assert_eq!(rule_of(&mut plain, again(), pay(Red)), "RETG-GLOS-019");
}
