//! Choices to offer in the Movement Phase: some for each unit, all legal. Others can be said in words.

use super::march::{full, whole};
use super::{cheapest_of, plan};
use crate::battle::world::{CommanderId, Game, UgId};
use crate::battle::{Action, Bw, Decision, Leg, March, NewPost, Switch, Turned};
use caracole_kernel::Side;
use caracole_plane::Hand;

/// Adds choices for every unit and Commander.
pub fn add(game: Game<'_>, side: Side, out: &mut Vec<Decision>) {
    let commanders: Vec<CommanderId> = game.world.commanders_of(side).collect();
    let payers = || {
        commanders.iter().copied().filter(|c| game.world.commander(*c).is_some_and(|c| c.hand.total() > 0))
    };
    let ugs: Vec<UgId> = game.world.of_side(side).filter(|ug| !game.world[*ug].acted).collect();
    for ug in ugs.iter().copied() {
        for action in of_unit(game, ug, &ugs) {
            let Some(by) = commanders.first().copied() else { continue };
            let Ok(plan) = plan(game, side, &action, by) else { continue };
            for by in payers() {
                if let Some(cards) = cheapest_of(game, by, &plan) {
                    out.push(Decision::Prompt { action: action.clone(), by, cards, leave: false });
                }
            }
        }
    }
    for ug in ugs.iter().copied().filter(|ug| game.world[*ug].slow.total() > 0) {
        out.extend(super::through::choices(game, side, ug));
    }
    for by in payers() {
        for ug in game.world.of_side(side).filter(|ug| game.world[*ug].command == by) {
            let action = Action::Commander(NewPost::With { ug, file: 0, ahead: false });
            let Ok(plan) = plan(game, side, &action, by) else { continue };
            if let Some(cards) = cheapest_of(game, by, &plan) {
                out.push(Decision::Prompt { action, by, cards, leave: false });
            }
        }
    }
}

fn march(ugs: Vec<UgId>, legs: Vec<Leg>) -> Action {
    Action::March(March { ugs, pulled: Vec::new(), legs, second: None })
}

fn of_unit(game: Game<'_>, ug: UgId, own: &[UgId]) -> Vec<Action> {
    let far = full(game, ug);
    let mut all = Vec::new();
    for length in [whole(far), whole(far / 2)].into_iter().flatten() {
        all.push(march(vec![ug], vec![Leg::Forward(length)]));
        all.push(Action::FallBack { ug, by: length });
    }
    for hand in [Hand::Left, Hand::Right] {
        for degrees in [15, 45] {
            all.push(march(vec![ug], vec![Leg::Wheel { hand, degrees }]));
        }
        let wheel = Leg::Wheel { hand, degrees: 20 };
        all.push(march(vec![ug], vec![wheel, Leg::Forward(Bw::whole(1))]));
        all.push(march(vec![ug], vec![Leg::Forward(Bw::whole(2)), Leg::Shift { hand, by: Bw::whole(1) }]));
        all.push(Action::Turn(Turned { ug, to: Some(hand), forward: None, move_first: false }));
    }
    all.push(Action::Turn(Turned { ug, to: None, forward: None, move_first: false }));
    all.push(Action::Turn(Turned { ug, to: None, forward: Some(Bw::whole(2)), move_first: false }));
    let wide = u8::try_from(game.world.formation(ug).width()).unwrap_or(u8::MAX);
    for left in [0, 1] {
        all.push(Action::Reshape { ug, wide: wide.saturating_add(1), left });
        all.push(Action::Reshape { ug, wide: wide.saturating_sub(1), left });
    }
    all.extend(
        game.world[ug].profile.forms().iter().map(|form| Action::Switch { ug, to: Switch::Form(*form) }),
    );
    all.extend(
        [Switch::Dismount, Switch::Mount, Switch::Square, Switch::Obstacles]
            .map(|to| Action::Switch { ug, to }),
    );
    for other in own
        .iter()
        .copied()
        .filter(|other| *other > ug && game.world[*other].command == game.world[ug].command)
    {
        if let Some(length) = whole(far.min(full(game, other))) {
            all.push(march(vec![ug, other], vec![Leg::Forward(length)]));
        }
    }
    all
}
