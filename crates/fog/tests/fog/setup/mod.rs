//! The set-up of Appendix 4, and what it leaves hidden for the turns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ambush;
mod arrival;
mod detach;
mod dismount;
mod encounters;
mod ground;
mod hidden;
mod play;
mod readings;
mod restore;
mod screen;
mod sequence;
mod stages;
