//! Computer players by name, with refusals that say which there are.

use crate::{failure::Failure, systems};
use caracole_bots::{AnyArena, AnyPlayer, BadWish, PlayerName, Temperament};

/// The player of this name.
pub(crate) fn enlist(system: &str, name: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, Failure> {
    systems::entry(system)?.enlist(name, seed).map_err(|_| unknown(system, name))
}

/// The name, if the system has a player of it.
pub(crate) fn named(system: &str, name: &str) -> Result<PlayerName, Failure> {
    enlist(system, name, 0)?;
    name.parse().map_err(|_| unknown(system, name))
}

/// The player of this name; without a name the usual one.
pub(crate) fn named_or_usual(system: &str, name: Option<&str>) -> Result<PlayerName, Failure> {
    match name {
        Some(name) => named(system, name),
        None => Ok(usual(system)),
    }
}

/// The computer player that plays unless another is named: the best of the fast ones.
pub(crate) fn usual(system: &str) -> PlayerName {
    let marshal = PlayerName::Marshal(Temperament::Balanced);
    if names(system).contains(&marshal) { marshal } else { PlayerName::Random }
}

/// Names of the players of a system, the weakest first.
pub(crate) fn names(system: &str) -> &'static [PlayerName] {
    caracole_systems::find(system).map_or(&[], |entry| entry.players())
}

fn unknown(system: &str, name: &str) -> Failure {
    let names: Vec<String> = names(system).iter().map(ToString::to_string).collect();
    let clipped: String = name.chars().take(40).collect();
    Failure::new(format!("{system} has no computer player `{clipped}`"))
        .remedy(format!("name one of: {}", names.join(", ")))
}

/// The computer players and battles of a system.
pub(crate) fn arena(system: &str) -> Result<&'static dyn AnyArena, Failure> {
    caracole_systems::arenas().find(|arena| arena.code() == system).ok_or_else(|| {
        let codes: Vec<&str> = caracole_systems::arenas().map(|arena| arena.code()).collect();
        let clipped: String = system.chars().take(40).collect();
        Failure::new(format!("no computer players fight battles of system `{clipped}`"))
            .remedy(format!("name one of: {}", codes.join(", ")))
    })
}

/// A wish that cannot be met, as a failure.
pub(crate) fn bad_wish(wish: BadWish) -> Failure {
    Failure::new(wish.wrong).remedy(wish.remedy)
}
