//! Who shoots at whom.

use super::sight::{Look, in_cover, is_cramped, sees};
use super::{Choice, Request};
use crate::core::{Bombardment, Defence, Edge as ShotEdge, Fight, FileShot, Range, Volley};
use crate::formation::{Facing, Status};
use crate::renaissance::battle::melee::pairing;
use crate::renaissance::battle::outcome::{Roster, files_of, ground};
use crate::renaissance::battle::position::{contact, defence, flank, kinds, support};
use crate::renaissance::battle::world::{BaseId, GroupId, Posture, World};
use crate::renaissance::{Weapon, ranges, weapon_of};
use crate::troops::{Capability, TroopType};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, Contact, Edge, FireArc, Hand, Um};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;

/// The shooting of a phase: volleys with the battle groups concerned, or what a player must choose first.
pub type Aimed = Result<Vec<Shooting>, (GroupId, Request)>;

/// A file with its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shooting {
    /// Who shoots.
    pub group: GroupId,
    /// Which file, in the order of [`files_of`].
    pub file: u8,
    /// From which edge.
    pub edge: Edge,
    /// At what range.
    pub range: Range,
    /// At whom.
    pub target: (GroupId, BaseId),
    /// Bases at the front of the file that fight instead.
    pub barred: u8,
}

/// Files that can give a die to melee: their first two bases neither shoot nor are shot at.
fn in_melee(world: &World) -> BTreeSet<BaseId> {
    enforces!("FOGR-SHOOT-039", "FOGR-SHOOT-040", "FOGR-SHOOT-043");
    use crate::core::Role;
    let mut found = BTreeSet::new();
    for pair in pairing::pairs(world, &[]) {
        for ((group, base), role) in [(pair.own, pair.role), (pair.their, pair.back)] {
            if role == Role::Idle {
                continue;
            }
            for file in files_of(world, group) {
                if file.bases.contains(&base) {
                    found.extend(file.bases.iter().take(2));
                }
            }
            for guns in world.friends_of(group).filter(|&g| kinds::is_artillery(world, g)) {
                let behind =
                    |gun: &BaseId| support::rear_support_of(world, guns, *gun) == Some((group, base));
                found.extend(world.base_ids(guns).into_iter().filter(behind));
            }
        }
    }
    found
}

/// Whether a battle group may shoot at all.
#[must_use]
pub fn may_shoot(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-SHOOT-009", "FOGR-SHOOT-010", "FOGR-SHOOT-011", "FOGR-SHOOT-046", "FOGR-COMBAT-103");
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
    let g = &world[group];
    let chasing = g.pursuing.iter().any(|&r| contact::touch(world, group, r));
    !g.is_broken() && !chasing && !g.looting && g.captured.is_none_or(|c| c.controls)
}

/// The edges that a file shoots from.
fn edges(world: &World, group: GroupId, weapon: Capability, front: BaseId) -> SmallVec<[Edge; 4]> {
    enforces!("FOGR-SHOOT-024", "FOGR-SHOOT-025");
    let troops = world[front].profile.troop_type;
    let outer: SmallVec<[Edge; 2]> = {
        let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
        let at = world[front].at.file;
        let mut edges = SmallVec::new();
        if files.iter().min() == Some(&at) {
            edges.push(Edge::Left);
        }
        if files.iter().max() == Some(&at) {
            edges.push(Edge::Right);
        }
        edges
    };
    if troops == TroopType::BattleWagons {
        return smallvec![Edge::Left, Edge::Right];
    }
    let mut found: SmallVec<[Edge; 4]> = smallvec![Edge::Front];
    if troops == TroopType::LightHorse && weapon == Capability::Bow {
        found.push(Edge::Rear);
    }
    match world[group].status {
        Status::EarlyTercio => {
            found.extend(outer);
            found.push(Edge::Rear);
        }
        Status::LaterTercio => found.extend(outer),
        _ => {}
    }
    found
}

/// A base as shooting measures it: what defends works in front of it counts as standing at their front edge.
#[must_use]
pub fn measured(world: &World, group: GroupId, base: BaseId) -> Base {
    enforces!("FOGR-SPECIAL-015", "FOGR-SPECIAL-026");
    let own = world[base].base;
    let rect = own.rect();
    let before = |works: &BaseRect| {
        let edges = works.contact(&rect).and_then(Contact::edges);
        edges.is_some_and(|e| e.own == Edge::Rear && e.their == Edge::Front)
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

/// A possible target of a file, best first by its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Possible {
    edge: Edge,
    range: Range,
    target: (GroupId, BaseId),
    /// Straight ahead at short range comes first, then distance, then how directly ahead.
    rank: (bool, Um, Um),
    /// On which hand of the shooters it lies.
    hand: Hand,
}

/// Every target that a file may shoot at.
fn possible(
    world: &World,
    group: GroupId,
    bases: &[BaseId],
    weapon: Capability,
    barred: usize,
    closed: &BTreeSet<BaseId>,
) -> Vec<Possible> {
    enforces!("FOGR-SHOOT-005", "FOGR-SHOOT-006", "FOGR-SHOOT-016", "FOGR-SHOOT-021", "FOGR-SHOOT-022");
    let mut found = Vec::new();
    let Some(&front) = bases.first() else { return found };
    let foot = world[front].profile.is_foot();
    let Some((short, long)) = ranges(weapon, foot) else { return found };
    let (short, long) = (world.field.mu(i32::from(short)), long.map(|l| world.field.mu(i32::from(l))));
    let reach = long.unwrap_or(short);
    let eyes = edges(world, group, weapon, front).into_iter().flat_map(|edge| {
        let eyes: SmallVec<[BaseId; 4]> = match edge {
            Edge::Front => smallvec![front],
            // To the rear the last base of the file is its front; to the side every base of the file stands in front.
            Edge::Rear => bases.last().copied().into_iter().collect(),
            Edge::Left | Edge::Right => bases.iter().copied().skip(barred).collect(),
        };
        eyes.into_iter().map(move |eye| (edge, eye))
    });
    for (edge, eye) in eyes {
        let from = match edge {
            Edge::Front => measured(world, group, eye).rect(),
            _ => world[eye].base.fronting(edge).rect(),
        };
        for enemy in world.enemies_of(group).filter(|&e| may_be_shot_at(world, e)) {
            enforces!("FOGR-SHOOT-007", "FOGR-SHOOT-035");
            let point = world.point_base(enemy);
            let counted = || world.base_ids(enemy).into_iter().filter(move |b| Some(*b) != point);
            let theirs: SmallVec<[BaseRect; 16]> =
                counted().map(|b| measured(world, enemy, b).rect()).collect();
            if !caracole_plane::any_within(&[from], &theirs, reach) {
                continue;
            }
            let ours = world.base_ids(group).into_iter().map(|b| measured(world, group, b).rect());
            let close = ours.into_iter().any(|r| theirs.iter().any(|t| r.within(t, short)));
            let margin = world.field.base_width() * if close { 1 } else { 2 };
            for (target, rect) in counted().zip(theirs.iter().copied()) {
                if closed.contains(&target) {
                    continue;
                }
                let distance = from.range_from_front(&rect);
                if distance > reach || !from.has_in_arc(FireArc::Strip { margin }, &rect) {
                    continue;
                }
                let look = Look {
                    group,
                    from: &from,
                    target_group: enemy,
                    profile: world[target].profile,
                    target: &rect,
                };
                if !sees(world, &look) {
                    continue;
                }
                let range = if distance <= short { Range::Short } else { Range::Long };
                let ahead = range == Range::Short && from.has_directly_ahead(&rect);
                let sideways = from.middle_sideways(&rect);
                let hand = if sideways.get() < 0 { Hand::Left } else { Hand::Right };
                let rank = (!ahead, distance, from.sideways_off_front(&rect).unwrap_or(sideways.abs()));
                found.push(Possible { edge, range, target: (enemy, target), rank, hand });
            }
        }
    }
    found
}

/// The targets of all files that shoot, with the choices made so far.
pub fn aim(world: &World, choices: &[Choice]) -> Aimed {
    enforces!("FOGR-SHOOT-002", "FOGR-SHOOT-015", "FOGR-SHOOT-018", "FOGR-SHOOT-019", "FOGR-SHOOT-020");
    let melee = in_melee(world);
    let mut found = Vec::new();
    let mut sides: Vec<GroupId> = world.on_table().collect();
    sides.sort_by_key(|&g| (world[g].side != world.turn.active, g));
    for group in sides.into_iter().filter(|&g| may_shoot(world, g)) {
        let mut wagons_shoot = false;
        for (number, file) in (0u8..).zip(files_of(world, group)) {
            let Some(&front) = file.bases.first() else { continue };
            if gives_rear_support(world, group, front) {
                continue;
            }
            if world[front].profile.troop_type == TroopType::BattleWagons {
                enforces!("FOGR-SHOOT-030", "FOGR-SHOOT-044");
                if wagons_shoot || file.bases.iter().any(|b| melee.contains(b)) {
                    continue;
                }
            }
            let barred = if melee.contains(&front) { 2 } else { 0 };
            let armed = file.bases.iter().skip(barred).find_map(|&b| match weapon_of(world[b].profile) {
                Some(Weapon::Of(weapon)) => Some(weapon),
                _ => None,
            });
            let Some(weapon) = armed else { continue };
            let targets = possible(world, group, &file.bases, weapon, barred, &melee);
            let Some(best) = select(world, group, front, &targets, choices)? else { continue };
            wagons_shoot |= world[front].profile.troop_type == TroopType::BattleWagons;
            found.push(Shooting {
                group,
                file: number,
                edge: best.edge,
                range: best.range,
                target: best.target,
                barred: barred as u8,
            });
        }
    }
    Ok(found)
}

fn gives_rear_support(world: &World, group: GroupId, front: BaseId) -> bool {
    enforces!("FOGR-COMBAT-097");
    support::is_rear_supporter(world, group)
        && world.friends_of(group).filter(|&g| kinds::is_artillery(world, g)).any(|guns| {
            world
                .base_ids(guns)
                .iter()
                .any(|&gun| support::rear_support_of(world, guns, gun) == Some((group, front)))
        })
}

/// The target of a file: by priority, or the free choice of distant artillery.
fn select(
    world: &World,
    group: GroupId,
    front: BaseId,
    targets: &[Possible],
    choices: &[Choice],
) -> Result<Option<Possible>, (GroupId, Request)> {
    let best = |of: &[Possible]| of.iter().map(|p| p.rank).min();
    if kinds::is_artillery(world, group) {
        enforces!("FOGR-SHOOT-013", "FOGR-SHOOT-014");
        let ignored = |p: &&Possible| {
            kinds::is_all(world, p.target.0, TroopType::LightFoot) && p.rank.1 > world.field.mu(3)
        };
        let counted: Vec<Possible> = targets.iter().filter(|p| !ignored(p)).copied().collect();
        let free = counted.iter().all(|p| p.rank.1 > world.field.mu(8));
        let pool: &[Possible] = if free { targets } else { &counted };
        let mut groups: Vec<GroupId> = pool.iter().map(|p| p.target.0).collect();
        groups.sort_unstable();
        groups.dedup();
        if free && groups.len() > 1 {
            let chosen = choices.iter().find_map(|c| match c {
                Choice::Target { base, at } if *base == front => Some(*at),
                _ => None,
            });
            let Some(at) = chosen else {
                return Err((group, Request::Target { group, base: front, targets: groups }));
            };
            return Ok(pool.iter().filter(|p| p.target.0 == at).min_by_key(|p| p.rank).copied());
        }
        return Ok(pool.iter().min_by_key(|p| p.rank).copied());
    }
    let Some(rank) = best(targets) else { return Ok(None) };
    let equal: Vec<&Possible> = targets.iter().filter(|p| p.rank == rank).collect();
    let two = equal.iter().any(|p| equal.first().is_some_and(|f| f.target.0 != p.target.0));
    if !two {
        return Ok(equal.first().map(|p| **p));
    }
    let side = choices.iter().find_map(|c| match c {
        Choice::Side { group: g, hand } if *g == group => Some(*hand),
        _ => None,
    });
    let Some(hand) = side else { return Err((group, Request::Side { group })) };
    Ok(equal.iter().find(|p| p.hand == hand).or(equal.first()).map(|p| **p))
}

/// The fight of a shooting phase.
#[must_use]
pub fn volleys(world: &World, shooting: &[Shooting], fleet: &[(Side, GroupId)]) -> Option<(Roster, Fight)> {
    if shooting.is_empty() && fleet.is_empty() {
        return None;
    }
    let mut taking_part: Vec<GroupId> = shooting.iter().flat_map(|s| [s.group, s.target.0]).collect();
    taking_part.extend(fleet.iter().map(|(_, at)| *at));
    taking_part.sort_unstable();
    taking_part.dedup();
    let roster = Roster::of(world, &taking_part);
    let mut fight = roster.fight(world, crate::troops::CombatPhase::Shooting);
    for shot in shooting {
        let (Some(by), Some(at)) = (roster.index(shot.group), roster.index(shot.target.0)) else { continue };
        let known = fight.volleys.iter().position(|v| (v.by, v.at) == (by, at));
        let known = known.unwrap_or_else(|| {
            fight.volleys.push(volley(world, &roster, shot, by, at));
            fight.volleys.len() - 1
        });
        let front =
            files_of(world, shot.group).get(usize::from(shot.file)).and_then(|f| f.bases.first().copied());
        let Some(front) = front else { continue };
        let file = FileShot {
            file: shot.file,
            range: shot.range,
            edge: match shot.edge {
                Edge::Front => ShotEdge::Front,
                Edge::Left | Edge::Right => ShotEdge::Flank,
                Edge::Rear => ShotEdge::Rear,
            },
            barred: shot.barred,
            first_rank_only: is_cramped(world, &world[front].base.rect()),
        };
        if let Some(volley) = fight.volleys.get_mut(known) {
            volley.files.push(file);
            if world[shot.group].regimental_guns && is_central(world, shot) {
                let free = volley.regimental_gun.is_none();
                volley.regimental_gun = volley.regimental_gun.or(free.then_some(shot.range));
            }
        }
    }
    one_gun_each(&mut fight);
    for &(_, target) in fleet {
        let Some(at) = roster.index(target) else { continue };
        match fight.bombardments.iter_mut().find(|b| b.at == at) {
            Some(known) => known.units += 1,
            None => {
                let cover = world.rects(target).iter().all(|r| in_cover(world, r));
                fight.bombardments.push(Bombardment { units: 1, at, cover });
            }
        }
    }
    Some((roster, fight))
}

/// The marker stands in the central file (its place decides its arc and target); of two central files in the first that has a target.
fn is_central(world: &World, shot: &Shooting) -> bool {
    enforces!("FOGR-SHOOT-023");
    let fronts = files_of(world, shot.group).iter().filter(|f| f.facing == Facing::Front).count();
    let file = usize::from(shot.file);
    fronts > 0 && (file == (fronts - 1) / 2 || file == fronts / 2)
}

fn one_gun_each(fight: &mut Fight) {
    let mut seen: Vec<u8> = Vec::new();
    for volley in &mut fight.volleys {
        if volley.regimental_gun.is_none() {
            continue;
        }
        if seen.contains(&volley.by) {
            volley.regimental_gun = None;
        }
        seen.push(volley.by);
    }
}

fn volley(world: &World, roster: &Roster, shot: &Shooting, by: u8, at: u8) -> Volley {
    let (enemy, base) = shot.target;
    let rect = world[base].base.rect();
    let theirs = world.body(enemy).footprint().rect();
    let from_behind = world.rects(shot.group).iter().all(|r| theirs.has_entirely_behind_rear(r));
    let works = || -> bool {
        let sees: &[BaseRect] = &world.rects(shot.group);
        sees.iter().any(|r| {
            let defence = ground::defended(world, enemy, base, r);
            matches!(defence, Defence::Fortification | Defence::Obstacle)
        })
    };
    let enfilade = || {
        enforces!("FOGR-GLOSSARY-015");
        kinds::is_artillery(world, shot.group)
            && flank::can_be_taken(world, enemy).0
            && !from_behind
            && flank::starts_on_flank_or_rear(world, shot.group, enemy)
    };
    Volley {
        by,
        at,
        files: SmallVec::new(),
        regimental_gun: None,
        nearest: roster.file_of(enemy, base).map_or(0, |(f, _)| f.file),
        from_behind,
        cover: in_cover(world, &rect) || works(),
        enfilade: enfilade(),
    }
}
