//! Whole moves: several legs one after the other, with what they cost and what they meet.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Angle, BaseRect, Entry, Exit, Group, Hand, Hit, Motion, Polygon, Table, Um, angle_of_arc, angle_of_chord,
    any_overlap, arc_length, chord, closest_approach, comes_within, first_contact,
};

/// How the distance of a wheel is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WheelMeasure {
    /// The straight line between start and end of the moving front corner.
    Straight,
    /// The way of the moving front corner along its arc.
    AlongArc,
}

impl WheelMeasure {
    /// The distance that a wheel of a frontage costs.
    pub fn distance(self, frontage: Um, by: Angle) -> Um {
        match self {
            WheelMeasure::Straight => chord(frontage, by),
            WheelMeasure::AlongArc => arc_length(frontage, by),
        }
    }

    /// The greatest wheel of a frontage that a distance allows, at most half a turn.
    pub fn angle(self, frontage: Um, distance: Um) -> Angle {
        match self {
            WheelMeasure::Straight => angle_of_chord(frontage, distance),
            WheelMeasure::AlongArc => angle_of_arc(frontage, distance),
        }
    }
}

/// A move of a group made up leg by leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The group before each leg, and the leg.
    legs: Vec<(Group, Motion)>,
    /// The group now.
    end: Group,
    spent: Um,
    wheeled: Angle,
}

/// Something met on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct OnLeg<T> {
    /// Index of the leg.
    pub leg: usize,
    /// What is met on it.
    pub met: T,
}

impl Path {
    /// No move yet.
    pub fn from(group: &Group) -> Path {
        Path { legs: Vec::new(), end: group.clone(), spent: Um::ZERO, wheeled: Angle::ZERO }
    }

    /// Adds any leg; it costs nothing.
    pub fn leg(mut self, motion: Motion) -> Path {
        let moved = self.end.moved(&motion);
        let before = core::mem::replace(&mut self.end, moved);
        self.legs.push((before, motion));
        self
    }

    /// Adds a straight advance.
    pub fn advance(self, distance: Um) -> Path {
        let motion = self.end.advance(distance.or_zero());
        let mut path = self.leg(motion);
        path.spent += distance.or_zero();
        path
    }

    /// Adds a wheel about the front corner on a hand.
    pub fn wheel(self, hand: Hand, by: Angle, measure: WheelMeasure) -> Path {
        let cost = measure.distance(self.end.frontage, by);
        let motion = self.end.wheel(hand, by);
        let mut path = self.leg(motion);
        path.spent += cost;
        path.wheeled = Angle(path.wheeled.0.saturating_add(by.0));
        path
    }

    /// Adds the wheel that brings the group to face a direction, by the shorter way.
    pub fn wheel_to_face(self, direction: Angle, measure: WheelMeasure) -> Path {
        let (sense, by) = self.end.facing().shortest_turn(direction);
        if by == Angle::ZERO { self } else { self.wheel(sense.hand(), by, measure) }
    }

    /// Adds a sideways shift; it costs nothing.
    pub fn shift(self, hand: Hand, distance: Um) -> Path {
        let motion = self.end.shift(hand, distance.or_zero());
        self.leg(motion)
    }

    /// The group before each leg, and the leg.
    pub fn legs(&self) -> impl Iterator<Item = (&Group, &Motion)> {
        self.legs.iter().map(|(group, motion)| (group, motion))
    }

    /// The group at the end.
    pub const fn end(&self) -> &Group {
        &self.end
    }

    /// The distance spent on advances and wheels.
    pub const fn spent(&self) -> Um {
        self.spent
    }

    /// The sum of all wheels.
    pub const fn wheeled(&self) -> Angle {
        self.wheeled
    }

    /// The first contact with any of the obstacles.
    pub fn first_contact(&self, obstacles: &[BaseRect]) -> Option<OnLeg<Hit>> {
        self.first(|group, motion| first_contact(&group.rects(), motion, obstacles))
    }

    /// The first entry into an area.
    pub fn first_entry(&self, area: &Polygon) -> Option<OnLeg<Entry>> {
        self.first(|group, motion| area.first_entry(&group.rects(), motion))
    }

    /// The first crossing of a table edge.
    pub fn first_exit(&self, table: &Table) -> Option<OnLeg<Exit>> {
        self.first(|group, motion| table.first_exit(&group.rects(), motion))
    }

    /// The shortest distance from any of the others at any moment of the move.
    pub fn closest_approach(&self, others: &[BaseRect]) -> Option<Um> {
        let standing = crate::shortest_distance(&self.end.rects(), others);
        let moving =
            self.legs.iter().filter_map(|(group, motion)| closest_approach(&group.rects(), motion, others));
        moving.chain(standing).min()
    }

    /// Whether the closest approach to any of the others is no more than a distance.
    pub fn comes_within(&self, others: &[BaseRect], limit: Um) -> bool {
        crate::shortest_distance(&self.end.rects(), others).is_some_and(|least| least <= limit)
            || self.legs.iter().any(|(group, motion)| comes_within(&group.rects(), motion, others, limit))
    }

    /// Whether the move passes over any part of a zone, at its start or end too.
    pub fn crosses_zone(&self, zone: &BaseRect) -> bool {
        self.end.rects().iter().any(|own| own.overlaps(zone))
            || self.first_contact(core::slice::from_ref(zone)).is_some()
    }

    /// The path cut short: whole legs before the one given, and that one as far as an extent.
    pub fn cut(&self, leg: usize, extent: crate::Extent, measure: WheelMeasure) -> Path {
        let Some((start, _)) = self.legs.first() else { return self.clone() };
        let mut path = Path::from(start);
        for (index, (group, motion)) in self.legs.iter().enumerate().take(leg + 1) {
            let motion = if index == leg { motion.up_to(extent) } else { *motion };
            let ahead = matches!(motion, Motion::Slide { toward, .. } if toward == group.facing());
            path = path.leg(motion);
            match motion {
                Motion::Slide { distance, .. } if ahead => path.spent += distance.or_zero(),
                Motion::Slide { .. } => {}
                Motion::Turn { by, .. } => {
                    path.spent += measure.distance(group.frontage, by);
                    path.wheeled = Angle(path.wheeled.0.saturating_add(by.0));
                }
            }
        }
        path
    }

    /// The same, drawn back by hairs while it ends upon any of these: what is just within the tolerance on the way may be
    /// just without when places are rounded. Where that does not help it is cut as asked.
    #[must_use]
    pub fn cut_clear(
        &self,
        leg: usize,
        extent: crate::Extent,
        measure: WheelMeasure,
        others: &[BaseRect],
    ) -> Path {
        let asked = self.cut(leg, extent, measure);
        let mut path = asked.clone();
        for hairs in 1..=HAIRS {
            if !any_overlap(&path.end().rects(), others) {
                return path;
            }
            path = self.cut(leg, extent.less(hairs), measure);
        }
        if any_overlap(&path.end().rects(), others) { asked } else { path }
    }

    fn first<T>(&self, meet: impl Fn(&Group, &Motion) -> Option<T>) -> Option<OnLeg<T>> {
        self.legs
            .iter()
            .enumerate()
            .find_map(|(leg, (group, motion))| meet(group, motion).map(|met| OnLeg { leg, met }))
    }
}

/// The most hairs by which a path is drawn back.
const HAIRS: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Extent, Formation, Point, Pose};

    fn group() -> Group {
        let formation = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(20));
        Group::form_centred(Pose::new(Point::from_mm(500, 500), Angle::ZERO), &formation)
    }

    #[test]
    fn a_wheel_keeps_its_corner_and_costs_its_chord() {
        let path = Path::from(&group()).wheel(Hand::Right, Angle::from_degrees(60), WheelMeasure::Straight);
        // 160 mm of front, 60 degrees: the chord equals the radius.
        assert_eq!(path.spent(), Um::from_mm(160));
        let corner = path.end().front_corner(Hand::Right);
        assert!(corner.distance(group().front_corner(Hand::Right)) <= Um::new(1));
        let along = WheelMeasure::AlongArc.distance(Um::from_mm(160), Angle::from_degrees(60));
        assert_eq!(along, Um::new(167_552));
    }

    #[test]
    fn two_wheels_that_undo_each_other_end_facing_as_before() {
        let by = Angle::from_degrees(30);
        let path = Path::from(&group())
            .wheel(Hand::Right, by, WheelMeasure::Straight)
            .advance(Um::from_mm(25))
            .wheel(Hand::Left, by, WheelMeasure::Straight);
        assert_eq!(path.end().facing(), Angle::ZERO);
        assert_eq!(path.wheeled().millidegrees(), 60_000);
        // 2 * 160 * sin 15 = 82.822 mm for each wheel.
        assert_eq!(path.spent(), Um::new(2 * 82_822 + 25_000));
    }

    #[test]
    fn a_path_reports_the_leg_of_its_first_contact() {
        let enemy =
            Base::new(Pose::new(Point::from_mm(500, 600), Angle::HALF), Um::from_mm(40), Um::from_mm(20));
        let path = Path::from(&group()).advance(Um::from_mm(50)).advance(Um::from_mm(100));
        let met = path.first_contact(&[enemy.rect()]).unwrap();
        assert_eq!((met.leg, met.met.after), (1, Extent::Distance(Um::from_mm(50))));
        assert_eq!(path.cut(met.leg, met.met.after, WheelMeasure::Straight).spent(), Um::from_mm(100));
        assert_eq!(path.closest_approach(&[enemy.rect()]), Some(Um::ZERO));
        assert!(path.crosses_zone(&enemy.zone_ahead(Um::from_mm(50)).rect()));
        assert!(!path.crosses_zone(&enemy.zone_behind(Um::from_mm(500)).zone_behind(Um::from_mm(9)).rect()));
    }

    #[test]
    fn wheeling_to_a_direction_takes_the_shorter_way() {
        let path = Path::from(&group()).wheel_to_face(Angle::from_degrees(340), WheelMeasure::Straight);
        assert_eq!(path.end().facing(), Angle::from_degrees(340));
        assert_eq!(path.end().front_corner(Hand::Left), group().front_corner(Hand::Left));
    }

    #[test]
    fn a_distance_limits_the_wheel() {
        let by = WheelMeasure::Straight.angle(Um::from_mm(160), Um::from_mm(100));
        let path = Path::from(&group()).wheel(Hand::Left, by, WheelMeasure::Straight);
        assert_eq!(path.spent(), Um::from_mm(100));
    }
}
