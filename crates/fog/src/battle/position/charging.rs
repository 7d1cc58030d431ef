//! Who can charge at all.

use super::{contact, kinds};
use crate::battle::law::law;
use crate::battle::world::{GroupId, Posture, World};
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces};

fn no(rule: RuleId, problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

/// Whether a battle group can charge at all.
pub fn may_charge(world: &World, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-IMPACT-002", "FOGR-MOVE-099", "FOGAM-IMPACT-003");
    let other = "Charge with another battle group.";
    let g = &world[group];
    if !g.is_on_table() || g.is_broken() {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004"),
            "only unbroken battle groups on the table charge",
            other,
        ));
    }
    if kinds::is_artillery(world, group) || kinds::is_all(world, group, TroopType::BattleWagons) {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-064", "FOGAM-IMPACT-046"),
            "artillery and battle wagons never charge",
            other,
        ));
    }
    if g.posture == Posture::Square {
        enforces!("FOGR-SPECIAL-038");
        return Err(no(
            law!(world.book, "FOGR-IMPACT-065", "FOGAM-IMPACT-048"),
            "troops in square do not charge",
            other,
        ));
    }
    if !g.kinks.is_empty() {
        return Err(no(
            law!(world.book, "FOGR-BG-045", "FOGAM-IMPACT-073"),
            "a kinked column does not charge",
            "March on until it is straight.",
        ));
    }
    if g.cohesion == Cohesion::Fragmented {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-075", "FOGAM-IMPACT-047"),
            "fragmented troops cannot charge",
            other,
        ));
    }
    if contact::in_close_combat(world, group) {
        return Err(no(
            law!(world.book, "FOGR-MOVE-099", "FOGAM-MOVE-104"),
            "it is in close combat already; only those who fight as overlaps are free to charge",
            other,
        ));
    }
    if kinds::is_out_of_formation(world, group) {
        return Err(no(
            law!(world.book, "FOGR-MANOEUVRE-008", "FOGAM-MANOEUVRE-008"),
            "it is out of formation, and a charge is a voluntary move",
            "Reform it in the next manoeuvre phase.",
        ));
    }
    world.book.bars_to_charging(world, group)
}
