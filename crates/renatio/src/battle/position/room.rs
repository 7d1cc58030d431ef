//! Room at the end of a move: friends are passed right through, and others give way.

use crate::battle::charge;
use crate::battle::position::fights::touching;
use crate::battle::shooting::{Circumstances, possible};
use crate::battle::world::{Fired, Foe, Game, UgId, World};
use crate::troops::Set;
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Group, Motion, Um, any_overlap, distance_to_clear, least_slide};

/// The most that a SuG is moved out of the way of an outcome move, in BW.
const FAR: i32 = 4;

/// Units that were moved out of the way, and where they stand.
pub type Displaced = Vec<(UgId, Group)>;

/// Whether nothing of others stands where a body would stand.
pub fn is_clear(game: Game<'_>, ug: UgId, body: &Group) -> bool {
    let rects = body.rects();
    let others = game.rects_of(game.world.on_table().filter(|other| *other != ug));
    let holds = rects.iter().all(|rect| game.scenario.field.table.holds(rect));
    holds && !any_overlap(&rects, &others) && !any_overlap(&rects, &game.camps())
}

/// How an outcome move is completed that would end upon friends: it goes on right through them, or SuGs give way to battle
/// troops by the least that makes room. Nothing if neither can be.
pub fn made(game: Game<'_>, ug: UgId, end: &Group, toward: Angle) -> Option<(Group, Displaced)> {
    enforces!("RETG-MOVE-044");
    let side = game.world[ug].side;
    let rects = end.rects();
    let entered = |own: &UgId| *own != ug && any_overlap(&rects, game.world.rects(*own));
    let friends = game.rects_of(game.world.of_side(side).filter(entered));
    let beyond = distance_to_clear(&rects, toward, &friends);
    let through = end.moved(&Motion::Slide { toward, distance: beyond });
    if is_clear(game, ug, &through) {
        return Some((through, Vec::new()));
    }
    if game.world[ug].acts_as_sug() {
        return None;
    }
    let light = |other: UgId, _: &Group| game.world[other].acts_as_sug();
    displaced(game, ug, end, game.bw(FAR), light).map(|moved| (end.clone(), moved))
}

/// Friends moved out of the way of a body by the least, if all that stand there may be and there is room for them.
pub fn displaced(
    game: Game<'_>,
    ug: UgId,
    end: &Group,
    most: Um,
    may: impl Fn(UgId, &Group) -> bool,
) -> Option<Displaced> {
    let rects = end.rects();
    let table = &game.scenario.field.table;
    let side = game.world[ug].side;
    if !rects.iter().all(|rect| table.holds(rect)) || any_overlap(&rects, &game.camps()) {
        return None;
    }
    let others: Vec<UgId> = game.world.on_table().filter(|other| *other != ug).collect();
    let hit = |other: &UgId| any_overlap(&rects, game.world.rects(*other));
    let (hit, stay): (Vec<UgId>, Vec<UgId>) = others.into_iter().partition(hit);
    let mut solid: Vec<BaseRect> = game.rects_of(stay).to_vec();
    solid.extend(game.camps());
    solid.extend(rects.iter().copied());
    let mut moved: Displaced = Vec::new();
    for other in hit {
        if game.world[other].side != side || !touching(game, other).is_empty() {
            return None;
        }
        let body = game.world.body(other);
        let slide = least_slide(&body.rects(), &solid, most)?;
        let body = body.moved(&slide);
        let stands = body.rects();
        if !stands.iter().all(|rect| table.holds(rect)) || !may(other, &body) {
            return None;
        }
        solid.extend(stands.iter().copied());
        moved.push((other, body));
    }
    Some(moved)
}

/// Whether a SuG may be displaced to a place: it gets nobody to shoot at and no SuG to charge whom it could not before.
pub fn gains_nothing(game: Game<'_>, sug: UgId, to: &Group) -> bool {
    enforces!("RETG-UNIV-015", "RETG-MOVE-064");
    let mut before: World = game.world.clone();
    let state = &mut before[sug];
    (state.fired, state.acted, state.deeds) = (Fired::default(), false, Set::default());
    let mut after = before.clone();
    after.put(sug, to);
    let (before, after) = (Game::new(game.scenario, &before), Game::new(game.scenario, &after));
    let shot_at = |game: Game<'_>| -> Vec<UgId> {
        possible(game, sug, Circumstances::default()).iter().map(|shot| shot.at).collect()
    };
    let charged = |game: Game<'_>| -> Vec<Foe> {
        let all = charge::possible(game, sug).into_iter().flat_map(|charge| charge.targets);
        all.filter(|foe| foe.ug().is_some_and(|enemy| game.world[enemy].acts_as_sug())).collect()
    };
    let (shot_before, charged_before) = (shot_at(before), charged(before));
    shot_at(after).iter().all(|at| shot_before.contains(at))
        && charged(after).iter().all(|foe| charged_before.contains(foe))
}
