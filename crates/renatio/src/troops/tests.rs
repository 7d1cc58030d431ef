//! Troops in words.

use super::*;
use caracole_document::Word;
use caracole_ledger::proves;

fn troops(line: &str) -> Troops {
    Troops::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}"))
}

fn refused(line: &str) -> UnknownTroops {
    Troops::read(line).expect_err("the line has a fault")
}

#[test]
fn a_line_gives_every_area_of_the_classification() {
    proves!(
        "RETG-TROOP-001",
        "RETG-TROOP-002",
        "RETG-TROOP-011",
        "RETG-TROOP-012",
        "RETG-TROOP-014",
        "RETG-TROOP-020",
        "RETG-TROOP-021"
    );
    let line = "6 foot, close, formed, protected, superior, musket, high firepower, pike and shot, elan, regimental guns";
    let Troops { bases, profile } = troops(line);
    assert_eq!((bases, profile.arm, profile.order), (6, Arm::Foot, Order::Close));
    assert_eq!((profile.training, profile.armour), (Training::Formed, Armour::Protected));
    assert_eq!((profile.quality, profile.firepower), (Quality::Superior, Firepower::High));
    assert_eq!(profile.shooting, Some(ShotWeapon::Musket));
    assert!(profile.bears(Weapon::PikeAndShot) && profile.has_pikes() && profile.is(Characteristic::Elan));
    assert!(profile.extras.has(Extra::RegimentalGuns));
    assert_eq!(profile.shape, Shape::PikeAndShot);
}

#[test]
fn the_printed_profiles_can_be_written() {
    proves!("RETG-TROOP-022", "RETG-TROOP-023");
    // The sample classifications of the rulebook, abbreviations included.
    let lines = [
        "6 foot, close, formed, protected, superior, mu, afp, p&s, shoot & charge, elan",
        "4 mounted, loose, formed, protected, exceptional, cpi, mpi, ferocious",
        "6 foot, loose, formed, up, average, mu, afp",
        "9 foot, close, drilled, protected, exceptional, mu, afp, ep&s",
        "6 foot, close, formed, protected, average, mu, lfp, p&s",
        "4 mounted, loose, formed, protected, average, carbine, afp, caracole (later)",
        "4 mounted, close, formed, armoured, superior, tpi, mpi",
        "4 mounted, flexible, formed, up, average, bow",
        "4 mounted, loose, formed, armoured, superior, cl, mpi, ferocious",
        "4 mounted, loose, formed, armoured, superior, carbine, ll, mpi",
    ];
    for line in lines {
        let read = troops(line);
        assert_eq!(troops(&read.write()), read, "{line}");
    }
}

#[test]
fn every_word_is_read_as_it_is_written() {
    // A name stands for one thing only: no two words of different lists share a spelling.
    for line in ["6 foot, close, formed, pike", "6 foot, close, formed, socket bayonet, some pikes"] {
        assert_eq!(troops(&troops(line).write()), troops(line));
    }
    for characteristic in Characteristic::ALL.iter().copied() {
        let mut made = troops("6 foot, loose, formed");
        made.profile.characteristics = made.profile.characteristics.with(characteristic);
        if characteristic == Characteristic::CommandedShot {
            made.profile.shape = Shape::CommandedShot;
        }
        assert_eq!(troops(&made.write()), made, "{}", made.write());
    }
    for weapon in Weapon::ALL.iter().copied() {
        let mut made = troops("6 foot, loose, formed, other foot");
        made.profile.weapons = made.profile.weapons.with(weapon);
        assert_eq!(troops(&made.write()), made, "{}", made.write());
    }
    for shape in Shape::ALL.iter().copied() {
        let mut made = troops("6 foot, loose, formed");
        made.profile.shape = shape;
        assert_eq!(troops(&made.write()), made, "{}", made.write());
    }
    for shooting in ShotWeapon::ALL.iter().copied().filter(|weapon| *weapon != ShotWeapon::Artillery) {
        let mut made = troops("6 foot, loose, formed");
        made.profile.shooting = Some(shooting);
        assert_eq!(troops(&made.write()), made, "{}", made.write());
    }
}

#[test]
fn unknown_words_are_refused_with_the_nearest() {
    assert_eq!(refused("6 foot, close, formed, musquet").remedy, "did you mean \"musket\"?");
    assert_eq!(refused("6 foots, close, formed").remedy, "did you mean \"foot\"?");
    assert!(refused("6 foot, close, formed, zzzzzzzz").remedy.contains("army lists"));
    assert!(refused("foot, close, formed").remedy.contains("6 foot"));
    assert!(refused("0 foot, close, formed").problem.contains('0'));
    assert!(refused("6 foot, close").remedy.contains("drilled"));
    assert!(refused("6 foot, formed").remedy.contains("close"));
    assert!(refused("6 foot, close, formed, drilled").problem.contains("\"formed\" and \"drilled\""));
    assert!(refused("6 foot, skirmishers, formed, bow").problem.contains("training"));
    assert!(refused("6 foot, close, formed, high firepower").problem.contains("do not shoot"));
    assert!(refused(&format!("6 foot, {}", "close, ".repeat(100))).remedy.contains("400"));
}

#[test]
fn flexible_troops_change_between_their_formations() {
    proves!("RETG-TROOP-017", "RETG-TROOP-018");
    let forms = |line: &str| troops(line).profile.forms().to_vec();
    assert_eq!(forms("6 foot, c/l, formed"), [Form::Close, Form::Loose]);
    assert_eq!(forms("6 foot, l/s, formed"), [Form::Loose, Form::Skirmish]);
    assert_eq!(forms("6 foot, c/l/s, formed"), [Form::Close, Form::Loose, Form::Skirmish]);
    assert_eq!(forms("4 mounted, flexible, formed"), [Form::Loose, Form::Skirmish]);
}

#[test]
fn a_flexible_unit_acts_as_a_sug_and_counts_as_a_tug() {
    proves!("RETG-GLOS-080", "RETG-GLOS-081", "RETG-GLOS-114");
    let flexible = troops("4 mounted, flexible, formed, carbine").profile;
    assert!(flexible.acts_as_sug(Form::Skirmish) && !flexible.acts_as_sug(Form::Loose));
    assert!(flexible.counts_as_tug());
    let skirmishers = troops("6 foot, skirmishers, bow").profile;
    assert!(skirmishers.acts_as_sug(Form::Skirmish) && !skirmishers.counts_as_tug());
}

#[test]
fn types_follow_the_arm_and_dragoons_dismount() {
    proves!(
        "RETG-TROOP-003",
        "RETG-TROOP-004",
        "RETG-TROOP-005",
        "RETG-TROOP-006",
        "RETG-TROOP-007",
        "RETG-GLOS-105"
    );
    let of = |line: &str, dismounted| troops(line).profile.troop_type(dismounted);
    assert_eq!(of("4 dragoons, formed, musket", false), TroopType::Mounted);
    assert_eq!(of("4 dragoons, formed, musket", true), TroopType::Foot);
    assert_eq!(of("2 light guns, formed", false), TroopType::Artillery);
    assert_eq!(of("2 elephants, tribal", false), TroopType::Elephants);
    assert_eq!(of("4 battlewagons, formed, arquebus", false), TroopType::Battlewagons);
    assert_eq!(troops("2 elephants, tribal, unprotected").profile.armour(), Armour::Protected);
}

#[test]
fn grades_fall_to_mediocre_and_no_further() {
    proves!("RETG-KAB-023", "RETG-CMD-027", "RETG-CMD-029");
    assert_eq!(Grade::Legendary.lowered(), Grade::Talented);
    assert_eq!(Grade::Talented.lowered(), Grade::Competent);
    assert_eq!(Grade::Competent.lowered(), Grade::Mediocre);
    assert_eq!(Grade::Mediocre.lowered(), Grade::Mediocre);
}
