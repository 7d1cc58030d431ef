//! Searches against brute force: the least slide, one wheel, what is swept.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use caracole_plane::{
    Angle, Base, BaseRect, Contact, Edge, Formation, Group, Hand, Motion, OneWheel, Point, Pose, Um,
    WheelMeasure, any_overlap, least_slide, none_directly_ahead,
};
use support::{Model, Random};

fn near(random: &mut Random) -> Base {
    random.base(45_000)
}

/// Every direction by half degrees, every distance by fifths of a millimetre.
#[test]
fn no_slide_is_shorter_than_the_least() {
    let mut random = Random::new(0xD15);
    let limit = Um::from_mm(40);
    let (mut found, mut none) = (0, 0);
    for _ in 0..400 {
        let movers: Vec<Base> = (0..random.between(1, 3)).map(|_| near(&mut random)).collect();
        let obstacles: Vec<Base> = (0..random.between(1, 5)).map(|_| near(&mut random)).collect();
        let rects = |all: &[Base]| all.iter().map(Base::rect).collect::<Vec<BaseRect>>();
        let slide = least_slide(&rects(&movers), &rects(&obstacles), limit);
        let least = match slide {
            Some(motion @ Motion::Slide { distance, .. }) => {
                let moved: Vec<BaseRect> = movers.iter().map(|b| motion.base_after(b).rect()).collect();
                assert!(!any_overlap(&moved, &rects(&obstacles)), "{movers:?} {obstacles:?}");
                assert!(distance <= limit);
                found += 1;
                f64::from(distance.get()) / 1000.0
            }
            _ => {
                none += 1;
                40.0
            }
        };
        let (own, their): (Vec<Model>, Vec<Model>) =
            (movers.iter().map(Model::of).collect(), obstacles.iter().map(Model::of).collect());
        for step in 0..720 {
            let turn = f64::from(step) / 720.0 * core::f64::consts::TAU;
            let toward = [libm::sin(turn), libm::cos(turn)];
            let mut way = 0.0;
            while way < least - 0.3 {
                // Deeper than the tolerance: a graze is none.
                let barred = own.iter().any(|o| {
                    let moved = o.slid(toward, way);
                    their.iter().any(|t| moved.separation(t) < -0.04)
                });
                assert!(barred, "{way} mm at {step} is free, {least} found: {movers:?} {obstacles:?}");
                way += 0.2;
            }
        }
    }
    assert!(found > 100 && none > 20, "{found} found, {none} without room");
}

/// Where the mover stands that searches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    /// Behind the front line of the target.
    BehindTheFront,
    /// Anywhere else.
    Elsewhere,
}

/// Compares the search with every wheel by twentieths of a degree.
fn compare(mover: Mover, seed: u64, tries: usize) {
    let mut random = Random::new(seed);
    let distance = Um::from_mm(125);
    let (mut reached, mut missed) = (0, 0);
    for _ in 0..tries {
        let shape = Formation::block(4, 2, Um::from_mm(40), Um::from_mm(30));
        let body = Group::form_centred(Pose::new(Point::ORIGIN, Angle::ZERO), &shape);
        let place = |random: &mut Random| {
            let at = Point::new(random.um(-160_000, 160_000), random.um(40_000, 170_000));
            Base::new(Pose::new(at, random.angle()), Um::from_mm(40), Um::from_mm(20)).rect()
        };
        let bodies = [place(&mut random), place(&mut random), place(&mut random)];
        let [target, others @ ..] = &bodies;
        if any_overlap(&body.rects(), &bodies) || any_overlap(&[*target], others) {
            continue;
        }
        let behind = |r: &BaseRect| target.has_entirely_behind_front(r);
        let is_behind = body.rects().iter().all(behind);
        if is_behind != (mover == Mover::BehindTheFront) || !none_directly_ahead(&[*target], &body.rects()) {
            continue;
        }
        let counts = |_: Option<(Hand, Angle)>, _: usize, contact: Contact| {
            let on = |edge: Edge| edge.is_flank();
            match contact {
                Contact::Edges(e) => on(e.their),
                Contact::CornerOnEdge { their, .. } => on(their),
                Contact::Corners { their, .. } | Contact::EdgeOnCorner { their, .. } => !their.is_front(),
            }
        };
        let search = OneWheel { body: &body, bodies: &bodies, targets: 1, distance, counts };
        let most = WheelMeasure::Straight.angle(body.frontage, distance).min(Angle::QUARTER);
        let fits = |wheel| search.way(wheel).is_some_and(|way| way <= distance);
        let wheels = (1..).map(|n| Angle::from_millidegrees(50 * n)).take_while(|by| *by <= most);
        let brute =
            fits(None) || wheels.flat_map(|by| Hand::BOTH.map(|hand| (hand, by))).any(|w| fits(Some(w)));
        if brute {
            reached += 1;
            assert!(search.reaches(), "{bodies:?}");
        } else {
            missed += 1;
        }
    }
    assert!(reached > 5 && missed > 5, "{reached} reached, {missed} missed");
}

#[test]
fn no_wheel_reaches_what_the_search_misses() {
    compare(Mover::BehindTheFront, 0x0EE1, 3000);
}

/// Found by this comparison: a contact that only a narrow band of wheels makes.
#[test]
fn narrow_bands_are_found_where_the_mover_is_not_behind_the_front() {
    compare(Mover::Elsewhere, 0x0EE2, 1500);
}

/// Every tenth of a millimetre.
#[test]
fn a_file_sweeps_until_it_is_stopped() {
    let mut random = Random::new(0x53E);
    let mut stopped = 0;
    for _ in 0..300 {
        let shape = Formation::block(4, 4, Um::from_mm(40), Um::from_mm(20));
        let body = Group::form_centred(Pose::new(Point::ORIGIN, random.angle()), &shape);
        let blockers: Vec<Base> = (0..3).map(|_| random.base(150_000)).collect();
        let rects: Vec<BaseRect> = blockers.iter().map(Base::rect).collect();
        if any_overlap(&body.rects(), &rects) {
            continue;
        }
        let distance = Um::from_mm(150);
        for (strip, base) in body.swept(distance, &rects).iter().zip(body.bases()) {
            let swept = f64::from(strip.ground.depth.get()) / 1000.0;
            let turn = support::radians(body.facing());
            let ahead = [libm::sin(turn), libm::cos(turn)];
            let own = Model::of(&base);
            let met = |way: f64| {
                let moved = own.slid(ahead, way);
                blockers.iter().any(|b| moved.separation(&Model::of(b)) < -0.06)
            };
            let first = (0..=1500).map(|n| f64::from(n) / 10.0).find(|way| met(*way));
            match strip.stopped_by {
                Some(_) => stopped += 1,
                None => assert_eq!(swept, 150.0),
            }
            if let Some(first) = first {
                assert!(swept <= first, "{swept} swept, met at {first}");
            }
            // It is not stopped before anything is near.
            let touched = (0..=1500).map(|n| f64::from(n) / 10.0).find(|way| {
                let moved = own.slid(ahead, *way);
                blockers.iter().any(|b| moved.separation(&Model::of(b)) < 0.06)
            });
            let before = touched.unwrap_or(150.0) - 0.2;
            assert!(swept >= before.min(150.0), "{swept} swept, nothing near before {before}");
        }
    }
    assert!(stopped > 50, "{stopped} stopped");
}
