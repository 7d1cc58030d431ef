//! What an army consists of.

use crate::charts::{CampKind, CampQuality, Territory};
use crate::troops::{CommandType, Grade, Troops};
use caracole_document::words;
use caracole_ledger::enforces;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

enforces!("RETG-ARMY-005", "RETG-ARMY-007");

words! {
    /// What a Commander is in his army.
    Role {
        /// Army Commander.
        Army = "army",
        /// Sub-Commander.
        Sub = "sub",
        /// Sub-Commander of an allied contingent.
        Ally = "ally",
    }
}

/// A Commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// His name.
    pub name: String,
    /// What he is in the army.
    pub role: Role,
    /// His grade.
    pub grade: Grade,
    /// How he commands.
    #[serde(rename = "type")]
    pub command_type: CommandType,
}

/// A camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camp {
    /// Its kind.
    pub kind: CampKind,
    /// Quality of its troops.
    pub quality: CampQuality,
}

/// One or several units of the same troops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// How many such units there are.
    #[serde(default = "one")]
    pub count: u8,
    /// How many bases of what each has.
    pub troops: Troops,
    /// It belongs to the allied contingent.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ally: bool,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Code of the system.
    pub system: String,
    /// Its name.
    pub name: String,
    /// When it took the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Territories that it may choose.
    pub territories: Vec<Territory>,
    /// Its camp.
    pub camp: Camp,
    /// Its Commanders.
    #[serde(rename = "commander")]
    pub commanders: Vec<Commander>,
    /// Its units.
    #[serde(rename = "unit")]
    pub units: Vec<Unit>,
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Army {
    /// The Army Commander, if there is one.
    pub fn army_commander(&self) -> Option<&Commander> {
        self.commanders.iter().find(|commander| commander.role == Role::Army)
    }

    /// Every unit by itself.
    pub fn each_unit(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().flat_map(|unit| std::iter::repeat_n(unit, usize::from(unit.count)))
    }
}

impl Serialize for Troops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.write())
    }
}

impl<'de> Deserialize<'de> for Troops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = <Cow<'de, str> as Deserialize>::deserialize(deserializer)?;
        Troops::read(&line).map_err(de::Error::custom)
    }
}

impl JsonSchema for Troops {
    fn schema_name() -> Cow<'static, str> {
        "Troops".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "How many bases of what, such as \"6 foot, close, formed, protected, musket, pike and shot\"",
        })
    }
}
