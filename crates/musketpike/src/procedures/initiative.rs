//! Initiative Phase: who activates the first Wing of the turn.

use super::{Answer, Bar, Cx, In, MusketPike, Next, Play, dice, face, field};
use crate::RollPurpose;
use crate::{counters::Orders, engine::field::Field, messages::Event};
use caracole_kernel::{BySide, Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Settles the initiative of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative;

impl Initiative {
    /// About to be settled.
    pub const fn new() -> Self {
        Initiative
    }
}

/// Who has the initiative without a die; `None` if the dice decide.
fn holder(field: Field<'_>) -> Option<Side> {
    enforces!("MPBS-4.1.1a", "MPBS-4.1.2a", "MPBS-7.4a");
    for orders in Orders::ALL {
        let wings = |side: Side| {
            field.table.scenario.wing_ids().filter(move |wing| {
                field.wing_side(*wing) == side
                    && field.wing(*wing).arrived
                    && field.wing(*wing).orders == orders
                    && field.wing_exists(*wing)
            })
        };
        let count = BySide::new_with(|side| wings(side).count());
        if count.red == 0 && count.blue == 0 {
            continue;
        }
        if count.red != count.blue {
            return Some(if count.red > count.blue { Side::Red } else { Side::Blue });
        }
        let best = BySide::new_with(|side| {
            wings(side)
                .filter_map(|wing| field.wing(wing).commander)
                .map(|commander| field.leader(commander).rating)
                .min()
                .unwrap_or(1)
        });
        return match best.red.cmp(&best.blue) {
            std::cmp::Ordering::Less => Some(Side::Red),
            std::cmp::Ordering::Greater => Some(Side::Blue),
            std::cmp::Ordering::Equal => None,
        };
    }
    None
}

impl Play<MusketPike, Bar> for Initiative {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        let side = match input {
            In::Dice(values) => {
                let (red, blue) = (face(&values, 0), face(&values, 1));
                cx.tell(Event::InitiativeRoll { red, blue });
                match red.cmp(&blue) {
                    std::cmp::Ordering::Greater => Some(Side::Red),
                    std::cmp::Ordering::Less => Some(Side::Blue),
                    std::cmp::Ordering::Equal => None,
                }
            }
            _ => holder(field(cx)),
        };
        let Some(side) = side else {
            return dice(Side::Red, rule!("MPBS-4.1.2c"), RollPurpose::Initiative, 2);
        };
        enforces!("MPBS-3.1", "MPBS-4.1.1b", "MPBS-4.1.1c", "MPBS-4.1.2b");
        cx.world.initiative = side;
        cx.tell(Event::Initiative { side });
        Flow::Done(Answer::Done)
    }
}
