//! The answers of this book to the questions of the battle engine, a file for each trait of [`crate::battle::customs`].

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

pub(super) use charging::as_troops;
