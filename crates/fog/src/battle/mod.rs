//! The battle of Field of Glory Renaissance on the table.
//!
//! - [`World`]: the state. [`Setup`]: what a battle starts from.
//! - [`position`]: what the rules ask about a position (contact, overlap, support, command, disorder, distances):
//!   pure functions over the world.
//! - [`turn`]: the frame of turns and phases; one folder for each phase with its procedures, requests, decisions and
//!   events; [`text`] joins them.
//!
//! A phase is a module with `Procedure`, `Request`, `Decision`, `Order`, `Event` and the functions `run`, `check`,
//! `candidates`, `tell` and those that say who may see what.

pub mod arrange;
pub mod game_tests;
mod imagine;
pub mod impact;
pub mod joint;
pub mod manoeuvre;
pub mod melee;
mod messages;
mod offered;
pub mod outcome;
pub mod position;
pub mod scenarios;
pub mod scene;
pub mod setup;
pub mod shooting;
pub mod start;
pub mod text;
pub mod turn;
pub mod view;
pub mod world;

pub use messages::{Answer, Decision, Event, Order, Procedure, Request};
pub use start::{ArmyChoice, PlacedCommander, PlacedGroup, Position, Scenario, Setup, StartFrom};
pub use world::{BaseId, CommanderId, GroupId, Phase, Turn, World};

use caracole_kernel::{
    At, Battle, Chances, ContextOf, Layer, Overlay, Piece, Prompt, Prospect, Pull, Refusal, Rules,
    RulesVersion, Scene, Scenery, Sentence, Side, Start, Viewer, Views, Wording, Words, dice::Roll,
};
use caracole_ledger::rule;
use std::borrow::Cow;

/// Field of Glory Renaissance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fogr {}

/// What procedures work with.
pub type Cx<'a> = ContextOf<'a, Fogr>;
/// What a procedure wants next.
pub type Flow = caracole_kernel::FlowOf<Fogr>;
/// Why a procedure is run.
pub type Input = caracole_kernel::InputOf<Fogr>;

impl Rules for Fogr {
    const CODE: &'static str = "fogr";
    const TITLE: &'static str = "Field of Glory Renaissance";
    const RULES: RulesVersion = RulesVersion(1);
    const OLDEST: RulesVersion = RulesVersion(1);
    const LAYOUT: u16 = 3;

    type Setup = Setup;
    type Scenario = Scenario;
    type World = World;
    type Procedure = Procedure;
    type Purpose = crate::RollPurpose;
    type Request = Request;
    type Decision = Decision;
    type Order = Order;
    type Answer = Answer;
    type Event = Event;

    fn prepare(setup: &Setup, _rules: RulesVersion) -> Result<Start<Self>, Refusal> {
        start::prepare(setup)
    }

    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
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

    fn run(cx: &mut Cx<'_>, procedure: &mut Procedure, input: Input) -> Flow {
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

    fn candidates(battle: &Battle<Self>, side: Side, request: &Request, out: &mut Vec<Decision>) {
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

    fn pick(
        battle: &Battle<Self>,
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
                Self::candidates(battle, side, request, &mut all);
                if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
            }
        }
    }

    fn invariants(battle: &Battle<Self>) -> Result<(), String> {
        position::invariants::check(battle.world())
    }

    fn step_invariants(
        before: &Battle<Self>,
        after: &Battle<Self>,
        events: &[Self::Event],
    ) -> Result<(), String> {
        position::kept::contacts(before.world(), after.world(), events)?;
        offered::check(after)
    }

    fn random_setup(number: u64) -> Option<Setup> {
        Some(setup::random::random_setup(number))
    }

    fn passive_choice(battle: &Battle<Self>, side: Side, request: &Request) -> Option<Decision> {
        text::passive_choice(battle, side, request)
    }
}

impl Views for Fogr {
    type View = view::View;

    fn imagine<'a>(
        battle: &'a Battle<Self>,
        side: Side,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        imagine::imagine(battle, side, below)
    }

    fn view(battle: &Battle<Self>, viewer: Viewer) -> view::View {
        view::view(battle, viewer)
    }

    fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
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

    fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
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

    fn roll_seen_by(roll: &Roll<crate::RollPurpose>, viewer: Viewer) -> Roll {
        setup::march::roll_seen_by(roll, viewer)
    }

    fn refusal_seen_by(battle: &Battle<Self>, refusal: Refusal, viewer: Viewer) -> Refusal {
        text::in_words(battle, refusal, viewer)
    }

    fn reveals(event: &Event) -> bool {
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
}

impl Words for Fogr {
    fn prompt(battle: &Battle<Self>, side: Side, request: &Request) -> Prompt {
        text::prompt(battle, side, request)
    }

    fn wording(battle: &Battle<Self>, side: Side, decision: &Decision) -> Wording {
        text::wording(battle, side, decision)
    }

    fn read_command(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        text: &str,
    ) -> Result<Decision, Refusal> {
        text::command(battle, side, request, text)
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::Turn(turn::Event::TurnBegan { .. } | turn::Event::PhaseBegan { .. }))
    }

    fn tell(scenario: &Scenario, event: &Event) -> Sentence {
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
}

impl Scenery for Fogr {
    fn scene(battle: &Battle<Self>, viewer: Viewer) -> Option<Scene> {
        Some(scene::scene(battle, viewer))
    }

    fn ground(battle: &Battle<Self>) -> String {
        scene::ground(battle)
    }

    fn overlays(battle: &Battle<Self>, order: &Order) -> Vec<Overlay> {
        scene::overlays(battle, order)
    }

    fn drag(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        piece: &Piece,
        way: &[At],
    ) -> Pull<Decision> {
        scene::drag(battle, side, request, piece, way)
    }

    fn grips(battle: &Battle<Self>, side: Side, request: &Request, piece: &Piece) -> Vec<Overlay> {
        scene::grips(battle, side, request, piece)
    }

    const LAYERS: &'static [Layer] = scene::LAYERS;

    fn layer(battle: &Battle<Self>, _viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
        scene::layer(battle, id, about)
    }

    fn about(event: &Event) -> Vec<Piece> {
        text::about(event)
    }
}

impl Chances for Fogr {
    fn prospects(battle: &Battle<Self>) -> Vec<Prospect> {
        outcome::prospects::prospects(battle)
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
