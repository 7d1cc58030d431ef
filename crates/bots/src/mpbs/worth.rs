//! What pieces and positions are worth, in hundredths of a victory point.

use caracole_kernel::Side;
use caracole_musketpike::{
    counters::{CavalryType, CounterSize, UnitId, UnitType},
    engine::field::Field,
    hex::Zone,
    scenario::Level,
    world::{Fate, Formation, MoraleState, Presence},
};

/// Worth of a whole unit: the points that its loss gives, and what it can still do.
pub(super) fn whole(f: Field<'_>, unit: UnitId) -> i32 {
    let points = f.table.scenario.victory.points.as_ref().unwrap_or(&f.table.charts.victory_points);
    let strength = i32::from(f.printed_strength(unit));
    let vp = match f.kind(unit) {
        UnitType::Cavalry { kind: CavalryType::Croat, .. } => i32::from(points.unformed_cavalry),
        UnitType::Cavalry { .. } => i32::from(points.formed_cavalry),
        UnitType::HeavyInfantry { size: CounterSize::TwoHex, .. } => i32::from(points.heavy_infantry_two_hex),
        UnitType::HeavyInfantry { .. } => i32::from(points.heavy_infantry_one_hex),
        UnitType::LightInfantry { .. } => i32::from(points.light_infantry),
        UnitType::Artillery { class, size, .. } => return 100 * i32::from(points.captured(class, size)),
        UnitType::Wagon => return 100 * i32::from(points.wagon),
    };
    100 * vp + 25 * strength
}

/// Worth of a casualty point.
pub(super) fn casualty(f: Field<'_>, unit: UnitId) -> i32 {
    let points = f.table.scenario.victory.points.as_ref().unwrap_or(&f.table.charts.victory_points);
    let vp = match f.kind(unit) {
        UnitType::Cavalry { kind: CavalryType::Croat, .. } => points.casualty_unformed_cavalry,
        UnitType::Cavalry { .. } => points.casualty_formed_cavalry,
        UnitType::HeavyInfantry { .. } => points.casualty_heavy_infantry,
        UnitType::LightInfantry { .. } => points.casualty_light_infantry,
        UnitType::Artillery { .. } | UnitType::Wagon => 0,
    };
    100 * i32::from(vp) + 40
}

/// Hundredths of a unit's worth that a morale state takes.
pub(super) const fn morale_cost(morale: MoraleState) -> i32 {
    match morale {
        MoraleState::Normal => 0,
        MoraleState::Shaken => 16,
        MoraleState::Broken => 45,
    }
}

const fn formation_cost(formation: Formation) -> i32 {
    match formation {
        Formation::Normal | Formation::OpenOrder => 0,
        Formation::Column => 3,
        Formation::Shaken => 5,
        Formation::Hedgehog => 6,
        Formation::Broken => 11,
    }
}

/// What is left of a unit's worth.
pub(super) fn left(f: Field<'_>, unit: UnitId) -> i32 {
    let state = f.unit(unit);
    let worth = whole(f, unit);
    match state.fate {
        Fate::ToCome => worth,
        // No loss in points, but it does nothing more.
        Fate::PursuedOffMap => worth * 75 / 100,
        Fate::Eliminated | Fate::Captured => 0,
        Fate::Disabled => worth / 2,
        Fate::OnMap => {
            let mut cost = morale_cost(state.morale);
            if state.morale != MoraleState::Broken {
                cost += formation_cost(state.formation);
            }
            if f.past_threshold(unit) {
                cost += 8;
            }
            cost += i32::from(state.shots) * 2;
            let hurt = i32::from(state.casualties) * casualty(f, unit);
            (worth * (100 - cost) / 100 - hurt).max(0)
        }
    }
}

/// Neighbours that threaten a unit's flanks or a broken unit at all.
fn danger(f: Field<'_>, unit: UnitId) -> i32 {
    let state = f.unit(unit);
    let side = f.side(unit);
    let mut danger = 0;
    for enemy in f.enemies_around(f.footprint(unit), side) {
        if f.is_train(enemy) || f.is_broken(enemy) {
            continue;
        }
        if state.morale == MoraleState::Broken {
            danger += 60;
            continue;
        }
        let exposed =
            f.footprint(enemy).iter().any(|hex| matches!(f.zone(unit, hex), Some(Zone::Flank | Zone::Rear)));
        let aims = f.has_in_front(enemy, unit);
        danger += match (exposed, aims) {
            (true, true) => 45,
            (true, false) => 15,
            (false, true) => 8,
            (false, false) => 0,
        };
    }
    danger
}

/// How a battle stands for `side`.
pub(super) fn standing(f: Field<'_>, side: Side) -> i32 {
    let mut sum = 0;
    for of in Side::BOTH {
        let sign = if of == side { 1 } else { -1 };
        for &unit in &f.table.units_of[of] {
            sum += sign * left(f, unit);
            if f.unit(unit).in_play() && !f.is_train(unit) {
                sum -= sign * danger(f, unit);
            }
        }
    }
    for (_, leader) in f.leaders() {
        let sign = if leader.side == side { 1 } else { -1 };
        if matches!(leader.presence, Presence::Eliminated | Presence::Lost { .. }) {
            sum -= sign * (200 + 500 * i32::from(leader.rating.unsigned_abs()));
        }
    }
    sum
}

/// Whether `side` would win if the battle ended now.
pub(super) fn is_winning(f: Field<'_>, side: Side) -> bool {
    let first = f.table.scenario.victory.first;
    let ahead = f.victory_points(first).total() - f.victory_points(first.other()).total();
    matches!(f.table.scenario.level(ahead), Level::Decisive(s) | Level::Marginal(s) if s == side)
}
