//! How long exact odds of fights take.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark stops at the first surprise")]

use caracole_renatio::cards::hands;
use caracole_renatio::charts::{Charts, CombatKind};
use caracole_renatio::claims::{FileFacts, claims};
use caracole_renatio::dice::{Breaking, CombatDice, Harm};
use caracole_renatio::effects::Abilities;
use caracole_renatio::odds::{Line, LineFile, UnitState, Until, duel, line_odds};
use caracole_renatio::readings::Readings;
use caracole_renatio::troops::Troops;
use criterion::{Criterion, criterion_group, criterion_main};
use smallvec::smallvec;
use std::hint::black_box;

const SIX: UnitState = UnitState { bases: 6, harm: Harm::of(0, false), breaking: Breaking::Tug };

/// Three files of one unit against three of another; both can shatter.
fn charge(units: usize) -> Line {
    let shatter = Abilities { shatter: true, ..Abilities::default() };
    let file = |at: usize, difference: i32| LineFile {
        abilities: [shatter; 2],
        units: [0, at.min(units - 1) as u8],
        ..LineFile::plain(difference)
    };
    Line {
        kind: CombatKind::Charge,
        units: [smallvec![SIX], (0..units).map(|_| SIX).collect()],
        files: smallvec![file(0, 1), file(1, 0), file(2, -1)],
        supporters_shove: true,
    }
}

fn melee() -> Line {
    let shove = Abilities { shove: true, ..Abilities::default() };
    let mut line = charge(1);
    line.kind = CombatKind::Melee;
    for file in &mut line.files {
        file.abilities = [shove; 2];
    }
    line.files[0].support[0] = smallvec![CombatDice::White];
    line.files[2].support[1] = smallvec![CombatDice::Green];
    line
}

fn fights(c: &mut Criterion) {
    let charts = Charts::standard().unwrap();
    let one = Line { files: smallvec![LineFile::plain(1)], ..charge(1) };
    c.bench_function("odds/one file", |b| b.iter(|| line_odds(&charts, black_box(&one))));
    let three = charge(1);
    c.bench_function("odds/charge of three files", |b| b.iter(|| line_odds(&charts, black_box(&three))));
    let many = charge(3);
    c.bench_function("odds/charge at three units", |b| b.iter(|| line_odds(&charts, black_box(&many))));
    let support = melee();
    c.bench_function("odds/melee of three files with support", |b| {
        b.iter(|| line_odds(&charts, black_box(&support)))
    });
    let until = Until { charge_fights: 0, charge_difference: 0, difference: 0 };
    c.bench_function("odds/even fight to the end", |b| b.iter(|| duel(&charts, SIX, SIX, black_box(until))));
}

fn claims_and_cards(c: &mut Criterion) {
    let charts = Charts::standard().unwrap();
    let foot = Troops::read("6 foot, close, formed, protected, musket, pike and shot").unwrap().profile;
    let horse =
        Troops::read("4 mounted, loose, formed, charging pistol, melee pistol, ferocious").unwrap().profile;
    let (us, them) = (FileFacts::plain(&horse, 2), FileFacts::plain(&foot, 2));
    c.bench_function("claims/of one file", |b| {
        b.iter(|| claims(&charts, Readings::default(), CombatKind::Charge, black_box(&us), &them))
    });
    let pack = charts.command_cards.pack;
    c.bench_function("cards/hand of five", |b| b.iter(|| hands(black_box(pack), 5)));
    c.bench_function("charts/read", |b| b.iter(Charts::standard));
}

criterion_group!(benches, fights, claims_and_cards);
criterion_main!(benches);
