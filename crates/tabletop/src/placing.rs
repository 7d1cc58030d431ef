//! Where the bases of a group come to.

use crate::{BaseId, Bodies, Facing, GroupId, Measures, OwnsBases, Position};
use caracole_plane::Base;
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt::Debug;

/// Where one base comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placing {
    /// The base.
    pub id: BaseId,
    /// Where it stands.
    pub base: Base,
    /// Its file and rank.
    pub at: Position,
    /// How it is turned.
    pub facing: Facing,
    /// Kinks passed.
    pub kinks_passed: u8,
}

impl<G: OwnsBases, P: Copy + Debug + PartialEq, M: Measures<G, P>> Bodies<G, P, M> {
    /// Where the bases of a group stand.
    #[must_use]
    pub fn placings(&self, group: GroupId) -> SmallVec<[Placing; 16]> {
        let placing = |&id: &BaseId| {
            let b = self[id];
            Placing { id, base: b.base, at: b.at, facing: b.facing, kinks_passed: b.kinks_passed }
        };
        self.base_ids_of(group).iter().map(placing).collect()
    }

    /// Puts bases where they come to.
    pub fn place(&mut self, placings: &[Placing]) {
        for placing in placings {
            let base = &mut self[placing.id];
            base.base = placing.base;
            base.at = placing.at;
            base.facing = placing.facing;
            base.kinks_passed = placing.kinks_passed;
        }
    }
}
