//! What dice are for in both books.

use caracole_kernel::dice::Purpose;
use serde::{Deserialize, Serialize};

/// What dice are for. New ones go to the end: a battle's hash holds their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RollPurpose {
    /// Hits by shooting.
    Shooting,
    /// Hits at impact.
    Impact,
    /// Hits in melee.
    Melee,
    /// A cohesion test.
    CohesionTest,
    /// A death roll.
    DeathRoll,
    /// Whether a commander in the front rank is lost.
    CommanderInFront,
    /// Whether a commander with routers is lost.
    CommanderWithRouters,
    /// A complex move test.
    ComplexMoveTest,
    /// The change of a variable move.
    VariableMove,
    /// Who has the initiative.
    Initiative,
    /// Where a piece of terrain goes.
    TerrainPlacement,
    /// How hard a river is to cross.
    RiverGrade,
    /// Whether a piece of terrain may be moved or taken away.
    TerrainAdjustment,
    /// Whether an outflanking march arrives.
    OutflankingMarch,
    /// Whether those on an outflanking march straggle.
    Straggling,
    /// An assault on a fortified camp.
    CampAssault,
    /// Who is active in the first turn.
    FirstTurn,
}

impl Purpose for RollPurpose {
    fn label(self) -> &'static str {
        match self {
            RollPurpose::Shooting => "shooting to hit",
            RollPurpose::Impact => "impact to hit",
            RollPurpose::Melee => "melee to hit",
            RollPurpose::CohesionTest => "cohesion test",
            RollPurpose::DeathRoll => "death roll",
            RollPurpose::CommanderInFront => "loss of a commander in the front rank",
            RollPurpose::CommanderWithRouters => "loss of a commander with routers",
            RollPurpose::ComplexMoveTest => "complex move test",
            RollPurpose::VariableMove => "variable move",
            RollPurpose::Initiative => "initiative",
            RollPurpose::TerrainPlacement => "placement of terrain",
            RollPurpose::RiverGrade => "grade of the river",
            RollPurpose::TerrainAdjustment => "adjustment of terrain",
            RollPurpose::OutflankingMarch => "arrival of an outflanking march",
            RollPurpose::Straggling => "straggling",
            RollPurpose::CampAssault => "assault on a fortified camp",
            RollPurpose::FirstTurn => "first turn",
        }
    }

    fn number(self) -> u16 {
        self as u16
    }
}
