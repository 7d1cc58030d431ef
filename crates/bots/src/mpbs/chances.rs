//! Exact odds of fights, from the engine's own tallies: what an attack or a fire is worth to the attacker.

use super::worth::{Condition, condition, in_condition, leader, left, whole};
use caracole_musketpike::{
    charts::{
        CloseCombatOutcome, CloseCombatRow, FireColumn, FireResult, FormationHit, FormationState,
        LeaderCasualty, PursuitBy, PursuitResult,
    },
    counters::{LeaderId, Morale, UnitId},
    engine::{field::Field, fire::ShotKind, motion::Manoeuvre},
    hex::{Hex, Zone},
    messages::{Manner, Target, Volley},
    world::{Formation, MoraleState},
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
    let now = condition(f, unit);
    let all = left(f, unit);
    let morale = match (blow, now.morale) {
        (Blow::Eliminated, _) | (_, MoraleState::Broken) => return all,
        (Blow::Shaken, MoraleState::Normal) => MoraleState::Shaken,
        _ => MoraleState::Broken,
    };
    // Going back loses ground besides.
    let ground = whole(f, unit) * 4 / 100;
    (all - in_condition(f, unit, Condition { morale, ..now }) + ground).min(all)
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
    attack_at(f, attackers, defender, modifiers)
}

/// The same with modifiers that are foreseen.
pub(super) fn attack_at(f: Field<'_>, attackers: &[UnitId], defender: UnitId, modifiers: i32) -> i32 {
    let mut known: Option<(CloseCombatRow, i32)> = None;
    let sum: i32 = (0..10)
        .map(|die| {
            let row = f.table.charts.close_combat.row(die + modifiers);
            match known {
                Some((same, value)) if same == *row => value,
                _ => {
                    let value = result(f, row, attackers, defender);
                    known = Some((*row, value));
                    value
                }
            }
        })
        .sum();
    let ruffled: i32 = attackers.iter().map(|unit| ruffle(f, *unit) + leaders_at_risk(f, *unit)).sum();
    sum / 10 + ruffle(f, defender) + leaders_at_risk(f, defender) - ruffled
}

/// What the formation hit of every Close Combat takes from a unit.
fn ruffle(f: Field<'_>, unit: UnitId) -> i32 {
    let now = condition(f, unit);
    let formation = match now.formation {
        Formation::Normal => Formation::Shaken,
        Formation::Shaken | Formation::OpenOrder => Formation::Broken,
        other => other,
    };
    in_condition(f, unit, now) - in_condition(f, unit, Condition { formation, ..now })
}

/// What a Close Combat may cost in leaders who stand with a unit.
fn leaders_at_risk(f: Field<'_>, unit: UnitId) -> i32 {
    let lost = f.table.charts.leader_casualty.iter().filter(|result| **result == LeaderCasualty::Removed);
    let lost = lost.count() as i32;
    f.leaders_with(unit).into_iter().map(|id| leader(f, id) * lost / 10).sum()
}

/// Chances in ten that cavalry which tries to Intercept does.
pub(super) fn interception(f: Field<'_>, unit: UnitId) -> i32 {
    let modifiers = f.interception_tally(unit).total();
    let range = f.table.charts.interception.range(f.orders(unit));
    range.map_or(0, |range| (0..10).filter(|die| range.covers(die + modifiers)).count() as i32)
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

/// Chances in ten that a unit of this morale fails its check with these modifiers.
fn fails(morale: u8, modifiers: i32) -> i32 {
    (0..10).filter(|die| die + modifiers > i32::from(morale)).count() as i32
}

/// Morale of a unit in a state.
fn morale_in(f: Field<'_>, unit: UnitId, state: MoraleState) -> u8 {
    let printed = f.counter(unit).morale.0;
    match state {
        MoraleState::Normal => printed,
        MoraleState::Shaken => printed.saturating_sub(1),
        MoraleState::Broken => 1,
    }
}

/// One level worse; `None` is the end of the unit.
const fn worse(state: MoraleState) -> Option<MoraleState> {
    match state {
        MoraleState::Normal => Some(MoraleState::Shaken),
        MoraleState::Shaken => Some(MoraleState::Broken),
        MoraleState::Broken => None,
    }
}

/// What one result of fire takes from a unit on average, the Morale Check that it brings included.
fn effect(f: Field<'_>, target: UnitId, result: FireResult, salvo: bool) -> i32 {
    if result.is_miss() && !salvo {
        return 0;
    }
    let all = left(f, target);
    let mut then = condition(f, target);
    let mut hits = result.casualties;
    for _ in 0..result.formation_hits {
        let state = if then.morale == MoraleState::Broken {
            FormationState::MoraleBroken
        } else {
            then.formation.state()
        };
        match f.table.charts.formation_effects.of(state).hit_by_fire {
            FormationHit::Shaken => then.formation = Formation::Shaken,
            FormationHit::Broken | FormationHit::BrokenOnAttack => then.formation = Formation::Broken,
            FormationHit::Casualty => hits += 1,
            FormationHit::None => {}
        }
    }
    let before = f.past_threshold(target);
    then.casualties = then.casualties.saturating_add(hits);
    let morale = f.morale(target);
    let crossed = !before && f.threshold(target).is_some_and(|most| then.casualties >= most);
    if crossed {
        match worse(then.morale) {
            Some(state) => then.morale = state,
            None => return all,
        }
    }
    let mut checks = result.morale_checks + u8::from(salvo);
    checks += u8::from(hits >= f.table.charts.morale_check_from_hits.hits(Morale(morale)).max(1));
    checks += u8::from(before && hits > 0);
    let kept = in_condition(f, target, then);
    if checks == 0 || kept == 0 {
        return all - kept;
    }
    let modifiers = f.morale_tally(target, (checks - 1).min(3), 0).total();
    let fails = fails(morale_in(f, target, then.morale), modifiers);
    let shaken =
        worse(then.morale).map_or(0, |state| in_condition(f, target, Condition { morale: state, ..then }));
    all - (kept * (10 - fails) + shaken * fails) / 10
}

/// What a column of a fire table does to a target on average.
fn fire(f: Field<'_>, column: &FireColumn, modifiers: i32, target: UnitId, salvo: bool) -> i32 {
    if f.is_train(target) {
        let hit = (0..10).filter(|die: &i32| column[(die + modifiers).clamp(0, 9) as usize].casualties > 0);
        return whole(f, target) / 2 * hit.count() as i32 / 10;
    }
    // Rows often repeat: each is weighed once.
    let mut known: Option<(FireResult, i32)> = None;
    let sum: i32 = (0..10)
        .map(|die: i32| {
            let result = column[(die + modifiers).clamp(0, 9) as usize];
            match known {
                Some((same, value)) if same == result => value,
                _ => {
                    let value = effect(f, target, result, salvo);
                    known = Some((result, value));
                    value
                }
            }
        })
        .sum();
    sum / 10
}

/// What a Rally is worth to its side; a failure costs a level.
pub(super) fn rally(f: Field<'_>, unit: UnitId, leader: Option<LeaderId>) -> i32 {
    let now = condition(f, unit);
    if f.is_train(unit) {
        return 50;
    }
    let value = |morale: Option<MoraleState>| {
        morale.map_or(0, |m| in_condition(f, unit, Condition { morale: m, ..now }))
    };
    let better = match now.morale {
        MoraleState::Broken => MoraleState::Shaken,
        _ => MoraleState::Normal,
    };
    let gain = value(Some(better)) - value(Some(now.morale));
    let loss = value(Some(now.morale)) - value(worse(now.morale));
    let rating = match leader.map(|id| (f.footprint(unit).distance(f.leader(id).hex), f.leader(id).rating)) {
        Some((0, _)) => return gain,
        Some((1, rating)) => rating,
        _ => 0,
    };
    let fails = fails(f.morale(unit), f.morale_tally(unit, 0, rating).total());
    (gain * (10 - fails) - loss * fails) / 10
}

/// What a fire of infantry or cavalry is worth.
pub(super) fn shot(f: Field<'_>, unit: UnitId, from: Hex, target: Target, manner: Manner, zone: Zone) -> i32 {
    let Target::Unit(enemy) = target else { return 60 };
    let Some(hex) = f.target_hexes(target).into_iter().min_by_key(|hex| hex.distance(from)) else { return 0 };
    let kind = ShotKind { manner, at_retreating: false, at_moved_cavalry: false };
    let modifiers = f.fire_tally(unit, from, target, hex, kind).total();
    fire(f, f.fire_results(unit, manner, zone), modifiers, enemy, manner == Manner::Salvo)
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
    sum - disorder(f, volley)
}

/// What the ground takes from a unit that advances to fire.
fn disorder(f: Field<'_>, volley: &Volley) -> i32 {
    let Manner::Advancing(direction) = volley.manner else { return 0 };
    let state = f.unit(volley.unit);
    let Ok(motion) = f.motion(volley.unit, state.at, state.formation, Manoeuvre::Step(direction)) else {
        return 0;
    };
    let formation =
        if motion.breaks { Formation::Broken } else { state.formation.after_ground_hits(motion.hits) };
    let now = condition(f, volley.unit);
    in_condition(f, volley.unit, now) - in_condition(f, volley.unit, Condition { formation, ..now })
}

/// What fire in reaction is worth.
pub(super) fn reaction_fire(f: Field<'_>, unit: UnitId, at: UnitId, manner: Manner) -> i32 {
    let target = Target::Unit(at);
    f.halves(unit)
        .into_iter()
        .filter_map(|(half, hex)| {
            let (zone, _) = f.half_bears(unit, half, target, manner.arc()).ok()?;
            Some(shot(f, unit, hex, target, manner, zone))
        })
        .sum()
}

/// What a fire of guns is worth.
pub(super) fn cannonade(f: Field<'_>, gun: UnitId, target: Target, hex: Hex) -> i32 {
    let Target::Unit(enemy) = target else { return 50 };
    let modifiers = f.cannon_tally(gun, target, hex).total();
    fire(f, &f.table.charts.artillery_fire.results, modifiers, enemy, false)
}
