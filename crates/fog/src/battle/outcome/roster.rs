//! Battle groups on the table as the combat arithmetic sees them.

use crate::army::{CommanderLevel, CommanderRole};
use crate::battle::charge::approach;
use crate::battle::position::{
    command, contact, defence, disorder, flank, kinds, nearness, overlap, support,
};
use crate::battle::world::{Approach, BaseId, CommanderId, GroupId, Posture, World};
use crate::combat::{
    Base, Commander, CommanderPlace as Place, Directions, Engaged, Facing as CoreFacing, Fight, File,
    FileRef, Formation, Grade, Group, Protection,
};
use crate::field::TerrainKind;
use crate::formation::{Facing, Status};
use crate::troops::{CombatPhase, Disorder, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{Contact, Edge};
use smallvec::SmallVec;

/// A file that fights or shoots together: bases that face one way, one behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileBases {
    /// Which way they face, seen from their battle group.
    pub facing: Facing,
    /// The bases, front to rear.
    pub bases: SmallVec<[BaseId; 4]>,
    /// The base of its second rank, which fights to a flank as a file of its own.
    pub aside: Option<BaseId>,
}

/// The files of a battle group: those that face its front from the left, then those turned right, left and to the rear.
/// Turned bases make a file where they stand directly one behind the other.
#[must_use]
pub fn files_of(world: &World, group: GroupId) -> SmallVec<[FileBases; 6]> {
    let mut files: SmallVec<[FileBases; 6]> = SmallVec::new();
    let ids = world.base_ids(group);
    let upright = ids.iter().copied().filter(|&b| world[b].facing == Facing::Front);
    for base in upright {
        let same = |f: &&mut FileBases| {
            f.bases.first().is_some_and(|&first| world[first].at.file == world[base].at.file)
        };
        match files.iter_mut().find(same) {
            Some(file) => file.bases.push(base),
            None => files.push(FileBases {
                facing: Facing::Front,
                bases: SmallVec::from_slice(&[base]),
                aside: None,
            }),
        }
    }
    for facing in [Facing::Right, Facing::Left, Facing::Rear] {
        let turned: SmallVec<[BaseId; 16]> =
            ids.iter().copied().filter(|&b| world[b].facing == facing).collect();
        let behind = |b: BaseId| {
            let rect = world[b].base.rect();
            turned.iter().copied().find(|&o| {
                let edges = rect.contact(&world[o].base.rect()).and_then(Contact::edges);
                edges.is_some_and(|e| e.own == Edge::Rear && e.their == Edge::Front)
            })
        };
        let followed: SmallVec<[Option<BaseId>; 16]> = turned.iter().map(|&b| behind(b)).collect();
        for &first in turned.iter().filter(|b| !followed.contains(&Some(**b))) {
            let mut bases: SmallVec<[BaseId; 4]> = SmallVec::from_slice(&[first]);
            while let Some(next) = bases.last().and_then(|&b| behind(b)).filter(|n| !bases.contains(n)) {
                bases.push(next);
            }
            files.push(FileBases { facing, bases, aside: None });
        }
    }
    files
}

/// The files of a battle group as they fight hand to hand: a base of the second rank that was charged in flank and could
/// not turn, the file fighting to its front, fights to the flank on its own, as if it faced there.
#[must_use]
pub fn files_hand_to_hand(world: &World, group: GroupId) -> SmallVec<[FileBases; 6]> {
    let mut files = files_of(world, group);
    if !world.book.second_rank_fights_aside() {
        return files;
    }
    let mut apart: SmallVec<[FileBases; 2]> = SmallVec::new();
    for file in files.iter_mut().filter(|f| f.facing == Facing::Front) {
        let second = file.bases.get(1).copied();
        let Some((base, facing)) = second.and_then(|b| Some((b, fights_to(world, group, b)?))) else {
            continue;
        };
        file.bases.remove(1);
        file.aside = Some(base);
        apart.push(FileBases { facing, bases: SmallVec::from_slice(&[base]), aside: None });
    }
    files.extend(apart);
    files
}

/// The flank to which a base of the second rank fights; none if it does not.
#[must_use]
pub fn fights_to(world: &World, group: GroupId, base: BaseId) -> Option<Facing> {
    let (rect, at) = (world[base].base.rect(), world[base].at);
    let before = |b: &&BaseId| world[**b].at.file == at.file && world[**b].at.rank < at.rank;
    if !world.book.second_rank_fights_aside()
        || world[base].facing != Facing::Front
        || world.base_ids(group).iter().filter(before).count() != 1
    {
        return None;
    }
    let immune = kinds::is_tercio(world, group) || kinds::is_a_keil(world, group);
    world.enemies_of(group).filter(|&e| !world[e].is_broken()).find_map(|enemy| {
        let charged = contact::engagement(world, group, enemy)?;
        let in_flank = charged.attacker == enemy && (immune || charged.approach == Approach::FlankCharge);
        if !in_flank || !approach::is_in_engaged_front(world, group, base, Some(enemy)) {
            return None;
        }
        world.rects(enemy).iter().find_map(|r| {
            let edges = rect.contact(r).and_then(Contact::edges).filter(|e| e.their == Edge::Front)?;
            match edges.own {
                Edge::Left => Some(Facing::Left),
                Edge::Right => Some(Facing::Right),
                Edge::Front | Edge::Rear => None,
            }
        })
    })
}

/// The battle groups of a fight with their places in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The battle groups by their number in the fight.
    pub ids: Vec<GroupId>,
    /// The files of each.
    pub files: Vec<SmallVec<[FileBases; 6]>>,
}

impl Roster {
    /// Everybody who fights or shoots, everybody fought or shot at, and friends near enough to see them break.
    #[must_use]
    pub fn of(world: &World, taking_part: &[GroupId]) -> Self {
        let mut ids: Vec<GroupId> = taking_part.to_vec();
        ids.sort_unstable_by_key(|&g| world.in_turn(g));
        ids.dedup();
        // Those who broke on contact and guns captured are seen too.
        let unseen = world.on_table().filter(|&g| world[g].phase.unseen && !taking_part.contains(&g));
        let mut unseen: Vec<GroupId> = unseen.collect();
        unseen.sort_unstable_by_key(|&g| world.in_turn(g));
        ids.extend(unseen);
        let watches = |g: &GroupId| {
            !ids.contains(g)
                && can_test(world, *g)
                && ids.iter().any(|&t| {
                    minds(world, *g, t) && near(world, *g, t) || world.book.minds_commander_of(world, *g, t)
                })
        };
        let mut watchers: Vec<GroupId> = world.on_table().filter(watches).collect();
        watchers.sort_unstable_by_key(|&g| world.in_turn(g));
        ids.extend(watchers);
        let files = ids.iter().map(|&g| files_of(world, g)).collect();
        Roster { ids, files }
    }

    /// The same for close combat.
    #[must_use]
    pub fn hand_to_hand(world: &World, taking_part: &[GroupId]) -> Self {
        let mut roster = Roster::of(world, taking_part);
        for (&group, files) in roster.ids.iter().zip(&mut roster.files) {
            *files = files_hand_to_hand(world, group);
        }
        roster
    }

    /// The number of a battle group in the fight.
    #[must_use]
    pub fn index(&self, group: GroupId) -> Option<u8> {
        self.ids.iter().position(|&g| g == group).and_then(|i| u8::try_from(i).ok())
    }

    /// The file that a base stands in, and its place from the front.
    #[must_use]
    pub fn file_of(&self, group: GroupId, base: BaseId) -> Option<(FileRef, usize)> {
        let index = self.index(group)?;
        let files = self.files.get(usize::from(index))?;
        files.iter().enumerate().find_map(|(i, f)| {
            let rank = f.bases.iter().position(|&b| b == base)?;
            Some((FileRef { group: index, file: u8::try_from(i).ok()? }, rank))
        })
    }

    /// A fight of these battle groups in which nobody fights yet.
    #[must_use]
    pub fn fight(&self, world: &World, phase: CombatPhase) -> Fight {
        let groups =
            self.ids.iter().zip(&self.files).map(|(&g, files)| self.group(world, g, files)).collect();
        Fight::new(phase, groups)
    }

    fn group(&self, world: &World, id: GroupId, files: &[FileBases]) -> Group {
        let state = &world[id];
        let mut group = described(world, id, files);
        group.engaged = engaged(world, id);
        group.commander = commander(world, id, group.engaged);
        group.threatened_flank = flank::is_threatened(world, id);
        group.supported = support::is_supported(world, id);
        group.near = self
            .ids
            .iter()
            .enumerate()
            .filter(|(_, g)| **g != id && minds(world, id, **g) && near(world, id, **g))
            .filter_map(|(i, _)| u8::try_from(i).ok())
            .collect();
        group.near_commander = (0u8..)
            .zip(&self.ids)
            .filter(|(_, g)| **g != id && world.book.minds_commander_of(world, id, **g))
            .map(|(i, _)| i)
            .collect();
        group.unseen_loss = state.phase.unseen;
        world.book.add_facts(world, id, &mut group);
        group
    }
}

/// What a battle group is by itself.
fn described(world: &World, id: GroupId, files: &[FileBases]) -> Group {
    let state = &world[id];
    let mut group = Group::new(state.side, files.iter().map(|f| file(world, id, f)));
    group.bases_at_start = state.base_count;
    group.cohesion = state.cohesion;
    group.formation = formation(world, id);
    group.regimental_gun = state.regimental_guns;
    group.captured = state.captured.is_some();
    group.directions = directions(world, id);
    group
}

/// What a battle group is by itself, without what friends and enemies near it make of it: that takes long to find out,
/// and moves do not depend on it.
#[must_use]
pub fn without_surroundings(world: &World, group: GroupId) -> Group {
    described(world, group, &files_of(world, group))
}

/// A battle group on its own, as the arithmetic sees it.
#[must_use]
pub fn alone(world: &World, group: GroupId) -> Group {
    let files = files_of(world, group);
    Roster::default().group(world, group, &files)
}

/// Whether a battle group can be made to test its cohesion at all.
#[must_use]
pub fn can_test(world: &World, group: GroupId) -> bool {
    let g = &world[group];
    g.is_on_table() && !g.is_broken() && g.captured.is_none_or(|c| c.controls)
}

/// Whether a battle group minds what happens to another: a friend, or guns that its side has just lost.
fn minds(world: &World, group: GroupId, other: GroupId) -> bool {
    can_test(world, group) && super::game_tests::side_when_seen(world, other) == world[group].side
}

/// Near enough to test for what happens to a friend.
#[must_use]
pub fn near(world: &World, a: GroupId, b: GroupId) -> bool {
    let reach = world.field.mu(3);
    nearness::may_be_within(world, a, b, reach)
        && caracole_plane::any_within(world.rects(a), world.rects(b), reach)
}

/// Whether a battle group is in close combat, and how.
#[must_use]
pub fn engaged(world: &World, group: GroupId) -> Engaged {
    if contact::in_close_combat(world, group) {
        Engaged::Yes
    } else if !overlap::overlapped_groups(world, group).is_empty() {
        Engaged::OverlapOnly
    } else {
        Engaged::No
    }
}

fn file(world: &World, group: GroupId, file: &FileBases) -> File {
    let bases = file.bases.iter().map(|&b| {
        let state = &world[b];
        Base { profile: state.profile, disorder: disorder_of(world, group, b) }
    });
    let mut described = File::new(bases);
    described.facing = match file.facing {
        Facing::Front => CoreFacing::Front,
        Facing::Left => CoreFacing::Left,
        Facing::Right => CoreFacing::Right,
        Facing::Rear => CoreFacing::Rear,
    };
    described.protection = protection(world, group, file);
    described.aside = file.aside.map(|b| world[b].profile);
    described
}

fn disorder_of(world: &World, group: GroupId, base: BaseId) -> Disorder {
    disorder::of_base(world, group, &world[base])
}

/// What protects a file besides the order of its own battle group.
fn protection(world: &World, group: GroupId, file: &FileBases) -> Protection {
    enforces!("FOGR-COMBAT-088", "FOGR-COMBAT-089", "FOGR-COMBAT-090");
    let Some(&front) = file.bases.first() else { return Protection::ByFormation };
    let (state, rect) = (&world[front], world[front].base.rect());
    let sheltered = |p: &crate::field::Piece| {
        let walls = matches!(
            p.kind,
            TerrainKind::EnclosedFields
                | TerrainKind::Village
                | TerrainKind::SteepHill(crate::field::Covering::Village)
                | TerrainKind::GentleHill(crate::field::Covering::Village)
        );
        walls && p.has_all_of(&rect)
    };
    if state.profile.is_foot() && world.field.terrain.pieces.iter().any(sheltered) {
        return Protection::Protected;
    }
    if beside_commanded_shot(world, group, file) {
        return Protection::Protected;
    }
    // Files of one battle group protect each other while they touch, at a corner at least.
    let touching = |b: &BaseId| {
        !file.bases.contains(b)
            && file.bases.iter().any(|own| world[*own].base.rect().touches(&world[*b].base.rect()))
    };
    match world.base_ids(group).iter().any(touching) {
        true => Protection::ByFormation,
        false => Protection::Unprotected,
    }
}

/// Commanded shot and horse of another battle group side by side, the shot no further forward.
fn beside_commanded_shot(world: &World, group: GroupId, file: &FileBases) -> bool {
    let horsemen =
        |t: TroopType| matches!(t, TroopType::Cavaliers | TroopType::Horse | TroopType::DeterminedHorse);
    let own_shot = world[group].status == Status::CommandedShot;
    let Some(&front) = file.bases.first() else { return false };
    if !own_shot && !horsemen(world[front].profile.troop_type) {
        return false;
    }
    let partner = |g: GroupId| match own_shot {
        true => world.profiles(g).iter().all(|b| horsemen(b.troop_type)),
        false => world[g].status == Status::CommandedShot,
    };
    let beside = |theirs: BaseId| {
        file.bases.iter().any(|&own| {
            let (a, b) = (world[own].base.rect(), world[theirs].base.rect());
            let sides = a.contact(&b).and_then(Contact::edges);
            sides.is_some_and(|e| e.own.is_flank() && e.their.is_flank()) && a.faces_as(&b)
        })
    };
    world.friends_of(group).filter(|&g| !world[g].is_broken() && partner(g)).any(|g| {
        files_of(world, g).iter().any(|other| {
            let Some(&their_front) = other.bases.first() else { return false };
            let (shot, horse) = if own_shot { (front, their_front) } else { (their_front, front) };
            let ahead = world[horse].base.rect().reach_beyond(Edge::Front, &world[shot].base.rect()).1;
            ahead <= caracole_plane::CONTACT_TOLERANCE && other.bases.iter().any(|&b| beside(b))
        })
    })
}

fn formation(world: &World, group: GroupId) -> Formation {
    let state = &world[group];
    match (state.posture, state.status) {
        (Posture::Square, _) => world.book.square(),
        (_, Status::EarlyTercio) => Formation::EarlyTercio,
        (_, Status::LaterTercio) => Formation::LaterTercio,
        (_, Status::SwedishBrigade) => Formation::SwedishBrigade,
        _ if kinds::is_a_keil(world, group) => Formation::Keil,
        // Chargers that have dropped back a base are no column in the impact.
        _ if kinds::is_column(world, group) && !(state.turn.charged && state.phase.reshaped) => {
            Formation::Column
        }
        _ => Formation::Plain,
    }
}

/// The commander who counts for a battle group: the one in its front rank, else the one who helps it most.
#[must_use]
pub fn commander(world: &World, group: GroupId, engaged: Engaged) -> Option<Commander> {
    enforces!("FOGR-COHESION-014", "FOGR-COHESION-015", "FOGR-COHESION-016", "FOGR-COMBAT-118");
    let helps = |c: &CommanderId| {
        let state = &world[*c];
        if !state.is_on_table() || !command::in_line_of_command(world, *c, group) {
            return false;
        }
        if state.with() == Some(group) {
            return true;
        }
        enforces!("FOGR-COMBAT-125", "FOGAM-COMBAT-098");
        let routs = state.with().is_some_and(|g| world[g].is_broken());
        let free = !state.fights_in_front_rank() && !routs;
        free && engaged == Engaged::No && command::in_range(world, *c, group)
    };
    let worth =
        |c: &Commander| (c.place == Place::FrontRank, c.grade == Grade::Great, c.place == Place::With);
    world.commander_ids().filter(helps).map(|c| describe(world, c, group)).max_by_key(worth)
}

fn describe(world: &World, commander: CommanderId, group: GroupId) -> Commander {
    let state = &world[commander];
    Commander {
        grade: match state.level {
            CommanderLevel::Troop => Grade::Troop,
            CommanderLevel::Field => Grade::Field,
            CommanderLevel::Great | CommanderLevel::Inspired => Grade::Great,
        },
        place: match state.with() == Some(group) {
            true if state.fights_in_front_rank() => Place::FrontRank,
            true => Place::With,
            false => Place::InRange,
        },
        in_chief: state.role == CommanderRole::CInC,
    }
}

/// The best commander with a battle group and in line of command: the only kind who can bolster or rally it.
#[must_use]
pub fn commander_present(world: &World, group: GroupId) -> Option<Commander> {
    let present =
        |c: &CommanderId| world[*c].with() == Some(group) && command::in_line_of_command(world, *c, group);
    world
        .commander_ids()
        .filter(present)
        .map(|c| describe(world, c, group))
        .max_by_key(|c| c.grade == Grade::Great)
}

/// Whether different enemies fight a battle group on different facings of its bases.
#[must_use]
pub fn directions(world: &World, group: GroupId) -> Directions {
    enforces!("FOGR-MELEE-017", "FOGR-MELEE-018", "FOGR-MELEE-001", "FOGR-MELEE-002", "FOGR-MELEE-003");
    enforces!("FOGR-IMPACT-055", "FOGAM-IMPACT-045", "FOGAM-MELEE-013", "FOGAM-GLOSSARY-020");
    let charged = |e: GroupId| {
        let noted = contact::engagement(world, group, e).filter(|n| n.defender == group);
        noted.is_some_and(|n| matches!(n.approach, Approach::FlankCharge | Approach::RearCharge))
    };
    if !contact::has_turned_bases(world, group) && !world.enemies_of(group).any(charged) {
        return Directions::One;
    }
    let mut fought: SmallVec<[(Facing, GroupId); 4]> = SmallVec::new();
    let mut rear = false;
    for enemy in contact::opponents(world, group) {
        let noted = contact::engagement(world, group, enemy);
        let approach = noted.filter(|e| e.defender == group).map(|e| e.approach);
        if approach == Some(Approach::NoFlankCharge)
            || noted.is_some_and(|e| e.unturned && e.defender == group)
        {
            continue;
        }
        rear |= approach == Some(Approach::RearCharge);
        for touch in contact::touches(world, group, enemy) {
            // Attackers over works do not make two directions.
            enforces!("FOGR-SPECIAL-017");
            if defence::works_against(world, touch.own, world.rects(enemy)).is_some() {
                continue;
            }
            let turned = world[touch.own].facing;
            // Bases that could not turn to a charge in flank or rear are fought on that side all the same.
            let facing = match (touch.contact.is_by_own_front(), touch.contact.reversed().their_edge()) {
                (true, _) => turned,
                (false, Some(Edge::Left)) if charged(enemy) && turned == Facing::Front => Facing::Left,
                (false, Some(Edge::Right)) if charged(enemy) && turned == Facing::Front => Facing::Right,
                (false, Some(Edge::Rear)) if charged(enemy) && turned == Facing::Front => Facing::Rear,
                _ => continue,
            };
            if !fought.contains(&(facing, enemy)) {
                fought.push((facing, enemy));
            }
        }
    }
    let apart = fought.iter().any(|a| fought.iter().any(|b| a.0 != b.0 && a.1 != b.1));
    match (apart, rear) {
        (false, _) => Directions::One,
        (true, false) => Directions::Two,
        (true, true) => Directions::TwoWithRear,
    }
}
