//! Fingerprints of states, the same on every platform.

use serde::{Deserialize, Serialize};
use std::{cell::RefCell, fmt};
use xxhash_rust::xxh3::xxh3_128;

/// A 128-bit fingerprint of a state: XXH3 over its postcard encoding (little-endian varints, field order).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateHash(pub u128);

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl StateHash {
    /// The fingerprint of `state`.
    pub fn of(state: &impl Serialize) -> Self {
        BUFFER.with_borrow_mut(|buffer| {
            let mut bytes = std::mem::take(buffer);
            bytes.clear();
            let hash = match postcard::to_extend(state, bytes) {
                Ok(bytes) => {
                    let hash = xxh3_128(&bytes);
                    *buffer = bytes;
                    hash
                }
                // Only a map of unknown length cannot be encoded; no state has one.
                Err(_) => 0,
            };
            StateHash(hash)
        })
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StateHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let valid = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u128::from_str_radix(&text, 16) {
            Ok(hash) if valid => Ok(StateHash(hash)),
            _ => Err(serde::de::Error::custom("a state hash is 32 hexadecimal digits")),
        }
    }
}
