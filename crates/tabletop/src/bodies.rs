//! The groups of a battle with their bases.

use crate::shape::Shapes;
use crate::{BaseId, BaseState, GroupId, Sizes};
use caracole_plane::Um;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt::Debug;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// A group, whatever else it is: its bases stand one after the other in [`Bodies`].
pub trait OwnsBases: Clone {
    /// Its first base, and how many it began with.
    fn stretch(&self) -> (u16, u8);
    /// Gives it its bases.
    fn set_stretch(&mut self, first: u16, count: u8);
}

/// What measuring asks a game about its bodies.
pub trait Measures<G, P>: Sizes<P> + Copy {
    /// What the game wants remembered of a group as long as its bases do not change.
    type Note: Copy + Debug + Eq;

    /// The ground before each base that a limber takes up; nothing for troops without limbers.
    fn lead(&self, group: &G) -> Um;

    /// A base held ahead of the others, to which nothing is measured and which its own group steps around. `bases` are
    /// those left, by file and rank.
    fn held_ahead(&self, group: &G, bases: &[(BaseId, &BaseState<P>)]) -> Option<BaseId>;

    /// What it wants remembered of a group that has these bases.
    fn note(&self, bases: &[P]) -> Self::Note;
}

/// The groups of a battle and their bases, with what follows from where they stand.
///
/// A group or base is borrowed by its number. Borrowing one to change it forgets what was worked out about its group, so
/// that everything asked here holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize, P: Serialize",
    deserialize = "G: Deserialize<'de>, P: Deserialize<'de>, M: Default"
))]
pub struct Bodies<G, P, M: Measures<G, P>> {
    /// Every base of both sides, those of one group together.
    bases: Vec<BaseState<P>>,
    /// The groups. A copy shares those that it does not change.
    groups: Vec<Arc<G>>,
    /// What the game says of them; not stored with what changes.
    #[serde(skip)]
    pub(crate) measures: M,
    /// What follows from where the bases stand.
    #[serde(skip)]
    pub(crate) shapes: Shapes<P, M::Note>,
}

impl<G, P, M: Measures<G, P>> Index<GroupId> for Bodies<G, P, M> {
    type Output = G;
    #[inline]
    fn index(&self, id: GroupId) -> &G {
        &self.groups[usize::from(id.0)]
    }
}

impl<G: OwnsBases, P, M: Measures<G, P>> IndexMut<GroupId> for Bodies<G, P, M> {
    #[inline]
    fn index_mut(&mut self, id: GroupId) -> &mut G {
        self.shapes.forget(usize::from(id.0));
        Arc::make_mut(&mut self.groups[usize::from(id.0)])
    }
}

impl<G, P, M: Measures<G, P>> Index<BaseId> for Bodies<G, P, M> {
    type Output = BaseState<P>;
    #[inline]
    fn index(&self, id: BaseId) -> &BaseState<P> {
        &self.bases[usize::from(id.0)]
    }
}

impl<G: OwnsBases, P, M: Measures<G, P>> IndexMut<BaseId> for Bodies<G, P, M> {
    #[inline]
    fn index_mut(&mut self, id: BaseId) -> &mut BaseState<P> {
        match self.owner_of(id) {
            Some(owner) => self.shapes.forget(owner),
            None => self.shapes = Shapes::default(),
        }
        &mut self.bases[usize::from(id.0)]
    }
}

impl<G: OwnsBases, P, M: Measures<G, P>> Bodies<G, P, M> {
    /// Groups whose stretches of bases are already right.
    #[must_use]
    pub fn new(measures: M, groups: Vec<G>, bases: Vec<BaseState<P>>) -> Self {
        let groups = groups.into_iter().map(Arc::new).collect();
        Bodies { bases, groups, measures, shapes: Shapes::default() }
    }

    /// Tells them what the game says of them, after they were read from a snapshot.
    pub fn measure_by(&mut self, measures: M) {
        self.measures = measures;
        self.shapes = Shapes::default();
    }

    /// The groups in the order of their numbers.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &G> {
        self.groups.iter().map(|g| &**g)
    }

    /// Every base in the order of their numbers.
    #[must_use]
    pub fn bases(&self) -> &[BaseState<P>] {
        &self.bases
    }

    /// Adds a group with bases of its own, and gives its number.
    pub fn enlist(&mut self, mut group: G, bases: impl IntoIterator<Item = BaseState<P>>) -> GroupId {
        let first = u16::try_from(self.bases.len()).unwrap_or(u16::MAX);
        self.bases.extend(bases);
        let count = u8::try_from(self.bases.len() - usize::from(first)).unwrap_or(u8::MAX);
        group.set_stretch(first, count);
        self.groups.push(Arc::new(group));
        self.shapes = Shapes::default();
        GroupId(u16::try_from(self.groups.len() - 1).unwrap_or(u16::MAX))
    }

    /// The base, if there is one of this number. For numbers that come from outside.
    #[must_use]
    pub fn get_base(&self, id: BaseId) -> Option<&BaseState<P>> {
        self.bases.get(usize::from(id.0))
    }

    /// The index of the group that a base belongs to: they have their bases one after the other.
    fn owner_of(&self, base: BaseId) -> Option<usize> {
        let index = self.groups.partition_point(|g| g.stretch().0 <= base.0).checked_sub(1)?;
        let (first, count) = self.groups.get(index)?.stretch();
        (base.0 - first < u16::from(count)).then_some(index)
    }

    /// The group that a base belongs to, if there is one of this number.
    #[must_use]
    pub fn group_of(&self, base: BaseId) -> Option<GroupId> {
        self.owner_of(base).and_then(|index| u16::try_from(index).ok()).map(GroupId)
    }

    /// The group, if there is one of this number. For numbers that come from outside.
    #[must_use]
    pub fn get(&self, id: GroupId) -> Option<&G> {
        self.groups.get(usize::from(id.0)).map(|g| &**g)
    }

    /// Every group.
    pub fn ids(&self) -> impl Iterator<Item = GroupId> + Clone + use<G, P, M> {
        (0..self.groups.len() as u16).map(GroupId)
    }

    /// The numbers of all bases that a group began with.
    #[inline]
    pub fn all_base_ids(&self, group: GroupId) -> impl Iterator<Item = BaseId> + Clone + use<G, P, M> {
        let (first, count) = self[group].stretch();
        (first..first + u16::from(count)).map(BaseId)
    }
}

impl<G: OwnsBases, P: Copy + Debug + PartialEq, M: Measures<G, P>> Bodies<G, P, M> {
    /// The numbers of the bases that a group still has, in the order of [`Grid::placed`](crate::Grid::placed).
    #[must_use]
    pub fn base_ids(&self, group: GroupId) -> SmallVec<[BaseId; 16]> {
        self.base_ids_of(group).into()
    }

    /// The bases that a group still has, in the order of [`Grid::placed`](crate::Grid::placed).
    #[must_use]
    pub fn bases_of(&self, group: GroupId) -> SmallVec<[BaseState<P>; 16]> {
        self.base_ids_of(group).iter().map(|&b| self[b]).collect()
    }

    /// How many bases it still has.
    #[must_use]
    pub fn size(&self, group: GroupId) -> usize {
        self.base_ids_of(group).len()
    }

    /// The bases that it began the game with.
    #[must_use]
    pub fn start_of(&self, group: GroupId) -> SmallVec<[P; 16]> {
        self.all_base_ids(group).map(|b| self[b].profile).collect()
    }

    /// The profiles of the bases that it still has.
    #[must_use]
    pub fn profiles(&self, group: GroupId) -> SmallVec<[P; 16]> {
        self.base_ids_of(group).iter().map(|&b| self[b].profile).collect()
    }
}
