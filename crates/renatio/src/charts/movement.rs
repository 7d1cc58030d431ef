//! Distances, terrain effects and variable moves.

use super::read::{Based, Chart, Table, maybe_u8, word, word_list};
use crate::troops::Quality;
use caracole_document::{Basis, words};

words! {
    /// Rows of the Movement Distance table.
    Mover {
        /// Close foot.
        FootClose = "foot_close",
        /// Loose foot, dismounted dragoons, Commanded Shot.
        FootLoose = "foot_loose",
        /// Foot in Skirmish formation.
        FootSkirmish = "foot_skirmish",
        /// Close mounted.
        MountedClose = "mounted_close",
        /// Loose mounted, mounted dragoons, camels.
        MountedLoose = "mounted_loose",
        /// Mounted in Skirmish formation.
        MountedSkirmish = "mounted_skirmish",
        /// Elephants.
        Elephants = "elephants",
        /// Battlewagons and mobile camps.
        Battlewagons = "battlewagons",
        /// Light guns.
        LightArtillery = "light_artillery",
        /// Medium and heavy guns.
        HeavyArtillery = "medium_heavy_artillery",
        /// A Commander alone.
        Commander = "commander_alone",
    }
}

words! {
    /// Kinds of going.
    Going {
        /// Good Going.
        Good = "good",
        /// Rough.
        Rough = "rough",
        /// Difficult.
        Difficult = "difficult",
    }
}

words! {
    /// What going does to troops that fight.
    Hampered {
        /// Nothing.
        None = "none",
        /// They are Affected.
        Affected = "affected",
        /// They are Badly Affected.
        Badly = "badly",
    }
}

/// A row of the Movement Distance table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Distance in BW by going; nought where it may not enter.
    pub bw: [u8; 3],
    /// What the going does to them.
    pub hampered: [Hampered; 3],
    /// How far it may wheel if that is all it may do.
    pub wheel_bw: u8,
}

/// Movement Distance table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementDistance {
    rows: Table<Mover, Based<Distances>>,
    /// What Fleet of Foot adds, by going.
    pub fleet_of_foot: Table<Going, u8>,
    /// What crossing undefended barricades takes from foot.
    pub crossing_barricades_bw: u8,
    /// What counter-charges and intercepts lose.
    pub counter_charge_bw: u8,
}

impl MovementDistance {
    /// A row.
    pub fn row(&self, mover: Mover) -> &Distances {
        &self.rows.of(mover).value
    }

    /// What a row rests on.
    pub fn basis(&self, mover: Mover) -> Basis {
        self.rows.of(mover).basis
    }
}

words! {
    /// Moves of variable distance.
    VariableMove {
        /// Run Away response.
        RunAway = "run_away",
        /// Skirmish response.
        Skirmish = "skirmish",
        /// Rout move.
        Rout = "rout",
    }
}

/// Variable Movement Distance table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableMovement {
    /// What each face of the d6 adds, in BW.
    pub adjust_bw: [i8; 6],
    /// What quality adds to the dice.
    pub quality_to_roll: Table<Quality, i8>,
    /// The moves for which it does.
    pub quality_applies_to: Vec<VariableMove>,
    /// What a Skirmish response adds, in BW.
    pub skirmish_response_bw: i8,
    /// The least distance.
    pub minimum_bw: u8,
}

pub(super) fn movement_distance(chart: &Chart<'_, '_>) -> Option<MovementDistance> {
    chart.only(&["rows", "fleet_of_foot", "crossing_barricades_bw", "counter_charge_bw"]);
    let fields = ["good", "rough", "difficult", "effect_rough", "effect_difficult", "wheel"];
    let rows = chart.rows("rows", "key", &fields, |row| {
        let bw = |key: &str| row.need(key)?.u8(0, 20);
        Some(Distances {
            bw: [bw("good")?, bw("rough")?, bw("difficult")?],
            hampered: [
                Hampered::None,
                word(&row.need("effect_rough")?)?,
                word(&row.need("effect_difficult")?)?,
            ],
            wheel_bw: maybe_u8(row, "wheel", 9)?,
        })
    })?;
    Some(MovementDistance {
        rows,
        fleet_of_foot: chart.words("fleet_of_foot", |node| node.u8(0, 5))?,
        crossing_barricades_bw: chart.u8("crossing_barricades_bw", 0, 5)?,
        counter_charge_bw: chart.u8("counter_charge_bw", 0, 5)?,
    })
}

pub(super) fn variable_movement(chart: &Chart<'_, '_>) -> Option<VariableMovement> {
    chart.only(&["adjust_bw", "quality_to_roll", "quality_applies_to", "skirmish_response_bw", "minimum_bw"]);
    let adjust: Option<Vec<i8>> =
        chart.need("adjust_bw")?.list_of(6)?.iter().map(|node| node.i8(-9, 9)).collect();
    Some(VariableMovement {
        adjust_bw: adjust?.try_into().ok()?,
        quality_to_roll: chart.words("quality_to_roll", |node| node.i8(-5, 5))?,
        quality_applies_to: word_list(&chart.need("quality_applies_to")?)?,
        skirmish_response_bw: chart.i8("skirmish_response_bw", -9, 9)?,
        minimum_bw: chart.u8("minimum_bw", 0, 9)?,
    })
}
