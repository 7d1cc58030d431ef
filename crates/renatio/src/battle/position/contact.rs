//! Who touches whom.

use crate::battle::world::{Game, UgId};
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Contact, any_within};

/// Whether a unit touches an enemy.
pub fn in_combat(game: Game<'_>, ug: UgId) -> bool {
    let rects = game.world.rects(ug);
    let enemies = game.enemies_of(game.world[ug].side);
    enemies.into_iter().any(|enemy| any_within(rects, game.world.rects(enemy), CONTACT_TOLERANCE))
}

/// Whether the front edge of a base of a unit touches an enemy.
pub fn fights_to_front(game: Game<'_>, ug: UgId, base: &BaseRect) -> bool {
    let enemies = game.enemies_of(game.world[ug].side);
    let touched = |enemy: &BaseRect| base.contact(enemy).is_some_and(Contact::is_by_own_front);
    enemies.into_iter().flat_map(|enemy| game.world.rects(enemy)).any(touched)
}
