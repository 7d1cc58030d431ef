//! What belongs to all phases: how they are run and asked, what viewers see, what is told.

pub use super::asked::Asked;
use super::{
    Answer, Cx, Decision, Event, Flow, Input, Order, Procedure, Request, Scenario, Seen, game_tests, impact,
    joint, manoeuvre, melee, outcome, position, refusals, setup, shooting, turn,
};
use caracole_kernel::{Below, NotAsked, Play, Refusal, Sentence, Side, Viewer};
use caracole_ledger::enforces;

/// Checks a decision against the request that it answers.
pub fn check(battle: Seen<'_>, side: Side, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    refusals::check_seen(battle, side, decision)?;
    let looked = match battle.stack().last() {
        Some(procedure) => procedure.check(Asked { battle, side, request }, decision),
        None => Err(NotAsked.into()),
    };
    looked.map_err(|refusal| refusals::in_words(battle, refusal, side.into()))
}

/// Goes on with a procedure.
pub fn run(cx: &mut Cx<'_>, procedure: &mut Procedure, input: Input) -> Flow {
    let input = match input {
        // Wherever enemies have come to: an ambush that they see now is revealed before anything else.
        Input::Go => match setup::reveal::due(cx.world, procedure) {
            Some(reveal) => return Flow::Call(Procedure::Setup(reveal)),
            None => Input::Go,
        },
        Input::Answer(Answer::Revealed) => Input::Go,
        input => input,
    };
    let flow = procedure.run(cx, input);
    // Whatever has moved: the point bases of brigades give way, or come forward again.
    position::brigade::settle(cx.world);
    flow
}

/// Decisions to choose from, all legal.
pub fn candidates(battle: Seen<'_>, side: Side, request: &Request, out: &mut Vec<Decision>) {
    if let Some(procedure) = battle.stack().last() {
        procedure.candidates(Asked { battle, side, request }, out);
    }
}

/// One legal decision, found with as little work as possible.
pub fn pick(battle: Seen<'_>, side: Side, request: &Request, below: Below<'_>) -> Option<Decision> {
    battle.stack().last()?.pick(Asked { battle, side, request }, below)
}

/// A request as a viewer may see it. Only the set-up hides anything.
pub fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
    match request {
        Request::Setup(r) => setup::request_seen_by(r, side, viewer).map(Request::Setup),
        _ => Some(request.clone()),
    }
}

/// An event as a viewer may see it.
pub fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Setup(e) => setup::event_seen_by(e, viewer).map(Event::Setup),
        _ => Some(event.clone()),
    }
}

/// Whether an event shows something that was hidden. A move does not: it may be taken back until others move or dice
/// fall.
pub fn reveals(event: &Event) -> bool {
    enforces!("FOGR-MOVE-002");
    match event {
        Event::Setup(e) => setup::reveals(e),
        _ => false,
    }
}

/// An event in words.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::Setup(e) => setup::tell(scenario, e),
        Event::Turn(e) => turn::tell(scenario, e),
        Event::Impact(e) => impact::tell(scenario, e),
        Event::Manoeuvre(e) => manoeuvre::tell(scenario, e),
        Event::Shooting(e) => shooting::tell(scenario, e),
        Event::Melee(e) => melee::tell(scenario, e),
        Event::Joint(e) => joint::tell(scenario, e),
        Event::Outcome(e) => outcome::tell(scenario, e),
        Event::Test(e) => game_tests::tell(scenario, e),
    }
}
