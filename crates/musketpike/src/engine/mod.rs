//! The engine: the rules of the series as a system for the kernel.

pub mod bar;
mod close_combat;
pub mod command;
mod command_rolls;
pub mod field;
pub mod fire;
mod invariants;
mod line_of_sight;
pub mod motion;
mod offered;
pub mod riders;
pub(crate) mod setup;
pub mod table;

pub use setup::{ScenarioSource, Setup};

use crate::{
    messages::{Decision, Event, Request},
    procedures::{Answer, Order, Procedure},
    scene, text,
    view::View,
    world::World,
};
use bar::NOT_ASKED;
use caracole_kernel::{
    At, Battle, Below, Chances, ContextOf, FlowOf, InputOf, Layer, Overlay, Piece, Play, Prompt, Pull,
    Refusal, Rules, RulesVersion, Scene, Scenery, Sentence, Side, Start, Viewer, Views, Wording, Words,
    the_only,
};
use field::Field;
use std::borrow::Cow;
use table::Table;

/// Musket & Pike Battle Series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusketPike;

impl Rules for MusketPike {
    const CODE: &'static str = "mpbs";
    const TITLE: &'static str = "Musket & Pike Battle Series";
    const RULES: RulesVersion = RulesVersion(3);

    // Nothing older was released.
    const OLDEST: RulesVersion = Self::RULES;

    const LAYOUT: u16 = 5;

    type Setup = Setup;
    type Scenario = Table;
    type World = World;
    type Procedure = Procedure;
    type Purpose = crate::RollPurpose;
    type Request = Request;
    type Decision = Decision;
    type Order = Order;
    type Answer = Answer;
    type Event = Event;

    fn prepare(setup: &Setup, _: RulesVersion) -> Result<Start<Self>, Refusal> {
        setup::prepare(setup)
    }

    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
        let checked = match battle.stack().last() {
            Some(procedure) => procedure.check(battle.asked(side, request), decision),
            None => Err(NOT_ASKED),
        };
        checked.map_err(|bar| bar.refusal(Field::new(battle.scenario(), battle.world())))
    }

    fn run(cx: &mut ContextOf<'_, Self>, procedure: &mut Procedure, input: InputOf<Self>) -> FlowOf<Self> {
        procedure.run(cx, input)
    }

    fn candidates(battle: &Battle<Self>, side: Side, request: &Request, out: &mut Vec<Decision>) {
        if let Some(procedure) = battle.stack().last() {
            procedure.candidates(battle.asked(side, request), out);
        }
    }

    fn pick(battle: &Battle<Self>, side: Side, request: &Request, below: Below<'_>) -> Option<Decision> {
        battle.stack().last()?.pick(battle.asked(side, request), below)
    }

    fn invariants(battle: &Battle<Self>) -> Result<(), String> {
        invariants::invariants(battle)
    }

    fn step_invariants(_: &Battle<Self>, after: &Battle<Self>, _: &[Event]) -> Result<(), String> {
        offered::check_now_and_then(after)
    }

    fn random_setup(number: u64) -> Option<Setup> {
        Some(setup::random(number))
    }

    fn passive_choice(battle: &Battle<Self>, side: Side, request: &Request) -> Option<Decision> {
        match request {
            Request::Designate | Request::React(_) | Request::PistolFirst(_) => Some(Decision::Decline),
            Request::Pistols => Some(Decision::Pistols(Default::default())),
            Request::NextCombat => the_only(battle, side, request),
            _ => None,
        }
    }
}

impl Views for MusketPike {
    type View = View;

    fn imagine<'a>(
        battle: &'a Battle<Self>,
        side: Side,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        let other = side.other();
        if battle.world().openings[other].is_none() {
            return Cow::Borrowed(battle);
        }
        let field = Field::new(battle.scenario(), battle.world());
        let opening = crate::procedures::imagined_opening(field, other, below);
        Cow::Owned(battle.with_world(|world| world.openings[other] = Some(opening)))
    }

    fn view(battle: &Battle<Self>, viewer: Viewer) -> View {
        View::of(battle, viewer)
    }

    fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
        match request {
            Request::Opening if !viewer.knows(side) => None,
            _ => Some(*request),
        }
    }

    fn event_seen_by(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::OpeningShown { .. })
    }
}

impl Words for MusketPike {
    fn prompt(battle: &Battle<Self>, side: Side, request: &Request) -> Prompt {
        text::prompt(battle, side, request)
    }

    fn wording(battle: &Battle<Self>, side: Side, decision: &Decision) -> Wording {
        text::wording(battle, side, decision)
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::Turn { .. } | Event::Phase { .. })
    }

    fn tell(scenario: &Table, event: &Event) -> Sentence {
        text::tell(scenario, event)
    }
}

impl Scenery for MusketPike {
    fn scene(battle: &Battle<Self>, viewer: Viewer) -> Option<Scene> {
        Some(scene::scene(battle, viewer))
    }

    fn place(battle: &Battle<Self>, name: &str) -> Option<String> {
        scene::place(battle, name)
    }

    fn ground(battle: &Battle<Self>) -> String {
        scene::map_svg(&battle.scenario().scenario)
    }

    fn overlays(battle: &Battle<Self>, order: &Order) -> Vec<Overlay> {
        scene::overlays(battle, order)
    }

    const LAYERS: &'static [Layer] = scene::LAYERS;

    fn layer(battle: &Battle<Self>, _: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
        scene::layer(battle, id, about)
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

    fn about(event: &Event) -> Vec<Piece> {
        text::about(event)
    }
}

impl Chances for MusketPike {}
