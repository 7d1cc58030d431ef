//! The pre-battle: who defends, the map, terrain, out-scouting, ambushes and flank marches, deployment, commands and scouts.

mod days;
mod deploy;
mod guns;
mod initiative;
mod land;
mod message;
mod orders;
mod posts;
mod scouting;
mod scouts;
mod state;
mod tell;
mod terrain;

pub use days::Days;
pub use deploy::Deployment;
pub use guns::GunWheels;
pub use initiative::Initiative;
pub use message::{Decision, Event, Request, Spot};
pub use orders::Orders;
pub use posts::{Commands, is_allied};
pub use scouting::OutScouting;
pub use scouts::Scouts;
pub use state::PreBattle;
pub use tell::{about, command, prompt, sentence, tell as told};
pub use terrain::LayTerrain;

use super::system::Renatio;
use super::turn::Turn;
use super::world::World;
use super::{Cx, Flow, Input};
use crate::charts::{Charts, Square, Territory};
use caracole_kernel::{Flow as F, Play, Side};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// Everything before the first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    step: u8,
}

impl Play<Renatio> for Before {
    fn run(&mut self, cx: &mut Cx<'_>, _: Input) -> Flow {
        enforces!("RETG-PBS-004", "RETG-PBS-039", "RETG-SEQ-002");
        self.step += 1;
        match self.step {
            1 => F::Call(Initiative::default().into()),
            2 => F::Call(Days::default().into()),
            3 => F::Call(LayTerrain::default().into()),
            4 => F::Call(OutScouting::default().into()),
            5 => F::Call(Deployment::default().into()),
            6 => F::Call(GunWheels::default().into()),
            7 => F::Call(Commands::default().into()),
            8 => F::Call(Scouts::default().into()),
            _ => {
                if let Some(pre) = cx.world.before.take() {
                    cx.world.when.active = pre.defender.other();
                }
                tell(cx, Event::Over);
                F::Become(Turn::default().into())
            }
        }
    }
}

fn ask(side: Side, request: Request) -> Flow {
    F::Ask(side, super::Request::Before(request))
}

fn tell(cx: &mut Cx<'_>, event: Event) {
    cx.tell(super::Event::Before(event));
}

/// What is remembered of the pre-battle, as long as it lasts.
fn before(world: &World) -> Option<&PreBattle> {
    world.before.as_deref()
}

/// Squares of a territory, with their places in the chart.
fn squares(charts: &Charts, territory: Option<Territory>) -> Vec<(usize, &Square)> {
    enforces!("RETG-PBS-007", "RETG-PBS-009", "RETG-QRS-012", "RETG-PROV-010");
    let own = |square: &Square| territory.is_some_and(|territory| square.territories.contains(&territory));
    charts.pbs_map.squares.iter().enumerate().filter(|(_, square)| own(square)).collect()
}

fn square_of(charts: &Charts, number: u8) -> Option<&Square> {
    charts.pbs_map.squares.get(usize::from(number))
}

/// Tells where the marker is.
fn tell_marker(cx: &mut Cx<'_>) {
    let charts = &cx.scenario.charts;
    if let Some(square) = before(cx.world).and_then(|pre| square_of(charts, pre.square)) {
        let Square { id, density, flank, .. } = square;
        tell(cx, Event::Marker { square: id.clone(), density: *density, flank: *flank });
    }
}
