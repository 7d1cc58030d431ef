//! Players of Field of Glory Renaissance, and what is told of their battles.

mod captain;
mod chronicle;
mod even;
mod marshal;

use crate::{
    BadWish, Chronicle, Favour, Player, PlayerName, Random, Roster, Temperament, USUAL_PLAYOUTS, Wish,
};
use caracole_fog::{
    RollPurpose,
    army::{BUILT_IN, builtin},
    battle::{ArmyChoice, Fogr, Setup, StartFrom, scenarios},
};
use caracole_kernel::{
    Battle, BySide,
    dice::{Reading, Roll},
};
use std::collections::BTreeMap;

/// The armies that fight unless others are named.
const USUAL_ARMIES: BySide<&str> = BySide { red: "fogr/royalist-1645", blue: "fogr/new-model-1645" };

/// The setup of a scenario of the program.
fn of_scenario(scenario: &str, wish: &Wish) -> Result<Setup, BadWish> {
    if wish.red.is_some() || wish.blue.is_some() {
        return Err(BadWish {
            wrong: "the armies of a scenario are its own".to_owned(),
            remedy: "name a scenario or two armies, not both".to_owned(),
        });
    }
    scenarios::by_id(scenario).map(|ready| ready.setup).ok_or_else(|| {
        let known: Vec<&str> = scenarios::LIBRARY.iter().map(|file| file.id).collect();
        BadWish {
            wrong: format!("there is no scenario \"{}\"", scenario.chars().take(40).collect::<String>()),
            remedy: format!("name one of: {}; or two armies", known.join(", ")),
        }
    })
}

impl Roster for Fogr {
    fn enlist(name: PlayerName, seed: u64) -> Option<Box<dyn Player<Self>>> {
        match name {
            PlayerName::Marshal(temperament) => Some(Box::new(marshal::Marshal::new(temperament))),
            PlayerName::Captain(_) => Some(Box::new(captain::Captain::new(seed))),
            PlayerName::Random => Some(Box::new(Random::new(seed))),
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
        battle.world().turn.number
    }

    fn favour(_: &Battle<Self>, roll: &Roll<RollPurpose>) -> Favour {
        let Some(side) = roll.side else { return Favour::Neither };
        // Hits and cohesion tests want to be high; other rolls are too mixed to say.
        let counts =
            roll.pools.iter().all(|pool| matches!(pool.reading, Reading::Hits { .. } | Reading::Sum));
        let known = matches!(
            roll.purpose,
            RollPurpose::Shooting | RollPurpose::Impact | RollPurpose::Melee | RollPurpose::CohesionTest
        );
        if counts && known { Favour::High(side) } else { Favour::Neither }
    }

    fn setup(wish: &Wish) -> Result<Setup, BadWish> {
        if let Some(scenario) = &wish.scenario {
            return of_scenario(scenario, wish);
        }
        let army = |given: &Option<String>, usual: &str| {
            let id = given.as_deref().unwrap_or(usual);
            let id = if id.contains('/') { id.to_owned() } else { format!("fogr/{id}") };
            match id.starts_with("fogr/") && builtin(&id).is_some() {
                true => Ok(ArmyChoice::BuiltIn(id)),
                false => {
                    let known: Vec<&str> =
                        BUILT_IN.iter().map(|army| army.id).filter(|id| id.starts_with("fogr/")).collect();
                    Err(BadWish {
                        wrong: format!("there is no army \"{}\"", id.chars().take(60).collect::<String>()),
                        remedy: format!("name one of: {}", known.join(", ")),
                    })
                }
            }
        };
        let armies =
            BySide { red: army(&wish.red, USUAL_ARMIES.red)?, blue: army(&wish.blue, USUAL_ARMIES.blue)? };
        Ok(Setup {
            armies,
            table_mu: (72, 48),
            scale: Default::default(),
            turns: 40,
            options: BTreeMap::new(),
            start: StartFrom::Deployment,
        })
    }
}
