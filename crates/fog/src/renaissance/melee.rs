//! Points of advantage in melee: the table of the book, row by row.

use super::Pair;
use crate::combat::{Bracket, Row, advantage_rows};
use crate::troops::{Armour, Capability, TroopType};
use caracole_ledger::enforces;

enforces!("FOGR-COMBAT-070", "FOGR-SCALE-033");

const ONE_OF: Bracket = Bracket::AnyOneOf(0);

/// The melee table. The final ++ of some overlaps, and the point for protected horse, act on its sum.
pub(super) const MELEE: &[Row<Pair>] = advantage_rows![
    ONE_OF, "FOGR-COMBAT-071", "pike or protected shot against mounted", 1, |p| {
        (p.own.fights_as_pike() || p.own.is_protected_shot()) && !p.own.failing && p.enemy.is_mounted()
    };
    ONE_OF, "FOGR-COMBAT-072", "melee pistol", 1, |p| {
        p.own.has(Capability::MeleePistol)
            && !p.enemy.is(TroopType::Elephants)
            && !p.enemy.is_steady_pike_shot_or_bayonet()
            && (p.own.steady || !(p.enemy.is_mounted() && p.enemy.has(Capability::Swordsmen)))
    };
    ONE_OF, "FOGR-COMBAT-073", "swordsmen", 1, |p| {
        p.own.has(Capability::Swordsmen)
            && !p.own.has(Capability::Pike)
            && !p.enemy.is(TroopType::Elephants)
            && !p.enemy.has_steady_pistols()
            && !p.enemy.is_steady_wall()
    };
    ONE_OF, "FOGR-COMBAT-074", "spearmen in 2 ranks", 1, |p| {
        p.own.fights_as_spearmen() && p.own.spear_ranks >= 2 && !p.own.failing && !p.enemy.is_firm()
    };
    ONE_OF, "FOGR-COMBAT-075", "heavy weapon", 1, |p| {
        p.own.has(Capability::HeavyWeapon) && !p.enemy.is_firm()
    };
    ONE_OF, "FOGR-COMBAT-076", "elephants", 1, |p| p.own.is(TroopType::Elephants);
    Bracket::Added, "FOGR-COMBAT-077", "pike in 4 or more ranks", 1, |p| {
        p.own.fights_as_pike() && p.own.pike_ranks >= 4 && !p.own.failing
    };
    Bracket::Added, "FOGR-COMBAT-079", "better armour", 1, |p| {
        Armour::is_better(p.own.armour, p.enemy.armour)
            && !p.enemy.shot
            && !p.enemy.has(Capability::HeavyWeapon)
            && !p.enemy.is_beasts_or_wagons()
    };
    Bracket::Added, "FOGR-COMBAT-080", "fighting enemy in two directions", -1, |p| p.own.torn;
    Bracket::Added, "FOGR-COMBAT-081", "uphill or defending", 1, |p| p.own.uphill || p.own.defending;
];
