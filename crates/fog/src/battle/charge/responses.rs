//! The questions that come up in every phase: how those who run go on, how those contacted face it.

use super::EvadeWay;
use crate::battle::customs::Rulebook;
use crate::battle::impact::{Decision, Order, Request};
use crate::battle::law::law;
use caracole_kernel::Refusal;
use caracole_ledger::rule;

/// Looks at an answer to such a question; `goes_on` tells whether a way that was not offered leads past what is in the
/// way of those who run now. None if the question is another.
pub fn check(
    book: Rulebook,
    request: &Request,
    decision: &Decision,
    goes_on: impl Fn(EvadeWay) -> bool,
) -> Option<Result<Order, Refusal>> {
    Some(match (request, decision) {
        (Request::FaceAttack { ranks, .. }, Decision::FaceAttack { ranks: chosen }) => {
            match ranks.contains(chosen) {
                true => Ok(Order::FaceAttack { ranks: *chosen }),
                false => Err(Refusal::new(
                    rule!("FOGR-IMPACT-060"),
                    "not so many ranks of pike can face this attack",
                    "Choose one of the numbers offered.",
                )),
            }
        }
        (Request::EvadeOn { ways, .. }, Decision::EvadeOn { way }) => {
            match ways.contains(way) || goes_on(*way) {
                true => Ok(Order::EvadeOn { way: *way }),
                false => Err(Refusal::new(
                    law!(book, "FOGR-IMPACT-106", "FOGAM-IMPACT-111"),
                    "they cannot go on that way",
                    "Choose one of the ways offered, or a shift of up to a base width that takes them past.",
                )),
            }
        }
        (Request::GunFile { group, files }, Decision::GunFile { file }) => match files.contains(file) {
            true => Ok(Order::GunFile { group: *group, file: *file }),
            false => Err(Refusal::new(
                rule!("FOGR-COMBAT-018"),
                "the regimental gun joins the fighting file nearest to the middle",
                "Choose one of the files offered.",
            )),
        },
        (Request::Contract { ends, .. }, Decision::Contract { end }) => match ends.contains(end) {
            true => Ok(Order::Contract { end: *end }),
            false => Err(Refusal::new(
                law!(book, "FOGR-IMPACT-025", "FOGAM-IMPACT-021"),
                "a file dropped back at that end does not help it past its friends",
                "Choose the other end.",
            )),
        },
        (Request::MayContract { ends, .. }, Decision::Contract { end }) => match ends.contains(end) {
            true => Ok(Order::Contract { end: *end }),
            false => Err(Refusal::new(
                rule!("FOGAM-IMPACT-021"),
                "a file dropped back at that end does not keep it out of that ground",
                "Choose the other end, or go whole.",
            )),
        },
        (Request::MayContract { .. }, Decision::GoWhole) => Ok(Order::GoWhole),
        (Request::PikeToFront { .. }, Decision::PikeForward) => Ok(Order::PikeForward),
        (Request::PikeToFront { .. }, Decision::PikeStays) => Ok(Order::PikeStays),
        _ => return None,
    })
}

/// Whether a question is asked in other phases too: how runaways go on, how those contacted face it.
#[must_use]
pub const fn comes_up_in_any_phase(request: &Request) -> bool {
    use Request as R;
    matches!(
        request,
        R::FaceAttack { .. }
            | R::EvadeOn { .. }
            | R::PikeToFront { .. }
            | R::GunFile { .. }
            | R::Contract { .. }
            | R::MayContract { .. }
    )
}

/// The answers to such a question.
#[must_use]
pub fn candidates(request: &Request) -> Vec<Decision> {
    match request {
        Request::FaceAttack { ranks, .. } => {
            ranks.iter().map(|&ranks| Decision::FaceAttack { ranks }).collect()
        }
        Request::EvadeOn { ways, .. } => ways.iter().map(|&way| Decision::EvadeOn { way }).collect(),
        Request::PikeToFront { .. } => vec![Decision::PikeForward, Decision::PikeStays],
        Request::GunFile { files, .. } => files.iter().map(|&file| Decision::GunFile { file }).collect(),
        Request::MayContract { ends, .. } => {
            let at = ends.iter().map(|&end| Decision::Contract { end });
            std::iter::once(Decision::GoWhole).chain(at).collect()
        }
        Request::Contract { ends, .. } => ends.iter().map(|&end| Decision::Contract { end }).collect(),
        _ => Vec::new(),
    }
}
