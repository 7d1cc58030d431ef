//! What stands on the table as the picture crate draws it.

use crate::{Bodies, Ground, GroupId, Measures, OwnsBases};
use caracole_kernel::Side;
use caracole_plane::{Angle, Base, Edge, Group, Place, Point, Strip};
use caracole_position as p;
use std::fmt::Debug;

/// The number of a side in a picture.
#[must_use]
pub const fn side_index(side: Side) -> p::SideIndex {
    match side {
        Side::Red => p::SideIndex(0),
        Side::Blue => p::SideIndex(1),
    }
}

/// A base as a line drawn along its middle.
#[must_use]
pub fn line(base: &Base) -> Option<p::Ground> {
    let rect = base.rect();
    let middle = |edge| {
        let [a, b] = rect.edge(edge);
        a.midpoint(b)
    };
    Strip::new(vec![middle(Edge::Left), middle(Edge::Right)], base.depth).ok().map(p::Ground::Line)
}

/// Where a piece of terrain is drawn, and the crest of a hill.
#[must_use]
pub fn ground(ground: &Ground) -> Option<(p::Ground, Vec<Point>)> {
    Some(match ground {
        Ground::Area(outline) => (p::Ground::Area(outline.clone()), Vec::new()),
        Ground::Hill(hill) => (p::Ground::Area(hill.outline.clone()), hill.crest()),
        Ground::Strip(strip) => (p::Ground::Line(strip.clone()), Vec::new()),
        Ground::Line(base) => (line(base)?, Vec::new()),
    })
}

/// The bases of a group as they stand, without limbers; none if it has no bases.
#[must_use]
pub fn body<G, P, M>(bodies: &Bodies<G, P, M>, group: GroupId) -> Option<Group>
where
    G: OwnsBases,
    P: Copy + Debug + PartialEq,
    M: Measures<G, P>,
{
    let bases = bodies.bases_of(group);
    let anchor = bodies.anchor(group);
    let files = i32::try_from(bodies.formation(group).width().max(1)).unwrap_or(1);
    let places = bases.iter().map(|b| {
        let (right, forward) = anchor.local(b.base.front.at);
        let turn = Angle(b.base.facing().0.wrapping_sub(anchor.facing.0));
        let (file, rank) = (b.at.file, b.at.rank);
        Place { file, rank, right, forward, turn, width: b.base.width, depth: b.base.depth }
    });
    let body = Group { anchor, frontage: bodies.base_width() * files, places: places.collect() };
    (!bases.is_empty()).then_some(body)
}
