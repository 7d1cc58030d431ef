//! Who fights whom in the melee phase.

use crate::battle::outcome::{FileBases, Roster, fights_to, files_of, ground};
use crate::battle::position::{contact, overlap};
use crate::battle::world::{BaseId, GroupId, World};
use crate::combat::{Duel, Role, Stand};
use crate::troops::TroopType;
use caracole_kernel::{BySide, Side};
use caracole_ledger::enforces;
use caracole_plane::{Contact, Edge, Hand};
use smallvec::SmallVec;

/// A base of a battle group.
pub type Fighter = (GroupId, BaseId);

/// A base that fights, and its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Who fights.
    pub own: Fighter,
    /// How.
    pub role: Role,
    /// Whom.
    pub their: Fighter,
    /// How he fights back.
    pub back: Role,
}

/// A file that could overlap more than one enemy battle group, or did choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct OverlapChoice {
    /// The base at the front of the file.
    pub base: BaseId,
    /// The enemy battle group that it fights.
    pub against: GroupId,
}

/// The bases that touch an enemy by a front, guns replaced by those behind them.
fn contacts(world: &World) -> Vec<(Fighter, Fighter, Contact)> {
    enforces!("FOGR-MELEE-005", "FOGR-IMPACT-121");
    let mut found = Vec::new();
    for own in world.of_side(world.turn.active).filter(|&g| !world[g].is_broken()) {
        for enemy in contact::near_enemies(world, own) {
            if world[enemy].is_broken() {
                continue;
            }
            // Pursuers that ran into fresh enemy fight them in the next impact phase first.
            if contact::awaits_impact(world, own, enemy) {
                continue;
            }
            for touch in contact::fighting_touches(world, own, enemy) {
                found.push(((own, touch.own), (enemy, touch.their), touch.contact));
            }
        }
    }
    found
}

/// How far apart the middles of two fronts are, and to which hand: what it takes to conform. Tenths of a millimetre:
/// distances that differ only by rounding are equal.
fn offset(world: &World, own: BaseId, their: BaseId) -> (i32, bool) {
    let sideways = world[own].base.rect().middle_sideways(&world[their].base.rect());
    ((sideways.abs().get() + 50) / 100, (sideways.get() < 0) != (world.hand_where_equal() == Hand::Right))
}

/// The pairs that fight front to front, front to flank, and as overlaps.
#[must_use]
pub fn pairs(world: &World, chosen: &[OverlapChoice]) -> Vec<Pair> {
    enforces!("FOGR-MELEE-014", "FOGR-MELEE-015", "FOGR-MELEE-007", "FOGAM-MELEE-002", "FOGAM-MELEE-011");
    let contacts = contacts(world);
    let mut pairs: Vec<Pair> = Vec::new();
    // Front against front: each base once, the nearest to conform first.
    let mut fronts: Vec<(Fighter, Fighter)> = contacts
        .iter()
        .filter(|(_, _, c)| c.is_by_own_front() && c.reversed().is_by_own_front())
        .map(|(a, b, _)| (*a, *b))
        .collect();
    fronts.sort_by_key(|(a, b)| (offset(world, a.1, b.1), a.1, b.1));
    fronts.dedup();
    for (a, b) in fronts {
        if !pairs.iter().any(|p| p.own == a || p.their == b) {
            pairs.push(Pair { own: a, role: Role::Front, their: b, back: Role::Front });
        }
    }
    let frontal = pairs.clone();
    let taken = |f: Fighter| frontal.iter().any(|p| p.own == f || p.their == f);
    // Front against flank or rear: the one so fought does not fight back there.
    let mut sides: Vec<(Fighter, Fighter)> = Vec::new();
    for (a, b, c) in &contacts {
        if c.is_by_own_front() && !c.reversed().is_by_own_front() {
            sides.push((*a, *b));
        }
        if c.reversed().is_by_own_front() && !c.is_by_own_front() {
            sides.push((*b, *a));
        }
    }
    // Of the enemies that it touches it fights the one that fights back.
    let passive = |f: &Fighter| fights_to(world, f.0, f.1).is_none();
    sides.sort_by_key(|(a, b)| (world.in_turn(a.0), a.1, passive(b), offset(world, a.1, b.1), b.1));
    for (a, b) in sides {
        let engaged = pairs.iter().any(|p| p.own == a || (p.their == a && p.back == Role::Front));
        if !taken(a) && !engaged {
            // Only a base of the second rank, whose file is engaged to its front, fights to its flank.
            // A wagon is two bases wide on its long edge and fights there with the file nearest to the enemy.
            enforces!("FOGR-COMBAT-017", "FOGR-COMBAT-023");
            let opponents = pairs.iter().filter(|p| p.their == b && p.back == Role::Front).count();
            let wagon = world[b.1].profile.troop_type == TroopType::BattleWagons;
            let fights_back = match wagon {
                true => opponents < 2 && !taken(b),
                false => opponents < 1 && fights_to(world, b.0, b.1).is_some(),
            };
            let back = if fights_back { Role::Front } else { Role::Idle };
            pairs.push(Pair { own: a, role: Role::Front, their: b, back });
        }
    }
    let overlaps = overlaps(world, &contacts, &pairs, chosen);
    pairs.extend(overlaps);
    pairs
}

/// Files that could overlap more than one enemy battle group: their owner chooses.
#[must_use]
pub fn open_choices(world: &World, side: Side) -> Vec<(BaseId, SmallVec<[GroupId; 2]>)> {
    enforces!("FOGR-MELEE-012");
    let contacts = contacts(world);
    let pairs: Vec<Pair> = Vec::new();
    let mut found = Vec::new();
    for (own, enemies) in possible(world, &contacts, &pairs) {
        if world[own.0].side != side {
            continue;
        }
        let mut groups: SmallVec<[GroupId; 2]> = enemies.iter().map(|(g, _)| *g).collect();
        groups.sort_unstable();
        groups.dedup();
        if groups.len() > 1 {
            found.push((own.1, groups));
        }
    }
    found
}

/// The front base of every file that could overlap, with the enemies it could fight so.
fn possible(
    world: &World,
    contacts: &[(Fighter, Fighter, Contact)],
    pairs: &[Pair],
) -> Vec<(Fighter, SmallVec<[Fighter; 2]>)> {
    enforces!("FOGR-MELEE-013", "FOGR-MELEE-016", "FOGAM-MELEE-008", "FOGAM-MELEE-012");
    let mut found: Vec<(Fighter, SmallVec<[Fighter; 2]>)> = Vec::new();
    let unbroken = world.on_table().filter(|&g| !world[g].is_broken() && !contact::is_no_fighter(world, g));
    for group in unbroken.filter(|&g| overlap::may_overlap(world, g)) {
        for file in files_of(world, group) {
            let Some(&front) = file.bases.first() else { continue };
            let fights = |b: &BaseId| {
                pairs
                    .iter()
                    .any(|p| p.own == (group, *b) || (p.their == (group, *b) && p.back == Role::Front))
            };
            if file.bases.iter().any(fights) {
                continue;
            }
            let mut enemies = overlapped_by_file(world, group, &file);
            if !pairs.is_empty() {
                enemies.extend(met_by_fronts((group, front), contacts));
            }
            if !enemies.is_empty() {
                found.push(((group, front), enemies));
            }
        }
    }
    found
}

/// The enemies that bases of a file could fight as overlaps where they stand.
fn overlapped_by_file(world: &World, group: GroupId, file: &FileBases) -> SmallVec<[Fighter; 2]> {
    let enemies = world[group].side.other();
    let owner = |base: BaseId| world.of_side(enemies).find(|&g| world.all_base_ids(g).any(|b| b == base));
    let overlapped = file.bases.iter().flat_map(|&base| overlap::overlapped_by(world, group, base));
    overlapped.filter_map(|enemy| owner(enemy).map(|g| (g, enemy))).collect()
}

/// The enemies that a base meets front to front while they conform to another base: overlaps once lined up.
fn met_by_fronts(
    own: Fighter,
    contacts: &[(Fighter, Fighter, Contact)],
) -> impl Iterator<Item = Fighter> + '_ {
    let by_fronts = contacts.iter().filter(|(_, _, c)| c.is_by_own_front() && c.reversed().is_by_own_front());
    by_fronts.filter_map(move |&(a, b, _)| if a == own { Some(b) } else { (b == own).then_some(a) })
}

/// One overlapping file at each end of each edge, none where two edges of the base are already fought.
fn overlaps(
    world: &World,
    contacts: &[(Fighter, Fighter, Contact)],
    pairs: &[Pair],
    chosen: &[OverlapChoice],
) -> Vec<Pair> {
    enforces!(
        "FOGR-MELEE-008",
        "FOGR-MELEE-010",
        "FOGR-MELEE-011",
        "FOGR-MELEE-012",
        "FOGAM-MELEE-005",
        "FOGAM-MELEE-006",
        "FOGAM-MELEE-007"
    );
    let mut found: Vec<Pair> = Vec::new();
    let mut ends: Vec<(GroupId, crate::formation::Facing, Hand)> = Vec::new();
    for (own, enemies) in possible(world, contacts, pairs) {
        let wanted = chosen.iter().find(|c| c.base == own.1).map(|c| c.against);
        let enemies = enemies.iter().filter(|e| wanted.is_none_or(|g| g == e.0));
        for &their in enemies {
            let hand = match world[their.1].base.rect().middle_sideways(&world[own.1].base.rect()).get() {
                ..0 => Hand::Left,
                _ => Hand::Right,
            };
            let end = (their.0, world[their.1].facing, hand);
            if ends.contains(&end) || corner_closed(contacts, their, hand) {
                continue;
            }
            ends.push(end);
            found.push(Pair { own, role: Role::Overlap, their, back: Role::Idle });
            break;
        }
    }
    found
}

/// Whether enemy fronts touch both the front edge of a base and its flank on that hand.
fn corner_closed(contacts: &[(Fighter, Fighter, Contact)], base: Fighter, hand: Hand) -> bool {
    let touched = |edge: Edge| {
        contacts.iter().any(|(a, b, c)| {
            let seen = if *a == base {
                Some(*c)
            } else if *b == base {
                Some(c.reversed())
            } else {
                None
            };
            seen.and_then(Contact::edges).is_some_and(|e| e.own == edge && e.their == Edge::Front)
        })
    };
    touched(Edge::Front) && touched(Edge::flank(hand))
}

/// The duels of these pairs.
#[must_use]
pub fn duels(world: &World, roster: &Roster, pairs: &[Pair]) -> Vec<Duel> {
    let stand = |fighter: Fighter, role: Role, other: Fighter| -> Option<Stand> {
        let (file, _) = roster.file_of(fighter.0, fighter.1)?;
        Some(ground::stand(world, file, role, fighter, other.1))
    };
    let duel = |pair: &Pair| {
        let own = stand(pair.own, pair.role, pair.their)?;
        let their = stand(pair.their, pair.back, pair.own)?;
        Some(match world[pair.own.0].side {
            Side::Red => Duel { stands: BySide { red: own, blue: their } },
            Side::Blue => Duel { stands: BySide { red: their, blue: own } },
        })
    };
    pairs.iter().filter_map(duel).collect()
}
