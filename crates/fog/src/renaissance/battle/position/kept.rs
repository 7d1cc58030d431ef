//! What a step must keep unless a rule that it has just applied says otherwise.

use super::contact;
use crate::renaissance::battle::world::{GroupId, World};
use crate::renaissance::battle::{Event, impact, joint, manoeuvre, outcome};

/// Enemies in close combat with each other still are, unless one of them is gone or broken, or an event of the step names
/// a rule by which it left.
pub fn contacts(before: &World, after: &World, events: &[Event]) -> Result<(), String> {
    let gone = |g: GroupId| !after[g].is_on_table() || after[g].is_broken() || after[g].is_uncontrolled();
    let changed_sides = |g: GroupId| before[g].side != after[g].side;
    for (group, enemy) in contact::close_combats(before, &[]) {
        let free = |g: GroupId| gone(g) || changed_sides(g) || events.iter().any(|e| ends_contact(e, g));
        if group > enemy || free(group) || free(enemy) {
            continue;
        }
        if contact::fighting_touches(after, group, enemy).is_empty() {
            return Err(format!(
                "battle groups {} and {} were in close combat and stand apart, and no rule that parts them was applied",
                group.0, enemy.0
            ));
        }
    }
    Ok(())
}

/// Whether an event tells of a rule by which a battle group may lose contact with its enemies.
fn ends_contact(event: &Event, group: GroupId) -> bool {
    let who = match event {
        Event::Joint(joint::Event::BrokeOff { group }) => *group,
        Event::Manoeuvre(manoeuvre::Event::Evaded { group, .. }) => *group,
        Event::Impact(impact::Event::Evaded { group, .. } | impact::Event::EvadedOff { group }) => *group,
        // The base that is taken off may be the one that fought.
        Event::Outcome(
            outcome::Event::BaseLost { group, .. }
            | outcome::Event::Pursued { group, .. }
            | outcome::Event::Routed { group, .. },
        ) => *group,
        _ => return false,
    };
    who == group
}
