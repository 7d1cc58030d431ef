//! What passes between the battle and a procedure of its sequence of play.
//!
//! These types are generic over what they hold, not over the system: two systems with the same world and the same
//! procedures share the code that works with them.

use crate::{
    Awaiting, Outcome, Rules, RulesVersion, Side,
    dice::{Roll, Values},
};

/// What a procedure of system `S` works with.
pub type ContextOf<'a, S> =
    Context<'a, <S as Rules>::Scenario, <S as Rules>::World, <S as Rules>::Procedure, <S as Rules>::Event>;
/// Why a procedure of system `S` is run.
pub type InputOf<S> = Input<<S as Rules>::Order, <S as Rules>::Answer>;
/// What a procedure of system `S` wants next.
pub type FlowOf<S> =
    Flow<<S as Rules>::Request, <S as Rules>::Procedure, <S as Rules>::Answer, <S as Rules>::Purpose>;
/// A battle of system `S` to look at.
pub type SeenOf<'a, S> = Seen<
    'a,
    <S as Rules>::Scenario,
    <S as Rules>::World,
    <S as Rules>::Procedure,
    <S as Rules>::Request,
    <S as Rules>::Purpose,
>;

/// What a procedure works with.
#[derive(Debug)]
pub struct Context<'a, Scenario, World, Procedure, Event> {
    /// The version of the rules that this battle is played by.
    pub rules: RulesVersion,
    /// What never changes.
    pub scenario: &'a Scenario,
    /// What does.
    pub world: &'a mut World,
    /// The suspended procedures beneath this one, outermost first.
    pub beneath: &'a [Procedure],
    pub(crate) events: &'a mut Vec<Event>,
}

impl<Scenario, World, Procedure, Event> Context<'_, Scenario, World, Procedure, Event> {
    /// Records that something happened.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// Why a procedure is run.
#[derive(Debug)]
pub enum Input<Order, Answer> {
    /// It has just been called, or asked to be run again.
    Go,
    /// The order it asked for.
    Order(Order),
    /// What the dice it asked for say.
    Dice(Values),
    /// The answer of the procedure it called.
    Answer(Answer),
}

/// What a procedure wants next.
#[derive(Debug)]
pub enum Flow<Request, Procedure, Answer, Purpose> {
    /// A decision of `side`.
    Ask(Side, Request),
    /// Dice.
    Throw(Roll<Purpose>),
    /// Another procedure first.
    Call(Procedure),
    /// Another procedure in its place.
    Become(Procedure),
    /// To be run again at once.
    Again,
    /// Nothing more: the answer goes to the caller.
    Done(Answer),
    /// The battle is over, whatever is still on the stack.
    Over(Outcome),
}

/// A battle to look at, without its system: what functions take that only read.
#[derive(Debug)]
pub struct Seen<'a, Scenario, World, Procedure, Request, Purpose> {
    pub(crate) rules: RulesVersion,
    pub(crate) scenario: &'a Scenario,
    pub(crate) world: &'a World,
    pub(crate) stack: &'a [Procedure],
    pub(crate) awaiting: &'a Awaiting<Request, Purpose>,
}

impl<Scenario, World, Procedure, Request, Purpose> Clone
    for Seen<'_, Scenario, World, Procedure, Request, Purpose>
{
    fn clone(&self) -> Self {
        *self
    }
}

impl<Scenario, World, Procedure, Request, Purpose> Copy
    for Seen<'_, Scenario, World, Procedure, Request, Purpose>
{
}

impl<'a, Scenario, World, Procedure, Request, Purpose>
    Seen<'a, Scenario, World, Procedure, Request, Purpose>
{
    /// The version of the rules that the battle is played by.
    pub fn rules(self) -> RulesVersion {
        self.rules
    }

    /// What never changes in it.
    pub fn scenario(self) -> &'a Scenario {
        self.scenario
    }

    /// What does.
    pub fn world(self) -> &'a World {
        self.world
    }

    /// The procedures under way, outermost first.
    pub fn stack(self) -> &'a [Procedure] {
        self.stack
    }

    /// What the battle waits for.
    pub fn awaiting(self) -> &'a Awaiting<Request, Purpose> {
        self.awaiting
    }
}
