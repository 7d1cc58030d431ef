//! Fogr: which files are protected within their battle group.

use super::{Formation, Placed, Position};
use crate::troops::{BaseProfile, Capabilities, Capability, TroopType};
use caracole_ledger::enforces;

/// How the battle group stands, as far as protection asks. Fields and villages protect base by base and are for the
/// table to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// In files, facing out of them.
    Files,
    /// In square.
    Square,
}

/// Medium foot that shoot.
fn shooting_medium_foot(base: &BaseProfile) -> bool {
    base.troop_type.is_medium_foot() && base.capabilities.has_any(Capabilities::MISSILES)
}

/// Heavy or determined foot.
fn close_order(base: &BaseProfile) -> bool {
    matches!(base.troop_type, TroopType::HeavyFoot | TroopType::DeterminedFoot)
}

/// The files, from the left, each with whether it is protected.
#[must_use]
pub fn protected_files(formation: &Formation, stance: Stance) -> Vec<(u8, bool)> {
    enforces!("FOGR-COMBAT-086", "FOGR-COMBAT-087", "FOGR-COMBAT-088", "FOGR-COMBAT-092");
    enforces!("FOGR-SPECIAL-046");
    let pike_and_shot = formation.placed().any(|p| p.base.has(Capability::Pike))
        && formation.placed().any(|p| p.base.is_shot());
    let shielded = |file: u8| match stance {
        Stance::Square => {
            pike_and_shot && formation.file(file).all(|p| p.base.has(Capability::Pike) || p.base.is_shot())
        }
        Stance::Files => [file.checked_sub(1), file.checked_add(1)]
            .into_iter()
            .flatten()
            .any(|neighbour| protect_each_other(formation, file, neighbour)),
    };
    formation.files().map(|file| (file, shielded(file))).collect()
}

/// A file of shooting medium foot beside one led by heavy or determined foot, facing the same way and touching.
fn protect_each_other(formation: &Formation, one: u8, other: u8) -> bool {
    let lead = |file| formation.file(file).next().copied();
    let (Some(a), Some(b)) = (lead(one), lead(other)) else { return false };
    let kinds = |a: &Placed, b: &Placed| shooting_medium_foot(&a.base) && close_order(&b.base);
    let touch = formation.file(one).any(|p| {
        let near = |rank: Option<u8>| {
            rank.is_some_and(|rank| formation.at(Position { file: other, rank }).is_some())
        };
        // Edge contact in the same rank, corner contact one rank before or behind.
        near(Some(p.at.rank)) || near(p.at.rank.checked_add(1)) || near(p.at.rank.checked_sub(1))
    });
    a.facing == b.facing && touch && (kinds(&a, &b) || kinds(&b, &a))
}
