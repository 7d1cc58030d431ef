//! The world together with what never changes: what most questions about a position need.

use super::{CommanderId, UgId, World};
use crate::battle::start::Scenario;
use crate::charts::{Charts, TerrainKind};
use crate::readings::Readings;
use caracole_kernel::Side;
use caracole_plane::{BaseRect, Rects, Um};
use caracole_tabletop::Terrain;

/// The world and its scenario, to look at.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// What never changes.
    pub scenario: &'a Scenario,
    /// What does.
    pub world: &'a World,
}

impl<'a> Game<'a> {
    /// Both together.
    pub const fn new(scenario: &'a Scenario, world: &'a World) -> Self {
        Game { scenario, world }
    }

    /// The charts that are played by.
    pub const fn charts(self) -> &'a Charts {
        &self.scenario.charts
    }

    /// The options that are on.
    pub const fn readings(self) -> Readings {
        self.scenario.readings
    }

    /// The terrain of the table.
    pub fn terrain(self) -> &'a Terrain<TerrainKind> {
        self.world.laid.as_deref().unwrap_or(&self.scenario.field.terrain)
    }

    /// So many base widths.
    pub fn bw(self, count: impl Into<i32>) -> Um {
        self.scenario.field.width * count.into()
    }

    /// The name of a unit.
    pub fn title(self, ug: UgId) -> &'a str {
        self.scenario.title(self.world[ug].side, self.world[ug].listed)
    }

    /// The name of a Commander.
    pub fn name(self, id: CommanderId) -> &'a str {
        self.world.commander(id).map_or("", |c| self.scenario.commander_name(c.side, c.listed))
    }

    /// Everything of an enemy that may not be touched but by charging: his units.
    pub fn enemies_of(self, side: Side) -> Vec<UgId> {
        self.world.of_side(side.other()).collect()
    }

    /// The bases of some units.
    pub fn rects_of(self, ugs: impl IntoIterator<Item = UgId>) -> Rects {
        ugs.into_iter().flat_map(|ug| self.world.rects(ug).iter().copied()).collect()
    }

    /// The camps that stand.
    pub fn camps(self) -> Vec<BaseRect> {
        Side::BOTH.into_iter().filter_map(|side| self.world.camp_rect(side)).collect()
    }
}
