//! Who can Shove whom.

use crate::charts::Charts;
use crate::claims::{Facing, FileFacts};
use crate::readings::{Reading, Readings};
use crate::troops::{Characteristic, Form, TroopType};
use caracole_ledger::enforces;

/// Whether the file can claim Shove against this opponent, in either kind of combat.
pub fn can_shove(charts: &Charts, readings: Readings, us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    enforces!("RETG-COMBAT-036", "RETG-COMBAT-038");
    if us.edge != Facing::Front || them.is_type(TroopType::Elephants) || them.is_type(TroopType::Battlewagons)
    {
        return false;
    }
    us.profile.is(Characteristic::Shove)
        || close_against_loose(us, them)
        || has_elan(readings, us)
        || pushes_pikes(charts, us)
}

/// Close foot against Loose or Skirmish foot, when both stand in the open.
fn close_against_loose(us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    enforces!("RETG-COMBAT-037");
    us.is_type(TroopType::Foot)
        && us.form == Form::Close
        && them.is_type(TroopType::Foot)
        && them.form != Form::Close
        && us.good_going
        && them.good_going
}

fn has_elan(readings: Readings, us: &FileFacts<'_>) -> bool {
    enforces!("RETG-GLOS-031");
    let foot = us.is_type(TroopType::Foot) || readings.has(Reading::MountedElanShoves);
    us.profile.is(Characteristic::Elan) && foot
}

fn pushes_pikes(charts: &Charts, us: &FileFacts<'_>) -> bool {
    us.profile.shape.is_double_unit() && us.ranks >= charts.special_effects.shove_pike_ranks
}
