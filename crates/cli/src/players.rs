//! Computer players by name, with refusals that say which there are.

use crate::failure::Failure;
use caracole_bots::{AnyArena, AnyPlayer, BadWish, PlayerName};

/// The player of this name.
pub(crate) fn enlist(system: &str, name: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, Failure> {
    caracole_bots::enlist(system, name, seed).map_err(|_| unknown(system, name))
}

/// The name, if the system has a player of it.
pub(crate) fn named(system: &str, name: &str) -> Result<PlayerName, Failure> {
    enlist(system, name, 0)?;
    name.parse().map_err(|_| unknown(system, name))
}

/// The player of this name; without a name `marshal` where the system has one.
pub(crate) fn named_or_usual(system: &str, name: Option<&str>) -> Result<PlayerName, Failure> {
    let marshal = caracole_bots::names(system).iter().any(|known| known.to_string() == "marshal");
    named(system, name.unwrap_or(if marshal { "marshal" } else { "random" }))
}

fn unknown(system: &str, name: &str) -> Failure {
    let names: Vec<String> = caracole_bots::names(system).iter().map(ToString::to_string).collect();
    let clipped: String = name.chars().take(40).collect();
    Failure::new(format!("{system} has no computer player `{clipped}`"))
        .remedy(format!("name one of: {}", names.join(", ")))
}

/// The computer players and battles of a system.
pub(crate) fn arena(system: &str) -> Result<&'static dyn AnyArena, Failure> {
    caracole_bots::arena_of(system).ok_or_else(|| {
        let codes: Vec<&str> = caracole_bots::arenas().iter().map(|arena| arena.code()).collect();
        let clipped: String = system.chars().take(40).collect();
        Failure::new(format!("no computer players fight battles of system `{clipped}`"))
            .remedy(format!("name one of: {}", codes.join(", ")))
    })
}

/// A wish that cannot be met, as a failure.
pub(crate) fn bad_wish(wish: BadWish) -> Failure {
    Failure::new(wish.wrong).remedy(wish.remedy)
}
