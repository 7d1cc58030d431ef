//! What a combat may bring, before its first dice.

use crate::battle::system::Renatio;
use caracole_kernel::{Battle, Prospect};

/// Nothing yet.
pub fn prospects(_battle: &Battle<Renatio>) -> Vec<Prospect> {
    Vec::new()
}
