//! Whole battles of chance with the armies of 1645, set-up and all: at least 20 a second (criterion prints them as
//! elements a second); cloning a battle: under 5 microseconds.

#![allow(missing_docs, clippy::unwrap_used)]

use caracole_bots::{Fuzz, fuzz};
use caracole_fog::renaissance::battle::{Fogr, setup::encounters::encounter};
use caracole_kernel::{Battle, Erased};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn battles(c: &mut Criterion) {
    let setup = encounter("fogr/northamptonshire-1645").unwrap();
    let (battle, _) = Battle::<Fogr>::start(&setup).unwrap();
    c.bench_function("clone a battle of 1645", |b| b.iter(|| black_box(battle.clone())));
    let json = serde_json::to_value(&setup).unwrap();
    let system = Erased::<Fogr>::new();
    let mut seed = 0;
    let mut group = c.benchmark_group("random battles");
    group.sample_size(20).throughput(Throughput::Elements(1));
    group.bench_function("1645, fought and replayed", |b| {
        b.iter(|| {
            seed += 1;
            let options = Fuzz { seed, most_steps: 60_000, check_every_step: false };
            fuzz(&system, json.clone(), options).map_or(0, |f| f.entries)
        });
    });
    group.finish();
}

criterion_group!(benches, battles);
criterion_main!(benches);
