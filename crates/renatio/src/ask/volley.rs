//! Volleys at a unit.

use super::file::form;
use super::{AskError, chance, chances, charts};
use crate::charts::Charts;
use crate::dice::{Breaking, Harm, breaks};
use crate::effects::SlowedBy;
use crate::odds::{VolleyDie, volley_odds};
use crate::readings::Readings;
use crate::shooting::{Band, ShooterFacts, ShotDice, TargetFacts, extra_dice, file_dice};
use crate::troops::{Extra, Form, ShotWeapon, Troops};
use caracole_document::words;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most dice of a volley.
const MOST: usize = 40;

words! {
    /// A range.
    Range {
        /// Effective range.
        Effective = "effective",
        /// Long range.
        Long = "long",
    }
}

/// Files that shoot alike.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shots {
    /// The unit, as army files write it.
    troops: Troops,
    /// How many of its files shoot.
    #[serde(default = "one")]
    files: u8,
    /// Bases of a file that shoot.
    #[serde(default = "two")]
    bases: u8,
    /// The range.
    range: Range,
    /// Its formation; the first that it can take if none is given.
    #[serde(default)]
    form: Option<Form>,
    /// Regimental guns or Platoon Fire instead of the weapons of the files.
    #[serde(default)]
    extra: Option<Extra>,
    /// It shoots while it runs away.
    #[serde(default)]
    running_away: bool,
    /// It is charged.
    #[serde(default)]
    charged: bool,
}

/// Who is shot at.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The unit, as army files write it.
    troops: Troops,
    /// Its files.
    wide: u8,
    /// Bases of the file that is shot at; by its bases and files if none is given.
    #[serde(default)]
    deep: Option<u8>,
    /// Its formation; the first that it can take if none is given.
    #[serde(default)]
    form: Option<Form>,
    /// It is in cover.
    #[serde(default)]
    cover: bool,
    /// It is in combat.
    #[serde(default)]
    in_combat: bool,
    /// It is in square.
    #[serde(default)]
    square: bool,
    /// Bases that it has lost.
    #[serde(default)]
    lost: u8,
    /// It carries a wound.
    #[serde(default)]
    wound: bool,
}

/// A volley.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    /// Who shoots.
    shots: Vec<Shots>,
    /// At whom.
    target: Target,
    /// Other readings of unclear rules.
    #[serde(default)]
    options: Readings,
}

const fn one() -> u8 {
    1
}

const fn two() -> u8 {
    2
}

impl Volley {
    fn dice(&self, charts: &Charts, shots: &Shots) -> Result<ShotDice, AskError> {
        let band = match shots.range {
            Range::Effective => Band::Effective,
            Range::Long => Band::Long,
        };
        let shooter = ShooterFacts {
            form: form(&shots.troops.profile, shots.form)?,
            running_away: shots.running_away,
            charged: shots.charged,
            ..ShooterFacts::plain(&shots.troops.profile, shots.bases, band)
        };
        let own = &self.target;
        let deep = own.deep.unwrap_or_else(|| own.troops.bases.div_ceil(own.wide.max(1)));
        let target = TargetFacts {
            form: form(&own.troops.profile, own.form)?,
            cover: own.cover,
            in_combat: own.in_combat,
            square: own.square,
            ..TargetFacts::plain(&own.troops.profile, deep)
        };
        Ok(match shots.extra {
            None => file_dice(charts, self.options, &shooter, &target),
            Some(extra) => extra_dice(charts, self.options, extra, &shooter, &target),
        })
    }

    pub(super) fn answer(&self) -> Result<Value, AskError> {
        let charts = charts()?;
        let mut dice: Vec<VolleyDie> = Vec::new();
        let mut told = Vec::new();
        for shots in &self.shots {
            let found = self.dice(&charts, shots)?;
            let weapon = shots.troops.profile.shooting.unwrap_or(ShotWeapon::Musket);
            let guns = shots.extra == Some(Extra::RegimentalGuns) || weapon == ShotWeapon::Artillery;
            let by = if guns { SlowedBy::Guns } else { SlowedBy::Weapon(weapon) };
            for _ in 0..shots.files {
                dice.extend(found.dice.iter().map(|rung| VolleyDie { rung: *rung, by }));
            }
            told.push(json!({ "files": shots.files, "dice": found.dice.to_vec(), "steps": found.steps }));
        }
        if dice.len() > MOST {
            return Err(AskError::new("there are too many dice", format!("ask for {MOST} at most")));
        }
        let own = &self.target;
        let before = Harm::of(own.lost, own.wound);
        let odds = volley_odds(&charts, self.options, &dice, &own.troops.profile, before, own.wide);
        let rule = Breaking::of(&own.troops.profile);
        let broken = odds
            .outcomes
            .probability_that(|(harm, _)| breaks(&charts.break_points, rule, own.troops.bases, *harm));
        let half_bases = odds.outcomes.map(|(harm, _)| harm.half_bases - before.half_bases);
        let slowed = odds.outcomes.map(|(_, slow)| *slow);
        Ok(json!({
            "shots": told,
            "half_bases": chances(&half_bases, |n| json!(n)),
            "slowed_bw": chances(&slowed, |n| json!(n)),
            "breaks": chance(&broken),
        }))
    }
}
