//! The exact odds of KaB tests.

use crate::cards::Colour;
use crate::charts::Charts;
use crate::dice::{Counted, Face};
use crate::kab::{CommanderResult, UnitResult, on_commander, on_unit};
use caracole_document::Word;
use caracole_odds::{Distribution, Natural};

fn odds<T: Ord>(charts: &Charts, colour: Colour, read: impl Fn(Counted) -> T, nothing: T) -> Distribution<T> {
    let faces = charts.death_dice.faces(colour);
    let counted = |face: Face| match face {
        Face::Blank => Counted::default(),
        Face::S => Counted { specials: 1, ..Counted::default() },
        Face::Wound => Counted { wounds: 1, ..Counted::default() },
        Face::Skull => Counted { skulls: 1, ..Counted::default() },
    };
    let pairs = Face::ALL.iter().map(|face| (read(counted(*face)), Natural::from(faces.count(*face))));
    Distribution::weighted(pairs).unwrap_or_else(|| Distribution::always(nothing))
}

/// What a test on a unit may do.
pub fn unit_odds(charts: &Charts, colour: Colour) -> Distribution<UnitResult> {
    odds(charts, colour, on_unit, UnitResult::Unhurt)
}

/// What a test on a Commander may do.
pub fn commander_odds(charts: &Charts, colour: Colour) -> Distribution<CommanderResult> {
    odds(charts, colour, on_commander, CommanderResult::Unhurt)
}
