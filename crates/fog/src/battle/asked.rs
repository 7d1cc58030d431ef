//! A question that a procedure asks, and the part of answering it that is alike in all phases.

use super::{Decision, Fogr};
use caracole_kernel::{AskedOf, Below, Play};

/// A question with the battle as it stands.
pub type Asked<'a> = AskedOf<'a, Fogr>;

/// The part of [`Play`] of a phase that asks only questions of its own: by `check` and `candidates` of its module.
macro_rules! answers {
    ($Phase:ident) => {
        fn check(
            &self,
            asked: $crate::battle::asked::Asked<'_>,
            decision: &$crate::battle::Decision,
        ) -> Result<$crate::battle::Order, caracole_kernel::Refusal> {
            use $crate::battle::{Decision, Order, Request};
            match (asked.request, decision) {
                (Request::$Phase(request), Decision::$Phase(decision)) => {
                    check(asked, request, decision).map(Order::$Phase)
                }
                _ => Err(caracole_kernel::NotAsked.into()),
            }
        }

        fn candidates(
            &self,
            asked: $crate::battle::asked::Asked<'_>,
            out: &mut Vec<$crate::battle::Decision>,
        ) {
            if let $crate::battle::Request::$Phase(request) = asked.request {
                candidates(asked, request, out);
            }
        }
    };
}
pub(crate) use answers;

/// One of all the decisions that a procedure offers.
pub fn pick_offered(procedure: &impl Play<Fogr>, asked: Asked<'_>, below: Below<'_>) -> Option<Decision> {
    let mut all = Vec::new();
    procedure.candidates(asked, &mut all);
    if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
}
