//! Musket & Pike Battle Series: hexes, Wings, Orders and reactions.
//!
//! [`MusketPike`] is the system: it tells the kernel how a battle is laid out, who is asked what, which answers are
//! legal, and what follows from them. A battle is played by giving the decisions and the dice that it waits for:
//!
//! ```
//! use caracole_kernel::{Awaiting, Battle, Rules, Step};
//! use caracole_musketpike::{MusketPike, bots::Random, engine::{ScenarioSource, Setup}, scenario::Options};
//!
//! let setup = Setup {
//!     scenario: ScenarioSource::Id("learning".to_owned()),
//!     charts: None,
//!     options: Options::default(),
//! };
//! let (mut battle, _) = Battle::<MusketPike>::start(&setup).unwrap();
//!
//! // The battle waits for a decision. Every candidate is legal.
//! let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("the opening is asked for") };
//! let mut choices = Vec::new();
//! MusketPike::candidates(&battle, *side, request, &mut choices);
//! let step = Step::Choose { side: *side, decision: choices.remove(0) };
//! let events = battle.apply(&step).unwrap();
//! assert!(!events.is_empty());
//!
//! // A random player takes it to its end.
//! Random::new(1).play(&mut battle, 60_000).unwrap();
//! assert!(matches!(battle.awaiting(), Awaiting::Nothing(_)));
//! ```
//!
//! | part | what is in it |
//! |---|---|
//! | [`hex`], [`map`], [`sight`] | the grid, placements of counters, terrain, lines of sight and of fire |
//! | [`counters`], [`charts`], [`scenario`] | what never changes: units, leaders and Wings as listed; the charts; scenario files |
//! | [`world`] | what changes in a battle |
//! | [`engine`] | the system itself, and [`engine::field::Field`], which answers what rules ask about the battlefield |
//! | [`procedures`] | the sequence of play, one procedure in each file, stacked when one interrupts another |
//! | [`messages`], [`view`] | questions, decisions and events; what a viewer sees |
//! | `text`, [`scene`] | battles in words and as pictures |
//! | [`bots`] | a random player, for tests |
//!
//! Rules are cited by their id where the code keeps them: `rule!("MPBS-9.3.1a")` in a refusal, `enforces!(...)` at a
//! branch.

// Map, counters, charts, scenarios.
pub mod charts;
pub mod counters;
pub mod hex;
pub mod map;
pub mod scenario;
pub mod sight;

// The engine.
pub mod bots;
pub mod engine;
pub mod messages;
pub mod procedures;
mod purpose;
pub mod world;

// What players see.
pub mod scene;
mod text;
pub mod view;

pub use caracole_document as document;
pub use engine::MusketPike;
pub use purpose::RollPurpose;
