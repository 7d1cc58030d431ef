//! Players of Renatio et Gloriam, and what is told of their battles.

mod captain;
mod charges;
mod chronicle;
mod combat;
mod hand;
mod marshal;
mod moves;
mod odds;
mod place;
mod sketch;
mod worth;

use crate::{
    BadWish, Chronicle, Favour, Player, PlayerName, Random, Roster, Temperament, USUAL_PLAYOUTS, Wish,
    players::captain::Captain,
};
use caracole_kernel::{Battle, BySide, dice::Roll};
use caracole_renatio::{
    army::{BUILT_IN, builtin},
    battle::{Renatio, RollPurpose, Setup, meeting},
    scenarios::{LIBRARY, by_id},
};

/// The battle that is fought unless another is named.
const USUAL_SCENARIO: &str = "quick-1632";
/// The armies that fight if only one is named.
const USUAL_ARMIES: BySide<&str> = BySide { red: "retg/swedish-1632", blue: "retg/imperial-1632" };

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The setup of a scenario of the program.
fn of_scenario(scenario: &str) -> Result<Setup, BadWish> {
    by_id(scenario).and_then(Result::ok).map(|ready| ready.setup).ok_or_else(|| {
        let known: Vec<&str> = LIBRARY.iter().map(|file| file.id).collect();
        BadWish {
            wrong: format!("there is no scenario \"{}\"", short(scenario)),
            remedy: format!("name one of: {}; or two armies", known.join(", ")),
        }
    })
}

impl Roster for Renatio {
    fn enlist(name: PlayerName, seed: u64) -> Option<Box<dyn Player<Self>>> {
        match name {
            PlayerName::Marshal(temperament) => Some(Box::new(marshal::Marshal::new(temperament, seed))),
            PlayerName::Random => Some(Box::new(Random::new(seed))),
            PlayerName::Captain(_) => {
                let imagined = |salt| marshal::Marshal::imagined(seed ^ salt);
                let playing = BySide { red: imagined(1), blue: imagined(2) };
                let own = marshal::Marshal::new(Temperament::Balanced, seed);
                Some(Box::new(Captain::new(own, playing, seed)))
            }
        }
    }

    fn names() -> &'static [PlayerName] {
        &[
            PlayerName::Random,
            PlayerName::Marshal(Temperament::Cautious),
            PlayerName::Marshal(Temperament::Balanced),
            PlayerName::Marshal(Temperament::Bold),
            PlayerName::Captain(USUAL_PLAYOUTS),
        ]
    }

    fn chronicle() -> Box<dyn Chronicle<Self>> {
        Box::<chronicle::Annals>::default()
    }

    fn turns(battle: &Battle<Self>) -> u16 {
        u16::from(battle.world().when.turn)
    }

    fn favour(_: &Battle<Self>, roll: &Roll<RollPurpose>) -> Favour {
        match (roll.purpose, roll.side) {
            (RollPurpose::Volley | RollPurpose::Fight, Some(side)) => Favour::High(side),
            _ => Favour::Neither,
        }
    }

    fn setup(wish: &Wish) -> Result<Setup, BadWish> {
        let armies_named = wish.red.is_some() || wish.blue.is_some();
        match &wish.scenario {
            Some(_) if armies_named => Err(BadWish {
                wrong: "the armies of a scenario are its own".to_owned(),
                remedy: "name a scenario or two armies, not both".to_owned(),
            }),
            Some(scenario) => of_scenario(scenario),
            None if armies_named => of_armies(wish),
            None => of_scenario(USUAL_SCENARIO),
        }
    }
}

fn of_armies(wish: &Wish) -> Result<Setup, BadWish> {
    let known = || BUILT_IN.iter().map(|army| army.id).collect::<Vec<_>>().join(", ");
    let army = |given: &Option<String>, usual: &str| {
        let id = given.as_deref().unwrap_or(usual);
        let full = if id.contains('/') { id.to_owned() } else { format!("retg/{id}") };
        builtin(&full).ok_or_else(|| BadWish {
            wrong: format!("there is no army \"{}\"", short(id)),
            remedy: format!("name one of: {}", known()),
        })
    };
    let red = army(&wish.red, USUAL_ARMIES.red)?;
    let blue = army(&wish.blue, USUAL_ARMIES.blue)?;
    meeting(BySide { red, blue }).ok_or_else(|| BadWish {
        wrong: "these armies cannot be laid out".to_owned(),
        remedy: format!("name two of: {}", known()),
    })
}
