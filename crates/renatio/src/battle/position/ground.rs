//! What the ground does to those who fight on it: going, slopes and works.

use super::fights::Cell;
use super::going::under;
use crate::battle::world::{Foe, Game};
use crate::charts::{Going, Hampered, Works};
use crate::movement::hampered;
use caracole_ledger::enforces;
use caracole_plane::BaseRect;

/// What the going does to bases of somebody that fight, or that lend their weapons to a fight.
pub fn hampering(game: Game<'_>, foe: Foe, bases: &[BaseRect]) -> Hampered {
    enforces!("RETG-COMBAT-060", "RETG-COMBAT-061", "RETG-COMBAT-062");
    let Foe::Ug(ug) = foe else { return Hampered::None };
    let state = &game.world[ug];
    hampered(game.charts(), &state.profile, state.form, state.dismounted, under(game, ug, bases))
}

/// Whether bases stand entirely in good going.
pub fn in_good_going(game: Game<'_>, foe: Foe, bases: &[BaseRect]) -> bool {
    match foe {
        Foe::Ug(ug) => under(game, ug, bases) == Going::Good,
        Foe::Camp(_) => true,
    }
}

/// Whether a place stands higher than another: wholly on the slope of a hill and nearer to its crest.
pub fn is_uphill(game: Game<'_>, own: &Cell, other: &Cell) -> bool {
    let Some(hill) = game.terrain().hill_under(&own.rect) else { return false };
    let to_crest = |rect: &BaseRect| hill.nearest_crest_point(rect).distance(rect.centre());
    !hill.has_all_of(&other.rect) || to_crest(&own.rect) < to_crest(&other.rect)
}

/// The works that a place defends against another: the edge of an enclosed field between them.
pub fn works_between(game: Game<'_>, own: &Cell, other: &Cell) -> Option<Works> {
    let fields = game.terrain().pieces.iter();
    let mut enclosed = fields.filter(|piece| game.charts().terrain.row(piece.kind).barricade_edges);
    let between = |piece: &caracole_tabletop::Piece<crate::charts::TerrainKind>| {
        piece.has_all_of(&own.rect) && !piece.has_part_of(&other.rect)
    };
    enclosed.any(between).then_some(Works::Hedge)
}
