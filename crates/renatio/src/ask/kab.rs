//! KaB tests.

use super::{AskError, chances, charts};
use crate::kab::{CommanderResult, TestedUnit, UnitResult, commander_dice, unit_dice};
use crate::odds::{commander_odds, unit_odds};
use crate::readings::Readings;
use crate::troops::{Grade, Troops};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// A test on a unit or on a Commander.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The unit, as army files write it.
    #[serde(default)]
    troops: Option<Troops>,
    /// The grade of a Commander instead.
    #[serde(default)]
    grade: Option<Grade>,
    /// Its riders have dismounted.
    #[serde(default)]
    dismounted: bool,
    /// It is Nervous where it stands.
    #[serde(default)]
    nervous: bool,
    /// Friends stand behind it as support.
    #[serde(default)]
    supported: bool,
    /// The Army Commander is lost.
    #[serde(default)]
    army_commander_lost: bool,
    /// Elephants broke.
    #[serde(default)]
    elephants_broken: bool,
    /// Other readings of unclear rules.
    #[serde(default)]
    options: Readings,
}

impl Test {
    pub(super) fn answer(&self) -> Result<Value, AskError> {
        let charts = charts()?;
        match (&self.troops, self.grade) {
            (Some(troops), None) => {
                let tested = TestedUnit {
                    dismounted: self.dismounted,
                    nervous: self.nervous,
                    supported: self.supported,
                    army_commander_lost: self.army_commander_lost,
                    elephants_broken: self.elephants_broken,
                    ..TestedUnit::plain(&troops.profile)
                };
                let dice = unit_dice(&charts, self.options, &tested);
                let odds = unit_odds(&charts, dice.colour);
                Ok(json!({
                    "dice": dice.colour, "start": dice.start, "steps": dice.steps,
                    "chances": chances(&odds, |result| json!(of_unit(*result))),
                }))
            }
            (None, Some(grade)) => {
                let colour = commander_dice(&charts, grade);
                let odds = commander_odds(&charts, colour);
                Ok(
                    json!({ "dice": colour, "chances": chances(&odds, |result| json!(of_commander(*result))) }),
                )
            }
            _ => Err(AskError::new("a test is on a unit or on a Commander", "give troops, or a grade")),
        }
    }
}

const fn of_unit(result: UnitResult) -> &'static str {
    match result {
        UnitResult::Unhurt => "nothing",
        UnitResult::Slowed => "slowed",
        UnitResult::Wounded => "wounded",
        UnitResult::BaseKilled => "base_killed",
    }
}

const fn of_commander(result: CommanderResult) -> &'static str {
    match result {
        CommanderResult::Unhurt => "nothing",
        CommanderResult::Stunned => "stunned",
        CommanderResult::Injured => "injured",
        CommanderResult::Killed => "killed",
    }
}
