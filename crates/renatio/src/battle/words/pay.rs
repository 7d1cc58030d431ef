//! Cards for actions that are said or shown without them.

use crate::battle::movement::{Plan, cheapest_of, plan};
use crate::battle::world::{CommanderId, Game, UgId};
use crate::battle::{Action, Decision, Paid};
use crate::cards::{Cards, Colour, Payment};
use caracole_kernel::{Refusal, Side};

/// What cards are worth to those who give them away.
fn worth(cards: Cards) -> u32 {
    cards.iter().map(|card| 1 + u32::from(card.value())).sum()
}

/// The cards of whoever gives away least for an action; a Commander's own troops come first. If nobody can pay, a card of
/// that Commander: its refusal says what is missing.
pub fn payment(game: Game<'_>, side: Side, plan: &Plan, own: CommanderId) -> Paid {
    let all = game.world.commanders_of(side);
    let able = all.filter_map(|by| Some(Paid { by, cards: cheapest_of(game, by, plan)? }));
    let cheapest = able.min_by_key(|paid| (worth(paid.cards.cards()), paid.by != own));
    cheapest.unwrap_or_else(|| {
        let hand = game.world.commander(own).map_or(Cards::NONE, |c| c.hand);
        let card = hand.iter().last().unwrap_or(Colour::Black);
        Paid { by: own, cards: Payment { card, extra: Cards::NONE, upgrade: None } }
    })
}

/// The Commander whose troops a unit belongs to.
pub fn commander_of(game: Game<'_>, ug: UgId) -> CommanderId {
    game.world.get(ug).map_or(CommanderId(0), |state| state.command)
}

/// The units of an action.
fn units(action: &Action) -> Option<UgId> {
    match action {
        Action::March(march) => march.ugs.first().copied(),
        Action::Turn(turned) => Some(turned.ug),
        Action::FallBack { ug, .. }
        | Action::Reshape { ug, .. }
        | Action::Switch { ug, .. }
        | Action::Recover { ug } => Some(*ug),
        Action::Commander(_) => None,
    }
}

/// An action with cards for it, or why it cannot be made at all.
pub fn prompted(
    game: Game<'_>,
    side: Side,
    action: Action,
    by: Option<CommanderId>,
) -> Result<Decision, Refusal> {
    let first = || game.world.commanders_of(side).next().unwrap_or(CommanderId(0));
    let own = by.or_else(|| units(&action).map(|ug| commander_of(game, ug))).unwrap_or_else(first);
    let worked_out = plan(game, side, &action, own)?;
    let Paid { by, cards } = match (&action, by) {
        // A Commander moves himself, and recovers only near himself.
        (Action::Commander(_), _) | (_, Some(_)) => {
            let cards = cheapest_of(game, own, &worked_out);
            cards.map_or_else(|| payment(game, side, &worked_out, own), |cards| Paid { by: own, cards })
        }
        _ => payment(game, side, &worked_out, own),
    };
    Ok(Decision::Prompt { action, by, cards, leave: false })
}
