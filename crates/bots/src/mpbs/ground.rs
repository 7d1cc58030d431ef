//! Where units should be: whom they go for, how near, facing which way, with whom beside them.

use super::{
    marshal::Habits,
    ways::{self, Next, Way},
    worth,
};
use caracole_kernel::Side;
use caracole_musketpike::{
    counters::{Orders, UnitId},
    engine::{field::Field, motion::Manoeuvre},
    hex::{Facing, Hex, Placement, Zone},
    messages::{Decision, Manner, Request, Target},
    world::{Formation, MoraleState, Presence},
};

/// What a moving unit is after.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The enemy it goes for, if there is one.
    quarry: Option<UnitId>,
    /// The hex of an enemy leader alone whom it can ride down, if there is one: before all else.
    prey: Option<Hex>,
    /// How many hexes it wants to be from its quarry.
    wanted: i32,
    /// Whether it intercepts: it comes to blows whatever its Orders are.
    intercepts: bool,
    habits: Habits,
    /// Steps in a row that the move has taken.
    run: u8,
    /// The way of its last turn.
    turned: i32,
    /// Gentle slopes that it has crossed.
    slopes: u8,
    /// Movement points that it has used.
    spent: u8,
    /// The way that it goes, once that is known.
    way: Way,
}

/// Scores of keeping to a way and of stopping at its end: above all others.
const ON_THE_WAY: i32 = 20_000;
const AT_THE_END: i32 = 10_000;
/// What it costs an Interception to end away from its quarry: it may not.
const FALLS_SHORT: i32 = 5_000;

/// Whether a unit is in no state to fight.
fn is_spent(f: Field<'_>, unit: UnitId) -> bool {
    let state = f.unit(unit);
    state.morale != MoraleState::Normal || state.formation == Formation::Broken
}

/// How good a match a unit is for an enemy: the parts of the odds that do not depend on the place.
pub(super) fn matching(f: Field<'_>, unit: UnitId, enemy: UnitId) -> i32 {
    if f.is_train(enemy) {
        return 4;
    }
    let matrix = f.matrix(unit, enemy).map_or(-8, i32::from);
    let morale = i32::from(f.morale(unit)) - i32::from(f.morale(enemy));
    let strength = (i32::from(f.strength(unit)) - i32::from(f.strength(enemy))).clamp(-4, 4) / 2;
    let formation = match f.unit(enemy).formation {
        Formation::Broken => 2,
        Formation::Shaken | Formation::OpenOrder => 1,
        _ => 0,
    };
    (matrix + morale + strength + formation).clamp(-8, 6)
}

/// How much a unit that can ride down a leader wants to move.
const RIDE_DOWN: i32 = 1_100;

/// The hex of the enemy leader alone whom a unit may ride down in one move, the one worth most.
fn prey(f: Field<'_>, unit: UnitId) -> Option<Hex> {
    let free = matches!(f.orders(unit), Orders::Charge | Orders::MakeReady)
        && !is_spent(f, unit)
        && !f.is_train(unit)
        && f.in_command(unit);
    if !free {
        return None;
    }
    let (side, reach) = (f.side(unit), i32::from(f.allowance(unit)));
    f.leaders()
        .filter(|(id, leader)| {
            leader.side != side
                && leader.presence == Presence::OnMap
                && f.footprint(unit).distance(leader.hex) <= reach
                && f.is_alone(*id)
        })
        .max_by_key(|(id, leader)| (worth::leader(f, *id), -f.footprint(unit).distance(leader.hex)))
        .map(|(_, leader)| leader.hex)
}

/// The enemy that a unit should go for.
fn quarry(f: Field<'_>, unit: UnitId, habits: Habits) -> Option<UnitId> {
    ranked(f, unit, habits).max().map(|(.., enemy)| enemy)
}

/// A few enemies that a unit may go for, the usual one first.
pub(super) fn quarries(f: Field<'_>, unit: UnitId, habits: Habits) -> Vec<UnitId> {
    let mut all: Vec<_> = ranked(f, unit, habits).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    // A unit far from all of them moves as usual.
    let pace = i32::from(f.allowance(unit)) + 2;
    if all.first().is_none_or(|(.., enemy)| f.distance(unit, *enemy) > pace) || !f.in_command(unit) {
        all.truncate(1);
    }
    let nearest = all.first().map_or(0, |(.., enemy)| f.distance(unit, *enemy));
    all.retain(|(.., enemy)| f.distance(unit, *enemy) <= nearest + 3);
    all.into_iter().take(MOST_QUARRIES).map(|(.., enemy)| enemy).collect()
}

/// How many enemies are looked at for one move.
const MOST_QUARRIES: usize = 4;

/// Every enemy, and how good a quarry it is.
fn ranked<'a>(
    f: Field<'a>,
    unit: UnitId,
    habits: Habits,
) -> impl Iterator<Item = (i32, std::cmp::Reverse<UnitId>, UnitId)> + 'a {
    let (side, at, line) = (f.side(unit), f.unit(unit).at, f.is_two_hex(unit));
    f.units_of(side.other()).map(move |enemy| {
        let distance = f.distance(unit, enemy);
        let worth = habits.prize * worth::whole(f, enemy) / 100;
        let broken = if f.is_broken(enemy) { 2 } else { 0 };
        // Friends at it already make it weaker; those far off need not be looked at.
        let taken = match distance {
            ..=5 => f.enemies_around(f.footprint(enemy), side.other()).len() as i32,
            _ => 0,
        };
        // Long lines go straight ahead: a unit that wheels blocks its neighbours.
        let aside = if line { habits.aside * turn_needed(at, f.hex(enemy)) } else { 0 };
        // Foot do not run after horse.
        let swift = line && distance > 3 && f.is_cavalry(enemy) && !f.is_broken(enemy);
        let chase = if swift { habits.chase } else { 0 };
        let score = habits.matching * matching(f, unit, enemy) - 14 * distance - aside - chase
            + worth
            + 6 * broken
            + habits.together * taken.min(2);
        (score, std::cmp::Reverse(enemy), enemy)
    })
}

impl Plan {
    /// The plan of the unit that the request is about.
    pub(super) fn of(f: Field<'_>, request: &Request, habits: Habits) -> Self {
        match request {
            Request::Manoeuvre(unit) | Request::Intercept(unit) => Self::for_unit(f, *unit, habits),
            _ => Plan::after(None, 0, habits),
        }
    }

    /// The plan of cavalry that intercepts an enemy: to meet it at a run.
    pub(super) fn intercepting(quarry: UnitId, habits: Habits) -> Self {
        Plan { intercepts: true, ..Plan::after(Some(quarry), 1, habits) }
    }

    fn for_unit(f: Field<'_>, unit: UnitId, habits: Habits) -> Self {
        Self::against(f, unit, quarry(f, unit, habits), habits)
    }

    /// The plan of a unit that goes for an enemy.
    pub(super) fn against(f: Field<'_>, unit: UnitId, quarry: Option<UnitId>, habits: Habits) -> Self {
        let orders = f.orders(unit);
        let wanted = match orders {
            _ if is_spent(f, unit) && orders != Orders::Charge => 6,
            Orders::Charge if f.is_light(unit) => 2,
            Orders::Charge => 1,
            Orders::MakeReady => habits.stand_off[usize::from(!f.is_cavalry(unit))],
            Orders::ReceiveCharge => 2,
            Orders::Rally => 6,
        };
        Plan { prey: prey(f, unit), ..Plan::after(quarry, wanted, habits) }
    }

    fn after(quarry: Option<UnitId>, wanted: i32, habits: Habits) -> Self {
        Plan {
            quarry,
            prey: None,
            wanted,
            intercepts: false,
            habits,
            run: 0,
            turned: 0,
            slopes: 0,
            spent: 0,
            way: Way::default(),
        }
    }

    /// Looks for the way of a move by the Wing's own Action or of an Interception, unless the unit is on one.
    pub(super) fn find_way(&mut self, f: Field<'_>, unit: UnitId) {
        let free = self.intercepts
            || matches!(f.orders(unit), Orders::Charge | Orders::MakeReady) && f.in_command(unit);
        if !free {
            self.way = Way::default();
        } else if self.way.next(f.unit(unit).at) == Next::Lost {
            self.way = ways::best(f, unit, self, self.spent);
        }
    }

    pub(super) const fn slopes(&self) -> u8 {
        self.slopes
    }

    pub(super) const fn intercepts(&self) -> bool {
        self.intercepts
    }

    /// Whether a step goes where it may: of an Interception every one brings the unit closer to its quarry.
    pub(super) fn comes_closer(&self, f: Field<'_>, from: Placement, to: Placement) -> bool {
        let Some(quarry) = self.quarry.filter(|_| self.intercepts) else { return true };
        let distance = |at: Placement| at.footprint().distance_to(f.footprint(quarry));
        distance(to) < distance(from)
    }

    pub(super) const fn run(&self) -> u8 {
        self.run
    }

    /// How near a place is to where the unit wants to be.
    pub(super) fn nearness(&self, f: Field<'_>, at: Placement) -> i32 {
        if let Some(hex) = self.prey {
            return -100 * at.footprint().distance(hex) - 25 * turn_needed(at, hex);
        }
        let Some(quarry) = self.quarry else { return 0 };
        let distance = at.footprint().distance_to(f.footprint(quarry));
        -100 * (distance - self.wanted).abs() - 25 * turn_needed(at, f.hex(quarry))
    }

    /// What a wheel costs that is made before it is needed.
    pub(super) fn wheel(&self, f: Field<'_>, to: Placement) -> i32 {
        let far = self.quarry.is_some_and(|quarry| to.footprint().distance_to(f.footprint(quarry)) > 3);
        if far { self.habits.wheel } else { 0 }
    }

    /// Whether a place is near enough.
    pub(super) fn is_there(&self, f: Field<'_>, at: Placement) -> bool {
        self.nearness(f, at) == 0
    }

    /// What hits of the ground cost on the way to a place.
    pub(super) fn toll(&self, f: Field<'_>, to: Placement, hits: u8, breaks: bool) -> i32 {
        // A Formation Broken unit moves no more, and under Charge it cannot recover either.
        // Disorder matters less in a fight than on the way to it.
        let near = self
            .quarry
            .is_some_and(|quarry| to.footprint().distance_to(f.footprint(quarry)) <= self.wanted.max(1));
        let cost = self.habits.hit * i32::from(hits) + if breaks { self.habits.frozen } else { 0 };
        if near { cost / 2 } else { cost }
    }

    /// How good a place is to end in, after so many steps at a run.
    pub(super) fn end(&self, f: Field<'_>, unit: UnitId, at: Placement, run: u8) -> i32 {
        let blows = self.wanted == 1
            && self.quarry.is_some_and(|quarry| at.footprint().distance_to(f.footprint(quarry)) == 1);
        let short = if self.intercepts && !blows { FALLS_SHORT } else { 0 };
        self.value(f, unit, at) - short + if blows && run >= 2 { 5 * self.habits.run } else { 0 }
    }

    /// Whether the plan can still be followed.
    pub(super) fn holds(&self, f: Field<'_>) -> bool {
        self.quarry.is_none_or(|quarry| f.unit(quarry).in_play())
            && self.prey.is_none_or(|hex| f.leaders().any(|(id, leader)| leader.hex == hex && f.is_alone(id)))
    }

    /// Formation hits of a second gentle slope in one move.
    pub(super) fn second_slope(&self, f: Field<'_>, unit: UnitId, slopes: u8, gentle: u8) -> u8 {
        let disorders = matches!(f.unit(unit).formation, Formation::Normal | Formation::Shaken)
            && !f.is_light(unit)
            && !f.is_croat(unit);
        if disorders && slopes < 2 && slopes + gentle >= 2 {
            f.table.charts.tec.gentle_slope.second_crossing_hits[f.column(unit) as usize]
        } else {
            0
        }
    }

    /// Notes what the unit does next.
    pub(super) fn note(&mut self, f: Field<'_>, unit: UnitId, choice: &Decision) {
        let state = f.unit(unit);
        if let Decision::Manoeuvre(manoeuvre) = choice
            && let Ok(motion) = f.motion(unit, state.at, state.formation, *manoeuvre)
        {
            self.slopes += motion.gentle;
            self.spent += if motion.uses_all { f.allowance(unit) } else { motion.cost };
        }
        match choice {
            Decision::Manoeuvre(Manoeuvre::Step(_)) => (self.run, self.turned) = (self.run + 1, 0),
            Decision::Manoeuvre(Manoeuvre::Face(turn)) => (self.run, self.turned) = (0, i32::from(*turn)),
            _ => (self.run, self.turned) = (0, 0),
        }
    }

    /// A manoeuvre of the moving unit.
    pub(super) fn manoeuvre(&self, f: Field<'_>, unit: UnitId, choice: &Decision) -> i32 {
        let state = f.unit(unit);
        match (self.way.next(state.at), choice) {
            (Next::Go(next), Decision::Manoeuvre(manoeuvre)) if next == *manoeuvre => return ON_THE_WAY,
            (Next::Stop, Decision::Decline) => return AT_THE_END,
            (Next::Stop, Decision::Pistol(target)) => return AT_THE_END + self.pistol(f, unit, *target),
            _ => {}
        }
        match choice {
            Decision::Decline => self.value(f, unit, state.at),
            Decision::Manoeuvre(manoeuvre) => {
                let Ok(motion) = f.motion(unit, state.at, state.formation, *manoeuvre) else {
                    return i32::MIN;
                };
                let mut value = self.value(f, unit, motion.to) - 2 - i32::from(motion.cost);
                let hits = motion.hits + self.second_slope(f, unit, self.slopes, motion.gentle);
                let breaks = motion.breaks || hits > 0 && state.formation == Formation::Shaken;
                value -= self.toll(f, motion.to, hits, breaks);
                if motion.clear_run && f.is_cavalry(unit) && f.orders(unit) == Orders::Charge {
                    value += self.habits.run;
                }
                if let Manoeuvre::Face(turn) = manoeuvre {
                    // No turning to and fro, and none that ends a run at the enemy.
                    if self.turned * i32::from(*turn) < 0 {
                        value -= 300;
                    }
                    if self.run >= 2 && self.wanted == 1 {
                        value -= 40;
                    }
                }
                value
            }
            Decision::Pistol(target) => self.value(f, unit, state.at) + self.pistol(f, unit, *target),
            Decision::FormHedgehog => i32::MIN / 2,
            Decision::Accept | Decision::Restack => self.value(f, unit, state.at) - 5,
            _ => self.value(f, unit, state.at) - 1,
        }
    }

    /// What a pistol is worth on the way.
    fn pistol(&self, f: Field<'_>, unit: UnitId, target: Target) -> i32 {
        let Target::Unit(_) = target else { return -1 };
        let worth = super::chances::shot(f, unit, f.hex(unit), target, Manner::Skirmishing, Zone::Front);
        let momentum = if self.run >= 2 && self.wanted == 1 { self.habits.momentum } else { 0 };
        // A second shot is worth more in the fight.
        worth - momentum - self.habits.pistol[usize::from(f.unit(unit).shots > 0)] - self.habits.fire
    }

    /// How good a place is for a unit.
    fn value(&self, f: Field<'_>, unit: UnitId, at: Placement) -> i32 {
        let place = at.footprint();
        let side = f.side(unit);
        let mut value = 0;
        if self.prey.is_some() {
            value += 3 * self.nearness(f, at);
        } else if let Some(quarry) = self.quarry {
            let target = f.footprint(quarry);
            let distance = place.distance_to(target);
            value -= 100 * (distance - self.wanted).abs();
            value -= 25 * turn_needed(at, f.hex(quarry));
            if self.wanted == 1 && distance == 1 {
                let seen = target.iter().filter_map(|hex| at.zone(hex)).min();
                value += if seen == Some(Zone::Front) { 60 } else { -60 };
                let flank =
                    place.iter().any(|hex| matches!(f.zone(quarry, hex), Some(Zone::Flank | Zone::Rear)));
                value += if flank { self.habits.flank } else { 0 };
            }
        }
        let spent = is_spent(f, unit);
        for enemy in f.enemies_around(place, side) {
            if f.is_train(enemy) || f.is_broken(enemy) {
                continue;
            }
            let aims = f.unit(enemy).at.facing().is_some()
                && place.iter().any(|hex| f.zone(enemy, hex) == Some(Zone::Front));
            let exposed = f.footprint(enemy).iter().filter_map(|hex| at.zone(hex)).min();
            if matches!(exposed, Some(Zone::Flank | Zone::Rear)) {
                value -= if aims { 90 } else { 40 };
            }
            if spent {
                value -= 120;
            } else if aims {
                let even = matching(f, enemy, unit);
                value -= 8 * even.max(0);
            }
        }
        value += places(f, side, at);
        // A line holds together.
        let friends = place
            .neighbours()
            .into_iter()
            .filter(|hex| f.holder(*hex) == Some(side) && !place.contains(*hex))
            .count() as i32;
        value += self.habits.line * friends.min(3);
        if !f.in_command_at(unit, place) {
            value -= self.habits.command;
        }
        value
    }
}

/// What standing here does for places that are worth points.
fn places(f: Field<'_>, side: Side, at: Placement) -> i32 {
    let mut index = 0;
    let mut value = 0;
    for location in &f.table.scenario.victory.locations {
        for hex in &location.hexes {
            if f.world.holders.get(index).copied().flatten() != Some(side) {
                let points = i32::from(location.points[side]) + i32::from(location.points[side.other()]);
                let distance = at.footprint().distance(*hex);
                value += match distance {
                    0 => 40 * points,
                    1..=8 => 4 * points * (9 - distance),
                    _ => 0,
                };
            }
            index += 1;
        }
    }
    value
}

/// How many vertices a unit must turn before a step brings it nearer.
fn turn_needed(at: Placement, goal: Hex) -> i32 {
    let Some(facing) = at.facing() else { return 0 };
    let from = at.footprint().first;
    if from == goal {
        return 0;
    }
    let here = from.distance(goal);
    (0..=3)
        .find(|turn| {
            [*turn, -*turn].into_iter().any(|by| {
                let f = facing.turned(by);
                [f.front_left(), f.front_right()].into_iter().any(|d| from.step(d).distance(goal) < here)
            })
        })
        .unwrap_or(3)
}

/// Hexes to the nearest enemy who can fight.
fn nearest_foe(f: Field<'_>, unit: UnitId) -> i32 {
    f.units_of(f.side(unit).other())
        .filter(|enemy| !f.is_train(*enemy) && !f.is_broken(*enemy))
        .map(|enemy| f.distance(unit, enemy))
        .min()
        .unwrap_or(99)
}

/// How much a unit wishes to move at all; those nearest to the enemy first.
pub(super) fn wish_to_move(f: Field<'_>, unit: UnitId, habits: Habits) -> i32 {
    if f.is_gun(unit) || f.allowance(unit) == 0 {
        return -1;
    }
    let plan = Plan::for_unit(f, unit, habits);
    if let Some(hex) = plan.prey {
        return RIDE_DOWN - 5 * f.footprint(unit).distance(hex);
    }
    let Some(quarry) = plan.quarry else { return -1 };
    let distance = f.distance(unit, quarry);
    let at = f.unit(unit).at;
    let turn = turn_needed(at, f.hex(quarry));
    if !f.in_command(unit) {
        return 480;
    }
    let away = (distance - plan.wanted).abs();
    match f.orders(unit) {
        // A unit that moves about under Rally only loses its formation.
        Orders::Rally if !is_spent(f, unit) || nearest_foe(f, unit) > 3 => -1,
        Orders::ReceiveCharge if turn == 0 => -1,
        _ if away == 0 && turn == 0 => -1,
        _ => 300 - 5 * distance.min(40),
    }
}

/// Whether guns that see no enemy turn.
pub(super) fn turn_gun(f: Field<'_>, gun: UnitId, facing: Facing) -> i32 {
    let hex = f.hex(gun);
    let (_, range) = f.gun_ranges(gun);
    let seen = |facing: Facing| {
        f.units_of(f.side(gun).other())
            .filter(|enemy| f.footprint(*enemy).distance(hex) <= i32::from(range))
            .filter(|enemy| facing.frontal_arc(hex, f.hex(*enemy)))
            .count() as i32
    };
    let now = f.unit(gun).at.facing().map_or(0, seen);
    if now == 0 && seen(facing) > 0 { 100 + seen(facing) } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Roster, Temperament, Wish};
    use caracole_kernel::Battle;
    use caracole_musketpike::{MusketPike, hex::Direction};

    #[test]
    fn horse_go_for_points_and_not_for_dragoons_in_a_hedge() {
        let setup = MusketPike::setup(&Wish::default()).unwrap();
        let (battle, _) = Battle::<MusketPike>::start(&setup).unwrap();
        let f = Field::new(battle.scenario(), battle.world());
        let rupert = f.table.scenario.unit_ids().find(|unit| f.counter(*unit).name == "Rupert's").unwrap();
        let nearest = f.units_of(Side::Blue).min_by_key(|enemy| f.distance(rupert, *enemy)).unwrap();
        assert!(worth::whole(f, nearest) < 100, "the dragoons are nearest, and their loss gives no points");
        let quarry = quarry(f, rupert, Habits::of(Temperament::Balanced)).unwrap();
        assert!(worth::whole(f, quarry) >= 1000, "{}", f.counter(quarry).name);
    }

    #[test]
    fn foot_do_not_outrun_their_commander() {
        let wish = Wish { scenario: Some("learning".to_owned()), ..Wish::default() };
        let setup = MusketPike::setup(&wish).unwrap();
        let (battle, _) = Battle::<MusketPike>::start(&setup).unwrap();
        let f = Field::new(battle.scenario(), battle.world());
        let foot =
            f.table.scenario.unit_ids().find(|unit| f.counter(*unit).name == "Skelton's Foot").unwrap();
        let is_led_at_the_end_of_its_way = |habits| {
            let mut plan = Plan::for_unit(f, foot, habits);
            plan.find_way(f, foot);
            f.in_command_at(foot, plan.way.end().unwrap().footprint())
        };
        let usual = Habits::of(Temperament::Balanced);
        assert!(is_led_at_the_end_of_its_way(usual));
        assert!(!is_led_at_the_end_of_its_way(Habits { command: 0, ..usual }), "it could have");
    }

    #[test]
    fn a_king_alone_is_ridden_down() {
        let setup = MusketPike::setup(&Wish::default()).unwrap();
        let (battle, _) = Battle::<MusketPike>::start(&setup).unwrap();
        let f = Field::new(battle.scenario(), battle.world());
        let horse = f.table.scenario.unit_ids().find(|unit| f.counter(*unit).name == "Whalley's I").unwrap();
        let king = f.army_commander(Side::Red).unwrap();
        let mut hex = f.hex(horse);
        for _ in 0..4 {
            hex = hex.step(Direction::Nw);
        }
        assert_eq!(prey(f, horse), None, "the leader is with a unit, and far");
        let alone = battle.with_world(|world| world.leaders[usize::from(king.0)].hex = hex);
        let f = Field::new(alone.scenario(), alone.world());
        assert_eq!(prey(f, horse), Some(hex));
        assert!(wish_to_move(f, horse, Habits::of(Temperament::Balanced)) > 1_000, "before all volleys");
    }
}
