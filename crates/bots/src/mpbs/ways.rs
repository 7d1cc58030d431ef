//! The way of a move: the best place that a unit can come to with its movement points, looked for over whole moves, so
//! that it wheels, turns and goes round friends where a single step would seem to lead nowhere.

use super::ground::Plan;
use caracole_musketpike::{
    counters::{Orders, UnitId},
    engine::{
        field::{Field, Units},
        motion::Manoeuvre,
    },
    hex::{Direction, Placement, Turn},
    world::Formation,
};
use smallvec::SmallVec;

/// Manoeuvres of a move, each with the place that it starts from, and where the move ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    steps: SmallVec<[(Placement, Manoeuvre); 10]>,
    end: Option<Placement>,
}

/// What comes next on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// This manoeuvre.
    Go(Manoeuvre),
    /// The move is at its end.
    Stop,
    /// The unit is not on the way.
    Lost,
}

impl Way {
    /// Where it ends.
    #[cfg(test)]
    pub(super) const fn end(&self) -> Option<Placement> {
        self.end
    }

    /// What comes next for a unit that stands here.
    pub(super) fn next(&self, at: Placement) -> Next {
        match self.steps.iter().find(|(from, _)| *from == at) {
            Some((_, manoeuvre)) => Next::Go(*manoeuvre),
            None if self.end == Some(at) => Next::Stop,
            None => Next::Lost,
        }
    }
}

/// Places from which a search goes on, at most.
const MOST: usize = 48;
/// Places looked at after the first that is near enough.
const MORE: usize = 14;

/// A place on the search.
#[derive(Clone, Copy)]
struct Node {
    at: Placement,
    formation: Formation,
    spent: u8,
    slopes: u8,
    run: u8,
    met: bool,
    done: bool,
    /// What the way here has cost, against hexes to go, of which each counts 100.
    toll: i32,
    /// How much it promises.
    promise: i32,
    from: usize,
    by: Manoeuvre,
}

/// The best way for a unit that has used so many movement points.
pub(super) fn best(f: Field<'_>, unit: UnitId, plan: &Plan, spent: u8) -> Way {
    let state = f.unit(unit);
    let allowance = f.allowance(unit);
    let mut nodes: SmallVec<[Node; 160]> = SmallVec::new();
    nodes.push(Node {
        at: state.at,
        formation: state.formation,
        spent,
        slopes: plan.slopes(),
        run: plan.run(),
        met: false,
        done: false,
        toll: 0,
        promise: plan.nearness(f, state.at),
        from: 0,
        by: Manoeuvre::CounterMarch,
    });
    let neighbours = f.enemies_around(f.footprint(unit), f.side(unit));
    let mut best: Option<(i32, usize)> = None;
    let (mut looked, mut arrived) = (0, None);
    while looked < MOST && arrived.is_none_or(|then| looked < then + MORE) {
        let open = nodes.iter().enumerate().filter(|(_, node)| !node.done);
        let Some((_, std::cmp::Reverse(i))) = open.map(|(i, n)| (n.promise, std::cmp::Reverse(i))).max()
        else {
            break;
        };
        let node = nodes[i];
        nodes[i].done = true;
        looked += 1;
        let value = plan.end(f, unit, node.at, node.run) - node.toll;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, i));
        }
        if arrived.is_none() && plan.is_there(f, node.at) {
            arrived = Some(looked);
        }
        if !node.met && node.formation != Formation::Broken {
            let sticks = !plan.intercepts() && sticks(f, unit, node.at);
            for manoeuvre in manoeuvres(f, unit, node.at) {
                if sticks && matches!(manoeuvre, Manoeuvre::Step(_)) {
                    continue;
                }
                if let Some(next) = follow(f, unit, plan, &node, i, manoeuvre, allowance, &neighbours)
                    && !nodes.iter().any(|n| n.at == next.at && n.spent <= next.spent && n.toll <= next.toll)
                {
                    nodes.push(next);
                }
            }
        }
    }
    let mut way = Way::default();
    let Some((_, mut i)) = best else { return way };
    way.end = Some(nodes[i].at);
    while i != 0 {
        let node = nodes[i];
        i = node.from;
        way.steps.push((nodes[i].at, node.by));
    }
    way.steps.reverse();
    way
}

/// Whether a charging unit has to stay with an enemy here.
fn sticks(f: Field<'_>, unit: UnitId, at: Placement) -> bool {
    f.orders(unit) == Orders::Charge
        && f.enemies_around(at.footprint(), f.side(unit))
            .into_iter()
            .any(|enemy| !f.is_lone_train(enemy) && !f.engaged_by_another(enemy, unit))
}

#[allow(clippy::too_many_arguments, reason = "one place from another, with all that the move goes by")]
fn follow(
    f: Field<'_>,
    unit: UnitId,
    plan: &Plan,
    node: &Node,
    from: usize,
    manoeuvre: Manoeuvre,
    allowance: u8,
    neighbours: &Units,
) -> Option<Node> {
    let motion = f.motion(unit, node.at, node.formation, manoeuvre).ok()?;
    let left = allowance.saturating_sub(node.spent);
    let cost = if motion.uses_all { allowance } else { motion.cost };
    if cost > left || motion.uses_all && node.spent > 0 {
        return None;
    }
    let turns = motion.entered.is_empty() || matches!(manoeuvre, Manoeuvre::Face(_));
    if !turns && !plan.intercepts() && f.orders(unit) != Orders::Charge {
        let strange = f.enemies_around(motion.to.footprint(), f.side(unit));
        if strange.into_iter().any(|enemy| !neighbours.contains(&enemy)) {
            return None;
        }
    }
    if !turns && !plan.comes_closer(f, node.at, motion.to) {
        return None;
    }
    let hits = motion.hits + plan.second_slope(f, unit, node.slopes, motion.gentle);
    let formation = if motion.breaks { Formation::Broken } else { node.formation.after_ground_hits(hits) };
    let breaks = formation == Formation::Broken && node.formation != Formation::Broken;
    let wheel = if matches!(manoeuvre, Manoeuvre::Wheel(_)) { plan.wheel(f, motion.to) } else { 0 };
    let toll = node.toll + plan.toll(f, motion.to, hits, breaks) + wheel + 2 + i32::from(cost);
    let straight = matches!(manoeuvre, Manoeuvre::Step(_)) && motion.clear_run;
    Some(Node {
        at: motion.to,
        formation,
        spent: node.spent + cost,
        slopes: node.slopes + motion.gentle,
        run: if straight { (node.run + 1).min(2) } else { 0 },
        met: motion.meeting.is_some(),
        done: false,
        toll,
        promise: plan.nearness(f, motion.to) - toll,
        from,
        by: manoeuvre,
    })
}

/// Every manoeuvre that could be tried from a place.
fn manoeuvres(f: Field<'_>, unit: UnitId, at: Placement) -> SmallVec<[Manoeuvre; 6]> {
    let mut all = SmallVec::new();
    if !f.has_facing(unit) {
        all.extend(Direction::ALL.map(Manoeuvre::Step));
        return all;
    }
    all.extend(at.forward().into_iter().map(Manoeuvre::Step));
    match at {
        Placement::Line { .. } => all.extend([Turn::Left, Turn::Right].map(Manoeuvre::Wheel)),
        _ => all.extend([1, -1].map(Manoeuvre::Face)),
    }
    all.push(Manoeuvre::CounterMarch);
    all
}
