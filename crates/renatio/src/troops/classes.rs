//! The grades and kinds by which troops and Commanders are classified.

use caracole_document::words;
use caracole_ledger::enforces;

enforces!("RETG-TROOP-001", "RETG-TROOP-002", "RETG-TROOP-010", "RETG-TROOP-011", "RETG-TROOP-012");
enforces!("RETG-TROOP-014", "RETG-TROOP-020", "RETG-ARMY-010", "RETG-ARMY-011");

words! {
    /// Fighting quality, worst first.
    Quality {
        /// Poor.
        Poor = "poor",
        /// Average.
        Average = "average",
        /// Superior.
        Superior = "superior",
        /// Exceptional.
        Exceptional = "exceptional",
    }
}

words! {
    /// Shooting ability, independent of quality.
    Firepower {
        /// Low Firepower.
        Low = "low",
        /// Average Firepower.
        Average = "average",
        /// High Firepower.
        High = "high",
    }
}

words! {
    /// Training; it decides what actions cost. Skirmishers have none of their own (RETG-TROOP-013).
    Training {
        /// Drilled.
        Drilled = "drilled",
        /// Formed.
        Formed = "formed",
        /// Tribal.
        Tribal = "tribal",
        /// Skirmishers.
        Skirmish = "skirmish",
    }
}

words! {
    /// Armour, worst first.
    Armour {
        /// Unprotected.
        Unprotected = "unprotected",
        /// Protected.
        Protected = "protected",
        /// Armoured.
        Armoured = "armoured",
        /// Fully Armoured.
        FullyArmoured = "fully_armoured",
    }
}

words! {
    /// The five troop types.
    TroopType {
        /// Foot; camps fight as foot too.
        Foot = "foot",
        /// Mounted, dragoons in the saddle and camels included.
        Mounted = "mounted",
        /// Guns.
        Artillery = "artillery",
        /// Elephants.
        Elephants = "elephants",
        /// Battlewagons.
        Battlewagons = "battlewagons",
    }
}

words! {
    /// What the bases of a unit are.
    Arm {
        /// Men on foot.
        Foot = "foot",
        /// Horse.
        Mounted = "mounted",
        /// Dragoons.
        Dragoons = "dragoons",
        /// Light guns.
        LightArtillery = "light_artillery",
        /// Medium guns.
        MediumArtillery = "medium_artillery",
        /// Heavy guns.
        HeavyArtillery = "heavy_artillery",
        /// Elephants.
        Elephants = "elephants",
        /// Battlewagons.
        Battlewagon = "battlewagon",
    }
}

words! {
    /// The formation a unit is in.
    Form {
        /// Close.
        Close = "close",
        /// Loose.
        Loose = "loose",
        /// Skirmish.
        Skirmish = "skirmish",
    }
}

words! {
    /// The formations a unit can take.
    Order {
        /// Close only.
        Close = "close",
        /// Loose only.
        Loose = "loose",
        /// Skirmish only: a SuG.
        Skirmish = "skirmish",
        /// Close or Loose.
        CloseLoose = "close_loose",
        /// Loose or Skirmish; all flexible mounted.
        LooseSkirmish = "loose_skirmish",
        /// Close, Loose or Skirmish.
        CloseLooseSkirmish = "close_loose_skirmish",
    }
}

words! {
    /// Weapons of hand-to-hand fighting.
    Weapon {
        /// Pike.
        Pike = "pike",
        /// Pike & Shot.
        PikeAndShot = "pike_and_shot",
        /// Early Pike & Shot.
        EarlyPikeAndShot = "early_pike_and_shot",
        /// Charging Lancer.
        ChargingLancer = "CL",
        /// Light Lance.
        LightLance = "light_lance",
        /// Charging Pistol.
        ChargingPistol = "CPi",
        /// Trotting Pistol.
        TrottingPistol = "TPi",
        /// Melee Pistol.
        MeleePistol = "MPi",
        /// Plug bayonet.
        PlugBayonet = "bayonet_plug",
        /// Socket bayonet.
        SocketBayonet = "bayonet_socket",
        /// Halberd or another polearm.
        Polearm = "polearm",
        /// Long spear.
        LongSpear = "long_spear",
        /// Swordsmen.
        Swordsmen = "swordsmen",
        /// Expert Swordsmen.
        ExpertSwordsmen = "expert_swordsmen",
    }
}

words! {
    /// Weapons that shoot.
    ShotWeapon {
        /// Musket.
        Musket = "musket",
        /// Arquebus.
        Arquebus = "arquebus",
        /// Carbine.
        Carbine = "carbine",
        /// Pistol.
        Pistol = "pistol",
        /// Bow.
        Bow = "bow",
        /// Longbow.
        Longbow = "longbow",
        /// Crossbow.
        Crossbow = "crossbow",
        /// Javelin.
        Javelin = "javelin",
        /// Sling.
        Sling = "sling",
        /// Dart.
        Dart = "dart",
        /// The guns of the unit itself.
        Artillery = "artillery",
    }
}

impl ShotWeapon {
    /// Whether it is a hand-held gunpowder weapon.
    pub const fn is_shot(self) -> bool {
        enforces!("RETG-GLOS-073");
        matches!(self, ShotWeapon::Musket | ShotWeapon::Arquebus | ShotWeapon::Carbine | ShotWeapon::Pistol)
    }
}

words! {
    /// Special characteristics.
    Characteristic {
        /// Aggressive.
        Aggressive = "aggressive",
        /// Bande.
        Bande = "bande",
        /// Deployed behind barricades.
        Barricades = "barricades",
        /// Has caltrops.
        Caltrops = "caltrops",
        /// Camels.
        Camels = "camels",
        /// Caracole (Early).
        CaracoleEarly = "caracole_early",
        /// Caracole (Later).
        CaracoleLater = "caracole_later",
        /// Combat Shy.
        CombatShy = "combat_shy",
        /// Commanded Shot.
        CommandedShot = "commanded_shot",
        /// Can dismount.
        Dismountable = "dismountable",
        /// Elan.
        Elan = "elan",
        /// Evade.
        Evade = "evade",
        /// Fanatics.
        Fanatics = "fanatics",
        /// Ferocious.
        Ferocious = "ferocious",
        /// Fleet of Foot.
        FleetOfFoot = "fleet_of_foot",
        /// Impetuous.
        Impetuous = "impetuous",
        /// Independent.
        Independent = "independent",
        /// Manga.
        Manga = "manga",
        /// Nervous wherever it stands.
        Nervous = "nervous",
        /// Pavise.
        Pavise = "pavise",
        /// Late bayonet troops that kept some pikes.
        Pikes = "pikes",
        /// Scouts.
        Scouts = "scouts",
        /// Shoot and Charge.
        ShootAndCharge = "shoot_and_charge",
        /// Shove, by the army list.
        Shove = "shove",
        /// Skirmish.
        Skirmish = "skirmish",
        /// Svinfjer and stakes.
        Stakes = "stakes",
        /// Steady.
        Steady = "steady",
        /// Unused to Firearms.
        UnusedToFirearms = "unused_to_firearms",
    }
}

words! {
    /// What is bought for a whole unit.
    Extra {
        /// Regimental guns.
        RegimentalGuns = "regimental_guns",
        /// Platoon Fire.
        PlatoonFire = "platoon_fire",
    }
}

words! {
    /// The shape of a unit: a set formation, or a kind of troops without one.
    Shape {
        /// Pike & Shot.
        PikeAndShot = "pike_and_shot",
        /// Early Pike & Shot.
        EarlyPikeAndShot = "early_pike_and_shot",
        /// Keil.
        Keil = "keil",
        /// Late Keil.
        LateKeil = "late_keil",
        /// Tercio.
        Tercio = "tercio",
        /// Colunela.
        Colunela = "colunela",
        /// Foot Regiment.
        FootRegiment = "foot_regiment",
        /// Missile Regiment.
        MissileRegiment = "missile_regiment",
        /// Foot without a set formation.
        OtherFoot = "other_foot",
        /// Mounted.
        Mounted = "mounted",
        /// Dragoons.
        Dragoons = "dragoons",
        /// Commanded Shot.
        CommandedShot = "commanded_shot",
        /// Elephants.
        Elephants = "elephants",
        /// Battlewagons.
        Battlewagons = "battlewagons",
        /// Guns.
        Artillery = "artillery",
        /// Skirmishers.
        Sug = "sug",
        /// A warband.
        Warband = "warband",
    }
}

words! {
    /// Grade of a Commander, worst first.
    Grade {
        /// Mediocre.
        Mediocre = "mediocre",
        /// Competent.
        Competent = "competent",
        /// Talented.
        Talented = "talented",
        /// Legendary.
        Legendary = "legendary",
    }
}

impl Grade {
    /// One grade below, Mediocre at the least: after a wound, or for a replacement.
    pub const fn lowered(self) -> Grade {
        enforces!("RETG-KAB-023", "RETG-CMD-027", "RETG-CMD-029");
        match self {
            Grade::Legendary => Grade::Talented,
            Grade::Talented => Grade::Competent,
            Grade::Competent | Grade::Mediocre => Grade::Mediocre,
        }
    }
}

words! {
    /// How a Commander commands.
    CommandType {
        /// Professional.
        Professional = "professional",
        /// Instinctive.
        Instinctive = "instinctive",
        /// Tribal.
        Tribal = "tribal",
    }
}
