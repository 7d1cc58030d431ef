//! The charts, and the rule about each.

use caracole_document::{Source, words};
use caracole_ledger::{RuleId, rule};

words! {
    /// The charts.
    ChartKey {
        /// Orders Restriction Chart.
        OrdersRestriction = "orders_restriction",
        /// Orders Change Table.
        OrdersChange = "orders_change",
        /// Continuation Table.
        Continuation = "continuation",
        /// Preemption Table.
        Preemption = "preemption",
        /// Interception Table.
        Interception = "interception",
        /// Leader Casualty Table.
        LeaderCasualty = "leader_casualty",
        /// Leader Replacement Table.
        LeaderReplacement = "leader_replacement",
        /// Movement allowances and facing costs.
        MovementAllowance = "movement_allowance",
        /// Formation Effects.
        FormationEffects = "formation_effects",
        /// Heavy Infantry Musketry Table.
        Musketry = "musketry",
        /// Heavy Infantry with Regimental Artillery Musketry Table.
        MusketryRegimentalArtillery = "musketry_regimental_artillery",
        /// Light Infantry and Cavalry Fire Table.
        LightInfantryCavalryFire = "light_infantry_cavalry_fire",
        /// Musket and pistol fire modifiers.
        FireModifiers = "fire_modifiers",
        /// Casualty hits that cause a Morale Check.
        MoraleCheckFromHits = "morale_check_from_hits",
        /// Artillery Range Table.
        ArtilleryRange = "artillery_range",
        /// Default ranges of artillery counters.
        ArtilleryCounters = "artillery_counters",
        /// Artillery Fire Table.
        ArtilleryFire = "artillery_fire",
        /// Close Combat Table.
        CloseCombat = "close_combat",
        /// Close combat modifiers.
        CloseCombatModifiers = "close_combat_modifiers",
        /// Close Combat Matrix.
        CloseCombatMatrix = "close_combat_matrix",
        /// Cavalry Pursuit Table.
        CavalryPursuit = "cavalry_pursuit",
        /// Unable to Retreat Table.
        UnableToRetreat = "unable_to_retreat",
        /// Casualty Threshold Table.
        CasualtyThreshold = "casualty_threshold",
        /// Terrain Effects Chart.
        Tec = "tec",
        /// Victory points.
        VictoryPoints = "victory_points",
    }
}

impl ChartKey {
    /// The ledger's rule about the chart.
    pub const fn rule(self) -> RuleId {
        match self {
            ChartKey::OrdersRestriction => rule!("MPBS-CHART-ORDERS-RESTRICTION"),
            ChartKey::OrdersChange => rule!("MPBS-CHART-ORDERS-CHANGE"),
            ChartKey::Continuation => rule!("MPBS-CHART-CONTINUATION"),
            ChartKey::Preemption => rule!("MPBS-CHART-PREEMPTION"),
            ChartKey::Interception => rule!("MPBS-CHART-INTERCEPTION"),
            ChartKey::LeaderCasualty => rule!("MPBS-CHART-LEADER-CASUALTY"),
            ChartKey::LeaderReplacement => rule!("MPBS-CHART-LEADER-REPLACEMENT"),
            ChartKey::MovementAllowance => rule!("MPBS-7.2.1a"),
            ChartKey::FormationEffects => rule!("MPBS-CHART-FORMATION-MOVEMENT"),
            ChartKey::Musketry => rule!("MPBS-CHART-MUSKETRY"),
            ChartKey::MusketryRegimentalArtillery => rule!("MPBS-CHART-MUSKETRY-RA"),
            ChartKey::LightInfantryCavalryFire => rule!("MPBS-CHART-LI-CAV-FIRE"),
            ChartKey::FireModifiers => rule!("MPBS-CHART-FIRE-MODIFIERS"),
            ChartKey::MoraleCheckFromHits => rule!("MPBS-10.6.2d"),
            ChartKey::ArtilleryRange => rule!("MPBS-CHART-ARTILLERY-RANGE"),
            ChartKey::ArtilleryCounters => rule!("MPBS-2.1.2c"),
            ChartKey::ArtilleryFire => rule!("MPBS-CHART-ARTILLERY-FIRE"),
            ChartKey::CloseCombat => rule!("MPBS-CHART-CLOSE-COMBAT"),
            ChartKey::CloseCombatModifiers => rule!("MPBS-11.3.1-2"),
            ChartKey::CloseCombatMatrix => rule!("MPBS-CHART-CLOSE-COMBAT-MATRIX"),
            ChartKey::CavalryPursuit => rule!("MPBS-CHART-CAVALRY-PURSUIT"),
            ChartKey::UnableToRetreat => rule!("MPBS-CHART-UNABLE-TO-RETREAT"),
            ChartKey::CasualtyThreshold => rule!("MPBS-CHART-CASUALTY-THRESHOLD"),
            ChartKey::Tec => rule!("MPBS-CHART-TEC"),
            ChartKey::VictoryPoints => rule!("MPBS-15.0c"),
        }
    }
}

/// Where the values of a chart come from.
pub type ChartSource = Source<ChartKey>;
