//! What is said of battles of this book: in words that commands read back, and with rules of this book alone.

use crate::battle_common::listen::listen;
use crate::random::{bestiary, crowded};
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::scenarios::{by_id, library};
use caracole_fog::troops::Book;

#[test]
fn battles_of_every_kind_of_troops_are_told_by_the_rules_of_this_book() {
    for number in 1..4 {
        listen::<Ancients>(&bestiary().setup(), number, 500);
        listen::<Ancients>(&crowded().setup(), number, 500);
    }
}

#[test]
fn scenarios_are_told_by_the_rules_of_this_book() {
    for file in library(Book::Ancients) {
        listen::<Ancients>(&by_id(file.id).expect("the scenario").setup, 1, 400);
    }
}
