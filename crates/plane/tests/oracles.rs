//! Differential tests against two independent libraries: a million random pairs, no disagreement
//! outside the contact tolerance.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use caracole_plane::{Base, Edge, Polygon, Relation, Um};
use geo::algorithm::line_measures::{Distance, Euclidean};
use geo::{Area, BooleanOps, Contains, Intersects};
use parry2d_f64::math::{Pose, Rotation, Vector};
use parry2d_f64::query;
use parry2d_f64::shape::Cuboid;
use support::{Model, Random, mm, radians};

/// The contact tolerance in millimetres, and a little for rounding to whole micrometres.
const TOLERANCE: f64 = 0.05;
const ROUNDING: f64 = 0.002;

/// Pairs near enough to meet: half of them placed edge to edge or corner to corner on purpose.
fn pair(random: &mut Random) -> (Base, Base) {
    let own = random.base(60_000);
    let mut other = random.base(60_000);
    if random.next() & 1 == 0 {
        let gap = random.um(-120, 120);
        let slide = if random.next() & 1 == 0 { Um::ZERO } else { random.um(-60_000, 60_000) };
        let near = own.fronting(Edge::ALL[random.between(0, 3) as usize]);
        let at = near.front.offset(slide, gap);
        other = Base::new(at, other.width, other.depth);
        other.front.facing = at.facing + caracole_plane::Angle::HALF;
    }
    (own, other)
}

fn parry(base: &Base) -> (Pose, Cuboid) {
    let model = Model::of(base);
    // Angles grow clockwise here and anticlockwise there.
    let pose = Pose::from_parts(
        Vector::new(model.middle[0], model.middle[1]),
        Rotation::new(-radians(base.front.facing)),
    );
    (pose, Cuboid::new(Vector::new(model.half[0], model.half[1])))
}

fn outline(base: &Base) -> geo::Polygon {
    let ring = Model::of(base).corners().iter().map(|c| (c[0], c[1])).collect::<Vec<_>>();
    geo::Polygon::new(ring.into(), vec![])
}

fn millimetres(length: Um) -> f64 {
    f64::from(length.get()) / 1000.0
}

#[test]
fn a_million_pairs_agree_with_parry() {
    let mut random = Random(0x9A22);
    let (mut touching, mut overlapping) = (0, 0);
    for _ in 0..1_000_000 {
        let (own, other) = pair(&mut random);
        let ((a, cuboid_a), (b, cuboid_b)) = (parry(&own), parry(&other));
        let relation = own.rect().relation(&other.rect());
        let contact = query::contact(&a, &cuboid_a, &b, &cuboid_b, 1.0).unwrap();
        let describe = || format!("{own:?}\n{other:?}\n{relation:?} {contact:?}");
        match contact {
            Some(contact) if contact.dist < -TOLERANCE - ROUNDING => {
                assert_eq!(relation, Relation::Overlapping, "{}", describe());
                overlapping += 1;
            }
            Some(contact) if contact.dist.abs() < TOLERANCE - ROUNDING => {
                assert_eq!(relation, Relation::Touching, "{}", describe());
                touching += 1;
            }
            Some(contact) if contact.dist.abs() <= TOLERANCE + ROUNDING => {}
            _ => assert_eq!(relation, Relation::Apart, "{}", describe()),
        }
        let theirs = query::distance(&a, &cuboid_a, &b, &cuboid_b).unwrap().distance;
        let ours = millimetres(own.rect().distance(&other.rect()));
        assert!((ours - theirs).abs() < ROUNDING, "distance {ours} {theirs}\n{}", describe());
    }
    assert!(touching > 10_000 && overlapping > 100_000, "{touching} {overlapping}: cases too thin");
}

#[test]
fn a_million_pairs_agree_with_geo() {
    let mut random = Random(0x6E0);
    for _ in 0..1_000_000 {
        let (own, other) = pair(&mut random);
        let (a, b) = (outline(&own), outline(&other));
        let (rect, other_rect) = (own.rect(), other.rect());
        let ours = millimetres(rect.distance(&other_rect));
        let theirs = Euclidean.distance(&a, &b);
        assert!((ours - theirs).abs() < ROUNDING, "distance {ours} {theirs}\n{own:?}\n{other:?}");
        if a.intersects(&b) != (rect.relation(&other_rect) != Relation::Apart) {
            assert!(theirs <= TOLERANCE + ROUNDING, "{own:?}\n{other:?}");
        }
        let point = random.point(80_000);
        let [x, y] = mm(point);
        if a.contains(&geo::Point::new(x, y)) {
            assert!(rect.holds(point), "{own:?} {point:?}");
        } else if rect.holds(point) {
            let gap = Euclidean.distance(&a, &geo::Point::new(x, y));
            assert!(gap <= TOLERANCE + ROUNDING, "{own:?} {point:?}");
        }
    }
}

#[test]
fn shared_ground_agrees_with_geo() {
    let mut random = Random(0xA2EA);
    for _ in 0..20_000 {
        let (own, other) = pair(&mut random);
        let theirs = outline(&own).intersection(&outline(&other)).unsigned_area();
        let ours = own.rect().overlap_area(&other.rect()) as f64 / 1e6;
        // A micrometre along the outline of the common ground.
        assert!((ours - theirs).abs() < 0.3, "{ours} {theirs}\n{own:?}\n{other:?}");
    }
}

/// A star-shaped polygon round the origin: simple by construction, often with bays.
fn star(random: &mut Random) -> Option<Polygon> {
    let count = random.between(3, 12) as u32;
    let corners = (0..count).map(|k| {
        let angle = caracole_plane::Angle((u64::from(k) * (1 << 32) / u64::from(count)) as u32);
        caracole_plane::Point::ORIGIN.moved(angle, random.um(20_000, 120_000))
    });
    Polygon::new(corners.collect()).ok()
}

#[test]
fn bases_in_terrain_agree_with_geo() {
    let mut random = Random(0x7E22);
    let (mut inside, mut partly) = (0, 0);
    for _ in 0..100_000 {
        let Some(area) = star(&mut random) else { continue };
        let base = random.base(120_000);
        let ring: Vec<(f64, f64)> = area.corners().iter().map(|&c| mm(c).into()).collect();
        let (ground, outline) = (geo::Polygon::new(ring.into(), vec![]), outline(&base));
        let rect = base.rect();
        let describe = || format!("{base:?}\n{area:?}");
        // Draw the base in and out by a little more than the tolerance: between the two answers the
        // tolerance decides.
        let sized = |by: f64| {
            let mut model = Model::of(&base);
            model.half = model.half.map(|half| half + by);
            geo::Polygon::new(model.corners().iter().map(|c| (c[0], c[1])).collect::<Vec<_>>().into(), vec![])
        };
        let slack = TOLERANCE + ROUNDING;
        if area.has_part_of(&rect) {
            assert!(ground.intersects(&outline), "{}", describe());
            partly += 1;
        } else {
            assert!(!ground.intersects(&sized(-slack)), "{}", describe());
        }
        if area.has_all_of(&rect) {
            assert!(ground.contains(&sized(-slack)), "{}", describe());
            inside += 1;
        } else {
            assert!(!ground.contains(&outline), "{}", describe());
        }
        let distance = Euclidean.distance(&ground, &outline);
        assert!((millimetres(area.distance(&rect)) - distance).abs() < ROUNDING, "{}", describe());
    }
    assert!(inside > 3_000 && partly > 20_000, "{inside} {partly}: cases too thin");
}

#[test]
fn sight_lines_through_terrain_agree_with_geo() {
    let mut random = Random(0x516);
    for _ in 0..50_000 {
        let Some(area) = star(&mut random) else { continue };
        let (from, to) = (random.point(150_000), random.point(150_000));
        let ring: Vec<(f64, f64)> = area.corners().iter().map(|&c| mm(c).into()).collect();
        let ground = geo::Polygon::new(ring.into(), vec![]);
        let line = geo::LineString::from([mm(from), mm(to)].iter().map(|p| (p[0], p[1])).collect::<Vec<_>>());
        let clipped = ground.clip(&geo::MultiLineString::new(vec![line]), false);
        let theirs: f64 =
            clipped.iter().map(|part| geo::algorithm::line_measures::Length::length(&Euclidean, part)).sum();
        let ours = millimetres(area.length_inside(from, to));
        // Stretches within the tolerance of the outline are left out by us: a glancing line may run
        // some way there.
        assert!(
            (ours - theirs).abs() < 0.05 || ours < theirs && theirs - ours < 12.0,
            "{ours} {theirs}\n{area:?}\n{from:?} {to:?}"
        );
    }
}
