//! Hands of cards at the terminal: whoever plays there sees their own and nobody else's.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::room::{Player, Room};
use crate::output::Output;
use caracole_kernel::{AnySystem, BySide, Erased, dice::Seed};
use caracole_systems::Entry;
use caracole_trial::Trial;
use serde_json::json;

/// What the terminal writes while these lines are typed. Red draws three cards of powder, blue has no hand.
fn written(players: BySide<Player>, typed: &str) -> String {
    let system: &dyn AnySystem = &Erased::<Trial>::new();
    let unit = json!([{ "name": "Line", "strength": 4 }]);
    let cards = json!({ "hands": { "red": 3, "blue": 0 }, "deck": [0, 9, 0] });
    let setup = json!({ "armies": { "red": unit, "blue": unit }, "turns": 9, "cards": cards });
    let mut room = Room::open(system, setup, players, Seed::from_number(1), false).unwrap();
    let out = Output::new(false);
    room.play(&mut typed.as_bytes(), &out).unwrap();
    out.written.into_inner()
}

fn computer() -> Player {
    Player::Computer(Entry::of::<Trial>().enlist("random", 1).unwrap())
}

#[test]
fn two_at_one_terminal_do_not_see_each_others_cards() {
    let people = BySide { red: Player::Person, blue: Player::Person };
    // Red presses Enter, looks, is done; blue presses Enter and looks.
    let text = written(people, "\nhand\ndone\n\nhand\nquit\n");
    let screens: Vec<&str> = text.split(&"\n".repeat(60)).collect();
    let [before, red, blue] = screens[..] else { panic!("two covers: {text}") };
    assert!(before.contains("Dice of red: cards for the hand") && !before.contains("powder"), "{before}");
    assert!(!before.contains("Drawn"), "{before}");
    let own = "The red army holds: powder, powder, powder";
    assert_eq!(red.matches(own).count(), 2, "at the question and when asked: {red}");
    assert!(red.contains("Play the card powder"), "{red}");
    assert!(blue.contains("The red army holds: 3 cards face down") && !blue.contains("powder"), "{blue}");
}

#[test]
fn one_person_sees_their_own_draws_and_not_the_computers() {
    let text = written(BySide { red: Player::Person, blue: computer() }, "quit\n");
    assert!(text.contains("Drawn: powder, powder, powder"), "{text}");
    assert!(!text.contains(&"\n".repeat(60)), "there is nobody to hide from: {text}");
    let text = written(BySide { red: computer(), blue: Player::Person }, "quit\n");
    assert!(text.contains("Dice of red: cards for the hand") && !text.contains("Drawn"), "{text}");
}
