//! Ranges, depth and dice of shooting, and what fire slows.

use super::read::{Based, Chart, Table, word, word_list};
use crate::dice::ShootingDice as Rung;
use crate::troops::{Firepower, ShotWeapon};
use caracole_document::{Node, words};

words! {
    /// Rows of the table of shooting ranges.
    RangeRow {
        /// Musket.
        Musket = "musket",
        /// Arquebus.
        Arquebus = "arquebus",
        /// Arquebus of a Tercio with Manga.
        ArquebusManga = "arquebus_manga",
        /// Carbine.
        Carbine = "carbine",
        /// Pistol.
        Pistol = "pistol",
        /// Bow.
        Bow = "bow",
        /// Crossbow.
        Crossbow = "crossbow",
        /// Longbow.
        Longbow = "longbow",
        /// Sling.
        Sling = "sling",
        /// Javelin.
        Javelin = "javelin",
        /// Dart.
        Dart = "dart",
        /// Light guns.
        LightArtillery = "light_artillery",
        /// Medium guns.
        MediumArtillery = "medium_artillery",
        /// Heavy guns.
        HeavyArtillery = "heavy_artillery",
        /// Regimental guns.
        RegimentalGuns = "regimental_guns",
        /// Platoon Fire.
        PlatoonFire = "platoon_fire",
    }
}

/// Range and depth of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Effective range in BW; nought for weapons that shoot the same at any range.
    pub effective: u8,
    /// Long range in BW; nought if there is none.
    pub long: u8,
    /// Bases in the file for full effect.
    pub depth: u8,
}

/// How a file with caracole shoots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caracole {
    /// Bases in the file.
    pub deep: u8,
    /// The dice, each before modifiers.
    pub dice: Vec<Rung>,
}

words! {
    /// Set formations that shoot with a limited number of bases.
    ShootingShape {
        /// Pike & Shot.
        PikeAndShot = "pike_and_shot",
        /// Early Pike & Shot.
        EarlyPikeAndShot = "early_pike_and_shot",
        /// Late Keil.
        LateKeil = "late_keil",
        /// Colunela.
        Colunela = "colunela",
        /// Tercio.
        Tercio = "tercio",
    }
}

/// Shooting ranges and depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShootingRanges {
    weapons: Table<RangeRow, Based<Reach>>,
    /// Bases that a file in Skirmish formation needs.
    pub skirmishers_depth: u8,
    /// Bases that half of a battlewagon needs.
    pub battlewagon_depth: u8,
    /// Caracole (Early).
    pub caracole_early: Caracole,
    /// Caracole (Later).
    pub caracole_later: Caracole,
    /// Arc in BW on each side.
    pub arc_bw: u8,
    /// Arc of guns at distant targets.
    pub artillery_arc_bw: u8,
    /// What is distant.
    pub artillery_arc_beyond_bw: u8,
    /// The most bases that shoot in one go.
    pub bases_shooting: Table<ShootingShape, u8>,
    /// The most bases of a Tercio that shoot from one facing.
    pub tercio_one_facing: u8,
}

impl ShootingRanges {
    /// Range and depth of a weapon.
    pub fn reach(&self, row: RangeRow) -> Based<Reach> {
        *self.weapons.of(row)
    }
}

words! {
    /// What raises and lowers the dice of a volley.
    ShootingStep {
        /// High Firepower.
        HighFirepower = "high_firepower",
        /// Low Firepower.
        LowFirepower = "low_firepower",
        /// At effective range.
        EffectiveRange = "effective_range",
        /// Unprotected battle troops.
        TargetUnprotected = "target_unprotected",
        /// A square.
        TargetSquare = "target_square",
        /// Guns at elephants, battlewagons or a deep file.
        GunsAtDeepTarget = "guns_at_deep_target",
        /// A Fully Armoured target.
        TargetFullyArmoured = "target_fully_armoured",
        /// Arrows at an Armoured target.
        TargetArmouredAgainstArrows = "target_armoured_against_arrows",
        /// A target in cover.
        TargetInCover = "target_in_cover",
        /// The file has too few bases.
        TooFewBases = "too_few_bases",
        /// The shooter is running away.
        ShooterRunningAway = "shooter_running_away",
        /// The target's unit is in combat.
        TargetInCombat = "target_ug_in_combat",
        /// A SuG at a TuG.
        SugAtTug = "sug_at_tug",
        /// At a SuG.
        AtSug = "at_sug",
        /// An Unreliable ally.
        UnreliableAlly = "unreliable_ally",
        /// Plug bayonets of troops that are charged.
        PlugBayonet = "plug_bayonet_when_charged",
    }
}

/// Dice colour for shooting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShootingTable {
    /// Where files start.
    pub start: Rung,
    /// Where Platoon Fire and regimental guns start; they never fall below it.
    pub extra_start: Rung,
    steps: Table<ShootingStep, Based<i8>>,
    /// Weapons that armour stops at every range.
    pub arrows: Vec<ShotWeapon>,
    /// Weapons that armour stops at long range.
    pub arrows_at_long_range: Vec<ShotWeapon>,
    /// Firepower of regimental guns.
    pub regimental_guns_firepower: Firepower,
}

impl ShootingTable {
    /// A step.
    pub fn step(&self, step: ShootingStep) -> Based<i8> {
        *self.steps.of(step)
    }
}

/// One line of the Slowing Effect of Fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowAt {
    /// Results needed, in halves of the target's frontage.
    pub half_frontages: u8,
    /// BW.
    pub bw: u8,
}

pub(super) fn shooting_ranges(chart: &Chart<'_, '_>) -> Option<ShootingRanges> {
    chart.only(&[
        "weapons",
        "skirmishers_depth",
        "battlewagon_depth",
        "caracole_early",
        "caracole_later",
        "arc_bw",
        "artillery_arc_bw",
        "artillery_arc_beyond_bw",
        "bases_shooting",
        "tercio_one_facing",
    ]);
    let weapons = chart.rows("weapons", "key", &["effective", "long", "depth"], |row| {
        let reach = Reach {
            effective: row.need("effective")?.u8(0, 40)?,
            long: row.need("long")?.u8(0, 40)?,
            depth: row.need("depth")?.u8(1, 4)?,
        };
        if reach.long != 0 && reach.long <= reach.effective {
            row.fault(
                "long range does not reach beyond effective range",
                "write 0 if there is no long range",
            );
            return None;
        }
        Some(reach)
    })?;
    let caracole = |key: &str| -> Option<Caracole> {
        let table = chart.need(key)?.section()?;
        table.only(&["deep", "dice"]);
        Some(Caracole { deep: table.need("deep")?.u8(1, 4)?, dice: word_list(&table.need("dice")?)? })
    };
    Some(ShootingRanges {
        weapons,
        skirmishers_depth: chart.u8("skirmishers_depth", 1, 4)?,
        battlewagon_depth: chart.u8("battlewagon_depth", 1, 4)?,
        caracole_early: caracole("caracole_early")?,
        caracole_later: caracole("caracole_later")?,
        arc_bw: chart.u8("arc_bw", 0, 9)?,
        artillery_arc_bw: chart.u8("artillery_arc_bw", 0, 9)?,
        artillery_arc_beyond_bw: chart.u8("artillery_arc_beyond_bw", 0, 40)?,
        bases_shooting: chart.words("bases_shooting", |node| node.u8(1, 16))?,
        tercio_one_facing: chart.u8("tercio_one_facing", 1, 16)?,
    })
}

pub(super) fn shooting_dice(chart: &Chart<'_, '_>) -> Option<ShootingTable> {
    chart.only(&[
        "start",
        "extra_start",
        "steps",
        "arrows",
        "arrows_at_long_range",
        "regimental_guns_firepower",
    ]);
    let steps = chart.rows("steps", "key", &["step"], |row| row.need("step")?.i8(-6, 6))?;
    let rung = |node: &Node<'_, '_>| word::<Rung>(node);
    Some(ShootingTable {
        start: rung(&chart.need("start")?)?,
        extra_start: rung(&chart.need("extra_start")?)?,
        steps,
        arrows: word_list(&chart.need("arrows")?)?,
        arrows_at_long_range: word_list(&chart.need("arrows_at_long_range")?)?,
        regimental_guns_firepower: word(&chart.need("regimental_guns_firepower")?)?,
    })
}

pub(super) fn slowing(chart: &Chart<'_, '_>) -> Option<Vec<SlowAt>> {
    chart.only(&["slows"]);
    let rows = chart.list("slows", &["half_frontages", "bw"], |row| {
        Some(SlowAt { half_frontages: row.need("half_frontages")?.u8(1, 40)?, bw: row.need("bw")?.u8(1, 9)? })
    })?;
    let rows: Vec<SlowAt> = rows.into_iter().map(|row| row.value).collect();
    if !rows.is_sorted_by(|a, b| a.half_frontages < b.half_frontages && a.bw < b.bw) {
        chart.need("slows")?.fault("the lines do not rise", "order them from few results to many");
        return None;
    }
    Some(rows)
}
