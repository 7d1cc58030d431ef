//! How those contacted on a side or in rear rearrange themselves: bases turn to face, the pike of tercios and keils
//! come to the threatened edge.

use super::approach::{self, Fall, Met};
use super::level::{depth_of, swap};
use crate::battle::position::{contact, defence, kinds};
use crate::battle::world::{BaseId, GroupId, World};
use crate::formation::{Facing, Position, Status};
use crate::troops::Capability;
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, BaseRect, Edge, Hand, Motion, Pose, Um, any_overlap, first_contact};
use smallvec::SmallVec;

type Bases = SmallVec<[BaseId; 8]>;

fn is_pike(world: &World, base: BaseId) -> bool {
    world[base].profile.has(Capability::Pike)
}

/// The side of the target that a charge has touched.
fn side_touched(world: &World, charger: GroupId, target: GroupId) -> Option<Hand> {
    contact::touches(world, charger, target)
        .iter()
        .filter(|t| t.contact.is_by_own_front() && world[t.their].facing == Facing::Front)
        .find_map(|t| approach::side_of(t.contact))
}

/// Bases of the target that the charge touches on a side or in rear and that have not turned yet.
fn touched_on_side(world: &World, charger: GroupId, target: GroupId) -> Bases {
    let mut found = Bases::new();
    for t in contact::touches(world, charger, target) {
        let aside = approach::side_of(t.contact).is_some() || t.contact.their_edge() == Some(Edge::Rear);
        let open = t.contact.is_by_own_front() && world[t.their].facing == Facing::Front;
        if open && aside && !found.contains(&t.their) {
            found.push(t.their);
        }
    }
    found
}

/// The pike that may leave their places: not at the front of a pike file, not in front edge contact with enemy.
/// Those of the file nearest to the threatened side come first, the rearmost before the others.
fn free_pike(world: &World, group: GroupId, near: Option<Hand>) -> Bases {
    let ids = world.base_ids(group);
    let engaged = |b: BaseId| {
        let rect = world[b].base.rect();
        world.enemies_of(group).filter(|&e| !world[e].is_broken()).any(|e| {
            let by_front = |r: &BaseRect| {
                let edges = rect.contact(r).and_then(caracole_plane::Contact::edges);
                edges.is_some_and(|e| e.own == Edge::Front)
            };
            world.rects(e).iter().any(by_front)
        })
    };
    let leads = |b: BaseId| {
        let at = world[b].at;
        !ids.iter().any(|&o| {
            is_pike(world, o)
                && world[o].facing == Facing::Front
                && world[o].at.file == at.file
                && world[o].at.rank < at.rank
        })
    };
    let mut free: Bases = ids
        .iter()
        .copied()
        .filter(|&b| is_pike(world, b) && world[b].facing == Facing::Front && !leads(b) && !engaged(b))
        .collect();
    let from = near.unwrap_or(world.hand_where_equal());
    free.sort_by_key(|&b| {
        let at = world[b].at;
        let aside = match from {
            Hand::Right => -i16::from(at.file),
            Hand::Left => i16::from(at.file),
        };
        (aside, std::cmp::Reverse(at.rank))
    });
    free
}

/// How many ranks of pike may be brought to the threatened edge: the owner chooses where it is one or two.
#[must_use]
pub fn ranks_of_pike(world: &World, charger: GroupId, target: GroupId, met: Met) -> SmallVec<[u8; 2]> {
    enforces!("FOGR-IMPACT-060");
    let wanted = matches!(
        (world[target].status, met.side),
        (Status::EarlyTercio, Fall::Flank | Fall::Rear) | (Status::LaterTercio, Fall::Flank)
    );
    if !wanted || world[target].is_broken() {
        return SmallVec::from_slice(&[0]);
    }
    let possible = |ranks: u8| {
        let mut then = world.clone();
        bring_pike(&mut then, charger, target, met, ranks) && has_room(&then, target, charger)
    };
    let found: SmallVec<[u8; 2]> = [1, 2].into_iter().filter(|&r| possible(r)).collect();
    if found.is_empty() { SmallVec::from_slice(&[0]) } else { found }
}

/// Whether the bases of a battle group overlap nothing but the chargers, who are moved back, and are on the table.
fn has_room(world: &World, group: GroupId, charger: GroupId) -> bool {
    let rects = world.rects(group);
    let apart = rects.iter().enumerate().all(|(i, a)| rects.iter().skip(i + 1).all(|b| !a.overlaps(b)));
    apart
        && world.group_may_stand(group)
        && world
            .on_table()
            .filter(|&g| g != group && g != charger)
            .all(|g| !any_overlap(rects, world.obstruction(g)))
}

/// Everything that the target of a charge rearranges on contact. Gives the bases that turned or moved.
pub fn face(world: &mut World, charger: GroupId, target: GroupId, met: Met, ranks: u8) -> Vec<BaseId> {
    let before = world.clone();
    let keil = kinds::is_a_keil(world, target);
    let tercio = kinds::is_tercio(world, target);
    if keil && met.side == Fall::Flank {
        keil_to_flank(world, charger, target);
    }
    if tercio {
        bring_pike(world, charger, target, met, ranks);
    }
    // Of tercios only those contacted as by a flank or rear charge turn; keils and the shot of later tercios always.
    enforces!("FOGR-IMPACT-053", "FOGR-IMPACT-056", "FOGR-IMPACT-063");
    let turns = match (keil, tercio) {
        (true, _) => met.side,
        (_, true) if met.fall == Fall::Front && world[target].status == Status::LaterTercio => Fall::Front,
        _ => met.fall,
    };
    face_over_works(world, charger, target);
    if turns != Fall::Front {
        turn_contacted(world, charger, target, Met { fall: turns, ..met });
    }
    close_gaps(world, target);
    if !has_room(world, target, charger) {
        // Friends or the table edge leave no room to turn: they stand as they are.
        enforces!("FOGR-IMPACT-049");
        *world = before;
        return Vec::new();
    }
    world
        .base_ids(target)
        .into_iter()
        .filter(|&b| world[b].base != before[b].base || world[b].facing != before[b].facing)
        .collect()
}

/// The direction in which bases facing a side look.
fn toward(world: &World, group: GroupId, hand: Hand) -> Angle {
    match hand {
        Hand::Left => world.facing(group) - Angle::QUARTER,
        Hand::Right => world.facing(group) + Angle::QUARTER,
    }
}

const fn facing_of(hand: Hand) -> Facing {
    match hand {
        Hand::Left => Facing::Left,
        Hand::Right => Facing::Right,
    }
}

/// A place for one file that faces a side: the strip of a file, from a line backwards as far as a base is wide.
#[derive(Clone, Copy)]
struct Cell {
    /// The middle of the strip, to the right of the anchor.
    middle: Um,
    /// The line where it begins, forward of the anchor.
    front: Um,
}

/// Bases one behind the other facing a side, the first outermost. They stand level with the side of their file; if they
/// are deeper than it is wide they rest on the next file and stand out.
fn put_column(world: &mut World, group: GroupId, anchor: Pose, cell: Cell, hand: Hand, bases: &[BaseId]) {
    let toward = toward(world, group, hand);
    let width = world.field.base_width();
    let all: Vec<Base> = bases.iter().map(|&b| world[b].base).collect();
    let outward = width.half() + (depth_of(&all) - width).or_zero();
    let mut out = outward;
    let mut slots: Vec<Position> = bases.iter().map(|&b| world[b].at).collect();
    slots.sort_unstable();
    for (&b, slot) in bases.iter().zip(slots) {
        let base = world[b].base;
        let right = match hand {
            Hand::Left => cell.middle - out,
            Hand::Right => cell.middle + out,
        };
        let at = anchor.offset(right, cell.front - base.width.half()).at;
        world[b].base = Base::new(Pose::new(at, toward), base.width, base.depth);
        world[b].facing = facing_of(hand);
        world[b].at = slot;
        out -= base.depth;
    }
}

/// Turns the bases contacted by a flank or rear charge, and a second one where only one of a file is touched.
fn turn_contacted(world: &mut World, charger: GroupId, target: GroupId, met: Met) {
    enforces!("FOGR-IMPACT-045", "FOGR-IMPACT-047");
    let Some((facing, bases)) = approach::bases_that_turn(world, charger, target, met) else { return };
    if facing == Facing::Rear {
        for b in bases {
            let turned = world[b].base.fronting(Edge::Rear);
            world[b].base = turned;
            world[b].facing = facing;
        }
        return;
    }
    let hand = if facing == Facing::Left { Hand::Left } else { Hand::Right };
    let most = if kinds::is_a_keil(world, target) { 2 } else { usize::MAX };
    let anchor = world.anchor(target);
    for run in runs(world, &bases) {
        turn_run(world, target, anchor, hand, &run, most);
    }
}

/// Defenders of works who do not face the stretch that is attacked turn to it; the others close up on them.
fn face_over_works(world: &mut World, charger: GroupId, target: GroupId) {
    enforces!("FOGR-SPECIAL-018");
    let attackers = world.rects(charger);
    let over_works = |b: &BaseId| {
        defence::works_against(world, *b, attackers).is_some()
            && !approach::is_in_engaged_front(world, target, *b, Some(charger))
    };
    let turning: Bases = touched_on_side(world, charger, target).into_iter().filter(over_works).collect();
    if turning.is_empty() {
        return;
    }
    let Some(hand) = side_touched(world, charger, target) else {
        for b in turning {
            world[b].base = world[b].base.fronting(Edge::Rear);
            world[b].facing = Facing::Rear;
        }
        return;
    };
    let anchor = world.anchor(target);
    for run in runs(world, &turning) {
        turn_run(world, target, anchor, hand, &run, usize::MAX);
    }
    let toward = match hand {
        Hand::Left => anchor.facing - Angle::QUARTER,
        Hand::Right => anchor.facing + Angle::QUARTER,
    };
    let rest: Bases = world.base_ids(target).into_iter().filter(|b| !turning.contains(b)).collect();
    let rects = |world: &World, ids: &[BaseId]| -> Vec<BaseRect> {
        ids.iter().map(|&b| world[b].base.rect()).collect()
    };
    let slide = Motion::Slide { toward, distance: world.field.base_width() };
    if let Some(hit) = first_contact(&rects(world, &rest), &slide, &rects(world, &turning)) {
        let motion = slide.up_to(hit.after);
        for b in rest {
            world[b].base = motion.base_after(&world[b].base);
        }
    }
}

/// Bases of one file that stand directly one behind the other.
fn runs(world: &World, bases: &[BaseId]) -> Vec<Bases> {
    let mut sorted: Bases = bases.iter().copied().collect();
    sorted.sort_by_key(|&b| world[b].at);
    let mut found: Vec<Bases> = Vec::new();
    for b in sorted {
        let follows = |last: &BaseId| {
            let (a, c) = (world[*last].at, world[b].at);
            a.file == c.file && world[*last].base.rect().touches(&world[b].base.rect())
        };
        match found.last_mut() {
            Some(run) if run.last().is_some_and(follows) => run.push(b),
            _ => found.push(SmallVec::from_slice(&[b])),
        }
    }
    found
}

/// Turns bases of one file that stand one behind the other: as many side by side as find room along their side.
fn turn_run(world: &mut World, group: GroupId, anchor: Pose, hand: Hand, run: &[BaseId], most: usize) {
    let all: Vec<Base> = run.iter().map(|&b| world[b].base).collect();
    let Some(first) = all.first() else { return };
    let abreast = (depth_of(&all).whole_parts(first.width) as usize).max(1);
    let deep = run.len().div_ceil(abreast).min(most);
    let (middle, mut front) = anchor.local(first.front.at);
    for column in run.chunks(deep).take(abreast) {
        put_column(world, group, anchor, Cell { middle, front }, hand, column);
        front -= first.width;
    }
}

/// Turned bases that touch no other base of their battle group are shifted back against it.
fn close_gaps(world: &mut World, group: GroupId) {
    enforces!("FOGR-IMPACT-050");
    let ids = world.base_ids(group);
    for facing in [Facing::Left, Facing::Right, Facing::Rear] {
        let turned: Bases = ids.iter().copied().filter(|&b| world[b].facing == facing).collect();
        let others: Vec<BaseRect> =
            ids.iter().filter(|b| world[**b].facing != facing).map(|&b| world[b].base.rect()).collect();
        let rects: Vec<BaseRect> = turned.iter().map(|&b| world[b].base.rect()).collect();
        let Some(&first) = turned.first() else { continue };
        if others.is_empty() || rects.iter().any(|r| others.iter().any(|o| r.touches(o))) {
            continue;
        }
        let back = world[first].base.facing() + Angle::HALF;
        let slide = Motion::Slide { toward: back, distance: world.field.base_width() };
        if let Some(hit) = first_contact(&rects, &slide, &others) {
            let motion = slide.up_to(hit.after);
            for b in turned {
                world[b].base = motion.base_after(&world[b].base);
            }
        }
    }
}

/// The pike of a tercio come to the edge that is attacked. Gives whether any did.
fn bring_pike(world: &mut World, charger: GroupId, target: GroupId, met: Met, ranks: u8) -> bool {
    let ranks = usize::from(ranks);
    match (world[target].status, met.side) {
        (Status::EarlyTercio, Fall::Flank) => early_to_flank(world, charger, target, ranks),
        (Status::EarlyTercio, Fall::Rear) => early_to_rear(world, target, ranks),
        (Status::LaterTercio, Fall::Flank) => later_to_flank(world, charger, target, ranks),
        _ => false,
    }
}

/// How far back from its front line the footprint of a tercio reaches.
fn footprint_depth(world: &World, group: GroupId) -> Um {
    enforces!("FOGR-IMPACT-058");
    let ids = world.base_ids(group);
    let depth = ids.first().map_or(Um::ZERO, |&b| world[b].base.depth);
    depth * world[group].footprint.map_or(0, |f| i32::from(f.1))
}

/// The strip of the outermost file on a hand: where its middle is, and its bases that face the front.
fn flank_file(world: &World, group: GroupId, anchor: Pose, hand: Hand) -> Option<(Um, Bases)> {
    let ids = world.base_ids(group);
    let files = ids.iter().map(|&b| world[b].at.file);
    let file = if hand == Hand::Left { files.min() } else { files.max() }?;
    let in_file: Bases = ids.into_iter().filter(|&b| world[b].at.file == file).collect();
    let upright = in_file.iter().copied().find(|&b| world[b].facing == Facing::Front);
    let middle = match upright {
        Some(b) => anchor.local(world[b].base.front.at).0,
        None => {
            let width = world.field.base_width();
            match hand {
                Hand::Left => width.half(),
                Hand::Right => world.body(group).frontage - width.half(),
            }
        }
    };
    Some((middle, in_file))
}

/// Pike of an early tercio take the place between the horns on the side attacked.
fn early_to_flank(world: &mut World, charger: GroupId, target: GroupId, ranks: usize) -> bool {
    enforces!("FOGR-IMPACT-057");
    let Some(hand) = side_touched(world, charger, target) else { return false };
    let anchor = world.anchor(target);
    let Some((middle, file)) = flank_file(world, target, anchor, hand) else { return false };
    let width = world.field.base_width();
    // What stands in the strip, front to rear, as intervals backwards from the front line.
    let mut taken: Vec<(Um, Um)> = world
        .base_ids(target)
        .iter()
        .filter_map(|&b| {
            let corners: Vec<(Um, Um)> =
                world[b].base.rect().corners().iter().map(|c| anchor.local(*c)).collect();
            let (left, right) = (corners.iter().map(|c| c.0).min()?, corners.iter().map(|c| c.0).max()?);
            let inside = left < middle + width.half() - Um::new(1_000)
                && right > middle - width.half() + Um::new(1_000);
            let (near, far) = (corners.iter().map(|c| c.1).max()?, corners.iter().map(|c| c.1).min()?);
            inside.then_some((-near, -far))
        })
        .collect();
    taken.sort_unstable();
    let mut from = Um::ZERO;
    let mut gap: Option<(Um, Um)> = None;
    let end = footprint_depth(world, target);
    let slack = Um::new(1_000);
    for (near, far) in taken.into_iter().chain([(end, end)]) {
        if gap.is_none() && near - from >= width - slack {
            gap = Some((from, near));
        }
        from = from.max(far);
    }
    let Some((near, far)) = gap else { return false };
    let pike: Bases = free_pike(world, target, Some(hand)).into_iter().take(ranks).collect();
    if pike.len() < ranks.max(1) {
        return false;
    }
    // Next to the horn that was touched.
    let touched = touched_on_side(world, charger, target);
    let by_rear_horn = touched.iter().all(|b| file.contains(b) && world[*b].at.rank >= 4);
    let front = if by_rear_horn && far < end { -(far - width) } else { -near };
    put_column(world, target, anchor, Cell { middle, front }, hand, &pike);
    true
}

/// Pike of an early tercio come back level with the rear horns, facing the rear.
fn early_to_rear(world: &mut World, target: GroupId, ranks: usize) -> bool {
    enforces!("FOGR-IMPACT-057");
    let anchor = world.anchor(target);
    let ids = world.base_ids(target);
    let rear = |b: BaseId| world[b].base.rect().corners().iter().map(|c| anchor.local(*c).1).min();
    let Some(line) = ids.iter().filter(|b| !is_pike(world, **b)).filter_map(|&b| rear(b)).min() else {
        return false;
    };
    let free = free_pike(world, target, None);
    let mut files: SmallVec<[u8; 4]> = free.iter().map(|&b| world[b].at.file).collect();
    files.sort_unstable();
    files.dedup();
    let mut moved = false;
    for file in files {
        let coming: Bases = free.iter().copied().filter(|&b| world[b].at.file == file).take(ranks).collect();
        let mut at = line;
        for b in coming {
            let base = world[b].base;
            let (middle, _) = anchor.local(base.front.at);
            let front = Pose::new(anchor.offset(middle, at).at, anchor.facing + Angle::HALF);
            world[b].base = Base::new(front, base.width, base.depth);
            world[b].facing = Facing::Rear;
            at += base.depth;
            moved = true;
        }
    }
    moved
}

/// The first two shot of a later tercio's flank turn to it, pike take the places behind them, shot there make way.
fn later_to_flank(world: &mut World, charger: GroupId, target: GroupId, ranks: usize) -> bool {
    enforces!("FOGR-IMPACT-059");
    let Some(hand) = side_touched(world, charger, target) else { return false };
    let anchor = world.anchor(target);
    let Some((middle, file)) = flank_file(world, target, anchor, hand) else { return false };
    let shot: Bases =
        file.iter().copied().filter(|&b| !is_pike(world, b) && world[b].facing == Facing::Front).collect();
    let Some(&front_shot) = shot.first() else { return false };
    let line = anchor.local(world[front_shot].base.front.at).1;
    let width = world.field.base_width();
    let pike: Bases = free_pike(world, target, Some(hand)).into_iter().take(ranks).collect();
    let fits = footprint_depth(world, target) + Um::new(1_000) >= width * 2 - line;
    let moved = !pike.is_empty() && fits && pike.len() == ranks.max(1);
    if moved {
        let displaced: Bases = shot.iter().copied().skip(2).collect();
        let kept = Position { rank: 2, ..world[front_shot].at };
        make_way(world, target, anchor, &pike, &displaced, kept);
        put_column(world, target, anchor, Cell { middle, front: line - width }, hand, &pike);
    }
    // They turn even if not touched, unless their front base fights to its front.
    if !approach::is_in_engaged_front(world, target, front_shot, Some(charger)) {
        let turning: Bases = shot.iter().copied().take(2).collect();
        put_column(world, target, anchor, Cell { middle, front: line }, hand, &turning);
    }
    moved || ranks == 0
}

/// Shot make way for pike: each takes a place that a pike base leaves; if there are more shot, behind the shallowest
/// other file. The pike take over places in the flank file, of which so many are kept.
fn make_way(
    world: &mut World,
    group: GroupId,
    anchor: Pose,
    pike: &[BaseId],
    shot: &[BaseId],
    kept: Position,
) {
    // The places furthest forward are filled first, so that no file is left with a gap.
    let mut leaving: Bases = pike.iter().copied().collect();
    leaving.sort_by_key(|&p| world[p].at.rank);
    let mut pike_left = leaving.iter();
    for &s in shot {
        match pike_left.next() {
            Some(&p) => swap(world, s, p),
            None => go_behind(world, group, anchor, s, |_, file| file != kept.file),
        }
    }
    // Pike without a shot base to change with take the next free numbers of the flank file.
    let ids = world.base_ids(group);
    for &p in pike_left {
        let taken = |rank: u8| ids.iter().any(|&b| world[b].at == Position { rank, ..kept });
        let rank = (kept.rank..u8::MAX).find(|&r| !taken(r)).unwrap_or(u8::MAX);
        world[p].at = Position { rank, ..kept };
    }
}

/// Puts a base behind the shallowest of the files that may take it.
fn go_behind(
    world: &mut World,
    group: GroupId,
    anchor: Pose,
    base: BaseId,
    takes: impl Fn(&World, u8) -> bool,
) {
    let ids = world.base_ids(group);
    let mut ends: Vec<(Um, u8, BaseId)> = Vec::new();
    for &b in &ids {
        let at = world[b].at;
        let last = !ids.iter().any(|&o| world[o].at.file == at.file && world[o].at.rank > at.rank);
        if takes(world, at.file) && last && world[b].facing == Facing::Front {
            let rear = anchor.local(world[b].base.front.at).1 - world[b].base.depth;
            ends.push((-rear, at.file, b));
        }
    }
    ends.sort_unstable();
    let Some(&(back, file, last)) = ends.first() else { return };
    let (middle, _) = anchor.local(world[last].base.front.at);
    let front = Pose::new(anchor.offset(middle, -back).at, anchor.facing);
    let rank = world[last].at.rank + 1;
    let moved = world[base].base;
    world[base].base = Base::new(front, moved.width, moved.depth);
    world[base].at = Position { file, rank };
    world[base].facing = Facing::Front;
}

/// A keil attacked in flank: files without pike go behind the others, pike take the places of others in pike files.
fn keil_to_flank(world: &mut World, charger: GroupId, target: GroupId) {
    enforces!("FOGR-IMPACT-061", "FOGR-IMPACT-062");
    let ids = world.base_ids(target);
    let has_pike = |world: &World, file: u8| {
        world.base_ids(target).iter().any(|&b| world[b].at.file == file && is_pike(world, b))
    };
    let anchor = world.anchor(target);
    let mut bare: SmallVec<[u8; 4]> = touched_on_side(world, charger, target)
        .iter()
        .map(|&b| world[b].at.file)
        .filter(|&f| !has_pike(world, f))
        .collect();
    bare.dedup();
    for file in bare {
        let all: Bases = ids.iter().copied().filter(|&b| world[b].at.file == file).collect();
        for b in all {
            go_behind(world, target, anchor, b, has_pike);
        }
    }
    for b in touched_on_side(world, charger, target) {
        if is_pike(world, b) || !has_pike(world, world[b].at.file) {
            continue;
        }
        let touched = touched_on_side(world, charger, target);
        let spare = free_pike(world, target, None).into_iter().find(|p| !touched.contains(p));
        if let Some(p) = spare {
            swap(world, b, p);
        }
    }
    if !ids.is_empty() {
        super::turning::close_up(world, charger, target);
    }
}
