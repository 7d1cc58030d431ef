//! The ground that a body sweeps going straight ahead, file by file, as far as nobody bars the way.

use smallvec::SmallVec;

use crate::{Angle, Base, BaseRect, Edge, Extent, Group, Um, first_contact};

/// The ground that one file sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweptFile {
    /// The file.
    pub file: u8,
    /// The ground before its foremost base; of no depth if it cannot move.
    pub ground: Base,
    /// The blocker that stops it, by its index.
    pub stopped_by: Option<usize>,
}

impl Group {
    /// The ground that each file sweeps if the whole body goes straight ahead by a distance. What stands in its way stops
    /// a file and no other.
    pub fn swept(&self, distance: Um, blockers: &[BaseRect]) -> SmallVec<[SweptFile; 8]> {
        let ahead = self.advance(distance.or_zero());
        let foremost =
            self.front_rank().filter_map(|index| Some((self.places.get(index)?, self.base(index)?)));
        let strip = |(place, base): (&crate::Place, Base)| {
            let hit = first_contact(&[base.rect()], &ahead, blockers);
            let reach = match hit.map(|h| h.after) {
                Some(Extent::Distance(done)) => done.min(distance.or_zero()),
                _ => distance.or_zero(),
            };
            let ground = base.fronting(edge_ahead(place.turn)).zone_ahead(reach);
            SweptFile { file: place.file, ground, stopped_by: hit.map(|h| h.obstacle) }
        };
        foremost.map(strip).collect()
    }
}

/// The edge of a base turned against its group that looks ahead.
fn edge_ahead(turn: Angle) -> Edge {
    // The nearest quarter: bases in a front rank are turned by whole quarters, or a little in a kinked column.
    match turn.0.wrapping_add(Angle::QUARTER.0 / 2) / Angle::QUARTER.0 {
        0 => Edge::Front,
        1 => Edge::Left,
        2 => Edge::Rear,
        _ => Edge::Right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formation, Point, Pose};

    /// Three files, 40 mm wide and 20 mm deep, the left front corner at the origin.
    fn body() -> Group {
        let shape = Formation::block(3, 3, Um::from_mm(40), Um::from_mm(20));
        Group::form(Pose::new(Point::ORIGIN, Angle::ZERO), &shape)
    }

    #[test]
    fn a_blocker_stops_the_files_before_it_and_no_others() {
        // From x = 60 to 100 mm, its rear edge at 50 mm: before the second file and half of the third.
        let front = Pose::new(Point::from_mm(80, 70), Angle::ZERO);
        let blocker = Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect();
        let swept = body().swept(Um::from_mm(100), &[blocker]);
        let depths: Vec<Um> = swept.iter().map(|s| s.ground.depth).collect();
        let (free, stopped) = (Um::from_mm(100), Um::from_mm(50));
        assert_eq!(depths, [free, stopped, stopped]);
        let by: Vec<Option<usize>> = swept.iter().map(|s| s.stopped_by).collect();
        assert_eq!(by, [None, Some(0), Some(0)]);
    }

    #[test]
    fn turned_bases_sweep_their_side() {
        let mut body = body();
        let width = Um::from_mm(20);
        for place in &mut body.places {
            // Facing right: the middle of the front edge is on the right, the left edge looks ahead.
            (place.turn, place.right, place.forward) =
                (Angle::QUARTER, place.right + width.half(), -Um::from_mm(20));
        }
        let swept = body.swept(Um::from_mm(30), &[]);
        let first = swept.first().map(|s| (s.ground.front.facing, s.ground.width, s.ground.depth));
        assert_eq!(first, Some((Angle::ZERO, Um::from_mm(20), Um::from_mm(30))));
    }
}
