//! Threatened flanks: four independent causes.

use super::charging::may_charge;
use super::{contact, defence, kinds, rates};
use crate::battle::customs::FlankThreat;
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::field::Grade;
use crate::formation::{Facing, Status};
use crate::troops::TroopType;
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{
    Angle, BaseRect, Contact, Corner, Edge, Hand, OneWheel, TableEdge, none_directly_ahead,
};
use smallvec::SmallVec;

/// What threatens the flank of a battle group; nothing if it is not threatened.
pub fn threats_to(world: &World, group: GroupId) -> impl Iterator<Item = &'static FlankThreat> + '_ {
    let all = match world.book.minds_its_flanks(world, group) {
        true => world.book.threats_to_flanks(),
        false => &[],
    };
    all.iter().filter(move |threat| (threat.threatens)(world, group))
}

/// The causes for which the flank of a battle group is threatened, by their rules; none if it is not.
#[must_use]
pub fn threats(world: &World, group: GroupId) -> SmallVec<[RuleId; 4]> {
    threats_to(world, group).map(|threat| threat.rule).collect()
}

/// Whether its flank is threatened.
#[must_use]
pub fn is_threatened(world: &World, group: GroupId) -> bool {
    threats_to(world, group).next().is_some()
}

/// Whether enemy battle troops could charge it in flank or rear from where they stand.
#[must_use]
pub fn could_be_charged(world: &World, group: GroupId) -> bool {
    world.enemies_of(group).any(|e| kinds::is_battle(world, e) && could_charge_flank_or_rear(world, e, group))
}

/// Whether any part of it is less than so many movement units from one of these edges.
#[must_use]
pub fn is_near_edges(world: &World, group: GroupId, edges: &[TableEdge], mu: i32) -> bool {
    if world[group].status == Status::CommandedShot {
        return false;
    }
    let limit = world.field.mu(mu);
    let near = |r: &BaseRect| edges.iter().any(|e| world.field.table.distance_to_edge(*e, r) < limit);
    world.rects(group).iter().any(near)
}

/// Enemy mounted battle troops on a flank without friends to match them.
#[must_use]
pub fn mounted_on_flank(world: &World, group: GroupId, hand: Hand) -> bool {
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
    enforces!("FOGR-IMPACT-036", "FOGR-IMPACT-037", "FOGR-IMPACT-039", "FOGAM-IMPACT-031");
    let (ours, theirs) = (world.rects(charger), world.rects(target));
    if !none_directly_ahead(theirs, ours) {
        return false;
    }
    // Every front edge that the target has: those of its front bases in each direction that bases face.
    let behind = |front: &BaseRect| ours.iter().any(|r| front.has_entirely_behind_front(r));
    if !world[target].kinks.is_empty() && world.book.judges_kinks_apart() {
        return theirs.iter().any(behind);
    }
    front_edges(world, target, charger).iter().all(behind)
}

/// Whether a charge that meets these bases of a target first starts so that it could count as one in flank or rear.
#[must_use]
pub fn starts_behind_front_of(world: &World, charger: GroupId, target: GroupId, met: &[BaseId]) -> bool {
    let apart = !world[target].kinks.is_empty() && world.book.judges_kinks_apart();
    let ours = world.rects(charger);
    let behind = |b: &BaseId| ours.iter().any(|r| world[*b].base.rect().has_entirely_behind_front(r));
    starts_on_flank_or_rear(world, charger, target) && (!apart || met.iter().any(behind))
}

/// One base for each direction that bases of a battle group face, whose front edge is its front edge there. The point
/// base of a Swedish brigade is left out. Where files have stepped forward, it is the front of the file on the side where
/// the charger stands.
#[must_use]
pub fn front_edges(world: &World, group: GroupId, charger: GroupId) -> SmallVec<[BaseRect; 4]> {
    enforces!("FOGR-IMPACT-038", "FOGAM-IMPACT-032", "FOGAM-GLOSSARY-022");
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
    let works: Vec<BaseRect> =
        match world.profiles(target).iter().all(|b| defence::can_defend(world, b.troop_type)) {
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
