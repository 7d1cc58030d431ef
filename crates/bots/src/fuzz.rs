//! Random battles with every invariant checked after every step.

use crate::{AnyPlayer, Numbers, Patience};
use caracole_kernel::{
    AnySession, AnySystem, Awaiting, BySide, Outcome, StateHash, Viewer,
    dice::{Commitment, Seed, Verifiable},
    log::{self, Act, Limits, Writer},
};
use serde_json::{Value, json};

/// How a random battle is fought.
#[derive(Clone, Copy, Debug)]
pub struct Fuzz {
    /// Seed of setup, choices and dice.
    pub seed: u64,
    /// A battle longer than this has gone wrong: every battle ends by its rules.
    pub most_steps: u64,
    /// Whether invariants are checked after every step, or only the log at the end.
    pub check_every_step: bool,
}

/// A battle fought to its end.
#[derive(Clone, Debug)]
pub struct Fought {
    /// How it ended.
    pub outcome: Outcome,
    /// Entries of its log.
    pub entries: u64,
    /// State at the end.
    pub hash: StateHash,
    /// Its log.
    pub log: String,
}

/// Something that must not happen, with the log that leads to it.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The seed.
    pub seed: u64,
    /// What went wrong.
    pub what: String,
    /// The log up to there.
    pub log: String,
}

/// Fights one battle between two random players.
pub fn fuzz(system: &dyn AnySystem, setup: Value, options: Fuzz) -> Result<Fought, Box<Broken>> {
    fight(system, setup, options, None)
}

/// Fights one battle between two computer players.
pub fn fuzz_between(
    system: &dyn AnySystem,
    setup: Value,
    options: Fuzz,
    players: BySide<Box<dyn AnyPlayer>>,
) -> Result<Fought, Box<Broken>> {
    fight(system, setup, options, Some(players))
}

fn fight(
    system: &dyn AnySystem,
    setup: Value,
    options: Fuzz,
    players: Option<BySide<Box<dyn AnyPlayer>>>,
) -> Result<Fought, Box<Broken>> {
    let fail_early = |what: String| Box::new(Broken { seed: options.seed, what, log: String::new() });
    let session = system.start(setup).map_err(|refusal| fail_early(format!("setup refused: {refusal}")))?;
    let seed = Seed::from_number(options.seed);
    let nonces = BySide { red: "random".to_owned(), blue: "random".to_owned() };
    let mut run = Run {
        session,
        dice: Verifiable::new(&seed, &nonces),
        promise: Commitment { commitment: seed.commitment(), nonces },
        seed,
        numbers: Numbers::new(options.seed),
        options,
        players,
    };
    match run.fight() {
        Ok(outcome) => run.settle(system, outcome),
        Err(what) => Err(what),
    }
    .map_err(|what| Box::new(Broken { seed: options.seed, what, log: run.log() }))
}

struct Run {
    session: Box<dyn AnySession>,
    dice: Verifiable,
    promise: Commitment,
    seed: Seed,
    numbers: Numbers,
    options: Fuzz,
    /// Who chooses; random choices if there are no players.
    players: Option<BySide<Box<dyn AnyPlayer>>>,
}

impl Run {
    fn fight(&mut self) -> Result<Outcome, String> {
        if self.options.check_every_step {
            self.session.watch();
        }
        loop {
            match self.session.awaiting(Viewer::Spectator) {
                Awaiting::Nothing(outcome) => return Ok(outcome),
                Awaiting::Dice(_) => self.session.throw(&mut self.dice).map_err(|e| e.to_string())?,
                Awaiting::Decision { side, .. } => self.choose(side)?,
            }
            if self.session.entries() > self.options.most_steps {
                return Err(format!("the battle has not ended after {} entries", self.options.most_steps));
            }
            if self.options.check_every_step {
                self.session.check()?;
            }
        }
    }

    fn choose(&mut self, side: caracole_kernel::Side) -> Result<(), String> {
        if self.options.check_every_step && self.numbers.below(64) == 0 {
            self.check_candidates(side)?;
        }
        let decision = match &mut self.players {
            Some(players) => players[side].choose(&*self.session, side, &Patience::default()),
            None => {
                let numbers = &mut self.numbers;
                self.session.pick(side, &mut |end| numbers.below(end))
            }
        };
        let Some(decision) = &decision else {
            return Err("a decision is awaited but nothing was chosen for it".to_owned());
        };
        if self.options.check_every_step {
            self.check_choice(side, decision)?;
        }
        let told = |refusal| format!("a candidate was refused: {decision}: {refusal}");
        self.session.choose(side, decision).map_err(told)
    }

    /// Whatever is offered is legal. Looked at now and then: it costs as much as a hundred steps.
    fn check_candidates(&self, side: caracole_kernel::Side) -> Result<(), String> {
        for candidate in self.session.candidates(side) {
            self.session
                .plan(side, &candidate)
                .map_err(|refusal| format!("a candidate was refused: {candidate}: {refusal}"))?;
        }
        Ok(())
    }

    /// What must hold of any awaited decision: others may not take it, nonsense is refused without a trace, and
    /// where undo is allowed it leads back to the same state.
    fn check_choice(&mut self, side: caracole_kernel::Side, decision: &Value) -> Result<(), String> {
        let before = self.session.hash();
        if self.session.choose(side.other(), decision).is_ok() {
            return Err(format!("the other side could choose {decision}"));
        }
        if self.session.choose(side, &json!({ "no such": "decision" })).is_ok() {
            return Err("nonsense was taken as a decision".to_owned());
        }
        if self.session.hash() != before {
            return Err(format!("a refused step changed the state (before {decision})"));
        }
        // Taking back is tried now and then: it costs two entries.
        if self.numbers.below(64) == 0 {
            self.session
                .choose(side, decision)
                .map_err(|refusal| format!("a candidate was refused: {decision}: {refusal}"))?;
            let after = self.session.hash();
            match self.session.undo_to(side) {
                Ok(to) => {
                    let undo = Act::Undo { side, to };
                    self.session.act(undo).map_err(|refusal| format!("undo refused: {refusal}"))?;
                    if self.session.hash() != before {
                        return Err(format!("undo of {decision} does not lead back"));
                    }
                }
                Err(_) => {
                    // It cannot be taken back: go back by consent instead, so that the choice is still to come.
                    let to = self.session.entries() - 1;
                    let rewind = Act::Rewind { asked: side, to, beforehand: false };
                    self.session.act(rewind).map_err(|refusal| format!("rewind refused: {refusal}"))?;
                }
            }
            if self.session.hash() != before {
                return Err(format!("going back before {decision} gives another state (was {after})"));
            }
        }
        Ok(())
    }

    /// The log must replay to the same hash, with every die verified.
    fn settle(&mut self, system: &dyn AnySystem, outcome: Outcome) -> Result<Fought, String> {
        let text = self.log();
        let log = log::read(text.as_bytes(), Limits::default()).map_err(|damage| damage.to_string())?;
        if let Some(damage) = &log.damage {
            return Err(format!("the log cannot be read back: {damage}"));
        }
        let replay = system.replay(log).map_err(|fault| format!("the log does not replay: {fault}"))?;
        if let Some(fault) = replay.fault {
            return Err(format!("the log does not replay: {fault}"));
        }
        let hash = self.session.hash();
        if replay.session.hash() != hash {
            return Err("the log replays to another state".to_owned());
        }
        Ok(Fought { outcome, entries: self.session.entries(), hash, log: text })
    }

    fn log(&self) -> String {
        let (mut writer, mut text) = Writer::begin(&self.session.header(Some(self.promise.clone())));
        text.push('\n');
        for entry in self.session.record(0) {
            text += &writer.entry(&entry);
            text.push('\n');
        }
        if let Some(end) = self.session.end(Some(self.seed)) {
            text += &writer.end(&end);
            text.push('\n');
        }
        text
    }
}
