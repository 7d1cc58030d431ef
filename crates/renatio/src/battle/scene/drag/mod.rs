//! A piece dragged across the table: the choices that would bring it there, or as near as it may go.
//!
//! Nothing is decided here: choices are only found, the one nearest to the hand first, each with the cards of whoever
//! gives away least. Whether they are legal is checked afterwards.

mod charges;
mod commanders;
mod moves;

use crate::battle::words::prompted;
use crate::battle::world::{CommanderId, Game, UgId};
use crate::battle::{Action, Bw, Decision, Request};
use crate::cards::{Cards, Colour, Payment};
use caracole_kernel::{At, Overlay, OverlayKind, Piece, Pull, Side};
use caracole_plane::{Angle, Um};
use caracole_tabletop::drag::Way;
use caracole_tabletop::scene::at;

/// The choices that a piece dragged this way stands for.
pub fn drag(game: Game<'_>, side: Side, request: &Request, piece: &Piece, way: &[At]) -> Pull<Decision> {
    let Some(way) = Way::new(&game.scenario.field.table, way) else { return Pull::none() };
    let found = match (&*piece.kind, request) {
        ("group", Request::Movement) => {
            own_unit(game, side, piece).and_then(|ug| moves::found(game, side, ug, &way))
        }
        ("group", Request::Charge(request)) => {
            own_unit(game, side, piece).and_then(|ug| charges::found(game, side, *request, ug, &way))
        }
        ("commander", Request::Movement | Request::Charge(crate::battle::charging::Request::Clear)) => {
            own_commander(game, side, piece).and_then(|id| commanders::found(game, side, id, &way))
        }
        _ => None,
    };
    Pull::Whole(found.unwrap_or_default())
}

/// Where a piece can be grabbed.
pub fn grips(game: Game<'_>, side: Side, request: &Request, piece: &Piece) -> Vec<Overlay> {
    let unit = (piece.kind == "group").then(|| own_unit(game, side, piece)).flatten();
    let (Some(ug), Request::Movement) = (unit, request) else { return Vec::new() };
    let grip = |(point, label): (caracole_plane::Point, &str)| Overlay {
        kind: OverlayKind::Grip,
        outline: vec![at(&game.scenario.field.table, point)],
        label: label.to_owned(),
        rule: None,
    };
    moves::grips(game, side, ug).into_iter().map(grip).collect()
}

fn own_unit(game: Game<'_>, side: Side, piece: &Piece) -> Option<UgId> {
    let ug = UgId::of_piece(piece)?;
    game.world.of_side(side).find(|own| *own == ug)
}

fn own_commander(game: Game<'_>, side: Side, piece: &Piece) -> Option<CommanderId> {
    let id = CommanderId(u8::try_from(piece.number.checked_sub(1)?).ok()?);
    game.world.commander(id).filter(|c| c.side == side).map(|_| id)
}

/// A length in hundredths of a base width, rounded down.
fn bw(game: Game<'_>, length: Um) -> Bw {
    let width = i64::from(game.bw(1).get()).max(1);
    Bw(i32::try_from(i64::from(length.get()) * 100 / width).unwrap_or(0))
}

/// Whole degrees of a turn, rounded down.
fn degrees(by: Angle) -> u8 {
    u8::try_from(by.millidegrees() / 1000).unwrap_or(u8::MAX)
}

/// An action with the cheapest cards; if it cannot be made, its refusal says why.
fn with_cards(game: Game<'_>, side: Side, action: Action, by: CommanderId) -> Decision {
    let own = matches!(action, Action::Commander(_)).then_some(by);
    prompted(game, side, action.clone(), own).unwrap_or_else(|_| {
        let hand = game.world.commander(by).map_or(Cards::NONE, |c| c.hand);
        let card = hand.iter().last().unwrap_or(Colour::Black);
        Decision::Prompt {
            action,
            by,
            cards: Payment { card, extra: Cards::NONE, upgrade: None },
            leave: false,
        }
    })
}
