//! What pieces and positions are worth, in hundredths of a victory point.

use caracole_kernel::Side;
use caracole_musketpike::{
    counters::{CavalryType, CounterSize, LeaderId, UnitId, UnitType},
    engine::field::Field,
    hex::Zone,
    scenario::Level,
    world::{Fate, Formation, MoraleState, Origin, Post, Presence},
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

/// What a unit may come to, as far as its worth goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub morale: MoraleState,
    pub formation: Formation,
    pub casualties: u8,
}

/// The condition of a unit as it stands.
pub(super) fn condition(f: Field<'_>, unit: UnitId) -> Condition {
    let state = f.unit(unit);
    Condition { morale: state.morale, formation: state.formation, casualties: state.casualties }
}

/// Turns after this one, as far as they matter to disorder.
fn turns_left(f: Field<'_>) -> i32 {
    (i32::from(f.table.scenario.turns) - i32::from(f.world.turn)).clamp(0, 3)
}

/// Hundredths of a unit's worth that Morale Broken takes: it is lost if it gets off the map before the end.
fn broken_cost(f: Field<'_>, unit: UnitId) -> i32 {
    let way = i32::from(f.table.edge_cost(f.side(unit), f.rout_class(unit), f.hex(unit)));
    let pace = i32::from(f.rout_allowance(unit)).max(1);
    let phases = i32::from(f.table.scenario.turns) - i32::from(f.world.turn) + 1;
    if way < pace * phases { 62 } else { 20 + 6 * turns_left(f) }
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

/// What is left of the worth of a unit on the map in some condition.
pub(super) fn in_condition(f: Field<'_>, unit: UnitId, then: Condition) -> i32 {
    if then.casualties >= f.printed_strength(unit).max(1) {
        return 0;
    }
    let worth = whole(f, unit);
    let mut cost = match then.morale {
        MoraleState::Broken => broken_cost(f, unit),
        MoraleState::Shaken => 4 + 4 * turns_left(f) + formation_cost(then.formation),
        MoraleState::Normal => formation_cost(then.formation),
    };
    if f.threshold(unit).is_some_and(|hits| then.casualties >= hits) {
        cost += 8;
    }
    cost += i32::from(f.unit(unit).shots) * 2;
    let hurt = i32::from(then.casualties) * casualty(f, unit);
    (worth * (100 - cost) / 100 - hurt).max(0)
}

/// What is left of a unit's worth.
pub(super) fn left(f: Field<'_>, unit: UnitId) -> i32 {
    let worth = whole(f, unit);
    match f.unit(unit).fate {
        Fate::ToCome => worth,
        // No loss in points, but it does nothing more.
        Fate::PursuedOffMap => worth * (94 - 6 * turns_left(f)) / 100,
        Fate::Eliminated | Fate::Captured => 0,
        Fate::Disabled => worth / 2,
        Fate::OnMap if f.is_train(unit) => worth,
        Fate::OnMap => in_condition(f, unit, condition(f, unit)),
    }
}

/// What a leader is worth: the points for losing the leader, and what the leader does for the units.
pub(super) fn leader(f: Field<'_>, leader: LeaderId) -> i32 {
    let state = f.leader(leader);
    let points = f.table.scenario.victory.points.as_ref().unwrap_or(&f.table.charts.victory_points);
    let rating = i32::from(state.rating.unsigned_abs());
    let special = state.named.and_then(|i| f.table.scenario.leaders.get(usize::from(i))?.victory_points);
    let vp = match (special, state.origin, state.post) {
        (_, Origin::Generic, _) => i32::from(points.replacement),
        (Some(special), ..) => i32::from(special),
        (None, _, Post::Army) => i32::from(points.army_commander),
        _ => i32::from(points.wing_commander_per_rating) * rating,
    };
    100 * vp + (60 + 60 * rating) * turns_left(f)
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

/// What a leader alone in a hex risks.
fn exposed(f: Field<'_>, id: LeaderId) -> i32 {
    let (hex, side) = (f.leader(id).hex, f.leader(id).side);
    let near = hex.neighbours().any(|next| f.holder(next).is_some_and(|holder| holder != side));
    if near { leader(f, id) / 3 } else { leader(f, id) / 20 }
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
    for (id, leader) in f.leaders() {
        let sign = if leader.side == side { 1 } else { -1 };
        sum -= sign
            * match leader.presence {
                Presence::Eliminated | Presence::Lost { pursuing: false } => self::leader(f, id),
                Presence::Lost { pursuing: true } => {
                    (60 + 60 * i32::from(leader.rating.unsigned_abs())) * turns_left(f)
                }
                Presence::OnMap if f.is_alone(id) => exposed(f, id),
                _ => 0,
            };
    }
    sum
}

/// Points that may still be lost: a battle that is just won now need not be at the end.
pub(super) fn at_stake(f: Field<'_>) -> i32 {
    10 * turns_left(f)
}

/// Whether `side` would win if the battle ended now and it lost so many points before.
pub(super) fn is_winning(f: Field<'_>, side: Side, lost: i32) -> bool {
    let first = f.table.scenario.victory.first;
    let ahead = f.victory_points(first).total() - f.victory_points(first.other()).total();
    let ahead = if first == side { ahead - lost } else { ahead + lost };
    matches!(f.table.scenario.level(ahead), Level::Decisive(s) | Level::Marginal(s) if s == side)
}

/// What the points promise at the end beside what they count: to be above the levels of the scenario.
pub(super) fn prospects(f: Field<'_>, side: Side) -> i32 {
    // What has been lost and what will be: a unit in disorder is a part of its points.
    let damage = |of: Side| -> i32 {
        let units = f.table.units_of[of].iter().filter(|unit| f.unit(**unit).fate != Fate::ToCome);
        units.map(|unit| whole(f, *unit) - left(f, *unit)).sum()
    };
    let (own, other) = (f.victory_points(side).total(), f.victory_points(side.other()).total());
    let foreseen = (damage(side.other()) - damage(side)) / 100;
    let left = turns_left(f);
    // Near the end points speak for themselves.
    let ahead = ((own - other) * (4 - left) + foreseen * left) / 4;
    let first = f.table.scenario.victory.first;
    let level = |ahead: i32| match f.table.scenario.level(if first == side { ahead } else { -ahead }) {
        Level::Decisive(winner) | Level::Marginal(winner) if winner == side => 1,
        Level::Decisive(_) | Level::Marginal(_) => -1,
        Level::Draw => 0,
    };
    let spread = 10 + 10 * left;
    // How much of what may still happen ends in a victory, and in a defeat.
    let step = spread / 5;
    let sum: i32 = (-5..=5).map(|i| level(ahead + i * step)).sum();
    sum * PROSPECT / 11
}

/// What a battle won counts beside how it stands.
const PROSPECT: i32 = 2_500;
