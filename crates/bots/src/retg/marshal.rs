//! `marshal`: advances as a body to where it can fight and shoot well, by the engine's own dice and odds, and pays for
//! what gains most.

use super::charges::{counter, ranked, respond};
use super::hand::{is_thrown_away, of_card, of_cards};
use super::odds::Bookmaker;
use super::place::{Judge, Weights};
use super::sketch::{Sketch, halves_left, of_losing};
use super::{combat, moves};
use crate::{Budget, Numbers, Player, Temperament};
use caracole_kernel::{Battle, Rules, Side};
use caracole_renatio::battle::{Action, Decision, Game, Renatio, Request, after_melee, charging, shooting};

/// Charges that promise less are not looked into.
const SENSIBLE: i64 = -400;

/// The player.
#[derive(Clone, Debug)]
pub(super) struct Marshal {
    weights: Weights,
    numbers: Numbers,
    book: Bookmaker,
    /// It plays in somebody's head: nobody moves in the Movement Phase, so that fights come sooner.
    is_imagined: bool,
}

impl Marshal {
    pub(super) fn new(temperament: Temperament, seed: u64) -> Self {
        Marshal {
            weights: Weights::of(temperament),
            numbers: Numbers::new(seed),
            book: Bookmaker::default(),
            is_imagined: false,
        }
    }

    /// One that plays in somebody's head.
    pub(super) fn imagined(seed: u64) -> Self {
        Marshal { is_imagined: true, ..Marshal::new(Temperament::Balanced, seed) }
    }
}

fn offered(seen: &Battle<Renatio>, side: Side, request: &Request) -> Vec<Decision> {
    let mut choices = Vec::new();
    Renatio::candidates(seen, side, request, &mut choices);
    choices
}

impl Player<Renatio> for Marshal {
    fn decide(
        &mut self,
        seen: &Battle<Renatio>,
        side: Side,
        request: &Request,
        _: &Budget,
    ) -> Option<Decision> {
        let game = Game::new(seen.scenario(), seen.world());
        match *request {
            Request::Keep | Request::Movement | Request::Recover if self.is_imagined => Some(Decision::Pass),
            Request::Keep => Some(keep(offered(seen, side, request))),
            Request::Gifts => Some(Decision::Pass),
            Request::Shooting(shooting::Request::Fire) => Some(fire(seen, offered(seen, side, request))),
            // The first choice is that everybody shoots.
            Request::Shooting(shooting::Request::AtChargers | shooting::Request::AsItCharges { .. }) => {
                offered(seen, side, request).into_iter().next()
            }
            Request::Shooting(shooting::Request::Lose { ug }) => {
                combat::lose(game, ug, offered(seen, side, request))
            }
            Request::Charge(asked) => self.charge(seen, side, request, asked),
            Request::Outcome(asked) => combat::outcome(seen, side, asked, offered(seen, side, request)),
            Request::Combat(asked) => combat::choose(seen, side, asked, offered(seen, side, request)),
            Request::Before(_) => {
                let choices = offered(seen, side, request);
                let chosen = self.numbers.below(choices.len());
                choices.into_iter().nth(chosen)
            }
            Request::Fighting(after_melee::Request::BreakOff) => Some(Decision::Pass),
            Request::Fighting(after_melee::Request::Micro) => Some(micro(seen, side, request)),
            Request::Recover => Some(recover(game, offered(seen, side, request))),
            Request::Movement => {
                let best = self.best_moves(seen, side, 1).into_iter().next();
                Some(best.map_or_else(|| turn_bases(seen, side), |(_, choice)| choice))
            }
        }
    }
}

impl Marshal {
    /// The best few choices, that of its own first.
    pub(super) fn few(
        &mut self,
        seen: &Battle<Renatio>,
        side: Side,
        request: &Request,
        few: usize,
    ) -> Vec<Decision> {
        let own = self.decide(seen, side, request, &Budget::default());
        let others: Vec<Decision> = match *request {
            Request::Movement => {
                let moves = self.best_moves(seen, side, few).into_iter().map(|(_, choice)| choice);
                moves.chain([Decision::Pass]).collect()
            }
            Request::Charge(charging::Request::Declare) => {
                let game = Game::new(seen.scenario(), seen.world());
                let sketch = Sketch::of(game, side);
                let mut judge = Judge::new(game, &sketch, self.weights, &mut self.book);
                let all = ranked(&mut judge, side, offered(seen, side, request)).into_iter();
                let sensible = all.take(few).filter(|(worth, _)| *worth > SENSIBLE).map(|(_, choice)| choice);
                sensible.chain([Decision::Pass]).collect()
            }
            Request::Charge(charging::Request::Respond { .. }) => offered(seen, side, request),
            _ => Vec::new(),
        };
        let mut best: Vec<Decision> = own.into_iter().collect();
        for other in others {
            if best.len() < few && !best.contains(&other) {
                best.push(other);
            }
        }
        best
    }

    /// The best moves with what they gain, the best first.
    fn best_moves(&mut self, seen: &Battle<Renatio>, side: Side, few: usize) -> Vec<(i64, Decision)> {
        let game = Game::new(seen.scenario(), seen.world());
        let sketch = Sketch::of(game, side);
        let mut judge = Judge::new(game, &sketch, self.weights, &mut self.book);
        moves::best(&mut judge, side, few)
    }

    /// A choice of the Charge Phase.
    fn charge(
        &mut self,
        seen: &Battle<Renatio>,
        side: Side,
        request: &Request,
        asked: charging::Request,
    ) -> Option<Decision> {
        if asked == charging::Request::Clear {
            return Some(Decision::Pass);
        }
        let choices = offered(seen, side, request);
        let game = Game::new(seen.scenario(), seen.world());
        let sketch = Sketch::of(game, side);
        let mut judge = Judge::new(game, &sketch, self.weights, &mut self.book);
        match asked {
            charging::Request::Clear => Some(Decision::Pass),
            charging::Request::Declare => {
                let best = ranked(&mut judge, side, choices).into_iter().next();
                Some(best.filter(|(worth, _)| *worth > 0).map_or(Decision::Pass, |(_, choice)| choice))
            }
            charging::Request::Direct { .. } => {
                let first = choices.first().cloned();
                ranked(&mut judge, side, choices).into_iter().next().map(|(_, choice)| choice).or(first)
            }
            charging::Request::Counter => Some(counter(&mut judge, seen, choices)),
            charging::Request::Respond { ug } => respond(&mut judge, seen, ug, choices),
            charging::Request::Move => choices.into_iter().next(),
        }
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
            let of = |shot: &shooting::Shot| {
                let left = i64::from(halves_left(game, shot.at).max(1)) + 1;
                i64::from(shooting::worth(game, shot)) * of_losing(game, shot.at) / left
            };
            shots.map_or(0, |shots| shots.iter().map(of).sum::<i64>() + 1)
        }
        _ => 0,
    };
    choices.into_iter().max_by_key(worth).unwrap_or(Decision::Pass)
}

/// What the cards of a choice are worth.
fn cost_of(choice: &Decision) -> i64 {
    match choice {
        Decision::Fighting(decision) => of_cards(decision.paid.cards.cards()),
        Decision::Prompt { cards, .. } => of_cards(cards.cards()),
        _ => 0,
    }
}

/// Bases of units in combat turn or move where that gains enough.
fn micro(battle: &Battle<Renatio>, side: Side, request: &Request) -> Decision {
    let mut choices = offered(battle, side, request);
    choices.retain(|choice| matches!(choice, Decision::Fighting(_)));
    combat::best_change(battle, side, choices, cost_of).map_or(Decision::Pass, |(_, choice)| choice)
}

/// The same in the Movement Phase, where it is offered among moves.
fn turn_bases(battle: &Battle<Renatio>, side: Side) -> Decision {
    let game = Game::new(battle.scenario(), battle.world());
    let acts = after_melee::micro_acts(game, side);
    let choices = after_melee::offers(game, side, acts).into_iter().map(Decision::Fighting).collect();
    combat::best_change(battle, side, choices, cost_of).map_or(Decision::Pass, |(_, choice)| choice)
}

/// The wound whose recovery gains most.
fn recover(game: Game<'_>, choices: Vec<Decision>) -> Decision {
    let worth = |choice: &Decision| match choice {
        Decision::Prompt { action: Action::Recover { ug }, .. } => {
            of_losing(game, *ug) / i64::from(halves_left(game, *ug).max(1) + 1) - cost_of(choice)
        }
        _ => 0,
    };
    let best = choices.into_iter().map(|choice| (worth(&choice), choice)).max_by_key(|(worth, _)| *worth);
    best.filter(|(worth, _)| *worth > 0).map_or(Decision::Pass, |(_, choice)| choice)
}
