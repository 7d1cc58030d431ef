//! What each side throws, and what can come of it.

use super::{Judge, is_deal, phase, table};
use crate::{Point, RefereeError, Ruling};
use caracole_kernel::{Awaiting, Chances};
use caracole_position::Question;
use caracole_renatio::battle::forecast::clashes;
use caracole_renatio::battle::{Phase, Renatio};
use caracole_renatio::charts::CombatKind;
use serde_json::json;

/// The claims and dice of the fights of a phase, and the exact odds of the combat that comes first.
pub(super) fn fight(judge: &Judge<'_>, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
    let words = "What does each side throw, and what are the odds?";
    let wanted = phase(q.phase);
    let joined = judge.join_for(q, place)?;
    let now = joined.battle.world().when;
    let awaits = matches!(joined.battle.awaiting(), Awaiting::Dice(_)) && !is_deal(&joined);
    if !awaits || now.phase != wanted || now.turn > 1 {
        let nobody = Point::new("Nobody fights in this phase.", &[]);
        return Ok(Ruling::answered(words, vec![nobody]));
    }
    let mut points = joined.told.clone();
    if wanted != Phase::Shooting {
        let kind = if wanted == Phase::Charge { CombatKind::Charge } else { CombatKind::Melee };
        let game = joined.game();
        points.extend(clashes(game, kind).iter().map(|found| table::clash(game, found)));
        // Shots at the chargers come before they move.
        points.extend(table::fights_of_charge(judge, &joined, q));
    }
    let prospects = Renatio::prospects(&joined.battle);
    for prospect in &prospects {
        let chances: Vec<String> = prospect
            .chances
            .iter()
            .map(|likely| {
                format!("{} {}.{} %", likely.what, likely.basis_points / 100, likely.basis_points % 100 / 10)
            })
            .collect();
        points.push(Point::new(format!("{}: {}.", prospect.of, chances.join(", ")), &[]));
    }
    let odds = (!prospects.is_empty()).then(|| json!(prospects));
    Ok(Ruling { odds, ..Ruling::answered(words, points) })
}
