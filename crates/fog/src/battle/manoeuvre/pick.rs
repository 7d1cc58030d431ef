//! One random legal choice, without working out all that there are: for random players.

use super::candidates::{MOST, actions, divisions, riders};
use super::messages::{Decision, Request};
use super::{look, moves};
use crate::battle::Decision as Whole;
use crate::battle::world::{GroupId, World};
use caracole_kernel::Below;
use caracole_kernel::Side;

/// How many choices a battle group has, more or less.
const EACH: usize = 8;

/// A random legal move, or the end of moving: drawn battle group by battle group.
pub fn next_move(world: &World, side: Side, below: Below<'_>) -> Whole {
    Whole::Manoeuvre(drawn_move(world, side, below))
}

fn drawn_move(world: &World, side: Side, below: Below<'_>) -> Decision {
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
