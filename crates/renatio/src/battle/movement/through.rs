//! CM2: a unit moves on through fire.

use super::march::{full, whole};
use super::pay::{check_prompt, payments};
use super::plan::plan;
use crate::battle::charge::{check_regain, regains};
use crate::battle::world::{CommanderId, Game, UgId, World};
use crate::battle::{Action, Bw, Decision, Leg, March, Order, Paid};
use crate::cards::Payment;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};

/// The unit that moves by an action, if it is one.
fn mover(action: &Action) -> Option<UgId> {
    match action {
        Action::March(march) => match march.ugs.as_slice() {
            [ug] => Some(*ug),
            _ => None,
        },
        Action::Turn(turned) => Some(turned.ug),
        Action::FallBack { ug, .. } => Some(*ug),
        _ => None,
    }
}

/// The world in which a unit has won back so much, and the cards for it are gone.
fn regained(game: Game<'_>, ug: UgId, back: u8, paid: &Paid) -> World {
    let mut world = game.world.clone();
    let slow = &mut world[ug].slow;
    let of_fire = slow.fire.min(back);
    slow.fire -= of_fire;
    slow.kab = slow.kab.saturating_sub(back - of_fire);
    if let Some(commander) = world.commander_mut(paid.by) {
        commander.hand = commander.hand.less(paid.cards.cards()).unwrap_or(commander.hand);
        commander.upgraded |= paid.cards.upgrade.is_some();
    }
    world
}

/// Checks a move with cards against fire.
pub fn check(
    game: Game<'_>,
    side: Side,
    action: &Action,
    (by, cards, leave): (CommanderId, &Payment, bool),
    through: &Paid,
) -> Result<Order, Refusal> {
    enforces!("RETG-SHOOT-046", "RETG-SEQ-025");
    let Some(ug) = mover(action) else {
        let problem = "Cards against fire go with the move of one unit";
        return Err(Refusal::new(rule!("RETG-SHOOT-046"), problem, "Move the unit by itself."));
    };
    super::plan::own_ug(game, side, ug)?;
    let (regain, paid, back) = check_regain(game, side, ug, through)?;
    let world = regained(game, ug, back, &paid);
    match check_prompt(Game::new(game.scenario, &world), side, action, by, cards, leave)? {
        Order::Prompt { by, cards, plan, leave } => {
            Ok(Order::Through { through: (Box::new(regain), paid), by, cards, plan, leave })
        }
        _ => Err(caracole_kernel::NotAsked.into()),
    }
}

/// Moves through fire to offer: straight ahead, as far as the cards bring a slowed unit.
pub fn choices(game: Game<'_>, side: Side, ug: UgId) -> Vec<Decision> {
    let mut all = Vec::new();
    for through in regains(game, side, ug) {
        let Ok((_, paid, back)) = check_regain(game, side, ug, &through) else { continue };
        let world = regained(game, ug, back, &paid);
        let after = Game::new(game.scenario, &world);
        let legs = whole(full(after, ug)).map(|length: Bw| vec![Leg::Forward(length)]);
        let march = |legs| Action::March(March { ugs: vec![ug], pulled: Vec::new(), legs, second: None });
        let Some(action) = legs.map(march) else { continue };
        let Some(first) = game.world.commanders_of(side).next() else { continue };
        let Ok(plan) = plan(after, side, &action, first) else { continue };
        let paid = payments(after, side, &plan).into_iter().map(|Paid { by, cards }| Decision::Through {
            action: action.clone(),
            by,
            cards,
            leave: false,
            through,
        });
        all.extend(paid.filter(|choice| is_legal(game, side, choice)));
    }
    all
}

fn is_legal(game: Game<'_>, side: Side, choice: &Decision) -> bool {
    match choice {
        Decision::Through { action, by, cards, leave, through } => {
            check(game, side, action, (*by, cards, *leave), through).is_ok()
        }
        _ => false,
    }
}
