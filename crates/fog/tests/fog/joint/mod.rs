//! The joint action phase step by step, with literal dice.

mod break_off;
mod commanders;
mod order;
mod phase;
mod routers;
