//! What one side hides from the other: ambushes and flank marches.

use super::{CommanderId, UgId};
use crate::battle::Bw;
use crate::troops::Form;
use caracole_kernel::Side;
use caracole_plane::{Base, Hand};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that lies in ambush, and how it will stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lurk {
    /// Which.
    pub ug: UgId,
    /// Its files.
    pub wide: u8,
    /// Its formation.
    pub form: Form,
    /// A Commander who lies with it.
    pub commander: Option<CommanderId>,
}

/// An ambush card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ambush {
    /// Whose.
    pub side: Side,
    /// Its number, from 1.
    pub card: u8,
    /// The middle of its front.
    pub at: [Bw; 2],
    /// The ground that it covers.
    pub base: Base,
    /// Who lies there; nobody in a bluff. Hidden.
    pub lurk: Option<Lurk>,
    /// To whose command it belongs, once that is said.
    pub command: Option<CommanderId>,
}

/// A Commander beside the camp with a card under him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlankMarch {
    /// Who.
    pub commander: CommanderId,
    /// Whose.
    pub side: Side,
    /// The side edge, as red sees it; none in a bluff. Hidden until it is announced.
    pub edge: Option<Hand>,
    /// The units that march. Hidden.
    pub ugs: Vec<UgId>,
    /// A RED card has shown the edge.
    pub announced: bool,
    /// The turn in which it comes on.
    pub entering: Option<u8>,
}

/// What is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// Ambush cards that have not been turned over.
    pub ambushes: Vec<Ambush>,
    /// Flank marches that are not on the table, and bluffs until they are shown.
    pub marches: Vec<FlankMarch>,
    /// Units of flank marches that came on in this turn.
    pub entered: Vec<UgId>,
}

impl Secrets {
    /// The flank march that a Commander leads, while it is off the table.
    pub fn march_of(&self, id: CommanderId) -> Option<&FlankMarch> {
        self.marches.iter().find(|march| march.commander == id && march.edge.is_some())
    }

    /// Whether a Commander leads a flank march that has not begun to come on.
    pub fn marches(&self, id: CommanderId) -> bool {
        self.march_of(id).is_some_and(|march| march.entering.is_none())
    }
}
