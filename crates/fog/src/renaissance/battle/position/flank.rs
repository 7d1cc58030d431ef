//! Threatened flanks: four independent causes.

use super::{contact, defence, kinds, rates};
use crate::field::Grade;
use crate::formation::Status;
use crate::renaissance::battle::world::{GroupId, Posture, World};
use crate::troops::TroopType;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{
    Angle, BaseRect, Contact, Corner, Edge, Hand, Path, TableEdge, WheelMeasure, none_directly_ahead,
};
use smallvec::SmallVec;

/// The causes for which the flank of a battle group is threatened, by their rules; none if it is not.
#[must_use]
pub fn threats(world: &World, group: GroupId) -> SmallVec<[RuleId; 4]> {
    enforces!("FOGR-GLOSSARY-038");
    let mut found = SmallVec::new();
    if !kinds::is_foot(world, group) || !kinds::is_battle(world, group) {
        return found;
    }
    if near_edges(world, group, [TableEdge::Left, TableEdge::Right], 12) {
        found.push(rule!("FOGR-GLOSSARY-039"));
    }
    if near_edges(world, group, [TableEdge::Near, TableEdge::Far], 6) {
        found.push(rule!("FOGR-GLOSSARY-040"));
    }
    if Hand::BOTH.into_iter().any(|hand| mounted_on_flank(world, group, hand)) {
        found.push(rule!("FOGR-GLOSSARY-041"));
    }
    let charger = |e: GroupId| kinds::is_battle(world, e) && could_charge_flank_or_rear(world, e, group);
    if world.enemies_of(group).any(charger) {
        found.push(rule!("FOGR-GLOSSARY-043"));
    }
    found
}

/// Whether its flank is threatened.
#[must_use]
pub fn is_threatened(world: &World, group: GroupId) -> bool {
    !threats(world, group).is_empty()
}

fn near_edges(world: &World, group: GroupId, edges: [TableEdge; 2], mu: i32) -> bool {
    if world[group].status == Status::CommandedShot {
        return false;
    }
    let limit = world.field.mu(mu);
    let near = |r: &BaseRect| edges.iter().any(|e| world.field.table.distance_to_edge(*e, r) < limit);
    world.rects(group).iter().any(near)
}

/// Enemy mounted battle troops on a flank without friends to match them.
fn mounted_on_flank(world: &World, group: GroupId, hand: Hand) -> bool {
    enforces!("FOGR-GLOSSARY-042");
    if kinds::is_tercio(world, group) || kinds::is_a_keil(world, group) {
        return false;
    }
    let rects = world.rects(group);
    let hard = |r: &BaseRect| {
        let rough = |p: &crate::field::Piece| {
            matches!(p.kind.grade(), Grade::Rough | Grade::Difficult) && p.has_all_of(r)
        };
        world.field.terrain.pieces.iter().any(rough)
    };
    if rects.iter().all(hard) || is_anchored(world, group, hand) {
        return false;
    }
    let footprint = world.body(group).footprint();
    let (foot_print, edge) = (footprint.rect(), Edge::flank(hand));
    let flank = footprint.fronting(edge).rect().front_edge();
    let on_that_side = |g: GroupId, mu: i32| {
        let limit = world.field.mu(mu);
        world
            .rects(g)
            .iter()
            .any(|r| foot_print.side_of_line(edge, r).is_partly_beyond() && flank.within(r, limit))
    };
    let mounted = |g: GroupId| kinds::is_mounted(world, g) && kinds::is_battle(world, g);
    let enemy = world.enemies_of(group).any(|e| {
        mounted(e) && !world[e].is_broken() && !contact::in_close_combat(world, e) && on_that_side(e, 12)
    });
    let friend = world.friends_of(group).filter(|&f| !world[f].is_broken()).any(|f| {
        let foot = kinds::is_foot(world, f) && kinds::is_battle(world, f) && !kinds::is_artillery(world, f);
        (mounted(f) && on_that_side(f, 12)) || ((foot || kinds::is_elephants(world, f)) && on_that_side(f, 6))
    });
    enemy && !friend
}

/// Whether a flank rests on an obstacle, the rear of fortifications, or difficult or impassable ground that both the
/// front line and the rear line run through.
fn is_anchored(world: &World, group: GroupId, hand: Hand) -> bool {
    let footprint = world.body(group).footprint();
    let (body, edge) = (footprint.rect(), Edge::flank(hand));
    let flank = footprint.fronting(edge).rect().front_edge();
    let by_ground = world.field.terrain.pieces.iter().any(|p| {
        let firm = matches!(p.kind.grade(), Grade::Difficult | Grade::Impassable)
            && p.kind != crate::field::TerrainKind::Coastline;
        firm && p.outline().is_some_and(|o| {
            (o.touches(&flank) || o.has_part_of(&flank))
                && o.is_crossed_by_line(&body, Edge::Front)
                && o.is_crossed_by_line(&body, Edge::Rear)
        })
    });
    let by_works = defence::works(world).any(|w| {
        let w = w.rect();
        let touched = w.contact(&body).is_some_and(|c| match c {
            Contact::Edges(e) => e.own == Edge::Rear,
            Contact::EdgeOnCorner { own, .. } => own == Edge::Rear,
            _ => false,
        });
        let crossed = |e: Edge| body.side_of_line(e, &w) == caracole_plane::LineSide::Astride;
        touched && crossed(Edge::Front) && crossed(Edge::Rear)
    });
    by_ground || by_works
}

/// Whether a charger stands so that its charge could count as one in flank or rear.
#[must_use]
pub fn starts_on_flank_or_rear(world: &World, charger: GroupId, target: GroupId) -> bool {
    enforces!("FOGR-IMPACT-036", "FOGR-IMPACT-037", "FOGR-IMPACT-039");
    let (ours, theirs) = (world.rects(charger), world.rects(target));
    if !none_directly_ahead(&theirs, &ours) {
        return false;
    }
    // Every front edge that the target has: those of its front bases in each direction that bases face.
    let fronts = front_edges(world, target);
    fronts.iter().all(|front| ours.iter().any(|r| front.has_entirely_behind_front(r)))
}

/// One base for each direction that bases of a battle group face, whose front edge is its front edge there. The point
/// base of a Swedish brigade is left out.
#[must_use]
pub fn front_edges(world: &World, group: GroupId) -> SmallVec<[BaseRect; 4]> {
    let body = world.body(group);
    let mut fronts: SmallVec<[BaseRect; 4]> = SmallVec::new();
    fronts.push(body.footprint().rect());
    for base in world.bases_of(group) {
        let rect = base.base.rect();
        if !fronts.iter().any(|f| f.faces_as(&rect)) {
            fronts.push(rect);
        }
    }
    fronts
}

/// Whether a target can ever count as charged in flank, and in rear.
#[must_use]
pub fn can_be_taken(world: &World, target: GroupId) -> (bool, bool) {
    enforces!("FOGR-IMPACT-042", "FOGR-SPECIAL-041");
    let g = &world[target];
    if kinds::is_all(world, target, TroopType::BattleWagons)
        || g.status == Status::EarlyTercio
        || g.posture == Posture::Square
    {
        return (false, false);
    }
    let only_rear = g.status == Status::LaterTercio || kinds::is_a_keil(world, target);
    (!only_rear, true)
}

/// Further than any charge goes, in movement units.
const MOST_REACH: i32 = 16;

/// Whether a battle group could, from where it stands, charge another legally in flank or rear with a normal move.
///
/// Straight ahead and by wheels of every whole degree that its distance allows.
#[must_use]
pub fn could_charge_flank_or_rear(world: &World, charger: GroupId, target: GroupId) -> bool {
    let (in_flank, in_rear) = can_be_taken(world, target);
    if (!in_flank && !in_rear)
        || world[charger].is_broken()
        || !super::nearness::may_be_within(world, charger, target, world.field.mu(MOST_REACH))
        || contact::in_close_combat(world, charger)
    {
        return false;
    }
    let Some(mu) = rates::distance_from_here(world, charger) else { return false };
    let distance = world.field.mu(mu);
    let (ours, theirs) = (world.rects(charger), world.rects(target));
    let reach = distance + world.field.mu(2);
    if !super::nearness::may_be_within(world, charger, target, reach) {
        return false;
    }
    if !caracole_plane::any_within(&ours, &theirs, reach) || !starts_on_flank_or_rear(world, charger, target)
    {
        return false;
    }
    let close = caracole_plane::shortest_distance(&ours, &theirs).is_some_and(|d| d < world.field.mu(1));
    let body = world.body(charger);
    let measure = WheelMeasure::Straight;
    let hits = |path: &Path, wheeled: bool| {
        let others: Vec<BaseRect> =
            world.on_table().filter(|&g| g != charger).flat_map(|g| world.rects(g)).collect();
        let Some(hit) = path.first_contact(&others) else { return false };
        let Some(touched) = others.get(hit.met.obstacle) else { return false };
        if !theirs.iter().any(|t| t == touched) {
            return false;
        }
        match hit.met.contact {
            Some(Contact::Edges(e)) => edge_counts(e.their, in_flank && !(wheeled && close), in_rear),
            Some(Contact::CornerOnEdge { their, .. }) => {
                edge_counts(their, in_flank && !(wheeled && close), in_rear)
            }
            Some(Contact::Corners { their, .. } | Contact::EdgeOnCorner { their, .. }) => {
                in_flank && !(wheeled && close) && matches!(their, Corner::RearLeft | Corner::RearRight)
            }
            None => false,
        }
    };
    if hits(&Path::from(&body).advance(distance), false) {
        return true;
    }
    Hand::BOTH.into_iter().any(|hand| {
        (1..=90).any(|degrees| {
            let by = Angle::from_degrees(degrees);
            let spent = measure.distance(body.frontage, by);
            spent <= distance
                && hits(&Path::from(&body).wheel(hand, by, measure).advance(distance - spent), true)
        })
    })
}

const fn edge_counts(edge: Edge, flank: bool, rear: bool) -> bool {
    match edge {
        Edge::Left | Edge::Right => flank,
        Edge::Rear => rear,
        Edge::Front => false,
    }
}
