//! Battles between computer players, one at a time and fast: no text, no record unless it is asked for.

use crate::{Account, Budget, Luck, Patience, Player, PlayerName, Roster, account::Expectations};
use caracole_kernel::{
    Awaiting, Battle, BySide, Refusal, Session, Side, Step, System,
    dice::{Commitment, DiceSource, NoDice, Seed, Verifiable},
    log::Writer,
};
use std::{borrow::Cow, time::Duration};

/// How a battle between computer players is fought.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// A battle longer than this has gone wrong: every battle ends by its rules.
    pub most_steps: u32,
    /// The longest that a player may take for one choice.
    pub limit: Duration,
}

impl Default for Terms {
    fn default() -> Self {
        Terms { most_steps: 400_000, limit: Duration::from_secs(30) }
    }
}

/// What is fought: who against whom, with which chances.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// Its number in the run.
    pub number: u64,
    /// The seed of dice and players.
    pub seed: u64,
    /// The players.
    pub players: BySide<PlayerName>,
    /// Whether they have changed sides, for the account.
    pub swapped: bool,
}

/// Why a battle did not come to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unfinished {
    /// It went on for too long.
    #[error("battle {number} (seed {seed}) has not ended after {steps} steps")]
    TooLong {
        /// Its number.
        number: u64,
        /// Its seed.
        seed: u64,
        /// Steps taken.
        steps: u32,
    },
    /// Nothing could be chosen.
    #[error("battle {number} (seed {seed}): {side} had nothing to choose from for {request}")]
    NoChoice {
        /// Its number.
        number: u64,
        /// Its seed.
        seed: u64,
        /// Who.
        side: Side,
        /// What was asked.
        request: String,
    },
    /// The rules refused what they had offered.
    #[error("battle {number} (seed {seed}): {refusal}")]
    Refused {
        /// Its number.
        number: u64,
        /// Its seed.
        seed: u64,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// No player of that name.
    #[error("{0} has no player {1}")]
    NoPlayer(&'static str, PlayerName),
    /// Dice could not be thrown.
    #[error(transparent)]
    NoDice(#[from] NoDice),
}

/// Fights one battle from `start` and gives its account.
pub fn fight<S: Roster>(start: &Battle<S>, bout: &Match, terms: &Terms) -> Result<Account, Unfinished> {
    run(start, bout, terms, |_| {})
}

/// Fights one battle and gives its account and its log.
pub fn fight_with_log<S: Roster>(
    setup: &S::Setup,
    bout: &Match,
    terms: &Terms,
) -> Result<(Account, String), Unfinished> {
    let refused = |refusal: Refusal| Unfinished::Refused {
        number: bout.number,
        seed: bout.seed,
        refusal: Box::new(refusal),
    };
    let mut session = Session::<S>::start(setup.clone()).map_err(refused)?;
    let start = session.battle().clone();
    let mut steps = Vec::new();
    let account = run(&start, bout, terms, |step| steps.push(step.clone()))?;
    for step in steps {
        session.step(step).map_err(refused)?;
    }
    let (seed, nonces) = chances(bout);
    let header = session.header(Some(Commitment { commitment: seed.commitment(), nonces }));
    let (mut writer, mut text) = Writer::begin(&header);
    text.push('\n');
    for entry in session.entries() {
        text += &writer.entry(entry);
        text.push('\n');
    }
    if let Some(end) = session.end(Some(seed)) {
        text += &writer.end(&end);
        text.push('\n');
    }
    Ok((account, text))
}

/// The promise of a battle's dice.
fn chances(bout: &Match) -> (Seed, BySide<String>) {
    (Seed::from_number(bout.seed), BySide::new_with(|side| bout.players[side].to_string()))
}

/// Seeds of the two players: by player and not by side, so that changed sides give other battles of the same players.
fn seed_of(bout: &Match, side: Side) -> u64 {
    let salt = match side {
        Side::Red => 0x52,
        Side::Blue => 0x42,
    };
    bout.seed.wrapping_mul(0x0100_0000_01B3).wrapping_add(salt)
}

fn run<S: Roster>(
    start: &Battle<S>,
    bout: &Match,
    terms: &Terms,
    mut record: impl FnMut(&Step<S::Decision>),
) -> Result<Account, Unfinished> {
    let (number, seed) = (bout.number, bout.seed);
    let enlist = |side: Side| {
        let name = bout.players[side];
        S::enlist(name, seed_of(bout, side)).ok_or(Unfinished::NoPlayer(S::CODE, name))
    };
    let mut players: BySide<Box<dyn Player<S>>> =
        BySide { red: enlist(Side::Red)?, blue: enlist(Side::Blue)? };
    let budgets = bout.players.map(PlayerName::playouts);
    let (promise, nonces) = chances(bout);
    let mut dice = Verifiable::new(&promise, &nonces);
    let mut expectations = Expectations::default();
    let mut chronicle = S::chronicle();
    let mut battle = start.clone();
    let mut events = Vec::new();
    let (mut choices, mut late, mut refused) = (BySide::default(), BySide::default(), BySide::default());
    let mut luck = BySide::<Luck>::default();
    for steps in 0..terms.most_steps {
        events.clear();
        match battle.awaiting() {
            Awaiting::Nothing(outcome) => {
                let mut account = Account {
                    number,
                    seed,
                    swapped: bout.swapped,
                    winner: outcome.winner,
                    how: outcome.how.to_string(),
                    score: outcome.score,
                    turns: S::turns(&battle),
                    steps,
                    choices,
                    late,
                    refused,
                    luck,
                    deeds: Default::default(),
                    troops: BySide::default(),
                    hash: battle.hash(),
                };
                chronicle.close(start, &battle, &mut account);
                return Ok(account);
            }
            Awaiting::Dice(roll) => {
                let throw = dice.throw(u64::from(steps) + 1, &roll.shown())?;
                if let Ok(values) = roll.read(&throw) {
                    expectations.count(roll, &values, S::favour(&battle, roll), &mut luck);
                }
                let step = Step::Dice(throw);
                record(&step);
                battle.apply_into(&step, &mut events).map_err(|refusal| Unfinished::Refused {
                    number,
                    seed,
                    refusal: Box::new(refusal),
                })?;
            }
            Awaiting::Decision { side, request } => {
                let side = *side;
                choices[side] += 1;
                // What one side imagines depends on nothing that it does not know: not even on how often the other did.
                let mut numbers = crate::Numbers::new(seed_of(bout, side) ^ (u64::from(steps) << 32));
                let seen: Cow<'_, Battle<S>> = S::imagine(&battle, side, &mut |end| numbers.below(end));
                let patience = Patience::of(terms.limit);
                let budget = Budget { playouts: budgets[side], patience: patience.clone() };
                let decision = players[side].decide(&seen, side, request, &budget);
                let in_time = !patience.is_over();
                if !in_time {
                    late[side] += 1;
                }
                let chosen = decision.filter(|_| in_time).map(|decision| Step::Choose { side, decision });
                drop(seen);
                let step = match chosen {
                    Some(step) => match battle.apply_into(&step, &mut events) {
                        Ok(()) => Some(step),
                        Err(_) => {
                            refused[side] += 1;
                            None
                        }
                    },
                    None => None,
                };
                let step = match step {
                    Some(step) => step,
                    None => by_default(&mut battle, side, &mut events, bout)?,
                };
                record(&step);
            }
        }
        for event in &events {
            chronicle.note(&battle, event);
        }
    }
    Err(Unfinished::TooLong { number, seed, steps: terms.most_steps })
}

/// Makes the first legal choice.
fn by_default<S: System>(
    battle: &mut Battle<S>,
    side: Side,
    events: &mut Vec<S::Event>,
    bout: &Match,
) -> Result<Step<S::Decision>, Unfinished> {
    let (number, seed) = (bout.number, bout.seed);
    let mut all = Vec::new();
    let mut asked = String::new();
    if let Awaiting::Decision { request, .. } = battle.awaiting() {
        S::candidates(battle, side, request, &mut all);
        asked = format!("{request:?}");
    }
    let nothing = Unfinished::NoChoice { number, seed, side, request: asked };
    let first = all.into_iter().next().ok_or(nothing)?;
    let step = Step::Choose { side, decision: first };
    battle.apply_into(&step, events).map_err(|refusal| Unfinished::Refused {
        number,
        seed,
        refusal: Box::new(refusal),
    })?;
    Ok(step)
}
