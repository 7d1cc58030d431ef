//! Requests and decisions in words, and the commands that people type.

mod decision;
mod request;

pub(crate) use decision::wording;
pub(crate) use request::prompt;

use crate::counters::{LeaderId, UnitId, WingId};
use crate::engine::MusketPike;
use crate::hex::{Facing, Hex, Placement, Turn};
use crate::scenario::Scenario;
use caracole_kernel::{Battle, Piece};

/// Names for what decisions and requests speak of.
#[derive(Clone, Copy)]
struct Names<'a> {
    scenario: &'a Scenario,
}

impl<'a> Names<'a> {
    fn of(battle: &'a Battle<MusketPike>) -> Self {
        Names { scenario: &battle.scenario().scenario }
    }

    fn unit(self, unit: UnitId) -> &'a str {
        &self.scenario.unit(unit).name
    }

    fn leader(self, leader: LeaderId) -> &'a str {
        &self.scenario.leader(leader).name
    }

    fn wing(self, wing: WingId) -> &'a str {
        &self.scenario.wing(wing).name
    }
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
        Placement::Line { left, facing } => format!("{left} in line facing {}", facing.name()),
        Placement::Column { head, front } => format!("{head} in column toward {}", front.name()),
    }
}

fn toward(facing: Facing) -> &'static str {
    facing.name()
}
