//! A moment of a recorded battle: one function for each system makes a picture of its state.

use super::{hexes, table};
use crate::{commands::replay::read_log, failure::Failure};
use caracole_fog::battle::Fogr;
use caracole_kernel::{
    Battle, Rules, System,
    log::{Log, replay},
};
use caracole_musketpike::MusketPike;
use caracole_picture::{Look, Picture};
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
    match log.header.system.as_str() {
        Fogr::CODE => drawn::<Fogr>(path, log, look, table::picture),
        MusketPike::CODE => {
            drawn::<MusketPike>(path, log, look, |battle, entry, _| Ok(hexes::picture(battle, entry, width)))
        }
        other => Err(Failure::new(format!("battles of system `{other}` cannot be drawn"))
            .at(path.display().to_string())
            .remedy(format!("this program draws: {}, {}", Fogr::CODE, MusketPike::CODE))),
    }
}

fn drawn<S: System>(
    path: &Path,
    log: Log,
    look: &Look,
    draw: impl Fn(&Battle<S>, u64, &Look) -> Result<Picture, Failure>,
) -> Result<Picture, Failure> {
    let place = || path.display().to_string();
    let replayed = replay::<S>(log).map_err(|fault| Failure::new(fault.to_string()).at(place()))?;
    if let Some(fault) = &replayed.fault {
        return Err(Failure::new(fault.to_string())
            .at(place())
            .remedy("choose an earlier --step: everything before that entry is sound"));
    }
    let entries = replayed.session.entries().len() as u64;
    draw(replayed.battle(), entries, look)
}
