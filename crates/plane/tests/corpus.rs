//! The results of a fixed corpus of a hundred thousand operations, pinned by their hash: the same on
//! every platform and after every change that is not meant to change an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use caracole_plane::{
    Angle, Base, Column, Contact, Edge, Extent, FireArc, Formation, Group, Hand, Motion, Path, Point,
    Polygon, Pose, Screen, Sense, Table, Um, WheelMeasure, closest_approach, common_point_in_sight,
    first_contact,
};
use sha2::{Digest, Sha256};
use support::Random;

/// Collects results as bytes.
struct Pin(Sha256);

impl Pin {
    fn number(&mut self, value: i64) {
        self.0.update(value.to_le_bytes());
    }

    fn length(&mut self, value: Um) {
        self.number(i64::from(value.get()));
    }

    fn point(&mut self, point: Point) {
        self.length(point.x);
        self.length(point.y);
    }

    fn base(&mut self, base: &Base) {
        self.point(base.front.at);
        self.number(i64::from(base.front.facing.0));
    }

    fn extent(&mut self, extent: Extent) {
        match extent {
            Extent::Distance(distance) => self.length(distance),
            Extent::Angle(angle) => self.number(i64::from(angle.0)),
        }
    }

    fn contact(&mut self, contact: Option<Contact>) {
        self.0.update(serde_json::to_vec(&contact).unwrap());
    }
}

fn motion(random: &mut Random, base: &Base) -> Motion {
    if random.next() & 1 == 0 {
        Motion::Slide { toward: random.angle(), distance: random.um(0, 300_000) }
    } else {
        let about = base.front.offset(random.um(-200_000, 200_000), Um::ZERO).at;
        let sense = if random.next() & 1 == 0 { Sense::Clockwise } else { Sense::Anticlockwise };
        Motion::Turn { about, sense, by: Angle(random.next() as u32 >> 2) }
    }
}

fn operation(kind: usize, random: &mut Random, pin: &mut Pin) {
    let (own, other) = (random.base(150_000), random.base(150_000));
    let (a, b) = (own.rect(), other.rect());
    match kind {
        0 => {
            pin.number(a.relation(&b) as i64);
            pin.length(a.distance(&b));
            a.corners().into_iter().for_each(|corner| pin.point(corner));
        }
        1 => {
            let edge = own.fronting(Edge::ALL[random.between(0, 3) as usize]);
            let mut beside = other;
            beside.front = edge.front.offset(random.um(-60_000, 60_000), random.um(-70, 70));
            beside.front.facing += Angle::HALF + Angle(random.between(-100_000, 100_000) as u32);
            pin.contact(a.contact(&beside.rect()));
        }
        2 => {
            let motion = motion(random, &own);
            if let Some(hit) = first_contact(&[a], &motion, &[b]) {
                pin.extent(hit.after);
                pin.contact(hit.contact);
            }
            pin.base(&motion.base_after(&own));
        }
        3 => {
            let motion = motion(random, &own);
            pin.length(closest_approach(&[a], &motion, &[b]).unwrap());
        }
        4 => {
            pin.length(a.frontage_covered(&b));
            pin.number(i64::from(a.has_in_arc(FireArc::Strip { margin: Um::from_mm(40) }, &b)));
            pin.number(i64::from(a.has_in_arc(FireArc::Wedge { outward: Angle::from_degrees(30) }, &b)));
            Edge::ALL.into_iter().for_each(|edge| pin.number(a.side_of_line(edge, &b) as i64));
        }
        5 => {
            let bases: Vec<_> = (0..4).map(|_| random.base(150_000).rect()).collect();
            let screen = Screen { bases: &bases, areas: &[] };
            match common_point_in_sight(a.edge(Edge::Front), &b, &screen) {
                Some(point) => pin.point(point),
                None => pin.number(-1),
            }
        }
        6 => {
            let corners = (0..6).map(|k| {
                let toward = Angle::from_degrees(60 * k);
                own.front.at.moved(toward, random.um(30_000, 90_000))
            });
            let area = Polygon::new(corners.collect()).unwrap();
            pin.number(i64::from(area.has_part_of(&b)) + 2 * i64::from(area.has_all_of(&b)));
            pin.length(area.distance(&b));
            pin.length(area.length_inside(random.point(200_000), random.point(200_000)));
            if let Some(entry) = area.first_entry(&[b], &motion(random, &other)) {
                pin.extent(entry.after);
            }
        }
        7 => {
            let formation = Formation::block(
                random.between(2, 16) as u8,
                random.between(1, 8) as u8,
                own.width,
                own.depth,
            );
            let group = Group::form_centred(own.front, &formation);
            let by = Angle(random.next() as u32 >> 3);
            let path = Path::from(&group)
                .wheel(Hand::Left, by, WheelMeasure::Straight)
                .advance(random.um(0, 100_000))
                .wheel(Hand::Right, by, WheelMeasure::AlongArc);
            pin.length(path.spent());
            path.end().bases().for_each(|base| pin.base(&base));
        }
        8 => {
            let formation = Formation::block(6, 3, own.width, own.depth);
            let group = Group::form_centred(own.front, &formation);
            for way in group.ways_to_conform(0, &other, Edge::ALL[random.between(0, 3) as usize]) {
                pin.length(way.travel);
                way.group.bases().for_each(|base| pin.base(&base));
            }
            let (stepped, steps) = group.step_forward(&[b], &[], Um::from_mm(50));
            pin.number(steps.len() as i64);
            stepped.bases().for_each(|base| pin.base(&base));
        }
        _ => {
            let column = Column::straight(own.front, &[(own.width, own.depth); 4]);
            let by = Angle(random.next() as u32 >> 3);
            let column = column.wheel(Hand::Right, by).advance(random.um(0, 100_000));
            column.bases.iter().for_each(|base| pin.base(&base.base));
            let table = Table::new(Um::from_mm(300), Um::from_mm(300));
            let at = Pose::new(Point::from_mm(150, 150), own.front.facing);
            let inside = Base::new(at, own.width, own.depth);
            if let Some(exit) = table.first_exit(&[inside.rect()], &motion(random, &inside)) {
                pin.extent(exit.after);
            }
        }
    }
}

#[test]
fn a_hundred_thousand_operations_give_the_pinned_results() {
    let mut random = Random::new(0x0C0_2905);
    let mut pin = Pin(Sha256::new());
    for index in 0..100_000 {
        operation(index % 10, &mut random, &mut pin);
    }
    let hash: String = pin.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "2a9d34c7f92d46b193bd26636e6fb19d9d77700caae2f9710e73b633b739e007");
}
