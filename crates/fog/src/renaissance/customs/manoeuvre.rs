//! Complex move tests.

use crate::battle::customs::{Manoeuvre, MoveTest};
use crate::battle::position::command::{self, InRange};
use crate::battle::position::disorder;
use crate::battle::world::{GroupId, World};
use crate::combat::TestPurpose;
use crate::renaissance::{COMPLEX_MOVE_PASS, ComplexMoveTest, Renaissance};
use crate::troops::{Quality, TroopType};
use caracole_kernel::Tally;
use caracole_ledger::rule;

impl Manoeuvre for Renaissance {
    fn move_test(&self, world: &World, group: GroupId, purpose: TestPurpose) -> MoveTest {
        let profiles = world.profiles(group);
        let test = ComplexMoveTest {
            quality: profiles.first().map_or(Quality::Average, |b| b.quality),
            purpose,
            commander: command::for_test(world, group, InRange::AtPhaseStart),
            cohesion: world[group].cohesion,
            disorder: disorder::worst(world, group),
            warriors: profiles.iter().any(|b| b.troop_type == TroopType::Warriors),
        };
        let mut modifiers = Tally::new("modifiers");
        test.modifiers(world.readings, &mut modifiers);
        MoveTest { rule: rule!("FOGR-MOVE-027"), pool: test.pool(), modifiers, passes_on: COMPLEX_MOVE_PASS }
    }
}
