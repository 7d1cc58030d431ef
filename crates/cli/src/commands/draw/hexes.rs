//! Pictures of battles of Musket & Pike.

use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    scene::{Moment, scene_picture, usual_pixels},
};
use caracole_picture::Picture;

/// The map with everything on it.
pub(super) fn picture(battle: &Battle<MusketPike>, entry: u64, width: Option<u32>) -> Picture {
    let scenario = &battle.scenario().scenario;
    let caption = format!("Turn {}, after entry {entry}", battle.world().turn);
    let pixels = width.unwrap_or_else(|| usual_pixels(scenario));
    scene_picture(scenario, &Moment::of(battle, caption), pixels)
}
