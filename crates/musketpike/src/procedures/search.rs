//! Whether a move can still end as it must, and the quickest ways back into command.

use super::course::{Course, Goal, Mover, manoeuvres};
use crate::{
    counters::UnitId,
    engine::{command::CommandZone, field::Field, motion::Manoeuvre},
    hex::{Direction, Footprint, Hex, Placement},
};
use smallvec::SmallVec;
use std::{cell::RefCell, num::NonZeroU8};

impl Mover {
    /// Whether the move can still come to an end that its goal allows.
    pub(super) fn can_end(&self, field: Field<'_>, course: &Course) -> bool {
        self.may_end_willingly(field, course)
            || self.goes_straight(field, course)
            || self.search(field, course)
    }

    /// Whether going straight at an enemy, turning first where it must, ends well: the usual case, found without a
    /// search.
    fn goes_straight(&self, field: Field<'_>, course: &Course) -> bool {
        match &self.goal {
            Goal::Close(targets) => {
                targets.iter().any(|(enemy, _)| self.goes_straight_at(field, course, *enemy))
            }
            Goal::Reach(enemy) => self.goes_straight_at(field, course, *enemy),
            _ => false,
        }
    }

    fn goes_straight_at(&self, field: Field<'_>, course: &Course, enemy: UnitId) -> bool {
        let goal = field.footprint(enemy);
        let mut from = *course;
        while let Some(next) = self.straight_step(field, &from, goal) {
            if self.may_end_willingly(field, &next) {
                return true;
            }
            from = next;
        }
        false
    }

    /// One step nearer to a goal, or the turn that makes it possible.
    fn straight_step(&self, field: Field<'_>, from: &Course, goal: Footprint) -> Option<Course> {
        let facing = from.at.facing().filter(|_| field.has_facing(self.unit))?;
        let here = from.at.footprint().distance_to(goal);
        let nearer = |way: Direction| from.at.shifted(way).footprint().distance_to(goal) < here;
        let (left, right) = (facing.front_left(), facing.front_right());
        for way in [left, right] {
            if nearer(way)
                && let Ok((next, _)) = self.follow(field, from, Manoeuvre::Step(way))
            {
                return Some(next);
            }
        }
        if !matches!(from.at, Placement::One { .. }) || nearer(left) || nearer(right) {
            return None;
        }
        let turn = (1..3).find_map(|by| {
            if nearer(right.turned(by)) {
                Some(by)
            } else if nearer(left.turned(-by)) {
                Some(-by)
            } else {
                None
            }
        })?;
        self.follow(field, from, Manoeuvre::Face(turn as i8)).ok().map(|(next, _)| next)
    }

    /// Points that a one-hex unit needs at least to turn so that it can step nearer to an enemy.
    fn turning(&self, field: Field<'_>, course: &Course, enemy: UnitId) -> i32 {
        if !matches!(course.at, Placement::One { .. }) || !field.has_facing(self.unit) {
            return 0;
        }
        let costs = field.table.movement();
        let each = costs.facing_cavalry.min(costs.facing_light_infantry).min(costs.facing_heavy_infantry);
        let turns = field.turns_needed(course.at, field.footprint(enemy));
        i32::from((turns * each).min(costs.counter_march))
    }

    /// Points that are needed at least to end well from a course; `None` if fewer are left.
    fn least_points_needed(&self, field: Field<'_>, course: &Course) -> Option<i32> {
        let left = i32::from(self.allowance.saturating_sub(course.spent));
        let place = course.at.footprint();
        let distance = |enemy: UnitId| place.distance_to(field.footprint(enemy));
        let need = match &self.goal {
            Goal::Close(targets) => targets
                .iter()
                .map(|(enemy, start)| {
                    distance(*enemy) - i32::from(*start) + 1 + self.turning(field, course, *enemy)
                })
                .min()
                .unwrap_or(0),
            Goal::Farther(enemy, start) => i32::from(*start) - distance(*enemy) + 1,
            Goal::Reach(target) => distance(*target) - 1,
            // The start was far enough from every enemy.
            Goal::KeepAway => place.distance_to(self.start.footprint()).min(left),
            Goal::Free | Goal::Command => 0,
        };
        let need = need.max(self.joins.map_or(0, |hex| place.distance(hex)));
        (left > 0 && need <= left).then_some(need)
    }

    /// Looks for a sequence of manoeuvres that ends well, the most hopeful first.
    fn search(&self, field: Field<'_>, course: &Course) -> bool {
        SEEN.with_borrow_mut(|seen| {
            seen.begin(field);
            let mut open: SmallVec<[(i32, Course); 32]> = SmallVec::new();
            open.push((0, *course));
            while let Some(best) = (0..open.len()).min_by_key(|i| open[*i].0) {
                let (_, from) = open.swap_remove(best);
                for manoeuvre in manoeuvres(field, self.unit, from.at) {
                    let Ok((next, _)) = self.follow(field, &from, manoeuvre) else { continue };
                    if self.may_end_willingly(field, &next) {
                        return true;
                    }
                    if let Some(need) = self.least_points_needed(field, &next)
                        && seen.cheapen(field, &next)
                    {
                        open.push((need, next));
                    }
                }
            }
            false
        })
    }

    /// The manoeuvres that begin a quickest way back into command, whatever the allowance. Empty if there is no way.
    pub(super) fn ways_to_command(&self, field: Field<'_>, course: &Course) -> SmallVec<[Manoeuvre; 12]> {
        let zone = field.command_zone(self.unit);
        let free = Mover { allowance: u8::MAX - 20, ..self.clone() };
        let firsts = manoeuvres(field, self.unit, course.at);
        let far = zone.distance(course.at.footprint());
        if far == u8::MAX {
            return SmallVec::new();
        }
        // A* over places; each carries the set of first manoeuvres by which it is reached at its cost.
        let (mut found, faces) = (0u16, field.has_facing(self.unit));
        WAYS.with_borrow_mut(|known| {
            known.begin(field);
            let mut rings = std::mem::take(&mut known.rings);
            let mut ranges = std::mem::take(&mut known.ranges);
            ranges.begin(field);
            rings.resize(usize::from(MOST_COST) + 1, Vec::new());
            rings.iter_mut().for_each(Vec::clear);
            // Follows a manoeuvre if it leads somewhere new; what is dear to judge comes last.
            let mut push = |rings: &mut Rings, ranges: &mut Ranges, from: &Course, manoeuvre, mask: u16| {
                let Ok((next, motion)) = free.go(field, from, manoeuvre) else { return };
                let total = usize::from(next.spent) + usize::from(ranges.rest_of_way(&zone, next.at, faces));
                if total <= usize::from(MOST_COST)
                    && known.would_reach(field, &next, mask)
                    && free.is_permitted(field, from, &motion, manoeuvre).is_ok()
                {
                    known.reach(field, &next, mask);
                    rings[total].push((next, mask));
                }
            };
            let start = Course { spent: 0, ..*course };
            for (i, manoeuvre) in firsts.iter().enumerate() {
                push(&mut rings, &mut ranges, &start, *manoeuvre, 1 << i);
            }
            let mut at = 0;
            while at <= usize::from(MOST_COST) && found == 0 {
                let mut i = 0;
                while i < rings[at].len() {
                    let (course, mask) = rings[at][i];
                    i += 1;
                    if ranges.of(&zone, course.at.footprint()) == 0 {
                        found |= mask;
                        continue;
                    }
                    for manoeuvre in manoeuvres(field, self.unit, course.at) {
                        push(&mut rings, &mut ranges, &course, manoeuvre, mask);
                    }
                }
                at += 1;
            }
            known.rings = rings;
            known.ranges = ranges;
        });
        firsts.into_iter().enumerate().filter(|(i, _)| found & (1 << i) != 0).map(|(_, m)| m).collect()
    }
}

/// How far hexes are from a zone, measured once each.
#[derive(Default)]
struct Ranges {
    known: Vec<Option<NonZeroU8>>,
    measured: Vec<usize>,
}

impl Ranges {
    const NONE: Ranges = Ranges { known: Vec::new(), measured: Vec::new() };

    fn begin(&mut self, field: Field<'_>) {
        let size = field.table.scenario.map.len();
        if self.known.len() < size {
            self.known.resize(size, None);
        }
        for i in self.measured.drain(..) {
            self.known[i] = None;
        }
    }

    fn of_hex(&mut self, zone: &CommandZone<'_>, hex: Hex) -> u8 {
        let measure = || zone.distance(Footprint { first: hex, second: None });
        let Some(i) = zone.index(hex) else { return measure() };
        if let Some(range) = self.known[i] {
            return range.get() - 1;
        }
        // No zone is 255 hexes away where there is one, and without one nothing is asked.
        let range = measure().min(254);
        self.known[i] = NonZeroU8::new(range + 1);
        self.measured.push(i);
        range
    }

    fn of(&mut self, zone: &CommandZone<'_>, place: Footprint) -> u8 {
        place.iter().map(|hex| self.of_hex(zone, hex)).min().unwrap_or(u8::MAX)
    }

    /// Points that a place is at least from a zone: its hexes, and one more if no step forward comes nearer.
    fn rest_of_way(&mut self, zone: &CommandZone<'_>, at: Placement, faces: bool) -> u8 {
        let rest = self.of(zone, at.footprint());
        match at {
            Placement::One { hex, facing } if faces && rest > 0 => {
                let nearer = [facing.front_left(), facing.front_right()]
                    .into_iter()
                    .any(|direction| self.of_hex(zone, hex.step(direction)) < rest);
                rest + u8::from(!nearer)
            }
            _ => rest,
        }
    }
}

/// The longest way back into command that is looked for, in movement points.
const MOST_COST: u8 = 60;

thread_local! {
    static WAYS: RefCell<KnownWays> = const { RefCell::new(KnownWays { best: Vec::new(), touched: Vec::new(), rings: Vec::new(), ranges: Ranges::NONE }) };
    static SEEN: RefCell<SeenPlaces> = const { RefCell::new(SeenPlaces { best: Vec::new(), touched: Vec::new() }) };
}

/// The best course known for each place, facing and formation.
struct SeenPlaces {
    best: Vec<u8>,
    touched: Vec<usize>,
}

impl SeenPlaces {
    fn begin(&mut self, field: Field<'_>) {
        let size = field.table.scenario.map.len() * 108;
        if self.best.len() < size {
            self.best.resize(size, u8::MAX);
        }
        for i in self.touched.drain(..) {
            self.best[i] = u8::MAX;
        }
    }

    fn key(field: Field<'_>, course: &Course) -> Option<usize> {
        let (hex, way) = match course.at {
            Placement::One { hex, facing } => (hex, facing as usize),
            Placement::Line { left, facing } => (left, facing as usize),
            Placement::Column { head, front } => (head, front as usize),
        };
        let key = (field.table.index(hex)? * 6 + way) * 6 + course.formation as usize;
        Some(key * 3 + usize::from(course.slopes.min(2)))
    }

    /// Notes a course if it is cheaper than those known for its place.
    fn cheapen(&mut self, field: Field<'_>, course: &Course) -> bool {
        let Some(key) = Self::key(field, course) else { return false };
        let better = course.spent < self.best[key];
        if better {
            if self.best[key] == u8::MAX {
                self.touched.push(key);
            }
            self.best[key] = course.spent;
        }
        better
    }
}

/// Courses by the least cost of a way through them, each with the first manoeuvres that lead to it.
type Rings = Vec<Vec<(Course, u16)>>;

/// For each place the least cost known and the first manoeuvres that lead there at that cost.
struct KnownWays {
    best: Vec<(u8, u16)>,
    touched: Vec<usize>,
    /// Courses still to be followed.
    rings: Rings,
    ranges: Ranges,
}

impl KnownWays {
    fn begin(&mut self, field: Field<'_>) {
        let size = field.table.scenario.map.len() * 108;
        if self.best.len() < size {
            self.best.resize(size, (u8::MAX, 0));
        }
        for i in self.touched.drain(..) {
            self.best[i] = (u8::MAX, 0);
        }
    }

    /// Whether a way is cheaper than those known to its place, or adds a first manoeuvre to them.
    fn would_reach(&self, field: Field<'_>, course: &Course, mask: u16) -> bool {
        SeenPlaces::key(field, course).is_some_and(|key| {
            let (cost, known) = self.best[key];
            course.spent < cost || course.spent == cost && known | mask != known
        })
    }

    /// Notes a way that would reach its place.
    fn reach(&mut self, field: Field<'_>, course: &Course, mask: u16) {
        let Some(key) = SeenPlaces::key(field, course) else { return };
        let (cost, known) = self.best[key];
        if cost == u8::MAX {
            self.touched.push(key);
        }
        self.best[key] = (course.spent, if course.spent < cost { mask } else { known | mask });
    }
}
