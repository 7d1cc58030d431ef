//! What a viewer sees: everything on the table, and of what is hidden only their own.

use super::Seen;
use super::world::{CommanderPlace, GroupId, GroupState, Phase, PortableDefences, Posture, Presence};
use crate::field::Field;
use crate::formation::Facing;
use crate::troops::{BaseProfile, Cohesion, Disorder};
use caracole_kernel::{BySide, Side, Viewer};
use caracole_ledger::enforces;
use caracole_plane::Base;
use schemars::JsonSchema;
use serde::Serialize;

/// A battle as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Number of the turn.
    pub turn: u16,
    /// The active side.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
    /// The table with terrain and fortifications.
    pub field: Field,
    /// Supply camps.
    pub camps: BySide<Option<crate::field::Camp>>,
    /// Attrition and break point of each side.
    pub attrition: BySide<(i32, u16)>,
    /// Battle groups on the table, and the viewer's own that are not.
    pub groups: Vec<GroupView>,
    /// Commanders on the table, and the viewer's own that are not.
    pub commanders: Vec<CommanderView>,
    /// The set-up: initiative, terrain chosen, markers, the viewer's own outflanking marches.
    pub setup: super::setup::SetupView,
}

/// A battle group as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GroupView {
    /// Its number.
    pub group: GroupId,
    /// Its name.
    pub name: String,
    /// The side that it belongs to.
    pub side: Side,
    /// Whether it is on the table.
    pub presence: Presence,
    /// Its cohesion.
    pub cohesion: Cohesion,
    /// Square, limbered.
    pub posture: Posture,
    /// Its portable defences.
    pub portable: PortableDefences,
    /// It has regimental guns.
    pub regimental_guns: bool,
    /// Its bases.
    pub bases: Vec<BaseView>,
}

/// A base as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BaseView {
    /// Where it stands.
    pub at: Base,
    /// File, from the left.
    pub file: u8,
    /// Rank, from the front.
    pub rank: u8,
    /// How it is turned against its battle group.
    pub facing: Facing,
    /// What it is.
    pub profile: BaseProfile,
    /// Its disorder.
    pub disorder: Disorder,
}

/// A commander as the viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CommanderView {
    /// His name.
    pub name: String,
    /// The side that it belongs to.
    pub side: Side,
    /// Where he is.
    pub place: CommanderPlace,
    /// His base.
    pub at: Base,
}

/// Whether a viewer sees a battle group.
#[must_use]
pub fn is_seen(group: &GroupState, viewer: Viewer) -> bool {
    let secret = matches!(
        group.presence,
        Presence::Undeployed | Presence::Ambush | Presence::FlankMarch | Presence::Straggling
    );
    !secret || viewer.knows(group.side)
}

/// What a viewer sees.
#[must_use]
pub fn view(battle: Seen<'_>, viewer: Viewer) -> View {
    enforces!("FOGR-SCALE-010", "FOGAM-SCALE-009", "FOGAM-TROOPS-022");
    let world = battle.world();
    let scenario = battle.scenario();
    let group = |id: GroupId| {
        let g = &world[id];
        let base = |b: &super::world::BaseState| BaseView {
            at: b.base,
            file: b.at.file,
            rank: b.at.rank,
            facing: b.facing,
            profile: b.profile,
            disorder: super::position::disorder::of_base(world, id, b),
        };
        GroupView {
            group: id,
            name: scenario.name(id).to_owned(),
            side: g.side,
            presence: g.presence,
            cohesion: g.cohesion,
            posture: g.posture,
            portable: g.portable,
            regimental_guns: g.regimental_guns,
            bases: if g.is_on_table() { world.bases_of(id).iter().map(base).collect() } else { Vec::new() },
        }
    };
    let commanders = world.commanders.iter().filter(|c| c.is_on_table() || viewer.knows(c.side));
    View {
        turn: world.turn.number,
        active: world.turn.active,
        phase: world.turn.phase,
        field: world.field.clone(),
        camps: BySide::new_with(|side| world.sides[side].camp),
        attrition: BySide::new_with(|side| {
            (super::position::attrition(world, side).total(), world.sides[side].break_point)
        }),
        setup: super::setup::view(&world.setup, viewer),
        groups: world.ids().filter(|&g| is_seen(&world[g], viewer)).map(group).collect(),
        commanders: commanders
            .map(|c| CommanderView {
                name: scenario.commander_name(c.side, c.entry).to_owned(),
                side: c.side,
                place: c.place,
                at: c.base,
            })
            .collect(),
    }
}
