//! The manoeuvre phase: every battle group to the place that is worth most to it.

use super::{
    Care, Marshal,
    shape::width,
    sketch::{Figure, Spot, distance, hundredths, wheel_cost},
    worth::Goal,
};
use caracole_fog::battle::{
    Decision as Whole, Fog, GroupId, Played, Request as Asked, World,
    manoeuvre::{self, Action, Advance, Decision, Leg, Order, Request, actions},
};
use caracole_kernel::{Battle, Rules, Side};
use caracole_plane::{Angle, Hand, Path, Sense, Um, WheelMeasure};

/// What a move must be better than standing still.
const WORTH_MOVING: i32 = 5;
/// By how much a move must beat standing still for no retreat to be considered.
const HELPS: i32 = 100;
/// What the uncertainty of a test costs.
pub(super) const TEST: i32 = 25;
/// How many of the best moves are looked at for whether they are legal.
const TRIES: usize = 24;

impl Marshal {
    pub(super) fn manoeuvre<B: Played>(
        &mut self,
        battle: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
    ) -> Option<Decision> {
        let world = battle.world();
        match request {
            Request::Move => {
                self.refresh(world);
                if self.waiting.is_empty() && self.considered != world.turn.number {
                    self.considered = world.turn.number;
                    self.nobody_marches = false;
                    self.waiting =
                        self.order_of_moves().into_iter().filter(|&g| world[g].phase.moves == 0).collect();
                }
                if let Some(decision) = self.march(world, side) {
                    return Some(decision);
                }
                while let Some(group) = self.waiting.pop_front() {
                    if let Some(decision) = self.best_move(world, side, request, group) {
                        self.moved.push(group);
                        return Some(decision);
                    }
                }
                Some(Decision::Done)
            }
            Request::SimpleInstead { group } => {
                Some(self.best_move(world, side, request, *group).unwrap_or(Decision::Done))
            }
            Request::MoveAgain { groups } => match groups.as_slice() {
                [group] => {
                    self.moved.push(*group);
                    self.refresh(world);
                    Some(self.best_move(world, side, request, *group).unwrap_or(Decision::Done))
                }
                groups => Some(self.march_on(world, side, request, groups)),
            },
            Request::SimpleInsteadOfAll { groups } => Some(self.march_on(world, side, request, groups)),
            // What is out of order is put in order, and groups that can fight are brought to it.
            Request::Reform | Request::Feed => {
                let mut all = Vec::new();
                Fog::<B>::candidates(battle, side, &Asked::Manoeuvre(request.clone()), &mut all);
                all.into_iter().find_map(|d| match d {
                    Whole::Manoeuvre(d) => Some(d),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// Draws those who have moved since the last look where they stand now.
    pub(super) fn refresh(&mut self, world: &World) {
        for group in std::mem::take(&mut self.moved) {
            if let Some(figure) = self.sketch.own.iter_mut().find(|f| f.id == group) {
                *figure = Figure::of(world, group);
            }
        }
    }

    /// The move of a battle group that is worth most, if any is worth more than to stand.
    fn best_move(
        &mut self,
        world: &World,
        side: Side,
        request: &Request,
        group: GroupId,
    ) -> Option<Decision> {
        if manoeuvre::can_move(world, side, group).is_err() {
            return None;
        }
        let own = self.sketch.own.iter().find(|f| f.id == group)?.clone();
        let stand = self.place_worth(world, &own, &own.spot);
        let again = matches!(request, Request::MoveAgain { .. });
        if own.guns {
            return self.best_of_guns(world, side, request, &own);
        }
        let mut best = self.best_advance(world, side, request, &own, stand, own.rate);
        // Ground or friends on the way: not so far, then.
        for shorter in self.shorter(world, &own) {
            if best.is_none() {
                best = self.best_advance(world, side, request, &own, stand, shorter);
            }
        }
        let better = |best: &Option<(i32, Decision)>, gain: i32| {
            gain > WORTH_MOVING && best.as_ref().is_none_or(|(most, _)| gain > *most)
        };
        let wider = if again { None } else { self.best_widening(world, side, request, &own) };
        best = wider.filter(|(gain, _)| better(&best, *gain)).or(best);
        // Turns are tried where an advance does not help much: they take a test of most.
        if !again && best.as_ref().is_none_or(|(most, _)| *most < 40) && self.wants_turn(&own) {
            for action in turns(world, &own) {
                let decision = Decision::Move { group, action };
                let Ok(Order::Move(plan)) = manoeuvre::look(world, side, request, &decision) else {
                    continue;
                };
                let mut after = world.clone();
                plan.end.carry_out(&mut after);
                let spot = Spot::of_body(&after, after.body(group));
                let gain = self.place_worth(world, &own, &spot)
                    + self.shape_worth(&own, width(&after, group))
                    - stand
                    - self.shape_worth(&own, width(world, group))
                    - if plan.needs_test { TEST } else { 0 };
                if better(&best, gain) {
                    best = Some((gain, decision));
                }
            }
        }
        if !again && best.as_ref().is_none_or(|(most, _)| *most < HELPS) {
            let retreat = self.best_retreat(world, side, request, &own, stand);
            best = retreat.filter(|(gain, _)| better(&best, *gain)).or(best);
        }
        best.map(|(_, decision)| decision)
    }

    /// Distances to try when no group can go as far as usual: that over the worst ground near, and a little.
    fn shorter(&self, world: &World, own: &Figure) -> Vec<i32> {
        let near = self.sketch.worst_ground(&own.spot, own.rate);
        let slow = super::sketch::pace_over(world, own.id, near);
        let mut all = vec![slow, slow / 2];
        all.retain(|way| *way >= 50 && *way < own.rate);
        all
    }

    /// The advance of at most `full` that is worth most.
    fn best_advance(
        &mut self,
        world: &World,
        side: Side,
        request: &Request,
        own: &Figure,
        stand: i32,
        full: i32,
    ) -> Option<(i32, Decision)> {
        let mut found: Vec<(i32, Action)> = Vec::new();
        for (spot, advance) in self.advances(world, own, full) {
            let gain = self.place_worth(world, own, &spot) - stand;
            if gain > WORTH_MOVING {
                found.push((gain, Action::Advance(advance)));
            }
        }
        found.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        found.dedup();
        let mut best: Option<(i32, Decision)> = None;
        for (gain, action) in found.into_iter().take(TRIES) {
            if best.as_ref().is_some_and(|(most, _)| *most >= gain) {
                break;
            }
            let decision = Decision::Move { group: own.id, action };
            let Ok(Order::Move(plan)) = manoeuvre::look(world, side, request, &decision) else { continue };
            let gain = gain - if plan.needs_test { TEST } else { 0 } - 10 * plan.passes_through.len() as i32;
            if gain > WORTH_MOVING && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, decision));
            }
        }
        best
    }

    /// Guns turn towards those whom they hurt most.
    fn best_of_guns(
        &mut self,
        world: &World,
        side: Side,
        request: &Request,
        own: &Figure,
    ) -> Option<Decision> {
        let target = self.sketch.foes.iter().any(|f| {
            !f.is_broken()
                && !f.fights
                && own.spot.gap(&f.spot) <= own.long
                && own.spot.degrees_off(f.spot.middle()) <= 40
        });
        if target {
            return None;
        }
        let decision = |action| Decision::Move { group: own.id, action };
        actions(world, own.id)
            .into_iter()
            .filter(|a| matches!(a, Action::Pivot { .. } | Action::Unlimber))
            .map(decision)
            .find(|d| manoeuvre::look(world, side, request, d).is_ok())
    }

    /// Whether what it goes for lies so far round that it should think of a turn.
    fn wants_turn(&self, own: &Figure) -> bool {
        let point = self.next_point(own).or_else(|| self.goal_point(own.id));
        point.is_some_and(|p| own.spot.degrees_off(p) > 60)
    }

    /// Where what it goes for is.
    fn goal_point(&self, group: GroupId) -> Option<(i32, i32)> {
        match self.goals.get(&group)? {
            Goal::Foe(foe) => self.sketch.foes.iter().find(|f| f.id == *foe).map(|f| f.spot.middle()),
            Goal::Camp => self.sketch.camp.map(|c| c.middle()),
        }
    }

    /// Advances and where they end.
    fn advances(&self, world: &World, own: &Figure, full: i32) -> Vec<(Spot, Advance)> {
        if full <= 0 {
            return Vec::new();
        }
        let spot = &own.spot;
        let mut turns: Vec<(Hand, Angle)> = Vec::new();
        let mut turn_to = |direction: Option<Angle>| {
            let Some(direction) = direction else { return };
            let (sense, by) = spot.facing.shortest_turn(direction);
            let hand = if sense == Sense::Clockwise { Hand::Right } else { Hand::Left };
            if by.millidegrees() > 500 && by <= Angle::QUARTER {
                turns.push((hand, by));
            }
        };
        let mut stops: Vec<i32> = vec![full];
        if let Some(point) = self.goal_point(own.id) {
            turn_to(spot.direction_to(point));
        }
        if let Some(point) = self.next_point(own) {
            turn_to(spot.direction_to(point));
        }
        let mut near: Vec<(i32, &Figure)> = self
            .sketch
            .foes
            .iter()
            .filter(|f| !f.is_broken() && spot.rough_gap(&f.spot) < 1_200)
            .map(|f| (spot.gap(&f.spot), f))
            .collect();
        near.sort_by_key(|(gap, f)| (*gap, f.id));
        for (gap, foe) in near.iter().take(if self.care == Care::Full { 3 } else { 1 }) {
            turn_to(spot.direction_to(foe.spot.middle()));
            turn_to(Some(foe.spot.facing + Angle::HALF));
            for stop in [own.short - 5, own.long - 5, own.rate - 40, foe.rate + 20, 5] {
                let way = gap - stop;
                if stop > 0 && way > 20 && way < full {
                    stops.push(way);
                }
            }
        }
        if let Some((_, nearest)) = self.neighbour(own) {
            turn_to(Some(nearest));
        }
        let by_chance: &[i32] = if self.care == Care::Full { &[12, 25, 45] } else { &[] };
        for &degrees in by_chance {
            turns.extend(Hand::BOTH.map(|hand| (hand, Angle::from_degrees(degrees))));
        }
        turns.sort_unstable_by_key(|(hand, by)| (*hand == Hand::Left, by.0));
        turns.dedup_by(|a, b| a.0 == b.0 && a.1.0.abs_diff(b.1.0) < Angle::from_degrees(3).0);
        stops.push(full / 2);
        stops.sort_unstable();
        stops.dedup_by(|a, b| (*a - *b).abs() < 15);
        let mut found: Vec<(Spot, Advance)> = Vec::new();
        for &stop in &stops {
            found.push((spot.forward(stop), Advance::straight(distance(world, stop))));
        }
        let frontage = distance(world, 2 * spot.half);
        let most = WheelMeasure::Straight.angle(frontage, distance(world, full));
        for (hand, by) in turns {
            let by = Angle(by.0.min(most.0));
            let spent = wheel_cost(spot.half, (by.millidegrees() / 1000) as i32 + 1).min(full);
            let left = full - spent;
            let wheeled = spot.wheeled(hand, by);
            let stops: &[i32] =
                if self.care == Care::Full { &[left, left / 2, 0] } else { &[left, left / 2] };
            for &stop in stops {
                found.push((wheeled.forward(stop), Advance::wheel(hand, by, distance(world, stop))));
            }
            if left > 50 && self.care == Care::Full {
                let legs = vec![Leg::Ahead(distance(world, left)), Leg::Wheel { hand, by }];
                found.push((spot.forward(left).wheeled(hand, by), Advance { legs, shift: None }));
            }
        }
        found.extend(self.beside_friends(world, own));
        found.extend(self.to_camp(world, own));
        found
    }

    /// Up beside friends who fight: the way into an overlap.
    fn beside_friends(&self, world: &World, own: &Figure) -> Vec<(Spot, Advance)> {
        let near = |f: &Figure| f.fights && f.id != own.id && own.spot.rough_gap(&f.spot) < own.rate;
        if !self.sketch.own.iter().any(near) {
            return Vec::new();
        }
        let ends = |advance: Advance| match (advance.legs.as_slice(), advance.shift) {
            ([Leg::Ahead(way)], Some(shift)) => {
                let aside = hundredths(world, shift.by);
                let right = if shift.hand == Hand::Left { -aside } else { aside };
                Some((own.spot.forward(hundredths(world, *way)).shifted(right), advance))
            }
            ([Leg::Ahead(way)], None) => Some((own.spot.forward(hundredths(world, *way)), advance)),
            _ => None,
        };
        manoeuvre::advances(world, own.id).into_iter().filter_map(ends).collect()
    }

    /// Up to the enemy's camp, straight ahead to where the front touches it.
    fn to_camp(&self, world: &World, own: &Figure) -> Option<(Spot, Advance)> {
        let camp = self.sketch.camp.filter(|c| own.spot.rough_gap(c) < own.rate)?;
        let straight = own.spot.straight_to(&camp).filter(|s| *s <= own.rate)?;
        let side = world[own.id].side;
        let walls = world.sides[side.other()].camp?.at.rect();
        let path = Path::from(world.body(own.id)).advance(distance(world, own.rate));
        let hit = path.first_contact(&[walls])?;
        let caracole_plane::Extent::Distance(way) = hit.met.after else { return None };
        Some((own.spot.forward(straight), Advance::straight(way.max(Um::ZERO))))
    }

    /// The nearest friend in the line and its facing.
    fn neighbour(&self, own: &Figure) -> Option<(i32, Angle)> {
        let friends = self.sketch.own.iter().filter(|f| f.id != own.id && !f.is_broken() && !f.skirmisher);
        friends
            .map(|f| (own.spot.rough_gap(&f.spot), f.spot.facing))
            .filter(|(gap, _)| *gap < 500)
            .min_by_key(|p| p.0)
    }

    /// Those nearest to the enemy first, so that others do not stand in their way.
    fn order_of_moves(&self) -> Vec<GroupId> {
        let mut order: Vec<(i32, GroupId)> = self
            .sketch
            .own
            .iter()
            .filter(|f| !f.is_broken())
            .map(|own| {
                let nearest = self.sketch.foes.iter().map(|f| own.spot.rough_gap(&f.spot)).min();
                (nearest.unwrap_or(i32::MAX), own.id)
            })
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(_, group)| group).collect()
    }
}

/// Turns to flank and rear.
fn turns(world: &World, own: &Figure) -> Vec<Action> {
    let wanted = |a: &Action| {
        matches!(
            a,
            Action::TurnToFlank { .. }
                | Action::TurnAbout { .. }
                | Action::ChangeFormation { turn: Some(_), .. }
        )
    };
    actions(world, own.id).into_iter().filter(wanted).collect()
}
