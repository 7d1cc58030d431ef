//! Move, turn or mirror the whole table, or swap the two bases: the answers stay the same.
//!
//! Shifts, quarter turns and mirror images map the grid onto itself, so that answers are equal to the
//! last micrometre. A turn by any other binary angle puts the corners on the grid anew: there lengths
//! agree within a few micrometres, and yes-or-no answers agree unless they hang on less than that.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use caracole_plane::{
    Angle, Base, BaseRect, Contact, Corner, Edge, EdgeContact, Extent, FireArc, LineSide, Motion, Point,
    Relation, Screen, Sense, Um, closest_approach, common_point_in_sight, first_contact,
};
use support::{Model, Random};

#[derive(Clone, Debug)]
struct Scene {
    own: Base,
    other: Base,
    between: Base,
    motion: Motion,
}

/// Everything that is asked about a scene.
#[derive(Debug, PartialEq, Eq)]
struct Answers {
    relation: Relation,
    contact: Option<Contact>,
    distance: Um,
    sides: [LineSide; 4],
    covered: Um,
    directly_ahead: bool,
    in_strip: bool,
    in_wedge: bool,
    range: Um,
    sideways: Option<Um>,
    shared: i64,
    hit: Option<(Extent, Option<Contact>)>,
    approach: Option<Um>,
}

fn scene(random: &mut Random) -> Scene {
    // Even sizes have their middles and corners on the grid.
    let base = |random: &mut Random, reach: i64| {
        let base = random.base(reach);
        Base::new(
            base.front,
            Um::new(i64::from(base.width.get()) & !1),
            Um::new(i64::from(base.depth.get()) & !1),
        )
    };
    let own = base(random, 80_000);
    let mut other = base(random, 80_000);
    if random.next() & 1 == 0 {
        // In contact or nearly.
        let edge = own.fronting(Edge::ALL[random.between(0, 3) as usize]);
        other.front = edge.front.offset(random.um(-50_000, 50_000), random.um(-60, 60));
        other.front.facing += Angle::HALF;
    }
    let motion = if random.next() & 1 == 0 {
        Motion::Slide { toward: random.angle(), distance: random.um(1, 200_000) }
    } else {
        let sense = if random.next() & 1 == 0 { Sense::Clockwise } else { Sense::Anticlockwise };
        Motion::Turn { about: own.corner(Corner::FrontLeft), sense, by: Angle(random.next() as u32 >> 2) }
    };
    Scene { own, other, between: base(random, 80_000), motion }
}

fn ask(scene: &Scene) -> Answers {
    let (own, other) = (scene.own.rect(), scene.other.rect());
    let hit = first_contact(&[own], &scene.motion, &[other]);
    Answers {
        relation: own.relation(&other),
        contact: own.contact(&other),
        distance: own.distance(&other),
        sides: Edge::ALL.map(|edge| own.side_of_line(edge, &other)),
        covered: own.frontage_covered(&other),
        directly_ahead: own.has_directly_ahead(&other),
        in_strip: own.has_in_arc(FireArc::Strip { margin: Um::from_mm(40) }, &other),
        in_wedge: own.has_in_arc(FireArc::Wedge { outward: Angle::EIGHTH }, &other),
        range: own.range_from_front(&other),
        sideways: own.sideways_off_front(&other),
        shared: own.overlap_area(&other),
        hit: hit.map(|hit| (hit.after, hit.contact)),
        approach: closest_approach(&[own], &scene.motion, &[other]),
    }
}

impl Scene {
    fn map(&self, base: impl Fn(Base) -> Base, motion: Motion) -> Scene {
        Scene { own: base(self.own), other: base(self.other), between: base(self.between), motion }
    }

    fn shifted(&self, x: Um, y: Um) -> Scene {
        let point = |p: Point| Point::new(p.x + x, p.y + y);
        let motion = match self.motion {
            Motion::Turn { about, sense, by } => Motion::Turn { about: point(about), sense, by },
            slide => slide,
        };
        let shift = |mut base: Base| {
            base.front.at = point(base.front.at);
            base
        };
        self.map(shift, motion)
    }

    fn turned(&self, about: Point, by: Angle) -> Scene {
        let turn = Motion::Turn { about, sense: Sense::Clockwise, by };
        let motion = match self.motion {
            Motion::Turn { about, sense, by } => Motion::Turn { about: turn.point_after(about), sense, by },
            Motion::Slide { toward, distance } => Motion::Slide { toward: toward + by, distance },
        };
        self.map(|base| turn.base_after(&base), motion)
    }

    fn mirrored(&self) -> Scene {
        self.map(|base| base.mirrored(), self.motion.mirrored())
    }
}

fn mirror_edge(edge: Edge) -> Edge {
    match edge {
        Edge::Left => Edge::Right,
        Edge::Right => Edge::Left,
        same => same,
    }
}

fn mirror_corner(corner: Corner) -> Corner {
    if corner.is_front() { Corner::front(corner.hand().other()) } else { Corner::rear(corner.hand().other()) }
}

fn mirror_contact(contact: Contact) -> Contact {
    match contact {
        Contact::Edges(e) => Contact::Edges(EdgeContact {
            own: mirror_edge(e.own),
            their: mirror_edge(e.their),
            meeting: e.meeting.map(|(a, b)| (mirror_corner(a), mirror_corner(b))),
            ..e
        }),
        Contact::Corners { own, their } => {
            Contact::Corners { own: mirror_corner(own), their: mirror_corner(their) }
        }
        Contact::CornerOnEdge { own, their } => {
            Contact::CornerOnEdge { own: mirror_corner(own), their: mirror_edge(their) }
        }
        Contact::EdgeOnCorner { own, their } => {
            Contact::EdgeOnCorner { own: mirror_edge(own), their: mirror_corner(their) }
        }
    }
}

fn mirror_answers(answers: Answers) -> Answers {
    let [front, right, rear, left] = answers.sides;
    Answers {
        contact: answers.contact.map(mirror_contact),
        sides: [front, left, rear, right],
        hit: answers.hit.map(|(after, contact)| (after, contact.map(mirror_contact))),
        ..answers
    }
}

#[test]
fn moving_the_table_changes_nothing() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        let scene = scene(&mut random);
        let moved = scene.shifted(random.um(-900_000, 900_000), random.um(-900_000, 900_000));
        assert_eq!(ask(&scene), ask(&moved), "{scene:?}");
    }
}

#[test]
fn quarter_turns_of_the_table_change_nothing() {
    let mut random = Random::new(2);
    for _ in 0..100_000 {
        let scene = scene(&mut random);
        let by = [Angle::QUARTER, Angle::HALF, Angle::THREE_QUARTERS][random.between(0, 2) as usize];
        assert_eq!(ask(&scene), ask(&scene.turned(random.point(900_000), by)), "{scene:?}");
    }
}

#[test]
fn the_mirror_shows_mirror_images() {
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let scene = scene(&mut random);
        let mut image = without_order(ask(&scene.mirrored()), &scene);
        let expected = mirror_answers(ask(&scene));
        // The mirror cuts the sides of the common ground in another order: a sixteenth of a
        // micrometre along its outline.
        assert!((image.shared - expected.shared).abs() < 20_000, "{scene:?}");
        image.shared = expected.shared;
        assert_eq!(expected, image, "{scene:?}");
    }
}

/// Where both ends of a contact meet, the first pair of corners is named: mirrored it is the other.
fn without_order(mut answers: Answers, scene: &Scene) -> Answers {
    let seen = ask(scene);
    let same = |mirrored: &mut Option<Contact>, seen: Option<Contact>| {
        if let (Some(Contact::Edges(edges)), Some(Contact::Edges(before))) = (mirrored.as_mut(), seen)
            && edges.fit == caracole_plane::Fit::Aligned
        {
            edges.meeting = before.meeting.map(|(a, b)| (mirror_corner(a), mirror_corner(b)));
        }
    };
    same(&mut answers.contact, seen.contact);
    if let (Some((_, contact)), Some((_, before))) = (answers.hit.as_mut(), seen.hit) {
        same(contact, before);
    }
    answers
}

#[test]
fn swapping_the_bases_reverses_the_answers() {
    let mut random = Random::new(4);
    for _ in 0..200_000 {
        let scene = scene(&mut random);
        let (own, other) = (scene.own.rect(), scene.other.rect());
        assert_eq!(own.relation(&other), other.relation(&own), "{scene:?}");
        assert_eq!(own.distance(&other), other.distance(&own), "{scene:?}");
        let (here, there) = (own.contact(&other), other.contact(&own));
        let kind =
            |contact: Option<Contact>| contact.map(|c| (c.is_edge_contact(), c.their_corner().is_some()));
        assert_eq!(here.is_some(), there.is_some(), "{scene:?}");
        if let (Some(Contact::Edges(a)), Some(Contact::Edges(b))) = (here, there.map(Contact::reversed)) {
            assert_eq!((a.own, a.their, a.fit), (b.own, b.their, b.fit), "{scene:?}");
            // Measured along either edge.
            assert!((a.shared - b.shared).abs() <= Um::new(60), "{scene:?}");
        } else {
            assert_eq!(kind(here), kind(there.map(Contact::reversed)), "{scene:?}");
        }
    }
}

fn close(a: Um, b: Um, by: i64) -> bool {
    (a - b).abs() <= Um::new(by)
}

/// Whether some measure of the scene lies so near to where an answer changes that putting the corners
/// on the grid anew may change it.
fn on_the_brink(own: &BaseRect, other: &BaseRect) -> bool {
    Edge::ALL.iter().any(|&edge| {
        let (least, greatest) = own.reach_beyond(edge, other);
        [50, -50].iter().any(|&limit| close(least, Um::new(limit), 6) || close(greatest, Um::new(limit), 6))
    })
}

#[test]
fn any_turn_of_the_table_keeps_the_answers() {
    let mut random = Random::new(5);
    let mut compared = 0;
    for _ in 0..100_000 {
        let scene = scene(&mut random);
        let turned = scene.turned(random.point(300_000), Angle(random.next() as u32));
        let (before, after) = (ask(&scene), ask(&turned));
        let describe = || format!("{scene:?}\n{before:?}\n{after:?}");
        assert!(close(before.distance, after.distance, 5), "{}", describe());
        assert!(close(before.range, after.range, 5), "{}", describe());
        // Slanting edges multiply a micrometre along the line of the front.
        let (own, other) = (scene.own.rect(), scene.other.rect());
        if on_the_brink(&own, &other) {
            continue;
        }
        assert_eq!(before.sides, after.sides, "{}", describe());
        let near = |limit: i64| close(before.distance, Um::new(limit), 6);
        if before.relation != after.relation {
            let depth = Model::of(&scene.own).separation(&Model::of(&scene.other)).abs();
            assert!(near(50) || (depth - 0.05).abs() < 0.006, "{depth} {}", describe());
            continue;
        }
        compared += 1;
        // Where the move stops in the one scene it also comes to touch in the other.
        for (hit, place) in [(before.hit, &turned), (after.hit, &scene)] {
            let Some((extent, Some(_))) = hit else { continue };
            let stopped = place.motion.up_to(extent).base_after(&place.own).rect();
            assert!(stopped.distance(&place.other.rect()) <= Um::new(8), "{}", describe());
        }
    }
    assert!(compared > 80_000, "{compared}");
}

#[test]
fn sight_is_the_same_from_every_side_of_the_table() {
    let mut random = Random::new(6);
    let (mut seen, mut hidden) = (0, 0);
    for _ in 0..20_000 {
        let scene = scene(&mut random);
        let sees = |scene: &Scene| {
            let eyes = scene.own.rect().edge(Edge::Front);
            let bases = [scene.between.rect()];
            common_point_in_sight(eyes, &scene.other.rect(), &Screen { bases: &bases, areas: &[] }).is_some()
        };
        let before = sees(&scene);
        if before {
            seen += 1
        } else {
            hidden += 1
        }
        assert_eq!(before, sees(&scene.shifted(random.um(-500_000, 500_000), random.um(-500_000, 500_000))));
        assert_eq!(before, sees(&scene.turned(random.point(500_000), Angle::QUARTER)), "{scene:?}");
        assert_eq!(before, sees(&scene.mirrored()), "{scene:?}");
    }
    assert!(seen > 2_000 && hidden > 1_000, "{seen} {hidden}");
}
