//! Commanders on the table.

use super::GroupId;
use crate::army::{CommanderLevel, CommanderRole};
use caracole_kernel::Side;
use caracole_plane::Base;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a commander is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommanderPlace {
    /// Not on the table yet, or with an outflanking march or ambush.
    Away,
    /// On his own.
    Alone,
    /// With a battle group.
    With(GroupId),
    /// With a battle group, fighting in its front rank.
    FrontRank(GroupId),
    /// Out of play: left the table with his troops.
    Gone,
    /// Lost.
    Lost,
}

impl CommanderPlace {
    const fn is_on_table(self) -> bool {
        matches!(self, CommanderPlace::Alone | CommanderPlace::With(_) | CommanderPlace::FrontRank(_))
    }
}

/// A commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommanderState {
    /// The side that it belongs to.
    pub side: Side,
    /// Number in his army, from 0.
    pub entry: u8,
    /// What he is.
    pub role: CommanderRole,
    /// His grade.
    pub level: CommanderLevel,
    /// Number of his contingent: 0 for the main army.
    pub contingent: u8,
    /// Where he is.
    pub place: CommanderPlace,
    /// His base.
    pub base: Base,
    /// Where he was when the phase began.
    pub place_at_phase_start: CommanderPlace,
    /// Where his base stood when the phase began.
    pub base_at_phase_start: Base,
    /// How many moves of his own he has made in this phase.
    pub moves: u8,
    /// All of them kept 6 MU from the enemy.
    pub kept_clear: bool,
    /// The file in whose front rank he fights; it means nothing while he does not.
    pub front_file: u8,
    /// He influenced a test of the battle group he is with and stays with it for the phase.
    pub bound: bool,
}

impl CommanderState {
    /// The battle group that he is with.
    #[must_use]
    pub const fn with(&self) -> Option<GroupId> {
        match self.place {
            CommanderPlace::With(group) | CommanderPlace::FrontRank(group) => Some(group),
            _ => None,
        }
    }

    /// The battle group that he was with when the phase began.
    #[must_use]
    pub const fn with_at_phase_start(&self) -> Option<GroupId> {
        match self.place_at_phase_start {
            CommanderPlace::With(group) | CommanderPlace::FrontRank(group) => Some(group),
            _ => None,
        }
    }

    /// Whether he is on the table.
    #[must_use]
    pub const fn is_on_table(&self) -> bool {
        self.place.is_on_table()
    }

    /// Whether he was on the table when the phase began: not if he has just arrived or come out of ambush.
    #[must_use]
    pub const fn was_on_table(&self) -> bool {
        self.place_at_phase_start.is_on_table()
    }

    /// Whether he fights in the front rank.
    #[must_use]
    pub const fn fights_in_front_rank(&self) -> bool {
        matches!(self.place, CommanderPlace::FrontRank(_))
    }
}
