//! Pursuit on and off the map.

use super::{
    Cx, changes,
    close_combat::{CloseCombat, LoserFate},
    field,
};
use crate::{
    counters::UnitId,
    engine::{field::Field, table::IMPASSABLE},
    hex::{Direction, Hex, Placement},
    messages::{Company, Event, LeaderLoss},
    world::{Fate, Formation},
};
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// Which beaten units are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quarries {
    /// Those that still run.
    Running,
    /// Those that are eliminated as well.
    All,
}

impl CloseCombat {
    /// Units that cavalry may pursue: those that were in its front before others; the eliminated ones
    /// only off the map.
    pub(super) fn quarries(&self, f: Field<'_>, which: Quarries) -> SmallVec<[UnitId; 4]> {
        let fits = |loser: &&super::close_combat::Loser| {
            !f.is_light(loser.unit)
                && match loser.fate {
                    LoserFate::Retreated => f.unit(loser.unit).in_play(),
                    LoserFate::LeftMap => true,
                    LoserFate::Eliminated => which == Quarries::All,
                    LoserFate::Stood | LoserFate::Open => false,
                }
        };
        enforces!("MPBS-11.7.5");
        let nearest = self.losers.iter().filter(fits).map(|loser| loser.zone).min();
        self.losers
            .iter()
            .filter(fits)
            .filter(|loser| Some(loser.zone) == nearest)
            .map(|loser| loser.unit)
            .collect()
    }

    /// Cavalry follows a beaten unit along its path and cuts it down.
    pub(super) fn run_down(&mut self, cx: &mut Cx<'_>, unit: UnitId, quarry: UnitId) {
        enforces!("MPBS-11.7.2-2", "MPBS-11.7.2B-1", "MPBS-11.7.2B-4", "MPBS-11.7.2B-6", "MPBS-11.7.3");
        let f = field(cx);
        let Some(loser) = self.losers.iter().find(|loser| loser.unit == quarry).copied() else { return };
        let Placement::One { hex, facing } = f.unit(unit).at else { return };
        let mut way: SmallVec<[Direction; 4]> = SmallVec::new();
        let near = loser.hexes.into_iter().flatten().find(|other| other.is_adjacent(hex));
        if let Some(first) = near.and_then(|near| hex.direction_to(near)) {
            way.push(first);
            let mut last = loser.hexes[0];
            for next in loser.path.into_iter().flatten() {
                if let Some(direction) = last.and_then(|last| last.direction_to(next)) {
                    way.push(direction);
                }
                last = Some(next);
            }
        }
        if f.unit(quarry).in_play() {
            let units: SmallVec<[UnitId; 2]> = changes::together(cx, quarry).collect();
            for id in units {
                changes::eliminate(cx, id);
            }
        }
        if let Some(loser) = self.losers.iter_mut().find(|loser| loser.unit == quarry) {
            loser.fate = LoserFate::Eliminated;
        }
        let mut at = hex;
        for direction in way {
            let to = at.step(direction);
            if !passable(field(cx), unit, at, direction, to) {
                break;
            }
            // Light infantry stays behind; every leader with the cavalry goes along.
            let leaders = field(cx).leaders_with(unit);
            changes::relocate(cx, unit, Placement::One { hex: to, facing }, Company::Alone, &leaders);
            at = to;
        }
        changes::set_formation(cx, unit, Formation::Broken);
        self.pursued.push(unit);
        self.moved.push((unit, true));
    }

    /// Cavalry chases a beaten unit off the map.
    pub(super) fn off_map(&mut self, cx: &mut Cx<'_>, unit: UnitId, quarry: Option<UnitId>) {
        enforces!("MPBS-11.7.2C-1", "MPBS-11.7.2C-3", "MPBS-11.7.2C-4");
        let side = field(cx).side(unit);
        if let Some(quarry) = quarry {
            let loser = self.losers.iter().find(|loser| loser.unit == quarry).copied();
            if field(cx).unit(quarry).in_play() {
                let units: SmallVec<[UnitId; 2]> = changes::together(cx, quarry).collect();
                for id in units {
                    changes::eliminate(cx, id);
                }
            }
            for hex in loser.into_iter().flat_map(|loser| loser.hexes).flatten() {
                changes::seize(cx, side, hex);
            }
            if let Some(loser) = self.losers.iter_mut().find(|loser| loser.unit == quarry) {
                loser.fate = LoserFate::Eliminated;
            }
        }
        for leader in field(cx).leaders_with(unit) {
            changes::lose_leader(cx, leader, LeaderLoss::Pursuit);
        }
        changes::remove(cx, unit, Fate::PursuedOffMap);
        cx.tell(Event::PursuedOffMap { unit });
        self.pursued.push(unit);
    }
}

/// Whether a pursuer can go on into a hex.
fn passable(f: Field<'_>, unit: UnitId, from: Hex, direction: Direction, to: Hex) -> bool {
    f.stack(to).main().is_none()
        && f.crossing(from, direction)
            .is_some_and(|crossing| crossing.cost[f.column(unit) as usize] != IMPASSABLE)
}
