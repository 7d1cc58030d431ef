//! A piece dragged across the table: where it is grabbed, and what the way of the hand measures.
//!
//! What a drag means is the game's; it tries all of what the hand shows first, and then smaller and smaller parts of it.

use crate::scene::on_table;
use caracole_kernel::At;
use caracole_plane::{Angle, Group, Hand, Point, Sense, Table, Um};

/// The number of parts in which a way is tried, all of it first.
pub const PARTS: i32 = 12;

/// The start and end of a drag, on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it began.
    pub from: Point,
    /// Where it has come to.
    pub to: Point,
}

impl Way {
    /// The way of the hand over a scene; none if it leads beyond what can be measured.
    #[must_use]
    pub fn new(table: &Table, way: &[At]) -> Option<Self> {
        Some(Way { from: on_table(table, *way.first()?)?, to: on_table(table, *way.last()?)? })
    }

    /// A point moved as the hand moved.
    #[must_use]
    pub fn moved_along(&self, point: Point) -> Option<Point> {
        let along = |at: Um, from: Um, to: Um| {
            Um::checked(i64::from(at.get()) + i64::from(to.get()) - i64::from(from.get())).ok()
        };
        Some(Point::new(along(point.x, self.from.x, self.to.x)?, along(point.y, self.from.y, self.to.y)?))
    }
}

/// The point after that many of [`PARTS`] of the way from one point to another.
#[must_use]
pub fn part_of(from: Point, to: Point, part: i32) -> Point {
    let between = |a: Um, b: Um| {
        let (a, b) = (i64::from(a.get()), i64::from(b.get()));
        Um::checked(a + (b - a) * i64::from(part) / i64::from(PARTS)).unwrap_or(Um::ZERO)
    };
    Point::new(between(from.x, to.x), between(from.y, to.y))
}

/// All of a distance, then smaller and smaller parts of it.
pub fn parts(whole: Um) -> impl Iterator<Item = Um> {
    let less = (1..PARTS).rev().map(move |n| whole / PARTS * n);
    std::iter::once(whole).chain(less).filter(|part| *part > Um::ZERO)
}

/// All of a turn, then smaller and smaller parts of it.
pub fn angles(by: Angle) -> impl Iterator<Item = Angle> {
    let less = (1..PARTS.unsigned_abs()).rev().map(move |n| Angle(by.0 / PARTS.unsigned_abs() * n));
    std::iter::once(by).chain(less).filter(|by| *by > Angle::ZERO)
}

/// Where a body is grabbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// In the middle.
    Middle,
    /// By a front corner.
    Corner(Hand),
    /// By a flank, behind the front corner.
    Flank(Hand),
    /// Behind its rear.
    Rear,
}

impl Grip {
    /// What a hand holds that grabs a body at a point. Corners and flanks can be grabbed within a margin.
    #[must_use]
    pub fn of(body: &Group, at: Point, margin: Um) -> Self {
        let (right, forward) = body.anchor.local(at);
        if forward < -body.footprint().depth {
            return Grip::Rear;
        }
        let flank = if right < margin {
            Hand::Left
        } else if right > body.frontage - margin {
            Hand::Right
        } else {
            return Grip::Middle;
        };
        if forward > -margin { Grip::Corner(flank) } else { Grip::Flank(flank) }
    }
}

/// To which side of the front a direction lies, and by what angle.
#[must_use]
pub fn turn_to(body: &Group, toward: Angle) -> (Hand, Angle) {
    let (sense, by) = body.facing().shortest_turn(toward);
    (if sense == Sense::Clockwise { Hand::Right } else { Hand::Left }, by)
}

/// The turn, up to half a circle, that brings the front corner on `held` to the hand while the other one stays.
#[must_use]
pub fn about_other_corner(body: &Group, held: Hand, to: Point) -> Option<(Hand, Angle)> {
    let (left, right) = (body.anchor.at, body.anchor.offset(body.frontage, Um::ZERO).at);
    let (pivot, corner, hand, sense) = match held {
        Hand::Right => (left, right, Hand::Left, Sense::Anticlockwise),
        Hand::Left => (right, left, Hand::Right, Sense::Clockwise),
    };
    let by = pivot.direction_to(corner)?.turn_to(pivot.direction_to(to)?, sense);
    (by <= Angle::HALF).then_some((hand, by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_plane::{Formation, Pose};

    /// Four files of two ranks, 160 mm wide and 60 mm deep, its left front corner at (100, 100), facing up the table.
    fn body() -> Group {
        let shape = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(30));
        Group::form(Pose::new(Point::from_mm(100, 100), Angle::ZERO), &shape)
    }

    #[test]
    fn a_body_is_grabbed_by_what_lies_under_the_hand() {
        let grip = |x, y| Grip::of(&body(), Point::from_mm(x, y), Um::from_mm(13));
        assert_eq!(grip(180, 90), Grip::Middle);
        assert_eq!(grip(105, 95), Grip::Corner(Hand::Left));
        assert_eq!(grip(255, 60), Grip::Flank(Hand::Right));
        assert_eq!(grip(180, 30), Grip::Rear);
    }

    #[test]
    fn the_right_corner_pulled_ahead_turns_the_body_left() {
        // From (260, 100) to (100, 260) about (100, 100).
        let turn = about_other_corner(&body(), Hand::Right, Point::from_mm(100, 260));
        assert_eq!(turn, Some((Hand::Left, Angle::QUARTER)));
    }

    #[test]
    fn a_way_is_tried_in_twelve_parts() {
        let all: Vec<Um> = parts(Um::from_mm(120)).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(all.get(1), Some(&Um::from_mm(110)));
        assert_eq!(part_of(Point::from_mm(0, 0), Point::from_mm(120, 240), 3), Point::from_mm(30, 60));
    }
}
