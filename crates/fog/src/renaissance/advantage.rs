//! Net points of advantage in close combat.

use super::{Choice, Facts, Pair, impact::IMPACT, melee::MELEE, readings::is};
use crate::combat::{Bracket, Charge, MOST_ADVANTAGE, Reckon, Role, Row, Whose, add_rows};
use crate::troops::{Capability, CombatPhase, TroopType};
use caracole_ledger::{RuleId, enforces, rule};

/// Whose dice are rolled: those of the bases, or the die of the regimental gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceOf {
    /// The bases of the file.
    Bases,
    /// The regimental gun.
    RegimentalGun,
}

/// The table of a phase and the rules that act on its sum.
struct Table {
    rows: &'static [Row<Pair>],
    capped: RuleId,
    protected_horse: RuleId,
}

const IMPACT_TABLE: Table =
    Table { rows: IMPACT, capped: rule!("FOGR-COMBAT-033"), protected_horse: rule!("FOGR-COMBAT-065") };

const MELEE_TABLE: Table =
    Table { rows: MELEE, capped: rule!("FOGR-COMBAT-033"), protected_horse: rule!("FOGR-COMBAT-078") };

/// Adds up the net points of advantage of `pair.own`'s dice in close combat.
pub fn close_combat_advantage<R: Reckon>(phase: CombatPhase, pair: &Pair, dice: DiceOf, sum: &mut R) {
    enforces!("FOGR-COMBAT-032", "FOGR-COMBAT-034", "FOGR-COMBAT-037", "FOGR-COMBAT-038", "FOGR-COMBAT-068");
    let impact = phase == CombatPhase::Impact;
    if let Some((rule, label, value)) = final_advantage(impact, pair) {
        sum.set(rule, label, value);
        return;
    }
    let gun = dice == DiceOf::RegimentalGun;
    if gun && !is(pair.readings, Choice::RegimentalGunNetted) {
        sum.set(rule!("FOGR-COMBAT-056"), "regimental gun: 0 against any", 0);
        return;
    }
    let table = if impact { &IMPACT_TABLE } else { &MELEE_TABLE };
    let place = |row: &Row<Pair>| bracket(row, pair);
    if gun {
        gun_rows(pair, sum);
    } else {
        add_rows(table.rows, place, pair, Whose::Own, sum);
    }
    add_rows(table.rows, place, &pair.turned(), Whose::Enemy, sum);
    sum.clamp(table.capped, "no more than two points count", -MOST_ADVANTAGE, MOST_ADVANTAGE);
    protect_horse(table, pair, sum);
}

/// Advantages that replace everything else.
fn final_advantage(impact: bool, pair: &Pair) -> Option<(RuleId, &'static str, i32)> {
    if impact {
        let charged = |facts: &Facts| facts.charge == Charge::FlankOrRear;
        return match (charged(&pair.own), charged(&pair.enemy)) {
            (true, false) => Some((rule!("FOGR-COMBAT-067"), "charging flank or rear", 2)),
            (false, true) => Some((rule!("FOGR-COMBAT-067"), "charged in flank or rear", -2)),
            _ => None,
        };
    }
    enforces!("FOGR-MELEE-009");
    let own = &pair.own;
    // Pike never use the swordsmen point of advantage, so not this one for swordsmen either.
    let swordsmen = own.has(Capability::Swordsmen) && !own.has(Capability::Pike);
    let storms =
        own.is_foot() && (swordsmen || own.has(Capability::HeavyWeapon)) || own.is(TroopType::Warriors);
    (own.role == Role::Overlap && storms).then_some((
        rule!("FOGR-COMBAT-082"),
        "overlap by foot with swordsmen or heavy weapon, or by warriors",
        2,
    ))
}

/// The regimental gun has no capability; where its battle group stands still counts.
fn gun_rows<R: Reckon>(pair: &Pair, sum: &mut R) {
    if pair.own.uphill || pair.own.defending {
        sum.add(rule!("FOGR-COMBAT-066"), "uphill or defending", 1);
    }
}

/// Two rows of the impact table stand inside the bracket or outside it, as it is read.
fn bracket(row: &Row<Pair>, pair: &Pair) -> Bracket {
    let added = |choice| match is(pair.readings, choice) {
        true => Bracket::Added,
        false => Bracket::AnyOneOf(0),
    };
    if row.rule == rule!("FOGR-COMBAT-063") {
        added(Choice::PikeFourRanksAdds)
    } else if row.rule == rule!("FOGR-COMBAT-064") {
        added(Choice::VulnerableFootAdds)
    } else {
        row.bracket
    }
}

/// Applied last: protected horse at a disadvantage against mounted gain a point.
fn protect_horse<R: Reckon>(table: &Table, pair: &Pair, sum: &mut R) {
    let helped = |facts: &Facts, by: &Facts| {
        let horse =
            matches!(facts.troop_type, TroopType::Cavaliers | TroopType::Horse | TroopType::DeterminedHorse);
        horse && facts.protected && by.is_mounted()
    };
    if sum.total() < 0 && helped(&pair.own, &pair.enemy) {
        sum.add(table.protected_horse, "protected horse at a disadvantage", 1);
    } else if sum.total() > 0 && helped(&pair.enemy, &pair.own) {
        sum.add(table.protected_horse, "enemy: protected horse at a disadvantage", -1);
    }
}

/// The score that hits in close combat.
pub const fn close_combat_score(net: i32) -> u8 {
    enforces!("FOGR-COMBAT-036");
    match net {
        2.. => 3,
        0 | 1 => 4,
        _ => 5,
    }
}

/// The score that hits when shooting.
pub const fn shooting_score(net: i32) -> u8 {
    enforces!("FOGR-COMBAT-035");
    match net {
        2.. => 2,
        1 => 3,
        0 => 4,
        -1 => 5,
        _ => 6,
    }
}
