//! Rout moves.

use super::aftermath::{leave, never_routs};
use super::{Event, destroy, drop_to, say};
use crate::field::{Grade, grid_of, laid_out};
use crate::formation::{Facing, Formation, Placed, Position, Status};
use crate::renaissance::battle::arrange::arrangements;
use crate::renaissance::battle::manoeuvre::{Passage, may_pass};
use crate::renaissance::battle::position::{command, contact, kinds, rates};
use crate::renaissance::battle::world::{CommanderId, GroupId, Posture, Presence, TestOutcome, World};
use crate::renaissance::battle::{Answer, Cx, Flow, Input, Procedure, tests};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, Extent, Group, Hand, Motion, Path, Um, WheelMeasure, any_overlap, distance_to_clear,
    shortest_distance,
};
use serde::{Deserialize, Serialize};

/// A rout move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rout {
    /// Who routs.
    pub group: GroupId,
    /// From whom; from nobody in particular means towards their own edge.
    pub from: Vec<GroupId>,
    /// Whether the distance varies.
    pub distance: RoutDistance,
    /// Once it has fled: friends whom it burst through and broke, who have still to rout.
    fled: Option<Vec<GroupId>>,
}

/// How far routers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoutDistance {
    /// Their normal move.
    Normal,
    /// Changed by a die.
    Varied,
}

impl Rout {
    /// The rout of troops that have just broken, or are still pursued.
    #[must_use]
    pub const fn initial(group: GroupId, from: Vec<GroupId>) -> Self {
        Rout::new(group, from, RoutDistance::Varied)
    }

    /// A rout over a distance.
    #[must_use]
    pub const fn new(group: GroupId, from: Vec<GroupId>, distance: RoutDistance) -> Self {
        Rout { group, from, distance, fled: None }
    }
}

/// Goes on with a rout. Answers a failed test if unbroken enemy bar the way.
pub fn run(cx: &mut Cx<'_>, rout: &mut Rout, input: Input) -> Flow {
    let group = rout.group;
    if let Some(left) = &mut rout.fled {
        return match left.pop() {
            Some(next) => {
                Flow::Call(Procedure::Outcome(super::Procedure::Rout(Rout::initial(next, Vec::new()))))
            }
            None if cx.world[group].phase.barred => Flow::Done(Answer::Test(TestOutcome::Failed)),
            None => Flow::Done(Answer::Done),
        };
    }
    if !cx.world[group].is_on_table() {
        return Flow::Done(Answer::Done);
    }
    if never_routs(cx.world, group) {
        enforces!("FOGR-COMBAT-126", "FOGR-SPECIAL-041");
        destroy(cx, group);
        return Flow::Done(Answer::Done);
    }
    let change = match (input, rout.distance) {
        (Input::Answer(Answer::VariableMove(change)), _) => change,
        (_, RoutDistance::Normal) => 0,
        _ => return Flow::Call(Procedure::Test(tests::Procedure::VariableMove { group })),
    };
    flee(cx, rout, change)
}

fn flee(cx: &mut Cx<'_>, rout: &mut Rout, change: i32) -> Flow {
    let group = rout.group;
    let direction = direction(cx.world, group, &rout.from);
    let (formation, start) = turned_to_run(cx.world, group, direction);
    let plan = plan(cx.world, group, &start, direction, change);
    {
        let state = &mut cx.world[group];
        state.posture = Posture::Normal;
        state.turn.routed = true;
        state.pursuing.clear();
        state.wild_pursuit = false;
        state.looting = false;
    }
    let room = room_at(cx.world, group, plan.path.end());
    let end = match (plan.end, room) {
        // Turning alone would bring them upon the enemy: they cannot get away at all.
        (End::Clear | End::Barred, Room::Enemy) => End::Barred,
        (End::Clear | End::Barred, Room::Friends) => End::NoRoom,
        (end, _) => end,
    };
    if matches!(room, Room::Free) || end == End::OffTable {
        cx.world.arrange(group, &formation, start.anchor);
        cx.world.put(group, plan.path.end());
    }
    for &through in &plan.burst {
        enforces!("FOGR-MOVE-086", "FOGR-MOVE-088", "FOGR-COHESION-011");
        say(cx, Event::BurstThrough { group, through });
        if !cx.world[through].phase.burst_through {
            cx.world[through].phase.burst_through = true;
            let worse = cx.world[through].cohesion.dropped(1);
            drop_to(cx.world, through, worse);
        }
    }
    match end {
        End::OffTable => {
            leave(cx, group, Presence::RoutedOff);
            say(cx, Event::RoutedOff { group });
        }
        End::NoRoom => destroy(cx, group),
        End::Clear | End::Barred => {
            cx.world[group].phase.barred |= end == End::Barred;
            let distance = if room == Room::Free { plan.path.spent() } else { Um::ZERO };
            say(cx, Event::Routed { group, distance });
            follow(cx.world, group);
        }
    }
    // Those who break on being burst through rout in their turn.
    let newly = |&g: &GroupId| cx.world[g].is_broken() && !cx.world[g].turn.routed;
    rout.fled = Some(plan.burst.iter().rev().copied().filter(newly).collect());
    Flow::Again
}

/// Who stands where routers would end their move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    Free,
    Enemy,
    Friends,
    Camp,
}

fn room_at(world: &World, group: GroupId, end: &Group) -> Room {
    let rects = end.rects();
    let mut there = world.on_table().filter(|&g| g != group && any_overlap(&rects, &world.obstruction(g)));
    let camp = || world.sides.iter().filter_map(|(_, s)| s.camp).any(|c| any_overlap(&rects, &[c.at.rect()]));
    match there.next() {
        Some(g) if world[g].side != world[group].side => Room::Enemy,
        Some(_) => Room::Friends,
        None if camp() => Room::Camp,
        None => Room::Free,
    }
}

/// Commanders with a battle group go along with it.
pub fn follow(world: &mut World, group: GroupId) {
    let with: Vec<CommanderId> = world.commander_ids().filter(|&c| world[c].with() == Some(group)).collect();
    for commander in with {
        world[commander].base = command::place_beside(world, commander, group);
    }
}

/// The way routers run.
#[must_use]
pub fn direction(world: &World, group: GroupId, from: &[GroupId]) -> Angle {
    enforces!("FOGR-COMBAT-122", "FOGR-COMBAT-123", "FOGR-JAP-020", "FOGR-JAP-021");
    let home = match world[group].side {
        Side::Red => Angle::HALF,
        Side::Blue => Angle::ZERO,
    };
    let mut ways: Vec<Angle> = Vec::new();
    for &enemy in from {
        let mut found: Vec<Angle> = contact::fighting_touches(world, group, enemy)
            .iter()
            .map(|t| match t.contact.reversed().is_by_own_front() {
                true => world[t.their].base.facing(),
                false => world[t.own].base.facing() + Angle::HALF,
            })
            .collect();
        if found.is_empty() {
            found.extend(from_nearest(world, group, enemy));
        }
        for way in found {
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    Angle::bisect_all(&ways).unwrap_or(home)
}

/// Away from an enemy at a distance: along the line between the nearest bases.
fn from_nearest(world: &World, group: GroupId, enemy: GroupId) -> Option<Angle> {
    let (ours, theirs) = (world.rects(group), world.rects(enemy));
    let pairs = ours.iter().flat_map(|o| theirs.iter().map(move |t| (o, t)));
    let (own, their) = pairs.min_by_key(|(o, t)| o.distance(t))?;
    their.centre().direction_to(own.centre())
}

/// The formation and place of a battle group that has turned to run: about, to a side, or not at all, whichever brings
/// it nearest to its direction. Turns cost nothing.
#[must_use]
pub fn turned_to_run(world: &World, group: GroupId, direction: Angle) -> (Formation, Group) {
    let body = world.body(group);
    let facing = body.facing();
    let off = |faces: Angle| faces.shortest_turn(direction).1;
    let options = [
        (off(facing + Angle::HALF), 0),
        (off(facing), 1),
        (off(facing - Angle::QUARTER), 2),
        (off(facing + Angle::QUARTER), 3),
    ];
    let scale = world.field.scale;
    let best = options.into_iter().min_by_key(|(angle, order)| (angle.0, *order)).map_or(0, |o| o.1);
    let formation = world.formation(group).turned(|_| Facing::Front);
    match best {
        0 => {
            let about = about(&formation, world[group].status);
            let body = body.turned_about(&grid_of(scale, &about, Um::ZERO));
            (about, body)
        }
        1 => {
            let body = laid_out(scale, &formation, body.anchor, Um::ZERO);
            (formation, body)
        }
        side => {
            let start = world.start_of(group);
            let profiles = world.profiles(group);
            let width = formation.files().map(|f| formation.file_depth(f)).max().unwrap_or(1);
            let options = arrangements(&world.nature(group, &start), &profiles, width);
            let turned = options.into_iter().next().unwrap_or_else(|| Formation::block(&profiles, width));
            // Turned left, the right side becomes the rear.
            let from = if side == 2 { Hand::Right } else { Hand::Left };
            let body = body.turned_from(from, &grid_of(scale, &turned, Um::ZERO));
            (turned, body)
        }
    }
}

/// The formation seen from behind: files from the other hand, the rear rank in front. Only tercios keep their gaps.
#[must_use]
pub fn about(formation: &Formation, status: Status) -> Formation {
    let files: Vec<u8> = formation.files().collect();
    let last_rank = formation.placed().map(|p| p.at.rank).max().unwrap_or(0);
    let mut placed: Vec<Placed> = Vec::new();
    for (number, file) in (0u8..).zip(files.iter().rev()) {
        let bases: Vec<&Placed> = formation.file(*file).rev().collect();
        for (place, base) in (0u8..).zip(bases) {
            let rank = match status {
                Status::EarlyTercio | Status::LaterTercio => last_rank - base.at.rank,
                _ => place,
            };
            placed.push(Placed {
                at: Position { file: number, rank },
                facing: Facing::Front,
                base: base.base,
            });
        }
    }
    Formation::try_from(placed).unwrap_or_else(|_| formation.clone())
}

/// How a rout ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was completed, or went as far as the ground allows.
    Clear,
    /// It left the table.
    OffTable,
    /// Unbroken enemy bar the way.
    Barred,
    /// No room beyond the friends burst through.
    NoRoom,
}

/// A rout worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// The move.
    pub path: Path,
    /// Friends burst through.
    pub burst: Vec<GroupId>,
    /// How it ends.
    pub end: End,
}

const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// The rout move of a body that has turned to run.
#[must_use]
pub fn plan(world: &World, group: GroupId, start: &Group, direction: Angle, change: i32) -> Flight {
    enforces!("FOGR-COMBAT-121", "FOGR-COMBAT-124", "FOGR-IMPACT-105", "FOGR-IMPACT-106", "FOGR-IMPACT-109");
    enforces!("FOGR-JAP-022", "FOGR-JAP-023");
    let files: Vec<u8> = start.places.iter().map(|p| p.file).collect();
    let pace = |ground: &[crate::field::TerrainKind]| {
        let mu = rates::move_distance(world, group, ground, column(world, group)).map_or(0, |t| t.total());
        world.field.mu((mu + change).max(0))
    };
    let distance = pace(&[]);
    let run = |shift: Option<(Hand, Um)>| {
        let path = Path::from(start);
        let path = match shift {
            Some((hand, by)) => path.shift(hand, by),
            None => path,
        };
        let path = path.wheel_to_face(direction, MEASURE);
        let left = (distance - path.spent()).or_zero();
        let path = slowed(world, group, path.advance(left), |path| {
            let mut ground = rates::kinds_on_path(world, path, &files);
            ground.retain(|k| k.grade() != Grade::Impassable);
            pace(&ground)
        });
        not_on_own_camp(world, group, path)
    };
    let straight = run(None);
    let straight = match straight.first_exit(&world.field.table) {
        Some(_) => {
            return Flight { burst: burst(world, group, &straight), path: straight, end: End::OffTable };
        }
        None => straight,
    };
    let enemies = enemies(world, group);
    let walls = camps(world, group, straight.end());
    let clear = |path: &Path| {
        path.first_contact(&enemies).is_none()
            && path.first_contact(&walls).is_none()
            && burst(world, group, path).is_empty()
            && !enters_impassable(world, path)
            && settled(world, group, path).is_some()
    };
    if clear(&straight) {
        let path = settled(world, group, &straight).unwrap_or(straight);
        return Flight { path, burst: Vec::new(), end: End::Clear };
    }
    let eighth = world.field.base_width().get() / 8;
    for part in 1..=8 {
        for hand in Hand::BOTH {
            let path = run(Some((hand, Um::new(i64::from(eighth * part)))));
            if clear(&path) {
                let path = settled(world, group, &path).unwrap_or(path);
                return Flight { path, burst: Vec::new(), end: End::Clear };
            }
        }
    }
    // Neither shifting helps: enemies and closed ground stop it, friends are burst through.
    let hit = straight.first_contact(&enemies);
    if let Some(hit) = hit {
        let short = halt_short(world, start, &straight, &enemies, hit.leg);
        let burst = burst(world, group, &short);
        // Halted among friends, or turned where there is no room to turn, they do not even get so far.
        return match settled(world, group, &short) {
            Some(path) => Flight { path, burst, end: End::Barred },
            None => Flight { path: short, burst, end: End::NoRoom },
        };
    }
    let stopped = stop_at_ground(world, &straight, &walls);
    let burst = burst(world, group, &stopped);
    match settled(world, group, &stopped) {
        Some(path) => Flight { path, burst, end: End::Clear },
        None => Flight { path: stopped, burst, end: End::NoRoom },
    }
}

/// A path over slower ground: at its pace, or, for those who have gone further when they come to it, to its edge.
#[must_use]
pub fn slowed(world: &World, group: GroupId, path: Path, pace: impl Fn(&Path) -> Um) -> Path {
    let full = path.spent();
    let slow = pace(&path);
    if slow >= full {
        return path;
    }
    let stands_in = |p: &crate::field::Piece| world.rects(group).iter().any(|r| p.has_part_of(r));
    // The nearest ground on the way that slows it below what it has gone by then.
    let mut entries: Vec<Path> = world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| !stands_in(p))
        .filter_map(crate::field::Piece::outline)
        .filter_map(|o| path.first_entry(o))
        .map(|entry| path.cut(entry.leg, entry.met.after, MEASURE))
        .collect();
    entries.sort_by_key(Path::spent);
    for edge in entries {
        // As far as that edge the pace may be good; beyond it the pace is that of all the ground entered by then.
        if edge.spent() > slow && pace(&edge) >= edge.spent() {
            let beyond = shortened(&path, edge.spent() + caracole_plane::CONTACT_TOLERANCE * 4);
            if pace(&beyond) <= edge.spent() {
                return edge;
            }
        }
    }
    shortened(&path, slow)
}

/// The path with its last advance cut so that it spends no more than this; wheels before it stand.
fn shortened(path: &Path, to: Um) -> Path {
    let excess = (path.spent() - to).or_zero();
    let last = path.legs().count().saturating_sub(1);
    match path.legs().last() {
        Some((_, Motion::Slide { distance, .. })) => {
            path.cut(last, Extent::Distance((*distance - excess).or_zero()), MEASURE)
        }
        _ => path.clone(),
    }
}

/// Whether a battle group moves as a column.
#[must_use]
pub fn column(world: &World, group: GroupId) -> rates::ColumnUse {
    if kinds::is_column(world, group) { rates::ColumnUse::Column } else { rates::ColumnUse::None }
}

/// Unbroken enemies, those left out who touch it already and whom it runs from.
fn enemies(world: &World, group: GroupId) -> Vec<BaseRect> {
    world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken() && !contact::touch(world, group, e))
        .flat_map(|e| world.rects(e))
        .collect()
}

/// Camps that routers must go round: fortified ones and the enemy's. They run through their own unfortified one, but
/// do not stop on it.
fn camps(world: &World, group: GroupId, end: &Group) -> Vec<BaseRect> {
    let rects = end.rects();
    let passed = |side: Side, c: &crate::field::Camp| {
        !c.fortified && side == world[group].side && !any_overlap(&rects, &[c.at.rect()])
    };
    world
        .sides
        .iter()
        .filter_map(|(side, state)| state.camp.filter(|c| !passed(side, c)))
        .map(|c| c.at.rect())
        .collect()
}

/// A move that would end on its own unfortified camp goes on beyond it, or halts at it where there is no room.
fn not_on_own_camp(world: &World, group: GroupId, path: Path) -> Path {
    let camp = world.sides[world[group].side].camp.filter(|c| !c.fortified).map(|c| [c.at.rect()]);
    let Some(camp) = camp.filter(|c| any_overlap(&path.end().rects(), c)) else { return path };
    let further = distance_to_clear(&path.end().rects(), path.end().facing(), &camp);
    let beyond = path.clone().advance(further);
    let others: Vec<BaseRect> =
        world.on_table().filter(|&g| g != group).flat_map(|g| world.obstruction(g)).collect();
    let rects = beyond.end().rects();
    if rects.iter().all(|r| world.field.holds(r)) && !any_overlap(&rects, &others) {
        return beyond;
    }
    match path.first_contact(&camp) {
        Some(hit) => path.cut(hit.leg, hit.met.after, MEASURE),
        None => path,
    }
}

fn enters_impassable(world: &World, path: &Path) -> bool {
    world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| p.kind.grade() == Grade::Impassable)
        .filter_map(crate::field::Piece::outline)
        .any(|o| path.first_entry(o).is_some())
}

/// Whether routers may pass through friends: through guns straight from front to back or back to front only.
#[must_use]
pub fn passes(world: &World, mover: GroupId, through: GroupId, toward: Angle) -> bool {
    match may_pass(world, mover, through) {
        Some(Passage::AnyWay) => true,
        Some(Passage::Perpendicular) => {
            toward.shortest_turn(world.facing(through)).1.0.is_multiple_of(Angle::HALF.0)
        }
        None => false,
    }
}

/// The friends that a move would burst through.
fn burst(world: &World, group: GroupId, path: &Path) -> Vec<GroupId> {
    world
        .friends_of(group)
        .filter(|&f| !passes(world, group, f, path.end().facing()))
        .filter(|&f| world.obstruction(f).iter().any(|r| path.crosses_zone(r)))
        .collect()
}

/// The move carried on until it is clear of friends whom it passes; none if there is no room beyond.
fn settled(world: &World, group: GroupId, path: &Path) -> Option<Path> {
    let mut others: Vec<BaseRect> =
        world.on_table().filter(|&g| g != group).flat_map(|g| world.obstruction(g)).collect();
    others.extend(world.sides.iter().filter_map(|(_, s)| s.camp).map(|c| c.at.rect()));
    let rects = path.end().rects();
    if !any_overlap(&rects, &others) {
        return Some(path.clone());
    }
    let further = distance_to_clear(&rects, path.end().facing(), &others);
    let beyond = path.clone().advance(further);
    let on_table = beyond.end().rects().iter().all(|r| world.field.holds(r));
    (on_table && !any_overlap(&beyond.end().rects(), &others)).then_some(beyond)
}

/// The move cut 1 MU short of the enemy; no move if it is that close already.
fn halt_short(world: &World, start: &Group, path: &Path, enemies: &[BaseRect], leg: usize) -> Path {
    enforces!("FOGR-IMPACT-110");
    let limit = world.field.mu(1);
    if shortest_distance(&start.rects(), enemies).is_some_and(|d| d <= limit) {
        return Path::from(start);
    }
    for (number, (group, motion)) in path.legs().enumerate().take(leg + 1) {
        if let Some(extent) = caracole_plane::first_within(&group.rects(), motion, enemies, limit) {
            return path.cut(number, extent, MEASURE);
        }
    }
    path.clone()
}

/// The move cut where a camp or impassable ground stops it.
fn stop_at_ground(world: &World, path: &Path, walls: &[BaseRect]) -> Path {
    enforces!("FOGR-IMPACT-112");
    let mut short = path.clone();
    if let Some(hit) = short.first_contact(walls) {
        short = short.cut(hit.leg, hit.met.after, MEASURE);
    }
    let closed = world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| p.kind.grade() == Grade::Impassable)
        .filter_map(crate::field::Piece::outline);
    for outline in closed {
        if let Some(entry) = short.first_entry(outline) {
            short = short.cut(entry.leg, entry.met.after, MEASURE);
        }
    }
    short
}
