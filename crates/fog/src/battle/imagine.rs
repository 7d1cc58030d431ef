//! The battle as one side may imagine it. Which troops ambush markers hide, which march round a flank and how many
//! fortifications a marker stands for is drawn at random, to fit what that side sees.
//!
//! Marches that have been announced stay as they are. Troops off the table are those of the army list after
//! detachments and dismounting: a computer player that reasons about enemies off the table must not look there.

use super::setup::{Ambushers, March, MarchOrder, Procedure as SetUp, ambush, march::Progress};
use super::world::{BaseId, CommanderPlace, GroupId, Presence, World};
use super::{Fog, Played, Procedure};
use crate::troops::TroopType;
use caracole_kernel::{Battle, Side};
use caracole_plane::TableEdge;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Whether a battle group is one that the enemy does not see.
fn is_hidden(world: &World, group: GroupId) -> bool {
    matches!(
        world[group].presence,
        Presence::Undeployed | Presence::Ambush | Presence::FlankMarch | Presence::Straggling
    )
}

/// The battle as `side` may imagine it.
pub fn imagine<'a, B: Played>(
    battle: &'a Battle<Fog<B>>,
    side: Side,
    below: &mut dyn FnMut(usize) -> usize,
) -> Cow<'a, Battle<Fog<B>>> {
    let other = side.other();
    let world = battle.world();
    let setup = &world.setup;
    let hidden = world.ids().any(|g| world[g].side == other && is_hidden(world, g));
    if !hidden && setup.ambushes[other].is_empty() && setup.markers[other].is_empty() {
        return Cow::Borrowed(battle);
    }
    let marches = match battle.stack().iter().any(|p| matches!(p, Procedure::Setup(SetUp::March(_)))) {
        true => Marches::Arriving,
        false => Marches::Hidden,
    };
    Cow::Owned(battle.with_world(|world| {
        draw_markers(world, other, below);
        draw_whereabouts(world, other, marches, below);
    }))
}

/// How many fortifications a marker may stand for, as far as the enemy can tell.
const MOST_WORKS: usize = 4;

fn draw_markers(world: &mut World, other: Side, below: &mut dyn FnMut(usize) -> usize) {
    for marker in &mut world.setup.markers[other] {
        marker.bases = 1 + below(MOST_WORKS) as u8;
    }
}

/// Puts a battle group or none under each marker, as long as the viewer's troops could not see it from where they stand.
/// The kind of troops is as hidden as their name: only a marker under which others would be seen tells that they lurk.
fn draw_ambushes(
    world: &mut World,
    other: Side,
    pool: &mut Vec<GroupId>,
    below: &mut dyn FnMut(usize) -> usize,
) {
    let eyes = ambush::eyes_of(world, other.other());
    for i in 0..world.setup.ambushes[other].len() {
        let Some(at) = world.setup.ambushes[other].get(i).map(|marker| marker.at) else { continue };
        let in_view = ambush::is_seen(&world.field, at, None, &eyes);
        let mut known: Vec<(Option<TroopType>, bool)> = Vec::new();
        let mut fits = |troops: Option<TroopType>| match known.iter().find(|(t, _)| *t == troops) {
            Some((_, fits)) => *fits,
            None => {
                let fits = match in_view {
                    true => !ambush::is_seen(&world.field, at, troops, &eyes),
                    false => !ambush::lurks(&world.field, at, troops),
                };
                known.push((troops, fits));
                fits
            }
        };
        let mut able: Vec<usize> = (0..pool.len())
            .filter(|n| fits(pool.get(*n).and_then(|g| ambush::one_type(world, *g))))
            .collect();
        let all_lurk = able.is_empty() && !in_view;
        if all_lurk {
            able = (0..pool.len()).collect();
        }
        let occupied = (below(2) == 0 || in_view) && !able.is_empty();
        let drawn = if occupied { able.get(below(able.len())).copied() } else { None };
        let group = drawn.map(|n| pool.swap_remove(n));
        if let Some(group) = group {
            world[group].presence = Presence::Ambush;
            if all_lurk {
                make_seen(world, group);
            }
        }
        if let Some(marker) = world.setup.ambushes[other].get_mut(i) {
            marker.hides = group.map(Ambushers::of);
        }
    }
    // Where no troops are left that could lie there, the marker is seen to be a dummy: check again.
    world.setup.looked_from = 0;
}

/// Makes them troops that hide no better than others.
fn make_seen(world: &mut World, group: GroupId) {
    let bases: SmallVec<[BaseId; 16]> = world.all_base_ids(group).collect();
    for base in bases {
        world[base].profile.troop_type = TroopType::MediumFoot;
    }
}

/// Whether outflanking marches are arriving now: then they are as they are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marches {
    Arriving,
    Hidden,
}

fn draw_whereabouts(world: &mut World, other: Side, marches: Marches, below: &mut dyn FnMut(usize) -> usize) {
    let arriving = marches == Marches::Arriving;
    let announced: Vec<GroupId> = world.setup.marches[other]
        .iter()
        .filter(|march| arriving || march.progress != Progress::Marching)
        .flat_map(|march| march.order.groups.iter().copied())
        .collect();
    let unknown = |g: &GroupId| world[*g].side == other && is_hidden(world, *g) && !announced.contains(g);
    let mut pool: Vec<GroupId> = world.ids().filter(unknown).collect();
    draw_ambushes(world, other, &mut pool, below);
    if arriving {
        return;
    }
    // The rest has still to deploy, or marches round a flank with a commander to lead it.
    world.setup.marches[other].retain(|march| march.progress != Progress::Marching);
    if world.turn.number == 0 {
        pool.iter().for_each(|group| world[*group].presence = Presence::Undeployed);
        return;
    }
    let leads = |c: &super::CommanderId| world[*c].side == other && world[*c].place == CommanderPlace::Away;
    let leader = world.commander_ids().find(leads);
    let edge = if below(2) == 0 { TableEdge::Left } else { TableEdge::Right };
    let presence = if leader.is_some() { Presence::FlankMarch } else { Presence::Straggling };
    pool.iter().for_each(|group| world[*group].presence = presence);
    if let Some(commander) = leader.filter(|_| !pool.is_empty()) {
        let order = MarchOrder { edge, commander, groups: pool };
        world.setup.marches[other].push(March { order, progress: Progress::Marching });
    }
}
