//! Choices and dice, by messages.

use super::{Table, malformed, to_json};
use crate::{Awaiting, Refusal, Side, System, ThrowFailed, dice::DiceSource, log::Act};
use serde::Deserialize;
use serde_json::Value;

/// Choices and dice of a battle of whichever system.
pub trait AnyRules {
    /// A player's choice.
    fn choose(&mut self, side: Side, decision: &Value) -> Result<(), Refusal>;
    /// Lets whoever is asked do nothing more than he must; false where nobody is asked or it is not plain what that is.
    fn passive_choice(&mut self) -> bool;
    /// Whether a choice is legal and what would come of it, without making it.
    fn plan(&self, side: Side, decision: &Value) -> Result<Value, Refusal>;
    /// Sensible legal choices for the awaited decision; empty when `side`'s decision is not awaited.
    fn candidates(&self, side: Side) -> Vec<Value>;
    /// One legal choice, by numbers below those asked for, found with little work; none when `side`'s decision is not
    /// awaited.
    fn pick(&self, side: Side, below: &mut dyn FnMut(usize) -> usize) -> Option<Value>;
    /// Throws the awaited dice.
    fn throw(&mut self, source: &mut dyn DiceSource) -> Result<(), ThrowFailed>;
    /// Anything else that can stand in a log.
    fn act(&mut self, act: Act<Value>) -> Result<(), Refusal>;
    /// Keeps each step from now on so that [`AnyRules::check`] can look at it.
    fn watch(&mut self);
    /// Checks all that must hold of the state and, if steps are watched, of a snapshot and the last step; says what does
    /// not hold.
    fn check(&self) -> Result<(), String>;
}

impl<S: System> AnyRules for Table<S>
where
    S::Setup: Send,
{
    fn choose(&mut self, side: Side, decision: &Value) -> Result<(), Refusal> {
        let decision = S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e))?;
        let chosen = self.session.choose(side, decision);
        let events = chosen.map_err(|refusal| self.seen(refusal, side))?;
        self.remember(events);
        Ok(())
    }

    fn passive_choice(&mut self) -> bool {
        let battle = self.session.battle();
        let Awaiting::Decision { side, request } = battle.awaiting() else { return false };
        let side = *side;
        let Some(decision) = S::passive_choice(battle, side, request) else { return false };
        let chosen = self.session.choose(side, decision);
        chosen.map(|events| self.remember(events)).is_ok()
    }

    fn plan(&self, side: Side, decision: &Value) -> Result<Value, Refusal> {
        let decision = S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e))?;
        let planned = self.session.battle().plan(side, &decision);
        planned.map(|order| to_json(&order)).map_err(|refusal| self.seen(refusal, side))
    }

    fn candidates(&self, side: Side) -> Vec<Value> {
        let mut decisions = Vec::new();
        if let Awaiting::Decision { side: awaited, request } = &*self.session.awaiting()
            && *awaited == side
        {
            S::candidates(self.session.battle(), side, request, &mut decisions);
        }
        decisions.iter().map(to_json).collect()
    }

    fn pick(&self, side: Side, below: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                S::pick(self.session.battle(), side, request, below).map(|d| to_json(&d))
            }
            _ => None,
        }
    }

    fn throw(&mut self, source: &mut dyn DiceSource) -> Result<(), ThrowFailed> {
        let events = self.session.throw(source)?;
        self.remember(events);
        Ok(())
    }

    fn act(&mut self, act: Act<Value>) -> Result<(), Refusal> {
        let act = act
            .try_map(|decision| S::Decision::deserialize(decision).map_err(|e| malformed("decision", &e)))?;
        let back_to = act.goes_back_to();
        let by = act.side();
        let acted = self.session.act(act);
        let events = acted.map_err(|refusal| match by {
            Some(side) => self.seen(refusal, side),
            None => refusal,
        })?;
        if let Some(to) = back_to {
            self.history.retain(|(entry, _)| *entry <= to);
        }
        self.remember(events);
        Ok(())
    }

    fn watch(&mut self) {
        self.session.watch();
    }

    fn check(&self) -> Result<(), String> {
        self.session.check()
    }
}
