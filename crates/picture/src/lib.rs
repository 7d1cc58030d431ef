//! Position files and pictures of the table.
//!
//! A position file (TOML) says what stands where, in the words and units of players. [`position::Position::parse`]
//! checks it and turns it into the integers of the geometry crate; a wrong file gets the line, the field, what is
//! wrong and how to mend it. [`draw`] makes a picture of a position:
//!
//! ```
//! use caracole_picture::{Look, draw, position::Position};
//!
//! let position = Position::parse(
//!     r#"
//!     schema = 1
//!     [[side]]
//!     name = "Parliament"
//!     [[group]]
//!     name = "Cromwell's Ironsides"
//!     side = "Parliament"
//!     at = [36, 24]          # middle of the front edge, in movement units
//!     facing = 90            # degrees clockwise from straight up the table
//!     files = 2
//!     bases = 4
//!     troop = "determined horse"
//!     "#,
//! )?;
//! let picture = draw(&position, &Look::default());
//! assert!(picture.svg.contains("Cromwell's Ironsides"));
//! # Ok::<(), caracole_picture::position::PositionError>(())
//! ```
//!
//! Pictures are SVG, the same byte for byte on every platform: numbers have at most two decimals, textures come from
//! hashes, angles go through the geometry crate. With the feature `png` (on by default) [`png::png`] turns them into
//! PNG with a bundled font. Sides differ by colour and by pattern, states by shape and by colour.
//!
//! A rules engine that wants a picture of a battle fills a [`position::Position`] and calls [`draw`]; charts of odds
//! and results are in [`chart`].

mod base;
mod cases;
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

pub use cases::case_sheet;
pub use sheet::symbol_sheet;
pub use table::{Look, Picture, draw, draw_ground};
