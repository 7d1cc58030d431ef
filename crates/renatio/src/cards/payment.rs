//! Who can pay what, and with which cards.

use super::{Cards, Colour, Cost};
use caracole_document::Word;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The cards that pay for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Payment {
    /// The card for the action.
    pub card: Colour,
    /// The additional cards.
    pub extra: Cards,
    /// The card that the Commander raises by one colour, as it lies in the hand; it may be any that he plays.
    pub upgrade: Option<Colour>,
}

/// Why cards do not pay for an action.
pub type Unpaid = Refusal;

impl Payment {
    /// Every card that is played.
    pub fn cards(&self) -> Cards {
        self.extra.with(self.card)
    }
}

/// Whether these cards pay for the action, out of this hand.
pub fn check_payment(hand: Cards, may_upgrade: bool, cost: &Cost, payment: &Payment) -> Result<(), Unpaid> {
    enforces!("RETG-CMD-004", "RETG-TURN-007");
    if hand.less(payment.cards()).is_none() {
        return Err(Refusal::new(
            rule!("RETG-CMD-004"),
            "The Commander does not hold these cards",
            "Pay with cards of the Commander who prompts the action.",
        ));
    }
    if payment.upgrade.is_some() && !may_upgrade {
        return Err(Refusal::new(
            rule!("RETG-UNIV-012"),
            "This Commander has used his upgrade of the phase, or may not use it for this",
            "Pay with the colours as they are.",
        ));
    }
    let wanted = cost.extra.len();
    if usize::from(payment.extra.total()) != wanted {
        return Err(Refusal::new(
            cost.extra.first().map_or(rule!("RETG-MOVE-003"), |why| why.rule()),
            "The number of additional cards is not right",
            "Add one coloured card for each reason.",
        )
        .fact("additional cards needed", wanted)
        .fact("additional cards played", u32::from(payment.extra.total())));
    }
    match raised(payment).into_iter().find(|(card, extra)| *card >= cost.card && all_coloured(*extra)) {
        Some(_) => Ok(()),
        None => Err(too_low(cost, payment)),
    }
}

fn too_low(cost: &Cost, payment: &Payment) -> Refusal {
    let rule = match all_coloured(payment.extra) {
        true => rule!("RETG-MOVE-003"),
        false => rule!("RETG-CMD-003"),
    };
    Refusal::new(
        rule,
        "The cards are too low",
        "Play a card of the colour needed or a better one; additional cards are GREEN, YELLOW or RED.",
    )
    .fact("card needed", cost.card.key())
    .fact("card played", payment.card.key())
}

fn all_coloured(cards: Cards) -> bool {
    cards.iter().all(Colour::is_coloured)
}

/// What the cards count as, for each card that the upgrade may have been used on.
fn raised(payment: &Payment) -> Vec<(Colour, Cards)> {
    enforces!("RETG-MOVE-014");
    let Some(from) = payment.upgrade else { return vec![(payment.card, payment.extra)] };
    let mut ways = Vec::new();
    if payment.card == from {
        ways.push((from.stepped(1), payment.extra));
    }
    if let Some(rest) = payment.extra.without(from) {
        ways.push((payment.card, rest.with(from.stepped(1))));
    }
    ways
}

/// The payment that gives away least: without the upgrade if possible, then the lowest cards. `None` if this
/// Commander cannot pay.
pub fn cheapest(hand: Cards, may_upgrade: bool, cost: &Cost) -> Option<Payment> {
    let mut best: Option<(bool, u32, Payment)> = None;
    let mut upgrades = vec![None];
    if may_upgrade {
        upgrades.extend(Colour::ALL.iter().copied().map(Some));
    }
    for card in Colour::ALL.iter().copied() {
        let Some(rest) = hand.without(card) else { continue };
        for extra in choices(rest, cost.extra.len()) {
            for upgrade in upgrades.iter().copied() {
                let payment = Payment { card, extra, upgrade };
                if check_payment(hand, may_upgrade, cost, &payment).is_err() {
                    continue;
                }
                let worth = payment.cards().iter().map(|c| 1 + u32::from(c.value())).sum();
                let found = (upgrade.is_some(), worth, payment);
                if best.as_ref().is_none_or(|(up, least, _)| (found.0, found.1) < (*up, *least)) {
                    best = Some(found);
                }
            }
        }
    }
    best.map(|(_, _, payment)| payment)
}

/// Every choice of so many cards of a hand.
fn choices(hand: Cards, cards: usize) -> Vec<Cards> {
    let mut found = vec![Cards::NONE];
    for _ in 0..cards {
        let mut more: Vec<Cards> = Vec::new();
        for chosen in &found {
            for colour in Colour::ALL.iter().copied() {
                let next = chosen.with(colour);
                if hand.less(next).is_some() && !more.contains(&next) {
                    more.push(next);
                }
            }
        }
        found = more;
    }
    found
}
