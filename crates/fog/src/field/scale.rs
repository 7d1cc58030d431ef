//! Sizes of bases and the length of a movement unit.

use crate::troops::{BaseProfile, Book, TroopType};
use caracole_ledger::enforces;
use caracole_plane::Um;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("FOGR-BASICS-004", "FOGR-BASICS-006", "FOGR-GLOSSARY-025", "FOGAM-BASICS-006", "FOGAM-BASICS-008");
enforces!("FOGR-SCALE-002", "FOGR-SCALE-003", "FOGR-SCALE-005", "FOGR-SCALE-007", "FOGAM-SCALE-004");

/// The size of the figures, which fixes the size of bases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Figures {
    /// 15 mm or smaller: bases 40 mm wide.
    #[default]
    #[serde(rename = "15mm")]
    Fifteen,
    /// 25 or 28 mm: bases 60 mm wide.
    #[serde(rename = "28mm")]
    TwentyEight,
}

/// The scale of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The size of the figures.
    pub figures: Figures,
    /// Length of a movement unit.
    pub mu: Um,
    /// The book that says how deep bases are; the engine sets it.
    #[serde(skip, default = "usual_book")]
    pub book: Book,
}

const fn usual_book() -> Book {
    Book::Renaissance
}

impl Default for Scale {
    fn default() -> Self {
        Scale { figures: Figures::Fifteen, mu: Um::from_mm(25), book: usual_book() }
    }
}

impl Scale {
    /// Lengths that the books allow for a movement unit: 25 mm, an inch, 40 mm, an inch and a half.
    pub const MOVEMENT_UNITS: [Um; 4] = [Um::new(25_000), Um::new(25_400), Um::new(40_000), Um::new(38_100)];

    /// So many movement units as a length.
    #[must_use]
    pub fn mu(self, units: i32) -> Um {
        self.mu * units
    }

    /// The width of every base.
    #[must_use]
    pub const fn base_width(self) -> Um {
        self.by_figures(40, 60)
    }

    const fn by_figures(self, fifteen: i32, twenty_eight: i32) -> Um {
        match self.figures {
            Figures::Fifteen => Um::from_mm(fifteen),
            Figures::TwentyEight => Um::from_mm(twenty_eight),
        }
    }

    /// The depth of a base.
    #[must_use]
    pub const fn base_depth(self, troops: TroopType) -> Um {
        use TroopType::*;
        enforces!("FOGR-SCALE-006", "FOGAM-SCALE-005");
        match troops {
            HeavyFoot if matches!(self.book, Book::Ancients) => self.by_figures(15, 20),
            HeavyFoot | DeterminedFoot | MediumFoot | Warriors | LightFoot => self.by_figures(20, 30),
            Mob | Cavalry | LightHorse | Camelry | Gendarmes | Cavaliers | Horse | DeterminedHorse
            | Knights | Cataphracts | CataphractCamelry | LightCamelry => self.by_figures(30, 40),
            Dragoons => self.by_figures(40, 60),
            Elephants | LightArtillery | MediumArtillery | HeavyArtillery | HeavyChariots | LightChariots
            | ScythedChariots => self.by_figures(40, 80),
            BattleWagons => self.by_figures(80, 120),
        }
    }

    /// The depth of a limber marker.
    #[must_use]
    pub const fn limber_depth(self) -> Um {
        self.by_figures(40, 60)
    }

    /// Width and depth of a commander's base.
    #[must_use]
    pub const fn commander(self) -> (Um, Um) {
        enforces!("FOGAM-SCALE-007");
        (self.base_width(), self.by_figures(30, 40))
    }

    /// Depth of field fortifications and portable defences.
    #[must_use]
    pub const fn fortification_depth(self) -> Um {
        self.by_figures(15, 20)
    }

    /// Width and depth of a supply camp.
    #[must_use]
    pub const fn camp(self) -> (Um, Um) {
        enforces!("FOGR-SCALE-009", "FOGAM-SCALE-006");
        (self.by_figures(120, 180), self.by_figures(80, 160))
    }
}

impl caracole_tabletop::Sizes<BaseProfile> for Scale {
    #[inline]
    fn width(&self) -> Um {
        self.base_width()
    }

    #[inline]
    fn depth(&self, base: &BaseProfile) -> Um {
        self.base_depth(base.troop_type)
    }
}
