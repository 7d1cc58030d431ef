//! What happens on contact: bases turn to face, chargers close up, cohesion drops.

use super::approach::Met;
use super::plan::Standing;
use super::react;
use crate::battle::customs::FlankContact;
use crate::battle::impact::Event;
use crate::battle::position::contact;
use crate::battle::world::{GroupId, Presence, World};
use crate::battle::{Cx, outcome};
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{
    Angle, BaseRect, Extent, Group, Motion, Um, any_overlap, distance_to_clear, first_contact,
};

/// Drops a battle group one level of cohesion at once. Broken battle groups drop no further.
pub fn drop_level(cx: &mut Cx<'_>, group: GroupId, why: RuleId) {
    let g = &mut cx.world[group];
    if g.is_broken() {
        return;
    }
    g.cohesion = g.cohesion.dropped(1);
    g.turn.dropped = true;
    let to = g.cohesion;
    cx.tell(super::told(Event::CohesionDropped { group, to, why }));
}

/// Takes a battle group out of play. A commander with it stays where he is, on his own.
pub fn destroy(cx: &mut Cx<'_>, group: GroupId) {
    cx.world.leave(group, Presence::Destroyed);
    cx.tell(crate::battle::Event::Outcome(outcome::Event::Destroyed { group }));
}

/// What being contacted by a flank or rear charge does at once.
pub fn harm_by_flank_charge(cx: &mut Cx<'_>, charger: GroupId, target: GroupId) {
    match cx.world.book.flank_contact(cx.world, charger, target) {
        FlankContact::Nothing => {}
        FlankContact::Destroyed => destroy(cx, target),
        FlankContact::Drop(why) => {
            if !cx.world[target].turn.dropped_for_flank_charge && !cx.world[target].is_broken() {
                cx.world[target].turn.dropped_for_flank_charge = true;
                drop_level(cx, target, why);
            }
        }
    }
}

/// Everything that follows from a contact with one target. So many ranks of pike come to the edge of a tercio.
pub fn contacted(cx: &mut Cx<'_>, charger: GroupId, target: GroupId, met: Met, ranks: u8) {
    // What tells afterwards that it was charged in flank or rear, even where no base could turn.
    enforces!("FOGR-IMPACT-048");
    contact::note(cx.world, charger, target, met.approach);
    if met.is_in_flank_or_rear() {
        harm_by_flank_charge(cx, charger, target);
    }
    if cx.world[target].is_broken() {
        return;
    }
    let before = cx.world.clone();
    let bases = react::face(cx.world, charger, target, met, ranks);
    if bases.is_empty() {
        return;
    }
    close_up(cx.world, charger, target);
    let apart = !contact::touch(cx.world, charger, target);
    if apart || any_overlap(cx.world.rects(charger), cx.world.rects(target)) {
        // The chargers cannot give way, or not follow: nobody turns, and the charge counts all the same.
        enforces!("FOGR-IMPACT-049");
        *cx.world = before;
        return;
    }
    cx.tell(super::told(Event::BasesTurned { group: target, bases }));
}

/// Chargers give room to bases that turned, or follow them to keep contact; files that lost contact step up again.
pub fn close_up(world: &mut World, charger: GroupId, target: GroupId) {
    enforces!(
        "FOGR-IMPACT-049",
        "FOGR-IMPACT-050",
        "FOGAM-IMPACT-042",
        "FOGAM-UNUSUAL-006",
        "FOGAM-DIAGRAM-045"
    );
    let theirs = world.rects(target);
    let body = world.body(charger);
    let ahead = body.facing();
    let back = ahead + Angle::HALF;
    let away = distance_to_clear(&body.rects(), back, theirs);
    let cleared = body.moved(&Motion::Slide { toward: back, distance: away });
    let mut body = cleared.clone();
    let everybody = Standing::of(world, world.on_table().filter(|&g| g != charger)).rects;
    let reach = world.field.base_width() * 2;
    let forward = way_to(&body.rects(), ahead, reach, theirs);
    let free = way_to(&body.rects(), ahead, reach, &everybody);
    if let Some(distance) = forward
        && free.is_none_or(|f| distance <= f)
    {
        body = body.moved(&Motion::Slide { toward: ahead, distance });
    }
    let enemies = Standing::of(world, world.enemies_of(charger)).rects;
    let friends = Standing::of(world, world.friends_of(charger)).rects;
    let (stepped, _) =
        body.step_forward_to(&enemies, &friends, world.field.mu(2), |b, f| world.file_may_stand(b, f));
    let room = |b: &Group| {
        let rects = b.rects();
        !any_overlap(&rects, &everybody) && world.body_may_stand(b)
    };
    let best = [stepped, body, cleared].into_iter().find(room);
    if let Some(best) = best {
        world.put(charger, &best);
    }
}

/// The straight way that is left before something is touched.
fn way_to(movers: &[BaseRect], toward: Angle, most: Um, others: &[BaseRect]) -> Option<Um> {
    let slide = Motion::Slide { toward, distance: most };
    match first_contact(movers, &slide, others)?.after {
        Extent::Distance(d) => Some(d),
        Extent::Angle(_) => None,
    }
}
