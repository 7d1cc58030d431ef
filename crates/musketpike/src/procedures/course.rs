//! The course of a move: what a unit may do with its movement points, and what it must.

use crate::{
    charts::{AllowanceEffect, MoveLimit},
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Units},
        motion::{Manoeuvre, Motion},
    },
    hex::{Direction, Footprint, Hex, Placement, Turn, Zone},
    sight::{Hides, Tracing},
    world::Formation,
};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Purpose {
    /// The unit's own Action.
    Action,
    /// A Withdraw from this unit.
    Withdraw(UnitId),
    /// An Interception of this unit.
    Intercept(UnitId),
}

/// What a move has to achieve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Goal {
    /// Nothing.
    Free,
    /// To end nearer to one of these enemies than at the start.
    Close(SmallVec<[(UnitId, u8); 4]>),
    /// To end no nearer to any enemy than at the start.
    KeepAway,
    /// To come back into command by the shortest way.
    Command,
    /// To end farther from this unit than at the start.
    Farther(UnitId, u8),
    /// To come adjacent to this unit.
    Reach(UnitId),
}

/// Where a moving unit is and what it has used so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Course {
    pub(crate) at: Placement,
    pub(crate) formation: Formation,
    pub(crate) spent: u8,
    pub(super) hexes: u8,
    /// Gentle slope hexsides crossed in this movement activity.
    pub(super) slopes: u8,
    /// It has met another unit and must stop.
    pub(super) met: bool,
}

/// The rules that a move keeps to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mover {
    pub(super) unit: UnitId,
    pub(super) purpose: Purpose,
    pub(super) allowance: u8,
    pub(super) start: Placement,
    /// Enemy units adjacent at the start.
    pub(super) neighbours: Units,
    pub(super) goal: Goal,
    /// In command when it began to act, or back in command since.
    pub(super) commanded: bool,
    /// A hex that the unit may not leave, because its Wing Commander would be left there alone.
    pub(super) holds: Option<Hex>,
    /// A hex in which the unit must end, because its Wing Commander waits there and no other unit can get there.
    pub(super) joins: Option<Hex>,
}

impl Mover {
    /// A unit about to move.
    pub(super) fn new(field: Field<'_>, unit: UnitId, purpose: Purpose, allowance: u8) -> Self {
        enforces!("MPBS-7.3.1e", "MPBS-9.1.6a", "MPBS-9.1.6b", "MPBS-5.6.1c");
        let start = field.unit(unit).at;
        let neighbours = field.enemies_around(start.footprint(), field.side(unit));
        let mut mover = Mover {
            unit,
            purpose,
            allowance,
            start,
            neighbours,
            goal: Goal::Free,
            commanded: true,
            holds: None,
            joins: None,
        };
        if purpose == Purpose::Action {
            mover.commanded = field.in_command(unit);
        }
        mover.goal = mover.goal_now(field, start);
        mover
    }

    /// What the move has to achieve, judged from `at`.
    pub(super) fn goal_now(&self, field: Field<'_>, at: Placement) -> Goal {
        match self.purpose {
            Purpose::Withdraw(from) => {
                return Goal::Farther(from, at.footprint().distance_to(field.footprint(from)) as u8);
            }
            Purpose::Intercept(target) => return Goal::Reach(target),
            Purpose::Action => {}
        }
        if !self.commanded {
            return Goal::Command;
        }
        self.goal_of_orders(field, at)
    }

    /// Whether a unit out of command may stay as it is: it started next to an enemy and has not left its place.
    pub(super) fn may_stay(&self, course: &Course) -> bool {
        enforces!("MPBS-5.4.3b");
        !self.neighbours.is_empty() && course.at.footprint() == self.start.footprint()
    }

    fn goal_of_orders(&self, field: Field<'_>, at: Placement) -> Goal {
        enforces!("MPBS-CHARTX-ORDERS-RESTRICTION");
        let orders = field.orders(self.unit);
        let restriction = field.table.charts.orders_restriction.of(orders);
        if restriction.must_close {
            let targets = charge_targets(field, self.unit, at.footprint());
            if targets.is_empty() || targets.iter().any(|(_, distance)| *distance <= 1) {
                return Goal::Free;
            }
            return Goal::Close(targets);
        }
        if restriction.may_come_closer { Goal::Free } else { Goal::KeepAway }
    }

    /// Carries a manoeuvre out in thought: the new course and what happened on the way.
    pub(super) fn follow(
        &self,
        field: Field<'_>,
        course: &Course,
        manoeuvre: Manoeuvre,
    ) -> Allowed<(Course, Motion)> {
        let (next, motion) = self.go(field, course, manoeuvre)?;
        self.is_permitted(field, course, &motion, manoeuvre)?;
        Ok((next, motion))
    }

    /// What ground and allowance make of a manoeuvre, whether or not enemies and orders permit it.
    pub(super) fn go(
        &self,
        field: Field<'_>,
        course: &Course,
        manoeuvre: Manoeuvre,
    ) -> Allowed<(Course, Motion)> {
        if course.met {
            return Err(Bar::Rule(
                rule!("MPBS-8.2.2a"),
                "The unit has joined another and must stop",
                "Stop here.",
            ));
        }
        if matches!(course.formation, Formation::Broken | Formation::Hedgehog) {
            return Err(Bar::Rule(
                rule!("MPBS-7.3.1f"),
                "A Formation Broken unit or a Hedgehog does not move",
                "Stop here.",
            ));
        }
        let mut motion = field.motion(self.unit, course.at, course.formation, manoeuvre)?;
        let left = self.allowance.saturating_sub(course.spent);
        if motion.uses_all {
            if course.spent > 0 {
                return Err(Bar::TooDear { need: self.allowance, left });
            }
            motion.cost = self.allowance;
        }
        if motion.cost > left {
            return Err(Bar::TooDear { need: motion.cost, left });
        }
        if self.holds.is_some_and(|hex| !motion.to.footprint().contains(hex)) {
            return Err(Bar::Rule(
                rule!("MPBS-5.2.1c"),
                "The unit would leave its Wing Commander alone, and the commander has no Action left to follow",
                "Leave the unit with the commander, or move another unit.",
            ));
        }
        let slopes = course.slopes + motion.gentle;
        if course.slopes < 2 && slopes >= 2 {
            motion.hits += field.second_slope_hits(self.unit, course.formation);
        }
        let formation =
            if motion.breaks { Formation::Broken } else { course.formation.after_ground_hits(motion.hits) };
        let entered = u8::from(!motion.entered.is_empty() && !matches!(manoeuvre, Manoeuvre::Face(_)));
        let course = Course {
            at: motion.to,
            formation,
            spent: course.spent + motion.cost,
            hexes: course.hexes + entered,
            slopes,
            met: motion.meeting.is_some(),
        };
        Ok((course, motion))
    }

    /// Whether enemies and orders permit a manoeuvre that ground and allowance do.
    pub(super) fn is_permitted(
        &self,
        field: Field<'_>,
        course: &Course,
        motion: &Motion,
        manoeuvre: Manoeuvre,
    ) -> Allowed {
        if motion.entered.is_empty() || matches!(manoeuvre, Manoeuvre::Face(_)) {
            self.may_turn()
        } else {
            self.may_enter(field, course, motion, manoeuvre)
        }
    }

    /// Whether a hex lies in a dead zone as seen from where the unit started.
    fn in_dead_zone(&self, field: Field<'_>, hex: Hex) -> bool {
        let start = self.start.footprint().first;
        field
            .line_of_sight(start, hex, Tracing::Sight, field.side(self.unit))
            .is_err_and(|seen| seen.why == Hides::DeadZone)
    }

    fn may_turn(&self) -> Allowed {
        enforces!("MPBS-5.6.5c");
        Ok(())
    }

    /// Whether Orders and command let the unit into the hexes of a motion.
    fn may_enter(&self, field: Field<'_>, course: &Course, motion: &Motion, manoeuvre: Manoeuvre) -> Allowed {
        match self.purpose {
            Purpose::Withdraw(_) => self.may_withdraw_to(field, motion),
            Purpose::Intercept(target) => self.may_intercept_by(field, course, motion, target),
            Purpose::Action if !self.commanded => self.may_enter_uncommanded(field, motion),
            Purpose::Action => self.may_enter_by_orders(field, course, motion, manoeuvre),
        }
    }

    /// An enemy that was not next to the unit when it began to move and would be now.
    fn new_neighbour(&self, field: Field<'_>, motion: &Motion) -> Option<UnitId> {
        let around = field.enemies_around(motion.to.footprint(), field.side(self.unit));
        around.into_iter().find(|enemy| !self.neighbours.contains(enemy))
    }

    fn may_withdraw_to(&self, field: Field<'_>, motion: &Motion) -> Allowed {
        match field.enemies_around(motion.to.footprint(), field.side(self.unit)).first() {
            None => Ok(()),
            Some(enemy) => Err(Bar::Unit(
                rule!("MPBS-9.2.4b"),
                *enemy,
                "A Withdraw may not come next to an enemy unit",
                "Go another way.",
            )),
        }
    }

    fn may_intercept_by(
        &self,
        field: Field<'_>,
        course: &Course,
        motion: &Motion,
        target: UnitId,
    ) -> Allowed {
        let goal = field.footprint(target);
        enforces!("MPBS-9.3.3b");
        if motion.to.footprint().distance_to(goal) >= course.at.footprint().distance_to(goal) {
            return Err(Bar::Rule(
                rule!("MPBS-9.3.3a"),
                "Each hex of an Interception must be one hex closer to the intercepted unit",
                "Turn, or step closer.",
            ));
        }
        let side = field.side(self.unit);
        let enemy_gun = |hex: &Hex| field.stack(*hex).gun().is_some_and(|gun| field.owner(gun) != side);
        if motion.entered.iter().any(enemy_gun) {
            return Err(Bar::Rule(
                rule!("MPBS-9.3.7b"),
                "Cavalry may not Intercept through enemy artillery",
                "Go round it.",
            ));
        }
        if field.table.has_steep && motion.entered.iter().any(|hex| self.in_dead_zone(field, *hex)) {
            enforces!("MPBS-10.9.3B-3");
            return Err(Bar::Rule(
                rule!("MPBS-9.3.1d"),
                "The path of an Interception may not go through a dead zone",
                "Go round it.",
            ));
        }
        Ok(())
    }

    fn may_enter_uncommanded(&self, field: Field<'_>, motion: &Motion) -> Allowed {
        if let Some(enemy) = self.new_neighbour(field, motion) {
            return Err(Bar::Unit(
                rule!("MPBS-5.4.3h"),
                enemy,
                "A unit out of command may not come next to an enemy unit",
                "Keep away from the enemy.",
            ));
        }
        enforces!("MPBS-5.4.3c");
        Ok(())
    }

    fn may_enter_by_orders(
        &self,
        field: Field<'_>,
        course: &Course,
        motion: &Motion,
        manoeuvre: Manoeuvre,
    ) -> Allowed {
        enforces!("MPBS-5.5.4b");
        let unit = self.unit;
        let restriction = field.table.charts.orders_restriction.of(field.orders(unit));
        if restriction.may_be_adjacent {
            if !matches!(manoeuvre, Manoeuvre::Wheel(_))
                && let Some(enemy) = held_by(field, unit, course.at.footprint())
            {
                return Err(Bar::Unit(
                    rule!("MPBS-5.6.1h"),
                    enemy,
                    "The unit is next to an enemy unit that no other friend has in its front: it may only turn, \
                     wheel or change places with guns",
                    "Stay, and attack it.",
                ));
            }
            return Ok(());
        }
        if let Some(enemy) = self.new_neighbour(field, motion) {
            enforces!("MPBS-5.6.2a", "MPBS-5.6.3b");
            return Err(Bar::Unit(
                rule!("MPBS-5.6.1e"),
                enemy,
                "Only a unit under Charge Orders may move next to an enemy unit",
                "Keep one hex away, or change the Wing's Orders.",
            ));
        }
        if restriction.move_limit == MoveLimit::OneHex && course.hexes >= 1 {
            return Err(Bar::Rule(
                rule!("MPBS-5.6.3a"),
                "Under Receive Charge Orders a unit moves at most one hex",
                "Stop here, or turn.",
            ));
        }
        Ok(())
    }

    /// Whether the move may end as it stands.
    pub(super) fn may_end(&self, field: Field<'_>, course: &Course) -> Allowed {
        let place = course.at.footprint();
        if self.on_bridge(field, course) {
            return Err(Bar::Rule(
                rule!("MPBS-7.3.5b"),
                "A two-hex unit in Column may not end on a bridge",
                "Move on until it is clear of the bridge.",
            ));
        }
        if self.joins.is_some_and(|hex| !place.contains(hex)) {
            return Err(Bar::Rule(
                rule!("MPBS-5.2.1b"),
                "The Wing Commander needs this unit: no other unit of the Wing can reach the commander's hex",
                "Move it into the commander's hex.",
            ));
        }
        match &self.goal {
            Goal::Free => Ok(()),
            Goal::Close(targets) => {
                let nearer = targets.iter().any(|(enemy, distance)| {
                    !field.unit(*enemy).in_play()
                        || place.distance_to(field.footprint(*enemy)) < i32::from(*distance)
                });
                if nearer {
                    return Ok(());
                }
                Err(Bar::Rule(
                    rule!("MPBS-5.6.1a"),
                    "A unit under Charge Orders must end nearer to the closest enemy unit",
                    "Move nearer to it; if that is impossible, turn towards it.",
                ))
            }
            Goal::KeepAway if self.pivoted_to_bear(field, course) => Ok(()),
            Goal::KeepAway => {
                let start = self.start.footprint();
                let side = field.side(self.unit);
                let near = field.units_of(side.other()).find(|enemy| {
                    let enemy = field.footprint(*enemy);
                    place.distance_to(enemy) < start.distance_to(enemy)
                });
                match near {
                    None => Ok(()),
                    Some(enemy) => Err(Bar::Unit(
                        rule!("MPBS-5.6.4a"),
                        enemy,
                        "Under Rally Orders a unit may not end nearer to any enemy unit than it started",
                        "End farther away.",
                    )),
                }
            }
            Goal::Command if self.commanded || self.may_stay(course) => Ok(()),
            Goal::Command => Err(Bar::Rule(
                rule!("MPBS-5.4.3a"),
                "A unit out of command must move back into command by the quickest way",
                "Go on towards its commander.",
            )),
            Goal::Farther(from, distance) => {
                if place.distance_to(field.footprint(*from)) > i32::from(*distance) {
                    return Ok(());
                }
                Err(Bar::Rule(
                    rule!("MPBS-9.2.4b"),
                    "A Withdraw must end farther from the unit that caused it",
                    "Go farther away.",
                ))
            }
            Goal::Reach(target) => {
                if place.distance_to(field.footprint(*target)) <= 1 {
                    return Ok(());
                }
                Err(Bar::Rule(
                    rule!("MPBS-9.3.3a"),
                    "An intercepting unit must come adjacent to the intercepted unit",
                    "Ride on.",
                ))
            }
        }
    }

    /// Whether a two-hex unit with one half next to an enemy has brought both halves next to it by wheeling.
    fn pivoted_to_bear(&self, field: Field<'_>, course: &Course) -> bool {
        enforces!("MPBS-5.6.5e");
        let (start, end) = (self.start.footprint(), course.at.footprint());
        let halves_next_to = |place: Footprint, enemy: UnitId| {
            place.iter().filter(|half| field.footprint(enemy).distance(*half) == 1).count()
        };
        matches!(course.at, Placement::Line { .. })
            && course.hexes == 1
            && start.iter().any(|half| end.contains(half))
            && self
                .neighbours
                .iter()
                .any(|enemy| halves_next_to(start, *enemy) == 1 && halves_next_to(end, *enemy) == 2)
    }

    fn on_bridge(&self, field: Field<'_>, course: &Course) -> bool {
        let Placement::Column { head, front } = course.at else { return false };
        let tail = head.step(front.opposite());
        field.table.is_bridge_hex(head)
            || field.table.is_bridge_hex(tail)
            || field.crossing(tail, front).is_some_and(|crossing| crossing.bridge)
    }

    /// As [`Mover::may_end`], but an end next to the front of heavy infantry is not asked of light troops.
    pub(super) fn may_end_willingly(&self, field: Field<'_>, course: &Course) -> bool {
        enforces!("MPBS-5.6.1p", "MPBS-5.6.1q", "MPBS-14.6c");
        self.may_end(field, course).is_ok()
            && !(matches!(self.goal, Goal::Close(_)) && self.suicidal(field, course.at.footprint()))
    }

    /// Whether a place is adjacent to heavy infantry that light troops need not approach.
    fn suicidal(&self, field: Field<'_>, place: Footprint) -> bool {
        let unit = self.unit;
        if !(field.is_light(unit) || field.is_croat(unit) || field.is_train(unit)) {
            return false;
        }
        let Goal::Close(targets) = &self.goal else { return false };
        field.enemies_around(place, field.side(unit)).into_iter().any(|enemy| {
            field.is_heavy(enemy)
                && (targets.iter().any(|(target, _)| *target == enemy)
                    || place.iter().any(|hex| field.zone(enemy, hex) == Some(Zone::Front)))
        })
    }
}

/// Whether a unit could end its move in a hex, by an Action begun now.
pub(super) fn can_come_to(field: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    let state = field.unit(unit);
    let mut mover = Mover::new(field, unit, Purpose::Action, field.allowance(unit));
    mover.joins = Some(hex);
    let course =
        Course { at: state.at, formation: state.formation, spent: 0, hexes: 0, slopes: 0, met: false };
    mover.can_end(field, &course)
}

/// Every manoeuvre that could be tried from a place.
pub(crate) fn manoeuvres(field: Field<'_>, unit: UnitId, at: Placement) -> SmallVec<[Manoeuvre; 12]> {
    let mut all = SmallVec::new();
    if !field.has_facing(unit) {
        all.extend(Direction::ALL.map(Manoeuvre::Step));
        return all;
    }
    match at {
        Placement::One { facing, .. } => {
            all.push(Manoeuvre::Step(facing.front_left()));
            all.push(Manoeuvre::Step(facing.front_right()));
            all.extend([1, -1].map(Manoeuvre::Face));
            all.push(Manoeuvre::CounterMarch);
        }
        Placement::Line { facing, .. } => {
            all.push(Manoeuvre::Step(facing.front_left()));
            all.push(Manoeuvre::Step(facing.front_right()));
            all.extend([
                Manoeuvre::Wheel(Turn::Left),
                Manoeuvre::Wheel(Turn::Right),
                Manoeuvre::CounterMarch,
            ]);
            if field.table.has_bridges {
                all.extend(field.bridge_ends(at).into_iter().map(Manoeuvre::Squeeze));
            }
        }
        Placement::Column { front, .. } => {
            all.push(Manoeuvre::Step(front));
            all.extend([1, -1].map(Manoeuvre::Face));
            all.push(Manoeuvre::CounterMarch);
        }
    }
    all
}

/// The enemies that a unit under Charge Orders may close with, and how far away they are.
pub(super) fn charge_targets(
    field: Field<'_>,
    unit: UnitId,
    place: Footprint,
) -> SmallVec<[(UnitId, u8); 4]> {
    enforces!("MPBS-5.6a", "MPBS-5.6.1b", "MPBS-5.6.1d", "MPBS-5.6.1g");
    let side = field.side(unit);
    let mut nearest: SmallVec<[(UnitId, u8); 4]> = SmallVec::new();
    let mut closest = u8::MAX;
    for enemy in field.units_of(side.other()) {
        let distance = place.distance_to(field.footprint(enemy)).min(254) as u8;
        if distance < closest {
            closest = distance;
            nearest.clear();
        }
        if distance == closest {
            nearest.push((enemy, distance));
        }
    }
    // An enemy that a friend has in its front already may be left to that friend.
    if nearest.iter().all(|(enemy, _)| field.engaged_by_another(*enemy, unit)) {
        let mut next = u8::MAX;
        let from = nearest.len();
        for enemy in field.units_of(side.other()) {
            let distance = place.distance_to(field.footprint(enemy)).min(254) as u8;
            if distance > next || field.engaged_by_another(enemy, unit) {
                continue;
            }
            if distance < next {
                next = distance;
                nearest.truncate(from);
            }
            nearest.push((enemy, distance));
        }
    }
    nearest
}

/// An adjacent enemy that holds a charging unit fast.
pub(super) fn held_by(field: Field<'_>, unit: UnitId, place: Footprint) -> Option<UnitId> {
    enforces!("MPBS-5.6.1h", "MPBS-5.6.1i", "MPBS-5.6.1j");
    field
        .enemies_around(place, field.side(unit))
        .into_iter()
        .find(|enemy| !field.is_lone_train(*enemy) && !field.engaged_by_another(*enemy, unit))
}

impl Field<'_> {
    /// Formation hits of a second gentle slope.
    pub(super) fn second_slope_hits(self, unit: UnitId, formation: Formation) -> u8 {
        enforces!("MPBS-7.3.1h", "MPBS-10.9.3B-1");
        let takes = self.table.charts.formation_effects.of(formation.state()).terrain_hits
            && !self.is_train(unit)
            && !self.is_croat(self.lead(unit))
            && (!self.is_light(unit) || self.partner(unit).is_some());
        if takes {
            self.table.charts.tec.gentle_slope.second_crossing_hits[self.column(unit) as usize]
        } else {
            0
        }
    }

    /// Vertices that a unit at `at` would have to turn to be able to step nearer to `goal`.
    pub(crate) fn turns_needed(self, at: Placement, goal: Footprint) -> u8 {
        let Some(facing) = at.facing() else { return 0 };
        let here = at.footprint().distance_to(goal);
        // The front is two of six directions; each turn by a vertex adds the next one on either side.
        let nearer = |way: Direction| at.shifted(way).footprint().distance_to(goal) < here;
        let (left, right) = (facing.front_left(), facing.front_right());
        (0..3).find(|turn| nearer(left.turned(-turn)) || nearer(right.turned(*turn))).unwrap_or(3) as u8
    }

    /// Allowance of a unit in another formation.
    pub(super) fn allowance_in(self, unit: UnitId, formation: Formation) -> u8 {
        let base = self.base_allowance(unit);
        match self.table.charts.formation_effects.of(formation.state()).allowance {
            AllowanceEffect::Full => base,
            AllowanceEffect::Half => base / 2,
            AllowanceEffect::Zero => 0,
            AllowanceEffect::Plus2 => base + 2,
        }
    }
}
