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
    let mut random = Random::new(0x9A22);
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
    let mut random = Random::new(0x6E0);
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
    let mut random = Random::new(0xA2EA);
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
    let mut random = Random::new(0x7E22);
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
    let mut random = Random::new(0x516);
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

/// Whether a straight line passes through a rectangle grown on every side (shrunk, if negative).
fn line_meets(model: &Model, grown: f64, from: [f64; 2], to: [f64; 2]) -> bool {
    let local = |p: [f64; 2]| {
        let arm = [p[0] - model.middle[0], p[1] - model.middle[1]];
        [model.right, model.ahead].map(|axis| arm[0] * axis[0] + arm[1] * axis[1])
    };
    let (a, b) = (local(from), local(to));
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for k in 0..2 {
        let (way, half) = (b[k] - a[k], model.half[k] + grown);
        if way.abs() < 1e-12 {
            if a[k].abs() > half {
                return false;
            }
        } else {
            let (first, last) = ((-half - a[k]) / way, (half - a[k]) / way);
            enter = enter.max(first.min(last));
            leave = leave.min(first.max(last));
        }
    }
    enter < leave
}

#[test]
fn common_points_in_sight_agree_with_a_grid_of_points() {
    let mut random = Random::new(0x51647);
    let (mut seen, mut hidden) = (0, 0);
    for _ in 0..20_000 {
        let own = random.base(20_000);
        let mut target = random.base(60_000);
        target.front = own.front.offset(random.um(-60_000, 60_000), random.um(60_000, 200_000));
        target.front.facing = random.angle();
        let friends: Vec<Base> = (0..3)
            .map(|_| {
                let mut friend = random.base(0);
                friend.front = own.front.offset(random.um(-60_000, 60_000), random.um(40_000, 150_000));
                friend.front.facing = random.angle();
                friend
            })
            .filter(|friend| !friend.rect().overlaps(&target.rect()) && !friend.rect().overlaps(&own.rect()))
            .collect();
        let rects: Vec<_> = friends.iter().map(Base::rect).collect();
        let models: Vec<Model> = friends.iter().map(Model::of).collect();
        let eyes = own.rect().edge(Edge::Front);
        let clear = |point: [f64; 2], grown: f64| {
            eyes.iter().all(|&eye| models.iter().all(|model| !line_meets(model, grown, mm(eye), point)))
        };
        let screen = caracole_plane::Screen { bases: &rects, areas: &[] };
        let describe = || format!("{own:?}\n{target:?}\n{friends:?}");
        match caracole_plane::common_point_in_sight(eyes, &target.rect(), &screen) {
            Some(point) => {
                seen += 1;
                assert!(target.rect().holds(point), "{}", describe());
                assert!(clear(mm(point), -TOLERANCE - ROUNDING), "{point:?}\n{}", describe());
            }
            None => {
                hidden += 1;
                let model = Model::of(&target);
                for step in 0..400 {
                    let part = [f64::from(step % 20) / 9.5 - 1.0, f64::from(step / 20) / 9.5 - 1.0];
                    let point = [0, 1].map(|k| {
                        model.middle[k]
                            + part[0] * model.half[0] * model.right[k]
                            + part[1] * model.half[1] * model.ahead[k]
                    });
                    assert!(!clear(point, 0.01), "{point:?} is in sight\n{}", describe());
                }
            }
        }
    }
    assert!(seen > 3_000 && hidden > 3_000, "{seen} {hidden}: cases too thin");
}

#[test]
fn nothing_in_sight_past_terrain_is_missed() {
    let mut random = Random::new(0x7B1D);
    let (mut seen, mut hidden) = (0, 0);
    for _ in 0..4_000 {
        let Some(area) = star(&mut random) else { continue };
        let own = Base::new(
            caracole_plane::Pose::new(
                caracole_plane::Point::ORIGIN.moved(random.angle(), Um::from_mm(160)),
                random.angle(),
            ),
            Um::from_mm(40),
            Um::from_mm(20),
        );
        let target = random.base(150_000);
        let ring: Vec<(f64, f64)> = area.corners().iter().map(|&c| mm(c).into()).collect();
        let ground = geo::Polygon::new(ring.into(), vec![]);
        let eyes = own.rect().edge(Edge::Front);
        let screen = caracole_plane::Screen { bases: &[], areas: &[&area] };
        if caracole_plane::common_point_in_sight(eyes, &target.rect(), &screen).is_some() {
            seen += 1;
            continue;
        }
        hidden += 1;
        let model = Model::of(&target);
        for step in 0..144 {
            let part = [f64::from(step % 12) / 5.5 - 1.0, f64::from(step / 12) / 5.5 - 1.0];
            let point = [0, 1].map(|k| {
                model.middle[k]
                    + part[0] * model.half[0] * model.right[k]
                    + part[1] * model.half[1] * model.ahead[k]
            });
            let clear = |eye: caracole_plane::Point| {
                let eye = mm(eye);
                !ground.intersects(&geo::Line::new((eye[0], eye[1]), (point[0], point[1])))
            };
            assert!(!eyes.iter().all(|&eye| clear(eye)), "{point:?}\n{own:?}\n{target:?}\n{area:?}");
        }
    }
    assert!(seen > 500 && hidden > 500, "{seen} {hidden}: cases too thin");
}
