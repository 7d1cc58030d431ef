//! The impact combats are handed over to be fought.

use super::phase::{ImpactPhase, Stage};
use super::told;
use super::words::Event;
use crate::renaissance::battle::{Cx, Flow};

/// Hands the paired bases over to combat.
pub fn fight(cx: &mut Cx<'_>, phase: &mut ImpactPhase) -> Flow {
    phase.stage = Stage::Done;
    if !phase.pairs.is_empty() {
        cx.tell(told(Event::CombatNotPlayed));
    }
    Flow::Again
}
