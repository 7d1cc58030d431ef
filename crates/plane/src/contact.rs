//! Contact between bases: which edges or corners meet, and how well.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rect::{FINE, FINE_TOLERANCE, Fine};
use crate::{BaseRect, Corner, Edge, Relation, Um};

/// How two bases touch, seen from the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// Edges touch along some length.
    Edges(EdgeContact),
    /// Two corners meet and nothing else does.
    Corners {
        /// The corner of the first base.
        own: Corner,
        /// The corner of the other base.
        their: Corner,
    },
    /// A corner of the first base stands against an edge of the other.
    CornerOnEdge {
        /// The corner of the first base.
        own: Corner,
        /// The edge of the other base.
        their: Edge,
    },
    /// A corner of the other base stands against an edge of the first.
    EdgeOnCorner {
        /// The edge of the first base.
        own: Edge,
        /// The corner of the other base.
        their: Corner,
    },
}

/// Contact of two edges along some length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct EdgeContact {
    /// The edge of the first base.
    pub own: Edge,
    /// The edge of the other base.
    pub their: Edge,
    /// The length along which they touch.
    pub shared: Um,
    /// How the ends lie to each other.
    pub fit: Fit,
    /// The corners that meet: the own and the other's, at most one pair if the fit is not aligned.
    pub meeting: Option<(Corner, Corner)>,
}

/// How much of two touching edges is in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// Edge to edge and corner to corner: both edges are covered whole.
    Aligned,
    /// The own edge is covered whole by a longer one.
    OwnCovered,
    /// The other edge is covered whole by the own, longer one.
    TheirCovered,
    /// Each edge reaches past the other.
    Partial,
}

impl Contact {
    /// The same contact seen from the other base.
    pub fn reversed(self) -> Contact {
        match self {
            Contact::Edges(edges) => Contact::Edges(EdgeContact {
                own: edges.their,
                their: edges.own,
                shared: edges.shared,
                fit: match edges.fit {
                    Fit::OwnCovered => Fit::TheirCovered,
                    Fit::TheirCovered => Fit::OwnCovered,
                    same => same,
                },
                meeting: edges.meeting.map(|(own, their)| (their, own)),
            }),
            Contact::Corners { own, their } => Contact::Corners { own: their, their: own },
            Contact::CornerOnEdge { own, their } => Contact::EdgeOnCorner { own: their, their: own },
            Contact::EdgeOnCorner { own, their } => Contact::CornerOnEdge { own: their, their: own },
        }
    }

    /// Whether some length of the two bases' edges touches, not merely a corner.
    pub const fn is_edge_contact(self) -> bool {
        matches!(self, Contact::Edges(_))
    }

    /// Whether the own front edge touches (along a length or at a corner of the other inside it), or
    /// a front corner alone stands against an edge of the other: what makes a charge contact.
    pub const fn is_by_own_front(self) -> bool {
        match self {
            Contact::Edges(edges) => matches!(edges.own, Edge::Front),
            Contact::EdgeOnCorner { own, .. } => matches!(own, Edge::Front),
            Contact::CornerOnEdge { own, .. } => own.is_front(),
            Contact::Corners { .. } => false,
        }
    }

    /// The edge of the other base that is touched, `None` if only a corner of it is.
    pub const fn their_edge(self) -> Option<Edge> {
        match self {
            Contact::Edges(edges) => Some(edges.their),
            Contact::CornerOnEdge { their, .. } => Some(their),
            Contact::Corners { .. } | Contact::EdgeOnCorner { .. } => None,
        }
    }

    /// The corner of the other base that is touched, `None` if an edge of it is.
    pub const fn their_corner(self) -> Option<Corner> {
        match self {
            Contact::Corners { their, .. } | Contact::EdgeOnCorner { their, .. } => Some(their),
            Contact::Edges(_) | Contact::CornerOnEdge { .. } => None,
        }
    }

    /// The edges in contact, if edges are.
    pub const fn edges(self) -> Option<EdgeContact> {
        match self {
            Contact::Edges(edges) => Some(edges),
            _ => None,
        }
    }
}

impl BaseRect {
    /// How this base touches another, `None` if they are apart or overlap.
    pub fn contact(&self, other: &BaseRect) -> Option<Contact> {
        if self.relation(other) != Relation::Touching {
            return None;
        }
        let own = self.own_corners();
        let their = self.local_corners(other);
        self.edge_contact(&own, &their)
            .map(Contact::Edges)
            .or_else(|| corner_to_corner(&own, &their))
            .or_else(|| self.corner_to_edge(other, &their))
    }

    /// Whether the two touch along some length of an edge.
    pub fn in_edge_contact(&self, other: &BaseRect) -> bool {
        self.contact(other).is_some_and(Contact::is_edge_contact)
    }

    /// Whether the front edges of the two touch along some length.
    pub fn front_to_front(&self, other: &BaseRect) -> bool {
        matches!(
            self.contact(other),
            Some(Contact::Edges(EdgeContact { own: Edge::Front, their: Edge::Front, .. }))
        )
    }

    /// Whether the two face the same way, edges parallel within the tolerance over their length.
    pub fn faces_as(&self, other: &BaseRect) -> bool {
        let turn = self.relative(other);
        let longest = self.width().max(self.depth()).max(other.width()).max(other.depth()).wide();
        turn.cosine > 0 && turn.sine.abs() * longest <= crate::CONTACT_TOLERANCE.wide() << 30
    }

    /// Whether the two face the same way with side edges touching and front corners meeting.
    pub fn side_by_side(&self, other: &BaseRect) -> bool {
        self.faces_as(other)
            && matches!(self.contact(other), Some(Contact::Edges(edges))
                if edges.own.is_flank() && edges.their.is_flank() && edges.own != edges.their
                    && self.corner_meets(other, edges.own.front_corner(), edges.their.front_corner()))
    }

    /// Whether a corner of this base meets a corner of another within the contact tolerance.
    pub fn corner_meets(&self, other: &BaseRect, own: Option<Corner>, their: Option<Corner>) -> bool {
        let (Some(own), Some(their)) = (own, their) else { return false };
        let gap = self.local_corners(other)[their.index()].minus(self.own_corners()[own.index()]);
        gap.square() <= FINE_TOLERANCE * FINE_TOLERANCE
    }

    /// The corners in the own frame, clockwise from front left.
    pub(crate) const fn own_corners(&self) -> [Fine; 4] {
        let half = self.half_extent();
        [
            Fine { x: -half.x, y: half.y },
            Fine { x: half.x, y: half.y },
            Fine { x: half.x, y: -half.y },
            Fine { x: -half.x, y: -half.y },
        ]
    }

    fn edge_contact(&self, own: &[Fine; 4], their: &[Fine; 4]) -> Option<EdgeContact> {
        let mut best: Option<EdgeContact> = None;
        for own_edge in Edge::ALL {
            for their_edge in Edge::ALL {
                let found = edges_in_contact(own_edge, own, their_edge, their);
                if let Some(found) = found
                    && best.is_none_or(|b| b.shared < found.shared)
                {
                    best = Some(found);
                }
            }
        }
        best
    }

    fn corner_to_edge(&self, other: &BaseRect, their: &[Fine; 4]) -> Option<Contact> {
        let nearest = |rect: &BaseRect, corners: [Fine; 4]| {
            Corner::ALL
                .into_iter()
                .zip(corners)
                .map(|(c, p)| (rect.depth_inside(p), c, p))
                .max_by_key(|f| f.0)
        };
        let (their_depth, their_corner, at) = nearest(self, *their)?;
        let (own_depth, own_corner, own_at) = nearest(other, other.local_corners(self))?;
        Some(if own_depth >= their_depth {
            Contact::CornerOnEdge { own: own_corner, their: other.nearest_edge(own_at) }
        } else {
            Contact::EdgeOnCorner { own: self.nearest_edge(at), their: their_corner }
        })
    }

    /// How deep a point lies inside the rectangle; negative outside.
    const fn depth_inside(&self, point: Fine) -> i64 {
        let half = self.half_extent();
        let (x, y) = (half.x - point.x.abs(), half.y - point.y.abs());
        if x < y { x } else { y }
    }

    /// The edge nearest to a point.
    const fn nearest_edge(&self, point: Fine) -> Edge {
        let half = self.half_extent();
        let (x, y) = (half.x - point.x.abs(), half.y - point.y.abs());
        match (y <= x, point.y >= 0, point.x >= 0) {
            (true, true, _) => Edge::Front,
            (true, false, _) => Edge::Rear,
            (false, _, true) => Edge::Right,
            (false, _, false) => Edge::Left,
        }
    }
}

impl Edge {
    /// The front corner at the end of a flank edge or the front edge's right; `None` for the rear.
    const fn front_corner(self) -> Option<Corner> {
        match self {
            Edge::Left => Some(Corner::FrontLeft),
            Edge::Right | Edge::Front => Some(Corner::FrontRight),
            Edge::Rear => None,
        }
    }
}

/// The frame of an edge: x along the edge clockwise round the base, y outwards.
const fn along_edge(edge: Edge, point: Fine) -> Fine {
    match edge {
        Edge::Front => point,
        Edge::Right => Fine { x: -point.y, y: point.x },
        Edge::Rear => Fine { x: -point.x, y: -point.y },
        Edge::Left => Fine { x: point.y, y: -point.x },
    }
}

fn edges_in_contact(
    own_edge: Edge,
    own: &[Fine; 4],
    their_edge: Edge,
    their: &[Fine; 4],
) -> Option<EdgeContact> {
    let ends = |edge: Edge, corners: &[Fine; 4]| {
        edge.corners().map(|corner| along_edge(own_edge, corners[corner.index()]))
    };
    let [own_start, own_end] = ends(own_edge, own);
    // Edges that face each other run in opposite senses round their bases.
    let [their_end, their_start] = ends(their_edge, their);
    let run = their_end.x - their_start.x;
    let (start, end) = (own_start.x.max(their_start.x), own_end.x.min(their_end.x));
    if run <= 0 || end - start <= FINE_TOLERANCE {
        return None;
    }
    let rise = their_end.y - their_start.y;
    // Compared without dividing, so that seen from the other end it is the same.
    let off = |x: i64| ((their_start.y - own_start.y) * run + rise * (x - their_start.x)).abs();
    if off(start).max(off(end)) > FINE_TOLERANCE * run {
        return None;
    }
    let close = |a: i64, b: i64| (a - b).abs() <= FINE_TOLERANCE;
    let start_meets = close(own_start.x, their_start.x);
    let end_meets = close(own_end.x, their_end.x);
    let own_within = |at: i64, bound: i64| at >= bound - FINE_TOLERANCE;
    let fit = if start_meets && end_meets {
        Fit::Aligned
    } else if own_within(own_start.x, their_start.x) && own_within(their_end.x, own_end.x) {
        Fit::OwnCovered
    } else if own_within(their_start.x, own_start.x) && own_within(own_end.x, their_end.x) {
        Fit::TheirCovered
    } else {
        Fit::Partial
    };
    let [own_first, own_last] = own_edge.corners();
    let [their_last, their_first] = their_edge.corners();
    let meeting = if start_meets {
        Some((own_first, their_first))
    } else if end_meets {
        Some((own_last, their_last))
    } else {
        None
    };
    let shared = Um::new((end - start + FINE / 2) / FINE);
    Some(EdgeContact { own: own_edge, their: their_edge, shared, fit, meeting })
}

fn corner_to_corner(own: &[Fine; 4], their: &[Fine; 4]) -> Option<Contact> {
    let mut best: Option<(i64, Contact)> = None;
    for (own_corner, a) in Corner::ALL.into_iter().zip(own) {
        for (their_corner, b) in Corner::ALL.into_iter().zip(their) {
            let square = b.minus(*a).square();
            // Off by the tolerance both along and across is still corner to corner.
            if square <= 2 * FINE_TOLERANCE * FINE_TOLERANCE && best.is_none_or(|(least, _)| square < least) {
                best = Some((square, Contact::Corners { own: own_corner, their: their_corner }));
            }
        }
    }
    best.map(|(_, contact)| contact)
}

/// A contact between a base of one group and a base of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Meeting {
    /// Index of the own base.
    pub own: usize,
    /// Index of the other base.
    pub their: usize,
    /// How they touch, seen from the own base.
    pub contact: Contact,
}

/// Every contact between two groups of bases, in the order of the own bases, then of the others.
pub fn contacts<'a>(ours: &'a [BaseRect], theirs: &'a [BaseRect]) -> impl Iterator<Item = Meeting> + 'a {
    ours.iter().enumerate().flat_map(move |(own, rect)| {
        theirs.iter().enumerate().filter_map(move |(their, other)| {
            rect.contact(other).map(|contact| Meeting { own, their, contact })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Point, Pose};

    fn rect(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(width), Um::from_mm(depth)).rect()
    }

    fn edges(
        own: Edge,
        their: Edge,
        mm: i32,
        fit: Fit,
        meeting: Option<(Corner, Corner)>,
    ) -> Option<Contact> {
        Some(Contact::Edges(EdgeContact { own, their, shared: Um::from_mm(mm), fit, meeting }))
    }

    #[test]
    fn fronts_in_full_contact_are_aligned() {
        let (own, their) = (rect(0, 0, 0, 40, 20), rect(0, 0, 180, 40, 30));
        let meeting = Some((Corner::FrontLeft, Corner::FrontRight));
        assert_eq!(own.contact(&their), edges(Edge::Front, Edge::Front, 40, Fit::Aligned, meeting));
        assert!(own.front_to_front(&their));
    }

    #[test]
    fn offset_fronts_are_in_partial_contact() {
        let (own, their) = (rect(0, 0, 0, 40, 20), rect(15, 0, 180, 40, 30));
        assert_eq!(own.contact(&their), edges(Edge::Front, Edge::Front, 25, Fit::Partial, None));
    }

    #[test]
    fn a_front_on_a_shallow_flank_covers_it() {
        // Charger facing right against the left flank of a base 20 mm deep; front corners meet.
        let (own, their) = (rect(-20, -20, 90, 40, 20), rect(0, 0, 0, 40, 20));
        let meeting = Some((Corner::FrontLeft, Corner::FrontLeft));
        assert_eq!(own.contact(&their), edges(Edge::Front, Edge::Left, 20, Fit::TheirCovered, meeting));
        let back = Some((Corner::FrontLeft, Corner::FrontLeft));
        assert_eq!(their.contact(&own), edges(Edge::Left, Edge::Front, 20, Fit::OwnCovered, back));
    }

    #[test]
    fn side_by_side_needs_front_corners_to_meet() {
        let own = rect(0, 0, 0, 40, 20);
        assert!(own.side_by_side(&rect(40, 0, 0, 40, 30)));
        assert!(own.side_by_side(&rect(-40, 0, 0, 40, 15)));
        assert!(!own.side_by_side(&rect(40, 5, 0, 40, 20)));
        assert!(!own.side_by_side(&rect(40, -20, 180, 40, 20)));
    }

    #[test]
    fn corners_only() {
        let own = rect(0, 0, 0, 40, 20);
        let met = Contact::Corners { own: Corner::FrontRight, their: Corner::FrontRight };
        assert_eq!(own.contact(&rect(40, 0, 180, 40, 20)), Some(met));
        assert!(!met.is_by_own_front());
    }

    #[test]
    fn a_turned_corner_on_an_edge() {
        // A base turned by 45 degrees whose front right corner stands in the middle of our front.
        let their = Base::with_corner(
            Corner::FrontRight,
            Point::ORIGIN,
            Angle::from_degrees(135),
            Um::from_mm(40),
            Um::from_mm(20),
        );
        let own = rect(0, 0, 0, 40, 20);
        assert_eq!(
            own.contact(&their.rect()),
            Some(Contact::EdgeOnCorner { own: Edge::Front, their: Corner::FrontRight })
        );
        let seen_back = their.rect().contact(&own).unwrap();
        assert_eq!(seen_back, Contact::CornerOnEdge { own: Corner::FrontRight, their: Edge::Front });
        assert!(seen_back.is_by_own_front());
        assert_eq!(seen_back.their_edge(), Some(Edge::Front));
    }

    #[test]
    fn apart_and_overlapping_are_no_contact() {
        let own = rect(0, 0, 0, 40, 20);
        assert_eq!(own.contact(&rect(0, 1, 180, 40, 20)), None);
        assert_eq!(own.contact(&rect(0, -1, 180, 40, 20)), None);
    }

    #[test]
    fn edges_placed_together_touch_at_every_tenth_of_a_degree() {
        for tenth in 0..3_600 {
            let facing = Angle::from_millidegrees(tenth * 100);
            let at = Point::new(Um::new(523_417), Um::new(311_909));
            let own = Base::new(Pose::new(at, facing), Um::from_mm(40), Um::from_mm(30));
            let beside = Base::new(own.front.offset(Um::from_mm(40), Um::ZERO), own.width, own.depth);
            let behind = Base::new(own.front.offset(Um::ZERO, -Um::from_mm(30)), own.width, own.depth);
            let facing_us = Base::new(Pose::new(at, facing + Angle::HALF), own.width, Um::from_mm(15));
            let cornered =
                Base::new(own.front.offset(Um::from_mm(40), -Um::from_mm(30)), own.width, own.depth);
            let own = own.rect();
            let aligned = |other: Base, own_edge, their_edge| {
                matches!(own.contact(&other.rect()), Some(Contact::Edges(e))
                    if e.own == own_edge && e.their == their_edge && e.fit == Fit::Aligned)
            };
            assert!(aligned(beside, Edge::Right, Edge::Left), "{facing}");
            assert!(aligned(behind, Edge::Rear, Edge::Front), "{facing}");
            assert!(aligned(facing_us, Edge::Front, Edge::Front), "{facing}");
            assert!(own.side_by_side(&beside.rect()), "{facing}");
            assert_eq!(
                own.contact(&cornered.rect()),
                Some(Contact::Corners { own: Corner::RearRight, their: Corner::FrontLeft })
            );
        }
    }
}
