//! Who shoots at whom.

mod sight;
mod targets;

use caracole_fog::battle::shooting::Choice;
use caracole_fog::battle::shooting::aim::{Shooting, aim};
use caracole_fog::battle::{GroupId, World};

/// The shots of one battle group at another, nobody having chosen anything.
pub fn at(world: &World, by: GroupId, target: GroupId) -> Vec<Shooting> {
    shots(world, &[]).into_iter().filter(|s| s.group == by && s.target.0 == target).collect()
}

/// All shots with these choices.
pub fn shots(world: &World, choices: &[Choice]) -> Vec<Shooting> {
    aim(world, choices).expect("no choice is open")
}
