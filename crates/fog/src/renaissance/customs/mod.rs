//! The Renaissance book's answers to the questions of the engine.

mod answering;
mod charging;
mod command;
mod fighting;
mod flight;
mod formations;
mod ground;
mod in_melee;
mod joint_action;
mod manoeuvre;
mod passing;
mod setting_up;
mod shooting;
mod terms;
