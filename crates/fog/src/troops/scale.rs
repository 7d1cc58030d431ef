//! Sizes of bases: real millimetres, which the geometry needs and no rule of combat does.

use super::{Book, Capability, TroopType, rulebook_words};
use crate::troops::BaseProfile;
use caracole_ledger::enforces;

rulebook_words! {
    /// The scale of the figures.
    FigureScale, "figure scale" {
        /// 15 mm and smaller.
        Small = "15mm",
        /// 25/28 mm.
        Large = "28mm" | "25mm" | "25/28mm",
    }
}

/// A length in whole millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millimetres(pub u16);

/// The width of every base.
#[must_use]
pub const fn base_width(scale: FigureScale) -> Millimetres {
    enforces!("FOGR-SCALE-005", "FOGR-BASICS-006", "FOGAM-SCALE-004", "FOGAM-BASICS-008");
    match scale {
        FigureScale::Small => Millimetres(40),
        FigureScale::Large => Millimetres(60),
    }
}

/// The depth of a base.
#[must_use]
pub const fn base_depth(book: Book, base: BaseProfile, scale: FigureScale) -> Millimetres {
    enforces!("FOGR-SCALE-006", "FOGAM-SCALE-005");
    use TroopType::*;
    let (small, large) = match (book, base.troop_type) {
        (Book::Ancients, HeavyFoot) => (15, 20),
        (_, HeavyFoot | DeterminedFoot | MediumFoot | Warriors | LightFoot) => (20, 30),
        (_, Dragoons) => (40, 60),
        (_, BattleWagons) => (80, 120),
        (_, Elephants | HeavyChariots | LightChariots | ScythedChariots) => (40, 80),
        (_, LightArtillery | MediumArtillery | HeavyArtillery) => (40, 80),
        (_, Mob | Gendarmes | Cavaliers | DeterminedHorse | Horse | Knights | Cataphracts | LightHorse) => {
            (30, 40)
        }
        (_, Cavalry | Camelry | CataphractCamelry | LightCamelry) => (30, 40),
    };
    match scale {
        FigureScale::Small => Millimetres(small),
        FigureScale::Large => Millimetres(large),
    }
}

/// Fogr: heavy foot and pike-armed determined foot may stand on shallower bases, without gain or loss in play.
#[must_use]
pub const fn shallower_depth(base: BaseProfile, scale: FigureScale) -> Option<Millimetres> {
    enforces!("FOGR-SCALE-007");
    let allowed = match base.troop_type {
        TroopType::HeavyFoot => true,
        TroopType::DeterminedFoot => base.has(Capability::Pike),
        _ => false,
    };
    match (allowed, scale) {
        (false, _) => None,
        (true, FigureScale::Small) => Some(Millimetres(15)),
        (true, FigureScale::Large) => Some(Millimetres(20)),
    }
}

/// Width and depth of a supply camp.
#[must_use]
pub const fn camp_size(scale: FigureScale) -> (Millimetres, Millimetres) {
    enforces!("FOGR-SCALE-009", "FOGAM-SCALE-006");
    match scale {
        FigureScale::Small => (Millimetres(120), Millimetres(80)),
        FigureScale::Large => (Millimetres(180), Millimetres(160)),
    }
}
