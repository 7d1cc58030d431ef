//! Procedures of the sequence of play, each a type of its own.
//!
//! The battle keeps a stack of procedures and works with the one on top. [`Play`] is what it does with it: it runs the
//! procedure, looks at decisions that answer the procedure's question, and asks for decisions to choose from. A procedure
//! that never asks a question has only [`Play::run`].
//!
//! [`procedures!`](crate::procedures) makes the enum of a system's procedures from their types; the enum plays by
//! handing each call to the variant it holds. An enum may stand in another one as a variant, and a large procedure in a
//! `Box`.
//!
//! ```
//! use caracole_kernel::{AskedOf, Battle, ContextOf, Flow, FlowOf, InputOf, Play, Refusal, procedures};
//! use caracole_trial::{Decision, Order, Request, Trial};
//! use serde::{Deserialize, Serialize};
//!
//! /// A unit may fire back. It asks a question.
//! #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
//! pub struct ReturnFire;
//!
//! impl Play<Trial> for ReturnFire {
//!     fn run(&mut self, _cx: &mut ContextOf<'_, Trial>, _input: InputOf<Trial>) -> FlowOf<Trial> {
//!         Flow::Done(())
//!     }
//!
//!     fn check(&self, _asked: AskedOf<'_, Trial>, decision: &Decision) -> Result<Order, Refusal> {
//!         match decision {
//!             Decision::Yes | Decision::No => Ok(Order(decision.clone())),
//!             _ => Err(caracole_kernel::NotAsked.into()),
//!         }
//!     }
//!
//!     fn candidates(&self, asked: AskedOf<'_, Trial>, out: &mut Vec<Decision>) {
//!         self.offer(asked, [Decision::Yes, Decision::No, Decision::Done], out);
//!     }
//! }
//!
//! /// Nothing happens. It asks nothing.
//! #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
//! pub struct Pause;
//!
//! impl Play<Trial> for Pause {
//!     fn run(&mut self, _cx: &mut ContextOf<'_, Trial>, _input: InputOf<Trial>) -> FlowOf<Trial> {
//!         Flow::Done(())
//!     }
//! }
//!
//! procedures! {
//!     /// A procedure under way.
//!     #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
//!     pub enum Procedure: Play<Trial, Refusal> {
//!         /// A unit may fire back.
//!         ReturnFire(ReturnFire),
//!         /// Nothing happens.
//!         Pause(Box<Pause>),
//!     }
//! }
//!
//! let (battle, _) = Battle::<Trial>::start(&caracole_trial::example()).unwrap();
//! let asked = battle.asked(caracole_kernel::Side::Red, &Request::Turn);
//!
//! let mut offered = Vec::new();
//! Procedure::from(ReturnFire).candidates(asked, &mut offered);
//! assert_eq!(offered, [Decision::Yes, Decision::No]);
//! assert_eq!(Procedure::from(ReturnFire).pick(asked, &mut |n| n - 1), Some(Decision::No));
//!
//! let pause = Procedure::Pause(Box::new(Pause));
//! assert_eq!(pause.check(asked, &Decision::Yes).unwrap_err(), caracole_kernel::NotAsked.into());
//! assert_eq!(pause.pick(asked, &mut |n| n - 1), None);
//! ```

use crate::{
    Battle, Refusal, Rules, Seen, Side,
    play::{ContextOf, FlowOf, InputOf},
};
use caracole_ledger::rule;

/// A question of a battle of system `S`.
pub type AskedOf<'a, S> = Asked<
    'a,
    <S as Rules>::Scenario,
    <S as Rules>::World,
    <S as Rules>::Procedure,
    <S as Rules>::Request,
    <S as Rules>::Purpose,
>;

/// A source of numbers: it gives one below the number that it is given.
pub type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// A question that a procedure has put to a player, with the battle as it stands.
///
/// Generic over what it holds, like [`Seen`].
#[derive(Debug)]
pub struct Asked<'a, Scenario, World, Procedure, Request, Purpose> {
    /// The battle. The procedure that asks is on top of its stack.
    pub battle: Seen<'a, Scenario, World, Procedure, Request, Purpose>,
    /// Who is asked.
    pub side: Side,
    /// What is asked.
    pub request: &'a Request,
}

impl<Scenario, World, Procedure, Request, Purpose> Clone
    for Asked<'_, Scenario, World, Procedure, Request, Purpose>
{
    fn clone(&self) -> Self {
        *self
    }
}

impl<Scenario, World, Procedure, Request, Purpose> Copy
    for Asked<'_, Scenario, World, Procedure, Request, Purpose>
{
}

impl<S: Rules> Battle<S> {
    /// A question of this battle, for the procedure on top of its stack.
    pub fn asked<'a>(&'a self, side: Side, request: &'a S::Request) -> AskedOf<'a, S> {
        Asked { battle: self.seen(), side, request }
    }
}

/// A decision that does not answer the question. Every kind of `Bar` can say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAsked;

impl From<NotAsked> for Refusal {
    fn from(_: NotAsked) -> Self {
        Refusal::new(
            rule!("TABLE-002"),
            "That does not answer the question that was asked",
            "Answer the request that is awaited.",
        )
    }
}

/// A procedure of system `S`. `Bar` is why a decision is refused: a [`Refusal`], or something that costs less to make and
/// becomes one when a player is to read it.
pub trait Play<S: Rules, Bar: From<NotAsked> = Refusal> {
    /// Goes on: the procedure has just been called, or has got what it asked for. It cannot refuse.
    fn run(&mut self, cx: &mut ContextOf<'_, S>, input: InputOf<S>) -> FlowOf<S>;

    /// Looks at a decision: the order to carry out, or why not. Only procedures that ask a question have one.
    fn check(&self, _asked: AskedOf<'_, S>, _decision: &S::Decision) -> Result<S::Order, Bar> {
        Err(NotAsked.into())
    }

    /// Adds decisions to choose from, all legal; at least one where a question is asked.
    fn candidates(&self, _asked: AskedOf<'_, S>, _out: &mut Vec<S::Decision>) {}

    /// One legal decision. Worth writing where it can be found without all candidates.
    fn pick(&self, asked: AskedOf<'_, S>, below: Below<'_>) -> Option<S::Decision> {
        let mut all = Vec::new();
        self.candidates(asked, &mut all);
        if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
    }

    /// Adds those of `decisions` that are legal.
    fn offer(
        &self,
        asked: AskedOf<'_, S>,
        decisions: impl IntoIterator<Item = S::Decision>,
        out: &mut Vec<S::Decision>,
    ) where
        Self: Sized,
    {
        out.extend(decisions.into_iter().filter(|decision| self.check(asked, decision).is_ok()));
    }
}

impl<S: Rules, Bar: From<NotAsked>, P: Play<S, Bar>> Play<S, Bar> for Box<P> {
    fn run(&mut self, cx: &mut ContextOf<'_, S>, input: InputOf<S>) -> FlowOf<S> {
        (**self).run(cx, input)
    }

    fn check(&self, asked: AskedOf<'_, S>, decision: &S::Decision) -> Result<S::Order, Bar> {
        (**self).check(asked, decision)
    }

    fn candidates(&self, asked: AskedOf<'_, S>, out: &mut Vec<S::Decision>) {
        (**self).candidates(asked, out);
    }

    fn pick(&self, asked: AskedOf<'_, S>, below: Below<'_>) -> Option<S::Decision> {
        (**self).pick(asked, below)
    }
}

/// An enum of procedures that plays as the variant it holds. Each variant holds one type that implements
/// [`Play`](crate::Play) for the system, and is made from it by `into()`; see the example at [`Play`](crate::Play).
#[macro_export]
macro_rules! procedures {
    (
        $(#[$about:meta])*
        $visible:vis enum $Procedure:ident: Play<$System:ty, $Bar:ty> {
            $($(#[$variant_about:meta])* $Variant:ident($Inner:ty)),+ $(,)?
        }
    ) => {
        $(#[$about])*
        $visible enum $Procedure {
            $($(#[$variant_about])* $Variant($Inner)),+
        }

        impl $crate::Play<$System, $Bar> for $Procedure {
            fn run(
                &mut self,
                cx: &mut $crate::ContextOf<'_, $System>,
                input: $crate::InputOf<$System>,
            ) -> $crate::FlowOf<$System> {
                match self {
                    $($Procedure::$Variant(it) => $crate::Play::<$System, $Bar>::run(it, cx, input)),+
                }
            }

            fn check(
                &self,
                asked: $crate::AskedOf<'_, $System>,
                decision: &<$System as $crate::Rules>::Decision,
            ) -> ::std::result::Result<<$System as $crate::Rules>::Order, $Bar> {
                match self {
                    $($Procedure::$Variant(it) => $crate::Play::<$System, $Bar>::check(it, asked, decision)),+
                }
            }

            fn candidates(
                &self,
                asked: $crate::AskedOf<'_, $System>,
                out: &mut ::std::vec::Vec<<$System as $crate::Rules>::Decision>,
            ) {
                match self {
                    $($Procedure::$Variant(it) => $crate::Play::<$System, $Bar>::candidates(it, asked, out)),+
                }
            }

            fn pick(
                &self,
                asked: $crate::AskedOf<'_, $System>,
                below: $crate::Below<'_>,
            ) -> ::std::option::Option<<$System as $crate::Rules>::Decision> {
                match self {
                    $($Procedure::$Variant(it) => $crate::Play::<$System, $Bar>::pick(it, asked, below)),+
                }
            }
        }

        $(
            impl ::std::convert::From<$Inner> for $Procedure {
                fn from(it: $Inner) -> Self {
                    $Procedure::$Variant(it)
                }
            }
        )+
    };
}
