//! Battles of Field of Glory on the table: one engine for both books.
//!
//! - [`World`]: the state. [`Setup`]: what a battle starts from.
//! - [`position`]: what the rules ask about a position (contact, overlap, support, command, disorder, distances):
//!   pure functions over the world.
//! - [`turn`]: the frame of turns and phases; one folder for each phase with its procedures, requests, decisions and
//!   events; [`text`] puts them in words, [`scene`] draws them.
//! - [`customs`]: what the two books answer differently. Only [`Fog`] and the books' own folders name a book.
//!
//! A phase is a module with `Procedure`, `Request`, `Decision`, `Order` and `Event`. Its procedure implements
//! [`Play`](caracole_kernel::Play): it runs, checks decisions and offers candidates.

pub mod arrange;
pub(crate) mod asked;
pub mod charge;
pub mod customs;
pub mod forming;
pub mod game_tests;
mod imagine;
pub mod impact;
pub mod joint;
mod kept;
mod law;
pub mod manoeuvre;
pub mod melee;
mod messages;
pub mod names;
mod offered;
pub mod outcome;
pub(crate) mod phases;
pub mod position;
mod refusals;
pub mod riding;
pub mod scenario;
pub mod scenarios;
pub mod scene;
pub mod setup;
pub mod shooting;
pub mod start;
mod system;
pub mod text;
pub mod turn;
pub mod view;
pub mod world;

pub use system::{Fog, Fogam, Fogr, Played};

pub use messages::{Answer, Decision, Event, Order, Procedure, Request};
pub use scenario::{ArmyChoice, PlacedCommander, PlacedGroup, Position, Scenario, Setup, StartFrom};
pub use world::{BaseId, CommanderId, GroupId, Phase, Turn, World};

/// What procedures work with.
pub type Cx<'a> = caracole_kernel::ContextOf<'a, Fogr>;
/// What a procedure wants next.
pub type Flow = caracole_kernel::FlowOf<Fogr>;
/// Why a procedure is run.
pub type Input = caracole_kernel::InputOf<Fogr>;
/// A battle to look at.
pub type Seen<'a> = caracole_kernel::SeenOf<'a, Fogr>;
