//! Answers to charges: interceptions, standing, evading.

use crate::battle::charge::plan::Planned;
use crate::battle::charge::{Charge, Interception};
use crate::battle::world::{GroupId, World};
use crate::field::Grade;
use caracole_kernel::Refusal;
use caracole_ledger::RuleId;
use caracole_plane::{Path, Um};
use smallvec::SmallVec;

/// What evaders may come upon besides troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A camp.
    Camp {
        /// It is fortified.
        fortified: bool,
    },
    /// Ground that is closed to them, or that they have too little move to enter.
    Ground(Grade),
}

/// Interceptions and evades.
pub trait Answering {
    /// How deep the zone of interception of a battle group is.
    fn zone_of_interception(&self, world: &World, group: GroupId) -> Um;

    /// Whether a battle group is of a kind, and stands so, that it may intercept such a charger.
    fn intercepts(&self, world: &World, group: GroupId, charger: GroupId) -> bool;

    /// The tests that an interception takes.
    fn tests_to_intercept(
        &self,
        world: &World,
        group: GroupId,
        charger: GroupId,
        how: Interception,
    ) -> Vec<RuleId>;

    /// Whether the ground allows the move of an interception.
    fn check_ground_to_intercept(&self, world: &World, group: GroupId, path: &Path) -> Result<(), Refusal>;

    /// Whether interceptors block a charge: its move without them, and with them where they would stand.
    fn blocks(&self, group: GroupId, charge: &Charge, without: Option<&Planned>, with: &Planned) -> bool;

    /// Whether interceptors in flank or rear of chargers may come upon other enemies at the same time.
    fn interceptors_meet_others(&self) -> bool;

    /// Why a battle group cannot evade.
    fn cannot_evade(&self) -> Refusal;

    /// The rule that makes a battle group test if it wishes to stand, none if it need not.
    fn test_to_stand(&self, world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId>;

    /// The rule by which a battle group that can evade must do so, none if its owner has the choice.
    fn must_evade(&self, world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId>;

    /// The widths that evaders may take up by a turn of 90 degrees, the first preferred: their old depth is so many bases
    /// wide, rounded down and rounded up.
    fn widths_of_evaders_turned(&self, down: usize, up: usize) -> SmallVec<[usize; 2]>;

    /// Whether each evade is made as soon as its direction is chosen, charge by charge.
    fn evades_one_by_one(&self) -> bool;

    /// Whether nobody evades twice in a phase, before pursuers either.
    fn evades_once_a_phase(&self) -> bool {
        false
    }

    /// Whether those whom only the die of a charge brings into its reach may evade then.
    fn evades_late(&self) -> bool;

    /// Whether evaders may get past this by a shift or with files dropped back.
    fn gets_past(&self, obstacle: Obstacle) -> bool;

    /// Whether evaders may turn along an edge of the table.
    fn evades_along_table_edge(&self) -> bool;

    /// Whether those who burst through friends and find no room beyond them are destroyed now. Otherwise they halt.
    fn is_destroyed_without_room(&self, world: &World) -> bool;

    /// Whether light foot that runs away passes friends of whom its move reaches any part.
    fn light_foot_passes_what_it_reaches(&self) -> bool;
}
