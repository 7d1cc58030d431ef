//! `marshal`: takes each legal choice in thought and keeps the one after which it stands best, by the engine's own dice
//! and odds.

use super::charges::{declare, respond};
use super::hand::{is_thrown_away, of_card, of_cards};
use super::worth::of_position;
use crate::{Budget, Numbers, Player, Temperament};
use caracole_kernel::{Battle, Rules, Side, Step};
use caracole_renatio::battle::{Decision, Game, Renatio, Request, charging, shooting};

/// The most choices that are looked at.
const MOST: usize = 160;

/// The player.
pub(super) struct Marshal {
    temperament: Temperament,
    numbers: Numbers,
}

impl Marshal {
    pub(super) fn new(temperament: Temperament, seed: u64) -> Self {
        Marshal { temperament, numbers: Numbers::new(seed) }
    }
}

impl Player<Renatio> for Marshal {
    fn decide(
        &mut self,
        seen: &Battle<Renatio>,
        side: Side,
        request: &Request,
        budget: &Budget,
    ) -> Option<Decision> {
        let mut choices = Vec::new();
        Renatio::candidates(seen, side, request, &mut choices);
        match request {
            Request::Keep => return Some(keep(choices)),
            Request::Gifts => return Some(Decision::Pass),
            Request::Shooting(shooting::Request::Fire) => return Some(fire(seen, choices)),
            Request::Charge(asked) => return self.charge(seen, side, request, *asked, choices),
            Request::Outcome(_) | Request::Combat(_) | Request::Shooting(_) => {
                return choices.into_iter().next();
            }
            Request::Before(_) => {
                let chosen = self.numbers.below(choices.len());
                return choices.into_iter().nth(chosen);
            }
            Request::Fighting(_) => return Some(Decision::Pass),
            Request::Movement | Request::Recover => {}
        }
        choices.retain(|choice| !matches!(choice, Decision::Discard { .. }));
        // With too many choices some are left out by chance.
        while choices.len() > MOST {
            choices.swap_remove(self.numbers.below(choices.len()));
        }
        let now = self.judge(seen, side);
        let mut best: Option<(i64, Decision)> = None;
        for choice in choices {
            if budget.patience.is_over() {
                break;
            }
            let worth = self.after(seen, side, &choice).unwrap_or(now - 1);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }
}

impl Marshal {
    /// A choice of the Charge Phase.
    fn charge(
        &self,
        seen: &Battle<Renatio>,
        side: Side,
        request: &Request,
        asked: charging::Request,
        choices: Vec<Decision>,
    ) -> Option<Decision> {
        match asked {
            charging::Request::Declare => Some(declare(seen, side, request, choices, self.temperament)),
            charging::Request::Respond { ug } => respond(seen, ug, choices),
            charging::Request::Clear | charging::Request::Counter => Some(Decision::Pass),
            charging::Request::Direct { .. } | charging::Request::Move => choices.into_iter().next(),
        }
    }

    /// What a side makes of the battle as it stands.
    fn judge(&self, battle: &Battle<Renatio>, side: Side) -> i64 {
        let world = battle.world();
        let game = Game::new(battle.scenario(), world);
        of_position(game, side, self.temperament) + of_cards(world.hand_of(side))
    }

    /// What it makes of it after a choice.
    fn after(&self, battle: &Battle<Renatio>, side: Side, choice: &Decision) -> Option<i64> {
        let mut next = battle.clone();
        next.apply(&Step::Choose { side, decision: choice.clone() }).ok()?;
        Some(self.judge(&next, side))
    }
}

/// Throws the first poor card away, else keeps the rest.
fn keep(choices: Vec<Decision>) -> Decision {
    let poor = |choice: &Decision| matches!(choice, Decision::Discard { card, .. } if is_thrown_away(*card));
    let worst = choices.into_iter().filter(poor).min_by_key(|choice| match choice {
        Decision::Discard { card, .. } => of_card(*card),
        _ => i64::MAX,
    });
    worst.unwrap_or(Decision::Pass)
}

/// The volley that promises most; whoever can shoot does.
fn fire(battle: &Battle<Renatio>, choices: Vec<Decision>) -> Decision {
    let game = Game::new(battle.scenario(), battle.world());
    let worth = |choice: &Decision| match choice {
        Decision::Shooting(shooting::Decision::Fire { ug, aims }) => {
            let side = game.world[*ug].side;
            let shots = shooting::check(game, side, *ug, aims, shooting::Circumstances::default());
            shots.map_or(0, |shots| shots.iter().map(|shot| shooting::worth(game, shot)).sum::<u32>() + 1)
        }
        _ => 0,
    };
    choices.into_iter().max_by_key(worth).unwrap_or(Decision::Pass)
}
