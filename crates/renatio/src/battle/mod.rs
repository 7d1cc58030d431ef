//! A battle of Renatio et Gloriam as a system of the kernel.
//!
//! - [`Setup`] and `start.rs`: what a battle starts from, and its check. [`Scenario`]: what never changes.
//! - `world`: what changes. `position`: questions about where things stand.
//! - `turn.rs`: the sequence of a turn. `goes.rs`: how players take turns in a Sub-Phase.
//! - `card`, `movement`, `end`: the phases. `view.rs`, `imagine.rs`: who sees what. `words`, `scene`: for people.
//!
//! The Charge, Shooting and Fighting Phases are not played yet: the report of each turn says so, moves into contact are
//! refused, and the system is not in the table of systems.

pub mod before;
mod card;
mod end;
mod goes;
mod imagine;
mod kab;
mod message;
mod movement;
mod position;
mod scene;
pub mod shooting;
mod start;
mod system;
mod turn;
mod view;
mod words;
mod world;

pub use card::{Deal, Gifts};
pub use end::{Keep, Recover};
pub use goes::Goes;
pub use message::{Action, Bw, Decision, Event, Leg, March, NewPost, Order, Request, Second, Switch, Turned};
pub use movement::{Moved, Movement, Plan};
pub use scene::position;
pub use shooting::{Shooting, Volleys};
pub use start::{
    Begin, CampPost, CommanderPost, Field, Lineup, Scenario, Setup, UnitPost, encounter, meeting, prepare,
    titles,
};
pub use system::{Procedure, Renatio, RollPurpose};
pub use turn::Turn;
pub use view::{CommanderView, UgView, View};
pub use world::{
    BaseKind, Camp, Commander, CommanderId, Figures, Fired, Game, Measured, Phase, Post, Presence, Slow, Ug,
    UgId, When, World,
};

use caracole_kernel::{AskedOf, ContextOf, FlowOf, InputOf};

type Cx<'a> = ContextOf<'a, Renatio>;
type Flow = FlowOf<Renatio>;
type Input = InputOf<Renatio>;
type Asked<'a> = AskedOf<'a, Renatio>;
