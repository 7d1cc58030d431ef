//! What the position makes of troops.

mod ground;
