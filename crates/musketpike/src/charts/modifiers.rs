//! Tables of modifiers, by name.

use caracole_document::{Basis, Word};

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
