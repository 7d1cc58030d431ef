//! Requests and decisions in words, and the commands that people type.

mod about;
mod decision;
mod report;
mod request;

pub(crate) use about::about;
pub(crate) use decision::wording;
pub(crate) use report::{formation_words, tell};
pub(crate) use request::prompt;

use crate::counters::{LeaderId, UnitId, WingId};
use crate::engine::MusketPike;
use crate::hex::{Facing, Hex, Placement, Turn};
use crate::scenario::Scenario;
use crate::scene::leader_name;
use crate::world::World;
use caracole_kernel::{Battle, Piece, Side};
use std::borrow::Cow;

/// Names for what decisions and requests speak of.
#[derive(Clone, Copy)]
struct Names<'a> {
    scenario: &'a Scenario,
    world: &'a World,
}

impl<'a> Names<'a> {
    fn of(battle: &'a Battle<MusketPike>) -> Self {
        Names { scenario: &battle.scenario().scenario, world: battle.world() }
    }

    fn unit(self, unit: UnitId) -> &'a str {
        &self.scenario.unit(unit).name
    }

    /// A leader's name, or the post of a replacement without one.
    fn leader(self, leader: LeaderId) -> Cow<'a, str> {
        let state = self.world.leaders.get(usize::from(leader.0));
        state.map_or(Cow::Borrowed("a leader"), |leader| Cow::Owned(leader_name(self.scenario, leader)))
    }

    fn wing(self, wing: WingId) -> &'a str {
        &self.scenario.wing(wing).name
    }

    /// A Wing with its side, for messages that both players read: "Red's Left horse".
    fn wing_of_side(self, wing: WingId) -> String {
        wing_of_side(self.scenario, wing)
    }
}

/// A Wing with its side, for messages that both players read: "Red's Left horse".
pub(crate) fn wing_of_side(scenario: &Scenario, wing: WingId) -> String {
    scenario.wings.get(usize::from(wing.0)).map_or_else(
        || "A Wing".to_owned(),
        |wing| {
            let side = match wing.side {
                Side::Red => "Red",
                Side::Blue => "Blue",
            };
            format!("{side}'s {}", wing.name)
        },
    )
}

fn unit_piece(unit: UnitId) -> Piece {
    Piece::new("unit", unit.0.into())
}

fn leader_piece(leader: LeaderId) -> Piece {
    Piece::new("leader", leader.0.into())
}

fn hex_piece(hex: Hex) -> Piece {
    Piece::new("hex", u32::try_from(hex.column() * 100 + hex.row()).unwrap_or(0))
}

const fn hand(turn: Turn) -> &'static str {
    match turn {
        Turn::Left => "left",
        Turn::Right => "right",
    }
}

fn place(at: Placement) -> String {
    match at {
        Placement::One { hex, facing } => format!("{hex} facing {}", facing.name()),
        Placement::Line { facing, .. } => format!("{} in line facing {}", at.footprint(), facing.name()),
        Placement::Column { front, .. } => format!("{} in column toward {}", at.footprint(), front.name()),
    }
}

fn toward(facing: Facing) -> &'static str {
    facing.name()
}
