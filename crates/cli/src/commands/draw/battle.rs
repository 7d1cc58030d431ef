//! A moment of a recorded battle.

use crate::{commands::replay::read_log, failure::Failure};
use caracole_picture::{Look, Picture};
use caracole_systems::TABLE;
use std::path::Path;

/// Draws the battle of a log as it stood after entry `step`, or where the log ends.
pub(super) fn picture(
    path: &Path,
    step: Option<usize>,
    look: &Look,
    width: Option<u32>,
) -> Result<Picture, Failure> {
    let mut log = read_log(path)?;
    let entries = log.entries.len();
    if let Some(step) = step {
        if step > entries {
            return Err(Failure::usage(format!("the log has {entries} entries, not {step}"))
                .at("--step")
                .remedy("name an entry of the log, or 0 for the start"));
        }
        log.entries.truncate(step);
        log.end = None;
        log.damage = None;
    }
    let place = path.display().to_string();
    let entry = caracole_systems::find(&log.header.system);
    let Some(drawn) = entry.and_then(|entry| entry.draw(log, look, width)) else {
        let drawn: Vec<&str> =
            TABLE.iter().filter(|entry| entry.can_draw()).map(|entry| entry.code()).collect();
        return Err(Failure::new("battles of this system cannot be drawn")
            .at(place)
            .remedy(format!("this program draws: {}", drawn.join(", "))));
    };
    drawn.map_err(|undrawn| {
        let failure = Failure::new(undrawn.problem).at(place);
        match undrawn.earlier_is_sound {
            true => failure.remedy("choose an earlier --step: everything before that entry is sound"),
            false => failure,
        }
    })
}
