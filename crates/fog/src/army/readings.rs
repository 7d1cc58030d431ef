//! Readings of unclear points rules as named options; the defaults are the ledger's proposals.

use caracole_ledger::{RuleId, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What "times 3 for battle wagons" multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WagonMultiplier {
    /// The capabilities only.
    Capabilities,
    /// The whole cost of the base.
    WholeCost,
}

/// The readings that points and composition depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArmyReadings {
    /// `fogr.points.mounted_melee_swordsmen`: their price, lost in print.
    pub mounted_melee_swordsmen: u8,
    /// `fogr.points.dragoons_pay_for_weapons`: dragoons pay for their weapon besides their basic cost.
    pub dragoons_pay_for_weapons: bool,
    /// `fogr.points.wagons_multiply`: what is multiplied by 3 for battle wagons.
    pub wagons_multiply: WagonMultiplier,
    /// `fogam.bg.nine_undrilled_foot`: undrilled medium or heavy foot may have 9 bases.
    pub nine_undrilled_foot: bool,
}

impl Default for ArmyReadings {
    fn default() -> Self {
        Self {
            mounted_melee_swordsmen: 2,
            dragoons_pay_for_weapons: true,
            wagons_multiply: WagonMultiplier::Capabilities,
            nine_undrilled_foot: true,
        }
    }
}

/// A reading that a result rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct ReadingUsed {
    /// The option's name.
    pub option: &'static str,
    /// Its value.
    pub value: String,
    /// The rule that it reads.
    pub rule: RuleId,
}

/// An option that does not exist, or a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownReading {
    /// What was written.
    pub written: String,
    /// What can be written.
    pub choices: &'static [&'static str],
}

impl fmt::Display for UnknownReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no reading is called {}; the options are: {}", self.written, self.choices.join("; "))
    }
}

impl std::error::Error for UnknownReading {}

const SWORDSMEN: &str = "fogr.points.mounted_melee_swordsmen";
const DRAGOONS: &str = "fogr.points.dragoons_pay_for_weapons";
const WAGONS: &str = "fogr.points.wagons_multiply";
const NINE: &str = "fogam.bg.nine_undrilled_foot";

impl ArmyReadings {
    /// Every option with its values, the default first.
    pub const CHOICES: &'static [&'static str] = &[
        "fogr.points.mounted_melee_swordsmen = 2 (0 to 9)",
        "fogr.points.dragoons_pay_for_weapons = true | false",
        "fogr.points.wagons_multiply = capabilities | whole_cost",
        "fogam.bg.nine_undrilled_foot = true | false",
    ];

    /// Sets an option written as `name=value`.
    pub fn set(&mut self, written: &str) -> Result<(), UnknownReading> {
        let unknown =
            || UnknownReading { written: written.chars().take(80).collect(), choices: Self::CHOICES };
        let (name, value) = written.split_once('=').ok_or_else(unknown)?;
        let (name, value) = (name.trim(), value.trim());
        match name {
            SWORDSMEN => {
                let points: u8 = value.parse().map_err(|_| unknown())?;
                if points > 9 {
                    return Err(unknown());
                }
                self.mounted_melee_swordsmen = points;
            }
            DRAGOONS => self.dragoons_pay_for_weapons = value.parse().map_err(|_| unknown())?,
            WAGONS => {
                self.wagons_multiply = match value {
                    "capabilities" => WagonMultiplier::Capabilities,
                    "whole_cost" => WagonMultiplier::WholeCost,
                    _ => return Err(unknown()),
                }
            }
            NINE => self.nine_undrilled_foot = value.parse().map_err(|_| unknown())?,
            _ => return Err(unknown()),
        }
        Ok(())
    }

    pub(super) fn swordsmen_used(&self) -> ReadingUsed {
        ReadingUsed {
            option: SWORDSMEN,
            value: self.mounted_melee_swordsmen.to_string(),
            rule: rule!("FOGR-POINTS-007"),
        }
    }

    pub(super) fn dragoons_used(&self) -> ReadingUsed {
        ReadingUsed {
            option: DRAGOONS,
            value: self.dragoons_pay_for_weapons.to_string(),
            rule: rule!("FOGR-POINTS-004"),
        }
    }

    pub(super) fn wagons_used(&self) -> ReadingUsed {
        let value = match self.wagons_multiply {
            WagonMultiplier::Capabilities => "capabilities",
            WagonMultiplier::WholeCost => "whole_cost",
        };
        ReadingUsed { option: WAGONS, value: value.to_owned(), rule: rule!("FOGR-POINTS-007") }
    }
}
