//! Camps: what they are in a battle, and the troops that defend them.

use super::Camp;
use crate::charts::{CampKind, CampQuality, Charts};
use crate::troops::{Order, Profile, Quality, Training};
use caracole_document::words;
use caracole_ledger::enforces;

words! {
    /// What a camp is in a battle.
    CampState {
        /// A plain camp.
        Plain = "plain",
        /// Fortified.
        Fortified = "fortified",
        /// It can move.
        Mobile = "mobile",
        /// There is none.
        Absent = "absent",
    }
}

/// What a camp is, by its kind and by whether its army invades.
pub const fn camp_state(kind: CampKind, invades: bool) -> CampState {
    enforces!("RETG-CAMP-003");
    match (kind, invades) {
        (CampKind::Standard, _) => CampState::Plain,
        (CampKind::Fortified, _) | (CampKind::Flexible, false) => CampState::Fortified,
        (CampKind::Mobile, _) | (CampKind::Flexible, true) | (CampKind::NoCamp, false) => CampState::Mobile,
        (CampKind::NoCamp, true) => CampState::Absent,
    }
}

/// The troops of a camp: Loose foot without weapons or characteristics, at the quality that was bought.
pub fn camp_troops(charts: &Charts, camp: Camp) -> Profile {
    enforces!("RETG-CAMP-010", "RETG-CAMP-011");
    let quality = match camp.quality {
        CampQuality::Poor => Quality::Poor,
        CampQuality::Average => Quality::Average,
        CampQuality::Superior => Quality::Superior,
    };
    Profile { quality, armour: charts.camps.armour, ..Profile::foot(Order::Loose, Training::Formed) }
}
