//! Distances of moves, and moves of variable distance.

use crate::charts::{Charts, Distances, Going, Hampered, Mover, VariableMove};
use crate::readings::{Reading, Readings};
use crate::troops::{Arm, Characteristic, Form, Profile, Quality, TroopType};
use caracole_document::Word;
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

/// The row of the Movement Distance table for a unit.
pub fn mover(profile: &Profile, form: Form, dismounted: bool) -> Mover {
    enforces!("RETG-MOVE-001", "RETG-MOVE-068", "RETG-COMBAT-062");
    match profile.troop_type(dismounted) {
        TroopType::Elephants => Mover::Elephants,
        TroopType::Battlewagons => Mover::Battlewagons,
        TroopType::Artillery if profile.arm == Arm::LightArtillery => Mover::LightArtillery,
        TroopType::Artillery => Mover::HeavyArtillery,
        TroopType::Foot => match form {
            Form::Close => Mover::FootClose,
            Form::Loose => Mover::FootLoose,
            Form::Skirmish => Mover::FootSkirmish,
        },
        TroopType::Mounted => match form {
            Form::Close => Mover::MountedClose,
            Form::Loose => Mover::MountedLoose,
            Form::Skirmish => Mover::MountedSkirmish,
        },
    }
}

fn row<'c>(charts: &'c Charts, profile: &Profile, form: Form, dismounted: bool) -> &'c Distances {
    charts.movement_distance.row(mover(profile, form, dismounted))
}

/// The greatest distance of a move in BW: the worst going that any part of the unit meets counts for all of it.
pub fn distance(
    charts: &Charts,
    profile: &Profile,
    form: Form,
    dismounted: bool,
    going: Going,
    slowed_bw: u8,
) -> Tally {
    enforces!("RETG-MOVE-002");
    let mut tally = Tally::new("distance in BW");
    let base = row(charts, profile, form, dismounted).bw[going.index()];
    tally.add(rule!("RETG-MOVE-001"), going_label(going), i32::from(base));
    if base > 0 && profile.is(Characteristic::FleetOfFoot) {
        let more = charts.movement_distance.fleet_of_foot.get(going);
        tally.add(rule!("RETG-GLOS-043"), "Fleet of Foot", i32::from(more));
    }
    tally.add(rule!("RETG-SHOOT-041"), "slowed", -i32::from(slowed_bw));
    tally.at_least(rule!("RETG-SHOOT-041"), "no less than nothing", 0);
    tally
}

const fn going_label(going: Going) -> &'static str {
    match going {
        Going::Good => "Good Going",
        Going::Rough => "Rough",
        Going::Difficult => "Difficult",
    }
}

/// What going does to a unit that fights in it.
pub fn hampered(charts: &Charts, profile: &Profile, form: Form, dismounted: bool, going: Going) -> Hampered {
    enforces!("RETG-COMBAT-060", "RETG-COMBAT-062");
    row(charts, profile, form, dismounted).hampered[going.index()]
}

/// The distance of a Run Away, Skirmish or rout move in BW, from the normal distance and a d6.
pub fn variable_distance(
    charts: &Charts,
    readings: Readings,
    what: VariableMove,
    quality: Quality,
    normal_bw: i32,
    d6: u8,
) -> Tally {
    enforces!("RETG-MOVE-066", "RETG-ROUT-012", "RETG-CHARGE-058", "RETG-QRS-004");
    let table = &charts.variable_movement;
    let quality_counts = table.quality_applies_to.contains(&what)
        || (what == VariableMove::Rout && readings.has(Reading::QualityInRouts));
    let bonus = if quality_counts { i32::from(table.quality_to_roll.get(quality)) } else { 0 };
    let at = (i32::from(d6) + bonus).clamp(1, 6) - 1;
    let mut tally = Tally::new("distance in BW");
    tally.add(rule!("RETG-MOVE-001"), "normal distance", normal_bw);
    let adjust = table.adjust_bw[usize::try_from(at).unwrap_or(0)];
    tally.add(rule!("RETG-MOVE-066"), format!("dice {d6}, with quality {}", at + 1), i32::from(adjust));
    if what == VariableMove::Skirmish {
        tally.add(rule!("RETG-CHARGE-058"), "Skirmish response", i32::from(table.skirmish_response_bw));
    }
    tally.at_least(rule!("RETG-MOVE-066"), "no less than this", i32::from(table.minimum_bw));
    tally
}
