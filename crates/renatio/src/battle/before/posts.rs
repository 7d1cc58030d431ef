//! Commanders are placed, and each says which units are his.

use super::message::{Decision, Event, Request};
use super::{ask, before, tell};
use crate::battle::system::Renatio;
use crate::battle::world::{CommanderId, Game, Post, UgId, World};
use crate::battle::{Asked, Cx, Flow, Input, Order};
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Commands are declared, the defender's first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commands {
    /// Commanders who have theirs.
    done: Vec<CommanderId>,
    /// Units that have a Commander.
    taken: Vec<UgId>,
}

impl Commands {
    fn next(&self, world: &World) -> Option<(Side, CommanderId)> {
        let defender = before(world)?.defender;
        [defender, defender.other()].into_iter().find_map(|side| {
            let mut own = world.commanders_of(side);
            own.find(|id| !self.done.contains(id)).map(|id| (side, id))
        })
    }

    /// The units of a side without a Commander, from left to right.
    fn left(&self, game: Game<'_>, side: Side) -> Vec<UgId> {
        let mut left: Vec<UgId> = game.world.of_side(side).filter(|ug| !self.taken.contains(ug)).collect();
        left.sort_by_key(|ug| (game.world.body(*ug).front_centre().at.x, *ug));
        left
    }

    fn is_last(&self, world: &World, side: Side) -> bool {
        world.commanders_of(side).filter(|id| !self.done.contains(id)).count() == 1
    }
}

impl Play<Renatio> for Commands {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-PBS-038", "RETG-PBS-040", "RETG-CMD-020");
        if let I::Order(Order::Before(Decision::Command { commander, ugs, with, file })) = input {
            for ug in &ugs {
                cx.world[*ug].command = commander;
            }
            if let Some(state) = cx.world.commander_mut(commander) {
                state.post = Post::With { ug: with, file, ahead: false };
            }
            self.done.push(commander);
            self.taken.extend(&ugs);
            tell(cx, Event::Commands { commander, ugs });
        }
        self.next(cx.world).map_or(F::Done(()), |(side, _)| ask(side, Request::Command))
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let (crate::battle::Decision::Before(chosen), Some((side, next))) = (decision, self.next(game.world))
        else {
            return Err(NotAsked.into());
        };
        let Decision::Command { commander, ugs, with, file } = chosen else { return Err(NotAsked.into()) };
        let rule = rule!("RETG-CMD-020");
        let refuse = |problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
        if *commander != next {
            return refuse("Another Commander is asked for", "Answer for the Commander who is named.");
        }
        let left = self.left(game, side);
        let twice = ugs.iter().enumerate().any(|(n, ug)| ugs[..n].contains(ug));
        if twice || !ugs.iter().all(|ug| left.contains(ug)) {
            return refuse(
                "A unit is named that is not free",
                "Name units that have no Commander, each once.",
            );
        }
        if self.is_last(game.world, side) && ugs.len() != left.len() {
            return refuse(
                "Units are left without a Commander",
                "Give the last Commander all that are left.",
            );
        }
        let own = game.world.of_side(side).any(|ug| ug == *with);
        if !own || !game.world.formation(*with).files().any(|known| known == *file) {
            return refuse("The Commander has no place there", "Name a file of one of your own units.");
        }
        Ok(Order::Before(chosen.clone()))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let Some((side, commander)) = self.next(game.world) else { return };
        let left = self.left(game, side);
        let waiting = game.world.commanders_of(side).filter(|id| !self.done.contains(id)).count().max(1);
        let share = if waiting == 1 { left.len() } else { left.len().div_ceil(waiting) };
        let any = game.world.of_side(side).next();
        for ugs in [
            left.iter().take(share).copied().collect::<Vec<_>>(),
            left.iter().rev().take(share).copied().collect(),
        ] {
            let Some(with) = ugs.get(ugs.len() / 2).copied().or(any) else { continue };
            let file = game.world.formation(with).files().next().unwrap_or(0);
            let chosen = crate::battle::Decision::Before(Decision::Command { commander, ugs, with, file });
            if !out.contains(&chosen) {
                out.push(chosen);
            }
        }
    }
}
