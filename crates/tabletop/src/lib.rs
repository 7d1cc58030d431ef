//! Bodies on a free-measurement table.

mod base;
mod bodies;
mod body;
pub mod drag;
mod grid;
mod land;
mod layout;
pub mod picture;
mod placing;
pub mod read;
pub mod scene;
mod shape;
pub mod shapes;

pub use base::{BaseId, BaseState, GroupId, quarter_turns};
pub use bodies::{Bodies, Measures, OwnsBases};
pub use grid::{Facing, Grid, MalformedGrid, Placed, Position};
pub use land::{Ground, Piece, Terrain};
pub use layout::{Sizes, bases_of, grid_of, laid_out, stands_as_laid_out};
pub use placing::Placing;
