//! The battle: a pure state machine that always waits for exactly one thing.

use crate::{
    Refusal, Rules, RulesVersion, Seen, SeenOf, Side, Start,
    dice::{Label, Purpose, Roll, Throw},
    hash::StateHash,
    play::{Context, Flow, Input, InputOf},
};
use caracole_ledger::{RuleId, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc};

/// The one thing a battle waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awaiting<R, P = Label> {
    /// A player must choose.
    Decision {
        /// Who.
        side: Side,
        /// What.
        request: R,
    },
    /// Dice must be thrown.
    Dice(Roll<P>),
    /// Nothing: the battle is over.
    Nothing(Outcome),
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// How, in a few words.
    pub how: Cow<'static, str>,
    /// The rule that ended it.
    pub rule: RuleId,
    /// Points of each side under the system's own scoring.
    pub score: crate::BySide<i32>,
}

impl Outcome {
    /// Whether both say the same but for the words.
    pub fn agrees_with(&self, other: &Outcome) -> bool {
        (self.winner, self.rule, self.score) == (other.winner, other.rule, other.score)
    }
}

/// What moves a battle on: a decision, or the dice that were asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step<D> {
    /// A player's choice.
    Choose {
        /// Who chooses.
        side: Side,
        /// What.
        decision: D,
    },
    /// Dice as they fell.
    Dice(Throw),
}

/// A battle of system `S`.
#[derive(Debug)]
pub struct Battle<S: Rules> {
    rules: RulesVersion,
    scenario: Arc<S::Scenario>,
    state: State<S>,
}

/// Everything of a battle that changes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
struct State<S: Rules> {
    world: S::World,
    stack: Vec<S::Procedure>,
    awaiting: Awaiting<S::Request, S::Purpose>,
}

impl<S: Rules> Clone for State<S> {
    fn clone(&self) -> Self {
        State { world: self.world.clone(), stack: self.stack.clone(), awaiting: self.awaiting.clone() }
    }
}

impl<S: Rules> Clone for Battle<S> {
    fn clone(&self) -> Self {
        Battle { rules: self.rules, scenario: Arc::clone(&self.scenario), state: self.state.clone() }
    }
}

/// Battles are equal when they will go the same way from here; how they came here does not count.
impl<S: Rules> PartialEq for Battle<S> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && Arc::ptr_eq(&self.scenario, &other.scenario)
            && self.state.awaiting == other.state.awaiting
            && self.state.stack == other.state.stack
            && self.state.world == other.state.world
    }
}

impl<S: Rules> Eq for Battle<S> {}

impl<S: Rules> Battle<S> {
    /// Starts a battle under the current rules and runs it to its first wait.
    pub fn start(setup: &S::Setup) -> Result<(Self, Vec<S::Event>), Refusal> {
        Self::start_under(setup, S::RULES)
    }

    /// Starts a battle under an older version of the rules that this program still plays.
    pub fn start_under(setup: &S::Setup, rules: RulesVersion) -> Result<(Self, Vec<S::Event>), Refusal> {
        let Start { scenario, world, procedure } = S::prepare(setup, rules)?;
        let over = Outcome {
            winner: None,
            how: Cow::Borrowed("not begun"),
            rule: rule!("TABLE-001"),
            score: crate::BySide::default(),
        };
        let state = State { world, stack: vec![procedure], awaiting: Awaiting::Nothing(over) };
        let mut battle = Battle { rules, scenario: Arc::new(scenario), state };
        let mut events = Vec::new();
        battle.advance(Input::Go, &mut events);
        Ok((battle, events))
    }

    /// What the battle waits for.
    pub fn awaiting(&self) -> &Awaiting<S::Request, S::Purpose> {
        &self.state.awaiting
    }

    /// The version of the rules that it is played by.
    pub fn rules(&self) -> RulesVersion {
        self.rules
    }

    /// What never changes in it.
    pub fn scenario(&self) -> &S::Scenario {
        &self.scenario
    }

    /// What does.
    pub fn world(&self) -> &S::World {
        &self.state.world
    }

    /// The procedures under way, outermost first.
    pub fn stack(&self) -> &[S::Procedure] {
        &self.state.stack
    }

    /// The battle to look at, without its system.
    pub fn seen(&self) -> SeenOf<'_, S> {
        let State { world, stack, awaiting } = &self.state;
        Seen { rules: self.rules, scenario: &self.scenario, world, stack, awaiting }
    }

    /// The same battle with its world changed: for tests of views, for computer players who guess at what they
    /// may not know, and for positions set up by hand.
    pub fn with_world(&self, change: impl FnOnce(&mut S::World)) -> Self {
        let mut battle = self.clone();
        change(&mut battle.state.world);
        battle
    }

    /// Takes a step. A refused step changes nothing.
    pub fn apply(&mut self, step: &Step<S::Decision>) -> Result<Vec<S::Event>, Refusal> {
        let mut events = Vec::new();
        self.apply_into(step, &mut events)?;
        Ok(events)
    }

    /// Takes a step and appends what happened to `events`. A refused step changes nothing.
    pub fn apply_into(
        &mut self,
        step: &Step<S::Decision>,
        events: &mut Vec<S::Event>,
    ) -> Result<(), Refusal> {
        let input = match step {
            Step::Choose { side, decision } => Input::Order(self.plan(*side, decision)?),
            Step::Dice(throw) => Input::Dice(self.read(throw)?),
        };
        self.advance(input, events);
        Ok(())
    }

    /// Whether `side` may decide this now, and what would come of it.
    pub fn plan(&self, side: Side, decision: &S::Decision) -> Result<S::Order, Refusal> {
        match &self.state.awaiting {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::check(self, side, request, decision)
            }
            Awaiting::Decision { side: awaited, .. } => Err(Refusal::new(
                rule!("TABLE-001"),
                format!("It is {awaited}'s choice, not {side}'s"),
                "Wait until your own choice is asked for.",
            )),
            Awaiting::Dice(roll) => Err(Refusal::new(
                rule!("TABLE-002"),
                format!("Dice must be thrown first: {}", roll.purpose.label()),
                "Give the dice that were asked for.",
            )),
            Awaiting::Nothing(outcome) => Err(over(outcome)),
        }
    }

    fn read(&self, throw: &Throw) -> Result<crate::dice::Values, Refusal> {
        match &self.state.awaiting {
            Awaiting::Dice(roll) => roll.read(throw).map_err(|bad| {
                Refusal::new(
                    rule!("TABLE-004"),
                    format!("These are not the dice that were asked for: {bad}"),
                    "Throw each pool as it was asked for, and throw again only the faces that must be.",
                )
                .fact("purpose", roll.purpose.label())
            }),
            Awaiting::Decision { side, .. } => Err(Refusal::new(
                rule!("TABLE-003"),
                format!("No dice are awaited: {side} must choose first"),
                "Give the decision that is awaited.",
            )),
            Awaiting::Nothing(outcome) => Err(over(outcome)),
        }
    }

    /// Runs procedures until one of them waits.
    fn advance(&mut self, mut input: InputOf<S>, events: &mut Vec<S::Event>) {
        let State { world, stack, awaiting } = &mut self.state;
        loop {
            let Some((procedure, beneath)) = stack.split_last_mut() else {
                // The outermost procedure returned without an outcome: an ending that no rule names.
                if !matches!(awaiting, Awaiting::Nothing(_)) {
                    *awaiting = Awaiting::Nothing(nobody_won());
                }
                return;
            };
            let mut cx = Context { rules: self.rules, scenario: &*self.scenario, world, beneath, events };
            input = match S::run(&mut cx, procedure, input) {
                Flow::Ask(side, request) => {
                    *awaiting = Awaiting::Decision { side, request };
                    return;
                }
                Flow::Throw(roll) => {
                    *awaiting = Awaiting::Dice(roll);
                    return;
                }
                Flow::Over(outcome) => {
                    stack.clear();
                    *awaiting = Awaiting::Nothing(outcome);
                    return;
                }
                Flow::Call(next) => {
                    stack.push(next);
                    Input::Go
                }
                Flow::Become(next) => {
                    *procedure = next;
                    Input::Go
                }
                Flow::Again => Input::Go,
                Flow::Done(answer) => {
                    stack.pop();
                    Input::Answer(answer)
                }
            };
        }
    }

    /// The fingerprint of everything that changes. Words are left out: they may be mended, and logs stay good.
    pub fn hash(&self) -> StateHash {
        let State { world, stack, awaiting } = &self.state;
        match awaiting {
            Awaiting::Nothing(outcome) => {
                let outcome = Outcome { how: Cow::Borrowed(""), ..outcome.clone() };
                StateHash::of(&(world, stack, Awaiting::<S::Request, S::Purpose>::Nothing(outcome)))
            }
            _ => StateHash::of(&self.state),
        }
    }

    /// Everything that changes, as bytes; with the setup it restores the battle. Says what cannot be written, such as a map
    /// whose length is not known beforehand.
    pub fn snapshot(&self) -> Result<Vec<u8>, String> {
        postcard::to_allocvec(&self.state).map_err(|error| format!("the state cannot be written: {error}"))
    }

    /// Restores a battle from its setup and a snapshot.
    pub fn restore(setup: &S::Setup, rules: RulesVersion, snapshot: &[u8]) -> Result<Self, Refusal> {
        let Start { scenario, .. } = S::prepare(setup, rules)?;
        let state = read_state::<S>(snapshot, &scenario)?;
        Ok(Battle { rules, scenario: Arc::new(scenario), state })
    }

    /// Whether a snapshot of the battle as it stands gives the same battle again; says what is wrong.
    pub fn check_snapshot(&self) -> Result<(), String> {
        let state =
            read_state::<S>(&self.snapshot()?, &self.scenario).map_err(|refusal| refusal.to_string())?;
        let again = Battle { rules: self.rules, scenario: Arc::clone(&self.scenario), state };
        match again == *self && again.hash() == self.hash() {
            true => Ok(()),
            false => Err("a snapshot of the battle gives another battle".to_owned()),
        }
    }
}

fn read_state<S: Rules>(snapshot: &[u8], scenario: &S::Scenario) -> Result<State<S>, Refusal> {
    let mut state: State<S> = postcard::from_bytes(snapshot).map_err(|e| {
        Refusal::new(
            rule!("TABLE-012"),
            format!("The snapshot cannot be read: {e}"),
            "Replay the log instead; it holds the whole battle.",
        )
    })?;
    S::restored(scenario, &mut state.world);
    Ok(state)
}

fn over(outcome: &Outcome) -> Refusal {
    Refusal::new(
        rule!("TABLE-005"),
        format!("The battle is over: {}", outcome.how),
        "Start another battle, or replay this one.",
    )
}

fn nobody_won() -> Outcome {
    Outcome {
        winner: None,
        how: Cow::Borrowed("nothing is left to do"),
        rule: rule!("TABLE-005"),
        score: crate::BySide::default(),
    }
}
