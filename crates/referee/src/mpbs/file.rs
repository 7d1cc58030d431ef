//! The file: a scenario, what is different from its beginning, and what is asked.

use caracole_musketpike::{counters::Orders, engine::motion::Manoeuvre, hex::Hex, world::MoraleState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position of the Musket & Pike Battle Series, and what is asked about it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Caracole position on hexes", extend("$id" = "caracole:hexes:1"))]
pub struct HexFile {
    /// `mpbs`.
    pub system: String,
    /// Title of the answers.
    #[serde(default)]
    pub title: String,
    /// One of the program's scenarios by its id, or a scenario file.
    pub scenario: String,
    /// Orders of Wings, by their code, where they are not those of the beginning.
    #[serde(default)]
    pub orders: BTreeMap<String, Orders>,
    /// Units that are not as at the beginning.
    #[serde(default, rename = "unit")]
    pub units: Vec<UnitNow>,
    /// Leaders who are not where they were at the beginning.
    #[serde(default, rename = "leader")]
    pub leaders: Vec<LeaderNow>,
    /// What is asked.
    #[serde(default, rename = "question")]
    pub questions: Vec<HexQuestion>,
}

/// A unit as it is now. What is left out is as the scenario has it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitNow {
    /// Its code in the scenario.
    pub code: String,
    /// Its hex, or its two hexes: `"0506 0507"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The vertex it faces: `NE`, `E`, `SE`, `SW`, `W`, `NW`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// Its formation, in the scenario's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
    /// Its morale state.
    #[serde(default)]
    pub morale: MoraleState,
    /// Casualty points.
    #[serde(default)]
    pub casualties: u8,
    /// Pistol shots fired: 0 to 2.
    #[serde(default)]
    pub pistols_fired: u8,
    /// Whether it has Momentum.
    #[serde(default)]
    pub momentum: bool,
    /// Whether it has fired its Salvo of the turn.
    #[serde(default)]
    pub salvo_fired: bool,
}

/// A leader as of now: in another hex, or off the map.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderNow {
    /// Code in the scenario.
    pub code: String,
    /// The hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Hex>,
    /// Whether the leader is off the map: lost, away, or still to come.
    #[serde(default)]
    pub off_map: bool,
}

/// How infantry fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FireBy {
    /// Without moving.
    #[default]
    Skirmishing,
    /// A Salvo.
    Salvo,
    /// In reaction to cavalry that came from outside its zone, or to anybody else.
    Reaction,
}

/// What is asked about the position.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HexQuestion {
    /// Whether one hex sees another.
    Sight {
        /// From here.
        from: Hex,
        /// To there.
        to: Hex,
    },
    /// What lies in front, on the flanks and behind, and who stands there.
    Zones {
        /// Of this unit.
        unit: String,
    },
    /// Whether a unit is in command.
    Command {
        /// This unit.
        unit: String,
    },
    /// Whether a unit may fire at another, with what modifiers and what odds.
    Fire {
        /// Who fires.
        unit: String,
        /// At whom.
        target: String,
        /// How; guns and cavalry need not say.
        #[serde(default)]
        by: FireBy,
        /// A die as it falls: what does it do?
        #[serde(default)]
        die: Option<u8>,
    },
    /// Whether units may attack another, with what modifiers and what odds.
    Attack {
        /// Who attacks.
        units: Vec<String>,
        /// Whom.
        target: String,
        /// Cavalry of either side that spends a pistol shot.
        #[serde(default)]
        pistols: Vec<String>,
        /// A die as it falls: what does it do?
        #[serde(default)]
        die: Option<u8>,
    },
    /// Whether a unit may move so, and at what cost.
    Move {
        /// Who moves.
        unit: String,
        /// How: `{ step = "NE" }`, `{ face = 1 }`, `"counter_march"`, `{ wheel = "left" }`.
        by: Vec<Manoeuvre>,
    },
    /// What a Wing needs to preempt, to continue and to change its Orders.
    Wing {
        /// Its code.
        wing: String,
        /// Whether the Army Commander helps.
        #[serde(default)]
        army_commander: bool,
    },
}
