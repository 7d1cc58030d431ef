//! Lines of communication: whether a unit is in command at this instant.

use super::{field::Field, table::IMPASSABLE};
use crate::{
    charts::MoveClass,
    counters::UnitId,
    hex::{Direction, Footprint, Hex},
    world::UnitSet,
};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// Where a unit would be in command, and how far everything else is from there.
#[derive(Debug)]
pub struct CommandZone<'a> {
    field: Field<'a>,
    /// The hexes of the zone, as bits by their place on the map.
    zone: SmallVec<[u64; 32]>,
    /// The commander and the units that lead to the commander.
    links: SmallVec<[Hex; 32]>,
    range: i32,
}

impl CommandZone<'_> {
    /// A lower bound of the hexes from a place to the zone: 0 inside it, 255 if there is no zone.
    pub fn distance(&self, place: Footprint) -> u8 {
        if self.links.is_empty() {
            return u8::MAX;
        }
        let near = self.links.iter().map(|hex| place.distance(*hex)).min().unwrap_or(0);
        if near <= self.range && place.iter().any(|hex| self.contains(hex)) {
            return 0;
        }
        (near - self.range).clamp(1, 254) as u8
    }

    /// The place of a hex on the map.
    pub(crate) fn index(&self, hex: Hex) -> Option<usize> {
        self.field.table.index(hex)
    }

    fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some_and(|i| self.zone[i / 64] & (1 << (i % 64)) != 0)
    }

    /// Puts a hex in; says whether it is new.
    fn insert(&mut self, hex: Hex) -> bool {
        let Some(i) = self.index(hex) else { return false };
        let (word, bit) = (&mut self.zone[i / 64], 1 << (i % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// How a unit traces its line of command: how far, through which terrain, past which units.
#[derive(Clone, Copy)]
struct Tracer {
    range: i32,
    column: MoveClass,
    side: Side,
}

impl<'a> Field<'a> {
    /// Whether the unit is in command where it stands.
    pub fn in_command(self, unit: UnitId) -> bool {
        self.in_command_at(unit, self.footprint(unit))
    }

    /// Whether the unit would be in command at another place.
    pub fn in_command_at(self, unit: UnitId, place: Footprint) -> bool {
        enforces!("MPBS-5.4.1a", "MPBS-5.4.2a");
        if self.is_wagon(unit) {
            return true;
        }
        enforces!("MPBS-5.4.1b");
        let wing = self.wing_of(unit);
        let Some(commander) = self.wing_commander(wing) else { return false };
        enforces!("MPBS-5.4.2f");
        let goal = self.leader(commander).hex;
        if self.traces(self.tracer(unit), place, goal) {
            return true;
        }
        // Links still to be traced from, the one nearest to the commander first.
        enforces!("MPBS-5.4.2c", "MPBS-5.4.2e");
        let mut waiting: SmallVec<[UnitId; 32]> =
            self.units_of_wing(wing).filter(|link| *link != unit).collect();
        let mut chain: SmallVec<[(i32, UnitId); 32]> = SmallVec::new();
        self.link(self.tracer(unit), place, goal, &mut waiting, &mut chain);
        while let Some(best) = (0..chain.len()).min_by_key(|i| chain[*i].0) {
            let (_, link) = chain.swap_remove(best);
            let (tracer, at) = (self.tracer(link), self.footprint(link));
            if self.traces(tracer, at, goal) {
                return true;
            }
            self.link(tracer, at, goal, &mut waiting, &mut chain);
        }
        false
    }

    /// Moves the units that a line reaches from those that wait to the chain.
    fn link(
        self,
        tracer: Tracer,
        place: Footprint,
        goal: Hex,
        waiting: &mut SmallVec<[UnitId; 32]>,
        chain: &mut SmallVec<[(i32, UnitId); 32]>,
    ) {
        waiting.retain(|link| {
            let at = self.footprint(*link);
            let reached = at.iter().any(|hex| self.traces(tracer, place, hex));
            if reached {
                chain.push((at.distance(goal), *link));
            }
            !reached
        });
    }

    /// Units of a Wing that are in command where they stand: the chain is followed from the commander outwards.
    fn commanded(self, unit: UnitId) -> UnitSet {
        let mut found = UnitSet::EMPTY;
        let wing = self.wing_of(unit);
        let Some(commander) = self.wing_commander(wing) else { return found };
        let mut waiting: SmallVec<[UnitId; 32]> =
            self.units_of_wing(wing).filter(|link| *link != unit).collect();
        let mut links: SmallVec<[Hex; 32]> = SmallVec::new();
        links.push(self.leader(commander).hex);
        let mut next = 0;
        while let Some(&goal) = links.get(next) {
            next += 1;
            waiting.retain(|link| {
                let at = self.footprint(*link);
                let reaches = self.traces(self.tracer(*link), at, goal);
                if reaches {
                    found.insert(*link);
                    links.extend(at.iter());
                }
                !reaches
            });
        }
        found
    }

    /// Hexes in which the unit would be in command.
    pub fn command_zone(self, unit: UnitId) -> CommandZone<'a> {
        let Tracer { range, column, side } = self.tracer(unit);
        let mut found = CommandZone {
            field: self,
            zone: SmallVec::from_elem(0, self.table.scenario.map.len().div_ceil(64)),
            links: SmallVec::new(),
            range,
        };
        let Some(commander) = self.wing_commander(self.wing_of(unit)) else { return found };
        found.links.push(self.leader(commander).hex);
        for link in self.commanded(unit).iter() {
            found.links.extend(self.footprint(link).iter());
        }
        let mut hexes: SmallVec<[Hex; 128]> = SmallVec::new();
        for i in 0..found.links.len() {
            let hex = found.links[i];
            if found.insert(hex) {
                hexes.push(hex);
            }
        }
        let mut first = 0;
        for _ in 0..range {
            let end = hexes.len();
            for i in first..end {
                let hex = hexes[i];
                for direction in Direction::ALL {
                    let from = hex.step(direction);
                    let open = !found.contains(from)
                        && self.passes(Tracer { range, column, side }, from, direction.opposite())
                        && self.holder(from).is_none_or(|holder| holder == side);
                    if open && found.insert(from) {
                        hexes.push(from);
                    }
                }
            }
            first = end;
        }
        found
    }

    fn tracer(self, unit: UnitId) -> Tracer {
        enforces!("MPBS-5.4.2b");
        Tracer {
            range: if self.is_cavalry(unit) { 3 } else { 2 },
            column: self.column(unit),
            side: self.side(unit),
        }
    }

    /// Whether a line may cross a hexside.
    fn passes(self, tracer: Tracer, from: Hex, direction: Direction) -> bool {
        self.crossing(from, direction)
            .is_some_and(|crossing| crossing.cost[tracer.column as usize] != IMPASSABLE)
    }

    /// Whether a line of communication runs from a place to a hex.
    fn traces(self, tracer: Tracer, place: Footprint, goal: Hex) -> bool {
        enforces!("MPBS-5.4.2d");
        let distance = place.distance(goal);
        if distance > tracer.range {
            return false;
        }
        if distance == 0 || place.iter().any(|from| self.runs_straight(tracer, from, goal, tracer.range)) {
            return true;
        }
        // Only a line shorter than it may be can go round what is in the way.
        distance < tracer.range && place.iter().any(|from| self.runs_round(tracer, from, goal))
    }

    /// Whether a line runs to a hex by coming nearer with every step.
    fn runs_straight(self, tracer: Tracer, from: Hex, goal: Hex, left: i32) -> bool {
        let distance = from.distance(goal);
        distance == 0
            || distance <= left
                && Direction::ALL.into_iter().any(|direction| {
                    let to = from.step(direction);
                    to.distance(goal) < distance
                        && self.passes(tracer, from, direction)
                        && self.holder(to).is_none_or(|holder| holder == tracer.side)
                        && self.runs_straight(tracer, to, goal, left - 1)
                })
    }

    /// Whether a line runs to a hex by any way within its range.
    fn runs_round(self, tracer: Tracer, from: Hex, goal: Hex) -> bool {
        let mut ring: SmallVec<[Hex; 24]> = SmallVec::from_slice(&[from]);
        let mut visited: SmallVec<[Hex; 40]> = SmallVec::from_slice(&[from]);
        for left in (0..tracer.range).rev() {
            let mut next: SmallVec<[Hex; 24]> = SmallVec::new();
            for from in ring {
                for direction in Direction::ALL {
                    let to = from.step(direction);
                    if to.distance(goal) > left
                        || visited.contains(&to)
                        || !self.passes(tracer, from, direction)
                        || self.holder(to).is_some_and(|holder| holder != tracer.side)
                    {
                        continue;
                    }
                    if to == goal {
                        return true;
                    }
                    visited.push(to);
                    next.push(to);
                }
            }
            ring = next;
        }
        false
    }
}
