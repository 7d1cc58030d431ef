//! Measured things for pictures: nearest points, stretches of contact, lengths in words.

use caracole_plane::{BaseRect, Contact, Meeting, Point, Um, contacts, shortest_distance};

/// A point of a picture; what is measured for words is measured exactly.
#[derive(Clone, Copy)]
struct Pt {
    x: f64,
    y: f64,
}

impl Pt {
    fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }
}

/// The nearest point of a leg.
fn nearest_on_leg(a: Pt, b: Pt, p: Pt) -> Pt {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    if length <= 0.0 {
        return a;
    }
    let part = (((p.x - a.x) * dx + (p.y - a.y) * dy) / length).clamp(0.0, 1.0);
    Pt { x: a.x + dx * part, y: a.y + dy * part }
}

fn to_pt(p: Point) -> Pt {
    Pt { x: f64::from(p.x.get()), y: f64::from(p.y.get()) }
}

fn to_point(p: Pt) -> Point {
    Point::new(Um::new(p.x.round() as i64), Um::new(p.y.round() as i64))
}

/// The nearest points of two bodies of bases, and their distance as the geometry crate measures it.
pub(crate) fn nearest(ours: &[BaseRect], theirs: &[BaseRect]) -> Option<(Point, Point, Um)> {
    let exact = shortest_distance(ours, theirs)?;
    let mut best: Option<(f64, Pt, Pt)> = None;
    for a in ours {
        for b in theirs {
            for (p, q) in corner_pairs(a, b).chain(corner_pairs(b, a).map(|(p, q)| (q, p))) {
                let d = p.distance(q);
                if best.is_none_or(|(least, _, _)| d < least) {
                    best = Some((d, p, q));
                }
            }
        }
    }
    best.map(|(_, p, q)| (to_point(p), to_point(q), exact))
}

/// Each corner of `a` with the nearest point on each edge of `b`.
fn corner_pairs<'a>(a: &'a BaseRect, b: &'a BaseRect) -> impl Iterator<Item = (Pt, Pt)> + 'a {
    let corners = b.corners().map(to_pt);
    a.corners().map(to_pt).into_iter().flat_map(move |p| {
        let edges = corners.into_iter().zip(corners.into_iter().cycle().skip(1)).take(4);
        edges.map(move |(q, r)| (p, nearest_on_leg(q, r, p)))
    })
}

/// Where bases of two bodies touch: for each pair the stretch between the outermost corners that meet the other.
pub(crate) fn contact_stretches(ours: &[BaseRect], theirs: &[BaseRect]) -> Vec<[Point; 2]> {
    let stretch = |a: &BaseRect, b: &BaseRect| {
        let own = a.corners().into_iter().filter(|&c| b.holds(c));
        let their = b.corners().into_iter().filter(|&c| a.holds(c));
        let mut on_both: Vec<Point> = own.chain(their).collect();
        on_both.sort_unstable();
        Some([*on_both.first()?, *on_both.last()?])
    };
    let pair = |own: usize, their: usize| stretch(ours.get(own)?, theirs.get(their)?);
    let meetings: Vec<Meeting> = contacts(ours, theirs).collect();
    // Neighbours of bases in edge contact touch at corners too: those are shown only where there is nothing else.
    let edges = meetings.iter().any(|m| matches!(m.contact, Contact::Edges(_)));
    let shown = meetings.iter().filter(|m| !edges || matches!(m.contact, Contact::Edges(_)));
    shown.filter_map(|m| pair(m.own, m.their)).collect()
}

/// A length in movement units or base widths to the hundredth, as players say it.
pub(crate) fn in_words(length: Um, (unit, name): (Um, &str)) -> String {
    let per = i64::from(unit.get()).max(1);
    let hundredths = (i64::from(length.get()) * 200 + per).div_euclid(2 * per);
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match (rest, rest % 10) {
        (0, _) => format!("{whole} {name}"),
        (_, 0) => format!("{whole}.{} {name}", rest / 10),
        _ => format!("{whole}.{rest:02} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_plane::{Angle, Base, Pose};

    fn rect(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn nearest_points_lie_on_the_facing_edges() {
        // Fronts 75 mm apart, one base directly ahead of the other.
        let (from, to, exact) = nearest(&[rect(100, 100, 0)], &[rect(100, 175, 180)]).unwrap();
        assert_eq!((from.y, to.y, exact), (Um::from_mm(100), Um::from_mm(175), Um::from_mm(75)));
        assert_eq!(from.x, to.x);
        assert_eq!(in_words(exact, (Um::from_mm(25), "MU")), "3 MU");
    }

    #[test]
    fn contact_is_the_shared_part_of_the_edges() {
        let stretches = contact_stretches(&[rect(100, 100, 0)], &[rect(115, 100, 180)]);
        assert_eq!(stretches, [[Point::from_mm(95, 100), Point::from_mm(120, 100)]]);
    }

    #[test]
    fn lengths_are_rounded_to_hundredths() {
        let mu = (Um::from_mm(25), "MU");
        assert_eq!(in_words(Um::from_mm(40), mu), "1.6 MU");
        assert_eq!(in_words(Um::new(31_370), mu), "1.25 MU");
        assert_eq!(in_words(Um::ZERO, mu), "0 MU");
        assert_eq!(in_words(Um::from_mm(50), (Um::from_mm(40), "BW")), "1.25 BW");
    }
}
