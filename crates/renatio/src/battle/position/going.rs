//! Going: what terrain is to a unit on its way.

use crate::battle::world::{Game, UgId};
use crate::charts::{Going, Ground, TerrainKind};
use crate::troops::{Arm, Characteristic};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{BaseRect, Path};

/// What a kind of terrain is to a unit; `None` if it may not enter.
fn ground(game: Game<'_>, kind: TerrainKind, ug: UgId) -> Option<Going> {
    let row = game.charts().terrain.row(kind);
    let profile = &game.world[ug].profile;
    let own = match profile.arm {
        Arm::Elephants => row.elephants,
        _ if profile.is(Characteristic::Camels) => row.camels,
        _ => None,
    };
    own.or(match row.ground {
        Ground::Good => Some(Going::Good),
        Ground::Rough => Some(Going::Rough),
        Ground::Difficult => Some(Going::Difficult),
        Ground::Impassable => None,
    })
}

/// The worst going in which any of these bases of a unit stands.
pub fn under(game: Game<'_>, ug: UgId, rects: &[BaseRect]) -> Going {
    let pieces = game.terrain().pieces.iter();
    let entered = pieces.filter(|piece| rects.iter().any(|rect| piece.has_part_of(rect)));
    entered.filter_map(|piece| ground(game, piece.kind, ug)).max().unwrap_or(Going::Good)
}

/// The worst going that any part of a unit meets on its way, its start included.
pub fn worst_on(game: Game<'_>, ug: UgId, path: &Path) -> Result<Going, Refusal> {
    enforces!("RETG-MOVE-002");
    let ends = [game.world.rects(ug), &path.end().rects()].concat();
    let mut worst = Going::Good;
    for piece in &game.terrain().pieces {
        let Some(outline) = piece.outline() else { continue };
        let stands = ends.iter().any(|rect: &BaseRect| outline.has_part_of(rect));
        if !stands && path.first_entry(outline).is_none() {
            continue;
        }
        match ground(game, piece.kind, ug) {
            Some(going) => worst = worst.max(going),
            None => {
                let problem = "Nobody can enter this ground";
                return Err(Refusal::new(rule!("RETG-PROV-003"), problem, "Go another way.")
                    .piece("unit", ug.piece()));
            }
        }
    }
    Ok(worst)
}
