//! Computer players.

mod random;

pub use random::{Random, choose};
