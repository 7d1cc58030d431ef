//! Broken units and what their loss causes.

use super::Cx;
use super::world::{Presence, UgId};
use crate::dice::{Breaking, breaks};
use caracole_ledger::enforces;

/// Breaks a unit if its losses are that great, and says whether.
pub fn check_broken(cx: &mut Cx<'_>, ug: UgId) -> bool {
    enforces!("RETG-UNIV-002", "RETG-UNIV-003");
    let state = &cx.world[ug];
    if state.presence != Presence::OnTable {
        return false;
    }
    let harm = state.harm(cx.world.size(ug));
    let points = &cx.scenario.charts.break_points;
    if !breaks(points, Breaking::of(&state.profile), state.base_count, harm) {
        return false;
    }
    cx.world[ug].presence = Presence::Broken;
    true
}
