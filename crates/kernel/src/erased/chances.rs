//! Odds, by messages.

use super::Table;
use crate::{
    Prospect, System,
    dice::{Pool, Value},
};

/// What the dice may do in a battle of whichever system.
pub trait AnyChances {
    /// What the fight whose first dice are awaited may do to those who are in it.
    fn prospects(&self) -> Vec<Prospect>;
    /// What a reading of a pool is worth for the account of luck.
    fn weigh(&self, pool: &Pool, value: &Value) -> Option<i32>;
}

impl<S: System> AnyChances for Table<S>
where
    S::Setup: Send,
{
    fn prospects(&self) -> Vec<Prospect> {
        S::prospects(self.session.battle())
    }

    fn weigh(&self, pool: &Pool, value: &Value) -> Option<i32> {
        S::weigh(pool, value)
    }
}
