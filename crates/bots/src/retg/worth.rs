//! How a battle stands for a side, in thousandths of a unit of battle troops.

use super::sketch::of_losing;
use caracole_kernel::Side;
use caracole_renatio::battle::{Game, Presence, UgId};
use caracole_renatio::dice::Harm;

/// What a unit counts while it stands: less with its losses, nothing once it is broken.
fn of_unit(game: Game<'_>, ug: UgId) -> i64 {
    let state = &game.world[ug];
    if state.presence != Presence::OnTable {
        return 0;
    }
    let whole = of_losing(game, ug);
    let Harm { half_bases } = state.harm(game.world.size(ug));
    let bases = i64::from(state.base_count).max(1);
    // Half of the bases lost is the end of it.
    whole - whole * i64::from(half_bases) * 7 / (bases * 10) - i64::from(state.slow.total()) * 15
}

/// All units of both sides, for one side.
pub(super) fn of_armies(game: Game<'_>, side: Side) -> i64 {
    let signed = |ug: UgId| {
        let worth = of_unit(game, ug);
        if game.world[ug].side == side { worth } else { -worth }
    };
    game.world.on_table().map(signed).sum()
}
