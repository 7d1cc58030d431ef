//! The charts of the game as typed tables. Every value comes from a data file; none is compiled into the rules.
//!
//! The charts that come with the program are `data/charts.toml`. A file of a player with `[chart.<key>]` tables of
//! the same shape changes what it names and leaves the rest. Each value says what it rests on ([`Basis`]).

mod builder;
mod combat;
mod command;
mod keys;
mod land;
mod load;
mod movement;
mod outcome;
mod read;
mod shooting;

pub use builder::{ArmyBuilder, Body, CampKind, CampQuality, Formation, Formations, Scouting};
pub use caracole_document::{Basis, Confidence, Word};
pub use combat::{
    ClaimSize, Claimant, CombatKind, CombatTable, DicePair, GeneralClaim, GeneralClaims, LostWhen, Opponent,
    PreferredClaim, PreferredClaims, SpecialEffects, Works, is_proposed,
};
pub use command::{
    Action, ActionCode, ActionPhase, Column, CommandCards, Commanders, DeathDice, PromptedActions,
};
pub use keys::{ChartKey, ChartSource};
pub use land::{
    Density, Edge, FlankMarch, Ground, Hidden, MarchKind, MarkerMove, Outscouting, PbsMap, PbsTerrain,
    PieceSize, Pieces, Sector, SecureFlank, Square, Terrain, TerrainClass, TerrainKind, TerrainRow,
    Territory,
};
pub use movement::{Distances, Going, Hampered, MovementDistance, Mover, VariableMove, VariableMovement};
pub use outcome::{BreakPoints, Camps, Kab, KabStep, Scoring};
pub use read::{Based, Table};
pub use shooting::{
    Caracole, RangeRow, Reach, ShootingRanges, ShootingShape, ShootingStep, ShootingTable, SlowAt,
};

use crate::cards::Colour;
use crate::troops::Grade;

/// All charts that a battle is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// Command card pack.
    pub command_cards: CommandCards,
    /// Commanders.
    pub commanders: Commanders,
    /// Faces of the Death Dice.
    pub death_dice: DeathDice,
    /// Prompted Actions table.
    pub prompted_actions: PromptedActions,
    /// Movement Distance table.
    pub movement_distance: MovementDistance,
    /// Variable Movement Distance table.
    pub variable_movement: VariableMovement,
    /// Dice by difference of claims.
    pub combat_dice: CombatTable,
    /// General Combat Claims.
    pub general_claims: GeneralClaims,
    /// Preferred Opponent Claims.
    pub preferred_claims: PreferredClaims,
    /// Shatter and Shove.
    pub special_effects: SpecialEffects,
    /// Shooting ranges and depth.
    pub shooting_ranges: ShootingRanges,
    /// Dice colour for shooting.
    pub shooting_dice: ShootingTable,
    /// Slowing Effect of Fire.
    pub slowing: Vec<SlowAt>,
    /// KaB tests.
    pub kab: Kab,
    /// Break points.
    pub break_points: BreakPoints,
    /// Camps.
    pub camps: Camps,
    /// Dice of the initiative.
    pub pbs_invader: Table<Grade, Colour>,
    /// Map of the pre-battle.
    pub pbs_map: PbsMap,
    /// Terrain pieces.
    pub pbs_terrain: PbsTerrain,
    /// Terrain table.
    pub terrain: Terrain,
    /// Out-scouting and deployment.
    pub outscouting: Outscouting,
    /// Flank marches.
    pub flank_march: FlankMarch,
    /// Set formations and sizes.
    pub formations: Formations,
    /// Points and limits.
    pub army_builder: ArmyBuilder,
    /// Tournament score.
    pub scoring: Scoring,
    /// What each chart rests on, in the order of [`ChartKey::ALL`].
    pub sources: Vec<ChartSource>,
}

impl Charts {
    /// What a chart rests on.
    pub fn source(&self, key: ChartKey) -> Option<&ChartSource> {
        self.sources.get(key.index())
    }

    /// Every chart with what it rests on, as lines for people.
    pub fn listing(&self) -> Vec<String> {
        let line = |source: &ChartSource| {
            let confidence = source.confidence.filter(|_| source.file.is_none());
            let confidence = confidence.map_or(String::new(), |c| format!(", confidence {}", c.key()));
            format!("{} ({}): {}{confidence}", source.title, source.key.key(), source.basis.key())
        };
        self.sources.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests;
