//! Secrets and ids: from the system's random source, or numbered for tests.

use caracole_kernel::dice::Bytes32;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fmt,
    str::FromStr,
    sync::atomic::{AtomicU64, Ordering},
};

/// Where secrets come from.
pub trait Entropy: Send + Sync + fmt::Debug {
    /// 32 bytes that nobody can guess.
    fn secret(&self) -> Result<Bytes32, NoEntropy>;
}

/// The system has no random bytes to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random bytes")]
pub struct NoEntropy;

/// The system's random source.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn secret(&self) -> Result<Bytes32, NoEntropy> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|_| NoEntropy)?;
        Ok(Bytes32(bytes))
    }
}

/// The same secrets in the same order every time: for tests that compare two runs byte by byte.
#[derive(Debug, Default)]
pub struct NumberedEntropy(AtomicU64);

impl Entropy for NumberedEntropy {
    fn secret(&self) -> Result<Bytes32, NoEntropy> {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        let mut hash = Sha256::new();
        hash.update(b"numbered");
        hash.update(number.to_le_bytes());
        Ok(Bytes32(hash.finalize().into()))
    }
}

/// What is kept of a token: who reads the database cannot use it.
pub(crate) fn digest(token: &Bytes32) -> Bytes32 {
    Bytes32(Sha256::digest(token.0).into())
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
        #[schemars(with = "String")]
        pub struct $name(pub u64);

        impl $name {
            pub(crate) fn new(entropy: &dyn Entropy) -> Result<Self, NoEntropy> {
                let Bytes32([a, b, c, d, e, f, g, h, ..]) = entropy.secret()?;
                Ok($name(u64::from_le_bytes([a, b, c, d, e, f, g, h])))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:016x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let valid = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
                match u64::from_str_radix(text, 16) {
                    Ok(id) if valid => Ok($name(id)),
                    _ => Err("16 hexadecimal digits are wanted"),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                std::borrow::Cow::<'de, str>::deserialize(deserializer)?
                    .parse()
                    .map_err(serde::de::Error::custom)
            }
        }
    };
}

id!(
    /// A game.
    GameId
);
id!(
    /// A guest or an account.
    UserId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_nothing_else_does() {
        let id = GameId(0x00ff_0000_0000_0001);
        assert_eq!(id.to_string(), "00ff000000000001");
        assert_eq!("00ff000000000001".parse(), Ok(id));
        for bad in ["", "1", "+0ff000000000001", "00ff0000000000011", "zzzzzzzzzzzzzzzz"] {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn secrets_differ_and_a_digest_does_not_show_them() {
        let (a, b) = (SystemEntropy.secret().unwrap(), SystemEntropy.secret().unwrap());
        assert_ne!(a, b);
        assert_ne!(digest(&a), a);
    }
}
