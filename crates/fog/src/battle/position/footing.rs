//! Where bases may stand as far as the table, camps and impassable ground go. A file on a road is in the open, whatever
//! other ground it touches.

use super::disorder::road_file;
use crate::battle::world::{GroupId, World};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Group};
use smallvec::SmallVec;

/// Bases and the files in which they stand.
type Filed = SmallVec<[(u8, BaseRect); 16]>;

impl World {
    /// Whether a base may stand there by itself.
    #[must_use]
    pub fn may_stand(&self, rect: &BaseRect) -> bool {
        self.has_place_for(rect) && !self.is_impassable(rect)
    }

    /// Whether a battle group may stand where it is.
    #[must_use]
    pub fn group_may_stand(&self, group: GroupId) -> bool {
        self.rects(group).iter().all(|r| self.may_stand(r)) || self.stands_by_road(&self.filed(group))
    }

    /// Whether its limber markers may stand where they are.
    #[must_use]
    pub fn limbers_may_stand(&self, group: GroupId) -> bool {
        let bases = self.rects(group);
        self.obstruction(group).iter().filter(|r| !bases.contains(r)).all(|r| self.may_stand(r))
    }

    /// The bases of the file of a battle group that counts as on a road.
    #[must_use]
    pub fn file_on_road(&self, group: GroupId) -> SmallVec<[BaseRect; 4]> {
        if self.field.roads().next().is_none() {
            return SmallVec::new();
        }
        let bases = self.filed(group);
        let on_road = road_file(self, &bases);
        bases.into_iter().filter(|(file, _)| Some(*file) == on_road).map(|(_, rect)| rect).collect()
    }

    /// Whether a body may stand where it is. Limber markers are no bases of a file.
    #[must_use]
    pub fn body_may_stand(&self, body: &Group) -> bool {
        let rects = body.rects();
        if rects.iter().all(|r| self.may_stand(r)) {
            return true;
        }
        let mut limbers = body.places.iter().zip(&rects).filter(|(p, _)| p.rank == u8::MAX);
        limbers.all(|(_, r)| self.may_stand(r)) && self.stands_by_road(&filed(body))
    }

    /// Whether one file of a body may stand where it is.
    #[must_use]
    pub fn file_may_stand(&self, body: &Group, file: u8) -> bool {
        let bases = filed(body);
        let of_file = || bases.iter().filter(|(f, _)| *f == file).map(|(_, r)| r);
        of_file().all(|r| self.may_stand(r))
            || (of_file().all(|r| self.has_place_for(r)) && road_file(self, &bases) == Some(file))
    }

    /// The bases of a battle group by file.
    pub(super) fn filed(&self, group: GroupId) -> Filed {
        let ahead = self.point_base(group);
        let measured = self.base_ids_of(group).iter().filter(|b| Some(**b) != ahead);
        measured.map(|&b| (self[b].at.file, self[b].base.rect())).collect()
    }

    /// Whether all of these have a place, and none but those of the file on a road touch impassable ground.
    pub(crate) fn stands_by_road(&self, bases: &[(u8, BaseRect)]) -> bool {
        enforces!("FOGR-MOVE-016", "FOGAM-MOVE-016");
        if self.field.roads().next().is_none() {
            return false;
        }
        let on_road = road_file(self, bases);
        on_road.is_some()
            && bases
                .iter()
                .all(|(file, r)| self.has_place_for(r) && (Some(*file) == on_road || !self.is_impassable(r)))
    }

    fn has_place_for(&self, rect: &BaseRect) -> bool {
        self.field.holds(rect) && !self.camps().any(|camp| camp.overlaps(rect))
    }

    fn is_impassable(&self, rect: &BaseRect) -> bool {
        self.impassable().any(|o| o.has_part_of(rect))
    }
}

/// The bases of a body by file, without limber markers.
fn filed(body: &Group) -> Filed {
    let placed = body.places.iter().zip(body.rects());
    placed.filter(|(place, _)| place.rank != u8::MAX).map(|(place, rect)| (place.file, rect)).collect()
}
