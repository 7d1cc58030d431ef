//! The exact odds of a volley at one unit.

use crate::charts::Charts;
use crate::dice::{Counted, Face, Harm, ShootingDice};
use crate::effects::{SlowedBy, results, slowed_by};
use crate::readings::Readings;
use crate::troops::Profile;
use caracole_document::Word;
use caracole_odds::{Distribution, Natural};

/// One dice of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VolleyDie {
    /// Its rung.
    pub rung: ShootingDice,
    /// What shoots, as far as slowing goes.
    pub by: SlowedBy,
}

/// What a volley does: half bases lost, and BW slowed.
#[derive(Clone, Debug)]
pub struct VolleyOdds {
    /// Losses afterwards, and the slow.
    pub outcomes: Distribution<(Harm, u8)>,
}

/// What one dice does to a target: half bases, and results that count for slowing.
pub fn effect_of(readings: Readings, die: VolleyDie, target: &Profile, face: Face) -> (u8, u16) {
    let mut thrown = Counted::default();
    let shown = match face {
        Face::S if die.rung == ShootingDice::WhitePlus => Face::Wound,
        face => face,
    };
    match shown {
        Face::Blank => {}
        Face::S => thrown.specials = 1,
        Face::Wound => thrown.wounds = 1,
        Face::Skull => thrown.skulls = 1,
    }
    caracole_ledger::enforces!("RETG-SHOOT-033", "RETG-SHOOT-002");
    let half_bases = if die.rung == ShootingDice::BlackSlowing { 0 } else { shown.half_bases() };
    (half_bases, results(readings, die.by, target, thrown))
}

/// The odds of a volley at a unit of this frontage in BW, with these losses before.
pub fn volley_odds(
    charts: &Charts,
    readings: Readings,
    dice: &[VolleyDie],
    target: &Profile,
    before: Harm,
    frontage: u8,
) -> VolleyOdds {
    let mut sums: Distribution<(u8, u16)> = Distribution::always((0, 0));
    for die in dice {
        let faces = charts.death_dice.faces(die.rung.colour());
        let shown = Face::ALL
            .iter()
            .map(|face| (effect_of(readings, *die, target, *face), Natural::from(faces.count(*face))));
        if let Some(one) = Distribution::weighted(shown) {
            sums = sums.combine(&one, |a, b| (a.0.saturating_add(b.0), a.1.saturating_add(b.1)));
        }
    }
    let outcomes =
        sums.map(|(half_bases, results)| (before.and(*half_bases), slowed_by(charts, *results, frontage)));
    VolleyOdds { outcomes }
}
