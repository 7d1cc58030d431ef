//! Points of advantage at impact: the table of the book, row by row.

use super::{Choice, Pair, readings::is};
use crate::combat::{Bracket, Row, advantage_rows};
use crate::troops::{Capability, TroopType};
use caracole_ledger::enforces;

enforces!("FOGR-COMBAT-048", "FOGR-COMBAT-085");

const ONE_OF: Bracket = Bracket::AnyOneOf(0);

/// The impact table. The final ++ for flank and rear, and the point for protected horse, act on its sum.
pub(super) const IMPACT: &[Row<Pair>] = advantage_rows![
    ONE_OF, "FOGR-COMBAT-049", "salvo against foot", 2, |p| {
        uses(p, Capability::Salvo) && p.enemy.is_foot()
    };
    ONE_OF, "FOGR-COMBAT-050", "impact foot against foot", 1, |p| {
        uses(p, Capability::ImpactFoot) && p.enemy.is_foot()
    };
    ONE_OF, "FOGR-COMBAT-051", "pike or protected shot receiving mounted", 1, |p| {
        (p.own.fights_as_pike() || p.own.is_protected_shot())
            && !p.own.is_charging()
            && !p.own.failing
            && p.enemy.is_mounted()
    };
    ONE_OF, "FOGR-COMBAT-052", "spearmen in 2 ranks receiving mounted", 1, |p| {
        spears(p) && !p.own.is_charging() && p.enemy.is_mounted()
    };
    ONE_OF, "FOGR-COMBAT-053", "spearmen in 2 ranks against foot", 1, |p| {
        spears(p) && p.enemy.is_foot() && !resists(p)
    };
    ONE_OF, "FOGR-COMBAT-054", "heavy weapon against foot", 1, |p| {
        p.own.has(Capability::HeavyWeapon) && p.enemy.is_foot() && !resists(p)
    };
    ONE_OF, "FOGR-COMBAT-055", "light spear", 1, |p| {
        p.own.is_foot()
            && p.own.has(Capability::LightSpear)
            && !resists(p)
            && !(p.own.is_charging() && p.enemy.is_mounted() && p.enemy.shock)
    };
    ONE_OF, "FOGR-COMBAT-057", "elephants", 1, |p| p.own.is(TroopType::Elephants);
    ONE_OF, "FOGR-COMBAT-058", "battle wagons against mounted", 1, |p| {
        p.own.is(TroopType::BattleWagons) && p.enemy.is_mounted()
    };
    ONE_OF, "FOGR-COMBAT-059", "impact pistol", 1, |p| {
        p.own.has(Capability::ImpactPistol)
            && !p.enemy.is_beasts_or_wagons()
            && !p.enemy.has(Capability::ImpactMounted)
            && (p.enemy.is_charging() || !p.enemy.is_steady_pike_shot_or_bayonet())
    };
    ONE_OF, "FOGR-COMBAT-060", "heavy lancers in the open", 1, |p| {
        p.own.has(Capability::HeavyLancers) && shock_action(p) && !p.enemy.has(Capability::ImpactPistol)
    };
    ONE_OF, "FOGR-COMBAT-061", "light lancers in the open", 1, |p| {
        p.own.has(Capability::LightLancers)
            && shock_action(p)
            && !p.enemy.has(Capability::HeavyLancers)
            && !p.enemy.has(Capability::ImpactPistol)
    };
    ONE_OF, "FOGR-COMBAT-062", "impact mounted in the open", 1, |p| {
        p.own.has(Capability::ImpactMounted) && shock_action(p) && !p.enemy.has(Capability::HeavyLancers)
    };
    Bracket::Added, "FOGR-COMBAT-063", "pike in 4 or more ranks", 1, |p| {
        p.own.fights_as_pike()
            && p.own.pike_ranks >= 4
            && !p.own.failing
            && (p.own.open || !is(p.readings, Choice::PikeFourRanksOpenOnly))
    };
    Bracket::Added, "FOGR-COMBAT-064", "mounted against vulnerable foot", 1, |p| {
        p.own.is_mounted()
            && is_vulnerable(p)
            && (p.own.open || !is(p.readings, Choice::VulnerableFootOpenOnly))
    };
    Bracket::Added, "FOGR-COMBAT-066", "uphill or defending", 1, |p| p.own.uphill || p.own.defending;
];

/// Foot with the capability, or pike in a battle group with such foot.
fn uses(p: &Pair, capability: Capability) -> bool {
    p.own.is_foot()
        && (p.own.has(capability) || (p.own.has(Capability::Pike) && p.own.of_group.has(capability)))
}

fn spears(p: &Pair) -> bool {
    p.own.fights_as_spearmen() && p.own.spear_ranks >= 2 && !p.own.failing
}

/// The enemy is of the kinds that spearmen, heavy weapons and light spears gain nothing against.
fn resists(p: &Pair) -> bool {
    p.enemy.is_firm() || p.enemy.has(Capability::ImpactFoot)
}

/// What lancers and impact mounted need: open terrain, no beasts or wagons, no steady wall that stands to receive.
fn shock_action(p: &Pair) -> bool {
    enforces!("FOGR-GLOSSARY-026");
    p.own.open && !p.enemy.is_beasts_or_wagons() && (p.enemy.is_charging() || !p.enemy.is_steady_wall())
}

fn is_vulnerable(p: &Pair) -> bool {
    let enemy = &p.enemy;
    match enemy.troop_type {
        TroopType::LightFoot | TroopType::Dragoons | TroopType::Warriors => true,
        t => t.is_medium_foot() && !enemy.protected && !enemy.has_bayonet(),
    }
}
