//! Ground: move rates, disorder, roads.

use crate::battle::position::rates::ColumnUse;
use crate::battle::world::{BaseState, GroupId, Posture, World};
use crate::field::{Grade, TerrainKind};
use crate::troops::{BaseProfile, Disorder, TroopType};
use caracole_kernel::Tally;
use caracole_ledger::RuleId;
use caracole_plane::Path;

/// What a troop type can do on a grade of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rate {
    /// It cannot move there.
    Never,
    /// It can only pivot, up to 1 MU.
    PivotOnly,
    /// It moves so many MU.
    Mu(i32),
}

/// Ground and what it does to moves.
pub trait Ground {
    /// The move distance of a base.
    fn rate(&self, base: &BaseProfile, posture: Posture, grade: Grade) -> Rate;

    /// The move distance of commanders on their own.
    fn commander_rate(&self, grade: Grade) -> Rate;

    /// The grade of ground for a troop type.
    fn grade(&self, kind: TerrainKind, troops: TroopType) -> Grade;

    /// What a grade of ground does to a troop type.
    fn disorder(&self, troops: TroopType, posture: Posture, grade: Grade) -> Disorder;

    /// Whether a base is disordered by beasts near it.
    fn is_frightened(&self, world: &World, group: GroupId, base: &BaseState) -> bool;

    /// Whether works that are defended spare a base the disorder of the ground.
    fn works_spare(&self, world: &World, group: GroupId, base: &BaseState) -> bool;

    /// Whether a file on a road counts as on open ground in a formation so many files wide.
    fn road_serves(&self, files: usize) -> bool;

    /// Whether the road through a village is like any other.
    fn road_through_village(&self) -> bool;

    /// What a column moves further than others; `slowed` says that the ground slows it.
    fn column_distance(&self, column: ColumnUse, slowed: bool) -> Option<(RuleId, &'static str, i32)>;

    /// Changes the distance of a move of the manoeuvre phase, over such ground and along such ways.
    fn on_the_march(&self, _: &World, _: GroupId, _: &[TerrainKind], _: &[&Path], _: &mut Tally) {}
}
