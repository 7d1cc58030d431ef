//! Lines of sight over the battlefield as it stands.

use super::field::Field;
use crate::{
    counters::UnitId,
    hex::{Direction, Hex},
    sight::{Blockers, Obstruction, Opacity, Sight, Tracing},
};
use caracole_kernel::Side;
use caracole_ledger::enforces;

/// What units do to sight.
struct BattleSight<'a> {
    field: Field<'a>,
    /// Whose enemies' guns block, for Interception.
    interceptor: Option<Side>,
}

impl Blockers for BattleSight<'_> {
    fn opacity(&self, hex: Hex) -> Opacity {
        enforces!("MPBS-10.9.1a", "MPBS-10.9.1c", "MPBS-10.8.9c");
        let stack = self.field.stack(hex);
        if let Some(main) = stack.main()
            && !self.field.is_light(main)
        {
            return Opacity::Blocking;
        }
        match stack.gun() {
            Some(gun) if self.field.is_wagon(gun) => Opacity::Blocking,
            Some(gun) if self.interceptor.is_some_and(|side| self.field.owner(gun) != side) => {
                Opacity::Blocking
            }
            Some(_) => Opacity::Transparent,
            None if stack.is_empty() => Opacity::Nothing,
            None => Opacity::Transparent,
        }
    }

    fn has_benefit(&self, hex: Hex, direction: Direction) -> bool {
        self.field.came_first(hex, direction)
    }
}

impl Field<'_> {
    /// Whether a hex sees another.
    pub fn line_of_sight(self, from: Hex, to: Hex, purpose: Tracing, side: Side) -> Result<(), Obstruction> {
        if from.distance(to) <= 1 {
            return Ok(());
        }
        let interceptor = (purpose == Tracing::Interception).then_some(side);
        Sight::new(&self.table.scenario.map, &self.table.charts.tec).line_of_sight(
            from,
            to,
            purpose,
            &BattleSight { field: self, interceptor },
        )
    }

    /// Whether any hex of one unit sees any hex of another.
    pub fn sees(self, unit: UnitId, other: UnitId) -> bool {
        enforces!("MPBS-10.9.5c");
        let side = self.side(unit);
        self.footprint(unit).iter().any(|from| {
            self.footprint(other).iter().any(|to| self.line_of_sight(from, to, Tracing::Sight, side).is_ok())
        })
    }

    /// Whether the unit in `hex` came to the hexside in `direction` before the enemy beyond it, or there is no enemy.
    /// Units set up on both sides have the benefit both.
    pub fn came_first(self, hex: Hex, direction: Direction) -> bool {
        enforces!("MPBS-14.4a", "MPBS-14.4f");
        let beyond = hex.step(direction);
        let (Some(here), Some(there)) = (self.stack(hex).any(), self.stack(beyond).any()) else {
            return true;
        };
        if self.owner(here) == self.owner(there) {
            return true;
        }
        let (own, other) = (self.since(here, hex), self.since(there, beyond));
        own <= other
    }

    /// When a unit came to one of its hexes.
    pub fn since(self, unit: UnitId, hex: Hex) -> u16 {
        let state = self.unit(unit);
        state.since[usize::from(state.at.footprint().second == Some(hex))]
    }
}
