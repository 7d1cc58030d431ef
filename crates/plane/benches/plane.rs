//! Speed of the kernel: overlap against parry2d-f64 on the same pairs, all pairs of a table, first
//! contact of a wheel, sight.
#![allow(missing_docs)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use caracole_plane::{
    Angle, Base, BaseRect, Edge, Formation, Group, Hand, Point, Pose, Screen, Table, Um, first_contact,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parry2d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry2d_f64::query::intersection_test;
use parry2d_f64::shape::Cuboid;
use support::{Model, Random, radians};

/// A table of 200 bases of 40 by 20 mm, in battle groups of 8 and scattered ones.
fn table_of_200() -> Vec<BaseRect> {
    let mut random = Random::new(200);
    let formation = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(20));
    let mut rects = Vec::new();
    for group in 0..20_i32 {
        let at = Point::from_mm(100 + (group % 10) * 170, if group < 10 { 400 } else { 800 });
        let facing = if group < 10 { Angle::ZERO } else { Angle::HALF };
        let slant = Angle(random.between(0, 1 << 27) as u32);
        rects.extend(Group::form_centred(Pose::new(at, facing + slant), &formation).rects());
    }
    while rects.len() < 200 {
        let at = Point::new(random.um(0, 1_800_000), random.um(0, 1_200_000));
        rects.push(Base::new(Pose::new(at, random.angle()), Um::from_mm(40), Um::from_mm(20)).rect());
    }
    rects
}

fn overlap(c: &mut Criterion) {
    let mut random = Random::new(7);
    let pairs: Vec<(Base, Base)> = (0..4096).map(|_| (random.base(60_000), random.base(60_000))).collect();
    let ours: Vec<(BaseRect, BaseRect)> = pairs.iter().map(|(a, b)| (a.rect(), b.rect())).collect();
    let parry = |base: &Base| {
        let model = Model::of(base);
        let pose = ParryPose::from_parts(
            Vector::new(model.middle[0], model.middle[1]),
            Rotation::new(-radians(base.front.facing)),
        );
        (pose, Cuboid::new(Vector::new(model.half[0], model.half[1])))
    };
    let theirs: Vec<_> = pairs.iter().map(|(a, b)| (parry(a), parry(b))).collect();
    let mut group = c.benchmark_group("overlap of 4096 pairs");
    group.throughput(Throughput::Elements(4096));
    group.bench_function("caracole", |b| {
        b.iter(|| ours.iter().filter(|(a, b)| black_box(a).overlaps(black_box(b))).count());
    });
    group.bench_function("parry2d-f64", |b| {
        b.iter(|| {
            let hit = |((pa, ca), (pb, cb)): &((ParryPose, Cuboid), (ParryPose, Cuboid))| {
                intersection_test(black_box(pa), ca, black_box(pb), cb).is_ok_and(|hit| hit.intersecting)
            };
            theirs.iter().filter(|pair| hit(pair)).count()
        });
    });
    group.finish();
}

fn all_pairs(c: &mut Criterion) {
    let rects = table_of_200();
    let mut group = c.benchmark_group("200 bases, all pairs");
    group.bench_function("overlap", |b| {
        b.iter(|| {
            let rects = black_box(&rects);
            let mut count = 0_u32;
            for (index, own) in rects.iter().enumerate() {
                count += rects[index + 1..].iter().filter(|other| own.overlaps(other)).count() as u32;
            }
            count
        });
    });
    group.bench_function("contact", |b| {
        b.iter(|| {
            let rects = black_box(&rects);
            let mut count = 0_u32;
            for (index, own) in rects.iter().enumerate() {
                count +=
                    rects[index + 1..].iter().filter(|other| own.contact(other).is_some()).count() as u32;
            }
            count
        });
    });
    group.bench_function("distance", |b| {
        b.iter(|| {
            let rects = black_box(&rects);
            let mut least = Um::MAX;
            for (index, own) in rects.iter().enumerate() {
                least = rects[index + 1..].iter().map(|other| own.distance(other)).fold(least, Um::min);
            }
            least
        });
    });
    group.finish();
}

fn sweeps(c: &mut Criterion) {
    let rects = table_of_200();
    let base = Base::new(Pose::new(Point::from_mm(860, 640), Angle::ZERO), Um::from_mm(40), Um::from_mm(20));
    let formation = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(20));
    let body = Group::form_centred(base.front, &formation);
    let single = Group::of_bases(&[base]).unwrap_or_else(|| body.clone());
    let mut group = c.benchmark_group("first contact against 200 bases");
    for (name, body) in [("one base", &single), ("group of 8", &body)] {
        let wheel = body.wheel(Hand::Left, Angle::QUARTER);
        let movers = body.rects();
        group.bench_function(format!("wheel, {name}"), |b| {
            b.iter(|| first_contact(black_box(&movers), black_box(&wheel), black_box(&rects)));
        });
        let advance = body.advance(Um::from_mm(300));
        group.bench_function(format!("advance, {name}"), |b| {
            b.iter(|| first_contact(black_box(&movers), black_box(&advance), black_box(&rects)));
        });
    }
    group.bench_function("wheel, one base in the thick of it", |b| {
        let movers =
            [Base::new(Pose::new(Point::from_mm(860, 480), Angle::ZERO), Um::from_mm(300), Um::from_mm(20))
                .rect()];
        let wheel = caracole_plane::Motion::Turn {
            about: Point::from_mm(710, 480),
            sense: caracole_plane::Sense::Anticlockwise,
            by: Angle::QUARTER,
        };
        b.iter(|| first_contact(black_box(&movers), black_box(&wheel), black_box(&rects)));
    });
    group.finish();
}

fn others(c: &mut Criterion) {
    let rects = table_of_200();
    let base = Base::new(Pose::new(Point::from_mm(860, 440), Angle::ZERO), Um::from_mm(40), Um::from_mm(20));
    c.bench_function("measuring form of a base", |b| b.iter(|| black_box(&base).rect()));
    let own = base.rect();
    let target =
        Base::new(Pose::new(Point::from_mm(900, 760), Angle::HALF), Um::from_mm(40), Um::from_mm(20)).rect();
    c.bench_function("common point in sight past 200 bases", |b| {
        let screen = Screen { bases: &rects, areas: &[] };
        b.iter(|| black_box(&own).sees_from_edge(Edge::Front, black_box(&target), &screen));
    });
    let table = Table::new(Um::from_mm(1800), Um::from_mm(1200));
    c.bench_function("first exit from the table", |b| {
        let away = caracole_plane::Motion::Slide { toward: Angle::HALF, distance: Um::from_mm(600) };
        b.iter(|| table.first_exit(core::slice::from_ref(black_box(&own)), &away));
    });
}

criterion_group!(benches, overlap, all_pairs, sweeps, others);
criterion_main!(benches);
