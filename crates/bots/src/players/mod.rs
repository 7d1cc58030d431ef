//! Players that serve every system. A system's own judgement is in its folder.

pub(crate) mod captain;
mod random;

pub use random::{AnyRandom, Random};
