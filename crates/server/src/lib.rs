//! Battles over HTTP and websocket, for people and for programs.
//!
//! A [`Server`] is given a [`Config`] and the systems that it plays, of which it knows nothing but the kernel's
//! interface. Every game is an actor that takes one message after the other; a step is answered when the
//! [`storage`] has it on disk, and told to everybody over the [`bus`]. What each of them sees is made by the kernel.
//!
//! ```no_run
//! use caracole_server::{Config, Server, serve};
//! # fn main() -> Result<(), caracole_server::ServeError> {
//! serve(Server::new(Config::default(), vec![]), |address| println!("http://{address}"))
//! # }
//! ```

pub mod bus;
pub mod config;
mod dice;
pub mod entropy;
pub mod game;
mod house;
pub mod http;
mod limits;
pub mod logs;
mod metrics;
mod server;
mod session;
mod shelf;
pub mod storage;
pub mod time;
pub mod ws;

pub use config::Config;
pub use metrics::Metrics;
pub use server::{Bound, ServeError, Server, asked_to_stop, serve};
pub use shelf::Shelf;
