//! Players of the Musket & Pike Battle Series, and what is told of their battles.

mod chronicle;

use crate::{BadWish, Chronicle, Favour, Player, PlayerName, Roster, Wish, roster::enlist_random};
use caracole_kernel::{Battle, dice::Roll};
use caracole_musketpike::{
    MusketPike,
    engine::{ScenarioSource, Setup},
    scenario::{LIBRARY, Options},
};

/// The battle that is fought unless another is named.
const USUAL_SCENARIO: &str = "naseby";

impl Roster for MusketPike {
    fn enlist(name: PlayerName, seed: u64) -> Option<Box<dyn Player<Self>>> {
        enlist_random(name, seed)
    }

    fn names() -> &'static [PlayerName] {
        &[PlayerName::Random]
    }

    fn chronicle() -> Box<dyn Chronicle<Self>> {
        Box::<chronicle::Annals>::default()
    }

    fn turns(battle: &Battle<Self>) -> u16 {
        u16::from(battle.world().turn)
    }

    fn favour(_: &Battle<Self>, roll: &Roll) -> Favour {
        let Some(side) = roll.side else { return Favour::Neither };
        match roll.purpose.as_ref() {
            // Fire and attacks want to be high.
            "Close Combat" | "Salvo" | "musket fire" | "pistol fire" | "artillery fire" => Favour::High(side),
            // Checks and attempts want to be low: good leaders are negative.
            "Morale Check" | "Continuation" | "Preemption" | "Orders change" | "Interception"
            | "unable to retreat" => Favour::Low(side),
            _ => Favour::Neither,
        }
    }

    fn setup(wish: &Wish) -> Result<Setup, BadWish> {
        if wish.red.is_some() || wish.blue.is_some() {
            return Err(BadWish {
                wrong: "the armies of mpbs belong to its scenarios".to_owned(),
                remedy: "name a scenario instead".to_owned(),
            });
        }
        let id = wish.scenario.as_deref().unwrap_or(USUAL_SCENARIO);
        if !LIBRARY.iter().any(|(known, _)| *known == id) {
            let known: Vec<&str> = LIBRARY.iter().map(|(id, _)| *id).collect();
            return Err(BadWish {
                wrong: format!("there is no scenario \"{}\"", id.chars().take(40).collect::<String>()),
                remedy: format!("name one of: {}", known.join(", ")),
            });
        }
        Ok(Setup { scenario: ScenarioSource::Id(id.to_owned()), charts: None, options: Options::default() })
    }
}
