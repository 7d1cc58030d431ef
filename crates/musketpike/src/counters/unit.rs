//! Units: foot, horse, guns and wagons.

use super::WingId;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit, as its place in [`crate::scenario::Scenario::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct UnitId(pub u8);

enforces!("MPBS-2.1.2b");

/// Strength points: 1 to 20 for foot and horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Strength(pub u8);

enforces!("MPBS-2.1.2d");

/// A morale rating: 4 (worst) to 8 (best).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Morale(pub u8);

enforces!("MPBS-GLOSSARY-TWO-HEX-UNIT");

/// How many hexes a heavy infantry unit fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CounterSize {
    /// One.
    OneHex,
    /// Two.
    TwoHex,
}

enforces!("MPBS-GLOSSARY-HEAVY-INFANTRY");

/// Whether heavy infantry has pikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pikes {
    /// It has.
    Pikes,
    /// It has none.
    NoPikes,
}

/// Whether heavy infantry has regimental guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegimentalArtillery {
    /// It has none.
    None,
    /// It has.
    Guns,
}

/// How a two-hex unit is drawn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BrigadeStyle {
    /// As most are.
    Usual,
    /// In the Swedish style: attacks any of its front hexes.
    Swedish,
}

/// Whether a unit is trained to fire Salvoes in this battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Salvo {
    /// It may.
    May,
    /// The scenario says it may not.
    MayNot,
}

enforces!("MPBS-GLOSSARY-LIGHT-INFANTRY");

/// Commanded musketeers or dragoons: the same rules for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LightInfantryType {
    /// Commanded musketeers.
    Muskets,
    /// Dragoons.
    Dragoons,
}

enforces!("MPBS-GLOSSARY-CAVALRY");

/// Kinds of horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CavalryType {
    /// Cuirassiers: formed.
    Cuirassier,
    /// Arquebusiers, with carbines: formed.
    Arquebusier,
    /// Croats: unformed.
    Croat,
}

/// Whether cavalry sits on its horses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mount {
    /// On horseback.
    Mounted,
    /// On foot for the whole battle, as the scenario states.
    Dismounted,
}

enforces!("MPBS-2.1.2c", "MPBS-GLOSSARY-ARTILLERY");

/// Weight of guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArtilleryClass {
    /// 12 to 24 pounds: culverins.
    Heavy,
    /// 4 to 8 pounds: sakers.
    Medium,
    /// 3 pounds: falcons.
    Light,
}

impl ArtilleryClass {
    /// All classes, heaviest first.
    pub const ALL: [ArtilleryClass; 3] =
        [ArtilleryClass::Heavy, ArtilleryClass::Medium, ArtilleryClass::Light];
}

enforces!("MPBS-2.1.2f");

/// Number of guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BatterySize {
    /// Three or four guns.
    Single,
    /// Seven or eight guns.
    Double,
}

/// What a unit is, with everything its counter says beside name and morale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitType {
    /// Pike and shot.
    HeavyInfantry {
        /// Printed strength.
        strength: Strength,
        /// One hex or two.
        size: CounterSize,
        /// With pikes or without.
        pikes: Pikes,
        /// With regimental guns or without.
        guns: RegimentalArtillery,
        /// Swedish style or not.
        style: BrigadeStyle,
        /// Whether it may fire Salvoes.
        salvo: Salvo,
    },
    /// Detached shot and dragoons.
    LightInfantry {
        /// Printed strength.
        strength: Strength,
        /// Which.
        kind: LightInfantryType,
    },
    /// Horse.
    Cavalry {
        /// Printed strength.
        strength: Strength,
        /// Which.
        kind: CavalryType,
        /// On horseback or on foot.
        mount: Mount,
    },
    /// Guns.
    Artillery {
        /// Weight.
        class: ArtilleryClass,
        /// Single or double battery.
        size: BatterySize,
        /// Grazing Fire Range in hexes.
        grazing: u8,
        /// Maximum Range in hexes.
        range: u8,
    },
    /// A wagon.
    Wagon,
}

/// The arm of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitArm {
    /// Pike and shot.
    HeavyInfantry,
    /// Detached shot and dragoons.
    LightInfantry,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
    /// A wagon.
    Wagon,
}

enforces!("MPBS-2.1.1", "MPBS-2.1.2a");

/// A unit's counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedUnit {
    /// Short code that names it in files: letters and digits.
    pub code: String,
    /// Name printed on it.
    pub name: String,
    /// Its army.
    pub side: Side,
    /// Its wing, for the whole battle.
    pub wing: WingId,
    /// What it is.
    pub unit_type: UnitType,
    /// Printed morale.
    pub morale: Morale,
}

impl UnitType {
    /// The arm.
    pub const fn arm(self) -> UnitArm {
        match self {
            UnitType::HeavyInfantry { .. } => UnitArm::HeavyInfantry,
            UnitType::LightInfantry { .. } => UnitArm::LightInfantry,
            UnitType::Cavalry { .. } => UnitArm::Cavalry,
            UnitType::Artillery { .. } => UnitArm::Artillery,
            UnitType::Wagon => UnitArm::Wagon,
        }
    }

    /// Printed strength of foot and horse.
    pub const fn strength(self) -> Option<Strength> {
        match self {
            UnitType::HeavyInfantry { strength, .. }
            | UnitType::LightInfantry { strength, .. }
            | UnitType::Cavalry { strength, .. } => Some(strength),
            UnitType::Artillery { .. } | UnitType::Wagon => None,
        }
    }

    /// Whether it fills two hexes.
    pub const fn is_two_hex(self) -> bool {
        matches!(self, UnitType::HeavyInfantry { size: CounterSize::TwoHex, .. })
    }

    /// Horse on horseback of any kind.
    pub const fn is_mounted_cavalry(self) -> bool {
        matches!(self, UnitType::Cavalry { mount: Mount::Mounted, .. })
    }

    /// Cuirassiers and arquebusiers, mounted or not.
    pub const fn is_formed_cavalry(self) -> bool {
        matches!(self, UnitType::Cavalry { kind: CavalryType::Cuirassier | CavalryType::Arquebusier, .. })
    }

    /// Croats.
    pub const fn is_unformed_cavalry(self) -> bool {
        matches!(self, UnitType::Cavalry { kind: CavalryType::Croat, .. })
    }

    /// Foot of either kind.
    pub const fn is_infantry(self) -> bool {
        enforces!("MPBS-GLOSSARY-INFANTRY");
        matches!(self, UnitType::HeavyInfantry { .. } | UnitType::LightInfantry { .. })
    }
}
