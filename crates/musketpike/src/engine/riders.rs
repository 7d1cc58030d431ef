//! Leaders who move alone.

use super::{field::Field, table::IMPASSABLE};
use crate::{
    charts::MoveClass,
    counters::LeaderId,
    hex::{Direction, Hex},
};
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// Hexes that a leader can reach.
#[derive(Debug)]
pub struct Reach<'a> {
    field: Field<'a>,
    best: Vec<u8>,
}

impl Reach<'_> {
    /// Whether a hex is among them.
    pub fn contains(&self, hex: Hex) -> bool {
        self.field.table.index(hex).is_some_and(|i| self.best[i] != u8::MAX)
    }
}

impl<'a> Field<'a> {
    /// Movement points for a leader to cross a hexside; `None` if that is forbidden.
    fn leader_cost(self, from: Hex, direction: Direction) -> Option<u8> {
        enforces!("MPBS-7.1.1e");
        let crossing = self.crossing(from, direction)?;
        let cavalry = crossing.cost[MoveClass::Cav as usize];
        let cost = if cavalry == IMPASSABLE { crossing.cost[MoveClass::Li as usize] } else { cavalry };
        (cost != IMPASSABLE).then_some(cost)
    }

    /// Hexes that a leader can reach with the movement points of a leader, the own hex included.
    pub fn leader_reach(self, leader: LeaderId) -> Reach<'a> {
        self.leader_reach_to(leader, None)
    }

    /// The same, looking no further than a goal needs.
    fn leader_reach_to(self, leader: LeaderId, goal: Option<Hex>) -> Reach<'a> {
        let state = self.leader(leader);
        let allowance = usize::from(self.table.movement().leader);
        let mut best = vec![u8::MAX; self.table.scenario.map.len()];
        let mut rings: SmallVec<[SmallVec<[Hex; 32]>; 10]> =
            SmallVec::from_elem(SmallVec::new(), allowance + 1);
        if let Some(i) = self.table.index(state.hex) {
            best[i] = 0;
            rings[0].push(state.hex);
        }
        for spent in 0..=allowance {
            let ring = std::mem::take(&mut rings[spent]);
            for hex in ring {
                if self.table.index(hex).is_none_or(|i| usize::from(best[i]) < spent) {
                    continue;
                }
                for direction in Direction::ALL {
                    let to = hex.step(direction);
                    let (Some(cost), Some(i)) = (self.leader_cost(hex, direction), self.table.index(to))
                    else {
                        continue;
                    };
                    let total = spent + usize::from(cost);
                    let rest = goal.map_or(0, |goal| to.distance(goal) as usize);
                    if total + rest > allowance
                        || total >= usize::from(best[i])
                        || self.holder(to).is_some_and(|holder| holder != state.side)
                    {
                        continue;
                    }
                    best[i] = total as u8;
                    rings[total].push(to);
                }
            }
        }
        Reach { field: self, best }
    }

    /// Whether the leader gets there by coming nearer with every hex, the cheapest first: enough on open ground.
    fn rides_straight(self, leader: LeaderId, to: Hex) -> bool {
        let state = self.leader(leader);
        let mut left = self.table.movement().leader;
        let mut at = state.hex;
        while at != to {
            let next = Direction::ALL
                .into_iter()
                .filter(|direction| at.step(*direction).distance(to) < at.distance(to))
                .filter(|direction| {
                    self.holder(at.step(*direction)).is_none_or(|holder| holder == state.side)
                })
                .filter_map(|direction| Some((self.leader_cost(at, direction)?, direction)))
                .min_by_key(|(cost, direction)| (*cost, direction.index()));
            match next {
                Some((cost, direction)) if cost <= left => {
                    left -= cost;
                    at = at.step(direction);
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether a leader can reach a hex with the movement points of a leader.
    pub fn leader_can_reach(self, leader: LeaderId, to: Hex) -> bool {
        let state = self.leader(leader);
        let allowance = i32::from(self.table.movement().leader);
        if state.hex.distance(to) > allowance || self.table.index(to).is_none() {
            return false;
        }
        to == state.hex
            || self.rides_straight(leader, to)
            || self.leader_reach_to(leader, Some(to)).contains(to)
    }
}
