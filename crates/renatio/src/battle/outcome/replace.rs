//! SP4.2 and SP6.2: Commanders who were killed in the turn before are replaced.

use super::message::{Decision, Event, Order, Request};
use crate::battle::system::Renatio;
use crate::battle::world::{CommanderId, Game, Post, UgId, World};
use crate::battle::{Asked, Cx, Flow, Input, NewPost};
use crate::troops::CommandType;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Commanders are replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replace {
    /// Who is still to be replaced.
    left: Vec<CommanderId>,
}

impl Replace {
    /// Those of these types who were killed in a turn before this one, the Active Player's first.
    pub fn new(world: &World, types: &[CommandType]) -> Replace {
        let turn = world.when.turn;
        let active = world.when.active;
        let due = |id: &CommanderId| {
            world.commander(*id).is_some_and(|c| {
                types.contains(&c.command_type) && c.dead_since.is_some_and(|since| since < turn)
            })
        };
        let sides = [active, active.other()];
        Replace { left: sides.into_iter().flat_map(|side| world.commanders_of(side)).filter(due).collect() }
    }
}

/// The units of a command that are left.
fn command_of(game: Game<'_>, id: CommanderId, side: Side) -> Vec<UgId> {
    game.world.of_side(side).filter(|ug| game.world[*ug].command == id).collect()
}

/// Where a replacement appears: with a unit of the command.
fn check(game: Game<'_>, side: Side, id: CommanderId, to: NewPost) -> Result<Post, Refusal> {
    enforces!("RETG-CMD-030");
    let NewPost::With { ug, file, ahead } = to else {
        let problem = "The replacement appears with a unit of the command";
        return Err(Refusal::new(rule!("RETG-CMD-030"), problem, "Name one of its units."));
    };
    let own = command_of(game, id, side).contains(&ug) && game.world.formation(ug).files().any(|f| f == file);
    if !own {
        let problem = "This is no file of a unit of the command";
        return Err(Refusal::new(rule!("RETG-CMD-030"), problem, "Name one of its units."));
    }
    Ok(Post::With { ug, file, ahead })
}

fn appear(cx: &mut Cx<'_>, id: CommanderId, post: Post) {
    enforces!("RETG-CMD-029");
    let Some(commander) = cx.world.commander_mut(id) else { return };
    (commander.post, commander.dead_since) = (post, None);
    let grade = commander.grade;
    cx.tell(Event::Replaced { commander: id, grade }.into());
}

/// A replacement without units appears at the camp, if it stands.
fn at_camp(cx: &mut Cx<'_>, id: CommanderId, side: Side) {
    let camp = cx.world.camps[side].filter(|camp| !camp.broken);
    if let Some(camp) = camp {
        let width = cx.world.base_width();
        let mut base = camp.base.zone_ahead(width);
        base.width = width;
        appear(cx, id, Post::Alone(base));
    }
}

impl Play<Renatio> for Replace {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        if let I::Order(crate::battle::Order::Outcome(Order::Flee(post))) = input
            && !self.left.is_empty()
        {
            let id = self.left.remove(0);
            appear(cx, id, post);
        }
        while let Some(id) = self.left.first().copied() {
            let game = Game::new(cx.scenario, cx.world);
            let Some(side) = game.world.commander(id).map(|c| c.side) else { break };
            if !command_of(game, id, side).is_empty() {
                return F::Ask(side, Request::Replace { commander: id }.into());
            }
            self.left.remove(0);
            at_camp(cx, id, side);
        }
        F::Done(())
    }

    fn check(
        &self,
        asked: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match (decision, self.left.first()) {
            (crate::battle::Decision::Outcome(Decision::Flee(to)), Some(id)) => {
                check(game, asked.side, *id, *to).map(|post| crate::battle::Order::Outcome(Order::Flee(post)))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let Some(id) = self.left.first().copied() else { return };
        for ug in command_of(game, id, asked.side) {
            let first = game.world.formation(ug).files().next().unwrap_or(0);
            let to = NewPost::With { ug, file: first, ahead: false };
            out.push(crate::battle::Decision::Outcome(Decision::Flee(to)));
        }
    }
}
