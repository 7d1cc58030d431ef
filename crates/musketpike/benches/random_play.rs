//! Steps a second of random play: choosing a legal decision, checking it again, carrying it out, and the dice.
//! Invariants, the record and state hashes are not in the figure.

use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    engine::{ScenarioSource, Setup},
    scenario::{LIBRARY, Options},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn random_play(c: &mut Criterion) {
    let mut group = c.benchmark_group("random_play");
    group.sample_size(10);
    for (id, _) in LIBRARY {
        let setup =
            Setup { scenario: ScenarioSource::Id(id.to_owned()), charts: None, options: Options::default() };
        let Ok((start, _)) = Battle::<MusketPike>::start(&setup) else { continue };
        let steps = 2_000;
        group.throughput(Throughput::Elements(steps));
        group.bench_function(id, |b| {
            let mut seed = 0;
            let mut battle = start.clone();
            let mut player = Random::new(seed);
            b.iter(|| {
                // Battles that end on the way are followed by new ones: every step counted is taken.
                let mut taken = 0;
                while taken < steps as usize {
                    taken += player.play(&mut battle, steps as usize - taken).unwrap_or(steps as usize);
                    if taken < steps as usize {
                        seed += 1;
                        battle = start.clone();
                        player = Random::new(seed);
                    }
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, random_play);
criterion_main!(benches);
