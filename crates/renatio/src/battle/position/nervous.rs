//! Who is Nervous where it stands.

use crate::battle::world::{Game, UgId};
use crate::charts::Hampered;
use crate::movement::hampered;
use crate::troops::{Arm, Characteristic, Form, Order, Profile, Training, TroopType};
use caracole_ledger::enforces;

/// Whether a unit is Nervous: foot battle troops of which a file stands in a flank sector.
pub fn is_nervous(game: Game<'_>, ug: UgId) -> bool {
    enforces!("RETG-GLOS-034", "RETG-GLOS-049", "RETG-GLOS-084");
    let state = &game.world[ug];
    let exempt = state.troop_type() != TroopType::Foot
        || state.acts_as_sug()
        || state.profile.arm == Arm::Dragoons
        || state.profile.is(Characteristic::CommandedShot);
    if exempt {
        return false;
    }
    let width = game.scenario.field.table.width;
    let sector = game.bw(i32::from(game.charts().outscouting.flank_sector_bw));
    let rects = game.world.rects(ug);
    let outside = |x| x < sector || x > width - sector;
    let in_sector = rects.iter().any(|rect| rect.corners().iter().any(|corner| outside(corner.x)));
    in_sector && !is_sheltered(game, ug)
}

/// Whether a unit stands entirely in terrain that affects cavalry.
fn is_sheltered(game: Game<'_>, ug: UgId) -> bool {
    let horse = Profile { arm: Arm::Mounted, ..Profile::foot(Order::Loose, Training::Formed) };
    let affects = |kind| {
        let going = match game.charts().terrain.row(kind).ground {
            crate::charts::Ground::Rough => crate::charts::Going::Rough,
            crate::charts::Ground::Difficult => crate::charts::Going::Difficult,
            _ => crate::charts::Going::Good,
        };
        hampered(game.charts(), &horse, Form::Loose, false, going) != Hampered::None
    };
    let rects = game.world.rects(ug);
    let mut pieces = game.terrain().pieces.iter().filter(|piece| affects(piece.kind));
    pieces.any(|piece| rects.iter().all(|rect| piece.has_all_of(rect)))
}
