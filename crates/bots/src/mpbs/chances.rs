//! Exact odds of fights, from the engine's own tallies: what an attack or a fire is worth to whoever makes it.

use super::worth::{casualty, left, morale_cost, whole};
use caracole_musketpike::{
    charts::{CloseCombatOutcome, CloseCombatRow, FireColumn, PursuitBy, PursuitResult},
    counters::UnitId,
    engine::{
        choice::{Manner, Target, Volley},
        field::Field,
        fire::ShotKind,
    },
    hex::{Hex, Zone},
    world::MoraleState,
};

/// How bad a result is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Shaken,
    Broken,
    Eliminated,
}

/// What a unit loses by a result of Close Combat.
fn loss(f: Field<'_>, unit: UnitId, blow: Blow) -> i32 {
    let state = f.unit(unit);
    let all = left(f, unit);
    let to = match (blow, state.morale) {
        (Blow::Eliminated, _) | (_, MoraleState::Broken) => return all,
        (Blow::Shaken, MoraleState::Normal) => MoraleState::Shaken,
        _ => MoraleState::Broken,
    };
    let cost = morale_cost(to) - morale_cost(state.morale);
    // Going back loses ground and order besides.
    (whole(f, unit) * (cost + 6) / 100).min(all)
}

/// What pursuit adds for the winner: the loser is gone, and so may the pursuer be.
fn pursuit(f: Field<'_>, pursuer: UnitId, prey: i32) -> i32 {
    if !f.is_cavalry(pursuer) {
        return 0;
    }
    let column = f.table.charts.cavalry_pursuit.column(f.table.scenario.title_column);
    let own = left(f, pursuer);
    let sum: i32 = column
        .iter()
        .map(|result| match result {
            PursuitResult::BreakOff => 0,
            PursuitResult::PursueEliminate => prey - own * 11 / 100,
            PursuitResult::PursueOffMap => prey - own * 25 / 100,
        })
        .sum();
    sum / 10
}

/// What an attack is worth to the attackers, with these pistols spent.
pub(super) fn attack(f: Field<'_>, attackers: &[UnitId], defender: UnitId, pistols: &[UnitId]) -> i32 {
    if f.is_train(defender) {
        return left(f, defender);
    }
    if f.swept_away(attackers, defender) {
        return left(f, defender);
    }
    let modifiers = f.close_combat_tally(attackers, defender, pistols).total();
    let sum: i32 = (0..10)
        .map(|die| result(f, f.table.charts.close_combat.row(die + modifiers), attackers, defender))
        .sum();
    let ruffled: i32 = attackers.iter().map(|unit| left(f, *unit) * 4 / 100).sum();
    sum / 10 + left(f, defender) * 4 / 100 - ruffled
}

fn result(f: Field<'_>, row: &CloseCombatRow, attackers: &[UnitId], defender: UnitId) -> i32 {
    use CloseCombatOutcome as O;
    let all = |blow| attackers.iter().map(|unit| loss(f, *unit, blow)).sum::<i32>();
    match row.outcome {
        O::NoEffect => 0,
        O::DefenderMoraleShaken => loss(f, defender, Blow::Shaken),
        O::DefenderEliminated => loss(f, defender, Blow::Eliminated),
        O::DefenderMoraleBroken => {
            let lost = loss(f, defender, Blow::Broken);
            let prey = left(f, defender) - lost;
            let more = match row.pursuit {
                PursuitBy::Attacker => {
                    attackers.iter().map(|unit| pursuit(f, *unit, prey)).max().unwrap_or(0)
                }
                _ => 0,
            };
            lost + more
        }
        O::AttackerMoraleShaken => -all(Blow::Shaken),
        O::AttackerEliminated => -all(Blow::Eliminated),
        O::AttackerMoraleBroken => {
            let lost = all(Blow::Broken);
            let prey = attackers.first().map_or(0, |unit| left(f, *unit) - loss(f, *unit, Blow::Broken));
            -lost - if row.pursuit == PursuitBy::Defender { pursuit(f, defender, prey) } else { 0 }
        }
    }
}

/// What a column of a fire table does to a target on average.
fn fire(f: Field<'_>, column: &FireColumn, modifiers: i32, target: UnitId) -> i32 {
    let morale = i32::from(f.morale(target));
    // A check fails above the morale.
    let fails = (9 - morale).clamp(0, 10);
    let shaken = loss(f, target, Blow::Shaken);
    let worth = whole(f, target);
    let hits: i32 = (0..10)
        .map(|die: i32| {
            let result = column[(die + modifiers).clamp(0, 9) as usize];
            i32::from(result.casualties) * casualty(f, target)
                + i32::from(result.formation_hits) * worth * 5 / 100
                + i32::from(result.morale_checks) * shaken * fails / 10
        })
        .sum();
    hits / 10
}

/// What a fire of infantry or cavalry is worth.
pub(super) fn shot(f: Field<'_>, unit: UnitId, from: Hex, target: Target, manner: Manner, zone: Zone) -> i32 {
    let Target::Unit(enemy) = target else { return 60 };
    let Some(hex) = f.target_hexes(target).into_iter().min_by_key(|hex| hex.distance(from)) else { return 0 };
    let kind = ShotKind { manner, at_retreating: false, at_moved_cavalry: false };
    let modifiers = f.fire_tally(unit, from, target, hex, kind).total();
    fire(f, f.fire_results(unit, manner, zone), modifiers, enemy)
}

/// What a volley is worth: all its shots.
pub(super) fn volley(f: Field<'_>, volley: &Volley) -> i32 {
    let at = f.unit(volley.unit).at;
    let at = match volley.manner {
        Manner::Advancing(direction) => at.shifted(direction),
        _ => at,
    };
    let mut sum = 0;
    for given in &volley.shots {
        let from = at.half(given.half);
        let zone = f
            .target_hexes(given.target)
            .into_iter()
            .filter_map(|hex| at.zone(hex))
            .min()
            .unwrap_or(Zone::Front);
        sum += shot(f, volley.unit, from, given.target, volley.manner, zone);
    }
    sum
}

/// What fire in reaction is worth.
pub(super) fn reaction_fire(f: Field<'_>, unit: UnitId, at: UnitId, manner: Manner) -> i32 {
    let target = Target::Unit(at);
    f.halves(unit)
        .into_iter()
        .filter_map(|(half, hex)| {
            let (zone, _) = f.half_bears(unit, half, target, manner == Manner::Salvo).ok()?;
            Some(shot(f, unit, hex, target, manner, zone))
        })
        .sum()
}

/// What a fire of guns is worth.
pub(super) fn cannonade(f: Field<'_>, gun: UnitId, target: Target, hex: Hex) -> i32 {
    let Target::Unit(enemy) = target else { return 50 };
    let modifiers = f.cannon_tally(gun, target, hex).total();
    fire(f, &f.table.charts.artillery_fire.results, modifiers, enemy)
}
