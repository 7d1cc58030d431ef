//! The websocket: the same messages for people and for programs.

mod messages;
mod socket;
mod upgrade;

pub use messages::{
    ClientMessage, Hello, LayerShown, PROTOCOL, Presence, Reach, Request, ServerMessage, Sight,
};
pub(crate) use upgrade::upgrade;
