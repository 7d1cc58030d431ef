//! A base on the table, and the numbers of bases and groups.

use crate::{Facing, Position};
use caracole_kernel::Piece;
use caracole_plane::{Angle, Base};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of a group among the [`Bodies`](crate::Bodies) of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct GroupId(pub u16);

impl GroupId {
    /// As it is numbered on the table.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// As something to point at.
    #[must_use]
    pub const fn piece(self) -> Piece {
        Piece::new("group", self.number())
    }

    /// The group that a piece is, if it is one.
    #[must_use]
    pub fn of_piece(piece: &Piece) -> Option<Self> {
        let id = piece.number.checked_sub(1).filter(|_| piece.kind == "group")?;
        u16::try_from(id).ok().map(GroupId)
    }
}

/// Number of a base among the [`Bodies`](crate::Bodies) of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BaseId(pub u16);

/// A base of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaseState<P> {
    /// Where it stands.
    pub base: Base,
    /// Its file and rank.
    pub at: Position,
    /// How it is turned against its group.
    pub facing: Facing,
    /// What it is now.
    pub profile: P,
    /// Whether it is still there; a base lost keeps its entry so that the start of its group is known.
    pub standing: bool,
    /// In a kinked column: how many of the kinks it has passed.
    pub kinks_passed: u8,
}

impl<P> BaseState<P> {
    /// The way that its group faces, if it is turned against it as it says.
    #[must_use]
    pub fn facing_of_group(&self) -> Angle {
        Angle(self.base.facing().0.wrapping_sub(quarter_turns(self.facing).0))
    }
}

/// The clockwise turn of a base against its group.
#[must_use]
pub const fn quarter_turns(facing: Facing) -> Angle {
    match facing {
        Facing::Front => Angle::ZERO,
        Facing::Right => Angle::QUARTER,
        Facing::Rear => Angle::HALF,
        Facing::Left => Angle::THREE_QUARTERS,
    }
}
