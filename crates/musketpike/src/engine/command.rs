//! Lines of communication: whether a unit is in command at this instant.

use super::{field::Field, table::IMPASSABLE};
use crate::{
    counters::UnitId,
    hex::{Direction, Footprint, Hex},
    world::UnitSet,
};
use caracole_ledger::enforces;
use smallvec::SmallVec;

enforces!(
    "MPBS-5.4.1a",
    "MPBS-5.4.1b",
    "MPBS-5.4.2a",
    "MPBS-5.4.2b",
    "MPBS-5.4.2c",
    "MPBS-5.4.2d",
    "MPBS-5.4.2e",
    "MPBS-5.4.2f"
);

impl Field<'_> {
    /// Whether the unit is in command where it stands.
    pub fn in_command(self, unit: UnitId) -> bool {
        self.in_command_at(unit, self.footprint(unit))
    }

    /// Whether the unit would be in command at another place.
    pub fn in_command_at(self, unit: UnitId, place: Footprint) -> bool {
        if self.is_wagon(unit) {
            return true;
        }
        let wing = self.wing_of(unit);
        let Some(commander) = self.wing_commander(wing) else { return false };
        let goal = self.leader(commander).hex;
        if place.contains(goal) {
            return true;
        }
        let mut seen = UnitSet::EMPTY;
        seen.insert(unit);
        let mut chain: SmallVec<[UnitId; 16]> = SmallVec::new();
        if self.trace(unit, place, goal, &mut seen, &mut chain) {
            return true;
        }
        while let Some(link) = chain.pop() {
            if self.trace(link, self.footprint(link), goal, &mut seen, &mut chain) {
                return true;
            }
        }
        false
    }

    /// Hexes in which the unit would be in command.
    pub fn command_zone(self, unit: UnitId) -> Vec<Hex> {
        let wing = self.wing_of(unit);
        let Some(commander) = self.wing_commander(wing) else { return Vec::new() };
        let (side, column) = (self.side(unit), self.column(unit));
        let range = if self.is_cavalry(unit) { 3 } else { 2 };
        let mut zone = vec![self.leader(commander).hex];
        for link in self.units_of_wing(wing) {
            if link != unit && self.in_command(link) {
                zone.extend(self.footprint(link).iter());
            }
        }
        let mut first = 0;
        for _ in 0..range {
            let end = zone.len();
            for i in first..end {
                let hex = zone[i];
                for direction in Direction::ALL {
                    let from = hex.step(direction);
                    let blocked = zone.contains(&from)
                        || self.holder(from).is_some_and(|holder| holder != side)
                        || self
                            .crossing(from, direction.opposite())
                            .is_none_or(|crossing| crossing.cost[column as usize] == IMPASSABLE);
                    if !blocked {
                        zone.push(from);
                    }
                }
            }
            first = end;
        }
        zone
    }

    /// Traces from one unit as far as it may; says whether the commander is reached and notes other links.
    fn trace(
        self,
        unit: UnitId,
        place: Footprint,
        goal: Hex,
        seen: &mut UnitSet,
        chain: &mut SmallVec<[UnitId; 16]>,
    ) -> bool {
        let range = if self.is_cavalry(unit) { 3 } else { 2 };
        if place.contains(goal) {
            return true;
        }
        let (side, wing, column) = (self.side(unit), self.wing_of(unit), self.column(unit));
        let mut visited: SmallVec<[Hex; 40]> = place.iter().collect();
        let mut first = 0;
        for _ in 0..range {
            let end = visited.len();
            for i in first..end {
                let from = visited[i];
                for direction in Direction::ALL {
                    let to = from.step(direction);
                    if visited.contains(&to) {
                        continue;
                    }
                    let Some(crossing) = self.crossing(from, direction) else { continue };
                    if crossing.cost[column as usize] == IMPASSABLE {
                        continue;
                    }
                    let stack = self.stack(to);
                    if let Some(any) = stack.any() {
                        if self.owner(any) != side {
                            continue;
                        }
                        for link in stack.units() {
                            if self.wing_of(link) == wing && self.unit(link).in_play() && !seen.has(link) {
                                seen.insert(link);
                                chain.push(link);
                            }
                        }
                    }
                    if to == goal {
                        return true;
                    }
                    visited.push(to);
                }
            }
            first = end;
        }
        false
    }
}
