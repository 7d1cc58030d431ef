//! Moves on the table: one proposed move is looked at in under 50 microseconds, a battle cloned in under 5, and both grow
//! no faster than the number of battle groups from 10 to 40.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod battle_common;

use battle_common::{Scene, cavalry, group, horse, light_horse, pike, scene, shot};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision};
use caracole_fog::battle::{Decision as Whole, Fogr};
use caracole_fog::field::TerrainKind;
use caracole_kernel::dice::{Roll, Throw, Thrown};
use caracole_kernel::{Awaiting, Battle, Rules, Side, Step};
use caracole_plane::{Angle, Hand, Um};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Two armies of so many battle groups each in two lines, woods and fields between them.
fn armies(groups: i32) -> Scene {
    let mut scene = scene()
        .terrain(TerrainKind::Forest, (300, 420), (460, 560))
        .terrain(TerrainKind::EnclosedFields, (1200, 430), (1400, 600))
        .terrain(TerrainKind::BrokenGround, (700, 620), (900, 740))
        .commander(Side::Red, CommanderLevel::Field, "R2");
    for n in 0..groups {
        let (column, line) = (n % 10, n / 10);
        let (x, back) = (140 + column * 168, line * 110);
        let who = |name: String| match n % 5 {
            0 => group(&name, &[cavalry(4)]).at(x, 0, 0, 2),
            1 => group(&name, &[light_horse(4)]).at(x, 0, 0, 2),
            2 => group(&name, &[horse(4)]).at(x, 0, 0, 2),
            _ => group(&name, &[pike(2), shot(4)]).at(x, 0, 0, 3),
        };
        let files = if n % 5 < 3 { 2 } else { 3 };
        scene = scene.red(who(format!("R{n}")).at(x, 400 - back, 0, files)).blue(who(format!("B{n}")).at(
            x,
            800 + back,
            180,
            files,
        ));
    }
    scene
}

fn at_moves(scene: &Scene) -> Battle<Fogr> {
    scene.play().battle
}

fn check(battle: &Battle<Fogr>, decision: &Whole) -> bool {
    battle.plan(Side::Red, decision).is_ok()
}

fn moves(c: &mut Criterion) {
    let mut bench = c.benchmark_group("check of one move");
    for groups in [5, 10, 20] {
        let scene = armies(groups);
        let battle = at_moves(&scene);
        let of =
            |name: &str, action: Action| -> Whole { Decision::Move { group: scene.id(name), action }.into() };
        let cases: [(&str, Whole); 5] = [
            ("advance", of("R3", Action::Advance(Advance::straight(Um::from_mm(75))))),
            (
                "wheel",
                of(
                    "R2",
                    Action::Advance(Advance::wheel(Hand::Left, Angle::from_degrees(20), Um::from_mm(60))),
                ),
            ),
            ("turn", of("R2", Action::TurnToFlank { hand: Hand::Left, files: None, with: None })),
            ("expand", of("R4", Action::Expand { left: 0, right: 1, formation: None, then: None })),
            ("about", of("R1", Action::TurnAbout { with: None, and_back: false })),
        ];
        for (name, decision) in cases {
            let id = BenchmarkId::new(name, format!("{} battle groups", 2 * groups));
            bench.bench_with_input(id, &decision, |b, d| b.iter(|| black_box(check(&battle, d))));
        }
    }
    bench.finish();
    let mut bench = c.benchmark_group("all moves offered");
    for groups in [5, 10, 20] {
        let battle = at_moves(&armies(groups));
        let Awaiting::Decision { side, request } = battle.awaiting().clone() else { panic!("no decision") };
        bench.bench_function(BenchmarkId::from_parameter(format!("{} battle groups", 2 * groups)), |b| {
            b.iter(|| {
                let mut out = Vec::new();
                Fogr::candidates(&battle, side, &request, &mut out);
                black_box(out.len())
            });
        });
    }
    bench.finish();
    let mut bench = c.benchmark_group("clone of a battle");
    for groups in [5, 10, 20] {
        let battle = at_moves(&armies(groups));
        bench.bench_function(BenchmarkId::from_parameter(format!("{} battle groups", 2 * groups)), |b| {
            b.iter(|| black_box(battle.clone()));
        });
    }
    bench.finish();
}

/// Numbers by seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn throw(&mut self, roll: &Roll<RollPurpose>) -> Throw {
        let pools = roll.pools.iter().map(|pool| {
            let mut face = || pool.die.lowest + self.below(usize::from(pool.die.sides())) as u8;
            let mut thrown = Thrown::default();
            thrown.dice.extend((0..pool.dice).map(|_| face()));
            let again = thrown.dice.iter().filter(|f| pool.reroll.faces.has(**f)).count();
            thrown.again.extend((0..again).map(|_| face()));
            thrown
        });
        Throw(pools.collect())
    }
}

/// Four turns of random play, two of each side.
fn four_turns(mut battle: Battle<Fogr>, seed: u64) -> u16 {
    let mut chance = Chance(seed);
    let last = battle.world().turn.number + 4;
    while battle.world().turn.number < last {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(roll) => Step::Dice(chance.throw(roll)),
            Awaiting::Decision { side, request } => {
                let decision = Fogr::pick(&battle, *side, request, &mut |end| chance.below(end)).unwrap();
                Step::Choose { side: *side, decision }
            }
        };
        battle.apply(&step).unwrap();
    }
    battle.world().turn.number
}

/// The cost of turns from 10 to 40 battle groups: close to linear.
fn turns(c: &mut Criterion) {
    let mut bench = c.benchmark_group("four turns of random play");
    bench.sample_size(20);
    for groups in [5, 10, 20] {
        let battle = at_moves(&armies(groups));
        let mut seed = 0;
        bench.bench_function(BenchmarkId::from_parameter(format!("{} battle groups", 2 * groups)), |b| {
            b.iter(|| {
                seed += 1;
                black_box(four_turns(battle.clone(), seed))
            });
        });
    }
    bench.finish();
}

criterion_group!(benches, moves, turns);
criterion_main!(benches);
