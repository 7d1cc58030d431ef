//! KaB tests, break points, camps and the tournament score.

use super::read::{Based, Chart, Table, word, word_list};
use crate::cards::Colour;
use crate::troops::{Arm, Armour, Grade, Quality};
use caracole_document::words;

words! {
    /// What raises and lowers the dice of a KaB test.
    KabStep {
        /// Rear support.
        RearSupport = "rear_support",
        /// The Army Commander was lost.
        ArmyCommanderLost = "army_commander_lost",
        /// Elephants broke or were destroyed.
        ElephantsBroken = "elephants_broken",
        /// The tested unit is Steady.
        Steady = "steady",
        /// The tested unit is Nervous.
        Nervous = "nervous",
    }
}

/// KaB tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kab {
    /// Dice on a unit.
    pub by_quality: Table<Quality, Colour>,
    /// Dice on a Commander.
    pub by_grade: Table<Grade, Colour>,
    /// Troops tested on WHITE whatever their quality.
    pub always_white: Vec<Arm>,
    steps: Table<KabStep, Based<i8>>,
    /// How near broken troops and lost Commanders must be, in BW.
    pub within_bw: u8,
    /// How near rear support must be, in BW.
    pub rear_support_bw: u8,
}

impl Kab {
    /// A step.
    pub fn step(&self, step: KabStep) -> Based<i8> {
        *self.steps.of(step)
    }
}

/// Break points: a unit breaks above these shares, as numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakPoints {
    /// Battle troops.
    pub tug: [u8; 2],
    /// Skirmishers.
    pub sug: [u8; 2],
    /// A camp.
    pub camp: [u8; 2],
    /// An army, which breaks at this share.
    pub army: [u8; 2],
    /// Half bases that Steady troops take more.
    pub steady_half_bases: u8,
    /// What a double unit counts in army losses.
    pub double_unit_weight: u8,
}

/// Camps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camps {
    /// Bases.
    pub bases: u8,
    /// Armour of its troops.
    pub armour: Armour,
}

/// Tournament score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// For breaking the enemy.
    pub triumph: u8,
    /// For each lost enemy TuG.
    pub per_tug: u8,
    /// For each lost enemy SuG.
    pub per_sug: u8,
    /// The most for damage.
    pub damage_max: u8,
    /// For each side in a draw.
    pub draw_bonus: u8,
}

pub(super) fn kab(chart: &Chart<'_, '_>) -> Option<Kab> {
    chart.only(&[
        "dice_by_quality",
        "dice_by_commander",
        "always_white",
        "modifiers",
        "within_bw",
        "rear_support_bw",
    ]);
    Some(Kab {
        by_quality: chart.words("dice_by_quality", word)?,
        by_grade: chart.words("dice_by_commander", word)?,
        always_white: word_list(&chart.need("always_white")?)?,
        steps: chart.rows("modifiers", "key", &["step"], |row| row.need("step")?.i8(-4, 4))?,
        within_bw: chart.u8("within_bw", 0, 40)?,
        rear_support_bw: chart.u8("rear_support_bw", 0, 40)?,
    })
}

fn share(chart: &Chart<'_, '_>, key: &str) -> Option<[u8; 2]> {
    let node = chart.need(key)?;
    let ends = node.list_of(2)?;
    let share = [ends.first()?.u8(1, 20)?, ends.get(1)?.u8(1, 20)?];
    if share[0] > share[1] {
        node.fault("the share is more than the whole", "write the smaller number first, like [1, 2]");
        return None;
    }
    Some(share)
}

pub(super) fn break_points(chart: &Chart<'_, '_>) -> Option<BreakPoints> {
    chart.only(&["tug", "sug", "camp", "army", "steady_half_bases", "double_unit_weight"]);
    Some(BreakPoints {
        tug: share(chart, "tug")?,
        sug: share(chart, "sug")?,
        camp: share(chart, "camp")?,
        army: share(chart, "army")?,
        steady_half_bases: chart.u8("steady_half_bases", 0, 9)?,
        double_unit_weight: chart.u8("double_unit_weight", 1, 3)?,
    })
}

pub(super) fn camps(chart: &Chart<'_, '_>) -> Option<Camps> {
    chart.only(&["bases", "armour"]);
    Some(Camps { bases: chart.u8("bases", 1, 9)?, armour: word(&chart.need("armour")?)? })
}

pub(super) fn scoring(chart: &Chart<'_, '_>) -> Option<Scoring> {
    chart.only(&["triumph", "per_tug", "per_sug", "damage_max", "draw_bonus"]);
    Some(Scoring {
        triumph: chart.u8("triumph", 0, 99)?,
        per_tug: chart.u8("per_tug", 0, 99)?,
        per_sug: chart.u8("per_sug", 0, 99)?,
        damage_max: chart.u8("damage_max", 0, 99)?,
        draw_bonus: chart.u8("draw_bonus", 0, 99)?,
    })
}
