//! The computer players as the server seats them.

use caracole_bots::PlayerName;
use caracole_kernel::AnySession;
use caracole_server::game::{Computer, ComputerTurn};
use caracole_systems::{arenas, find};
use serde_json::Value;
use std::{collections::BTreeSet, sync::Arc};

/// A computer player by name.
#[derive(Debug)]
struct Opponent {
    name: PlayerName,
    level: String,
}

/// Every computer player that any system has, the weakest first; the server brings the random one itself.
pub(crate) fn all() -> Vec<Arc<dyn Computer>> {
    let known: BTreeSet<PlayerName> = arenas().flat_map(|arena| arena.names()).copied().collect();
    let better = known.into_iter().filter(|name| *name != PlayerName::Random);
    better.map(|name| Arc::new(Opponent { name, level: name.to_string() }) as Arc<dyn Computer>).collect()
}

impl Computer for Opponent {
    fn level(&self) -> &str {
        &self.level
    }

    fn plays(&self, system: &str) -> bool {
        find(system).is_some_and(|entry| entry.players().contains(&self.name))
    }

    fn choose(&self, battle: &dyn AnySession, turn: &ComputerTurn<'_>) -> Option<Value> {
        let mut player = find(battle.system())?.enlist(&self.level, turn.seed).ok()?;
        // It must have answered before the server stops waiting.
        player.choose(battle, turn.side, &turn.patience.at_most(turn.limit.mul_f32(0.8)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::systems;
    use caracole_bots::{Numbers, Wish};
    use caracole_kernel::{Awaiting, Patience, Side, Viewer};
    use std::time::Duration;

    /// Whom the roster of a system names can be seated by that very name, and nobody else.
    #[test]
    fn every_player_of_a_roster_can_be_seated_and_no_other() {
        for arena in arenas() {
            let opponents = all();
            let seated: Vec<&str> =
                opponents.iter().filter(|o| o.plays(arena.code())).map(|o| o.level()).collect();
            let mut named: Vec<PlayerName> = arena.names().to_vec();
            named.sort();
            named.retain(|name| *name != PlayerName::Random);
            let named: Vec<String> = named.iter().map(ToString::to_string).collect();
            assert_eq!(seated, named, "{}", arena.code());
        }
        let usual = caracole_systems::usual().players().iter().map(ToString::to_string).collect::<Vec<_>>();
        for name in ["random", "marshal", "marshal:bold", "marshal:cautious", "captain"] {
            assert!(usual.iter().any(|known| known == name), "{name} among {usual:?}");
        }
    }

    /// Each of them answers the first question of a battle with a legal choice.
    #[test]
    fn every_player_chooses_something_legal() {
        for arena in arenas() {
            let setup = arena.setup(&Wish::default()).unwrap();
            let mut battle = systems::find(arena.code()).unwrap().start(setup).unwrap();
            let mut numbers = Numbers::new(3);
            let side = loop {
                match battle.awaiting(Viewer::Spectator) {
                    Awaiting::Decision { side, .. } if battle.candidates(side).len() > 1 => break side,
                    Awaiting::Decision { side, .. } => {
                        let only = battle.pick(side, &mut |n| numbers.below(n)).unwrap();
                        battle.choose(side, &only).unwrap();
                    }
                    Awaiting::Dice(_) | Awaiting::Nothing(_) => break Side::Red,
                }
            };
            for opponent in all().iter().filter(|o| o.plays(arena.code())) {
                if battle.candidates(side).is_empty() {
                    continue;
                }
                let patience = Patience::default();
                let turn = ComputerTurn { side, seed: 1, limit: Duration::from_secs(5), patience: &patience };
                let choice = opponent.choose(&*battle, &turn);
                assert!(
                    choice.is_some_and(|choice| battle.plan(side, &choice).is_ok()),
                    "{} of {}",
                    opponent.level(),
                    arena.code()
                );
            }
        }
    }
}
