//! Exact odds.
mod battle;
mod chain;
mod distribution;
mod enumerate;
mod error;
mod fraction;
mod numbers;
mod pool;
mod weight;

pub use battle::enumerate_battle;
pub use chain::{Absorption, Chain};
pub use distribution::Distribution;
pub use enumerate::{Enumerator, Fall, Pools, Resolution, Stopped, enumerate, fingerprint};
pub use error::OddsError;
pub use fraction::{Fraction, NotAFraction};
pub use pool::{MOST_OUTCOMES, numbers, outcomes, pool, pools, representative, settled};
pub use weight::Natural;
