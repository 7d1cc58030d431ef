//! A battle as clients draw it: what stands on the table as a scene of things that can be pointed at, the ground below it
//! as a picture, and what a choice would do laid over it.

mod drag;
mod items;
mod land;
mod layers;
mod overlays;
pub mod picture;

pub use drag::{drag, grips};
pub use layers::{LAYERS, layer};
pub use overlays::overlays;

use super::position::attrition;
use super::world::Phase;
use super::{Seen, World};
use caracole_kernel::{At, BySide, Ruler, Scene, Side, Standing, StateHash, Viewer};
use caracole_plane::{Base, BaseRect, Point};
use caracole_tabletop::scene::{self, units};
use std::borrow::Cow;

/// From the table to the screen.
fn at(world: &World, point: Point) -> At {
    scene::at(&world.field.table, point)
}

/// The corners of a base clockwise, its front edge first.
fn outline(world: &World, base: &Base) -> Vec<At> {
    scene::outline(&world.field.table, base)
}

fn corners(world: &World, rect: &BaseRect) -> Vec<At> {
    scene::corners(&world.field.table, rect)
}

/// The name of a phase.
#[must_use]
pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "set-up",
        Phase::Impact => "impact phase",
        Phase::Manoeuvre => "manoeuvre phase",
        Phase::Shooting => "shooting phase",
        Phase::Melee => "melee phase",
        Phase::JointAction => "joint action phase",
    }
}

/// The turn and phase: "Turn 5, impact phase, red is active".
#[must_use]
pub fn heading(world: &World) -> String {
    match world.turn.number {
        0 => "Set-up before the first turn".to_owned(),
        number => format!("Turn {number}, {}, {} is active", phase(world.turn.phase), world.turn.active),
    }
}

/// How each side stands: "3 of 12 attrition points".
#[must_use]
pub fn score(world: &World) -> BySide<String> {
    BySide::new_with(|side: Side| {
        let points = attrition(world, side).total();
        format!("{points} of {} attrition points", world.sides[side].break_point)
    })
}

/// The battle as a viewer sees it.
#[must_use]
pub fn scene(battle: Seen<'_>, viewer: Viewer) -> Scene {
    let (world, scenario) = (battle.world(), battle.scenario());
    let standing = score(world);
    Scene {
        width: units(world.field.table.width),
        height: units(world.field.table.depth),
        ruler: Ruler { name: Cow::Borrowed("MU"), length: units(world.field.scale.mu) },
        ground: StateHash::of(&world.field).to_string(),
        heading: heading(world),
        standing: Side::BOTH
            .into_iter()
            .map(|side| Standing {
                side,
                text: format!("{}: {}", scenario.armies[side].name, standing[side]),
            })
            .collect(),
        items: items::all(world, scenario, viewer),
        land: land::all(world, scenario),
        hands: Vec::new(),
    }
}

/// The ground of a scene: the table with its terrain and works, nothing that moves on it.
#[must_use]
pub fn ground(battle: Seen<'_>) -> String {
    caracole_picture::draw_ground(&picture::ground_only(battle), caracole_picture::Look::USUAL_PIXELS).svg
}
