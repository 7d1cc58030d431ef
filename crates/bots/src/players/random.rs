//! `random`: any legal choice.

use crate::{AnyPlayer, Budget, Numbers, Patience, Player};
use caracole_kernel::{AnySession, Battle, Side, System};
use serde_json::Value;

/// Chooses among the legal choices by chance.
#[derive(Clone, Debug)]
pub struct Random(Numbers);

impl Random {
    /// The player of this seed.
    pub fn new(seed: u64) -> Self {
        Random(Numbers::new(seed))
    }
}

impl<S: System> Player<S> for Random {
    fn decide(
        &mut self,
        seen: &Battle<S>,
        side: Side,
        request: &S::Request,
        _: &Budget,
    ) -> Option<S::Decision> {
        S::pick(seen, side, request, &mut |end| self.0.below(end))
    }
}

/// The random player, who can play any system.
#[derive(Clone, Debug)]
pub struct AnyRandom(Numbers);

impl AnyRandom {
    /// The player of this seed.
    pub fn new(seed: u64) -> Self {
        AnyRandom(Numbers::new(seed))
    }
}

impl AnyPlayer for AnyRandom {
    fn choose(&mut self, battle: &dyn AnySession, side: Side, _: &Patience) -> Option<Value> {
        let mut choices = battle.candidates(side);
        let index = self.0.below(choices.len());
        (index < choices.len()).then(|| choices.swap_remove(index))
    }
}
