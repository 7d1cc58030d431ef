//! The ground that a path sweeps, measured once and asked about many obstacles.

use crate::{
    Angle, BaseRect, Bounds, Extent, Group, Motion, Path, Rects, Table, any_overlap, arc_length,
    first_contact,
};
use smallvec::SmallVec;

/// Less than this left of a leg when it touches something: it ends in mere contact.
const LAST_STEP: i32 = 200;

/// Whether a leg goes on after the moment at which something is touched, rather than ending there.
pub fn goes_on(group: &Group, motion: &Motion, after: Extent) -> bool {
    let left = match (motion.extent(), after) {
        (Extent::Distance(whole), Extent::Distance(done)) => (whole - done).get(),
        (Extent::Angle(whole), Extent::Angle(done)) => {
            let angle = Angle(whole.0.saturating_sub(done.0));
            arc_length(group.frontage.max(group.depth()), angle).get()
        }
        _ => 0,
    };
    left > LAST_STEP
}

/// One leg of a trail: the bases before it and after it.
#[derive(Clone, Debug)]
struct Leg<'a> {
    start: Rects,
    body: &'a Group,
    motion: &'a Motion,
    end: Rects,
}

/// A path with everything on it measured once.
#[derive(Clone, Debug)]
pub struct Trail<'a> {
    path: &'a Path,
    legs: SmallVec<[Leg<'a>; 2]>,
    end: Rects,
    ground: Bounds,
}

impl<'a> Trail<'a> {
    /// The trail of a path.
    pub fn of(path: &'a Path) -> Self {
        let legs = path.legs().map(|(body, motion)| Leg {
            start: body.rects(),
            body,
            motion,
            end: body.moved(motion).rects(),
        });
        Trail { path, legs: legs.collect(), end: path.end().rects(), ground: Bounds::of_path(path) }
    }

    /// The path that it is the trail of.
    pub const fn path(&self) -> &'a Path {
        self.path
    }

    /// The bases at the end of the path.
    pub fn end(&self) -> &[BaseRect] {
        &self.end
    }

    /// The bounds of the ground that it passes over.
    pub const fn ground(&self) -> &Bounds {
        &self.ground
    }

    /// Whether it runs into what stands there, rather than merely coming up to it or brushing past.
    pub fn runs_into(&self, obstacles: &[BaseRect]) -> bool {
        self.legs.iter().any(|leg| {
            let hit = first_contact(&leg.start, leg.motion, obstacles);
            hit.is_some_and(|h| goes_on(leg.body, leg.motion, h.after)) || any_overlap(&leg.end, obstacles)
        })
    }

    /// Whether any part of it leaves the table.
    pub fn leaves(&self, table: &Table) -> bool {
        self.legs.iter().any(|leg| {
            let exit = table.first_exit(&leg.start, leg.motion);
            exit.is_some_and(|e| goes_on(leg.body, leg.motion, e.after))
                || leg.end.iter().any(|r| !table.holds(r))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formation, Point, Pose, Um};

    /// A base 40 mm wide and 20 mm deep that advances from y = 100 mm.
    fn advance(mm: i32) -> Path {
        let shape = Formation::block(1, 1, Um::from_mm(40), Um::from_mm(20));
        let body = Group::form(Pose::new(Point::from_mm(100, 100), Angle::ZERO), &shape);
        Path::from(&body).advance(Um::from_mm(mm))
    }

    fn block(x: i32, y: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::ZERO);
        crate::Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn coming_up_to_an_obstacle_is_not_running_into_it() {
        // Its rear edge is at y = 180 mm, straight ahead.
        let obstacle = [block(120, 200)];
        assert!(!Trail::of(&advance(80)).runs_into(&obstacle), "it ends in contact");
        assert!(Trail::of(&advance(81)).runs_into(&obstacle), "a millimetre too far");
    }

    #[test]
    fn brushing_past_is_not_running_into() {
        // Its left edge is where the right edge of the mover passes.
        assert!(!Trail::of(&advance(200)).runs_into(&[block(160, 200)]));
        assert!(Trail::of(&advance(200)).runs_into(&[block(159, 200)]));
    }

    #[test]
    fn a_trail_leaves_the_table_beyond_its_edge() {
        let table = Table::new(Um::from_mm(1000), Um::from_mm(200));
        assert!(!Trail::of(&advance(100)).leaves(&table));
        assert!(Trail::of(&advance(101)).leaves(&table));
    }
}
