//! Finished battles, recorded and replayed: every step is legal, every state hash and every die the same.
//!
//! A change of the rules that changes how they go raises the version of the rules; until the first release the logs are
//! made anew instead: `CARACOLE_BLESS=1 cargo test -p caracole-fog --test fogam golden`.

use crate::battle_common::recorded::{Golden, holds};
use caracole_fog::ancients::Ancients;

const RASH: Golden = Golden {
    name: "fogam/golden/shock-troops-and-skirmishers",
    tells: &["\"charges_without_orders\"", " evade ", "\"evaded\""],
};
const BEASTS: Golden =
    Golden { name: "fogam/golden/elephants-and-chariots", tells: &["Elephants ", " chariots "] };
const SET_UP: Golden = Golden {
    name: "fogam/golden/longbows-stakes-works-flank-march",
    tells: &["Longbowmen ", "\"place_defences\"", "\"fortified\"", "\"arrived\""],
};

#[test]
fn a_battle_with_shock_troops_and_skirmishers() {
    holds::<Ancients>(&RASH);
}

#[test]
fn a_battle_with_elephants_and_chariots() {
    holds::<Ancients>(&BEASTS);
}

#[test]
fn a_battle_with_longbows_stakes_works_and_a_flank_march() {
    holds::<Ancients>(&SET_UP);
}
