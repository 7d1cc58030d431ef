//! A battle of Field of Glory as a system of the kernel. Both books share the engine; only this shell knows which
//! book a type stands for.

use super::customs::{Customs, Rulebook};
use super::{
    Answer, Decision, Event, Order, Procedure, Request, Scenario, Setup, World, imagine, offered, outcome,
    phases, position, scene, setup, start, text, turn, view,
};
use crate::ancients::Ancients;
use crate::combat::Arithmetic;
use crate::renaissance::Renaissance;
use crate::troops::Book;
use caracole_kernel::{
    At, Battle, Chances, ContextOf, FlowOf, InputOf, Layer, Overlay, Piece, Prompt, Prospect, Pull, Refusal,
    Rules, RulesVersion, Scene, Scenery, Sentence, Side, Start, Viewer, Views, Wording, Words, dice::Roll,
};
use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A book whose battles are played.
pub trait Played: Arithmetic + Customs + Copy + Debug + Eq + 'static {
    /// Code of the system.
    const CODE: &'static str;
    /// Name of the system for people.
    const TITLE: &'static str;
    /// See [`Rules::RULES`].
    const RULES: RulesVersion;
    /// See [`Rules::OLDEST`].
    const OLDEST: RulesVersion;
    /// See [`Rules::LAYOUT`].
    const LAYOUT: u16;
    /// The book as the engine asks it.
    const RULEBOOK: Rulebook;

    /// A legal setup by number.
    fn random_setup(number: u64) -> Setup;
}

/// Field of Glory by one of its books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fog<B>(PhantomData<B>);

/// Field of Glory Renaissance.
pub type Fogr = Fog<Renaissance>;

impl Played for Renaissance {
    const CODE: &'static str = "fogr";
    const TITLE: &'static str = "Field of Glory Renaissance";
    const RULES: RulesVersion = RulesVersion(1);
    const OLDEST: RulesVersion = RulesVersion(1);
    const LAYOUT: u16 = 4;
    const RULEBOOK: Rulebook = Rulebook::new(Self::BOOK, &Renaissance);

    fn random_setup(number: u64) -> Setup {
        crate::renaissance::random_setup(number)
    }
}

/// Field of Glory, ancient and medieval.
pub type Fogam = Fog<Ancients>;

impl Played for Ancients {
    const CODE: &'static str = "fogam";
    const TITLE: &'static str = "Field of Glory, ancient and medieval";
    const RULES: RulesVersion = RulesVersion(1);
    const OLDEST: RulesVersion = RulesVersion(1);
    const LAYOUT: u16 = 1;
    const RULEBOOK: Rulebook = Rulebook::new(Self::BOOK, &Ancients);

    fn random_setup(number: u64) -> Setup {
        crate::ancients::random_setup(number)
    }
}

impl Rulebook {
    /// Both books.
    pub const ALL: [Rulebook; 2] = [Renaissance::RULEBOOK, Ancients::RULEBOOK];

    /// The answers of a book.
    #[must_use]
    pub const fn of(book: Book) -> Rulebook {
        match book {
            Book::Renaissance => Renaissance::RULEBOOK,
            Book::Ancients => Ancients::RULEBOOK,
        }
    }

    /// The code of the system that plays by this book.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.book().system().code()
    }
}

/// The book of a world just read from a snapshot, until [`Rules::restored`] says which it is.
impl Default for Rulebook {
    fn default() -> Self {
        Renaissance::RULEBOOK
    }
}

impl<B: Played> Rules for Fog<B> {
    const CODE: &'static str = B::CODE;
    const TITLE: &'static str = B::TITLE;
    const RULES: RulesVersion = B::RULES;
    const OLDEST: RulesVersion = B::OLDEST;
    const LAYOUT: u16 = B::LAYOUT;

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
        let start::Laid { scenario, world, procedure } = start::prepare(B::RULEBOOK, setup)?;
        Ok(Start { scenario, world, procedure })
    }

    fn restored(_scenario: &Scenario, world: &mut World) {
        world.play_by(B::RULEBOOK);
    }

    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
        phases::check(battle.seen(), side, request, decision)
    }

    fn run(cx: &mut ContextOf<'_, Self>, procedure: &mut Procedure, input: InputOf<Self>) -> FlowOf<Self> {
        phases::run(cx, procedure, input)
    }

    fn candidates(battle: &Battle<Self>, side: Side, request: &Request, out: &mut Vec<Decision>) {
        phases::candidates(battle.seen(), side, request, out);
    }

    fn pick(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Decision> {
        phases::pick(battle.seen(), side, request, below)
    }

    fn invariants(battle: &Battle<Self>) -> Result<(), String> {
        position::invariants::check(battle.world())
    }

    fn step_invariants(before: &Battle<Self>, after: &Battle<Self>, events: &[Event]) -> Result<(), String> {
        super::kept::contacts(before.world(), after.world(), events)?;
        super::kept::one_piece(before.world(), after.world(), events)?;
        offered::check(after.seen())
    }

    fn random_setup(number: u64) -> Option<Setup> {
        Some(B::random_setup(number))
    }

    fn passive_choice(battle: &Battle<Self>, side: Side, request: &Request) -> Option<Decision> {
        text::passive_choice(battle.seen(), side, request)
    }
}

impl<B: Played> Views for Fog<B> {
    type View = view::View;

    fn imagine<'a>(
        battle: &'a Battle<Self>,
        side: Side,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        imagine::imagine(battle, side, below)
    }

    fn view(battle: &Battle<Self>, viewer: Viewer) -> view::View {
        view::view(battle.seen(), viewer)
    }

    fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
        phases::request_seen_by(request, side, viewer)
    }

    fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
        phases::event_seen_by(event, viewer)
    }

    fn roll_seen_by(roll: &Roll<crate::RollPurpose>, viewer: Viewer) -> Roll {
        setup::march::roll_seen_by(roll, viewer)
    }

    fn refusal_seen_by(battle: &Battle<Self>, refusal: Refusal, viewer: Viewer) -> Refusal {
        text::in_words(battle.seen(), refusal, viewer)
    }

    fn reveals(event: &Event) -> bool {
        phases::reveals(event)
    }
}

impl<B: Played> Words for Fog<B> {
    fn prompt(battle: &Battle<Self>, side: Side, request: &Request) -> Prompt {
        text::prompt(battle.seen(), side, request)
    }

    fn wording(battle: &Battle<Self>, side: Side, decision: &Decision) -> Wording {
        text::wording(battle.seen(), side, decision)
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
        phases::tell(scenario, event)
    }
}

impl<B: Played> Scenery for Fog<B> {
    fn scene(battle: &Battle<Self>, viewer: Viewer) -> Option<Scene> {
        Some(scene::scene(battle.seen(), viewer))
    }

    fn ground(battle: &Battle<Self>) -> String {
        scene::ground(battle.seen())
    }

    fn overlays(battle: &Battle<Self>, order: &Order) -> Vec<Overlay> {
        scene::overlays(battle.seen(), order)
    }

    fn drag(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        piece: &Piece,
        way: &[At],
    ) -> Pull<Decision> {
        scene::drag(battle.seen(), side, request, piece, way)
    }

    fn grips(battle: &Battle<Self>, side: Side, request: &Request, piece: &Piece) -> Vec<Overlay> {
        scene::grips(battle.seen(), side, request, piece)
    }

    const LAYERS: &'static [Layer] = scene::LAYERS;

    fn layer(battle: &Battle<Self>, _viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
        scene::layer(battle.seen(), id, about)
    }

    fn about(event: &Event) -> Vec<Piece> {
        text::about(event)
    }
}

impl<B: Played> Chances for Fog<B> {
    fn prospects(battle: &Battle<Self>) -> Vec<Prospect> {
        outcome::prospects::prospects::<B>(battle.seen())
    }
}
