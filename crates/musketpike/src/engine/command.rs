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

/// Where a unit would be in command, and how far everything else is from there.
#[derive(Debug)]
pub struct CommandZone {
    /// The hexes of the zone.
    zone: SmallVec<[Hex; 64]>,
    /// The commander and the units that lead to him.
    links: SmallVec<[Hex; 32]>,
    range: i32,
}

impl CommandZone {
    /// At least so many hexes from a place to the zone: 0 inside it, 255 if there is none.
    pub fn distance(&self, place: Footprint) -> u8 {
        if self.links.is_empty() {
            return u8::MAX;
        }
        let near = self.links.iter().map(|hex| place.distance(*hex)).min().unwrap_or(0);
        if near <= self.range && place.iter().any(|hex| self.zone.contains(&hex)) {
            return 0;
        }
        (near - self.range).clamp(1, 254) as u8
    }
}

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
        // Next to the commander there is nothing to trace.
        let beside = place.iter().any(|hex| {
            hex.direction_to(goal)
                .and_then(|direction| self.crossing(hex, direction))
                .is_some_and(|crossing| crossing.cost[self.column(unit) as usize] != IMPASSABLE)
        });
        if beside {
            return true;
        }
        let mut seen = UnitSet::EMPTY;
        seen.insert(unit);
        // Links still to be traced from, the one nearest to the commander first.
        let mut chain: SmallVec<[(i32, UnitId); 16]> = SmallVec::new();
        if self.trace(unit, place, goal, &mut seen, &mut chain) {
            return true;
        }
        while let Some(best) = (0..chain.len()).min_by_key(|i| chain[*i].0) {
            let (_, link) = chain.swap_remove(best);
            if self.trace(link, self.footprint(link), goal, &mut seen, &mut chain) {
                return true;
            }
        }
        false
    }

    /// Hexes in which the unit would be in command.
    pub fn command_zone(self, unit: UnitId) -> CommandZone {
        let wing = self.wing_of(unit);
        let range = if self.is_cavalry(unit) { 3 } else { 2 };
        let mut found = CommandZone { zone: SmallVec::new(), links: SmallVec::new(), range };
        let Some(commander) = self.wing_commander(wing) else { return found };
        let (side, column) = (self.side(unit), self.column(unit));
        found.links.push(self.leader(commander).hex);
        for link in self.units_of_wing(wing) {
            if link != unit && self.in_command(link) {
                found.links.extend(self.footprint(link).iter());
            }
        }
        found.zone.extend(found.links.iter().copied());
        let mut first = 0;
        for _ in 0..range {
            let end = found.zone.len();
            for i in first..end {
                let hex = found.zone[i];
                for direction in Direction::ALL {
                    let from = hex.step(direction);
                    let blocked = found.zone.contains(&from)
                        || self.holder(from).is_some_and(|holder| holder != side)
                        || self
                            .crossing(from, direction.opposite())
                            .is_none_or(|crossing| crossing.cost[column as usize] == IMPASSABLE);
                    if !blocked {
                        found.zone.push(from);
                    }
                }
            }
            first = end;
        }
        found
    }

    /// Traces from one unit as far as it may; says whether the commander is reached and notes other links.
    fn trace(
        self,
        unit: UnitId,
        place: Footprint,
        goal: Hex,
        seen: &mut UnitSet,
        chain: &mut SmallVec<[(i32, UnitId); 16]>,
    ) -> bool {
        if place.contains(goal) {
            return true;
        }
        let range = if self.is_cavalry(unit) { 3 } else { 2 };
        let (side, wing, column) = (self.side(unit), self.wing_of(unit), self.column(unit));
        let mut visited = Visited::around(place.first);
        let mut ring: SmallVec<[Hex; 24]> = place.iter().collect();
        for hex in place.iter() {
            visited.insert(hex);
        }
        for reach in 1..=range {
            let mut next: SmallVec<[Hex; 24]> = SmallVec::new();
            for from in ring {
                for direction in Direction::ALL {
                    let to = from.step(direction);
                    if !visited.insert(to) {
                        continue;
                    }
                    let passable = self
                        .crossing(from, direction)
                        .is_some_and(|crossing| crossing.cost[column as usize] != IMPASSABLE);
                    if !passable {
                        // Another way may still lead there.
                        visited.remove(to);
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
                                chain.push((to.distance(goal), link));
                            }
                        }
                    }
                    if to == goal {
                        return true;
                    }
                    if reach < range {
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        false
    }
}

/// Hexes near a centre, as bits.
struct Visited {
    centre: (i32, i32),
    bits: u128,
}

impl Visited {
    const fn around(centre: Hex) -> Self {
        Visited { centre: centre.axial(), bits: 0 }
    }

    const fn bit(&self, hex: Hex) -> u128 {
        let (q, r) = hex.axial();
        let (dq, dr) = (q - self.centre.0 + 5, r - self.centre.1 + 5);
        // Traces reach four hexes at most; eleven by eleven bits hold them.
        1 << ((dq * 11 + dr) as u32 & 127)
    }

    /// Notes a hex; says whether it is new.
    const fn insert(&mut self, hex: Hex) -> bool {
        let bit = self.bit(hex);
        let new = self.bits & bit == 0;
        self.bits |= bit;
        new
    }

    const fn remove(&mut self, hex: Hex) {
        self.bits &= !self.bit(hex);
    }
}
