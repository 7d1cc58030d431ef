//! The pieces as they are printed: units, leaders and wings. Nothing here changes during a battle.

mod leader;
mod unit;

pub use leader::{Leader, LeaderId, LeaderRating, LeaderRole, Orders, Successor, Wing, WingId, WingType};
pub use unit::{
    ArtilleryClass, BatterySize, BrigadeStyle, CavalryType, CounterSize, LightInfantryType, Morale, Mount,
    Pikes, RegimentalArtillery, Salvo, Strength, Unit, UnitArm, UnitId, UnitType,
};
