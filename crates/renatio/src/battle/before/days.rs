//! The five days before the battle: cards move the marker over the map.

use super::message::{Decision, Event, Request};
use super::{ask, before, square_of, squares, tell, tell_marker};
use crate::army::map_cards;
use crate::battle::card::{deck_of, drawn};
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::World;
use crate::battle::{Asked, Cx, Flow, Input, Order};
use crate::cards::{Cards, Colour};
use crate::charts::{Charts, Square, Territory};
use caracole_document::Word;
use caracole_kernel::{
    BySide, Flow as F, Input as I, NotAsked, Play, Refusal, Side,
    dice::{Pool, Roll},
};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Days that are played.
const DAYS: u8 = 5;

/// Map Cards are dealt, and one is played each day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    dealt: u8,
    day: u8,
    /// Who moves the marker, and by how many steps his card was better.
    mover: Option<(Side, u8)>,
}

/// A draw of so many cards for a side, unseen by the other.
pub fn draw(cx: &Cx<'_>, side: Side, cards: u16) -> Option<Roll<RollPurpose>> {
    let left = cx.world.deck.left;
    let pool = Pool::draw(cards.min(left.total()), deck_of(left)).ok().filter(|_| cards > 0)?;
    Some(Roll {
        side: Some(side),
        rule: rule!("RETG-PBS-012"),
        purpose: RollPurpose::Deal,
        pools: smallvec![pool],
    })
}

/// Cards go from the deck into a side's hand.
pub fn receive(cx: &mut Cx<'_>, side: Side, cards: Cards) {
    if let (Some(left), Some(pre)) = (cx.world.deck.left.less(cards), cx.world.before.as_mut()) {
        pre.hands[side] = pre.hands[side].and(cards);
        cx.world.deck.left = left;
    }
    tell(cx, Event::Dealt { side, count: cards.total(), cards: Some(cards) });
}

impl Play<Renatio> for Days {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-PBS-012", "RETG-PBS-013", "RETG-PBS-014", "RETG-PBS-015", "RETG-PBS-017");
        match input {
            I::Dice(values) => {
                let side = Side::BOTH[usize::from(self.dealt.min(1))];
                receive(cx, side, drawn(&values));
                self.dealt += 1;
            }
            I::Order(order) => self.carry_out(cx, order),
            _ => {}
        }
        while self.dealt < 2 {
            let side = Side::BOTH[usize::from(self.dealt)];
            let cards = map_cards(&cx.scenario.charts, &cx.scenario.armies[side]).total().clamp(0, 20);
            let cards = u8::try_from(cards).unwrap_or(0);
            if let Some(pre) = cx.world.before.as_mut() {
                pre.dealt[side] = cards;
                pre.passes[side] = DAYS.saturating_sub(cards);
            }
            match draw(cx, side, u16::from(cards)) {
                Some(roll) => return F::Throw(roll),
                None => self.dealt += 1,
            }
        }
        if let Some((side, _)) = self.mover {
            return ask(side, Request::Marker);
        }
        match (self.day < DAYS).then(|| next_to_choose(cx.world)).flatten() {
            Some(side) => ask(side, Request::Day),
            None => {
                keep_spare_cards(cx);
                F::Done(())
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let (world, side) = (asked.battle.world(), asked.side);
        let Some(pre) = before(world) else { return Err(NotAsked.into()) };
        match (decision, self.mover) {
            (crate::battle::Decision::Pass, Some(_)) => Ok(Order::Pass),
            (crate::battle::Decision::Before(Decision::Square(name)), Some((_, steps))) => {
                let charts = &asked.battle.scenario().charts;
                if reach(charts, pre.territory, pre.square, steps).iter().any(|square| square.id == *name) {
                    return Ok(Order::Before(Decision::Square(name.clone())));
                }
                let problem = "The marker cannot go there";
                let remedy = "Choose a square that the better card reaches, inside the territory.";
                Err(Refusal::new(rule!("RETG-PBS-016"), problem, remedy))
            }
            (crate::battle::Decision::Pass, None) => match pre.passes[side] {
                0 => {
                    let problem = "You have a card for each day and cannot pass";
                    Err(Refusal::new(rule!("RETG-PBS-013"), problem, "Choose one of your cards."))
                }
                _ => Ok(Order::Pass),
            },
            (crate::battle::Decision::Before(Decision::Card(card)), None) => {
                if pre.hands[side].count(*card) > 0 {
                    return Ok(Order::Before(Decision::Card(*card)));
                }
                let problem = "You do not hold this card";
                Err(Refusal::new(rule!("RETG-PBS-012"), problem, "Choose one of your cards."))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let Some(pre) = before(asked.battle.world()) else { return };
        let charts = &asked.battle.scenario().charts;
        let of = crate::battle::Decision::Before;
        match self.mover {
            Some((_, steps)) => {
                let squares = reach(charts, pre.territory, pre.square, steps).into_iter();
                out.extend(squares.map(|square| of(Decision::Square(square.id.clone()))));
                out.push(crate::battle::Decision::Pass);
            }
            None => {
                let held = Colour::ALL.iter().filter(|card| pre.hands[asked.side].count(**card) > 0);
                out.extend(held.map(|card| of(Decision::Card(*card))));
                if pre.passes[asked.side] > 0 {
                    out.push(crate::battle::Decision::Pass);
                }
            }
        }
    }
}

/// Who chooses next: one who must still pass says first whether it does, so that the other knows of it.
fn next_to_choose(world: &World) -> Option<Side> {
    let pre = before(world)?;
    let open = |side: &Side| pre.day[*side].is_none();
    let order = [pre.defender, pre.defender.other()];
    let short = order.into_iter().filter(open).find(|side| pre.passes[*side] > 0);
    short.or_else(|| order.into_iter().find(open))
}

impl Days {
    fn carry_out(&mut self, cx: &mut Cx<'_>, order: Order) {
        if let Some((side, _)) = self.mover.take() {
            if let Order::Before(Decision::Square(name)) = order {
                let found = cx.scenario.charts.pbs_map.squares.iter().position(|square| square.id == name);
                if let (Some(pre), Some(square)) = (cx.world.before.as_mut(), found) {
                    pre.square = u8::try_from(square).unwrap_or(0);
                }
                tell_marker(cx);
            } else {
                cx.tell(crate::battle::Event::Passed { side, finished: false });
            }
            return;
        }
        let Some(side) = next_to_choose(cx.world) else { return };
        let Some(pre) = cx.world.before.as_mut() else { return };
        let card = match order {
            Order::Before(Decision::Card(card)) => Some(card),
            _ => None,
        };
        pre.day[side] = Some(card);
        tell(cx, Event::Chosen { side, passes: card.is_none() });
        self.show(cx);
    }

    /// Shows both cards once they are chosen.
    fn show(&mut self, cx: &mut Cx<'_>) {
        let Some(pre) = cx.world.before.as_mut() else { return };
        let (Some(red), Some(blue)) = (pre.day.red, pre.day.blue) else { return };
        let cards = BySide { red, blue };
        for side in Side::BOTH {
            pre.day[side] = None;
            match cards[side] {
                Some(card) => {
                    pre.hands[side] = pre.hands[side].without(card).unwrap_or(pre.hands[side]);
                    cx.world.deck.discards = cx.world.deck.discards.and(Cards::of(&[card]));
                }
                None => pre.passes[side] = pre.passes[side].saturating_sub(1),
            }
        }
        self.day += 1;
        let rank = |card: Option<Colour>| card.unwrap_or(Colour::Black).index();
        let (red, blue) = (rank(cards.red), rank(cards.blue));
        let better = |side, by: usize| Some((side, u8::try_from(by).unwrap_or(0)));
        self.mover = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => better(Side::Red, red - blue),
            std::cmp::Ordering::Less => better(Side::Blue, blue - red),
            std::cmp::Ordering::Equal => None,
        };
        tell(cx, Event::Day { day: self.day, cards });
    }
}

/// Squares that the marker may be moved to: along a row, a column or a diagonal, without leaving the territory.
fn reach(charts: &Charts, territory: Option<Territory>, from: u8, steps: u8) -> Vec<&Square> {
    enforces!("RETG-PBS-016", "RETG-PBS-009");
    let Some(most) = charts.pbs_map.marker_move(steps) else { return Vec::new() };
    let own: Vec<&Square> = squares(charts, territory).into_iter().map(|(_, square)| square).collect();
    let Some(here) = square_of(charts, from) else { return Vec::new() };
    let at = |row: i32, column: i32| {
        own.iter().copied().find(|square| (i32::from(square.row), i32::from(square.column)) == (row, column))
    };
    let mut found = Vec::new();
    for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
        let most = match (down, right) {
            (0, 0) => 0,
            (0, _) | (_, 0) => most.straight,
            _ => most.diagonal,
        };
        for step in 1..=i32::from(most) {
            match at(i32::from(here.row) + down * step, i32::from(here.column) + right * step) {
                Some(square) => found.push(square),
                None => break,
            }
        }
    }
    found
}

/// Only a side that had more than five Map Cards keeps those that it did not play.
fn keep_spare_cards(cx: &mut Cx<'_>) {
    enforces!("RETG-PBS-014");
    let Some(pre) = cx.world.before.as_mut() else { return };
    for side in Side::BOTH {
        if pre.dealt[side] <= DAYS {
            let spare = std::mem::replace(&mut pre.hands[side], Cards::NONE);
            cx.world.deck.discards = cx.world.deck.discards.and(spare);
        }
    }
}
