//! Pictures of battles of Musket & Pike.

use crate::failure::Failure;
use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    draw::{Scene, scene_picture},
};
use caracole_picture::{Look, Picture};

/// The map with everything on it.
pub(super) fn picture(battle: &Battle<MusketPike>, entry: u64, look: &Look) -> Result<Picture, Failure> {
    let caption = format!("Turn {}, after entry {entry}", battle.world().turn);
    Ok(scene_picture(&battle.scenario().scenario, &Scene::moment(battle, caption), look.pixels))
}
