//! Who shoots how far.

use crate::battle::shooting::sight::Look;
use crate::battle::shooting::targets::Possible;
use crate::battle::world::{GroupId, World};
use crate::combat::{Range, Readings};
use crate::troops::{BaseProfile, Capability, TroopType};
use caracole_plane::BaseRect;

/// Short range and, if there is one, long range in movement units.
pub type Ranges = (u8, Option<u8>);

/// Weapons and ranges.
pub trait Shooting {
    /// What a base shoots with.
    fn weapon_of(&self, base: BaseProfile) -> Option<Capability>;

    /// How far a base of a battle group shoots with a weapon; nothing if that does not shoot in the shooting phase.
    fn ranges(&self, world: &World, group: GroupId, base: BaseProfile, weapon: Capability) -> Option<Ranges>;

    /// How many ranks of a file shoot.
    fn ranks_that_shoot(&self, base: BaseProfile, weapon: Capability, readings: Readings) -> u8;

    /// Whether guns that shoot over friends at a rear rank measure to that rank alone.
    fn overhead_to_rear_ranks(&self, readings: Readings) -> bool;

    /// Whether bases shoot over their rear edge too.
    fn shoots_to_rear(&self, base: BaseProfile, weapon: Capability) -> bool;

    /// Whether a battle group that has made so many moves in the manoeuvre phase may shoot in the same turn.
    fn shoots_after_moves(&self, moves: u8) -> bool;

    /// Whether those who aim at such a range may hold their fire.
    fn may_hold_fire(&self, range: Range) -> bool;

    /// Whether guns leave such a target aside.
    fn leaves_aside(&self, _: &World, _: GroupId, _: &Possible) -> bool {
        false
    }

    /// Whether guns choose freely among the battle groups of these targets.
    fn chooses_freely(&self, _: &World, _: GroupId, _: &[Possible]) -> bool {
        false
    }

    /// Whether a base of others hides the target of a look.
    fn hides(&self, world: &World, look: &Look<'_>, others: GroupId, base: &BaseRect) -> bool;

    /// Whether shooters see right through a village as far as they see into it.
    fn sees_through_villages(&self) -> bool {
        false
    }

    /// Whether the base behind one of this type, in melee, is no target.
    fn second_rank_is_closed(&self, front: TroopType) -> bool;
}
