//! A contact just made, and what its owners have to choose: whether a lone pike base comes forward, with how many ranks
//! of pike a tercio faces an attack on its side or rear.

use super::approach::Met;
use super::turning::contacted;
use super::{level, react, told};
use crate::battle::impact::{Event, Order, Request};
use crate::battle::world::GroupId;
use crate::battle::{Answer, Cx, Flow, Input};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// A contact whose consequences are still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewContact {
    /// Who made it.
    pub charger: GroupId,
    /// With whom.
    pub target: GroupId,
    /// How.
    pub met: Met,
}

/// The consequences of a contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contacting {
    /// The contact.
    pub contact: NewContact,
    /// Battle groups of one pike and five shot that have chosen the place of their pike.
    pub pike_placed: Vec<GroupId>,
}

/// Asks the owners where they have a choice, and lets those contacted rearrange themselves.
pub fn run(cx: &mut Cx<'_>, contacting: &mut Contacting, input: Input) -> Flow {
    use super::super::Order::Impact;
    enforces!("FOGR-IMPACT-023", "FOGR-IMPACT-060");
    let NewContact { charger, target, met } = contacting.contact;
    let chooses =
        |g: &GroupId| !contacting.pike_placed.contains(g) && level::exchange(cx.world, *g).is_some();
    if let Some(group) = [charger, target].into_iter().find(chooses) {
        match input {
            Input::Order(Impact(Order::PikeForward)) => {
                if let Some((pike, front)) = level::exchange(cx.world, group) {
                    level::swap(cx.world, pike, front);
                    cx.tell(told(Event::PikeToFront { group }));
                }
            }
            Input::Order(Impact(Order::PikeStays)) => {}
            _ => return super::ask(cx.world[group].side, Request::PikeToFront { group }),
        }
        contacting.pike_placed.push(group);
        return Flow::Again;
    }
    let ranks = match input {
        Input::Order(Impact(Order::FaceAttack { ranks })) => ranks,
        _ => {
            let ranks = react::ranks_of_pike(cx.world, charger, target, met);
            match ranks[..] {
                [only] => only,
                _ => {
                    let side = cx.world[target].side;
                    let ranks = ranks.to_vec();
                    return super::ask(side, Request::FaceAttack { group: target, charger, ranks });
                }
            }
        }
    };
    contacted(cx, charger, target, met, ranks);
    Flow::Done(Answer::Done)
}
