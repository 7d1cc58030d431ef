//! The battle as one side may imagine it: the enemy's hands are drawn anew from all cards that it does not see.

use super::system::Renatio;
use super::world::{CommanderId, Lurk, Presence, UgId, World};
use crate::cards::{Cards, Colour};
use crate::readings::Reading;
use crate::troops::Form;
use caracole_document::Word;
use caracole_kernel::{Battle, Side};
use caracole_ledger::enforces;
use caracole_plane::Hand;
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
    let shown =
        world.commanders.iter().filter(|c| c.side == enemy).fold(Cards::NONE, |all, c| all.and(c.shown));
    let hands = world.hand_of(enemy);
    let hidden = hands.less(shown).unwrap_or(hands).and(before);
    let secret = !world.secrets.ambushes.is_empty() || !world.secrets.marches.is_empty();
    if !secret && (battle.scenario().readings.has(Reading::OpenHands) || hidden.total() == 0) {
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
            true => {
                (c.shown.total()..c.hand.total()).fold(c.shown, |hand, _| hand.with(take(&mut unseen, below)))
            }
            false => c.hand,
        })
        .collect();
    Cow::Owned(battle.with_world(|world: &mut World| {
        hide_anew(world, enemy, below);
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

/// Hides the units of a side anew that its enemy has not seen: each in an ambush, on a flank march, or still to come. What
/// is drawn depends on nothing that the enemy does not know.
fn hide_anew(world: &mut World, side: Side, below: &mut dyn FnMut(usize) -> usize) {
    enforces!("RETG-FLANK-008", "RETG-FLANK-035");
    let unseen = |ug: &UgId| {
        let state = &world[*ug];
        state.side == side
            && matches!(state.presence, Presence::ToDeploy | Presence::Hidden | Presence::Marching)
    };
    let ugs: Vec<UgId> = world.ids().filter(unseen).collect();
    let first = world.commanders_of(side).next().unwrap_or(CommanderId(0));
    for ambush in world.secrets.ambushes.iter_mut().filter(|ambush| ambush.side == side) {
        ambush.lurk = None;
    }
    for march in world.secrets.marches.iter_mut().filter(|march| march.side == side) {
        march.ugs.clear();
        if !march.announced {
            march.edge = Some(if below(2) == 0 { Hand::Left } else { Hand::Right });
        }
    }
    for ug in ugs {
        (world[ug].presence, world[ug].command) = (Presence::ToDeploy, first);
        let form = world[ug].profile.forms().first().copied().unwrap_or(Form::Loose);
        let wide = u8::try_from(world.formation(ug).width()).unwrap_or(1);
        let cards = world.secrets.ambushes.iter_mut().filter(|a| a.side == side && a.lurk.is_none());
        let mut cards: Vec<_> = cards.collect();
        let marches = world.secrets.marches.iter_mut().filter(|m| m.side == side && m.ugs.len() < 4);
        let mut marches: Vec<_> = marches.collect();
        let places = cards.len() + marches.len();
        let chosen = below(places + 1);
        if let Some(ambush) = cards.get_mut(chosen) {
            ambush.lurk = Some(Lurk { ug, wide, form, commander: None });
            let command = ambush.command.unwrap_or(first);
            (world[ug].presence, world[ug].command) = (Presence::Hidden, command);
        } else if let Some(march) = chosen.checked_sub(cards.len()).and_then(|at| marches.get_mut(at)) {
            march.ugs.push(ug);
            let command = march.commander;
            (world[ug].presence, world[ug].command) = (Presence::Marching, command);
        }
    }
}
