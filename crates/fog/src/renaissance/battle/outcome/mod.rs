//! The outcome of combat.
//!
//! Not played yet: the phase passes with an event that says so.

use super::{Answer, Cx, Flow, Fogr, Input, Scenario};
use caracole_kernel::{Battle, Refusal, Sentence, Side, Viewer};
use caracole_ledger::not_yet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the outcome of combat has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// All of it.
    Whole,
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {}

/// A choice found legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The outcome of combat is not played yet and was passed over.
    NotPlayed,
}

/// Goes on with the outcome of combat.
pub fn run(cx: &mut Cx<'_>, _procedure: &mut Procedure, _input: Input) -> Flow {
    cx.tell(super::Event::Outcome(Event::NotPlayed));
    Flow::Done(Answer::Done)
}

/// Looks at a choice.
pub fn check(
    _battle: &Battle<Fogr>,
    _side: Side,
    request: &Request,
    _decision: &Decision,
) -> Result<Order, Refusal> {
    match *request {}
}

/// Sensible choices for a request.
pub fn candidates(_battle: &Battle<Fogr>, _side: Side, request: &Request, _out: &mut Vec<super::Decision>) {
    match *request {}
}

/// The request as a viewer may see it.
pub fn request_seen_by(request: &Request, _side: Side, _viewer: Viewer) -> Option<Request> {
    match *request {}
}

/// The event as a viewer may see it.
pub fn event_seen_by(event: &Event, _viewer: Viewer) -> Option<Event> {
    Some(event.clone())
}

/// Whether the event shows somebody what he did not know.
pub fn reveals(_event: &Event) -> bool {
    false
}

/// The event as a sentence.
pub fn tell(_scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::NotPlayed => Sentence::new(
            "The outcome of combat is not played by this version and is passed over.",
            &[not_yet!("FOGR-COMBAT-120")],
        ),
    }
}
