//! Pictures of battles of Musket & Pike.

use crate::failure::Failure;
use caracole_kernel::Battle;
use caracole_musketpike::{
    MusketPike,
    draw::{MoraleMark, Scene, UnitMark, scene_picture},
    scenario::Layer,
    world::{Marks, MoraleState, Presence},
};
use caracole_picture::{Look, Picture};

/// The map with everything on it.
pub(super) fn picture(battle: &Battle<MusketPike>, entry: u64, look: &Look) -> Result<Picture, Failure> {
    let (world, scenario) = (battle.world(), &battle.scenario().scenario);
    let units = scenario.unit_ids().zip(&world.units).filter(|(_, unit)| unit.in_play());
    let units = units.map(|(id, unit)| UnitMark {
        unit: id,
        placement: unit.at,
        layer: if unit.is(Marks::ON_TOP) { Layer::Top } else { Layer::Bottom },
        casualties: unit.casualties,
        formation: unit.formation.state(),
        morale: match unit.morale {
            MoraleState::Normal => MoraleMark::Normal,
            MoraleState::Shaken => MoraleMark::Shaken,
            MoraleState::Broken => MoraleMark::Broken,
        },
    });
    let leaders = scenario.leader_ids().zip(&world.leaders);
    let leaders = leaders.filter(|(_, l)| l.presence == Presence::OnMap).map(|(id, l)| (id, l.hex));
    let scene = Scene {
        units: units.collect(),
        leaders: leaders.collect(),
        caption: format!("Turn {}, after entry {entry}", world.turn),
    };
    Ok(scene_picture(scenario, &scene, look.pixels))
}
