//! The impact phase, rule by rule: who may charge whom, how charges go, who turns to face them, who gets out of the way.

mod chargers;
mod declaring;
mod evading;
mod examples;
mod flanks;
mod intercepting;
mod phase;
mod readings;
mod room;
mod runaways;
mod tercios;

pub use crate::battle_common::impact::*;
pub use caracole_fog::battle::impact::{Decision as Impact, Event as Told, Request as Asked, Steps, Wheel};
pub use caracole_fog::battle::world::{Approach, BaseState};
pub use caracole_fog::battle::{Decision, Event, GroupId, Request, World};
pub use caracole_kernel::Awaiting;
pub use caracole_plane::{Angle, Hand, Um};
