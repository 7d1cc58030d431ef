//! What stands in the way of a move: table edge, camps, friends, enemies, works held by the enemy.

pub use crate::battle::position::nearness::{Movers, runs_into};

use crate::battle::customs::{Passing, SetBeyond};
use crate::battle::law::law;
use crate::battle::position::passing::{Passage, may_pass};
use crate::battle::position::{command, contact, defence, kinds, overlap};
use crate::battle::world::{CommanderId, GroupId, World};
use crate::field::{Grade, TerrainKind};
use crate::troops::TroopType;
use caracole_kernel::Refusal;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, Bounds, Edge, Group, Motion, Path, Rects, Trail, Um, any_overlap, any_within,
    distance_to_clear,
};
use smallvec::SmallVec;

/// What a path does to those in its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Friends that it passes through.
    pub through: SmallVec<[GroupId; 4]>,
    /// How much further it goes to pass them completely.
    pub further: Um,
    /// Light foot that could not quite pass.
    pub may_not_shoot: bool,
    /// Lone enemy commanders in the way.
    pub comes_upon: SmallVec<[CommanderId; 2]>,
}

/// Checks everything in the way of a path of a battle group, battle groups that move with it left out.
pub fn way(world: &World, group: GroupId, path: &Path, with: &[GroupId]) -> Result<Way, Refusal> {
    enforces!("FOGR-MOVE-092", "FOGAM-MOVE-096");
    let trail = Trail::of(path);
    if trail.leaves(&world.field.table) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-101", "FOGAM-MOVE-107"),
            "The move would take it over the table edge",
            "Stop at the edge: troops leave the table only by evading or in rout.",
        ));
    }
    camps(world, &trail)?;
    enemies(world, group, &trail)?;
    works(world, group, &trail)?;
    let mut way = friends(world, group, &trail, with)?;
    way.comes_upon = command::alone_in_the_way(world, group, path);
    Ok(way)
}

/// Checks the way of a base behind the head of a column: it needs the same room as the head does, and passes through
/// friends only where the whole battle group may.
pub fn way_behind(
    world: &World,
    group: GroupId,
    path: &Path,
    with: &[GroupId],
    way: &mut Way,
) -> Result<(), Refusal> {
    enforces!("FOGR-BG-045");
    let own = self::way(world, group, path, with)?;
    for friend in own.through {
        if !way.through.contains(&friend) {
            way.through.push(friend);
        }
    }
    way.may_not_shoot |= own.may_not_shoot;
    for commander in own.comes_upon {
        if !way.comes_upon.contains(&commander) {
            way.comes_upon.push(commander);
        }
    }
    Ok(())
}

fn camps(world: &World, trail: &Trail<'_>) -> Result<(), Refusal> {
    for (_, state) in world.sides.iter() {
        let Some(camp) = state.camp.map(|c| c.at.rect()) else { continue };
        if trail.ground().may_touch(&Bounds::of_rect(&camp)) && trail.runs_into(&[camp]) {
            return Err(Refusal::new(
                law!(world.book, "FOGR-MANOEUVRE-077", "FOGAM-IMPACT-125"),
                "A camp is in the way",
                "Stop at its edge, or go round it.",
            ));
        }
    }
    Ok(())
}

/// Whether a battle group may come within a distance of the ground of a path.
fn may_meet(world: &World, ground: Option<Bounds>, other: GroupId, limit: Um) -> bool {
    match (ground, world.bounds(other)) {
        (Some(ground), Some(other)) => ground.may_be_within(&other, limit),
        _ => false,
    }
}

fn enemies(world: &World, group: GroupId, trail: &Trail<'_>) -> Result<(), Refusal> {
    let ground = world.bounds(group).map(|b| b.grown_by_path(trail.path()));
    for enemy in world.enemies_of(group).filter(|&e| may_meet(world, ground, e, Um::ZERO)) {
        let rects = world.obstruction(enemy);
        if trail.runs_into(rects) || any_overlap(trail.end(), rects) {
            return Err(no_contact(world, enemy));
        }
    }
    Ok(())
}

fn no_contact(world: &World, enemy: GroupId) -> Refusal {
    Refusal::new(
        law!(world.book, "FOGR-MANOEUVRE-063", "FOGAM-MANOEUVRE-055"),
        "The move would bring it into contact with an enemy battle group",
        "Stop short of it; contact is made by charging in the impact phase.",
    )
    .piece("enemy battle group", enemy.piece())
}

/// Checks the contacts with enemies that a battle group would have at the end of its move.
pub fn contacts_at_end(world: &World, after: &World, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-MANOEUVRE-065", "FOGR-MANOEUVRE-003", "FOGAM-MANOEUVRE-055");
    let side = world[group].side;
    for enemy in world.enemies_of(group) {
        if !contact::touch(after, group, enemy) || world[enemy].is_broken() {
            continue;
        }
        let touches = contact::touches(after, group, enemy);
        let fights = touches.iter().any(|t| contact::is_fighting_contact(t.contact));
        let had = contact::touch(world, group, enemy) && !fights;
        if had {
            continue;
        }
        let overlaps = after.base_ids(group).iter().any(|&b| {
            let rect = after[b].base.rect();
            let met = overlap::overlapped_from(world, side, &rect, Some(group));
            met.iter().any(|m| world.all_base_ids(enemy).any(|e| e == *m))
        });
        if fights || !overlaps {
            return Err(no_contact(world, enemy));
        }
        world.book.joins_melee(world, group)?;
    }
    Ok(())
}

/// Works held by the enemy: troops halt before them, or come up to them as to the enemy who stands there.
fn works(world: &World, group: GroupId, trail: &Trail<'_>) -> Result<(), Refusal> {
    enforces!("FOGR-SPECIAL-023", "FOGAM-SPECIAL-022");
    let holder = |w: &BaseRect| {
        let defended = |e: GroupId| world.base_ids(e).iter().any(|&b| defence::defends_stretch(world, w, b));
        world.enemies_of(group).find(|&e| !world[e].is_broken() && defended(e))
    };
    let held = defence::works(world).map(caracole_plane::Base::rect);
    let held = held.filter_map(|w| holder(&w).map(|e| (w, e)));
    let Some((rule, mu)) = world.book.distance_from_works() else {
        for (w, enemy) in held {
            if trail.runs_into(&[w]) {
                return Err(no_contact(world, enemy));
            }
        }
        return Ok(());
    };
    let limit = world.field.mu(mu);
    for (w, _) in held {
        let near = |rects: &[BaseRect]| {
            rects.iter().any(|r| r.distance(&w) < limit && w.side_of_line(Edge::Front, r).is_partly_beyond())
        };
        if near(trail.end()) && !near(world.rects(group)) {
            return Err(Refusal::new(
                rule,
                format!("Fortifications defended by the enemy are less than {mu} MU away"),
                "Halt before them.",
            ));
        }
    }
    Ok(())
}

fn friends(world: &World, group: GroupId, trail: &Trail<'_>, with: &[GroupId]) -> Result<Way, Refusal> {
    enforces!("FOGR-MOVE-050", "FOGAM-MOVE-046");
    let mut way = Way::default();
    let start = world.rects(group);
    let ground = world.bounds(group).map(|b| b.grown_by_path(trail.path()));
    let others = world.friends_of(group).filter(|f| !with.contains(f));
    for friend in others.filter(|&f| may_meet(world, ground, f, Um::ZERO)) {
        let rects = world.obstruction(friend);
        let beside = || start.iter().any(|r| rects.iter().any(|f| f.touches(r)));
        let ends_in = any_overlap(trail.end(), rects);
        // Neighbours in a line do not hinder a wheel out of it.
        if !ends_in && (!trail.runs_into(rects) || (wheels_first(trail.path()) && beside())) {
            continue;
        }
        pass_through(world, group, friend, trail.path(), &mut way)?;
    }
    Ok(way)
}

fn wheels_first(path: &Path) -> bool {
    path.legs().next().is_some_and(|(_, m)| matches!(m, Motion::Turn { .. }))
}

fn blocked(world: &World, friend: GroupId, why: &'static str) -> Refusal {
    Refusal::new(
        law!(world.book, "FOGR-MOVE-079", "FOGAM-MOVE-078"),
        why,
        "Go round them, or stop before them.",
    )
    .piece("friendly battle group", friend.piece())
}

fn pass_through(
    world: &World,
    group: GroupId,
    friend: GroupId,
    path: &Path,
    way: &mut Way,
) -> Result<(), Refusal> {
    enforces!("FOGR-MOVE-079", "FOGAM-MOVE-078");
    let Some(passage) = may_pass(world, group, friend) else {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-078", "FOGAM-MOVE-074"),
            "These troops cannot pass through those friends",
            "Go round them, or stop before them.",
        )
        .piece("friendly battle group", friend.piece()));
    };
    let facing = path.end().facing();
    let perpendicular = is_perpendicular(facing, world.facing(friend));
    if passage == Passage::Perpendicular && !perpendicular {
        return Err(blocked(
            world,
            friend,
            "Foot pass through artillery only straight from back to front or front to back",
        ));
    }
    if world[friend].phase.passed_through.contains(&group) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-084", "FOGAM-MOVE-082"),
            "Those friends have passed through it in this phase",
            "Let one of the two stand.",
        ));
    }
    if world[group].phase.reshaped && world.book.keeps_shape_to_pass(world, group) {
        return Err(reshaped(world));
    }
    way.through.push(friend);
    let rects = world.obstruction(friend);
    let end = path.end().rects();
    if !any_overlap(&end, rects) {
        return Ok(());
    }
    let passing = Passing {
        perpendicular,
        starts_in_contact: perpendicular && touches_by_front(world, group, friend),
        gets_across: distance_to_clear(&front_line(path.end()), facing, rects) == Um::ZERO,
        one_deep: world.formation(friend).rank_sizes().len() == 1,
        light_foot: kinds::is_all(world, group, TroopType::LightFoot),
    };
    let Some(set) = world.book.set_beyond(passing) else {
        return Err(blocked(world, friend, "It cannot move far enough to pass completely through"));
    };
    way.further = way.further.max(distance_to_clear(&end, facing, rects));
    way.may_not_shoot |= set == SetBeyond::Silenced;
    Ok(())
}

/// The refusal of passing through after or before a turn, expansion or contraction.
#[must_use]
pub fn reshaped(world: &World) -> Refusal {
    Refusal::new(
        law!(world.book, "FOGR-MOVE-085", "FOGAM-MOVE-083"),
        "A battle group that passes through friends makes no turn, expansion or contraction in the same phase",
        "Do one or the other.",
    )
}

fn is_perpendicular(a: Angle, b: Angle) -> bool {
    let apart = a.shortest_turn(b).1.millidegrees();
    apart <= 100 || apart >= 179_900
}

fn touches_by_front(world: &World, group: GroupId, friend: GroupId) -> bool {
    contact::touches(world, group, friend).iter().any(|t| {
        t.contact.edges().is_some_and(|e| e.own == Edge::Front && matches!(e.their, Edge::Front | Edge::Rear))
    })
}

/// The front edges alone of the front rank.
fn front_line(group: &Group) -> Rects {
    let rects = group.rects();
    group.front_rank().filter_map(|i| rects.get(i)).map(BaseRect::front_edge).collect()
}

/// Whether a path of a battle group keeps further from the enemy than second moves must.
pub fn keeps_clear_of_enemy(world: &World, group: GroupId, path: &Path) -> Result<(), Refusal> {
    keeps_clear_among(world, group, path, Movers::of(world, &[group]))
}

/// The same for one of several that move as one body.
pub fn keeps_clear_among(world: &World, group: GroupId, path: &Path, movers: Movers) -> Result<(), Refusal> {
    enforces!("FOGR-MANOEUVRE-052", "FOGR-MANOEUVRE-058", "FOGAM-MOVE-027", "FOGAM-MANOEUVRE-048");
    let side = world[group].side.other();
    let end = path.end().rects();
    let legs: SmallVec<[(Rects, &Motion); 2]> = path.legs().map(|(g, m)| (g.rects(), m)).collect();
    let near = |rects: &[BaseRect], limit: Um| {
        any_within(&end, rects, limit)
            || legs.iter().any(|(own, m)| caracole_plane::passes_within(own, m, rects, limit))
    };
    let refuse = |mu: i32, what: &'static str| {
        Err(Refusal::new(
            law!(world.book, "FOGR-MANOEUVRE-052", "FOGAM-MANOEUVRE-048"),
            format!("Further moves in a phase start, pass and end further than {mu} MU from {what}"),
            "Stop after one move, or keep further away in every one of them.",
        ))
    };
    let ground = Bounds::of_path(path);
    for enemy in world.of_side(side) {
        let Some(mu) = world.book.distance_from_enemy(world, enemy, movers) else { continue };
        let limit = world.field.mu(mu);
        if may_meet(world, Some(ground), enemy, limit) && near(world.rects(enemy), limit) {
            return refuse(mu, "any enemy");
        }
    }
    let Some(camp) = world.sides[side].camp else { return Ok(()) };
    let mu = world.book.distance_from_camp(camp.fortified);
    let limit = world.field.mu(mu);
    let may_touch = ground.grown(limit).may_touch(&Bounds::of_rect(&camp.at.rect()));
    match may_touch && near(&[camp.at.rect()], limit) {
        true => refuse(mu, "the enemy camp"),
        false => Ok(()),
    }
}

/// Troops in a river move only within 45 degrees of straight across.
pub fn river(world: &World, path: &Path) -> Result<(), Refusal> {
    for piece in &world.field.terrain.pieces {
        let (TerrainKind::River(grade), crate::field::Ground::Strip(strip)) = (&piece.kind, &piece.ground)
        else {
            continue;
        };
        if *grade == Grade::Impassable {
            continue;
        }
        for (group, motion) in path.legs() {
            let Motion::Slide { toward, .. } = motion else { continue };
            for base in group.bases() {
                let rect = base.rect();
                let moved = motion.base_after(&base).rect();
                if !strip.has_part_of(&rect) && !strip.has_part_of(&moved) {
                    continue;
                }
                let course = strip.course_near(&rect);
                let along = course.shortest_turn(*toward).1.millidegrees();
                if !(44_999..=135_001).contains(&along) {
                    return Err(Refusal::new(
                        law!(world.book, "FOGR-TERRAIN-022", "FOGAM-TERRAIN-021"),
                        "Troops in a river move only within 45 degrees of straight across",
                        "Head more directly for the other bank.",
                    ));
                }
            }
        }
    }
    Ok(())
}
