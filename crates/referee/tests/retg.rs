//! Rulings on positions of Renatio et Gloriam, checked against the rulebook by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use caracole_position::Position;
use caracole_referee::{RefereeError, Ruling, Rulings, Verdict, retg};

const EXAMPLE: &str = include_str!("../../../docs/examples/rulings-retg.toml");

fn rule(text: &str) -> Result<Rulings, RefereeError> {
    let position = Position::parse(text, &[&caracole_renatio::VOCABULARY]).unwrap_or_else(|e| panic!("{e}"));
    retg::rule(&position)
}

fn of_example() -> Vec<Ruling> {
    rule(EXAMPLE).unwrap_or_else(|e| panic!("{e}")).rulings
}

fn says(ruling: &Ruling, words: &str) -> bool {
    ruling.points.iter().any(|point| point.text.contains(words))
}

fn refused_by(ruling: &Ruling) -> &'static str {
    assert_eq!(ruling.verdict, Verdict::Refused, "{ruling:?}");
    ruling.refusal.as_ref().unwrap().rule.id()
}

#[test]
fn files_in_contact_fight_with_the_dice_of_their_claims() {
    let contact = &of_example()[0];
    // Three files face three files; both regiments are alike, so GREEN against GREEN.
    let fights =
        contact.points.iter().filter(|p| p.text.contains("fights") && p.text.contains("GREEN against GREEN"));
    assert_eq!(fights.count(), 3, "{contact:?}");
    let mut fights = contact.points.iter().filter(|p| p.text.contains("fights"));
    assert!(fights.all(|point| point.tallies.len() == 2));
    // Who touches an enemy's front stands in its zone.
    assert!(says(contact, "Close Proximity Zone"));
}

#[test]
fn a_flank_is_threatened_from_behind_its_front_line() {
    let rulings = of_example();
    assert!(says(&rulings[1], "Finns can charge Imperial regiment in flank or rear"), "{:?}", rulings[1]);
    // The charge itself is legal, and its claims of four count.
    let charge = &rulings[6];
    assert_eq!(charge.verdict, Verdict::Legal);
    let lines = charge.points.iter().flat_map(|p| &p.tallies).flat_map(|tally| &tally.lines);
    assert!(lines.into_iter().any(|line| line.rule.id() == "RETG-CHARGE-030"), "{charge:?}");
}

#[test]
fn foot_behind_support_and_commanders_command_within_their_range() {
    let support = &of_example()[2];
    assert!(says(support, "Imperial regiment has rear support"));
    // Pappenheim is instinctive: ten base widths.
    assert!(says(support, "It is in command of Pappenheim"));
}

#[test]
fn targets_come_with_their_dice() {
    let shots = &of_example()[3];
    // Three base widths lie between: long range for muskets, WHITE.
    assert!(says(shots, "may shoot at Tilly's veterans: WHITE"), "{shots:?}");
}

#[test]
fn charges_and_moves_are_legal_or_refused_by_their_rule() {
    let rulings = of_example();
    assert_eq!(rulings[4].verdict, Verdict::Legal, "{:?}", rulings[4]);
    assert_eq!(refused_by(&rulings[5]), "RETG-CHARGE-013");
    assert_eq!(refused_by(&rulings[7]), "RETG-MOVE-001");
    assert_eq!(rulings[8].verdict, Verdict::Legal, "{:?}", rulings[8]);
    // Straight ahead costs WHITE.
    assert!(says(&rulings[8], "It costs WHITE or better."));
}

#[test]
fn a_melee_comes_with_its_exact_odds() {
    let fight = &of_example()[9];
    assert!(says(fight, "German regiment fights"), "{fight:?}");
    assert!(fight.odds.is_some());
}

#[test]
fn given_dice_do_what_they_say() {
    // Every die of the first file shows a blank: nobody loses anything.
    let text = format!("{EXAMPLE}\n[[question]]\nask = \"dice\"\nphase = \"melee\"\ndice = [1, 1]\n");
    let dice = rule(&text).unwrap_or_else(|e| panic!("{e}")).rulings.pop().unwrap();
    assert!(says(&dice, "throws 0 Skulls, 0 wounds"), "{dice:?}");
}

#[test]
fn what_makes_no_sense_is_said_with_a_remedy() {
    let wrong = EXAMPLE.replace("\"charging pistol\", \"melee pistol\"", "\"laser\"");
    let Err(RefereeError::Unusable { place, remedy, .. }) = rule(&wrong) else { panic!("it makes no sense") };
    assert!(place.contains("Swedish horse") && !remedy.is_empty());
}
