//! SP6.3: sacked camps.

use super::Outcomes;
use super::kab::{Kab, Test, Tested};
use super::message::Event;
use crate::battle::system::Renatio;
use crate::battle::{Cx, Flow, Input};
use crate::kab::Cause;
use caracole_kernel::{BySide, Flow as F, Play};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// Camps that were broken in this turn are sacked: every unit of their army is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sack {
    /// Steps that are done.
    step: u8,
}

impl Sack {
    /// Nothing is done yet.
    pub const fn new() -> Sack {
        Sack { step: 0 }
    }
}

impl Play<Renatio> for Sack {
    fn run(&mut self, cx: &mut Cx<'_>, _: Input) -> Flow {
        enforces!("RETG-SEQ-035", "RETG-KAB-004", "RETG-CAMP-022", "RETG-CAMP-023");
        self.step += 1;
        match self.step {
            1 => {
                let sacked = std::mem::take(&mut cx.world.fray.sacked);
                let tests = tests(cx, sacked);
                if tests.is_empty() { F::Done(()) } else { F::Call(Kab::new(tests).into()) }
            }
            2 => F::Become(Outcomes::new(cx.world.when.active).into()),
            _ => F::Done(()),
        }
    }
}

fn tests(cx: &mut Cx<'_>, sacked: BySide<bool>) -> Vec<Test> {
    let active = cx.world.when.active;
    let mut tests = Vec::new();
    for side in [active, active.other()].into_iter().filter(|side| sacked[*side]) {
        cx.tell(Event::Sacked { side }.into());
        tests.extend(cx.world.of_side(side).map(|ug| Test::of(Tested::Ug(ug), Cause::CampSacked)));
        // Its ground is free from now on; that it was lost is remembered.
        if let Some(camp) = &mut cx.world.camps[side] {
            camp.broken = true;
        }
    }
    tests
}
