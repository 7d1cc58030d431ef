//! Charts of fire, and victory points.

use super::modifiers::ModifierTable;
use crate::counters::{ArtilleryClass, BatterySize, Morale};
use caracole_document::words;

/// What one fire does before the rules have their say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FireResult {
    /// Casualty hits.
    pub casualties: u8,
    /// Formation hits.
    pub formation_hits: u8,
    /// Morale Checks.
    pub morale_checks: u8,
}

impl FireResult {
    /// Whether the fire missed.
    pub const fn is_miss(self) -> bool {
        self.casualties == 0 && self.formation_hits == 0 && self.morale_checks == 0
    }
}

/// Results by the modified die, 0 to 9.
pub type FireColumn = [FireResult; 10];

/// A musketry table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Musketry {
    /// From a front hex.
    pub front: FireColumn,
    /// From a flank hex.
    pub flank: FireColumn,
    /// A Salvo.
    pub salvo: FireColumn,
}

/// Light Infantry and Cavalry Fire Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LightFire {
    /// Commanded muskets and dragoons.
    pub muskets: FireColumn,
    /// Pistols.
    pub pistol: FireColumn,
}

words! {
    /// Modifiers of musket and pistol fire.
    FireModifier {
        /// Advancing Fire.
        AdvancingFire = "advancing_fire",
        /// Retreating Fire, and Reaction Fire at it.
        RetreatingFire = "retreating_fire",
        /// Fire after a Salvo in the same turn.
        AfterSalvo = "after_salvo",
        /// Heavy infantry Reaction Fire at cavalry on the move.
        HiReactionVsMovedCavalry = "hi_reaction_vs_moved_cavalry",
        /// Pistol fire with carbines.
        Carbine = "carbine",
        /// The firer is Formation Shaken.
        FirerFormationShaken = "firer_formation_shaken",
        /// The firer is Formation Broken.
        FirerFormationBroken = "firer_formation_broken",
        /// The firer is in Open Order.
        FirerOpenOrder = "firer_open_order",
        /// The target is in Hedgehog.
        TargetHedgehog = "target_hedgehog",
        /// The target is light infantry alone in its hex, or Croats.
        TargetLoose = "target_loose",
        /// The target is artillery.
        TargetArtillery = "target_artillery",
        /// From a flank or rear hex of the target.
        Enfilade = "enfilade",
        /// Terrain of the target, by the Terrain Effects Chart.
        Terrain = "terrain",
        /// The target is stacked with a wagon.
        Wagon = "wagon",
        /// Polish Wars: unarmoured target.
        PolishUnarmored = "polish_unarmored",
    }
}

/// Hits in one Fire Combat that cause a Morale Check, by current morale 0 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoraleCheckFromHits(pub(crate) [u8; 9]);

impl MoraleCheckFromHits {
    /// The number of hits that causes the check at this current morale.
    pub const fn hits(&self, current: Morale) -> u8 {
        self.0[if current.0 > 8 { 8 } else { current.0 as usize }]
    }
}

/// Artillery Range Table: modifiers by range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtilleryRange(pub(crate) [Vec<i8>; 3]);

impl ArtilleryRange {
    /// Range modifier of guns of this class; `None` if they cannot fire so far (or at their own hex).
    pub fn modifier(&self, class: ArtilleryClass, range: i32) -> Option<i8> {
        let index = usize::try_from(range - 1).ok()?;
        self.0[class as usize].get(index).copied()
    }
}

/// What artillery counters say where the scenario is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArtilleryCounters {
    pub(crate) ranges: [(u8, u8); 3],
    /// Morale.
    pub morale: Morale,
}

impl ArtilleryCounters {
    /// Grazing Fire Range and Maximum Range of a class.
    pub const fn ranges(&self, class: ArtilleryClass) -> (u8, u8) {
        self.ranges[class as usize]
    }
}

words! {
    /// Modifiers of artillery fire.
    ArtilleryFireModifier {
        /// Range, by the Artillery Range Table.
        Range = "range",
        /// A double battery.
        DoubleBattery = "double_battery",
        /// The battery is Morale Shaken.
        FirerMoraleShaken = "firer_morale_shaken",
        /// The target is in Hedgehog.
        TargetHedgehog = "target_hedgehog",
        /// The target is light infantry alone, Croats or artillery.
        TargetLoose = "target_loose",
        /// Terrain of the target, by the Terrain Effects Chart.
        Terrain = "terrain",
    }
}

/// Artillery Fire Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtilleryFireTable {
    /// Results by the modified die.
    pub results: FireColumn,
    /// Its modifiers.
    pub modifiers: ModifierTable<ArtilleryFireModifier>,
}

/// Victory points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VictoryPoints {
    /// Eliminated formed cavalry.
    pub formed_cavalry: u8,
    /// Eliminated unformed cavalry.
    pub unformed_cavalry: u8,
    /// Eliminated two-hex heavy infantry.
    pub heavy_infantry_two_hex: u8,
    /// Eliminated one-hex heavy infantry.
    pub heavy_infantry_one_hex: u8,
    /// Eliminated light infantry.
    pub light_infantry: u8,
    /// Each casualty point on formed cavalry on the map.
    pub casualty_formed_cavalry: u8,
    /// Each casualty point on unformed cavalry on the map.
    pub casualty_unformed_cavalry: u8,
    /// Each casualty point on heavy infantry on the map.
    pub casualty_heavy_infantry: u8,
    /// Each casualty point on light infantry on the map.
    pub casualty_light_infantry: u8,
    pub(crate) captured: [[u8; 2]; 3],
    pub(crate) disabled: [[u8; 2]; 3],
    /// A captured wagon.
    pub wagon: u8,
    /// The Army Commander.
    pub army_commander: u8,
    /// King Charles.
    pub king_charles: u8,
    /// A named Wing Commander, for each point of the rating.
    pub wing_commander_per_rating: u8,
    /// A generic replacement.
    pub replacement: u8,
}

impl VictoryPoints {
    /// Captured guns.
    pub const fn captured(&self, class: ArtilleryClass, size: BatterySize) -> u8 {
        self.captured[class as usize][size as usize]
    }

    /// Disabled guns.
    pub const fn disabled(&self, class: ArtilleryClass, size: BatterySize) -> u8 {
        self.disabled[class as usize][size as usize]
    }
}
