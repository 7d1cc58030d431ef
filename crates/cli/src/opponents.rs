//! The computer players as the server seats them.

use caracole_bots::{Patience as Waiting, PlayerName, arenas, enlist, names};
use caracole_kernel::{AnySession, Side};
use caracole_server::game::{Computer, Patience};
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
    let known: BTreeSet<PlayerName> = arenas().iter().flat_map(|arena| arena.names()).copied().collect();
    let better = known.into_iter().filter(|name| *name != PlayerName::Random);
    better.map(|name| Arc::new(Opponent { name, level: name.to_string() }) as Arc<dyn Computer>).collect()
}

impl Computer for Opponent {
    fn level(&self) -> &str {
        &self.level
    }

    fn plays(&self, system: &str) -> bool {
        names(system).contains(&self.name)
    }

    fn choose(&self, battle: &dyn AnySession, side: Side, chance: u64, patience: &Patience) -> Option<Value> {
        let mut player = enlist(battle.system(), &self.level, chance).ok()?;
        // He must have answered before the server stops waiting.
        player.choose(battle, side, &Waiting::of(patience.limit().mul_f32(0.8)))
    }
}
