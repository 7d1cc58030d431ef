//! Where the body of a group stands, how it is laid out, and how its bases are put elsewhere.

use crate::{
    BaseId, BaseState, Bodies, Facing, Grid, GroupId, Measures, OwnsBases, Placed, bases_of, laid_out,
};
use caracole_plane::{Angle, Base, Corner, Group, Hand, Motion, Place, Point, Pose, Um};
use smallvec::SmallVec;
use std::fmt::Debug;

impl<G: OwnsBases, P: Copy + Debug + PartialEq, M: Measures<G, P>> Bodies<G, P, M> {
    /// The ground before the front base of each file that limbers take up.
    #[must_use]
    #[inline]
    pub fn lead(&self, group: GroupId) -> Um {
        self.measures.lead(&self[group])
    }

    /// The width of every base.
    #[must_use]
    #[inline]
    pub fn base_width(&self) -> Um {
        self.measures.width()
    }

    /// The way the group faces: that of its bases, turned bases apart.
    #[must_use]
    pub fn facing(&self, group: GroupId) -> Angle {
        self.base_ids_of(group).first().map_or(Angle::ZERO, |&b| self[b].facing_of_group())
    }

    /// The left end of its front line, and its facing.
    #[must_use]
    pub fn anchor(&self, group: GroupId) -> Pose {
        let facing = self.facing(group);
        let Some(first) = self.base_ids_of(group).first().map(|&b| &self[b]) else {
            return Pose::new(Point::ORIGIN, facing);
        };
        // The corner that lies front left as the group faces.
        let corner = match first.facing {
            Facing::Front => first.base.corner(Corner::FrontLeft),
            Facing::Right => self.inner_corner(group, first.at.file, Hand::Right),
            Facing::Rear => first.base.corner(Corner::RearRight),
            Facing::Left => self.left_end_of_turned(group, first.at.file),
        };
        Pose::new(corner, facing).offset(Um::ZERO, self.lead(group))
    }

    /// The left end of a front line whose first file has turned left: beside files that face ahead it is as wide as any,
    /// however few of its bases have turned.
    fn left_end_of_turned(&self, group: GroupId, file: u8) -> Point {
        let width = self.base_width();
        let inner = Pose::new(self.inner_corner(group, file, Hand::Left), self.facing(group));
        let ahead = self.base_ids_of(group).iter().map(|&b| &self[b]).find(|b| b.facing == Facing::Front);
        let end = ahead.map_or(-width, |b| {
            let (right, _) = inner.local(b.base.corner(Corner::FrontLeft));
            right - width * i32::from(b.at.file.saturating_sub(file))
        });
        inner.offset(end, Um::ZERO).at
    }

    /// Where a file that has turned to a hand begins on the other: at the base furthest from the enemy that it turned to.
    fn inner_corner(&self, group: GroupId, file: u8, to: Hand) -> Point {
        let facing = self.facing(group);
        let (turn, corner) = match to {
            Hand::Left => (Facing::Left, Corner::RearRight),
            Hand::Right => (Facing::Right, Corner::RearLeft),
        };
        let turned = self.base_ids_of(group).iter().map(|&b| &self[b]);
        let turned = turned.filter(|b| b.at.file == file && b.facing == turn);
        let first = |corner: &Point| {
            let (right, forward) = Pose::new(Point::ORIGIN, facing).local(*corner);
            (to.signed(right), -forward)
        };
        turned.map(|b| b.base.corner(corner)).min_by_key(first).unwrap_or(Point::ORIGIN)
    }

    /// Its bases as they would stand in this grid, level with its foremost file. Gaps between its files are closed to a
    /// hand.
    #[must_use]
    pub fn laid_out_to(&self, group: GroupId, grid: &Grid<P>, hand: Hand) -> Group {
        let files: SmallVec<[u8; 8]> = self.formation(group).files().collect();
        let across = files.last().zip(files.first()).map_or(0, |(last, first)| usize::from(last - first) + 1);
        let gaps = i32::try_from(across.saturating_sub(files.len())).unwrap_or(0);
        let aside = match hand {
            Hand::Left => Um::ZERO,
            Hand::Right => self.base_width() * gaps,
        };
        let level = self.anchor(group).offset(aside, self.body(group).foremost());
        laid_out(self.measures, grid, level, self.lead(group))
    }

    /// The body of a group whose bases stand as they are laid out.
    pub(crate) fn body_in_order(&self, group: GroupId, mut regular: Group) -> Group {
        self.add_limbers(group, &mut regular);
        self.draw_in_held_ahead(group, &mut regular);
        regular
    }

    /// The body of a group whose bases stand otherwise than they would be laid out.
    pub(crate) fn body_as_it_stands(&self, group: GroupId, regular: Group, bases: &[Base]) -> Group {
        let anchor = regular.anchor;
        let mut body = regular;
        for (place, base) in body.places.iter_mut().zip(bases) {
            let (right, forward) = anchor.local(base.front.at);
            place.right = right;
            place.forward = forward;
            place.turn = Angle(base.facing().0.wrapping_sub(anchor.facing.0));
        }
        self.draw_in_held_ahead(group, &mut body);
        let lead = self.lead(group);
        if lead > Um::ZERO {
            let markers: SmallVec<[Place; 4]> = body
                .places
                .iter()
                .zip(bases)
                .map(|(p, base)| {
                    let marker = base.zone_behind(lead);
                    let (right, forward) = anchor.local(marker.front.at);
                    Place { right, forward, depth: lead, rank: u8::MAX, ..*p }
                })
                .collect();
            body.places.extend(markers);
        }
        body
    }

    /// A base held ahead is never in the way of its own group: it goes along where the base behind it goes, and comes
    /// forward again afterwards.
    fn draw_in_held_ahead(&self, group: GroupId, body: &mut Group) {
        let Some(ahead) = self.held_ahead(group) else { return };
        let Some(index) = self.base_ids_of(group).iter().position(|&b| b == ahead) else { return };
        let behind = body.places.get(index + 1).copied();
        if let (Some(behind), Some(place)) = (behind, body.places.get_mut(index)) {
            (place.right, place.forward) = (behind.right, behind.forward);
        }
    }

    /// Limber markers go with the body, after its bases: they obstruct as bases do.
    fn add_limbers(&self, group: GroupId, body: &mut Group) {
        let lead = self.lead(group);
        if lead == Um::ZERO {
            return;
        }
        let markers: SmallVec<[Place; 4]> = body
            .places
            .iter()
            .map(|p| Place {
                forward: p.forward + p.depth + lead,
                turn: Angle::ZERO,
                depth: lead,
                rank: u8::MAX,
                ..*p
            })
            .collect();
        body.places.extend(markers);
    }

    /// Puts its bases where a body of theirs has come to, in the order of [`Grid::placed`]. A body that has not moved
    /// leaves them to the micrometre where they are.
    pub fn put(&mut self, group: GroupId, body: &Group) {
        if body == self.body(group) {
            return;
        }
        let ids = self.base_ids(group);
        for (id, base) in ids.into_iter().zip(bases_of(body)) {
            self[id].base = base;
        }
    }

    /// Moves each of its bases by the same motion.
    pub fn displace(&mut self, group: GroupId, motion: &Motion) {
        for id in self.base_ids(group) {
            self[id].base = motion.base_after(&self[id].base);
        }
    }

    /// Puts its bases into another grid, laid out with the left end of its front line at the anchor. Bases of one kind are
    /// alike: each place takes the one of its kind that stood nearest to it in the grid.
    pub fn arrange(&mut self, group: GroupId, grid: &Grid<P>, anchor: Pose) {
        let body = laid_out(self.measures, grid, anchor, self.lead(group));
        let mut left: SmallVec<[BaseId; 16]> = self.base_ids(group);
        let mut placed: SmallVec<[(BaseId, Placed<P>, Base); 16]> = SmallVec::new();
        for (place, base) in grid.placed().zip(bases_of(&body)) {
            let distance = |&id: &BaseId| {
                let at = self[id].at;
                (at.file.abs_diff(place.at.file) as u16 + at.rank.abs_diff(place.at.rank) as u16, id)
            };
            let kind = |id: &&BaseId| self[**id].profile == place.base;
            let Some(id) = left.iter().filter(kind).copied().min_by_key(distance) else { continue };
            left.retain(|l| *l != id);
            placed.push((id, *place, base));
        }
        for (id, place, base) in placed {
            let state: &mut BaseState<P> = &mut self[id];
            state.at = place.at;
            state.facing = place.facing;
            state.base = base;
            state.kinks_passed = 0;
        }
    }
}
