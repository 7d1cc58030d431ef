//! Cards: one deck for both armies, and a hand for each that the enemy does not see.

use crate::{
    RollPurpose, Trial,
    procedures::{Cx, Fill, Procedure, Treatment, Turn},
    words::{Decision, Event, Level, UnitId},
    world::World,
};
use caracole_kernel::{
    Battle, BySide, Colour, Face, Flow, FlowOf, Input, InputOf, Refusal, Side,
    dice::{Die, Pool, Reading, Reroll, Roll, Value, Values},
};
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use std::borrow::Cow;

/// A kind of card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Good for nothing.
    Chaff,
    /// Volleys hit better for a turn.
    Powder,
    /// A shaken unit may rally.
    Surgeon,
}

impl Card {
    /// Every kind.
    pub const ALL: [Card; 3] = [Card::Chaff, Card::Powder, Card::Surgeon];

    /// What it looks like.
    pub fn face(self) -> Face {
        let (colour, symbol, name) = match self {
            Card::Chaff => (Colour::Black, "·", "chaff"),
            Card::Powder => (Colour::Red, "P", "powder"),
            Card::Surgeon => (Colour::Green, "S", "surgeon"),
        };
        Face { colour, symbol: Cow::Borrowed(symbol), name: Cow::Borrowed(name) }
    }
}

/// How many cards of each kind, in the order of [`Card::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Cards(pub [u8; 3]);

impl Cards {
    /// How many in all.
    pub fn count(self) -> u16 {
        self.0.iter().map(|&n| u16::from(n)).sum()
    }

    /// How many of one kind.
    pub fn of(self, card: Card) -> u8 {
        self.0[card as usize]
    }

    /// The cards one by one, sorted by kind.
    pub fn list(self) -> Vec<Card> {
        Card::ALL.into_iter().flat_map(|card| (0..self.of(card)).map(move |_| card)).collect()
    }

    pub(crate) fn plus(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|kind| self.0[kind].saturating_add(other.0[kind])))
    }

    pub(crate) fn minus(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|kind| self.0[kind].saturating_sub(other.0[kind])))
    }

    fn one(card: Card) -> Cards {
        let mut cards = Cards::default();
        cards.0[card as usize] = 1;
        cards
    }

    fn drawn(values: &Values) -> Cards {
        match values.first() {
            Some(Value::Counts(counts)) => Cards(std::array::from_fn(|kind| counts[kind] as u8)),
            _ => Cards::default(),
        }
    }
}

/// The cards of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// What each side holds.
    pub hands: BySide<Cards>,
    /// What can still be drawn.
    pub deck: Cards,
    /// What has been played and lies open.
    pub played: Cards,
    /// Whether powder was played in this turn.
    pub powder: bool,
}

/// A side's hand is filled up; then its turn begins, or what was interrupted goes on.
pub(crate) fn fill(cx: &mut Cx<'_>, side: Side, before_turn: bool, input: InputOf<Trial>) -> FlowOf<Trial> {
    enforces!("TRIAL-011");
    let then = || match before_turn {
        true => Flow::Become(Procedure::Turn(Turn(side))),
        false => Flow::Done(()),
    };
    let stock = &mut cx.world.stock;
    if let Input::Dice(values) = &input {
        let cards = Cards::drawn(values);
        stock.deck = stock.deck.minus(cards);
        stock.hands[side] = stock.hands[side].plus(cards);
        cx.tell(Event::Drew { side, count: cards.count(), cards: Some(cards.list()) });
        return then();
    }
    let wanted = u16::from(cx.scenario.hands[side]).saturating_sub(stock.hands[side].count());
    if stock.deck.count() < wanted && stock.played.count() > 0 {
        stock.deck = stock.deck.plus(stock.played);
        stock.played = Cards::default();
        cx.tell(Event::Shuffled);
    }
    let deck = cx.world.stock.deck;
    let [chaff, powder, surgeon] = deck.0;
    match Pool::draw(wanted.min(deck.count()), [chaff, powder, surgeon, 0, 0, 0, 0, 0]) {
        Ok(pool) if pool.dice > 0 => {
            let rule = rule!("TRIAL-011");
            Flow::Throw(Roll { side: Some(side), rule, purpose: RollPurpose::Fill, pools: smallvec![pool] })
        }
        _ => then(),
    }
}

/// A card is played.
pub(crate) fn play(cx: &mut Cx<'_>, side: Side, card: Card, unit: Option<UnitId>) -> FlowOf<Trial> {
    let stock = &mut cx.world.stock;
    stock.hands[side] = stock.hands[side].minus(Cards::one(card));
    stock.played = stock.played.plus(Cards::one(card));
    stock.powder |= card == Card::Powder;
    cx.tell(Event::Played { side, card, unit });
    match unit {
        Some(unit) => Flow::Call(Procedure::Treatment(Treatment(unit))),
        None => Flow::Again,
    }
}

/// The surgeon's die: faces 1 and 2, 3 to 5, and 6.
const TREATMENT: Reading = Reading::Classes([0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/// The surgeon treats a unit.
pub(crate) fn treatment(cx: &mut Cx<'_>, id: UnitId, input: InputOf<Trial>) -> FlowOf<Trial> {
    enforces!("TRIAL-012");
    let Input::Dice(values) = input else {
        let side = Some(cx.world[id].side);
        let pool = Pool { dice: 1, die: Die::D6, reroll: Reroll::NONE, reading: TREATMENT };
        let (rule, purpose) = (rule!("TRIAL-012"), RollPurpose::Treatment);
        return Flow::Throw(Roll { side, rule, purpose, pools: smallvec![pool] });
    };
    let worth = values.first().and_then(worth).unwrap_or(0);
    let unit = &mut cx.world[id];
    if worth > 0 {
        unit.level = Level::Steady;
    }
    if worth > 1 {
        unit.strength = (unit.strength + 1).min(8);
    }
    let (enemy, level, strength) = (unit.side.other(), unit.level, unit.strength);
    cx.tell(Event::Treated { unit: id, level, strength });
    Flow::Become(Procedure::Fill(Fill { side: enemy, before_turn: false }))
}

/// What the surgeon's dice are worth: 1 for a unit that rallies, 2 if it also gains strength.
fn worth(value: &Value) -> Option<i32> {
    match value {
        Value::Counts(counts) => Some(i32::from(counts[1]) + 2 * i32::from(counts[2])),
        _ => None,
    }
}

/// What a reading is worth to whoever threw it: cards are worth nothing that can be said.
pub(crate) fn weigh(pool: &Pool, value: &Value) -> Option<i32> {
    match (pool.reading, value) {
        (TREATMENT, value) => worth(value),
        (_, Value::Number(number)) => Some(*number),
        _ => None,
    }
}

/// What a face shows, if that is not its number.
pub(crate) fn face(purpose: RollPurpose, face: u8) -> Option<Face> {
    match purpose {
        RollPurpose::Fill => Card::ALL.get(usize::from(face)).map(|card| card.face()),
        RollPurpose::Treatment => {
            let (symbol, name) = match face {
                6 => ("++", "rallies and gains strength"),
                3..=5 => ("+", "rallies"),
                _ => (" ", "nothing"),
            };
            Some(Face { colour: Colour::Green, symbol: Cow::Borrowed(symbol), name: Cow::Borrowed(name) })
        }
        _ => None,
    }
}

/// Whether a card may be played so.
pub(crate) fn check(world: &World, side: Side, card: Card, unit: Option<UnitId>) -> Result<(), Refusal> {
    if world.stock.hands[side].of(card) == 0 {
        let held: Vec<Cow<'_, str>> =
            world.stock.hands[side].list().into_iter().map(|card| card.face().name).collect();
        let held = if held.is_empty() { "no cards".to_owned() } else { held.join(", ") };
        let problem = format!("You hold no {} card", card.face().name);
        return Err(
            Refusal::new(rule!("TRIAL-012"), problem, "Play a card that you hold.").fact("you hold", held)
        );
    }
    let treated = unit.and_then(|unit| world.get(unit));
    let wrong = match (card, unit) {
        (Card::Surgeon, Some(_)) if treated.is_some_and(|u| u.side == side && u.level == Level::Shaken) => {
            return Ok(());
        }
        (Card::Surgeon, _) => "The surgeon needs a shaken unit of your own",
        (_, Some(_)) => "Only the surgeon goes to a unit",
        (_, None) => return Ok(()),
    };
    Err(Refusal::new(rule!("TRIAL-012"), wrong, "Name a shaken unit for the surgeon, and no unit otherwise."))
}

/// The cards that may be played.
pub(crate) fn candidates(world: &World, side: Side) -> impl Iterator<Item = Decision> {
    let held = Card::ALL.into_iter().filter(move |card| world.stock.hands[side].of(*card) > 0);
    held.flat_map(move |card| {
        let shaken =
            world.standing(side).filter(|(_, unit)| unit.level == Level::Shaken).map(|(id, _)| Some(id));
        let units = if card == Card::Surgeon { shaken.collect() } else { vec![None] };
        units.into_iter().map(move |unit| Decision::Play { card, unit })
    })
}

/// The battle with another hand for the enemy of `side`, drawn from all the cards that `side` does not see.
pub(crate) fn imagine<'a>(
    battle: &'a Battle<Trial>,
    side: Side,
    below: &mut dyn FnMut(usize) -> usize,
) -> Cow<'a, Battle<Trial>> {
    let (enemy, stock) = (side.other(), &battle.world().stock);
    let mut deck = stock.deck.plus(stock.hands[enemy]);
    let mut hand = Cards::default();
    for _ in 0..stock.hands[enemy].count() {
        let mut left = deck.list();
        let card = Cards::one(left.swap_remove(below(left.len()).min(left.len() - 1)));
        (hand, deck) = (hand.plus(card), deck.minus(card));
    }
    if hand == stock.hands[enemy] {
        return Cow::Borrowed(battle);
    }
    Cow::Owned(battle.with_world(|world| {
        world.stock.hands[enemy] = hand;
        world.stock.deck = deck;
    }))
}
