//! Threatened flanks: four independent causes.

use super::charging::may_charge;
use super::{contact, defence, kinds, rates};
use crate::battle::world::{GroupId, Posture, World};
use crate::field::Grade;
use crate::formation::{Facing, Status};
use crate::troops::TroopType;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{
    Angle, BaseRect, Contact, Corner, Edge, Hand, OneWheel, TableEdge, none_directly_ahead,
};
use smallvec::SmallVec;

/// Something for which a flank is threatened.
type Cause = fn(&World, GroupId) -> bool;

/// The four causes by their rules, the quickest to look at first.
fn causes() -> [(RuleId, Cause); 4] {
    enforces!("FOGR-GLOSSARY-038");
    [
        (rule!("FOGR-GLOSSARY-039"), |w, g| near_edges(w, g, [TableEdge::Left, TableEdge::Right], 12)),
        (rule!("FOGR-GLOSSARY-040"), |w, g| near_edges(w, g, [TableEdge::Near, TableEdge::Far], 6)),
        (rule!("FOGR-GLOSSARY-041"), |w, g| Hand::BOTH.into_iter().any(|hand| mounted_on_flank(w, g, hand))),
        (rule!("FOGR-GLOSSARY-043"), |w, g| {
            w.enemies_of(g).any(|e| kinds::is_battle(w, e) && could_charge_flank_or_rear(w, e, g))
        }),
    ]
}

/// Only the flanks of foot battle troops are ever threatened.
fn minds_its_flanks(world: &World, group: GroupId) -> bool {
    kinds::is_foot(world, group) && kinds::is_battle(world, group)
}

/// The causes for which the flank of a battle group is threatened, by their rules; none if it is not.
#[must_use]
pub fn threats(world: &World, group: GroupId) -> SmallVec<[RuleId; 4]> {
    if !minds_its_flanks(world, group) {
        return SmallVec::new();
    }
    causes().into_iter().filter(|(_, holds)| holds(world, group)).map(|(rule, _)| rule).collect()
}

/// Whether its flank is threatened.
#[must_use]
pub fn is_threatened(world: &World, group: GroupId) -> bool {
    minds_its_flanks(world, group) && causes().into_iter().any(|(_, holds)| holds(world, group))
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
        mounted(e) && !world[e].is_broken() && on_that_side(e, 12) && !contact::in_close_combat(world, e)
    });
    let friend = |f: GroupId| {
        let foot = kinds::is_foot(world, f) && kinds::is_battle(world, f) && !kinds::is_artillery(world, f);
        (mounted(f) && on_that_side(f, 12)) || ((foot || kinds::is_elephants(world, f)) && on_that_side(f, 6))
    };
    enemy && !world.friends_of(group).filter(|&f| !world[f].is_broken()).any(friend)
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
    if !none_directly_ahead(theirs, ours) {
        return false;
    }
    // Every front edge that the target has: those of its front bases in each direction that bases face.
    let fronts = front_edges(world, target, charger);
    fronts.iter().all(|front| ours.iter().any(|r| front.has_entirely_behind_front(r)))
}

/// One base for each direction that bases of a battle group face, whose front edge is its front edge there. The point
/// base of a Swedish brigade is left out. Where files have stepped forward, it is the front of the file on the side where
/// the charger stands.
#[must_use]
pub fn front_edges(world: &World, group: GroupId, charger: GroupId) -> SmallVec<[BaseRect; 4]> {
    enforces!("FOGR-IMPACT-038");
    let body = world.body(group);
    let mut fronts: SmallVec<[BaseRect; 4]> = SmallVec::new();
    let footprint = body.footprint().rect();
    let stepped = !world.stands_in_order(group);
    let ids = world.base_ids(group);
    let on_flank = |hand: Hand| {
        let upright = ids.iter().map(|&b| world[b]).filter(|b| b.facing == Facing::Front);
        let in_flank_file = match hand {
            Hand::Left => upright.min_by_key(|b| b.at),
            Hand::Right => upright.min_by_key(|b| (std::cmp::Reverse(b.at.file), b.at.rank)),
        };
        in_flank_file.map(|b| b.base.rect())
    };
    let theirs = world.rects(charger);
    let beside =
        |hand: Hand| theirs.iter().any(|r| footprint.side_of_line(Edge::flank(hand), r).is_partly_beyond());
    let flank = Hand::BOTH.into_iter().find(|&h| beside(h)).filter(|_| stepped).and_then(on_flank);
    fronts.push(flank.unwrap_or(footprint));
    for base in world.bases_of(group).iter().filter(|b| b.facing != Facing::Front) {
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

/// Whether a battle group could, from where it stands, charge another legally in flank or rear with a normal move.
#[must_use]
pub fn could_charge_flank_or_rear(world: &World, charger: GroupId, target: GroupId) -> bool {
    enforces!("FOGR-IMPACT-064", "FOGR-IMPACT-075", "FOGR-SPECIAL-017");
    let (in_flank, in_rear) = can_be_taken(world, target);
    if (!in_flank && !in_rear)
        || may_charge(world, charger).is_err()
        || !super::nearness::may_be_within(world, charger, target, world.field.mu(rates::MOST_REACH))
    {
        return false;
    }
    let Some(mu) = rates::distance_from_here(world, charger) else { return false };
    let distance = world.field.mu(mu);
    let (ours, theirs) = (world.rects(charger), world.rects(target));
    if !super::nearness::may_be_within(world, charger, target, distance)
        || !caracole_plane::any_within(ours, theirs, distance)
        || !starts_on_flank_or_rear(world, charger, target)
    {
        return false;
    }
    let close = caracole_plane::shortest_distance(ours, theirs).is_some_and(|d| d < world.field.mu(1));
    let reach = distance * 2;
    let works: Vec<BaseRect> = match world.profiles(target).iter().all(|b| defence::can_defend(b.troop_type))
    {
        true => defence::works(world).map(caracole_plane::Base::rect).collect(),
        false => Vec::new(),
    };
    let across =
        |w: &BaseRect, r: &BaseRect| defence::stands_behind(w, r) && ours.iter().any(|o| w.has_ahead(o));
    let sheltered: Vec<bool> = theirs.iter().map(|r| works.iter().any(|w| across(w, r))).collect();
    let others: Vec<BaseRect> = world
        .on_table()
        .filter(|&g| g != charger && g != target)
        .flat_map(|g| world.obstruction(g))
        .copied()
        .filter(|r| ours.iter().any(|o| o.within(r, reach)))
        .collect();
    let bodies: Vec<BaseRect> = theirs.iter().chain(&others).copied().collect();
    // Across works that the target defends no charge counts.
    let counts = |wheel: Option<(Hand, Angle)>, target: usize, contact: Contact| {
        let flank = in_flank && !(wheel.is_some() && close);
        sheltered.get(target) != Some(&true)
            && match contact {
                Contact::Edges(e) => edge_counts(e.their, flank, in_rear),
                Contact::CornerOnEdge { their, .. } => edge_counts(their, flank, in_rear),
                Contact::Corners { their, .. } | Contact::EdgeOnCorner { their, .. } => {
                    flank && matches!(their, Corner::RearLeft | Corner::RearRight)
                }
            }
    };
    OneWheel { body: world.body(charger), bodies: &bodies, targets: theirs.len(), distance, counts }.reaches()
}

const fn edge_counts(edge: Edge, flank: bool, rear: bool) -> bool {
    match edge {
        Edge::Left | Edge::Right => flank,
        Edge::Rear => rear,
        Edge::Front => false,
    }
}
