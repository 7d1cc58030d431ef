//! Combat capabilities and sets of them.

use super::{Arm, Book, rulebook_words};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt};

enforces!("FOGR-TROOPS-006", "FOGR-TROOPS-007", "FOGR-SCALE-030", "FOGR-SCALE-031", "FOGR-SCALE-032");
enforces!("FOGR-TROOPS-011", "FOGR-GLOSSARY-017", "FOGR-GLOSSARY-031");
enforces!("FOGAM-TROOPS-012", "FOGAM-TROOPS-013", "FOGAM-TROOPS-014", "FOGAM-SCALE-017", "FOGAM-SCALE-019");

rulebook_words! {
    /// The phases in which capabilities work.
    CombatPhase, "combat phase" {
        /// Shooting.
        Shooting = "shooting",
        /// Impact.
        Impact = "impact",
        /// Melee.
        Melee = "melee",
    }
}

rulebook_words! {
    /// A capability that an army list may give to a base. Pistol is three, because lists give it phase by phase.
    Capability, "capability" {
        /// Fogr: arquebus.
        Arquebus = "arquebus",
        /// Fogr: musket.
        Musket = "musket",
        /// Fogr: musket*, few musketeers among pikemen.
        MusketStar = "musket*" | "musket_star",
        /// Fogr: salvo.
        Salvo = "salvo",
        /// Fogr: grenades or naphtha.
        Bombs = "bombs",
        /// Fogr: carbine.
        Carbine = "carbine",
        /// Fogr: pistol in the shooting phase.
        ShootingPistol = "shooting_pistol" | "pistol (shooting)",
        /// Fogr: pistol at impact.
        ImpactPistol = "impact_pistol" | "pistol (impact)",
        /// Fogr: pistol in melee.
        MeleePistol = "melee_pistol" | "pistol (melee)",
        /// Fogam: handguns or naphtha.
        Firearm = "firearm",
        /// Fogam: longbow.
        Longbow = "longbow",
        /// Bow.
        Bow = "bow",
        /// Bow*, a subsidiary bow.
        BowStar = "bow*" | "bow_star",
        /// Crossbow.
        Crossbow = "crossbow",
        /// Sling.
        Sling = "sling",
        /// Javelins.
        Javelins = "javelins",
        /// Light guns or engines.
        LightArtillery = "light_artillery",
        /// Fogr: medium guns.
        MediumArtillery = "medium_artillery",
        /// Heavy guns or engines.
        HeavyArtillery = "heavy_artillery",
        /// Fogr: heavy lancers.
        HeavyLancers = "heavy_lancers",
        /// Fogr: light lancers.
        LightLancers = "light_lancers",
        /// Fogr: impact mounted.
        ImpactMounted = "impact_mounted",
        /// Fogam: lancers.
        Lancers = "lancers",
        /// Impact foot.
        ImpactFoot = "impact_foot",
        /// Light spear.
        LightSpear = "light_spear",
        /// Fogr: pike.
        Pike = "pike",
        /// Fogam: pikemen.
        Pikemen = "pikemen",
        /// Heavy weapon.
        HeavyWeapon = "heavy_weapon",
        /// Fogam: pole arm.
        PoleArm = "pole_arm",
        /// Fogr: spearmen.
        Spearmen = "spearmen",
        /// Fogam: offensive spearmen.
        OffensiveSpearmen = "offensive_spearmen",
        /// Fogam: defensive spearmen.
        DefensiveSpearmen = "defensive_spearmen",
        /// Fogr: bayonet.
        Bayonet = "bayonet",
        /// Swordsmen.
        Swordsmen = "swordsmen",
        /// Fogam: skilled swordsmen.
        SkilledSwordsmen = "skilled_swordsmen",
    }
}

impl Capability {
    /// Whether the book knows this capability.
    #[must_use]
    pub const fn is_in(self, book: Book) -> bool {
        use Capability::*;
        match self {
            Arquebus | Musket | MusketStar | Salvo | Bombs | Carbine | ShootingPistol | ImpactPistol
            | MeleePistol | MediumArtillery | HeavyLancers | LightLancers | ImpactMounted | Pike
            | Spearmen | Bayonet => {
                matches!(book, Book::Renaissance)
            }
            Firearm | Longbow | Lancers | Pikemen | PoleArm | OffensiveSpearmen | DefensiveSpearmen
            | SkilledSwordsmen => matches!(book, Book::Ancients),
            Bow | BowStar | Crossbow | Sling | Javelins | LightArtillery | HeavyArtillery | ImpactFoot
            | LightSpear | HeavyWeapon | Swordsmen => true,
        }
    }

    /// Whether the capability works in the phase. The same in both books where both have it.
    #[must_use]
    pub const fn works_in(self, phase: CombatPhase) -> bool {
        use Capability::*;
        match self {
            Salvo => matches!(phase, CombatPhase::Shooting | CombatPhase::Impact),
            Arquebus | Musket | MusketStar | Bombs | Carbine | ShootingPistol | Firearm | Longbow | Bow
            | BowStar | Crossbow | Sling | Javelins | LightArtillery | MediumArtillery | HeavyArtillery => {
                matches!(phase, CombatPhase::Shooting)
            }
            ImpactPistol | HeavyLancers | LightLancers | ImpactMounted | Lancers | ImpactFoot
            | LightSpear => {
                matches!(phase, CombatPhase::Impact)
            }
            Pike | Pikemen | HeavyWeapon | PoleArm | Spearmen | OffensiveSpearmen | DefensiveSpearmen
            | Bayonet => {
                matches!(phase, CombatPhase::Impact | CombatPhase::Melee)
            }
            MeleePistol | Swordsmen | SkilledSwordsmen => matches!(phase, CombatPhase::Melee),
        }
    }

    /// Whether the books give it to this arm at all. (Which of the arm's types have it is the army list's business.)
    #[must_use]
    pub const fn is_for(self, arm: Arm, book: Book) -> bool {
        use Capability::*;
        match self {
            Arquebus | Musket | MusketStar | Salvo | Bombs | Longbow | LightArtillery | MediumArtillery
            | HeavyArtillery | ImpactFoot | Pike | Pikemen | Spearmen | OffensiveSpearmen
            | DefensiveSpearmen | Bayonet | SkilledSwordsmen => matches!(arm, Arm::Foot),
            Carbine | ShootingPistol | ImpactPistol | MeleePistol | HeavyLancers | LightLancers
            | ImpactMounted | Lancers => matches!(arm, Arm::Mounted),
            LightSpear => match book {
                Book::Renaissance => matches!(arm, Arm::Foot),
                Book::Ancients => matches!(arm, Arm::Foot | Arm::Mounted),
            },
            Sling => matches!(arm, Arm::Foot),
            Firearm | Bow | BowStar | Crossbow | Javelins | HeavyWeapon | PoleArm | Swordsmen => {
                matches!(arm, Arm::Foot | Arm::Mounted)
            }
        }
    }
}

/// A set of capabilities. Written as a list of words; one machine word inside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Capabilities(u64);

impl Capabilities {
    /// No capability.
    pub const NONE: Self = Self(0);

    /// Fogr: what makes foot "shot": arquebus, musket, musket*, salvo.
    pub const SHOT: Self =
        Self::of(&[Capability::Arquebus, Capability::Musket, Capability::MusketStar, Capability::Salvo]);

    /// Fogr: the firearms of the glossary. Pistol counts whatever its phase.
    pub const FIREARMS: Self = Self::of(&[
        Capability::ShootingPistol,
        Capability::ImpactPistol,
        Capability::MeleePistol,
        Capability::Carbine,
        Capability::Arquebus,
        Capability::Musket,
        Capability::MusketStar,
        Capability::Salvo,
        Capability::Bombs,
    ]);

    /// Fogr: heavy and light lancers; fogam: lancers.
    pub const LANCERS: Self =
        Self::of(&[Capability::HeavyLancers, Capability::LightLancers, Capability::Lancers]);

    /// Fogr spearmen; fogam offensive and defensive spearmen. Light spear is none of them.
    pub const SPEARMEN: Self =
        Self::of(&[Capability::Spearmen, Capability::OffensiveSpearmen, Capability::DefensiveSpearmen]);

    /// Pike in either book.
    pub const PIKE: Self = Self::of(&[Capability::Pike, Capability::Pikemen]);

    /// Guns and engines.
    pub const ARTILLERY: Self =
        Self::of(&[Capability::LightArtillery, Capability::MediumArtillery, Capability::HeavyArtillery]);

    /// Every capability that shoots.
    pub const MISSILES: Self = Self::working_in(CombatPhase::Shooting);

    /// Every capability that fights at impact or in melee.
    pub const CLOSE_COMBAT: Self =
        Self::working_in(CombatPhase::Impact).union(Self::working_in(CombatPhase::Melee));

    /// The set of these.
    #[must_use]
    pub const fn of(list: &[Capability]) -> Self {
        let (mut set, mut i) = (Self::NONE, 0);
        while i < list.len() {
            set = set.with(list[i]);
            i += 1;
        }
        set
    }

    /// Every capability that works in the phase.
    #[must_use]
    pub const fn working_in(phase: CombatPhase) -> Self {
        let (mut set, mut i) = (Self::NONE, 0);
        while i < Capability::ALL.len() {
            if Capability::ALL[i].works_in(phase) {
                set = set.with(Capability::ALL[i]);
            }
            i += 1;
        }
        set
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, capability: Capability) -> Self {
        Self(self.0 | (1 << capability as u8))
    }

    /// The set with one less.
    #[must_use]
    pub const fn without(self, capability: Capability) -> Self {
        Self(self.0 & !(1 << capability as u8))
    }

    /// Whether the set has it.
    #[must_use]
    pub const fn has(self, capability: Capability) -> bool {
        self.0 & (1 << capability as u8) != 0
    }

    /// Whether the set has any of these.
    #[must_use]
    pub const fn has_any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both sets have.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What this set has and the other has not.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// One by one, in the order of declaration.
    pub fn iter(self) -> impl Iterator<Item = Capability> + Clone {
        Capability::ALL.iter().copied().filter(move |c| self.has(*c))
    }
}

impl FromIterator<Capability> for Capabilities {
    fn from_iter<I: IntoIterator<Item = Capability>>(list: I) -> Self {
        list.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, capability) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            fmt::Display::fmt(&capability, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Capabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            serializer.serialize_u64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Capabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Ok(Vec::<Capability>::deserialize(deserializer)?.into_iter().collect())
        } else {
            let bits = u64::deserialize(deserializer)?;
            if bits >> Capability::ALL.len() != 0 {
                return Err(serde::de::Error::custom("a set of capabilities has bits that mean nothing"));
            }
            Ok(Self(bits))
        }
    }
}

impl JsonSchema for Capabilities {
    fn schema_name() -> Cow<'static, str> {
        "Capabilities".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<Vec<Capability>>()
    }
}
