//! Words that stand in chart files, and tables of modifiers named by them.

use super::Basis;

/// A closed set of words.
pub trait Word: Copy + Eq + std::fmt::Debug + 'static {
    /// All of them, each at the place of its number.
    const ALL: &'static [Self];
    /// The word as files write it.
    fn key(self) -> &'static str;
    /// Its number.
    fn index(self) -> usize;

    /// The member that files write so.
    fn find(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.key() == key)
    }
}

/// Declares an enum whose members have keys in files.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $key:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $key)] $member),+ }
        impl $crate::charts::Word for $name {
            const ALL: &'static [Self] = &[$(Self::$member),+];
            fn key(self) -> &'static str { match self { $(Self::$member => $key),+ } }
            fn index(self) -> usize { self as usize }
        }
    };
}
pub(crate) use words;

/// Modifiers by name. A modifier whose size comes from elsewhere (a rating, another chart) counts 0 here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierTable<K> {
    pub(crate) entries: Vec<Modifier>,
    pub(crate) keys: std::marker::PhantomData<K>,
}

/// One modifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Modifier {
    pub(crate) add: i8,
    pub(crate) basis: Basis,
}

impl<K: Word> ModifierTable<K> {
    /// What the modifier adds.
    pub fn add(&self, key: K) -> i32 {
        self.entries.get(key.index()).map_or(0, |entry| i32::from(entry.add))
    }

    /// What the modifier rests on.
    pub fn basis(&self, key: K) -> Basis {
        self.entries.get(key.index()).map_or(Basis::Mixed, |entry| entry.basis)
    }
}
