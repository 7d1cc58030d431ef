//! Who may shoot and be shot at, from which edges, and at what.

use super::sight::{Look, sees};
use crate::battle::outcome::melee_pairs;
use crate::battle::outcome::{FileBases, files_of};
use crate::battle::position::{contact, defence, kinds, support};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::combat::Range;
use crate::formation::{Facing, Status};
use crate::troops::{BaseProfile, Capability, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, Bounds, CONTACT_TOLERANCE, Contact, Edge, FireArc, Um};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Bases in melee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InMelee {
    /// Those that do not shoot.
    pub shooters: BTreeSet<BaseId>,
    /// Those that are not shot at.
    pub targets: BTreeSet<BaseId>,
}

/// Files that can give a die to melee: their first two bases do not shoot, and those that fight are not shot at.
pub(super) fn in_melee(world: &World) -> InMelee {
    enforces!("FOGR-SHOOT-039", "FOGR-SHOOT-040", "FOGR-SHOOT-043", "FOGR-SHOOT-044", "FOGAM-SHOOT-031");
    enforces!("FOGAM-MELEE-003", "FOGAM-GLOSSARY-025");
    use crate::combat::Role;
    let mut found = InMelee::default();
    for pair in melee_pairs::pairs(world, &[]) {
        let both = [(pair.own, pair.role, pair.their.1), (pair.their, pair.back, pair.own.1)];
        for ((group, base), role, enemy) in both {
            if role == Role::Idle {
                continue;
            }
            let two = first_two(world, group, base, enemy);
            let deep = match world.book.second_rank_is_closed(world[base].profile.troop_type) {
                true => two.len(),
                false => 1,
            };
            found.targets.extend(two.iter().copied().take(deep));
            found.shooters.extend(two);
            if !world.book.guns_are_taken() {
                continue;
            }
            for guns in world.friends_of(group).filter(|&g| kinds::is_artillery(world, g)) {
                let behind =
                    |gun: &BaseId| support::rear_support_of(world, guns, *gun) == Some((group, base));
                found.shooters.extend(world.base_ids(guns).into_iter().filter(behind));
                found.targets.extend(world.base_ids(guns).into_iter().filter(behind));
            }
        }
    }
    found
}

/// The first two bases of the file in which a base fights. Wagons fought on a long edge stand side by side, one behind the
/// other seen from there.
fn first_two(world: &World, group: GroupId, base: BaseId, enemy: BaseId) -> SmallVec<[BaseId; 2]> {
    let wagon = world[base].profile.troop_type == TroopType::BattleWagons;
    let rect = world[base].base.rect();
    let sideways = rect.reach_beyond(Edge::Left, &world[enemy].base.rect()).0 > Um::ZERO
        || rect.reach_beyond(Edge::Right, &world[enemy].base.rect()).0 > Um::ZERO;
    let on_long_edge = rect.contact(&world[enemy].base.rect()).and_then(Contact::edges);
    if wagon && on_long_edge.map_or(sideways, |e| e.own.is_flank()) {
        let right = rect.reach_beyond(Edge::Right, &world[enemy].base.rect()).1 > Um::ZERO;
        let at = world[base].at;
        let next = if right { at.file.checked_sub(1) } else { at.file.checked_add(1) };
        let behind = |b: &BaseId| Some(world[*b].at.file) == next && world[*b].at.rank == at.rank;
        return std::iter::once(base).chain(world.base_ids(group).into_iter().find(behind)).collect();
    }
    let files = files_of(world, group);
    let file = files.iter().find(|f| f.bases.contains(&base));
    file.map(|f| f.bases.iter().copied().take(2).collect()).unwrap_or_default()
}

/// Whether a battle group may shoot at all.
#[must_use]
pub fn may_shoot(world: &World, group: GroupId) -> bool {
    enforces!("FOGAM-IMPACT-124");
    enforces!("FOGR-SHOOT-009", "FOGR-SHOOT-010", "FOGR-SHOOT-011", "FOGR-SHOOT-046", "FOGR-COMBAT-103");
    enforces!("FOGAM-SHOOT-009");
    let g = &world[group];
    let deeds = &g.turn;
    let moved_at_impact = deeds.charged || deeds.intercepted || deeds.evaded || deeds.pursued || deeds.routed;
    let guns_moved = deeds.manoeuvred && kinds::is_artillery(world, group);
    g.is_on_table()
        && !g.is_broken()
        && !moved_at_impact
        && !guns_moved
        && !deeds.may_not_shoot
        && g.posture != Posture::Limbered
        && g.captured.is_none_or(|c| c.controls)
}

/// Whether a battle group may be shot at.
#[must_use]
pub fn may_be_shot_at(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-SHOOT-017", "FOGR-SHOOT-041", "FOGR-SHOOT-042");
    enforces!("FOGAM-SHOOT-032", "FOGAM-SHOOT-033");
    let g = &world[group];
    let chasing = g.pursuing.iter().any(|&r| contact::touch(world, group, r));
    !g.is_broken() && !chasing && !g.looting && g.captured.is_none_or(|c| c.controls)
}

/// A base as shooting measures it: what defends works in front of it counts as standing at their front edge.
#[must_use]
pub fn measured(world: &World, group: GroupId, base: BaseId) -> Base {
    enforces!("FOGR-SPECIAL-015", "FOGR-SPECIAL-026", "FOGAM-SPECIAL-018");
    let own = world[base].base;
    let rect = own.rect();
    let before = |works: &BaseRect| {
        let edges = works.contact(&rect).and_then(Contact::edges);
        defence::can_defend(world, world[base].profile.troop_type)
            && edges.is_some_and(|e| e.own == Edge::Rear && e.their == Edge::Front)
    };
    let portable = defence::has_placed_defences(world, group)
        && world[base].facing == Facing::Front
        && !world
            .bases_of(group)
            .iter()
            .any(|b| b.at.file == world[base].at.file && b.at.rank < world[base].at.rank);
    let depth = match portable {
        true => Some(world.field.scale.fortification_depth()),
        false => defence::works(world).find(|w| before(&w.rect())).map(|w| w.depth),
    };
    depth.map_or(own, |d| Base::new(own.front.offset(Um::ZERO, d), own.width, own.depth + d))
}

/// From where a base shoots: an edge, and the base whose edge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The edge.
    pub edge: Edge,
    /// The base from which ranges are measured and lines of sight drawn.
    pub eye: BaseId,
}

/// The edges from which the base at a place of its file may shoot. Wagons are handled separately.
#[must_use]
pub fn stands(
    world: &World,
    group: GroupId,
    file: &FileBases,
    base: BaseId,
    weapon: Capability,
) -> SmallVec<[Stand; 4]> {
    enforces!("FOGR-SHOOT-024", "FOGR-SHOOT-025", "FOGR-SHOOT-033", "FOGR-SHOOT-034", "FOGR-SHOOT-006");
    let profile = world[base].profile;
    let ranks = world.book.ranks_that_shoot(profile, weapon, world.readings);
    let point = world.point_base(group);
    let rank = |b: BaseId| world[b].at.rank;
    let mut found = SmallVec::new();
    let turned = file.facing != Facing::Front;
    // Turned bases stand one behind the other without regard to the ranks of their battle group.
    let place = |b: BaseId| file.bases.iter().position(|&f| f == b).unwrap_or(0) as u8;
    if let Some(&eye) = file.bases.iter().find(|b| Some(**b) != point) {
        let back = if turned { place(base) } else { rank(base).saturating_sub(rank(eye)) };
        if back < ranks {
            found.push(Stand { edge: Edge::Front, eye });
        }
    }
    if turned {
        return found;
    }
    let status = world[group].status;
    let tercio = matches!(status, Status::EarlyTercio | Status::LaterTercio) && profile.is_shot();
    if tercio {
        let files = || world.bases_of(group).into_iter().map(|b| b.at.file);
        let own = world[base].at.file;
        if files().min() == Some(own) {
            found.push(Stand { edge: Edge::Left, eye: base });
        }
        if files().max() == Some(own) {
            found.push(Stand { edge: Edge::Right, eye: base });
        }
    }
    let light_bow = world.book.shoots_to_rear(profile, weapon);
    if let Some(&last) = file.bases.last()
        && (light_bow || (tercio && status == Status::EarlyTercio))
        && rank(last).saturating_sub(rank(base)) < ranks
    {
        found.push(Stand { edge: Edge::Rear, eye: last });
    }
    found
}

/// A possible target, best first by its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible {
    /// The edge shot from.
    pub edge: Edge,
    /// How far it is.
    pub range: Range,
    /// The battle group and its base.
    pub target: (GroupId, BaseId),
    /// Straight ahead at short range comes first, then distance, then how directly ahead.
    pub rank: (bool, Um, Um),
    /// How far to the right of the shooters it lies.
    pub right: Um,
}

/// Who looks for a target, with what and from where.
#[derive(Clone, Copy, Debug)]
pub struct Shooter<'a> {
    /// The battle group.
    pub group: GroupId,
    /// The weapon whose ranges count.
    pub weapon: Capability,
    /// The base that uses it.
    pub profile: BaseProfile,
    /// The shooting edge.
    pub edge: Edge,
    /// The shooting base with that edge as its front.
    pub from: &'a BaseRect,
}

/// What matters of the other battle groups: which fight, and which have shown themselves.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Bases closed by melee.
    pub closed: &'a InMelee,
    /// Pairs of a lurking battle group and one that it shoots at.
    pub betrayed: &'a [(GroupId, GroupId)],
}

/// The rectangle from which a base shoots over an edge.
#[must_use]
pub fn shooting_place(world: &World, group: GroupId, stand: Stand) -> BaseRect {
    match stand.edge {
        Edge::Front => measured(world, group, stand.eye).rect(),
        edge => world[stand.eye].base.fronting(edge).rect(),
    }
}

/// Every target at which one may shoot.
#[must_use]
pub fn possible(world: &World, shooter: &Shooter<'_>, scene: &Scene<'_>) -> Vec<Possible> {
    enforces!("FOGR-SHOOT-005", "FOGR-SHOOT-016", "FOGR-SHOOT-021", "FOGR-SHOOT-022");
    enforces!("FOGAM-SHOOT-017", "FOGAM-SHOOT-018", "FOGAM-GLOSSARY-043");
    let mut found = Vec::new();
    let (group, from) = (shooter.group, shooter.from);
    let Some((short, long)) = world.book.ranges(world, group, shooter.profile, shooter.weapon) else {
        return found;
    };
    let (short, long) = (world.field.mu(i32::from(short)), long.map(|l| world.field.mu(i32::from(l))));
    let reach = long.unwrap_or(short);
    // Troops that hold works count as standing at their front edge.
    let around = Bounds::of_rect(from).grown(reach + world.field.scale.fortification_depth() * 2);
    let near = |e: &GroupId| world.bounds(*e).is_some_and(|b| b.may_touch(&around));
    for enemy in world.enemies_of(group).filter(near).filter(|&e| may_be_shot_at(world, e)) {
        enforces!("FOGR-SHOOT-007", "FOGR-SHOOT-035");
        let point = world.point_base(enemy);
        let counted = || world.base_ids(enemy).into_iter().filter(move |b| Some(*b) != point);
        let theirs: SmallVec<[BaseRect; 16]> = counted().map(|b| measured(world, enemy, b).rect()).collect();
        if !caracole_plane::any_within(&[*from], &theirs, reach) {
            continue;
        }
        let own_point = world.point_base(group);
        let own = world.base_ids(group).into_iter().filter(|b| Some(*b) != own_point);
        let mut ours = own.map(|b| measured(world, group, b).rect());
        let close = ours.any(|r| theirs.iter().any(|t| r.within(t, short)));
        let margin = world.field.base_width() * if close { 1 } else { 2 };
        for (base, rect) in counted().zip(theirs.iter()) {
            if scene.closed.targets.contains(&base) {
                continue;
            }
            // A range includes its limit, whatever the rounding of a move.
            let distance = from.range_from_front(rect);
            let within = |range: Um| distance <= range + CONTACT_TOLERANCE;
            if !within(reach) || !from.has_in_arc(FireArc::Strip { margin }, rect) {
                continue;
            }
            let look =
                Look { group, from, target_group: enemy, base, target: rect, betrayed: scene.betrayed };
            if !sees(world, &look) {
                continue;
            }
            let range = if within(short) { Range::Short } else { Range::Long };
            let ahead = range == Range::Short && from.has_directly_ahead(rect);
            let sideways = from.middle_sideways(rect);
            let rank = (!ahead, distance, from.sideways_off_front(rect).unwrap_or(sideways.abs()));
            found.push(Possible { edge: shooter.edge, range, target: (enemy, base), rank, right: sideways });
        }
    }
    found
}
