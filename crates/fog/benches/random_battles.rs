//! Whole battles of chance with the armies of 1645, set-up and all: at least 20 a second (criterion prints them as
//! elements a second), plain and with log and replay; cloning a battle: under 5 microseconds.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../examples/pace.rs"]
#[allow(dead_code)]
mod pace;

use caracole_bots::{Fuzz, fuzz};
use caracole_fog::battle::{Fogr, setup::encounters::encounter};
use caracole_kernel::{Battle, Erased};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn battles(c: &mut Criterion) {
    let deployed = encounter("fogr/northamptonshire-1645").unwrap();
    let (deployed, _) = Battle::<Fogr>::start(&deployed).unwrap();
    c.bench_function("clone a battle of 1645", |b| b.iter(|| black_box(deployed.clone())));
    let setup = pace::armies_of_1645();
    let (battle, _) = Battle::<Fogr>::start(&setup).unwrap();
    let mut seed = 0;
    let mut group = c.benchmark_group("random battles");
    group.sample_size(20).throughput(Throughput::Elements(1));
    for (name, start) in [("1645, fought", &battle), ("1645, fought from deployed armies on", &deployed)] {
        group.bench_function(name, |b| {
            b.iter(|| {
                seed += 1;
                pace::fight(&mut start.clone(), seed)
            });
        });
    }
    let json = serde_json::to_value(&setup).unwrap();
    let system = Erased::<Fogr>::new();
    let mut seed = 0;
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
