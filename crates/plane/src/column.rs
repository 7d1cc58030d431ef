//! March columns that kink where their head wheels.
//!
//! A column one base wide wheels base by base: each base goes straight to the point where the head
//! wheeled, wheels there as the head did, and goes on. Between wheels it stands close up to the base
//! in front of it, touching it at a corner across a kink.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Angle, Base, CONTACT_TOLERANCE, Extent, Hand, Motion, Pose, Rects, Um, WheelMeasure, first_contact,
};

/// A column one base wide on the march.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// The bases from head to tail.
    pub bases: Vec<ColumnBase>,
    /// The wheels made by the head that some base has not made yet, oldest first.
    pub kinks: Vec<Kink>,
}

/// A base of a column and how many of the column's kinks it has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnBase {
    /// The base.
    pub base: Base,
    /// How many of the kinks it has passed.
    pub passed: u16,
}

/// A wheel made by the head of a column: the pose of its front before, and the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kink {
    /// Where the middle of the front stood when it wheeled, and how it faced.
    pub front: Pose,
    /// The front corner about which it wheeled.
    pub hand: Hand,
    /// By how much.
    pub by: Angle,
}

impl Column {
    /// A straight column: the head's front and the sizes of the bases from head to tail.
    pub fn straight(head: Pose, sizes: &[(Um, Um)]) -> Column {
        let mut front = head;
        let bases = sizes.iter().map(|&(width, depth)| {
            let base = Base::new(front, width, depth);
            front = front.offset(Um::ZERO, -depth);
            ColumnBase { base, passed: 0 }
        });
        Column { bases: bases.collect(), kinks: Vec::new() }
    }

    /// The measuring forms of the bases from head to tail.
    pub fn rects(&self) -> Rects {
        self.bases.iter().map(|b| b.base.rect()).collect()
    }

    /// The head, `None` for a column without bases.
    pub fn head(&self) -> Option<&Base> {
        self.bases.first().map(|b| &b.base)
    }

    /// Whether it is straight again.
    pub fn is_straight(&self) -> bool {
        let mut facings = self.bases.iter().map(|b| b.base.facing());
        let first = facings.next();
        facings.all(|facing| Some(facing) == first)
    }

    /// The column after its head has wheeled; those behind close up. The distance of the wheel is
    /// that of the head: see [`WheelMeasure::distance`] with its width.
    pub fn wheel(&self, hand: Hand, by: Angle) -> Column {
        self.tracked_wheel(hand, by).0
    }

    /// The column after its head has advanced straight; those behind follow in its steps.
    pub fn advance(&self, distance: Um) -> Column {
        self.tracked_advance(distance).0
    }

    /// The column after a wheel of its head, and the way of every base, head to tail.
    pub fn tracked_wheel(&self, hand: Hand, by: Angle) -> (Column, Vec<Vec<Motion>>) {
        let mut column = self.clone();
        let mut ways = vec![Vec::new(); column.bases.len()];
        if let (Some(head), Some(way)) = (column.bases.first_mut(), ways.first_mut()) {
            let kink = Kink { front: head.base.front, hand, by };
            way.push(wheel_of(&head.base, hand, by));
            head.base = wheeled(&head.base, hand, by);
            column.kinks.push(kink);
            head.passed = u16::try_from(column.kinks.len()).unwrap_or(u16::MAX);
        }
        column.close_up(&mut ways);
        (column, ways)
    }

    /// The column after a straight advance of its head, and the way of every base, head to tail.
    pub fn tracked_advance(&self, distance: Um) -> (Column, Vec<Vec<Motion>>) {
        let mut column = self.clone();
        let mut ways = vec![Vec::new(); column.bases.len()];
        if let (Some(head), Some(way)) = (column.bases.first_mut(), ways.first_mut()) {
            way.push(Motion::Slide { toward: head.base.facing(), distance: distance.or_zero() });
            head.base.front = head.base.front.offset(Um::ZERO, distance.or_zero());
        }
        column.close_up(&mut ways);
        (column, ways)
    }

    /// The wheel that a distance allows to the head.
    pub fn wheel_allowed(&self, distance: Um, measure: WheelMeasure) -> Angle {
        self.head().map_or(Angle::ZERO, |head| measure.angle(head.width, distance))
    }

    /// Each base goes on along the head's track until it touches the base before it.
    fn close_up(&mut self, ways: &mut [Vec<Motion>]) {
        for (index, way) in ways.iter_mut().enumerate().skip(1) {
            let (before, from) = self.bases.split_at_mut(index);
            let (Some(ahead), Some(own)) = (before.last(), from.first_mut()) else { continue };
            follow(own, &ahead.base, ahead.passed, &self.kinks, way);
        }
        let passed = self.bases.iter().map(|b| b.passed).min().unwrap_or(0);
        self.kinks.drain(..usize::from(passed).min(self.kinks.len()));
        for base in &mut self.bases {
            base.passed -= passed;
        }
    }
}

fn wheeled(base: &Base, hand: Hand, by: Angle) -> Base {
    wheel_of(base, hand, by).base_after(base)
}

fn wheel_of(base: &Base, hand: Hand, by: Angle) -> Motion {
    let about = base.front.offset(hand.signed(base.width.half()), Um::ZERO).at;
    Motion::Turn { about, sense: hand.sense(), by }
}

/// Moves a base along the track until it touches the one ahead, and notes its way.
fn follow(own: &mut ColumnBase, ahead: &Base, ahead_passed: u16, kinks: &[Kink], way: &mut Vec<Motion>) {
    loop {
        let kink = kinks.get(usize::from(own.passed)).filter(|_| own.passed < ahead_passed);
        // As far as the place of the next wheel, or without end on the head's own leg.
        let leg = match kink {
            Some(kink) => own.base.front.local(kink.front.at).1.or_zero(),
            None => Um::MAX,
        };
        let straight = Motion::Slide { toward: own.base.facing(), distance: leg };
        let hit = first_contact(&[own.base.rect()], &straight, &[ahead.rect()]);
        // One that it would just touch where it wheels does not stop it: it wheels if it has room.
        let before_kink = |distance: Um| kink.is_none() || distance + CONTACT_TOLERANCE < leg;
        match (hit.map(|hit| hit.after), kink) {
            (Some(Extent::Distance(distance)), _) if before_kink(distance) => {
                way.push(Motion::Slide { toward: own.base.facing(), distance });
                own.base.front = own.base.front.offset(Um::ZERO, distance);
                return;
            }
            (_, None) => return,
            (_, Some(kink)) => {
                let at_kink = Base::new(kink.front, own.base.width, own.base.depth);
                let next = wheeled(&at_kink, kink.hand, kink.by);
                way.push(straight);
                own.passed += 1;
                if next.rect().overlaps(&ahead.rect()) {
                    // No room to wheel yet: it waits at the kink.
                    own.passed -= 1;
                    own.base.front.at = kink.front.at;
                    return;
                }
                way.push(wheel_of(&at_kink, kink.hand, kink.by));
                own.base = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contact, Point, connected};

    fn column() -> Column {
        let size = (Um::from_mm(40), Um::from_mm(30));
        Column::straight(Pose::new(Point::from_mm(0, 0), Angle::ZERO), &[size; 4])
    }

    #[test]
    fn a_straight_column_advances_as_one() {
        let moved = column().advance(Um::from_mm(75));
        for (index, base) in moved.bases.iter().enumerate() {
            assert_eq!(base.base.front.at, Point::from_mm(0, 75 - 30 * index as i32));
        }
    }

    #[test]
    fn wheeling_kinks_behind_the_head() {
        // Right wheel by 30 degrees about the right front corner (20, 0). The head's rear right corner
        // comes to 30 mm behind it along the new facing, at a height of -30 cos 30 = -25.981 mm; the
        // second base goes up to it.
        let kinked = column().wheel(Hand::Right, Angle::from_degrees(30));
        assert!(!kinked.is_straight());
        let second = kinked.bases[1].base;
        assert_eq!(second.facing(), Angle::ZERO);
        assert!((second.front.at.y - Um::new(-25_981)).abs() <= Um::new(2), "{second:?}");
        let rects = kinked.rects();
        assert!(matches!(rects[1].contact(&rects[0]), Some(Contact::EdgeOnCorner { .. })));
        assert!(connected(&rects));
    }

    #[test]
    fn each_base_wheels_where_the_head_wheeled() {
        let wheel = column().wheel(Hand::Right, Angle::from_degrees(30));
        // After one base depth the second base has just reached the pivot and wheeled.
        let passed = wheel.advance(Um::from_mm(30));
        let facings: Vec<Angle> = passed.bases.iter().map(|b| b.base.facing()).collect();
        assert_eq!(facings[1], Angle::from_degrees(30));
        assert_eq!(facings[2], Angle::ZERO);
        // After all have passed it is a straight column again, aligned base behind base.
        let straight = wheel.advance(Um::from_mm(200));
        assert!(straight.is_straight() && straight.kinks.is_empty());
        let head = straight.bases[0].base.front;
        for (index, base) in straight.bases.iter().enumerate() {
            let due = head.offset(Um::ZERO, Um::from_mm(-30 * index as i32)).at;
            assert!(base.base.front.at.distance(due) <= Um::new(3), "base {index}");
        }
    }

    #[test]
    fn an_s_bend_holds_together_at_every_millimetre() {
        let mut column = column().wheel(Hand::Right, Angle::from_degrees(40)).advance(Um::from_mm(40));
        column = column.wheel(Hand::Left, Angle::from_degrees(55));
        for step in 0..200 {
            column = column.advance(Um::from_mm(1));
            let rects = column.rects();
            for (index, pair) in rects.windows(2).enumerate() {
                assert!(
                    pair[0].touches(&pair[1]),
                    "step {step}, base {index}: {:?}",
                    pair[0].distance(&pair[1])
                );
            }
        }
        assert!(column.is_straight());
    }

    fn mirrored(pose: Pose) -> Pose {
        Pose::new(Point::new(-pose.at.x, pose.at.y), -pose.facing)
    }

    /// Columns that wheel again and again, by a quarter turn at most: with left and right exchanged they go the mirrored way.
    #[test]
    fn a_column_and_its_mirror_image_wheel_alike() {
        let mut state = 1645u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut wrong = 0;
        for _ in 0..20_000 {
            let depth = Um::from_mm([15, 20, 30, 40][below(4) as usize]);
            let size = (Um::from_mm(40), depth);
            let head = Pose::new(Point::from_mm(0, 0), Angle(below(1 << 32) as u32));
            let count = 2 + below(5) as usize;
            let mut here = Column::straight(head, &vec![size; count]);
            // Rounding on the way before: a micrometre to one side.
            let mut there =
                Column::straight(mirrored(head).offset(Um::new(1), Um::new(1)), &vec![size; count]);
            for _ in 0..6 {
                let hand = if below(2) == 0 { Hand::Left } else { Hand::Right };
                let by = match below(3) {
                    0 => Angle::from_degrees(90),
                    1 => Angle::from_degrees(5 * below(18) as i32),
                    _ => Angle(below(1 << 30) as u32),
                };
                here = here.wheel(hand, by);
                there = there.wheel(hand.other(), by);
                if below(2) == 0 {
                    let ahead = Um::new(below(80_000) as i64);
                    (here, there) = (here.advance(ahead), there.advance(ahead));
                }
                // Rounding on the way: a micrometre to some side.
                let mut jitter = || Um::new(below(3) as i64 - 1);
                for base in &mut there.bases {
                    let at = &mut base.base.front.at;
                    (at.x, at.y) = (at.x + jitter(), at.y + jitter());
                }
                for kink in &mut there.kinks {
                    let at = &mut kink.front.at;
                    (at.x, at.y) = (at.x + jitter(), at.y + jitter());
                }
                let off =
                    here.bases.iter().zip(&there.bases).enumerate().find(|(_, (a, b))| {
                        mirrored(a.base.front).at.distance(b.base.front.at) > Um::new(60)
                    });
                if off.is_some() {
                    wrong += 1;
                    break;
                }
            }
        }
        // A base that has just room to wheel, to the micrometre.
        assert!(wrong <= 12, "{wrong} of 20,000 differ");
    }
}
