//! Dice that both players can verify.
//!
//! Before the battle the thrower publishes the SHA-256 of a secret seed, and each player adds a nonce of his own.
//! The key of the dice is HMAC-SHA-256 of the nonces under the seed. Die `k` of entry `n` is drawn from the
//! ChaCha20 (RFC 8439) key stream of that key and the nonce `n` (8 bytes, little-endian) ‖ `k` (4 bytes,
//! little-endian): its 32-bit little-endian words in order, the first one below the largest multiple of the number
//! of sides, modulo that number. After the battle the seed is shown, and anybody can recompute any die alone.
//! Card `k` of a draw is made the same way, with the number of cards left in the deck as the number of sides; the cards
//! left are counted kind by kind, kind 0 first. This drawing is frozen: recorded battles depend on it.

use super::{DiceSource, Die, NoDice, Roll, Throw, source::throw_with};
use crate::BySide;
use chacha20::{
    ChaCha20,
    cipher::{KeyIvInit, StreamCipher},
};
use hmac::{Hmac, KeyInit, Mac};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{convert::Infallible, fmt, str::FromStr};

/// 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "String")]
pub struct Bytes32(pub [u8; 32]);

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Bytes32 {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WANTED: &str = "64 hexadecimal digits are wanted";
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(WANTED);
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digit = |d: u8| char::from(d).to_digit(16).unwrap_or(0) as u8;
            *byte = digit(digits[0]) << 4 | digit(digits[1]);
        }
        Ok(Bytes32(bytes))
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What is published before the first die falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Commitment {
    /// SHA-256 of the secret seed.
    pub commitment: Bytes32,
    /// What each player added; at most 64 characters.
    pub nonces: BySide<String>,
}

/// The secret behind the dice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub Bytes32);

/// A seed is a secret until the end: it does not print itself.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Seed {
    /// A seed made from a number: for simulations and tests, where nobody needs to be surprised.
    pub fn from_number(number: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"caracole seed ");
        hash.update(number.to_le_bytes());
        Seed(Bytes32(hash.finalize().into()))
    }

    /// What may be published of it.
    pub fn commitment(&self) -> Bytes32 {
        Bytes32(Sha256::digest(self.0.0).into())
    }
}

/// Dice drawn from a seed and both players' nonces.
#[derive(Clone)]
pub struct Verifiable {
    key: [u8; 32],
}

impl fmt::Debug for Verifiable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifiable(secret)")
    }
}

impl Verifiable {
    /// The dice of this seed and these nonces.
    pub fn new(seed: &Seed, nonces: &BySide<String>) -> Self {
        // HMAC pads a short key with zeros to its block of 64 bytes.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&seed.0.0);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(b"caracole dice 1");
        for (_, nonce) in nonces.iter() {
            mac.update(&(nonce.len() as u64).to_le_bytes());
            mac.update(nonce.as_bytes());
        }
        Verifiable { key: mac.finalize().into_bytes().into() }
    }

    /// Die `index` of log entry `entry`.
    pub fn die(&self, entry: u64, index: u32, die: Die) -> u8 {
        die.lowest + self.below(entry, index, u16::from(die.sides())) as u8
    }

    /// A number below `sides`, which is at least 1, for die `index` of log entry `entry`.
    fn below(&self, entry: u64, index: u32, sides: u16) -> u16 {
        let mut nonce = [0; 12];
        nonce[..8].copy_from_slice(&entry.to_le_bytes());
        nonce[8..].copy_from_slice(&index.to_le_bytes());
        let mut stream = ChaCha20::new(&self.key.into(), &nonce.into());
        let sides = u32::from(sides.max(1));
        let end = u32::MAX - u32::MAX % sides;
        loop {
            let mut word = [0; 4];
            stream.apply_keystream(&mut word);
            let word = u32::from_le_bytes(word);
            if word < end {
                return (word % sides) as u16;
            }
        }
    }
}

impl DiceSource for Verifiable {
    fn throw(&mut self, entry: u64, roll: &Roll) -> Result<Throw, NoDice> {
        let thrown = throw_with(roll, |next| {
            let number = self.below(entry, next.index, next.sides());
            Ok::<_, Infallible>(next.face(usize::from(number)))
        });
        match thrown {
            Ok(throw) => Ok(throw),
            Err(never) => match never {},
        }
    }
}
