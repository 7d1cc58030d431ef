//! SP1.2: cards that lie face up. Allies prove reliable, or not, or desert; flank marches are announced.

use crate::battle::outcome::{Kab, Outcomes, Test, Tested};
use crate::battle::system::Renatio;
use crate::battle::world::{CommanderId, Trust};
use crate::battle::{Cx, Event, Flow, Input};
use crate::cards::{Cards, Colour};
use crate::kab::Cause;
use caracole_kernel::{Flow as F, Play};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// What the cards that lie face up bring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceUp {
    step: u8,
}

impl Play<Renatio> for FaceUp {
    fn run(&mut self, cx: &mut Cx<'_>, _: Input) -> Flow {
        enforces!("RETG-SEQ-004", "RETG-KAB-028", "RETG-CMD-043");
        self.step += 1;
        if self.step > 1 {
            return F::Become(Outcomes::new(cx.world.when.active).into());
        }
        let active = cx.world.when.active;
        let all: Vec<CommanderId> =
            [active, active.other()].into_iter().flat_map(|side| cx.world.commanders_of(side)).collect();
        let mut tests = Vec::new();
        for id in all {
            if proves_himself(cx, id) {
                let own = cx.world.on_table().filter(|ug| cx.world[*ug].command == id);
                tests.extend(own.map(|ug| Test::of(Tested::Ug(ug), Cause::Desertion)));
            }
            crate::battle::march::announce(cx, id);
        }
        if tests.is_empty() { F::Done(()) } else { F::Call(Kab::new(tests).into()) }
    }
}

/// What an ally's cards say of him; whether his contingent suffers Desertion.
fn proves_himself(cx: &mut Cx<'_>, id: CommanderId) -> bool {
    enforces!("RETG-CMD-041", "RETG-CMD-043", "RETG-CMD-045", "RETG-CMD-040");
    let marches = cx.world.secrets.marches(id);
    let Some(commander) = cx.world.commander_mut(id) else { return false };
    if commander.trust == Trust::Reliable || commander.dead_since.is_some() {
        return false;
    }
    let hand = commander.hand;
    let better = |least: Colour| hand.iter().any(|card| card >= least);
    let reliable = match commander.trust {
        Trust::Untested => better(Colour::Green),
        _ => better(Colour::Red) || (commander.attacked && better(Colour::Yellow)),
    };
    let first = commander.trust == Trust::Untested;
    commander.trust = if reliable { Trust::Reliable } else { Trust::Unreliable };
    let (trust, side) = (commander.trust, commander.side);
    // On a flank march the first RED only makes him reliable.
    let spent = marches && reliable && !first;
    if spent && let Some(rest) = hand.without(Colour::Red) {
        commander.hold(rest);
        cx.world.deck.discard(Cards::of(&[Colour::Red]));
        cx.tell(Event::Discarded { of: id, card: Colour::Red });
    }
    if first || reliable {
        cx.tell(Event::Trusted { commander: id, side, trust });
    }
    !reliable && hand.total() > 0 && hand.iter().all(|card| card == Colour::Black)
}

/// Notes that the enemy attacks a unit: an Unreliable ally may be roused by it.
pub fn note_attack(cx: &mut Cx<'_>, ug: crate::battle::UgId) {
    let id = cx.world[ug].command;
    if let Some(commander) = cx.world.commander_mut(id).filter(|c| c.trust == Trust::Unreliable) {
        commander.attacked = true;
    }
}
