//! KaB tests.

use super::*;
use crate::cards::{Cards, Colour};
use crate::charts::Charts;
use crate::dice::{Counted, Harm};
use crate::readings::{Reading, Readings};
use crate::troops::{Grade, Profile, Quality, Troops};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn profile(line: &str) -> Profile {
    Troops::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}")).profile
}

fn colour(unit: &TestedUnit<'_>) -> Colour {
    unit_dice(&charts(), Readings::default(), unit).colour
}

const FOOT: &str = "6 foot, close, formed, musket";

#[test]
fn quality_sets_the_dice_and_circumstances_move_them() {
    proves!("RETG-KAB-010", "RETG-KAB-011", "RETG-KAB-012", "RETG-KAB-018", "RETG-QRS-011");
    let foot = profile(FOOT);
    let of = |quality| colour(&TestedUnit { quality, ..TestedUnit::plain(&foot) });
    assert_eq!(
        [Quality::Poor, Quality::Average, Quality::Superior, Quality::Exceptional].map(of),
        [Colour::Red, Colour::Yellow, Colour::Green, Colour::White]
    );
    // RETG-EX-035: YELLOW, two down for rear support, one up for the elephants.
    let supported = TestedUnit { supported: true, ..TestedUnit::plain(&foot) };
    assert_eq!(colour(&supported), Colour::White);
    assert_eq!(colour(&TestedUnit { elephants_broken: true, ..supported }), Colour::Green);
    assert_eq!(colour(&TestedUnit { army_commander_lost: true, ..supported }), Colour::Green);
    // The ends of the ladder: the sum counts, not each step.
    let exceptional =
        TestedUnit { quality: Quality::Exceptional, supported: true, ..TestedUnit::plain(&foot) };
    assert_eq!(colour(&exceptional), Colour::Black);
    let poor = TestedUnit { quality: Quality::Poor, army_commander_lost: true, ..TestedUnit::plain(&foot) };
    assert_eq!(colour(&poor), Colour::Red);
    assert_eq!(colour(&TestedUnit { supported: true, ..poor }), Colour::Yellow);
}

#[test]
fn rear_support_is_for_foot_and_keils_always_have_it() {
    proves!("RETG-KAB-011", "RETG-GLOS-107", "RETG-GLOS-065");
    let horse = profile("4 mounted, loose, formed");
    assert_eq!(colour(&TestedUnit { supported: true, ..TestedUnit::plain(&horse) }), Colour::Yellow);
    for line in ["12 foot, close, formed, pike, keil", "16 foot, close, formed, pike, arquebus, tercio"] {
        assert_eq!(colour(&TestedUnit::plain(&profile(line))), Colour::White, "{line}");
    }
}

#[test]
fn elephants_and_battlewagons_start_at_white() {
    proves!("RETG-KAB-010", "RETG-GLOS-032", "RETG-GLOS-016");
    for line in ["2 elephants, tribal, poor", "4 battlewagons, formed, superior, arquebus"] {
        let profile = profile(line);
        let unit = TestedUnit::plain(&profile);
        assert_eq!(colour(&unit), Colour::White, "{line}");
        let worse = TestedUnit { elephants_broken: true, ..unit };
        assert_eq!(colour(&worse), Colour::Green, "{line}");
        let always = unit_dice(&charts(), Readings::of(&[Reading::AlwaysWhite]), &worse);
        assert_eq!(always.colour, Colour::White, "{line}");
    }
}

#[test]
fn steady_and_nervous_move_the_dice_by_proposal() {
    proves!("RETG-KAB-013", "RETG-KAB-014");
    let steady = profile("6 foot, close, formed, musket, steady");
    let foot = profile(FOOT);
    assert_eq!(colour(&TestedUnit::plain(&steady)), Colour::Green);
    let nervous = TestedUnit { nervous: true, ..TestedUnit::plain(&foot) };
    let dice = unit_dice(&charts(), Readings::default(), &nervous);
    assert_eq!((dice.colour, dice.start, dice.rests_on_proposals), (Colour::Red, Colour::Yellow, true));
    assert_eq!(dice.steps.lines[0].label, "Nervous (proposed)");
    let none = unit_dice(&charts(), Readings::of(&[Reading::NervousHasNoEffect]), &nervous);
    assert_eq!((none.colour, none.rests_on_proposals), (Colour::Yellow, false));
}

#[test]
fn results_on_units() {
    proves!("RETG-KAB-015", "RETG-KAB-016", "RETG-KAB-017");
    let skull = on_unit(Counted { skulls: 1, ..Counted::default() });
    let wound = on_unit(Counted { wounds: 1, ..Counted::default() });
    let s = on_unit(Counted { specials: 1, ..Counted::default() });
    let wounded = Harm::of(1, true);
    assert_eq!(skull.after(wounded), Harm::of(2, true));
    assert_eq!(wound.after(wounded), Harm::of(2, false));
    assert_eq!((s.after(wounded), s.slow_bw(), wound.slow_bw()), (wounded, 1, 0));
    assert_eq!(on_unit(Counted::default()), UnitResult::Unhurt);
}

#[test]
fn results_on_commanders() {
    proves!("RETG-KAB-021", "RETG-KAB-022", "RETG-KAB-023", "RETG-KAB-024", "RETG-CMD-026", "RETG-CMD-027");
    let charts = charts();
    assert_eq!(commander_dice(&charts, Grade::Legendary), Colour::White);
    assert_eq!(commander_dice(&charts, Grade::Mediocre), Colour::Red);
    let hand = Cards::of(&[Colour::Red, Colour::White]);
    let after = |thrown: Counted| on_commander(thrown).after(Grade::Talented, hand);
    assert_eq!(after(Counted { skulls: 1, ..Counted::default() }), None);
    assert_eq!(after(Counted { wounds: 1, ..Counted::default() }), Some((Grade::Competent, hand)));
    assert_eq!(after(Counted { specials: 1, ..Counted::default() }), Some((Grade::Talented, Cards::NONE)));
    assert_eq!(after(Counted::default()), Some((Grade::Talented, hand)));
}

#[test]
fn when_a_commander_is_tested() {
    proves!("RETG-KAB-020", "RETG-CMD-025");
    assert!(commander_at_risk(false, true, false, false));
    assert!(!commander_at_risk(true, true, false, false));
    assert!(commander_at_risk(false, false, true, true));
    assert!(!commander_at_risk(false, false, false, true));
    assert!(!commander_at_risk(false, false, true, false));
}

#[test]
fn allies_test_for_their_own_commander_only() {
    proves!("RETG-CMD-036");
    let killed = Cause::CommanderKilled;
    assert!(is_exempt(killed, Some(1), None) && is_exempt(killed, None, Some(1)));
    assert!(!is_exempt(killed, Some(1), Some(1)) && !is_exempt(killed, None, None));
    // For broken troops nobody is exempt.
    assert!(!is_exempt(Cause::TugBroke, Some(1), None));
    assert!(Cause::TugBroke.is_measured() && !Cause::CampSacked.is_measured());
    assert_eq!(Cause::Desertion.rule().id(), "RETG-KAB-028");
}
