//! Rules that need a scene of their own.

use crate::before::{asks, deploying_in_wood, say, why};
use crate::support::*;
use caracole_kernel::{Awaiting, Rules, Session, Side};
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::army::{Role, builtin, price};
use caracole_renatio::battle::before::{Decision as B, Request as Rb};
use caracole_renatio::battle::charging::{Decision as C, Request as R, Response, Toward};
use caracole_renatio::battle::fights::{Event as F, Request as Rf};
use caracole_renatio::battle::outcomes::{Event as O, Request as Or};
use caracole_renatio::battle::shooting::Request as Rs;
use caracole_renatio::battle::{
    Bw, CommanderId, CommanderPost, Decision, Enter, Event, Leg, MarchPost, Phase, Presence, Renatio,
    Request, Setup, Trust, encounter,
};
use caracole_renatio::charts::CampKind;
use caracole_renatio::kab::Cause;
use caracole_renatio::troops::{CommandType, Grade};

const FOOT: &str = "6 foot, close, formed, protected";
const LOOSE: &str = "6 foot, loose, formed, protected";
const MUSKETS: &str = "6 foot, loose, formed, protected, musket";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";
const CUIRASSIERS: &str = "4 mounted, loose, formed, protected, superior, charging pistol";

/// Passes, and takes the first choice where passing is not allowed, until a phase.
fn until(session: &mut Session<Renatio>, phase: Phase) {
    while session.battle().world().when.phase < phase {
        let Some((side, request)) = asked(session) else { return };
        let choices = offered(session, side, &request);
        let decision = if choices.contains(&Decision::Pass) { Decision::Pass } else { choices[0].clone() };
        does(session, side, decision);
    }
}

#[test]
fn shooters_behind_a_screen_do_not_fire() {
    proves!("RETG-CHARGE-072");
    // RETG-EX-019.
    // The regiment stands 2 BW behind the skirmishers, whom the horse charge: its way ends at their bases.
    let blue = [("6 foot, skirmishers, musket", [1000, 1100], 3), (MUSKETS, [1000, 1400], 3)];
    let mut session = charging_with(
        &apart(setup(&[(PLAIN_HORSE, [1000, 800], 2)], &[blue.as_slice(), &RESERVE].concat())),
        &[Green; 3],
        &[White; 3],
    );
    does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
    while let Some((side, Request::Charge(R::Clear | R::Declare | R::Counter))) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let runs = C::Respond { how: Response::RunAway, toward: Some(Toward::Rear) };
    does(&mut session, Side::Blue, Decision::Charge(runs));
    assert_eq!(asked(&session), Some((Side::Blue, Request::Shooting(Rs::AtChargers))));
    for offer in offers(&session) {
        if let Decision::Shooting(caracole_renatio::battle::shooting::Decision::Salvos(salvos)) = offer {
            assert!(salvos.iter().all(|salvo| salvo.ug == ug(2)), "{salvos:?}");
        }
    }
}

#[test]
fn a_unit_fought_in_front_and_flank_is_destroyed_where_it_stands() {
    proves!("RETG-ROUT-016", "RETG-ROUT-001", "RETG-SEQ-030");
    let red = [
        ("6 foot, close, formed, protected, superior, aggressive", [1000, 1000], 3),
        ("4 foot, loose, formed", [1150, 1050], 2),
    ];
    let blue = [[(LOOSE, [1000, 1000], 3)].as_slice(), &RESERVE].concat();
    let mut setup = apart(setup(&red, &blue));
    setup.start.red.units[1].facing = 270;
    setup.start.blue.units[0].lost = 3;
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    until(&mut session, Phase::Fighting);
    let mut events = Vec::new();
    for _ in 0..30 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: request @ Request::Combat(_) } => {
                let first = if request == Request::Combat(Rf::Align) {
                    Decision::Pass
                } else {
                    offered(&session, side, &request)[0].clone()
                };
                events.extend(does(&mut session, side, first));
            }
            Awaiting::Dice(roll) if roll.side == Some(Side::Red) => events.extend(throw_all(&mut session, 4)),
            Awaiting::Dice(_) => events.extend(throw_all(&mut session, 1)),
            _ => break,
        }
    }
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Outcome(O::Broke { ug: broken, .. }) if *broken == ug(3)))
    );
    // No rout move, and it is gone.
    assert!(!events.iter().any(|event| matches!(event, Event::Outcome(O::Routed { .. }))));
    assert_eq!(session.battle().world()[ug(3)].presence, Presence::Broken);
}

#[test]
fn a_wiped_out_file_lets_its_flankers_press_in() {
    proves!("RETG-SEQ-017", "RETG-COMBAT-011");
    // One base deep: the first Skull takes a whole file, and the enemy at its flank comes up to the next.
    let red = [("4 foot, loose, formed, protected, superior", [1150, 1025], 2)];
    let blue = [[("4 foot, loose, formed, protected", [950, 1000], 4)].as_slice(), &RESERVE].concat();
    let mut setup = apart(setup(&red, &blue));
    setup.start.red.units[0].facing = 270;
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    until(&mut session, Phase::Fighting);
    let before = corner(&session, 1);
    let mut events = Vec::new();
    for _ in 0..12 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: request @ Request::Combat(_) } => {
                let first = if request == Request::Combat(Rf::Align) {
                    Decision::Pass
                } else {
                    offered(&session, side, &request)[0].clone()
                };
                events.extend(does(&mut session, side, first));
            }
            Awaiting::Dice(roll) if roll.side == Some(Side::Red) => {
                let lost =
                    events.iter().any(|event| matches!(event, Event::Outcome(O::Lost { bases: 1, .. })));
                events.extend(throw_all(&mut session, if lost { 1 } else { 6 }));
            }
            Awaiting::Dice(_) => events.extend(throw_all(&mut session, 1)),
            _ => break,
        }
    }
    assert!(events.iter().any(|event| matches!(event, Event::Combat(F::Fights { .. }))), "{events:?}");
    assert_eq!(session.battle().world().size(ug(2)), 3);
    // It has gone to the left by the width of the file, at most 1 BW.
    let world = session.battle().world();
    let moved = world
        .rects(ug(1))
        .iter()
        .any(|own| world.rects(ug(2)).iter().any(|other| own.contact(other).is_some()));
    assert!(moved && corner(&session, 1)[1] == before[1]);
}

#[test]
fn distances_are_measured_to_where_the_broken_stood() {
    proves!("RETG-ROUT-007", "RETG-KAB-003");
    // Two bases are left of the horse, at 19 to 21 BW; the regiment is 2.9 BW to the right of them.
    let broken = |gap: i32| {
        let blue =
            [[(PLAIN_HORSE, [2000, 1000], 2), (FOOT, [2100 + gap + 150, 1000], 3)].as_slice(), &RESERVE]
                .concat();
        let mut setup = apart(setup(&[(CUIRASSIERS, [2000, 800], 2)], &blue));
        setup.start.blue.units[0].lost = 2;
        setup.start.blue.units[2].at = [3300, 2300].map(Bw);
        let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
        does(&mut session, Side::Red, charge(1, None));
        nothing_more(&mut session);
        does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
        while let Some((side, Request::Combat(_))) = asked(&session) {
            let first = offers(&session)[0].clone();
            does(&mut session, side, first);
        }
        // A Skull takes the base on the left: those on the right stay, and with them the distance.
        let mut events = throw_all(&mut session, 6);
        events.extend(throw_all(&mut session, 1));
        for _ in 0..6 {
            match session.battle().awaiting().clone() {
                Awaiting::Decision {
                    side,
                    request: request @ (Request::Combat(_) | Request::Outcome(Or::Lose { .. })),
                } => {
                    let first = offered(&session, side, &request)[0].clone();
                    events.extend(does(&mut session, side, first));
                }
                Awaiting::Dice(_) => events.extend(throw_all(&mut session, 2)),
                _ => break,
            }
        }
        events.iter().any(|event| matches!(event, Event::Outcome(O::Tested { ug: tested, cause: Cause::TugBroke, .. }) if *tested == ug(3)))
    };
    assert!(broken(290) && !broken(320));
}

#[test]
fn who_breaks_by_fire_routs_in_the_shooting_phase() {
    proves!("RETG-SEQ-022", "RETG-ROUT-001", "RETG-SHOOT-010");
    let blue = [[("6 foot, loose, formed", [1000, 1000], 3)].as_slice(), &RESERVE].concat();
    let mut setup = apart(setup(&[(MUSKETS, [1000, 800], 3)], &blue));
    setup.start.blue.units[0].lost = 3;
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    until(&mut session, Phase::Shooting);
    let first = offers(&session)[0].clone();
    let mut events = does(&mut session, Side::Red, first.clone());
    // Those who have shot do not shoot again in the turn.
    assert!(session.choose(Side::Red, first).is_err());
    while let Some((side, Request::Shooting(_))) = asked(&session) {
        events.extend(does(&mut session, side, Decision::Pass));
    }
    events.extend(throw_all(&mut session, 5));
    while let Some((side, Request::Shooting(_))) = asked(&session) {
        let first = offers(&session)[0].clone();
        events.extend(does(&mut session, side, first));
    }
    assert_eq!(session.battle().world().when.phase, Phase::Shooting);
    events.extend(throw(&mut session, &[&[3]]));
    assert!(events.iter().any(|event| matches!(event, Event::Outcome(O::Routed { .. }))));
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::Broken);
}

#[test]
fn battlewagons_do_not_pursue() {
    proves!("RETG-ROUT-022");
    let blue = [[("6 foot, loose, formed", [1000, 1000], 3)].as_slice(), &RESERVE].concat();
    let mut setup = apart(setup(&[("4 battlewagons, formed", [1000, 1000], 4)], &blue));
    setup.start.blue.units[0].lost = 3;
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    until(&mut session, Phase::Fighting);
    let mut events = Vec::new();
    for _ in 0..40 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: request @ Request::Combat(_) } => {
                let first = if request == Request::Combat(Rf::Align) {
                    Decision::Pass
                } else {
                    offered(&session, side, &request)[0].clone()
                };
                events.extend(does(&mut session, side, first));
            }
            Awaiting::Decision { request: Request::Outcome(asked), .. } => {
                assert!(!matches!(asked, Or::Pursue { .. }));
                break;
            }
            Awaiting::Dice(roll) if roll.side == Some(Side::Red) => events.extend(throw_all(&mut session, 6)),
            Awaiting::Dice(_) => events.extend(throw_all(&mut session, 1)),
            _ => break,
        }
    }
    assert!(events.iter().any(|event| matches!(event, Event::Outcome(O::Broke { .. }))), "{events:?}");
    assert!(!events.iter().any(|event| matches!(event, Event::Outcome(O::Pursued { .. }))));
}

#[test]
fn further_forced_flights_are_outcome_moves() {
    proves!("RETG-MOVE-009", "RETG-GLOS-040");
    // Skirmishers who have been pushed back are free to act, and are pushed back again by another regiment.
    const DRILLED: &str = "6 foot, loose, drilled, protected";
    let red = [(DRILLED, [1000, 800], 3), (DRILLED, [1340, 1180], 3)];
    let blue = [[("6 foot, skirmishers", [1050, 950], 3)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&red, &blue);
    setup.start.blue.commanders = vec![CommanderPost::At([1300, 2700].map(Bw))];
    let mut session = moving(&setup, &[White; 3]);
    use caracole_renatio::battle::outcomes::{Decision as Od, GiveWay};
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(300)]), pay(White)));
    does(&mut session, Side::Blue, Decision::Outcome(Od::GiveWay(GiveWay::PushedBack)));
    if asked(&session).map(|(side, _)| side) == Some(Side::Blue) {
        does(&mut session, Side::Blue, Decision::Pass);
    }
    does(&mut session, Side::Red, prompt(march(&[2], &[forward(100)]), pay(White)));
    assert_eq!(asked(&session), Some((Side::Blue, Request::Outcome(Or::GiveWay { ug: ug(3) }))));
    does(&mut session, Side::Blue, Decision::Outcome(Od::GiveWay(GiveWay::PushedBack)));
    assert!(!session.battle().world()[ug(3)].acted);
}

/// A battle with two flank marches, red's round the left and blue's round the same edge.
fn both_march(ally: bool) -> Setup {
    let red = [(FOOT, [2000, 300], 3), (FOOT, [2500, 300], 3), ("4 mounted, skirmishers", [1000, 300], 2)];
    let blue = [RESERVE.as_slice(), &[("4 mounted, skirmishers", [1000, 2500], 2)]].concat();
    let mut setup = setup(&red, &blue);
    let role = if ally { Role::Ally } else { Role::Sub };
    setup.armies.red.commanders.push(commander("Wedel", role, Grade::Competent, CommandType::Instinctive));
    setup.armies.red.units[2].ally = ally;
    setup.armies.blue.commanders.push(commander(
        "Horn",
        Role::Sub,
        Grade::Competent,
        CommandType::Instinctive,
    ));
    setup.start.red.commanders.push(CommanderPost::At([300, 300].map(Bw)));
    setup.start.blue.commanders.push(CommanderPost::At([300, 2700].map(Bw)));
    (setup.start.red.units[2].command, setup.start.blue.units[3].command) = (1, 1);
    setup.start.red.marches = vec![MarchPost { commander: 1, edge: Hand::Left, units: vec![2] }];
    setup.start.blue.marches = vec![MarchPost { commander: 1, edge: Hand::Left, units: vec![3] }];
    setup
}

#[test]
fn flank_marches_of_both_sides_keep_apart() {
    proves!("RETG-FLANK-023");
    let mut session = start(&both_march(false));
    deal(&mut session, &[&[White; 3], &[Red, White, White], &[White; 3], &[Red, White, White]]);
    until(&mut session, Phase::Movement);
    let enter = |number, by, at: i32| {
        let paid = caracole_renatio::battle::Paid { by, cards: pay(White) };
        Decision::Enter(Enter {
            ug: ug(number),
            at: Bw(at),
            form: None,
            legs: vec![Leg::Forward(Bw(500))],
            paid,
        })
    };
    does(&mut session, Side::Red, enter(3, CommanderId(1), 1000));
    assert_eq!(
        session.choose(Side::Blue, enter(7, CommanderId(3), 1700)).unwrap_err().rule.id(),
        "RETG-FLANK-023"
    );
    does(&mut session, Side::Blue, enter(7, CommanderId(3), 1850));
}

#[test]
fn the_first_red_card_of_an_ally_on_the_march_only_makes_him_reliable() {
    proves!("RETG-CMD-045", "RETG-FLANK-003", "RETG-CMD-041");
    let mut session = start(&both_march(true));
    deal(&mut session, &[&[White; 3], &[White, White, Black], &[White; 3], &[White; 3]]);
    assert_eq!(session.battle().world().commanders[1].trust, Trust::Unreliable);
    while let Some((side, request)) = asked(&session) {
        let away = Decision::Discard { of: CommanderId(1), card: White };
        let keeps = request == Request::Keep
            && side == Side::Red
            && session.battle().world().commanders[1].hand.count(White) == 2;
        does(&mut session, side, if keeps { away } else { Decision::Pass });
    }
    let events = throw(&mut session, &[&[Red as u8]]);
    assert!(events.contains(&Event::Discarded { of: CommanderId(1), card: Red }));
    let world = session.battle().world();
    assert_eq!((world.commanders[1].trust, world.commanders[1].hand.count(Red)), (Trust::Reliable, 0));
}

#[test]
fn an_unreliable_ally_fights_back_and_moves_bases() {
    proves!("RETG-CMD-048");
    const DRILLED: &str = "6 foot, loose, drilled, protected";
    let claims = |unreliable: bool| {
        let red = [(FOOT, [2000, 300], 3), (DRILLED, [1000, 1000], 3)];
        let blue = [[(FOOT, [1000, 1000], 3), (FOOT, [1300, 1000], 3)].as_slice(), &RESERVE].concat();
        let mut setup = setup(&red, &blue);
        setup.armies.red.units[1].ally = true;
        setup.armies.red.commanders.push(commander(
            "Ally",
            Role::Ally,
            Grade::Competent,
            CommandType::Instinctive,
        ));
        setup.start.red.units[1].command = 1;
        setup.start.red.commanders =
            vec![CommanderPost::At([2000, 100].map(Bw)), CommanderPost::At([1000, 700].map(Bw))];
        setup.start.blue.commanders = vec![CommanderPost::At([1000, 1700].map(Bw))];
        let hand = if unreliable { [White, White, White] } else { [Green, White, White] };
        let mut session = start(&setup);
        deal(&mut session, &[&[White; 3], &hand, &[White; 3]]);
        let mut theirs = Vec::new();
        for _ in 0..60 {
            match session.battle().awaiting().clone() {
                Awaiting::Decision { side, request } => {
                    let choices = offered(&session, side, &request);
                    let passes = choices.contains(&Decision::Pass);
                    let decision = if passes { Decision::Pass } else { choices[0].clone() };
                    theirs.extend(does(&mut session, side, decision).into_iter().filter_map(blue_claims));
                }
                Awaiting::Dice(roll) if !roll.draws() => {
                    theirs.extend(throw_all(&mut session, 1).into_iter().filter_map(blue_claims));
                }
                _ => break,
            }
        }
        theirs[0]
    };
    // The opponent of the Combat Shy has one claim more.
    assert_eq!(claims(true), claims(false) + 1);
}

fn blue_claims(event: Event) -> Option<i32> {
    match event {
        Event::Combat(F::Fights { blue, .. }) => Some(blue.total()),
        _ => None,
    }
}

#[test]
fn scouts_move_before_the_battle() {
    proves!("RETG-GLOS-070", "RETG-SEQ-002");
    let mut setup = encounter(caracole_kernel::BySide {
        red: builtin("retg/swedish-1632").unwrap(),
        blue: builtin("retg/imperial-1632").unwrap(),
    });
    for army in [&mut setup.armies.red, &mut setup.armies.blue] {
        let unit = army
            .units
            .iter_mut()
            .find(|unit| unit.troops.profile.arm == caracole_renatio::troops::Arm::Mounted);
        let troops = &mut unit.unwrap().troops;
        troops.profile.characteristics =
            troops.profile.characteristics.with(caracole_renatio::troops::Characteristic::Scouts);
    }
    let mut session = Session::<Renatio>::start(setup).unwrap();
    let nonces = caracole_kernel::BySide { red: String::new(), blue: String::new() };
    let mut dice =
        caracole_kernel::dice::Verifiable::new(&caracole_kernel::dice::Seed::from_number(5), &nonces);
    for _ in 0..500 {
        match session.battle().awaiting().clone() {
            Awaiting::Dice(_) => {
                session.throw(&mut dice).unwrap();
            }
            Awaiting::Decision { request: Request::Before(Rb::Scouts), .. } => break,
            Awaiting::Decision { side, request: request @ Request::Before(_) } => {
                let mut all = Vec::new();
                Renatio::candidates(session.battle(), side, &request, &mut all);
                does(&mut session, side, all.swap_remove(0));
            }
            _ => break,
        }
    }
    let Some((side, Request::Before(Rb::Scouts))) = asked(&session) else { panic!("nobody scouts") };
    // The invader begins; no card is used, and each moves once.
    let defender = session.battle().world().before.as_ref().unwrap().defender;
    assert_eq!(side, defender.other());
    let scout =
        offers(&session).into_iter().find(|offer| matches!(offer, Decision::Before(B::Scout(_)))).unwrap();
    does(&mut session, side, scout.clone());
    assert!(session.choose(side, scout).is_err());
    assert_eq!(asked(&session), Some((defender, Request::Before(Rb::Scouts))));
}

#[test]
fn flexible_foot_deploys_on_a_wing_as_skirmishers() {
    proves!("RETG-GLOS-111", "RETG-ARMY-008", "RETG-TROOP-008", "RETG-GLOS-103");
    use caracole_renatio::troops::{Form, Troops};
    let mut setup = encounter(caracole_kernel::BySide {
        red: builtin("retg/swedish-1632").unwrap(),
        blue: builtin("retg/imperial-1632").unwrap(),
    });
    setup.armies.red.units[0].troops = Troops::read("6 foot, flexible, formed, musket").unwrap();
    setup.armies.red.units[0].count = 1;
    let battle = Session::<Renatio>::start(setup).unwrap();
    let troops = battle.battle().world()[ug(1)].profile.clone();
    assert!(troops.forms().contains(&Form::Skirmish) && troops.acts_as_sug(Form::Skirmish));
    // A camp is deployed before anything else, and Commanders get their units afterwards.
    let mut session = deploying_in_wood();
    while let Some((side, Rb::Orders)) = asks(&session) {
        does(&mut session, side, Decision::Pass);
    }
    let Some((side, Rb::Deploy)) = asks(&session) else { panic!("somebody deploys") };
    let any = B::Unit { ug: ug(12), at: [Bw(2200), Bw(2200)], wide: 3, form: None, turned: 0 };
    assert_eq!(why(&mut session, side, any), "RETG-CAMP-014");
    let camp = offers(&session)[0].clone();
    assert!(matches!(camp, Decision::Before(B::Camp(_))));
    if let Decision::Before(camp) = camp {
        say(&mut session, side, camp);
    }
}

#[test]
fn an_army_without_a_camp_pays_for_it() {
    proves!("RETG-CAMP-004", "RETG-TOURN-002");
    let mut army = builtin("retg/swedish-1632").unwrap();
    let charts = caracole_renatio::charts::Charts::standard().unwrap();
    let points = |army: &caracole_renatio::army::Army| price(&charts, army).total();
    let with = points(&army);
    army.camp.kind = CampKind::NoCamp;
    assert!(points(&army) > with);
    // The standard table is 45 by 30 BW.
    assert_eq!(encounter(caracole_kernel::BySide { red: army.clone(), blue: army }).table_bw, [45, 30]);
}

#[test]
fn a_group_is_of_troops_of_one_type() {
    proves!("RETG-TROOP-009", "RETG-MOVE-029");
    let mut setup = setup(&[(PLAIN_HORSE, [1000, 800], 2), (LOOSE, [1350, 800], 3)], &far());
    setup.start.red.commanders = vec![CommanderPost::At([1100, 500].map(Bw))];
    let mut session = moving(&setup, &[Green, Green, Green]);
    assert_eq!(
        rule_of(&mut session, march(&[1, 2], &[forward(200)]), pay_more(White, &[Green])),
        "RETG-MOVE-029"
    );
}

#[test]
fn an_unreliable_ally_moves_bases_in_combat() {
    proves!("RETG-CMD-049", "RETG-CMD-041");
    use caracole_renatio::battle::after_melee::{Act, Decision as A, Request as Ra};
    const DRILLED: &str = "6 foot, loose, drilled, protected";
    let red = [(FOOT, [2000, 300], 3), (DRILLED, [1000, 1000], 3)];
    let blue = [[(FOOT, [1000, 1000], 3), (FOOT, [1300, 1000], 3)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&red, &blue);
    setup.armies.red.units[1].ally = true;
    setup.armies.red.commanders.push(commander(
        "Ally",
        Role::Ally,
        Grade::Competent,
        CommandType::Instinctive,
    ));
    setup.start.red.units[1].command = 1;
    setup.start.red.commanders =
        vec![CommanderPost::At([2000, 100].map(Bw)), CommanderPost::At([1000, 700].map(Bw))];
    setup.start.blue.commanders = vec![CommanderPost::At([1000, 1700].map(Bw))];
    let mut session = start(&setup);
    deal(&mut session, &[&[White; 3], &[White; 3], &[White; 3]]);
    for _ in 0..200 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side: Side::Red, request: Request::Fighting(Ra::Micro) }
                if session.battle().world().when.turn == 2 =>
            {
                break;
            }
            Awaiting::Decision { side, request } => {
                let away = Decision::Discard { of: CommanderId(1), card: White };
                let keeps = request == Request::Keep
                    && side == Side::Red
                    && session.battle().world().commanders[1].hand.total() == 3;
                let choices = offered(&session, side, &request);
                let passes = choices.contains(&Decision::Pass);
                let other = if passes { Decision::Pass } else { choices[0].clone() };
                does(&mut session, side, if keeps { away } else { other });
            }
            Awaiting::Dice(roll) if roll.draws() => {
                let count = usize::from(roll.pools[0].dice);
                throw(&mut session, &[&vec![Green as u8; count]]);
            }
            Awaiting::Dice(_) => {
                throw_all(&mut session, 1);
            }
            Awaiting::Nothing(_) => break,
        }
    }
    // A GREEN does not make him reliable, and pays for this.
    assert_eq!(session.battle().world().commanders[1].trust, Trust::Unreliable);
    let act = Act::Shift { ug: ug(2), from: 0, bases: 1, to: 3 };
    let paid = caracole_renatio::battle::Paid { by: CommanderId(1), cards: pay(Green) };
    does(&mut session, Side::Red, Decision::Fighting(A { act, paid }));
    // Breaking off is a move.
    let act = Act::BreakOff { ug: ug(2) };
    let off = session.battle().plan(Side::Red, &Decision::Fighting(A { act, paid }));
    assert!(off.is_err());
}

#[test]
fn a_front_base_of_another_kind_dies_first() {
    proves!("RETG-COMBAT-056", "RETG-GLOS-026");
    use caracole_renatio::battle::Figures;
    let colunela = "6 foot, close, formed, protected, arquebus, pike, colunela";
    let blue =
        [[("6 foot, close, formed, protected, superior", [1000, 1000], 2)].as_slice(), &RESERVE].concat();
    let mut session = charging_with(
        &apart(setup(&[(colunela, [1000, 1000], 2), (FOOT, [2000, 300], 3), (FOOT, [2500, 300], 3)], &blue)),
        &[White; 3],
        &[White; 3],
    );
    until(&mut session, Phase::Fighting);
    let figures = |session: &Session<Renatio>, file: u8| -> Vec<Figures> {
        let mut bases = session.battle().world().bases_of(ug(1)).to_vec();
        bases.retain(|base| base.at.file == file);
        bases.sort_by_key(|base| base.at.rank);
        bases.iter().map(|base| base.profile.figures).collect()
    };
    assert_eq!(figures(&session, 0), [Figures::Shot, Figures::Pike, Figures::Pike]);
    for _ in 0..20 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: request @ Request::Combat(_) } => {
                let first = if request == Request::Combat(Rf::Align) {
                    Decision::Pass
                } else {
                    offered(&session, side, &request)[0].clone()
                };
                does(&mut session, side, first);
            }
            Awaiting::Dice(roll) if roll.side == Some(Side::Blue) => {
                throw_all(&mut session, 6);
            }
            Awaiting::Dice(_) => {
                throw_all(&mut session, 1);
            }
            _ => break,
        }
        if session.battle().world().size(ug(1)) < 6 {
            break;
        }
    }
    let hit = (0..2).find(|file| figures(&session, *file).len() == 2).expect("a file has lost a base");
    assert_eq!(figures(&session, hit), [Figures::Pike, Figures::Pike]);
}

#[test]
fn a_set_formation_that_has_lost_bases_turns_into_its_shape() {
    proves!("RETG-FORM-003", "RETG-FORM-004");
    // Found by fuzzing: two bases were lost, and the figures that are left do not fill the front rank as it is drawn.
    use caracole_renatio::battle::{Action, Turned};
    for hand in [Hand::Left, Hand::Right] {
        for lost in 0..3 {
            let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
            setup.start.red.units[0].lost = lost;
            let mut session = moving(&setup, &[Yellow, Green, Green]);
            let turn = Action::Turn(Turned { ug: ug(1), to: Some(hand), forward: None, move_first: false });
            does(&mut session, Side::Red, prompt(turn, pay(Yellow)));
            assert_eq!(session.battle().world().formation(ug(1)).width(), 3, "{lost}");
        }
    }
}

#[test]
fn a_unit_that_fire_wipes_out_breaks_before_anybody_else_chooses_losses() {
    proves!("RETG-SHOOT-034", "RETG-SHOOT-039", "RETG-UNIV-003");
    // Found by fuzzing: two guns are lost while another unit's owner must still choose a base.
    let red = [(MUSKETS, [1000, 800], 3), (MUSKETS, [1500, 800], 3)];
    let blue =
        [[("2 light guns, formed", [1000, 1000], 2), (LOOSE, [1500, 1000], 3)].as_slice(), &RESERVE].concat();
    let mut setup = apart(setup(&red, &blue));
    setup.start.blue.units[0].wound = true;
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    until(&mut session, Phase::Shooting);
    while let Some((side, Request::Shooting(Rs::Fire))) = asked(&session) {
        let first = offers(&session)[0].clone();
        does(&mut session, side, first);
    }
    while let Awaiting::Dice(roll) = session.battle().awaiting() {
        if roll.purpose != caracole_renatio::battle::RollPurpose::Volley {
            break;
        }
        let face = if roll.side == Some(Side::Red) { 5 } else { 1 };
        throw_all(&mut session, face);
        Renatio::invariants(session.battle()).unwrap();
    }
    assert_eq!(asked(&session), Some((Side::Blue, Request::Shooting(Rs::Lose { ug: ug(4) }))));
    let first = offers(&session)[0].clone();
    does(&mut session, Side::Blue, first);
    assert!(matches!(session.battle().world()[ug(3)].presence, Presence::Routing | Presence::Broken));
    Renatio::invariants(session.battle()).unwrap();
}
