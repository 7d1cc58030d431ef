//! The battle in English: prompts, choices, refusals, and the commands that people type.

mod about;
mod fighting;
mod impact;
pub mod moves;
mod passive_choice;
mod read;
pub mod setup;

pub mod names;
pub use super::refusals::in_words;
pub use about::about;
pub use passive_choice::passive_choice;
pub use read::command;

use super::{Decision, Request, Seen};
use caracole_kernel::{Awaiting, Prompt, Side, Wording};
use names::Names;

/// The question, in words.
#[must_use]
pub fn prompt(battle: Seen<'_>, side: Side, request: &Request) -> Prompt {
    let names = Names::of(battle);
    let prompt = match request {
        Request::Setup(r) => setup::prompt(names, side, r),
        Request::Impact(r) => impact::prompt(names, side, r),
        Request::Manoeuvre(r) => moves::prompt(names, side, r),
        Request::Shooting(r) => fighting::shooting_prompt(names, r),
        Request::Melee(r) => fighting::melee_prompt(names, r),
        Request::Joint(r) => fighting::joint_prompt(names, side, r),
        Request::Outcome(r) => fighting::outcome_prompt(names, r),
    };
    Prompt { text: names::capital(&prompt.text).into(), ..prompt }
}

/// A choice in words, and the command that gives it.
#[must_use]
pub fn wording(battle: Seen<'_>, side: Side, decision: &Decision) -> Wording {
    let names = Names::of(battle);
    let asked = match battle.awaiting() {
        Awaiting::Decision { request, .. } => Some(request),
        _ => None,
    };
    match decision {
        Decision::Setup(d) => setup::wording(names, side, d),
        Decision::Impact(d) => impact::wording(names, d),
        Decision::Manoeuvre(d) => moves::wording(names, d),
        Decision::Shooting(d) => fighting::shooting_wording(names, d),
        Decision::Melee(d) => fighting::melee_wording(names, d),
        Decision::Joint(d) => {
            let request = asked.and_then(|r| if let Request::Joint(r) = r { Some(r) } else { None });
            fighting::joint_wording(names, request, d)
        }
        Decision::Outcome(d) => {
            let request = asked.and_then(|r| if let Request::Outcome(r) = r { Some(r) } else { None });
            fighting::outcome_wording(names, request, d)
        }
    }
}
