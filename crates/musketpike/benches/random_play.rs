//! Steps a second of random play: choosing a legal decision, checking it again, carrying it out, and the dice.
//! Invariants, the record and state hashes are not in the figure.
//!
//! The peer is random play of chess by a library made for speed, in the same run: a game of one move a step, without
//! dice, reactions or obligations.

use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    engine::{ScenarioSource, Setup},
    scenario::{LIBRARY, Options},
};
use cozy_chess::Board;
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

/// Random legal moves of chess, games that end followed by new ones.
fn peer(c: &mut Criterion) {
    let mut group = c.benchmark_group("random_play");
    group.sample_size(10);
    let steps = 2_000;
    group.throughput(Throughput::Elements(steps));
    group.bench_function("peer_chess", |b| {
        let mut board = Board::default();
        let mut chance = Random::new(0);
        let mut moves = Vec::new();
        b.iter(|| {
            for _ in 0..steps {
                moves.clear();
                board.generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                if moves.is_empty() || board.halfmove_clock() >= 100 {
                    board = Board::default();
                    continue;
                }
                board.play(moves[chance.below(moves.len())]);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, random_play, peer);
criterion_main!(benches);
