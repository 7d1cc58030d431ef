//! The battle machine that serves every rule system.

pub mod dice;
mod side;

pub use side::{BySide, Side, Viewer};
