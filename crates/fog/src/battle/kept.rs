//! What a step must keep unless a rule that it has just applied says otherwise.

use super::position::contact;
use super::world::{GroupId, World};
use super::{Event, impact, joint, manoeuvre, outcome};
use caracole_ledger::enforces;
use caracole_plane::connected;

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
        if turns_from(before, events, group, enemy) || turns_from(before, events, enemy, group) {
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

/// The bases of a battle group stay in one piece, each in contact with the next. A column has a gap behind its first base
/// while it wheels, and a file that is fed in to meet an overlap may stand apart.
pub fn one_piece(before: &World, after: &World, events: &[Event]) -> Result<(), String> {
    let whole = |world: &World, g: GroupId| {
        !world[g].is_on_table() || world.formation(g).width() == 1 || connected(world.rects(g))
    };
    let was_fed = |group: GroupId| {
        let fed =
            |e: &Event| matches!(e, Event::Manoeuvre(manoeuvre::Event::Fed { group: g, .. }) if *g == group);
        events.iter().any(fed) && is_whole_but_for_an_end(after, group)
    };
    match after.on_table().find(|&g| whole(before, g) && !whole(after, g) && !was_fed(g)) {
        Some(group) => Err(format!("battle group {} falls apart: {events:?}", group.0)),
        None => Ok(()),
    }
}

fn is_whole_but_for_an_end(world: &World, group: GroupId) -> bool {
    let files: Vec<u8> = world.formation(group).files().collect();
    [files.first(), files.last()].into_iter().flatten().any(|end| {
        let others = world.bases_of(group).into_iter().filter(|base| base.at.file != *end);
        connected(&others.map(|base| base.base.rect()).collect::<Vec<_>>())
    })
}

/// Whether bases that a charge has touched turned to it, in a battle group that did not fight this enemy to its front: a
/// file that stood bent comes straight, and a corner that rested on its side may be left behind.
fn turns_from(before: &World, events: &[Event], group: GroupId, enemy: GroupId) -> bool {
    enforces!("FOGR-IMPACT-045");
    let turned =
        |e: &Event| matches!(e, Event::Impact(impact::Event::BasesTurned { group: g, .. }) if *g == group);
    events.iter().any(turned)
        && !contact::fighting_touches(before, group, enemy).iter().any(|t| t.contact.is_by_own_front())
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
