//! From files and ranks to places on the table.

use super::Scale;
use crate::formation::{Facing, Formation, Placed};
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Formation as Shape, Group, Pose, Rank, Um};
use smallvec::SmallVec;

const fn facing(facing: Facing) -> caracole_plane::Facing {
    match facing {
        Facing::Front => caracole_plane::Facing::Front,
        Facing::Right => caracole_plane::Facing::Right,
        Facing::Rear => caracole_plane::Facing::Rear,
        Facing::Left => caracole_plane::Facing::Left,
    }
}

/// One file: the bases front to back, empty ranks left open, its front so far before or behind the group's front line
/// as its first rank says. `lead` is the ground before the front base that a limber takes up.
#[must_use]
pub fn file_of<'a>(
    scale: Scale,
    bases: impl Iterator<Item = &'a Placed>,
    front_rank: u8,
    empty_rank: Um,
    lead: Um,
) -> caracole_plane::File {
    let mut ranks = Vec::new();
    let mut next = front_rank;
    let mut step = Um::ZERO;
    for placed in bases {
        let missing = i32::from(placed.at.rank) - i32::from(next);
        let mut rank = Rank::new(scale.base_depth(placed.base.troop_type));
        rank.facing = facing(placed.facing);
        if ranks.is_empty() {
            step = -(empty_rank * missing) - lead;
        } else {
            // Every limbered gun has its limber before it.
            rank.gap = empty_rank * missing + lead;
        }
        ranks.push(rank);
        next = placed.at.rank.saturating_add(1);
    }
    caracole_plane::File { width: scale.base_width(), step, ranks }
}

/// The shape of a formation. Its front line is that of its leftmost file, so that the point base of a Swedish brigade
/// stands out before it.
#[must_use]
pub fn grid_of(scale: Scale, formation: &Formation, lead: Um) -> Shape {
    let front = formation.placed().next().map_or(0, |p| p.at.rank);
    // An empty rank is as deep as the shallowest base: the depths of pike and shot are the same.
    let depth = |p: &Placed| scale.base_depth(p.base.troop_type);
    let empty = formation.placed().map(depth).min().unwrap_or(Um::ZERO);
    let files = formation.files().map(|f| file_of(scale, formation.file(f), front, empty, lead)).collect();
    Shape { files }
}

/// A formation laid out with the left end of its front line at the anchor. The bases come file by file from the left,
/// front to back, as [`Formation::placed`] gives them.
#[must_use]
pub fn laid_out(scale: Scale, formation: &Formation, anchor: Pose, lead: Um) -> Group {
    Group::form(anchor, &grid_of(scale, formation, lead))
}

/// The bases of a laid out formation in order.
#[must_use]
pub fn bases_of(group: &Group) -> SmallVec<[Base; 16]> {
    group.bases().collect()
}

/// Whether bases stand where the formation would put them.
#[must_use]
pub fn stands_as_laid_out(bases: &[Base], group: &Group) -> bool {
    let same = |(a, b): (&Base, Base)| {
        if *a == b {
            return true;
        }
        let (a, b): (BaseRect, BaseRect) = (a.rect(), b.rect());
        let near =
            |(p, q): (&caracole_plane::Point, &caracole_plane::Point)| p.distance(*q) <= CONTACT_TOLERANCE;
        a.corners().iter().zip(&b.corners()).all(near)
    };
    bases.len() == group.places.len() && bases.iter().zip(group.bases()).all(same)
}
