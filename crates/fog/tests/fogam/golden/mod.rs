//! Finished battles, recorded and replayed: every step is legal, every state hash and every die the same.
//!
//! They are recorded once, when the set-up and the rules of play stand together:
//! `CARACOLE_BLESS=1 cargo test -p caracole-fog --test fogam golden -- --ignored`. Then the tests are ignored no longer.

use crate::battle_common::recorded::{Golden, holds};
use caracole_fog::ancients::Ancients;

const BEASTS: Golden =
    Golden { name: "fogam/golden/elephants-and-skirmishers", tells: &["Elephants", " evade "] };
const RASH: Golden = Golden {
    name: "fogam/golden/charges-without-orders",
    tells: &["\"charges_without_orders\"", "\"set_back\""],
};
const SET_UP: Golden =
    Golden { name: "fogam/golden/flank-march-and-works", tells: &["\"arrived\"", "\"fortified\""] };

#[test]
#[ignore = "not recorded yet"]
fn a_battle_with_elephants_and_skirmishers() {
    holds::<Ancients>(&BEASTS);
}

#[test]
#[ignore = "not recorded yet"]
fn a_battle_with_charges_without_orders() {
    holds::<Ancients>(&RASH);
}

#[test]
#[ignore = "not recorded yet"]
fn a_battle_with_a_flank_march_and_works() {
    holds::<Ancients>(&SET_UP);
}
