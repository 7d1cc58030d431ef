//! Shared by the tests: a fixed random source and an independent floating point model of a base.
#![allow(dead_code, unreachable_pub)]

use caracole_kernel::Numbers;
use caracole_plane::{Angle, Base, Point, Pose, Um};

/// Measures and bases by number.
pub struct Random(pub Numbers);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(Numbers::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.draw()
    }

    /// From `low` up to and including `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    pub fn um(&mut self, low: i64, high: i64) -> Um {
        Um::new(self.between(low, high))
    }

    pub fn angle(&mut self) -> Angle {
        // Whole degrees and right angles are the interesting special cases.
        match self.between(0, 9) {
            0 => Angle::from_degrees(90 * self.between(0, 3) as i32),
            1 => Angle::from_degrees(self.between(0, 359) as i32),
            _ => Angle(self.next() as u32),
        }
    }

    pub fn point(&mut self, reach: i64) -> Point {
        Point::new(self.um(-reach, reach), self.um(-reach, reach))
    }

    pub fn base(&mut self, reach: i64) -> Base {
        Base::new(
            Pose::new(self.point(reach), self.angle()),
            self.um(15_000, 60_000),
            self.um(10_000, 60_000),
        )
    }
}

/// Radians of a binary angle.
pub fn radians(angle: Angle) -> f64 {
    f64::from(angle.0) / 4_294_967_296.0 * core::f64::consts::TAU
}

/// A rectangle in floating point, millimetres.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    pub middle: [f64; 2],
    pub right: [f64; 2],
    pub ahead: [f64; 2],
    pub half: [f64; 2],
}

impl Model {
    pub fn of(base: &Base) -> Model {
        let turn = radians(base.front.facing);
        let ahead = [libm::sin(turn), libm::cos(turn)];
        let right = [ahead[1], -ahead[0]];
        let half = [f64::from(base.width.get()) / 2000.0, f64::from(base.depth.get()) / 2000.0];
        let at = mm(base.front.at);
        Model { middle: [at[0] - ahead[0] * half[1], at[1] - ahead[1] * half[1]], right, ahead, half }
    }

    pub fn slid(&self, direction: [f64; 2], distance: f64) -> Model {
        let middle = [self.middle[0] + direction[0] * distance, self.middle[1] + direction[1] * distance];
        Model { middle, ..*self }
    }

    /// Turned clockwise (negative: anticlockwise) about a point.
    pub fn turned(&self, about: [f64; 2], by: f64) -> Model {
        let (s, c) = (libm::sin(by), libm::cos(by));
        let spin = |v: [f64; 2]| [c * v[0] + s * v[1], c * v[1] - s * v[0]];
        let arm = spin([self.middle[0] - about[0], self.middle[1] - about[1]]);
        Model {
            middle: [about[0] + arm[0], about[1] + arm[1]],
            right: spin(self.right),
            ahead: spin(self.ahead),
            half: self.half,
        }
    }

    pub fn corners(&self) -> [[f64; 2]; 4] {
        [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]].map(|[r, f]| {
            [0, 1]
                .map(|k| self.middle[k] + r * self.half[0] * self.right[k] + f * self.half[1] * self.ahead[k])
        })
    }

    /// Greatest separation along any edge direction: positive apart, negative overlapping (mm).
    pub fn separation(&self, other: &Model) -> f64 {
        let (own, their) = (self.corners(), other.corners());
        let mut most = f64::NEG_INFINITY;
        for axis in [self.right, self.ahead, other.right, other.ahead] {
            let along = |p: &[f64; 2]| p[0] * axis[0] + p[1] * axis[1];
            let range = |c: &[[f64; 2]; 4]| {
                c.iter().map(along).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)))
            };
            let (a, b) = (range(&own), range(&their));
            most = most.max(a.0 - b.1).max(b.0 - a.1);
        }
        most
    }

    /// The shortest distance, zero if they overlap (mm).
    pub fn distance(&self, other: &Model) -> f64 {
        if self.separation(other) <= 0.0 {
            return 0.0;
        }
        let to_box = |model: &Model, point: [f64; 2]| {
            let arm = [point[0] - model.middle[0], point[1] - model.middle[1]];
            let off =
                |axis: [f64; 2], half: f64| f64::max((arm[0] * axis[0] + arm[1] * axis[1]).abs() - half, 0.0);
            length([off(model.right, model.half[0]), off(model.ahead, model.half[1])])
        };
        let own = self.corners().map(|corner| to_box(other, corner));
        let their = other.corners().map(|corner| to_box(self, corner));
        own.into_iter().chain(their).fold(f64::INFINITY, f64::min)
    }

    pub fn furthest_from(&self, point: [f64; 2]) -> f64 {
        self.corners().iter().map(|c| length([c[0] - point[0], c[1] - point[1]])).fold(0.0, f64::max)
    }
}

pub fn mm(point: Point) -> [f64; 2] {
    [f64::from(point.x.get()) / 1000.0, f64::from(point.y.get()) / 1000.0]
}

pub fn length(v: [f64; 2]) -> f64 {
    (v[0] * v[0] + v[1] * v[1]).sqrt()
}
