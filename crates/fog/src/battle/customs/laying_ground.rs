//! Choosing and placing terrain.

use crate::army::{Army, Territory};
use crate::battle::setup::placing::{Adjustment, Leeway};
use crate::battle::setup::table::{Column, Selection};
use crate::battle::setup::{Chosen, Stage, State};
use crate::battle::world::World;
use crate::field::{Field, Ground, TerrainKind};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_plane::Strip;

/// What a cell of the terrain selection table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The most pieces.
    pub most: u8,
    /// The compulsory pieces among them.
    pub compulsory: u8,
}

/// Which piece of terrain is placed next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextPiece {
    /// The chosen piece of this number.
    Piece(usize),
    /// One of these of a side, as its player chooses.
    OneOf(Side, Vec<Selection>),
    /// A road, if this side wants one.
    Road(Side),
    /// All lie there.
    None,
}

/// The ground of the battle.
pub trait LayingGround {
    /// The territories that the player with the initiative may choose.
    fn territories(&self, armies: &BySide<Army>, chooser: Side) -> Vec<Territory>;

    /// What the terrain selection table says.
    fn allowed(&self, world: &World, territory: Territory, column: Column) -> Allowed;

    /// Every kind of piece that can be chosen.
    fn every_piece(&self) -> Vec<Selection>;

    /// Checks what is asked of a compulsory piece besides the table.
    fn check_compulsory(&self, what: Selection) -> Result<(), Refusal>;

    /// Checks the number of further pieces of a player.
    fn check_number(&self, pieces: &[Selection]) -> Result<(), Refusal>;

    /// Checks the covering of a hill of a player beside what is chosen already.
    fn check_covering(
        &self,
        world: &World,
        chosen: &[Chosen],
        side: Side,
        what: Selection,
    ) -> Result<(), Refusal>;

    /// What is done first with each piece that is placed.
    fn first_stage(&self) -> Stage;

    /// The piece at this place of the placing order.
    fn piece_at(&self, state: &State, at: u8) -> Option<Chosen>;

    /// The piece that comes to this place of the order, where the order is not fixed.
    fn next_piece(&self, _: &State, _: &Field, _: u8) -> NextPiece {
        NextPiece::None
    }

    /// Checks how far a piece that must touch a long edge lies from the side edges.
    fn check_on_long_edge(&self, field: &Field, ground: &Ground) -> Result<(), Refusal>;

    /// Whether a piece that must touch a side edge may touch this water instead.
    fn is_as_an_edge(&self, water: TerrainKind) -> bool;

    /// How far a coastline reaches in, in movement units.
    fn coast_reach(&self) -> i32;

    /// Whether a road needs a village on the table.
    fn road_needs_village(&self) -> bool;

    /// Checks whether a road may be moved so.
    fn check_road_moved(&self, road: &Strip, adjustment: Adjustment) -> Result<(), Refusal>;

    /// Whether a roll that allows so much allows this adjustment.
    fn lets(&self, world: &World, leeway: Leeway, adjustment: Adjustment) -> bool;
}
