//! The passive answer, if there is an obvious one, between the declaration of a charge and its dice.

use super::{Decision, Request};
use crate::battle::{Seen, impact, melee, phases};
use caracole_kernel::Side;

/// No more charges, no interception, all stand, commanders stay behind; and what must be done in any case. Charges
/// move in the order of their declaration, and bases are paired in the first way that is offered: what is told of the fight
/// says which.
pub fn passive_choice(battle: Seen<'_>, side: Side, request: &Request) -> Option<Decision> {
    use impact::{Decision as D, Request as R};
    match request {
        Request::Impact(R::DeclareCharges { .. }) => Some(Decision::Impact(D::EndDeclarations)),
        Request::Impact(R::Intercept { .. }) => Some(Decision::Impact(D::EndInterceptions)),
        Request::Impact(R::EvadeOrStand { waiting }) => {
            let stand = waiting.first().map(|&group| Decision::Impact(D::Stand { group }));
            let may = |d: &Decision| phases::check(battle, side, request, d).is_ok();
            stand.filter(may).or_else(|| {
                let mut offered = Vec::new();
                phases::candidates(battle, side, request, &mut offered);
                offered.into_iter().next()
            })
        }
        Request::Impact(R::MoveCharge { waiting }) => {
            let steps = impact::Steps::All;
            waiting.first().map(|&group| Decision::Impact(D::Move { group, wheel: None, steps }))
        }
        Request::Impact(R::PairBases { .. }) => {
            let mut pairings = Vec::new();
            phases::candidates(battle, side, request, &mut pairings);
            pairings.into_iter().next()
        }
        Request::Impact(_) => {
            let mut offered = Vec::new();
            phases::candidates(battle, side, request, &mut offered);
            let only = offered.pop();
            only.filter(|_| offered.is_empty())
        }
        Request::Melee(melee::Request::FrontRank { .. }) => {
            Some(Decision::Melee(melee::Decision::StayBehind))
        }
        _ => None,
    }
}
