//! Refusals as people read them: battle groups by the names and numbers of the table, lengths in movement units.

use super::names::degrees;
use crate::renaissance::battle::{GroupId, Scenario};
use caracole_kernel::{FactValue, Refusal};
use caracole_plane::{Angle, Um};

/// A refusal with its facts in the words of the table.
#[must_use]
pub fn in_words(scenario: &Scenario, mut refusal: Refusal) -> Refusal {
    for fact in &mut refusal.facts {
        let FactValue::Number(number) = fact.value else { continue };
        if fact.name.contains("battle group") || fact.name == "friends" {
            if let Ok(group) = u16::try_from(number) {
                fact.value = scenario.title(GroupId(group)).to_owned().into();
            }
        } else if fact.name.contains("micrometres") || fact.name == "shortest" {
            fact.value = Um::checked(number).map_or(fact.value.clone(), |um| scenario.in_mu(um).into());
            fact.name = without(&fact.name, "micrometres", "distance").into();
        } else if fact.name.contains("millidegrees") {
            fact.value = format!("{}°", degrees(Angle::from_millidegrees(number))).into();
            fact.name = without(&fact.name, "millidegrees", "angle").into();
        }
    }
    refusal
}

/// A name without its unit; what it is where nothing else is left.
fn without(name: &str, unit: &str, what: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().filter(|w| *w != unit && *w != "in").collect();
    if words.is_empty() { what.to_owned() } else { words.join(" ") }
}
