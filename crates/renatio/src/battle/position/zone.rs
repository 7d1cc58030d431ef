//! Close Proximity Zones.

use crate::battle::world::{Game, UgId};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, Group, Path, Pose, Um};

/// Rounding that does not count as crossing a line.
const ROUNDING: Um = Um::new(200);
/// How often a leg is looked at on its way.
const LOOKS: u16 = 8;

/// The enemy files whose zones bind a unit: those of battle troops, and those of SuGs if it acts as one.
pub fn files_against(game: Game<'_>, ug: UgId) -> Vec<(UgId, Base)> {
    enforces!("RETG-MOVE-060", "RETG-CAMP-019");
    let state = &game.world[ug];
    let binding = game.enemies_of(state.side).into_iter();
    let binding = binding.filter(|enemy| !game.world[*enemy].acts_as_sug() || state.acts_as_sug());
    binding
        .flat_map(|enemy| {
            let body = game.world.body(enemy);
            let fronts: Vec<Base> = body.front_rank().filter_map(|index| body.base(index)).collect();
            fronts.into_iter().map(move |base| (enemy, base))
        })
        .collect()
}

/// How far a body reaches beyond the line of a front edge; negative in front of it.
fn beyond(body: &Group, line: Pose) -> Um {
    let corners = body.rects().into_iter().flat_map(|rect| rect.corners());
    corners.map(|corner| -line.local(corner).1).max().unwrap_or(-Um::MAX)
}

/// Whether a move of a unit keeps to the enemy's Close Proximity Zones.
pub fn check(game: Game<'_>, ug: UgId, path: &Path) -> Result<(), Refusal> {
    let Some(start) = path.legs().next().map(|(body, _)| body) else { return Ok(()) };
    for (enemy, file) in files_against(game, ug) {
        let zone = file.zone_ahead(game.bw(1)).rect();
        let starts_in = start.rects().iter().any(|rect| rect.overlaps(&zone));
        if !starts_in && !path.crosses_zone(&zone) {
            continue;
        }
        let allowed = beyond(start, file.front).or_zero() + ROUNDING;
        let on_the_way = path
            .legs()
            .flat_map(|(body, motion)| (1..=LOOKS).map(move |part| body.moved(&motion.part(part, LOOKS))));
        if on_the_way.into_iter().any(|body| beyond(&body, file.front) > allowed) {
            let problem =
                "The move crosses the line of an enemy file's front within its Close Proximity Zone";
            return Err(Refusal::new(
                rule!("RETG-MOVE-061"),
                problem,
                "Stop before that line, or go around the zone.",
            )
            .piece("unit", ug.piece())
            .piece("enemy", enemy.piece()));
        }
    }
    Ok(())
}

/// Whether some of these bases are in an enemy's zone.
pub fn is_in_zone(game: Game<'_>, ug: UgId, bases: &[Base]) -> Option<UgId> {
    let zones = files_against(game, ug);
    let inside = |file: &Base| {
        let zone = file.zone_ahead(game.bw(1)).rect();
        bases.iter().any(|base| base.rect().overlaps(&zone))
    };
    zones.into_iter().find(|(_, file)| inside(file)).map(|(enemy, _)| enemy)
}
