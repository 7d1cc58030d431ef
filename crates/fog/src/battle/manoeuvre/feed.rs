//! Feeding bases into close combats: by another file, or by a shift of the whole.

use super::messages::{Decision, Feeding};
use super::plan::Place;
use super::reshape::refuse;
use super::{ranks, tercio};
use crate::battle::arrange::{arrangements, rearrangements};
pub(super) use crate::battle::customs::Part;
use crate::battle::law::law;
use crate::battle::position::{contact, nearness, overlap};
use crate::battle::world::{BaseId, GroupId, World};
use crate::formation::{Facing, Formation, Placed, Position, Status, check, melee_ranks, pike_ranks};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{
    Angle, Base, BaseRect, CONTACT_TOLERANCE, Edge, Hand, Motion, Pose, Um, any_overlap, distance_to_clear,
};
use serde::Serialize;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Whether a side can feed bases anywhere.
pub fn any(world: &World, side: Side) -> bool {
    let mut found = Vec::new();
    candidates(world, side, &mut found);
    found.into_iter().any(|d| match d {
        Decision::Feed { group, how } => plan(world, side, group, &how).is_ok(),
        _ => false,
    })
}

/// Sensible choices.
pub fn candidates(world: &World, side: Side, out: &mut Vec<Decision>) {
    for group in world.of_side(side).filter(|&g| contact::in_close_combat(world, g)) {
        let mut ways: Vec<Feeding> = Vec::new();
        if world[group].phase.fed == 0 {
            for hand in Hand::BOTH {
                ways.push(Feeding::Expand { hand, formation: None });
                ways.push(Feeding::Shift { hand });
            }
            ways.extend(ranks::candidates(world, group));
        }
        if world[group].status == Status::EarlyTercio && world[group].phase.fed < MOST_BASES {
            ways.extend(tercio::candidates(world, group));
        }
        out.extend(ways.into_iter().map(|how| Decision::Feed { group, how }));
    }
}

/// Bases that an early tercio moves in one phase at most. Other ways of feeding are used once.
pub(super) const MOST_BASES: u8 = 2;

/// How much of what a battle group may feed in one phase a way of feeding uses up.
pub fn cost(how: &Feeding) -> u8 {
    match how {
        Feeding::WithinTercio { bases } => u8::try_from(bases.len()).unwrap_or(u8::MAX),
        _ => MOST_BASES,
    }
}

/// Bases fed into a close combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fed {
    /// Where the battle group comes to.
    pub end: Place,
    /// Whether it takes a complex move test first.
    pub needs_test: bool,
    /// Battle groups that make room first.
    pub room: SmallVec<[GroupId; 2]>,
}

impl Fed {
    fn at(end: Place) -> Self {
        Fed { end, needs_test: false, room: SmallVec::new() }
    }
}

/// Plans feeding.
pub fn plan(world: &World, side: Side, group: GroupId, how: &Feeding) -> Result<Fed, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-020", "FOGAM-MANOEUVRE-021");
    let known = world.get(group).filter(|g| g.side == side && g.is_on_table() && !g.is_broken());
    if known.is_none() || !contact::in_close_combat(world, group) {
        return Err(refuse(rule, "It is not one of your battle groups in close combat", "Name one that is."));
    }
    if world[group].phase.fed.saturating_add(cost(how)) > MOST_BASES {
        return Err(refuse(rule, "It has brought bases into its fight in this phase", "Name another."));
    }
    world.book.feeds(world, group, how)?;
    match how {
        Feeding::Expand { hand, formation } => expand(world, group, *hand, formation.as_ref()),
        Feeding::Shift { hand } => shift(world, group, *hand).map(Fed::at),
        Feeding::Rearrange { formation, left } => {
            ranks::rearrange(world, group, formation, *left).map(Fed::at)
        }
        Feeding::WithinTercio { bases } => tercio::plan(world, group, bases).map(Fed::at),
    }
}

/// How a file takes part in the fight, none if it does not.
pub(super) fn part(world: &World, group: GroupId, file: u8) -> Option<Part> {
    let of_file = || world.base_ids(group).into_iter().filter(|&b| world[b].at.file == file);
    if of_file().any(|b| touches_enemy(world, group, b)) {
        return Some(Part::Contact);
    }
    of_file().any(|b| !overlap::overlapped_by(world, group, b).is_empty()).then_some(Part::Overlap)
}

/// Whether a file takes part in the fight: by its front, or as an overlap.
fn is_engaged(world: &World, group: GroupId, file: u8) -> bool {
    part(world, group, file).is_some()
}

pub(super) fn touches_enemy(world: &World, group: GroupId, base: BaseId) -> bool {
    let rect = world[base].base.rect();
    world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .any(|e| world.rects(e).iter().any(|r| rect.contact(r).is_some_and(contact::is_fighting_contact)))
}

/// Ranks of pike that earn a point of advantage: 4, or else 3.
pub(super) fn pike_depth<'a>(file: impl Iterator<Item = &'a Placed> + Clone) -> usize {
    match pike_ranks(file) {
        4.. => 4,
        3 => 3,
        _ => 0,
    }
}

/// How many bases of a file contribute to the fight, counted from its front: those that give dice, and those that a
/// point of advantage needs.
pub(super) fn contributing(world: &World, group: GroupId, file: u8) -> usize {
    enforces!("FOGR-MANOEUVRE-026", "FOGR-MANOEUVRE-027", "FOGAM-MANOEUVRE-026");
    let Some(part) = part(world, group, file) else { return 0 };
    let file: SmallVec<[Placed; 8]> = world.formation(group).file(file).copied().collect();
    world.book.contributing(&file, part)
}

/// Whether a base contributes where it is: it gives dice or a point of advantage, or an enemy fights it there.
pub(super) fn contributes(world: &World, group: GroupId, base: BaseId) -> bool {
    enforces!("FOGR-MANOEUVRE-027");
    if touches_enemy(world, group, base) {
        return true;
    }
    let at = world[base].at;
    let formation = world.formation(group);
    let place = formation.file(at.file).position(|p| p.at == at).unwrap_or(0);
    place < contributing(world, group, at.file)
}

/// Whether a base may not come into the front rank: it contributes, an enemy fights it, or it is held in its rank.
fn stays_back(world: &World, group: GroupId, base: BaseId) -> bool {
    contributes(world, group, base)
        || world.book.is_fought_as_overlap(world, group, base)
        || (world.book.holds_second_rank() && is_second_of_overlap(world, group, base))
}

/// Whether a base is the second of an overlapping file of troops that fight in two ranks.
fn is_second_of_overlap(world: &World, group: GroupId, base: BaseId) -> bool {
    let at = world[base].at;
    let formation = world.formation(group);
    let place = formation.file(at.file).position(|p| p.at == at).unwrap_or(0);
    let two_ranks = formation
        .file(at.file)
        .next()
        .is_some_and(|p| melee_ranks(world.book.book(), p.base.troop_type) == 2);
    place == 1 && two_ranks && part(world, group, at.file) == Some(Part::Overlap)
}

/// The enemy bases that fight a battle group as an overlap.
pub(super) fn overlapping_enemies(world: &World, group: GroupId) -> Vec<BaseId> {
    let own: Vec<BaseId> = world.base_ids(group).to_vec();
    world
        .enemies_of(group)
        .flat_map(|e| world.base_ids(e).into_iter().map(move |b| (e, b)).collect::<Vec<_>>())
        .filter(|(e, b)| overlap::overlapped_by(world, *e, *b).iter().any(|o| own.contains(o)))
        .map(|(_, b)| b)
        .collect()
}

/// The enemy bases that files come up to meet where an enemy overlaps: his bases that do, or the front of their files.
fn overlapping_fronts(world: &World, group: GroupId) -> Vec<BaseId> {
    let front = |base: BaseId| {
        let of = world.enemies_of(group).find(|&e| world.all_base_ids(e).any(|b| b == base))?;
        let in_file = |b: &BaseId| world[*b].at.file == world[base].at.file;
        world.base_ids(of).into_iter().filter(in_file).min_by_key(|&b| world[b].at.rank)
    };
    let bases = overlapping_enemies(world, group);
    match world.book.steps_to_match() {
        true => bases.into_iter().filter_map(front).collect(),
        false => bases,
    }
}

/// The wider formations in which every base that contributes stays where it is.
fn wider(
    world: &World,
    group: GroupId,
    hand: Hand,
    wanted: Option<&Formation>,
) -> Result<Vec<World>, Refusal> {
    match wanted {
        Some(formation) => by_choice(world, group, hand, formation).map(|after| vec![after]),
        None => {
            let mut ways = by_arrangement(world, group, hand);
            ways.extend(by_one_base(world, group, hand));
            Ok(ways)
        }
    }
}

fn expand(world: &World, group: GroupId, hand: Hand, wanted: Option<&Formation>) -> Result<Fed, Refusal> {
    enforces!("FOGR-MANOEUVRE-030", "FOGR-MANOEUVRE-032", "FOGAM-MANOEUVRE-027", "FOGAM-MANOEUVRE-031");
    let rule = law!(world.book, "FOGR-MANOEUVRE-021", "FOGAM-MANOEUVRE-022");
    let ways = wider(world, group, hand, wanted)?;
    if ways.is_empty() {
        return Err(refuse(
            rule,
            "It has no bases to spare for another file in a legal formation",
            "Shift it, or leave it.",
        ));
    }
    let roomy = ways.iter().position(|after| has_room(world, after, group));
    let made = || ways.iter().enumerate().find_map(|(i, w)| Some((i, room_made(world, w, group, hand)?)));
    let Some((way, room)) = roomy.map(|i| (i, SmallVec::new())).or_else(made) else {
        return Err(refuse(rule, "There is no room for another file on that side", "Try the other side."));
    };
    let Some(after) = ways.into_iter().nth(way) else {
        return Err(refuse(rule, "There is no room for another file on that side", "Try the other side."));
    };
    new_contacts(world, &after, group)?;
    if world[group].side != world.turn.active && !matches_overlap(world, &after, group, hand) {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-024", "FOGAM-MANOEUVRE-024"),
            "The side that is not active only matches an expansion, a shift or an overlap of the other",
            "Leave it.",
        ));
    }
    let needs_test = widens_idly(&after, group, hand) && world.book.must_test_to_widen(world, group);
    Ok(Fed { end: Place::of(&after, group), needs_test, room })
}

/// The base at the front of the file at an end of a battle group.
fn front_of_end(world: &World, group: GroupId, hand: Hand) -> Option<BaseId> {
    let ids = world.base_ids(group);
    let file = match hand {
        Hand::Left => ids.first(),
        Hand::Right => ids.last(),
    };
    let file = file.map(|&b| world[b].at.file)?;
    ids.into_iter().find(|&b| world[b].at.file == file)
}

/// Whether the file that an expansion adds meets an enemy who fought the battle group as an overlap.
fn matches_overlap(world: &World, after: &World, group: GroupId, hand: Hand) -> bool {
    let front = front_of_end(after, group, hand).map(|b| after[b].base.rect());
    let meets = |&e: &BaseId| front.is_some_and(|f| f.front_to_front(&world[e].base.rect()));
    overlapping_fronts(world, group).iter().any(meets)
}

/// Whether the file that an expansion adds neither fights nor overlaps anybody.
fn widens_idly(after: &World, group: GroupId, hand: Hand) -> bool {
    let file = front_of_end(after, group, hand).map(|b| after[b].at.file);
    file.is_some_and(|file| !is_engaged(after, group, file))
}

/// The battle groups that make room for a file that meets an overlap, if it lacks nothing but this room.
fn room_made(world: &World, after: &World, group: GroupId, hand: Hand) -> Option<SmallVec<[GroupId; 2]>> {
    let rects = after.rects(group);
    if !fits(after, group) || !matches_overlap(world, after, group, hand) {
        return None;
    }
    let crowding = nearness::about(world, after, group)
        .into_iter()
        .filter(|&g| any_overlap(rects, world.obstruction(g)));
    let groups: SmallVec<[GroupId; 2]> = crowding.collect();
    let makes_room = |&g: &GroupId| {
        world.book.makes_room_to_match(world, g) && !ways_aside(world, after, group, g).is_empty()
    };
    (!groups.is_empty() && groups.iter().all(makes_room)).then_some(groups)
}

/// The ways in which a battle group makes room for bases fed into a fight: backwards or sideways, how far, and where it
/// comes to.
fn ways_aside(world: &World, after: &World, group: GroupId, other: GroupId) -> Vec<(Angle, Um, Place)> {
    let most = world.book.most_room(world).unwrap_or_else(|| world.field.base_width());
    let facing = world.facing(other);
    let mut found: Vec<(Angle, Um, Place)> = Vec::new();
    for turn in [Angle::HALF, Angle::QUARTER, Angle::THREE_QUARTERS] {
        let toward = facing + turn;
        let distance = distance_to_clear(world.rects(other), toward, after.rects(group));
        let moved = after.supposing(|w| w.displace(other, &Motion::Slide { toward, distance }));
        if distance <= most + CONTACT_TOLERANCE && has_room(&moved, &moved, other) {
            found.push((toward, distance, Place::of(&moved, other)));
        }
    }
    let narrower = into_a_rear_rank(world, after, group, other);
    found.extend(narrower.map(|place| (facing, world.field.base_width(), place)));
    found
}

/// Where a battle group comes to whose bases in the way of others go into a rear rank: one file fewer. The direction of
/// this way is that in which it faces, where nobody makes room.
fn into_a_rear_rank(world: &World, after: &World, group: GroupId, other: GroupId) -> Option<Place> {
    enforces!("FOGAM-MANOEUVRE-025");
    let width = world.formation(other).width().checked_sub(1).filter(|w| *w > 0)?;
    let (start, profiles) = (world.start_of(other), world.profiles(other));
    let formations = arrangements(&world.nature(other, &start), &profiles, width);
    let anchors = [Um::ZERO, world.field.base_width()].map(|by| world.anchor(other).offset(by, Um::ZERO));
    let ways = formations.iter().flat_map(|f| anchors.iter().map(move |a| (f, *a)));
    let mut tried = ways.map(|(f, a)| after.supposing(|w| w.arrange(other, f, a)));
    tried
        .find(|w| has_room(w, w, other) && !any_overlap(w.rects(other), after.rects(group)))
        .map(|w| Place::of(&w, other))
}

/// Where the battle group that feeds bases comes to, whatever is in its way.
fn fed_into(world: &World, group: GroupId, how: &Feeding) -> Option<World> {
    let fed = plan(world, world[group].side, group, how).ok()?;
    Some(world.supposing(|after| fed.end.carry_out(after)))
}

/// The directions in which a battle group can make room.
pub fn room_options(world: &World, other: GroupId, to: GroupId, how: &Feeding) -> Vec<Angle> {
    let Some(after) = fed_into(world, to, how) else { return Vec::new() };
    ways_aside(world, &after, to, other).into_iter().map(|(toward, _, _)| toward).collect()
}

/// Checks the direction in which a battle group makes room.
pub fn check_room(
    world: &World,
    other: GroupId,
    to: GroupId,
    how: &Feeding,
    toward: Angle,
) -> Result<Place, Refusal> {
    let after = fed_into(world, to, how);
    let mut ways = after.map(|after| ways_aside(world, &after, to, other)).unwrap_or_default().into_iter();
    ways.find(|way| way.0 == toward).map(|way| way.2).ok_or_else(|| {
        refuse(
            world.book.rule_of_room(),
            "It cannot make room in that direction within a base width",
            "Choose one of those offered.",
        )
    })
}

/// Whether the bases of a battle group stand on the table and overlap no base, not even each other.
pub(super) fn has_room(world: &World, after: &World, group: GroupId) -> bool {
    let rects = after.rects(group);
    fits(after, group)
        && nearness::about(world, after, group).iter().all(|&g| !any_overlap(rects, world.obstruction(g)))
}

/// Whether a battle group may stand there as far as the table, camps, impassable ground and its own bases go.
fn fits(after: &World, group: GroupId) -> bool {
    let rects = after.rects(group);
    let crowded = |(i, r): (usize, &BaseRect)| rects.iter().skip(i + 1).any(|o| o.overlaps(r));
    after.group_may_stand(group) && !rects.iter().enumerate().any(crowded)
}

/// Whether every base that must stay where it is does so in a formation wider by a file.
fn keeps_in_place(world: &World, group: GroupId, hand: Hand, wider: &Formation) -> bool {
    let formation = world.formation(group);
    let shift = u8::from(hand == Hand::Left);
    let first = formation.files().next().unwrap_or(0);
    let wider_first = wider.files().next().unwrap_or(0);
    world
        .base_ids(group)
        .into_iter()
        .filter(|&b| stays_back(world, group, b))
        .filter_map(|b| formation.at(world[b].at).copied())
        .all(|p| {
            let at = Position { file: p.at.file - first + wider_first + shift, rank: p.at.rank };
            wider.at(at).is_some_and(|new| new.base == p.base)
        })
}

fn widened(world: &World, group: GroupId, hand: Hand, wider: &Formation) -> World {
    let width = world.field.base_width() * i32::from(hand == Hand::Left);
    world.supposing(|after| after.arrange(group, wider, world.anchor(group).offset(-width, Um::ZERO)))
}

/// Wider by a file in a legal formation in which every base that contributes stays where it is.
fn by_arrangement(world: &World, group: GroupId, hand: Hand) -> Vec<World> {
    if !world.stands_in_order(group) || contact::has_turned_bases(world, group) {
        return Vec::new();
    }
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let formation = world.formation(group);
    rearrangements(&nature, formation, formation.width() + 1)
        .into_iter()
        .filter(|wider| keeps_in_place(world, group, hand, wider))
        .map(|wider| widened(world, group, hand, &wider))
        .collect()
}

/// Wider by a file in the formation that its player wants.
fn by_choice(world: &World, group: GroupId, hand: Hand, wanted: &Formation) -> Result<World, Refusal> {
    let rule = law!(world.book, "FOGR-MANOEUVRE-021", "FOGAM-MANOEUVRE-022");
    let now = world.formation(group);
    if !ranks::same_bases(now, wanted) || wanted.width() != now.width() + 1 || !wanted.faces_front() {
        return Err(refuse(rule, "That formation does not have its bases in one more file", "Add one file."));
    }
    if !world.stands_in_order(group) || contact::has_turned_bases(world, group) {
        return Err(refuse(rule, "It is out of formation", "Leave the formation to the rules."));
    }
    let start = world.start_of(group);
    check(&world.nature(group, &start), wanted)?;
    if !keeps_in_place(world, group, hand, wanted) {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-026", "FOGAM-MANOEUVRE-026"),
            "Bases that contribute to the fight would leave their places",
            "Move others.",
        ));
    }
    Ok(widened(world, group, hand, wanted))
}

/// One base that does not contribute goes to the front of a new file; the others stand as they are.
fn by_one_base(world: &World, group: GroupId, hand: Hand) -> Option<World> {
    enforces!("FOGR-MANOEUVRE-023", "FOGAM-MANOEUVRE-028");
    let formation = world.formation(group);
    let files: Vec<u8> = formation.files().collect();
    let end = match hand {
        Hand::Left => files.first(),
        Hand::Right => files.last(),
    };
    let ids = world.base_ids(group);
    let (end, next_to) =
        end.and_then(|&f| ids.iter().copied().find(|&b| world[b].at.file == f).map(|b| (f, b)))?;
    let beside = world[next_to].base;
    if world[next_to].facing != Facing::Front {
        // The end is where it fights an enemy on its flank.
        return None;
    }
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    // The rearmost base of a file, and only one that does not contribute; the deepest file gives first, of equals that
    // nearest to the new one. A file of one base goes from an end of the line, never from within it.
    enforces!("FOGAM-MANOEUVRE-027");
    let is_end = |file: &u8| files.first() == Some(file) || files.last() == Some(file);
    let mut givers: Vec<BaseId> = files
        .iter()
        .filter(|&&file| is_end(&file) || formation.file(file).count() > 1)
        .filter_map(|&f| ids.iter().copied().rfind(|&b| world[b].at.file == f))
        .filter(|&b| b != next_to && !stays_back(world, group, b))
        .collect();
    givers.sort_by_key(|&b| (Reverse(world[b].at.rank), world[b].at.file.abs_diff(end)));
    let rank = world[next_to].at.rank;
    // From a column no wider legal formation may be one file away: then one in between will do.
    let narrow = formation.width() == 1 && arrangements(&nature, &formation.profiles(), 2).is_empty();
    let level = beside.front.offset(hand.signed(world.field.base_width()), Um::ZERO);
    let stepped = level_with_overlap(world, group, level);
    let front = stepped.unwrap_or(level);
    let matches = |giver: BaseId| {
        let rect = Base::new(front, beside.width, world[giver].base.depth).rect();
        let overlaps = |e: &BaseId| rect.front_to_front(&world[*e].base.rect());
        world.book.steps_to_match() && overlapping_fronts(world, group).iter().any(overlaps)
    };
    let giver = givers.into_iter().find(|&giver| {
        let new = with_new_file(formation, world[giver].at, end, hand, rank);
        new.is_some_and(|f| narrow || check(&nature, &f).is_ok() || matches(giver))
    })?;
    let shift = u8::from(hand == Hand::Left);
    let after = world.supposing(|after| {
        for &id in &ids {
            let at = after[id].at;
            after[id].at = Position { file: at.file + shift, rank: at.rank };
        }
        after[giver].at = Position { file: if hand == Hand::Left { end } else { end + 1 }, rank };
        after[giver].facing = Facing::Front;
        let depth = after[giver].base.depth;
        after[giver].base = Base::new(front, beside.width, depth);
    });
    // What was the second base of a file that now fights as an overlap may not have come into the front rank.
    let second = formation.file(world[giver].at.file).position(|p| p.at == world[giver].at) == Some(1);
    let two_ranks = melee_ranks(world.book.book(), world[giver].profile.troop_type) == 2
        && world.book.holds_second_rank();
    let left = part(&after, group, world[giver].at.file + shift) == Some(Part::Overlap);
    (!(second && two_ranks && left)).then_some(after)
}

/// Where a file beside a battle group meets the front of an enemy who overlaps it there, further forward or back than its
/// own front.
fn level_with_overlap(world: &World, group: GroupId, level: Pose) -> Option<Pose> {
    if !world.book.steps_to_match() {
        return None;
    }
    enforces!("FOGAM-MANOEUVRE-028");
    let square = Angle::from_millidegrees(100);
    overlapping_fronts(world, group).into_iter().find_map(|enemy| {
        let front = world[enemy].base.front;
        let (right, forward) = level.local(front.at);
        let opposite = level.facing.shortest_turn(front.facing + Angle::HALF).1 <= square;
        let apart = forward.abs() > CONTACT_TOLERANCE && right.abs() <= CONTACT_TOLERANCE;
        (opposite && apart).then(|| level.offset(Um::ZERO, forward))
    })
}

/// The formation with one base taken from its place and put at the front of a new file at an end.
fn with_new_file(formation: &Formation, from: Position, end: u8, hand: Hand, rank: u8) -> Option<Formation> {
    let shift = u8::from(hand == Hand::Left);
    let file = if hand == Hand::Left { end } else { end + 1 };
    let moved: Vec<Placed> = formation
        .placed()
        .map(|p| match p.at == from {
            true => Placed { at: Position { file, rank }, facing: Facing::Front, base: p.base },
            false => Placed { at: Position { file: p.at.file + shift, rank: p.at.rank }, ..*p },
        })
        .collect();
    Formation::try_from(moved).ok()
}

/// New enemies are touched only as overlaps, or if they fight it already.
pub(super) fn new_contacts(world: &World, after: &World, group: GroupId) -> Result<(), Refusal> {
    for enemy in world.enemies_of(group).filter(|&e| !world[e].is_broken()) {
        let fought = || {
            contact::in_close_combat_with(world, group, enemy)
                || overlap::overlapped_groups(world, group).contains(&enemy)
                || overlap::overlapped_groups(world, enemy).contains(&group)
        };
        if contact::in_close_combat_with(after, group, enemy) && !fought() {
            return Err(refuse(
                law!(world.book, "FOGR-MANOEUVRE-031", "FOGAM-MANOEUVRE-029"),
                "That would bring a new enemy battle group into close combat",
                "Expand on the other side, or leave it.",
            )
            .piece("enemy battle group", enemy.piece()));
        }
    }
    Ok(())
}

pub(super) fn shift(world: &World, group: GroupId, hand: Hand) -> Result<Place, Refusal> {
    let rule = rule!("FOGR-MANOEUVRE-022");
    if Hand::BOTH.into_iter().any(|h| wider(world, group, h, None).is_ok_and(|ways| !ways.is_empty())) {
        return Err(refuse(rule, "It can expand in a legal formation", "Expand it."));
    }
    let formation = world.formation(group);
    let engaged = |w: &World| formation.files().filter(|f| is_engaged(w, group, *f)).count();
    let idle = engaged(world) < formation.width();
    if !idle || contact::has_turned_bases(world, group) || touched_elsewhere(world, group) {
        return Err(refuse(
            rule,
            "Every front rank base fights already, or it has enemies on more than one side",
            "Leave it.",
        ));
    }
    let motion = world.body(group).shift(hand, world.field.base_width());
    let after = world.supposing(|after| after.displace(group, &motion));
    if !has_room(world, &after, group) {
        return Err(refuse(rule, "There is no room for the shift", "Try the other side."));
    }
    let keeps =
        contact::opponents(world, group).iter().all(|&o| contact::in_close_combat_with(&after, group, o));
    if !keeps || engaged(&after) <= engaged(world) {
        return Err(refuse(
            rule,
            "The shift would bring no more bases into the fight",
            "Try the other side.",
        ));
    }
    new_contacts(world, &after, group)?;
    if world[group].side != world.turn.active {
        let matched = overlapping_enemies(world, group).iter().any(|&e| {
            let rect = world[e].base.rect();
            after.rects(group).iter().any(|r| r.front_to_front(&rect))
        });
        if !matched {
            return Err(refuse(
                rule!("FOGR-MANOEUVRE-024"),
                "The side that is not active only matches",
                "Leave it.",
            ));
        }
    }
    Ok(Place::of(&after, group))
}

/// Whether enemies touch a side or rear edge of it by their fronts.
fn touched_elsewhere(world: &World, group: GroupId) -> bool {
    world.enemies_of(group).filter(|&e| !world[e].is_broken()).any(|e| {
        contact::touches(world, group, e)
            .iter()
            .any(|t| t.contact.edges().is_some_and(|c| c.own != Edge::Front && c.their == Edge::Front))
    })
}
