//! Battles of this book beside their mirror images.

use crate::battle_common::mirror::{Known, Mirror, reflect};
use crate::random::{bestiary, crowded};
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::Setup;

/// The battles: 30 from each of two positions.
fn battles() -> impl Iterator<Item = (u64, Setup)> {
    let [wide, narrow] = [bestiary().setup(), crowded().setup()];
    (0..60).map(move |seed| (seed, if seed < 30 { wide.clone() } else { narrow.clone() }))
}

const LEFT_RIGHT: &[Known] = &[];

const HALF_TURN: &[Known] = &[];

#[test]
fn with_left_and_right_exchanged_a_battle_goes_the_mirrored_way() {
    reflect::<Ancients>(Mirror::LeftRight, LEFT_RIGHT, battles());
}

#[test]
fn with_the_table_turned_and_the_sides_swapped_a_battle_goes_the_mirrored_way() {
    reflect::<Ancients>(Mirror::HalfTurn, HALF_TURN, battles());
}
