//! The Renaissance book's answers to the questions of the engine.

mod answering;
mod charging;
mod command;
mod deploying;
mod fighting;
mod flight;
mod formations;
mod ground;
mod in_melee;
mod joint_action;
mod laying_ground;
mod manoeuvre;
mod outflanking;
mod passing;
mod setting_up;
mod shooting;
mod terms;
