//! Shatter, Shove and slowing.

use super::*;
use crate::charts::{Charts, CombatKind, Works};
use crate::claims::{Facing, FileFacts};
use crate::dice::Counted;
use crate::readings::{Reading, Readings};
use crate::troops::{Form, Profile, ShotWeapon, Troops};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn profile(line: &str) -> Profile {
    Troops::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}")).profile
}

fn file<'p>(profile: &'p Profile) -> FileFacts<'p> {
    FileFacts::plain(profile, 2)
}

fn shatters(us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    can_shatter(&charts(), CombatKind::Charge, us, them)
}

fn shoves(us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    can_shove(&charts(), Readings::default(), us, them)
}

const FOOT: &str = "6 foot, close, formed, musket";

#[test]
fn five_kinds_of_troops_shatter_and_only_in_the_charge() {
    proves!("RETG-COMBAT-030", "RETG-COMBAT-033", "RETG-GLOS-105");
    let foot = profile(FOOT);
    let lines = [
        "2 elephants, tribal",
        "4 mounted, loose, formed, charging lancer",
        "4 mounted, loose, formed, charging pistol",
        "4 mounted, loose, formed, aggressive",
        "6 foot, loose, tribal, ferocious",
    ];
    for line in lines {
        let us = profile(line);
        assert!(shatters(&file(&us), &file(&foot)), "{line}");
        assert!(!can_shatter(&charts(), CombatKind::Melee, &file(&us), &file(&foot)), "{line}");
        assert!(!shatters(&FileFacts { edge: Facing::Flank, ..file(&us) }, &file(&foot)), "{line}");
    }
    assert!(!shatters(&file(&profile("4 mounted, close, formed, trotting pistol")), &file(&foot)));
}

#[test]
fn mounted_need_the_open_and_elephants_and_works_are_immune() {
    proves!("RETG-COMBAT-031", "RETG-COMBAT-035", "RETG-COMBAT-040", "RETG-GLOS-001");
    let foot = profile(FOOT);
    let lancers = profile("4 mounted, loose, formed, charging lancer");
    let warriors = profile("6 foot, loose, tribal, ferocious");
    let elephants = profile("2 elephants, tribal");
    let wagons = profile("4 battlewagons, formed, arquebus");
    let rough = |profile| FileFacts { good_going: false, ..file(profile) };
    assert!(!shatters(&rough(&lancers), &file(&foot)));
    assert!(shatters(&rough(&warriors), &file(&foot)) && shatters(&rough(&elephants), &file(&foot)));
    for immune in [&elephants, &wagons] {
        assert!(!shatters(&file(&lancers), &file(immune)));
    }
    for works in [Works::Barricade, Works::Wall, Works::Hedge] {
        assert!(!shatters(&file(&warriors), &FileFacts { behind: Some(works), ..file(&foot) }));
    }
    // Stakes are barricades against mounted only.
    let stakes = FileFacts { stakes: true, ..file(&foot) };
    assert!(!shatters(&file(&lancers), &stakes) && shatters(&file(&warriors), &stakes));
    // Aggressive troops do not shatter Ferocious ones.
    let aggressive = profile("4 mounted, loose, formed, aggressive");
    assert!(!shatters(&file(&aggressive), &file(&warriors)) && shatters(&file(&lancers), &file(&warriors)));
}

#[test]
fn who_shoves() {
    proves!("RETG-COMBAT-036", "RETG-COMBAT-037", "RETG-COMBAT-038", "RETG-GLOS-031");
    let foot = profile(FOOT);
    let loose = profile("6 foot, loose, formed, musket");
    let horse = profile("4 mounted, loose, formed");
    let shove = profile("6 foot, close, formed, shove");
    let elan = profile("6 foot, loose, formed, elan");
    let keil = profile("12 foot, close, formed, pike, keil");
    assert!(shoves(&file(&foot), &file(&loose)) && !shoves(&file(&foot), &file(&foot)));
    assert!(!shoves(&file(&foot), &FileFacts { good_going: false, ..file(&loose) }));
    assert!(shoves(&file(&shove), &file(&horse)) && shoves(&file(&elan), &file(&horse)));
    assert!(
        !shoves(&FileFacts::plain(&keil, 2), &file(&foot))
            && shoves(&FileFacts::plain(&keil, 3), &file(&foot))
    );
    for immune in ["2 elephants, tribal", "4 battlewagons, formed, arquebus"] {
        assert!(!shoves(&file(&shove), &file(&profile(immune))), "{immune}");
    }
    // Elan of mounted is a question of reading.
    let riders = profile("4 mounted, loose, formed, elan");
    assert!(!shoves(&file(&riders), &file(&foot)));
    assert!(can_shove(&charts(), Readings::of(&[Reading::MountedElanShoves]), &file(&riders), &file(&foot)));
    // A flexible unit shoves as it stands.
    let flexible = profile("6 foot, c/l, formed");
    assert!(!shoves(&FileFacts { form: Form::Loose, ..file(&flexible) }, &file(&loose)));
}

#[test]
fn a_skull_or_s_has_an_effect_unless_the_opponent_has_the_same() {
    proves!("RETG-COMBAT-032", "RETG-COMBAT-039", "RETG-COMBAT-040");
    let s = Counted { specials: 1, ..Counted::default() };
    let skull = Counted { skulls: 1, ..Counted::default() };
    let wound = Counted { wounds: 1, ..Counted::default() };
    let shatter = Abilities { shatter: true, ..Abilities::default() };
    let shove = Abilities { shove: true, ..Abilities::default() };
    let none = Abilities::default();
    let ours = |abilities, thrown| effects(abilities, thrown)[0];
    assert!(ours([shatter, none], [s, skull]).shatter && ours([shatter, none], [skull, s]).shatter);
    assert!(!ours([shatter, none], [wound, wound]).shatter);
    assert_eq!(effects([shatter, shatter], [s, skull]), [Effects::default(); 2]);
    assert!(ours([shatter, shatter], [s, wound]).shatter);
    // A Shove does not cancel a Shatter.
    let both = effects([shatter, shove], [s, s]);
    assert!(both[0].shatter && both[1].shove);
    assert_eq!(effects([shove, shove], [skull, s]), [Effects::default(); 2]);
    // The option against bayonets.
    let careful = Abilities { shatter_needs_skull: true, ..shatter };
    assert!(!ours([careful, none], [s, wound]).shatter && ours([careful, none], [skull, wound]).shatter);
    let bayonets = profile("6 foot, close, formed, musket, socket bayonet");
    let lancers = profile("4 mounted, loose, formed, charging lancer");
    let of =
        |readings| Abilities::of(&charts(), readings, CombatKind::Charge, &file(&lancers), &file(&bayonets));
    assert!(!of(Readings::default()).shatter_needs_skull);
    assert!(of(Readings::of(&[Reading::BayonetsNeedSkull])).shatter_needs_skull);
}

#[test]
fn fire_slows_by_half_whole_and_double_frontage() {
    proves!("RETG-SHOOT-040", "RETG-SHOOT-041", "RETG-SHOOT-043", "RETG-SHOOT-044", "RETG-GLOS-066");
    let charts = charts();
    let foot = profile(FOOT);
    let none = Readings::default();
    let counted = |skulls, wounds, specials| Counted { skulls, wounds, specials };
    let musket = SlowedBy::Weapon(ShotWeapon::Musket);
    // RETG-EX-031: a target three wide.
    assert_eq!(slowed_by(&charts, results(none, musket, &foot, counted(1, 0, 1)), 3), 1);
    assert_eq!(slowed_by(&charts, results(none, musket, &foot, counted(0, 1, 0)), 3), 0);
    assert_eq!(slowed_by(&charts, results(none, SlowedBy::Guns, &foot, counted(0, 1, 2)), 3), 3);
    assert_eq!([3, 5, 6, 9].map(|n| slowed_by(&charts, n, 3)), [2, 2, 3, 3]);
    assert_eq!(slowed_by(&charts, 0, 1), 0);
    let unused = profile("6 foot, loose, tribal, unused to firearms");
    let bow = SlowedBy::Weapon(ShotWeapon::Bow);
    let one = counted(0, 0, 1);
    assert_eq!((results(none, musket, &unused, one), results(none, bow, &unused, one)), (2, 1));
    assert_eq!(results(none, SlowedBy::Guns, &unused, one), 2);
    assert_eq!(results(Readings::of(&[Reading::GunsDoubledTwice]), SlowedBy::Guns, &unused, one), 4);
    assert_eq!((after_fire(none, 1, 2), after_fire(Readings::of(&[Reading::SlowsAddUp]), 1, 2)), (2, 3));
}
