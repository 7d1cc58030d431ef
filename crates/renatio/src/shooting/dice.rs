//! The dice of one file that shoots.

use super::range::range_row;
use super::{Band, ShooterFacts, TargetFacts};
use crate::charts::{Charts, ShootingStep as S, is_proposed};
use crate::claims::with_basis;
use crate::dice::ShootingDice as Rung;
use crate::readings::{Reading, Readings};
use crate::troops::{Arm, Armour, Characteristic, Extra, Firepower, ShotWeapon, TroopType, Weapon};
use caracole_document::Word;
use caracole_kernel::Tally;
use caracole_ledger::{RuleId, enforces, rule};
use smallvec::{SmallVec, smallvec};

/// The dice of a file, with the steps that led to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotDice {
    /// The dice; none if the file cannot shoot.
    pub dice: SmallVec<[Rung; 2]>,
    /// Steps up and down the ladder, the same for each of the dice.
    pub steps: Tally,
    /// Whether a step rests on a value of this project's own.
    pub rests_on_proposals: bool,
}

/// What shoots.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// The weapons of the file.
    File,
    /// The weapons of a file with caracole.
    Caracole,
    /// Something added to the unit.
    Extra(Extra),
}

/// The dice of a file with its own weapons.
pub fn file_dice(
    charts: &Charts,
    readings: Readings,
    shooter: &ShooterFacts<'_>,
    target: &TargetFacts<'_>,
) -> ShotDice {
    enforces!("RETG-SHOOT-003", "RETG-SHOOT-030", "RETG-OVR-010", "RETG-QRS-010");
    let profile = shooter.profile;
    let (what, starts) = match caracole_starts(charts, shooter) {
        Some(starts) => (What::Caracole, starts),
        None => (What::File, smallvec![charts.shooting_dice.start]),
    };
    let cannot = profile.shooting.is_none() || (what == What::Caracole && shooter.band == Band::Long);
    let starts = if cannot { SmallVec::new() } else { starts };
    stepped(charts, readings, shooter, target, what, starts, Rung::BlackSlowing)
}

/// The dice of regimental guns or Platoon Fire: one a turn, never below its start.
pub fn extra_dice(
    charts: &Charts,
    readings: Readings,
    extra: Extra,
    shooter: &ShooterFacts<'_>,
    target: &TargetFacts<'_>,
) -> ShotDice {
    enforces!("RETG-GLOS-064", "RETG-GLOS-066");
    let start = charts.shooting_dice.extra_start;
    stepped(charts, readings, shooter, target, What::Extra(extra), smallvec![start], start)
}

/// Where the dice of a file with caracole start; `None` for other files.
fn caracole_starts(charts: &Charts, shooter: &ShooterFacts<'_>) -> Option<SmallVec<[Rung; 2]>> {
    enforces!("RETG-GLOS-020", "RETG-GLOS-021", "RETG-SHOOT-004");
    let early = shooter.profile.is(Characteristic::CaracoleEarly);
    let ranges = &charts.shooting_ranges;
    if early && shooter.bases >= ranges.caracole_early.deep {
        return Some(ranges.caracole_early.dice.iter().copied().collect());
    }
    let later = early || shooter.profile.is(Characteristic::CaracoleLater);
    later.then(|| ranges.caracole_later.dice.iter().copied().collect())
}

fn stepped(
    charts: &Charts,
    readings: Readings,
    shooter: &ShooterFacts<'_>,
    target: &TargetFacts<'_>,
    what: What,
    starts: SmallVec<[Rung; 2]>,
    lowest: Rung,
) -> ShotDice {
    let mut steps = Tally::new("steps of the shooting dice");
    let mut proposed = false;
    for step in S::ALL.iter().copied() {
        if holds(charts, readings, shooter, target, what, step) {
            let value = charts.shooting_dice.step(step);
            proposed |= is_proposed(value.basis);
            let (rule, label) = of_step(step);
            steps.add(rule, with_basis(label, value.basis), i32::from(value.value));
        }
    }
    let by = steps.total();
    let dice = starts.iter().map(|start| start.stepped(by, lowest)).collect();
    ShotDice { dice, steps, rests_on_proposals: proposed }
}

fn holds(
    charts: &Charts,
    readings: Readings,
    shooter: &ShooterFacts<'_>,
    target: &TargetFacts<'_>,
    what: What,
    step: S,
) -> bool {
    let guns = are_guns(shooter, what);
    let armour = target.profile.armour();
    match step {
        S::HighFirepower => firepower(charts, shooter, what) == Firepower::High,
        S::LowFirepower => firepower(charts, shooter, what) == Firepower::Low,
        S::EffectiveRange => what == What::File && shooter.band == Band::Effective,
        S::TargetUnprotected => armour == Armour::Unprotected && !target.skirmishes(),
        S::TargetSquare => target.square,
        S::GunsAtDeepTarget => guns && target.is_deep(),
        S::TargetFullyArmoured => armour == Armour::FullyArmoured && !guns,
        S::TargetArmouredAgainstArrows => armour_stops(charts, readings, shooter, armour, what),
        S::TargetInCover => is_covered(target, guns),
        S::TooFewBases => {
            what == What::File && shooter.bases < depth(charts, shooter)
                || is_short_caracole(charts, shooter, what)
        }
        S::ShooterRunningAway => shooter.running_away,
        S::TargetInCombat => target.in_combat,
        S::SugAtTug => shooter.skirmishes() && !target.skirmishes(),
        S::AtSug => target.skirmishes(),
        S::UnreliableAlly => shooter.unreliable,
        S::PlugBayonet => shooter.charged && shooter.profile.bears(Weapon::PlugBayonet) && !guns,
    }
}

fn are_guns(shooter: &ShooterFacts<'_>, what: What) -> bool {
    match what {
        What::Extra(extra) => extra == Extra::RegimentalGuns,
        What::File | What::Caracole => shooter.profile.shooting == Some(ShotWeapon::Artillery),
    }
}

fn firepower(charts: &Charts, shooter: &ShooterFacts<'_>, what: What) -> Firepower {
    match what {
        What::Extra(Extra::RegimentalGuns) => charts.shooting_dice.regimental_guns_firepower,
        _ => shooter.profile.firepower,
    }
}

/// Bases that a file needs for full effect.
fn depth(charts: &Charts, shooter: &ShooterFacts<'_>) -> u8 {
    enforces!("RETG-SHOOT-027");
    let ranges = &charts.shooting_ranges;
    let full = range_row(shooter.profile).map_or(1, |row| ranges.reach(row).value.depth);
    match shooter.profile.arm {
        Arm::Battlewagon => ranges.battlewagon_depth.min(full),
        _ if shooter.skirmishes() => ranges.skirmishers_depth.min(full),
        _ => full,
    }
}

/// Whether a file with caracole has not even the bases of the later one.
fn is_short_caracole(charts: &Charts, shooter: &ShooterFacts<'_>, what: What) -> bool {
    what == What::Caracole && shooter.bases < charts.shooting_ranges.caracole_later.deep
}

/// Whether armour stops what is shot.
fn armour_stops(
    charts: &Charts,
    readings: Readings,
    shooter: &ShooterFacts<'_>,
    armour: Armour,
    what: What,
) -> bool {
    let table = &charts.shooting_dice;
    let long = shooter.band == Band::Long;
    let arrows = |weapon: &ShotWeapon| {
        table.arrows.contains(weapon) || (long && table.arrows_at_long_range.contains(weapon))
    };
    let enough = match readings.has(Reading::ArrowsOneStepOnly) {
        true => armour == Armour::Armoured,
        false => armour >= Armour::Armoured,
    };
    enough && !matches!(what, What::Extra(_)) && shooter.profile.shooting.as_ref().is_some_and(arrows)
}

/// Battlewagons are in cover all round, but not against guns.
fn is_covered(target: &TargetFacts<'_>, guns: bool) -> bool {
    enforces!("RETG-GLOS-015");
    match target.profile.troop_type(false) {
        TroopType::Battlewagons => !guns,
        _ => target.cover,
    }
}

const fn of_step(step: S) -> (RuleId, &'static str) {
    match step {
        S::HighFirepower => (rule!("RETG-TROOP-011"), "High Firepower"),
        S::LowFirepower => (rule!("RETG-TROOP-011"), "Low Firepower"),
        S::EffectiveRange => (rule!("RETG-SHOOT-028"), "effective range"),
        S::TargetUnprotected => (rule!("RETG-SHOOT-030"), "target is Unprotected"),
        S::TargetSquare => (rule!("RETG-GLOS-076"), "target is in square"),
        S::GunsAtDeepTarget => (rule!("RETG-SHOOT-030"), "guns at a deep target"),
        S::TargetFullyArmoured => (rule!("RETG-SHOOT-030"), "target is Fully Armoured"),
        S::TargetArmouredAgainstArrows => (rule!("RETG-TROOP-020"), "armour against arrows"),
        S::TargetInCover => (rule!("RETG-SHOOT-017"), "target is in cover"),
        S::TooFewBases => (rule!("RETG-SHOOT-027"), "too few bases"),
        S::ShooterRunningAway => (rule!("RETG-SHOOT-030"), "running away"),
        S::TargetInCombat => (rule!("RETG-SHOOT-020"), "target is in combat"),
        S::SugAtTug => (rule!("RETG-GLOS-085"), "skirmishers at battle troops"),
        S::AtSug => (rule!("RETG-GLOS-085"), "at skirmishers"),
        S::UnreliableAlly => (rule!("RETG-CMD-047"), "Unreliable ally"),
        S::PlugBayonet => (rule!("RETG-GLOS-011"), "plug bayonets when charged"),
    }
}
