//! Players of both Field of Glory books, and what is told of their battles.

mod book;
mod captain;
mod chronicle;
mod even;
mod marshal;

use crate::{
    BadWish, Chronicle, Favour, Player, PlayerName, Random, Roster, Temperament, USUAL_PLAYOUTS, Wish,
};
use book::Fought;
use caracole_fog::{
    RollPurpose,
    army::{BUILT_IN, builtin},
    battle::{ArmyChoice, Fog, Setup, StartFrom, scenarios},
};
use caracole_kernel::{
    Battle, BySide,
    dice::{Reading, Roll},
};
use std::collections::BTreeMap;

/// The setup of a scenario of the program.
fn of_scenario<B: Fought>(scenario: &str, wish: &Wish) -> Result<Setup, BadWish> {
    if wish.red.is_some() || wish.blue.is_some() {
        return Err(BadWish {
            wrong: "the armies of a scenario are its own".to_owned(),
            remedy: "name a scenario or two armies, not both".to_owned(),
        });
    }
    let of_book = scenarios::by_id(scenario).filter(|ready| ready.book == B::BOOK);
    of_book.map(|ready| ready.setup).ok_or_else(|| {
        let known: Vec<&str> = scenarios::library(B::BOOK).iter().map(|file| file.id).collect();
        BadWish {
            wrong: format!("there is no scenario \"{}\"", scenario.chars().take(40).collect::<String>()),
            remedy: format!("name one of: {}; or two armies", known.join(", ")),
        }
    })
}

impl<B: Fought> Roster for Fog<B> {
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
            return of_scenario::<B>(scenario, wish);
        }
        let army = |given: &Option<String>, usual: &str| {
            let id = given.as_deref().unwrap_or(usual);
            let id = if id.contains('/') { id.to_owned() } else { format!("{}/{id}", B::CODE) };
            match builtin(&id).is_some_and(|army| army.book == B::BOOK) {
                true => Ok(ArmyChoice::BuiltIn(id)),
                false => {
                    let of_book = |id: &&str| id.split('/').next() == Some(B::CODE);
                    let known: Vec<&str> = BUILT_IN.iter().map(|army| army.id).filter(of_book).collect();
                    Err(BadWish {
                        wrong: format!("there is no army \"{}\"", id.chars().take(60).collect::<String>()),
                        remedy: format!("name one of: {}", known.join(", ")),
                    })
                }
            }
        };
        let usual = B::USUAL_ARMIES;
        let armies = BySide { red: army(&wish.red, usual.red)?, blue: army(&wish.blue, usual.blue)? };
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
