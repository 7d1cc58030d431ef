//! Battles with literal cards, and random play.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod allies;
mod before;
mod cards;
mod charges;
mod charges_more;
mod combats;
mod commanders;
mod commands;
mod drags;
mod end;
mod engage;
mod examples;
mod fire;
mod goes;
mod groups;
mod hidden;
mod leftovers;
mod marches;
mod melee;
mod outcome;
mod press;
mod pursuits;
mod push;
mod random;
mod room;
mod secrets;
mod setup;
mod shapes;
mod shooting;
mod support;
mod through_fire;
mod troops;
