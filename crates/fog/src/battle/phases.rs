//! The phases: who checks, offers, runs, shows and tells what belongs to each.

use super::{
    Answer, Cx, Decision, Event, Flow, Input, Order, Procedure, Request, Scenario, Seen, game_tests, impact,
    joint, manoeuvre, melee, outcome, position, setup, shooting, text, turn,
};
use caracole_kernel::{Refusal, Sentence, Side, Viewer};
use caracole_ledger::rule;

/// Checks a decision against the request that it answers.
pub fn check(battle: Seen<'_>, side: Side, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    use {Decision as D, Request as R};
    text::check_seen(battle, side, decision)?;
    let looked = match (request, decision) {
        (R::Setup(r), D::Setup(d)) => setup::check(battle, side, r, d).map(Order::Setup),
        (R::Impact(r), D::Impact(d)) => impact::check(battle, side, r, d).map(Order::Impact),
        (R::Manoeuvre(r), D::Manoeuvre(d)) => manoeuvre::check(battle, side, r, d).map(Order::Manoeuvre),
        (R::Shooting(r), D::Shooting(d)) => shooting::check(battle, side, r, d).map(Order::Shooting),
        (R::Melee(r), D::Melee(d)) => melee::check(battle, side, r, d).map(Order::Melee),
        (R::Joint(r), D::Joint(d)) => joint::check(battle, side, r, d).map(Order::Joint),
        (R::Outcome(r), D::Outcome(d)) => outcome::check(battle, side, r, d).map(Order::Outcome),
        _ => Err(not_asked()),
    };
    looked.map_err(|refusal| text::in_words(battle, refusal, side.into()))
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
    let flow = match procedure {
        Procedure::Setup(p) => setup::run(cx, p, input),
        Procedure::Turn(p) => turn::run(cx, p, input),
        Procedure::Impact(p) => impact::run(cx, p, input),
        Procedure::Manoeuvre(p) => manoeuvre::run(cx, p, input),
        Procedure::Shooting(p) => shooting::run(cx, p, input),
        Procedure::Melee(p) => melee::run(cx, p, input),
        Procedure::Joint(p) => joint::run(cx, p, input),
        Procedure::Outcome(p) => outcome::run(cx, p, input),
        Procedure::Test(p) => game_tests::run(cx, p, input),
    };
    // Whatever has moved: the point bases of brigades give way, or come forward again.
    position::brigade::settle(cx.world);
    flow
}

/// Decisions to choose from, all legal.
pub fn candidates(battle: Seen<'_>, side: Side, request: &Request, out: &mut Vec<Decision>) {
    match request {
        Request::Setup(r) => setup::candidates(battle, side, r, out),
        Request::Impact(r) => impact::candidates(battle, side, r, out),
        Request::Manoeuvre(r) => manoeuvre::candidates(battle, side, r, out),
        Request::Shooting(r) => shooting::candidates(battle, side, r, out),
        Request::Melee(r) => melee::candidates(battle, side, r, out),
        Request::Joint(r) => joint::candidates(battle, side, r, out),
        Request::Outcome(r) => outcome::candidates(battle, side, r, out),
    }
}

/// One legal decision, found with as little work as possible.
pub fn pick(
    battle: Seen<'_>,
    side: Side,
    request: &Request,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<Decision> {
    match request {
        Request::Manoeuvre(r) => manoeuvre::pick::pick(battle, side, r, below),
        Request::Joint(joint::Request::Commander) => Some(joint::pick_ride(battle.world(), side, below)),
        Request::Setup(setup::Request::Reveal { marker, group }) => {
            let (world, scenario) = (battle.world(), battle.scenario());
            let picked = setup::ambush::pick_revealed(world, scenario, marker, *group, below);
            Some(Decision::Setup(picked))
        }
        Request::Setup(setup::Request::Arrive { group, march }) => {
            let (world, scenario) = (battle.world(), battle.scenario());
            let picked = setup::march::pick_arrival(world, scenario, *march, *group, below);
            Some(Decision::Setup(picked))
        }
        _ => {
            let mut all = Vec::new();
            candidates(battle, side, request, &mut all);
            if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
        }
    }
}

/// A request as a viewer may see it.
pub fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
    match request {
        Request::Setup(r) => setup::request_seen_by(r, side, viewer).map(Request::Setup),
        Request::Impact(r) => impact::request_seen_by(r, side, viewer).map(Request::Impact),
        Request::Manoeuvre(r) => manoeuvre::request_seen_by(r, side, viewer).map(Request::Manoeuvre),
        Request::Shooting(r) => shooting::request_seen_by(r, side, viewer).map(Request::Shooting),
        Request::Melee(r) => melee::request_seen_by(r, side, viewer).map(Request::Melee),
        Request::Joint(r) => joint::request_seen_by(r, side, viewer).map(Request::Joint),
        Request::Outcome(r) => outcome::request_seen_by(r, side, viewer).map(Request::Outcome),
    }
}

/// An event as a viewer may see it.
pub fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Setup(e) => setup::event_seen_by(e, viewer).map(Event::Setup),
        Event::Impact(e) => impact::event_seen_by(e, viewer).map(Event::Impact),
        Event::Manoeuvre(e) => manoeuvre::event_seen_by(e, viewer).map(Event::Manoeuvre),
        Event::Shooting(e) => shooting::event_seen_by(e, viewer).map(Event::Shooting),
        Event::Melee(e) => melee::event_seen_by(e, viewer).map(Event::Melee),
        Event::Joint(e) => joint::event_seen_by(e, viewer).map(Event::Joint),
        Event::Outcome(e) => outcome::event_seen_by(e, viewer).map(Event::Outcome),
        Event::Turn(_) | Event::Test(_) => Some(event.clone()),
    }
}

/// Whether an event shows something that was hidden.
pub fn reveals(event: &Event) -> bool {
    match event {
        Event::Setup(e) => setup::reveals(e),
        Event::Impact(e) => impact::reveals(e),
        Event::Manoeuvre(e) => manoeuvre::reveals(e),
        Event::Shooting(e) => shooting::reveals(e),
        Event::Melee(e) => melee::reveals(e),
        Event::Joint(e) => joint::reveals(e),
        Event::Outcome(e) => outcome::reveals(e),
        Event::Turn(_) | Event::Test(_) => false,
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

/// The refusal of a decision that answers another question.
#[must_use]
pub fn not_asked() -> Refusal {
    Refusal::new(
        rule!("TABLE-002"),
        "That does not answer the question that was asked",
        "Answer the request that is awaited.",
    )
}
