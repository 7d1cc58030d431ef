//! How players take turns in a Sub-Phase: goes and passes.

use super::world::Game;
use super::{Cx, Event};
use crate::readings::Reading;
use caracole_kernel::{BySide, Side};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// Goes and passes of a Sub-Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goes {
    to_go: Side,
    passes: BySide<u8>,
    last_was_pass: bool,
}

/// Passes after which a side is finished.
const FINISHED: u8 = 2;

impl Goes {
    /// The Active Player begins.
    pub fn new(active: Side) -> Goes {
        enforces!("RETG-TURN-008");
        Goes { to_go: active, passes: BySide::default(), last_was_pass: false }
    }

    /// Whose go it is; none when the Sub-Phase is over. A side that openly has nothing to do is passed over.
    pub fn next(&mut self, can_go: impl Fn(Side) -> bool) -> Option<Side> {
        for side in [self.to_go, self.to_go.other()] {
            if self.passes[side] < FINISHED && can_go(side) {
                self.to_go = side;
                return Some(side);
            }
            self.passes[side] = FINISHED;
            if self.last_was_pass {
                return None;
            }
        }
        None
    }

    /// The side whose go it is passes.
    pub fn pass(&mut self, cx: &mut Cx<'_>) {
        enforces!("RETG-TURN-010", "RETG-TURN-012");
        let side = self.to_go;
        self.passes[side] = self.passes[side].saturating_add(1);
        if self.last_was_pass || self.passes[side.other()] >= FINISHED {
            self.passes = BySide::new_with(|_| FINISHED);
        }
        cx.tell(Event::Passed { side, finished: self.passes[side] >= FINISHED });
        self.last_was_pass = true;
        self.to_go = side.other();
    }

    /// The side whose go it is does something: the other may act again, unless it has passed twice.
    pub fn act(&mut self, game: Game<'_>) {
        enforces!("RETG-TURN-011");
        let other = self.to_go.other();
        if game.readings().has(Reading::AnyActionReopensPass) {
            self.passes[other] = 0;
        }
        self.last_was_pass = false;
        self.to_go = other;
    }
}
