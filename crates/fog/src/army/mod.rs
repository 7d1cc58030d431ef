//! Armies: the file format, points, composition, strength, and the books' own armies.
//!
//! ```
//! use caracole_fog::army::{self, ArmyReadings};
//!
//! let army = army::builtin("fogr/new-model-1645").unwrap();
//! let price = army::price(&army, &ArmyReadings::default()).unwrap();
//! assert_eq!(price.total(), 619);
//! assert!(army::check(&army, &ArmyReadings::default()).is_empty());
//! ```

mod builtin;
pub(crate) mod by_chance;
mod composition;
mod list;
mod model;
mod points;
mod points_ancients;
mod points_renaissance;
mod read;
mod readings;
mod strength;

pub use builtin::{BUILT_IN, BUILT_IN_LISTS, BuiltIn, builtin, builtin_list, starter};
pub use composition::{Place, Problem, check};
pub use list::{ArmyList, CommanderLine, ListOption, ListPart, Sizes, TroopLine, check_against};
pub use model::{
    Army, ArmyPermit, BaseCount, BattleGroup, Camp, Commander, CommanderLevel, CommanderRole, GroupPermit,
    Territory,
};
pub use points::{BasePrice, GroupPrice, Price, price, price_base, price_group};
pub use read::{Format, MalformedFile, read_army, read_list, write_army};
pub use readings::{ArmyReadings, ReadingUsed, UnknownReading, WagonMultiplier};
pub use strength::{
    Beasts, batches, break_point, grade_in_chief, initiative_modifier, is_grand, is_used_to,
    naval_units_deployed,
};
