//! Net points of advantage in close combat, and the scores that hit.

use super::{Choice, Facts, Pair, impact::IMPACT, melee::MELEE};
use crate::combat::{Bracket, Charge, MOST_ADVANTAGE, Reckon, Row, Total, Whose, add_rows};
use crate::troops::{Armour, Capability, CombatPhase};
use caracole_ledger::{enforces, rule};

/// Adds up the net points of advantage of `pair.own` in close combat.
pub fn close_combat_advantage<R: Reckon>(phase: CombatPhase, pair: &Pair, sum: &mut R) {
    enforces!("FOGAM-COMBAT-037", "FOGAM-COMBAT-039", "FOGAM-COMBAT-047", "FOGAM-COMBAT-058");
    let rows = match phase {
        CombatPhase::Impact => IMPACT,
        CombatPhase::Melee | CombatPhase::Shooting => MELEE,
    };
    if phase == CombatPhase::Impact
        && let Some((label, value)) = flank_or_rear(pair)
    {
        sum.set(rule!("FOGAM-COMBAT-055"), label, value);
        return;
    }
    let place = |row: &Row<Pair>| bracket(phase, row, pair);
    add_rows(rows, place, pair, Whose::Own, sum);
    add_rows(rows, place, &pair.turned(), Whose::Enemy, sum);
    match phase {
        CombatPhase::Impact => mounted_light_spear(pair, sum),
        CombatPhase::Melee | CombatPhase::Shooting => better_armour(pair, sum),
    }
    sum.clamp(rule!("FOGAM-COMBAT-038"), "no more than two points count", -MOST_ADVANTAGE, MOST_ADVANTAGE);
}

/// A charge on flank or rear settles the advantage whatever else applies.
fn flank_or_rear(pair: &Pair) -> Option<(&'static str, i32)> {
    enforces!("FOGAM-IMPACT-043", "FOGAM-IMPACT-036", "FOGAM-SPECIAL-034", "FOGAM-SPECIAL-020");
    let on_flank = |by: &Facts, on: &Facts| {
        // Wagons, orbs and defenders across their fortifications are never charged in flank or rear.
        let never = on.is(crate::troops::TroopType::BattleWagons) || on.orb || on.fortified;
        by.charge == Charge::FlankOrRear && !never
    };
    match (on_flank(&pair.own, &pair.enemy), on_flank(&pair.enemy, &pair.own)) {
        (true, false) => Some(("charging flank or rear", 2)),
        (false, true) => Some(("charged in flank or rear", -2)),
        _ => None,
    }
}

/// By the other reading the capability rows of the impact table all add up.
fn bracket(phase: CombatPhase, row: &Row<Pair>, pair: &Pair) -> Bracket {
    match phase {
        CombatPhase::Impact if !pair.is(Choice::OneCapabilityRow) => Bracket::Added,
        _ => row.bracket,
    }
}

/// Worked out last: mounted light spear counts only where all else comes to nothing.
fn mounted_light_spear<R: Reckon>(pair: &Pair, sum: &mut R) {
    if sum.total() != 0 {
        return;
    }
    let claims = |pair: &Pair| {
        let free = pair.is(Choice::LightSpearBesideOthers) || capability_rows(pair) == 0;
        pair.own.is_mounted() && pair.own.has(Capability::LightSpear) && free
    };
    if claims(pair) {
        sum.add(rule!("FOGAM-COMBAT-050"), "mounted with light spear, nothing else telling", 1);
    }
    if claims(&pair.turned()) {
        sum.add(rule!("FOGAM-COMBAT-050"), "enemy: mounted with light spear, nothing else telling", -1);
    }
}

fn capability_rows(pair: &Pair) -> i32 {
    IMPACT.iter().filter(|r| r.bracket != Bracket::Added && (r.applies)(pair)).map(|r| r.value).sum()
}

/// Worked out last: one level of better armour never lifts a base to ++.
fn better_armour<R: Reckon>(pair: &Pair, sum: &mut R) {
    let net = sum.total();
    if let Some(label) = armour_tells(&pair.own, &pair.enemy, net) {
        sum.add(rule!("FOGAM-COMBAT-062"), label, 1);
    } else if armour_tells(&pair.enemy, &pair.own, -net).is_some() {
        sum.add(rule!("FOGAM-COMBAT-062"), "enemy: better armour", -1);
    }
}

fn armour_tells(own: &Facts, enemy: &Facts, net: i32) -> Option<&'static str> {
    let levels = armour_levels(own.armour, enemy.armour);
    let ignored = enemy.has(Capability::HeavyWeapon);
    let needed = if enemy.has(Capability::PoleArm) && enemy.steady { 2 } else { 1 };
    let lifts_too_far = levels == 1 && net >= 1;
    (levels >= needed && !ignored && !lifts_too_far).then_some(match levels {
        1 => "better armour",
        _ => "armour better by 2 levels or more",
    })
}

/// How many levels better the armour is; nothing against or for troops without a class.
pub(super) fn armour_levels(own: Option<Armour>, enemy: Option<Armour>) -> i32 {
    match (own, enemy) {
        (Some(own), Some(enemy)) => i32::from(own.grade()) - i32::from(enemy.grade()),
        _ => 0,
    }
}

/// Net points of advantage without their lines.
pub fn net_advantage(phase: CombatPhase, pair: &Pair) -> i32 {
    let mut sum = Total(0);
    close_combat_advantage(phase, pair, &mut sum);
    sum.0
}

/// The score that hits in close combat.
pub const fn close_combat_score(net: i32) -> u8 {
    enforces!("FOGAM-COMBAT-034");
    match net {
        2.. => 3,
        0 | 1 => 4,
        _ => 5,
    }
}

/// The score that hits when shooting.
pub const fn shooting_score(net: i32) -> u8 {
    enforces!("FOGAM-COMBAT-035");
    match net {
        1.. => 3,
        0 => 4,
        -1 => 5,
        _ => 6,
    }
}
