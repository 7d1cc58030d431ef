//! One file a command.
pub(crate) mod army;
pub(crate) mod ask;
pub(crate) mod completions;
pub(crate) mod dice;
pub(crate) mod draw;
pub(crate) mod fuzz;
pub(crate) mod ladder;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod referee;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod scenario;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod welcome;
