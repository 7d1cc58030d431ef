//! The manoeuvre phase: every battle group to the place that is worth most to it.

use super::{Marshal, stance};
use caracole_fog::renaissance::battle::{
    Decision as Whole, Fogr, GroupId, Request as Asked, World,
    manoeuvre::{self, Action, Advance, Decision, Leg, Order, Request, actions, advances, wheel_to},
    position::rates,
};
use caracole_kernel::{Battle, Side, System};
use caracole_plane::{Angle, Um, WheelMeasure};

/// What a move must be better than standing still.
const WORTH_MOVING: i32 = 8;
/// What the uncertainty of a test costs.
const TEST: i32 = 25;

impl Marshal {
    pub(super) fn manoeuvre(&mut self, battle: &Battle<Fogr>, side: Side, request: &Request) -> Option<Decision> {
        let world = battle.world();
        match request {
            Request::Move => {
                if self.waiting.is_empty() && self.considered != world.turn.number {
                    self.considered = world.turn.number;
                    self.waiting = order_of_moves(world, side).into();
                }
                while let Some(group) = self.waiting.pop_front() {
                    if let Some(decision) = self.best_move(world, side, request, group) {
                        return Some(decision);
                    }
                }
                Some(Decision::Done)
            }
            Request::SimpleInstead { group } => {
                Some(self.best_move(world, side, request, *group).unwrap_or(Decision::Done))
            }
            Request::MoveAgain { groups } => match groups.as_slice() {
                [group] => Some(self.best_move(world, side, request, *group).unwrap_or(Decision::Done)),
                _ => Some(Decision::Done),
            },
            // What is out of order is put in order, and whoever can fight is brought to it.
            Request::Reform | Request::Feed => {
                let mut all = Vec::new();
                Fogr::candidates(battle, side, &Asked::Manoeuvre(request.clone()), &mut all);
                all.into_iter().find_map(|d| match d {
                    Whole::Manoeuvre(d) => Some(d),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// The move of a battle group that is worth most, if any is worth more than to stand.
    fn best_move(&mut self, world: &World, side: Side, request: &Request, group: GroupId) -> Option<Decision> {
        if manoeuvre::can_move(world, side, group).is_err() {
            return None;
        }
        let stand = self.stance(world, group);
        let mut best: Option<(i32, Decision)> = None;
        let mut after = world.clone();
        let only_advances = matches!(request, Request::MoveAgain { .. });
        let mut tried = self.at_goal(world, group);
        match only_advances {
            true => tried.extend(advances(world, group).into_iter().map(Action::Advance)),
            false => tried.extend(actions(world, group)),
        }
        for action in tried {
            let decision = Decision::Move { group, action };
            let Ok(Order::Move(plan)) = manoeuvre::look(world, side, request, &decision) else { continue };
            plan.end.carry_out(&mut after);
            let mut gain = self.stance(&after, group) - stand;
            manoeuvre::Place::of(world, group).carry_out(&mut after);
            if plan.needs_test {
                gain -= TEST;
            }
            gain -= 10 * plan.passes_through.len() as i32;
            if gain > WORTH_MOVING && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, decision));
            }
        }
        best.map(|(_, decision)| decision)
    }

    /// Advances towards whom the battle group goes for.
    fn at_goal(&self, world: &World, group: GroupId) -> Vec<Action> {
        let Some(&goal) = self.goals.get(&group) else { return Vec::new() };
        let Some(mu) = rates::distance_from_here(world, group) else { return Vec::new() };
        let (full, body) = (world.field.mu(mu), world.body(group));
        let to = body.front_centre().at.direction_to(world.body(goal).front_centre().at);
        let seen = stance::sight(world, group, goal);
        let mut found = Vec::new();
        // Up to where a charge begins, or a shot.
        let (short, _) = stance::shooting_reach(world, group);
        let own_reach = stance::reach(world, group);
        for stop in [own_reach - 30, short - 10] {
            let way = seen.distance - stop;
            if stop > 0 && way > 0 && way < mu * 100 {
                let ahead = Um::new(i64::from(world.field.mu(1).get()) * i64::from(way) / 100);
                found.push(Action::Advance(Advance::straight(ahead)));
            }
        }
        if let Some((hand, by)) = to.and_then(|to| wheel_to(&body, to)) {
            let most = WheelMeasure::Straight.angle(body.frontage, full);
            let by = Angle(by.0.min(most.0));
            let left = (full - WheelMeasure::Straight.distance(body.frontage, by)).or_zero();
            for ahead in [left, left / 2, Um::ZERO] {
                found.push(Action::Advance(Advance::wheel(hand, by, ahead)));
            }
            // First on, then round.
            let legs = vec![Leg::Ahead(left), Leg::Wheel { hand, by }];
            found.push(Action::Advance(Advance { legs, shift: None }));
        }
        found
    }
}

/// Those nearest to the enemy first, so that others do not stand in their way.
fn order_of_moves(world: &World, side: Side) -> Vec<GroupId> {
    let mut order: Vec<(i32, GroupId)> = world
        .of_side(side)
        .filter(|&g| !world[g].is_broken())
        .map(|group| {
            let nearest = world.enemies_of(group).map(|e| stance::sight(world, group, e).distance).min();
            (nearest.unwrap_or(i32::MAX), group)
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(_, group)| group).collect()
}
