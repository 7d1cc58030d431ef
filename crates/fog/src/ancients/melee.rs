//! Points of advantage in melee: the table of the book, row by row.

use super::{
    Choice, Pair,
    impact::{defending_too, elephants_tell, failing, fourth_rank, heavy_chariots, uphill_or_defending},
};
use crate::combat::{Bracket, Row, advantage_rows};
use crate::troops::{Capability, TroopType};

/// Rows 1 to 9: a base claims one of them.
const CAPABILITY: Bracket = Bracket::AnyOneOf(0);

/// The melee table. Better armour acts on its sum.
pub(super) const MELEE: &[Row<Pair>] = advantage_rows![
    CAPABILITY, "FOGAM-COMBAT-059", "skilled swordsmen", 1, |p| {
        p.own.has(Capability::SkilledSwordsmen) && swords(p)
    };
    CAPABILITY, "FOGAM-COMBAT-059", "foot swordsmen", 1, |p| {
        p.own.has(Capability::Swordsmen)
            && p.own.is_foot()
            && swords(p)
            && !p.enemy.has(Capability::SkilledSwordsmen)
    };
    CAPABILITY, "FOGAM-COMBAT-059", "mounted swordsmen", 1, |p| {
        p.own.has(Capability::Swordsmen) && p.own.is_mounted() && swords(p)
    };
    CAPABILITY, "FOGAM-COMBAT-060", "spearmen in 2 ranks", 1, |p| {
        p.own.is_spearmen() && p.own.spear_ranks >= 2 && !failing(p) && !p.own.orb
    };
    CAPABILITY, "FOGAM-COMBAT-060", "pikemen in 3 ranks", 1, |p| {
        p.own.has(Capability::Pikemen) && p.own.pike_ranks >= 3 && !failing(p) && !p.own.orb
    };
    CAPABILITY, "FOGAM-COMBAT-058", "heavy weapon or pole arm", 1, |p| {
        p.own.has(Capability::HeavyWeapon) || p.own.has(Capability::PoleArm)
    };
    CAPABILITY, "FOGAM-COMBAT-058", "elephants", 1, elephants_tell;
    CAPABILITY, "FOGAM-COMBAT-058", "heavy or scythed chariots", 1, |p| {
        heavy_chariots(p) && !p.enemy.is_steady_wall()
    };
    CAPABILITY, "FOGAM-COMBAT-058", "artillery in melee", -1, |p| p.own.troop_type.is_artillery();
    Bracket::Added, "FOGAM-COMBAT-058", "fourth rank of pikemen in the open", 1, fourth_rank;
    Bracket::Added, "FOGAM-COMBAT-061", "fighting enemy in two directions", -1, |p| p.own.torn;
    Bracket::Added, "FOGAM-COMBAT-058", "uphill, or foot defending", 1, uphill_or_defending;
    Bracket::Added, "FOGAM-COMBAT-058", "defending as well as uphill", 1, defending_too;
];

/// Whether swords tell: not those of spearmen and pikemen, nor against elephants or a steady wall of spears.
fn swords(p: &Pair) -> bool {
    let own_wall = p.own.is_spearmen() || (p.own.has(Capability::Pikemen) && !p.is(Choice::PikemenUseSwords));
    !own_wall && !p.enemy.is(TroopType::Elephants) && !p.enemy.is_steady_wall()
}
