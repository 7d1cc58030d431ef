//! Position files and pictures of the table.
mod base;
#[cfg(feature = "png")]
pub mod png;
pub mod style;
pub mod svg;
pub mod symbol;
mod text;
mod sheet;
pub use sheet::symbol_sheet;
