//! Renatio et Gloriam.
pub mod army;
pub mod cards;
pub mod charts;
pub mod claims;
pub mod command;
pub mod dice;
pub mod effects;
pub mod formation;
pub mod kab;
pub mod movement;
pub mod odds;
pub mod readings;
pub mod score;
pub mod scouting;
pub mod shooting;
pub mod troops;
