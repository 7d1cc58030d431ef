//! Formations: what set ones look like, what is legal, and what has no flank.

mod battlewagon;
mod legal;
mod set;

pub use battlewagon::{fights, shots};
pub use legal::check_shape;
pub use set::{Cell, has_no_flank, layout};

#[cfg(test)]
mod tests;
