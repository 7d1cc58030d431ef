//! Words of position files that are read and printed: each is the inverse of the other.

pub mod length;
pub mod place;

pub use length::{Degrees, Length};
pub use place::{Detail, Relation, RelativePlace, Touching};
