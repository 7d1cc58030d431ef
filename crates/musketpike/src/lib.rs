//! Musket & Pike Battle Series: hexes, wings, orders and reactions.

// Map, counters, charts, scenarios and pictures.
pub mod charts;
pub mod counters;
pub mod hex;
pub mod map;
pub mod scenario;
pub mod scene;
pub mod sight;

// The engine.
pub mod bots;
pub mod engine;
pub mod messages;
pub mod procedures;
mod purpose;
mod text;
pub mod view;
pub mod world;

pub use caracole_document as document;
pub use engine::MusketPike;
pub use purpose::RollPurpose;
