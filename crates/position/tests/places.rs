//! Places in words: what they mean on the table at every angle, and that they are read as they are printed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use caracole_plane::{
    Angle, CONTACT_TOLERANCE, Contact, Edge, Fit, Group, Hand, Um, any_overlap, contacts, shortest_distance,
};
use caracole_position::words::{Degrees, Detail, Length, Relation, RelativePlace, Touching};
use caracole_position::{Position, Unit};
use proptest::prelude::*;

/// A group of blue 120 x 40 mm that faces so many degrees, and another, 80 x 60 mm, of a side and with a place in words.
fn file(facing: i32, side: &str, place: &str) -> String {
    format!(
        "schema = 1\n[table]\nwidth = 2000\ndepth = 2000\nunit = \"mm\"\n[[side]]\nname = \"Red\"\n[[side]]\nname = \"Blue\"\n\
         [[group]]\nname = \"4 Tower foot\"\nside = \"Blue\"\nat = [1000, 1000]\nfacing = {facing}\nfiles = 3\nranks = 2\n\
         troop = \"heavy foot\"\n\
         [[group]]\nname = \"5 Rupert\"\nside = \"{side}\"\nplace = \"{place}\"\nfiles = 2\nranks = 2\ntroop = \"horse\"\n"
    )
}

fn laid(facing: i32, side: &str, place: &str) -> [Group; 2] {
    let position =
        Position::parse(&file(facing, side, place), &[]).unwrap_or_else(|e| panic!("{facing} {place}: {e}"));
    [0, 1].map(|i| position.groups[i].group.clone().unwrap())
}

fn refused(place: &str) -> String {
    Position::parse(&file(0, "Red", place), &[]).unwrap_err().to_string()
}

/// The contact of the whole bodies and how they face each other.
fn meeting([foot, horse]: &[Group; 2]) -> (Contact, Angle) {
    let found = contacts(&[horse.footprint().rect()], &[foot.footprint().rect()]).next().unwrap().contact;
    (found, horse.facing() - foot.facing())
}

fn edges(contact: Contact) -> (Edge, Edge, Fit) {
    match contact {
        Contact::Edges(e) => (e.own, e.their, e.fit),
        other => panic!("{other:?}"),
    }
}

#[test]
fn contact_is_exact_at_every_angle() {
    for facing in 0..360 {
        let front = laid(facing, "Red", "in contact with 4");
        assert_eq!(meeting(&front).1, Angle::HALF);
        assert_eq!(edges(meeting(&front).0).0, Edge::Front, "{facing}");
        let cases = [
            ("in contact with the left flank of 4", Edge::Left, Angle::QUARTER),
            (
                "in contact with the right flank of 4, level with its front",
                Edge::Right,
                Angle::THREE_QUARTERS,
            ),
            ("in contact with the rear of 4", Edge::Rear, Angle::ZERO),
        ];
        for (place, edge, turned) in cases {
            let bodies = laid(facing, "Red", place);
            let (contact, faces) = meeting(&bodies);
            let (own, their, _) = edges(contact);
            assert_eq!((own, their, faces), (Edge::Front, edge, turned), "{facing} {place}");
            assert!(!any_overlap(&bodies[0].rects(), &bodies[1].rects()), "{facing} {place}");
        }
    }
}

#[test]
fn distances_run_from_edge_to_edge_at_every_angle() {
    let places = [
        ("3 MU in front of 4", 75_000),
        ("40 mm behind Tower", 40_000),
        ("1.5 BW left of 4 Tower foot", 60_000),
        ("7.125 right of 4", 7_125),
        ("3 mm beside 4 on the right", 3_000),
    ];
    for facing in 0..360 {
        for (place, um) in places {
            for side in ["Red", "Blue"] {
                let [foot, horse] = laid(facing, side, place);
                let apart = shortest_distance(&foot.rects(), &horse.rects()).unwrap();
                assert!((apart - Um::new(um)).abs() <= Um::new(5), "{facing} {side} {place}: {apart:?}");
            }
        }
    }
}

#[test]
fn middles_line_up_and_friends_face_alike() {
    let [foot, horse] = laid(0, "Blue", "50 in front of 4");
    assert_eq!(horse.facing(), Angle::ZERO);
    // 40 mm deep horse bases of 30 mm in two ranks stand 60 mm deep behind their front.
    assert_eq!(horse.front_centre().at.x, foot.front_centre().at.x);
    assert_eq!(horse.front_centre().at.y, foot.front_centre().at.y + Um::from_mm(110));
    let [_, horse] = laid(0, "Red", "50 in front of 4");
    assert_eq!((horse.facing(), horse.front_centre().at.y), (Angle::HALF, Um::from_mm(1050)));
    let [_, away] = laid(0, "Red", "50 in front of 4, facing away");
    assert_eq!(away.facing(), Angle::ZERO);
    let [foot, beside] = laid(0, "Blue", "beside 4 on the left");
    assert_eq!(beside.front_centre().at.y, foot.front_centre().at.y, "fronts level");
    assert_eq!(beside.front_centre().at.x, Um::from_mm(1000 - 60 - 40));
}

#[test]
fn an_overlap_touches_corner_to_corner() {
    let [foot, horse] = laid(0, "Red", "overlapping 4 on the right");
    assert_eq!(horse.facing(), Angle::HALF);
    assert_eq!(horse.front_centre().at, foot.front_centre().at.moved(Angle::QUARTER, Um::from_mm(100)));
    let apart = shortest_distance(&foot.rects(), &horse.rects()).unwrap();
    assert!(apart <= CONTACT_TOLERANCE);
}

#[test]
fn details_move_what_is_placed() {
    // File 1 of the horse, its left one, against file 1 of the foot: facing the foot, its left is the right of the foot.
    let [foot, horse] = laid(0, "Red", "in contact with 4, file 1 against file 3");
    let off = horse.front_centre().at.x - foot.front_centre().at.x;
    assert_eq!(
        off,
        Um::from_mm(20),
        "the right of three files, 40 mm right of the middle, less half of two files"
    );
    let [foot, friend] = laid(0, "Blue", "10 behind 4, file 2 against file 3");
    assert_eq!(friend.front_centre().at.x - foot.front_centre().at.x, Um::from_mm(20));
    let [foot, horse] = laid(0, "Red", "3 MU in front of 4, shifted left 10 mm");
    assert_eq!(horse.front_centre().at.x - foot.front_centre().at.x, Um::from_mm(10), "its own left");
    let [_, straight] = laid(0, "Red", "100 in front of 4");
    let [_, wheeled] = laid(0, "Red", "100 in front of 4, wheeled left 20");
    assert_eq!(wheeled.facing(), Angle::HALF - Angle::from_degrees(20));
    let corner = |g: &Group| g.footprint().corner(caracole_plane::Corner::FrontLeft);
    assert!(corner(&straight).distance(corner(&wheeled)) <= Um::new(2), "the corner stays");
}

#[test]
fn a_corner_places_a_group_at_every_angle() {
    use caracole_plane::{Corner, Point};
    let corners = [
        ("front_left", Corner::FrontLeft),
        ("front_right", Corner::FrontRight),
        ("rear_left", Corner::RearLeft),
        ("rear_right", Corner::RearRight),
    ];
    for facing in 0..360 {
        for (name, corner) in corners {
            let text = file(facing, "Red", "500 in front of 4")
                .replace("at = [1000, 1000]", &format!("{name} = [1000, 1000]"));
            let position = Position::parse(&text, &[]).unwrap();
            let ground = position.groups[0].group.as_ref().unwrap().footprint();
            assert_eq!(ground.facing(), Angle::from_degrees(facing));
            assert!(
                ground.corner(corner).distance(Point::from_mm(1000, 1000)) <= Um::new(3),
                "{facing} {name}"
            );
        }
    }
    let twice = file(0, "Red", "500 in front of 4").replace("at = [1000", "rear_left = [9, 9]\nat = [1000");
    assert!(Position::parse(&twice, &[]).unwrap_err().to_string().contains("placed by `at` already"));
}

#[test]
fn places_that_cannot_be_are_refused_with_a_remedy() {
    let cases = [
        ("over the hills", "says no place"),
        ("3 ells in front of 4", "`ells` is no unit of length"),
        ("3.1234 in front of 4", "is no number"),
        ("3 in front of 9", "is called \"9\""),
        ("3 in front of Rupert", "a group does not stand by itself"),
        ("3 MU in contact with 4", "what touches has no distance"),
        ("3 in front of 4, sideways", "`sideways` is not understood"),
        ("3 in front of 4, file 3 against file 1", "there is no file 3 of 2"),
        ("in front of 4, level with its front", "only what stands at its side"),
        ("1200 in front of 4", "reaches over the edge of the table"),
        ("3 in front of", "says no place"),
    ];
    for (place, said) in cases {
        let report = refused(place);
        assert!(report.contains(said) && report.contains("group 2, place"), "{place}: {report}");
    }
}

#[test]
fn circles_are_refused_at_both_places() {
    let text = file(0, "Red", "3 in front of 4")
        .replace("at = [1000, 1000]\nfacing = 0", "place = \"3 in front of 5\"");
    let report = Position::parse(&text, &[]).unwrap_err().to_string();
    assert_eq!(report.matches("is placed by this group in its turn").count(), 2, "{report}");
}

fn hand() -> impl Strategy<Value = Hand> {
    prop_oneof![Just(Hand::Left), Just(Hand::Right)]
}

fn length() -> impl Strategy<Value = Length> {
    let unit = prop_oneof![Just(None), Just(Some(Unit::Mu)), Just(Some(Unit::Mm)), Just(Some(Unit::Bw))];
    (0..5_000_000i64, unit).prop_map(|(thousandths, unit)| Length { thousandths, unit })
}

fn detail() -> impl Strategy<Value = Detail> {
    prop_oneof![
        (1..=60u8, 1..=60u8).prop_map(|(own, other)| Detail::Files { own, other }),
        Just(Detail::LevelWithItsFront),
        Just(Detail::FacingIt),
        Just(Detail::FacingAway),
        (hand(), length()).prop_map(|(h, l)| Detail::Shifted(h, l)),
        (hand(), 0..=360_000i64).prop_map(|(h, thousandths)| Detail::Wheeled(h, Degrees { thousandths })),
    ]
}

fn place() -> impl Strategy<Value = RelativePlace> {
    let relation = prop_oneof![
        Just(Relation::InFrontOf),
        Just(Relation::Behind),
        hand().prop_map(Relation::ToThe),
        hand().prop_map(Relation::Beside),
        hand().prop_map(Relation::Overlapping),
        Just(Relation::InContactWith(Touching::Front)),
        hand().prop_map(|h| Relation::InContactWith(Touching::Flank(h))),
        Just(Relation::InContactWith(Touching::Rear)),
    ];
    let details = proptest::collection::vec(detail(), 0..4);
    (proptest::option::of(length()), relation, "[A-Z][a-z]{1,8}( [a-z]{1,8})?", details).prop_map(
        |(distance, relation, of, details)| {
            let touches = matches!(relation, Relation::InContactWith(_) | Relation::Overlapping(_));
            RelativePlace { distance: distance.filter(|_| !touches), relation, of, details }
        },
    )
}

proptest! {
    #[test]
    fn places_are_read_as_they_are_printed(place in place()) {
        prop_assert_eq!(place.to_string().parse::<RelativePlace>().unwrap(), place);
    }

    #[test]
    fn whatever_is_written_for_a_place_never_panics(text in "[a-z0-9 .,]{0,60}|(left|right|3|MU|mm|in front of|behind|beside|on the left|with|file|against|,|in contact|the rear of| )*") {
        let _ = text.parse::<RelativePlace>();
        let _ = Position::parse(&file(33, "Red", &text), &[]);
    }
}
