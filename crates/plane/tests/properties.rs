//! Properties that hold for every input, and no panic for any.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use caracole_plane::*;
use proptest::prelude::*;
use support::{Model, Random, mm, radians};

fn any_um() -> impl Strategy<Value = Um> {
    prop_oneof![
        4 => (-2_000_000_i64..=2_000_000).prop_map(Um::new),
        1 => any::<i64>().prop_map(Um::new),
        1 => prop_oneof![Just(Um::ZERO), Just(Um::MAX), Just(-Um::MAX), Just(Um::new(1))],
    ]
}

fn any_angle() -> impl Strategy<Value = Angle> {
    prop_oneof![any::<u32>().prop_map(Angle), (0..8_u32).prop_map(|k| Angle(k << 29))]
}

fn any_point() -> impl Strategy<Value = Point> {
    (any_um(), any_um()).prop_map(|(x, y)| Point::new(x, y))
}

fn any_base() -> impl Strategy<Value = Base> {
    (any_point(), any_angle(), any_um(), any_um())
        .prop_map(|(at, facing, width, depth)| Base::new(Pose::new(at, facing), width, depth))
}

fn any_motion() -> impl Strategy<Value = Motion> {
    prop_oneof![
        (any_angle(), any_um()).prop_map(|(toward, distance)| Motion::Slide { toward, distance }),
        (any_point(), any::<bool>(), any_angle()).prop_map(|(about, clockwise, by)| Motion::Turn {
            about,
            sense: if clockwise { Sense::Clockwise } else { Sense::Anticlockwise },
            by,
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nothing overflows or panics, however large, thin or far away a base is. (Arithmetic overflow
    /// panics in this profile.)
    #[test]
    fn no_input_panics(own in any_base(), other in any_base(), third in any_base(), motion in any_motion(), limit in any_um()) {
        let (a, b, c) = (own.rect(), other.rect(), third.rect());
        let _ = (a.relation(&b), a.contact(&b), a.distance(&b), a.within(&b, limit), a.overlap_area(&b));
        let _ = (a.side_by_side(&b), a.holds_all_of(&b), a.frontage_covered(&b), a.sideways_off_front(&b));
        let _ = a.has_in_arc(FireArc::Strip { margin: limit }, &b);
        let _ = a.has_in_arc(FireArc::Wedge { outward: own.front.facing }, &b);
        let _ = a.arc_outline(FireArc::Wedge { outward: own.front.facing }, limit);
        let _ = first_contact(&[a, c], &motion, &[b]);
        let _ = closest_approach(&[a], &motion, &[b, c]);
        let screen = Screen { bases: &[c], areas: &[] };
        let _ = (a.sees_from_edge(Edge::Front, &b, &screen), a.sees_any_part(&b, &screen));
        let table = Table::new(limit, own.width);
        let _ = (table.holds(&a), table.first_exit(&[a], &motion));
        let formation = Formation::block(7, 3, own.width, own.depth);
        let group = Group::form_centred(own.front, &formation);
        let _ = (group.depth(), group.step_forward(&[b], &[c], limit), group.ways_to_conform(1, &other, Edge::Left));
        let _ = Path::from(&group).wheel(Hand::Left, own.front.facing, WheelMeasure::AlongArc).advance(limit).closest_approach(&[b]);
        let column = Column::straight(own.front, &[(own.width, own.depth), (other.width, other.depth)]);
        let _ = (distance_to_clear(&[a], own.front.facing, &[b, c]), first_within(&[a], &motion, &[b], limit));
        let _ = column.wheel(Hand::Right, other.front.facing.halved().halved()).advance(limit);
    }

    /// Terrain from any list of points is refused or usable.
    #[test]
    fn no_terrain_panics(corners in prop::collection::vec(any_point(), 0..9), own in any_base(), motion in any_motion(), width in any_um()) {
        let rect = own.rect();
        if let Ok(area) = Polygon::new(corners.clone()) {
            let _ = (area.has_part_of(&rect), area.has_all_of(&rect), area.distance(&rect), area.centroid());
            let _ = (area.first_entry(&[rect], &motion), area.touches(&rect));
            let _ = area.spans_inside(own.front.at, corners[0]);
            let screen = Screen { bases: &[], areas: &[&area] };
            let _ = (rect.sees_from_edge(Edge::Front, &rect, &screen), rect.sees_any_part(&rect, &screen));
            let hill = Hill { outline: area, crest: corners.clone() };
            let _ = (hill.nearest_crest_point(&rect), hill.crest_between(own.front.at, corners[0]), hill.crest_side(&rect));
        }
        if let Ok(strip) = Strip::new(corners, width) {
            let _ = (strip.has_part_of(&rect), strip.course_near(&rect), strip.ground_of(&rect));
            let _ = strip.keeps_part_of(&rect, own.front.facing, width);
        }
    }

    /// A wheel keeps its pivot, its distances and its cost.
    #[test]
    fn wheels_are_rigid(x in -800_000_i64..800_000, y in -800_000_i64..800_000, facing in any_angle(), by in 0..=(1_u32 << 30), files in 1..9_u8, left in any::<bool>()) {
        let formation = Formation::block(12, files, Um::from_mm(40), Um::from_mm(20));
        let group = Group::form_centred(Pose::new(Point::new(Um::new(x), Um::new(y)), facing), &formation);
        let hand = if left { Hand::Left } else { Hand::Right };
        let wheel = group.wheel(hand, Angle(by));
        let moved = group.moved(&wheel);
        let one = Um::new(2);
        prop_assert!(group.front_corner(hand).distance(moved.front_corner(hand)) <= one);
        prop_assert!(moved.holds_together());
        let outer = hand.other();
        let straight = group.front_corner(outer).distance(moved.front_corner(outer));
        prop_assert!((straight - WheelMeasure::Straight.distance(group.frontage, Angle(by))).abs() <= one);
        let along = wheel.path_length(group.front_corner(outer));
        prop_assert!((along - WheelMeasure::AlongArc.distance(group.frontage, Angle(by))).abs() <= one);
        prop_assert!(along >= straight - one);
        let back = moved.moved(&moved.wheel(hand, Angle::ZERO - Angle(by)));
        prop_assert!(back.anchor.at.distance(group.anchor.at) <= one);
        prop_assert_eq!(back.facing(), group.facing());
    }

    /// Two turns of 180 degrees, or four of 90 degrees by a square block, lead back.
    #[test]
    fn turns_lead_back(facing in any_angle(), bases in 1..13_u8, files in 1..7_u8) {
        let formation = Formation::block(bases, files, Um::from_mm(40), Um::from_mm(40));
        let group = Group::form_centred(Pose::new(Point::from_mm(500, 500), facing), &formation);
        let about = group.turned_about(&formation);
        prop_assert!(about.turned_about(&formation).anchor.at.distance(group.anchor.at) <= Um::new(2));
        let square = Formation::block(files * files, files, Um::from_mm(40), Um::from_mm(40));
        let mut turning = Group::form_centred(Pose::new(Point::from_mm(500, 500), facing), &square);
        let start = turning.clone();
        for _ in 0..4 {
            let ground: Vec<BaseRect> = turning.rects().to_vec();
            turning = turning.turned_to(Hand::Right, &square);
            // A square block that turns takes up the same ground: its old side is its new front.
            prop_assert!(ground.iter().all(|was| turning.footprint().rect().holds_all_of(was)));
        }
        prop_assert!(turning.anchor.at.distance(start.anchor.at) <= Um::new(4));
    }

    /// Conforming to a front brings full contact without overlap, and the least travel comes first.
    #[test]
    fn conforming_makes_contact(x in -30_000_i64..30_000, y in -3_000_i64..3_000, slant in -200_000_000_i64..200_000_000, facing in any_angle()) {
        let enemy = Base::new(Pose::new(Point::from_mm(600, 600), facing), Um::from_mm(40), Um::from_mm(30));
        let formation = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(20));
        let near = Pose::new(enemy.front.at, facing + Angle::HALF + Angle(slant as u32)).offset(Um::new(x), Um::new(y));
        let group = Group::form_centred(near, &formation);
        let ways = group.ways_to_conform(2, &enemy, Edge::Front);
        prop_assert!(ways.windows(2).all(|pair| pair[0].travel <= pair[1].travel));
        for way in &ways {
            let rects = way.group.rects();
            prop_assert!(rects.iter().all(|own| !own.overlaps(&enemy.rect())));
            let contact = rects[2].contact(&enemy.rect());
            prop_assert!(contact.is_some(), "{way:?}");
            prop_assert!(way.group.holds_together());
        }
        prop_assert!(ways.iter().any(|way| way.group.rects()[2].front_to_front(&enemy.rect())));
    }
}

/// The closest approach of a move against many steps of the floating point model.
#[test]
fn closest_approach_agrees_with_time_steps() {
    let mut random = Random::new(0xAB);
    for _ in 0..20_000 {
        let (own, other) = (random.base(200_000), random.base(200_000));
        let slide = random.next() & 1 == 0;
        let motion = if slide {
            Motion::Slide { toward: random.angle(), distance: random.um(1, 300_000) }
        } else {
            let about = own.front.offset(random.um(-100_000, 100_000), Um::ZERO).at;
            let sense = if random.next() & 1 == 0 { Sense::Clockwise } else { Sense::Anticlockwise };
            Motion::Turn { about, sense, by: Angle(random.next() as u32 >> 2) }
        };
        let ours =
            f64::from(closest_approach(&[own.rect()], &motion, &[other.rect()]).unwrap().get()) / 1000.0;
        let (start, obstacle) = (Model::of(&own), Model::of(&other));
        let steps = 400;
        let least = (0..=steps)
            .map(|step| {
                let part = f64::from(step) / f64::from(steps);
                let there = match motion {
                    Motion::Slide { toward, distance } => {
                        let turn = radians(toward);
                        let way = f64::from(distance.get()) / 1000.0 * part;
                        start.slid([libm::sin(turn), libm::cos(turn)], way)
                    }
                    Motion::Turn { about, sense, by } => {
                        let by = radians(by) * part;
                        start.turned(mm(about), if sense == Sense::Clockwise { by } else { -by })
                    }
                };
                there.distance(&obstacle)
            })
            .fold(f64::INFINITY, f64::min);
        // A step moves no point by more than a millimetre or so; the least lies between two steps.
        assert!(ours <= least + 0.003, "{ours} {least}\n{own:?}\n{other:?}\n{motion:?}");
        assert!(least - ours < 1.3, "{ours} {least}\n{own:?}\n{other:?}\n{motion:?}");
    }
}

/// The answer for many obstacles is that of the one met first, in whatever order they are given.
#[test]
fn first_contact_does_not_depend_on_the_order_of_obstacles() {
    let mut random = Random::new(0xF1257);
    for _ in 0..20_000 {
        let own = random.base(150_000);
        let mut obstacles: Vec<BaseRect> = (0..12).map(|_| random.base(250_000).rect()).collect();
        let about = own.front.offset(random.um(-200_000, 200_000), Um::ZERO).at;
        let motion = if random.next() & 1 == 0 {
            Motion::Turn { about, sense: Sense::Clockwise, by: Angle(random.next() as u32 >> 2) }
        } else {
            Motion::Slide { toward: own.front.facing, distance: Um::from_mm(300) }
        };
        let one = first_contact(&[own.rect()], &motion, &obstacles).map(|hit| hit.after);
        let alone = obstacles
            .iter()
            .filter_map(|o| first_contact(&[own.rect()], &motion, &[*o]))
            .map(|hit| hit.after);
        let least = alone.min();
        let gap = match (one, least) {
            (Some(Extent::Distance(a)), Some(Extent::Distance(b))) => (a - b).abs() <= Um::new(400),
            (Some(Extent::Angle(a)), Some(Extent::Angle(b))) => {
                a == b || arc_length(Um::from_mm(200), a - b) <= Um::new(400)
            }
            (a, b) => a == b,
        };
        assert!(gap, "{one:?} {least:?}");
        obstacles.reverse();
        assert_eq!(first_contact(&[own.rect()], &motion, &obstacles).map(|hit| hit.after), one);
    }
}

/// Halting at a distance: not within it before, within it there.
#[test]
fn halting_short_agrees_with_time_steps() {
    let mut random = Random::new(0x4A17);
    let mut halts = 0;
    for _ in 0..10_000 {
        let (own, other) = (random.base(150_000), random.base(250_000));
        let limit = random.um(1_000, 60_000);
        let motion = if random.next() & 1 == 0 {
            Motion::Slide { toward: random.angle(), distance: random.um(1, 300_000) }
        } else {
            let about = own.front.offset(random.um(-100_000, 100_000), Um::ZERO).at;
            Motion::Turn { about, sense: Sense::Anticlockwise, by: Angle(random.next() as u32 >> 2) }
        };
        let start = own.rect();
        let distance_after = |part: Extent| {
            let moved = motion.up_to(part).base_after(&own).rect();
            moved.distance(&other.rect())
        };
        let steps = |end: Extent| {
            (0..100).map(move |k| match end {
                Extent::Distance(way) => Extent::Distance(Um::new(i64::from(way.get()) * k / 100)),
                Extent::Angle(angle) => Extent::Angle(Angle((u64::from(angle.0) * k as u64 / 100) as u32)),
            })
        };
        match first_within(&[start], &motion, &[other.rect()], limit) {
            Some(halt) => {
                halts += 1;
                assert!(distance_after(halt) <= limit + Um::new(8), "{own:?} {other:?} {motion:?}");
                let at_once = matches!(halt, Extent::Distance(Um::ZERO) | Extent::Angle(Angle::ZERO));
                for earlier in steps(halt).filter(|_| !at_once) {
                    assert!(
                        distance_after(earlier) >= limit - Um::new(3),
                        "{own:?} {other:?} {motion:?} {halt:?}"
                    );
                }
            }
            None => {
                for earlier in steps(motion.extent()) {
                    assert!(distance_after(earlier) > limit - Um::new(3), "{own:?} {other:?} {motion:?}");
                }
            }
        }
    }
    assert!(halts > 1_000, "{halts}");
}
