//! Choices of command: Orders, activations, preemptions, continuations.

use super::{chances, ground, marshal::Habits, worth};
use caracole_kernel::Tally;
use caracole_musketpike::{
    charts::Success,
    counters::{Orders, UnitId, WingId},
    engine::{field::Field, motion::Manoeuvre},
    messages::{Decision, Help},
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

/// What a Wing is to do, as far as that is decided.
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
    /// Units whose morale is sound and whose formation is shaken.
    ruffled: i32,
    /// Hexes to the nearest enemy at all, broken ones included.
    prey: i32,
}

/// How far a Wing looks.
const SIGHT: i32 = 7;

fn situation(f: Field<'_>, wing: WingId) -> Situation {
    let side = f.wing_side(wing);
    let mut s =
        Situation { own: 0, enemy: 0, nearest: 99, fit: 0, hurt: 0, loose: 0, idle: 0, ruffled: 0, prey: 99 };
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
            s.ruffled += i32::from(state.formation == Formation::Shaken);
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

/// Whether a Wing is so near to an enemy who can fight that its Orders are worth a thought.
pub(super) fn is_near(f: Field<'_>, wing: WingId) -> bool {
    situation(f, wing).nearest <= SIGHT + 3
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
    // A Wing without a fit unit has to rally: one fit unit is too near to that.
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
    wings >= 2 || men >= 4
}

/// What a Wing needs most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// To come to blows.
    Fight,
    /// To come nearer in good order.
    Approach,
    /// To stand and shoot.
    Stand,
    /// To close its ranks.
    Reform,
    /// To bring its men to their senses.
    Rally,
    /// To keep the field: an army of which every Wing is under Rally leaves it.
    Remain,
}

impl Need {
    /// How well Orders serve the need, in hundredths. Few come from Rally to Charge at once; from Make Ready they may
    /// in the same turn.
    const fn served_by(self, orders: Orders) -> i32 {
        match (self, orders) {
            (Need::Fight, Orders::Charge)
            | (Need::Approach, Orders::MakeReady)
            | (Need::Stand | Need::Reform, Orders::ReceiveCharge)
            | (Need::Rally, Orders::Rally)
            | (Need::Remain, Orders::MakeReady) => 100,
            (Need::Remain, Orders::ReceiveCharge) => 95,
            (Need::Remain, Orders::Charge) => 90,
            (Need::Fight, Orders::MakeReady) => 65,
            (Need::Fight, Orders::ReceiveCharge) => 35,
            (Need::Approach, Orders::Charge) => 45,
            (Need::Approach, Orders::ReceiveCharge) => 30,
            (Need::Stand, Orders::MakeReady) => 80,
            (Need::Stand, Orders::Rally) => 40,
            (Need::Reform, Orders::MakeReady) => 60,
            (Need::Reform, Orders::Rally) => 55,
            (Need::Rally, Orders::ReceiveCharge) => 45,
            (Need::Rally, Orders::MakeReady) => 30,
            (Need::Fight | Need::Approach | Need::Remain, Orders::Rally)
            | (Need::Stand | Need::Reform | Need::Rally, Orders::Charge) => 0,
        }
    }
}

/// Hundredths of a Wing's horse and heavy infantry that can neither strike nor go on, if disorder is a part of it:
/// under Charge no unit recovers formation, so they would stand there for the rest of the battle, and others behind them.
fn halted(f: Field<'_>, wing: WingId) -> i32 {
    let (mut halted, mut all, mut disorder) = (0, 0, false);
    for unit in f.units_of_wing(wing).filter(|unit| f.is_heavy(*unit) || f.is_cavalry(*unit)) {
        all += 1;
        let state = f.unit(unit);
        if state.morale == MoraleState::Normal && !f.is_engaged(unit) && !goes_on(f, unit) {
            halted += 1;
            disorder |= matches!(state.formation, Formation::Shaken | Formation::Broken);
        }
    }
    if disorder { 100 * halted / all } else { 0 }
}

/// Whether a unit can take a step forward that does not end in Formation Broken.
fn goes_on(f: Field<'_>, unit: UnitId) -> bool {
    let state = f.unit(unit);
    let free = |direction| {
        f.motion(unit, state.at, state.formation, Manoeuvre::Step(direction)).is_ok_and(|motion| {
            let breaks = motion.breaks || motion.hits > 0 && state.formation == Formation::Shaken;
            motion.meeting.is_none() && !breaks
        })
    };
    state.formation != Formation::Broken && state.at.forward().into_iter().any(free)
}

/// Turns that it takes to close ranks and to come at the enemy again.
const TO_COME_AGAIN: i32 = 3;

/// What a Wing needs most.
pub(super) fn need(f: Field<'_>, wing: WingId, habits: Habits, posture: Posture) -> Need {
    let s = situation(f, wing);
    let now = f.wing(wing).orders;
    let late = i32::from(f.world.turn) * 100 / i32::from(f.table.scenario.turns.max(1));
    let side = f.wing_side(wing);
    let ratio = if s.enemy == 0 { 1000 } else { s.own * 100 / s.enemy };
    let all = (s.fit + s.hurt + s.loose).max(1);
    // Formation recovers sooner than morale; and a side that is winning there goes on.
    let hurt = ((2 * s.hurt + s.loose) * 50 + habits.idle * s.idle) / all;
    let winning = worth::is_winning(f, side, worth::at_stake(f));
    let left = i32::from(f.table.scenario.turns) - i32::from(f.world.turn);
    // A side that is not winning must press while there is time.
    let pressed = !winning && left < habits.last;
    let bears =
        habits.hurt + if ratio > 160 { habits.hurt_more } else { 0 } + if pressed { habits.bears } else { 0 };
    let tired = s.fit == 0 || hurt > bears || posture == Posture::Withdraw;
    let others = others_stand(f, wing);
    if now == Orders::Rally && !others {
        return Need::Remain;
    }
    if tired && posture != Posture::Attack {
        // Men who are only out of their ranks close them sooner where they stand.
        let only_loose = s.hurt * 100 <= habits.sick * all && s.fit > 0;
        return if only_loose || !others { Need::Reform } else { Need::Rally };
    }
    let mends = now == Orders::Charge && left >= TO_COME_AGAIN && posture != Posture::Attack;
    if mends && halted(f, wing) > habits.halted {
        return Need::Reform;
    }
    let ruffled = (2 * s.loose + s.ruffled) * 50 / all;
    if ruffled > habits.ruffled && !pressed && s.nearest > habits.breath && posture != Posture::Attack {
        return Need::Reform;
    }
    let [more, less] = habits.by_points;
    let mut needed = habits.charge + if winning { more } else { -less };
    if late > 30 && !winning {
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
        return Need::Fight;
    }
    if s.nearest > 2 || now == Orders::Charge {
        return Need::Approach;
    }
    if s.hurt + s.loose > 0 || f.is_cavalry_wing(wing) { Need::Approach } else { Need::Stand }
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

/// Whether to change Orders: by how much they serve better, as likely as that is.
pub(super) fn change(f: Field<'_>, wing: WingId, need: Option<Need>, choice: &Decision) -> i32 {
    let (Decision::ChangeOrders { to, help }, Some(need)) = (choice, need) else { return 0 };
    let now = f.wing(wing).orders;
    let gain = need.served_by(*to) - need.served_by(now);
    if gain <= 0 || *to == Orders::Rally && !others_stand(f, wing) {
        return -1;
    }
    let range = f.table.charts.orders_change.range(now, *to);
    gain * self::likely(range, &f.orders_change_tally(wing, *to, *help)) / 10 - cost(*help)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Roster, Temperament, Wish};
    use caracole_kernel::{Battle, Side};
    use caracole_musketpike::MusketPike;

    /// A battle of which the world has been changed.
    fn battle(change: impl FnOnce(Field<'_>, &mut caracole_musketpike::world::World)) -> Battle<MusketPike> {
        let setup = MusketPike::setup(&Wish::default()).unwrap();
        let (battle, _) = Battle::<MusketPike>::start(&setup).unwrap();
        let f = Field::new(battle.scenario(), battle.world());
        battle.with_world(|world| change(f, world))
    }

    /// The Wing of this code.
    fn wing(f: Field<'_>, code: &str) -> WingId {
        f.table.scenario.wing_ids().find(|wing| f.table.scenario.wing(*wing).code == code).unwrap()
    }

    #[test]
    fn a_charge_that_has_come_to_a_stand_closes_its_ranks_while_there_is_time() {
        let need_with = |out_of_ranks: usize, turn: u8| {
            let battle = battle(|f, world| {
                let wing = wing(f, "br");
                world.turn = turn;
                world.wings[usize::from(wing.0)].orders = Orders::Charge;
                for unit in f.units_of_wing(wing).take(out_of_ranks) {
                    world.units[usize::from(unit.0)].formation = Formation::Broken;
                }
            });
            let f = Field::new(battle.scenario(), battle.world());
            need(f, wing(f, "br"), Habits::of(Temperament::Bold), Posture::Own)
        };
        assert_eq!(
            need_with(4, 3),
            Need::Reform,
            "a third of them would stand there for the rest of the battle"
        );
        assert_ne!(need_with(3, 3), Need::Reform, "the others do without these");
        assert_ne!(need_with(4, 8), Need::Reform, "they would not come back in time");
    }

    #[test]
    fn points_that_may_be_lost_again_are_not_counted_on() {
        let battle = battle(|_, world| world.turn = 2);
        let f = Field::new(battle.scenario(), battle.world());
        assert!(worth::is_winning(f, Side::Red, 0), "level points are enough for the King");
        assert!(!worth::is_winning(f, Side::Red, worth::at_stake(f)), "but they are not lasting");
        let end = battle.with_world(|world| world.turn = f.table.scenario.turns);
        assert_eq!(worth::at_stake(Field::new(end.scenario(), end.world())), 0);
    }
}
