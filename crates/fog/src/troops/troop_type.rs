//! Troop types and the arm they belong to.

use super::{Book, rulebook_words};
use caracole_ledger::enforces;

enforces!(
    "FOGR-TROOPS-002",
    "FOGR-TROOPS-003",
    "FOGR-SCALE-012",
    "FOGR-SCALE-013",
    "FOGR-SCALE-015",
    "FOGR-SCALE-016"
);
enforces!(
    "FOGR-SCALE-017",
    "FOGR-SCALE-018",
    "FOGR-SCALE-019",
    "FOGR-SCALE-020",
    "FOGR-SCALE-021",
    "FOGR-SCALE-022"
);
enforces!(
    "FOGR-SCALE-023",
    "FOGR-SCALE-024",
    "FOGR-SCALE-025",
    "FOGR-SCALE-026",
    "FOGR-SCALE-027",
    "FOGR-SCALE-028"
);
enforces!("FOGAM-TROOPS-002", "FOGAM-TROOPS-003", "FOGAM-TROOPS-004", "FOGAM-TROOPS-005", "FOGAM-TROOPS-009");
enforces!("FOGAM-SCALE-010", "FOGAM-SCALE-011", "FOGAM-SCALE-012");

rulebook_words! {
    /// A troop type of either book.
    TroopType, "troop type" {
        /// Fogr: heavy foot of exceptional speed.
        DeterminedFoot = "determined_foot" | "DF",
        /// Close order foot.
        HeavyFoot = "heavy_foot" | "HF",
        /// Looser foot.
        MediumFoot = "medium_foot" | "MF",
        /// Fogr: fierce foot outside the European and Chinese systems.
        Warriors = "warriors" | "War",
        /// Dispersed foot.
        LightFoot = "light_foot" | "LF",
        /// Fogr: mounted infantry; foot and light troops.
        Dragoons = "dragoons" | "Dr",
        /// Rabble: medium foot in all but its bases.
        Mob = "mob" | "Mb",
        /// Wagons; foot.
        BattleWagons = "battle_wagons" | "BWg",
        /// Light guns or engines; foot.
        LightArtillery = "light_artillery" | "LArt",
        /// Fogr: medium guns; foot.
        MediumArtillery = "medium_artillery" | "MArt",
        /// Heavy guns or engines; foot.
        HeavyArtillery = "heavy_artillery" | "HArt",
        /// Fogr: armoured lancers of the charge.
        Gendarmes = "gendarmes" | "Gen",
        /// Fogr: fierce charging cavalry.
        Cavaliers = "cavaliers" | "Cvls",
        /// Fogr: shallow, disciplined trotting cavalry.
        DeterminedHorse = "determined_horse" | "DHo",
        /// Fogr: deep trotting cavalry.
        Horse = "horse" | "Ho",
        /// Fogam: knights.
        Knights = "knights" | "Kn",
        /// Fogam: cataphracts.
        Cataphracts = "cataphracts" | "Ct",
        /// Skirmishing horse.
        LightHorse = "light_horse" | "LH",
        /// One troop type in both books, not a word for mounted troops in general.
        Cavalry = "cavalry" | "Cv",
        /// Camels as cavalry.
        Camelry = "camelry" | "Cm" | "camels",
        /// Fogam: camels as cataphracts.
        CataphractCamelry = "cataphract_camelry" | "HCm" | "cataphract camels",
        /// Fogam: camels as light horse.
        LightCamelry = "light_camelry" | "LCm" | "light camels",
        /// Fogr: neither foot nor mounted; fogam: mounted.
        Elephants = "elephants" | "El",
        /// Fogam: chariots with three or four crew.
        HeavyChariots = "heavy_chariots" | "HCh",
        /// Fogam: chariots with two crew.
        LightChariots = "light_chariots" | "LCh",
        /// Fogam: expendable chariots.
        ScythedChariots = "scythed_chariots" | "SCh",
    }
}

rulebook_words! {
    /// The category of a troop type.
    Arm, "arm" {
        /// Foot, artillery and battle wagons included.
        Foot = "foot",
        /// Mounted; in fogam elephants and chariots too.
        Mounted = "mounted",
        /// Elephants in fogr, which rules for foot or mounted do not touch.
        Elephants = "elephants",
    }
}

impl TroopType {
    /// Whether the book knows this type.
    #[must_use]
    pub const fn is_in(self, book: Book) -> bool {
        use TroopType::*;
        match self {
            DeterminedFoot | Warriors | Dragoons | MediumArtillery | Gendarmes | Cavaliers
            | DeterminedHorse | Horse => {
                matches!(book, Book::Renaissance)
            }
            Knights | Cataphracts | CataphractCamelry | LightCamelry | HeavyChariots | LightChariots
            | ScythedChariots => {
                matches!(book, Book::Ancients)
            }
            HeavyFoot | MediumFoot | LightFoot | Mob | BattleWagons | LightArtillery | HeavyArtillery
            | LightHorse | Cavalry | Camelry | Elephants => true,
        }
    }

    /// The category it belongs to.
    #[must_use]
    pub const fn arm(self, book: Book) -> Arm {
        use TroopType::*;
        match self {
            DeterminedFoot | HeavyFoot | MediumFoot | Warriors | LightFoot | Dragoons | Mob
            | BattleWagons | LightArtillery | MediumArtillery | HeavyArtillery => Arm::Foot,
            Elephants => match book {
                Book::Renaissance => Arm::Elephants,
                Book::Ancients => Arm::Mounted,
            },
            Gendarmes | Cavaliers | DeterminedHorse | Horse | Knights | Cataphracts | LightHorse
            | Cavalry | Camelry | CataphractCamelry | LightCamelry | HeavyChariots | LightChariots
            | ScythedChariots => Arm::Mounted,
        }
    }

    /// Foot in the book's sense.
    #[must_use]
    pub const fn is_foot(self) -> bool {
        matches!(self.arm(Book::Renaissance), Arm::Foot)
    }

    /// Mounted in the book's sense.
    #[must_use]
    pub const fn is_mounted(self, book: Book) -> bool {
        matches!(self.arm(book), Arm::Mounted)
    }

    /// The type whose rules it borrows: mob those of medium foot, camels those of their horse equivalents. Rules that
    /// name mob or camels themselves look at the type as it is.
    #[must_use]
    pub const fn treated_as(self) -> Self {
        match self {
            TroopType::Mob => TroopType::MediumFoot,
            TroopType::Camelry => TroopType::Cavalry,
            TroopType::LightCamelry => TroopType::LightHorse,
            TroopType::CataphractCamelry => TroopType::Cataphracts,
            other => other,
        }
    }

    /// Medium foot, mob included.
    #[must_use]
    pub const fn is_medium_foot(self) -> bool {
        matches!(self, TroopType::MediumFoot | TroopType::Mob)
    }

    /// Guns or engines of any weight.
    #[must_use]
    pub const fn is_artillery(self) -> bool {
        matches!(self, TroopType::LightArtillery | TroopType::MediumArtillery | TroopType::HeavyArtillery)
    }

    /// Chariots of any kind.
    #[must_use]
    pub const fn is_chariots(self) -> bool {
        matches!(self, TroopType::HeavyChariots | TroopType::LightChariots | TroopType::ScythedChariots)
    }

    /// Any camel-mounted type.
    #[must_use]
    pub const fn is_camels(self) -> bool {
        matches!(self, TroopType::Camelry | TroopType::CataphractCamelry | TroopType::LightCamelry)
    }

    /// Light horse or light camelry.
    #[must_use]
    pub const fn is_light_horse(self) -> bool {
        matches!(self, TroopType::LightHorse | TroopType::LightCamelry)
    }

    /// Whether the type has an armour class at all.
    #[must_use]
    pub const fn has_armour(self) -> bool {
        !(self.is_artillery()
            || self.is_chariots()
            || matches!(self, TroopType::BattleWagons | TroopType::Elephants))
    }
}
