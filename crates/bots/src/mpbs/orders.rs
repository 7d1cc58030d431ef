//! Choices of command: Orders, activations, preemptions, continuations.

use super::{chances, ground, marshal::Habits, worth};
use caracole_kernel::Tally;
use caracole_musketpike::{
    charts::Success,
    counters::{Orders, UnitId, WingId},
    engine::{
        choice::{Decision, Help},
        field::Field,
    },
    world::{Formation, MoraleState},
};

/// Chances in ten of a roll with these modifiers.
fn likely(range: Option<Success>, modifiers: &Tally) -> i32 {
    let total = modifiers.total();
    range.map_or(0, |range| (0..10).filter(|die| range.covers(die + total)).count() as i32)
}

/// Fighting power of a unit as it stands.
pub(super) fn power(f: Field<'_>, unit: UnitId) -> i32 {
    let state = f.unit(unit);
    if !state.in_play() || f.is_train(unit) || state.morale == MoraleState::Broken {
        return 0;
    }
    let mut power = i32::from(f.strength(unit)) * (i32::from(f.morale(unit)) + 2);
    if f.is_cavalry(unit) {
        power = power * 3 / 2;
    }
    if f.is_light(unit) {
        power /= 2;
    }
    match state.formation {
        Formation::Broken => power / 2,
        Formation::Shaken => power * 4 / 5,
        _ => power,
    }
}

/// What a Wing is to do, as far as its general has made up his mind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Posture {
    /// As it sees fit.
    #[default]
    Own,
    /// Attack even at worse odds.
    Attack,
    /// Attack only at much better odds.
    Hold,
    /// Fall back and mend.
    Withdraw,
}

impl Posture {
    pub(super) const ALL: [Posture; 4] = [Posture::Own, Posture::Attack, Posture::Hold, Posture::Withdraw];
}

/// What matters of a Wing for its Orders.
struct Situation {
    /// Own power.
    own: i32,
    /// Enemy power near it.
    enemy: i32,
    /// Distance of its nearest unit to an enemy that can fight.
    nearest: i32,
    /// Units that can fight.
    fit: i32,
    /// Units whose morale is in a bad way.
    hurt: i32,
    /// Other units whose formation is broken.
    loose: i32,
    /// Those of them who have no enemy next to them: under Charge they neither move nor mend.
    idle: i32,
    /// Hexes to the nearest enemy at all, broken ones included.
    prey: i32,
}

/// How far a Wing looks.
const SIGHT: i32 = 7;

fn situation(f: Field<'_>, wing: WingId) -> Situation {
    let side = f.wing_side(wing);
    let mut s = Situation { own: 0, enemy: 0, nearest: 99, fit: 0, hurt: 0, loose: 0, idle: 0, prey: 99 };
    let own: Vec<UnitId> = f.units_of_wing(wing).filter(|unit| !f.is_train(*unit)).collect();
    for &unit in &own {
        let state = f.unit(unit);
        s.own += power(f, unit);
        if state.morale != MoraleState::Normal {
            s.hurt += 1;
        } else if state.formation == Formation::Broken {
            s.loose += 1;
            s.idle += i32::from(!f.is_engaged(unit));
        } else {
            s.fit += 1;
        }
    }
    for enemy in f.units_of(side.other()) {
        if f.is_train(enemy) {
            continue;
        }
        let distance = own.iter().map(|unit| f.distance(*unit, enemy)).min().unwrap_or(99);
        s.prey = s.prey.min(distance);
        if f.is_broken(enemy) {
            continue;
        }
        s.nearest = s.nearest.min(distance);
        if distance <= SIGHT {
            // Those farther off count less.
            s.enemy += power(f, enemy) * (SIGHT + 3 - distance) / (SIGHT + 2);
        }
    }
    s
}

/// Hundredths of a Wing's worth that its charge may win, as far as its men have enemies in reach.
fn promise(f: Field<'_>, wing: WingId, reach: i32) -> i32 {
    let side = f.wing_side(wing);
    let (mut sum, mut all) = (0, 0);
    for unit in f.units_of_wing(wing).filter(|unit| power(f, *unit) > 0 && !f.is_light(*unit)) {
        all += worth::left(f, unit);
        let horse = f.is_cavalry(unit);
        let best = f
            .units_of(side.other())
            .filter(|enemy| f.distance(unit, *enemy) <= reach + 2)
            .map(|enemy| (ground::matching(f, unit, enemy), std::cmp::Reverse(enemy)))
            .max();
        let Some((matching, std::cmp::Reverse(enemy))) = best else { continue };
        if f.is_train(enemy) {
            sum += worth::left(f, enemy);
            continue;
        }
        // Momentum, and for horse a pistol.
        let foreseen = (matching + if horse { 3 } else { 1 }).clamp(-4, 4);
        sum += chances::attack_at(f, &[unit], enemy, foreseen);
    }
    if all == 0 { 0 } else { 100 * sum / all }
}

/// Whether enough other Wings keep the field: an army of which every Wing rallies leaves it, and cannot win any more.
fn others_stand(f: Field<'_>, wing: WingId) -> bool {
    let side = f.wing_side(wing);
    let stands = |other: &WingId| {
        *other != wing
            && f.wing_side(*other) == side
            && f.wing(*other).arrived
            && f.wing(*other).orders != Orders::Rally
    };
    // A Wing of which nobody is fit has to rally: one man short of that is too near.
    let fit = |other: WingId| {
        f.units_of_wing(other)
            .filter(|unit| f.is_heavy(*unit) || f.is_cavalry(*unit))
            .filter(|unit| {
                let state = f.unit(*unit);
                state.morale == MoraleState::Normal && state.formation != Formation::Broken
            })
            .count()
    };
    let (mut wings, mut men) = (0, 0);
    for other in f.table.scenario.wing_ids().filter(stands) {
        let fit = fit(other);
        if fit > 0 && !f.half_hurt(other) {
            wings += 1;
            men += fit;
        }
    }
    wings >= 2 || men >= 3
}

/// The Orders that a Wing should have.
pub(super) fn wanted(f: Field<'_>, wing: WingId, habits: Habits, posture: Posture) -> Orders {
    let s = situation(f, wing);
    let now = f.wing(wing).orders;
    let late = i32::from(f.world.turn) * 100 / i32::from(f.table.scenario.turns.max(1));
    let side = f.wing_side(wing);
    let ratio = if s.enemy == 0 { 1000 } else { s.own * 100 / s.enemy };
    let all = s.fit + s.hurt + s.loose;
    // Loose formation is mended sooner than morale; and whoever is winning there goes on.
    let hurt = ((2 * s.hurt + s.loose) * 50 + habits.idle * s.idle) / all.max(1);
    let bears = if ratio > 160 { habits.hurt + habits.hurt_more } else { habits.hurt };
    let tired = s.fit == 0 || hurt > bears || posture == Posture::Withdraw;
    if tired && posture != Posture::Attack && others_stand(f, wing) {
        return Orders::Rally;
    }
    let mut needed = habits.charge;
    if late > 30 && !worth::is_winning(f, side) {
        needed -= (late - 20) * habits.late / 80;
    }
    needed += match posture {
        Posture::Own => 0,
        Posture::Attack => -70,
        Posture::Hold | Posture::Withdraw => 70,
    };
    // Already at it: stopping costs more than going on.
    let keeps = if now == Orders::Charge { 15 } else { 0 };
    let eager = if posture == Posture::Attack { 2 } else { 0 };
    let reach = habits.reach[usize::from(!f.is_cavalry_wing(wing))] + eager;
    if s.nearest.min(s.prey) <= reach && ratio + keeps + habits.promise * promise(f, wing, reach) >= needed {
        // From Rally the way to Charge is long: by making ready it is shorter.
        let range = f.table.charts.orders_change.range(now, Orders::Charge);
        let likely = self::likely(range, &f.orders_change_tally(wing, Orders::Charge, Help::Alone));
        return if now == Orders::Rally && likely < 4 { Orders::MakeReady } else { Orders::Charge };
    }
    if s.nearest > 2 || now == Orders::Charge {
        return Orders::MakeReady;
    }
    if s.hurt + s.loose > 0 || f.is_cavalry_wing(wing) { Orders::MakeReady } else { Orders::ReceiveCharge }
}

/// Secret Orders and Open Order before play: the first candidate is the historical one.
pub(super) fn opening(choice: &Decision) -> i32 {
    match choice {
        Decision::Opening(opening) if opening.open_order.is_empty() => {
            opening.orders.iter().map(|orders| i32::from(*orders == Orders::MakeReady) + 1).sum()
        }
        _ => -1,
    }
}

/// Which Wing goes next.
pub(super) fn activate(f: Field<'_>, choice: &Decision) -> i32 {
    match choice {
        Decision::Activate(wing) => {
            let s = situation(f, *wing);
            200 - 10 * s.nearest.min(15) + s.own / 20
        }
        Decision::Pass(wing) => {
            let s = situation(f, *wing);
            let idle =
                f.wing(*wing).orders == Orders::ReceiveCharge && s.hurt + s.loose == 0 && s.nearest > 2;
            if idle { 60 } else { -50 }
        }
        _ => 0,
    }
}

/// Whether to preempt.
pub(super) fn preempt(f: Field<'_>, against: WingId, habits: Habits, choice: &Decision) -> i32 {
    let Decision::Preempt { wing, help } = choice else { return 0 };
    let state = f.wing(*wing);
    let likely =
        self::likely(f.table.charts.preemption.range(state.orders), &f.preemption_tally(*wing, *help));
    let s = situation(f, *wing);
    // A failure costs the continuation, and a second one the whole turn.
    if s.nearest > 5 || state.no_continue {
        return -1;
    }
    let foe = situation(f, against);
    let gain =
        if foe.nearest <= 3 && state.orders == Orders::Charge { 2 * habits.preempt } else { habits.preempt };
    likely * gain / 10 - (10 - likely) * 4 - cost(*help)
}

const fn cost(help: Help) -> i32 {
    match help {
        Help::Alone => 0,
        Help::ArmyCommander => 3,
    }
}

/// Whether to change Orders.
pub(super) fn change(f: Field<'_>, wing: WingId, wanted: Option<Orders>, choice: &Decision) -> i32 {
    let Decision::ChangeOrders { to, help } = choice else { return 0 };
    if Some(*to) != wanted || *to == f.wing(wing).orders {
        return -1;
    }
    let range = f.table.charts.orders_change.range(f.wing(wing).orders, *to);
    10 * self::likely(range, &f.orders_change_tally(wing, *to, *help)) - cost(*help) + 1
}

/// Whether to try to continue.
pub(super) fn go_on(f: Field<'_>, wing: WingId, choice: &Decision) -> i32 {
    let Decision::Continue { help } = choice else { return 0 };
    let orders = f.wing(wing).orders;
    let s = situation(f, wing);
    // Nothing is lost by a failure; but a spent Wing that must close does better to stop.
    if orders == Orders::Charge && s.hurt * 2 > s.fit + s.hurt + s.loose {
        return -1;
    }
    if orders == Orders::ReceiveCharge && s.hurt + s.loose == 0 {
        return -1;
    }
    let likely = self::likely(f.table.charts.continuation.range(orders), &f.continuation_tally(wing, *help));
    1 + 10 * likely - cost(*help)
}
