//! Pictures of the table: drawing only.
//!
//! The crate `position` reads what stands where; [`draw`] makes a picture of it:
//!
//! ```
//! use caracole_picture::{Look, draw};
//! use caracole_position::Position;
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
//!     &[],
//! )?;
//! let picture = draw(&position, &Look::default());
//! assert!(picture.svg.contains("Cromwell's Ironsides"));
//! # Ok::<(), caracole_position::Unusable>(())
//! ```
//!
//! Pictures are SVG, the same byte for byte on every platform: numbers have at most two decimals, textures come from
//! hashes, angles go through the geometry crate. With the feature `png` (on by default) [`png::png`] turns them into
//! PNG with a bundled font. Sides differ by colour and by pattern, states by shape and by colour.
//!
//! A rules engine that wants a picture of a battle fills a [`Position`](caracole_position::Position) and calls [`draw`]; charts of odds
//! and results are in [`chart`].

mod base;
mod cases;
pub mod chart;
mod frame;
mod label;
mod legend;
mod marks;
pub mod overlay;
#[cfg(feature = "png")]
pub mod png;
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
