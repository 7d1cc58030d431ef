//! Bolstering and rallying in the joint action phase: who may try.

use super::casualties::autobreaks;
use crate::combat::{CommanderPlace, Group, Readings};
use crate::troops::Cohesion;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};

/// What a commander tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// To raise an unbroken battle group.
    Bolster,
    /// To stop a broken one.
    Rally,
}

/// What the attempt depends on besides the battle group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RallyFacts {
    /// Its cohesion dropped this turn.
    pub dropped_this_turn: bool,
    /// Enemy troops are within 5 MU.
    pub enemy_near: bool,
    /// An attempt on this battle group was already made this phase.
    pub group_tried: bool,
    /// This commander already made an attempt this phase.
    pub commander_tried: bool,
}

/// What an attempt on the battle group would be, or why there can be none.
pub fn check_attempt(group: &Group, facts: RallyFacts, readings: Readings) -> Result<Attempt, Refusal> {
    enforces!("FOGAM-JAP-033", "FOGAM-JAP-038", "FOGAM-COHESION-009");
    let with = group.commander.is_some_and(|c| c.place != CommanderPlace::InRange);
    if !with {
        return Err(Refusal::new(
            rule!("FOGAM-JAP-038"),
            "no commander in line of command is with the battle group",
            "move a commander to it first",
        ));
    }
    if facts.dropped_this_turn {
        return Err(Refusal::new(
            rule!("FOGAM-JAP-034"),
            "its cohesion dropped this turn",
            "try in a later turn",
        ));
    }
    if facts.group_tried || facts.commander_tried {
        return Err(Refusal::new(
            rule!("FOGAM-JAP-037"),
            "one attempt a phase for each commander and each battle group",
            "try in the next joint action phase",
        ));
    }
    match group.cohesion {
        Cohesion::Steady => Err(Refusal::new(
            rule!("FOGAM-JAP-033"),
            "the battle group is steady already",
            "bolster one that is disrupted or fragmented",
        )),
        Cohesion::Disrupted | Cohesion::Fragmented => Ok(Attempt::Bolster),
        Cohesion::Broken => check_rally(group, facts, readings),
    }
}

fn check_rally(group: &Group, facts: RallyFacts, readings: Readings) -> Result<Attempt, Refusal> {
    let size = group.size();
    let at_half = 2 * u16::from(size) <= u16::from(group.bases_at_start);
    if at_half || autobreaks(group, size, readings) {
        return Err(Refusal::new(
            rule!("FOGAM-JAP-036"),
            "it has broken for its losses, or is at half strength or below",
            "nothing can rally it",
        )
        .fact("bases left", i64::from(size))
        .fact("bases at the start", i64::from(group.bases_at_start)));
    }
    if facts.enemy_near {
        return Err(Refusal::new(
            rule!("FOGAM-JAP-035"),
            "enemy troops are within 5 MU",
            "wait until it has outrun them",
        ));
    }
    Ok(Attempt::Rally)
}
