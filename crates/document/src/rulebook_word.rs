//! Enums whose values are words of the rulebooks: written in snake_case, read with any case, spaces or hyphens.

use std::fmt;

/// A word that is none of the expected ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// What kind of word was expected, for example "troop type".
    pub expected: &'static str,
    /// The word as written, shortened if it is very long.
    pub word: String,
    /// The words that are allowed.
    pub choices: Vec<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a valid {}; choose one of: {}",
            self.word,
            self.expected,
            self.choices.join(", ")
        )
    }
}

impl std::error::Error for UnknownWord {}

/// Lower case, words joined by underscores, `_star` for an asterisk, no plural s.
pub fn normalise(text: &str) -> String {
    let mut plain = String::new();
    for c in text.trim().chars().take(64) {
        match c {
            ' ' | '-' | '_' => {
                if !plain.ends_with('_') {
                    plain.push('_');
                }
            }
            '*' => plain.push_str("_star"),
            _ => plain.extend(c.to_lowercase()),
        }
    }
    let plain = plain.replace("__", "_");
    plain.strip_suffix('s').map(str::to_owned).unwrap_or(plain)
}

/// Declares an enum of rulebook words with everything that reads and writes them. The crate that uses it has `serde` and
/// `schemars`.
#[macro_export]
macro_rules! rulebook_words {
    (
        $(#[$meta:meta])*
        $name:ident, $expected:literal {
            $( $(#[$doc:meta])* $variant:ident = $word:literal $(| $alias:literal)* ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $( $(#[$doc])* $variant ),+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$( Self::$variant ),+];

            /// The word as files write it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$variant => $word ),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.word().replace('_', " "))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let plain = $crate::normalise(text);
                $(
                    if [$word $(, $alias)*].iter().any(|w| $crate::normalise(w) == plain) {
                        return Ok(Self::$variant);
                    }
                )+
                Err($crate::UnknownWord {
                    expected: $expected,
                    word: text.chars().take(40).collect(),
                    choices: Self::ALL.iter().map(|v| v.word()).collect(),
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.serialize_str(self.word())
                } else {
                    serializer.serialize_u8(*self as u8)
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use serde::de::Error;
                if deserializer.is_human_readable() {
                    let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(D::Error::custom)
                } else {
                    let index = <u8 as serde::Deserialize>::deserialize(deserializer)?;
                    Self::ALL.get(usize::from(index)).copied().ok_or_else(|| {
                        D::Error::custom(format!("{} has no value number {index}", $expected))
                    })
                }
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let mut words: Vec<String> = Vec::new();
                // Files may write spaces for underscores; capitals are no matter either, but are left out here.
                for word in [$( $word $(, $alias)* ),+] {
                    for written in [word.to_owned(), word.replace('_', " ")] {
                        if !words.contains(&written) {
                            words.push(written);
                        }
                    }
                }
                schemars::json_schema!({ "type": "string", "enum": words })
            }
        }
    };
}
