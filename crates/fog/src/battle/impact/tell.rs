//! The impact phase in sentences.

use super::messages::{Cancelled, Evade, Event, Interception, Onset};
use crate::battle::Scenario;
use crate::battle::law::law;
use crate::battle::names::{capital, count, degrees, hand, listed};
use crate::battle::world::{Approach, GroupId};
use caracole_kernel::Sentence;
use caracole_ledger::rule;

fn names(scenario: &Scenario, groups: &[GroupId]) -> String {
    listed(&groups.iter().map(|g| scenario.title(*g)).collect::<Vec<_>>())
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
        Cancelled::NoRoom => "there is no room for the friends in their way",
    }
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |g: &GroupId| scenario.title(*g).to_owned();
    let book = scenario.book();
    match event {
        Event::ChargeDeclared { charge, distance } => {
            let wheel = charge
                .wheel
                .map_or_else(String::new, |w| format!(", wheeling {} {}°", hand(w.hand), degrees(w.by)));
            let test = if charge.tests.is_empty() { "" } else { "; they must pass a test first" };
            let targets = match charge.targets.is_empty() {
                true => "the enemy camp".to_owned(),
                false => names(scenario, &charge.targets),
            };
            let text = format!("{} declare a charge at {targets}{wheel}{test}.", name(&charge.group));
            let mut rules = vec![law!(book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004")];
            rules.extend(charge.tests.iter().copied());
            Sentence { text: text.into(), rules, tallies: vec![distance.clone()] }
        }
        Event::ChargeCancelled { group, why: reason } => Sentence::new(
            format!("The charge of {} is cancelled: {}.", name(group), why(*reason)),
            &[law!(book, "FOGR-IMPACT-011", "FOGAM-IMPACT-011")],
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
            Sentence::new(text, &[law!(book, "FOGR-IMPACT-086", "FOGAM-IMPACT-085")])
        }
        Event::InterceptionCancelled { group, why: reason } => Sentence::new(
            format!("{} do not intercept: {}.", name(group), why(*reason)),
            &[law!(book, "FOGR-IMPACT-087", "FOGAM-IMPACT-086")],
        ),
        Event::Stands { group } => Sentence::new(
            format!("{} stand to receive the charge.", name(group)),
            &[law!(book, "FOGR-IMPACT-083", "FOGAM-IMPACT-081")],
        ),
        Event::Evaded { group, to, moved, passed_through, burst_through } => {
            let way = match to {
                Evade::ToRear => "to their rear",
                Evade::WithCharge { .. } => "in the direction of the charge",
            };
            let mut text = format!("{} evade {} {way}", name(group), scenario.in_mu(*moved));
            if !passed_through.is_empty() {
                text += &format!(", passing through {}", names(scenario, passed_through));
            }
            if !burst_through.is_empty() {
                text += &format!(", bursting through {}", names(scenario, burst_through));
            }
            Sentence::new(text + ".", &[law!(book, "FOGR-IMPACT-099", "FOGAM-IMPACT-101")])
        }
        Event::EvadedOff { group } => Sentence::new(
            format!("{} evade off the table.", name(group)),
            &[law!(book, "FOGR-IMPACT-114", "FOGAM-IMPACT-117")],
        ),
        Event::NoRoom { group } => Sentence::new(
            format!("{} find no room beyond their friends and are destroyed.", name(group)),
            &[law!(book, "FOGR-MOVE-086", "FOGAM-MOVE-089")],
        ),
        Event::ChargeMoved { group, moved, steps, contacted } => {
            let mut text = format!("{} charge {}", name(group), scenario.in_mu(*moved));
            match contacted.is_empty() {
                true => text += " and contact nobody",
                false => {
                    for (enemy, approach) in contacted {
                        text += &format!(", contacting {} {}", name(enemy), how(*approach));
                    }
                }
            }
            if !steps.is_empty() {
                let step = if steps.len() == 1 { "steps" } else { "step" };
                text += &format!("; {} {step} forward", count(steps.len(), "file", "files"));
            }
            Sentence::new(text + ".", &[law!(book, "FOGR-IMPACT-014", "FOGAM-IMPACT-015")])
        }
        Event::CohesionDropped { group, to, why } => {
            let reason = why.rule().title.to_lowercase();
            Sentence::new(format!("{} drop to {to} ({reason}).", name(group)), &[*why])
        }
        Event::BasesTurned { group, bases } => Sentence::new(
            format!("{} turn {} to face the attack.", name(group), count(bases.len(), "base", "bases")),
            &[law!(book, "FOGR-IMPACT-045", "FOGAM-IMPACT-040")],
        ),
        Event::PikeToFront { group } => Sentence::new(
            format!("The pike of {} come to the front.", name(group)),
            &[rule!("FOGR-IMPACT-023")],
        ),
        Event::Contracted { group } => Sentence::new(
            format!("{} drop a file back to pass friends.", name(group)),
            &[law!(book, "FOGR-IMPACT-025", "FOGAM-IMPACT-021")],
        ),
        Event::ChargesWithoutOrders { charge, distance } => {
            let wheel = charge
                .wheel
                .map_or_else(String::new, |w| format!(", wheeling {} {}°", hand(w.hand), degrees(w.by)));
            let text = format!(
                "{} cannot hold back and charge {}{wheel}.",
                name(&charge.group),
                names(scenario, &charge.targets)
            );
            Sentence { text: text.into(), rules: charge.tests.clone(), tallies: vec![distance.clone()] }
        }
        Event::BreaksUncontacted { group } => {
            let text = format!("{} break before they are contacted.", name(group));
            Sentence::new(text, &[law!(book, "FOGR-IMPACT-078", "FOGAM-IMPACT-077")])
        }
        Event::RiddenDown { group, by } => Sentence::new(
            format!("{} come upon {} from behind and destroy them.", name(by), name(group)),
            &[rule!("FOGAM-IMPACT-123")],
        ),
        Event::SetBack { group, by, distance } => Sentence::new(
            format!(
                "{} burst through: {} are set back {}.",
                name(by),
                name(group),
                scenario.in_mu(*distance)
            ),
            &[rule!("FOGAM-MOVE-085")],
        ),
        Event::Paired { pairs } => {
            let flank = |o: Onset| o == Onset::ChargesFlankOrRear;
            let in_flank = pairs.iter().filter(|p| flank(p.red) || flank(p.blue)).count();
            let flank = match in_flank {
                0 => String::new(),
                1 => ", one of them in flank or rear".to_owned(),
                n => format!(", {n} of them in flank or rear"),
            };
            let fight = if pairs.len() == 1 { "fights" } else { "fight" };
            let text = format!("{} of each side {fight}{flank}.", count(pairs.len(), "base", "bases"));
            Sentence::new(capital(&text), &[law!(book, "FOGR-COMBAT-011", "FOGAM-COMBAT-016")])
        }
    }
}
