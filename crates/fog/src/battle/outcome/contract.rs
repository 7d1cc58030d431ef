//! Pursuers who drop bases back to pass friends in their way, or slide to stay on the table.

use super::pursuit::{Chase, open_path, path_of};
use crate::battle::arrange::rearrangements;
use crate::battle::charge::past::least_shift;
use crate::battle::position::command;
use crate::battle::world::{GroupId, World};
use crate::field::laid_out;
use crate::formation::Formation;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Group, Hand, Motion, Pose, Um, any_overlap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A narrower front: so many files given up at each end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Narrower {
    /// Files that drop back at the left end.
    pub from_left: u8,
    /// Files that drop back at the right end.
    pub from_right: u8,
    /// How they all stand then.
    pub formation: Formation,
}

impl Narrower {
    fn anchor(&self, world: &World, group: GroupId) -> Pose {
        let aside = world.field.base_width() * i32::from(self.from_left);
        // Level with the foremost file, whichever that is.
        world.anchor(group).offset(aside, world.body(group).foremost())
    }

    /// The battle group stands so from now on.
    pub(super) fn take_up(&self, world: &mut World, group: GroupId) {
        let anchor = self.anchor(world, group);
        world.arrange(group, &self.formation, anchor);
        command::keep_front_files(world, group);
    }
}

/// Every way to drop back no more bases than it takes for pursuers to pass the friends in their way.
pub(super) fn contractions(world: &World, chase: &Chase) -> Vec<Narrower> {
    enforces!("FOGR-JAP-028");
    let group = chase.group;
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let width = world.formation(group).width();
    let others: Vec<BaseRect> =
        world.on_table().filter(|&g| g != group).flat_map(|g| world.obstruction(g)).copied().collect();
    let passes = |way: &Narrower| {
        let body = laid_out(world.field.scale, &way.formation, way.anchor(world, group), Um::ZERO);
        world.body_may_stand(&body)
            && !any_overlap(&body.rects(), &others)
            && !path_of(world, chase, &body).1.friends
    };
    for narrower in (1..width).rev().take(world.book.most_files_given_up()) {
        let given_up = u8::try_from(width - narrower).unwrap_or(u8::MAX);
        let ways =
            rearrangements(&nature, world.formation(group), narrower).into_iter().flat_map(|formation| {
                (0..=given_up).map(move |from_left| Narrower {
                    from_left,
                    from_right: given_up - from_left,
                    formation: formation.clone(),
                })
            });
        let passing: Vec<Narrower> = ways.filter(passes).collect();
        if !passing.is_empty() {
            return passing;
        }
    }
    Vec::new()
}

/// The least slide with which the whole move of a pursuer stays on the table, if it would leave it otherwise.
pub(super) fn slide_to_stay(world: &World, chase: &Chase) -> Option<Motion> {
    let widths = world.book.widths_to_stay_on_table();
    let leaves = |body: &Group| open_path(world, chase, body).first_exit(&world.field.table).is_some();
    let body = world.body(chase.group);
    if widths == 0 || !leaves(body) {
        return None;
    }
    let most = world.field.base_width() * widths;
    let to_hand = |hand: Hand| {
        let by = least_shift(most, |by| leaves(&body.moved(&body.shift(hand, by))))?;
        Some((by, body.shift(hand, by)))
    };
    let first = world.hand_where_equal();
    let ways = [first, first.other()].into_iter().filter_map(to_hand);
    let (_, slide) = ways.min_by_key(|(by, _)| *by)?;
    let slid = body.moved(&slide);
    let rects = slid.rects();
    let others = world.on_table().filter(|&g| g != chase.group);
    let free =
        world.body_may_stand(&slid) && others.into_iter().all(|g| !any_overlap(&rects, world.obstruction(g)));
    free.then_some(slide)
}
