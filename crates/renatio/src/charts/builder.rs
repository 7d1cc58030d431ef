//! Shapes and sizes of units, points and limits of armies.

use super::read::{Based, Chart, Table, maybe_u8};
use crate::troops::{
    Armour, Characteristic, CommandType, Extra, Firepower, Grade, Quality, Shape, ShotWeapon, Training,
    Weapon,
};
use caracole_document::words;

/// Shape and sizes of a kind of unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Numbers of bases that it may have.
    pub bases: Vec<u8>,
    /// Width of a set formation, or the least width of others.
    pub wide: u8,
    /// Depth of a set formation; nought for others.
    pub deep: u8,
    /// What it counts in army losses.
    pub counts_as: u8,
}

/// Set formations and sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formations {
    rows: Table<Shape, Based<Formation>>,
    /// The greatest depth of units without a set formation.
    pub most_deep: u8,
}

impl Formations {
    /// A shape.
    pub fn of(&self, shape: Shape) -> &Formation {
        &self.rows.of(shape).value
    }
}

words! {
    /// What the price of a base begins with.
    Body {
        /// Close foot.
        FootClose = "foot_close",
        /// Loose foot.
        FootLoose = "foot_loose",
        /// Skirmishing foot.
        FootSkirmish = "foot_skirmish",
        /// Foot with two formations.
        FootFlexibleTwo = "foot_flexible_two",
        /// Foot with three formations.
        FootFlexibleThree = "foot_flexible_three",
        /// Close mounted.
        MountedClose = "mounted_close",
        /// Loose mounted.
        MountedLoose = "mounted_loose",
        /// Skirmishing mounted.
        MountedSkirmish = "mounted_skirmish",
        /// Flexible mounted.
        MountedFlexible = "mounted_flexible",
        /// Dragoons.
        Dragoons = "dragoons",
        /// Light guns.
        LightArtillery = "light_artillery",
        /// Medium guns.
        MediumArtillery = "medium_artillery",
        /// Heavy guns.
        HeavyArtillery = "heavy_artillery",
        /// Elephants.
        Elephants = "elephants",
        /// Battlewagons.
        Battlewagon = "battlewagon",
    }
}

words! {
    /// Kinds of camps.
    CampKind {
        /// Standard.
        Standard = "standard",
        /// Fortified.
        Fortified = "fortified",
        /// Mobile.
        Mobile = "mobile",
        /// Fortified when defending, mobile when invading.
        Flexible = "flexible",
        /// Mobile when defending, none when invading.
        NoCamp = "none",
    }
}

words! {
    /// Qualities of a camp.
    CampQuality {
        /// Poor.
        Poor = "poor",
        /// Average.
        Average = "average",
        /// Superior.
        Superior = "superior",
    }
}

words! {
    /// Troops that scout.
    Scouting {
        /// Dragoons.
        Dragoons = "dragoons",
        /// Flexible mounted.
        FlexibleMounted = "flexible_mounted",
        /// Mounted with caracole.
        Caracole = "caracole",
        /// Mounted skirmishers.
        MountedSkirmishers = "mounted_skirmishers",
        /// Foot skirmishers.
        FootSkirmishers = "foot_skirmishers",
        /// Other mounted.
        OtherMounted = "other_mounted",
    }
}

/// Points and limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyBuilder {
    /// Points of a standard army.
    pub standard_army: u16,
    /// Points of a base by what it is.
    pub body: Table<Body, u8>,
    /// For armour.
    pub armour: Table<Armour, u8>,
    /// For weapons.
    pub weapons: Table<Weapon, u8>,
    /// What quality multiplies by, in hundredths.
    pub quality_percent: Table<Quality, u8>,
    /// For what it shoots with.
    pub shooting: Table<ShotWeapon, u8>,
    /// What firepower multiplies by, in hundredths.
    pub firepower_percent: Table<Firepower, u8>,
    /// For training.
    pub training: Table<Training, u8>,
    /// For characteristics.
    pub characteristics: Table<Characteristic, i8>,
    /// For a whole unit.
    pub per_ug: Table<Extra, u8>,
    /// For a Commander.
    pub commanders: Table<Grade, u8>,
    /// For his type.
    pub commander_kind: Table<CommandType, u8>,
    /// What an allied Commander costs, in hundredths.
    pub ally_percent: u8,
    /// For a camp.
    pub camps: Table<CampKind, u8>,
    /// For its quality.
    pub camp_quality: Table<CampQuality, u8>,
    /// Scouting of a unit in half points.
    pub scouting_half_points: Table<Scouting, u8>,
    /// What Scouts multiply it by.
    pub scouts_factor: u8,
    /// Half points for a Map Card.
    pub half_points_for_map_card: u8,
    /// Half points for a Scouting Card.
    pub half_points_for_scouting_card: u8,
    /// The fewest Scouting Cards.
    pub least_scouting_cards: u8,
    /// Fewest and most Commanders.
    pub commanders_allowed: [u8; 2],
    /// The most Commanders who are Talented or better.
    pub most_talented: u8,
    /// The most allied Commanders.
    pub most_allies: u8,
}

pub(super) fn formations(chart: &Chart<'_, '_>) -> Option<Formations> {
    chart.only(&["rows", "most_deep"]);
    let rows = chart.rows("rows", "key", &["bases", "wide", "deep", "counts_as"], |row| {
        let node = row.need("bases")?;
        let bases: Vec<u8> = node.list()?.iter().map(|size| size.u8(1, 40)).collect::<Option<_>>()?;
        if bases.is_empty() || !bases.is_sorted_by(|a, b| a < b) {
            node.fault("the sizes do not rise", "list each size once, the smallest first");
            return None;
        }
        Some(Formation {
            bases,
            wide: row.need("wide")?.u8(1, 16)?,
            deep: maybe_u8(row, "deep", 16)?,
            counts_as: row.need("counts_as")?.u8(0, 3)?,
        })
    })?;
    Some(Formations { rows, most_deep: chart.u8("most_deep", 1, 16)? })
}

const BUILDER_KEYS: [&str; 22] = [
    "standard_army",
    "body",
    "armour",
    "weapons",
    "quality_percent",
    "shooting",
    "firepower_percent",
    "training",
    "characteristics",
    "per_ug",
    "commanders",
    "commander_kind",
    "ally_percent",
    "camps",
    "camp_quality",
    "scouting_half_points",
    "scouts_factor",
    "half_points_for_map_card",
    "half_points_for_scouting_card",
    "least_scouting_cards",
    "commanders_allowed",
    "most_talented",
];

pub(super) fn army_builder(chart: &Chart<'_, '_>) -> Option<ArmyBuilder> {
    let known: Vec<&str> = BUILDER_KEYS.iter().copied().chain(["most_allies"]).collect();
    chart.only(&known);
    let allowed = chart.need("commanders_allowed")?.list_of(2)?;
    Some(ArmyBuilder {
        standard_army: u16::try_from(chart.need("standard_army")?.int(100, 10_000)?).ok()?,
        body: chart.words("body", |node| node.u8(0, 200))?,
        armour: chart.words("armour", |node| node.u8(0, 50))?,
        weapons: chart.words("weapons", |node| node.u8(0, 50))?,
        quality_percent: chart.words("quality_percent", |node| node.u8(10, 250))?,
        shooting: chart.words("shooting", |node| node.u8(0, 50))?,
        firepower_percent: chart.words("firepower_percent", |node| node.u8(0, 250))?,
        training: chart.words("training", |node| node.u8(0, 50))?,
        characteristics: chart.words("characteristics", |node| node.i8(-50, 50))?,
        per_ug: chart.words("per_ug", |node| node.u8(0, 200))?,
        commanders: chart.words("commanders", |node| node.u8(0, 250))?,
        commander_kind: chart.words("commander_kind", |node| node.u8(0, 50))?,
        ally_percent: chart.u8("ally_percent", 0, 200)?,
        camps: chart.words("camps", |node| node.u8(0, 200))?,
        camp_quality: chart.words("camp_quality", |node| node.u8(0, 200))?,
        scouting_half_points: chart.words("scouting_half_points", |node| node.u8(0, 50))?,
        scouts_factor: chart.u8("scouts_factor", 1, 9)?,
        half_points_for_map_card: chart.u8("half_points_for_map_card", 1, 100)?,
        half_points_for_scouting_card: chart.u8("half_points_for_scouting_card", 1, 100)?,
        least_scouting_cards: chart.u8("least_scouting_cards", 0, 20)?,
        commanders_allowed: [allowed.first()?.u8(1, 9)?, allowed.get(1)?.u8(1, 9)?],
        most_talented: chart.u8("most_talented", 0, 9)?,
        most_allies: chart.u8("most_allies", 0, 9)?,
    })
}
