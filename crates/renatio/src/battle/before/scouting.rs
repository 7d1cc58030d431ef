//! Out-scouting: Scouting Cards are dealt and compared.

use super::days::{draw, receive};
use super::message::Event;
use super::{before, tell};
use crate::army::scouting_cards;
use crate::battle::card::drawn;
use crate::battle::system::Renatio;
use crate::battle::{Cx, Flow, Input};
use crate::cards::Cards;
use crate::scouting::{deploys_first, scouting_score};
use caracole_kernel::{BySide, Flow as F, Input as I, Play, Side};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// Cards are dealt and compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutScouting {
    dealt: u8,
}

impl Play<Renatio> for OutScouting {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-PBS-029");
        if let I::Dice(values) = input {
            let side = Side::BOTH[usize::from(self.dealt.min(1))];
            receive(cx, side, drawn(&values));
            self.dealt += 1;
        }
        while self.dealt < 2 {
            let side = Side::BOTH[usize::from(self.dealt)];
            let wanted = scouting_cards(&cx.scenario.charts, &cx.scenario.armies[side]).total().clamp(0, 20);
            let kept = before(cx.world).map_or(0, |pre| pre.hands[side].total());
            // Cards that were played stay out of the pack: it may run out.
            let cards =
                u16::try_from(wanted).unwrap_or(0).saturating_sub(kept).min(cx.world.deck.left.total());
            match draw(cx, side, cards) {
                Some(roll) => return F::Throw(roll),
                None => self.dealt += 1,
            }
        }
        compare(cx);
        F::Done(())
    }
}

/// Compares the five best cards of both sides; all cards go back to the pack.
fn compare(cx: &mut Cx<'_>) {
    enforces!("RETG-PBS-030", "RETG-PBS-031");
    let charts = &cx.scenario.charts;
    let Some(pre) = cx.world.before.as_mut() else { return };
    let cards = std::mem::replace(&mut pre.hands, BySide::new_with(|_| Cards::NONE));
    let score = BySide::new_with(|side| scouting_score(charts, cards[side]));
    let units = |side: Side| u32::try_from(cx.scenario.armies[side].each_unit().count()).unwrap_or(0);
    let out_scouted = Side::BOTH.into_iter().find_map(|side| {
        let (own, other) = (score[side].total(), score[side.other()].total());
        Some((side, deploys_first(charts, own, other, units(side))?))
    });
    pre.out_scouted = out_scouted;
    for side in Side::BOTH {
        cx.world.deck.discards = cx.world.deck.discards.and(cards[side]);
    }
    tell(cx, Event::Scouted { cards, score, out_scouted });
}
