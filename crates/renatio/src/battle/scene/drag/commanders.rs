//! Commanders: one is dragged to a unit, or to open ground.

use super::{bw, with_cards};
use crate::battle::world::{CommanderId, Game, UgId};
use crate::battle::{Action, Decision, NewPost};
use caracole_kernel::Side;
use caracole_plane::Point;
use caracole_tabletop::drag::{PARTS, Way, part_of};

pub(super) fn found(game: Game<'_>, side: Side, id: CommanderId, way: &Way) -> Option<Vec<Decision>> {
    let from = game.world.commander_base(id)?.front.at;
    let end = way.moved_along(from)?;
    let under = game.world.of_side(side).find(|ug| {
        let near = game.bw(1).half();
        game.world.rects(*ug).iter().any(|rect| rect.distance_to_point(way.to) <= near)
    });
    let mut posts: Vec<NewPost> = under.map(|ug| beside(game, ug, way.to)).unwrap_or_default();
    let to = |n: i32| {
        let point = part_of(from, end, n);
        NewPost::At([bw(game, point.x), bw(game, point.y)])
    };
    posts.extend((1..=PARTS).rev().map(to));
    Some(posts.into_iter().map(|to| with_cards(game, side, Action::Commander(to), id)).collect())
}

/// With the file under the hand: ahead of it if the hand is before the front, else behind.
fn beside(game: Game<'_>, ug: UgId, to: Point) -> Vec<NewPost> {
    let bases = game.world.bases_of(ug);
    let nearest = bases.iter().min_by_key(|base| base.base.rect().distance_to_point(to));
    let Some(file) = nearest.map(|base| base.at.file) else { return Vec::new() };
    let (_, forward) = game.world.body(ug).anchor.local(to);
    let ahead = forward > caracole_plane::Um::ZERO;
    [ahead, !ahead].map(|ahead| NewPost::With { ug, file, ahead }).to_vec()
}
