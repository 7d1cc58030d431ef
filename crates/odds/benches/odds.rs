//! How long exact odds take.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark stops at the first surprise")]

use caracole_kernel::{
    Awaiting, Battle, BySide, Side, Step,
    dice::{Die, Pool, Reading, Reroll},
};
use caracole_odds::{
    Chain, Distribution, Enumerator, Fall, Pools, Resolution, enumerate, enumerate_battle, fingerprint,
    numbers, pool,
};
use caracole_trial::{Decision, Field, Listed, Request, Setup, Trial, UnitId};
use criterion::{Criterion, criterion_group, criterion_main};
use smallvec::smallvec;
use std::{convert::Infallible, hint::black_box};

fn pools(c: &mut Criterion) {
    let ones = Reroll::of(&[1]);
    c.bench_function("pool/8 dice hit", |b| b.iter(|| pool(black_box(&Pool::hits(8, Die::D6, 4, ones)))));
    c.bench_function("pool/40 dice hit", |b| b.iter(|| pool(black_box(&Pool::hits(40, Die::D6, 4, ones)))));
    c.bench_function("pool/400 dice hit", |b| b.iter(|| pool(black_box(&Pool::hits(400, Die::D6, 4, ones)))));
    c.bench_function("pool/sum of 2 d6", |b| {
        b.iter(|| pool(black_box(&Pool::sum(2, Die::D6, Reroll::NONE))))
    });
    c.bench_function("pool/sum of 40 d6", |b| b.iter(|| pool(black_box(&Pool::sum(40, Die::D6, ones)))));
    c.bench_function("pool/sum of 400 d10", |b| b.iter(|| pool(black_box(&Pool::sum(400, Die::D10, ones)))));
    let thirds = Reading::Classes([0, 0, 0, 1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let classes = Pool { dice: 12, die: Die::D6, reroll: ones, reading: thirds };
    c.bench_function("pool/12 dice in 3 classes", |b| b.iter(|| pool(black_box(&classes))));
}

fn algebra(c: &mut Criterion) {
    let hits = numbers(&Pool::hits(40, Die::D6, 4, Reroll::of(&[1]))).unwrap();
    let half = Distribution::uniform([0, 1]).unwrap();
    c.bench_function("algebra/throws of 40", |b| b.iter(|| hits.throws_of(black_box(&half))));
    c.bench_function("algebra/the same as a mixture", |b| {
        b.iter(|| hits.try_and_then(|&n| numbers(&Pool::hits(n as u16, Die::D6, 4, Reroll::NONE))))
    });
    c.bench_function("algebra/compare 40 with 40", |b| b.iter(|| hits.compare(black_box(&hits))));
    c.bench_function("chain/gambler of 20 absorbed", |b| {
        b.iter(|| {
            let step = |&n: &i32| match n {
                0 | 20 => None,
                _ => Distribution::weighted([(n - 1, 4u8), (n + 1, 3)]),
            };
            Chain::explore(black_box(7), step).unwrap().absorbed()
        })
    });
}

/// A melee of two groups in the manner of the rules: both throw, the loser tests on two dice, both throw for
/// bases lost; so many rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Melee {
    bases: [u8; 2],
    steps: [u8; 2],
    hits: [u8; 2],
    stage: Stage,
    rounds: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    Fight,
    Test,
    Deaths,
    Over,
}

impl Melee {
    fn new(rounds: u8) -> Self {
        Melee { bases: [8; 2], steps: [3; 2], hits: [0; 2], stage: Stage::Fight, rounds }
    }

    fn loser(&self) -> Option<usize> {
        match self.hits[0].cmp(&self.hits[1]) {
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(0),
        }
    }
}

impl Resolution for Melee {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        let ones = Reroll::of(&[1]);
        match self.stage {
            Stage::Fight => Some(smallvec![
                Pool::hits(u16::from(self.bases[0]), Die::D6, 4, ones),
                Pool::hits(u16::from(self.bases[1]), Die::D6, 4, Reroll::of(&[6])),
            ]),
            Stage::Test => Some(smallvec![Pool::sum(2, Die::D6, Reroll::NONE)]),
            Stage::Deaths => Some(smallvec![
                Pool::hits(1, Die::D6, 1 + self.hits[0].min(6), Reroll::NONE),
                Pool::hits(1, Die::D6, 1 + self.hits[1].min(6), Reroll::NONE),
            ]),
            Stage::Over => None,
        }
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        match self.stage {
            Stage::Fight => {
                // Hits by one side are hits on the other.
                self.hits = [fall.number(1) as u8, fall.number(0) as u8];
                self.stage = if self.loser().is_some() { Stage::Test } else { Stage::Deaths };
            }
            Stage::Test => {
                if let Some(loser) = self.loser() {
                    let behind = i32::from(self.hits[loser].abs_diff(self.hits[1 - loser]));
                    let drop = match fall.number(0) - behind.min(3) {
                        ..=2 => 2,
                        3..=6 => 1,
                        _ => 0,
                    };
                    self.steps[loser] = self.steps[loser].saturating_sub(drop);
                }
                self.stage = Stage::Deaths;
            }
            Stage::Deaths => {
                for side in 0..2 {
                    if fall.number(side) == 0 {
                        self.bases[side] = self.bases[side].saturating_sub(1);
                    }
                }
                self.hits = [0; 2];
                self.rounds -= 1;
                let broken = self.steps.contains(&0) || self.rounds == 0;
                self.stage = if broken { Stage::Over } else { Stage::Fight };
            }
            Stage::Over => {}
        }
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        let Melee { bases: [a, b], steps: [c, d], hits: [e, f], stage, rounds } = *self;
        fingerprint(&u64::from_le_bytes([a, b, c, d, e, f, stage as u8, rounds]))
    }
}

fn enumeration(c: &mut Criterion) {
    let end = |melee: &Melee| (melee.bases, melee.steps);
    for rounds in 1..=3 {
        c.bench_function(&format!("enumerate/melee of 8 bases, {rounds} rounds"), |b| {
            b.iter(|| enumerate(black_box(&Melee::new(rounds)), |_| false, end))
        });
    }
    let mut kept = Enumerator::default();
    c.bench_function("enumerate/melee of 8 bases, 1 round, odds of rolls kept", |b| {
        b.iter(|| kept.run(black_box(&Melee::new(1)), |_| false, end))
    });
}

/// A charge of the trial game through the whole battle machine.
fn battle(c: &mut Criterion) {
    let unit = |strength| Listed { name: "unit".to_owned(), strength, veteran: true, ambush: false };
    let setup = Setup { armies: BySide { red: vec![unit(8)], blue: vec![unit(8)] }, turns: 9, cards: None };
    let (battle, _) = Battle::<Trial>::start(&setup).unwrap();
    let (unit, at) = (UnitId(0), UnitId(1));
    let mut battle = battle.with_world(|world| world[unit].field = Field(7));
    let decision = Decision::Charge { unit, at };
    battle.apply(&Step::Choose { side: Side::Red, decision }).unwrap();
    let stop = |battle: &Battle<Trial>| {
        matches!(battle.awaiting(), Awaiting::Decision { request: Request::Turn, .. })
    };
    let end = |battle: &Battle<Trial>| [unit, at].map(|id| battle.world()[id].level);
    c.bench_function("enumerate/charge of a whole battle", |b| {
        b.iter(|| enumerate_battle(black_box(&battle), |_, _, _| Decision::No, stop, end).unwrap())
    });
}

criterion_group!(benches, pools, algebra, enumeration, battle);
criterion_main!(benches);
