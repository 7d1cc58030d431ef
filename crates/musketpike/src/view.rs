//! What players and onlookers see.

use crate::{
    engine::MusketPike,
    world::{ActiveWing, Leader, Opening, Phase, Unit, Wing},
};
use caracole_kernel::{Battle, Side, Viewer};
use schemars::JsonSchema;
use serde::Serialize;

/// What one viewer sees: everything but the other side's secret choices before play.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Id of the scenario.
    pub scenario: String,
    /// Game turn.
    pub turn: u8,
    /// Number of turns.
    pub turns: u8,
    /// Phase of the turn.
    pub phase: Phase,
    /// Who holds the initiative.
    pub initiative: Side,
    /// The activation under way.
    pub activation: Option<ActiveWing>,
    /// Wings.
    pub wings: Vec<Wing>,
    /// Units.
    pub units: Vec<Unit>,
    /// Leaders.
    pub leaders: Vec<Leader>,
    /// Who last passed through each hex that is worth points.
    pub holders: Vec<Option<Side>>,
    /// The viewer's own secret choice, until both are shown.
    pub opening: Option<Opening>,
}

impl View {
    pub(crate) fn of(battle: &Battle<MusketPike>, viewer: Viewer) -> Self {
        let (table, world) = (battle.scenario(), battle.world());
        View {
            scenario: table.scenario.id.clone(),
            turn: world.turn,
            turns: table.scenario.turns,
            phase: world.phase,
            initiative: world.initiative,
            activation: world.activation,
            wings: world.wings.clone(),
            units: world.units.clone(),
            leaders: world.leaders.clone(),
            holders: world.holders.clone(),
            opening: viewer.side().and_then(|side| world.openings[side].clone()),
        }
    }
}
