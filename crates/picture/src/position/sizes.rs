//! Usual sizes of bases by troop type and scale, as the rulebooks list them.

use super::file::Scale;
use caracole_ledger::System;
use caracole_plane::Um;

/// Troop types with the depth of their base in millimetres: 15 mm scale, 25/28 mm scale (FOGR-SCALE-006, FOGAM-SCALE-005,
/// RETG-ARMY-002).
static DEPTHS: [(&str, u8, u8); 31] = [
    ("heavy foot", 20, 30),
    ("determined foot", 20, 30),
    ("medium foot", 20, 30),
    ("warriors", 20, 30),
    ("light foot", 20, 30),
    ("mob", 30, 40),
    ("gendarmes", 30, 40),
    ("cavaliers", 30, 40),
    ("horse", 30, 40),
    ("determined horse", 30, 40),
    ("light horse", 30, 40),
    ("cavalry", 30, 40),
    ("camelry", 30, 40),
    ("light camelry", 30, 40),
    ("light camels", 30, 40),
    ("knights", 30, 40),
    ("cataphracts", 30, 40),
    ("cataphract camels", 30, 40),
    ("dragoons", 40, 60),
    ("elephants", 40, 80),
    ("heavy chariots", 40, 80),
    ("light chariots", 40, 80),
    ("scythed chariots", 40, 80),
    ("light artillery", 40, 80),
    ("medium artillery", 40, 80),
    ("heavy artillery", 40, 80),
    ("artillery", 40, 80),
    ("battle wagons", 80, 120),
    ("limbers", 40, 60),
    ("foot", 20, 30),
    ("mounted", 30, 40),
];

/// Width of every base.
pub fn base_width(scale: Scale) -> Um {
    match scale {
        Scale::Fifteen => Um::from_mm(40),
        Scale::TwentyEight => Um::from_mm(60),
    }
}

/// Usual depth of a base of a troop type, if it is known.
pub fn base_depth(troop: &str, scale: Scale, system: Option<System>) -> Option<Um> {
    let lower = troop.to_lowercase();
    let (name, small, large) = *DEPTHS.iter().find(|(name, _, _)| *name == lower)?;
    let (small, large) = match (system, name) {
        (Some(System::Fogam), "heavy foot") => (15, 20),
        (Some(System::Retg), "dragoons") => (30, 40),
        (Some(System::Retg), n) if n.ends_with("artillery") || n == "elephants" => (40, 60),
        _ => (small, large),
    };
    Some(Um::from_mm(i32::from(match scale {
        Scale::Fifteen => small,
        Scale::TwentyEight => large,
    })))
}

/// Troop types whose depth is known.
pub(crate) fn known_troops() -> impl Iterator<Item = &'static str> {
    DEPTHS.iter().map(|(name, _, _)| *name)
}

/// Width and depth of a supply camp (FOGR-SCALE-009).
pub fn camp_size(scale: Scale) -> (Um, Um) {
    match scale {
        Scale::Fifteen => (Um::from_mm(120), Um::from_mm(80)),
        Scale::TwentyEight => (Um::from_mm(180), Um::from_mm(160)),
    }
}
