//! Fire at chargers is the owner's choice, and so is from whom broken units rout.

use crate::support::*;
use caracole_kernel::{Awaiting, Session, Side};
use caracole_ledger::proves;
use caracole_renatio::battle::charging::Request as R;
use caracole_renatio::battle::outcomes::{Decision as Od, Request as Or};
use caracole_renatio::battle::shooting::{Decision as D, Request as Rs, Salvo};
use caracole_renatio::battle::{Decision, Event, Renatio, Request};

const FOOT: &str = "6 foot, close, formed, protected, musket";
const PLAIN_HORSE: &str = "4 mounted, loose, formed, protected";

fn dice_awaited(session: &Session<Renatio>) -> u16 {
    match session.battle().awaiting() {
        Awaiting::Dice(roll) => roll.pools.iter().map(|pool| pool.dice).sum(),
        _ => 0,
    }
}

/// Red's units have declared charges straight ahead; everybody is done with SP2.4.
fn charged(red: &[Placed<'_>], blue: &[Placed<'_>], units: &[u16]) -> Session<Renatio> {
    let mut session = charging_with(&setup(red, blue), &[Green, Green, Green], &[White, White, White]);
    for number in units {
        does(&mut session, Side::Red, charge(*number, Some(by(HORN, Green))));
        if matches!(asked(&session), Some((Side::Blue, Request::Charge(R::Declare)))) {
            does(&mut session, Side::Blue, Decision::Pass);
        }
    }
    while let Some((side, Request::Charge(R::Clear | R::Declare | R::Counter))) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    session
}

fn salvos(session: &Session<Renatio>) -> Vec<Vec<Salvo>> {
    let all = offers(session).into_iter().filter_map(|offer| match offer {
        Decision::Shooting(D::Salvos(salvos)) => Some(salvos),
        _ => None,
    });
    all.collect()
}

#[test]
fn nobody_must_shoot_at_chargers() {
    proves!("RETG-SHOOT-011", "RETG-CHARGE-070", "RETG-CHARGE-057");
    let duel = || charged(&[(PLAIN_HORSE, [1000, 800], 2)], &[(FOOT, [1000, 1250], 3)], &[1]);
    let mut all = duel();
    assert_eq!(asked(&all), Some((Side::Blue, Request::Shooting(Rs::AtChargers))));
    let every = salvos(&all)[0].clone();
    does(&mut all, Side::Blue, Decision::Shooting(D::Salvos(every.clone())));
    assert_eq!(dice_awaited(&all), 3);
    // One file may shoot and the others not.
    let mut one = duel();
    let aims = vec![every[0].aims[1]];
    does(&mut one, Side::Blue, Decision::Shooting(D::Salvos(vec![Salvo { ug: ug(2), aims }])));
    assert_eq!(dice_awaited(&one), 1);
    // Nobody need.
    let mut none = duel();
    does(&mut none, Side::Blue, Decision::Pass);
    assert_eq!(asked(&none), Some((Side::Red, Request::Charge(R::Move))));
}

#[test]
fn a_file_shoots_at_the_way_that_covers_most_of_its_front() {
    proves!("RETG-CHARGE-071", "RETG-CHARGE-056", "RETG-SHOOT-011");
    // The ways of the two brigades meet before the middle of the regiment's second file.
    let red = [(PLAIN_HORSE, [900, 800], 2), (PLAIN_HORSE, [1100, 800], 2)];
    let mut session = charged(&red, &[(FOOT, [1000, 1250], 3)], &[1, 2]);
    let at = |salvos: &[Salvo], file: u8| {
        salvos.iter().flat_map(|salvo| &salvo.aims).find(|aim| aim.file == file).map(|aim| aim.at)
    };
    let all = salvos(&session);
    let middle: Vec<_> = all.iter().filter_map(|salvos| at(salvos, 1)).collect();
    assert!(middle.contains(&ug(1)) && middle.contains(&ug(2)), "{middle:?}");
    // Blue faces down: its first file stands before red's second brigade alone.
    assert!(all.iter().all(|salvos| at(salvos, 0) == Some(ug(2))));
    let mut aim = *all[0][0].aims.iter().find(|aim| aim.file == 0).unwrap();
    aim.at = ug(1);
    let wrong = Decision::Shooting(D::Salvos(vec![Salvo { ug: ug(3), aims: vec![aim] }]));
    assert_eq!(session.choose(Side::Blue, wrong).unwrap_err().rule.id(), "RETG-CHARGE-071");
}

#[test]
fn commanded_shot_shoot_as_far_as_they_can() {
    proves!("RETG-GLOS-101", "RETG-GLOS-023");
    // The way of the horse ends 3 BW before the shot, who stand beside the regiment that is charged.
    let shot_by = |troops: &'static str| {
        let blue = [("6 foot, close, formed, protected", [1000, 1100], 3), (troops, [1250, 1400], 2)];
        let session = charged(&[(PLAIN_HORSE, [1000, 800], 2)], &blue, &[1]);
        match asked(&session) {
            Some((Side::Blue, Request::Shooting(Rs::AtChargers))) => {
                salvos(&session)[0].iter().map(|salvo| salvo.ug).collect()
            }
            _ => Vec::new(),
        }
    };
    assert_eq!(shot_by("4 foot, loose, formed, musket, commanded shot"), [ug(3)]);
    assert_eq!(shot_by("4 foot, loose, formed, musket"), []);
}

#[test]
fn shoot_and_charge_troops_choose_as_they_declare() {
    proves!("RETG-GLOS-072", "RETG-SHOOT-011");
    const BRIGADE: &str = "6 foot, close, formed, protected, musket, shoot and charge";
    let declared = || {
        let blue = [("6 foot, close, formed, protected", [1000, 1000], 3)];
        let setup = setup(&[(BRIGADE, [1000, 800], 3)], &blue);
        let mut session = charging_with(&setup, &[Green, White, White], &[White, White, White]);
        does(&mut session, Side::Red, charge(1, Some(by(HORN, Green))));
        session
    };
    let mut fires = declared();
    assert_eq!(asked(&fires), Some((Side::Red, Request::Shooting(Rs::AsItCharges { ug: ug(1) }))));
    let first = offers(&fires)[0].clone();
    does(&mut fires, Side::Red, first);
    // Its three files shoot before anybody reacts.
    assert_eq!(dice_awaited(&fires), 3);
    let mut holds = declared();
    does(&mut holds, Side::Red, Decision::Pass);
    assert_eq!(dice_awaited(&holds), 0);
    assert_eq!(corner(&holds, 1)[1], 800);
}

#[test]
fn the_owner_chooses_from_which_shooters_a_unit_routs() {
    proves!("RETG-ROUT-014");
    const MUSKETS: &str = "6 foot, loose, formed, protected, musket";
    let red = [(MUSKETS, [800, 900], 3), (MUSKETS, [1250, 900], 3)];
    let blue = [[("6 foot, loose, formed", [1000, 1200], 3)].as_slice(), &RESERVE].concat();
    let broken = |shooter: u16| {
        let mut setup = apart(setup(&red, &blue));
        setup.start.blue.units[0].lost = 3;
        let mut session = charging_with(&setup, &[White, White, White], &[White, White, White]);
        nothing_more(&mut session);
        while let Some((side, Request::Shooting(Rs::Fire))) = asked(&session) {
            let first = offers(&session)[0].clone();
            does(&mut session, side, first);
        }
        throw_all(&mut session, 5);
        while let Some((side, Request::Shooting(Rs::Lose { .. }))) = asked(&session) {
            let first = offers(&session)[0].clone();
            does(&mut session, side, first);
        }
        assert_eq!(asked(&session), Some((Side::Blue, Request::Outcome(Or::RoutFrom { ug: ug(3) }))));
        let from = |number| Decision::Outcome(Od::RoutFrom { shooter: ug(number) });
        assert_eq!(session.choose(Side::Blue, from(4)).unwrap_err().rule.id(), "RETG-ROUT-014");
        let events = does(&mut session, Side::Blue, from(shooter));
        assert!(!events.iter().any(|event| matches!(event, Event::Ended { .. })));
        session.battle().world().fray.falls[0].away.unwrap().millidegrees()
    };
    // Away from the left regiment it goes up and to the right, away from the right one up and to the left.
    assert!((1..45_000).contains(&broken(1)), "{}", broken(1));
    assert!((300_000..360_000).contains(&broken(2)), "{}", broken(2));
}
