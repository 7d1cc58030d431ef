//! Fogr: which files are protected within their battle group.

use super::{Formation, Position};
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

/// A file of shooting medium foot and a file led by heavy or determined foot, by their front bases.
#[must_use]
pub fn protect_each_other(one: &BaseProfile, other: &BaseProfile) -> bool {
    enforces!("FOGR-COMBAT-086");
    (shooting_medium_foot(one) && close_order(other)) || (close_order(one) && shooting_medium_foot(other))
}

/// Whether a base of a square is protected: all pike and shot of a square that holds both are.
#[must_use]
pub fn protected_in_square(square: impl Iterator<Item = BaseProfile> + Clone, base: &BaseProfile) -> bool {
    enforces!("FOGR-SPECIAL-046", "FOGR-COMBAT-092");
    let pike = |b: &BaseProfile| b.has(Capability::Pike);
    let both = square.clone().any(|b| pike(&b)) && square.clone().any(|b| b.is_shot());
    both && (pike(base) || base.is_shot())
}

/// The files, from the left, each with whether it is protected.
#[must_use]
pub fn protected_files(formation: &Formation, stance: Stance) -> Vec<(u8, bool)> {
    enforces!("FOGR-COMBAT-087", "FOGR-COMBAT-088");
    let bases = formation.placed().map(|p| p.base);
    let shielded = |file: u8| match stance {
        Stance::Square => {
            formation.file(file).next().is_some_and(|p| protected_in_square(bases.clone(), &p.base))
        }
        Stance::Files => [file.checked_sub(1), file.checked_add(1)]
            .into_iter()
            .flatten()
            .any(|neighbour| are_beside(formation, file, neighbour)),
    };
    formation.files().map(|file| (file, shielded(file))).collect()
}

/// Files that protect each other, facing the same way and touching.
fn are_beside(formation: &Formation, one: u8, other: u8) -> bool {
    let lead = |file| formation.file(file).next().copied();
    let (Some(a), Some(b)) = (lead(one), lead(other)) else { return false };
    let touch = formation.file(one).any(|p| {
        let near = |rank: Option<u8>| {
            rank.is_some_and(|rank| formation.at(Position { file: other, rank }).is_some())
        };
        // Edge contact in the same rank, corner contact one rank before or behind.
        near(Some(p.at.rank)) || near(p.at.rank.checked_add(1)) || near(p.at.rank.checked_sub(1))
    });
    a.facing == b.facing && touch && protect_each_other(&a.base, &b.base)
}
