//! The joint action phase step by step, with literal dice.

#[path = "../battle_common/mod.rs"]
mod battle_common;
mod break_off;
mod commanders;
mod order;
mod routers;
#[path = "../fight/steps.rs"]
#[allow(dead_code)]
mod steps;
