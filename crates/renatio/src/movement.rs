//! Distances of moves, and moves of variable distance.

use crate::charts::{Charts, Distances, Going, Hampered, Mover, VariableMove};
use crate::readings::{Reading, Readings};
use crate::troops::{Arm, Characteristic, Form, Profile, Quality, TroopType};
use caracole_document::Word;
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

/// The row of the Movement Distance table for a unit.
pub fn mover(profile: &Profile, form: Form, dismounted: bool) -> Mover {
    enforces!("RETG-MOVE-001", "RETG-MOVE-068", "RETG-COMBAT-062", "RETG-QRS-003");
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

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;
    use crate::troops::Troops;
    use caracole_ledger::proves;

    fn profile(line: &str) -> Profile {
        Troops::read(line).unwrap().profile
    }

    #[test]
    fn distances_follow_form_and_going() {
        proves!(
            "RETG-MOVE-001",
            "RETG-MOVE-068",
            "RETG-GLOS-043",
            "RETG-COMBAT-060",
            "RETG-COMBAT-062",
            "RETG-QRS-003",
            "RETG-PROV-003"
        );
        let charts = Charts::standard().unwrap();
        let of = |line: &str, form| {
            [Going::Good, Going::Rough, Going::Difficult]
                .map(|going| distance(&charts, &profile(line), form, false, going, 0).total())
        };
        let flexible = "4 mounted, flexible, formed, carbine";
        assert_eq!(of("6 foot, close, formed", Form::Close), [3, 3, 2]);
        assert_eq!((of(flexible, Form::Loose), of(flexible, Form::Skirmish)), ([5, 3, 2], [6, 4, 3]));
        assert_eq!(of("6 foot, loose, tribal, fleet of foot", Form::Loose), [4, 4, 3]);
        assert_eq!(of("3 heavy guns, formed", Form::Loose), [0, 0, 0]);
        let harm = |form, going| hampered(&charts, &profile(flexible), form, false, going);
        assert_eq!(
            (harm(Form::Loose, Going::Rough), harm(Form::Skirmish, Going::Rough)),
            (Hampered::Affected, Hampered::None)
        );
        assert_eq!(
            hampered(&charts, &profile("6 foot, close, formed"), Form::Close, false, Going::Difficult),
            Hampered::Badly
        );
        // Dragoons ride at 5 and walk at 3; a slow of 4 leaves nothing.
        let dragoons = profile("4 dragoons, formed, musket");
        let good = |dismounted, slow| {
            distance(&charts, &dragoons, Form::Loose, dismounted, Going::Good, slow).total()
        };
        assert_eq!((good(false, 0), good(true, 0), good(true, 4)), (5, 3, 0));
    }

    #[test]
    fn variable_moves_never_go_below_nothing() {
        proves!("RETG-MOVE-066", "RETG-CHARGE-058", "RETG-ROUT-012", "RETG-QRS-004", "RETG-PROV-004");
        let charts = Charts::standard().unwrap();
        let go =
            |what, quality, d6| variable_distance(&charts, Readings::default(), what, quality, 4, d6).total();
        // RETG-EX-021: foot skirmishers (4 BW) who make a Skirmish response and throw badly stay where they are.
        assert_eq!(go(VariableMove::Skirmish, Quality::Average, 1), 0);
        assert_eq!(go(VariableMove::Skirmish, Quality::Average, 6), 4);
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|d6| go(VariableMove::RunAway, Quality::Average, d6)),
            [2, 3, 4, 4, 5, 6]
        );
        assert_eq!(
            (go(VariableMove::RunAway, Quality::Superior, 4), go(VariableMove::RunAway, Quality::Poor, 1)),
            (5, 2)
        );
        assert_eq!(go(VariableMove::Rout, Quality::Superior, 4), 4);
        let quick = Readings::of(&[Reading::QualityInRouts]);
        assert_eq!(variable_distance(&charts, quick, VariableMove::Rout, Quality::Superior, 4, 4).total(), 5);
    }
}
