//! Words that stand in files.

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

/// Declares an enum whose members have keys in files. The crate that uses it has `serde` and `schemars`.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $key:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $key)] $member),+ }
        impl $crate::Word for $name {
            const ALL: &'static [Self] = &[$(Self::$member),+];
            fn key(self) -> &'static str { match self { $(Self::$member => $key),+ } }
            fn index(self) -> usize { self as usize }
        }
    };
}
