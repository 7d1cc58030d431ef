//! Computer players: they think on a copy of the battle, away from everybody else, and not for ever.

pub use caracole_bots::Patience;
use caracole_kernel::{AnySession, Side};
use serde_json::Value;
use std::fmt;

/// A computer player.
pub trait Computer: Send + Sync + fmt::Debug {
    /// The name by which a seat asks for it.
    fn level(&self) -> &'static str;
    /// Whether it plays the system with this code.
    fn plays(&self, _system: &str) -> bool {
        true
    }
    /// Chooses for `side`, which is awaited. `None` leaves it to the first legal choice.
    fn choose(&self, battle: &dyn AnySession, side: Side, chance: u64, patience: &Patience) -> Option<Value>;
}

/// A computer player whom every part of the program knows by the same name.
#[derive(Clone, Copy, Debug)]
pub struct Enlisted(&'static str);

impl Enlisted {
    /// Everybody who can be asked for, the weakest first.
    pub const ALL: [Enlisted; 5] = [
        Enlisted("random"),
        Enlisted("marshal:cautious"),
        Enlisted("marshal"),
        Enlisted("marshal:bold"),
        Enlisted("captain"),
    ];
}

impl Computer for Enlisted {
    fn level(&self) -> &'static str {
        self.0
    }

    fn plays(&self, system: &str) -> bool {
        caracole_bots::enlist(system, self.0, 0).is_ok()
    }

    fn choose(&self, battle: &dyn AnySession, side: Side, chance: u64, patience: &Patience) -> Option<Value> {
        caracole_bots::enlist(battle.system(), self.0, chance).ok()?.choose(battle, side, patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_plays_mpbs_under_a_name_that_the_roster_knows() {
        for player in Enlisted::ALL {
            assert!(player.plays("mpbs"), "{}", player.level());
        }
        assert!(Enlisted("random").plays("no such system"));
        assert!(!Enlisted("captain").plays("no such system"));
    }
}
