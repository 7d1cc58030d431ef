//! Ranges and dice of shooting.

use super::*;
use crate::charts::Charts;
use crate::dice::ShootingDice as D;
use crate::readings::{Reading, Readings};
use crate::troops::{Extra, Form, Profile, Troops};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn profile(line: &str) -> Profile {
    Troops::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}")).profile
}

fn dice(shooter: &ShooterFacts<'_>, target: &TargetFacts<'_>) -> Vec<D> {
    file_dice(&charts(), Readings::default(), shooter, target).dice.to_vec()
}

const FOOT: &str = "6 foot, close, formed, protected, musket, pike and shot";

#[test]
fn bands_end_at_their_distance() {
    proves!("RETG-SHOOT-025", "RETG-SHOOT-028", "RETG-GLOS-048", "RETG-PROV-006", "RETG-QRS-009");
    let charts = charts();
    let at = |line: &str, distance| band(reach_of(&charts, &profile(line)).expect("it shoots"), distance);
    assert_eq!(
        [0, 200, 201, 400, 401].map(|d| at(FOOT, d)),
        [Some(Band::Effective), Some(Band::Effective), Some(Band::Long), Some(Band::Long), None]
    );
    // Caracole has effective range only, whatever the weapon.
    let caracole = "4 mounted, loose, formed, carbine, later caracole";
    assert_eq!((at(caracole, 200), at(caracole, 201)), (Some(Band::Effective), None));
    // Manga of a Tercio reaches 5 BW, other arquebuses do not.
    let manga = "16 foot, close, formed, arquebus, pike, manga, tercio";
    assert_eq!((at(manga, 500), at("6 foot, loose, formed, arquebus", 500)), (Some(Band::Long), None));
    assert_eq!(at("3 heavy guns, formed", 1600), Some(Band::Long));
    let regimental = charts.shooting_ranges.reach(extra_row(Extra::RegimentalGuns)).value;
    assert_eq!((band(regimental, 800), band(regimental, 801)), (Some(Band::Long), None));
    assert_eq!(range_row(&profile("4 mounted, loose, formed, charging pistol")), None);
}

#[test]
fn muskets_start_at_white() {
    proves!("RETG-SHOOT-001", "RETG-SHOOT-003", "RETG-SHOOT-030", "RETG-TROOP-011", "RETG-OVR-010");
    let foot = profile(FOOT);
    let target = TargetFacts::plain(&foot, 2);
    let long = ShooterFacts::plain(&foot, 2, Band::Long);
    assert_eq!(dice(&long, &target), [D::White]);
    assert_eq!(dice(&ShooterFacts { running_away: true, ..long }, &target), [D::Black]);
    assert_eq!(dice(&ShooterFacts::plain(&foot, 2, Band::Effective), &target), [D::WhitePlus]);
    let high = profile("6 foot, close, formed, musket, high firepower, pike and shot");
    let low = profile("6 foot, close, formed, musket, low firepower, pike and shot");
    assert_eq!(dice(&ShooterFacts::plain(&high, 2, Band::Long), &target), [D::WhitePlus]);
    assert_eq!(dice(&ShooterFacts::plain(&low, 2, Band::Long), &target), [D::Black]);
    let horse = profile("4 mounted, loose, formed, charging pistol");
    assert_eq!(dice(&ShooterFacts::plain(&horse, 2, Band::Effective), &target), []);
}

#[test]
fn the_target_moves_the_dice() {
    proves!(
        "RETG-SHOOT-017",
        "RETG-SHOOT-020",
        "RETG-GLOS-076",
        "RETG-GLOS-085",
        "RETG-PROV-007",
        "RETG-QRS-010"
    );
    let foot = profile(FOOT);
    let us = ShooterFacts::plain(&foot, 2, Band::Long);
    let plain = TargetFacts::plain(&foot, 2);
    let of = |line: &str| dice(&us, &TargetFacts::plain(&profile(line), 2));
    assert_eq!(of("6 foot, loose, formed, unprotected"), [D::WhitePlus]);
    assert_eq!(of("4 mounted, close, formed, fully armoured"), [D::Black]);
    // Skirmishers: one down, and nothing for being Unprotected.
    assert_eq!(of("6 foot, skirmishers, unprotected, bow"), [D::Black]);
    assert_eq!(dice(&us, &TargetFacts { cover: true, ..plain }), [D::Black]);
    assert_eq!(dice(&us, &TargetFacts { in_combat: true, ..plain }), [D::Black]);
    assert_eq!(dice(&us, &TargetFacts { square: true, ..plain }), [D::WhitePlus]);
    // Steps add up and stop at the end of the ladder.
    let worst = TargetFacts { cover: true, in_combat: true, ..plain };
    assert_eq!(dice(&ShooterFacts { running_away: true, ..us }, &worst), [D::BlackSlowing]);
}

#[test]
fn the_shooter_moves_the_dice() {
    proves!("RETG-SHOOT-027", "RETG-GLOS-011", "RETG-CMD-047", "RETG-GLOS-085", "RETG-GLOS-110");
    let foot = profile(FOOT);
    let target = TargetFacts::plain(&foot, 2);
    let us = ShooterFacts::plain(&foot, 2, Band::Long);
    assert_eq!(dice(&ShooterFacts { bases: 1, ..us }, &target), [D::Black]);
    assert_eq!(dice(&ShooterFacts { unreliable: true, ..us }, &target), [D::Black]);
    let plug = profile("6 foot, close, formed, musket, plug bayonet");
    let plugs = ShooterFacts::plain(&plug, 2, Band::Long);
    assert_eq!(
        (dice(&plugs, &target), dice(&ShooterFacts { charged: true, ..plugs }, &target)),
        (vec![D::White], vec![D::Black])
    );
    let socket = profile("6 foot, close, formed, musket, socket bayonet");
    let sockets = ShooterFacts { charged: true, ..ShooterFacts::plain(&socket, 2, Band::Long) };
    assert_eq!(dice(&sockets, &target), [D::White]);
    // A SuG at a TuG loses one; one base is enough for it.
    let bande = profile("6 foot, c/l/s, formed, arquebus");
    let skirmishing = ShooterFacts { form: Form::Skirmish, ..ShooterFacts::plain(&bande, 1, Band::Long) };
    assert_eq!(dice(&skirmishing, &target), [D::Black]);
    assert_eq!(dice(&ShooterFacts { form: Form::Loose, bases: 2, ..skirmishing }, &target), [D::White]);
}

#[test]
fn caracole_throws_white_and_black_three_deep() {
    proves!("RETG-GLOS-020", "RETG-GLOS-021", "RETG-SHOOT-004");
    // RETG-EX-025.
    let early = profile("6 mounted, loose, formed, protected, pistol, early caracole");
    let later = profile("6 mounted, loose, formed, protected, pistol, later caracole");
    let foot = profile(FOOT);
    let target = TargetFacts::plain(&foot, 2);
    let at = |profile: &Profile, bases| dice(&ShooterFacts::plain(profile, bases, Band::Effective), &target);
    assert_eq!((at(&early, 3), at(&later, 2)), (vec![D::White, D::Black], vec![D::White]));
    // After losses the early formation shoots as the later one, and with one base a step lower.
    assert_eq!(
        (at(&early, 2), at(&early, 1), at(&later, 1)),
        (vec![D::White], vec![D::Black], vec![D::Black])
    );
    // Each of the two takes the steps from its own start.
    let armoured = profile("4 mounted, close, formed, fully armoured");
    let two = dice(&ShooterFacts::plain(&early, 3, Band::Effective), &TargetFacts::plain(&armoured, 2));
    assert_eq!(two, [D::Black, D::BlackSlowing]);
    assert_eq!(dice(&ShooterFacts::plain(&early, 3, Band::Long), &target), []);
}

#[test]
fn guns_find_deep_targets_and_mind_no_armour() {
    proves!("RETG-GLOS-015", "RETG-SHOOT-030");
    let guns = profile("3 heavy guns, formed");
    let us = ShooterFacts::plain(&guns, 1, Band::Long);
    let foot = profile(FOOT);
    let full = profile("4 mounted, close, formed, fully armoured");
    let wagons = profile("4 battlewagons, formed, protected, arquebus");
    assert_eq!(dice(&us, &TargetFacts::plain(&foot, 2)), [D::White]);
    assert_eq!(dice(&us, &TargetFacts::plain(&foot, 4)), [D::WhitePlus]);
    assert_eq!(dice(&us, &TargetFacts::plain(&full, 2)), [D::White]);
    // Battlewagons are in cover all round, but not against guns.
    assert_eq!(dice(&us, &TargetFacts::plain(&wagons, 1)), [D::WhitePlus]);
    let muskets = ShooterFacts::plain(&foot, 2, Band::Long);
    assert_eq!(dice(&muskets, &TargetFacts::plain(&wagons, 1)), [D::Black]);
}

#[test]
fn armour_stops_arrows() {
    proves!("RETG-TROOP-020", "RETG-GLOS-017");
    let bows = profile("6 foot, loose, tribal, bow");
    let crossbows = profile("6 foot, loose, tribal, crossbow");
    let armoured = profile("4 mounted, loose, formed, armoured");
    let full = profile("4 mounted, close, formed, fully armoured");
    let of = |us: &Profile, band, them: &Profile| {
        dice(&ShooterFacts::plain(us, 2, band), &TargetFacts::plain(them, 2))
    };
    assert_eq!(of(&bows, Band::Long, &armoured), [D::Black]);
    assert_eq!(of(&bows, Band::Long, &full), [D::BlackSlowing]);
    assert_eq!(
        (of(&crossbows, Band::Effective, &armoured), of(&crossbows, Band::Long, &armoured)),
        (vec![D::WhitePlus], vec![D::Black])
    );
    let once = Readings::of(&[Reading::ArrowsOneStepOnly]);
    let shot =
        file_dice(&charts(), once, &ShooterFacts::plain(&bows, 2, Band::Long), &TargetFacts::plain(&full, 2));
    assert_eq!(shot.dice.to_vec(), [D::Black]);
}

#[test]
fn regimental_guns_and_platoon_fire_never_fall_below_black() {
    proves!("RETG-GLOS-064", "RETG-GLOS-066");
    let low =
        profile("6 foot, close, formed, musket, low firepower, pike and shot, regimental guns, platoon fire");
    let foot = profile(FOOT);
    let us = ShooterFacts { running_away: true, ..ShooterFacts::plain(&low, 2, Band::Effective) };
    let of = |extra, target: &TargetFacts<'_>| {
        extra_dice(&charts(), Readings::default(), extra, &us, target).dice.to_vec()
    };
    let hard = TargetFacts { cover: true, ..TargetFacts::plain(&foot, 2) };
    assert_eq!(
        (of(Extra::RegimentalGuns, &hard), of(Extra::PlatoonFire, &hard)),
        (vec![D::Black], vec![D::Black])
    );
    // The guns have Average Firepower and like deep targets; platoon fire has the firepower of its unit.
    let calm = ShooterFacts { running_away: false, ..us };
    let deep = TargetFacts::plain(&foot, 4);
    let of = |extra| extra_dice(&charts(), Readings::default(), extra, &calm, &deep);
    assert_eq!(of(Extra::RegimentalGuns).dice.to_vec(), [D::White]);
    assert_eq!(of(Extra::PlatoonFire).steps.total(), -1);
}
