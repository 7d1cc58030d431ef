//! Commanders on the table.

use super::UgId;
use crate::army::Role;
use crate::cards::Cards;
use crate::troops::{CommandType, Grade};
use caracole_document::words;
use caracole_kernel::{Piece, Side};
use caracole_ledger::enforces;
use caracole_plane::Base;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of a Commander: red's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

impl CommanderId {
    /// As he is numbered on the table.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// As something to point at.
    pub const fn piece(self) -> Piece {
        Piece::new("commander", self.number())
    }
}

enforces!("RETG-UNIV-009");

/// Where a Commander stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// With one file of a unit.
    With {
        /// The unit.
        ug: UgId,
        /// The file, from the left, counted from 0.
        file: u8,
        /// In front of it rather than behind.
        ahead: bool,
    },
    /// By himself.
    Alone(Base),
    /// He is dead, or not on the table.
    Gone,
}

impl Post {
    /// The unit that he is with.
    pub const fn ug(self) -> Option<UgId> {
        match self {
            Post::With { ug, .. } => Some(ug),
            Post::Alone(_) | Post::Gone => None,
        }
    }
}

words! {
    /// Whether an allied Commander can be relied on.
    Trust {
        /// He is no ally, or has proved himself.
        Reliable = "reliable",
        /// He has not drawn his first cards.
        Untested = "untested",
        /// His contingent does not move.
        Unreliable = "unreliable",
    }
}

/// A Commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commander {
    /// Whose.
    pub side: Side,
    /// His place in the army's list.
    pub listed: u8,
    /// What he is in the army.
    pub role: Role,
    /// His grade now.
    pub grade: Grade,
    /// How he commands.
    pub command_type: CommandType,
    /// Where he stands.
    pub post: Post,
    /// His cards.
    pub hand: Cards,
    /// He has raised a card in this phase.
    pub upgraded: bool,
    /// He has moved in this phase, alone or with a unit.
    pub moved: bool,
    /// The turn in which he was killed, until he is replaced.
    pub dead_since: Option<u8>,
    /// He fights in the front rank of his file in this phase.
    pub fights: bool,
    /// Cards of his that lie face up.
    pub shown: Cards,
    /// Whether he can be relied on.
    pub trust: Trust,
    /// The enemy has shot at his contingent or fought it while he was Unreliable.
    pub attacked: bool,
    /// He has served for a bluff and gets one card fewer in the first turn.
    pub bluffed: bool,
}

impl Commander {
    /// His cards change: of those that lie face up no more stay than he holds.
    pub fn hold(&mut self, hand: Cards) {
        (self.hand, self.shown) = (hand, self.shown.in_both(hand));
    }
}
