//! The battle as one side may imagine it: the enemy's hands are drawn anew from all cards that it does not see.

use super::system::Renatio;
use super::world::World;
use crate::cards::{Cards, Colour};
use crate::readings::Reading;
use caracole_document::Word;
use caracole_kernel::{Battle, Side};
use std::borrow::Cow;

/// The battle with other hands for the enemy of `side`.
pub fn imagine<'a>(
    battle: &'a Battle<Renatio>,
    side: Side,
    below: &mut dyn FnMut(usize) -> usize,
) -> Cow<'a, Battle<Renatio>> {
    let world = battle.world();
    let enemy = side.other();
    let before = world.before.as_ref().map_or(Cards::NONE, |pre| pre.hands[enemy]);
    let hidden = world.hand_of(enemy).and(before);
    if battle.scenario().readings.has(Reading::OpenHands) || hidden.total() == 0 {
        return Cow::Borrowed(battle);
    }
    let mut unseen = world.deck.left.and(hidden);
    let before = (0..before.total()).fold(Cards::NONE, |hand, _| hand.with(take(&mut unseen, below)));
    // A card that the enemy has chosen for the day is one of those.
    let chosen = before.iter().nth(below(usize::from(before.total()).max(1)));
    let hands: Vec<Cards> = world
        .commanders
        .iter()
        .map(|c| match c.side == enemy {
            true => (0..c.hand.total()).fold(Cards::NONE, |hand, _| hand.with(take(&mut unseen, below))),
            false => c.hand,
        })
        .collect();
    Cow::Owned(battle.with_world(|world: &mut World| {
        for (commander, hand) in world.commanders.iter_mut().zip(hands) {
            commander.hand = hand;
        }
        world.deck.left = unseen;
        if let Some(pre) = &mut world.before {
            pre.hands[enemy] = before;
            if let Some(Some(card)) = &mut pre.day[enemy] {
                *card = chosen.unwrap_or(*card);
            }
        }
    }))
}

/// One card out of these, each as likely as any other.
fn take(from: &mut Cards, below: &mut dyn FnMut(usize) -> usize) -> Colour {
    let drawn = from.iter().nth(below(usize::from(from.total()))).unwrap_or(Colour::ALL[0]);
    *from = from.without(drawn).unwrap_or(*from);
    drawn
}
