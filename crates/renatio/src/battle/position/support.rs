//! Rear support.

use crate::battle::world::{Game, UgId};
use crate::troops::{Arm, Characteristic, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{Edge, LineSide, shortest_distance};

/// Whether a unit has rear support: friendly foot battle troops near enough behind it.
pub fn has_rear_support(game: Game<'_>, ug: UgId) -> bool {
    enforces!("RETG-GLOS-065");
    let state = &game.world[ug];
    if state.troop_type() != TroopType::Foot {
        return false;
    }
    game.world.of_side(state.side).any(|other| other != ug && supports(game, other, ug))
}

fn supports(game: Game<'_>, supporter: UgId, ug: UgId) -> bool {
    let state = &game.world[supporter];
    let may = state.troop_type() == TroopType::Foot
        && !state.acts_as_sug()
        && state.profile.arm != Arm::Dragoons
        && !state.profile.is(Characteristic::CommandedShot);
    let (own, theirs) = (game.world.rects(ug), game.world.rects(supporter));
    let range = game.bw(i32::from(game.charts().kab.rear_support_bw));
    if !may || shortest_distance(own, theirs).is_none_or(|distance| distance > range) {
        return false;
    }
    // The lines are those of the footprints: the rear edge of the supported, the front edge of the supporter.
    let rear = game.world.body(ug).footprint().rect();
    let front = game.world.body(supporter).footprint().rect();
    let behind = |rect| rear.has_entirely_behind_rear(rect);
    let ahead = |rect| front.side_of_line(Edge::Front, rect) == LineSide::Beyond;
    theirs.iter().all(behind) && own.iter().all(ahead)
}
