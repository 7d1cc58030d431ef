//! The charts of the game as typed tables. Every value comes from a data file; none is compiled into the rules.
//!
//! The charts that come with the program are `data/charts.toml`. A file with `[chart.<key>]` tables of the same
//! shape replaces those charts and leaves the rest. Each chart says what its values rest on ([`Basis`]).

mod close_combat;
mod command;
mod fire;
mod load;
mod load_close_combat;
mod load_command;
mod load_fire;
mod load_tec;
mod modifiers;
mod movement;
mod source;
mod tec;

pub use caracole_document::{Basis, Confidence, Word};
pub use close_combat::{
    Advance, CasualtyThreshold, CloseCombatMatrix, CloseCombatModifier, CloseCombatOutcome, CloseCombatRow,
    CloseCombatTable, MatrixType, PursuitBy, PursuitResult, PursuitTable, TitleColumn, UnableToRetreat,
    UnableToRetreatModifier, UnableToRetreatTable,
};
pub use command::{
    ContinuationModifier, InfantryFire, InterceptionModifier, LeaderCasualty, LeaderReplacement, MoveLimit,
    OrdersChangeModifier, OrdersChangeTable, OrdersRestriction, OrdersRestrictions, OrdersTable,
    PreemptionModifier, RallyReform, Success, Withdraw,
};
pub use fire::{
    ArtilleryCounters, ArtilleryFireModifier, ArtilleryFireTable, ArtilleryRange, FireColumn, FireModifier,
    FireResult, LightFire, MoraleCheckFromHits, Musketry, VictoryPoints,
};
pub(crate) use load_fire::victory_points;
pub use modifiers::ModifierTable;
pub use movement::{
    AllowanceEffect, FormationEffect, FormationEffects, FormationHit, FormationState, MovementAllowances,
};
pub use source::{ChartKey, ChartSource};
pub use tec::{
    ArtilleryTerrain, GrazingEffect, LosEffect, MomentumEffect, MoveClass, MoveCost, Tec, TecRow,
    UnitRequirement,
};

/// All charts that a battle is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// Orders Restriction Chart.
    pub orders_restriction: OrdersRestrictions,
    /// Orders Change Table.
    pub orders_change: OrdersChangeTable,
    /// Continuation Table.
    pub continuation: OrdersTable<ContinuationModifier>,
    /// Preemption Table.
    pub preemption: OrdersTable<PreemptionModifier>,
    /// Interception Table.
    pub interception: OrdersTable<InterceptionModifier>,
    /// Leader Casualty Table, by the die.
    pub leader_casualty: [LeaderCasualty; 10],
    /// Leader Replacement Table, by the die.
    pub leader_replacement: [LeaderReplacement; 10],
    /// Movement allowances and facing costs.
    pub movement: MovementAllowances,
    /// Formation Effects.
    pub formation_effects: FormationEffects,
    /// Heavy Infantry Musketry Table.
    pub musketry: Musketry,
    /// Heavy Infantry with Regimental Artillery Musketry Table.
    pub musketry_regimental_artillery: Musketry,
    /// Light Infantry and Cavalry Fire Table.
    pub light_fire: LightFire,
    /// Modifiers of musket and pistol fire.
    pub fire_modifiers: ModifierTable<FireModifier>,
    /// Casualty hits that cause a Morale Check.
    pub morale_check_from_hits: MoraleCheckFromHits,
    /// Artillery Range Table.
    pub artillery_range: ArtilleryRange,
    /// Ranges and morale of artillery counters where a scenario gives none.
    pub artillery_counters: ArtilleryCounters,
    /// Artillery Fire Table.
    pub artillery_fire: ArtilleryFireTable,
    /// Close Combat Table.
    pub close_combat: CloseCombatTable,
    /// Close combat modifiers.
    pub close_combat_modifiers: ModifierTable<CloseCombatModifier>,
    /// Close Combat Matrix.
    pub close_combat_matrix: CloseCombatMatrix,
    /// Cavalry Pursuit Table.
    pub cavalry_pursuit: PursuitTable,
    /// Unable to Retreat Table.
    pub unable_to_retreat: UnableToRetreatTable,
    /// Casualty Threshold Table.
    pub casualty_threshold: CasualtyThreshold,
    /// Terrain Effects Chart.
    pub tec: Tec,
    /// Victory points.
    pub victory_points: VictoryPoints,
    /// What each chart rests on, in the order of [`ChartKey::ALL`].
    pub sources: Vec<ChartSource>,
}

impl Charts {
    /// What a chart rests on.
    pub fn source(&self, key: ChartKey) -> Option<&ChartSource> {
        self.sources.get(key as usize)
    }
}

/// The row that a modified roll uses: 0 below 0, 9 above 9.
pub const fn row(modified: i32) -> usize {
    if modified < 0 {
        0
    } else if modified > 9 {
        9
    } else {
        modified as usize
    }
}

#[cfg(test)]
mod tests;
