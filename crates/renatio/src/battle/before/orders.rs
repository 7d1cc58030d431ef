//! Ambushes and flank marches are ordered, unseen by the other side.

use super::deploy::undeployed;
use super::message::{Decision, Event, Request};
use super::{ask, before, square_of, tell};
use crate::battle::ambush;
use crate::battle::march;
use crate::battle::system::Renatio;
use crate::battle::world::{Ambush, CommanderId, FlankMarch, Game, Lurk, Presence, UgId};
use crate::battle::{Asked, Bw, Cx, Flow, Input, Order};
use crate::charts::SecureFlank;
use crate::formation::check_shape;
use crate::troops::Form;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::Hand;
use serde::{Deserialize, Serialize};

/// Each side orders its ambushes and flank marches, the defender first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    /// Sides that are done.
    done: u8,
}

impl Orders {
    fn side(self, game: Game<'_>) -> Option<Side> {
        let defender = before(game.world)?.defender;
        [defender, defender.other()].get(usize::from(self.done)).copied()
    }
}

/// The side edge, as red sees it, that a river or the coast secures.
fn secured(game: Game<'_>) -> Option<Hand> {
    let pre = before(game.world)?;
    let water = square_of(game.charts(), pre.square).is_some_and(|square| square.flank == SecureFlank::Water);
    pre.flank.filter(|_| water)
}

fn lurk(game: Game<'_>, side: Side, ug: UgId, wide: u8, form: Option<Form>) -> Result<Lurk, Refusal> {
    if !undeployed(game, side).contains(&ug) {
        let problem = "You have no such unit that waits to be deployed";
        return Err(Refusal::new(rule!("TABLE-009"), problem, "Name one that does."));
    }
    ambush::check_unit(game, ug)?;
    let state = &game.world[ug];
    let form = form.unwrap_or_else(|| ambush::usual_form(game, ug));
    if !state.profile.forms().contains(&form) {
        return Err(Refusal::new(
            rule!("TABLE-002"),
            "The unit cannot take this formation",
            "Choose another.",
        ));
    }
    check_shape(game.charts(), state.profile.shape, state.base_count, wide)?;
    Ok(Lurk { ug, wide, form, commander: None })
}

fn check(game: Game<'_>, side: Side, chosen: &Decision) -> Result<(), Refusal> {
    enforces!("RETG-FLANK-030", "RETG-FLANK-031", "RETG-FLANK-035", "RETG-FLANK-008", "RETG-PBS-032");
    match chosen {
        Decision::Ambush { at, ug, wide, form } => {
            let placed = game.world.secrets.ambushes.iter().filter(|ambush| ambush.side == side).count();
            if placed >= usize::from(game.charts().command_cards.ambush_cards).min(ambush::CARDS) {
                let problem = "There are three ambush cards";
                return Err(Refusal::new(rule!("RETG-FLANK-031"), problem, "Order something else, or pass."));
            }
            let lurk = ug.map(|ug| lurk(game, side, ug, *wide, *form)).transpose()?;
            ambush::check_place(game, side, *at, lurk.as_ref())
        }
        Decision::March { commander, edge: Some(edge), ugs } => {
            march::check(game, side, *commander, ugs, secured(game), *edge)
        }
        Decision::March { commander, edge: None, ugs } => {
            enforces!("RETG-FLANK-009");
            march::check_leader(game, side, *commander)?;
            match ugs.is_empty() {
                true => Ok(()),
                false => {
                    let problem = "Nobody marches in a bluff";
                    Err(Refusal::new(rule!("RETG-FLANK-008"), problem, "Name an edge, or no units."))
                }
            }
        }
        _ => Err(NotAsked.into()),
    }
}

fn carry_out(cx: &mut Cx<'_>, side: Side, chosen: &Decision) {
    let game = Game::new(cx.scenario, cx.world);
    match chosen {
        Decision::Ambush { at, ug, wide, form } => {
            let placed = game.world.secrets.ambushes.iter().filter(|ambush| ambush.side == side).count();
            let card = u8::try_from(placed + 1).unwrap_or(u8::MAX);
            let base = ambush::ground(game, side, *at);
            let lurk = ug.and_then(|ug| lurk(game, side, ug, *wide, *form).ok());
            let new = Ambush { side, card, at: *at, base, lurk, command: None };
            cx.world.secrets.ambushes.push(new);
            if let Some(lurk) = lurk {
                cx.world[lurk.ug].presence = Presence::Hidden;
            }
            tell(cx, Event::Ambush { side, card, at: *at, ug: *ug });
        }
        Decision::March { commander, edge, ugs } => {
            let (commander, edge, ugs) = (*commander, *edge, ugs.clone());
            for ug in &ugs {
                let state = &mut cx.world[*ug];
                (state.presence, state.command) = (Presence::Marching, commander);
            }
            let (announced, entering) = (false, None);
            let new = FlankMarch { commander, side, edge, ugs: ugs.clone(), announced, entering };
            cx.world.secrets.marches.push(new);
            tell(cx, Event::Marches { commander, side, edge, ugs });
        }
        _ => {}
    }
}

impl Play<Renatio> for Orders {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match input {
            I::Order(Order::Before(chosen)) => {
                if let Some(side) = self.side(Game::new(cx.scenario, cx.world)) {
                    carry_out(cx, side, &chosen);
                }
            }
            I::Order(_) => self.done += 1,
            _ => {}
        }
        self.side(Game::new(cx.scenario, cx.world)).map_or(F::Done(()), |side| ask(side, Request::Orders))
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            crate::battle::Decision::Pass => Ok(Order::Pass),
            crate::battle::Decision::Before(chosen) => {
                check(game, asked.side, chosen)?;
                Ok(Order::Before(chosen.clone()))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        out.push(crate::battle::Decision::Pass);
        let all =
            choices(game, asked.side).into_iter().filter(|choice| check(game, asked.side, choice).is_ok());
        out.extend(all.take(12).map(crate::battle::Decision::Before));
    }
}

/// Orders to offer: ambushes in the middle of pieces of terrain, and a march and a bluff for each Sub-Commander.
fn choices(game: Game<'_>, side: Side) -> Vec<Decision> {
    let mut all = Vec::new();
    let width = i64::from(game.bw(1).get()).max(1);
    let hundredths =
        |length: caracole_plane::Um| i32::try_from(i64::from(length.get()) * 100 / width).unwrap_or(0);
    let waiting = undeployed(game, side);
    for piece in &game.terrain().pieces {
        let Some(outline) = piece.outline() else { continue };
        let [low, high] = outline.bounds();
        let at = [(low.x + high.x).half(), (low.y + high.y).half()].map(|length| Bw(hundredths(length)));
        let wide = |ug: &UgId| {
            let formation = game.charts().formations.of(game.world[*ug].profile.shape);
            formation.wide.min(game.world[*ug].base_count)
        };
        all.extend(waiting.iter().map(|ug| Decision::Ambush {
            at,
            ug: Some(*ug),
            wide: wide(ug),
            form: None,
        }));
        all.push(Decision::Ambush { at, ug: None, wide: 2, form: None });
    }
    let free = waiting.iter().copied().filter(|ug| !super::posts::is_allied(game, *ug)).take(3);
    let free: Vec<UgId> = free.collect();
    for commander in game.world.commanders_of(side).collect::<Vec<CommanderId>>() {
        for edge in [Hand::Left, Hand::Right] {
            all.push(Decision::March { commander, edge: Some(edge), ugs: free.clone() });
        }
        all.push(Decision::March { commander, edge: None, ugs: Vec::new() });
    }
    all
}
