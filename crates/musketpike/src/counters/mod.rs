//! The pieces as they are printed: units, leaders and wings. Nothing here changes during a battle.

mod leader;
mod unit;

pub use leader::{
    LeaderId, LeaderRating, LeaderRole, ListedLeader, ListedWing, Orders, Successor, WingId, WingType,
};
pub use unit::{
    ArtilleryClass, BatterySize, BrigadeStyle, CavalryType, CounterSize, LightInfantryType, ListedUnit,
    Morale, Mount, Pikes, RegimentalArtillery, Salvo, Strength, UnitArm, UnitId, UnitType,
};
