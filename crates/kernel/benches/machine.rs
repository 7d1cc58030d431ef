//! The machine itself: a step with its hash (at most 2 µs), a log of 10,000 steps replayed (under 100 ms).
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use caracole_kernel::Numbers;
use caracole_kernel::{
    Awaiting, Battle, Rules, Session, Step,
    dice::Verifiable,
    log::{self, Limits},
};
use caracole_trial::Trial;
use common::{log_text, random_battle, random_step, seed_and_promise};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn steps_of(number: u64) -> (Battle<Trial>, Vec<Step<caracole_trial::Decision>>) {
    let (session, _) = random_battle(number, 16);
    let (battle, _) = Battle::start(&caracole_trial::example()).unwrap();
    let steps = session.entries().iter().filter_map(|entry| match &entry.act {
        log::Act::Step(step) => Some(step.clone()),
        _ => None,
    });
    (battle, steps.collect())
}

fn apply_and_hash(c: &mut Criterion) {
    let (battle, steps) = steps_of(1);
    let mut group = c.benchmark_group("machine");
    group.throughput(Throughput::Elements(steps.len() as u64));
    let mut events = Vec::new();
    group.bench_function("apply + state hash, a whole battle", |b| {
        b.iter_batched(
            || battle.clone(),
            |mut battle| {
                for step in &steps {
                    events.clear();
                    battle.apply_into(step, &mut events).unwrap();
                    black_box(battle.hash());
                }
                battle
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("apply alone, a whole battle", |b| {
        b.iter_batched(
            || battle.clone(),
            |mut battle| {
                for step in &steps {
                    events.clear();
                    battle.apply_into(step, &mut events).unwrap();
                }
                battle
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

/// A record of 10,000 entries: battles are short, so choices are taken back and made again.
fn long_log() -> String {
    let mut session = Session::<Trial>::start(caracole_trial::example()).unwrap();
    let (seed, promise) = seed_and_promise(1);
    let mut source = Verifiable::new(&seed, &promise.nonces);
    let mut numbers = Numbers::new(1);
    while session.entries().len() < 10_000 {
        if session.outcome().is_some() {
            session.rewind(caracole_kernel::Side::Red, 2).unwrap();
        }
        random_step(&mut session, &mut source, &mut numbers);
    }
    assert!(!matches!(session.battle().awaiting(), Awaiting::Nothing(_)) || Trial::LAYOUT == 1);
    log_text(&session, None)
}

fn replay(c: &mut Criterion) {
    let text = long_log();
    let mut group = c.benchmark_group("log");
    group.sample_size(20);
    group.bench_function("read and replay 10,000 entries", |b| {
        b.iter(|| {
            let log = log::read(text.as_bytes(), Limits::default()).unwrap();
            let replay = log::replay::<Trial>(log).unwrap();
            assert!(replay.fault.is_none());
            replay.session.entries().len()
        });
    });
    group.finish();
}

criterion_group!(benches, apply_and_hash, replay);
criterion_main!(benches);
