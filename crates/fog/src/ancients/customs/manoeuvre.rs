//! Complex move tests.

use crate::ancients::{self, Ancients};
use crate::battle::customs::{Manoeuvre, MoveTest};
use crate::battle::outcome::roster;
use crate::battle::position::command::{self, InRange};
use crate::battle::world::{GroupId, World};
use crate::combat::TestPurpose;
use caracole_kernel::Tally;
use caracole_ledger::rule;

impl Manoeuvre for Ancients {
    fn move_test(&self, world: &World, group: GroupId, purpose: TestPurpose) -> MoveTest {
        let tested = roster::alone(world, group);
        let commander = command::for_test(world, group, InRange::Now);
        let to_hold_back = purpose == TestPurpose::HoldBack;
        let test = ancients::MoveTest { groups: &[&tested], commander, to_hold_back };
        let mut modifiers = Tally::new("modifiers");
        test.modifiers(&mut modifiers);
        MoveTest {
            rule: rule!("FOGAM-MOVE-032"),
            pool: test.roll(),
            modifiers,
            passes_on: test.passes_on(world.readings),
        }
    }
}
