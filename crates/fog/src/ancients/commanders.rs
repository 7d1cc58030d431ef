//! Commanders in close combat.

use crate::combat::{CombatResult, Group, Toll};
use crate::troops::TroopType;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};

/// Hits in one phase that put a commander in the front rank in danger.
const DANGEROUS_HITS: u16 = 2;

/// The sides in the order in which they commit commanders to the front rank: the active player knows the other's.
pub const fn commit_order(active: Side) -> [Side; 2] {
    enforces!("FOGAM-COMBAT-003");
    [active.other(), active]
}

/// Whether a commander may fight in the front rank of such a battle group.
pub fn check_front_rank(group: &Group) -> Result<(), Refusal> {
    let barred =
        |t: TroopType| matches!(t, TroopType::LightFoot | TroopType::ScythedChariots) || t.is_artillery();
    match group.bases().map(|b| b.profile.troop_type).find(|&t| barred(t)) {
        Some(troop_type) if group.bases().all(|b| barred(b.profile.troop_type)) => Err(Refusal::new(
            rule!("FOGAM-BG-026"),
            format!("no commander fights in the front rank of {troop_type}"),
            "leave him with the battle group, or in range of it",
        )),
        _ => Ok(()),
    }
}

/// Whether the hits of the phase endanger a commander in the front rank.
pub(super) const fn is_in_danger(toll: &Toll) -> bool {
    toll.received >= DANGEROUS_HITS
}

/// The least sum of two dice that costs a commander in the front rank his life.
pub const fn falls_on(result: CombatResult) -> u8 {
    enforces!("FOGAM-COMBAT-082");
    match result {
        CombatResult::Lost => 10,
        CombatResult::Drew => 11,
        CombatResult::Won | CombatResult::None => 12,
    }
}

/// The least sum of two dice that costs a commander with routers caught by pursuers his life.
pub const fn falls_with_routers_on() -> u8 {
    enforces!("FOGAM-COMBAT-083", "FOGAM-JAP-030");
    10
}
