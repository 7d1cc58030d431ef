//! What dice are for.

use caracole_kernel::dice::Purpose;
use serde::{Deserialize, Serialize};

/// What dice are for. New ones go to the end: a battle's hash holds their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RollPurpose {
    /// Who has the Initiative.
    Initiative,
    /// Whether a Wing goes on.
    Continuation,
    /// Whether a Wing acts out of turn.
    Preemption,
    /// Whether Orders change.
    OrdersChange,
    /// Whether cavalry Intercepts.
    Interception,
    /// Musket fire.
    MusketFire,
    /// Pistol fire.
    PistolFire,
    /// A Salvo.
    Salvo,
    /// Artillery fire.
    ArtilleryFire,
    /// A Close Combat.
    CloseCombat,
    /// A Morale Check.
    MoraleCheck,
    /// Whether the victor pursues.
    Pursuit,
    /// What becomes of a unit that cannot retreat.
    UnableToRetreat,
    /// Whether a leader is hit.
    LeaderCasualty,
    /// Who replaces a leader.
    LeaderReplacement,
}

impl Purpose for RollPurpose {
    fn label(self) -> &'static str {
        match self {
            RollPurpose::Initiative => "initiative: red, then blue; the higher has it",
            RollPurpose::Continuation => "Continuation",
            RollPurpose::Preemption => "Preemption",
            RollPurpose::OrdersChange => "Orders change",
            RollPurpose::Interception => "Interception",
            RollPurpose::MusketFire => "musket fire",
            RollPurpose::PistolFire => "pistol fire",
            RollPurpose::Salvo => "Salvo",
            RollPurpose::ArtilleryFire => "artillery fire",
            RollPurpose::CloseCombat => "Close Combat",
            RollPurpose::MoraleCheck => "Morale Check",
            RollPurpose::Pursuit => "pursuit",
            RollPurpose::UnableToRetreat => "unable to retreat",
            RollPurpose::LeaderCasualty => "leader casualty",
            RollPurpose::LeaderReplacement => "leader replacement",
        }
    }

    fn number(self) -> u16 {
        self as u16
    }
}
