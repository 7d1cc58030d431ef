//! Every drawn case shows what it says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use caracole_plane::cases::{Case, MU, cases, shown_group, shown_hill, shown_wood};
use caracole_plane::*;

fn edges(contact: Option<Contact>) -> EdgeContact {
    contact.and_then(Contact::edges).expect("edge contact")
}

fn mm(length: i32) -> Um {
    Um::from_mm(length)
}

fn near(a: Point, b: Point) -> bool {
    a.distance(b) <= Um::new(2)
}

fn prove(case: &Case) {
    let own: Vec<BaseRect> = case.own().iter().map(Base::rect).collect();
    let other: Vec<BaseRect> = case.other().iter().map(Base::rect).collect();
    let ghosts = case.ghosts();
    let contact = || own[0].contact(&other[0]);
    match case.name {
        "front-to-front-full" => {
            let found = edges(contact());
            assert_eq!((found.own, found.their, found.fit), (Edge::Front, Edge::Front, Fit::Aligned));
        }
        "front-to-front-partial" => {
            let found = edges(contact());
            assert_eq!(
                (found.own, found.their, found.fit, found.shared),
                (Edge::Front, Edge::Front, Fit::Partial, mm(25))
            );
        }
        "front-to-flank" => {
            let found = edges(contact());
            assert_eq!(
                (found.own, found.their, found.fit, found.shared),
                (Edge::Front, Edge::Left, Fit::TheirCovered, mm(20))
            );
            assert_eq!(found.meeting, Some((Corner::FrontLeft, Corner::FrontLeft)));
        }
        "front-to-rear" => {
            let found = edges(contact());
            assert_eq!((found.own, found.their, found.fit), (Edge::Front, Edge::Rear, Fit::Aligned));
        }
        "corner-to-corner" => assert_eq!(
            contact(),
            Some(Contact::Corners { own: Corner::FrontRight, their: Corner::FrontRight })
        ),
        "front-corner-to-edge" => {
            assert_eq!(
                contact(),
                Some(Contact::CornerOnEdge { own: Corner::FrontRight, their: Edge::Front })
            );
            assert!(contact().is_some_and(Contact::is_by_own_front));
        }
        "side-by-side" => assert!(own[0].side_by_side(&other[0])),
        "not-side-by-side" => {
            assert!(!own[0].side_by_side(&other[0]));
            let found = edges(contact());
            assert_eq!((found.own, found.their, found.shared), (Edge::Right, Edge::Left, mm(12)));
        }
        "overlapping" => {
            assert_eq!(own[0].relation(&other[0]), Relation::Overlapping);
            assert_eq!(contact(), None);
        }
        "apart" => {
            assert_eq!(own[0].relation(&other[0]), Relation::Apart);
            // 30 mm across and 40 mm up between the nearest corners.
            assert_eq!(own[0].distance(&other[0]), mm(50));
        }
        "directly-ahead" => {
            assert!(own[0].has_directly_ahead(&other[0]));
            assert_eq!(own[0].frontage_covered(&other[0]), mm(5));
        }
        "ahead-but-not-directly" => {
            assert!(own[0].has_entirely_ahead(&other[0]) && !own[0].has_directly_ahead(&other[0]));
            assert_eq!(own[0].sideways_off_front(&other[0]), Some(mm(10)));
        }
        "behind-the-front-line" => {
            assert!(own[0].has_entirely_behind_front(&other[0]));
            assert_eq!(own[0].side_of_line(Edge::Front, &other[0]), LineSide::Behind);
        }
        "astride-the-front-line" => {
            assert_eq!(own[0].side_of_line(Edge::Front, &other[0]), LineSide::Astride);
            assert!(own[0].has_ahead(&other[0]) && !own[0].has_entirely_ahead(&other[0]));
        }
        "flank-charge-start" => {
            assert!(none_directly_ahead(&other, &own));
            assert!(own[0].faces_as(&own[1]) && own[0].side_by_side(&own[1]));
            assert!(other[0].has_entirely_behind_front(&own[0]));
            assert_eq!(other[0].side_of_line(Edge::Front, &own[1]), LineSide::Astride);
        }
        "no-flank-charge-start" => assert!(!none_directly_ahead(&other, &own)),
        "supporter-behind-the-rear-line" => assert!(own[0].has_entirely_behind_rear(&other[0])),
        "zone-ahead" => {
            let zone = case.zones()[0].rect();
            assert!(zone.overlaps(&other[0]) && !zone.overlaps(&other[1]));
            assert!(!zone.holds_all_of(&other[0]));
        }
        "fire-strip" => {
            let arc = FireArc::Strip { margin: mm(40) };
            assert!(own[0].has_in_arc(arc, &other[0]) && !own[0].has_in_arc(arc, &other[1]));
        }
        "fire-wedge" => {
            let arc = FireArc::Wedge { outward: Angle::EIGHTH };
            assert!(own[0].has_in_arc(arc, &other[0]) && !own[0].has_in_arc(arc, &other[1]));
        }
        "sight-blocked" => {
            let screen = Screen { bases: &own[1..], areas: &[] };
            assert_eq!(own[0].sees_from_edge(Edge::Front, &other[0], &screen), None);
        }
        "sight-past-a-friend" => {
            let screen = Screen { bases: &own[1..], areas: &[] };
            let seen = own[0].sees_from_edge(Edge::Front, &other[0], &screen);
            assert!(seen.is_some_and(|point| other[0].holds(point)));
            assert!(screen.is_clear(own[0].corner(Corner::FrontRight), Point::from_mm(130, 220)));
        }
        "advance" => {
            for (base, ghost) in case.own().iter().zip(&ghosts) {
                assert!(near(base.front.offset(Um::ZERO, mm(75)).at, ghost.front.at));
            }
        }
        "wheel" => {
            let path = Path::from(&shown_group()).wheel(
                Hand::Right,
                Angle::from_degrees(30),
                WheelMeasure::Straight,
            );
            // 2 * 160 * sin 15 degrees.
            assert_eq!(path.spent(), Um::new(82_822));
            assert!(near(path.end().front_corner(Hand::Right), Point::from_mm(230, 100)));
            assert_eq!(ghosts[0].facing(), Angle::from_degrees(30));
            // The left front corner: 160 mm from the pivot, 30 degrees above level.
            let corner = Point::new(Um::new(230_000 - 138_564), mm(180));
            assert!(near(ghosts[0].corner(Corner::FrontLeft), corner));
        }
        "double-wheel" => assert!(ghosts.iter().all(|ghost| ghost.facing() == Angle::ZERO)),
        "shift" => {
            for (base, ghost) in case.own().iter().zip(&ghosts) {
                assert!(near(base.front.offset(mm(20), mm(25)).at, ghost.front.at));
            }
        }
        "kinked-column" => {
            let facings: Vec<u32> = case.own().iter().map(|base| base.facing().millidegrees()).collect();
            assert_eq!(facings, vec![40_000, 40_000, 0, 0, 0]);
            assert!(own.windows(2).all(|pair| pair[0].touches(&pair[1])));
        }
        "step-forward" => {
            let steps: Vec<Um> =
                case.own().iter().zip(&ghosts).map(|(a, b)| b.front.at.y - a.front.at.y).collect();
            // File by file, two ranks each.
            assert_eq!(steps, [0, 0, 12, 12, 24, 24, 0, 0].map(mm).to_vec());
            assert!(ghosts[4].rect().front_to_front(&other[2]));
        }
        "conform" => {
            assert!(ghosts.iter().all(|ghost| ghost.facing() == Angle::from_degrees(15)));
            let found = edges(ghosts[2].rect().contact(&other[0]));
            assert_eq!((found.own, found.their, found.fit), (Edge::Front, Edge::Front, Fit::Aligned));
        }
        "turn-right-into-column" => {
            assert_eq!(ghosts[0].facing(), Angle::QUARTER);
            assert!(near(ghosts[0].corner(Corner::FrontLeft), Point::from_mm(230, 100)));
            assert!(near(ghosts[7].corner(Corner::RearLeft), Point::from_mm(70, 100)));
        }
        "turn-about" => {
            assert!(near(ghosts[0].corner(Corner::FrontLeft), Point::from_mm(230, 60)));
            assert_eq!(ghosts[0].facing(), Angle::HALF);
        }
        "expand" => {
            assert!(near(ghosts[0].corner(Corner::FrontLeft), Point::from_mm(30, 100)));
            assert!(near(ghosts[7].corner(Corner::FrontRight), Point::from_mm(270, 100)));
        }
        "contract" => {
            assert!(near(ghosts[0].corner(Corner::FrontLeft), Point::from_mm(110, 100)));
            assert!(
                ghosts.iter().any(|ghost| near(ghost.corner(Corner::FrontRight), Point::from_mm(230, 100)))
            );
        }
        "short-rear-rank" => {
            assert_eq!(own.len(), 7);
            assert!(near(case.own()[2].front.at, Point::from_mm(110, 110)));
        }
        "turned-base" => {
            assert_eq!(case.own()[0].facing(), Angle::THREE_QUARTERS);
            assert!(near(case.own()[0].corner(Corner::FrontRight), Point::from_mm(70, 150)));
            assert!(connected(&own));
        }
        "tercio-horns" => {
            // Pike files 3 deep from the line back; each front horn meets the pike at a corner only,
            // each rear horn likewise.
            assert!(connected(&own));
            let (front_horn, rear_horn, pike) = (&own[0], &own[1], [&own[2], &own[4]]);
            assert_eq!(
                front_horn.contact(pike[0]),
                Some(Contact::Corners { own: Corner::RearRight, their: Corner::FrontLeft })
            );
            assert_eq!(
                rear_horn.contact(pike[1]),
                Some(Contact::Corners { own: Corner::FrontRight, their: Corner::RearLeft })
            );
        }
        "in-terrain" => {
            let wood = Polygon::new(shown_wood()).expect("the wood");
            assert!(wood.has_all_of(&own[0]));
            assert!(wood.has_part_of(&own[1]) && !wood.has_all_of(&own[1]));
            assert!(!wood.has_part_of(&own[2]));
        }
        "first-entry" => {
            let wood = Polygon::new(shown_wood()).expect("the wood");
            let ahead = Motion::Slide { toward: Angle::ZERO, distance: MU * 8 };
            let entry = wood.first_entry(&own, &ahead).expect("an entry");
            assert_eq!(entry.after, Extent::Distance(mm(110)));
            assert!(near(ghosts[0].front.at, Point::from_mm(150, 160)));
        }
        "crest" => {
            let hill = shown_hill().expect("the hill");
            assert_eq!(hill.crest_side(&own[0]), CrestSide::Ahead);
            assert_eq!(hill.crest_side(&own[1]), CrestSide::Behind);
            assert!(own.iter().all(|base| hill.has_all_of(base)));
        }
        "road-with-a-bend" => {
            let Some(cases::Mark::Area(road)) = case.marks.first() else { panic!("no road") };
            let road = Polygon::new(road.clone()).expect("the road");
            assert!(road.has_all_of(&own[0]));
            assert_eq!(road.corners().len(), 6);
        }
        unproved => panic!("nothing is proved about the drawn case {unproved}"),
    }
}

#[test]
fn every_drawn_case_shows_what_it_says() {
    let all = cases();
    let names: BTreeSet<&str> = all.iter().map(|case| case.name).collect();
    assert_eq!(names.len(), all.len(), "names are unique");
    all.iter().for_each(prove);
}

#[test]
fn drawn_cases_show_the_same_from_every_side_of_the_table() {
    for case in cases() {
        let (own, other) = (case.own(), case.other());
        for tenth in (0..3_600).step_by(7) {
            let turn = Motion::Turn {
                about: Point::from_mm(150, 150),
                sense: Sense::Clockwise,
                by: Angle::from_millidegrees(tenth * 100),
            };
            for a in &own {
                for b in &other {
                    let (x, y) = (turn.base_after(a).rect(), turn.base_after(b).rect());
                    assert_eq!(x.relation(&y), a.rect().relation(&b.rect()), "{} {tenth}", case.name);
                    let kind = |contact: Option<Contact>| {
                        contact.map(|c| match c {
                            Contact::Edges(e) => {
                                (Some(e.own), Some(e.their), Some(e.fit), e.meeting.is_some())
                            }
                            Contact::CornerOnEdge { their, .. } => (None, Some(their), None, false),
                            Contact::EdgeOnCorner { own, .. } => (Some(own), None, None, false),
                            Contact::Corners { .. } => (None, None, None, true),
                        })
                    };
                    assert_eq!(
                        kind(x.contact(&y)),
                        kind(a.rect().contact(&b.rect())),
                        "{} {tenth}",
                        case.name
                    );
                }
            }
        }
    }
}
