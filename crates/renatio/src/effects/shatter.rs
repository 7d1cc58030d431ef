//! Who can Shatter whom.

use crate::charts::{Charts, Claimant, CombatKind, Works};
use crate::claims::{Facing, FileFacts, is_claimant};
use crate::troops::TroopType;
use caracole_ledger::enforces;

/// Whether the file can claim Shatter against this opponent.
pub fn can_shatter(charts: &Charts, kind: CombatKind, us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    enforces!("RETG-COMBAT-033");
    if kind != CombatKind::Charge || us.edge != Facing::Front || is_immune(us, them) {
        return false;
    }
    enforces!("RETG-COMBAT-035");
    if us.is_type(TroopType::Mounted) && !us.good_going {
        return false;
    }
    enforces!("RETG-COMBAT-030");
    charts.special_effects.shatter.iter().any(|claimant| match claimant {
        Claimant::Aggressive => {
            enforces!("RETG-GLOS-001");
            is_claimant(us, Claimant::Aggressive) && !is_claimant(them, Claimant::Ferocious)
        }
        claimant => is_claimant(us, *claimant),
    })
}

/// Elephants and those behind barricades, walls or hedges cannot be shattered.
fn is_immune(us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    enforces!("RETG-COMBAT-031", "RETG-COMBAT-040", "RETG-GLOS-105", "RETG-GLOS-086");
    them.is_type(TroopType::Elephants)
        || them.works_against(us).is_some_and(|works| works != Works::FortifiedCamp)
}
