//! How two battle groups would fare against each other: expected hits from the engine's own dice.

use caracole_fog::{
    battle::{
        GroupId, World,
        outcome::{FileBases, Roster, files_of},
        position::{disorder, kinds},
        world::Posture,
    },
    combat::{Charge, Duel, Fight, File, FileRef, FileShot, Group, Part, Range, Role, Stand, Volley},
    formation::Facing,
    troops::{Cohesion, CombatPhase, Disorder, Quality},
};
use caracole_kernel::{BySide, Side};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How many results are kept.
const MOST_KNOWN: usize = 20_000;

/// Battle groups of which what was looked up is kept at hand.
const AT_HAND: usize = 64;
/// Things looked up for two of them.
const KINDS: usize = 7;
/// Not looked up yet.
const UNKNOWN: i32 = i32::MIN;

/// Where what was looked up for two battle groups is kept at hand.
fn place(own: GroupId, enemy: GroupId, kind: usize) -> usize {
    let (own, enemy) = (usize::from(own.0), usize::from(enemy.0));
    if own < AT_HAND && enemy < AT_HAND { (own * AT_HAND + enemy) * KINDS + kind } else { usize::MAX }
}

/// How two battle groups meet, as the first of them sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meeting {
    /// It charges them to the front.
    Charges,
    /// It charges them in flank or rear.
    ChargesFlank,
    /// They charge it to the front.
    Receives,
    /// They charge it in flank or rear.
    ReceivesFlank,
    /// They are in melee.
    Melee,
}

impl Meeting {
    /// How a charge meets its target, which may be open to it in flank or rear.
    pub(super) const fn of_charge(in_flank: bool) -> Self {
        if in_flank { Meeting::ChargesFlank } else { Meeting::Charges }
    }
}

/// The state of a battle group as far as its fights depend on it: what was reckoned for it once holds while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    bases: u8,
    files: u8,
    cohesion: Cohesion,
    disorder: Disorder,
    pub(super) square: bool,
    led: bool,
}

/// The state of a battle group now.
pub(super) fn condition_of(world: &World, group: GroupId) -> Condition {
    let bases = world.base_ids(group);
    let files = bases.iter().map(|&b| world[b].at.file).max().map_or(0, |f| f + 1);
    Condition {
        bases: bases.len() as u8,
        files,
        cohesion: world[group].cohesion,
        disorder: disorder::worst(world, group),
        square: world[group].posture == Posture::Square,
        led: world.commanders_with(group).next().is_some(),
    }
}

/// Two battle groups, each with its state.
type Pair = (GroupId, Condition, GroupId, Condition);

/// What a meeting is worth to the first battle group: thousandths of hits for each base of the enemy, less those that
/// it suffers for each base of its own. Above 0 it does better.
#[derive(Debug, Default)]
pub(super) struct Strengths {
    known: BTreeMap<(Pair, Meeting), i32>,
    shots: BTreeMap<(Pair, Range), i32>,
    conditions: BTreeMap<GroupId, Condition>,
    bodies: BTreeMap<(GroupId, Condition), Body>,
    /// What has been looked up since the last look, by the numbers of the two: it is asked for again and again.
    quick: Vec<i32>,
}

/// A battle group as a fight takes it, and its files that face its front.
#[derive(Clone, Debug)]
struct Body {
    group: Group,
    front: SmallVec<[u8; 8]>,
    toughness: i32,
    regimental_guns: bool,
    mounted: bool,
}

impl Body {
    fn of(world: &World, id: GroupId) -> Body {
        let files = files_of(world, id);
        let facing = front_of(world, id, &files);
        let faces_front = |(i, f): (usize, &FileBases)| (f.facing == facing).then_some(i as u8);
        let front = files.iter().enumerate().filter_map(faces_front).collect();
        let mut fight = Roster { ids: vec![id], files: vec![files] }.fight(world, CombatPhase::Melee);
        let group = fight.groups.pop().unwrap_or_else(|| Group::new(world[id].side, []));
        Body {
            group,
            front,
            toughness: toughness(world, id),
            regimental_guns: world[id].regimental_guns,
            mounted: kinds::is_mounted(world, id),
        }
    }

    /// Horse after bases have been fed into a melee until they are so many files wide.
    fn fed_in(&self, files: usize) -> Option<Body> {
        let bases = || self.group.files.iter().map(|f| f.bases.len());
        let files = files.min(bases().sum());
        let in_order = self.front.len() == self.group.files.len();
        if !self.mounted || !in_order || self.front.len() >= files {
            return None;
        }
        let empty = File { bases: SmallVec::new(), ..self.group.files.first()?.clone() };
        let mut fed = self.clone();
        fed.group.files = std::iter::repeat_n(empty, files).collect();
        let deepest = bases().max().unwrap_or(0);
        let by_ranks = (0..deepest).flat_map(|r| self.group.files.iter().filter_map(move |f| f.bases.get(r)));
        for (i, base) in by_ranks.enumerate() {
            if let Some(file) = fed.group.files.get_mut(i % files) {
                file.bases.push(*base);
            }
        }
        fed.front = (0..files as u8).collect();
        Some(fed)
    }
}

/// Which way the files face that fight an enemy who attacks a battle group: a square has a front on every side, and
/// the broadest counts.
fn front_of(world: &World, id: GroupId, files: &[FileBases]) -> Facing {
    if world[id].posture != Posture::Square {
        return Facing::Front;
    }
    let count = |way: Facing| files.iter().filter(|f| f.facing == way).count();
    let sides = [Facing::Rear, Facing::Left, Facing::Right, Facing::Front];
    sides.into_iter().max_by_key(|&way| count(way)).unwrap_or(Facing::Front)
}

impl Strengths {
    /// Looks at everybody's state again: cohesion, bases and commanders may have changed.
    pub(super) fn look_again(&mut self) {
        self.conditions.clear();
        self.quick.clear();
        self.quick.resize(AT_HAND * AT_HAND * KINDS, UNKNOWN);
        // What was reckoned is kept, within reason.
        if self.known.len() + self.shots.len() > MOST_KNOWN {
            self.known.clear();
            self.shots.clear();
            self.bodies.clear();
        }
    }

    fn condition(&mut self, world: &World, group: GroupId) -> Condition {
        *self.conditions.entry(group).or_insert_with(|| condition_of(world, group))
    }

    /// Notes the state of a battle group that was looked at already.
    pub(super) fn note(&mut self, group: GroupId, condition: Condition) {
        self.conditions.insert(group, condition);
    }

    /// How many files of two battle groups meet where the whole of the narrower front does.
    pub(super) fn files_that_meet(&mut self, world: &World, own: GroupId, enemy: GroupId) -> i32 {
        i32::from(self.condition(world, own).files.min(self.condition(world, enemy).files)).max(1)
    }

    fn pair(&mut self, world: &World, own: GroupId, enemy: GroupId) -> Pair {
        (own, self.condition(world, own), enemy, self.condition(world, enemy))
    }

    fn bodies(&mut self, world: &World, (own, as_it_is, enemy, as_he_is): Pair) -> (Body, Body) {
        let mut body = |id: GroupId, condition: Condition| {
            self.bodies.entry((id, condition)).or_insert_with(|| Body::of(world, id)).clone()
        };
        (body(own, as_it_is), body(enemy, as_he_is))
    }

    /// What a meeting is worth to `own`.
    pub(super) fn of(&mut self, world: &World, own: GroupId, enemy: GroupId, meeting: Meeting) -> i32 {
        self.recall(place(own, enemy, meeting as usize), |known| known.reckon(world, own, enemy, meeting))
    }

    /// What is known at a place, or reckoned now and kept there.
    fn recall(&mut self, place: usize, reckon: impl FnOnce(&mut Self) -> i32) -> i32 {
        if let Some(&known) = self.quick.get(place).filter(|known| **known != UNKNOWN) {
            return known;
        }
        let worth = reckon(self);
        if let Some(slot) = self.quick.get_mut(place) {
            *slot = worth;
        }
        worth
    }

    fn reckon(&mut self, world: &World, own: GroupId, enemy: GroupId, meeting: Meeting) -> i32 {
        let key = (self.pair(world, own, enemy), meeting);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let (ours, theirs) = self.bodies(world, key.0);
        let worth = clash(world, &ours, &theirs, meeting);
        self.known.insert(key, worth);
        worth
    }

    /// Thousandths of hits for each base of the enemy that shooting gives.
    pub(super) fn shooting(&mut self, world: &World, own: GroupId, enemy: GroupId, range: Range) -> i32 {
        let place = place(own, enemy, if range == Range::Short { 5 } else { 6 });
        self.recall(place, |known| known.reckon_shots(world, own, enemy, range))
    }

    fn reckon_shots(&mut self, world: &World, own: GroupId, enemy: GroupId, range: Range) -> i32 {
        let key = (self.pair(world, own, enemy), range);
        if let Some(known) = self.shots.get(&key) {
            return *known;
        }
        let (ours, theirs) = self.bodies(world, key.0);
        let worth = volley(world, &ours, &theirs, range);
        self.shots.insert(key, worth);
        worth
    }

    /// A charge and the melee after it.
    pub(super) fn attack(&mut self, world: &World, own: GroupId, enemy: GroupId, charge: Meeting) -> i32 {
        self.attack_of_files(world, own, enemy, charge, i32::MAX)
    }

    /// The same where only so many files fight at first.
    pub(super) fn attack_of_files(
        &mut self,
        world: &World,
        own: GroupId,
        enemy: GroupId,
        charge: Meeting,
        files: i32,
    ) -> i32 {
        let most = self.files_that_meet(world, own, enemy);
        let impact = self.of(world, own, enemy, charge) * files.min(most) / most;
        (3 * impact + 3 * self.of(world, own, enemy, Meeting::Melee)) / 2
    }

    /// Being charged, and the melee after it.
    pub(super) fn defence(&mut self, world: &World, own: GroupId, enemy: GroupId) -> i32 {
        (3 * self.of(world, own, enemy, Meeting::Receives) + 3 * self.of(world, own, enemy, Meeting::Melee))
            / 2
    }
}

/// Thousandths of a hit that a die gives.
fn hit_of(part: &Part) -> i32 {
    let wanted = i32::from(part.score);
    let plain = (7 - wanted).clamp(0, 6);
    let thirty_sixths: i32 = (1..=6u8)
        .map(|face| match part.reroll.faces.has(face) {
            true => plain,
            false => 6 * i32::from(i32::from(face) >= wanted),
        })
        .sum();
    thirty_sixths * 1000 / 36
}

/// Thousandths of hits by and against the first battle group of a fight.
fn expected(fight: &Fight, world: &World) -> (i32, i32) {
    let (mut given, mut taken) = (0, 0);
    for part in &world.book.muster(fight, world.readings).parts {
        let hits = i32::from(part.dice()) * hit_of(part);
        match part.by {
            0 => given += hits,
            _ => taken += hits,
        }
    }
    (given, taken)
}

/// Hits matter less to those who seldom fail their tests.
const fn steadiness(quality: Quality) -> i32 {
    match quality {
        Quality::Elite => 125,
        Quality::Superior => 112,
        Quality::Average => 100,
        Quality::Poor => 85,
    }
}

fn toughness(world: &World, group: GroupId) -> i32 {
    let bases = world.bases_of(group);
    let quality = bases.first().map_or(Quality::Average, |b| b.profile.quality);
    (bases.len().max(1) as i32) * steadiness(quality)
}

/// A file of ours against one of theirs.
const fn duel(side: Side, ours: Stand, theirs: Stand) -> Duel {
    let stands = match side {
        Side::Red => BySide { red: ours, blue: theirs },
        Side::Blue => BySide { red: theirs, blue: ours },
    };
    Duel { stands }
}

/// The files of the wider of the two that reach beyond the other fight as overlaps, one on each hand.
fn overlap(fight: &mut Fight, own: &Body, enemy: &Body) {
    let (wide, narrow) = (own.front.len().max(enemy.front.len()), own.front.len().min(enemy.front.len()));
    let ours_is_wide = own.front.len() > enemy.front.len();
    let (wider, other) = if ours_is_wide { (own, enemy) } else { (enemy, own) };
    let ends = [other.front.last(), other.front.first()];
    for (beyond, end) in wider.front.iter().skip(narrow).take(2.min(wide - narrow)).zip(ends) {
        let Some(&end) = end else { continue };
        let at = |group: u8, file: u8, role: Role| Stand { role, ..Stand::level(FileRef { group, file }) };
        let (group, against) = if ours_is_wide { (0, 1) } else { (1, 0) };
        let (over, under) = (at(group, *beyond, Role::Overlap), at(against, end, Role::Idle));
        let (ours, theirs) = if ours_is_wide { (over, under) } else { (under, over) };
        fight.duels.push(duel(own.group.side, ours, theirs));
    }
}

fn clash(world: &World, own: &Body, enemy: &Body, meeting: Meeting) -> i32 {
    let phase = match meeting {
        Meeting::Melee => CombatPhase::Melee,
        _ => CombatPhase::Impact,
    };
    // Bases are fed into a melee until the narrower is as wide as the other.
    let wide = if meeting == Meeting::Melee { own.front.len().max(enemy.front.len()) } else { 0 };
    let (ours, theirs) = (own.fed_in(wide), enemy.fed_in(wide));
    let (own, enemy) = (ours.as_ref().unwrap_or(own), theirs.as_ref().unwrap_or(enemy));
    let mut fight = Fight::new(phase, vec![own.group.clone(), enemy.group.clone()]);
    let (mine, yours) = match meeting {
        Meeting::Charges => (Charge::Yes, Charge::No),
        Meeting::ChargesFlank => (Charge::FlankOrRear, Charge::No),
        Meeting::Receives => (Charge::No, Charge::Yes),
        Meeting::ReceivesFlank => (Charge::No, Charge::FlankOrRear),
        Meeting::Melee => (Charge::No, Charge::No),
    };
    for (&a, &b) in own.front.iter().zip(&enemy.front) {
        let stand =
            |group: u8, file: u8, charge: Charge| Stand { charge, ..Stand::level(FileRef { group, file }) };
        fight.duels.push(duel(own.group.side, stand(0, a, mine), stand(1, b, yours)));
    }
    if meeting == Meeting::Melee {
        overlap(&mut fight, own, enemy);
    }
    let (given, taken) = expected(&fight, world);
    given * 100 / enemy.toughness - taken * 100 / own.toughness
}

fn volley(world: &World, own: &Body, enemy: &Body, range: Range) -> i32 {
    let mut fight = Fight::new(CombatPhase::Shooting, vec![own.group.clone(), enemy.group.clone()]);
    let files = own.front.iter().map(|&file| FileShot::plain(file, range)).collect();
    fight.volleys.push(Volley {
        by: 0,
        at: 1,
        files,
        regimental_gun: own.regimental_guns.then_some(range),
        nearest: 0,
        from_behind: false,
        cover: false,
        enfilade: false,
    });
    expected(&fight, world).0 * 100 / enemy.toughness
}
