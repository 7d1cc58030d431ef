//! Battles between computer players, one at a time and fast: no text, no record unless it is asked for.

use crate::{Account, Budget, Chronicle, Luck, Patience, Player, PlayerName, Roster, account::Expectations};
use caracole_kernel::{
    Awaiting, Battle, BySide, Outcome, Refusal, Session, Side, Step,
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
    let mut course = Course::begin(start, bout)?;
    for steps in 0..terms.most_steps {
        course.events.clear();
        let step = match course.battle.awaiting() {
            Awaiting::Nothing(outcome) => {
                let outcome = outcome.clone();
                return Ok(course.end(start, steps, &outcome));
            }
            Awaiting::Dice(_) => course.throw(steps)?,
            Awaiting::Decision { side, .. } => {
                let side = *side;
                course.choose(side, steps, terms)?
            }
        };
        record(&step);
        for event in &course.events {
            course.chronicle.note(&course.battle, event);
        }
    }
    Err(Unfinished::TooLong { number: bout.number, seed: bout.seed, steps: terms.most_steps })
}

/// A battle on its way, and what is noted of it.
struct Course<'a, S: Roster> {
    bout: &'a Match,
    battle: Battle<S>,
    players: BySide<Box<dyn Player<S>>>,
    dice: Verifiable,
    chronicle: Box<dyn Chronicle<S>>,
    expectations: Expectations,
    events: Vec<S::Event>,
    choices: BySide<u32>,
    late: BySide<u32>,
    refused: BySide<u32>,
    luck: BySide<Luck>,
}

impl<'a, S: Roster> Course<'a, S> {
    fn begin(start: &Battle<S>, bout: &'a Match) -> Result<Self, Unfinished> {
        let enlist = |side: Side| {
            let name = bout.players[side];
            S::enlist(name, seed_of(bout, side)).ok_or(Unfinished::NoPlayer(S::CODE, name))
        };
        let (promise, nonces) = chances(bout);
        Ok(Course {
            bout,
            battle: start.clone(),
            players: BySide { red: enlist(Side::Red)?, blue: enlist(Side::Blue)? },
            dice: Verifiable::new(&promise, &nonces),
            chronicle: S::chronicle(),
            expectations: Expectations::default(),
            events: Vec::new(),
            choices: BySide::default(),
            late: BySide::default(),
            refused: BySide::default(),
            luck: BySide::default(),
        })
    }

    /// Throws the dice that are awaited.
    fn throw(&mut self, steps: u32) -> Result<Step<S::Decision>, Unfinished> {
        // Only dice get here; anything else is reported as a battle that cannot go on.
        let Awaiting::Dice(roll) = self.battle.awaiting() else { return self.by_default(Side::Red) };
        let throw = self.dice.throw(u64::from(steps) + 1, &roll.shown())?;
        if let Ok(values) = roll.read(&throw) {
            let favour = S::favour(&self.battle, roll);
            self.expectations.count(roll, &values, S::weigh, favour, &mut self.luck);
        }
        let step = Step::Dice(throw);
        self.apply(&step)?;
        Ok(step)
    }

    /// Has `side` choose. A choice that is late or refused is replaced by the first legal one.
    fn choose(&mut self, side: Side, steps: u32, terms: &Terms) -> Result<Step<S::Decision>, Unfinished> {
        self.choices[side] += 1;
        let decision = self.ask(side, steps, terms);
        if let Some(decision) = decision {
            let step = Step::Choose { side, decision };
            if self.battle.apply_into(&step, &mut self.events).is_ok() {
                return Ok(step);
            }
            self.refused[side] += 1;
        }
        self.by_default(side)
    }

    /// What a player chooses in time.
    fn ask(&mut self, side: Side, steps: u32, terms: &Terms) -> Option<S::Decision> {
        let Awaiting::Decision { request, .. } = self.battle.awaiting() else { return None };
        // What one side imagines depends on nothing that it does not know: not even on how often the other did.
        let mut numbers = crate::Numbers::new(seed_of(self.bout, side) ^ (u64::from(steps) << 32));
        let seen: Cow<'_, Battle<S>> = S::imagine(&self.battle, side, &mut |end| numbers.below(end));
        let patience = Patience::of(terms.limit);
        let budget = Budget { playouts: self.bout.players[side].playouts(), patience: patience.clone() };
        let decision = self.players[side].decide(&seen, side, request, &budget);
        if patience.is_over() {
            self.late[side] += 1;
            return None;
        }
        decision
    }

    /// Makes the first legal choice.
    fn by_default(&mut self, side: Side) -> Result<Step<S::Decision>, Unfinished> {
        let mut all = Vec::new();
        let mut asked = String::new();
        if let Awaiting::Decision { request, .. } = self.battle.awaiting() {
            S::candidates(&self.battle, side, request, &mut all);
            asked = format!("{request:?}");
        }
        let Match { number, seed, .. } = *self.bout;
        let nothing = Unfinished::NoChoice { number, seed, side, request: asked };
        let step = Step::Choose { side, decision: all.into_iter().next().ok_or(nothing)? };
        self.apply(&step)?;
        Ok(step)
    }

    fn apply(&mut self, step: &Step<S::Decision>) -> Result<(), Unfinished> {
        let Match { number, seed, .. } = *self.bout;
        self.battle.apply_into(step, &mut self.events).map_err(|refusal| Unfinished::Refused {
            number,
            seed,
            refusal: Box::new(refusal),
        })
    }

    /// The account of the battle, which is over.
    fn end(mut self, start: &Battle<S>, steps: u32, outcome: &Outcome) -> Account {
        let mut account = Account {
            number: self.bout.number,
            seed: self.bout.seed,
            swapped: self.bout.swapped,
            winner: outcome.winner,
            how: outcome.how.to_string(),
            score: outcome.score,
            turns: S::turns(&self.battle),
            steps,
            choices: self.choices,
            late: self.late,
            refused: self.refused,
            luck: self.luck,
            deeds: Default::default(),
            troops: BySide::default(),
            hash: self.battle.hash(),
        };
        self.chronicle.close(start, &self.battle, &mut account);
        account
    }
}
