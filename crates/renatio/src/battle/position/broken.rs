//! Broken armies, the end of the battle and its score.

use crate::army::{army_breaks, weight};
use crate::battle::world::{Game, Presence};
use crate::battle::{Cx, Event};
use crate::score::{Losses, score};
use caracole_kernel::{BySide, Outcome, Side};
use caracole_ledger::{RuleId, enforces, rule};
use std::borrow::Cow;

/// What a side has lost, and whether its army is broken by it.
pub fn losses(game: Game<'_>, side: Side) -> Losses {
    let (mut tugs, mut sugs, mut whole) = (0, 0, 0);
    for ug in game.world.groups().filter(|ug| ug.side == side) {
        enforces!("RETG-FLANK-005", "RETG-FLANK-020");
        if matches!(ug.presence, Presence::Marching | Presence::Straggled) {
            continue;
        }
        let counts = u32::from(weight(game.charts(), game.readings(), &ug.profile));
        whole += counts;
        if matches!(ug.presence, Presence::Broken | Presence::Routing) {
            tugs += counts;
            sugs += u32::from(counts == 0);
        }
    }
    let camp_broken = game.world.camps[side].is_some_and(|camp| camp.broken);
    let broken = whole > 0 && army_breaks(&game.charts().break_points, whole, tugs, camp_broken);
    Losses { tugs: tugs + u32::from(camp_broken), sugs, broken }
}

/// The end of the battle if an army is broken. Both may break at once.
pub fn end_by_breaking(cx: &mut Cx<'_>) -> Option<Outcome> {
    let both = BySide::new_with(|side| losses(Game::new(cx.scenario, cx.world), side));
    let how = match (both.red.broken, both.blue.broken) {
        (false, false) => return None,
        (true, true) => "both armies broke",
        _ => "an army broke",
    };
    Some(over(cx, &both, rule!("RETG-UNIV-001"), how))
}

/// The end of the battle if its last turn is over: the limit is an agreement of the players (RETG-TURN-002 sets none).
pub fn end_by_turns(cx: &mut Cx<'_>) -> Option<Outcome> {
    if cx.world.when.turn < cx.scenario.turns {
        return None;
    }
    let both = BySide::new_with(|side| losses(Game::new(cx.scenario, cx.world), side));
    Some(over(cx, &both, rule!("RETG-TOURN-006"), "the agreed turns are over"))
}

fn over(cx: &mut Cx<'_>, losses: &BySide<Losses>, rule: RuleId, how: &'static str) -> Outcome {
    let points = score(&cx.scenario.charts, losses);
    let score = BySide { red: points.red.total(), blue: points.blue.total() };
    let winner = match score.red.cmp(&score.blue) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    };
    cx.tell(Event::Ended { points });
    Outcome { winner, how: Cow::Borrowed(how), rule, score }
}
