//! What a straight line passes on its way over the grid.

use crate::hex::{Facing, Hex, Point};

/// A piece of the way of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The line crosses the inside of this hex.
    Hex(Hex),
    /// The line runs along the hexside between these two, left and right as one looks along it.
    Spine {
        /// The hex on the left hand.
        left: Hex,
        /// The hex on the right hand.
        right: Hex,
    },
}

/// A line from the centre of one hex through the centre of another and on without end.
/// The first hex itself is not among what it passes.
#[derive(Clone, Debug)]
pub struct Line {
    origin: Point,
    towards: Point,
    at: Hex,
    /// The hex that the line enters after a spine.
    after_spine: Option<Hex>,
}

impl Line {
    /// The line from `from` through `through`; `None` if they are the same hex.
    pub fn new(from: Hex, through: Hex) -> Option<Line> {
        (from != through).then(|| Line {
            origin: from.centre(),
            towards: through.centre(),
            at: from,
            after_spine: None,
        })
    }

    /// On which side of the line the vertex of the hex lies: right positive, left negative.
    fn side(&self, vertex: Facing) -> i32 {
        let (centre, v) = (self.at.centre(), vertex.vertex());
        self.origin.cross(self.towards, Point { x: centre.x + v.x, y: centre.y + v.y })
    }
}

impl Iterator for Line {
    type Item = Passed;

    fn next(&mut self) -> Option<Passed> {
        if let Some(hex) = self.after_spine.take() {
            self.at = hex;
            return Some(Passed::Hex(hex));
        }
        // Going round the hex with the clock, the line leaves where vertices change from its left to its right.
        for vertex in Facing::ALL {
            let (here, next) = (self.side(vertex), self.side(vertex.turned(1)));
            if here < 0 && next > 0 {
                self.at = self.at.step(vertex.front_right());
                return Some(Passed::Hex(self.at));
            }
            if here == 0 && next > 0 {
                // It leaves through this very vertex, from which a hexside runs outwards.
                let (left, right) = (self.at.step(vertex.front_left()), self.at.step(vertex.front_right()));
                let (from, to, v) = (self.origin, self.towards, vertex.vertex());
                let turn = v.x * (to.y - from.y) - v.y * (to.x - from.x);
                if turn == 0 {
                    self.after_spine = Some(left.step(vertex.front_right()));
                    return Some(Passed::Spine { left, right });
                }
                self.at = if turn > 0 { right } else { left };
                return Some(Passed::Hex(self.at));
            }
        }
        None
    }
}
