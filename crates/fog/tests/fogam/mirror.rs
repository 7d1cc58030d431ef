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

/// 4, 8, 17 and 27 rest on micrometres. The others are not traced to their causes: one-sided choices may be among them.
const LEFT_RIGHT: &[Known] = &[
    (4, "chargers at an angle go 23 micrometres further"),
    (6, "which files of troops at an angle fight the enemies that touch several of them"),
    (8, "chargers at an angle go 0.1 mm further"),
    (17, "troops who wheel in their flight end 21 micrometres elsewhere"),
    (27, "the least shift past what is in the way of evaders differs by 59 micrometres"),
    (28, "pursuers beside friends who touch them: they are stopped at once, or come to a piece of ground"),
    (31, "routers with a gap in their line get away, or stay where they are"),
    (36, "where the bases of a battle group stand after a die for its move"),
];

const HALF_TURN: &[Known] = &[];

#[test]
fn with_left_and_right_exchanged_a_battle_goes_the_mirrored_way() {
    reflect::<Ancients>(Mirror::LeftRight, LEFT_RIGHT, battles());
}

#[test]
fn with_the_table_turned_and_the_sides_swapped_a_battle_goes_the_mirrored_way() {
    reflect::<Ancients>(Mirror::HalfTurn, HALF_TURN, battles());
}
