//! Finished battles, recorded and replayed: every step is legal, every state hash and every die the same.
//!
//! A change of the rules that changes how they go raises the version of the rules; until the first release the logs are
//! made anew instead: `CARACOLE_BLESS=1 cargo test -p caracole-fog --test fog golden`.

use crate::battle_common::recorded::{Golden, holds};
use caracole_fog::renaissance::Renaissance;

const TERCIOS: Golden = Golden { name: "fog/golden/tercios-and-artillery", tells: &["Tercio ", " guns "] };
const FLANKS: Golden =
    Golden { name: "fog/golden/flank-march-and-ambush", tells: &["\"arrived\"", "An ambush of"] };
const SQUARES: Golden = Golden {
    name: "fog/golden/square-fortifications-captured-guns",
    tells: &["\"form_square\"", "\"fortified\"", "\"guns_taken\""],
};

#[test]
fn a_battle_with_tercios_and_artillery() {
    holds::<Renaissance>(&TERCIOS);
}

#[test]
fn a_battle_with_a_flank_march_and_an_ambush() {
    holds::<Renaissance>(&FLANKS);
}

#[test]
fn a_battle_with_a_square_fortifications_and_captured_guns() {
    holds::<Renaissance>(&SQUARES);
}
