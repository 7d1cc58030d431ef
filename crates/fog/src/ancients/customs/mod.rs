//! The answers of this book to the questions of the battle engine, a file for each trait of [`crate::battle::customs`].

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

pub(super) use charging::as_troops;
