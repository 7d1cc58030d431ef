//! The impact phase in sentences.

use super::words::{Cancelled, Event, Interception, Onset};
use crate::renaissance::battle::Scenario;
use crate::renaissance::battle::world::{Approach, GroupId};
use caracole_kernel::Sentence;
use caracole_ledger::rule;

fn names(scenario: &Scenario, groups: &[GroupId]) -> String {
    let all: Vec<&str> = groups.iter().map(|g| scenario.name(*g)).collect();
    all.join(", ")
}

const fn how(approach: Approach) -> &'static str {
    match approach {
        Approach::Front | Approach::Turned => "in front",
        Approach::FlankCharge => "in flank",
        Approach::RearCharge => "in rear",
        Approach::NoFlankCharge => "on a side, which counts as in front",
    }
}

const fn why(why: Cancelled) -> &'static str {
    match why {
        Cancelled::TestFailed => "its test failed",
        Cancelled::Intercepted => "intercepted in flank or rear",
        Cancelled::NoContact => "no contact is possible",
    }
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |g: &GroupId| scenario.name(*g).to_owned();
    match event {
        Event::ChargeDeclared { charge, distance } => {
            let text = format!("{} charge {}.", name(&charge.group), names(scenario, &charge.targets));
            let mut rules = vec![rule!("FOGR-IMPACT-005")];
            rules.extend(charge.tests.iter().copied());
            Sentence { text: text.into(), rules, tallies: vec![distance.clone()] }
        }
        Event::ChargeCancelled { group, why: reason } => Sentence::new(
            format!("The charge of {} is cancelled: {}.", name(group), why(*reason)),
            &[rule!("FOGR-IMPACT-011")],
        ),
        Event::Intercepted { group, charger, how } => {
            let text = match how {
                Interception::AcrossPath { .. } => {
                    format!("{} move across the path of {}.", name(group), name(charger))
                }
                Interception::FlankOrRear => {
                    format!("{} intercept {} in flank or rear.", name(group), name(charger))
                }
            };
            Sentence::new(text, &[rule!("FOGR-IMPACT-086")])
        }
        Event::InterceptionCancelled { group, why: reason } => Sentence::new(
            format!("{} do not intercept: {}.", name(group), why(*reason)),
            &[rule!("FOGR-IMPACT-087")],
        ),
        Event::Stands { group } => Sentence::new(
            format!("{} stand to receive the charge.", name(group)),
            &[rule!("FOGR-IMPACT-083")],
        ),
        Event::Evaded { group, moved, passed_through, burst_through, .. } => {
            let mut text = format!("{} evade {} mm", name(group), moved.get() / 1000);
            if !passed_through.is_empty() {
                text += &format!(", passing through {}", names(scenario, passed_through));
            }
            if !burst_through.is_empty() {
                text += &format!(", bursting through {}", names(scenario, burst_through));
            }
            Sentence::new(text + ".", &[rule!("FOGR-IMPACT-099")])
        }
        Event::EvadedOff { group } => {
            Sentence::new(format!("{} evade off the table.", name(group)), &[rule!("FOGR-IMPACT-114")])
        }
        Event::NoRoom { group } => Sentence::new(
            format!("{} find no room beyond their friends and are destroyed.", name(group)),
            &[rule!("FOGR-MOVE-086")],
        ),
        Event::ChargeMoved { group, moved, steps, contacted } => {
            let mut text = format!("{} charge {} mm", name(group), moved.get() / 1000);
            match contacted.is_empty() {
                true => text += " and contact nobody",
                false => {
                    for (enemy, approach) in contacted {
                        text += &format!(", contacting {} {}", name(enemy), how(*approach));
                    }
                }
            }
            if !steps.is_empty() {
                text += &format!("; {} files step forward", steps.len());
            }
            Sentence::new(text + ".", &[rule!("FOGR-IMPACT-014")])
        }
        Event::CohesionDropped { group, to, why } => {
            Sentence::new(format!("{} drop to {to}.", name(group)), &[*why])
        }
        Event::BasesTurned { group, bases } => Sentence::new(
            format!("{} turn {} bases to face the attack.", name(group), bases.len()),
            &[rule!("FOGR-IMPACT-045")],
        ),
        Event::PikeToFront { group } => Sentence::new(
            format!("The pike of {} come to the front.", name(group)),
            &[rule!("FOGR-IMPACT-023")],
        ),
        Event::Contracted { group } => Sentence::new(
            format!("{} drop a file back to pass friends.", name(group)),
            &[rule!("FOGR-IMPACT-025")],
        ),
        Event::Paired { pairs } => {
            let flank = |o: Onset| o == Onset::ChargesFlankOrRear;
            let in_flank = pairs.iter().filter(|p| flank(p.red) || flank(p.blue)).count();
            Sentence::new(
                format!("{} bases of each side fight, {in_flank} of them in flank or rear.", pairs.len()),
                &[rule!("FOGR-COMBAT-011")],
            )
        }
    }
}
