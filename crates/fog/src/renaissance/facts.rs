//! What the tables of points of advantage ask about a file and about the file it fights.

use super::{Choice, readings::is};
use crate::combat::{
    Charge, Defence, Directions, Fight, File, Formation, Ground, Group, Protection, Readings, Role, Stand,
};
use crate::formation;
use crate::troops::{
    Arm, Armour, Book, Capabilities, Capability, Cohesion, Disorder, KeilStatus, TroopType, shock_renaissance,
};
use caracole_ledger::enforces;

/// What counts of one file in close combat. All of it follows from the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Type of the front base.
    pub troop_type: TroopType,
    /// Armour of the front base.
    pub armour: Option<Armour>,
    /// Capabilities of the front base.
    pub capabilities: Capabilities,
    /// Capabilities of all bases of its battle group together.
    pub of_group: Capabilities,
    /// Ranks of pike, by the rule for files mixed with heavy weapon or swordsmen.
    pub pike_ranks: u8,
    /// Ranks of spearmen.
    pub spear_ranks: u8,
    /// The front base is steady.
    pub steady: bool,
    /// Its battle group is fragmented, or the front base severely disordered.
    pub failing: bool,
    /// Its battle group is fragmented.
    pub fragmented: bool,
    /// Its battle group is shock troops.
    pub shock: bool,
    /// The file is protected.
    pub protected: bool,
    /// Its battle group is in square.
    pub square: bool,
    /// It suffers from fighting in two directions.
    pub torn: bool,
    /// It counts as shot.
    pub shot: bool,
    /// How it takes part.
    pub role: Role,
    /// Whether it charges.
    pub charge: Charge,
    /// It is uphill of its enemy.
    pub uphill: bool,
    /// It defends something that counts against this enemy.
    pub defending: bool,
    /// Open terrain for points that count there only: neither on other ground nor at fortifications.
    pub open: bool,
}

/// Two opposing files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// One's own.
    pub own: Facts,
    /// The enemy's.
    pub enemy: Facts,
    /// The readings in force.
    pub readings: Readings,
}

impl Pair {
    /// The facts of a stand and the stand opposite; none if either file has lost all its bases.
    pub fn of(fight: &Fight, own: &Stand, enemy: &Stand, readings: Readings) -> Option<Pair> {
        Some(Pair {
            own: Facts::of(fight, own, enemy, readings)?,
            enemy: Facts::of(fight, enemy, own, readings)?,
            readings,
        })
    }

    /// The same pair from the other side.
    pub const fn turned(self) -> Pair {
        Pair { own: self.enemy, enemy: self.own, readings: self.readings }
    }
}

impl Facts {
    fn of(fight: &Fight, own: &Stand, enemy: &Stand, readings: Readings) -> Option<Facts> {
        let group = fight.groups.get(usize::from(own.file.group))?;
        let file = group.files.get(usize::from(own.file.file))?;
        let front = file.front()?;
        let against = fight.front(enemy.file)?.profile;
        let profile = front.profile;
        let of_group = group.bases().fold(Capabilities::NONE, |all, b| all.union(b.profile.capabilities));
        let fragmented = group.cohesion >= Cohesion::Fragmented;
        let dragoons = profile.troop_type == TroopType::Dragoons;
        Some(Facts {
            troop_type: profile.troop_type,
            armour: profile.armour,
            capabilities: profile.capabilities,
            of_group,
            pike_ranks: formation::pike_ranks_of(file.in_ranks()) as u8,
            spear_ranks: file.ranks_of(Capabilities::of(&[Capability::Spearmen])) as u8,
            steady: group.is_steady(front),
            failing: fragmented || front.disorder == Disorder::SeverelyDisordered,
            fragmented,
            shock: is_shock(group),
            protected: is_protected(group, usize::from(own.file.file)),
            square: group.is_formed(Formation::Square),
            torn: is_torn(group) && !behind_works(own.defence, profile.troop_type, against.troop_type),
            shot: profile.is_shot() && (!dragoons || is(readings, Choice::DragoonsAreShot)),
            role: own.role,
            charge: own.charge,
            uphill: own.uphill,
            defending: defends(own.defence, profile.troop_type, against.troop_type),
            open: own.ground == Ground::Open
                && !defends(own.defence, profile.troop_type, against.troop_type)
                && !defends(enemy.defence, against.troop_type, profile.troop_type),
        })
    }

    /// The arm of the front base.
    pub const fn arm(&self) -> Arm {
        self.troop_type.arm(Book::Renaissance)
    }

    /// Foot, wagons included.
    pub const fn is_foot(&self) -> bool {
        matches!(self.arm(), Arm::Foot)
    }

    /// Mounted; elephants are not.
    pub const fn is_mounted(&self) -> bool {
        matches!(self.arm(), Arm::Mounted)
    }

    /// Whether its front base has the capability.
    pub const fn has(&self, capability: Capability) -> bool {
        self.capabilities.has(capability)
    }

    /// Whether it is of this type.
    pub fn is(&self, troop_type: TroopType) -> bool {
        self.troop_type == troop_type
    }

    /// Elephants or battle wagons.
    pub const fn is_beasts_or_wagons(&self) -> bool {
        matches!(self.troop_type, TroopType::Elephants | TroopType::BattleWagons)
    }

    /// Pike that can use points of advantage of their own: not in square.
    pub const fn fights_as_pike(&self) -> bool {
        enforces!("FOGR-SPECIAL-045");
        self.has(Capability::Pike) && !self.square
    }

    /// Spearmen that can use points of advantage of their own: not in square.
    pub const fn fights_as_spearmen(&self) -> bool {
        self.has(Capability::Spearmen) && !self.square
    }

    /// Pike to the enemy: a steady square with pike is, whichever of its bases he meets.
    pub const fn meets_as_pike(&self) -> bool {
        self.has(Capability::Pike) || (self.square && self.steady && self.of_group.has(Capability::Pike))
    }

    /// Spearmen to the enemy, likewise.
    pub const fn meets_as_spearmen(&self) -> bool {
        self.has(Capability::Spearmen)
            || (self.square && self.steady && self.of_group.has(Capability::Spearmen))
    }

    /// Shot with protection.
    pub const fn is_protected_shot(&self) -> bool {
        self.shot && self.protected
    }

    /// Foot with bayonet.
    pub const fn has_bayonet(&self) -> bool {
        self.is_foot() && self.has(Capability::Bayonet)
    }

    /// Pike in 3 or more ranks, protected pike, protected shot, or foot with bayonet.
    pub const fn is_firm(&self) -> bool {
        self.pike_ranks >= 3
            || (self.has(Capability::Pike) && self.protected)
            || self.is_protected_shot()
            || self.has_bayonet()
    }

    /// Steady foot who are pike, protected shot or with bayonet.
    pub const fn is_steady_pike_shot_or_bayonet(&self) -> bool {
        self.steady
            && self.is_foot()
            && (self.meets_as_pike() || self.is_protected_shot() || self.has_bayonet())
    }

    /// Steady foot who are spearmen, pike, protected shot or with bayonet.
    pub const fn is_steady_wall(&self) -> bool {
        self.is_steady_pike_shot_or_bayonet() || (self.steady && self.is_foot() && self.meets_as_spearmen())
    }

    /// Steady troops with melee pistol.
    pub const fn has_steady_pistols(&self) -> bool {
        self.steady && self.has(Capability::MeleePistol)
    }

    /// Whether it charges in any way.
    pub const fn is_charging(&self) -> bool {
        !matches!(self.charge, Charge::No)
    }
}

/// Whether a battle group is shock troops now.
pub(super) fn is_shock(group: &Group) -> bool {
    let keil = match group.formation {
        Formation::Keil => KeilStatus::Keil,
        _ => KeilStatus::NotKeil,
    };
    shock_renaissance(&group.profiles(), keil, group.cohesion)
}

/// Whether a file is protected.
pub fn is_protected(group: &Group, file: usize) -> bool {
    enforces!("FOGR-COMBAT-087", "FOGR-COMBAT-089", "FOGR-COMBAT-090");
    let Some(this) = group.files.get(file) else { return false };
    if group.is_formed(Formation::Square) {
        let bases = group.bases().map(|b| b.profile);
        return this.front().is_some_and(|b| formation::protected_in_square(bases, &b.profile));
    }
    match this.protection {
        Protection::Protected => true,
        Protection::Unprotected => false,
        Protection::ByFormation => {
            let left = file.checked_sub(1).and_then(|i| group.files.get(i));
            let right = group.files.get(file + 1);
            [left, right].into_iter().flatten().any(|beside| are_beside(this, beside))
        }
    }
}

/// Neighbouring files that protect each other, facing the same way.
fn are_beside(a: &File, b: &File) -> bool {
    let (Some(front), Some(beside)) = (a.front(), b.front()) else { return false };
    a.facing == b.facing
        && b.protection != Protection::Unprotected
        && formation::protect_each_other(&front.profile, &beside.profile)
}

/// Whether fighting in two directions tells against the battle group.
fn is_torn(group: &Group) -> bool {
    enforces!("FOGR-MELEE-018", "FOGR-SPECIAL-044");
    match (group.formation, group.directions) {
        (_, Directions::One) | (Formation::EarlyTercio | Formation::Square, _) => false,
        (Formation::LaterTercio | Formation::Keil, directions) => directions == Directions::TwoWithRear,
        _ => true,
    }
}

/// Whether works that a base defends stand between it and this enemy.
fn behind_works(defence: Defence, own: TroopType, enemy: TroopType) -> bool {
    enforces!("FOGR-SPECIAL-017", "FOGR-SPECIAL-024", "FOGR-SPECIAL-027");
    defence != Defence::Riverbank && defends(defence, own, enemy)
}

/// Whether what a base defends counts for it against this enemy.
fn defends(defence: Defence, own: TroopType, enemy: TroopType) -> bool {
    enforces!("FOGR-COMBAT-069", "FOGR-SPECIAL-024", "FOGR-SPECIAL-027");
    let foot = own.is_foot();
    let wagons = own == TroopType::BattleWagons;
    match defence {
        Defence::None => false,
        Defence::Fortification | Defence::Obstacle => foot && !wagons,
        Defence::Riverbank => foot,
        Defence::Portable => foot && !wagons && enemy.is_mounted(Book::Renaissance),
    }
}
