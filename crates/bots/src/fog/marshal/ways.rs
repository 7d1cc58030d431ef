//! Ways over the table: how far it is to a place for troops who would rather go round a wood than through it.

use super::sketch::{Spot, distance};
use caracole_fog::{
    battle::{GroupId, World, customs::Rate},
    field::{Grade, TerrainKind},
};
use caracole_plane::Point;
use smallvec::SmallVec;
use std::{cmp::Reverse, collections::BinaryHeap};

/// Side of a cell, in hundredths of a movement unit.
const CELL: i32 = 200;

/// The table in cells, each with the worst ground at its middle.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    wide: i32,
    high: i32,
    grades: Vec<Grade>,
    /// The same for those with a broad front: the worst ground in a cell and those around it.
    broad: Vec<Grade>,
}

/// What a friend in a cell adds to its cost: a group goes round it if it can.
const CROWDED: i32 = 40;

/// From what half front on troops count as broad, in hundredths of a movement unit.
const BROAD: i32 = 180;

/// How many times as long as over open ground troops need over uneven, rough and difficult ground, in tenths; 0 if they
/// cannot go there.
pub(super) type Hindrance = [u8; 3];

/// How ground hinders a battle group.
pub(super) fn hindrance(world: &World, group: GroupId) -> Hindrance {
    let profiles = world.profiles(group);
    let Some(profile) = profiles.first() else { return [10; 3] };
    let rate = |grade: Grade| match world.book.rate(profile, world[group].posture, grade) {
        Rate::Mu(mu) => mu.max(0),
        _ => 0,
    };
    let open = rate(Grade::Open).max(1);
    [Grade::Uneven, Grade::Rough, Grade::Difficult].map(|grade| match rate(grade) {
        0 => 0,
        // Ground that slows also disorders: half as much again.
        mu => (open * 15 / mu - 5).clamp(10, 90) as u8,
    })
}

impl Ground {
    pub(super) fn of(world: &World) -> Ground {
        let mu = world.field.scale.mu;
        let cells = |um: caracole_plane::Um| (um.whole_parts(mu) as i32 * 100 / CELL).max(1);
        let (wide, high) = (cells(world.field.table.width), cells(world.field.table.depth));
        let mut grades = vec![Grade::Open; (wide * high) as usize];
        for piece in &world.field.terrain.pieces {
            let grade = piece.kind.grade();
            let Some(outline) = piece.outline().filter(|_| grade > Grade::Open) else { continue };
            for (index, cell) in grades.iter_mut().enumerate() {
                let (x, y) = middle(wide, index);
                if *cell < grade && outline.holds(Point::new(distance(world, x), distance(world, y))) {
                    *cell = grade;
                }
            }
        }
        for road in world.field.terrain.pieces.iter().filter(|p| p.kind == TerrainKind::Road) {
            let Some(outline) = road.outline() else { continue };
            for (index, cell) in grades.iter_mut().enumerate() {
                let (x, y) = middle(wide, index);
                if outline.holds(Point::new(distance(world, x), distance(world, y))) {
                    *cell = Grade::Open;
                }
            }
        }
        let mut ground = Ground { wide, high, grades, broad: Vec::new() };
        let worst_around = |(cell, own): (usize, &Grade)| {
            let worst = ground.around(cell).filter_map(|(c, _)| ground.grades.get(c)).max();
            // There is a slow way past what cannot be crossed.
            worst.map_or(*own, |worst| (*own).max((*worst).min(Grade::Difficult)))
        };
        ground.broad = ground.grades.iter().enumerate().map(worst_around).collect();
        ground
    }

    /// Whether it has not been looked at yet.
    pub(super) fn is_unknown(&self) -> bool {
        self.grades.is_empty()
    }

    fn index(&self, (x, y): (i32, i32)) -> usize {
        let column = (x / CELL).clamp(0, self.wide - 1);
        let row = (y / CELL).clamp(0, self.high - 1);
        (row * self.wide + column) as usize
    }

    fn factor(grades: &[Grade], cell: usize, hindrance: Hindrance) -> i32 {
        let of = |i: usize| i32::from(hindrance.get(i).copied().unwrap_or(10));
        match grades.get(cell) {
            None | Some(Grade::Open) => 10,
            Some(Grade::Uneven) => of(0),
            Some(Grade::Rough) => of(1),
            Some(Grade::Difficult) => of(2),
            Some(Grade::Impassable) => 0,
        }
    }

    /// How much longer than over open ground troops so hindered need at a place, in tenths.
    pub(super) fn hinders(&self, at: (i32, i32), hindrance: Hindrance) -> i32 {
        match Self::factor(&self.grades, self.index(at), hindrance) {
            0 => 100,
            factor => factor - 10,
        }
    }

    /// The neighbours of a cell and how far their middles are.
    fn around(&self, cell: usize) -> impl Iterator<Item = (usize, i32)> + use<> {
        let (wide, high) = (self.wide, self.high);
        let (column, row) = (cell as i32 % wide, cell as i32 / wide);
        (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (dx, dy))).filter_map(move |(dx, dy)| {
            let (x, y) = (column + dx, row + dy);
            let inside = x >= 0 && y >= 0 && x < wide && y < high && (dx != 0 || dy != 0);
            let way = if dx != 0 && dy != 0 { CELL * 141 / 100 } else { CELL };
            inside.then_some(((y * wide + x) as usize, way))
        })
    }

    /// Which cells each of these bodies stands in.
    pub(super) fn crowd<'a>(&self, bodies: impl Iterator<Item = &'a Spot>) -> Crowd {
        let mut crowd = Crowd { bodies: vec![0; self.grades.len()] };
        for body in bodies {
            for cell in self.cells_under(body) {
                if let Some(count) = crowd.bodies.get_mut(cell) {
                    *count = count.saturating_add(1);
                }
            }
        }
        crowd
    }

    fn cells_under(&self, body: &Spot) -> SmallVec<[usize; 16]> {
        let steps = |length: i32| (0..=length / (CELL / 2) + 1).map(move |n| (n * CELL / 2).min(length));
        let points = steps(2 * body.half).flat_map(|right| steps(body.depth).map(move |back| (right, back)));
        let mut found: SmallVec<[usize; 16]> =
            points.map(|(right, back)| self.index(body.at(right - body.half, -back))).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The ways of a body so hindered to a place from everywhere, round bad ground and through the crowd where it is
    /// thinnest.
    pub(super) fn ways_to(&self, goal: (i32, i32), hindrance: Hindrance, body: &Spot, crowd: &Crowd) -> Ways {
        let grades = if body.half > BROAD { &self.broad } else { &self.grades };
        let own = self.cells_under(body);
        let crowded = |cell: usize| {
            let bodies = crowd.bodies.get(cell).copied().unwrap_or(0);
            if bodies > u8::from(own.contains(&cell)) { CROWDED } else { 0 }
        };
        let mut far = vec![i32::MAX; self.grades.len()];
        let start = self.index(goal);
        let mut queue = BinaryHeap::new();
        if let Some(first) = far.get_mut(start) {
            *first = 0;
            queue.push(Reverse((0, start)));
        }
        while let Some(Reverse((way, cell))) = queue.pop() {
            if far.get(cell).is_none_or(|known| *known < way) {
                continue;
            }
            for (next, step) in self.around(cell) {
                let factor = Self::factor(grades, next, hindrance);
                if factor == 0 {
                    continue;
                }
                let there = way + step * (factor + crowded(next)) / 10;
                if let Some(known) = far.get_mut(next)
                    && there < *known
                {
                    *known = there;
                    queue.push(Reverse((there, next)));
                }
            }
        }
        Ways { goal, far }
    }

    /// How far it is from a point to the goal, and the point to make for.
    pub(super) fn next(&self, ways: &Ways, from: (i32, i32)) -> (i32, (i32, i32)) {
        let mut cell = self.index(from);
        let here = ways.far.get(cell).copied().unwrap_or(i32::MAX);
        let (dx, dy) = (i64::from(ways.goal.0 - from.0), i64::from(ways.goal.1 - from.1));
        let straight = (dx * dx + dy * dy).isqrt() as i32;
        // Nothing to go round (the cells make the way up to a tenth longer).
        if here == i32::MAX || here <= straight + straight / 8 + CELL {
            return (straight, ways.goal);
        }
        for _ in 0..4 {
            let next = self.around(cell).min_by_key(|(c, _)| ways.far.get(*c).copied().unwrap_or(i32::MAX));
            match next {
                Some((next, _)) if ways.far.get(next) < ways.far.get(cell) => cell = next,
                _ => break,
            }
        }
        (here.max(straight), middle(self.wide, cell))
    }
}

/// The middle of a cell.
fn middle(wide: i32, index: usize) -> (i32, i32) {
    let (column, row) = (index as i32 % wide, index as i32 / wide);
    (column * CELL + CELL / 2, row * CELL + CELL / 2)
}

/// How many bodies stand in each cell.
pub(super) struct Crowd {
    bodies: Vec<u8>,
}

/// How far it is to a goal from every cell.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    goal: (i32, i32),
    far: Vec<i32>,
}
