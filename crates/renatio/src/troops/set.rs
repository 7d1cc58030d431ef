//! Sets of words.

use caracole_document::Word;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, marker::PhantomData};

/// A set of the words of a closed list of at most 32.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<W>(u32, PhantomData<W>);

impl<W> Clone for Set<W> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<W> Copy for Set<W> {}

impl<W> Default for Set<W> {
    fn default() -> Self {
        Set(0, PhantomData)
    }
}

impl<W: Word> fmt::Debug for Set<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<W: Word> Set<W> {
    /// The set of these words.
    pub fn of(words: &[W]) -> Self {
        words.iter().fold(Self::default(), |set, word| set.with(*word))
    }

    /// The set with one more word.
    #[must_use]
    pub fn with(self, word: W) -> Self {
        Set(self.0 | Self::bit(word), PhantomData)
    }

    /// Whether the word is in the set.
    pub fn has(self, word: W) -> bool {
        self.0 & Self::bit(word) != 0
    }

    /// Whether one of the words is in the set.
    pub fn has_any(self, words: &[W]) -> bool {
        words.iter().any(|word| self.has(*word))
    }

    /// Whether nothing is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The words in the order of their list.
    pub fn iter(self) -> impl Iterator<Item = W> {
        W::ALL.iter().copied().filter(move |word| self.has(*word))
    }

    fn bit(word: W) -> u32 {
        1u32.checked_shl(word.index() as u32).unwrap_or(0)
    }
}

impl<W: Word + Serialize> Serialize for Set<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, W: Word + Deserialize<'de>> Deserialize<'de> for Set<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Set::of(&Vec::<W>::deserialize(deserializer)?))
    }
}

impl<W: JsonSchema> JsonSchema for Set<W> {
    fn schema_name() -> Cow<'static, str> {
        format!("SetOf{}", W::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<W>::json_schema(generator)
    }
}
