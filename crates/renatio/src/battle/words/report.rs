//! Names and numbers in sentences.

use super::{cards, colour};
use crate::battle::world::{CommanderId, Foe, Game, UgId};
use crate::battle::{Paid, Scenario};
use caracole_kernel::Side;
use caracole_plane::Um;

/// A length in BW.
pub fn bw(scenario: &Scenario, length: Um) -> String {
    let tenths = (i64::from(length.get()) * 10 + i64::from(scenario.field.width.get()) / 2)
        / i64::from(scenario.field.width.get().max(1));
    format!("{}.{} BW", tenths / 10, tenths % 10)
}

/// The name of a Commander: red's come first.
pub fn name(scenario: &Scenario, id: CommanderId) -> &str {
    let reds = scenario.armies[Side::Red].commanders.len();
    let at = usize::from(id.0);
    let (side, listed) = if at < reds { (Side::Red, at) } else { (Side::Blue, at - reds) };
    scenario.commander_name(side, u8::try_from(listed).unwrap_or(u8::MAX))
}

/// The name of a unit: red's come first.
pub fn title(scenario: &Scenario, ug: UgId) -> String {
    let reds = scenario.armies[Side::Red].each_unit().count();
    let at = usize::from(ug.0);
    let (side, listed) = if at < reds { (Side::Red, at) } else { (Side::Blue, at - reds) };
    format!("{} {}", ug.number(), scenario.title(side, u8::try_from(listed).unwrap_or(u8::MAX)))
}

/// The names of units.
pub fn titles(scenario: &Scenario, ugs: &[UgId]) -> String {
    ugs.iter().map(|ug| title(scenario, *ug)).collect::<Vec<_>>().join(", ")
}

/// The name of somebody who fights.
pub fn foe(scenario: &Scenario, foe: Foe) -> String {
    match foe {
        Foe::Ug(ug) => title(scenario, ug),
        Foe::Camp(side) => format!("the camp of {side}"),
    }
}

/// The names of several.
pub fn foes(scenario: &Scenario, all: &[Foe]) -> String {
    all.iter().map(|one| foe(scenario, *one)).collect::<Vec<_>>().join(", ")
}

/// A unit of a battle by number and name.
pub fn titled(game: Game<'_>, ug: UgId) -> String {
    match game.world.get(ug) {
        Some(_) => format!("{} {}", ug.number(), game.title(ug)),
        None => ug.number().to_string(),
    }
}

/// Somebody who fights, by number and name.
pub fn foe_named(game: Game<'_>, foe: Foe) -> String {
    match foe {
        Foe::Ug(ug) => titled(game, ug),
        Foe::Camp(side) => format!("the camp of {side}"),
    }
}

/// Whose cards pay.
pub fn paid_with(game: Game<'_>, paid: &Paid) -> String {
    let mut how = format!(" with {} of {}", cards(paid.cards.cards()), game.name(paid.by));
    if let Some(raised) = paid.cards.upgrade {
        how.push_str(&format!(", raising {}", colour(raised)));
    }
    how
}
