//! What units and positions are worth to a side, in thousandths of a unit of battle troops.

use crate::Temperament;
use caracole_kernel::Side;
use caracole_plane::{Um, shortest_distance};
use caracole_renatio::army::weight;
use caracole_renatio::battle::{Game, Presence, UgId};
use caracole_renatio::dice::Harm;
use caracole_renatio::troops::TroopType;

/// A whole unit of battle troops.
const UNIT: i64 = 1000;
/// What a base width of ground towards the enemy is worth.
const STEP: i64 = 6;

/// What a unit counts while it stands: less with its losses, nothing once it is broken.
pub(super) fn of_unit(game: Game<'_>, ug: UgId) -> i64 {
    let state = &game.world[ug];
    if state.presence != Presence::OnTable {
        return 0;
    }
    let whole = match weight(game.charts(), game.readings(), &state.profile) {
        0 => UNIT / 2,
        weight => UNIT * i64::from(weight),
    };
    let Harm { half_bases } = state.harm(game.world.size(ug));
    let bases = i64::from(state.base_count).max(1);
    // Half of the bases lost is the end of it.
    whole - whole * i64::from(half_bases) * 7 / (bases * 10) - i64::from(state.slow.total()) * 15
}

/// All units of both sides, for one side.
pub(super) fn of_position(game: Game<'_>, side: Side, temperament: Temperament) -> i64 {
    let mut sum = 0;
    for ug in game.world.on_table() {
        let worth = of_unit(game, ug);
        sum += if game.world[ug].side == side { worth } else { -worth };
    }
    for ug in game.world.of_side(side) {
        sum += of_place(game, ug, temperament);
    }
    sum
}

/// What it is worth where a unit stands: near enough to shoot and charge, facing the enemy, not alone in front.
fn of_place(game: Game<'_>, ug: UgId, temperament: Temperament) -> i64 {
    let state = &game.world[ug];
    let rects = game.world.rects(ug);
    let nearest = game
        .enemies_of(state.side)
        .into_iter()
        .filter_map(|enemy| Some((shortest_distance(rects, game.world.rects(enemy))?, enemy)));
    let Some((distance, enemy)) = nearest.min_by_key(|(distance, enemy)| (*distance, *enemy)) else {
        return 0;
    };
    let wanted = wanted(game, ug, temperament);
    let off = if distance > wanted { distance - wanted } else { (wanted - distance).half() };
    let width = i64::from(game.bw(1).get()).max(1);
    let mut sum = -STEP * i64::from(off.get()) / width;
    // Facing the nearest enemy: some of him is ahead of the front.
    let faces = game.world.body(ug).footprint().rect();
    if !game.world.rects(enemy).iter().any(|rect| faces.has_ahead(rect)) {
        sum -= 40;
    }
    sum
}

/// How far from the enemy a unit wants to stand.
fn wanted(game: Game<'_>, ug: UgId, temperament: Temperament) -> Um {
    let state = &game.world[ug];
    let caution = match temperament {
        Temperament::Cautious => 1,
        Temperament::Balanced | Temperament::Bold => 0,
    };
    match state.troop_type() {
        TroopType::Artillery => game.bw(4),
        _ if state.acts_as_sug() => game.bw(3),
        _ if state.profile.shooting.is_some() => game.bw(2),
        TroopType::Foot => game.bw(1 + caution),
        _ => game.bw(2 + caution),
    }
}
