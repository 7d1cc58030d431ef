//! Refusals as people read them: battle groups by the names and numbers of the table, lengths in movement units. What is
//! hidden from the side that is refused has no name.

mod named;

use super::names::{degrees, number};
use crate::battle::view::is_seen;
use crate::battle::world::{CommanderId, World};
use crate::battle::{Decision, GroupId, Seen};
use caracole_kernel::{FactValue, Refusal, Side, Viewer};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Um};
use named::named;

/// Refuses a decision that names what its side does not see. Whether there is such a thing at all does not show.
pub fn check_seen(battle: Seen<'_>, side: Side, decision: &Decision) -> Result<(), Refusal> {
    enforces!("TABLE-009", "TABLE-013");
    let (world, viewer) = (battle.world(), Viewer::from(side));
    let named = named(decision);
    if let Some(group) = named.groups.into_iter().find(|g| !sees(world, viewer, *g)) {
        return Err(unseen("battle group", number(group)));
    }
    let of_unseen = |base: &_| world.group_of(*base).is_none_or(|group| !sees(world, viewer, group));
    if let Some(base) = named.bases.into_iter().find(of_unseen) {
        return Err(unseen("base", u32::from(base.0)));
    }
    if let Some(commander) = named.commanders.into_iter().find(|c| !sees_commander(world, viewer, *c)) {
        return Err(unseen("commander", u32::from(commander.0) + 1));
    }
    Ok(())
}

fn sees(world: &World, viewer: Viewer, group: GroupId) -> bool {
    world.get(group).is_some_and(|state| is_seen(state, viewer))
}

fn sees_commander(world: &World, viewer: Viewer, commander: CommanderId) -> bool {
    let known = world.commanders.get(usize::from(commander.0));
    known.is_some_and(|c| c.is_on_table() || viewer.knows(c.side))
}

fn unseen(what: &'static str, number: u32) -> Refusal {
    Refusal::new(
        rule!("TABLE-009"),
        format!("There is no {what} {number} that you can see"),
        "Name one that the table shows.",
    )
}

/// A refusal with its facts in the words of the table, as a viewer may see it.
#[must_use]
pub fn in_words(battle: Seen<'_>, mut refusal: Refusal, viewer: Viewer) -> Refusal {
    let (world, scenario) = (battle.world(), battle.scenario());
    refusal.facts.retain(|fact| match &fact.value {
        FactValue::Piece(piece) => GroupId::of_piece(piece).is_some_and(|group| sees(world, viewer, group)),
        _ => true,
    });
    for fact in &mut refusal.facts {
        fact.value = match &fact.value {
            FactValue::Piece(piece) => {
                GroupId::of_piece(piece).map_or("", |group| scenario.title(group)).to_owned().into()
            }
            FactValue::Length { um } => {
                Um::checked(*um).map_or_else(|_| "far".into(), |um| scenario.in_mu(um).into())
            }
            FactValue::Angle { millidegrees } => {
                format!("{}°", degrees(Angle::from_millidegrees(*millidegrees))).into()
            }
            FactValue::Number(_) | FactValue::Text(_) => continue,
        };
    }
    refusal
}
