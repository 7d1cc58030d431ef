//! The End of Turn Phase: wounds, slowing, cards.

mod keep;
mod recover;

pub use keep::Keep;
pub use recover::{Recover, plan_recovery};
