//! What events are about, so that clients can show them where they happen.

use super::{leader_piece, unit_piece};
use crate::messages::Event;
use crate::messages::Target;
use caracole_kernel::Piece;

/// The pieces of an event, those who act or throw dice first.
pub(crate) fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Fired { unit, target, .. } => {
            let target = match target {
                Target::Unit(target) => unit_piece(*target),
                Target::Leader(target) => leader_piece(*target),
            };
            vec![unit_piece(*unit), target]
        }
        Event::Interception { unit, target, .. } | Event::Incorporated { unit, into: target } => {
            vec![unit_piece(*unit), unit_piece(*target)]
        }
        Event::CloseCombat { attackers, defender, .. } => {
            attackers.iter().chain([defender]).map(|unit| unit_piece(*unit)).collect()
        }
        Event::Moved { unit, .. }
        | Event::Formation { unit, .. }
        | Event::Morale { unit, .. }
        | Event::Casualties { unit, .. }
        | Event::Threshold { unit }
        | Event::Eliminated { unit }
        | Event::LeftMap { unit }
        | Event::TookCover { unit }
        | Event::NoEffect { unit }
        | Event::Displaced { unit }
        | Event::MoraleCheck { unit, .. }
        | Event::PistolSpent { unit, .. }
        | Event::GunsDisabled { unit }
        | Event::Captured { unit, .. }
        | Event::Regained { unit }
        | Event::GunsTurned { unit, .. }
        | Event::Limbered { unit }
        | Event::Unlimbered { unit }
        | Event::Restacked { unit }
        | Event::Hedgehog { unit }
        | Event::Withdrew { unit }
        | Event::Momentum { unit }
        | Event::Attack { unit, .. }
        | Event::SweptAway { unit }
        | Event::NoAttack { unit }
        | Event::UnableToRetreat { unit, .. }
        | Event::Pursuit { unit, .. }
        | Event::PursuedOffMap { unit }
        | Event::Rallied { unit }
        | Event::Reformed { unit, .. } => vec![unit_piece(*unit)],
        Event::LeaderMoved { leader, .. }
        | Event::LeaderCasualty { leader, .. }
        | Event::LeaderLost { leader, .. }
        | Event::LeaderReplacement { leader, .. }
        | Event::LeaderPlaced { leader, .. }
        | Event::ArmyCommander { leader } => vec![leader_piece(*leader)],
        // Sides and Wings are not pieces.
        Event::OpeningChosen { .. }
        | Event::OpeningShown { .. }
        | Event::Turn { .. }
        | Event::Phase { .. }
        | Event::InitiativeRoll { .. }
        | Event::Initiative { .. }
        | Event::WingArrives { .. }
        | Event::Passed { .. }
        | Event::Activated { .. }
        | Event::Preemption { .. }
        | Event::NoContinue { .. }
        | Event::Bypassed { .. }
        | Event::Finished { .. }
        | Event::OrdersRoll { .. }
        | Event::Orders { .. }
        | Event::MandatoryRally { .. }
        | Event::Continuation { .. }
        | Event::Surrendered { .. }
        | Event::End { .. } => Vec::new(),
    }
}
