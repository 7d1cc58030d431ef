//! What it is worth to stand somewhere: near the enemy whom a unit wants to fight, where it can charge and shoot and is
//! not charged itself.

use super::odds::{Bookmaker, Meeting};
use super::sketch::{BW, Figure, Sketch};
use crate::Temperament;
use crate::spot::{Spot, wheel_cost};
use caracole_renatio::battle::{Game, UgId};
use caracole_renatio::troops::TroopType;

/// What a base width nearer to the goal is worth.
const STEP: i64 = 9;
/// What a base width of distance takes from the wish to fight somebody.
const FAR: i64 = 40;
/// Degrees that a charge wheels at most.
const MOST_WHEEL: i32 = 75;

/// How a temperament weighs what it may do and what may be done to it, in hundredths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) attack: i64,
    pub(super) danger: i64,
    pub(super) fire: i64,
    pub(super) under_fire: i64,
    /// What a charge must promise at least, in thousandths of a unit.
    pub(super) least_charge: i64,
}

impl Weights {
    pub(super) const fn of(temperament: Temperament) -> Weights {
        match temperament {
            Temperament::Cautious => {
                Weights { attack: 25, danger: 40, fire: 60, under_fire: 35, least_charge: 120 }
            }
            Temperament::Balanced => {
                Weights { attack: 30, danger: 20, fire: 60, under_fire: 15, least_charge: 40 }
            }
            Temperament::Bold => {
                Weights { attack: 40, danger: 10, fire: 50, under_fire: 5, least_charge: -20 }
            }
        }
    }
}

/// Where a unit wants to get to: near an enemy, at a distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) at: Spot,
    /// How near.
    pub(super) wanted: i32,
}

/// How one unit may come upon another, as the first sees it.
fn meeting(from: &Spot, other: &Figure) -> Meeting {
    if other.is_open_to(from) { Meeting::Flank } else { Meeting::Charge }
}

/// How much of a charge it takes to come upon a body; none if it cannot.
fn charge_way(from: &Spot, other: &Spot, reach: i32) -> Option<i32> {
    if from.rough_gap(other) > reach {
        return None;
    }
    if let Some(straight) = from.straight_to(other) {
        return (straight <= reach).then_some(straight);
    }
    let off = from.degrees_off(other.middle());
    if off > MOST_WHEEL {
        return None;
    }
    let way = from.gap(other) + wheel_cost(from.half, off / 2);
    (way <= reach).then_some(way)
}

/// Judges places for one decision.
pub(super) struct Judge<'a> {
    pub(super) game: Game<'a>,
    pub(super) sketch: &'a Sketch,
    pub(super) weights: Weights,
    pub(super) book: &'a mut Bookmaker,
    goals: Vec<(UgId, Goal)>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        game: Game<'a>,
        sketch: &'a Sketch,
        weights: Weights,
        book: &'a mut Bookmaker,
    ) -> Judge<'a> {
        let mut judge = Judge { game, sketch, weights, book, goals: Vec::new() };
        for own in &sketch.own {
            if let Some(goal) = judge.goal_of(own) {
                judge.goals.push((own.id, goal));
            }
        }
        judge
    }

    pub(super) fn goal(&self, id: UgId) -> Option<Goal> {
        self.goals.iter().find(|(known, _)| *known == id).map(|(_, goal)| *goal)
    }

    /// Whom a unit makes for: the enemy against whom it does best, and who is not far.
    fn goal_of(&mut self, own: &Figure) -> Option<Goal> {
        let mut best: Option<(i64, Goal)> = None;
        for foe in &self.sketch.foes {
            let gap = own.spot.gap(&foe.spot);
            let fights = if own.may_charge(foe) {
                self.book.worth(self.game, own, foe, Meeting::Charge).clamp(-400, 1500)
            } else {
                -100
            };
            let fire = 3 * own.shots(&facing(&own.spot, &foe.spot, gap), foe, &foe.spot);
            let wanted = self.wanted(own, foe, fights);
            // What gets away is not run after.
            let value = if foe.evades && foe.acts_as_sug { fights.min(100) } else { fights };
            let worth =
                value.max(0) + fire - i64::from(gap) * FAR / i64::from(BW) - i64::from(fights < 0) * 100;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, Goal { at: foe.spot, wanted }));
            }
        }
        if let Some(camp) = self.sketch.camp.filter(|_| !own.light && own.kind != TroopType::Artillery) {
            let gap = own.spot.gap(&camp);
            let worth = 100 - i64::from(gap) * FAR / i64::from(BW);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, Goal { at: camp, wanted: own.reach - BW }));
            }
        }
        best.map(|(_, goal)| goal)
    }

    /// How far from an enemy a unit wants to stand.
    fn wanted(&mut self, own: &Figure, foe: &Figure, fights: i64) -> i32 {
        let (effective, long) = own.range;
        if fights > 0 && own.may_charge(foe) {
            return match own.range {
                (0, 0) => own.reach - BW / 2,
                _ => effective.min(own.reach).max(BW),
            };
        }
        if own.fire > 0 {
            let charged = foe.may_charge(own) && self.book.worth(self.game, foe, own, Meeting::Charge) > 0;
            return if charged { long.max(effective) } else { effective };
        }
        foe.reach + BW
    }

    /// Whether somebody could charge it in flank or rear now.
    pub(super) fn is_exposed(&self, own: &Figure) -> bool {
        let threat = |foe: &&Figure| {
            foe.may_charge(own)
                && own.is_open_to(&foe.spot)
                && charge_way(&foe.spot, &own.spot, foe.reach).is_some()
        };
        self.sketch.foes.iter().any(|foe| threat(&foe))
    }

    /// What it is worth to a unit to stand there.
    pub(super) fn place(&mut self, own: &Figure, spot: &Spot) -> i64 {
        let mut sum = 0;
        if let Some(goal) = self.goal(own.id) {
            let gap = spot.gap(&goal.at);
            let off = (gap - goal.wanted).max(0) + (goal.wanted - gap).max(0) / 4;
            sum -= STEP * i64::from(off) / i64::from(BW);
            let turned = spot.degrees_off(goal.at.middle());
            sum -= i64::from((turned - 20).max(0)) / 3;
        }
        let (mut attack, mut danger, mut fire, mut under_fire) = (0, 0, 0, 0);
        for foe in &self.sketch.foes {
            if spot.rough_gap(&foe.spot) > own.reach.max(foe.reach).max(own.range.1).max(foe.range.1) {
                continue;
            }
            if own.may_charge(foe) && charge_way(spot, &foe.spot, own.reach).is_some() {
                let mut worth = self.book.worth(self.game, own, foe, meeting(spot, foe));
                if foe.evades {
                    worth = worth.min(100);
                }
                attack = worth.max(attack);
            }
            if foe.may_charge(own) && charge_way(&foe.spot, spot, foe.reach).is_some() {
                let moved = Figure { spot: *spot, ..own.clone() };
                let mut worth = self.book.worth(self.game, foe, own, meeting(&foe.spot, &moved));
                if own.evades {
                    worth = worth.min(40);
                }
                danger = worth.max(danger);
            }
            fire = own.shots(spot, foe, &foe.spot).max(fire);
            under_fire += foe.shots(&foe.spot, own, spot);
        }
        let weighed = attack * self.weights.attack - danger * self.weights.danger + fire * self.weights.fire
            - under_fire * self.weights.under_fire;
        sum + weighed / 100
    }
}

/// The same body, at that distance straight before another that it faces.
fn facing(own: &Spot, other: &Spot, gap: i32) -> Spot {
    let (x, y) = other.at(0, gap.clamp(1, 2 * BW));
    let back = other.facing + caracole_plane::Angle::HALF;
    own.placed((x, y), back)
}
