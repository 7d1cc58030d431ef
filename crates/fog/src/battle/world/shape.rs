//! What follows from where the bases of a battle group stand, worked out once and kept until one of them changes.
//!
//! It is no part of the state: it is neither saved nor compared, and a battle without it goes the same way. It is
//! forgotten as soon as a base or the battle group is borrowed to be changed (only by index).

use super::{BaseId, GroupId, World};
use crate::field::{laid_out, stands_as_laid_out};
use crate::formation::Formation;
use crate::troops::BaseProfile;
use caracole_plane::{Bounds, Group, Rects};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// The bases of a battle group as they stand.
#[derive(Debug)]
pub struct Shape {
    /// Those left, in the order of [`Formation::placed`].
    pub(super) ids: SmallVec<[BaseId; 16]>,
    /// The measuring forms of those that are measured to.
    pub(super) rects: Rects,
    /// What others may not walk over.
    pub(super) obstruction: Rects,
    /// The point base of a Swedish brigade.
    pub(super) point: Option<BaseId>,
    /// Whether they are light troops.
    light: bool,
    formation: OnceLock<Formation>,
    body: OnceLock<Standing>,
}

/// The body that moves.
#[derive(Debug)]
struct Standing {
    body: Group,
    in_order: bool,
}

/// What is remembered of one battle group; the bounds apart, for they are asked for most.
#[derive(Clone, Debug)]
struct Known {
    bounds: Option<Bounds>,
    shape: Arc<Shape>,
}

/// What is remembered of all battle groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes(OnceLock<Box<[OnceLock<Known>]>>);

/// It follows from the state and adds nothing to it.
impl PartialEq for Shapes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Shapes {}

impl Shapes {
    /// A battle group may change.
    pub(super) fn forget(&mut self, group: usize) {
        if let Some(slot) = self.0.get_mut().and_then(|all| all.get_mut(group)) {
            slot.take();
        }
    }
}

impl Shape {
    fn of(world: &World, group: GroupId) -> Self {
        let ids = world.standing_ids(group);
        let point = world.point_of(group, &ids);
        let measured = ids.iter().filter(|b| Some(**b) != point);
        let rects: Rects = measured.map(|&b| world[b].base.rect()).collect();
        let mut obstruction = rects.clone();
        obstruction.extend(world.limber_rects(group, &ids));
        let profiles: SmallVec<[BaseProfile; 16]> = ids.iter().map(|&b| world[b].profile).collect();
        let light = world.book.is_light(&profiles);
        Shape { ids, rects, obstruction, point, light, formation: OnceLock::new(), body: OnceLock::new() }
    }
}

impl World {
    fn known(&self, group: GroupId) -> &Known {
        let all = self.shapes.0.get_or_init(|| self.groups.iter().map(|_| OnceLock::new()).collect());
        all[usize::from(group.0)].get_or_init(|| Known {
            bounds: self.bounds_worked_out(group),
            shape: Arc::new(Shape::of(self, group)),
        })
    }

    fn bounds_worked_out(&self, group: GroupId) -> Option<Bounds> {
        let mut bases = self.all_base_ids(group).map(|b| &self[b]).filter(|b| b.standing);
        let first = Bounds::of_base(&bases.next()?.base);
        let all = bases.fold(first, |all, b| all.with(Bounds::of_base(&b.base)));
        Some(all.grown(self.lead(group)))
    }

    /// What follows from where its bases stand.
    pub(super) fn shape(&self, group: GroupId) -> &Shape {
        &self.known(group).shape
    }

    /// An upright rectangle about a battle group, limbers among it; none if it has no bases.
    #[must_use]
    pub fn bounds(&self, group: GroupId) -> Option<Bounds> {
        self.known(group).bounds
    }

    /// Its files and ranks.
    #[must_use]
    pub fn formation(&self, group: GroupId) -> &Formation {
        self.shape(group).formation.get_or_init(|| self.formation_worked_out(group))
    }

    fn standing(&self, group: GroupId) -> &Standing {
        self.shape(group).body.get_or_init(|| {
            let regular =
                laid_out(self.field.scale, self.formation(group), self.anchor(group), self.lead(group));
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
    pub fn body(&self, group: GroupId) -> &Group {
        &self.standing(group).body
    }

    /// Whether it is light troops.
    #[must_use]
    pub fn is_light(&self, group: GroupId) -> bool {
        self.shape(group).light
    }

    /// Whether its bases stand as its files and ranks say: no file stepped forward, no kink.
    #[must_use]
    pub fn stands_in_order(&self, group: GroupId) -> bool {
        self.standing(group).in_order
    }

    /// The numbers of the bases that a battle group still has, in the order of [`Formation::placed`].
    #[must_use]
    pub fn base_ids_of(&self, group: GroupId) -> &[BaseId] {
        &self.shape(group).ids
    }

    /// Whether all that is remembered still holds.
    ///
    /// For the invariants: finds anything that should have been forgotten.
    pub fn remembers_rightly(&self) -> Result<(), String> {
        for group in self.ids() {
            let fresh = Shape::of(self, group);
            let known = self.known(group);
            let shape = &*known.shape;
            let same = shape.ids == fresh.ids
                && shape.rects == fresh.rects
                && shape.obstruction == fresh.obstruction
                && (shape.point, shape.light) == (fresh.point, fresh.light)
                && known.bounds == self.bounds_worked_out(group)
                && shape.formation.get().is_none_or(|f| *f == self.formation_worked_out(group));
            let forgetful = World { shapes: Shapes::default(), ..self.clone() };
            let stands = shape.body.get().is_none_or(|s| {
                s.body == *forgetful.body(group) && s.in_order == forgetful.stands_in_order(group)
            });
            if !same || !stands {
                return Err(format!("what is remembered of battle group {} is out of date", group.0));
            }
        }
        Ok(())
    }
}
