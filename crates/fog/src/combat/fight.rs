//! A fight: the battle groups of one combat phase, and who fights or shoots at whom.

use super::{Base, Engaged, Group};
use crate::troops::{CombatPhase, rulebook_words};
use caracole_kernel::{BySide, Side};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The most battle groups in one fight; bounds untrusted input.
pub const MOST_GROUPS: usize = 32;

/// A file of a battle group of the fight, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileRef {
    /// Which battle group.
    pub group: u8,
    /// Which file of it, from the left.
    pub file: u8,
}

rulebook_words! {
    /// How a file takes part in a close combat.
    Role, "way of taking part" {
        /// Front edge in contact (at impact: paired with its enemy).
        Front = "front",
        /// As an overlap.
        Overlap = "overlap",
        /// Fought by the enemy without fighting him: engaged elsewhere, or not turned to face.
        Idle = "idle",
    }
}

rulebook_words! {
    /// Whether a file is charging in this impact phase. Interceptors and pursuers into fresh enemy charge too.
    Charge, "kind of charge" {
        /// It receives the enemy standing.
        No = "no" | "standing",
        /// It charges.
        Yes = "yes" | "charging",
        /// It charges and counts as charging flank or rear.
        FlankOrRear = "flank_or_rear" | "flank" | "rear",
    }
}

rulebook_words! {
    /// What a base defends in close combat.
    Defence, "kind of defence" {
        /// Nothing.
        None = "none",
        /// Field fortifications.
        Fortification = "fortification" | "field fortifications" | "fortifications",
        /// An obstacle (fogr).
        Obstacle = "obstacle",
        /// A riverbank.
        Riverbank = "riverbank",
        /// Portable defences, which count against mounted only.
        Portable = "portable" | "portable defences",
    }
}

rulebook_words! {
    /// Going underfoot, by the worst that any part of the base is in.
    Ground, "kind of ground" {
        /// Open.
        Open = "open",
        /// Uneven.
        Uneven = "uneven",
        /// Rough.
        Rough = "rough",
        /// Difficult.
        Difficult = "difficult",
    }
}

/// How one of two opposing files stands to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    /// The file.
    pub file: FileRef,
    /// How it takes part.
    pub role: Role,
    /// Whether it charges.
    pub charge: Charge,
    /// Whether its front base is uphill of the enemy.
    pub uphill: bool,
    /// What it defends against this enemy.
    pub defence: Defence,
    /// The ground under its front base.
    pub ground: Ground,
    /// Fogam: its front base is in cover: wholly in plantation, forest, village, vineyards or enclosed fields.
    pub cover: bool,
    /// Fogam: its rear ranks cannot shoot: plantation, forest or village.
    pub first_rank_only: bool,
}

impl Stand {
    /// Front against front on open and level ground.
    pub const fn level(file: FileRef) -> Self {
        Stand {
            file,
            role: Role::Front,
            charge: Charge::No,
            uphill: false,
            defence: Defence::None,
            ground: Ground::Open,
            cover: false,
            first_rank_only: false,
        }
    }
}

/// Two opposing files in close combat. Battle wagons on a long edge have a duel for each base width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Duel {
    /// How each side's file stands.
    pub stands: BySide<Stand>,
}

rulebook_words! {
    /// Range of a shot.
    Range, "range" {
        /// Short (fogr) or effective (fogam).
        Short = "short" | "effective",
        /// Long (fogr) or maximum (fogam).
        Long = "long" | "maximum",
    }
}

rulebook_words! {
    /// The edge that a base shoots from.
    Edge, "edge" {
        /// Its front.
        Front = "front",
        /// A side: shot of tercios.
        Flank = "flank" | "side",
        /// Its rear.
        Rear = "rear",
    }
}

/// Which bases of a file shoot together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShotBy {
    /// All that may.
    #[default]
    File,
    /// Those at these places of the file, one bit for each, the front base first.
    Places(u16),
    /// One half of the battle wagon at this place (fogr).
    HalfWagon(u8),
}

impl ShotBy {
    /// Whether the base at a place of the file is among them.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        match self {
            ShotBy::File => true,
            ShotBy::Places(places) => place < 16 && places & (1 << place) != 0,
            ShotBy::HalfWagon(wagon) => wagon as usize == place,
        }
    }
}

/// The bases of one file that shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileShot {
    /// Which file of the shooting battle group, from the left.
    pub file: u8,
    /// Which of its bases.
    pub by: ShotBy,
    /// Range of its front rank base.
    pub range: Range,
    /// From which edge.
    pub edge: Edge,
    /// How many bases at the front of the file may not shoot because the file can fight a melee this turn.
    pub barred: u8,
    /// Only the first shooting rank may shoot: plantation, forest or village.
    pub first_rank_only: bool,
}

impl FileShot {
    /// The file shoots to its front with nothing in the way.
    pub const fn plain(file: u8, range: Range) -> Self {
        FileShot { file, by: ShotBy::File, range, edge: Edge::Front, barred: 0, first_rank_only: false }
    }
}

/// The shooting of one battle group at another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// Who shoots.
    pub by: u8,
    /// At whom.
    pub at: u8,
    /// Which files, and how.
    pub files: SmallVec<[FileShot; 4]>,
    /// Range of the regimental gun, if it shoots at this target.
    pub regimental_gun: Option<Range>,
    /// The file of the target that is nearest.
    pub nearest: u8,
    /// The shooters are wholly behind the line of the target's rear edge.
    pub from_behind: bool,
    /// The target is in cover, or behind field fortifications or an obstacle.
    pub cover: bool,
    /// Artillery shoots along the target's line.
    pub enfilade: bool,
}

/// Guns off the table (fogr naval units): so many units shooting at a battle group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bombardment {
    /// Naval units.
    pub units: u8,
    /// The target.
    pub at: u8,
    /// The target is in cover, or behind field fortifications or an obstacle.
    pub cover: bool,
}

/// One combat phase between battle groups that have to do with one another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// Shooting, impact or melee.
    pub phase: CombatPhase,
    /// The battle groups, bystanders who may see their friends break included.
    pub groups: Vec<Group>,
    /// Close combat.
    pub duels: Vec<Duel>,
    /// Shooting.
    pub volleys: Vec<Volley>,
    /// Shooting from off the table.
    pub bombardments: Vec<Bombardment>,
}

impl Fight {
    /// A fight of these battle groups in which nobody fights yet.
    pub fn new(phase: CombatPhase, groups: Vec<Group>) -> Self {
        Fight { phase, groups, duels: Vec::new(), volleys: Vec::new(), bombardments: Vec::new() }
    }

    /// The front base of a file, if the file exists and has any.
    pub fn front(&self, file: FileRef) -> Option<&Base> {
        self.groups.get(usize::from(file.group))?.files.get(usize::from(file.file))?.front()
    }

    /// Every part that a battle group takes in close combat: its own stand and the enemy's.
    pub fn stands_of(&self, group: u8) -> impl Iterator<Item = (&Stand, &Stand)> + Clone {
        let pair = move |duel: &Duel, side: Side| (duel.stands[side].file.group == group).then_some(side);
        self.duels.iter().flat_map(move |duel| {
            Side::BOTH
                .into_iter()
                .filter_map(move |side| pair(duel, side))
                .map(move |side| (&duel.stands[side], &duel.stands[side.other()]))
        })
    }

    /// Whether a battle group is in close combat, by this fight's duels or by what is said of it.
    pub fn engaged(&self, group: u8) -> Engaged {
        let stated = self.groups.get(usize::from(group)).map_or(Engaged::No, |g| g.engaged);
        let fights = self
            .stands_of(group)
            .map(|(own, enemy)| match (own.role, enemy.role) {
                (Role::Overlap, _) => Engaged::OverlapOnly,
                (Role::Idle, Role::Overlap) => Engaged::No,
                _ => Engaged::Yes,
            })
            .max();
        stated.max(fights.unwrap_or(Engaged::No))
    }
}
