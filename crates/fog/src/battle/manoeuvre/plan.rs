//! A legal move: where it ends and what it costs.

use super::messages::{Action, Difficulty};
use crate::battle::world::{CommanderId, GroupId, PortableDefences, Posture, World};
use caracole_kernel::Tally;
use caracole_ledger::enforces;
use caracole_plane::{Kink, Pose, Um};
pub use caracole_tabletop::Placing;
use serde::Serialize;
use smallvec::SmallVec;

/// Where a battle group comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The battle group.
    pub group: GroupId,
    /// Its bases.
    pub bases: SmallVec<[Placing; 16]>,
    /// The kinks of a column.
    pub kinks: SmallVec<[Kink; 1]>,
    /// Its posture.
    pub posture: Posture,
    /// Its portable defences.
    pub portable: PortableDefences,
}

impl Place {
    /// As a battle group stands in a world.
    #[must_use]
    pub fn of(world: &World, group: GroupId) -> Self {
        let g = &world[group];
        Place {
            group,
            bases: world.placings(group),
            kinks: g.kinks.clone(),
            posture: g.posture,
            portable: g.portable,
        }
    }

    /// Puts the battle group there, all its bases together.
    pub fn carry_out(&self, world: &mut World) {
        enforces!("FOGR-BG-002", "FOGAM-BG-002");
        world.place(&self.bases);
        let group = &mut world[self.group];
        group.kinks = self.kinks.clone();
        group.posture = self.posture;
        group.portable = self.portable;
    }
}

/// Puts battle groups there, one after the other.
pub(in crate::battle) fn carry_out_all(places: &[Place], world: &mut World) {
    for place in places {
        place.carry_out(world);
    }
}

/// A move of one battle group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The battle group that moves.
    pub group: GroupId,
    /// What it does.
    pub action: Action,
    /// Simple or complex by the table.
    pub difficulty: Difficulty,
    /// Whether a complex move test comes first.
    pub needs_test: bool,
    /// The distance allowed, if the move is measured.
    pub distance: Option<Tally>,
    /// The distance used.
    pub spent: Um,
    /// The left end of its front line after each part of the move.
    pub way: Vec<Pose>,
    /// Where it comes to.
    pub end: Place,
    /// Other battle groups that it shifts.
    pub shifted: Vec<Place>,
    /// Enemies in the way of its turn, which give way first.
    pub gives_way: SmallVec<[GroupId; 2]>,
    /// Friends that it passes through.
    pub passes_through: SmallVec<[GroupId; 4]>,
    /// Light foot that could not quite pass and may not shoot.
    pub may_not_shoot: bool,
    /// Lone enemy commanders whom it comes upon.
    pub comes_upon: SmallVec<[CommanderId; 2]>,
}
