//! Commanders are placed, and each says which units are his.

use super::message::{Decision, Event, Request};
use super::{ask, before, tell};
use crate::army::Role;
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
    /// Bluffs have been shown.
    shown: bool,
}

impl Commands {
    fn next(&self, world: &World) -> Option<(Side, CommanderId)> {
        let defender = before(world)?.defender;
        [defender, defender.other()].into_iter().find_map(|side| {
            let mut own = world.commanders_of(side);
            own.find(|id| !self.done.contains(id) && !world.secrets.marches(*id)).map(|id| (side, id))
        })
    }

    /// The next ambush card that belongs to no command yet.
    fn next_card(world: &World) -> Option<(Side, u8)> {
        enforces!("RETG-FLANK-037", "RETG-CMD-021");
        let defender = before(world)?.defender;
        [defender, defender.other()].into_iter().find_map(|side| {
            let mut own = world.secrets.ambushes.iter().filter(|ambush| ambush.side == side);
            own.find(|ambush| ambush.command.is_none()).map(|ambush| (side, ambush.card))
        })
    }

    /// Commanders on flank marches stay beside the camp; bluffs are shown and those Commanders are placed.
    fn show_bluffs(&mut self, cx: &mut Cx<'_>) {
        enforces!("RETG-FLANK-009");
        if std::mem::replace(&mut self.shown, true) {
            return;
        }
        let all = std::mem::take(&mut cx.world.secrets.marches);
        let (real, bluffs): (Vec<_>, Vec<_>) = all.into_iter().partition(|march| march.edge.is_some());
        for march in &real {
            if let Some(commander) = cx.world.commander_mut(march.commander) {
                commander.post = Post::Gone;
            }
        }
        cx.world.secrets.marches = real;
        for march in bluffs {
            if let Some(commander) = cx.world.commander_mut(march.commander) {
                commander.bluffed = true;
            }
            tell(cx, Event::Bluffed { commander: march.commander });
        }
    }

    /// A card is allotted, and with it who lies there.
    fn allot(cx: &mut Cx<'_>, to: CommanderId) {
        let Some((side, card)) = Commands::next_card(cx.world) else { return };
        let mut lies = None;
        for ambush in cx.world.secrets.ambushes.iter_mut().filter(|a| a.side == side && a.card == card) {
            ambush.command = Some(to);
            lies = ambush.lurk.map(|lurk| lurk.ug);
        }
        if let Some(ug) = lies {
            cx.world[ug].command = to;
        }
        tell(cx, Event::Allotted { side, card, to });
    }

    fn check_allotted(game: Game<'_>, side: Side, to: CommanderId) -> Result<(), Refusal> {
        let own = game.world.commander(to).is_some_and(|c| c.side == side) && !game.world.secrets.marches(to);
        let card = Commands::next_card(game.world).map(|(_, card)| card);
        let of_card = game.world.secrets.ambushes.iter().find(|a| a.side == side && Some(a.card) == card);
        let strange = of_card
            .and_then(|ambush| ambush.lurk)
            .is_some_and(|lurk| is_allied(game, lurk.ug) != is_ally(game.world, to));
        if own && !strange {
            return Ok(());
        }
        let problem = "An ambush card belongs to a Commander of yours on the table, an ally's to the ally";
        Err(Refusal::new(rule!("RETG-FLANK-037"), problem, "Name another."))
    }

    /// Whether a Commander may lie in ambush with a unit: all of his command does.
    fn lies_with(game: Game<'_>, commander: CommanderId, ugs: &[UgId], with: UgId) -> bool {
        enforces!("RETG-FLANK-033");
        let mut own = game.world.secrets.ambushes.iter().filter(|a| a.command == Some(commander));
        ugs.is_empty() && own.any(|ambush| ambush.lurk.is_some_and(|lurk| lurk.ug == with))
    }

    /// The units without a Commander that this one may command, from left to right: allies command allies.
    fn left(&self, game: Game<'_>, side: Side, commander: CommanderId) -> Vec<UgId> {
        enforces!("RETG-CMD-035", "RETG-ARMY-008");
        let ally = is_ally(game.world, commander);
        let own = game.world.of_side(side).filter(|ug| is_allied(game, *ug) == ally);
        let mut left: Vec<UgId> = own.filter(|ug| !self.taken.contains(ug)).collect();
        left.sort_by_key(|ug| (game.world.body(*ug).front_centre().at.x, *ug));
        left
    }

    /// Commanders of the same kind, allies or not, who have no command yet, this one among them.
    fn waiting(&self, world: &World, side: Side, commander: CommanderId) -> usize {
        let ally = is_ally(world, commander);
        let all = world.commanders_of(side).filter(|id| {
            !self.done.contains(id) && !world.secrets.marches(*id) && is_ally(world, *id) == ally
        });
        all.count()
    }
}

fn is_ally(world: &World, commander: CommanderId) -> bool {
    world.commander(commander).is_some_and(|c| c.role == Role::Ally)
}

/// Whether a unit is of the allied contingent of its army.
pub fn is_allied(game: Game<'_>, ug: UgId) -> bool {
    let state = &game.world[ug];
    let unit = game.scenario.armies[state.side].each_unit().nth(usize::from(state.listed));
    unit.is_some_and(|unit| unit.ally)
}

impl Play<Renatio> for Commands {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-PBS-038", "RETG-PBS-040", "RETG-CMD-020");
        self.show_bluffs(cx);
        if let I::Order(Order::Before(Decision::Allot(to))) = input {
            Commands::allot(cx, to);
        } else if let I::Order(Order::Before(Decision::Command { commander, ugs, with, file })) = input {
            for ug in &ugs {
                cx.world[*ug].command = commander;
            }
            let hides = Commands::lies_with(Game::new(cx.scenario, cx.world), commander, &ugs, with);
            if let Some(state) = cx.world.commander_mut(commander) {
                state.post = if hides { Post::Gone } else { Post::With { ug: with, file, ahead: false } };
            }
            let lurks = cx.world.secrets.ambushes.iter_mut().filter_map(|ambush| ambush.lurk.as_mut());
            for lurk in lurks.filter(|lurk| hides && lurk.ug == with) {
                lurk.commander = Some(commander);
            }
            self.done.push(commander);
            self.taken.extend(&ugs);
            tell(cx, Event::Commands { commander, ugs });
        }
        if let Some((side, card)) = Commands::next_card(cx.world) {
            return ask(side, Request::Allot { card });
        }
        self.next(cx.world).map_or(F::Done(()), |(side, _)| ask(side, Request::Command))
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        if let (crate::battle::Decision::Before(Decision::Allot(to)), Some(_)) =
            (decision, Commands::next_card(game.world))
        {
            Commands::check_allotted(game, asked.side, *to)?;
            return Ok(Order::Before(Decision::Allot(*to)));
        }
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
        let left = self.left(game, side, next);
        let twice = ugs.iter().enumerate().any(|(n, ug)| ugs[..n].contains(ug));
        if twice || !ugs.iter().all(|ug| left.contains(ug)) {
            return refuse(
                "A unit is named that is not free",
                "Name units that have no Commander, each once.",
            );
        }
        if self.waiting(game.world, side, next) == 1 && ugs.len() != left.len() {
            return refuse(
                "Units are left without a Commander",
                "Give the last Commander all that are left.",
            );
        }
        if Commands::lies_with(game, *commander, ugs, *with) {
            return Ok(Order::Before(chosen.clone()));
        }
        let own = game.world.of_side(side).any(|ug| ug == *with);
        if !own || !game.world.formation(*with).files().any(|known| known == *file) {
            return refuse("The Commander has no place there", "Name a file of one of your own units.");
        }
        Ok(Order::Before(chosen.clone()))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        if Commands::next_card(game.world).is_some() {
            let all = game.world.commanders_of(asked.side);
            let able = all.filter(|to| Commands::check_allotted(game, asked.side, *to).is_ok());
            out.extend(able.map(|to| crate::battle::Decision::Before(Decision::Allot(to))));
            return;
        }
        let Some((side, commander)) = self.next(game.world) else { return };
        let left = self.left(game, side, commander);
        let waiting = self.waiting(game.world, side, commander).max(1);
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
