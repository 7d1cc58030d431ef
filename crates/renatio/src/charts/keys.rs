//! The charts, and the rule about each.

use caracole_document::{Source, words};
use caracole_ledger::{RuleId, not_yet, rule};

words! {
    /// The charts.
    ChartKey {
        /// Command card pack.
        CommandCards = "command_cards",
        /// Commanders.
        Commanders = "commanders",
        /// Faces of the Death Dice.
        DeathDice = "death_dice",
        /// Prompted Actions table.
        PromptedActions = "prompted_actions",
        /// Movement Distance table.
        MovementDistance = "movement_distance",
        /// Variable Movement Distance table.
        VariableMovement = "variable_movement",
        /// Dice by difference of claims.
        CombatDice = "combat_dice",
        /// General Combat Claims.
        GeneralClaims = "general_claims",
        /// Preferred Opponent Claims.
        PreferredOpponentClaims = "preferred_opponent_claims",
        /// Shatter and Shove.
        SpecialEffects = "special_effects",
        /// Shooting ranges and depth.
        ShootingRanges = "shooting_ranges",
        /// Dice colour for shooting.
        ShootingDice = "shooting_dice",
        /// Slowing Effect of Fire.
        Slowing = "slowing",
        /// KaB tests.
        Kab = "kab",
        /// Break points.
        BreakPoints = "break_points",
        /// Camps.
        Camps = "camps",
        /// Who invades.
        PbsInvader = "pbs_invader",
        /// Map of the pre-battle.
        PbsMap = "pbs_map",
        /// Terrain pieces by density.
        PbsTerrainNumbers = "pbs_terrain_numbers",
        /// Terrain table.
        Terrain = "terrain",
        /// Out-scouting and deployment.
        Outscouting = "outscouting",
        /// Cards for a flank march.
        FlankMarch = "flank_march",
        /// Set formations and sizes.
        Formations = "formations",
        /// Points and limits.
        ArmyBuilder = "army_builder",
        /// Tournament score.
        Scoring = "scoring",
    }
}

impl ChartKey {
    /// The ledger's rule about the chart.
    pub const fn rule(self) -> RuleId {
        match self {
            ChartKey::CommandCards => rule!("RETG-CMD-002"),
            ChartKey::Commanders => rule!("RETG-CMD-010"),
            ChartKey::DeathDice => rule!("RETG-PROV-001"),
            ChartKey::PromptedActions => rule!("RETG-PROV-005"),
            ChartKey::MovementDistance => rule!("RETG-PROV-003"),
            ChartKey::VariableMovement => rule!("RETG-PROV-004"),
            ChartKey::CombatDice => rule!("RETG-PROV-002"),
            ChartKey::GeneralClaims => rule!("RETG-PROV-008"),
            ChartKey::PreferredOpponentClaims => rule!("RETG-PROV-008"),
            ChartKey::SpecialEffects => rule!("RETG-COMBAT-029"),
            ChartKey::ShootingRanges => rule!("RETG-PROV-006"),
            ChartKey::ShootingDice => rule!("RETG-PROV-007"),
            ChartKey::Slowing => rule!("RETG-SHOOT-041"),
            ChartKey::Kab => rule!("RETG-KAB-010"),
            ChartKey::BreakPoints => rule!("RETG-UNIV-002"),
            ChartKey::Camps => rule!("RETG-CAMP-010"),
            ChartKey::PbsInvader => rule!("RETG-PBS-005"),
            ChartKey::PbsMap => not_yet!("RETG-PBS-009"),
            ChartKey::PbsTerrainNumbers => not_yet!("RETG-PROV-009"),
            ChartKey::Terrain => not_yet!("RETG-PBS-041"),
            ChartKey::Outscouting => rule!("RETG-PBS-030"),
            ChartKey::FlankMarch => rule!("RETG-FLANK-018"),
            ChartKey::Formations => rule!("RETG-ARMY-006"),
            ChartKey::ArmyBuilder => rule!("RETG-QRS-015"),
            ChartKey::Scoring => rule!("RETG-TOURN-004"),
        }
    }
}

/// Where the values of a chart come from.
pub type ChartSource = Source<ChartKey>;
