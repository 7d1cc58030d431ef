//! One legal choice by chance, without working out all that there are: for random players.

use super::candidates::{self, MOST, actions, divisions, riders};
use super::messages::{Decision, Request};
use super::{look, moves};
use crate::battle::world::{GroupId, World};
use crate::battle::{Decision as Whole, Seen};
use caracole_kernel::Side;

/// A source of numbers below the one it is given.
type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// How many choices a battle group has, more or less.
const EACH: usize = 8;

/// A legal choice by chance. Moves are drawn group by group; what is asked more rarely is drawn from all candidates.
pub fn pick(battle: Seen<'_>, side: Side, request: &Request, below: Below<'_>) -> Option<Whole> {
    if *request == Request::Move {
        return Some(Whole::Manoeuvre(next_move(battle.world(), side, below)));
    }
    let mut all = Vec::new();
    candidates::candidates(battle, side, request, &mut all);
    if all.is_empty() { None } else { Some(all.swap_remove(below(all.len()))) }
}

fn next_move(world: &World, side: Side, below: Below<'_>) -> Decision {
    let mut waiting: Vec<GroupId> = world.of_side(side).filter(|&g| world[g].phase.moves == 0).collect();
    if below(MOST.min(EACH * waiting.len()) + 1) == 0 {
        return Decision::Done;
    }
    let free = |g: &GroupId| moves::can_move(world, side, *g).is_ok();
    let together = match below(EACH) {
        0 => riders(world, side),
        1 => {
            let free: Vec<GroupId> = waiting.iter().copied().filter(free).collect();
            divisions(world, side, &free)
        }
        _ => Vec::new(),
    };
    if let Some(found) = first_legal(world, side, together, below) {
        return found;
    }
    while !waiting.is_empty() {
        let group = waiting.swap_remove(below(waiting.len()));
        if !free(&group) {
            continue;
        }
        let wanted = actions(world, group).into_iter().map(|action| Decision::Move { group, action });
        if let Some(found) = first_legal(world, side, wanted.collect(), below) {
            return found;
        }
    }
    Decision::Done
}

/// The first of these choices, drawn one after the other, that is legal.
fn first_legal(world: &World, side: Side, mut wanted: Vec<Decision>, below: Below<'_>) -> Option<Decision> {
    while !wanted.is_empty() {
        let decision = wanted.swap_remove(below(wanted.len()));
        if look(world, side, &Request::Move, &decision).is_ok() {
            return Some(decision);
        }
    }
    None
}
