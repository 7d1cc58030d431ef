//! What follows from where the bases of a group stand, worked out once and kept until one of them changes.
//!
//! It is no part of the state: it is neither saved nor compared, and a battle without it goes the same way. It is
//! forgotten as soon as a base or the group is borrowed to be changed (only by index).

use crate::{
    BaseId, BaseState, Bodies, Grid, GroupId, Measures, OwnsBases, Placed, laid_out, stands_as_laid_out,
};
use caracole_plane::{BaseRect, Bounds, Group, Rects};
use smallvec::SmallVec;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

/// The bases of a group as they stand.
#[derive(Debug)]
struct Shape<P, N> {
    /// Those left, in the order of [`Grid::placed`].
    ids: SmallVec<[BaseId; 16]>,
    /// The measuring forms of those that are measured to.
    rects: Rects,
    /// What others may not walk over.
    obstruction: Rects,
    /// The base held ahead of the others.
    ahead: Option<BaseId>,
    /// What the game wants remembered.
    note: N,
    formation: OnceLock<Grid<P>>,
    body: OnceLock<Standing>,
}

/// The body that moves.
#[derive(Debug)]
struct Standing {
    body: Group,
    in_order: bool,
}

/// What is remembered of one group; the bounds apart, for they are asked for most.
#[derive(Debug)]
struct Known<P, N> {
    bounds: Option<Bounds>,
    shape: Arc<Shape<P, N>>,
}

impl<P, N> Clone for Known<P, N> {
    fn clone(&self) -> Self {
        Known { bounds: self.bounds, shape: Arc::clone(&self.shape) }
    }
}

/// What is remembered of one group, once it was asked for.
type Slot<P, N> = OnceLock<Known<P, N>>;

/// What is remembered of all groups.
#[derive(Debug)]
pub(crate) struct Shapes<P, N>(OnceLock<Box<[Slot<P, N>]>>);

impl<P, N> Clone for Shapes<P, N> {
    fn clone(&self) -> Self {
        Shapes(self.0.clone())
    }
}

impl<P, N> Default for Shapes<P, N> {
    fn default() -> Self {
        Shapes(OnceLock::new())
    }
}

/// It follows from the state and adds nothing to it.
impl<P, N> PartialEq for Shapes<P, N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<P, N> Eq for Shapes<P, N> {}

impl<P, N> Shapes<P, N> {
    /// A group may change.
    #[inline]
    pub(crate) fn forget(&mut self, group: usize) {
        if let Some(slot) = self.0.get_mut().and_then(|all| all.get_mut(group)) {
            slot.take();
        }
    }
}

impl<G: OwnsBases, P: Copy + Debug + PartialEq, M: Measures<G, P>> Bodies<G, P, M> {
    #[inline]
    fn known(&self, group: GroupId) -> &Known<P, M::Note> {
        let all = self.shapes.0.get_or_init(|| self.ids().map(|_| OnceLock::new()).collect());
        all[usize::from(group.0)].get_or_init(|| Known {
            bounds: self.bounds_worked_out(group),
            shape: Arc::new(self.shape_worked_out(group)),
        })
    }

    fn bounds_worked_out(&self, group: GroupId) -> Option<Bounds> {
        let mut bases = self.all_base_ids(group).map(|b| &self[b]).filter(|b| b.standing);
        let first = Bounds::of_base(&bases.next()?.base);
        let all = bases.fold(first, |all, b| all.with(Bounds::of_base(&b.base)));
        Some(all.grown(self.lead(group)))
    }

    fn shape_worked_out(&self, group: GroupId) -> Shape<P, M::Note> {
        let mut bases: SmallVec<[(BaseId, &BaseState<P>); 16]> =
            self.all_base_ids(group).map(|b| (b, &self[b])).filter(|(_, b)| b.standing).collect();
        bases.sort_by_key(|(_, b)| b.at);
        let ahead = self.measures.held_ahead(&self[group], &bases);
        let measured = bases.iter().filter(|(id, _)| Some(*id) != ahead);
        let rects: Rects = measured.map(|(_, b)| b.base.rect()).collect();
        let mut obstruction = rects.clone();
        let lead = self.lead(group);
        if lead > caracole_plane::Um::ZERO {
            obstruction.extend(bases.iter().map(|(_, b)| b.base.zone_behind(lead).rect()));
        }
        let profiles: SmallVec<[P; 16]> = bases.iter().map(|(_, b)| b.profile).collect();
        Shape {
            ids: bases.iter().map(|(id, _)| *id).collect(),
            rects,
            obstruction,
            ahead,
            note: self.measures.note(&profiles),
            formation: OnceLock::new(),
            body: OnceLock::new(),
        }
    }

    fn formation_worked_out(&self, group: GroupId) -> Grid<P> {
        let placed: Vec<Placed<P>> = self
            .base_ids_of(group)
            .iter()
            .map(|&b| &self[b])
            .map(|b| Placed { at: b.at, facing: b.facing, base: b.profile })
            .collect();
        // Two bases never stand in one place of the grid: whatever places them makes sure of it.
        Grid::try_from(placed).unwrap_or_else(|_| Grid::in_ranks(&[]))
    }

    /// What follows from where its bases stand.
    #[inline]
    fn shape(&self, group: GroupId) -> &Shape<P, M::Note> {
        &self.known(group).shape
    }

    /// An upright rectangle about a group, limbers among it; none if it has no bases.
    #[must_use]
    #[inline]
    pub fn bounds(&self, group: GroupId) -> Option<Bounds> {
        self.known(group).bounds
    }

    /// Its files and ranks.
    #[must_use]
    #[inline]
    pub fn formation(&self, group: GroupId) -> &Grid<P> {
        self.shape(group).formation.get_or_init(|| self.formation_worked_out(group))
    }

    fn standing(&self, group: GroupId) -> &Standing {
        self.shape(group).body.get_or_init(|| {
            let (anchor, lead) = (self.anchor(group), self.lead(group));
            let regular = laid_out(self.measures, self.formation(group), anchor, lead);
            let bases: SmallVec<[_; 16]> = self.base_ids_of(group).iter().map(|&b| self[b].base).collect();
            let in_order = stands_as_laid_out(&bases, &regular);
            let body = match in_order {
                true => self.body_in_order(group, regular),
                false => self.body_as_it_stands(group, regular, &bases),
            };
            Standing { body, in_order }
        })
    }

    /// The body that moves: exactly laid out if it stands in formation, else its bases as they stand.
    #[must_use]
    #[inline]
    pub fn body(&self, group: GroupId) -> &Group {
        &self.standing(group).body
    }

    /// What the game wants remembered of it.
    #[must_use]
    #[inline]
    pub fn note(&self, group: GroupId) -> M::Note {
        self.shape(group).note
    }

    /// Whether its bases stand as its files and ranks say: no file stepped forward, no kink.
    #[must_use]
    pub fn stands_in_order(&self, group: GroupId) -> bool {
        self.standing(group).in_order
    }

    /// The numbers of the bases that a group still has, in the order of [`Grid::placed`].
    #[must_use]
    #[inline]
    pub fn base_ids_of(&self, group: GroupId) -> &[BaseId] {
        &self.shape(group).ids
    }

    /// The measuring forms of its bases, in the order of [`Grid::placed`]. Limber markers and a base held ahead of the
    /// others are not among them.
    #[must_use]
    #[inline]
    pub fn rects(&self, group: GroupId) -> &[BaseRect] {
        &self.shape(group).rects
    }

    /// The base that it holds ahead of the others; none if it has none there now.
    #[must_use]
    #[inline]
    pub fn held_ahead(&self, group: GroupId) -> Option<BaseId> {
        self.shape(group).ahead
    }

    /// What others may not walk over: its bases, and limber markers.
    #[must_use]
    #[inline]
    pub fn obstruction(&self, group: GroupId) -> &[BaseRect] {
        &self.shape(group).obstruction
    }

    /// Whether all that is remembered still holds.
    ///
    /// For the invariants: finds anything that should have been forgotten.
    pub fn remembers_rightly(&self) -> Result<(), String>
    where
        P: Clone,
    {
        let mut forgetful = self.clone();
        forgetful.shapes = Shapes::default();
        for group in self.ids() {
            let (known, fresh) = (self.known(group), forgetful.known(group));
            let (shape, right) = (&*known.shape, &*fresh.shape);
            let same = shape.ids == right.ids
                && shape.rects == right.rects
                && shape.obstruction == right.obstruction
                && (shape.ahead, shape.note) == (right.ahead, right.note)
                && known.bounds == fresh.bounds
                && shape.formation.get().is_none_or(|f| f == forgetful.formation(group));
            let stands = shape.body.get().is_none_or(|s| {
                s.body == *forgetful.body(group) && s.in_order == forgetful.stands_in_order(group)
            });
            if !same || !stands {
                return Err(format!("what is remembered of group {} is out of date", group.0));
            }
        }
        Ok(())
    }
}
