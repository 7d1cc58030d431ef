//! What a rule system gives to the kernel.

use crate::{
    At, Battle, Layer, Outcome, Overlay, Piece, Prompt, Prospect, Pull, Refusal, Scene, Side, Tally, Viewer,
    Wording, dice::Roll, dice::Values, read_offered,
};
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{borrow::Cow, fmt::Debug};

/// A version of a system's behaviour. It goes up whenever a mended rule could change how a recorded battle goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RulesVersion(pub u16);

/// A rule system: types for its state and the functions that the kernel calls.
///
/// The split between [`System::check`], which looks and refuses, and [`System::run`], which acts and cannot
/// refuse, is what makes a refused step change nothing.
pub trait System: Sized + Clone + Debug + PartialEq + Eq + 'static {
    /// Code of the system: `fogr`, `mpbs` ...
    const CODE: &'static str;
    /// Name of the system for people.
    const TITLE: &'static str;
    /// The behaviour that new battles get.
    const RULES: RulesVersion;
    /// The oldest behaviour that this program still plays; older logs are migrated first.
    const OLDEST: RulesVersion;
    /// Layout of the hashed state. It goes up when types change without any change of behaviour.
    const LAYOUT: u16;

    /// What a battle starts from, as it comes from outside: not yet trusted.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + JsonSchema;
    /// What never changes during a battle: map, army lists, options, charts. Shared by all clones.
    type Scenario: Debug + Send + Sync;
    /// What changes: table, troops, scores.
    type World: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// A procedure of the sequence of play, with its place in it.
    type Procedure: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// What a player must choose. Small: the legal choices are worked out on demand.
    type Request: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A player's choice, as it comes from outside.
    type Decision: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A choice found legal: all that is needed to carry it out, and what a preview shows.
    type Order: Debug + Serialize;
    /// What a finished procedure tells the one that called it.
    type Answer: Debug;
    /// Something that happened.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What one viewer sees, built by naming each thing that may be seen.
    type View: Debug + PartialEq + Serialize + JsonSchema;

    /// Migrations of logs older than [`System::OLDEST`], in order.
    const MIGRATIONS: &'static [crate::log::Migration] = &[];

    /// Validates a setup and lays out the battle: the scenario, the world and the first procedure.
    fn prepare(setup: &Self::Setup, rules: RulesVersion) -> Result<Start<Self>, Refusal>;

    /// Looks at a decision against the request it answers. Only the right side's decisions get here.
    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Self::Request,
        decision: &Self::Decision,
    ) -> Result<Self::Order, Refusal>;

    /// Goes on with the procedure on top of the stack.
    fn run(cx: &mut Context<'_, Self>, procedure: &mut Self::Procedure, input: Input<Self>) -> Flow<Self>;

    /// Sensible decisions for the awaited request: never empty when a decision is awaited, and every one legal.
    fn candidates(battle: &Battle<Self>, side: Side, request: &Self::Request, out: &mut Vec<Self::Decision>);

    /// One legal decision, chosen by `below`, which gives a number below the one it is given. A system that can find
    /// one without making all candidates may do so; `None` only where there are no candidates either.
    fn pick(
        battle: &Battle<Self>,
        side: Side,
        request: &Self::Request,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Self::Decision> {
        let mut all = Vec::new();
        Self::candidates(battle, side, request, &mut all);
        if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
    }

    /// What `viewer` sees of the battle.
    fn view(battle: &Battle<Self>, viewer: Viewer) -> Self::View;

    /// The battle as `side` may imagine it: what it may not see is replaced by something that its view allows, drawn
    /// by `below`, which gives a number below the one it is given. Computer players get nothing else, so two battles
    /// that `side` cannot tell apart are imagined alike from the same numbers.
    fn imagine<'a>(
        battle: &'a Battle<Self>,
        _side: Side,
        _below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        Cow::Borrowed(battle)
    }

    /// The request as `viewer` may see it; `None` if he may know only that `side` is choosing.
    fn request_seen_by(request: &Self::Request, side: Side, viewer: Viewer) -> Option<Self::Request>;

    /// The event as `viewer` may see it, if at all.
    fn event_seen_by(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The dice as `viewer` may see them; without pools where only that they fall may be seen.
    fn roll_seen_by(roll: &Roll, _viewer: Viewer) -> Roll {
        roll.clone()
    }

    /// The refusal as `viewer` may see it: it names nothing that is hidden from them.
    fn refusal_seen_by(_battle: &Battle<Self>, refusal: Refusal, _viewer: Viewer) -> Refusal {
        refusal
    }

    /// Whether the event shows somebody what he did not know: nothing before it can be undone.
    fn reveals(event: &Self::Event) -> bool;

    /// What must hold of any state that can be reached: nothing overlaps, nothing is lost. Checked by fuzzing.
    fn invariants(_battle: &Battle<Self>) -> Result<(), String> {
        Ok(())
    }

    /// What must hold of any step: nothing changed without an event that says why. Checked by fuzzing.
    fn step_invariants(
        _before: &Battle<Self>,
        _after: &Battle<Self>,
        _events: &[Self::Event],
    ) -> Result<(), String> {
        Ok(())
    }

    /// A legal setup by number, for random battles; `None` if the system makes none.
    fn random_setup(_number: u64) -> Option<Self::Setup> {
        None
    }

    /// What is asked, in words.
    fn prompt(_battle: &Battle<Self>, side: Side, _request: &Self::Request) -> Prompt {
        Prompt::new(format!("{side} has a choice to make."), &[])
    }

    /// A decision in words, and the command that gives it.
    fn wording(_battle: &Battle<Self>, _side: Side, decision: &Self::Decision) -> Wording {
        Wording::of_message(decision)
    }

    /// What somebody answers who does nothing more than he must, where it is plain what that is: for seeing what comes of
    /// a choice as things stand.
    fn let_be(_battle: &Battle<Self>, _side: Side, _request: &Self::Request) -> Option<Self::Decision> {
        None
    }

    /// What the whole fight whose first dice are awaited may do to those who are in it, exactly; nothing where no fight
    /// begins.
    fn prospects(_battle: &Battle<Self>) -> Vec<Prospect> {
        Vec::new()
    }

    /// Reads a typed command as an answer to the request. What it gives has still to be checked.
    fn read_command(
        battle: &Battle<Self>,
        side: Side,
        request: &Self::Request,
        text: &str,
    ) -> Result<Self::Decision, Refusal> {
        read_offered(battle, side, request, text)
    }

    /// What `viewer` sees, ready to be drawn; `None` if the system is not drawn.
    fn scene(_battle: &Battle<Self>, _viewer: Viewer) -> Option<Scene> {
        None
    }

    /// A place on the table read out, if it has a name and this is it: a hex by its number.
    fn place(_battle: &Battle<Self>, _name: &str) -> Option<String> {
        None
    }

    /// The picture of the ground that a scene names, as an SVG document of the scene's width and height.
    fn ground(_battle: &Battle<Self>) -> String {
        String::new()
    }

    /// What a legal decision would do, laid over the table.
    fn overlays(_battle: &Battle<Self>, _order: &Self::Order) -> Vec<Overlay> {
        Vec::new()
    }

    /// What can be laid over the table for as long as a viewer likes.
    const LAYERS: &'static [Layer] = &[];

    /// One of [`System::LAYERS`] as it is now, made only of what the viewer may see; of one piece, if one is named.
    fn layer(_battle: &Battle<Self>, _viewer: Viewer, _id: &str, _about: Option<&Piece>) -> Vec<Overlay> {
        Vec::new()
    }

    /// What a piece drawn across the table stands for: its way goes through these points of the scene.
    fn drag(
        _battle: &Battle<Self>,
        _side: Side,
        _request: &Self::Request,
        _piece: &Piece,
        _way: &[At],
    ) -> Pull<Self::Decision> {
        Pull::none()
    }

    /// Where a piece can be taken hold of, and what is meant by that, where it matters.
    fn grips(_battle: &Battle<Self>, _side: Side, _request: &Self::Request, _piece: &Piece) -> Vec<Overlay> {
        Vec::new()
    }

    /// What an event is about, those who act or throw dice first: there a client shows it.
    fn about(_event: &Self::Event) -> Vec<Piece> {
        Vec::new()
    }

    /// Whether the event only opens a part of the battle, a turn or a phase: it is no outcome of the dice before it.
    fn opens(_event: &Self::Event) -> bool {
        false
    }

    /// The event as a sentence of the battle report.
    fn tell(scenario: &Self::Scenario, event: &Self::Event) -> Sentence;
}

/// A battle laid out and ready to run.
#[derive(Debug)]
pub struct Start<S: System> {
    /// What never changes.
    pub scenario: S::Scenario,
    /// What does.
    pub world: S::World,
    /// The outermost procedure.
    pub procedure: S::Procedure,
}

/// What a procedure works with.
#[derive(Debug)]
pub struct Context<'a, S: System> {
    /// The version of the rules that this battle is played by.
    pub rules: RulesVersion,
    /// What never changes.
    pub scenario: &'a S::Scenario,
    /// What does.
    pub world: &'a mut S::World,
    /// The suspended procedures beneath this one, outermost first.
    pub beneath: &'a [S::Procedure],
    pub(crate) events: &'a mut Vec<S::Event>,
}

impl<S: System> Context<'_, S> {
    /// Records that something happened.
    pub fn tell(&mut self, event: S::Event) {
        self.events.push(event);
    }
}

/// Why a procedure is run.
#[derive(Debug)]
pub enum Input<S: System> {
    /// It has just been called, or asked to be run again.
    Go,
    /// The order it asked for.
    Order(S::Order),
    /// What the dice it asked for say.
    Dice(Values),
    /// The answer of the procedure it called.
    Answer(S::Answer),
}

/// What a procedure wants next.
#[derive(Debug)]
pub enum Flow<S: System> {
    /// A decision of `side`.
    Ask(Side, S::Request),
    /// Dice.
    Throw(Roll),
    /// Another procedure first.
    Call(S::Procedure),
    /// Another procedure in its place.
    Become(S::Procedure),
    /// To be run again at once.
    Again,
    /// Nothing more: the answer goes to the caller.
    Done(S::Answer),
    /// The battle is over, whatever is still on the stack.
    Over(Outcome),
}

/// A sentence of the battle report, with what it rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sentence {
    /// The sentence.
    pub text: Cow<'static, str>,
    /// The rules it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
}

impl Sentence {
    /// A sentence without numbers.
    pub fn new(text: impl Into<Cow<'static, str>>, rules: &[RuleId]) -> Self {
        Sentence { text: text.into(), rules: rules.to_vec(), tallies: Vec::new() }
    }
}
