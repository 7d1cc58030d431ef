//! A piece dragged across the table: the choices that would bring it there, or as near as it may go.
//!
//! Nothing is decided here: choices are only found, the one nearest to the hand first; whether they are legal is
//! checked afterwards.

mod charges;
mod moves;
mod places;

use super::at;
use crate::battle::world::GroupId;
use crate::battle::{Decision, Request, Seen};
use caracole_kernel::{At, Overlay, OverlayKind, Piece, Pull, Side};
use caracole_plane::Point;
use caracole_tabletop::drag::Way;

/// The choices that a piece dragged this way stands for.
#[must_use]
pub fn drag(battle: Seen<'_>, side: Side, request: &Request, piece: &Piece, way: &[At]) -> Pull<Decision> {
    let world = battle.world();
    let index = piece.number.checked_sub(1).and_then(|n| u16::try_from(n).ok());
    let (Some(index), Some(way)) = (index, Way::new(&world.field.table, way)) else { return Pull::none() };
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
