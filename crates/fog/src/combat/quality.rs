//! Quality re-rolls.

use crate::troops::Quality;
use caracole_kernel::dice::{FaceSet, Keep, Reroll};

/// What dice are thrown again by quality alone: low scores, of which the better throw counts, and the sixes of poor
/// troops, of which the second throw stands.
pub const fn quality_reroll(quality: Quality) -> Reroll {
    match quality {
        Quality::Elite => low(2),
        Quality::Superior => low(1),
        Quality::Average => Reroll::NONE,
        Quality::Poor => Reroll { faces: FaceSet::of(&[6]), keep: Keep::New },
    }
}

/// Scores from 1 to `highest` are thrown again, never to end lower.
pub const fn low(highest: u8) -> Reroll {
    let faces = match highest {
        0 => FaceSet::NONE,
        1 => FaceSet::of(&[1]),
        2 => FaceSet::of(&[1, 2]),
        _ => FaceSet::of(&[1, 2, 3]),
    };
    // A re-roll of nothing is the same whatever would be kept; one form of it compares equal.
    Reroll { faces, keep: if highest == 0 { Keep::New } else { Keep::Higher } }
}
