//! The account of a battle: what was done, and how each kind of troops did.

use crate::{Account, Chronicle, Troops};
use caracole_kernel::{Battle, BySide};
use caracole_musketpike::{
    MusketPike,
    counters::{UnitArm, UnitId},
    engine::field::Field,
    messages::{Attempt, Event},
    world::{Fate, MoraleState},
};
use std::collections::BTreeMap;

/// What happened, counted.
#[derive(Debug, Default)]
pub(super) struct Annals {
    deeds: BTreeMap<&'static str, BySide<u32>>,
    /// Units that took part in fights which their enemies lost.
    victors: BTreeMap<UnitId, u32>,
}

/// The name of a unit's kind.
fn kind(field: Field<'_>, unit: UnitId) -> &'static str {
    match field.kind(unit).arm() {
        UnitArm::Artillery => "guns",
        UnitArm::Wagon => "wagons",
        _ if field.is_cavalry(unit) => "cavalry",
        _ if field.is_light(unit) => "light infantry",
        _ => "heavy infantry",
    }
}

impl Chronicle<MusketPike> for Annals {
    fn note(&mut self, battle: &Battle<MusketPike>, event: &Event) {
        let field = Field::new(battle.scenario(), battle.world());
        let deed = match event {
            Event::CloseCombat { attackers, defender, outcome, .. } => {
                use caracole_musketpike::charts::CloseCombatOutcome as O;
                let won = match outcome {
                    O::DefenderMoraleShaken | O::DefenderMoraleBroken | O::DefenderEliminated => {
                        &attackers[..]
                    }
                    O::AttackerMoraleShaken | O::AttackerMoraleBroken | O::AttackerEliminated => {
                        std::slice::from_ref(defender)
                    }
                    O::NoEffect => &[],
                };
                for unit in won {
                    *self.victors.entry(*unit).or_default() += 1;
                }
                attackers.first().map(|unit| ("attacks", field.side(*unit)))
            }
            Event::Fired { unit, .. } => Some(("fires", field.side(*unit))),
            Event::Moved { unit, .. } => Some(("moves", field.side(*unit))),
            Event::Rallied { unit } => Some(("rallies", field.side(*unit))),
            Event::Reformed { unit, .. } => Some(("reforms", field.side(*unit))),
            Event::Eliminated { unit } => Some(("units lost", field.side(*unit))),
            Event::PursuedOffMap { unit } => Some(("pursuits off the map", field.side(*unit))),
            Event::Morale { unit, morale: MoraleState::Broken } => Some(("routs", field.side(*unit))),
            Event::Interception { unit, result: Attempt::Succeeded, .. } => {
                Some(("interceptions", field.side(*unit)))
            }
            Event::Activated { wing, .. } => Some(("activations", field.wing_side(*wing))),
            Event::Preemption { wing, result: Attempt::Succeeded, .. } => {
                Some(("preemptions", field.wing_side(*wing)))
            }
            Event::Casualties { unit, hits, .. } => {
                self.deeds.entry("casualties").or_default()[field.side(*unit)] += u32::from(*hits);
                None
            }
            Event::LeaderLost { leader, .. } => Some(("leaders lost", field.leader(*leader).side)),
            _ => None,
        };
        if let Some((deed, side)) = deed {
            self.deeds.entry(deed).or_default()[side] += 1;
        }
    }

    fn close(&mut self, _: &Battle<MusketPike>, end: &Battle<MusketPike>, account: &mut Account) {
        account.deeds = self.deeds.iter().map(|(deed, counts)| ((*deed).to_owned(), *counts)).collect();
        let field = Field::new(end.scenario(), end.world());
        for unit in end.scenario().scenario.unit_ids() {
            let state = field.unit(unit);
            if state.fate == Fate::ToCome {
                continue;
            }
            let strength = u32::from(field.printed_strength(unit)).max(1);
            let lost = matches!(state.fate, Fate::Eliminated | Fate::Disabled | Fate::Captured);
            let worth_lost = if lost { strength } else { u32::from(state.casualties).min(strength) };
            let victims = self.victors.get(&unit).copied().unwrap_or(0);
            account.troops[field.side(unit)].entry(kind(field, unit).to_owned()).or_default().add(&Troops {
                fielded: 1,
                lost: u32::from(lost),
                worth: strength,
                worth_lost,
                victims,
            });
        }
    }
}
