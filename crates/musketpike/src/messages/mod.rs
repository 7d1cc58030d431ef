//! What a battle says and is told: questions, answers, and what happened.

mod decision;
mod event;
mod request;

pub use decision::{
    Company, Decision, Escort, Help, Manner, Reaction, Reform, Salvoing, Shot, Target, Through, Volley,
};
pub use event::{Attempt, Event, FireEffect, FireTable, HitBy, LeaderLoss, LeaderReturn, Rolled};
pub use request::Request;
