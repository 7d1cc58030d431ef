//! Feeding bases into other ranks of a battle group in close combat.

use super::feed::{contributing, has_room, part, pike_depth, touches_enemy};
use super::messages::Feeding;
use super::plan::Place;
use super::reshape::refuse;
use crate::battle::customs::Moved;
use crate::battle::law::law;
use crate::battle::world::{BaseId, GroupId, World};
use crate::formation::{Formation, Placed, Position, check};
use crate::troops::Capability;
use caracole_kernel::Refusal;
use caracole_plane::Base;

/// Whether two formations are of the same bases.
pub(super) fn same_bases(a: &Formation, b: &Formation) -> bool {
    let sorted = |f: &Formation| {
        let mut profiles = f.profiles();
        profiles.sort_unstable();
        profiles
    };
    sorted(a) == sorted(b)
}

/// What becomes of one file.
struct Change {
    /// Bases that leave it, by their place in it.
    leave: Vec<usize>,
    /// Bases that stay, by their place in it.
    stay: Vec<usize>,
    /// How many come to its rear.
    come: usize,
}

/// One file as it is and as it becomes.
struct FileChange {
    /// Its number as it is.
    file: u8,
    /// Its bases from the front, as it is.
    old: Vec<Placed>,
    ids: Vec<BaseId>,
    /// Its places from the front, as it becomes.
    new: Vec<Placed>,
    change: Change,
}

/// A place to fill at the rear of a file.
struct Vacancy {
    /// The base that will stand before it.
    before: Option<Base>,
    placed: Placed,
}

/// Bases that stay keep their order at the front; those that come stand behind them.
fn change(old: &[Placed], new: &[Placed]) -> Change {
    let mut change = Change { leave: Vec::new(), stay: Vec::new(), come: 0 };
    for (i, base) in old.iter().enumerate() {
        let next = new.get(change.stay.len());
        match next.is_some_and(|n| n.base == base.base && n.facing == base.facing) {
            true => change.stay.push(i),
            false => change.leave.push(i),
        }
    }
    change.come = new.len() - change.stay.len();
    change
}

/// Heavy weapon or swordsmen may leave a file of pike that keeps its points of advantage without them.
fn is_spare_beside_pike(old: &[Placed], stay: &[usize], leaver: usize) -> bool {
    let (Some(front), Some(base)) = (old.first(), old.get(leaver)) else { return false };
    let beside = base.base.has(Capability::HeavyWeapon) || base.base.has(Capability::Swordsmen);
    let left: Vec<Placed> = stay.iter().filter_map(|&i| old.get(i)).copied().collect();
    front.base.has(Capability::Pike)
        && !base.base.has(Capability::Pike)
        && beside
        && pike_depth(left.iter()) >= pike_depth(old.iter())
}

/// Plans moving bases that do not contribute into other ranks, where they do.
pub fn rearrange(world: &World, group: GroupId, wanted: &Formation, left: u8) -> Result<Place, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-025", "FOGAM-MANOEUVRE-030");
    let now = world.formation(group);
    if !same_bases(now, wanted) {
        return Err(refuse(rule, "That formation has other bases", "Use the bases that it has."));
    }
    let left = usize::from(left);
    keeps_front(world, now, wanted, left)?;
    world.book.rearranges(now, wanted)?;
    let start = world.start_of(group);
    check(&world.nature(group, &start), wanted)?;
    let changes = changes_by_file(world, group, wanted, left);
    let mut leavers: Vec<BaseId> = Vec::new();
    for change in &changes {
        leavers.extend(leavers_of(world, group, change)?);
        if change.change.come > 0 && change.change.stay.is_empty() {
            return Err(refuse(
                rule,
                "Bases moved like this do not come into the front rank",
                "Put them behind others.",
            ));
        }
    }
    let mut vacancies: Vec<Vacancy> = Vec::new();
    let after = world.supposing(|after| {
        for change in &changes {
            vacancies.extend(close_up(world, after, change));
        }
        fill(world, after, &vacancies, leavers);
    });
    if vacancies.is_empty() {
        return Err(refuse(rule, "No base would be moved", "Say which."));
    }
    enough_contribute(&after, group, wanted, &vacancies)?;
    if !has_room(world, &after, group) {
        return Err(refuse(rule, "There is no room for them there", "Leave them."));
    }
    Ok(Place::of(&after, group))
}

/// The front becomes one file narrower on a side at most, and never wider.
fn keeps_front(world: &World, now: &Formation, wanted: &Formation, left: usize) -> Result<(), Refusal> {
    let right = now.width().checked_sub(left + wanted.width());
    if left <= 1 && right.is_some_and(|r| r <= 1) {
        return Ok(());
    }
    Err(refuse(
        law!(world.book, "FOGR-MANOEUVRE-028", "FOGAM-MANOEUVRE-026"),
        "Moving bases contracts the front by one file at most on a side, and never widens it",
        "Keep the other files.",
    ))
}

/// What becomes of each file, if `left` of them are given up on the left.
fn changes_by_file(world: &World, group: GroupId, wanted: &Formation, left: usize) -> Vec<FileChange> {
    let now = world.formation(group);
    let new_files: Vec<u8> = wanted.files().collect();
    let ids = world.base_ids(group);
    let change_of = |(i, file): (usize, u8)| {
        let old: Vec<Placed> = now.file(file).copied().collect();
        let new_file = i.checked_sub(left).and_then(|n| new_files.get(n)).copied();
        let new: Vec<Placed> = new_file.map(|f| wanted.file(f).copied().collect()).unwrap_or_default();
        let ids = ids.iter().copied().filter(|&b| world[b].at.file == file).collect();
        let change = change(&old, &new);
        FileChange { file, old, ids, new, change }
    };
    now.files().enumerate().map(change_of).collect()
}

/// The bases that leave a file: they neither contribute there nor are fought by the enemy.
fn leavers_of(world: &World, group: GroupId, change: &FileChange) -> Result<Vec<BaseId>, Refusal> {
    let FileChange { file, old, ids, change: Change { leave, stay, .. }, .. } = change;
    let needed = contributing(world, group, *file);
    let mut leavers = Vec::new();
    for &leaver in leave {
        if leaver < needed && !is_spare_beside_pike(old, stay, leaver) {
            return Err(refuse(
                law!(world.book, "FOGR-MANOEUVRE-026", "FOGAM-MANOEUVRE-026"),
                "A base that contributes to the fight, or that the enemy fights, would leave its place",
                "Move others.",
            )
            .fact("file", i32::from(*file))
            .fact("rank", leaver));
        }
        let id = ids.get(leaver).copied();
        let fought =
            |b: BaseId| touches_enemy(world, group, b) || world.book.is_fought_as_overlap(world, group, b);
        if id.is_some_and(fought) {
            return Err(refuse(
                law!(world.book, "FOGR-MANOEUVRE-027", "FOGAM-MANOEUVRE-026"),
                "A base that the enemy fights would leave its place",
                "Move others.",
            ));
        }
        leavers.extend(id);
    }
    Ok(leavers)
}

/// Closes the bases that stay up behind the front base of their file, and gives the places behind them to be filled.
fn close_up(world: &World, after: &mut World, file: &FileChange) -> Vec<Vacancy> {
    let FileChange { ids, new, change, .. } = file;
    let mut last: Option<Base> = None;
    for (&stays, placed) in change.stay.iter().zip(new) {
        let Some(&id) = ids.get(stays) else { continue };
        let base = world[id].base;
        let closed = match last {
            Some(before) if !change.leave.is_empty() => behind(&before, &base),
            _ => base,
        };
        after[id].base = closed;
        after[id].at = placed.at;
        last = Some(closed);
    }
    let mut vacancies = Vec::new();
    for placed in new.iter().skip(change.stay.len()) {
        vacancies.push(Vacancy { before: last, placed: *placed });
        last = last.map(|l| {
            let depth = world.field.scale.base_depth(placed.base.troop_type);
            behind(&l, &Base::new(l.front, l.width, depth))
        });
    }
    vacancies
}

/// Puts the bases that left their files into the places to be filled, each into the first of its kind.
fn fill(world: &World, after: &mut World, vacancies: &[Vacancy], mut leavers: Vec<BaseId>) {
    for Vacancy { before, placed } in vacancies {
        let Some(i) = leavers.iter().position(|&b| world[b].profile == placed.base) else { continue };
        let id = leavers.remove(i);
        if let Some(before) = before {
            after[id].base = behind(before, &world[id].base);
        }
        after[id].at = placed.at;
        after[id].facing = placed.facing;
    }
}

/// As many of the bases that are moved contribute where they come to as the book asks for.
fn enough_contribute(
    after: &World,
    group: GroupId,
    wanted: &Formation,
    vacancies: &[Vacancy],
) -> Result<(), Refusal> {
    let place_of = |at: Position| wanted.file(at.file).position(|p| p.at == at).unwrap_or(usize::MAX);
    let idle = |at: &Position| place_of(*at) >= contributing(after, group, at.file);
    let mut idlers = vacancies.iter().map(|v| v.placed.at).filter(idle);
    let moved = Moved { bases: vacancies.len(), contribute: vacancies.len() - idlers.clone().count() };
    if after.book.is_worth_it(moved) {
        return Ok(());
    }
    let at = idlers.next().unwrap_or(Position { file: 0, rank: 0 });
    Err(refuse(
        law!(after.book, "FOGR-MANOEUVRE-025", "FOGAM-MANOEUVRE-030"),
        "A base would be moved to where it does not contribute: no dice, no point of advantage",
        "Move fewer, or elsewhere.",
    )
    .fact("file", i32::from(at.file))
    .fact("rank", place_of(at)))
}

/// A base directly behind another.
fn behind(before: &Base, base: &Base) -> Base {
    before.zone_behind(base.depth)
}

/// Formations in which idle bases of an end file, or of rear ranks, stand behind files that fight.
pub fn candidates(world: &World, group: GroupId) -> Vec<Feeding> {
    let now = world.formation(group);
    let files: Vec<u8> = now.files().collect();
    let needs = |file: u8| {
        let Some(front) = now.file(file).next().map(|p| p.base) else { return 0 };
        let Some(part) = part(world, group, file) else { return 0 };
        let deep = world.book.most_contributing(&front, part);
        deep.saturating_sub(now.file_depth(file))
    };
    let mut found = Vec::new();
    let ends = [(files.first().copied(), 1), (files.last().copied(), 0)];
    for (end, left) in ends {
        let Some(end) = end.filter(|&f| contributing(world, group, f) == 0) else { continue };
        found.extend(
            emptied(now, end, &needs).into_iter().map(|formation| Feeding::Rearrange { formation, left }),
        );
    }
    // From the rear of a file deeper than it needs to be.
    let deep = files.iter().copied().filter(|&f| now.file_depth(f) > contributing(world, group, f).max(1));
    for file in deep {
        let Some(last) = now.file(file).next_back().copied() else { continue };
        for to in files.iter().copied().filter(|&f| f != file && needs(f) > 0) {
            let rank = now.file(to).next_back().map_or(0, |p| p.at.rank + 1);
            let formation = now.moved(last.at, Position { file: to, rank });
            found.push(Feeding::Rearrange { formation, left: 0 });
        }
    }
    found
}

/// All bases of an end file shared out over files that need them, in every way in which they fit.
fn emptied(now: &Formation, end: u8, needs: &dyn Fn(u8) -> usize) -> Vec<Formation> {
    let staying: Vec<Placed> = now.placed().filter(|p| p.at.file != end).copied().collect();
    let coming: Vec<Placed> = now.file(end).rev().copied().collect();
    let Some(first) = staying.iter().map(|p| p.at.file).min() else { return Vec::new() };
    let files: Vec<u8> = now.files().filter(|&f| f != end).collect();
    let room: Vec<usize> = files.iter().map(|&f| needs(f)).collect();
    let shared = |shares: Vec<usize>| {
        let mut placed = staying.clone();
        let mut waiting = coming.iter();
        for (&file, share) in files.iter().zip(shares) {
            let rear = now.file(file).next_back().map_or(0, |p| p.at.rank + 1);
            let comers = (rear..).zip(waiting.by_ref().take(share));
            placed.extend(comers.map(|(rank, base)| Placed { at: Position { file, rank }, ..*base }));
        }
        for p in &mut placed {
            p.at.file -= first;
        }
        Formation::try_from(placed).ok()
    };
    shares(coming.len(), &room).into_iter().filter_map(shared).collect()
}

/// The ways in which bases can be shared out over files with this much room each.
fn shares(bases: usize, room: &[usize]) -> Vec<Vec<usize>> {
    let Some((&here, others)) = room.split_first() else {
        return if bases == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let with = |share: usize| {
        let rest = shares(bases - share, others).into_iter();
        rest.map(move |mut rest| {
            rest.insert(0, share);
            rest
        })
    };
    (0..=here.min(bases)).rev().flat_map(with).collect()
}
