//! Exact odds of ancient melees: one round under 50 microseconds, two successive rounds under 5 milliseconds.

#![allow(missing_docs)]

use caracole_fog::ancients::Ancients;
use caracole_fog::combat::{
    Arithmetic, Base, Chances, Duel, Fight, File, FileRef, Group, Readings, Stand, course_odds,
};
use caracole_fog::troops::{
    Armour, BaseProfile, Capabilities, Capability, CombatPhase, Disorder, Quality, Training, TroopType,
};
use caracole_kernel::{BySide, Side};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn group(side: Side, quality: Quality, capability: Capability) -> Group {
    let profile = BaseProfile::ancients(
        TroopType::HeavyFoot,
        Some(Armour::Armoured),
        quality,
        Training::Drilled,
        Capabilities::of(&[capability]),
    );
    let base = Base { profile, disorder: Disorder::None };
    Group::new(side, std::iter::repeat_n(File::new([base, base]), 4))
}

/// Eight bases a side, four files of two.
fn melee() -> Fight {
    let groups = vec![
        group(Side::Red, Quality::Superior, Capability::Swordsmen),
        group(Side::Blue, Quality::Average, Capability::HeavyWeapon),
    ];
    let mut fight = Fight::new(CombatPhase::Melee, groups);
    fight.duels = (0..4)
        .map(|file| Duel {
            stands: BySide {
                red: Stand::level(FileRef { group: 0, file }),
                blue: Stand::level(FileRef { group: 1, file }),
            },
        })
        .collect();
    fight
}

fn rounds(c: &mut Criterion) {
    let fight = melee();
    c.bench_function("fogam melee round, 8 bases against 8", |b| {
        let mut chances = Chances::default();
        b.iter(|| chances.of_round::<Ancients>(black_box(&fight), Readings::DEFAULT).is_ok());
    });
    let twice = [melee(), melee()];
    c.bench_function("fogam two melee rounds in a row, 8 bases against 8", |b| {
        let mut chances = Chances::default();
        b.iter(|| course_odds::<Ancients>(&mut chances, black_box(&twice), Readings::DEFAULT).is_ok());
    });
    c.bench_function("fogam muster of a melee, 8 bases against 8", |b| {
        b.iter(|| Ancients::muster(black_box(&fight), Readings::DEFAULT));
    });
}

criterion_group!(benches, rounds);
criterion_main!(benches);
