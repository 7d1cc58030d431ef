//! Routs, pursuits and variable moves.

use crate::battle::world::{GroupId, World};
use crate::combat::TestPurpose;
use crate::formation::Formation;
use caracole_kernel::dice::Pool;
use caracole_plane::{Group, Path};

/// The roll for a commander with routers whom pursuers have caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PursuedCommander {
    /// The dice.
    pub pool: Pool,
    /// The least sum that kills the commander.
    pub falls_on: u8,
}

/// Whether a battle group goes after the enemies that it has broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pursues {
    /// It does not.
    Never,
    /// It must.
    Must,
    /// It may, if it passes a test.
    ByTest,
    /// It must unless it passes a test.
    UnlessTest,
}

/// Whether pursuers or looters stop in the joint action phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stops {
    /// They have nothing to stop, or cannot.
    No,
    /// They go on unless they pass this test.
    ByTest(TestPurpose),
    /// They stop unless they pass this test.
    UnlessTest(TestPurpose),
}

/// What stops routers before the end of their move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Unbroken enemy, or a camp of theirs before which routers halt.
    ByEnemy,
    /// Friends.
    ByFriends,
    /// Ground or a camp along whose edge there is no way.
    ByGround,
    /// They do not get away from where they stand at all.
    AtOnce,
}

/// Flight and pursuit.
pub trait Flight {
    /// The die of a variable move.
    fn variable_move_pool(&self) -> Pool;

    /// The change of a move distance, in movement units, that a die gives.
    fn variable_move(&self, die: i32) -> i32;

    /// The roll for a commander with routers.
    fn pursued_commander(&self) -> PursuedCommander;

    /// Whether a battle group has lost too many bases ever to rally.
    fn is_autobroken(&self, world: &World, group: GroupId) -> bool;

    /// Whether a battle group pursues these routers, which it has broken in this phase; none of its opponents holds it.
    fn pursues(&self, world: &World, group: GroupId, routers: &[GroupId]) -> Pursues;

    /// Whether pursuers go on when they have lost contact.
    fn goes_on_without_contact(&self, world: &World, group: GroupId) -> bool;

    /// Whether pursuers or looters stop in the joint action phase.
    fn stops(&self, world: &World, group: GroupId) -> Stops;

    /// Whether pursuers may halt before such fresh enemy without a test.
    fn halts_freely(&self, world: &World, group: GroupId, enemy: GroupId) -> bool;

    /// The most files that pursuers give up to pass friends.
    fn most_files_given_up(&self) -> usize;

    /// Whether troops in the way of pursuers may evade, as far as they have not done so before.
    fn may_evade_pursuers(&self, world: &World, group: GroupId) -> bool;

    /// Whether pursuers who come upon such routers in rear destroy them and go on.
    fn rides_down(&self, world: &World, group: GroupId, routers: GroupId) -> bool;

    /// Routers who are destroyed when the joint action phase ends because of those who touch them.
    fn lost_at_end(&self, _: &World) -> Vec<GroupId> {
        Vec::new()
    }

    /// Whether routers whose move is stopped so are lost when the phase ends.
    fn is_lost_when_stopped(&self, world: &World, stopped: Stopped) -> bool;

    /// Whether routers halt 1 MU before an unfortified camp of the enemy.
    fn halts_before_camps(&self) -> bool;

    /// Whether pursuers may slide sideways so that they stay on the table, and how many base widths.
    fn widths_to_stay_on_table(&self) -> i32 {
        0
    }

    /// Whether fragmented enemy into whom pursuers run test only when all pursuits are over.
    fn tests_after_pursuits(&self) -> bool {
        false
    }

    /// How many base widths routers may shift sideways; with none they do not drop files back either.
    fn widths_aside(&self, world: &World, group: GroupId) -> i32;

    /// Whether routers who run so pass through friends whom they could not pass otherwise.
    fn are_let_through(&self, _: &World, _group: GroupId, _friend: GroupId, _: &Path) -> bool {
        false
    }

    /// How routers whom nobody touches stand before they run on, if they reform.
    fn reformed_routers(&self, _: &World, _: GroupId) -> Option<(Formation, Group)> {
        None
    }
}
