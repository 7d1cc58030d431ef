//! Position files and pictures of the table.
mod base;
pub mod chart;
mod frame;
mod label;
mod legend;
mod marks;
mod measuring;
pub mod overlay;
#[cfg(feature = "png")]
pub mod png;
pub mod position;
mod sheet;
pub mod style;
pub mod svg;
pub mod symbol;
mod table;
pub mod terrain;
mod text;
mod texture;

pub use sheet::symbol_sheet;
pub use table::{Look, Picture, draw};
