//! Whether a body can reach another straight ahead or after one wheel, so that the contact counts.

use crate::{
    Angle, BaseRect, Contact, Extent, Group, Hand, Path, Um, WheelMeasure, arc_length, first_contact,
    shortest_distance,
};

const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// A search among all moves straight ahead and with one wheel first.
///
/// Straight ahead, and by every wheel at which something changes: between two such wheels the same corners lie ahead, and
/// the way is shortest at one of them or, where a corner of the mover meets an edge, at one point between them.
///
/// This finds every contact with a flank, a rear or a rear corner of a target behind whose front line the mover stands.
/// Elsewhere a contact may count for a narrow band of wheels only, between two at which corners change: there every hundredth
/// of a degree is tried as well. `tests/searches.rs` compares.
#[derive(Clone, Copy, Debug)]
pub struct OneWheel<'a, F> {
    /// Who moves.
    pub body: &'a Group,
    /// The bases to reach, then all others that may be in the way.
    pub bodies: &'a [BaseRect],
    /// How many of the bodies are to be reached.
    pub targets: usize,
    /// How far the move may go, its wheel included. Wheels are measured straight and end at a quarter turn.
    pub distance: Um,
    /// Whether a first contact with a target, by its index, counts after a wheel or without one.
    pub counts: F,
}

impl<F: Fn(Option<(Hand, Angle)>, usize, Contact) -> bool> OneWheel<'_, F> {
    /// Whether any such move reaches a target.
    pub fn reaches(&self) -> bool {
        self.way(None).is_some_and(|way| way <= self.distance)
            || Hand::BOTH.into_iter().any(|hand| self.by_wheeling(hand))
    }

    /// How far it goes to contact a target so that it counts, with this wheel; none if it does not.
    pub fn way(&self, wheel: Option<(Hand, Angle)>) -> Option<Um> {
        let start = Path::from(self.body);
        let path = match wheel {
            Some((hand, by)) => start.wheel(hand, by, MEASURE),
            None => start,
        };
        let path = path.advance(self.distance * 2);
        let hit = path.first_contact(self.bodies)?;
        let (met, contact) = (hit.met.obstacle, hit.met.contact);
        if met >= self.targets || !(self.counts)(wheel, met, contact?) {
            return None;
        }
        Some(path.cut(hit.leg, hit.met.after, MEASURE).spent())
    }

    fn by_wheeling(&self, hand: Hand) -> bool {
        let most = MEASURE.angle(self.body.frontage, self.distance).min(Angle::QUARTER);
        let mut turns: Vec<Angle> = vec![most];
        for rect in self.bodies {
            turns.extend(self.body.wheels_of_interest(hand, rect).into_iter().filter(|t| *t <= most));
        }
        turns.sort_unstable();
        turns.dedup_by(|a, b| a.0.abs_diff(b.0) < Angle::from_millidegrees(2).0);
        let reached = |by: Angle| self.way(Some((hand, by))).is_some_and(|way| way <= self.distance);
        // Whatever it meets while it wheels ends every wheel that goes so far: one of them speaks for all.
        let start = self.body.rects();
        let met = first_contact(&start, &self.body.wheel(hand, most), self.bodies);
        if met.is_some() && reached(most) {
            return true;
        }
        let met_after = met.map(|hit| hit.after);
        let is_free = |from: Angle| met_after.is_none_or(|after| Extent::Angle(from) < after);
        turns.windows(2).any(|pair| match pair {
            [from, to] if is_free(*from) && !self.is_out_of_reach(hand, *from, *to) => {
                self.between(*from, *to, &reached, hand)
            }
            _ => false,
        })
    }

    /// Whether no wheel between two, with nobody met in it, leaves enough distance to come up to a target: the wheel costs
    /// what the lesser costs, and brings nothing nearer to it than its furthest corner goes.
    fn is_out_of_reach(&self, hand: Hand, from: Angle, to: Angle) -> bool {
        let spent = MEASURE.distance(self.body.frontage, from);
        let wheeled = self.body.moved(&self.body.wheel(hand, from)).rects();
        let targets = self.bodies.get(..self.targets).unwrap_or_default();
        let Some(gap) = shortest_distance(&wheeled, targets) else { return true };
        // Files that have stepped forward reach out before the front line.
        let ahead = self.body.places.iter().map(|p| p.forward).max().unwrap_or_default().or_zero();
        let corner = self.body.frontage + self.body.depth() + ahead;
        let nearer = arc_length(corner, to - from) + Um::from_mm(1);
        spent + gap > self.distance + nearer
    }

    /// Whether any wheel between two neighbouring ones reaches.
    fn between(&self, from: Angle, to: Angle, reached: &impl Fn(Angle) -> bool, hand: Hand) -> bool {
        let nudge = Angle::from_millidegrees(1).0.min((to.0 - from.0) / 4);
        let (mut low, mut high) = (from.0 + nudge, to.0 - nudge);
        if reached(Angle(low)) || reached(Angle(high)) || reached(to) {
            return true;
        }
        // The way has one shortest point between: close in on it.
        let way = |by: u32| self.way(Some((hand, Angle(by)))).unwrap_or(Um::MAX);
        if way(low + (high - low) / 2) == Um::MAX {
            return !self.is_behind_fronts() && Self::hundredths(low, high).any(reached);
        }
        let (first, last) = (low, high);
        while high - low > Angle::from_millidegrees(5).0 {
            let third = (high - low) / 3;
            let (a, b) = (low + third, high - third);
            let (by_a, by_b) = (way(a), way(b));
            if by_a.min(by_b) <= self.distance {
                return true;
            }
            if by_a <= by_b { high = b } else { low = a }
        }
        !self.is_behind_fronts() && Self::hundredths(first, last).any(reached)
    }

    /// Whether all of the mover stands behind the front line of everything to be reached.
    fn is_behind_fronts(&self) -> bool {
        let own = self.body.rects();
        let targets = self.bodies.get(..self.targets).unwrap_or_default();
        targets.iter().all(|target| own.iter().all(|rect| target.has_entirely_behind_front(rect)))
    }

    /// The hundredths of a degree between two wheels.
    fn hundredths(low: u32, high: u32) -> impl Iterator<Item = Angle> {
        let step = i64::from(Angle::from_millidegrees(10).0);
        (i64::from(low) / step + 1..=i64::from(high) / step).map(|n| Angle::from_millidegrees(10 * n))
    }
}
