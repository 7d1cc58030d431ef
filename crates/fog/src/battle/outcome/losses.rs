//! Bases taken off the table, and the ranks closed up behind them.

use super::{Event, LossChoice, Order, Request, say};
use crate::battle::position::{command, contact};
use crate::battle::world::{BaseId, GroupId, Posture, Presence, World};
use crate::battle::{Answer, Cx, Flow, Input};
use crate::formation::{
    Facing, Formation, Placed, Position, Status, file_closed_up, point_base_is_lost, refills,
};
use crate::troops::BaseProfile;
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Um, any_overlap, connected};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why a base is lost, which decides which one it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossCause {
    /// Close combat.
    CloseCombat {
        /// The enemies who hit most.
        worst: Vec<GroupId>,
    },
    /// Shooting.
    Shooting {
        /// Who shot.
        shooters: Vec<GroupId>,
        /// Only artillery, at long range.
        long_guns_only: bool,
        /// Most of the dice from straight ahead.
        mostly_frontal: bool,
        /// Bases of a tercio that shot from a side or rear edge, and so as its front rank.
        as_front: Vec<BaseId>,
    },
    /// Caught by pursuers.
    Rout {
        /// The pursuers in contact.
        pursuers: Vec<GroupId>,
    },
}

/// A base that a battle group has to lose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// Who loses it.
    pub group: GroupId,
    /// Why.
    pub cause: LossCause,
}

/// Goes on with a removal.
pub fn run(cx: &mut Cx<'_>, removal: &Removal, input: Input) -> Flow {
    let group = removal.group;
    if let Input::Order(crate::battle::Order::Outcome(Order::Loss(choice))) = input {
        take(cx, group, &choice);
        return Flow::Done(Answer::Done);
    }
    if !cx.world[group].is_on_table() {
        return Flow::Done(Answer::Done);
    }
    if cx.world.size(group) <= 1 {
        enforces!("FOGR-COHESION-008");
        for id in cx.world.base_ids(group) {
            cx.world[id].standing = false;
        }
        say(cx, Event::BaseLost { group, left: 0 });
        super::destroy(cx, group);
        return Flow::Done(Answer::Done);
    }
    let mut choices = choices(cx.world, removal);
    if choices.len() > 1 {
        return Flow::Ask(
            cx.world[group].side,
            super::super::Request::Outcome(Request::Loss { group, choices }),
        );
    }
    if let Some(only) = choices.pop() {
        take(cx, group, &only);
    }
    Flow::Done(Answer::Done)
}

/// The ways in which a battle group can lose a base and close up, all that differ. Bases of one kind are alike.
#[must_use]
pub fn choices(world: &World, removal: &Removal) -> Vec<LossChoice> {
    let group = removal.group;
    let start = world.start_of(group);
    let formation = world.formation(group);
    let mut found: Vec<LossChoice> = Vec::new();
    for base in may_be_lost(world, removal) {
        let mut ways = closed_up(world, group, formation, &start, world[base].at);
        if counted_as_front(removal, base) && ways.iter().any(|(f, _)| f.at(world[base].at).is_some()) {
            ways.retain(|(f, _)| f.at(world[base].at).is_some());
        }
        for (formation, status) in ways {
            let choice = LossChoice { base, formation, status };
            if !found.iter().any(|c| (&c.formation, c.status) == (&choice.formation, choice.status)) {
                found.push(choice);
            }
        }
    }
    found.retain(|choice| has_room(world, group, &choice.formation));
    if found.is_empty() {
        // Whoever closes up has others in his way: the file closes up, the rest stay where they are.
        let status = world[group].status;
        let left = |base: BaseId| facing_as(formation, &file_closed_up(formation, world[base].at));
        let stay = may_be_lost(world, removal).into_iter();
        found.extend(stay.map(|base| LossChoice { base, formation: left(base), status }));
    }
    keep_contacts(world, group, keep_whole(world, group, found))
}

/// Whether a base was lost while it counted as one of the front rank for shooting to the side or rear.
fn counted_as_front(removal: &Removal, base: BaseId) -> bool {
    enforces!("FOGR-COHESION-065");
    matches!(&removal.cause, LossCause::Shooting { as_front, .. } if as_front.contains(&base))
}

/// Whether nobody stands where bases would come to that close up so.
fn has_room(world: &World, group: GroupId, formation: &Formation) -> bool {
    let old = world.rects(group);
    let all = places(world, group, formation);
    let places: SmallVec<[BaseRect; 16]> = all.iter().map(Base::rect).filter(|r| !old.contains(r)).collect();
    let by_road = || {
        let files = formation.placed().map(|p| p.at.file);
        world.stands_by_road(&files.zip(all.iter().map(Base::rect)).collect::<Vec<_>>())
    };
    places.is_empty()
        || (places.iter().all(|r| world.may_stand(r)) || by_road())
            && !world.on_table().filter(|&g| g != group).any(|g| any_overlap(&places, world.obstruction(g)))
}

/// The bases of which one must go.
#[must_use]
pub fn may_be_lost(world: &World, removal: &Removal) -> Vec<BaseId> {
    enforces!("FOGR-COHESION-049", "FOGR-COHESION-050", "FOGR-COHESION-052");
    enforces!("FOGAM-COHESION-033", "FOGAM-COHESION-034", "FOGAM-COHESION-035", "FOGAM-COHESION-036");
    let group = removal.group;
    let all: Vec<BaseId> = world.base_ids(group).to_vec();
    let kinds = world.book.kinds_lost(world, group, &removal.cause);
    // The kind decides where there is a choice.
    let of_kinds = |from: Vec<BaseId>| -> Vec<BaseId> {
        let Some(kinds) = &kinds else { return from };
        let found: Vec<BaseId> =
            from.iter().copied().filter(|&b| kinds.contains(&world[b].profile)).collect();
        if found.is_empty() { from } else { found }
    };
    let rects = |groups: &[GroupId]| -> Vec<BaseRect> {
        groups.iter().flat_map(|&g| world.rects(g)).copied().collect()
    };
    match &removal.cause {
        LossCause::CloseCombat { worst } => {
            let facing = facing_bases(world, group, worst);
            of_kinds(if facing.is_empty() { fronts(world, group) } else { facing })
        }
        LossCause::Shooting { mostly_frontal: true, .. } if point_base(world, group).is_some() => {
            point_base(world, group).into_iter().collect()
        }
        LossCause::Shooting { long_guns_only: true, .. } if kinds.is_some() => of_kinds(all),
        LossCause::Shooting { shooters, .. } => {
            extreme(world, &of_kinds(all), &rects(shooters), Extreme::Nearest)
        }
        LossCause::Rout { pursuers } => extreme(world, &of_kinds(all), &rects(pursuers), Extreme::Furthest),
    }
}

enum Extreme {
    Nearest,
    Furthest,
}

fn extreme(world: &World, bases: &[BaseId], theirs: &[BaseRect], which: Extreme) -> Vec<BaseId> {
    let distance = |b: BaseId| {
        let rect = world[b].base.rect();
        theirs.iter().map(|t| t.distance(&rect)).min().unwrap_or_default()
    };
    let best = match which {
        Extreme::Nearest => bases.iter().map(|&b| distance(b)).min(),
        Extreme::Furthest => bases.iter().map(|&b| distance(b)).max(),
    };
    // Those that lie as far but for rounding are equal.
    let as_far = |b: BaseId| best.is_some_and(|best| (distance(b) - best).abs() <= CONTACT_TOLERANCE);
    bases.iter().copied().filter(|&b| as_far(b)).collect()
}

fn point_base(world: &World, group: GroupId) -> Option<BaseId> {
    let start = world.start_of(group);
    let formation = world.formation(group);
    let lost = point_base_is_lost(&world.nature(group, &start), formation)?.at;
    world.base_ids(group).into_iter().find(|&b| world[b].at == lost)
}

/// The front base of every file.
fn fronts(world: &World, group: GroupId) -> Vec<BaseId> {
    super::roster::files_of(world, group).iter().filter_map(|f| f.bases.first().copied()).collect()
}

/// The front rank bases that face these enemies: in contact with them by any edge, or fighting them as an overlap.
fn facing_bases(world: &World, group: GroupId, enemies: &[GroupId]) -> Vec<BaseId> {
    let fronts = fronts(world, group);
    let touching = |b: &BaseId| {
        let rect = world[*b].base.rect();
        enemies.iter().any(|&e| {
            world[e].is_on_table()
                && world.rects(e).iter().any(|r| rect.contact(r).is_some_and(contact::is_fighting_contact))
        })
    };
    fronts.into_iter().filter(touching).collect()
}

/// The formations into which a battle group can close up after a loss.
fn closed_up(
    world: &World,
    group: GroupId,
    formation: &Formation,
    start: &[BaseProfile],
    lost: Position,
) -> Vec<(Formation, Status)> {
    enforces!("FOGR-COHESION-057", "FOGR-COHESION-058", "FOGR-BG-044", "FOGAM-COHESION-038");
    let nature = world.nature(group, start);
    let upright = formation.turned(|_| Facing::Front);
    let mut found: Vec<(Formation, Status)> = Vec::new();
    let enemies: Vec<GroupId> = world.enemies_of(group).collect();
    let fighting = facing_bases(world, group, &enemies);
    let idle: Vec<Position> = fronts(world, group)
        .into_iter()
        .filter(|front| !fighting.contains(front))
        .map(|front| world[front].at)
        .collect();
    // A tercio or brigade in square does not go back to its usual shape: the file closes up.
    let plain = matches!(world[group].status, Status::Ordinary | Status::Interpenetrates);
    let keeps_square = world[group].posture == Posture::Square && !plain;
    for refill in refills(&nature, &upright, lost, &idle) {
        let left = if keeps_square { file_closed_up(formation, lost) } else { refill.formation };
        found.push((facing_as(formation, &left), refill.status));
    }
    if found.is_empty() {
        // No legal formation is left: the file closes up, whatever it looks like.
        let left = file_closed_up(formation, lost);
        found.push((facing_as(formation, &left), world[group].status));
    }
    found
}

/// Every base faces as the one did that stood in its place.
fn facing_as(before: &Formation, after: &Formation) -> Formation {
    after.turned(|p| before.at(p.at).map_or(Facing::Front, |old| old.facing))
}

/// Leaves out what would leave bases apart from the rest, if the battle group can close up in one piece.
fn keep_whole(world: &World, group: GroupId, mut choices: Vec<LossChoice>) -> Vec<LossChoice> {
    enforces!("FOGR-COHESION-057", "FOGAM-COHESION-038");
    let in_one_piece = |choice: &LossChoice| {
        let rects: SmallVec<[BaseRect; 16]> =
            places(world, group, &choice.formation).iter().map(Base::rect).collect();
        connected(&rects)
    };
    if choices.len() > 1 && choices.iter().any(in_one_piece) {
        choices.retain(in_one_piece);
    }
    choices
}

/// Leaves out what would lose contact with an enemy that other choices keep facing.
fn keep_contacts(world: &World, group: GroupId, choices: Vec<LossChoice>) -> Vec<LossChoice> {
    enforces!("FOGR-COHESION-053", "FOGR-COHESION-059");
    let opponents = contact::opponents(world, group);
    if opponents.is_empty() || choices.len() < 2 {
        return choices;
    }
    let kept = |choice: &LossChoice| {
        let places = places(world, group, &choice.formation);
        let faces = |e: &&GroupId| {
            let theirs = world.rects(**e);
            places.iter().any(|p| {
                let rect = p.rect();
                theirs.iter().any(|t| rect.contact(t).is_some_and(contact::is_fighting_contact))
            })
        };
        opponents.iter().filter(faces).count()
    };
    let most = choices.iter().map(kept).max().unwrap_or(0);
    choices.into_iter().filter(|c| kept(c) == most).collect()
}

/// Where the bases of a formation stand, in the order of [`Formation::placed`]: in the places of those who stood there
/// before; if any place is new, laid out afresh.
fn places(world: &World, group: GroupId, formation: &Formation) -> SmallVec<[Base; 16]> {
    let bases = world.bases_of(group);
    let old = |p: &Placed| bases.iter().find(|b| b.at == p.at).map(|b| b.base);
    let known: Option<SmallVec<[Base; 16]>> = formation.placed().map(old).collect();
    known.unwrap_or_else(|| {
        // The front line begins where its first file stands now, or so many files from it.
        let first = |file: Option<u8>| file.map_or(0, i32::from);
        let aside = first(formation.files().next()) - first(bases.first().map(|b| b.at.file));
        let anchor = world.anchor(group).offset(world.field.base_width() * aside, Um::ZERO);
        let body = crate::field::laid_out(world.field.scale, formation, anchor, world.lead(group));
        crate::field::bases_of(&body)
    })
}

/// Takes the base off and puts the others into their new places.
pub fn take(cx: &mut Cx<'_>, group: GroupId, choice: &LossChoice) {
    let world = &mut *cx.world;
    let places = places(world, group, &choice.formation);
    world[choice.base].standing = false;
    let mut left: SmallVec<[BaseId; 16]> = world.base_ids(group);
    let mut moves: SmallVec<[(BaseId, Placed, Base); 16]> = SmallVec::new();
    // Those who stay where they are first, so that as few as possible move.
    let placed: Vec<(Placed, Base)> = choice.formation.placed().copied().zip(places).collect();
    for stays in [true, false] {
        for (place, base) in &placed {
            if moves.iter().any(|(_, p, _)| p.at == place.at) {
                continue;
            }
            let fits = |id: &&BaseId| {
                let state = &world[**id];
                state.profile == place.base && (!stays || state.at == place.at)
            };
            let distance = |id: &BaseId| {
                let at = world[*id].at;
                u16::from(at.file.abs_diff(place.at.file)) + u16::from(at.rank.abs_diff(place.at.rank))
            };
            let Some(id) = left.iter().filter(fits).copied().min_by_key(distance) else { continue };
            left.retain(|l| *l != id);
            moves.push((id, *place, *base));
        }
    }
    for (id, place, base) in moves {
        let state = &mut world[id];
        state.at = place.at;
        state.facing = place.facing;
        state.base = base;
    }
    world[group].status = choice.status;
    command::keep_front_files(world, group);
    let remaining = world.size(group);
    say(cx, Event::BaseLost { group, left: u8::try_from(remaining).unwrap_or(u8::MAX) });
    debug_assert!(cx.world[group].presence == Presence::OnTable);
}
