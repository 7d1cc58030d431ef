//! Lines of sight and lines of fire, exact on the integer grid.
//!
//! A line runs from centre to centre. [`Line`] lists what it passes: hexes whose inside it crosses, however
//! slightly, and hex spines along which it runs between two hexes. A hex that the line touches in a single corner
//! point has no part of the line in it and is not passed.

mod fire;
mod line;
mod los;

pub use fire::line_of_fire;
pub use line::{Line, Passed};
pub use los::{Blockers, Hides, NoBlockers, Obstruction, Opacity, Sight, Tracing};

#[cfg(test)]
mod tests;
