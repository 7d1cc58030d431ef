//! Pictures of battles of Field of Glory Renaissance.

use crate::failure::Failure;
use caracole_fog::battle::scenarios::Ready;
use caracole_fog::battle::{Fogr, scene};
use caracole_kernel::Battle;
use caracole_picture::{Look, Picture, draw};

/// The table with everything that stands on it. What is hidden is not there.
pub(super) fn picture(battle: &Battle<Fogr>, entry: u64, look: &Look) -> Result<Picture, Failure> {
    Ok(draw(&scene::picture::position(battle.seen(), &format!("After entry {entry} of the log")), look))
}

/// The opening position of a scenario.
pub(super) fn opening(ready: &Ready, look: &Look) -> Result<Picture, Failure> {
    let (battle, _) = Battle::<Fogr>::start(&ready.setup).map_err(|r| Failure::new(r.to_string()))?;
    let mut position = scene::picture::position(battle.seen(), &ready.date);
    position.title.clone_from(&ready.title);
    Ok(draw(&position, look))
}
