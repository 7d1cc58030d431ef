//! Players of the Musket & Pike Battle Series, and what is told of their battles.

mod chances;
mod chronicle;
mod ground;
mod leaders;
mod marshal;
mod orders;
mod ways;
mod worth;

use crate::{
    BadWish, Budget, Chronicle, Favour, Numbers, Player, PlayerName, Roster, Temperament, USUAL_PLAYOUTS,
    Wish, players::captain::Captain,
};
use caracole_kernel::{Battle, BySide, Side, dice::Roll};
use caracole_musketpike::{
    MusketPike, RollPurpose, bots,
    engine::{ScenarioSource, Setup},
    messages::{Decision, Request},
    scenario::{LIBRARY, Options},
};

/// The battle that is fought unless another is named.
const USUAL_SCENARIO: &str = "naseby";

/// Chooses by chance, as [`bots::choose`] does.
struct Chance(Numbers);

impl Player<MusketPike> for Chance {
    fn decide(
        &mut self,
        seen: &Battle<MusketPike>,
        side: Side,
        request: &Request,
        _: &Budget,
    ) -> Option<Decision> {
        bots::choose(seen, side, request, &mut self.0)
    }
}

impl Roster for MusketPike {
    fn enlist(name: PlayerName, seed: u64) -> Option<Box<dyn Player<Self>>> {
        match name {
            PlayerName::Marshal(temperament) => Some(Box::new(marshal::Marshal::new(temperament, seed))),
            PlayerName::Captain(_) => {
                let marshal = |salt| marshal::Marshal::new(Temperament::Balanced, seed ^ salt);
                let own = marshal::Marshal::of_a_captain(seed);
                Some(Box::new(Captain::new(own, BySide { red: marshal(1), blue: marshal(2) }, seed)))
            }
            PlayerName::Random => Some(Box::new(Chance(Numbers::new(seed)))),
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
        u16::from(battle.world().turn)
    }

    fn favour(_: &Battle<Self>, roll: &Roll<RollPurpose>) -> Favour {
        use RollPurpose as For;
        let Some(side) = roll.side else { return Favour::Neither };
        match roll.purpose {
            // Fire and attacks want to be high.
            For::CloseCombat | For::Salvo | For::MusketFire | For::PistolFire | For::ArtilleryFire => {
                Favour::High(side)
            }
            // Checks and attempts want to be low: good leaders are negative.
            For::MoraleCheck
            | For::Continuation
            | For::Preemption
            | For::OrdersChange
            | For::Interception
            | For::UnableToRetreat => Favour::Low(side),
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
