//! First contact of slides and turns against fine time steps of an independent floating point model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use caracole_plane::{Angle, Base, Extent, Motion, Sense, Um, first_contact};
use support::{Model, Random, mm, radians};

/// The contact tolerance in millimetres.
const TOLERANCE: f64 = 0.05;
/// Least step along the path of the furthest corner, in millimetres.
const STEP: f64 = 0.02;

struct Case {
    mover: Base,
    motion: Motion,
    obstacle: Base,
}

/// Where the model stands after so many millimetres of the path of its furthest corner.
struct Path {
    start: Model,
    motion: Motion,
    reach: f64,
    whole: f64,
}

impl Path {
    fn new(case: &Case) -> Path {
        let start = Model::of(&case.mover);
        let (reach, whole) = match case.motion {
            Motion::Slide { distance, .. } => (1.0, f64::from(distance.get()) / 1000.0),
            Motion::Turn { about, by, .. } => {
                let reach = start.furthest_from(mm(about));
                (reach, reach * radians(by))
            }
        };
        Path { start, motion: case.motion, reach, whole }
    }

    fn at(&self, way: f64) -> Model {
        match self.motion {
            Motion::Slide { toward, .. } => {
                let turn = radians(toward);
                self.start.slid([libm::sin(turn), libm::cos(turn)], way)
            }
            Motion::Turn { about, sense, .. } => {
                let by = way / self.reach;
                self.start.turned(mm(about), if sense == Sense::Clockwise { by } else { -by })
            }
        }
    }

    fn way(&self, extent: Extent) -> f64 {
        match extent {
            Extent::Distance(distance) => f64::from(distance.get()) / 1000.0,
            Extent::Angle(angle) => radians(angle) * self.reach,
        }
    }

    /// Steps along the path; the deepest separation met up to `end` and the first way at which the
    /// two overlap by more than the tolerance.
    fn step(&self, other: &Model, end: f64) -> (f64, Option<f64>) {
        let (mut way, mut deepest, mut pressed) = (0.0, f64::INFINITY, None);
        loop {
            let separation = self.at(way).separation(other);
            deepest = f64::min(deepest, separation);
            if pressed.is_none() && separation < -TOLERANCE {
                pressed = Some(way);
                return (deepest, pressed);
            }
            if way >= end {
                return (deepest, pressed);
            }
            // No corner moves faster than the furthest, so that a separation cannot close sooner.
            way = f64::min(way + f64::max(separation + TOLERANCE, STEP), end);
        }
    }
}

fn check(case: &Case) -> bool {
    let path = Path::new(case);
    let obstacle = Model::of(&case.obstacle);
    let hit = first_contact(&[case.mover.rect()], &case.motion, &[case.obstacle.rect()]);
    let describe = || format!("{:?}\n{:?}\n{:?}\n{hit:?}", case.mover, case.motion, case.obstacle);
    match hit {
        None => {
            let (deepest, _) = path.step(&obstacle, path.whole);
            assert!(deepest > -TOLERANCE - 0.01, "missed: {deepest} mm deep\n{}", describe());
            false
        }
        Some(hit) => {
            let way = path.way(hit.after);
            let there = path.at(way).separation(&obstacle);
            if way == 0.0 {
                assert!(there < TOLERANCE + 0.002, "not in contact: {there} mm\n{}", describe());
                return true;
            }
            assert!(there.abs() < 0.005, "not at the contact: {there} mm\n{}", describe());
            let (_, early) = path.step(&obstacle, way - 0.1);
            assert!(early.is_none(), "contact earlier, at {early:?} not {way}\n{}", describe());
            // It is a true contact: going on overlaps.
            let (deepest, _) = path.step(&obstacle, path.whole + 0.5);
            assert!(deepest < -TOLERANCE + 0.002, "no contact at all: {deepest}\n{}", describe());
            assert!(hit.contact.is_some(), "no contact named\n{}", describe());
            true
        }
    }
}

fn wheel(random: &mut Random) -> Case {
    let mover = random.base(150_000);
    // A front corner of the base itself or of the group it stands in.
    let right = match random.between(0, 3) {
        0 => mover.width.half(),
        1 => -mover.width.half(),
        _ => random.um(-300_000, 300_000),
    };
    let forward = if random.between(0, 2) == 0 { random.um(-60_000, 60_000) } else { Um::ZERO };
    let about = mover.front.offset(right, forward).at;
    let sense = if random.next() & 1 == 0 { Sense::Clockwise } else { Sense::Anticlockwise };
    let by = match random.between(0, 9) {
        0 => Angle(random.next() as u32),
        _ => Angle(random.between(1, 1 << 30) as u32),
    };
    Case { mover, motion: Motion::Turn { about, sense, by }, obstacle: random.base(250_000) }
}

fn advance(random: &mut Random) -> Case {
    let mover = random.base(150_000);
    let toward = match random.between(0, 3) {
        0 => random.angle(),
        1 => mover.front.facing + Angle::QUARTER,
        _ => mover.front.facing,
    };
    let distance = if random.between(0, 9) == 0 { random.um(1, 3_000_000) } else { random.um(1, 400_000) };
    Case { mover, motion: Motion::Slide { toward, distance }, obstacle: random.base(250_000) }
}

fn run(seed: u64, count: usize, make: fn(&mut Random) -> Case) {
    let mut random = Random::new(seed);
    let hits = (0..count).filter(|_| check(&make(&mut random))).count();
    assert!(hits > count / 20, "only {hits} contacts: the cases are too thin");
}

#[test]
fn a_million_wheels_agree_with_time_steps() {
    run(0xCA2A, 1_000_000, wheel);
}

#[test]
fn a_million_advances_agree_with_time_steps() {
    run(0xC01E, 1_000_000, advance);
}

/// Entry into terrain: a base drawn in by a little more than the tolerance must not meet the area
/// before the entry, and the true base must touch it there.
#[test]
fn entries_into_terrain_agree_with_time_steps() {
    use geo::Intersects;
    use geo::algorithm::line_measures::{Distance, Euclidean};
    let outline = |model: &Model| {
        let ring: Vec<(f64, f64)> = model.corners().iter().map(|c| (c[0], c[1])).collect();
        geo::Polygon::new(ring.into(), vec![])
    };
    let mut random = Random::new(0xE27);
    let (mut entries, mut misses) = (0, 0);
    for index in 0..6_000_u32 {
        let count = random.between(3, 9) as u32;
        let corners = (0..count).map(|k| {
            let toward = Angle((u64::from(k) * (1 << 32) / u64::from(count)) as u32);
            caracole_plane::Point::ORIGIN.moved(toward, random.um(20_000, 120_000))
        });
        let Ok(area) = caracole_plane::Polygon::new(corners.collect()) else { continue };
        let mut case = if index % 2 == 0 { wheel(&mut random) } else { advance(&mut random) };
        if let Motion::Slide { distance, .. } = &mut case.motion {
            *distance = random.um(1, 300_000);
        }
        let ring: Vec<(f64, f64)> = area.corners().iter().map(|&c| mm(c).into()).collect();
        let ground = geo::Polygon::new(ring.into(), vec![]);
        let path = Path::new(&case);
        let entry = area.first_entry(&[case.mover.rect()], &case.motion);
        let end = entry.map_or(path.whole, |entry| path.way(entry.after));
        let describe = || format!("{:?}\n{:?}\n{area:?}\n{entry:?}", case.mover, case.motion);
        if entry.is_some() && end == 0.0 {
            assert!(Euclidean.distance(&ground, &outline(&path.start)) < TOLERANCE, "{}", describe());
            continue;
        }
        for step in 0..150 {
            let mut there = path.at(end * f64::from(step) / 150.0);
            there.half = there.half.map(|half| half - TOLERANCE - 0.01);
            assert!(!ground.intersects(&outline(&there)), "entered before, step {step}\n{}", describe());
        }
        match entry {
            Some(_) => {
                entries += 1;
                let gap = Euclidean.distance(&ground, &outline(&path.at(end)));
                assert!(gap < 0.005, "{gap} mm off at the entry\n{}", describe());
            }
            None => misses += 1,
        }
    }
    assert!(entries > 500 && misses > 500, "{entries} {misses}: cases too thin");
}
