//! Whom everybody goes for, and what a place on the table is worth to a battle group.

use super::{
    Marshal, shaken,
    sketch::{Figure, Spot, wheel_cost},
    strength::Meeting,
    ways::hindrance,
};
use caracole_fog::{
    battle::{GroupId, World},
    combat::Range,
    troops::{Cohesion, Disorder},
};
use caracole_kernel::Side;
use std::collections::BTreeMap;

/// What a battle group goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// An enemy.
    Foe(GroupId),
    /// The enemy's camp.
    Camp,
}

/// What sacking the camp is worth.
const CAMP: i32 = 230;

/// What it is worth to support others.
const SUPPORT: i32 = 80;

/// The most that being able to shoot at a target adds to the worth of approaching it.
const SHOTS_ON_THE_WAY: i32 = 150;

/// Percentage of the worth of a volley of guns that counts for its target: they hit few, from far away.
const GUNFIRE: i32 = 20;

/// Percentage of the worth of a volley of skirmishers: small bodies that do not win a fire fight.
const SKIRMISHING: i32 = 200;

/// What it costs skirmishers who may have to run to stand before friends.
const BURST_THROUGH: i32 = 300;

/// From here to there the way to the enemy is so long that facing does not matter yet, in hundredths of a movement
/// unit.
const FAR: (i32, i32) = (800, 1_600);

/// How far behind troops it is dangerous to stand when they run, in hundredths of a movement unit.
const FLIGHT: i32 = 700;

/// The wheel or turn that brings a body to face so many degrees off, as a distance.
fn turn_cost(figure: &Figure, from: &Spot, off: i32) -> i32 {
    if off > 90 { figure.pace + wheel_cost(from.half, 30) } else { wheel_cost(from.half, off) }
}

/// How far a body has to go straight until it is `stop` from another, wheels counted.
fn straight_way(figure: &Figure, from: &Spot, to: &Spot, stop: i32) -> i32 {
    (from.gap(to) - stop).max(0) + turn_cost(figure, from, from.degrees_off(to.middle()))
}

impl Marshal {
    /// What a charge on an enemy is worth, from the front or from flank or rear.
    pub(super) fn attack_worth(&mut self, world: &World, own: &Figure, foe: &Figure, charge: Meeting) -> i32 {
        let mut worth = self.strengths.attack(world, own.id, foe.id, charge);
        if charge == Meeting::ChargesFlank {
            worth += self.weights.flank;
        }
        worth += 120 * shaken(foe.cohesion);
        if foe.fights {
            // Two on one.
            worth += 120;
        }
        if foe.evader && !foe.fights {
            worth = worth.min(self.weights.least_charge + 10);
        }
        worth
    }

    /// Chooses whom each battle group goes for: those whom it beats, the near ones first, and not all the same one.
    pub(super) fn set_goals(&mut self, world: &World) {
        let before = std::mem::take(&mut self.goals);
        let sketch = std::mem::take(&mut self.sketch);
        let mut taken: BTreeMap<GroupId, i32> = BTreeMap::new();
        let mut order: Vec<&Figure> = sketch.own.iter().filter(|f| !f.is_broken()).collect();
        order.sort_by_key(|f| (std::cmp::Reverse(f.bases), f.id));
        let mut raider: Option<(i32, GroupId)> = None;
        for own in order {
            let mut best: Option<(i32, Goal)> = None;
            let old = before.get(&own.id).copied();
            for foe in sketch.foes.iter().filter(|f| !f.is_broken()) {
                let way = straight_way(own, &own.spot, &foe.spot, own.pace);
                let mut worth = self.worth_going_for(world, own, foe);
                worth -= self.weights.turn * way / own.pace;
                if way > 1_200 {
                    // Those ahead rather than those far to the side: the line goes on together.
                    worth -= own.spot.degrees_off(foe.spot.middle());
                }
                if !foe.fights {
                    worth -= 70 * taken.get(&foe.id).copied().unwrap_or(0);
                }
                if old == Some(Goal::Foe(foe.id)) {
                    worth += 50;
                }
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, Goal::Foe(foe.id)));
                }
            }
            if let Some(camp) = sketch.camp.as_ref().filter(|_| !own.guns && own.bases > 1) {
                let turns = straight_way(own, &own.spot, camp, 0) * 10 / own.pace;
                let guards =
                    sketch.foes.iter().filter(|f| !f.is_broken() && f.spot.gap(camp) < 500).count() as i32;
                let bonus = if old == Some(Goal::Camp) { 60 } else { 0 };
                let worth = CAMP + bonus - self.weights.turn * turns / 10 - 60 * guards;
                if best.is_none_or(|(most, _)| worth > most) && raider.is_none_or(|(most, _)| worth > most) {
                    raider = Some((worth, own.id));
                }
            }
            if let Some((_, goal)) = best {
                if let Goal::Foe(foe) = goal {
                    *taken.entry(foe).or_default() += 1;
                }
                self.goals.insert(own.id, goal);
            }
        }
        if let Some((_, id)) = raider {
            self.goals.insert(id, Goal::Camp);
        }
        self.ways.clear();
        let crowd = self.ground.crowd(sketch.own.iter().map(|f| &f.spot));
        for own in &sketch.own {
            let goal = match self.goals.get(&own.id) {
                Some(Goal::Foe(foe)) => sketch.foes.iter().find(|f| f.id == *foe).map(|f| f.spot),
                Some(Goal::Camp) => sketch.camp,
                None => None,
            };
            if let Some(goal) = goal.filter(|goal| !own.guns && own.spot.gap(goal) > 400) {
                let ways = self.ground.ways_to(goal.middle(), hindrance(world, own.id), &own.spot, &crowd);
                self.ways.insert(own.id, ways);
            }
        }
        self.sketch = sketch;
    }

    fn worth_going_for(&mut self, world: &World, own: &Figure, foe: &Figure) -> i32 {
        let shots =
            if own.short > 0 { self.strengths.shooting(world, own.id, foe.id, Range::Short) } else { 0 };
        if own.skirmisher {
            return 2 * shots + 60 * shaken(foe.cohesion);
        }
        let flank = foe.is_open_on_flank_to(&own.spot);
        let front = self.attack_worth(world, own, foe, Meeting::Charges);
        let attack =
            if flank { front.max(self.attack_worth(world, own, foe, Meeting::ChargesFlank)) } else { front };
        attack.clamp(-300, 500) + (shots * self.weights.shots / 100).min(SHOTS_ON_THE_WAY)
            - if foe.evader || foe.light { 120 } else { 0 }
    }

    /// What it is worth to a battle group to stand at a place.
    pub(super) fn place_worth(&mut self, world: &World, own: &Figure, spot: &Spot) -> i32 {
        let sketch = std::mem::take(&mut self.sketch);
        let mut worth = 0;
        let (mut best_shot, mut incoming, mut most_incoming) = (0, 0, 0);
        let (mut opportunity, mut overlaps) = (i32::MIN, 0);
        let (mut danger, mut worst) = (0, 0);
        let goal = self.goals.get(&own.id).copied();
        for foe in sketch.foes.iter().filter(|f| !f.is_broken()) {
            if goal == Some(Goal::Foe(foe.id)) {
                worth += self.towards(world, own, spot, foe);
            }
            if spot.rough_gap(&foe.spot) > 1_000.max(own.long) {
                continue;
            }
            let gap = spot.gap(&foe.spot);
            if own.long > 0 && gap <= own.long && !foe.fights {
                let range = if gap <= own.short { Range::Short } else { Range::Long };
                let bears = own.bears_on(spot, &foe.spot, range);
                if bears > 0 {
                    let shots = self.strengths.shooting(world, own.id, foe.id, range);
                    best_shot = best_shot.max(shots * bears / 100);
                }
            }
            if foe.long > 0 && gap <= foe.long && !foe.fights {
                let range = if gap <= foe.short { Range::Short } else { Range::Long };
                let bears = foe.bears_on(&foe.spot, spot, range);
                if bears > 0 {
                    let shots = self.strengths.shooting(world, foe.id, own.id, range) * bears / 100;
                    let shots = if foe.guns { shots * GUNFIRE / 100 } else { shots };
                    most_incoming = most_incoming.max(shots);
                    incoming += shots;
                }
            }
            if own.can_charge() && !own.skirmisher && spot.charge_way(&foe.spot, own.rate).is_some() {
                let flank = foe.is_open_on_flank_to(spot);
                opportunity = opportunity.max(self.attack_worth(world, own, foe, Meeting::of_charge(flank)));
            }
            if foe.fights && gap < 60 && spot.is_beside_front_of(&foe.spot) && !own.skirmisher {
                overlaps += 140 + 60 * shaken(foe.cohesion);
            }
            if foe.can_charge() && foe.spot.charge_way(spot, foe.rate).is_some() {
                let one = self.danger(world, own, spot, foe);
                worst = worst.max(one);
                danger += one;
            }
        }
        if goal == Some(Goal::Camp)
            && let Some(camp) = &sketch.camp
        {
            worth -= self.weights.turn * self.way_on(own, spot, camp, 0) / own.pace;
        }
        // Whom it could charge from where it stands it would have charged: something is in the way.
        if opportunity >= self.weights.least_charge && !spot.is_same(&own.spot) {
            worth += 60 + opportunity.clamp(0, 600) * 6 / 10;
        }
        worth += overlaps.min(220);
        worth += best_shot * if own.skirmisher { SKIRMISHING } else { self.weights.shots } / 100;
        worth -= (most_incoming + incoming) * self.weights.under_fire / 100;
        worth -= (2 * worst + danger) / 3 * self.weights.danger / 100;
        // Bad ground matters where there is an enemy to fight.
        let foes = sketch.foes.iter().filter(|f| !f.is_broken());
        let nearest = foes.map(|f| spot.rough_gap(&f.spot)).min().unwrap_or(0);
        let near = (1_000 - nearest).clamp(100, 700);
        worth += match sketch.disorder(world, own, spot) {
            Disorder::None => 0,
            Disorder::Disordered => -70 * near / 700,
            Disorder::SeverelyDisordered => -160 * near / 700,
        };
        self.sketch = sketch;
        worth + self.supports(own, spot)
            - self.in_the_way(own, spot)
            - self.before_friends(own, spot)
            - self.alone(own, spot)
            - self.at_the_edge(spot)
            - self.out_of_line(own, spot, nearest)
    }

    /// How far a body has to go to what it goes for, round bad ground, until it is `stop` from it.
    fn way_on(&self, own: &Figure, spot: &Spot, to: &Spot, stop: i32) -> i32 {
        let gap = spot.gap(to);
        let Some(ways) = self.ways.get(&own.id).filter(|_| gap > 400) else {
            return straight_way(own, spot, to, stop);
        };
        let (way, next) = self.ground.next(ways, (spot.x, spot.y));
        let gap = gap.max(way - to.half);
        let near = (FAR.1 - gap).clamp(0, FAR.1 - FAR.0);
        let turn = turn_cost(own, spot, spot.degrees_off(next)) * near / (FAR.1 - FAR.0);
        (gap - stop).max(0) + turn
    }

    /// The point that a battle group makes for on its way.
    pub(super) fn next_point(&self, own: &Figure) -> Option<(i32, i32)> {
        let ways = self.ways.get(&own.id)?;
        Some(self.ground.next(ways, (own.spot.x, own.spot.y)).1)
    }

    /// Near enough to its target to fight it, and facing it.
    fn towards(&mut self, world: &World, own: &Figure, spot: &Spot, foe: &Figure) -> i32 {
        let flank = foe.is_open_on_flank_to(spot);
        let attack = self.attack_worth(world, own, foe, Meeting::of_charge(flank));
        let stop = if own.skirmisher {
            // Within a long shot, and out of the reach of a charge if it can be had.
            if own.short > 0 {
                (foe.pace + 30).min(own.long - 10).max(own.short - 10)
            } else {
                foe.pace + 100
            }
        } else if attack >= self.weights.least_charge {
            own.pace - 40
        } else if own.long > 0 {
            own.short.max(200)
        } else {
            // No charge, no shot: just out of its way until a friend makes an opening.
            foe.pace.max(own.pace) + 100
        };
        -self.weights.turn * self.way_on(own, spot, &foe.spot, stop) / own.pace
    }

    /// What an enemy can do to it in the enemy's next turn.
    fn danger(&mut self, world: &World, own: &Figure, spot: &Spot, foe: &Figure) -> i32 {
        let flank = foe.spot.is_behind_front_of(spot);
        let fight = if flank {
            2 * self.strengths.of(world, own.id, foe.id, Meeting::ReceivesFlank)
                + self.strengths.of(world, own.id, foe.id, Meeting::Melee)
                - self.weights.flank
        } else {
            self.strengths.defence(world, own.id, foe.id)
        };
        let danger = (-fight).max(0);
        if own.evader { danger / 3 } else { danger }
    }

    /// Where friends who are beaten would run: broken troops and those who evade carry others away with them.
    fn in_the_way(&self, own: &Figure, spot: &Spot) -> i32 {
        let mut worst = 0;
        for friend in self.sketch.own.iter().filter(|f| f.id != own.id && !f.guns) {
            let (right, forward) = friend.spot.local(spot.middle());
            if right.abs() >= friend.spot.half + spot.half
                || forward > -friend.spot.depth
                || forward < -FLIGHT
            {
                continue;
            }
            let may_run = if friend.fights || friend.is_broken() {
                60
            } else if self
                .sketch
                .foes
                .iter()
                .any(|f| f.can_charge() && f.spot.rough_gap(&friend.spot) < f.pace)
            {
                36
            } else {
                0
            };
            let near = (FLIGHT + forward) * 100 / FLIGHT;
            worst = worst.max(may_run * near.max(20) / 100);
        }
        worst
    }

    /// Before friends, for those who run from charges: they would burst through them and throw them into disorder.
    fn before_friends(&self, own: &Figure, spot: &Spot) -> i32 {
        if !own.skirmisher || own.guns {
            return 0;
        }
        let stands_behind = |friend: &Figure| {
            let (right, forward) = spot.local(friend.spot.middle());
            friend.id != own.id
                && !friend.skirmisher
                && right.abs() < friend.spot.half + spot.half
                && (-FLIGHT..-spot.depth).contains(&forward)
        };
        let comes = |f: &Figure| f.can_charge() && !f.is_broken() && f.spot.rough_gap(spot) < f.pace + 200;
        let runs = self.sketch.foes.iter().any(comes);
        if runs && self.sketch.own.iter().any(stands_behind) { BURST_THROUGH } else { 0 }
    }

    /// Behind friends who fight or soon will, as their support.
    fn supports(&self, own: &Figure, spot: &Spot) -> i32 {
        if own.skirmisher || own.cohesion != Cohesion::Steady {
            return 0;
        }
        let reach = if own.pace > 400 { 900 } else { 600 };
        let needs_it = |friend: &Figure| {
            let near = |f: &Figure| !f.is_broken() && f.spot.rough_gap(&friend.spot) < 600;
            !friend.skirmisher && !friend.is_broken() && (friend.fights || self.sketch.foes.iter().any(near))
        };
        let stands_so = |friend: &Figure| {
            let (right, forward) = friend.spot.local((spot.x, spot.y));
            let behind = forward < -friend.spot.depth && right.abs() < friend.spot.half + spot.half;
            // Not so near that it sees them break.
            behind
                && (300..reach).contains(&spot.gap(&friend.spot))
                && spot.degrees_off(friend.spot.middle()) < 60
        };
        let supported = self.sketch.own.iter().any(|f| f.id != own.id && stands_so(f) && needs_it(f));
        if supported { SUPPORT } else { 0 }
    }

    /// No friend beside it.
    fn alone(&self, own: &Figure, spot: &Spot) -> i32 {
        if own.skirmisher {
            return 0;
        }
        let friends = self.sketch.own.iter().filter(|f| f.id != own.id && !f.is_broken() && !f.skirmisher);
        let nearest = friends.map(|f| spot.rough_gap(&f.spot)).min();
        nearest.map_or(0, |gap| ((gap - 500).max(0) / 12).min(50))
    }

    /// Far from the enemy a line is kept: all face the way the army faces.
    fn out_of_line(&self, own: &Figure, spot: &Spot, nearest: i32) -> i32 {
        let far = (nearest - 600).clamp(0, 600);
        if own.skirmisher || far == 0 {
            return 0;
        }
        let front =
            if self.sketch.side == Side::Red { (spot.x, spot.y + 1_000) } else { (spot.x, spot.y - 1_000) };
        (spot.degrees_off(front) - 5).max(0) * far / 600
    }

    /// Too near the side of the table.
    fn at_the_edge(&self, spot: &Spot) -> i32 {
        let edge = spot.x.min(self.sketch.width - spot.x);
        (400 - edge).max(0) / 8
    }
}
