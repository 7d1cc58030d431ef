//! From files and ranks to places on the table.

use crate::{Facing, Grid, Placed};
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Formation, Group, Point, Pose, Rank, Um};
use smallvec::SmallVec;

/// How large bases are.
pub trait Sizes<P> {
    /// The width of every base.
    fn width(&self) -> Um;
    /// The depth of a base.
    fn depth(&self, base: &P) -> Um;
}

const fn facing(facing: Facing) -> caracole_plane::Facing {
    match facing {
        Facing::Front => caracole_plane::Facing::Front,
        Facing::Right => caracole_plane::Facing::Right,
        Facing::Rear => caracole_plane::Facing::Rear,
        Facing::Left => caracole_plane::Facing::Left,
    }
}

/// One file: the bases front to back, empty ranks left open, its front so far before or behind the front line of the body
/// as its first rank says. `lead` is the ground before each base that a limber takes up.
fn file_of<'a, P: 'a>(
    sizes: &impl Sizes<P>,
    bases: impl Iterator<Item = &'a Placed<P>>,
    front_rank: u8,
    empty_rank: Um,
    lead: Um,
) -> caracole_plane::File {
    let mut ranks = Vec::new();
    let mut next = front_rank;
    let mut step = Um::ZERO;
    for placed in bases {
        let missing = i32::from(placed.at.rank) - i32::from(next);
        let mut rank = Rank::new(sizes.depth(&placed.base));
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
    caracole_plane::File { width: sizes.width(), step, ranks }
}

/// The shape of a grid. Its front line is that of its leftmost file: a base ahead of that stands out before it.
#[must_use]
pub fn grid_of<P: Copy>(sizes: impl Sizes<P>, grid: &Grid<P>, lead: Um) -> Formation {
    let front = grid.placed().next().map_or(0, |p| p.at.rank);
    // An empty rank is as deep as the shallowest base.
    let empty = grid.placed().map(|p| sizes.depth(&p.base)).min().unwrap_or(Um::ZERO);
    let files = grid.files().map(|f| file_of(&sizes, grid.file(f), front, empty, lead)).collect();
    Formation { files }
}

/// A grid laid out with the left end of its front line at the anchor. The bases come file by file from the left, front to
/// back, as [`Grid::placed`] gives them.
#[must_use]
pub fn laid_out<P: Copy>(sizes: impl Sizes<P>, grid: &Grid<P>, anchor: Pose, lead: Um) -> Group {
    Group::form(anchor, &grid_of(sizes, grid, lead))
}

/// The bases of a laid out grid in order.
#[must_use]
pub fn bases_of(group: &Group) -> SmallVec<[Base; 16]> {
    group.bases().collect()
}

/// Whether bases stand where the grid would put them.
#[must_use]
pub fn stands_as_laid_out(bases: &[Base], group: &Group) -> bool {
    let same = |(a, b): (&Base, Base)| {
        if *a == b {
            return true;
        }
        let (a, b): (BaseRect, BaseRect) = (a.rect(), b.rect());
        let near = |(p, q): (&Point, &Point)| p.distance(*q) <= CONTACT_TOLERANCE;
        a.corners().iter().zip(&b.corners()).all(near)
    };
    bases.len() == group.places.len() && bases.iter().zip(group.bases()).all(same)
}
