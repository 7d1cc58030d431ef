//! Faces, ladders, losses and pools.

use super::*;
use crate::cards::Colour;
use crate::charts::Charts;
use caracole_kernel::dice::Thrown;
use caracole_ledger::proves;
use caracole_odds::pool;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn faces_lie_on_an_ordinary_dice_so_that_higher_is_better() {
    let charts = charts();
    let of = |colour| (1..=6).map(|n| charts.death_dice.faces(colour).of_d6(n)).collect::<Vec<_>>();
    use Face::{Blank, S, Skull, Wound};
    assert_eq!(of(Colour::Black), [Blank, Blank, Blank, Blank, S, Wound]);
    assert_eq!(of(Colour::White), [Blank, Blank, Blank, S, Wound, Wound]);
    assert_eq!(of(Colour::Green), [Blank, Blank, S, Wound, Wound, Skull]);
    assert_eq!(of(Colour::Yellow), [Blank, S, Wound, Wound, Wound, Skull]);
    assert_eq!(of(Colour::Red), [S, Wound, Wound, Wound, Skull, Skull]);
}

#[test]
fn pools_are_read_in_classes() {
    proves!("RETG-OVR-007", "RETG-OVR-008", "RETG-SHOOT-002", "RETG-SHOOT-033");
    let charts = charts();
    let read = |pool: caracole_kernel::dice::Pool, dice: &[u8]| {
        count(&pool.read(&Thrown::plain(dice)).expect("the dice fit"))
    };
    let red = death_pool(&charts.death_dice, Colour::Red, 3, true);
    assert_eq!(read(red, &[1, 2, 6]), Counted { skulls: 1, wounds: 1, specials: 1 });
    assert_eq!(read(red, &[1, 2, 6]).half_bases(), 3);
    assert!(read(red, &[1, 2, 2]).has_effect() && !read(red, &[2, 2, 2]).has_effect());
    // Where nobody can claim an effect an S is a blank.
    let deaf = death_pool(&charts.death_dice, Colour::Red, 1, false);
    assert_eq!(read(deaf, &[1]), Counted::default());
    // On WHITE+ an S is a wound.
    let white = shooting_pool(&charts.death_dice, ShootingDice::White, 1);
    let plus = shooting_pool(&charts.death_dice, ShootingDice::WhitePlus, 1);
    assert_eq!((read(white, &[4]).half_bases(), read(plus, &[4]).half_bases()), (0, 1));
}

#[test]
fn two_reds_and_two_supporters_have_96_readings_at_most() {
    let charts = charts();
    let one = |colour, dice| {
        pool(&death_pool(&charts.death_dice, colour, dice, true)).expect("a pool").outcomes().len()
    };
    // Two RED in three classes, and RED and another supporter.
    assert_eq!(one(Colour::Red, 2), 6);
    assert_eq!(one(Colour::Yellow, 1), 4);
    assert!(one(Colour::Red, 2) * one(Colour::Yellow, 1) * one(Colour::Green, 1) <= 96);
}

#[test]
fn ladders_end_where_the_rules_say() {
    proves!("RETG-SHOOT-001", "RETG-COMBAT-047");
    use ShootingDice as D;
    assert_eq!(D::White.stepped(1, D::BlackSlowing), D::WhitePlus);
    assert_eq!(D::White.stepped(-2, D::BlackSlowing), D::BlackSlowing);
    assert_eq!(D::White.stepped(-9, D::BlackSlowing), D::BlackSlowing);
    assert_eq!(D::Black.stepped(-3, D::Black), D::Black);
    assert_eq!(D::White.stepped(9, D::BlackSlowing), D::Red);
    // RETG-EX-016: one level below GREEN is WHITE, below YELLOW is GREEN; double RED gives RED, BLACK stays BLACK.
    use CombatDice as C;
    assert_eq!(
        [C::Green, C::Yellow, C::TwoRed, C::Black].map(|d| d.stepped(-1)),
        [C::White, C::Green, C::Red, C::Black]
    );
}

#[test]
fn units_break_above_their_share() {
    proves!(
        "RETG-UNIV-002",
        "RETG-UNIV-003",
        "RETG-ROUT-002",
        "RETG-CAMP-002",
        "RETG-GLOS-082",
        "RETG-GLOS-036"
    );
    let points = charts().break_points;
    let broken = |rule, bases, lost, wound| breaks(&points, rule, bases, Harm::of(lost, wound));
    // RETG-EX-001 and the other sizes of the rule.
    let tug = |bases, lost, wound| broken(Breaking::Tug, bases, lost, wound);
    assert!(!tug(6, 3, false) && tug(6, 3, true));
    assert!(!tug(4, 2, false) && tug(4, 2, true));
    assert!(!tug(9, 4, false) && !tug(9, 4, true) && tug(9, 5, false));
    assert!(!tug(12, 6, false) && tug(12, 6, true));
    assert!(!tug(16, 8, false) && tug(16, 8, true));
    // RETG-EX-002: Steady troops stand one wound more.
    assert!(!broken(Breaking::Steady, 6, 3, true) && broken(Breaking::Steady, 6, 4, false));
    // RETG-EX-003: a camp of three.
    assert!(!broken(Breaking::Camp, 3, 1, true) && broken(Breaking::Camp, 3, 2, false));
    // Skirmishers break above a third: six on two and a wound, nine on three and a wound.
    assert!(!broken(Breaking::Sug, 6, 2, false) && broken(Breaking::Sug, 6, 2, true));
    assert!(!broken(Breaking::Sug, 9, 3, false) && broken(Breaking::Sug, 9, 3, true));
    // Fanatics fight to the last base.
    assert!(!broken(Breaking::Fanatics, 6, 5, true) && broken(Breaking::Fanatics, 6, 6, false));
    // Two bases: a base and a wound.
    assert!(!tug(2, 1, false) && tug(2, 1, true));
}

#[test]
fn the_second_wound_kills_where_it_falls() {
    proves!("RETG-OVR-008", "RETG-COMBAT-050");
    // RETG-EX-018: one wound from the left file, another from the centre: the centre loses the base.
    let wounded = Harm::of(0, true);
    assert_eq!((wounded.kills(1), wounded.and(1)), (1, Harm::of(1, false)));
    assert!(!wounded.and(1).has_wound());
    // A Skull on a wounded unit kills a base and leaves the wound.
    assert_eq!((wounded.kills(2), wounded.and(2)), (1, Harm::of(1, true)));
    assert_eq!(Harm::of(2, false).kills(1), 0);
}

#[test]
fn troops_break_by_their_own_rule() {
    proves!("RETG-ROUT-003", "RETG-GLOS-036", "RETG-GLOS-082");
    let of = |line: &str| Breaking::of(&crate::troops::Troops::read(line).expect("troops").profile);
    assert_eq!(of("6 foot, close, formed, pike and shot"), Breaking::Tug);
    assert_eq!(of("6 foot, close, formed, pike and shot, steady"), Breaking::Steady);
    assert_eq!(of("6 foot, skirmishers, bow"), Breaking::Sug);
    // Operating in Skirmish formation they still break as battle troops.
    assert_eq!(of("4 mounted, flexible, formed, carbine"), Breaking::Tug);
    assert_eq!(of("8 foot, loose, tribal, fanatics, warband"), Breaking::Fanatics);
}
