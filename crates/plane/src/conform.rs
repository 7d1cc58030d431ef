//! Conforming: lining bases up edge to edge and corner to corner with as little movement as possible.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Angle, Base, Corner, Edge, Group, Hand, Sense, Um};

/// A way for a group to line up with an enemy edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conforming {
    /// The group lined up.
    pub group: Group,
    /// Which way and how much it turns.
    pub turn: (Sense, Angle),
    /// The greatest distance, in a straight line, that a front corner of the group moves.
    pub travel: Um,
    /// The front corner of the conforming base that meets a corner of the enemy edge.
    pub own: Corner,
    /// The corner of the enemy that it meets.
    pub their: Corner,
}

impl Group {
    /// The ways in which a base of the group can line up with an enemy edge, the one that moves the
    /// group least first.
    ///
    /// The front edge of the base comes to lie on the line of the enemy edge, facing it, and one of
    /// its front corners meets an end of that edge: full edge to edge contact if the base then covers
    /// the edge, an overlap position if it comes to stand beside it. On a flank only the front corner
    /// of the enemy is met.
    pub fn ways_to_conform(&self, base: usize, enemy: &Base, edge: Edge) -> Vec<Conforming> {
        let Some(place) = self.places.get(base) else { return Vec::new() };
        let facing = enemy.facing() + edge.outward() + Angle::HALF;
        let mut ways: Vec<Conforming> = Vec::new();
        for their in meeting_corners(edge) {
            for hand in Hand::BOTH {
                let own = Corner::front(hand);
                let set = Base::with_corner(own, enemy.corner(their), facing, place.width, place.depth);
                let group = self.with_base_at(base, &set);
                if ways.iter().any(|way| way.group == group) {
                    continue;
                }
                let travel = Hand::BOTH.map(|h| self.front_corner(h).distance(group.front_corner(h)));
                let turn = self.facing().shortest_turn(group.facing());
                ways.push(Conforming { group, turn, travel: travel[0].max(travel[1]), own, their });
            }
        }
        ways.sort_by_key(|way| way.travel);
        ways
    }

    /// The group moved as a whole so that one of its bases stands as given.
    pub fn with_base_at(&self, index: usize, base: &Base) -> Group {
        let Some(place) = self.places.get(index) else { return self.clone() };
        let facing = base.facing() - place.turn;
        let front = crate::Pose::new(base.front.at, facing);
        self.placed(front.offset(-place.right, -place.forward))
    }
}

fn meeting_corners(edge: Edge) -> impl Iterator<Item = Corner> {
    let flank = edge.is_flank();
    edge.corners().into_iter().filter(move |corner| !flank || corner.is_front())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contact, Fit, Formation, Point, Pose};

    fn base(x: i32, y: i32, degrees: i32) -> Base {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20))
    }

    fn group(x: i32, y: i32, millidegrees: i64) -> Group {
        let formation = Formation::block(6, 3, Um::from_mm(40), Um::from_mm(20));
        Group::form_centred(
            Pose::new(Point::from_mm(x, y), Angle::from_millidegrees(millidegrees)),
            &formation,
        )
    }

    #[test]
    fn an_offset_contact_slides_to_the_nearer_alignment() {
        let enemy = base(0, 0, 180);
        // The middle file of three (bases 2 and 3) stands 12 mm to the right: slide back by 12.
        let ways = group(12, 0, 0).ways_to_conform(2, &enemy, Edge::Front);
        assert_eq!(ways.len(), 3);
        assert_eq!(ways[0].travel, Um::from_mm(12));
        let fronts = ways[0].group.rects()[2].contact(&enemy.rect());
        assert!(matches!(fronts, Some(Contact::Edges(e)) if e.fit == Fit::Aligned && e.own == Edge::Front));
        // 28 mm the other way brings it beside the enemy, into overlap.
        assert_eq!(ways[1].travel, Um::from_mm(28));
        assert!(matches!(ways[1].group.rects()[2].contact(&enemy.rect()), Some(Contact::Corners { .. })));
    }

    #[test]
    fn a_crooked_contact_pivots_parallel() {
        let enemy = base(100, 300, 195);
        let way = group(100, 300, 3_000).ways_to_conform(2, &enemy, Edge::Front).remove(0);
        assert_eq!(way.group.facing(), enemy.facing() + Angle::HALF);
        assert_eq!((way.turn.0, way.turn.1.millidegrees()), (Sense::Clockwise, 12_000));
        assert!(way.group.rects()[2].front_to_front(&enemy.rect()));
        assert!(way.group.holds_together());
    }

    #[test]
    fn on_a_flank_front_corners_meet() {
        // An enemy facing up, hit on its right flank by a group facing left.
        let enemy = base(0, 0, 0);
        let hit = group(20, -25, 270_000);
        let way = hit.ways_to_conform(2, &enemy, Edge::Right).remove(0);
        assert_eq!(way.group.facing(), Angle::THREE_QUARTERS);
        assert_eq!(way.their, Corner::FrontRight);
        let contact = way.group.rects()[2].contact(&enemy.rect());
        assert!(
            matches!(contact, Some(Contact::Edges(e)) if e.own == Edge::Front && e.their == Edge::Right
                && e.meeting == Some((Corner::FrontRight, Corner::FrontRight))),
            "{contact:?}"
        );
        // The middle of the front was at y = -25; the base came to cover the flank from its front back.
        assert_eq!(way.travel, Um::from_mm(5));
    }

    #[test]
    fn a_base_outside_the_group_has_no_way() {
        assert_eq!(group(0, 0, 0).ways_to_conform(99, &base(0, 0, 180), Edge::Front), vec![]);
    }
}
