//! Names of computer players.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How a player weighs chances against dangers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Temperament {
    /// Waits for good odds and keeps what it has.
    Cautious,
    /// Neither.
    #[default]
    Balanced,
    /// Attacks where others would not.
    Bold,
}

impl Temperament {
    /// All three, the most careful first.
    pub const ALL: [Temperament; 3] = [Temperament::Cautious, Temperament::Balanced, Temperament::Bold];

    const fn word(self) -> &'static str {
        match self {
            Temperament::Cautious => "cautious",
            Temperament::Balanced => "balanced",
            Temperament::Bold => "bold",
        }
    }
}

/// The playouts of a captain for whom none are named.
pub const USUAL_PLAYOUTS: u32 = 16;
/// The most playouts that may be named.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

/// A computer player by name: `random`, `marshal`, `marshal:bold`, `captain`, `captain:200`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerName {
    /// Any legal choice.
    Random,
    /// Weighs its choices by exact odds.
    Marshal(Temperament),
    /// The same with look-ahead: so many playouts for a decision.
    Captain(u32),
}

impl PlayerName {
    /// The playouts that it may use for a decision.
    pub const fn playouts(self) -> u32 {
        match self {
            PlayerName::Captain(playouts) => playouts,
            _ => 0,
        }
    }

    /// What it does, in a few words.
    pub const fn describe(self) -> &'static str {
        match self {
            PlayerName::Random => "any legal choice",
            PlayerName::Marshal(Temperament::Cautious) => "weighs odds, waits for good ones",
            PlayerName::Marshal(Temperament::Balanced) => "weighs odds",
            PlayerName::Marshal(Temperament::Bold) => "weighs odds, attacks where others would not",
            PlayerName::Captain(_) => "weighs odds and plays on in its head",
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Random => f.write_str("random"),
            PlayerName::Marshal(Temperament::Balanced) => f.write_str("marshal"),
            PlayerName::Marshal(temperament) => write!(f, "marshal:{}", temperament.word()),
            PlayerName::Captain(USUAL_PLAYOUTS) => f.write_str("captain"),
            PlayerName::Captain(playouts) => write!(f, "captain:{playouts}"),
        }
    }
}

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no computer player `{0}`")]
pub struct NoSuchPlayer(pub String);

impl FromStr for PlayerName {
    type Err = NoSuchPlayer;

    fn from_str(text: &str) -> Result<Self, NoSuchPlayer> {
        let unknown = || NoSuchPlayer(text.chars().take(40).collect());
        let (name, more) = text.split_once(':').map_or((text, None), |(name, more)| (name, Some(more)));
        match (name, more) {
            ("random", None) => Ok(PlayerName::Random),
            ("marshal", None) => Ok(PlayerName::Marshal(Temperament::Balanced)),
            ("marshal", Some(word)) => Temperament::ALL
                .into_iter()
                .find(|t| t.word() == word)
                .map(PlayerName::Marshal)
                .ok_or_else(unknown),
            ("captain", None) => Ok(PlayerName::Captain(USUAL_PLAYOUTS)),
            ("captain", Some(playouts)) => match playouts.parse() {
                Ok(playouts @ 1..=MOST_PLAYOUTS) => Ok(PlayerName::Captain(playouts)),
                _ => Err(unknown()),
            },
            _ => Err(unknown()),
        }
    }
}

impl Serialize for PlayerName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayerName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_they_are_written() {
        for text in ["random", "marshal", "marshal:bold", "marshal:cautious", "captain", "captain:200"] {
            assert_eq!(text.parse::<PlayerName>().unwrap().to_string(), text);
        }
        assert_eq!("marshal:balanced".parse::<PlayerName>().unwrap().to_string(), "marshal");
    }

    #[test]
    fn other_names_are_refused() {
        for text in [
            "",
            "person",
            "marshal:",
            "marshal:mad",
            "captain:0",
            "captain:-1",
            "captain:9999999",
            "random:1",
        ] {
            assert!(text.parse::<PlayerName>().is_err(), "{text}");
        }
    }
}
