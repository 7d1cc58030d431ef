//! Steps that many scenarios take.

pub use crate::battle_common::steps::*;
