//! Commanders: line of command, command range, who influences a test, and where they stand beside a battle group.

use super::contact;
use crate::army::CommanderLevel;
use crate::battle::world::{BaseState, CommanderId, CommanderPlace, CommanderState, GroupId, Posture, World};
use crate::combat::{Commander, CommanderPlace as TestPlace, Grade};
use crate::formation::Facing;
use caracole_ledger::enforces;
use caracole_plane::{Base, CONTACT_TOLERANCE, Hand, Um};
use smallvec::SmallVec;

/// Whether a commander can affect a battle group at all.
#[must_use]
pub fn in_line_of_command(world: &World, commander: CommanderId, group: GroupId) -> bool {
    enforces!("FOGR-COMMAND-008", "FOGR-COMMAND-009", "FOGR-GLOSSARY-023");
    let (c, g) = (&world[commander], &world[group]);
    c.side == g.side && c.contingent == g.contingent
}

/// Command range.
#[must_use]
pub fn range(world: &World, commander: &CommanderState) -> Um {
    world.field.mu(i32::from(commander.level.command_range()))
}

/// Whether the nearest part of a battle group is within command range of a commander who stands there.
#[must_use]
pub fn in_range_from(world: &World, commander: CommanderId, from: &Base, group: GroupId) -> bool {
    let range = range(world, &world[commander]);
    let from = world.book.measured_from(world, commander, from).rect();
    world.rects(group).iter().any(|r| r.within(&from, range))
}

/// Whether a battle group is within command range now.
#[must_use]
pub fn in_range(world: &World, commander: CommanderId, group: GroupId) -> bool {
    world[commander].is_on_table() && in_range_from(world, commander, &world[commander].base, group)
}

/// Whether a commander can influence a battle group now.
#[must_use]
pub fn can_influence(world: &World, commander: CommanderId, group: GroupId) -> bool {
    enforces!("FOGR-COMMAND-006");
    let c = &world[commander];
    if !c.is_on_table() || !in_line_of_command(world, commander, group) {
        return false;
    }
    if c.with() == Some(group) {
        return true;
    }
    !c.fights_in_front_rank() && in_range(world, commander, group) && !contact::in_close_combat(world, group)
}

/// Whether a commander has been with a battle group since the phase began.
#[must_use]
pub fn with_since_phase_start(world: &World, commander: CommanderId, group: GroupId) -> bool {
    enforces!("FOGR-MOVE-033", "FOGAM-MOVE-026", "FOGAM-MOVE-038");
    world[commander].with() == Some(group) && world[commander].with_at_phase_start() == Some(group)
}

/// When a commander must be in command range of a battle group to modify its complex move test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InRange {
    /// When the phase began.
    AtPhaseStart,
    /// At the moment of the test.
    Now,
}

/// Whether a battle group was in command range where a commander stood when the phase began, if he was on the table then.
fn in_range_at_phase_start(world: &World, commander: CommanderId, group: GroupId) -> bool {
    enforces!("FOGR-MOVE-033");
    let state = &world[commander];
    state.was_on_table() && in_range_from(world, commander, &state.base_at_phase_start, group)
}

/// The commander who modifies the complex move test of battle groups that move as one, the one that gives most.
#[must_use]
pub fn for_test(world: &World, groups: &[GroupId], when: InRange) -> Option<Commander> {
    let with = |c: CommanderId| groups.iter().any(|&g| with_since_phase_start(world, c, g));
    let candidates = world.commander_ids().filter(|&c| {
        let near = |group: GroupId| match when {
            InRange::AtPhaseStart => in_range_at_phase_start(world, c, group),
            InRange::Now => in_range(world, c, group),
        };
        let influences =
            |&g: &GroupId| can_influence(world, c, g) && (near(g) || with_since_phase_start(world, c, g));
        groups.iter().all(influences)
    });
    let described = candidates.map(|c| {
        let state = &world[c];
        let grade = match state.level {
            CommanderLevel::Troop => Grade::Troop,
            CommanderLevel::Field => Grade::Field,
            CommanderLevel::Great | CommanderLevel::Inspired => Grade::Great,
        };
        let place = match with(c) {
            true if state.fights_in_front_rank() => TestPlace::FrontRank,
            true => TestPlace::With,
            false => TestPlace::InRange,
        };
        let in_chief = state.role == crate::army::CommanderRole::CInC;
        Commander { grade, place, in_chief }
    });
    let worth = |c: &Commander| i32::from(c.place != TestPlace::InRange) + i32::from(c.grade == Grade::Great);
    described.max_by_key(worth)
}

/// A place in aligned contact with a base of the battle group: behind a file, else beside a flank, else before a file,
/// else (nothing being free) the marker's place behind the first file.
#[must_use]
pub fn place_beside(world: &World, commander: CommanderId, group: GroupId) -> Base {
    free_place(world, commander, group, |_| 0)
}

/// The place in aligned contact with a base of the battle group that is nearest to where the commander stands.
#[must_use]
pub fn nearest_place_beside(world: &World, commander: CommanderId, group: GroupId) -> Base {
    enforces!("FOGR-MOVE-096");
    let own = world[commander].base.centre();
    free_place(world, commander, group, |place| measured(own.distance(place.centre())))
}

/// A distance as fine as it is told apart here: micrometres of rounding do not decide between equal places.
#[must_use]
pub fn measured(distance: Um) -> i32 {
    (distance.get() + 100).div_euclid(200)
}

/// The free place beside a battle group that costs least; of equals the first.
fn free_place(world: &World, commander: CommanderId, group: GroupId, cost: impl Fn(&Base) -> i32) -> Base {
    enforces!("FOGR-COMMAND-007", "FOGR-MOVE-093", "FOGR-MOVE-094");
    if let Some(front) = front_place(world, commander, group) {
        return front;
    }
    let free = |base: &Base| {
        let rect = base.rect();
        let troops = world.on_table().any(|g| world.obstruction(g).iter().any(|r| r.overlaps(&rect)));
        let others = world
            .commander_ids()
            .any(|c| c != commander && world[c].is_on_table() && world.commander_rect(c).overlaps(&rect));
        world.field.holds(&rect) && !troops && !others
    };
    let own = world[commander].base;
    let mut places = places_beside(world, group, own);
    places.sort_by_key(cost);
    let fallback = places.first().copied().unwrap_or(own);
    places.retain(free);
    places.first().copied().unwrap_or(fallback)
}

/// Where a commander who fights in the front rank stands: in the place of the front base of his file. That base is put
/// behind him on a table; it counts and fights as if it were not, so here it keeps its place.
fn front_place(world: &World, commander: CommanderId, group: GroupId) -> Option<Base> {
    enforces!("FOGR-COMBAT-114", "FOGR-MOVE-097");
    let state = &world[commander];
    let front = || world.bases_of(group).into_iter().find(|b| b.at.file == state.front_file);
    let base = front().filter(|_| state.fights_in_front_rank() && state.with() == Some(group))?.base;
    Some(Base::new(base.front, state.base.width, state.base.depth))
}

/// The file of a battle group whose front is nearest to the front of a commander's base: his, whatever its number is now.
/// Of two as near, the one to the hand that is preferred where both are equal.
#[must_use]
pub fn file_nearest(world: &World, group: GroupId, commander: &Base) -> u8 {
    enforces!("FOGR-MOVE-097");
    let bases = world.bases_of(group);
    let fronts =
        bases.iter().filter(|b| !bases.iter().any(|o| o.at.file == b.at.file && o.at.rank < b.at.rank));
    let to_the_other_hand = |file: u8| match world.hand_where_equal() {
        Hand::Left => i16::from(file),
        Hand::Right => -i16::from(file),
    };
    let distance = |b: &&BaseState| b.base.front.at.distance(commander.front.at);
    let least = fronts.clone().map(|b| distance(&b)).min().unwrap_or_default();
    let as_near = fronts.filter(|b| distance(b) <= least + CONTACT_TOLERANCE);
    as_near.map(|b| b.at.file).min_by_key(|&file| to_the_other_hand(file)).unwrap_or(0)
}

/// Lets commanders who fight in the front rank of a battle group that has closed up or re-formed keep to their place in
/// the line, whatever the number of the file there is now.
pub fn keep_front_files(world: &mut World, group: GroupId) {
    enforces!("FOGR-MOVE-097");
    for commander in world.commander_ids() {
        if world[commander].place == CommanderPlace::FrontRank(group) {
            world[commander].front_file = file_nearest(world, group, &world[commander].base);
        }
    }
}

/// Every place in aligned contact with an outer edge of the battle group: behind its files from the middle outwards,
/// then beside its flanks from front to rear, then before its files.
#[must_use]
pub fn places_beside(world: &World, group: GroupId, commander: Base) -> Vec<Base> {
    let formation = world.formation(group);
    let bases = world.bases_of(group);
    let mut files: Vec<u8> = formation.files().collect();
    let first = world.hand_where_equal();
    if first == Hand::Right {
        files.reverse();
    }
    let centre = files.get(files.len() / 2).copied().unwrap_or(0);
    files.sort_by_key(|f| f.abs_diff(centre));
    let mut places = Vec::new();
    if world[group].posture == Posture::Square {
        return places_in_square(&bases, commander, first);
    }
    for &file in &files {
        if let Some(rear) = bases.iter().rfind(|b| b.at.file == file) {
            let mut behind = rear.base.zone_behind(commander.depth);
            behind.width = commander.width;
            places.push(behind);
        }
    }
    for hand in [first, first.other()] {
        let outer = match hand {
            Hand::Left => bases.iter().map(|b| b.at.file).min(),
            Hand::Right => bases.iter().map(|b| b.at.file).max(),
        };
        for base in bases.iter().filter(|b| Some(b.at.file) == outer) {
            let sideways = hand.signed(base.base.width.half() + commander.width.half());
            let pose = base.base.front.offset(sideways, Um::ZERO);
            places.push(Base::new(pose, commander.width, commander.depth));
        }
    }
    for &file in &files {
        if let Some(front) = bases.iter().find(|b| b.at.file == file) {
            let pose = front.base.front.offset(Um::ZERO, commander.depth);
            places.push(Base::new(pose, commander.width, commander.depth));
        }
    }
    places
}

/// Every place in aligned contact with a base of a square: behind its sides, and so inside it, then before them.
fn places_in_square(bases: &[BaseState], commander: Base, first: Hand) -> Vec<Base> {
    let sides = [Facing::Front, facing_to(first), facing_to(first.other()), Facing::Rear];
    let mut bases: SmallVec<[&BaseState; 16]> = bases.iter().collect();
    if first == Hand::Right {
        bases.sort_by_key(|b| (std::cmp::Reverse(b.at.file), b.at.rank));
    }
    let of_sides = || sides.iter().flat_map(|side| bases.iter().filter(move |b| b.facing == *side));
    let inside = of_sides().map(|b| Base { width: commander.width, ..b.base.zone_behind(commander.depth) });
    let before = of_sides().map(|b| {
        let pose = b.base.front.offset(Um::ZERO, commander.depth);
        Base::new(pose, commander.width, commander.depth)
    });
    inside.chain(before).collect()
}

const fn facing_to(hand: Hand) -> Facing {
    match hand {
        Hand::Left => Facing::Left,
        Hand::Right => Facing::Right,
    }
}

/// Enemy commanders on their own whom a move of a battle group comes upon.
#[must_use]
pub fn alone_in_the_way(
    world: &World,
    group: GroupId,
    path: &caracole_plane::Path,
) -> smallvec::SmallVec<[CommanderId; 2]> {
    enforces!("FOGR-MOVE-098", "FOGAM-MOVE-103");
    let side = world[group].side;
    let reach = world.book.drives_off_at(world, group);
    world
        .commander_ids()
        .filter(|&c| world[c].side != side && world[c].place == CommanderPlace::Alone)
        .filter(|&c| {
            let rect = [world.commander_rect(c)];
            let comes_within = |reach: Um| {
                path.comes_within(&rect, reach)
                    && !caracole_plane::any_within(world.rects(group), &rect, reach)
            };
            path.first_contact(&rect).is_some()
                || caracole_plane::any_overlap(&path.end().rects(), &rect)
                || reach.is_some_and(comes_within)
        })
        .collect()
}

/// Commanders with battle groups in close combat who may join the front rank, the active side's first.
#[must_use]
pub fn commanders_at_blows(world: &World) -> Vec<CommanderId> {
    let mut found: Vec<CommanderId> = world
        .commander_ids()
        .filter(|&c| {
            let state = &world[c];
            matches!(state.place, CommanderPlace::With(g)
                if !world[g].is_broken() && contact::in_close_combat(world, g)
                    && in_line_of_command(world, c, g)
                    && world.book.may_lead_in_front(world, g))
        })
        .collect();
    let first = world.book.commits_first(world.turn.active);
    found.sort_by_key(|&c| (world[c].side != first, c));
    found
}
