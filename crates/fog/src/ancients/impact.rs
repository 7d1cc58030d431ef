//! Points of advantage at impact: the table of the book, row by row.

use super::{Choice, Pair};
use crate::combat::{Bracket, Row, advantage_rows};
use crate::troops::{Capability, TroopType};
use caracole_ledger::enforces;

enforces!("FOGAM-COMBAT-063", "FOGAM-COMBAT-052", "FOGAM-SPECIAL-008");

/// Rows 1 to 12: a base claims one of them.
const CAPABILITY: Bracket = Bracket::AnyOneOf(0);

/// The impact table. Mounted light spear and the ++ for flank and rear act on its sum.
pub(super) const IMPACT: &[Row<Pair>] = advantage_rows![
    CAPABILITY, "FOGAM-COMBAT-048", "impact foot against foot", 2, |p| {
        p.own.has(Capability::ImpactFoot) && p.enemy.is_foot()
    };
    CAPABILITY, "FOGAM-COMBAT-048", "impact foot against mounted", 1, |p| {
        let charging_shock = p.own.is_charging() && p.enemy.shock && !p.enemy.fragmented;
        p.own.has(Capability::ImpactFoot) && p.enemy.is_mounted() && !charging_shock
    };
    CAPABILITY, "FOGAM-COMBAT-047", "pikemen in 3 ranks, not charging", 1, |p| {
        p.own.has(Capability::Pikemen)
            && !p.own.is_charging()
            && !failing(p)
            && p.own.pike_ranks >= 3
            && !p.own.orb
    };
    CAPABILITY, "FOGAM-COMBAT-049", "spearmen with a second rank, not charging", 1, |p| {
        p.own.is_spearmen()
            && !p.own.is_charging()
            && !failing(p)
            && (p.own.spear_ranks >= 2 || p.own.second_rank)
            && (!p.own.orb || !p.is(Choice::OrbWithoutSpears))
    };
    CAPABILITY, "FOGAM-COMBAT-047", "pikemen or offensive spearmen charging", 1, |p| {
        let ready = (p.own.has(Capability::Pikemen) && p.own.pike_ranks >= 3)
            || (p.own.has(Capability::OffensiveSpearmen) && p.own.spear_ranks >= 2);
        let suited = p.enemy.is_foot() || !p.enemy.shock;
        ready && p.own.is_charging() && !p.own.severely_disordered && suited
    };
    CAPABILITY, "FOGAM-COMBAT-047", "defensive spearmen charging defensive spearmen", 1, |p| {
        p.own.has(Capability::DefensiveSpearmen)
            && p.own.is_charging()
            && p.enemy.has(Capability::DefensiveSpearmen)
            && p.own.spear_ranks >= 2
            && !p.own.severely_disordered
    };
    CAPABILITY, "FOGAM-COMBAT-047", "heavy weapon against foot", 1, |p| {
        p.own.has(Capability::HeavyWeapon) && p.enemy.is_foot()
    };
    CAPABILITY, "FOGAM-COMBAT-047", "foot with light spear or pole arm", 1, |p| {
        let armed = p.own.has(Capability::LightSpear) || p.own.has(Capability::PoleArm);
        let charging_shock = p.own.is_charging() && p.enemy.is_mounted() && p.enemy.shock;
        p.own.is_foot() && armed && !charging_shock
    };
    CAPABILITY, "FOGAM-COMBAT-047", "elephants", 1, elephants_tell;
    CAPABILITY, "FOGAM-COMBAT-047", "battle wagons against mounted", 1, |p| {
        p.own.is(TroopType::BattleWagons) && p.enemy.is_mounted() && !p.enemy.is(TroopType::Elephants)
    };
    CAPABILITY, "FOGAM-COMBAT-051", "knightly lancers in the open", 1, |p| {
        lancers(p) && p.own.is(TroopType::Knights)
    };
    CAPABILITY, "FOGAM-COMBAT-051", "lancers in the open", 1, |p| {
        lancers(p) && !p.own.is(TroopType::Knights) && !p.enemy.has(Capability::Lancers)
    };
    CAPABILITY, "FOGAM-COMBAT-051", "heavy or scythed chariots in the open", 1, |p| {
        heavy_chariots(p)
            && p.own.open
            && !p.enemy.has(Capability::Lancers)
            && !p.enemy.is_standing_wall()
    };
    CAPABILITY, "FOGAM-COMBAT-051", "light chariots against foot in the open", 1, |p| {
        p.own.is(TroopType::LightChariots)
            && p.own.open
            && p.enemy.is_foot()
            && !p.enemy.skirmishers
            && !p.enemy.is_standing_wall()
    };
    Bracket::Added, "FOGAM-COMBAT-052", "mounted against medium or light foot in the open", 1, |p| {
        let own = matches!(p.own.troop_type, TroopType::Elephants | TroopType::ScythedChariots);
        let loose = p.enemy.troop_type.is_medium_foot() || p.enemy.is(TroopType::LightFoot);
        p.own.is_mounted() && !own && loose && p.own.open
    };
    Bracket::Added, "FOGAM-COMBAT-053", "fourth rank of pikemen in the open", 1, fourth_rank;
    Bracket::Added, "FOGAM-COMBAT-047", "uphill, or foot defending", 1, uphill_or_defending;
    Bracket::Added, "FOGAM-COMBAT-047", "defending as well as uphill", 1, defending_too;
    Bracket::Added, "FOGAM-COMBAT-054", "in column against an enemy who is not", -1, |p| {
        p.own.column && !p.enemy.column
    };
];

/// Fragmented or severely disordered.
pub(super) fn failing(p: &Pair) -> bool {
    p.own.fragmented || p.own.severely_disordered
}

/// Elephants against heavy or medium foot, battle wagons or any mounted.
pub(super) fn elephants_tell(p: &Pair) -> bool {
    let suited =
        p.enemy.is_heavy_or_medium_foot() || p.enemy.is(TroopType::BattleWagons) || p.enemy.is_mounted();
    p.own.is(TroopType::Elephants) && suited
}

/// Heavy or scythed chariots against an enemy whom they can overthrow, walls of spears apart.
pub(super) fn heavy_chariots(p: &Pair) -> bool {
    let own = matches!(p.own.troop_type, TroopType::HeavyChariots | TroopType::ScythedChariots);
    let spared = matches!(p.enemy.troop_type, TroopType::Elephants | TroopType::BattleWagons);
    own && !p.enemy.skirmishers && !spared
}

/// The extra for a fourth rank of pikemen in open terrain.
pub(super) fn fourth_rank(p: &Pair) -> bool {
    p.own.pike_ranks >= 4 && p.own.open && !p.own.fragmented && !p.own.orb
}

/// One point for either, or for both.
pub(super) fn uphill_or_defending(p: &Pair) -> bool {
    p.own.uphill || p.own.defending
}

/// A second point, by the other reading.
pub(super) fn defending_too(p: &Pair) -> bool {
    p.own.uphill && p.own.defending && p.is(Choice::UphillAndDefendingAdd)
}

/// Lancers whom the ground and the enemy let charge home.
fn lancers(p: &Pair) -> bool {
    use TroopType::{BattleWagons, Elephants, ScythedChariots};
    let spared = matches!(p.enemy.troop_type, Elephants | ScythedChariots | BattleWagons);
    p.own.has(Capability::Lancers)
        && p.own.is_mounted()
        && p.own.open
        && !spared
        && !p.enemy.is_standing_wall()
}
