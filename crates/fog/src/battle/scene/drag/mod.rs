//! A piece dragged across the table: the choices that would bring it there, or as near as it may go.
//!
//! Nothing is decided here: choices are only found, the one nearest to the hand first; whether they are legal is
//! checked afterwards.

mod charges;
mod moves;
mod places;

use super::{FINE, at};
use crate::battle::world::{GroupId, World};
use crate::battle::{Decision, Request, Seen};
use caracole_kernel::{At, Overlay, OverlayKind, Piece, Pull, Side};
use caracole_plane::{Point, Um};

/// The number of parts in which a way is tried, all of it first.
const PARTS: i32 = 12;

/// The choices that a piece dragged this way stands for.
#[must_use]
pub fn drag(battle: Seen<'_>, side: Side, request: &Request, piece: &Piece, way: &[At]) -> Pull<Decision> {
    let world = battle.world();
    let index = piece.number.checked_sub(1).and_then(|n| u16::try_from(n).ok());
    let (Some(index), Some(way)) = (index, Way::new(world, way)) else { return Pull::none() };
    let found = match request {
        Request::Manoeuvre(request) => moves::found(world, side, request, (&piece.kind, index), &way)
            .map(|all| all.into_iter().map(Decision::Manoeuvre).collect()),
        Request::Impact(request) => charges::found(battle, side, request, (&piece.kind, index), &way),
        Request::Setup(request) => places::found(battle, side, request, (&piece.kind, index), &way),
        _ => None,
    };
    Pull::Whole(found.unwrap_or_default())
}

/// Where a piece can be grabbed.
#[must_use]
pub fn grips(battle: Seen<'_>, side: Side, request: &Request, piece: &Piece) -> Vec<Overlay> {
    let index = piece.number.checked_sub(1).and_then(|n| u16::try_from(n).ok());
    let (Some(index), "group", Request::Manoeuvre(request)) = (index, &*piece.kind, request) else {
        return Vec::new();
    };
    let world = battle.world();
    let grip = |(point, label): (Point, &str)| Overlay {
        kind: OverlayKind::Grip,
        outline: vec![at(world, point)],
        label: label.to_owned(),
        rule: None,
    };
    moves::grips(world, side, request, GroupId(index)).into_iter().map(grip).collect()
}

/// The start and end of the drag, on the table.
#[derive(Clone, Copy, Debug)]
struct Way {
    from: Point,
    to: Point,
}

impl Way {
    fn new(world: &World, way: &[At]) -> Option<Self> {
        Some(Way { from: on_table(world, *way.first()?)?, to: on_table(world, *way.last()?)? })
    }

    /// A point moved as the hand moved.
    fn moved_along(&self, point: Point) -> Option<Point> {
        let along = |at: Um, from: Um, to: Um| {
            Um::checked(i64::from(at.get()) + i64::from(to.get()) - i64::from(from.get())).ok()
        };
        Some(Point::new(along(point.x, self.from.x, self.to.x)?, along(point.y, self.from.y, self.to.y)?))
    }
}

/// A point of the scene on the table, where y grows away from red.
fn on_table(world: &World, At(x, y): At) -> Option<Point> {
    let fine = i64::from(FINE);
    let x = Um::checked(i64::from(x) * fine).ok()?;
    let y = Um::checked(i64::from(world.field.table.depth.get()) - i64::from(y) * fine).ok()?;
    Some(Point::new(x, y))
}

/// The point after that many parts of the way from one point to another.
fn part_of(from: Point, to: Point, part: i32) -> Point {
    let between = |a: Um, b: Um| {
        let (a, b) = (i64::from(a.get()), i64::from(b.get()));
        Um::checked(a + (b - a) * i64::from(part) / i64::from(PARTS)).unwrap_or(Um::ZERO)
    };
    Point::new(between(from.x, to.x), between(from.y, to.y))
}

/// All of a distance, then smaller and smaller parts of it.
fn parts(whole: Um) -> impl Iterator<Item = Um> {
    let less = (1..PARTS).rev().map(move |n| whole / PARTS * n);
    std::iter::once(whole).chain(less).filter(|part| *part > Um::ZERO)
}
