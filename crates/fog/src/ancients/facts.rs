//! What the tables of points of advantage ask about a file and about the file it fights.

use super::{Choice, readings::is};
use crate::combat::{Charge, Defence, Directions, Fight, Formation, Ground, Group, Readings, Role, Stand};
use crate::troops::{
    Armour, BaseProfile, Book, Capabilities, Capability, Cohesion, Disorder, TroopType, is_skirmishers,
    shock_base_ancients,
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
    /// Ranks of pikemen from the front.
    pub pike_ranks: u8,
    /// Ranks of spearmen of either kind from the front.
    pub spear_ranks: u8,
    /// A second rank that supports a single rank of spearmen.
    pub second_rank: bool,
    /// The front base is steady.
    pub steady: bool,
    /// Its battle group is fragmented.
    pub fragmented: bool,
    /// The front base is severely disordered.
    pub severely_disordered: bool,
    /// The front base is shock troops.
    pub shock: bool,
    /// Its battle group is skirmishers.
    pub skirmishers: bool,
    /// Its battle group counts as a column in combat.
    pub column: bool,
    /// Its battle group is in orb.
    pub orb: bool,
    /// It suffers from fighting in two directions.
    pub torn: bool,
    /// How it takes part.
    pub role: Role,
    /// Whether it charges.
    pub charge: Charge,
    /// It is uphill of its enemy.
    pub uphill: bool,
    /// It is foot defending something that counts against this enemy.
    pub defending: bool,
    /// It stands behind fortifications or portable defences that count against this enemy.
    pub fortified: bool,
    /// Open terrain for points that count there only: neither on other ground nor at fortifications or a riverbank.
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
        let mut pair = Pair {
            own: Facts::of(fight, own, enemy, readings)?,
            enemy: Facts::of(fight, enemy, own, readings)?,
            readings,
        };
        if pair.own.uphill && pair.enemy.uphill {
            // If both would count as uphill, neither does.
            (pair.own.uphill, pair.enemy.uphill) = (false, false);
        }
        Some(pair)
    }

    /// The same pair from the other side.
    pub const fn turned(self) -> Pair {
        Pair { own: self.enemy, enemy: self.own, readings: self.readings }
    }

    /// Whether a reading is on.
    pub fn is(&self, choice: Choice) -> bool {
        is(self.readings, choice)
    }
}

const SPEARMEN: Capabilities =
    Capabilities::of(&[Capability::OffensiveSpearmen, Capability::DefensiveSpearmen]);
const PIKEMEN: Capabilities = Capabilities::of(&[Capability::Pikemen]);

impl Facts {
    fn of(fight: &Fight, own: &Stand, enemy: &Stand, readings: Readings) -> Option<Facts> {
        enforces!("FOGAM-COMBAT-040", "FOGAM-COMBAT-042");
        let group = fight.groups.get(usize::from(own.file.group))?;
        let file = group.files.get(usize::from(own.file.file))?;
        let front = file.front()?;
        let against = fight.front(enemy.file)?.profile.troop_type;
        let profile = front.profile;
        let supports = |b: &crate::combat::Base| {
            b.profile.troop_type != TroopType::LightFoot || is(readings, Choice::LightFootSupportSpears)
        };
        let fortified = matches!(own.defence, Defence::Fortification | Defence::Portable)
            && is_fought_over(own.defence, profile.troop_type, against);
        Some(Facts {
            troop_type: profile.troop_type,
            armour: profile.armour,
            capabilities: profile.capabilities,
            pike_ranks: file.ranks_of(PIKEMEN) as u8,
            spear_ranks: file.ranks_of(SPEARMEN) as u8,
            second_rank: file.bases.get(1).is_some_and(supports),
            steady: group.is_steady(front),
            fragmented: group.cohesion >= Cohesion::Fragmented,
            severely_disordered: front.disorder == Disorder::SeverelyDisordered,
            shock: is_shock_base(group, profile, readings),
            skirmishers: skirmishes(group),
            column: counts_as_column(group),
            orb: group.is_formed(Formation::Orb),
            torn: is_torn(group, profile) && !fortified,
            role: own.role,
            charge: own.charge,
            uphill: own.uphill,
            defending: defends(own.defence, profile.troop_type, against, readings),
            fortified,
            open: is_open(own, profile.troop_type, enemy, against),
        })
    }

    /// Foot, artillery and wagons included.
    pub const fn is_foot(&self) -> bool {
        self.troop_type.is_foot()
    }

    /// Mounted, elephants and chariots included.
    pub const fn is_mounted(&self) -> bool {
        self.troop_type.is_mounted(Book::Ancients)
    }

    /// Whether its front base has the capability.
    pub const fn has(&self, capability: Capability) -> bool {
        self.capabilities.has(capability)
    }

    /// Whether it is of this type.
    pub fn is(&self, troop_type: TroopType) -> bool {
        self.troop_type == troop_type
    }

    /// Heavy or medium foot, mob included.
    pub const fn is_heavy_or_medium_foot(&self) -> bool {
        matches!(self.troop_type, TroopType::HeavyFoot) || self.troop_type.is_medium_foot()
    }

    /// Pikemen or spearmen of either kind.
    pub const fn is_pike_or_spear(&self) -> bool {
        self.capabilities.has_any(PIKEMEN.union(SPEARMEN))
    }

    /// Spearmen of either kind.
    pub const fn is_spearmen(&self) -> bool {
        self.capabilities.has_any(SPEARMEN)
    }

    /// Pikemen or spearmen that stop swords and chariots: steady, in any number of ranks.
    pub const fn is_steady_wall(&self) -> bool {
        self.steady && self.is_pike_or_spear()
    }

    /// Pikemen or spearmen that stop a charge: steady and not charging themselves.
    pub const fn is_standing_wall(&self) -> bool {
        self.is_steady_wall() && !self.is_charging()
    }

    /// Whether it charges in any way.
    pub const fn is_charging(&self) -> bool {
        !matches!(self.charge, Charge::No)
    }
}

/// Whether a base stands in open terrain for what counts there only: neither on other ground nor attacking or defending
/// fortifications or a riverbank.
pub(super) fn is_open(own: &Stand, own_type: TroopType, enemy: &Stand, enemy_type: TroopType) -> bool {
    own.ground == Ground::Open
        && !is_fought_over(own.defence, own_type, enemy_type)
        && !is_fought_over(enemy.defence, enemy_type, own_type)
}

/// Whether a battle group is skirmishers.
pub fn skirmishes(group: &Group) -> bool {
    // Most are not, which the first base tells.
    let light = |t: TroopType| t == TroopType::LightFoot || t.is_light_horse();
    group.bases().next().is_some_and(|b| light(b.profile.troop_type)) && is_skirmishers(&group.profiles())
}

/// Whether a base is shock troops.
pub fn is_shock_base(group: &Group, base: BaseProfile, readings: Readings) -> bool {
    enforces!("FOGAM-COHESION-025", "FOGAM-GLOSSARY-035");
    if group.cohesion == Cohesion::Fragmented && !is(readings, Choice::FragmentedStillShock) {
        return false;
    }
    let by_lance = base.is_lancers() && !base.is_foot() && !base.troop_type.is_chariots();
    if by_lance && !base.troop_type.is_light_horse() {
        return group.lancers_are_shock;
    }
    shock_base_ancients(base, &[base])
}

/// Whether a battle group has any shock troops in it.
pub fn is_shock(group: &Group, readings: Readings) -> bool {
    group.bases().any(|b| is_shock_base(group, b.profile, readings))
}

/// Whether a battle group counts as a column in combat.
pub fn counts_as_column(group: &Group) -> bool {
    enforces!("FOGAM-GLOSSARY-014", "FOGAM-GLOSSARY-015");
    use TroopType::{BattleWagons, Elephants, Knights};
    let never = |b: BaseProfile| b.troop_type == BattleWagons || b.troop_type.is_artillery();
    let always = |b: BaseProfile| matches!(b.troop_type, Knights | Elephants) || b.troop_type.is_chariots();
    let two_bases = group.size() <= 2 && !group.bases().any(|b| always(b.profile));
    group.is_formed(Formation::Column) && !group.bases().any(|b| never(b.profile)) && !two_bases
}

/// Whether fighting in two directions tells against a base; across fortifications it does not.
fn is_torn(group: &Group, base: BaseProfile) -> bool {
    enforces!("FOGAM-SPECIAL-020", "FOGAM-SPECIAL-039");
    group.directions != Directions::One
        && !group.is_formed(Formation::Orb)
        && !base.has(Capability::SkilledSwordsmen)
}

/// Whether fortifications or a riverbank that a base defends stand between it and this enemy.
fn is_fought_over(defence: Defence, defender: TroopType, enemy: TroopType) -> bool {
    enforces!("FOGAM-SPECIAL-026", "FOGAM-GLOSSARY-027");
    let wagons = defender == TroopType::BattleWagons;
    match defence {
        Defence::None | Defence::Obstacle => false,
        Defence::Riverbank => true,
        Defence::Fortification => !wagons,
        Defence::Portable => !wagons && enemy.is_mounted(Book::Ancients) && enemy != TroopType::Elephants,
    }
}

/// Whether what a base defends is a point of advantage for it against this enemy: for foot only.
fn defends(defence: Defence, own: TroopType, enemy: TroopType, readings: Readings) -> bool {
    enforces!("FOGAM-COMBAT-056");
    let may = own != TroopType::BattleWagons || is(readings, Choice::WagonsDefendRiverbank);
    own.is_foot() && may && is_fought_over(defence, own, enemy)
}
