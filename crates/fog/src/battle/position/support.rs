//! Who supports a battle group, and rear support of artillery.

use super::kinds;
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::formation::Status;
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Edge};
use smallvec::SmallVec;

/// Whether one battle group stands so that it supports another.
#[must_use]
pub fn supports(world: &World, supporter: GroupId, group: GroupId) -> bool {
    world.book.supporting_bases(world, supporter, group) > 0
}

/// The battle groups that support another.
#[must_use]
pub fn supporters(world: &World, group: GroupId) -> SmallVec<[GroupId; 4]> {
    world.friends_of(group).filter(|&f| supports(world, f, group)).collect()
}

/// Why a battle group counts as supported, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// Battle wagons never are.
    NeverWagons,
    /// Early tercios always are.
    AlwaysTercio,
    /// Others stand behind with enough bases.
    Enough,
    /// A later tercio or keil without enemy behind it.
    NobodyBehind,
    /// Others stand behind with too few bases, or nobody does. Of a later tercio or keil: the enemy behind it.
    TooFew {
        /// The enemy behind.
        behind: Option<GroupId>,
    },
}

impl Support {
    /// Whether it counts as supported.
    #[must_use]
    pub const fn counts(&self) -> bool {
        matches!(self, Support::AlwaysTercio | Support::Enough | Support::NobodyBehind)
    }
}

/// How many bases stand in support of a battle group, and how many it needs.
#[must_use]
pub fn bases_behind(world: &World, group: GroupId) -> (usize, usize) {
    let bases = world.friends_of(group).map(|s| world.book.supporting_bases(world, s, group)).sum();
    (bases, usize::from(world[group].base_count).div_ceil(2))
}

/// Whether a battle group counts as supported.
#[must_use]
pub fn is_supported(world: &World, group: GroupId) -> bool {
    support_of(world, group).counts()
}

/// Whether a battle group counts as supported, and why.
#[must_use]
pub fn support_of(world: &World, group: GroupId) -> Support {
    enforces!("FOGR-GLOSSARY-033", "FOGR-GLOSSARY-035", "FOGAM-GLOSSARY-031", "FOGAM-GLOSSARY-032");
    let g = &world[group];
    if kinds::is_all(world, group, TroopType::BattleWagons) {
        return Support::NeverWagons;
    }
    if g.status == Status::EarlyTercio {
        return Support::AlwaysTercio;
    }
    let (bases, needed) = bases_behind(world, group);
    if bases >= needed {
        return Support::Enough;
    }
    if g.status != Status::LaterTercio && !kinds::is_a_keil(world, group) {
        return Support::TooFew { behind: None };
    }
    match enemy_behind(world, group) {
        None => Support::NobodyBehind,
        behind => Support::TooFew { behind },
    }
}

/// Enemy within 12 MU and at least partly behind the rear edge: light troops, commanders and camps do not count.
fn enemy_behind(world: &World, group: GroupId) -> Option<GroupId> {
    let rear = world.body(group).footprint().rect();
    let ours = world.rects(group);
    let range = world.field.mu(12);
    world.enemies_of(group).filter(|&e| !kinds::is_light(world, e)).find(|&e| {
        world.rects(e).iter().any(|r| {
            rear.side_of_line(Edge::Rear, r).is_partly_beyond() && ours.iter().any(|o| o.within(r, range))
        })
    })
}

/// The base of friendly foot that gives rear support to an unlimbered gun.
#[must_use]
pub fn rear_support_of(world: &World, guns: GroupId, gun: BaseId) -> Option<(GroupId, BaseId)> {
    if !world.book.guns_are_taken() || world[guns].posture == Posture::Limbered {
        return None;
    }
    let rect = world[gun].base.rect();
    let behind = |f: GroupId| stands_behind_gun(world, f, &rect).map(|b| (f, b));
    world.friends_of(guns).filter(|&f| !world[f].is_broken()).find_map(behind)
}

/// The base of foot battle troops, broken or not, that stands close behind a gun and lined up with it.
#[must_use]
pub fn stands_behind_gun(world: &World, group: GroupId, gun: &BaseRect) -> Option<BaseId> {
    enforces!("FOGR-COMBAT-096");
    let aligned = |b: &BaseId| {
        let edges = gun.contact(&world[*b].base.rect()).and_then(caracole_plane::Contact::edges);
        edges.is_some_and(|e| {
            e.own == Edge::Rear && e.their == Edge::Front && e.fit == caracole_plane::Fit::Aligned
        })
    };
    world.base_ids(group).into_iter().find(aligned).filter(|_| is_foot_of_battle(world, group))
}

/// Unbroken foot battle troops that can stand behind guns.
#[must_use]
pub fn is_rear_supporter(world: &World, group: GroupId) -> bool {
    !world[group].is_broken() && is_foot_of_battle(world, group)
}

fn is_foot_of_battle(world: &World, group: GroupId) -> bool {
    kinds::is_foot(world, group) && kinds::is_battle(world, group) && !kinds::is_artillery(world, group)
}
